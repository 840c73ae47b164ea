//! `kifu-index stats`.

use super::args::StatsArgs;
use super::format::{column_text, thousands};
use super::json;
use super::outcomes::{self, headline, percent};
use super::planned::plan;
use super::search::{Failure, limit, write_error};
use super::terminal::Terminal;
use super::understanding;
use crate::error::{Error, ErrorKind};
use crate::index::Index;
use crate::query::fields::nearest;
use crate::query::stats::{Counts, FACETS, Facet, FacetRow, count_by};
use crate::query::{join_arguments, parse};
use crate::text::display::{clean, fit, width};
use serde_json::{Map, Value, json};
use std::io::Write;

/// What is counted when nobody says what, and how many values of each are listed.
const OVERVIEW: [(&str, usize); 6] = [
    ("decade", usize::MAX),
    ("how", usize::MAX),
    ("player", 10),
    ("event", 10),
    ("opening", 10),
    ("size", 5),
];

/// Values of one facet that a terminal lists.
const LISTED: usize = 40;

/// Runs the command; tells whether there were games.
pub fn run(args: &StatsArgs, index: &Index, out: &mut dyn Write) -> Result<bool, Failure> {
    let text = join_arguments(&args.query);
    let failed = |error| Failure::Query(error, text.clone());
    let query = parse(&text).map_err(failed)?;
    let plan = plan(index, &query).map_err(failed)?;
    let terminal = Terminal::stdout();
    let tables = tables(args, &terminal)?;
    let mut total = 0;
    for (i, (name, facet, most)) in tables.iter().enumerate() {
        let counts = count_by(index, &plan, *facet)?;
        total = counts.total.games;
        if i == 0 && terminal.is_terminal && !args.json && total > 0 {
            understanding::restate(out, index, &query, total, &terminal)?;
            let share = |part| format!(" ({})", percent(part, total, 1));
            writeln!(out, "{}", headline(&counts.total, share)).map_err(write_error)?;
        }
        let written = match (args.json, terminal.is_terminal) {
            (true, _) => print_json(out, name, &counts, *most),
            (false, true) => print_table(out, name, &counts, *most, &terminal),
            (false, false) => print_lines(out, name, &counts, *most),
        };
        written.map_err(write_error)?;
    }
    if total == 0 {
        understanding::nothing_found(index, &query)?;
    }
    Ok(total > 0)
}

/// The facets that are asked for, with the number of values to list.
fn tables(
    args: &StatsArgs,
    terminal: &Terminal,
) -> Result<Vec<(&'static str, Facet, usize)>, Failure> {
    let known = |name: &str| {
        FACETS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
    };
    if args.by.is_empty() {
        let tables = OVERVIEW.iter().filter_map(|(name, most)| {
            let (name, facet) = known(name)?;
            let most = args.limit.map_or(*most, |_| limit(args.limit, terminal));
            Some((*name, *facet, most))
        });
        return Ok(tables.collect());
    }
    let tables = args.by.iter().map(|name| {
        let (name, facet) = known(name).ok_or_else(|| unknown(name))?;
        let most = match args.limit {
            None if terminal.is_terminal && !facet.is_ordered() => LISTED,
            None => usize::MAX,
            Some(_) => limit(args.limit, terminal),
        };
        Ok((*name, *facet, most))
    });
    tables.collect()
}

fn unknown(name: &str) -> Failure {
    let names = FACETS.iter().map(|(name, _)| *name);
    let list = names.clone().collect::<Vec<_>>().join(", ");
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`? ({list})"),
        None => format!("write one of {list}"),
    };
    Error::new(
        ErrorKind::Query,
        format!("games are not counted by `{name}`"),
    )
    .help(help)
    .into()
}

/// What games without a value are called.
const WITHOUT: &str = "(none)";

fn name_of(row: &FacetRow) -> String {
    row.value
        .as_deref()
        .map_or(WITHOUT.into(), |value| clean(value).into_owned())
}

fn print_json(
    out: &mut dyn Write,
    name: &str,
    counts: &Counts,
    most: usize,
) -> std::io::Result<()> {
    let object = |row: &FacetRow| {
        let mut object = Map::new();
        object.insert("value".into(), json!(row.value));
        object.insert("games".into(), json!(row.outcomes.games));
        outcomes::add_to(&mut object, &row.outcomes);
        Value::Object(object)
    };
    let rows: Vec<_> = counts.rows.iter().take(most).map(object).collect();
    let object = json!({
        "v": 1,
        "by": name,
        "total": counts.total.games,
        "values": counts.rows.len(),
        "rows": rows,
    });
    json::write_line(out, &object)
}

/// Facet, value (empty for the games without one), games, won by Black, by White, drawn, unknown.
fn print_lines(
    out: &mut dyn Write,
    name: &str,
    counts: &Counts,
    most: usize,
) -> std::io::Result<()> {
    for row in counts.rows.iter().take(most) {
        let value = column_text(row.value.as_deref().unwrap_or_default());
        writeln!(out, "{name}\t{value}\t{}", outcomes::columns(&row.outcomes))?;
    }
    Ok(())
}

/// The narrowest and the widest column of values.
const VALUES: (usize, usize) = (8, 32);
/// The columns on the right of the values but for the bars.
const NUMBERS: usize = 30;
/// Longer bars say no more.
const LONGEST_BAR: usize = 60;

fn print_table(
    out: &mut dyn Write,
    name: &str,
    counts: &Counts,
    most: usize,
    terminal: &Terminal,
) -> std::io::Result<()> {
    let rows: Vec<&FacetRow> = counts.rows.iter().take(most).collect();
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
    let largest = rows.iter().map(|row| row.outcomes.games).max().unwrap_or(1);
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
        let outcomes = row.outcomes;
        let decided = outcomes.black + outcomes.white;
        let line = format!(
            "{}  {:>9}  {:>6}  {:>6}  ",
            fit(&name_of(row), column),
            thousands(outcomes.games),
            percent(outcomes.games, counts.total.games, 1),
            percent(outcomes.black, decided, 1),
        );
        let bar = bar_of(outcomes.games, largest, bar, terminal.unicode);
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

/// A bar of at most so many columns, in eighths of one where the terminal can draw them.
fn bar_of(games: u64, largest: u64, columns: usize, unicode: bool) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (8 * columns as u64 * games).div_ceil(largest.max(1)) as usize;
    match unicode {
        true => format!(
            "{}{}",
            "█".repeat(eighths / 8),
            EIGHTHS.get(eighths % 8).copied().unwrap_or_default()
        ),
        false => "#".repeat(eighths.div_ceil(8)),
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
