//! Tallies in which each game counts once even if its copies differ.
//!
//! If each game counts once, the fullest of its copies *that match the query* stands for it. A row of a table is one
//! more condition: a copy may have the row's value although the fullest copy has another one. So each row uses its own
//! fullest copy, and counts as many games as a query for the row finds.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::AddAssign;
use tantivy::{DocId, SegmentOrdinal};

/// A game's position among its copies: the number of the group, and the rank within it, the fullest copy first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct CopyPlace {
    pub(crate) group: u32,
    pub(crate) rank: u32,
}

/// The counted games that have copies, by segment and in document order.
#[derive(Clone, Debug, Default)]
pub(crate) struct CopiedGames(Vec<Vec<(DocId, CopyPlace)>>);

impl CopiedGames {
    /// Adds a game. The games of a segment must be added in document order.
    pub(crate) fn push(&mut self, segment: SegmentOrdinal, doc: DocId, place: CopyPlace) {
        let segment = segment as usize;
        if self.0.len() <= segment {
            self.0.resize_with(segment + 1, Vec::new);
        }
        if let Some(games) = self.0.get_mut(segment) {
            games.push((doc, place));
        }
    }

    fn of_segment(&self, segment: SegmentOrdinal) -> &[(DocId, CopyPlace)] {
        self.0.get(segment as usize).map_or(&[], Vec::as_slice)
    }

    /// Group and rank of a game among its copies; `None` for a game without copies.
    pub(crate) fn rank_of(&self, segment: SegmentOrdinal, doc: DocId) -> Option<CopyPlace> {
        let games = self.of_segment(segment);
        let at = games.binary_search_by_key(&doc, |(doc, _)| *doc).ok()?;
        games.get(at).map(|(_, place)| *place)
    }

    /// Cursor that looks up the copy ranks of games of a segment; the games have to be requested in document order.
    pub(crate) fn ranks_in_order(&self, segment: SegmentOrdinal) -> RankCursor<'_> {
        RankCursor(self.of_segment(segment))
    }

    /// Merges `docs`, games of a segment, with all games of the segment that have copies. The result is in document
    /// order and has the games' ranks among their copies.
    pub(crate) fn with_ranks(&self, segment: SegmentOrdinal, docs: &[DocId]) -> RankedGames {
        let docs = self.merged_with(segment, docs).into_owned();
        let mut places = self.ranks_in_order(segment);
        RankedGames { ranks: docs.iter().map(|doc| places.rank_of(*doc)).collect(), docs }
    }

    /// True if no game has copies.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// Merges `docs`, games of a segment, with all games of the segment that have copies; in document order.
    pub(crate) fn merged_with<'d>(
        &self,
        segment: SegmentOrdinal,
        docs: &'d [DocId],
    ) -> Cow<'d, [DocId]> {
        let copied = self.of_segment(segment);
        if copied.is_empty() {
            return Cow::Borrowed(docs);
        }
        let mut all: Vec<DocId> = docs.to_vec();
        all.extend(copied.iter().map(|(doc, _)| *doc));
        // The list is two sorted runs in sequence, which the stable sort merges in linear time.
        all.sort();
        all.dedup();
        Cow::Owned(all)
    }
}

/// Games of a segment in document order, each with its rank among its copies.
#[derive(Debug)]
pub(crate) struct RankedGames {
    pub(crate) docs: Vec<DocId>,
    pub(crate) ranks: Vec<Option<CopyPlace>>,
}

/// Cursor over the games of a segment that have copies.
pub(crate) struct RankCursor<'c>(&'c [(DocId, CopyPlace)]);

impl RankCursor<'_> {
    /// Group and rank of a game among its copies; `None` for a game without copies. Games must be looked up in document
    /// order.
    pub(crate) fn rank_of(&mut self, doc: DocId) -> Option<CopyPlace> {
        let before = self.0.iter().take_while(|(known, _)| *known < doc).count();
        self.0 = self.0.get(before..).unwrap_or_default();
        let (known, place) = self.0.first()?;
        (*known == doc).then_some(*place)
    }
}

/// A sum over games in which several copies of one game can be counted as one game.
pub(crate) trait CopyTally: AddAssign + Copy + Default + PartialEq {
    /// What is counted of one game. Stored once per copy, so it should have few bytes.
    type Game: Copy;

    fn count(&mut self, game: Self::Game);

    /// Adds what a copy contributes to the group's sum beyond the fullest copy. The default is to add nothing. A tally
    /// overrides it if its parts can be queried separately, since a query for one part may match only the less full
    /// copy.
    fn add_copy(&mut self, _less_full: &Self) {}
}

