//! `kifu-index stats`: counts games by a property, or by two.

mod cross;

use super::args::StatsArgs;
use super::compare::{self, CompareOutput};
use super::losses;
use super::output::{PrintGuard, limit, write_error};
use super::query_advice;
use super::styles;
use super::target;
use super::terminal::Terminal;
use kifu_archive::error::{Error, ErrorKind};
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::losses::LOSS_TABLE;
use kifu_engine::number_format::{format_thousands, headline, interval, percent, rate_cells};
use kifu_engine::request::{Comparable, RowOrder, Search, Stats};
use kifu_engine::stats::{Count, Counts, properties};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::Write;

/// Number of values that a terminal lists of one property without `--limit`.
const DEFAULT_ROWS: usize = 40;

/// Runs the command `stats`. Returns whether there were games.
pub(crate) fn run(args: &StatsArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    if args.by.iter().any(|by| by == LOSS_TABLE) {
        return losses::run(args, engine, out);
    }
    let terminal = Terminal::stdout();
    let request = Stats {
        query: target::read_query(&args.query)?,
        by: args.by.clone(),
        unique: args.unique,
        sort: RowOrder::parse(args.sort.as_deref())?,
    };
    if args.csv && args.by.len() > 1 {
        let error = Error::new(ErrorKind::Query, "CSV has one table")
            .with_help("write --by once; --json writes several tables");
        return Err(error.into());
    }
    if let Some(second_query) = &args.compare {
        let output = CompareOutput { json: args.json, csv: args.csv, limit: args.limit };
        let comparable = Comparable::Stats(request);
        return compare::run(comparable, second_query, &output, &terminal, engine, out);
    }
    let search = Search { unique: request.unique, ..Search::new(request.query.clone()) };
    let mut first = true;
    let mut printed = PrintGuard::default();
    let total = engine.stats(&request, &AskOptions::default(), &mut |counts| {
        let has_heading =
            std::mem::take(&mut first) && terminal.is_terminal && !args.json && !args.csv;
        let mut print = || -> Result<()> {
            if has_heading && counts.total > 0 {
                query_advice::print_sentence(out, engine, &search, counts.total, &terminal)?;
                let share = |part| format!(" ({})", percent(part, counts.total, 1));
                let outcomes = counts.all.wins.outcomes(counts.total);
                let lines = [Some(headline(&outcomes, share)), player_line(counts)];
                for line in lines.iter().flatten() {
                    terminal.print(out, styles::PLAIN, line).map_err(write_error)?;
                }
            }
            Ok(print_counts(args, counts, &terminal, out).map_err(write_error)?)
        };
        printed.check(print().map_err(Error::from))
    });
    let total = printed.finish(total)?.answer;
    if total == 0 {
        query_advice::explain_no_hits(engine, &search)?;
    }
    Ok(total > 0)
}

fn print_counts(
    args: &StatsArgs,
    counts: &Counts,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let max_rows = max_rows(args, counts, terminal);
    if args.json {
        json::write_line(out, &counts.with_first_rows(max_rows))
    } else if args.csv || !terminal.is_terminal {
        print_rows(out, counts, max_rows, args.csv)
    } else {
        match counts.across {
            Some("holder") => cross::print_pairs(out, counts, max_rows, terminal)?,
            Some(_) => cross::print(out, counts, max_rows, terminal)?,
            None => print_table(out, counts, max_rows, terminal)?,
        }
        if args.by.is_empty() { Ok(()) } else { print_meanings(out, counts, terminal) }
    }
}

/// Prints how games get the values of the table, where that is not obvious: `rank: the better one of the two players`.
fn print_meanings(
    out: &mut dyn Write,
    counts: &Counts,
    terminal: &Terminal,
) -> std::io::Result<()> {
    let is_by = |name| counts.by == name || counts.across == Some(name);
    for (name, meaning) in properties().filter(|(name, _)| is_by(*name)) {
        if let Some(meaning) = meaning {
            writeln!(out, "{}", terminal.dim(format!("{name}: {meaning}")))?;
        }
    }
    Ok(())
}

/// Sums up the results of the player whom the query names: `Lee Sedol won 12, lost 5, drew 1, had both colours in 1`.
fn player_line(counts: &Counts) -> Option<String> {
    let (player, results) = counts.player.as_ref().zip(counts.all.player_results)?;
    let mut line = format!(
        "{} won {}, lost {}",
        clean(player),
        format_thousands(results.won),
        format_thousands(results.lost)
    );
    for (verb, games) in [("drew", results.drawn), ("had both colours in", results.both)] {
        if games > 0 {
            line.push_str(&format!(", {verb} {}", format_thousands(games)));
        }
    }
    Some(line)
}

/// Returns the maximum number of values to list of a property.
fn max_rows(args: &StatsArgs, counts: &Counts, terminal: &Terminal) -> usize {
    let default_rows = if args.by.is_empty() {
        Some(counts.overview_values())
    } else {
        (terminal.is_terminal && !counts.is_ordered).then_some(DEFAULT_ROWS)
    };
    limit(args.limit, default_rows).unwrap_or(usize::MAX)
}

/// Label of the table row for games that have no value of a property. For languages, `unknown` is a value: comments in
/// a language that was not recognised.
pub(super) fn missing_value(property: &str) -> &'static str {
    if property == "lang" { "no comments" } else { "unknown" }
}

fn value_label(row: &Count, property: &str) -> String {
    clean(row.value.as_deref().unwrap_or(missing_value(property))).into_owned()
}

/// Names of the last CSV columns: the win rate of the player of the query, or else of Black, and its 95 % interval.
const RATE_COLUMNS: [&str; 3] = ["rate", "rate_low", "rate_high"];

