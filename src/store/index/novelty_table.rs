//! Novelty of all games of an index: found once for a state of the index, and stored in a file beside it.
//!
//! The novelty of a game depends on all other games, so no build finds it. The first question that needs it starts the
//! search on a thread of its own and waits for it within its time budget; later questions wait for the same search. The
//! result goes into a file `novelty-….bin` that is named after the list of files of the commit. For several indexes
//! that are opened as one, the file lies in the cache folder. A file that is missing, damaged or cannot be written only
//! costs the time to find the novelties again.

use super::bits::u64_at;
use super::directory::IndexDirectory;
use super::duplicates::side_file_of_lists;
use super::folder::NOVELTY_PREFIX;
use super::state::FolderList;
use kifu_record::cancel::TimeBudget;
use kifu_record::poison::IgnorePoison;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use tantivy::index::SegmentId;
use tantivy::{Directory, DocId, Searcher, TantivyError};

/// Novelty of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameNovelty {
    /// Number of moves after which the game has left all older ones; 0 if it has not, or has no date.
    pub ply: u32,
    /// Number of later games that have the position after that move, copies counted once.
    pub followers: u32,
}

/// Novelty of the games of all segments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NoveltyTable {
    segments: HashMap<SegmentId, Vec<GameNovelty>>,
}

impl NoveltyTable {
    /// Makes the table of segments, each with the novelty of every document.
    pub fn new(segments: impl IntoIterator<Item = (SegmentId, Vec<GameNovelty>)>) -> NoveltyTable {
        NoveltyTable { segments: segments.into_iter().collect() }
    }

    /// Novelty of the documents of a segment, by their numbers.
    pub fn segment(&self, segment: SegmentId) -> &[GameNovelty] {
        self.segments.get(&segment).map_or(&[], Vec::as_slice)
    }

    /// Novelty of a document of a segment.
    pub fn game(&self, segment: SegmentId, doc: DocId) -> GameNovelty {
        self.segment(segment).get(doc as usize).copied().unwrap_or_default()
    }

    /// Encodes the table; all numbers are little-endian.
    ///
    /// | bytes | content |
    /// |---|---|
    /// | 3 × 8 | magic, version, number of segments |
    /// | 32 + 8 per segment | id as hexadecimal digits, number of documents |
    /// | 8 per document | number of moves (4), number of followers (4) |
    fn encode(&self) -> Vec<u8> {
        let mut segments: Vec<_> = self.segments.iter().collect();
        segments.sort_by_key(|(id, _)| **id);
        let mut bytes = Vec::new();
        for number in [MAGIC, VERSION, segments.len() as u64] {
            bytes.extend(number.to_le_bytes());
        }
        for (id, games) in &segments {
            bytes.extend(id.uuid_string().as_bytes());
            bytes.extend((games.len() as u64).to_le_bytes());
        }
        for game in segments.iter().flat_map(|(_, games)| games.iter()) {
            bytes.extend(game.ply.to_le_bytes());
            bytes.extend(game.followers.to_le_bytes());
        }
        bytes
    }

    /// Decodes the table of exactly the segments that `searcher` sees; `None` if the bytes are anything else.
    fn decode(bytes: &[u8], searcher: &Searcher) -> Option<NoveltyTable> {
        let segments = usize::try_from(u64_at(bytes, 16)?).ok()?;
        let is_own = (u64_at(bytes, 0)?, u64_at(bytes, 8)?) == (MAGIC, VERSION);
        if !is_own || segments != searcher.segment_readers().len() {
            return None;
        }
        let heads = bytes.get(HEADER_BYTES..)?;
        let (heads, mut games) = heads.split_at_checked(segments.checked_mul(SEGMENT_BYTES)?)?;
        let mut table = NoveltyTable::default();
        for head in heads.chunks_exact(SEGMENT_BYTES) {
            let (id, docs) = head.split_at_checked(SEGMENT_BYTES - 8)?;
            let is_it = |reader: &&tantivy::index::SegmentReader| {
                reader.segment_id().uuid_string().as_bytes() == id
            };
            let reader = searcher.segment_readers().iter().find(is_it)?;
            let docs = usize::try_from(u64_at(docs, 0)?).ok()?;
            if docs != reader.max_doc() as usize {
                return None;
            }
            let (own, rest) = games.split_at_checked(docs.checked_mul(GAME_BYTES)?)?;
            games = rest;
            let novelty = |game: &[u8; GAME_BYTES]| {
                let [a, b, c, d, e, f, g, h] = *game;
                GameNovelty {
                    ply: u32::from_le_bytes([a, b, c, d]),
                    followers: u32::from_le_bytes([e, f, g, h]),
                }
            };
            let (own, _) = own.as_chunks::<GAME_BYTES>();
            table.segments.insert(reader.segment_id(), own.iter().map(novelty).collect());
        }
        (games.is_empty() && table.segments.len() == segments).then_some(table)
    }
}

