//! Finds the groups of copies whose records disagree on facts that they state.

use super::conflicts::have_stated_conflict;
use super::{CHUNK_GROUPS, GroupHits, LOAD_STEPS};
use crate::hits::{GameParts, Hit, Loader};
use kifu_archive::error::Result;
use kifu_store::index::Index;
use kifu_store::index::stored_header::ListedHeader;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use tantivy::DocAddress;

/// Returns those of the groups, in their order, whose records disagree on a fact of their headers, such as the date or
/// the result. If the time budget ends, groups that were not examined are left out.
///
/// Reading the headers of all copies of a large archive takes seconds, so the result for all groups of an index is
/// cached. `by_number` is true if the groups are those that the index numbers, which holds unless games that differ in
/// their moves are in separate groups.
pub fn disagreeing_groups(
    index: &Index,
    groups: Vec<GroupHits>,
    by_number: bool,
) -> Result<Vec<GroupHits>> {
    if !by_number {
        return examine(index, groups);
    }
    let numbers = group_numbers(index, &groups)?;
    if let Some(known) = index.disagreeing_copies().get() {
        let is_known = |number: &Option<u32>| number.is_some_and(|number| known.contains(&number));
        let all = groups.into_iter().zip(numbers);
        return Ok(all.filter(|(_, number)| is_known(number)).map(|(group, _)| group).collect());
    }
    let are_all = groups.len() == index.duplicates()?.group_count() as usize;
    let found = examine(index, groups)?;
    if are_all && !index.budget().poll_exhausted() {
        let numbers = group_numbers(index, &found)?;
        // If another request was faster, its result is the same.
        let _ =
            index.disagreeing_copies().set(numbers.into_iter().flatten().collect::<HashSet<u32>>());
    }
    Ok(found)
}

/// Number of each group in the index.
fn group_numbers(index: &Index, groups: &[GroupHits]) -> Result<Vec<Option<u32>>> {
    let duplicates = index.duplicates()?;
    let ids = super::GameIds::open(index)?;
    let number = |group: &GroupHits| {
        let first = group.first()?;
        Some(duplicates.get(ids.id_of(first.address)?)?.group)
    };
    Ok(groups.iter().map(number).collect())
}

/// Reads the headers of all games of the groups, on all cores, and keeps the groups that disagree.
fn examine(index: &Index, mut groups: Vec<GroupHits>) -> Result<Vec<GroupHits>> {
    let chunks: Result<Vec<Vec<bool>>> =
        groups.par_chunks(CHUNK_GROUPS).map(|chunk| examine_chunk(index, chunk)).collect();
    let mut disagree = chunks?.into_iter().flatten();
    groups.retain(|_| disagree.next().unwrap_or(false));
    Ok(groups)
}

/// For each group, whether its records disagree. Groups behind the end of the time budget count as agreeing.
fn examine_chunk(index: &Index, groups: &[GroupHits]) -> Result<Vec<bool>> {
    let mut loader = Loader::new(index);
    let mut ticker = index.budget().ticker();
    let parts = GameParts { header: true, place: false, comments: false };
    // Games are read in the order of their places on disk, so that each block of them is decompressed only once.
    let mut hits: Vec<Hit> = groups.iter().flatten().copied().collect();
    hits.sort_by_key(|hit| hit.address);
    let mut headers: HashMap<DocAddress, ListedHeader> = HashMap::new();
    for hit in ticker.take_within_budget(LOAD_STEPS, hits.iter()) {
        headers.insert(hit.address, loader.game_at(hit, "", parts)?.header);
    }
    let disagree = |group: &GroupHits| {
        let of_group: Option<Vec<&ListedHeader>> =
            group.iter().map(|hit| headers.get(&hit.address)).collect();
        of_group.is_some_and(|headers| have_stated_conflict(&headers))
    };
    Ok(groups.iter().map(disagree).collect())
}
