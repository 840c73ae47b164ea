//! Pages of the sorted list of games in an answer.

use super::filter::GameFilter;
use crate::hit_key::HitKey;
use crate::hits::Hit;
use crate::matcher::Matches;
use crate::order::HitOrdering;
use kifu_archive::error::Result;
use kifu_language::order::Order;
use kifu_store::index::Index;
use tantivy::SegmentOrdinal;

/// One page of the sorted list: the games after the key `after`. Also returns the key of the page's last game if more
/// games follow.
pub(super) fn page(
    index: &Index,
    orders: &[Order],
    listed: usize,
    after: Option<&HitKey>,
    segments: &[Matches],
    filter: Option<&GameFilter>,
) -> Result<(Vec<Hit>, Option<HitKey>)> {
    if listed == 0 {
        return Ok((Vec::new(), None));
    }
    let hit_moves = |ordinal: SegmentOrdinal, _| {
        let games = segments.get(ordinal as usize).into_iter().flat_map(Matches::games);
        Ok(games.map(|game| (game.doc, game.number)).collect())
    };
    let ordering = HitOrdering::new(index, orders, false, &hit_moves)?;
    let games = (0..).zip(segments).map(|(ordinal, matches)| {
        let score = move |doc| filter.map_or(0.0, |among| among.score(ordinal, doc));
        matches.games().map(move |game| (game.doc, score(game.doc)))
    });
    ordering.page(games, listed, after)
}