const MAGIC: u64 = u64::from_le_bytes(*b"kifunovl");
/// Version of the file's layout and of what counts as a novelty.
const VERSION: u64 = 1;
const HEADER_BYTES: usize = 24;
const SEGMENT_BYTES: usize = 40;
const GAME_BYTES: usize = 8;

/// Progress of the search for the novelties of all games.
#[derive(Debug, Default)]
pub struct NoveltyProgress {
    done: AtomicU64,
    expected: AtomicU64,
}

impl NoveltyProgress {
    /// Adds to the number of games that were replayed; a game may be replayed several times.
    pub fn add_done(&self, games: u64) {
        self.done.fetch_add(games, Ordering::Relaxed);
    }

    /// Sets the number of games to replay.
    pub fn set_expected(&self, games: u64) {
        self.expected.store(games, Ordering::Relaxed);
    }

    /// Numbers of games replayed so far, and of games to replay; both 0 before the search has begun.
    pub fn get(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.expected.load(Ordering::Relaxed))
    }
}

#[derive(Debug, Default)]
enum Search {
    #[default]
    NotStarted,
    Running,
    Found(Arc<NoveltyTable>),
    /// The search failed. The next question reports the error, and the one after it starts the search again.
    Failed(TantivyError),
}

/// State of the search, shared with the thread that runs it.
#[derive(Debug, Default)]
struct SharedSearch {
    search: Mutex<Search>,
    /// Notified when the search ends.
    ended: Condvar,
    progress: NoveltyProgress,
}

/// Novelties of an open index, read or found on first use.
#[derive(Debug)]
pub(super) struct LazyNovelty {
    searcher: Searcher,
    /// Directory and name of the file with the result, if there is a commit and a place for it.
    file: Option<(IndexDirectory, String)>,
    folders: Vec<IndexDirectory>,
    shared: Arc<SharedSearch>,
}

/// Interval at which a question that waits for the search checks its time budget.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl LazyNovelty {
    pub(super) fn new(
        searcher: Searcher,
        lists: &[FolderList],
        cache: Option<&Path>,
    ) -> LazyNovelty {
        LazyNovelty {
            searcher,
            file: side_file_of_lists(lists, cache, NOVELTY_PREFIX),
            folders: lists.iter().map(|(folder, _)| folder.clone()).collect(),
            shared: Arc::default(),
        }
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        self.shared.progress.get()
    }

    /// Returns the table, which the first call reads from its file or finds with `find`; `None` if the budget ends
    /// before it is found. The search then continues for the next call.
    pub(super) fn get(
        &self,
        budget: &TimeBudget,
        find: impl FnOnce(&NoveltyProgress) -> tantivy::Result<NoveltyTable> + Send + 'static,
    ) -> tantivy::Result<Option<Arc<NoveltyTable>>> {
        let mut search = self.shared.search.lock().ignore_poison();
        if matches!(*search, Search::NotStarted) {
            *search = match self.read() {
                Some(table) => Search::Found(Arc::new(table)),
                None => self.start(find)?,
            };
        }
        loop {
            match &*search {
                Search::Found(table) => return Ok(Some(table.clone())),
                Search::Failed(error) => {
                    let error = error.clone();
                    *search = Search::NotStarted;
                    return Err(error);
                }
                Search::NotStarted => return Ok(None),
                Search::Running if budget.poll_exhausted() => return Ok(None),
                Search::Running => {
                    let waited = self.shared.ended.wait_timeout(search, POLL_INTERVAL);
                    search = waited.ignore_poison().0;
                }
            }
        }
    }

    fn read(&self) -> Option<NoveltyTable> {
        let (directory, name) = self.file.as_ref()?;
        let bytes = directory.atomic_read(Path::new(name)).ok()?;
        NoveltyTable::decode(&bytes, &self.searcher)
    }

    /// Starts the search on a thread of its own, which also writes the file.
    fn start(
        &self,
        find: impl FnOnce(&NoveltyProgress) -> tantivy::Result<NoveltyTable> + Send + 'static,
    ) -> tantivy::Result<Search> {
        let shared = self.shared.clone();
        let (file, folders) = (self.file.clone(), self.folders.clone());
        let work = move || {
            let found = catch_unwind(AssertUnwindSafe(|| find(&shared.progress)));
            let panicked = |_| Err(TantivyError::InternalError("the search panicked".to_owned()));
            let ended = match found.unwrap_or_else(panicked) {
                Ok(table) => {
                    // If a file was cut meanwhile, the games read from it may be garbage, and so may be the result.
                    let are_right = folders.iter().all(|folder| folder.lost_file().is_none());
                    if let Some((directory, name)) = file.filter(|_| are_right) {
                        // Failure is ignored: without the file, the next process only takes longer.
                        let _ = directory.atomic_write(Path::new(&name), &table.encode());
                    }
                    Search::Found(Arc::new(table))
                }
                Err(error) => Search::Failed(error),
            };
            *shared.search.lock().ignore_poison() = ended;
            shared.ended.notify_all();
        };
        let started = std::thread::Builder::new().name("novelty".to_owned()).spawn(work);
        started.map(|_| Search::Running).map_err(|error| TantivyError::IoError(Arc::new(error)))
    }
}