impl CopyTally for u64 {
    type Game = u64;

    fn count(&mut self, game: u64) {
        *self += game;
    }
}

/// A sum over games in which each group of copies counts once: with the fullest copy that was added.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "T: Serialize, T::Game: Serialize",
    deserialize = "T: Deserialize<'de>, T::Game: Deserialize<'de>"
))]
pub(crate) struct OncePerGame<T: CopyTally> {
    /// Sum over the games without copies.
    sum: T,
    /// Counted value of each copy. The values are stored singly until the total is computed, since a fuller copy may
    /// still be added.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    copies: Vec<(CopyPlace, T::Game)>,
}

impl<T: CopyTally> Default for OncePerGame<T> {
    fn default() -> OncePerGame<T> {
        OncePerGame { sum: T::default(), copies: Vec::new() }
    }
}

impl<T: CopyTally> OncePerGame<T> {
    pub(crate) fn add(&mut self, place: Option<CopyPlace>, game: T::Game) {
        match place {
            None => self.sum.count(game),
            Some(place) => self.copies.push((place, game)),
        }
    }

    /// The sum, with each group of copies counted once.
    pub(crate) fn total(&self) -> T {
        let mut sum = self.sum;
        // Two games can have equal group and rank if the same file is indexed below two roots; the one that was added
        // first counts.
        let places = (0..).zip(&self.copies);
        let mut order: Vec<(CopyPlace, u32)> =
            places.map(|(at, (place, _))| (*place, at)).collect();
        order.sort_unstable();
        let game = |at: u32| {
            let mut one = T::default();
            let game = self.copies.get(at as usize);
            game.into_iter().for_each(|(_, game)| one.count(*game));
            one
        };
        for copies in order.chunk_by(|(a, _), (b, _)| a.group == b.group) {
            let mut copies = copies.iter().map(|(_, at)| game(*at));
            if let Some(mut fullest) = copies.next() {
                copies.for_each(|less_full| fullest.add_copy(&less_full));
                sum += fullest;
            }
        }
        sum
    }

    /// True if nothing was counted.
    pub(crate) fn is_empty(&self) -> bool {
        self.sum == T::default() && self.copies.is_empty()
    }

    /// Converts the sum into a number of games, which `of_sum` reads from a sum over games without copies.
    pub(crate) fn into_game_counts(self, of_sum: impl Fn(T) -> u64) -> OncePerGame<u64> {
        let copies = self.copies.into_iter();
        OncePerGame { sum: of_sum(self.sum), copies: copies.map(|(place, _)| (place, 1)).collect() }
    }
}

/// Adds the games of another tally. Copies of one game may be in both, so their contributions are joined before the
/// total is computed.
impl<T: CopyTally> AddAssign for OncePerGame<T> {
    fn add_assign(&mut self, more: OncePerGame<T>) {
        self.sum += more.sum;
        self.copies.extend(more.copies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_copies_the_fullest_counts() {
        let place = |group, rank| Some(CopyPlace { group, rank });
        let mut tally = OncePerGame::<u64>::default();
        tally.add(None, 1);
        tally.add(place(7, 2), 100);
        tally.add(place(7, 1), 10);
        tally.add(place(8, 3), 1000);
        assert_eq!(tally.total(), 1011);
        let mut more = OncePerGame::<u64>::default();
        more.add(place(8, 1), 2000);
        tally += more;
        assert_eq!(tally.total(), 2011);
        assert!(!tally.is_empty() && OncePerGame::<u64>::default().is_empty());
    }

    #[test]
    fn games_with_copies_are_found_among_others() {
        let mut games = CopiedGames::default();
        games.push(2, 5, CopyPlace { group: 1, rank: 4 });
        games.push(2, 9, CopyPlace { group: 1, rank: 3 });
        let mut places = games.ranks_in_order(2);
        let ranks = [1, 5, 7, 9, 12].map(|doc| places.rank_of(doc).map(|place| place.rank));
        assert_eq!(ranks, [None, Some(4), None, Some(3), None]);
        assert_eq!(games.rank_of(2, 9).map(|place| place.rank), Some(3));
        assert_eq!((games.rank_of(2, 6), games.rank_of(0, 5)), (None, None));
        assert_eq!(&*games.merged_with(2, &[1, 9]), [1, 5, 9]);
        assert_eq!(&*games.merged_with(1, &[1, 9]), [1, 9]);
    }
}
