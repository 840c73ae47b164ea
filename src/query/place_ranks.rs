//! The natural order of places: of the places of hits alone, over all segments.

use super::columns::each_first;
use kifu_archive::error::Result;
use kifu_record::patience::Pace;
use kifu_store::index::Index;
use kifu_store::index::place::natural_key;
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// The places of a segment's hits, by their numbers, with their ranks among the places of all hits.
pub(super) type SegmentRanks = [(u64, u64)];

/// The places of all hits in order.
#[derive(Default)]
pub(super) struct PlaceRanks {
    segments: Vec<Vec<(u64, u64)>>,
    /// What they are sorted by.
    keys: Vec<String>,
}

/// The rank of a place in its segment.
pub(super) fn rank_of(ranks: &SegmentRanks, place: u64) -> Option<u64> {
    let at = ranks.binary_search_by_key(&place, |(place, _)| *place);
    ranks.get(at.ok()?).map(|(_, rank)| *rank)
}

/// The number by which the games of a file are sorted among all games.
pub(super) fn rank_in_file(rank: u64, game: u64) -> u64 {
    rank << 32 | game.min(u32::MAX.into())
}

impl PlaceRanks {
    /// Those of these hits, by segment.
    pub(super) fn of(index: &Index, segments: &[Vec<(DocId, f32)>]) -> Result<PlaceRanks> {
        let mut keyed = Vec::new();
        let mut pace = index.budget().pace();
        let part = index.budget().part(PART);
        let readers = index.searcher().segment_readers().iter();
        for (segment, (reader, hits)) in readers.zip(segments).enumerate() {
            let keys = keys(reader, hits, part, &mut pace).map_err(|error| index.failed(error))?;
            keyed.extend(keys.into_iter().map(|(place, key)| (key, segment, place)));
        }
        // Places come sorted by their letters. This sort is fast where much of that is right.
        keyed.sort();
        let mut ranks = PlaceRanks { segments: vec![Vec::new(); segments.len()], keys: Vec::new() };
        for (key, segment, place) in keyed {
            if ranks.keys.last() != Some(&key) {
                ranks.keys.push(key);
            }
            // Between the ranks of two places there is room for that of a place beyond this index.
            let rank = 2 * ranks.keys.len() as u64 - 1;
            if let Some(of_segment) = ranks.segments.get_mut(segment) {
                of_segment.push((place, rank));
            }
        }
        for of_segment in &mut ranks.segments {
            of_segment.sort_unstable();
        }
        Ok(ranks)
    }

    /// Those of a segment.
    pub(super) fn of_segment(&self, segment: usize) -> &SegmentRanks {
        self.segments.get(segment).map_or(&[], Vec::as_slice)
    }

    /// Where a place stands, or would stand, among them.
    pub(super) fn rank(&self, place: &str) -> u64 {
        match self.keys.binary_search(&natural_key(place)) {
            Ok(at) => 2 * at as u64 + 1,
            Err(at) => 2 * at as u64,
        }
    }
}

/// The budget steps that looking up a path and finding its key costs.
const PATH: usize = 50;

/// Paths that are looked up between two checks of the budget.
const PART: usize = 1024;

/// The numbers of the places of a segment's hits, in order, with what they are sorted by.
fn keys(
    reader: &SegmentReader,
    hits: &[(DocId, f32)],
    part: usize,
    pace: &mut Pace,
) -> tantivy::Result<Vec<(u64, String)>> {
    let Some(column) = reader.fast_fields().str("place")? else {
        return Ok(Vec::new());
    };
    let docs = hits.iter().map(|(doc, _)| *doc);
    let mut places: Vec<u64> =
        each_first(column.ords(), docs).filter_map(|(_, place)| place).collect();
    places.sort_unstable();
    places.dedup();
    let mut keys = Vec::with_capacity(places.len());
    for part in places.chunks(part) {
        if pace.is_spent(PATH * part.len()) {
            break;
        }
        let mut push = |place: &[u8]| keys.push(natural_key(&String::from_utf8_lossy(place)));
        column.dictionary().sorted_ords_to_term_cb(part, &mut push)?;
    }
    Ok(places.into_iter().zip(keys).collect())
}
