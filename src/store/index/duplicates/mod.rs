//! Finds copies of games: equal under a symmetry of the board, cut short, or with a few moves entered differently.
//!
//! A build computes marks for every game (`likeness`) and, after its commit, compares games that share a mark
//! (`groups`). The result goes into a file beside the index, `duplicates-….bin`, named after the commit's list of
//! files. It can be computed again at any time: a reader that finds it missing, damaged or for other games does so in
//! memory.

mod bonds;
pub(crate) mod fullness;
mod groups;
mod likeness;
pub(crate) mod marks;
mod moves;

use super::Index;
use super::bits::u64_at;
use super::directory::IndexDirectory;
use super::folder::{DUPLICATES_PREFIX, SIDE_FILE_SUFFIX, list_of_side_file, side_file_name};
use super::state::FolderList;
use bonds::KnownRelations;
pub use groups::CopyMember;
use kifu_record::cancel::{Interrupted, TimeBudget};
use kifu_record::game::BoardSize;
use kifu_record::game::hash::{mix, stable_hash};
use kifu_record::{GameTree, Start};
pub use likeness::Likeness;
use moves::{MoveList, PointMaps};
use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tantivy::{Directory, Searcher, TantivyError};

/// Groups of copies of an index.
#[derive(Debug, Default)]
pub struct Duplicates {
    /// Games that have copies, sorted by id.
    copies: Vec<CopyMember>,
    group_count: u32,
    filter: IdFilter,
    places: IdRanges,
}

impl Duplicates {
    fn new(copies: Vec<CopyMember>) -> Duplicates {
        Duplicates {
            group_count: copies.iter().map(|copy| copy.group + 1).max().unwrap_or(0),
            filter: IdFilter::new(&copies),
            places: IdRanges::new(&copies),
            copies,
        }
    }

    pub fn group_count(&self) -> u32 {
        self.group_count
    }

    pub fn game_count(&self) -> usize {
        self.copies.len()
    }

    /// Returns the entry of the game with this id, or `None` if it has no copy.
    pub fn get(&self, id: u64) -> Option<CopyMember> {
        if !self.filter.may_hold(id) {
            return None;
        }
        let near = self.copies.get(self.places.range(id))?;
        let at = near.partition_point(|copy| copy.id < id);
        near.get(at).filter(|copy| copy.id == id).copied()
    }
}

/// Bit set over the leading bits of ids. Most games have no copy, and testing one bit shows that.
#[derive(Debug, Default)]
struct IdFilter {
    bits: Vec<u64>,
    shift: u32,
}

impl IdFilter {
    fn new(copies: &[CopyMember]) -> IdFilter {
        // Sixteen bits for each copy, so at most one in sixteen other ids passes; at least 64 bits.
        let width = (copies.len() * 16).next_power_of_two().ilog2().max(6);
        let mut filter = IdFilter { bits: vec![0; 1 << (width - 6)], shift: 64 - width };
        for copy in copies {
            let bit = copy.id >> filter.shift;
            if let Some(word) = filter.bits.get_mut((bit / 64) as usize) {
                *word |= 1 << (bit % 64);
            }
        }
        filter
    }

    #[inline]
    fn may_hold(&self, id: u64) -> bool {
        let bit = id >> self.shift;
        let word = self.bits.get((bit / 64) as usize);
        word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }
}

/// Index into the sorted copies by the leading bits of their ids. Ids are hashes, so few share the same leading bits.
#[derive(Debug, Default)]
struct IdRanges {
    /// Position of the first copy with these leading bits or greater ones, for each value of the bits; the last entry
    /// is the number of copies.
    starts: Vec<u32>,
    shift: u32,
}

