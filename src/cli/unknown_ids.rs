//! Finds ids in a query that no game has, if the query names several ids.

use super::stderr::note;
use kifu_engine::request::{CountGames, Search};
use kifu_engine::{AskOptions, Engine, Result};
use kifu_language::fields::Field;
use kifu_language::{FieldValue, NodeKind, QueryNode, parse};
use kifu_record::text::display::clean;

/// Maximum number of ids of one query that are looked up.
const MAX_IDS: usize = 1000;

/// Returns the ids of a query that no game has, if the query names several. A query with an error has none, since the
/// error itself is reported.
pub(crate) fn unknown_ids(engine: &Engine, query: &str) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    if let Ok(query) = parse(query) {
        query.parts().iter().for_each(|part| add_ids(part, &mut ids));
    }
    if ids.len() < 2 {
        return Ok(Vec::new());
    }
    let mut unknown = Vec::new();
    for id in ids {
        let search = Search::new(format!("id:{id}"));
        // Text that cannot be an id is an error, which the search itself reports.
        let games = engine.answer(&CountGames(search), &AskOptions::default());
        if games.is_ok_and(|games| games.answer == 0) {
            unknown.push(id);
        }
    }
    Ok(unknown)
}

/// Prints a note for each id of a query that no game has, if the query names several.
pub(crate) fn note_unknown_ids(engine: &Engine, query: &str) -> Result<()> {
    for id in unknown_ids(engine, query)? {
        note!("note: no game has the id {}", clean(&id));
    }
    Ok(())
}

/// Collects the ids that a part of a query requires; ids that it excludes are not collected.
fn add_ids(node: &QueryNode, ids: &mut Vec<String>) {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().for_each(|part| add_ids(part, ids));
        }
        NodeKind::Clause(clause) if clause.field == Field::Id => match &clause.value {
            FieldValue::Group(inner) => add_values(inner, ids),
            value => add_value(value, ids),
        },
        _ => {}
    }
}

/// Collects the ids in the parentheses of `id:( … )`.
fn add_values(node: &QueryNode, ids: &mut Vec<String>) {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().for_each(|part| add_values(part, ids));
        }
        NodeKind::Text(value) => add_value(value, ids),
        _ => {}
    }
}

fn add_value(value: &FieldValue, ids: &mut Vec<String>) {
    if let FieldValue::Bare(id) | FieldValue::Quoted(id) = value
        && ids.len() < MAX_IDS
        && !ids.contains(id)
    {
        ids.push(id.clone());
    }
}
