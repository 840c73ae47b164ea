//! Numbers of which each game counts once, also where its copies differ.
//!
//! Where each game is wanted once, the fullest of its copies *that fit* stands for it. A row of a table is one more
//! thing to fit: a copy may have the row's value although the fullest copy of all has another one. So each row takes
//! its own fullest copy, and finds as many games as a query for the row.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::AddAssign;
use tantivy::{DocId, SegmentOrdinal};

/// A game among its copies: the number of the group, and the rank in it, the fullest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct CopyPlace {
    pub(crate) group: u32,
    pub(crate) rank: u32,
}

/// Those of some games that have copies, by segment and in the order of the games.
#[derive(Clone, Debug, Default)]
pub(crate) struct CopiedGames(Vec<Vec<(DocId, CopyPlace)>>);

impl CopiedGames {
    /// Adds a game; those of a segment must come in their order.
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

    /// The place of a game among its copies; `None` for a game without any.
    pub(crate) fn of(&self, segment: SegmentOrdinal, doc: DocId) -> Option<CopyPlace> {
        let games = self.of_segment(segment);
        let at = games.binary_search_by_key(&doc, |(doc, _)| *doc).ok()?;
        games.get(at).map(|(_, place)| *place)
    }

    /// The places of games of a segment that come in order.
    pub(crate) fn in_order(&self, segment: SegmentOrdinal) -> OrderedPlaces<'_> {
        OrderedPlaces(self.of_segment(segment))
    }

    /// Some games of a segment, and all that have copies, in order and with their places.
    pub(crate) fn placed(&self, segment: SegmentOrdinal, docs: &[DocId]) -> PlacedGames {
        let docs = self.with(segment, docs).into_owned();
        let mut places = self.in_order(segment);
        PlacedGames { places: docs.iter().map(|doc| places.of(*doc)).collect(), docs }
    }

    /// Whether no game has copies.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// Some games of a segment, and all that have copies, in order.
    pub(crate) fn with<'d>(&self, segment: SegmentOrdinal, docs: &'d [DocId]) -> Cow<'d, [DocId]> {
        let copied = self.of_segment(segment);
        if copied.is_empty() {
            return Cow::Borrowed(docs);
        }
        let mut all: Vec<DocId> = docs.to_vec();
        all.extend(copied.iter().map(|(doc, _)| *doc));
        // Two sorted lists one behind the other: the stable sort merges them.
        all.sort();
        all.dedup();
        Cow::Owned(all)
    }
}

/// Games of a segment in order, each with its place among its copies.
#[derive(Debug)]
pub(crate) struct PlacedGames {
    pub(crate) docs: Vec<DocId>,
    pub(crate) places: Vec<Option<CopyPlace>>,
}

/// The places of games among their copies, of a segment from the first on.
pub(crate) struct OrderedPlaces<'c>(&'c [(DocId, CopyPlace)]);

impl OrderedPlaces<'_> {
    /// The place of a game, which lies behind those that were looked up before; `None` for a game without copies.
    pub(crate) fn of(&mut self, doc: DocId) -> Option<CopyPlace> {
        let before = self.0.iter().take_while(|(known, _)| *known < doc).count();
        self.0 = self.0.get(before..).unwrap_or_default();
        let (known, place) = self.0.first()?;
        (*known == doc).then_some(*place)
    }
}

/// A sum over games.
pub(crate) trait CopyTally: AddAssign + Copy + Default + PartialEq {
    /// What is counted of one game, in few bytes.
    type Game: Copy;

    /// Counts a game.
    fn count(&mut self, game: Self::Game);

    /// Adds what a copy that is less full has beside the fullest one: nothing, unless each part is asked for alone.
    fn add_copy(&mut self, _less_full: &Self) {}
}

impl CopyTally for u64 {
    type Game = u64;

    fn count(&mut self, game: u64) {
        *self += game;
    }
}

/// A sum over games, where of several copies only the fullest counts that has what is counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "T: Serialize, T::Game: Serialize",
    deserialize = "T: Deserialize<'de>, T::Game: Deserialize<'de>"
))]
pub(crate) struct OncePerGame<T: CopyTally> {
    /// The sum over games without copies.
    sum: T,
    /// What each copy would add.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    copies: Vec<(CopyPlace, T::Game)>,
}

impl<T: CopyTally> Default for OncePerGame<T> {
    fn default() -> OncePerGame<T> {
        OncePerGame { sum: T::default(), copies: Vec::new() }
    }
}

impl<T: CopyTally> OncePerGame<T> {
    /// Counts a game.
    pub(crate) fn add(&mut self, place: Option<CopyPlace>, game: T::Game) {
        match place {
            None => self.sum.count(game),
            Some(place) => self.copies.push((place, game)),
        }
    }

    /// The sum.
    pub(crate) fn total(&self) -> T {
        let mut sum = self.sum;
        // A game that was added twice for one group and rank counts as it was added first.
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

    /// Whether nothing was counted.
    pub(crate) fn is_empty(&self) -> bool {
        self.sum == T::default() && self.copies.is_empty()
    }

    /// The number of games, by their number in a sum.
    pub(crate) fn games(self, of_sum: impl Fn(T) -> u64) -> OncePerGame<u64> {
        let copies = self.copies.into_iter();
        OncePerGame { sum: of_sum(self.sum), copies: copies.map(|(place, _)| (place, 1)).collect() }
    }
}

/// The games of others, among which there may be copies of these.
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
        let mut own = OncePerGame::<u64>::default();
        own.add(None, 1);
        own.add(place(7, 2), 100);
        own.add(place(7, 1), 10);
        own.add(place(8, 3), 1000);
        assert_eq!(own.total(), 1011);
        let mut more = OncePerGame::<u64>::default();
        more.add(place(8, 1), 2000);
        own += more;
        assert_eq!(own.total(), 2011);
        assert!(!own.is_empty() && OncePerGame::<u64>::default().is_empty());
    }

    #[test]
    fn games_with_copies_are_found_among_others() {
        let mut games = CopiedGames::default();
        games.push(2, 5, CopyPlace { group: 1, rank: 4 });
        games.push(2, 9, CopyPlace { group: 1, rank: 3 });
        let mut places = games.in_order(2);
        let ranks = [1, 5, 7, 9, 12].map(|doc| places.of(doc).map(|place| place.rank));
        assert_eq!(ranks, [None, Some(4), None, Some(3), None]);
        assert_eq!(games.of(2, 9).map(|place| place.rank), Some(3));
        assert_eq!((games.of(2, 6), games.of(0, 5)), (None, None));
        assert_eq!(&*games.with(2, &[1, 9]), [1, 5, 9]);
        assert_eq!(&*games.with(1, &[1, 9]), [1, 9]);
    }
}
