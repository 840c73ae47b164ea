//! Looks up games by their exact places in the archive.

use super::columns::{BLOCK_GAMES, first_values};
use super::hits::Hit;
use kifu_archive::error::Result;
use kifu_archive::origin::Origin;
use kifu_store::index::Index;
use kifu_store::index::place::place;
use std::collections::HashMap;
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, DocId};

/// Cost of looking up one place, in budget steps of about 10 ns.
const LOOKUP_STEPS: usize = 20;

/// The games at the given places (path, archive members and number in the file). Places that the index does not have
/// are skipped.
pub fn at_places(index: &Index, origins: &[Origin]) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    let fail = |error| index.error_from_tantivy(error);
    for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
        let addresses = in_segment(index, reader, origins)
            .map_err(fail)?
            .into_iter()
            .map(|doc| DocAddress::new(segment, doc));
        found.extend(addresses.map(Hit::from));
    }
    Ok(found)
}

fn in_segment(
    index: &Index,
    reader: &SegmentReader,
    origins: &[Origin],
) -> tantivy::Result<Vec<DocId>> {
    let mut found = Vec::new();
    let Some(places) = reader.fast_fields().str("place")? else {
        return Ok(found);
    };
    let numbers = reader.fast_fields().u64("game")?;
    let mut ticker = index.budget().ticker();
    let mut games_by_place: HashMap<u64, Vec<u64>> = HashMap::new();
    for origin in ticker.take_within_budget(LOOKUP_STEPS, origins.iter()) {
        if let Some(ord) = places.dictionary().term_ord(place(origin))? {
            games_by_place.entry(ord).or_default().push(origin.game.into());
        }
    }
    if games_by_place.is_empty() {
        return Ok(found);
    }
    let docs: Vec<DocId> = reader.doc_ids_alive().collect();
    for docs in ticker.take_within_budget(BLOCK_GAMES, docs.chunks(BLOCK_GAMES)) {
        let ords = first_values(places.ords(), docs.iter().copied());
        for (&doc, ord) in docs.iter().zip(ords) {
            let of_file = ord.and_then(|ord| games_by_place.get(&ord));
            let is_requested =
                |games: &Vec<u64>| numbers.first(doc).is_some_and(|game| games.contains(&game));
            found.extend(of_file.filter(|games| is_requested(games)).map(|_| doc));
        }
    }
    Ok(found)
}
