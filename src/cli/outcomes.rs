//! How games ended, as commands tell it.

use super::format::{counted, thousands};
use crate::query::outcomes::Outcomes;
use serde_json::{Map, Value, json};

/// Adds who won how many games to an object.
pub fn add_to(object: &mut Map<String, Value>, outcomes: &Outcomes) {
    let Outcomes {
        games: _,
        black,
        white,
        draws,
        unknown,
    } = outcomes;
    object.insert("black".into(), json!(black));
    object.insert("white".into(), json!(white));
    object.insert("draws".into(), json!(draws));
    object.insert("unknown".into(), json!(unknown));
}

/// Columns for programs: games, won by Black, by White, drawn, unknown.
pub fn columns(outcomes: &Outcomes) -> String {
    let Outcomes {
        games,
        black,
        white,
        draws,
        unknown,
    } = outcomes;
    format!("{games}\t{black}\t{white}\t{draws}\t{unknown}")
}

/// `3 games: Black won 2, White 1`; `share` adds to a number what it is of all.
pub fn headline(outcomes: &Outcomes, share: impl Fn(u64) -> String) -> String {
    let mut line = format!(
        "{}: Black won {}{}, White {}{}",
        counted(outcomes.games, "game", "games"),
        thousands(outcomes.black),
        share(outcomes.black),
        thousands(outcomes.white),
        share(outcomes.white)
    );
    for (number, word) in [(outcomes.draws, "drawn"), (outcomes.unknown, "unknown")] {
        if number > 0 {
            line.push_str(&format!(", {} {word}", thousands(number)));
        }
    }
    line
}

/// `62.5%` with this many digits behind the point; nothing of nothing.
pub fn percent(part: u64, whole: u64, digits: usize) -> String {
    match whole {
        0 => String::new(),
        _ => format!("{:.digits$}%", 100.0 * part as f64 / whole as f64),
    }
}
