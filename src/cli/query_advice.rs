//! Prints how a query was understood, and what to change if nothing matches.

use super::output::write_error;
use super::stderr::note;
use super::styles;
use super::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::advice::Advice;
use kifu_engine::advice::{ExplainedPart, Explanation, ProposedQuery, WinnerAdvice};
use kifu_engine::last_common_position::LastCommonPosition;
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::request::Advise;
use kifu_engine::request::Search;
use kifu_engine::{AskOptions, Engine, Result};
use kifu_record::text::display::clean;
use std::io::Write;
use std::time::Duration;

/// Prints one line above the hits: the query in English with the number of games, and what the user may have meant
/// instead.
pub(crate) fn print_sentence(
    out: &mut dyn Write,
    engine: &Engine,
    request: &Search,
    total: u64,
    terminal: &Terminal,
) -> Result<()> {
    let advice = advice(engine, request, true)?;
    let line = format!("{}: {}", clean(&advice.sentence.to_string()), format_thousands(total));
    let hints =
        advice.winner.iter().map(winner_hint).chain(advice.proposals.iter().map(proposal_in_words));
    let line = [line].into_iter().chain(hints).collect::<Vec<_>>().join(". ");
    Ok(terminal.print(out, styles::DIM, &line).map_err(write_error)?)
}

/// Suggests `winner:` for a query with a player and a winning colour: `Lee was White in 372: winner:Lee`.
fn winner_hint(winner: &WinnerAdvice) -> String {
    let (name, color) = (clean(&winner.name), winner.color.name());
    let games = format_thousands(winner.games);
    format!("{name} was {color} in {games}: {}", winner.clause)
}

/// Suggests another query: `date:1990 Honinbo finds 7`.
fn proposal_in_words(proposed: &ProposedQuery) -> String {
    format!("{} finds {}", clean(&proposed.query), format_thousands(proposed.games))
}

fn advice(engine: &Engine, request: &Search, has_hits: bool) -> Result<Advice> {
    let search = request.clone();
    let reply = engine.answer(&Advise { of: search, found: has_hits }, &AskOptions::default())?;
    Ok(reply.answer)
}

/// Explains an empty result: how the query was understood, and which clause to drop.
pub(crate) fn explain_no_hits(engine: &Engine, request: &Search) -> Result<()> {
    let advice = advice(engine, request, false)?;
    note!("No game among {} fits.", format_thousands(advice.games));
    note!("  understood: {}", clean(&advice.sentence.to_string()));
    for proposed in &advice.proposals {
        note!("  {}", proposal_in_words(proposed));
    }
    for (clause, games) in advice.without.iter().take(3) {
        let games = counted(*games, "game", "games");
        note!("  without {}: {games}", clean(clause));
    }
    if let Some(earlier) = &advice.earlier {
        note!("  {}", earlier_in_words(earlier));
    }
    for unknown in &advice.unknown {
        let near = unknown
            .near
            .iter()
            .map(|(name, games)| {
                let games = counted(*games, "game", "games");
                format!("{} ({games})", clean(name))
            })
            .collect::<Vec<_>>()
            .join(", ");
        if !near.is_empty() {
            let (field, name) = (unknown.field, clean(&unknown.name));
            note!("  no {field} is called {name}; similar names: {near}");
        }
    }
    Ok(())
}

/// Says where games left the moves to a position that none has: `12 games reach the position 3 moves earlier, after 7
/// of the 10`.
pub(crate) fn earlier_in_words(earlier: &LastCommonPosition) -> String {
    let reach = counted(earlier.games, "game reaches", "games reach");
    let place = match earlier.moves {
        0 => String::new(),
        moves => format!(", after {moves} of the {}", earlier.of),
    };
    let missing_moves = earlier.of.saturating_sub(earlier.moves) as u64;
    if missing_moves == 0 {
        return format!("{reach} the position without the conditions on the hit");
    }
    let before = match missing_moves {
        1 => "one move".to_owned(),
        before => counted(before, "move", "moves"),
    };
    format!("{reach} the position {before} earlier{place}")
}

/// Prints each part of a query with the number of games that it finds and the time that this took.
pub(crate) fn explain(
    out: &mut dyn Write,
    explanation: &Explanation,
    terminal: &Terminal,
) -> std::io::Result<()> {
    let Explanation { query, sentence, parts, .. } = explanation;
    if !query.is_empty() {
        writeln!(out, "{}", terminal.bold(clean(query)))?;
    }
    terminal.print(out, styles::PLAIN, &format!("{}.", clean(&sentence.to_string())))?;
    writeln!(out)?;
    let row = |part: &ExplainedPart| {
        TableRow::from([
            format!("{:1$}{2}", "", 2 * part.depth, clean(&part.query)),
            format_thousands(part.games),
            milliseconds(part.time),
            part.way.to_owned(),
        ])
    };
    // The columns with games and times, and the least width of the last column (how a part is answered), take 48
    // columns of the terminal. The text of the query gets what is left.
    let max_width = terminal.width.saturating_sub(48).max(20);
    let way = TableColumn::left("answered by").with_min_width(8);
    let table = Table {
        columns: vec![
            TableColumn::left("part").with_widths(5, max_width),
            TableColumn::right("games").with_min_width(9),
            TableColumn::right("time").with_min_width(8),
            if terminal.is_terminal { way.taking_rest() } else { way.uncut() },
        ],
        rows: parts.iter().map(row).collect(),
    };
    let table_style = terminal.table_style().with_cell_style(|cell| match cell.column {
        3 => terminal.dim(cell.text),
        _ => cell.text.to_owned(),
    });
    table.print(out, &table_style)
}

/// Formats a time in milliseconds: `0.04 ms`, `12 ms`.
fn milliseconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    match ms {
        ..10.0 => format!("{ms:.2} ms"),
        _ => format!("{ms:.0} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(milliseconds(Duration::from_micros(40)), "0.04 ms");
        assert_eq!(milliseconds(Duration::from_micros(12_400)), "12 ms");
    }
}
