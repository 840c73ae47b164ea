//! Novelty of all games, found in two passes over all positions.
//!
//! Most positions occur in one game only. The first pass counts the positions in a table of two bits for each slot,
//! which says whether a position may occur twice. The second pass replays the games again and collects only positions
//! that may occur in several games; sorted by their hashes, the games with one position lie together. If these entries
//! were to take too much memory, the second pass is repeated for parts of the hashes.

use super::facts::{CopyKey, DaySpan, SegmentFacts};
use super::line::game_line;
use crate::hits::Hit;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::say;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::hash::PositionHash;
use kifu_record::{GameTree, Replayer};
use kifu_store::index::Index;
use kifu_store::index::novelty_table::{GameNovelty, NoveltyProgress, NoveltyTable};
use kifu_store::index::segment::kifus::Kifus;
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// Maximum number of the move with which a trendsetter leaves all older games.
pub const TRENDSETTER_MAX_PLY: u32 = 60;
/// Number of later games that take up the new move of a trendsetter, at least.
pub const TRENDSETTER_MIN_FOLLOWERS: u32 = 10;

/// True if a game has a new move early, and enough later games took it up.
pub fn is_trendsetter(ply: u32, followers: u32) -> bool {
    (1..=TRENDSETTER_MAX_PLY).contains(&ply) && followers >= TRENDSETTER_MIN_FOLLOWERS
}

/// The novelties of all games of an index. The first call finds them, unless they are stored beside the index.
///
/// Fails if the time budget ends before they are found; the search then continues for the next call. Also fails for an
/// index that answers together with others, because the games of the others are not known to it.
pub fn novelty_table(index: &Index) -> Result<Arc<NoveltyTable>> {
    if index.is_part() || index.is_recording() {
        let error = Error::new(ErrorKind::Query, say!("error-novelty-of-shards"));
        return Err(error.with_help(say!("error-novelty-of-shards-help")));
    }
    let all = index.with_budget(TimeBudget::default());
    let table = index.novelty_table(move |progress| find_all(&all, progress));
    let table = table.map_err(|error| index.error_from_tantivy(error))?;
    table.ok_or_else(|| {
        let (done, expected) = index.novelty_progress();
        let percent = (100 * done).checked_div(expected).unwrap_or(0).min(99);
        let message = say!("error-novelty-not-ready", percent = percent.to_string());
        Error::new(ErrorKind::Interrupted, message).with_help(say!("error-novelty-not-ready-help"))
    })
}

/// Novelty of the game of a hit.
pub fn novelty_of_hit(index: &Index, table: &NoveltyTable, hit: &Hit) -> GameNovelty {
    let reader = index.searcher().segment_reader(hit.address.segment_ord);
    table.game(reader.segment_id(), hit.address.doc_id)
}

/// Facts about a game that is compared with the others.
#[derive(Clone, Copy)]
struct ComparedGame {
    days: DaySpan,
    /// Number that the game shares with its copies only.
    copies: u32,
}

/// Segment with the games that have a date, by document.
struct ComparedSegment<'i> {
    reader: &'i SegmentReader,
    kifus: Kifus,
    /// Number of the segment's first document among the documents of all segments.
    first: u32,
    docs: Vec<DocId>,
}

/// All games that have a date.
struct ComparedGames<'i> {
    segments: Vec<ComparedSegment<'i>>,
    /// Facts about all documents of all segments; `None` for those without a date and for deleted ones.
    facts: Vec<Option<ComparedGame>>,
}

