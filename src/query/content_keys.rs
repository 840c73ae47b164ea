//! Looks up games by their content keys. The key is a hash of the start position and the moves, so it is equal for
//! copies of a game wherever their files lie.

use super::columns::iter_first_values;
use super::hits::Hit;
use super::plan::Plan;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use std::collections::{BTreeSet, HashMap};
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// Cost of reading one content key, in budget steps of about 10 ns.
const READ_STEPS: usize = 5;

/// The number of games that a prepared query (plan) finds, and their content keys (hashes of start position and moves),
/// each once.
pub fn content_keys_of(index: &Index, plan: &Plan) -> Result<(u64, BTreeSet<u64>)> {
    let (segments, _) = plan.hits(index, false)?;
    let (mut games, mut found) = (0, BTreeSet::new());
    let readers = index.searcher().segment_readers().iter();
    for (reader, hits) in readers.zip(segments) {
        let docs = hits.docs.iter().copied();
        for_each_content(index, reader, docs, |_, content| {
            games += 1;
            found.insert(content);
        })?;
    }
    Ok((games, found))
}

/// For each of the given content keys, the first game in the index that has it. Keys that the index does not have are
/// skipped.
pub fn first_games_with(index: &Index, contents: &[u64]) -> Result<Vec<(u64, Hit)>> {
    let mut found: HashMap<u64, DocAddress> = HashMap::new();
    let requested: BTreeSet<u64> = contents.iter().copied().collect();
    for_each_game(index, |at, content| {
        if requested.contains(&content) {
            found.entry(content).or_insert(at);
        }
    })?;
    let hit = |content: &u64| Some((*content, Hit::from(*found.get(content)?)));
    Ok(contents.iter().filter_map(hit).collect())
}

/// The content key of a game: a hash of its start position and moves, which is equal for copies.
pub fn content_key_of(index: &Index, hit: &Hit) -> Result<Option<u64>> {
    let contents =
        index.searcher().segment_reader(hit.address.segment_ord).fast_fields().u64("content");
    let contents = contents.map_err(|error| index.error_from_tantivy(error))?;
    Ok(contents.first(hit.address.doc_id))
}

/// Calls `receive` with the address and the content key (hash of start position and moves) of every game.
pub fn for_each_game(index: &Index, mut receive: impl FnMut(DocAddress, u64)) -> Result<()> {
    let readers = index.searcher().segment_readers().iter();
    for (segment, reader) in (0..).zip(readers) {
        let segment: SegmentOrdinal = segment;
        for_each_content(index, reader, reader.doc_ids_alive(), |doc, content| {
            receive(DocAddress::new(segment, doc), content);
        })?;
    }
    Ok(())
}

fn for_each_content(
    index: &Index,
    reader: &SegmentReader,
    docs: impl Iterator<Item = DocId>,
    mut receive: impl FnMut(DocId, u64),
) -> Result<()> {
    let contents =
        reader.fast_fields().u64("content").map_err(|error| index.error_from_tantivy(error))?;
    let mut ticker = index.budget().ticker();
    for (doc, content) in iter_first_values(&contents, ticker.take_within_budget(READ_STEPS, docs))
    {
        content.into_iter().for_each(|content| receive(doc, content));
    }
    Ok(())
}
