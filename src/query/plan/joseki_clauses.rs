//! Plans `joseki:`, which finds games with a named joseki in a corner.

use super::query_builders::any_of;
use super::{BoxedQuery, PlanResult, Planner, single_text};
use crate::board_clause::BoardClause;
use crate::board_conditions::BoardConditions;
use crate::columns::doc_set;
use crate::joseki_games::{joseki_of_games, position_searches};
use crate::matcher::Matcher;
use crate::pattern::PatternMatcher;
use crate::scan::ScanQuery;
use kifu_language::ast::write_field_value;
use kifu_language::fields::{Field, nearest};
use kifu_language::knowledge::joseki::{Joseki, joseki, joseki_named, joseki_with_words};
use kifu_language::{Clause, FieldValue, Op, QueryError, QueryErrorCode};
use kifu_messages::say;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// Searches for the positions of the joseki that a query names. The planner restricts them to the games that the other
/// clauses find.
pub(super) type JosekiSearches = RefCell<Vec<Arc<BoardClause>>>;

impl Planner<'_> {
    /// Plans a `joseki:` clause. The searches on the boards are added to `searches`.
    pub(super) fn joseki(&self, clause: &Clause, searches: &JosekiSearches) -> PlanResult {
        self.plan_values(clause, &|op, value, span| {
            if *value == FieldValue::Any {
                return Ok(self.any_joseki());
            }
            let named = named_joseki(op, single_text(value, span)?, span)?;
            Ok(self.one_joseki_of(&named, searches))
        })
    }

    /// Query for the games that have one of these joseki.
    fn one_joseki_of(&self, named: &[&'static Joseki], searches: &JosekiSearches) -> BoxedQuery {
        let budget = self.index.budget();
        let conditions = BoardConditions { any_colours: true, ..BoardConditions::default() };
        let clause = |search| {
            let matcher = PatternMatcher::new(search, &conditions, budget);
            Arc::new(BoardClause::new(Matcher::Pattern(matcher), budget))
        };
        let positions = named.iter().flat_map(|joseki| position_searches(joseki));
        let clauses: Vec<Arc<BoardClause>> = positions.map(clause).collect();
        searches.borrow_mut().extend(clauses.iter().cloned());
        any_of(clauses.into_iter().map(|clause| self.matching_games(clause)).collect())
    }

    /// Query for the games that have any joseki of the table.
    fn any_joseki(&self) -> BoxedQuery {
        let index = self.index.clone();
        Box::new(ScanQuery::new(self.index.budget(), move |reader, _| {
            let readers = index.searcher().segment_readers();
            let segment =
                readers.iter().position(|other| other.segment_id() == reader.segment_id());
            let Some(segment) = segment else {
                return Ok(doc_set(reader, []));
            };
            let column = joseki_of_games(&index, segment as u32)?;
            let has_any = |doc: &u32| !column.of_game(*doc).is_empty();
            Ok(doc_set(reader, reader.doc_ids_alive().filter(has_any)))
        }))
    }
}

/// The joseki that a value names: those with its words in a name, or for `=` the one with exactly this name.
fn named_joseki(
    op: Op,
    text: &str,
    span: &Range<usize>,
) -> Result<Vec<&'static Joseki>, QueryError> {
    let found = match op {
        Op::Eq => joseki_named(text).into_iter().collect(),
        _ => joseki_with_words(text),
    };
    if found.is_empty() { Err(unknown_joseki_error(text, span)) } else { Ok(found) }
}

fn unknown_joseki_error(text: &str, span: &Range<usize>) -> QueryError {
    let names = joseki().iter().flat_map(|joseki| &joseki.names).copied();
    let help = match nearest(text, names) {
        Some(near) => {
            say!("error-no-joseki-near", clause = write_field_value(&Field::Joseki, near, false))
        }
        None => {
            say!("error-no-joseki-words", clause = write_field_value(&Field::Comment, text, false))
        }
    };
    QueryError::new(span.clone(), say!("error-no-joseki", text = text))
        .with_code(QueryErrorCode::BadValue)
        .with_help(help)
}