impl<'i> ComparedGames<'i> {
    fn read(index: &'i Index) -> tantivy::Result<ComparedGames<'i>> {
        let mut games = ComparedGames { segments: Vec::new(), facts: Vec::new() };
        let mut numbers: HashMap<CopyKey, u32> = HashMap::new();
        for reader in index.searcher().segment_readers() {
            let facts = SegmentFacts::open(index, reader)?;
            let first = games.facts.len();
            games.facts.resize(first + reader.max_doc() as usize, None);
            let mut docs = Vec::new();
            for doc in reader.doc_ids_alive() {
                let Some(game) = facts.game(doc) else { continue };
                let next = numbers.len() as u32;
                let copies = *numbers.entry(game.key).or_insert(next);
                if let Some(slot) = games.facts.get_mut(first + doc as usize) {
                    *slot = Some(ComparedGame { days: game.days, copies });
                    docs.push(doc);
                }
            }
            let kifus = Kifus::open(reader)?;
            games.segments.push(ComparedSegment { reader, kifus, first: first as u32, docs });
        }
        Ok(games)
    }

    fn count(&self) -> u64 {
        self.segments.iter().map(|segment| segment.docs.len() as u64).sum()
    }

    fn get(&self, game: u32) -> Option<ComparedGame> {
        self.facts.get(game as usize).copied().flatten()
    }

    /// Replays the main lines of all games on all cores. For each chunk of games, `visit` gets the result of the chunk,
    /// the number of the game and each of its positions; positions that equal the one before are left out.
    fn replay_all<T: Send + Default>(
        &self,
        progress: &NoveltyProgress,
        visit: impl Fn(&mut T, u32, &LineEntry) + Sync,
    ) -> tantivy::Result<Vec<T>> {
        let mut all = Vec::new();
        for segment in &self.segments {
            let worker = || (segment.kifus.clone(), Replayer::new(), GameTree::new());
            let chunks = segment.docs.par_chunks(CHUNK_GAMES).map_init(worker, |worker, docs| {
                let (kifus, replayer, tree) = worker;
                let mut result = T::default();
                for &doc in docs {
                    let start = kifus.tree(doc, tree, &TimeBudget::default())?;
                    let Some(start) = start else { continue };
                    let mut at = 0;
                    let mut before: Option<PositionHash> = None;
                    replayer.replay(start, tree, |ply| {
                        if !ply.main {
                            return ControlFlow::Break(());
                        }
                        let hash = ply.board.hash();
                        let entry = LineEntry { hash: hash.0, at, number: ply.number };
                        if before.replace(hash) != Some(hash) || is_first_move(&entry) {
                            visit(&mut result, segment.first + doc, &entry);
                        }
                        at += 1;
                        ControlFlow::Continue(())
                    });
                }
                progress.add_done(docs.len() as u64);
                Ok(result)
            });
            all.extend(chunks.collect::<tantivy::Result<Vec<T>>>()?);
        }
        Ok(all)
    }
}

/// Number of games that a thread takes at once.
const CHUNK_GAMES: usize = 256;

/// Position of a main line.
struct LineEntry {
    hash: u64,
    /// Place of the position in the line: 0 is the start.
    at: u32,
    /// Number of moves before the position.
    number: u32,
}

/// True if a position is the first one after a move. If that move is a pass, the start has the same stones, but only
/// positions after moves can be new.
fn is_first_move(entry: &LineEntry) -> bool {
    entry.number == 1
}

/// Set of positions in two bits for each slot: whether a position of the slot occurs, and whether one may occur twice.
struct SeenPositions {
    words: Vec<AtomicU64>,
    shift: u32,
    repeated: AtomicU64,
}

/// Slots for each position: with eight, about one in nine single positions falls into the slot of another.
const SLOTS_PER_POSITION: u64 = 8;
/// Bounds of the number of slots, as powers of two. The largest table takes 256 MiB.
const SLOT_BITS: std::ops::RangeInclusive<u32> = 16..=30;

impl SeenPositions {
    fn new(positions: u64) -> SeenPositions {
        let slots = positions.saturating_mul(SLOTS_PER_POSITION).max(1);
        let bits = (64 - slots.leading_zeros()).clamp(*SLOT_BITS.start(), *SLOT_BITS.end());
        let words = (0..1usize << (bits - 5)).map(|_| AtomicU64::new(0)).collect();
        SeenPositions { words, shift: 64 - bits, repeated: AtomicU64::new(0) }
    }

    fn slot(&self, hash: u64) -> Option<(&AtomicU64, u64)> {
        let slot = hash >> self.shift;
        Some((self.words.get((slot / 32) as usize)?, 1 << (2 * (slot % 32))))
    }

    fn add(&self, hash: u64) {
        let Some((word, once)) = self.slot(hash) else { return };
        if word.fetch_or(once, Ordering::Relaxed) & once != 0 {
            word.fetch_or(once << 1, Ordering::Relaxed);
            self.repeated.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn may_repeat(&self, hash: u64) -> bool {
        self.slot(hash).is_none_or(|(word, once)| word.load(Ordering::Relaxed) & once << 1 != 0)
    }
}

/// Position that several games may have, with one of the games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SharedPosition {
    hash: u64,
    game: u32,
    /// Place of the position in the game's line, times two, plus 1 if it comes after a move.
    place: u32,
}

/// First new position of each game found so far: the place in the line in the higher half, and the number of followers
/// in the lower one, so that the least number wins.
struct FirstNovelties(Vec<AtomicU64>);

impl FirstNovelties {
    fn add(&self, game: u32, at: u32, followers: u32) {
        if let Some(slot) = self.0.get(game as usize) {
            slot.fetch_min(u64::from(at) << 32 | u64::from(followers), Ordering::Relaxed);
        }
    }

