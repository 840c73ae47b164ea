//! A lazily filled value for each segment, such as opened columns.

use kifu_archive::error::Result;
use kifu_store::index::Index;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, SegmentOrdinal};

/// A value for each segment, made when it is first needed.
pub(crate) struct BySegment<'i, T> {
    index: &'i Index,
    values: HashMap<SegmentOrdinal, T>,
}

impl<'i, T> BySegment<'i, T> {
    pub(crate) fn new(index: &'i Index) -> BySegment<'i, T> {
        BySegment { index, values: HashMap::new() }
    }

    /// The value for the segment of a document.
    pub(crate) fn get_or_make(
        &mut self,
        document: DocAddress,
        make: impl FnOnce(&SegmentReader) -> tantivy::Result<T>,
    ) -> Result<&mut T> {
        Ok(match self.values.entry(document.segment_ord) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let made = make(self.index.searcher().segment_reader(*entry.key()))
                    .map_err(|error| self.index.error_from_tantivy(error))?;
                entry.insert(made)
            }
        })
    }
}