impl IdRanges {
    /// Builds the index of copies that are sorted by id.
    fn new(copies: &[CopyMember]) -> IdRanges {
        let width = copies.len().next_power_of_two().ilog2().max(1);
        let shift = 64 - width;
        let mut starts = vec![0; (1 << width) + 1];
        for copy in copies {
            if let Some(after) = starts.get_mut((copy.id >> shift) as usize + 1) {
                *after += 1;
            }
        }
        let mut before = 0;
        for start in &mut starts {
            before += *start;
            *start = before;
        }
        IdRanges { starts, shift }
    }

    /// Range of the copies that share the leading bits of an id.
    #[inline]
    fn range(&self, id: u64) -> Range<usize> {
        let bits = (id >> self.shift) as usize;
        let start = |at: usize| self.starts.get(at).copied().unwrap_or(0) as usize;
        start(bits)..start(bits + 1)
    }
}

/// Duplicates of an open index, read or computed on first use.
pub struct LazyDuplicates {
    searcher: Searcher,
    /// Directory and name of the file with the result, if there is a commit.
    file: Option<(IndexDirectory, String)>,
    /// Folder in which results for several indexes are cached. A result that is computed is written to this folder.
    cache: Option<PathBuf>,
    /// Folders of the indexes whose games are compared.
    folders: Vec<IndexDirectory>,
    found: OnceLock<tantivy::Result<Duplicates>>,
    /// Empty result for callers whose budget ends before the duplicates are computed.
    empty: Duplicates,
}

impl LazyDuplicates {
    /// Prepares the duplicates of the games that `searcher` sees. For one folder, the result lies beside its list of
    /// files; for several folders, in the folder `cache`.
    pub(super) fn new(
        searcher: Searcher,
        lists: &[FolderList],
        cache: Option<&Path>,
    ) -> LazyDuplicates {
        LazyDuplicates {
            searcher,
            file: side_file_of_lists(lists, cache, DUPLICATES_PREFIX),
            cache: cache.filter(|_| lists.len() > 1).map(Path::to_owned),
            folders: lists.iter().map(|(folder, _)| folder.clone()).collect(),
            found: OnceLock::new(),
            empty: Duplicates::new(Vec::new()),
        }
    }

    /// Makes a [`LazyDuplicates`] of duplicates that are known already, so that nothing is computed.
    pub(super) fn from_found(searcher: Searcher, found: Duplicates) -> LazyDuplicates {
        LazyDuplicates {
            found: OnceLock::from(Ok(found)),
            ..LazyDuplicates::new(searcher, &[], None)
        }
    }

    /// Returns the duplicates; the first call reads or computes them. If the budget ends meanwhile, the result is
    /// empty, and the next call starts again.
    pub fn get(&self, budget: &TimeBudget) -> tantivy::Result<&Duplicates> {
        match budget.run(|| self.found.get_or_init(|| self.find())) {
            Ok(found) => found.as_ref().map_err(TantivyError::clone),
            Err(Interrupted) => Ok(&self.empty),
        }
    }

    fn find(&self) -> tantivy::Result<Duplicates> {
        let games = fingerprint(&self.searcher)?;
        let file = self.file.as_ref();
        if let Some(copies) = file.and_then(|(directory, name)| read(directory, name, games)) {
            return Ok(Duplicates::new(copies));
        }
        let copies = groups::find(&self.searcher, &mut KnownRelations::default(), &|| {})?;
        let are_right = self.folders.iter().all(|folder| folder.lost_file().is_none());
        if let (Some((directory, name)), Some(cache)) = (&self.file, &self.cache)
            && are_right
        {
            // Failure is ignored: without the cached result, the next process only takes longer.
            let _ = delete_oldest(cache, MAX_CACHED_RESULTS - 1);
            let bytes = encode(games, &copies, &KnownRelations::default());
            let _ = directory.atomic_write(Path::new(name), &bytes);
        }
        Ok(Duplicates::new(copies))
    }
}