    /// Place in the line of a game's first new position and the number of its followers.
    fn get(&self, game: u32) -> Option<(u32, u32)> {
        let first = self.0.get(game as usize)?.load(Ordering::Relaxed);
        (first != u64::MAX).then_some(((first >> 32) as u32, first as u32))
    }
}

/// Maximum number of entries of a pass, each of 16 bytes: 256 MiB.
const MAX_ENTRIES: u64 = 1 << 24;

/// Finds the novelties of all games of an index.
pub fn find_all(index: &Index, progress: &NoveltyProgress) -> tantivy::Result<NoveltyTable> {
    find_in_parts(index, progress, MAX_ENTRIES)
}

fn find_in_parts(
    index: &Index,
    progress: &NoveltyProgress,
    max_entries: u64,
) -> tantivy::Result<NoveltyTable> {
    let games = ComparedGames::read(index)?;
    progress.set_expected(2 * games.count());
    let seen = SeenPositions::new(positions_of(&games)?);
    // Games in which a position after setup shifts the numbers of moves against the places in the line.
    let shifted: Vec<Vec<u32>> =
        games.replay_all(progress, |shifted: &mut Vec<u32>, game, entry| {
            seen.add(entry.hash);
            if entry.at != entry.number && shifted.last() != Some(&game) {
                shifted.push(game);
            }
        })?;
    let entries = 2 * seen.repeated.load(Ordering::Relaxed);
    let parts = entries.div_ceil(max_entries).max(1);
    progress.set_expected((1 + parts) * games.count());
    let first = FirstNovelties(games.facts.iter().map(|_| AtomicU64::new(u64::MAX)).collect());
    for part in 0..parts {
        let collected =
            games.replay_all(progress, |entries: &mut Vec<SharedPosition>, game, entry| {
                let is_after_move = entry.number > 0;
                if !seen.may_repeat(entry.hash) {
                    if is_after_move {
                        first.add(game, entry.at, 0);
                    }
                } else if (u128::from(entry.hash) * u128::from(parts)) >> 64 == u128::from(part) {
                    let place = entry.at << 1 | u32::from(is_after_move);
                    entries.push(SharedPosition { hash: entry.hash, game, place });
                }
            })?;
        let mut entries: Vec<SharedPosition> = collected.into_iter().flatten().collect();
        entries.par_sort_unstable();
        let runs = entries.par_chunk_by(|a, b| a.hash == b.hash);
        runs.for_each(|run| add_novelties(run, &games, &first));
    }
    let shifted: Vec<u32> = shifted.into_iter().flatten().collect();
    table(&games, &first, &shifted)
}

/// Number of positions of all games, approximately.
fn positions_of(games: &ComparedGames) -> tantivy::Result<u64> {
    let mut positions = 0;
    for segment in &games.segments {
        let moves = segment.reader.fast_fields().u64("moves")?;
        let of_docs = segment.docs.iter().map(|&doc| moves.first(doc).unwrap_or(0) + 1);
        positions += of_docs.sum::<u64>();
    }
    Ok(positions)
}

/// Adds the novelties among the games that have one position.
fn add_novelties(run: &[SharedPosition], games: &ComparedGames, first: &FirstNovelties) {
    let with_position = run.iter().filter_map(|entry| Some((entry, games.get(entry.game)?)));
    let with_position: Vec<(&SharedPosition, ComparedGame)> = with_position.collect();
    // The earliest of all games, and the earliest of those that are no copies of it.
    let by_day = |(_, game): &&(&SharedPosition, ComparedGame)| game.days.last;
    let Some((_, earliest)) = with_position.iter().min_by_key(by_day) else { return };
    let others = with_position.iter().filter(|(_, game)| game.copies != earliest.copies);
    let other = others.min_by_key(by_day);
    let is_reached = |game: &ComparedGame| {
        let older = if game.copies == earliest.copies {
            other.map(|(_, game)| game)
        } else {
            Some(earliest)
        };
        older.is_some_and(|older| older.days.is_before(game.days))
    };
    let is_after_move = |entry: &SharedPosition| entry.place & 1 == 1;
    let new =
        with_position.iter().filter(|(entry, game)| is_after_move(entry) && !is_reached(game));
    let mut followers: Option<Followers> = None;
    for (entry, game) in new {
        let followers = followers.get_or_insert_with(|| {
            Followers::new(with_position.iter().map(|(_, game)| (game.copies, game.days.first)))
        });
        first.add(entry.game, entry.place >> 1, followers.count_after(game));
    }
}

/// Games with a position, each counted once however many copies it has.
struct Followers {
    /// Latest first possible day of each game among its copies, by the number of the copies.
    by_game: Vec<(u32, i32)>,
    /// The days of `by_game` in order.
    days: Vec<i32>,
}

impl Followers {
    fn new(games: impl Iterator<Item = (u32, i32)>) -> Followers {
        let mut by_game: Vec<(u32, i32)> = games.collect();
        // The latest day of each game comes first and stays.
        by_game.sort_unstable_by_key(|&(copies, day)| (copies, std::cmp::Reverse(day)));
        by_game.dedup_by_key(|(copies, _)| *copies);
        let mut days: Vec<i32> = by_game.iter().map(|&(_, day)| day).collect();
        days.sort_unstable();
        Followers { by_game, days }
    }

