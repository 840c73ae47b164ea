//! How a query was understood, in words; and what to change when nothing fits.

use super::format::{counted, thousands};
use super::json;
use super::planned::{self, plan};
use super::search::write_error;
use super::stderr::note;
use super::terminal::Terminal;
use crate::error::Result;
use crate::index::Index;
use crate::query::explain::{Part, parts};
use crate::query::fields::Field;
use crate::query::near::unknown_names;
use crate::query::search::{count, without_one};
use crate::query::sentence::sentence;
use crate::query::{Node, NodeKind, Op, Query, Value};
use crate::record::result::GameResult;
use crate::text::display::{clean, width};
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// One line over the hits: the query in English, with the number of games; and what the asker may have meant instead.
pub fn restate(
    out: &mut dyn Write,
    index: &Index,
    query: &Query,
    total: u64,
    terminal: &Terminal,
) -> Result<()> {
    let mut line = format!("{}: {}", clean(&sentence(query)), thousands(total));
    if let Some(hint) = winner_hint(index, query)? {
        line.push_str(". ");
        line.push_str(&hint);
    }
    // The words stand back, in as many lines as they need.
    for line in wrapped(&line, terminal.width) {
        writeln!(out, "{}", terminal.dim(line)).map_err(write_error)?;
    }
    Ok(())
}

/// A text in lines of so many columns, broken at spaces.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() || width(line) + 1 + width(word) <= columns {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// `player:Lee result:W+` are games of a Lee that White won; whoever asks for the games that the Lee won is told how.
fn winner_hint(index: &Index, query: &Query) -> Result<Option<String>> {
    let Some(Node {
        kind: NodeKind::And(clauses),
        span,
    }) = &query.root
    else {
        return Ok(None);
    };
    let mut player = None;
    let mut won = None;
    for (i, node) in clauses.iter().enumerate() {
        let NodeKind::Clause(clause) = &node.kind else {
            continue;
        };
        match (&clause.field, clause.op, &clause.value) {
            (Field::Player, Op::Has, Value::Bare(_) | Value::Quoted(_)) if player.is_none() => {
                player = Some((i, clause));
            }
            (Field::Player | Field::Vs, ..) => return Ok(None),
            (Field::Result, Op::Has, Value::Bare(text)) => match GameResult::parse(text) {
                Some(GameResult::Win { winner, .. }) => won = Some(winner),
                _ => return Ok(None),
            },
            _ => {}
        }
    }
    let (Some((i, clause)), Some(winner)) = (player, won) else {
        return Ok(None);
    };
    let mut rest = clauses.clone();
    let mut winning = clause.clone();
    winning.field = Field::Winner;
    let shown = winning.to_string();
    if let Some(node) = rest.get_mut(i) {
        node.kind = NodeKind::Clause(winning);
    }
    let query = Query {
        root: Some(Node::new(NodeKind::And(rest), span.clone())),
    };
    let Ok(plan) = plan(index, &query) else {
        return Ok(None);
    };
    let games = thousands(count(index, &plan)?);
    let color = match winner {
        crate::game::Color::Black => "Black",
        crate::game::Color::White => "White",
    };
    let name = clause.value.text().unwrap_or_default();
    Ok(Some(format!(
        "{} was {color} in {games}: {shown}",
        clean(name)
    )))
}

/// For people who found nothing: which clause to leave out.
pub fn nothing_found(index: &Index, query: &Query) -> Result<()> {
    let total = index.header().totals.game_count();
    note!("No game among {} fits.", thousands(total));
    note!("  asked for: {}", clean(&sentence(query)));
    for (clause, count) in without_one(index, query, Some(&planned::read))
        .iter()
        .take(3)
    {
        note!(
            "  without {}: {}",
            clean(clause),
            counted(*count, "game", "games")
        );
    }
    for unknown in unknown_names(index, query)? {
        let near = unknown.near.iter().map(|(name, games)| {
            let games = counted(*games, "game", "games");
            format!("{} ({games})", clean(name))
        });
        let near = near.collect::<Vec<_>>().join(", ");
        if !near.is_empty() {
            note!(
                "  no player is called {}; near it: {near}",
                clean(&unknown.name)
            );
        }
    }
    Ok(())
}

/// What the query is, part by part. Tells whether a game fits.
pub fn explain(
    out: &mut dyn Write,
    index: &Index,
    query: &Query,
    as_json: bool,
    terminal: &Terminal,
) -> Result<bool> {
    let parts = parts(index, query, Some(&planned::read))?;
    let found = parts.first().is_some_and(|part| part.games > 0);
    let written = match as_json {
        true => json::write_line(out, &explain_json(query, &parts)),
        false => print_parts(out, query, &parts, terminal),
    };
    written.map_err(write_error)?;
    Ok(found)
}

fn explain_json(query: &Query, parts: &[Part]) -> serde_json::Value {
    let parts = parts.iter().map(|part| {
        json!({
            "depth": part.depth,
            "query": part.query,
            "games": part.games,
            "microseconds": part.time.as_micros() as u64,
            "way": part.way,
        })
    });
    json!({
        "v": 1,
        "query": query.to_string(),
        "sentence": sentence(query),
        "parts": parts.collect::<Vec<_>>(),
    })
}

fn print_parts(
    out: &mut dyn Write,
    query: &Query,
    parts: &[Part],
    terminal: &Terminal,
) -> std::io::Result<()> {
    let canonical = query.to_string();
    if !canonical.is_empty() {
        writeln!(out, "{}", terminal.bold(clean(&canonical)))?;
    }
    for line in wrapped(&format!("{}.", clean(&sentence(query))), terminal.width) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let indented = |part: &Part| format!("{:1$}{2}", "", 2 * part.depth, clean(&part.query));
    let longest = parts.iter().map(|part| width(&indented(part))).max();
    // Games, time and a bit of the way stand on the right.
    let column = longest
        .unwrap_or(0)
        .clamp(5, terminal.width.saturating_sub(48).max(20));
    let heading = format!(
        "{:<column$}  {:>9}  {:>8}  answered by",
        "part", "games", "time"
    );
    writeln!(out, "{}", terminal.dim(heading))?;
    for part in parts {
        let name = crate::text::display::fit(&indented(part), column);
        let left = format!(
            "{name}  {:>9}  {:>8}  ",
            thousands(part.games),
            milliseconds(part.time)
        );
        let room = terminal.width.saturating_sub(width(&left));
        let way = match terminal.is_terminal {
            true => crate::text::display::truncate(part.way, room.max(8)).into(),
            false => part.way.to_owned(),
        };
        writeln!(out, "{left}{}", terminal.dim(way))?;
    }
    Ok(())
}

/// `0.04 ms`, `12 ms`.
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
    fn lines_are_broken_at_spaces() {
        assert_eq!(wrapped("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrapped("囲碁 囲碁", 8), ["囲碁", "囲碁"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(milliseconds(Duration::from_micros(40)), "0.04 ms");
        assert_eq!(milliseconds(Duration::from_micros(12_400)), "12 ms");
    }
}
