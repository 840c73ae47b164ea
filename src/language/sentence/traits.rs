//! Words for properties that games have or lack: `with engine analysis`, `without any tag`.

use crate::ast::{Clause, FieldValue, NodeKind, QueryNode};
use crate::fields::Field;
use kifu_messages::{Message, say};

/// Words for a property of games that a part of a query requires or excludes: `with engine analysis`, `without any
/// tag`. `None` for a part of any other kind.
pub(super) fn game_trait(part: &QueryNode) -> Option<Message> {
    let (clause, is_required) = match &part.kind {
        NodeKind::Clause(clause) => (clause, true),
        NodeKind::Not(inner) => match &inner.kind {
            NodeKind::Clause(clause) => (clause, false),
            _ => return None,
        },
        _ => return None,
    };
    let [_, with, without] = trait_messages(clause)?;
    let id = if is_required { with } else { without };
    let text = match &clause.field {
        Field::Raw(name) => say!(id, name = name.as_str()),
        _ => say!(id),
    };
    Some(text.with_span(&clause.value_span))
}

/// Ids of the three messages for a property that a clause requires of games: the property itself, games with it and
/// games without it.
pub(super) fn trait_messages(clause: &Clause) -> Option<[&'static str; 3]> {
    let is_any = clause.value == FieldValue::Any;
    let text = || clause.value.text().map(str::to_lowercase);
    Some(match &clause.field {
        Field::Tag if is_any => ["sentence-what-tag", "sentence-with-tag", "sentence-without-tag"],
        Field::Note if is_any => {
            ["sentence-what-note", "sentence-with-note", "sentence-without-note"]
        }
        Field::Comment | Field::Lang if is_any => COMMENTS,
        Field::Engine if is_any => ANALYSIS,
        Field::Raw(_) if is_any => {
            ["sentence-the-property", "sentence-with-property", "sentence-without-property"]
        }
        Field::Is if text()? == "dup" => {
            ["sentence-what-copies", "sentence-with-copies", "sentence-without-copies"]
        }
        Field::Has => match text()?.trim_end_matches('s') {
            "comment" => COMMENTS,
            "variation" => [
                "sentence-what-variations",
                "sentence-with-variations",
                "sentence-without-variations",
            ],
            "setup" => ["sentence-what-setup", "sentence-with-setup", "sentence-without-setup"],
            "result" => ["sentence-what-result", "sentence-with-result", "sentence-without-result"],
            "date" => ["sentence-what-date", "sentence-with-date", "sentence-without-date"],
            "year" => ["sentence-what-year", "sentence-with-year", "sentence-without-year"],
            "error" => ["sentence-what-errors", "sentence-with-errors", "sentence-without-errors"],
            "handicap" => {
                ["sentence-what-handicap", "sentence-with-handicap", "sentence-without-handicap"]
            }
            "analysi" => ANALYSIS,
            _ => return None,
        },
        _ => return None,
    })
}

/// Messages for properties that more than one clause can require: comments, and engine analysis.
const COMMENTS: [&str; 3] =
    ["sentence-what-comments", "sentence-with-comments", "sentence-without-comments"];
const ANALYSIS: [&str; 3] =
    ["sentence-what-analysis", "sentence-with-analysis", "sentence-without-analysis"];
