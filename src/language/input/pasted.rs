//! Prepares pasted text: quoted in a mail, with full-width letters, or a board as this program draws it.
//!
//! Characters are replaced one by one, so that the byte range of an error can be mapped back to the original text.

use super::board_input::Result;
use super::{ascii, points};
use crate::QueryError;
use kifu_messages::say;
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, GameKind, Stone};
use std::ops::Range;

/// Replaces what mails and forums add to a text: quotation marks, `[go]` around a diagram, full-width characters.
pub(super) fn normalize(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start_matches(|c: char| c == '>' || (c.is_whitespace() && c != '\n'));
        let quote = line.strip_suffix(rest).unwrap_or_default();
        plain.extend(quote.chars().map(|c| if c == '>' { ' ' } else { c }));
        plain.extend(rest.chars().map(to_narrow));
    }
    without_tags(plain)
}

/// ASCII form of a full-width character, except for characters that have a meaning in SGF as ASCII.
fn to_narrow(c: char) -> char {
    match c {
        '（' | '）' | '［' | '］' | '；' | '：' | '＼' => c,
        '\u{3000}' => ' ',
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// Blanks the forum tags `[go]` and `[/go]`. In SGF `[go]` is a point, so it counts as a tag only at the beginning of a
/// line.
fn without_tags(mut text: String) -> String {
    let lower = text.to_ascii_lowercase();
    let has_end = lower.contains("[/go]");
    for tag in ["[/go]", "[go]"] {
        for (at, _) in lower.match_indices(tag) {
            let (before, after) = lower.split_at_checked(at).unwrap_or_default();
            let after = after.strip_prefix(tag).unwrap_or_default();
            let begins_line =
                before.trim_end_matches([' ', '\t']).ends_with('\n') || before.trim().is_empty();
            let has_diagram = has_end || after.trim_start().starts_with("$$");
            if tag == "[/go]" || (begins_line && has_diagram) {
                text.replace_range(at..at + tag.len(), &" ".repeat(tag.len()));
            }
        }
    }
    text
}

/// Maps the byte range of an error to the original text. Each replacement is one character that is at most as long in
/// bytes.
pub(super) fn map_error(mut error: QueryError, plain: &str, text: &str) -> QueryError {
    if plain.len() != text.len() {
        let place = |at: usize| {
            let count = plain.get(..at).map_or(0, |before| before.chars().count());
            text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
        };
        error.span = place(error.span.start)..place(error.span.end);
    }
    error
}

/// Rewrites rows in the signs that diagrams use: `X`, `O` and `.` in place of other signs for stones and empty points.
pub(super) fn to_diagram_signs(text: &str) -> String {
    let sign = |c: char| match ascii::parse_stone(c, GameKind::Go) {
        _ if matches!(c, '+' | ',') => c,
        Some(Stone::Black) => 'X',
        Some(Stone::White) => 'O',
        Some(_) => '.',
        None if c == '─' => ' ',
        None if c == '│' => '|',
        None => c,
    };
    text.chars().map(sign).collect()
}

/// Edges of the board at which drawn lines end.
pub(super) fn edges_of_lines(text: &str) -> Edges {
    Edges {
        left: text.contains(['┌', '├', '└']),
        right: text.contains(['┐', '┤', '┘']),
        top: text.contains(['┌', '┬', '┐']),
        bottom: text.contains(['└', '┴', '┘']),
    }
}

/// Board as this program draws it: axes above and below, and rows with their numbers on both sides.
pub(super) struct PastedBoard<'t> {
    lines: Vec<&'t str>,
    /// Indices of the lines from the upper axis to the lower one, including both.
    block: Range<usize>,
    /// Byte range of the drawn board in the text.
    span: Range<usize>,
    /// Row numbers of the first and the last row.
    numbers: (u32, u32),
    /// What the letters o and x mean on points of this drawing.
    letters: Letters,
}

/// Signs by which the letters o and x of a drawing are replaced: a stone, or an empty point if the letter is a label.
#[derive(Clone, Copy)]
struct Letters {
    o: char,
    x: char,
}

/// Signs of markup on empty points in a displayed game.
const MARKUP_SIGNS: [char; 5] = ['△', '□', '◇', '×', '▪'];

/// Sentence that this program prints below a pattern without edges.
pub(super) const ANYWHERE_SENTENCE: &str = "anywhere on the board";

impl<'t> PastedBoard<'t> {
    /// Finds the drawing in a text. More than one is an error.
    pub(super) fn find(text: &'t str) -> Result<Option<PastedBoard<'t>>> {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let numbers: Vec<Option<u32>> = lines.iter().map(|line| row_number(line)).collect();
        let mut found = None;
        let mut at = 0;
        while at < lines.len() {
            let Some(first) = numbers.get(at).copied().flatten() else {
                at += 1;
                continue;
            };
            let count = (numbers.iter().skip(at).zip(0..))
                .take_while(|&(number, row)| number.is_some() && *number == first.checked_sub(row));
            let rows = at..at + count.count();
            at = rows.end;
            let last = first.saturating_sub(rows.len() as u32 - 1);
            let Some(block) = block_with_axes(&lines, &rows) else {
                continue;
            };
            if found.is_some() {
                let error = QueryError::new(span_of(&lines, &rows), say!("error-two-boards"));
                return Err(error.with_help(say!("error-two-boards-help")));
            }
            found = Some((block, (first, last)));
        }
        let Some((block, numbers)) = found else {
            return Ok(None);
        };
        let span = span_of(&lines, &block);
        let letters = Letters::find(lines.get(block.clone()).unwrap_or_default(), &span)?;
        Ok(Some(PastedBoard { block, span, numbers, letters, lines }))
    }

    /// Line with the names of the columns.
    fn axis_line(&self) -> &str {
        self.lines.get(self.block.start).copied().unwrap_or_default().trim()
    }

    /// True if the columns have names in lower case, as in Lines of Action.
    pub(super) fn has_small_axis(&self) -> bool {
        self.axis_line().contains(|c: char| c.is_ascii_lowercase())
    }

    fn block_lines(&self) -> impl Iterator<Item = &'t str> {
        self.lines.get(self.block.clone()).unwrap_or_default().iter().copied()
    }

    /// Rows of the drawn board, without their numbers.
    fn rows(&self) -> impl Iterator<Item = &'t str> {
        let row = |line: &'t str| line.get(points_range(line)?).map(str::trim);
        self.block_lines().filter_map(row)
    }

    fn has_edges(&self) -> bool {
        // Only a `|` at the end of a row is an edge; inside a row it delimits a region.
        let at_side = |row: &str| row.starts_with('|') || row.ends_with('|');
        self.block_lines().any(is_edge) || self.rows().any(at_side)
    }

    fn has_anywhere_sentence(&self) -> bool {
        self.lines
            .get(self.block.end..)
            .unwrap_or_default()
            .iter()
            .any(|line| line.trim_start().starts_with(ANYWHERE_SENTENCE))
    }

    /// True if this is the drawing of a pattern: some of its edges are missing, or points are open or numbered.
    pub(super) fn is_pattern(&self) -> bool {
        let edges = self.block_lines().filter(|line| is_edge(line)).count();
        let has_sides = |row: &str| row.starts_with('|') && row.ends_with('|');
        let is_framed = edges == 2 && self.rows().all(has_sides);
        let open = |c: char| matches!(c, '?' | '*' | 'A' | 'V') || c.is_ascii_digit();
        let is_open = self.rows().any(|row| row.contains(open));
        let starts_at_a1 = self.numbers.1 == 1 && self.axis_line().starts_with(['A', 'a']);
        self.has_anywhere_sentence()
            || !starts_at_a1
            || (self.has_edges() && (is_open || !is_framed))
    }

    /// Rows of a pattern, without numbers and axes. It is an error if the coordinates and the edges contradict each
    /// other.
    pub(super) fn pattern_rows(&self, size: BoardSize) -> Result<String> {
        let touches = self.numbers.1 == 1
            || self.numbers.0 == u32::from(size.height())
            || self.axis_line().starts_with(['A', 'a']);
        if touches && !self.has_edges() && !self.has_anywhere_sentence() {
            let error = QueryError::new(self.span.clone(), say!("error-edge-not-drawn"));
            return Err(error.with_help(say!("error-edge-not-drawn-help")));
        }
        Ok(self.rebuild_text(
            |line| match points_range(line) {
                Some(points) => to_diagram_signs(&self.plain_row(line, points)),
                None if is_edge(line) => line.to_owned(),
                None => blank_line(line),
            },
            |_| false,
        ))
    }

    /// Rows of a position with their numbers and axes, without letters on points.
    pub(super) fn position_rows(&self) -> String {
        let names_turn = |line: &str| ascii::parse_turn(line).is_some();
        let row = |line: &str| match points_range(line) {
            Some(points) => {
                let has_region = line
                    .get(points.clone())
                    .unwrap_or_default()
                    .trim()
                    .trim_matches('|')
                    .contains('|');
                let point = |(at, c)| match c {
                    c if !points.contains(&at) => c,
                    'X' | 'O' => c,
                    // Brackets without `|` between them mark the last move, so they are not blanked.
                    '[' | ']' | '|' if has_region => ' ',
                    'A'..='Z' | '0'..='9' => '.',
                    c if MARKUP_SIGNS.contains(&c) => '.',
                    c => self.letters.sign(c),
                };
                line.char_indices().map(point).collect()
            }
            None => line.to_owned(),
        };
        self.rebuild_text(row, names_turn)
    }

    /// Rebuilds the text: lines of the drawing are rewritten by `rewrite_row`, and other lines are blanked unless
    /// `keep_line` is true.
    fn rebuild_text(
        &self,
        rewrite_row: impl Fn(&str) -> String,
        keep_line: impl Fn(&str) -> bool,
    ) -> String {
        let lines = self.lines.iter().zip(0..);
        lines
            .map(|(line, at)| match line {
                line if self.block.contains(&at) => rewrite_row(line),
                line if keep_line(line) => (*line).to_owned(),
                line => blank_line(line),
            })
            .collect()
    }

    /// Row without its numbers and without markers of the last move.
    fn plain_row(&self, line: &str, points: Range<usize>) -> String {
        let point = |(at, c): (usize, char)| match c {
            '\n' => c,
            '(' | ')' | '[' | ']' => ' ',
            _ if !points.contains(&at) => ' ',
            c => self.letters.sign(c),
        };
        line.char_indices().map(point).collect()
    }
}