/// Directory and name of the file with a result about the games of all these lists of files; `kind` is the prefix of
/// the name. For one folder it lies beside the list of files; for several, in the cache folder. `None` without a
/// commit, or without a cache folder; then every process computes the result again.
pub(super) fn side_file_of_lists(
    lists: &[FolderList],
    cache: Option<&Path>,
    kind: &str,
) -> Option<(IndexDirectory, String)> {
    match lists {
        [(directory, list)] => Some((directory.clone(), side_file_name(list.as_deref()?, kind))),
        lists => cache_file(cache?, lists, kind).ok(),
    }
}

/// Maximum number of cached results for indexes that are searched together.
const MAX_CACHED_RESULTS: usize = 32;

/// Directory and name of the cache file for several lists of files together. The name is a hash of the lists' names.
/// Every commit has a new list, so outdated files pile up, and the oldest are deleted when one is written.
fn cache_file(
    cache: &Path,
    lists: &[FolderList],
    kind: &str,
) -> io::Result<(IndexDirectory, String)> {
    std::fs::create_dir_all(cache)?;
    let directory = IndexDirectory::open(cache).map_err(io::Error::other)?;
    let lists: BTreeSet<&[u8]> =
        lists.iter().filter_map(|(_, list)| list.as_deref()).map(str::as_bytes).collect();
    let hash = stable_hash(&Vec::from_iter(lists));
    let name = format!("{kind}{hash:016x}{SIDE_FILE_SUFFIX}");
    Ok((directory, name))
}

/// Deletes the oldest cached results, so that `remaining` remain.
fn delete_oldest(cache: &Path, remaining: usize) -> io::Result<()> {
    let entries = std::fs::read_dir(cache)?.flatten();
    let mut results: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            list_of_side_file(&name)?;
            Some((entry.metadata().ok()?.modified().ok()?, entry.path()))
        })
        .collect();
    results.sort();
    let old = results.len().saturating_sub(remaining);
    for (_, path) in results.drain(..old) {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

/// Moves of a game as the index stores them.
#[derive(Clone, Copy, Debug)]
pub struct StoredMoves<'t> {
    /// Kind of game, board size and initial setup.
    pub start: Start,
    pub tree: &'t GameTree,
}

/// Compares the moves of two games; `None` if they are different games.
pub fn likeness(a: StoredMoves, b: StoredMoves) -> Option<Likeness> {
    let a = MoveList::from_tree(a.start, a.tree)?;
    let b = MoveList::from_tree(b.start, b.tree)?;
    likeness::compare(&a, &b, &mut PointMaps::new(BoardSize::GO))
}

/// Name of the duplicates file that belongs to a list of files.
pub(super) fn file_name(list: &str) -> String {
    side_file_name(list, DUPLICATES_PREFIX)
}

/// Finds the duplicates after a commit and writes them. If the games are the same as at the previous commit, its result
/// is reused; otherwise the relations of pairs that it stored are.
pub(super) fn write(
    directory: &IndexDirectory,
    index: &Index,
    list: &str,
    previous: Option<&str>,
) -> tantivy::Result<()> {
    let lazy = &*index.duplicates;
    let games = fingerprint(&lazy.searcher)?;
    // The duplicates file of the previous commit is read through the directory of `index`, and not through that of the
    // build. Damage that the build's directory records makes the build fail, but a damaged duplicates file need not,
    // because its content is computed again.
    let before = lazy.file.as_ref().zip(previous).and_then(|((directory, _), list)| {
        let name = file_name(list);
        directory.atomic_read(Path::new(&name)).ok()
    });
    let before = before.unwrap_or_default();
    let bytes = if decode(&before, games).is_ok_and(|copies| are_valid(&copies)) {
        before
    } else {
        let mut bonds = KnownRelations::decode(relation_bytes(&before).unwrap_or(&[]));
        let copies = groups::find(&lazy.searcher, &mut bonds, &|| index.release_pages())?;
        encode(games, &copies, &bonds)
    };
    // If a file was cut meanwhile, the games read from it may be garbage, and so may be the result.
    if let Some(what) = lazy.folders.iter().find_map(IndexDirectory::lost_file) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, what).into());
    }
    Ok(directory.atomic_write(Path::new(&file_name(list)), &bytes)?)
}

