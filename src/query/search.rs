//! Runs planned queries: counts, sorts and pages hits, and locates them in their games.

mod date_bands;
pub mod paging;

use super::board_clause::BoardClause;
use super::collect::{self, SegmentHits};
use super::engine_eval::EngineHit;
use super::hit_key::{HitKey, hit_keys};
use super::hits::{Hit, sort_hits};
pub use super::lookup::{StoredTrees, add_table_analysis, find_by_id, read_tree, read_tree_by_id};
use super::matcher::{HitFinder, Matches};
use super::order::{HitOrdering, loss_to_unsigned};
use super::plan::Plan;
pub use super::plan::plan_with;
use super::segments::BySegment;
use super::step::HitNode;
use kifu_archive::error::Result;
use kifu_language::files::QueryFiles;
use kifu_language::order::{SortKey, split_settings};
use kifu_language::{NodeKind, Query, QueryError, QueryNode};
use kifu_store::index::Index;
use std::sync::Arc;
use tantivy::{DocId, SegmentOrdinal};

#[derive(Debug, Clone, Default)]
pub struct Hits {
    /// Number of all matching games.
    pub total: u64,
    /// Number of further hits that were left out because they are copies of counted games; 0 unless each game is wanted
    /// once.
    pub left_out: u64,
    /// The first hits, in order.
    pub first: Vec<Hit>,
}

/// Plans a query that may not name files.
pub fn plan(index: &Index, query: &Query) -> std::result::Result<Plan, QueryError> {
    plan_with(index, query, None)
}

/// The number of matching games.
pub fn count(index: &Index, plan: &Plan) -> Result<u64> {
    if !plan.unique {
        return collect::count(index, &*plan.query);
    }
    let (segments, _) = plan.hits(index, false)?;
    Ok(segments.iter().map(|hits| hits.docs.len() as u64).sum())
}

/// Runs a query and sorts its first `limit` hits. If the query asks for a sample, the total still counts all hits.
pub fn search(index: &Index, plan: &Plan, limit: usize) -> Result<Hits> {
    let (mut segments, left_out) = plan.hits(index, plan.ranked)?;
    let total = segments.iter().map(|hits| hits.docs.len() as u64).sum();
    if let Some(sample) = plan.sample {
        sample.retain_drawn(index, &mut segments)?;
    }
    let hit_moves = |ordinal, key| hit_moves(index, plan, ordinal, key);
    let ordering = HitOrdering::new(index, &plan.orders, plan.ranked, &hit_moves)?;
    let hits = segments.iter().map(SegmentHits::iter);
    Ok(Hits { total, left_out, first: sort_hits(index, hits, limit, &ordering, None)? })
}

/// Values by which the hits of a segment are sorted, taken from the board clause: the move numbers or, for
/// [`SortKey::Loss`], the losses of the moves. Empty if the query has no board clause.
fn hit_moves(
    index: &Index,
    plan: &Plan,
    ordinal: SegmentOrdinal,
    key: SortKey,
) -> Result<Vec<(DocId, u32)>> {
    let Some(hits) = &plan.board_clause else {
        return Ok(Vec::new());
    };
    let hits = hits
        .segment(index.searcher().segment_reader(ordinal))
        .map_err(|error| index.error_from_tantivy(error))?;
    Ok(match key {
        // Losses can be negative. They are mapped to unsigned numbers in such a way that their order stays.
        SortKey::Loss => (hits.losses().map(|(doc, loss)| (doc, loss_to_unsigned(loss)))).collect(),
        _ => hits.games().map(|game| (game.doc, game.number)).collect(),
    })
}

/// Sort keys of a prepared query's hits. Indexes of a distributed search compare them to join their lists of hits.
pub fn keys(index: &Index, plan: &Plan, hits: &[Hit]) -> Result<Vec<HitKey>> {
    let moves = |ordinal, key| hit_moves(index, plan, ordinal, key);
    hit_keys(index, &plan.orders, plan.ranked, &moves, hits.iter())
}

