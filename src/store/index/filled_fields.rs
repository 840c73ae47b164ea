//! Which fields have terms in which segments.
//!
//! For a field without terms in a segment, tantivy builds an empty dictionary on first use, and the first one that it
//! builds takes longer than most searches. So queries skip such segments.

use std::collections::HashMap;
use std::sync::OnceLock;
use tantivy::Searcher;
use tantivy::directory::CompositeFile;
use tantivy::index::{SegmentComponent, SegmentId, SegmentReader};
use tantivy::schema::Field;

/// Fields with terms, by segment.
pub struct FilledFields {
    searcher: Searcher,
    /// Dictionaries of each segment, by field; read on first use.
    dictionaries: OnceLock<HashMap<SegmentId, CompositeFile>>,
}

impl std::fmt::Debug for FilledFields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FilledFields")
    }
}

impl FilledFields {
    pub(super) fn new(searcher: Searcher) -> FilledFields {
        FilledFields { searcher, dictionaries: OnceLock::new() }
    }

    /// True if any game of a segment, perhaps a deleted one, has a term in a field.
    pub fn has(&self, reader: &SegmentReader, field: Field) -> tantivy::Result<bool> {
        let all = match self.dictionaries.get() {
            Some(known) => known,
            None => {
                let read = self.read()?;
                self.dictionaries.get_or_init(|| read)
            }
        };
        let of_segment = all.get(&reader.segment_id());
        Ok(of_segment.is_some_and(|fields| fields.open_read(field).is_some()))
    }

    fn read(&self) -> tantivy::Result<HashMap<SegmentId, CompositeFile>> {
        let readers = self.searcher.segment_readers().iter();
        readers
            .map(|reader| {
                let file = reader.open_read(SegmentComponent::Terms)?;
                Ok((reader.segment_id(), CompositeFile::open(&file)?))
            })
            .collect()
    }
}
