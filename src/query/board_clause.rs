//! A board clause of a query (position, pattern, sequence or engine values) with its hits cached by segment.

use super::columns::docs_of;
use super::matcher::{Matcher, Matches, PlaceFinder};
use super::terms::SearchNeeds;
use kifu_record::patience::TimeBudget;
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
    /// Query of all other clauses: only games that match it are searched on the board.
    among: OnceLock<Box<dyn Query>>,
    segments: Mutex<HashMap<SegmentId, Arc<Matches>>>,
}

impl BoardClause {
    pub(crate) fn new(matcher: Matcher, budget: &TimeBudget) -> BoardClause {
        BoardClause {
            matcher,
            budget: budget.clone(),
            among: OnceLock::new(),
            segments: Mutex::default(),
        }
    }

    /// Restricts the search to games that match `query`. Must be called before the first search, because hits are
    /// cached and later calls have no effect.
    pub(crate) fn among(&self, query: Box<dyn Query>) {
        self.among.get_or_init(|| query);
    }

    /// True if hits have a node in their games. Clauses about whole games, such as `blunders>5`, have none.
    pub(crate) fn has_places(&self) -> bool {
        match &self.matcher {
            Matcher::Judged(matcher) => matcher.has_places(),
            _ => true,
        }
    }

    /// True if the hits' nodes come with engine values.
    pub(crate) fn is_judged(&self) -> bool {
        match &self.matcher {
            Matcher::Judged(matcher) => matcher.has_places(),
            Matcher::Sequence(matcher) => matcher.is_judged(),
            _ => false,
        }
    }

    /// True if matching needs an examination of every game, as for patterns, and not only a lookup in a table.
    pub(crate) fn is_slow(&self) -> bool {
        !matches!(self.matcher, Matcher::Position(_) | Matcher::Judged(_))
    }

    /// The hits of a segment, computed at the first call.
    pub(crate) fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Arc<Matches>> {
        if let Some(known) = self.known(reader) {
            return Ok(known);
        }
        let among = self.others(reader)?;
        let games = among.as_ref().map_or(reader.num_docs() as usize, BitSet::len);
        self.budget.announce(games as u64);
        let found = Arc::new(self.look(reader, among.as_ref())?);
        let mut segments = self.segments.lock().ignore_poison();
        segments.insert(reader.segment_id(), found.clone());
        Ok(found)
    }

    fn known(&self, reader: &SegmentReader) -> Option<Arc<Matches>> {
        let segments = self.segments.lock().ignore_poison();
        segments.get(&reader.segment_id()).cloned()
    }

    /// The games of a segment that match all other clauses of the query; `None` if there are no other clauses.
    pub(crate) fn others(&self, reader: &SegmentReader) -> tantivy::Result<Option<BitSet>> {
        let Some(query) = self.among.get() else {
            return Ok(None);
        };
        docs_of(&**query, reader, &self.budget).map(Some)
    }

    /// Searches a segment for hits among the games `filter`, or among all games. The result is not cached.
    pub(crate) fn look(
        &self,
        reader: &SegmentReader,
        among: Option<&BitSet>,
    ) -> tantivy::Result<Matches> {
        let needs = SearchNeeds { among, ..SearchNeeds::default() };
        self.matcher.segment(reader, needs)
    }

    /// A finder of the hits' nodes in a segment, with the hits themselves if they have been computed.
    pub(crate) fn places(
        &self,
        reader: &SegmentReader,
    ) -> tantivy::Result<(Option<Arc<Matches>>, PlaceFinder<'_>)> {
        Ok((self.known(reader), self.matcher.places(reader)?))
    }
}