    /// Number of games after a game, without its copies.
    fn count_after(&self, game: &ComparedGame) -> u32 {
        let is_later = |day: i32| day > game.days.last;
        let later = self.days.len() - self.days.partition_point(|&day| !is_later(day));
        let own = self.by_game.binary_search_by_key(&game.copies, |&(copies, _)| copies).ok();
        let own = own.and_then(|at| self.by_game.get(at)).is_some_and(|&(_, day)| is_later(day));
        u32::try_from(later - usize::from(own)).unwrap_or(u32::MAX)
    }
}

/// Makes the table. `shifted` has the games in which the number of moves differs from the place in the line.
fn table(
    games: &ComparedGames,
    first: &FirstNovelties,
    shifted: &[u32],
) -> tantivy::Result<NoveltyTable> {
    let mut segments = Vec::new();
    for segment in &games.segments {
        let mut novelties = vec![GameNovelty::default(); segment.reader.max_doc() as usize];
        for &doc in &segment.docs {
            let found = first.get(segment.first + doc);
            if let (Some((ply, followers)), Some(slot)) = (found, novelties.get_mut(doc as usize)) {
                *slot = GameNovelty { ply, followers };
            }
        }
        let docs = segment.first..segment.first + segment.reader.max_doc();
        for game in shifted.iter().filter(|game| docs.contains(game)) {
            let doc = game - segment.first;
            let mut tree = GameTree::new();
            let start = segment.kifus.tree(doc, &mut tree, &TimeBudget::default())?;
            let line = start.map(|start| game_line(start, &tree)).unwrap_or_default();
            if let Some(slot) = novelties.get_mut(doc as usize).filter(|slot| slot.ply > 0) {
                slot.ply = line.get(slot.ply as usize).map_or(0, |position| position.number);
            }
        }
        segments.push((segment.reader.segment_id(), novelties));
    }
    Ok(NoveltyTable::new(segments))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_store::index::build::build;
    use kifu_test_support::Random;

    /// If the entries do not fit into memory, they are collected in parts; the result is the same.
    #[test]
    fn parts_give_the_same_table() {
        let folder = tempfile::tempdir().unwrap();
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        std::fs::create_dir(&games).unwrap();
        let mut random = Random::named("novelty parts", 1);
        let mut text = String::new();
        for _ in 0..300 {
            let (year, first) = (1900 + random.below(60), random.below(3));
            text += &format!("(;SZ[5]DT[{year}]");
            for number in 0..12 {
                let (x, y) = if number == 0 { (first, 0) } else { random.point(5) };
                let letter = |at: usize| (b'a' + at as u8) as char;
                text += &format!(";{}[{}{}]", ["B", "W"][number % 2], letter(x), letter(y));
            }
            text.push(')');
        }
        std::fs::write(games.join("games.sgf"), text).unwrap();
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let index = Index::open(&index).unwrap();
        let progress = NoveltyProgress::default();
        let whole = find_all(&index, &progress).unwrap();
        assert_eq!(progress.get(), (600, 600));
        let segment = index.searcher().segment_readers().first().unwrap().segment_id();
        let novelties = whole.segment(segment);
        assert!(novelties.iter().filter(|game| game.followers > 1).count() > 5);
        assert!(novelties.iter().filter(|game| game.ply > 2).count() > 5);
        for max_entries in [7, 100, 1000] {
            let progress = NoveltyProgress::default();
            assert_eq!(find_in_parts(&index, &progress, max_entries).unwrap(), whole);
            assert!(progress.get().0 > 600);
        }
    }
}