/// Encodes those duplicates (games that are copies of others) that one of several indexes holds. The result is
/// published beside the file that lists the indexes; [`read_subset`] reads it.
pub(super) fn encode_subset(games: &Searcher, all: &Duplicates) -> tantivy::Result<Vec<u8>> {
    let mut ids = BTreeSet::new();
    for reader in games.segment_readers() {
        let column = reader.fast_fields().u64("id")?;
        ids.extend(reader.doc_ids_alive().filter_map(|doc| column.first(doc)));
    }
    let subset: Vec<CopyMember> =
        all.copies.iter().filter(|copy| ids.contains(&copy.id)).copied().collect();
    Ok(encode(fingerprint(games)?, &subset, &KnownRelations::default()))
}

/// Reads what [`encode_subset`] returned; `None` if the file is missing, damaged, or about other games.
pub(super) fn read_subset(
    directory: &IndexDirectory,
    name: &str,
    games: &Searcher,
) -> tantivy::Result<Option<Duplicates>> {
    let games = fingerprint(games)?;
    let bytes = directory.atomic_read(Path::new(name)).ok();
    let copies = bytes.and_then(|bytes| decode(&bytes, games).ok());
    let copies = copies.filter(|copies| copies.is_sorted_by_key(|copy| copy.id));
    Ok(copies.map(Duplicates::new))
}

/// Fingerprint of the set of games in an index, independent of their order.
fn fingerprint(searcher: &Searcher) -> tantivy::Result<u64> {
    let mut sum: u64 = searcher.num_docs();
    for reader in searcher.segment_readers() {
        let ids = reader.fast_fields().u64("id")?;
        for doc in reader.doc_ids_alive() {
            sum = sum.wrapping_add(mix(ids.first(doc).unwrap_or(0)));
        }
    }
    Ok(sum)
}

const MAGIC: u64 = u64::from_le_bytes(*b"kifudups");
/// Version of the file's layout and of what counts as a copy.
const VERSION: u64 = 3;
const HEADER_BYTES: usize = 32;
const COPY_BYTES: usize = 20;

/// Encodes the file of duplicates; all numbers are little-endian.
///
/// | bytes | content |
/// |---|---|
/// | 4 × 8 | magic, version, fingerprint of the games, number of copies |
/// | 20 per copy | id (8), group (4), exact mark (4), rank (4) |
/// | 17 per pair | relations of pairs, read by the next commit only |
fn encode(games: u64, copies: &[CopyMember], bonds: &KnownRelations) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + copies.len() * COPY_BYTES);
    for number in [MAGIC, VERSION, games, copies.len() as u64] {
        bytes.extend(number.to_le_bytes());
    }
    for copy in copies {
        bytes.extend(copy.id.to_le_bytes());
        bytes.extend(copy.group.to_le_bytes());
        bytes.extend(copy.exact_mark.to_le_bytes());
        bytes.extend(copy.rank.to_le_bytes());
    }
    bytes.extend(bonds.encode());
    bytes
}

/// Reads the copies in a file; `None` if it is missing, damaged or about other games. The relations of pairs in it are
/// not read.
fn read(directory: &IndexDirectory, name: &str, games: u64) -> Option<Vec<CopyMember>> {
    let file = directory.sealed(Path::new(name)).ok()?;
    let end = copies_end(&file.read(0..HEADER_BYTES).ok()?)?;
    let copies = decode(&file.read(0..end).ok()?, games).ok()?;
    (are_valid(&copies) && !file.is_lost()).then_some(copies)
}

