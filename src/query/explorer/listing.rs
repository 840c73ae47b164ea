//! The first games of an answer in their order.

use super::among::Among;
use crate::error::Result;
use crate::index::Index;
use crate::query::hits::{Hit, order};
use crate::query::order::{Order, Ordering};
use tantivy::{DocId, SegmentOrdinal};

/// A game of an answer.
pub(crate) trait Listed {
    fn doc(&self) -> DocId;
    /// Moves played at its hit.
    fn number(&self) -> u32;
}

/// The first games, of all by segment and there in the order of their documents.
pub(crate) fn first<'g, G: Listed + 'g>(
    index: &Index,
    (orders, listed): (&[Order], usize),
    games: &'g [impl AsRef<[G]>],
    among: Option<&Among>,
) -> Result<Vec<(Hit, &'g G)>> {
    let of_segment =
        |ordinal: SegmentOrdinal| games.get(ordinal as usize).map_or(&[][..], AsRef::as_ref);
    let hit_moves = |ordinal| {
        let games = of_segment(ordinal).iter();
        Ok(games.map(|game| (game.doc(), game.number())).collect())
    };
    let segments = (0..).zip(games).map(|(ordinal, games)| {
        let score = move |doc| among.map_or(0.0, |among| among.score(ordinal, doc));
        let games = games.as_ref().iter().map(Listed::doc);
        games.map(move |doc| (doc, score(doc)))
    });
    let ordering = Ordering::new(index, orders, false, &hit_moves)?;
    let hits = order(index, segments, listed, &ordering)?;
    let with_game = |hit: Hit| {
        let games = of_segment(hit.address.segment_ord);
        let at = games.binary_search_by_key(&hit.address.doc_id, Listed::doc);
        Some((hit, games.get(at.ok()?)?))
    };
    Ok(hits.into_iter().filter_map(with_game).collect())
}
