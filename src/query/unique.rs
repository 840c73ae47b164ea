//! Each game once: of several copies among the hits, the fullest.

use super::hits::{Loader, sort_by_place};
use crate::error::Result;
use crate::index::Index;
use crate::index::duplicates::Duplicates;
use std::collections::BTreeMap;
use tantivy::columnar::Column;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// The hits of one segment.
pub(crate) trait SegmentDocs {
    /// Their documents, in order.
    fn docs(&self) -> impl Iterator<Item = DocId>;

    /// Keeps some of them. Returns how many were dropped.
    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64;
}

/// Of the hits of all segments, keeps those that are the fullest of their copies. Returns how many were dropped. A part
/// of a whole notes them under the name `asked`.
pub(crate) fn keep_fullest(
    index: &Index,
    asked: impl Into<String>,
    segments: &mut [impl SegmentDocs],
) -> Result<u64> {
    let ids = GameIds::open(index)?;
    let duplicates = index.duplicates()?;
    let mut fullest = FullestCopies {
        asked: asked.into(),
        least: vec![None; duplicates.group_count() as usize],
        duplicates,
        ids,
        index,
    };
    for (ordinal, hits) in (0..).zip(&*segments) {
        fullest.add(ordinal, hits.docs())?;
    }
    fullest.settle()?;
    let segments = (0..).zip(segments);
    let left_out = segments.map(|(ordinal, hits)| hits.retain(|doc| fullest.is(ordinal, doc)));
    Ok(left_out.sum())
}

/// The ids of all games.
pub(crate) struct GameIds(Vec<Column<u64>>);

impl GameIds {
    pub(crate) fn open(index: &Index) -> Result<GameIds> {
        let readers = index.searcher().segment_readers().iter();
        let columns = readers.map(|reader| reader.fast_fields().u64("id"));
        let columns = columns.collect::<tantivy::Result<_>>();
        Ok(GameIds(columns.map_err(|error| index.failed(error))?))
    }

    /// The id of a game.
    pub(crate) fn of(&self, game: DocAddress) -> Option<u64> {
        self.0.get(game.segment_ord as usize)?.first(game.doc_id)
    }
}

/// For each group of copies, the fullest of the hits so far.
struct FullestCopies<'i> {
    /// What is asked for.
    asked: String,
    duplicates: &'i Duplicates,
    ids: GameIds,
    /// The least rank of each group, and the game that has it.
    least: Vec<Option<(u32, DocAddress)>>,
    index: &'i Index,
}

impl FullestCopies<'_> {
    /// The group of a game and its rank there; `None` for a game without copies.
    fn place(&self, segment: SegmentOrdinal, doc: DocId) -> Option<(usize, u32)> {
        let id = self.ids.of(DocAddress::new(segment, doc))?;
        let member = self.duplicates.of(id)?;
        Some((member.group as usize, member.rank))
    }

    /// Notes hits of a segment.
    fn add(&mut self, segment: SegmentOrdinal, docs: impl Iterator<Item = DocId>) -> Result<()> {
        for doc in docs {
            let place = self.place(segment, doc);
            let least = place.and_then(|(group, rank)| Some((self.least.get_mut(group)?, rank)));
            let Some((least, rank)) = least else {
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
    fn settle(&mut self) -> Result<()> {
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
    fn is(&self, segment: SegmentOrdinal, doc: DocId) -> bool {
        let game = DocAddress::new(segment, doc);
        let least = |(group, _)| self.least.get(group).copied().flatten();
        (self.place(segment, doc).map(least)).is_none_or(|least| least.is_some_and(|l| l.1 == game))
    }
}
