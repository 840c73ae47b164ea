//! `kifu-index stats`.

mod cross;

use super::args::StatsArgs;
use super::compare::{self, CompareOutput};
use super::losses;
use super::output::{Printed, limit, write_error};
use super::styles;
use super::target;
use super::terminal::Terminal;
use super::understanding;
use kifu_archive::error::{Error, ErrorKind};
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::lines::{LineFormat, table_row};
use kifu_engine::losses::LOSS;
use kifu_engine::request::{Comparable, RowOrder, Search, Stats};
use kifu_engine::stats::{Count, Counts, properties};
use kifu_engine::words::{headline, percent, thousands};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::Write;

/// The number of values that a terminal lists for one facet.
const LISTED: usize = 40;

/// Runs the command and returns whether there were games.
pub(crate) fn run(args: &StatsArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    if args.by.iter().any(|by| by == LOSS) {
        return losses::run(args, engine, out);
    }
    let terminal = Terminal::stdout();
    let request = Stats {
        query: target::query(&args.query)?,
        by: args.by.clone(),
        unique: args.unique,
        sort: RowOrder::named(args.sort.as_deref())?,
    };
    if args.csv && args.by.len() > 1 {
        let error = Error::new(ErrorKind::Query, "CSV has one table")
            .help("write --by once; --json writes several tables");
        return Err(error.into());
    }
    if let Some(with) = &args.compare {
        let shown = CompareOutput { json: args.json, csv: args.csv, limit: args.limit };
        let of = Comparable::Stats(request);
        return compare::run(of, with, &shown, &terminal, engine, out);
    }
    let search = Search { unique: request.unique, ..Search::new(request.query.clone()) };
    let mut first = true;
    let mut printed = Printed::default();
    let total = engine.stats(&request, &AskOptions::default(), &mut |counts| {
        let restated =
            std::mem::take(&mut first) && terminal.is_terminal && !args.json && !args.csv;
        let mut print = || -> Result<()> {
            if restated && counts.total > 0 {
                understanding::restate(out, engine, &search, counts.total, &terminal)?;
                let share = |part| format!(" ({})", percent(part, counts.total, 1));
                let outcomes = counts.all.wins.outcomes(counts.total);
                let lines = [Some(headline(&outcomes, share)), own_line(counts)];
                for line in lines.iter().flatten() {
                    terminal.print(out, styles::PLAIN, line).map_err(write_error)?;
                }
            }
            Ok(print_counts(args, counts, &terminal, out).map_err(write_error)?)
        };
        printed.next(print().map_err(Error::from))
    });
    let total = printed.end(total)?.answer;
    if total == 0 {
        understanding::nothing_found(engine, &search)?;
    }
    Ok(total > 0)
}

fn print_counts(
    args: &StatsArgs,
    counts: &Counts,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let most = most(args, counts, terminal);
    if args.json {
        json::write_line(out, &counts.cut(most))
    } else if args.csv || !terminal.is_terminal {
        print_rows(out, counts, most, args.csv)
    } else {
        match counts.across {
            Some(_) => cross::print(out, counts, most, terminal)?,
            None => print_table(out, counts, most, terminal)?,
        }
        if args.by.is_empty() { Ok(()) } else { print_meanings(out, counts, terminal) }
    }
}

/// Prints what the values of the table mean: `rank: the better one of the two players`.
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

/// `Lee Sedol won 12, lost 5, drew 1, had both colours in 1`.
fn own_line(counts: &Counts) -> Option<String> {
    let (player, own) = counts.player.as_ref().zip(counts.all.own)?;
    let mut line =
        format!("{} won {}, lost {}", clean(player), thousands(own.won), thousands(own.lost));
    for (verb, games) in [("drew", own.drawn), ("had both colours in", own.both)] {
        if games > 0 {
            line.push_str(&format!(", {verb} {}", thousands(games)));
        }
    }
    Some(line)
}

/// The number of values to list.
fn most(args: &StatsArgs, counts: &Counts, terminal: &Terminal) -> usize {
    let usual = if args.by.is_empty() {
        Some(counts.in_overview())
    } else {
        (terminal.is_terminal && !counts.is_ordered).then_some(LISTED)
    };
    limit(args.limit, usual).unwrap_or(usize::MAX)
}

/// The label for games without a value.
const WITHOUT: &str = "(none)";

fn name_of(row: &Count) -> String {
    let value = row.value.as_deref().unwrap_or(WITHOUT);
    clean(value).into_owned()
}

