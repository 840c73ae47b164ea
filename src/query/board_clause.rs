//! The board part of a query: a position or a pattern.

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

/// A clause about the board. Its games, their order and their places are requested one after another, so its hits are
/// determined only once.
#[derive(Debug)]
pub struct BoardClause {
    matcher: Matcher,
    budget: TimeBudget,
    /// Only games that match this as well.
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

    /// Restricts the games further; must be called before the first search.
    pub(crate) fn among(&self, query: Box<dyn Query>) {
        self.among.get_or_init(|| query);
    }

    /// Whether its hits have places in their games.
    pub(crate) fn has_places(&self) -> bool {
        match &self.matcher {
            Matcher::Judged(matcher) => matcher.has_places(),
            _ => true,
        }
    }

    /// Whether engines said something about these places.
    pub(crate) fn is_judged(&self) -> bool {
        match &self.matcher {
            Matcher::Judged(matcher) => matcher.has_places(),
            Matcher::Sequence(matcher) => matcher.is_judged(),
            _ => false,
        }
    }

    /// Whether examining many games takes long.
    pub(crate) fn is_slow(&self) -> bool {
        !matches!(self.matcher, Matcher::Position(_) | Matcher::Judged(_))
    }

    /// The hits of a segment.
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

    /// The games of a segment that match everything else in the query; `None` if there is nothing else.
    pub(crate) fn others(&self, reader: &SegmentReader) -> tantivy::Result<Option<BitSet>> {
        let Some(query) = self.among.get() else {
            return Ok(None);
        };
        docs_of(&**query, reader, &self.budget).map(Some)
    }

    /// The hits among some games of a segment, or among all.
    pub(crate) fn look(
        &self,
        reader: &SegmentReader,
        among: Option<&BitSet>,
    ) -> tantivy::Result<Matches> {
        let needs = SearchNeeds { among, ..SearchNeeds::default() };
        self.matcher.segment(reader, needs)
    }

    /// Finds the places of the hits in a segment, which may already be known.
    pub(crate) fn places(
        &self,
        reader: &SegmentReader,
    ) -> tantivy::Result<(Option<Arc<Matches>>, PlaceFinder<'_>)> {
        Ok((self.known(reader), self.matcher.places(reader)?))
    }
}
