//! Plans `novelty:` and `is:trendsetter`, clauses about the move at which a game leaves all older ones.

use super::engine_clauses::bounds;
use super::{BoxedQuery, PlanResult, Planner};
use crate::columns::doc_set;
use crate::novelty::table::{is_trendsetter, novelty_table};
use crate::scan::ScanQuery;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_language::{Clause, QueryError, QueryErrorCode};
use kifu_store::index::novelty_table::GameNovelty;
use std::ops::Range;

impl Planner<'_> {
    /// Plans `novelty:`; `novelty:*` finds all games that have a novelty.
    pub(super) fn novelty(&self, clause: &Clause) -> PlanResult {
        self.plan_values(clause, &|op, value, span| {
            let (value, value_span) = (value.clone(), span.clone());
            let allowed = bounds(&Clause { op, value, value_span, ..clause.clone() }, 1.0)?;
            self.games_with_novelty(span, move |game| {
                game.ply > 0 && allowed.contains(&i64::from(game.ply))
            })
        })
    }

    /// Plans `is:trendsetter`.
    pub(super) fn trendsetters(&self, span: &Range<usize>) -> PlanResult {
        self.games_with_novelty(span, |game| is_trendsetter(game.ply, game.followers))
    }

    /// Query for the games whose novelties are wanted.
    fn games_with_novelty(
        &self,
        span: &Range<usize>,
        is_wanted: impl Fn(GameNovelty) -> bool + Send + Sync + 'static,
    ) -> PlanResult {
        let table = novelty_table(self.index).map_err(|error| at_clause(&error, span))?;
        let query: BoxedQuery =
            Box::new(ScanQuery::new(self.index.budget(), move |reader, ticker| {
                let novelties = table.segment(reader.segment_id());
                let novelty = |doc: u32| novelties.get(doc as usize).copied().unwrap_or_default();
                let docs = ticker.take_within_budget(1, reader.doc_ids_alive());
                Ok(doc_set(reader, docs.filter(|&doc| is_wanted(novelty(doc)))))
            }));
        Ok(query)
    }
}

/// The error of a clause whose novelties are not known.
fn at_clause(error: &Error, span: &Range<usize>) -> QueryError {
    let mut at_span = QueryError::new(span.clone(), error.message().clone());
    if error.kind() == ErrorKind::Interrupted {
        at_span = at_span.with_code(QueryErrorCode::NotReady);
    }
    match error.remedy() {
        Some(Remedy::Text(help)) => at_span.with_help(help.clone()),
        _ => at_span,
    }
}
