//! A board clause of a query (position, pattern, sequence or engine values) with its hits cached by segment.

use super::board_conditions::SearchNeeds;
use super::columns::matching_docs;
use super::matcher::{HitFinder, Matcher, Matches};
use kifu_record::cancel::TimeBudget;
use kifu_record::poison::IgnorePoison;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use tantivy::BitSet;
use tantivy::index::{SegmentId, SegmentReader};
use tantivy::query::Query;

/// A board clause of a query. A search asks for its games, then for their order and their places, so its hits in each
/// segment are computed once and cached.
#[derive(Debug)]
pub struct BoardClause {
    matcher: Matcher,
    budget: TimeBudget,
    /// All other clauses of the query, as one tantivy query: only games that match it are searched on the board.
    other_clauses: OnceLock<Box<dyn Query>>,
    cached_segments: Mutex<HashMap<SegmentId, Arc<Matches>>>,
    /// Hits of each segment in the band of games that was searched last, for their places.
    last_band: Mutex<HashMap<SegmentId, Arc<Matches>>>,
}

impl BoardClause {
    pub(crate) fn new(matcher: Matcher, budget: &TimeBudget) -> BoardClause {
        BoardClause {
            matcher,
            budget: budget.clone(),
            other_clauses: OnceLock::new(),
            cached_segments: Mutex::default(),
            last_band: Mutex::default(),
        }
    }

    /// Restricts the search to games that match `query`. Must be called before the first search, because hits are
    /// cached, and a later call would not change them.
    pub(crate) fn restrict_to(&self, query: Box<dyn Query>) {
        self.other_clauses.get_or_init(|| query);
    }

    /// True if the clause finds a node in each game. Clauses about whole games, such as `blunders>5`, find none.
    pub(crate) fn has_places(&self) -> bool {
        match &self.matcher {
            Matcher::Engine(matcher) => matcher.has_places(),
            _ => true,
        }
    }

    /// True if the clause also gives engine values for the nodes that it finds.
    pub(crate) fn has_engine_values(&self) -> bool {
        match &self.matcher {
            Matcher::Engine(matcher) => matcher.has_places(),
            Matcher::Sequence(matcher) => matcher.has_engine_conditions(),
            _ => false,
        }
    }

    /// True if the search has to examine every game, as for patterns. For a whole position a lookup in a table is
    /// enough.
    pub(crate) fn is_slow(&self) -> bool {
        !matches!(self.matcher, Matcher::Position(_) | Matcher::Engine(_))
    }

    /// The hits of a segment, computed at the first call.
    pub(crate) fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Arc<Matches>> {
        if let Some(known) = self.cached(reader) {
            return Ok(known);
        }
        let filter = self.games_of_other_clauses(reader)?;
        let games = filter.as_ref().map_or(reader.num_docs() as usize, BitSet::len);
        self.budget.add_expected(games as u64);
        let found = Arc::new(self.search(reader, filter.as_ref())?);
        let mut segments = self.cached_segments.lock().ignore_poison();
        segments.insert(reader.segment_id(), found.clone());
        Ok(found)
    }

    fn cached(&self, reader: &SegmentReader) -> Option<Arc<Matches>> {
        let segments = self.cached_segments.lock().ignore_poison();
        segments.get(&reader.segment_id()).cloned()
    }

    /// The games of a segment that match all other clauses of the query; `None` if there are no other clauses.
    pub(crate) fn games_of_other_clauses(
        &self,
        reader: &SegmentReader,
    ) -> tantivy::Result<Option<BitSet>> {
        let Some(query) = self.other_clauses.get() else {
            return Ok(None);
        };
        matching_docs(&**query, reader, &self.budget).map(Some)
    }

    /// Searches some games of a segment for hits. The hits are cached until the next call for the segment, so that
    /// their places are found without another search.
    pub(crate) fn search_band(
        &self,
        reader: &SegmentReader,
        games: &BitSet,
    ) -> tantivy::Result<Arc<Matches>> {
        let found = Arc::new(self.search(reader, Some(games))?);
        self.last_band.lock().ignore_poison().insert(reader.segment_id(), found.clone());
        Ok(found)
    }

    /// Searches a segment for hits: among the games of `filter`, or without a filter among all games. The result is not
    /// cached.
    fn search(&self, reader: &SegmentReader, filter: Option<&BitSet>) -> tantivy::Result<Matches> {
        let needs = SearchNeeds { filter, ..SearchNeeds::default() };
        self.matcher.segment(reader, needs)
    }

    /// A finder of the hits' nodes in a segment, with the matching games of the segment, or of the band of games that
    /// was searched last, if these have been computed.
    pub(crate) fn places(
        &self,
        reader: &SegmentReader,
    ) -> tantivy::Result<(Option<Arc<Matches>>, HitFinder<'_>)> {
        let of_last_band =
            || self.last_band.lock().ignore_poison().get(&reader.segment_id()).cloned();
        Ok((self.cached(reader).or_else(of_last_band), self.matcher.places(reader)?))
    }
}