/// Offset at which the copies end and the relations of pairs begin; `None` if the file has another version.
fn copies_end(bytes: &[u8]) -> Option<usize> {
    let is_own = (u64_at(bytes, 0)?, u64_at(bytes, 8)?) == (MAGIC, VERSION);
    let count = usize::try_from(u64_at(bytes, 24)?).ok().filter(|_| is_own)?;
    HEADER_BYTES.checked_add(count.checked_mul(COPY_BYTES)?)
}

fn relation_bytes(bytes: &[u8]) -> Option<&[u8]> {
    bytes.get(copies_end(bytes)?..)
}

fn decode(bytes: &[u8], games: u64) -> io::Result<Vec<CopyMember>> {
    let other = || io::Error::from(io::ErrorKind::InvalidData);
    let end = copies_end(bytes).ok_or_else(other)?;
    let copies = bytes.get(HEADER_BYTES..end).ok_or_else(other)?;
    if u64_at(bytes, 16) != Some(games) {
        return Err(other());
    }
    let (copies, _) = copies.as_chunks::<COPY_BYTES>();
    let copy = |bytes: &[u8; COPY_BYTES]| {
        let [a, b, c, d, e, f, g, h, rest @ ..] = *bytes;
        let [i, j, k, l, m, n, o, p, q, r, s, t] = rest;
        CopyMember {
            id: u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            group: u32::from_le_bytes([i, j, k, l]),
            exact_mark: u32::from_le_bytes([m, n, o, p]),
            rank: u32::from_le_bytes([q, r, s, t]),
        }
    };
    Ok(copies.iter().map(copy).collect())
}

/// True if copies are sorted by id and groups are numbered by the least id in each. Otherwise the file is damaged and
/// not used.
fn are_valid(copies: &[CopyMember]) -> bool {
    let mut groups = 0;
    let are_numbered = copies.iter().all(|copy| {
        let is_known = copy.group <= groups;
        groups += u32::from(copy.group == groups);
        is_known
    });
    are_numbered && copies.is_sorted_by_key(|copy| copy.id)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(numbers: &[(u64, u32)]) -> io::Result<Vec<CopyMember>> {
        let copies: Vec<CopyMember> = numbers
            .iter()
            .map(|&(id, group)| CopyMember { id, group, exact_mark: 0, rank: 0 })
            .collect();
        let copies = decode(&encode(5, &copies, &KnownRelations::default()), 5)?;
        are_valid(&copies).then_some(copies).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    #[test]
    fn copies_are_found_by_their_ids_and_nothing_else_is() {
        let ends = [0, 1, 2, 3, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
        let mut ids: Vec<u64> = ends.into_iter().chain((1..300).map(mix)).collect();
        ids.sort_unstable();
        for step in [1, 2, 3, 50, 1000] {
            let copy = |(group, &id): (u32, &u64)| CopyMember { id, group, exact_mark: 0, rank: 0 };
            let copies: Vec<CopyMember> = (0..).zip(ids.iter().step_by(step)).map(copy).collect();
            let duplicates = Duplicates::new(copies.clone());
            for id in &ids {
                let known = copies.iter().find(|copy| copy.id == *id).copied();
                assert_eq!(duplicates.get(*id), known, "{id} of every {step}.");
            }
        }
        assert_eq!(Duplicates::new(Vec::new()).get(7), None);
        assert_eq!(Duplicates::default().get(7), None);
    }

    #[test]
    fn only_what_was_written_is_read() {
        let copies = read(&[(1, 0), (2, 1), (2, 0), (7, 2), (8, 1), (9, 2)]).unwrap();
        assert_eq!(Duplicates::new(copies).group_count(), 3);
        assert_eq!(read(&[]).unwrap().len(), 0);
        for numbers in [&[(2, 0), (1, 0)][..], &[(1, 1)], &[(1, 0), (2, u32::MAX)]] {
            assert!(read(numbers).is_err(), "{numbers:?}");
        }
    }
}