/// Prints rows for programs: property, value (empty for games without one), games, won by Black, won by White, drawn,
/// unknown.
///
/// For a query about one player, four numbers follow: the games that the player won, lost and drew, and the games in
/// which the player has both colours. The last three are the win rate of the player, or else of Black, and the ends of
/// its 95 % interval. A table of two properties names both in the first cell (`opening,year`), and the
/// next two cells are their values. CSV rows lack the cell of the property; a header names the columns.
fn print_rows(
    out: &mut dyn Write,
    counts: &Counts,
    max_rows: usize,
    as_csv: bool,
) -> std::io::Result<()> {
    let facets = [counts.by].into_iter().chain(counts.across);
    if as_csv {
        let numbers = ["games", "black", "white", "draws", "unknown"];
        let own = counts.player.iter().flat_map(|_| ["won", "lost", "drawn", "both"]);
        let names = facets.chain(numbers).chain(own).chain(RATE_COLUMNS).map(str::to_owned);
        write_table_row(out, LineFormat::Csv, names)?;
        let mut rows = counts.first_rows(max_rows);
        return rows.try_for_each(|row| write_table_row(out, LineFormat::Csv, cells(row)));
    }
    let by = facets.collect::<Vec<_>>().join(",");
    for row in counts.first_rows(max_rows) {
        let cells = [by.clone()].into_iter().chain(cells(row));
        write_table_row(out, LineFormat::Tsv, cells)?;
    }
    Ok(())
}

/// Returns the cells of a row: its values, then its numbers.
fn cells(row: &Count) -> impl Iterator<Item = String> {
    let values = [Some(&row.value), row.across.as_ref()]
        .into_iter()
        .flatten()
        .map(|value| value.clone().unwrap_or_default());
    let wins = row.wins;
    let numbers = [row.games, wins.black, wins.white, wins.draws, wins.unknown];
    let own = row.player_results.iter();
    let own = own.flat_map(|own| [own.won, own.lost, own.drawn, own.both]);
    let numbers = numbers.into_iter().chain(own);
    values.chain(numbers.map(|number| number.to_string())).chain(rate_cells(row.win_rate))
}

/// Minimum and maximum width in columns of a bar that shows a number of games. Shorter bars show no differences, and
/// longer ones show no more of them.
const BAR_WIDTHS: (usize, usize) = (10, 60);

fn print_table(
    out: &mut dyn Write,
    counts: &Counts,
    max_rows: usize,
    terminal: &Terminal,
) -> std::io::Result<()> {
    let name = counts.by;
    let rows: Vec<&Count> = counts.rows.iter().take(max_rows).collect();
    if rows.iter().all(|row| row.value.is_none()) {
        return Ok(());
    }
    let result_headings: &[&str] = match counts.player {
        Some(_) => &["won", "lost", "rate", "95 %"],
        None => &["B won", "95 %"],
    };
    let number = |&heading| TableColumn::right(heading).with_min_width(6);
    let columns = [
        TableColumn::left(name).with_widths(8, 32),
        TableColumn::right("games").with_min_width(9),
        TableColumn::right("share").with_min_width(6),
    ];
    let bars = columns.len() + result_headings.len();
    let table = Table {
        columns: columns
            .into_iter()
            .chain(result_headings.iter().map(number))
            .chain([TableColumn::left("").with_widths(BAR_WIDTHS.0, BAR_WIDTHS.1).taking_rest()])
            .collect(),
        rows: rows.iter().map(|row| table_cells(row, counts)).collect(),
    };
    let largest = rows.iter().map(|row| row.games).max().unwrap_or(1);
    // One column stays free, so that the longest bar does not touch the edge of the terminal.
    let table_style = terminal.table_style().with_width(terminal.width - 1, 0);
    let table_style = table_style.with_cell_style(|cell| match rows.get(cell.row) {
        Some(row) if cell.column == bars => {
            let bar = bar(row.games, largest, cell.width, terminal.unicode);
            terminal.paint(styles::CYAN, bar)
        }
        _ => cell.text.to_owned(),
    });
    writeln!(out)?;
    table.print(out, &table_style)?;
    let rest = counts.rows.len().saturating_sub(rows.len());
    if rest > 0 {
        let more = format!("{} more (--limit 0 for all)", format_thousands(rest as u64));
        writeln!(out, "{}", terminal.dim(more))?;
    }
    Ok(())
}

fn table_cells(row: &Count, counts: &Counts) -> TableRow {
    let decided = row.wins.black + row.wins.white;
    let won = match &row.player_results {
        Some(own) => {
            vec![
                format_thousands(own.won),
                format_thousands(own.lost),
                percent(own.won, own.won + own.lost, 1),
            ]
        }
        None => vec![percent(row.wins.black, decided, 1)],
    };
    let won = won.into_iter().chain([interval(row.win_rate)]);
    let share = percent(row.games, counts.total, 1);
    let cells = [value_label(row, counts.by), format_thousands(row.games), share];
    TableRow::from(cells.into_iter().chain(won))
}

/// Draws a bar of at most `columns` columns, in eighths of a column if the terminal has Unicode.
fn bar(games: u64, largest: u64, columns: usize, unicode: bool) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (8 * columns as u64 * games).div_ceil(largest.max(1)) as usize;
    if unicode {
        format!(
            "{}{}",
            "█".repeat(eighths / 8),
            EIGHTHS.get(eighths % 8).copied().unwrap_or_default()
        )
    } else {
        "#".repeat(eighths.div_ceil(8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        assert_eq!(bar(8, 8, 3, true), "███");
        assert_eq!(bar(4, 8, 3, true), "█▌");
        assert_eq!(bar(1, 1000, 3, true), "▏");
        assert_eq!(bar(0, 1000, 3, true), "");
        assert_eq!(bar(4, 8, 3, false), "##");
    }
}
