//! Links games with the user's tags, stars and notes. Index and user's file both identify a game by a key of its
//! content, so the marks stay with the game when the index is built again.

use super::Sink;
use super::failure::{Failure, Result};
use super::parsed::check_syntax;
use super::question::Ask;
use super::request::{CountMarks, FindContents, GamesWithContents};
use super::row::GameRow;
use super::search::PreparedQuery;
use super::snapshot::Snapshot;
use kifu_language::ast::write_field_value;
use kifu_language::fields::Field;
use kifu_language::tokens::{QueryTokenKind, tokens};
use kifu_language::{Clause, FieldValue, NodeKind, Query, QueryNode, parse};
use kifu_query::content_keys::{content_keys_of, first_games_with, for_each_game};
use kifu_query::hits::load;
use kifu_query::plan::saved::check_saved;
pub use kifu_store::index::content::content_key;
pub use kifu_store::userdata::marks::{
    ExpansionLimits, GameMarks, MarkSource, Marks, key_text, parse_name, parse_tag,
};
use std::collections::HashMap;

/// Content keys of some games. A content key is a hash of the start position and the moves of a game.
#[derive(Clone, Debug, Default)]
pub struct ContentsFound {
    /// Number of games that were found, each copy counted.
    pub games: u64,
    /// Content keys in ascending order; copies with equal content have one key.
    pub contents: Vec<u64>,
}

/// How many games of the index have each tag, a star, or a note of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkCounts {
    /// Number of games of each tag, in the order of the tags' names.
    pub tags: Vec<(String, u64)>,
    /// Number of starred games.
    pub starred: u64,
    /// Number of games with a note.
    pub with_note: u64,
}

impl Ask for FindContents {
    type Answer = ContentsFound;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<ContentsFound> {
        let PreparedQuery { plan, .. } = PreparedQuery::new(&self.0, snapshot)?;
        let (games, contents) = content_keys_of(snapshot.index, &plan)?;
        Ok(ContentsFound { games, contents: contents.into_iter().collect() })
    }
}

impl Ask for CountMarks {
    type Answer = MarkCounts;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<MarkCounts> {
        let Some(marks) = snapshot.index.marks().get()? else {
            return Ok(MarkCounts::default());
        };
        let mut of_content: HashMap<u64, Vec<usize>> = HashMap::new();
        for (number, games) in marks.tags.values().enumerate() {
            for &content in games {
                of_content.entry(content).or_default().push(number);
            }
        }
        let names = marks.tags.keys().map(|name| (name.clone(), 0));
        let mut counts = MarkCounts { tags: names.collect(), ..MarkCounts::default() };
        for_each_game(snapshot.index, |_, content| {
            for &number in of_content.get(&content).into_iter().flatten() {
                if let Some((_, games)) = counts.tags.get_mut(number) {
                    *games += 1;
                }
            }
            counts.starred += u64::from(marks.starred.contains_key(&content));
            counts.with_note += u64::from(marks.notes.contains_key(&content));
        })?;
        Ok(counts)
    }
}

impl Ask for GamesWithContents {
    type Answer = Vec<(u64, GameRow)>;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Vec<(u64, GameRow)>> {
        let found = first_games_with(snapshot.index, &self.0)?;
        let row = |(content, hit)| -> Result<(u64, GameRow)> {
            Ok((content, GameRow::new(load(snapshot.index, &hit)?)))
        };
        found.into_iter().map(row).collect()
    }
}

/// Writes the query clause for a tag or a saved query by its name: `tag:study`.
pub fn query_for(field: &Field, name: &str) -> String {
    write_field_value(field, name, false)
}

/// Fails if a query cannot be saved under a name, because it has an error or would contain itself.
pub fn check_can_save(name: &str, query: &str, marks: &Marks) -> Result<()> {
    check_syntax(query)?;
    check_saved(name, query, marks)
        .map_err(|error| Failure::Query(error, format!("{}:{name}", Field::Saved)))
}

/// True if a query depends on the user's tags, stars, notes or saved queries, so that its answer changes with them.
pub fn uses_marks(query: &str) -> bool {
    has_clause(query, &|clause| {
        let is_starred = clause.field == Field::Is
            && clause.value.text().is_none_or(|text| text.eq_ignore_ascii_case("starred"));
        clause.field.is_user_data() || is_starred
    })
}

/// True if a query compares games with the user's book, or may do so in a saved query.
pub fn uses_book(query: &str) -> bool {
    has_clause(query, &|clause| clause.field.is_book() || clause.field == Field::Saved)
}

/// True if a query has such a clause. A query that cannot be parsed gives an error, which depends on no clause.
fn has_clause(query: &str, is_match: &dyn Fn(&Clause) -> bool) -> bool {
    parse(query).is_ok_and(|Query { root }| root.is_some_and(|root| node_has(&root, is_match)))
}

/// True if a text that is being typed contains a field about the user's marks. The text need not be a complete query
/// yet.
pub fn has_marks_field(text: &str) -> bool {
    let fields = tokens(text).into_iter().filter(|token| token.kind == QueryTokenKind::Field);
    let names = fields.filter_map(|token| text.get(token.span));
    names.filter_map(Field::lookup).any(|field| field.is_user_data())
}

fn node_has(node: &QueryNode, is_match: &dyn Fn(&Clause) -> bool) -> bool {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().any(|part| node_has(part, is_match))
        }
        NodeKind::Not(inner) => node_has(inner, is_match),
        NodeKind::Clause(clause) => {
            let inside = match &clause.value {
                FieldValue::Group(inner) => node_has(inner, is_match),
                _ => false,
            };
            is_match(clause) || inside
        }
        NodeKind::Sequence(_) | NodeKind::Text(_) => false,
    }
}
