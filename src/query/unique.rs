//! Each game once: of several copies among the hits, the fullest.

use crate::error::Result;
use crate::index::duplicates::Duplicates;
use crate::index::{Index, tantivy_error};
use tantivy::columnar::Column;
use tantivy::{DocId, SegmentOrdinal};

/// For each group of copies, the fullest of the hits so far.
pub(crate) struct Fullest<'i> {
    duplicates: &'i Duplicates,
    /// The ids of each segment's games.
    ids: Vec<Column<u64>>,
    /// The least rank of each group.
    ranks: Vec<u32>,
}

impl<'i> Fullest<'i> {
    pub(crate) fn open(index: &'i Index) -> Result<Fullest<'i>> {
        let readers = index.searcher().segment_readers().iter();
        let ids = readers.map(|reader| reader.fast_fields().u64("id"));
        let ids: tantivy::Result<Vec<_>> = ids.collect();
        let duplicates = index.duplicates()?;
        Ok(Fullest {
            ids: ids.map_err(|error| tantivy_error(index.folder(), error))?,
            ranks: vec![u32::MAX; duplicates.group_count() as usize],
            duplicates,
        })
    }

    /// The group of a game and its rank there; `None` for a game without copies.
    fn place(&self, segment: SegmentOrdinal, doc: DocId) -> Option<(usize, u32)> {
        let id = self.ids.get(segment as usize)?.first(doc)?;
        let member = self.duplicates.of(id)?;
        Some((member.group as usize, member.rank))
    }

    /// Notes hits of a segment.
    pub(crate) fn add(&mut self, segment: SegmentOrdinal, docs: impl Iterator<Item = DocId>) {
        for doc in docs {
            if let Some((group, rank)) = self.place(segment, doc)
                && let Some(least) = self.ranks.get_mut(group)
            {
                *least = rank.min(*least);
            }
        }
    }

    /// Whether a hit is the fullest of its copies among all hits.
    pub(crate) fn is(&self, segment: SegmentOrdinal, doc: DocId) -> bool {
        let place = self.place(segment, doc);
        place.is_none_or(|(group, rank)| self.ranks.get(group) == Some(&rank))
    }
}
