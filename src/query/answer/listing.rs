//! The games of an answer page by page, in order.

use super::among::Among;
use crate::error::Result;
use crate::index::Index;
use crate::language::order::Order;
use crate::query::hit_key::HitKey;
use crate::query::hits::{Hit, order_after};
use crate::query::matcher::Matches;
use crate::query::order::Ordering;
use tantivy::SegmentOrdinal;

/// Which games are listed.
pub(super) struct Listing<'q> {
    /// Their order.
    pub(super) orders: &'q [Order],
    /// The most of them.
    pub(super) listed: usize,
    /// The end of the page before.
    pub(super) after: Option<&'q HitKey>,
}

impl Listing<'_> {
    /// These games of all segments, and where they end if there are more.
    pub(super) fn of(
        &self,
        index: &Index,
        segments: &[Matches],
        among: Option<&Among>,
    ) -> Result<(Vec<Hit>, Option<HitKey>)> {
        if self.listed == 0 {
            return Ok((Vec::new(), None));
        }
        let hit_moves = |ordinal: SegmentOrdinal| {
            let matches = segments.get(ordinal as usize).into_iter();
            let games = matches.flat_map(Matches::games);
            Ok(games.map(|game| (game.doc, game.number)).collect())
        };
        let ordering = Ordering::new(index, self.orders, false, &hit_moves)?;
        let games = (0..).zip(segments).map(|(ordinal, matches)| {
            let score = move |doc| among.map_or(0.0, |among| among.score(ordinal, doc));
            matches.games().map(move |game| (game.doc, score(game.doc)))
        });
        let after = self.after.map(|end| ordering.after(end)).transpose()?;
        // One game more tells whether there is another page.
        let more = self.listed.saturating_add(1);
        let mut first: Vec<Hit> = order_after(index, games, more, &ordering, after.as_ref())?;
        let is_last = first.len() <= self.listed;
        first.truncate(self.listed);
        let end = match first.last() {
            Some(last) if !is_last => Some(ordering.end(last)?),
            _ => None,
        };
        Ok((first, end))
    }
}