impl Letters {
    /// Decides what o and x mean. The program labels points with the letters from a on, so an o is a label if the
    /// drawing has an n, and an x if it has a w. Otherwise they are stones, unless the drawing has other signs for
    /// stones, which is an error.
    fn find(block: &[&str], span: &Range<usize>) -> Result<Letters> {
        let points = || block.iter().filter_map(|line| line.get(points_range(line)?));
        let has = |c: char| points().any(|row| row.contains(c));
        let stones = ['X', 'O', '●', '○', '⚫', '⚪'].into_iter().any(has);
        if !stones && (has('B') || has('W')) {
            let error = QueryError::new(span.clone(), say!("error-stones-or-letters"));
            return Err(error.with_help(say!("error-stones-or-letters-help")));
        }
        let meaning = |letter: char, before: char, stone: char| {
            if !has(letter) {
                Ok(stone)
            } else if has(before) {
                Ok('.')
            } else if stones {
                let sign = letter.to_string();
                let message = say!("error-stone-or-letter", sign = sign.as_str());
                let help = say!("error-stone-or-letter-help", sign = sign);
                Err(QueryError::new(span.clone(), message).with_help(help))
            } else {
                Ok(stone)
            }
        };
        Ok(Letters { o: meaning('o', 'n', 'O')?, x: meaning('x', 'w', 'X')? })
    }