/// Facet, value (empty for the games without one), games, won by Black, by White, drawn, unknown; of a player's games
/// also won, lost, drawn, and both colours. Two facets are `opening,year`, and there is a value of each. CSV has a
/// header instead of the facets.
fn print_rows(
    out: &mut dyn Write,
    counts: &Counts,
    most: usize,
    as_csv: bool,
) -> std::io::Result<()> {
    let facets = [counts.by].into_iter().chain(counts.across);
    if as_csv {
        let numbers = ["games", "black", "white", "draws", "unknown"];
        let own = counts.player.iter().flat_map(|_| ["won", "lost", "drawn", "both"]);
        let names = facets.chain(numbers).chain(own).map(str::to_owned);
        table_row(out, LineFormat::Csv, names)?;
        let mut rows = counts.first_rows(most);
        return rows.try_for_each(|row| table_row(out, LineFormat::Csv, cells(row)));
    }
    let by = facets.collect::<Vec<_>>().join(",");
    for row in counts.first_rows(most) {
        let cells = [by.clone()].into_iter().chain(cells(row));
        table_row(out, LineFormat::Tsv, cells)?;
    }
    Ok(())
}

/// The values of a row, and its numbers.
fn cells(row: &Count) -> impl Iterator<Item = String> {
    let values = [Some(&row.value), row.across.as_ref()]
        .into_iter()
        .flatten()
        .map(|value| value.clone().unwrap_or_default());
    let wins = row.wins;
    let numbers = [row.games, wins.black, wins.white, wins.draws, wins.unknown];
    let own = row.own.iter();
    let own = own.flat_map(|own| [own.won, own.lost, own.drawn, own.both]);
    let numbers = numbers.into_iter().chain(own);
    values.chain(numbers.map(|number| number.to_string()))
}

/// The least and the most columns of a bar: a shorter one would show nothing, a longer one no more.
const BARS: (usize, usize) = (10, 60);

fn print_table(
    out: &mut dyn Write,
    counts: &Counts,
    most: usize,
    terminal: &Terminal,
) -> std::io::Result<()> {
    let name = counts.by;
    let rows: Vec<&Count> = counts.rows.iter().take(most).collect();
    if rows.iter().all(|row| row.value.is_none()) {
        return Ok(());
    }
    let won: &[&str] = match counts.player {
        Some(_) => &["won", "lost", "rate"],
        None => &["B won"],
    };
    let number = |&heading| TableColumn::right(heading).at_least(6);
    let columns = [
        TableColumn::left(name).within(8, 32),
        TableColumn::right("games").at_least(9),
        TableColumn::right("share").at_least(6),
    ];
    let bars = columns.len() + won.len();
    let table = Table {
        columns: columns
            .into_iter()
            .chain(won.iter().map(number))
            .chain([TableColumn::left("").within(BARS.0, BARS.1).rest()])
            .collect(),
        rows: rows.iter().map(|row| table_cells(row, counts)).collect(),
    };
    let largest = rows.iter().map(|row| row.games).max().unwrap_or(1);
    // The longest bar does not touch the edge.
    let look = terminal.look().sized(terminal.width - 1, 0);
    let look = look.painted(|cell| match rows.get(cell.row) {
        Some(row) if cell.column == bars => {
            let bar = bar_of(row.games, largest, cell.width, terminal.unicode);
            terminal.paint(styles::CYAN, bar)
        }
        _ => cell.text.to_owned(),
    });
    writeln!(out)?;
    table.print(out, &look)?;
    let rest = counts.rows.len().saturating_sub(rows.len());
    if rest > 0 {
        let more = format!("{} more (--limit 0 for all)", thousands(rest as u64));
        writeln!(out, "{}", terminal.dim(more))?;
    }
    Ok(())
}

fn table_cells(row: &Count, counts: &Counts) -> TableRow {
    let decided = row.wins.black + row.wins.white;
    let won = match &row.own {
        Some(own) => {
            vec![thousands(own.won), thousands(own.lost), percent(own.won, own.won + own.lost, 1)]
        }
        None => vec![percent(row.wins.black, decided, 1)],
    };
    let share = percent(row.games, counts.total, 1);
    let cells = [name_of(row), thousands(row.games), share];
    TableRow::from(cells.into_iter().chain(won))
}

/// A bar of at most `columns` columns, in steps of an eighth where the terminal can draw them.
fn bar_of(games: u64, largest: u64, columns: usize, unicode: bool) -> String {
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
        assert_eq!(bar_of(8, 8, 3, true), "███");
        assert_eq!(bar_of(4, 8, 3, true), "█▌");
        assert_eq!(bar_of(1, 1000, 3, true), "▏");
        assert_eq!(bar_of(0, 1000, 3, true), "");
        assert_eq!(bar_of(4, 8, 3, false), "##");
    }
}