/// Records the facts about this index on which the hits of all indexes of a distributed search depend, such as word
/// frequencies; see [`Index::recording_stats`].
pub fn record_facts(index: &Index, plan: &Plan, ranked: bool) -> Result<()> {
    if plan.unique || plan.sample.is_some() {
        let (mut segments, _) = plan.hits(index, ranked)?;
        return match plan.sample {
            // If each game is wanted once, a sample is drawn from the fullest copies of all indexes, so it has to wait
            // until these are known.
            Some(sample) if !plan.unique || !index.waits_for_global_stats() => {
                sample.retain_drawn(index, &mut segments)
            }
            _ => Ok(()),
        };
    }
    if ranked { collect::record_word_frequencies(index, &*plan.query) } else { Ok(()) }
}

/// Runs a query and passes its hits to `sink` page by page, in order, at most `limit` of them. If games have to be
/// examined one by one and are sorted by date, the first pages appear before the last games are examined, and games
/// beyond the limit are never examined. Returns the number of hits passed on.
pub fn pages(
    index: &Index,
    plan: &Plan,
    limit: usize,
    sink: &mut dyn FnMut(&[Hit]) -> Result<()>,
) -> Result<usize> {
    let by_date = plan.orders.first().is_none_or(|order| order.key == SortKey::Date);
    if let Some(hits) = &plan.board_clause
        && hits.is_slow()
        && by_date
        && !plan.ranked
        && !plan.unique
        && plan.sample.is_none()
    {
        return date_bands::pages(index, plan, hits, limit, sink);
    }
    let hits = search(index, plan, limit)?;
    sink(&hits.first)?;
    Ok(hits.first.len())
}

/// Locates the hits of a query: finds the node at which each game has the position or pattern.
pub struct HitLocator<'p> {
    index: &'p Index,
    hits: Option<&'p BoardClause>,
    segments: BySegment<'p, (Option<Arc<Matches>>, HitFinder<'p>)>,
}

impl<'p> HitLocator<'p> {
    pub fn new(index: &'p Index, plan: &'p Plan) -> HitLocator<'p> {
        HitLocator { index, hits: plan.board_clause.as_deref(), segments: BySegment::new(index) }
    }

    /// Engine values of a hit, the costliest move first; empty if the query has no condition on them.
    pub fn engine_hits(&mut self, hit: &Hit) -> Result<Vec<EngineHit>> {
        let Some(hits) = self.hits else {
            return Ok(Vec::new());
        };
        let (_, places) = self.segments.get_or_make(hit.address, |reader| hits.places(reader))?;
        places.engine_hits(hit.address.doc_id).map_err(|error| self.index.error_from_tantivy(error))
    }

    /// Node of a hit; `None` if the query has no board clause.
    pub fn locate(&mut self, hit: &Hit) -> Result<Option<HitNode>> {
        let Some(hits) = self.hits else {
            return Ok(None);
        };
        let segments = &mut self.segments;
        let (known, places) = segments.get_or_make(hit.address, |reader| hits.places(reader))?;
        let placed = places
            .locate(known.as_deref(), hit.address.doc_id)
            .map_err(|error| self.index.error_from_tantivy(error))?;
        Ok(placed.map(|placed| placed.place))
    }
}

/// For a query of several clauses that has no hits: the clauses without which the query would have hits. Each comes
/// with the number of games that the other clauses find; the greatest number comes first.
pub fn counts_without_one_clause(
    index: &Index,
    query: &Query,
    files: Option<QueryFiles>,
) -> Vec<(String, u64)> {
    let Ok((Query { root: Some(QueryNode { kind: NodeKind::And(parts), span }) }, _)) =
        split_settings(query)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (i, dropped) in parts.iter().enumerate().take(8) {
        if index.budget().poll_exhausted() {
            break;
        }
        let mut rest = parts.clone();
        rest.remove(i);
        let kind = if rest.len() == 1 { rest.remove(0).kind } else { NodeKind::And(rest) };
        let query = Query { root: Some(QueryNode::new(kind, span.clone())) };
        let count = plan_with(index, &query, files)
            .ok()
            .and_then(|plan| count(index, &plan).ok())
            .unwrap_or(0);
        if count > 0 {
            found.push((dropped.to_string(), count));
        }
    }
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    found
}
