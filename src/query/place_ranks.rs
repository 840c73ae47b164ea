//! Ranks the places of hits in natural order (`game9` before `game10`), over all segments.

use super::columns::iter_first_values;
use kifu_archive::error::Result;
use kifu_record::cancel::BudgetTicker;
use kifu_store::index::Index;
use kifu_store::index::place::natural_key;
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// For the hits of one segment: pairs of the number that a place (path and archive member) has in the segment and its
/// rank among the places of all hits, sorted by number.
pub(super) type SegmentRanks = [(u64, u64)];

/// The places (paths and archive members) of all hits in natural order, each with its rank.
#[derive(Default)]
pub(super) struct PlaceRanks {
    segments: Vec<Vec<(u64, u64)>>,
    /// Natural sort keys of all places, sorted.
    keys: Vec<String>,
}

/// The rank of a segment's place, given by its number in the segment.
pub(super) fn rank_of(ranks: &SegmentRanks, place: u64) -> Option<u64> {
    let at = ranks.binary_search_by_key(&place, |(place, _)| *place);
    ranks.get(at.ok()?).map(|(_, rank)| *rank)
}

/// Combines the rank of a file (upper 32 bits) with a game's number in it (lower 32 bits) into one sort key.
pub(super) fn rank_in_file(rank: u64, game: u64) -> u64 {
    rank << 32 | game.min(u32::MAX.into())
}

impl PlaceRanks {
    /// Ranks the places of all hits, given by segment.
    pub(super) fn build(index: &Index, segments: &[Vec<(DocId, f32)>]) -> Result<PlaceRanks> {
        let mut keyed = Vec::new();
        let mut ticker = index.budget().ticker();
        let part = index.budget().chunk_len(PATHS_PER_POLL);
        let readers = index.searcher().segment_readers().iter();
        for (segment, (reader, hits)) in readers.zip(segments).enumerate() {
            let keys = place_keys(reader, hits, part, &mut ticker)
                .map_err(|error| index.error_from_tantivy(error))?;
            keyed.extend(keys.into_iter().map(|(place, key)| (key, segment, place)));
        }
        // The places of each segment come sorted byte by byte, which is mostly the natural order, and this sort is fast
        // on sorted runs.
        keyed.sort();
        let mut ranks = PlaceRanks { segments: vec![Vec::new(); segments.len()], keys: Vec::new() };
        for (key, segment, place) in keyed {
            if ranks.keys.last() != Some(&key) {
                ranks.keys.push(key);
            }
            // Ranks are odd; a place of another index, such as the start of a page, can get an even rank in between.
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

    /// The ranks of the places of one segment's hits.
    pub(super) fn segment(&self, segment: usize) -> &SegmentRanks {
        self.segments.get(segment).map_or(&[], Vec::as_slice)
    }

    /// The rank that a place has, or would have, among the places of all hits.
    pub(super) fn rank(&self, place: &str) -> u64 {
        match self.keys.binary_search(&natural_key(place)) {
            Ok(at) => 2 * at as u64 + 1,
            Err(at) => 2 * at as u64,
        }
    }
}

/// Cost of looking up one path and computing its sort key, in budget steps of about 10 ns.
const PATH_STEPS: usize = 50;

/// Number of paths that are looked up between two checks of the budget.
const PATHS_PER_POLL: usize = 1024;

/// The numbers of the places of a segment's hits, in order, with their natural sort keys.
fn place_keys(
    reader: &SegmentReader,
    hits: &[(DocId, f32)],
    part: usize,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<Vec<(u64, String)>> {
    let Some(column) = reader.fast_fields().str("place")? else {
        return Ok(Vec::new());
    };
    let docs = hits.iter().map(|(doc, _)| *doc);
    let mut places: Vec<u64> =
        iter_first_values(column.ords(), docs).filter_map(|(_, place)| place).collect();
    places.sort_unstable();
    places.dedup();
    let mut keys = Vec::with_capacity(places.len());
    for part in places.chunks(part) {
        if ticker.is_exhausted_after(PATH_STEPS * part.len()) {
            break;
        }
        let mut push = |place: &[u8]| keys.push(natural_key(&String::from_utf8_lossy(place)));
        column.dictionary().sorted_ords_to_term_cb(part, &mut push)?;
    }
    Ok(places.into_iter().zip(keys).collect())
}
