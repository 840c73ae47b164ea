//! Keeps each game once: of several copies among the hits, the fullest.

use super::columns::{doc_set, iter_first_values};
use super::hits::{Loader, sort_by_place};
use super::once_per_game::{CopiedGames, CopyPlace};
use kifu_archive::error::Result;
use kifu_store::index::Index;
use kifu_store::index::duplicates::{CopyMember, Duplicates};
use std::collections::BTreeMap;
use tantivy::columnar::Column;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// The hits of one segment.
pub(crate) trait SegmentDocs {
    /// Documents of the hits, in order.
    fn docs(&self) -> impl Iterator<Item = DocId>;

    /// Keeps only the hits for which `is_kept` is true. Returns the number of dropped hits.
    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64;
}

/// Keeps only hits that are the fullest of their copies among the hits of all segments. Returns the number of dropped
/// hits, and all hits that have copies. The indexes of a distributed search exchange their fullest copies under the key
/// `facts_key`, which names the request.
pub(crate) fn retain_fullest(
    index: &Index,
    facts_key: impl Into<String>,
    segments: &mut [impl SegmentDocs],
) -> Result<(u64, CopiedGames)> {
    let ids = GameIds::open(index)?;
    let duplicates = index.duplicates()?;
    let mut fullest = FullestCopies {
        facts_key: facts_key.into(),
        least: vec![None; duplicates.group_count() as usize],
        copies: Vec::new(),
        duplicates,
        ids,
        index,
    };
    for (ordinal, hits) in (0..).zip(&*segments) {
        fullest.add(ordinal, hits.docs())?;
    }
    fullest.drop_less_full_than_other_parts()?;
    let mut left_out = 0;
    for others in fullest.less_full().chunk_by(|a, b| a.segment_ord == b.segment_ord) {
        let ordinal = others.first().map_or(0, |game| game.segment_ord);
        let reader = index.searcher().segment_reader(ordinal);
        let others = doc_set(reader, others.iter().map(|game| game.doc_id));
        if let Some(hits) = segments.get_mut(ordinal as usize) {
            left_out += hits.retain(|doc| !others.contains(doc));
        }
    }
    Ok((left_out, fullest.copied()))
}

/// The columns of ids of all segments.
pub(crate) struct GameIds(Vec<Column<u64>>);

impl GameIds {
    pub(crate) fn open(index: &Index) -> Result<GameIds> {
        let columns =
            index.searcher().segment_readers().iter().map(|reader| reader.fast_fields().u64("id"));
        let columns = columns.collect::<tantivy::Result<_>>();
        Ok(GameIds(columns.map_err(|error| index.error_from_tantivy(error))?))
    }

    pub(crate) fn id_of(&self, game: DocAddress) -> Option<u64> {
        self.0.get(game.segment_ord as usize)?.first(game.doc_id)
    }

    /// The ids of the given games of a segment.
    pub(crate) fn ids_of<'c>(
        &'c self,
        segment: SegmentOrdinal,
        docs: impl Iterator<Item = DocId> + 'c,
    ) -> impl Iterator<Item = (DocAddress, u64)> + 'c {
        let column = self.0.get(segment as usize);
        let ids = column.map(|column| iter_first_values(column, docs)).into_iter().flatten();
        ids.filter_map(move |(doc, id)| Some((DocAddress::new(segment, doc), id?)))
    }
}

/// For each group of copies, the fullest hit found so far.
struct FullestCopies<'i> {
    /// Key under which the indexes of a distributed search exchange their fullest copies.
    facts_key: String,
    duplicates: &'i Duplicates,
    ids: GameIds,
    /// All hits that have copies, in document order.
    copies: Vec<(DocAddress, CopyPlace)>,
    /// For each group: the least rank, and the game that has it.
    least: Vec<Option<(u32, DocAddress)>>,
    index: &'i Index,
}

impl FullestCopies<'_> {
    /// Adds hits of a segment.
    fn add(&mut self, segment: SegmentOrdinal, docs: impl Iterator<Item = DocId>) -> Result<()> {
        for (game, id) in self.ids.ids_of(segment, docs) {
            let Some(CopyMember { group, rank, .. }) = self.duplicates.get(id) else {
                continue;
            };
            let Some(least) = self.least.get_mut(group as usize) else {
                continue;
            };
            self.copies.push((game, CopyPlace { group, rank }));
            let mut games = [game; 2];
            match *least {
                Some((known, _)) if known < rank => continue,
                // A file that lies below two roots has each game twice, with equal ids and ranks. The game at the first
                // place counts.
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

    /// If this index is one of several in a distributed search: drops hits for which another index has a fuller copy.
    /// Must be called when all hits have been added.
    fn drop_less_full_than_other_parts(&mut self) -> Result<()> {
        let fullest_of_all = self.index.global_fullest(&self.facts_key);
        if fullest_of_all.is_none() && !self.index.is_recording() {
            return Ok(());
        }
        let mut loader = Loader::new(self.index);
        let mut fullest_here = BTreeMap::new();
        for (group, slot) in (0..).zip(&mut self.least) {
            let Some((rank, address)) = *slot else {
                continue;
            };
            let (place, number) = loader.place_of(address)?;
            let fullest = (rank, place, number);
            if fullest_of_all
                .is_some_and(|whole| whole.get(&group).is_some_and(|least| *least < fullest))
            {
                // No document has this address. It stands for the fullest copy, which is in another index.
                *slot = Some((rank, DocAddress::new(SegmentOrdinal::MAX, DocId::MAX)));
            }
            fullest_here.insert(group, fullest);
        }
        self.index.record_fullest(&self.facts_key, fullest_here);
        Ok(())
    }

    /// Hits of which a fuller copy is among all hits.
    fn less_full(&self) -> Vec<DocAddress> {
        let is_fullest = |game, group: u32| {
            self.least
                .get(group as usize)
                .copied()
                .flatten()
                .is_some_and(|(_, fullest)| fullest == game)
        };
        let others = self.copies.iter().filter(|(game, place)| !is_fullest(*game, place.group));
        others.map(|(game, _)| *game).collect()
    }

    /// All hits that have copies.
    fn copied(self) -> CopiedGames {
        let mut copied = CopiedGames::default();
        for (game, place) in self.copies {
            copied.push(game.segment_ord, game.doc_id, place);
        }
        copied
    }
}
