//! Each game once: of several copies among the hits, the fullest.

use super::hits::{Loader, sort_by_place};
use crate::error::Result;
use crate::index::Index;
use crate::index::duplicates::Duplicates;
use std::collections::BTreeMap;
use tantivy::columnar::Column;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// For each group of copies, the fullest of the hits so far.
pub(crate) struct FullestCopies<'i> {
    /// What is asked for.
    asked: String,
    duplicates: &'i Duplicates,
    /// The ids of each segment's games.
    ids: Vec<Column<u64>>,
    /// The least rank of each group, and the game that has it.
    least: Vec<Option<(u32, DocAddress)>>,
    index: &'i Index,
}

impl<'i> FullestCopies<'i> {
    /// For hits that an index reports under this name as part of a whole.
    pub(crate) fn open(index: &'i Index, asked: impl Into<String>) -> Result<FullestCopies<'i>> {
        let readers = index.searcher().segment_readers().iter();
        let ids = readers.map(|reader| reader.fast_fields().u64("id"));
        let ids: tantivy::Result<Vec<_>> = ids.collect();
        let duplicates = index.duplicates()?;
        Ok(FullestCopies {
            ids: ids.map_err(|error| index.failed(error))?,
            least: vec![None; duplicates.group_count() as usize],
            duplicates,
            index,
            asked: asked.into(),
        })
    }

    /// The group of a game and its rank there; `None` for a game without copies.
    fn place(&self, segment: SegmentOrdinal, doc: DocId) -> Option<(usize, u32)> {
        let id = self.ids.get(segment as usize)?.first(doc)?;
        let member = self.duplicates.of(id)?;
        Some((member.group as usize, member.rank))
    }

    /// Notes hits of a segment.
    pub(crate) fn add(
        &mut self,
        segment: SegmentOrdinal,
        docs: impl Iterator<Item = DocId>,
    ) -> Result<()> {
        for doc in docs {
            let Some((group, rank)) = self.place(segment, doc) else {
                continue;
            };
            let Some(least) = self.least.get_mut(group) else {
                continue;
            };
            let mut games = [DocAddress::new(segment, doc); 2];
            match *least {
                Some((known, _)) if known < rank => continue,
                // The same game at the same place below two roots: both have one id.
                Some((known, other)) if known == rank => {
                    games[1] = other;
                    sort_by_place(self.index, &mut games)?;
                }
                _ => {}
            }
            *least = Some((rank, games[0]));
        }
        Ok(())
    }

    /// Leaves only those that are the fullest of the whole, where this index is a part of one. Must be called when all
    /// hits are noted.
    pub(crate) fn settle(&mut self) -> Result<()> {
        let whole = self.index.fullest(&self.asked);
        if whole.is_none() && !self.index.is_noting() {
            return Ok(());
        }
        let mut loader = Loader::new(self.index);
        let mut own = BTreeMap::new();
        for (group, slot) in (0..).zip(&mut self.least) {
            let Some((rank, address)) = *slot else {
                continue;
            };
            let (place, number) = loader.place_of(address)?;
            let fullest = (rank, place, number);
            if whole.is_some_and(|whole| whole.get(&group).is_some_and(|least| *least < fullest)) {
                // No address: the fullest one is in another part.
                *slot = Some((rank, DocAddress::new(SegmentOrdinal::MAX, DocId::MAX)));
            }
            own.insert(group, fullest);
        }
        self.index.note_fullest(&self.asked, own);
        Ok(())
    }

    /// Whether a hit is the fullest of its copies among all hits.
    pub(crate) fn is(&self, segment: SegmentOrdinal, doc: DocId) -> bool {
        let game = DocAddress::new(segment, doc);
        let least = |(group, _)| self.least.get(group).copied().flatten();
        (self.place(segment, doc).map(least)).is_none_or(|least| least.is_some_and(|l| l.1 == game))
    }
}
