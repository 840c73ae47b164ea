//! Prints findings for people, grouped by kind: the most severe kinds first, and of these the most frequent.

use crate::remedy::{kind_meaning, with_remedy};
use crate::styles;
use crate::terminal::Terminal;
use kifu_archive::origin::path_text;
use kifu_drawing::table::lines::wrap;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::doctor::{
    DoctorTally, Finding, FindingCount, FindingKind, Severity, by_severity, finding_place,
};
use kifu_engine::number_format::{counted, format_seconds, format_thousands};
use kifu_record::text::charset::Charset;
use kifu_record::text::display::{clean, fit_to_width};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Data for the summary: the findings to list, and the counts of all.
pub(super) struct Summary<'a> {
    pub(super) tally: &'a DoctorTally,
    /// Findings to list, which are the first ones of each kind.
    pub(super) findings: &'a [Finding],
    pub(super) roots: &'a [PathBuf],
    pub(super) time: Duration,
    /// True if `--kind` limited the check to some kinds of findings.
    pub(super) is_filtered: bool,
    pub(super) terminal: Terminal,
}

/// Width in columns of what stands before the description of a kind, and of the indent before the games and files that
/// have it.
const INDENT_COLUMNS: usize = 9;
/// Minimum width in columns of the name of a game or file. `MIN_MESSAGE_WIDTH` is the minimum for the text beside it,
/// with the blanks between them.
const MIN_PLACE_WIDTH: usize = 12;
const MIN_MESSAGE_WIDTH: usize = 26;
/// Maximum width in columns of the summary; longer lines are hard to read.
const MAX_LINE_WIDTH: usize = 140;

impl Summary<'_> {
    pub(super) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.terminal.bold(self.heading()))?;
        for (kind, count) in by_severity(self.tally) {
            writeln!(out)?;
            self.print_kind(out, kind, count)?;
        }
        let charsets = self.charsets();
        if self.tally.charsets.len() > 1 && !self.is_filtered {
            writeln!(out)?;
            for line in wrap(&format!("Charsets: {charsets}"), self.width()) {
                writeln!(out, "{}", self.terminal.dim(line))?;
            }
        }
        Ok(())
    }

    fn width(&self) -> usize {
        self.terminal.width.min(MAX_LINE_WIDTH)
    }

    fn heading(&self) -> String {
        let tally = self.tally;
        let games = counted(tally.games, "game", "games");
        let files = counted(tally.files, "file", "files");
        let read = format!("{games} in {files}, {}", format_seconds(self.time));
        let outcome = match tally.places() {
            0 if tally.games == 0 => {
                "there is no game here; games are in .sgf and .jgf files and in archives of them"
                    .to_owned()
            }
            0 if self.is_filtered => "nothing of these kinds was found".to_owned(),
            0 => "no problems found".to_owned(),
            places => {
                let odd = counted(tally.odd_games, "game", "games");
                format!("{} ({odd})", counted(places, "finding", "findings"))
            }
        };
        format!("{read}: {outcome}")
    }

    fn print_kind(
        &self,
        out: &mut dyn Write,
        kind: FindingKind,
        count: FindingCount,
    ) -> io::Result<()> {
        let terminal = &self.terminal;
        let first: Vec<&Finding> =
            self.findings.iter().filter(|finding| finding.kind == kind).collect();
        let (one, many) = match first.first() {
            Some(finding) if finding.origin.game > 0 => ("game", "games"),
            _ => ("file", "files"),
        };
        let mut number = counted(count.places, one, many);
        if count.times > count.places {
            number = format!("{number}, {} times", format_thousands(count.times));
        }
        let severity = fit_to_width(kind.severity().as_str(), INDENT_COLUMNS);
        let style = match kind.severity() {
            Severity::Error => styles::RED,
            Severity::Warning => styles::YELLOW,
            Severity::Note => styles::CYAN,
        };
        let name = terminal.bold(kind.as_str());
        let used_columns = INDENT_COLUMNS + kind.as_str().len() + number.len();
        let gap = " ".repeat(self.width().saturating_sub(used_columns).max(2));
        let (severity, number) = (terminal.paint(style, severity), terminal.bold(number));
        writeln!(out, "{severity}{name}{gap}{number}")?;
        for line in wrap(&kind_meaning(kind), self.width().saturating_sub(INDENT_COLUMNS)) {
            writeln!(out, "{:INDENT_COLUMNS$}{}", "", terminal.dim(line))?;
        }
        self.print_places(out, &first)?;
        let more = count.places.saturating_sub(first.len() as u64);
        if more > 0 && !first.is_empty() {
            let (more, kind) = (format_thousands(more), kind.as_str());
            let hint = format!("… and {more} more (--kind {kind} --limit 0)");
            writeln!(out, "{:INDENT_COLUMNS$}  {}", "", terminal.dim(hint))?;
        }
        Ok(())
    }

    fn print_places(&self, out: &mut dyn Write, findings: &[&Finding]) -> io::Result<()> {
        const INSET_COLUMNS: usize = INDENT_COLUMNS + 2;
        let row = |finding: &&Finding| {
            let message = with_remedy(&finding.message, finding.remedy.as_ref());
            TableRow::from([self.place(finding), clean(&message).into_owned()])
        };
        let available = self.width().saturating_sub(INSET_COLUMNS);
        let max_place_width = (available / 2).min(available.saturating_sub(MIN_MESSAGE_WIDTH));
        let table = Table {
            columns: vec![
                TableColumn::left("")
                    .with_widths(0, max_place_width.max(MIN_PLACE_WIDTH))
                    .cutting_starts(),
                TableColumn::left("").taking_rest(),
            ],
            rows: findings.iter().map(row).collect(),
        };
        let terminal = &self.terminal;
        let table_style = terminal
            .table_style()
            .with_width(self.width(), INSET_COLUMNS)
            .with_cell_style(|cell| match cell.column {
                0 => cell.text.to_owned(),
                _ => terminal.dim(cell.text),
            });
        table.print(out, &table_style)
    }

    /// Names the game or file that has a finding, relative to its root and beginning with the root's name.
    fn place(&self, finding: &Finding) -> String {
        let origin = &finding.origin;
        let root = self.roots.iter().find(|root| origin.path.starts_with(root));
        let above = root.and_then(|root| root.parent());
        let path = above.and_then(|above| origin.path.strip_prefix(above).ok());
        let path = path_text(path.unwrap_or(&origin.path));
        clean(&finding_place(finding, &path)).into_owned()
    }

    fn charsets(&self) -> String {
        let mut counts: Vec<(&str, u64)> = Vec::new();
        for (&Charset { name: charset, .. }, &count) in &self.tally.charsets {
            match counts.last_mut().filter(|(last, _)| *last == charset) {
                Some((_, sum)) => *sum += count,
                None => counts.push((charset, count)),
            }
        }
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let named =
            |(charset, count): &(&str, u64)| format!("{charset} {}", format_thousands(*count));
        counts.iter().map(named).collect::<Vec<_>>().join(", ")
    }
}