    fn sign(self, c: char) -> char {
        match c {
            'o' => self.o,
            'x' => self.x,
            'a'..='z' => '.',
            c => c,
        }
    }
}

/// Range of the rows with the axes above and below them, and with the edges between.
fn block_with_axes(lines: &[&str], rows: &Range<usize>) -> Option<Range<usize>> {
    let line = |at: usize| lines.get(at).copied().unwrap_or_default();
    let mut above = rows.start.checked_sub(1)?;
    above -= usize::from(above > 0 && is_edge(line(above)));
    let below = rows.end + usize::from(is_edge(line(rows.end)));
    (is_axis(line(above)) && is_axis(line(below))).then_some(above..below + 1)
}

/// Byte range of some consecutive lines in the text that contains them.
fn span_of(lines: &[&str], range: &Range<usize>) -> Range<usize> {
    let start = lines.iter().take(range.start).map(|line| line.len()).sum();
    let text = lines.get(range.clone()).unwrap_or_default().concat();
    start..start + text.trim_end().len()
}

fn blank_line(line: &str) -> String {
    line.chars().map(|c| if c == '\n' { c } else { ' ' }).collect()
}

fn is_axis(line: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c.is_whitespace();
    !line.trim().is_empty() && line.chars().all(is_letter)
}

/// True if a line is the upper or the lower edge of a drawn board.
pub(super) fn is_edge(line: &str) -> bool {
    let drawn = |c: char| matches!(c, '-' | '+') || c.is_whitespace();
    line.contains('-') && line.chars().all(drawn)
}

/// Row number, if it stands on both sides of a row.
fn row_number(line: &str) -> Option<u32> {
    let points = points_range(line)?;
    line.get(..points.start)?.trim().parse().ok()
}

/// Byte range of the points in a row, between the number on the left and the same number on the right.
fn points_range(line: &str) -> Option<Range<usize>> {
    let trimmed = line.trim();
    let (number, rest) = points::split_digits(trimmed);
    let points = rest.strip_suffix(number).filter(|_| !number.is_empty())?;
    let drawn = |c: char| {
        c.is_whitespace()
            || c.is_ascii_lowercase()
            || c.is_ascii_digit()
            || c.is_ascii_uppercase()
            || MARKUP_SIGNS.contains(&c)
            || "()[]|?*".contains(c)
            || ascii::parse_stone(c, GameKind::Go).is_some()
    };
    let good = !points.trim().is_empty() && points.chars().all(drawn);
    let start = line.len() - line.trim_start().len() + number.len();
    good.then(|| start..start + points.len())
}
