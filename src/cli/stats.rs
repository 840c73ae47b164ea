//! `kifu-index stats`.

use super::args::StatsArgs;
use super::output::{Printed, limit, write_error};
use super::target;
use super::terminal::Terminal;
use super::understanding;
use crate::engine::request::{Search, Stats};
use crate::engine::stats::{Count, Counts};
use crate::engine::words::{column_text, columns, headline, percent, thousands};
use crate::engine::{Engine, Result, Within, json};
use crate::error::Error;
use crate::text::display::{clean, fit, width};
use std::io::Write;

/// The number of values listed in each table of the overview.
const OVERVIEW: usize = 10;
/// The number of board sizes listed in the overview.
const SIZES: usize = 5;
/// The number of values that a terminal lists for one facet.
const LISTED: usize = 40;

/// Runs the command and returns whether there were games.
pub fn run(args: &StatsArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = Terminal::stdout();
    let request = Stats {
        query: target::query(&args.query)?,
        by: args.by.clone(),
        unique: args.unique,
    };
    let search = Search {
        unique: request.unique,
        ..Search::new(request.query.clone())
    };
    let mut first = true;
    let mut printed = Printed::default();
    let total = engine.stats(&request, &Within::default(), &mut |counts| {
        let restated = std::mem::take(&mut first) && terminal.is_terminal && !args.json;
        let mut print = || -> Result<()> {
            if restated && counts.total > 0 {
                understanding::restate(out, engine, &search, counts.total, &terminal)?;
                let share = |part| format!(" ({})", percent(part, counts.total, 1));
                let line = headline(&counts.outcomes, share);
                writeln!(out, "{line}").map_err(write_error)?;
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
        let mut counts = counts.clone();
        counts.rows.truncate(most);
        json::write_line(out, &counts)
    } else if terminal.is_terminal {
        print_table(out, counts, most, terminal)
    } else {
        print_lines(out, counts, most)
    }
}

/// The number of values to list.
fn most(args: &StatsArgs, counts: &Counts, terminal: &Terminal) -> usize {
    match args.limit {
        Some(_) => limit(args.limit, terminal).unwrap_or(usize::MAX),
        None if args.by.is_empty() => match counts.by {
            "decade" | "how" => usize::MAX,
            "size" => SIZES,
            _ => OVERVIEW,
        },
        None if terminal.is_terminal && !counts.is_ordered => LISTED,
        None => usize::MAX,
    }
}

/// The label for games without a value.
const WITHOUT: &str = "(none)";

fn name_of(row: &Count) -> String {
    row.value
        .as_deref()
        .map_or(WITHOUT.into(), |value| clean(value).into_owned())
}

/// Facet, value (empty for the games without one), games, won by Black, by White, drawn, unknown.
fn print_lines(out: &mut dyn Write, counts: &Counts, most: usize) -> std::io::Result<()> {
    for row in counts.rows.iter().take(most) {
        let value = column_text(row.value.as_deref().unwrap_or_default());
        let outcomes = row.wins.outcomes(row.games);
        writeln!(out, "{}\t{value}\t{}", counts.by, columns(&outcomes))?;
    }
    Ok(())
}

/// The narrowest and the widest column of values.
const VALUES: (usize, usize) = (8, 32);
/// The columns to the right of the values, without the bars.
const NUMBERS: usize = 30;
/// Longer bars show no more.
const LONGEST_BAR: usize = 60;

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
    let widest = rows
        .iter()
        .map(|row| width(&name_of(row)))
        .max()
        .unwrap_or(0);
    let most_wide = VALUES
        .1
        .min(terminal.width.saturating_sub(NUMBERS + 10).max(VALUES.0));
    let column = widest.max(name.len()).clamp(VALUES.0, most_wide);
    let bar = terminal
        .width
        .saturating_sub(column + NUMBERS)
        .min(LONGEST_BAR);
    let largest = rows.iter().map(|row| row.games).max().unwrap_or(1);
    writeln!(out)?;
    let heading = format!(
        "{}  {:>9}  {:>6}  {:>6}",
        fit(name, column),
        "games",
        "share",
        "B won"
    );
    writeln!(out, "{}", terminal.dim(heading))?;
    for row in &rows {
        let decided = row.wins.black + row.wins.white;
        let line = format!(
            "{}  {:>9}  {:>6}  {:>6}  ",
            fit(&name_of(row), column),
            thousands(row.games),
            percent(row.games, counts.total, 1),
            percent(row.wins.black, decided, 1),
        );
        let bar = bar_of(row.games, largest, bar, terminal.unicode);
        writeln!(
            out,
            "{}",
            format!("{line}{}", terminal.cyan(bar)).trim_end()
        )?;
    }
    let rest = counts.rows.len().saturating_sub(rows.len());
    if rest > 0 {
        let more = format!("{} more (--limit 0 for all)", thousands(rest as u64));
        writeln!(out, "{}", terminal.dim(more))?;
    }
    Ok(())
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
