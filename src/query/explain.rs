//! Explains a query: its parts, how many games each finds, how the index answers it and how long that takes.

use super::search::{count, plan_with};
use kifu_archive::error::Result;
use kifu_language::fields::{Field, ValueType};
use kifu_language::files::QueryFiles;
use kifu_language::order::split_settings;
use kifu_language::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use kifu_store::index::Index;
use serde::{Serialize, Serializer};
use std::time::{Duration, Instant};

/// One part of an explained query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplainedPart {
    /// Nesting depth; 0 for the whole query.
    pub depth: usize,
    /// The part of the query, written as a query of its own.
    pub query: String,
    /// Number of games that the part finds by itself.
    pub games: u64,
    /// Time that counting these games took.
    #[serde(rename = "microseconds", serialize_with = "microseconds")]
    pub time: Duration,
    /// Description of how the index answers the part.
    pub way: &'static str,
}

fn microseconds<S: Serializer>(
    time: &Duration,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_micros() as u64)
}

/// Maximum number of parts that are counted, since each is a query of its own. The list of a longer query is cut.
const MAX_PARTS: usize = 64;

/// Explains the parts of a query, each before the parts inside it.
pub fn parts(
    index: &Index,
    query: &Query,
    files: Option<QueryFiles>,
) -> Result<Vec<ExplainedPart>> {
    let mut parts = Explainer { index, files, parts: Vec::new() };
    let rest = split_settings(query).map_or_else(|_| query.clone(), |(rest, _)| rest);
    let all = || QueryNode::new(NodeKind::And(Vec::new()), 0..0);
    parts.add(&rest.root.unwrap_or_else(all), 0)?;
    Ok(parts.parts)
}

/// The parts explained so far, and what is needed to count more.
struct Explainer<'i> {
    index: &'i Index,
    files: Option<QueryFiles<'i>>,
    parts: Vec<ExplainedPart>,
}

impl Explainer<'_> {
    fn add(&mut self, node: &QueryNode, depth: usize) -> Result<()> {
        if self.parts.len() >= MAX_PARTS || self.index.budget().poll_exhausted() {
            return Ok(());
        }
        let is_all = matches!(&node.kind, NodeKind::And(inner) if inner.is_empty());
        let part_query = Query { root: (!is_all).then(|| node.clone()) };
        let begin = Instant::now();
        // A part such as `next:` has a meaning only together with other parts, so it gets no number of games of its
        // own; it is counted with the parts beside it.
        if let Ok(plan) = plan_with(self.index, &part_query, self.files) {
            self.parts.push(ExplainedPart {
                depth,
                query: node.to_string(),
                games: count(self.index, &plan)?,
                time: begin.elapsed(),
                way: describe_node(node),
            });
        }
        match &node.kind {
            NodeKind::And(inner) | NodeKind::Or(inner) => {
                inner.iter().try_for_each(|part| self.add(part, depth + 1))
            }
            NodeKind::Not(inner) => self.add(inner, depth + 1),
            NodeKind::Clause(Clause {
                field: Field::CopyOf,
                value: FieldValue::Group(inner),
                ..
            }) => self.add(inner, depth + 1),
            NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => Ok(()),
        }
    }
}

/// Describes how the index answers a part.
fn describe_node(node: &QueryNode) -> &'static str {
    match &node.kind {
        NodeKind::And(parts) if parts.is_empty() => "all games",
        NodeKind::And(_) => "games that all of its parts find",
        NodeKind::Or(_) => "games that any of its parts finds",
        NodeKind::Not(_) => "all games except those that its part finds",
        NodeKind::Text(_) => {
            "looked up in the lists of words: names, event, place, title, opening, comments"
        }
        NodeKind::Sequence(parts)
            if parts.iter().any(|part| part.clause().field == Field::Pattern) =>
        {
            "replayed the games that have each of the positions"
        }
        NodeKind::Sequence(_) => {
            "each position looked up in the table of positions, then their order compared"
        }
        NodeKind::Clause(clause) => describe_clause(clause),
    }
}

fn describe_clause(clause: &Clause) -> &'static str {
    match (clause.field.value_type(), &clause.value, clause.op) {
        _ if clause.field.is_engine_eval() => "read from the engine analysis of the games",
        _ if clause.field == Field::Joseki => {
            "found on the boards of the games, as patterns of a corner"
        }
        _ if clause.field.is_book() => "found by following the games in your book",
        _ if clause.field == Field::Saved => "games that the saved query finds",
        _ if clause.field.is_user_data() => {
            "your tags, stars and notes, matched to games by their content"
        }
        (_, FieldValue::Any, _) => "looked up in the list of games that have a value",
        (ValueType::Name | ValueType::Text, FieldValue::Prefix(_) | FieldValue::Fuzzy(_), _) => {
            "looked up in the dictionary of words, then in the lists of these words"
        }
        (ValueType::Name | ValueType::Text, FieldValue::Quoted(_), Op::Has) => {
            "looked up in the lists of words with their positions in the text"
        }
        (ValueType::Name, _, Op::Eq) => "looked up as a whole name",
        (ValueType::Text, _, Op::Eq) if clause.field == Field::Opening => {
            "read from the column of openings"
        }
        (ValueType::Text, _, Op::Eq) if compares_statistics_value(&clause.field) => {
            "read from a column of whole values"
        }
        (ValueType::Name | ValueType::Text, ..) => "looked up in the lists of words",
        (ValueType::Date | ValueType::Number | ValueType::Rank | ValueType::Size, ..) => {
            "read from a column of numbers"
        }
        (ValueType::Raw, _, Op::Has) => {
            "looked up in the lists of words, then compared with the games' properties"
        }
        (ValueType::Raw, ..) => {
            "looked up as a whole value, or compared with the games' properties"
        }
        (ValueType::File, ..) => "compared with the paths of all files in the index",
        (ValueType::Board, ..) => {
            "looked up in the table of positions; uncertain games are replayed"
        }
        (ValueType::Query, ..) => "groups of copies of the games that the query finds",
        (ValueType::Is, ..) => "looked up in the list of games with this trait",
        (ValueType::Result | ValueType::Keyword | ValueType::Has | ValueType::Sort, ..) => {
            "looked up as a keyword"
        }
    }
}

/// True if `=` on this field compares with the whole value, as the statistics do when they count games by value.
fn compares_statistics_value(field: &Field) -> bool {
    matches!(field, Field::Place | Field::Annotator | Field::Country | Field::Rules)
}
