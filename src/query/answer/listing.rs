//! The first games of an answer, in order.

use super::among::Among;
use crate::error::Result;
use crate::index::Index;
use crate::query::hits::{Hit, order};
use crate::query::matcher::Matches;
use crate::query::order::{Order, Ordering};
use tantivy::SegmentOrdinal;

/// The first games of all segments.
pub(super) fn first(
    index: &Index,
    (orders, listed): (&[Order], usize),
    segments: &[Matches],
    among: Option<&Among>,
) -> Result<Vec<Hit>> {
    let hit_moves = |ordinal: SegmentOrdinal| {
        let matches = segments.get(ordinal as usize).into_iter();
        let games = matches.flat_map(Matches::games);
        Ok(games.map(|game| (game.doc, game.number)).collect())
    };
    let ordering = Ordering::new(index, orders, false, &hit_moves)?;
    let games = (0..).zip(segments).map(|(ordinal, matches)| {
        let score = move |doc| among.map_or(0.0, |among| among.score(ordinal, doc));
        matches.games().map(move |game| (game.doc, score(game.doc)))
    });
    order(index, games, listed, &ordering)
}
