//! Columns that searches find and the index does not store: one for each segment, found on first use and then cached.

use super::outcome_columns::MAX_UNPACKED_GAMES;
use std::sync::{Arc, OnceLock};
use tantivy::{Searcher, SegmentOrdinal};

/// Number of segments of an index whose columns are cached: all, or none if the index has too many games.
pub(super) fn cached_segments(searcher: &Searcher) -> usize {
    let is_small = searcher.num_docs() <= MAX_UNPACKED_GAMES;
    if is_small { searcher.segment_readers().len() } else { 0 }
}

/// Columns of the segments of an index, each found on first use.
#[derive(Debug)]
pub(super) struct FoundColumns<C> {
    segments: Vec<OnceLock<Arc<C>>>,
}

impl<C> FoundColumns<C> {
    /// Makes room for the columns of this number of segments.
    pub(super) fn new(segments: usize) -> FoundColumns<C> {
        FoundColumns { segments: (0..segments).map(|_| OnceLock::new()).collect() }
    }

    /// The column of a segment. `find` finds it, with whether it is complete; only a complete column is cached.
    pub(super) fn get_or_find(
        &self,
        segment: SegmentOrdinal,
        find: impl FnOnce() -> tantivy::Result<(C, bool)>,
    ) -> tantivy::Result<Arc<C>> {
        let slot = self.segments.get(segment as usize);
        if let Some(known) = slot.and_then(OnceLock::get) {
            return Ok(known.clone());
        }
        let (found, is_complete) = find()?;
        let found = Arc::new(found);
        Ok(match slot.filter(|_| is_complete) {
            Some(slot) => slot.get_or_init(|| found).clone(),
            None => found,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_columns_are_cached() {
        let columns = FoundColumns::new(1);
        let value = |segment, value, is_complete| {
            columns.get_or_find(segment, || Ok((value, is_complete))).ok().map(|found| *found)
        };
        assert_eq!(value(0, 1, false), Some(1));
        assert_eq!(value(0, 2, true), Some(2));
        assert_eq!(value(0, 3, true), Some(2));
        assert_eq!(value(1, 4, true), Some(4));
        assert_eq!(value(1, 5, true), Some(5));
    }
}
