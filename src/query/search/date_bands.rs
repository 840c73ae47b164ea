//! Examines games in bands of dates (groups of games with neighbouring dates). The band that comes first in the answer
//! is examined first, so that its hits can be shown before the other bands are examined.

use crate::board_clause::BoardClause;
use crate::columns::{BLOCK_GAMES, doc_set};
use crate::hits::{Hit, sort_hits};
use crate::order::HitOrdering;
use crate::plan::Plan;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use tantivy::{DocAddress, DocId};

/// Number of games in the first band, and factor by which each further band grows. Small first bands show the first
/// hits early: of all hits of a crosscut, the first appeared after 39 ms instead of 311, for 9 % more time in total.
const FIRST_BAND_GAMES: usize = 512;
const BAND_GROWTH: usize = 4;

/// A game with its sort key by date; the least comes first.
type Dated = (u64, DocAddress);

/// Passes the hits of a plan that is sorted by date to `sink`, band by band.
pub(super) fn pages(
    index: &Index,
    plan: &Plan,
    hits: &BoardClause,
    limit: usize,
    sink: &mut dyn FnMut(&[Hit]) -> Result<()>,
) -> Result<usize> {
    let ordering = HitOrdering::new(index, &plan.orders, false, &|_, _| Ok(Vec::new()))?;
    let mut games = games_by_date(index, hits, &ordering)?;
    index.budget().add_expected(games.len() as u64);
    let mut left = games.as_mut_slice();
    let (mut size, mut count) = (FIRST_BAND_GAMES, 0);
    while !left.is_empty() && count < limit && !index.budget().poll_exhausted() {
        let (band, rest) = split_band(left, size);
        let page = band_page(index, hits, band, limit - count, &ordering)?;
        sink(&page)?;
        count += page.len();
        size *= BAND_GROWTH;
        left = rest;
    }
    Ok(count)
}

/// All games in which the board clause is to be searched, each with its sort key by date.
fn games_by_date(index: &Index, hits: &BoardClause, ordering: &HitOrdering) -> Result<Vec<Dated>> {
    let fail = |error| index.error_from_tantivy(error);
    let mut games = Vec::new();
    let mut ticker = index.budget().ticker();
    for (ordinal, reader) in (0..).zip(index.searcher().segment_readers()) {
        let keys = ordering.keys(ordinal, reader, &[])?;
        let others = hits.games_of_other_clauses(reader).map_err(fail)?;
        let docs = reader
            .doc_ids_alive()
            .filter(|&doc| others.as_ref().is_none_or(|others| others.contains(doc)));
        let docs: Vec<_> = docs.map(|doc| (doc, 0.0)).collect();
        for docs in ticker.take_within_budget(BLOCK_GAMES, docs.chunks(BLOCK_GAMES)) {
            let dates = keys.first_components(docs).into_iter().zip(docs);
            games.extend(dates.map(|(date, &(doc, _))| (date, DocAddress::new(ordinal, doc))));
        }
    }
    Ok(games)
}

/// Splits off the first games by date: at least `size` if there are that many. Games with the same date stay together,
/// since the order within a date is decided over all of them.
fn split_band(games: &mut [Dated], size: usize) -> (&mut [Dated], &mut [Dated]) {
    if games.len() <= size {
        return (games, &mut []);
    }
    let (_, &mut (last, _), _) = games.select_nth_unstable_by_key(size - 1, |(date, _)| *date);
    let mut end = 0;
    for i in 0..games.len() {
        if games.get(i).is_some_and(|(date, _)| *date <= last) {
            games.swap(end, i);
            end += 1;
        }
    }
    games.split_at_mut(end)
}

/// The hits among the games of a band, in order.
fn band_page(
    index: &Index,
    hits: &BoardClause,
    band: &[Dated],
    limit: usize,
    ordering: &HitOrdering,
) -> Result<Vec<Hit>> {
    let fail = |error| index.error_from_tantivy(error);
    let mut segments: Vec<Vec<(DocId, f32)>> = Vec::new();
    for (ordinal, reader) in (0..).zip(index.searcher().segment_readers()) {
        let games = band
            .iter()
            .map(|(_, address)| address)
            .filter(|address| address.segment_ord == ordinal);
        let games = doc_set(reader, games.map(|address| address.doc_id));
        segments.push(match games.len() {
            0 => Vec::new(),
            _ => hits
                .search_band(reader, &games)
                .map_err(fail)?
                .games()
                .map(|game| (game.doc, 0.0))
                .collect(),
        });
    }
    sort_hits(index, segments, limit, ordering, None)
}
