//! The index behind the pages: its current state, which other processes may replace, and the build of the index that
//! this server started.

use super::commands::Commands;
use super::examination::ArchiveExamination;
use super::member_cache::MemberCache;
use super::memory::{Memory, ReadLocks};
use super::pack::ReplyBody;
use super::progress::{JobProgress, job_progress};
use super::recent::RecentGame;
use super::roots::Roots;
use super::unpacking::Unpacking;
use super::userdata::UserdataAccess;
use super::weighted_cache::WeightedCache;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::build::{Options, ReadProgress, build, limits_of_last_build};
use kifu_engine::game::MemberPlaces;
use kifu_engine::practice::PracticeSeries;
use kifu_engine::status::Status;
use kifu_engine::{Engine, Failure, Indexes, Result};
use kifu_record::game::hash::stable_hash;
use kifu_record::poison::IgnorePoison;
use kifu_store::userdata::file::UserDataFile;
use kifu_watch::{WatchEvent, watch};
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, RwLock};
use std::time::{Duration, Instant};

/// Interval at which the folder of the index is checked for commits that other processes have made.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Patterns of files with which a server builds: to add and to leave out. `None` stands for those that the roots have.
#[derive(Clone, Debug, Default)]
pub struct NewPatterns {
    /// Patterns of files to read although their names do not promise a game.
    pub include: Option<Vec<String>>,
    /// Patterns of files not to read.
    pub exclude: Option<Vec<String>>,
}

/// The index behind the pages: its current state, and the build that is running.
pub(crate) struct Archive {
    indexes: Indexes,
    patterns: NewPatterns,
    commands: Arc<Commands>,
    open: RwLock<Option<Arc<OpenedIndex>>>,
    work: Arc<RwLock<Option<BuildWork>>>,
    last_poll: Mutex<LastPoll>,
    /// Size in bytes of each of three caches: of games, of archive members, and of answers.
    cache_bytes: u64,
    memory: Arc<Memory>,
    userdata: Arc<OnceLock<UserdataAccess>>,
    /// Held while a state of the index is opened, so that no two threads open one at the same time.
    opening: Mutex<()>,
}

/// Each large cache (games, archive members, answers) may take one eighth of the memory for reading games. Caches thus
/// take three eighths, and five remain for reading.
const CACHE_DIVISOR: u64 = 8;
/// Upper limit of the cache of answers: 16 MiB hold thousands of packed answers.
const MAX_ANSWER_CACHE_BYTES: u64 = 16 << 20;

/// Upper limit of the cache of practice positions: 32 MiB hold some thousands of positions.
const MAX_SERIES_CACHE_BYTES: u64 = 32 << 20;

/// Upper limit of the cache of the lists of archive members: 8 MiB hold the places of some hundred thousand members.
const MAX_PLACES_CACHE_BYTES: u64 = 8 << 20;

/// Number of the state of an index before its first commit.
const GENERATION_BEFORE_COMMIT: u64 = 0;

/// A state of the index, opened for answering requests, with all caches whose contents belong to this state.
pub(crate) struct OpenedIndex {
    pub engine: Engine,
    /// Status of the index when it was opened.
    pub status: Status,
    /// Folders of the archive, which answers must not reveal.
    pub roots: Roots,
    /// Number of this state of the index, which rises with each commit.
    pub generation: u64,
    /// Text that identifies this state: it differs for every other state, index, setting and build of the program.
    pub state_id: String,
    /// Address to which a visit without parameters is redirected; `None` if such a visit shows the empty board of 19
    /// lines. The first request that needs it computes it.
    pub start_address: OnceLock<Option<String>>,
    /// Cache of the games that were read last.
    pub recent_games: WeightedCache<Arc<RecentGame>>,
    /// Cache of the answers that were sent last. The key of an answer holds everything that the answer depends on.
    pub answers: WeightedCache<ReplyBody, Vec<u8>>,
    /// Cache of the practice positions that were used last, by their queries.
    pub series: WeightedCache<Arc<PracticeSeries>>,
    /// The user's tags, stars, notes and practice, if this server shows them.
    pub userdata: Arc<OnceLock<UserdataAccess>>,
    /// Cache of lists of members, for the archives that were read last.
    pub places: WeightedCache<Arc<OnceLock<MemberPlaces>>>,
    /// Cache of archive members that were unpacked on the way to others.
    pub members: MemberCache,
    /// Locks by the name of the archive, so that no two requests read the same archive at the same time.
    pub read_locks: ReadLocks,
    /// Games that are read in the background, because their file must be decompressed for some time.
    pub unpacking: Unpacking,
    /// Memory for reading games, which all requests share.
    pub memory: Arc<Memory>,
    /// Examination of the archive's files for damaged or odd games.
    pub examination: ArchiveExamination,
    /// Commands that pages tell people to run.
    pub commands: Arc<Commands>,
    /// The build of the index that is running or has failed.
    work: Arc<RwLock<Option<BuildWork>>>,
}

/// A build of the index that this server started.
#[derive(Clone)]
pub(crate) enum BuildWork {
    Running(Arc<ReadProgress>),
    /// Error that ended the build.
    Failed(Arc<Failure>),
}

struct LastPoll {
    at: Instant,
    /// Hash of the index files that each commit replaces, read when the state that answers requests now was opened. If
    /// it differs, there is a newer commit.
    stamp: Vec<Option<u64>>,
}

impl OpenedIndex {
    /// Returns the error because of which the archive is not watched at this moment; `None` if it is watched or if that
    /// was not requested.
    pub(crate) fn build_failure(&self) -> Option<Arc<Failure>> {
        match &*self.work.read().ignore_poison() {
            Some(BuildWork::Failed(failure)) => Some(failure.clone()),
            _ => None,
        }
    }

    /// The file with the user's data, if practice is stored on this server.
    pub(crate) fn practice(&self) -> Option<&UserDataFile> {
        let userdata = self.userdata.get().filter(|userdata| userdata.stores_practice)?;
        Some(&userdata.file)
    }
}

impl Archive {
    /// Opens the indexes. If there is no index, this is an error, unless `paths` name files from which to build the
    /// first one; the build then runs in the background. `memory` is the number of bytes for reading games and for
    /// caches.
    pub(crate) fn new(
        indexes: Indexes,
        commands: Commands,
        paths: Vec<PathBuf>,
        patterns: NewPatterns,
        memory: u64,
    ) -> Result<Arc<Archive>> {
        let cache_bytes = memory / CACHE_DIVISOR;
        let archive = Archive {
            cache_bytes,
            memory: Memory::new(memory - 3 * cache_bytes),
            open: RwLock::new(None),
            work: Arc::default(),
            last_poll: Mutex::new(LastPoll { at: Instant::now(), stamp: Vec::new() }),
            userdata: Arc::default(),
            opening: Mutex::default(),
            indexes,
            patterns,
            commands: commands.into(),
        };
        match archive.reopen() {
            Err(Failure::Other(error)) if is_absent(&error) && !paths.is_empty() => {}
            opened => opened?,
        }
        let archive = Arc::new(archive);
        if !paths.is_empty() {
            archive.clone().start_build(paths)?;
        }
        Ok(archive)
    }

    /// Sets the file with the user's data, which pages show and to which changes are written from now on.
    pub(crate) fn set_userdata(&self, userdata: UserdataAccess) {
        let _ = self.userdata.set(userdata);
    }

    /// Starts a build of the index from these paths on a new thread. Until it is done, the old state of the index
    /// answers requests.
    fn start_build(self: Arc<Archive>, paths: Vec<PathBuf>) -> Result<()> {
        let progress = Arc::new(ReadProgress::default());
        self.set_work(Some(BuildWork::Running(progress.clone())));
        let folder = self.indexes.folders.first().cloned().unwrap_or_default();
        let work = move || {
            let options = self.build_options(&folder);
            let opened = build(&folder, &paths, &options, &progress)
                .map_err(Failure::from)
                .and_then(|_| self.reopen());
            let failed = |failure: Failure| BuildWork::Failed(failure.into());
            self.set_work(opened.err().map(failed));
        };
        std::thread::Builder::new()
            .name("build".into())
            .spawn(work)
            .map_err(|error| Error::io("cannot start the build", error))?;
        Ok(())
    }

    /// Options of a build of an index: what its last build used, and the patterns that the server was given.
    fn build_options(&self, folder: &Path) -> Options {
        let NewPatterns { include, exclude } = self.patterns.clone();
        Options { limits: limits_of_last_build(folder), include, exclude, ..Options::default() }
    }

    /// Starts one thread for each index. The thread adds changes below the roots to the index as long as the process
    /// lives.
    pub(crate) fn watch_roots(self: &Arc<Archive>) -> Result<()> {
        for folder in &self.indexes.folders {
            let (archive, folder) = (self.clone(), folder.clone());
            let work = move || archive.watch(&folder);
            std::thread::Builder::new()
                .name("watch".into())
                .spawn(work)
                .map_err(|error| Error::io("cannot start to watch the archive", error))?;
        }
        Ok(())
    }

    fn watch(&self, folder: &Path) {
        // If this server is building the first index, that build has to end before changes can be added.
        while self.build_progress().is_some() {
            std::thread::sleep(POLL_INTERVAL);
        }
        let options = self.build_options(folder);
        let ended = watch(folder, &options, &ReadProgress::default(), |watched| {
            let failure = match watched {
                WatchEvent::Started { .. } => None,
                WatchEvent::Built(_) => self.reopen().err(),
                WatchEvent::Failed(error) | WatchEvent::PartlyWatched(error) => Some(error.into()),
            };
            self.set_failure(failure);
            ControlFlow::Continue(())
        });
        self.set_failure(ended.err().map(Failure::from));
    }

    /// Stores the error because of which the archive could not be read, or clears it. While a build is running, its
    /// progress stays and nothing is stored.
    fn set_failure(&self, failure: Option<Failure>) {
        let mut work = self.work.write().ignore_poison();
        if !matches!(*work, Some(BuildWork::Running(_))) {
            *work = failure.map(|failure| BuildWork::Failed(failure.into()));
        }
    }

    fn set_work(&self, work: Option<BuildWork>) {
        *self.work.write().ignore_poison() = work;
    }

    /// Returns the opened state of the index that answers requests; if there is none yet, the first build, which is
    /// running or has failed.
    pub(crate) fn opened(&self) -> std::result::Result<Arc<OpenedIndex>, BuildWork> {
        let open = self.open.read().ignore_poison();
        open.clone().ok_or_else(|| {
            let work = self.work.read().ignore_poison();
            work.clone().unwrap_or_else(|| BuildWork::Running(Arc::default()))
        })
    }

    /// Returns the progress of a running build.
    pub(crate) fn build_progress(&self) -> Option<JobProgress> {
        match &*self.work.read().ignore_poison() {
            Some(BuildWork::Running(progress)) => Some(job_progress(progress)),
            _ => None,
        }
    }

    /// True if [`poll_folder`](Self::poll_folder) should be called; that is at most once a second. This function reads
    /// no file.
    pub(crate) fn is_poll_due(&self) -> bool {
        let mut last_poll = self.last_poll();
        let is_due = last_poll.at.elapsed() >= POLL_INTERVAL && self.opening.try_lock().is_ok();
        if is_due {
            last_poll.at = Instant::now();
        }
        is_due
    }

    /// Opens the newest state of the index if its folder has changed since the current state was opened, or if one of
    /// its files was truncated. If the new state cannot be read, the next poll tries again. Reads files, so it must run
    /// on a blocking thread.
    pub(crate) fn poll_folder(&self) {
        let stamp = stamp(&self.indexes.folders);
        let is_known = self.last_poll().stamp == stamp;
        let is_lost = || self.opened().is_ok_and(|opened| opened.engine.has_lost_files());
        if !is_known || is_lost() {
            let _ = self.reopen();
        }
    }

    /// Opens the newest state of the index. The previous state goes on answering if the newest one cannot be read, or
    /// if it is empty because the index is being built anew.
    ///
    /// Each state has an engine of its own. An engine that switched states in the middle of an answer would send games
    /// of the new state under the ETag of the old one.
    pub(crate) fn reopen(&self) -> Result<()> {
        let _only = self.opening.lock().ignore_poison();
        // The stamp (a hash of files that each commit replaces) is read before the index is opened: a commit in between
        // is then noticed by the next poll.
        let stamp = stamp(&self.indexes.folders);
        let engine = Engine::open_all(self.indexes.clone())?;
        let state = self.state_id(&engine);
        let current = self.opened();
        if current.is_ok() && engine.generation() == GENERATION_BEFORE_COMMIT {
            return Ok(());
        }
        if !current.is_ok_and(|opened| opened.state_id == state && !opened.engine.has_lost_files())
        {
            let opened = Arc::new(self.open_state(engine, state)?);
            *self.open.write().ignore_poison() = Some(opened);
        }
        self.last_poll().stamp = stamp;
        Ok(())
    }

    fn last_poll(&self) -> MutexGuard<'_, LastPoll> {
        self.last_poll.lock().ignore_poison()
    }

    fn open_state(&self, engine: Engine, state: String) -> Result<OpenedIndex> {
        let reply = engine.status(false)?;
        Ok(OpenedIndex {
            roots: Roots::new(&reply.answer),
            generation: reply.generation,
            state_id: state,
            start_address: OnceLock::new(),
            recent_games: WeightedCache::new(self.cache_bytes),
            answers: WeightedCache::new(self.cache_bytes.min(MAX_ANSWER_CACHE_BYTES)),
            series: WeightedCache::new(self.cache_bytes.min(MAX_SERIES_CACHE_BYTES)),
            userdata: self.userdata.clone(),
            places: WeightedCache::new(self.cache_bytes.min(MAX_PLACES_CACHE_BYTES)),
            members: MemberCache::new(self.cache_bytes),
            read_locks: ReadLocks::default(),
            unpacking: Unpacking::new(self.cache_bytes),
            memory: self.memory.clone(),
            examination: ArchiveExamination::default(),
            commands: self.commands.clone(),
            work: self.work.clone(),
            status: reply.answer,
            engine,
        })
    }

    /// Hashes everything that shapes an answer. The engine's own hash covers the games and the user's spellings of
    /// names; this function adds the commands, the folders and the build of the program.
    fn state_id(&self, engine: &Engine) -> String {
        let mut hash = DefaultHasher::new();
        (engine.state(), &*self.commands, &self.indexes.folders).hash(&mut hash);
        PROGRAM_ID.hash(&mut hash);
        format!("{:016x}", hash.finish())
    }
}

/// Identity of this build of the program: its version, and the path, length and time of the executable. If these cannot
/// be read, a random number is used instead, so each process counts as a build of its own.
static PROGRAM_ID: LazyLock<u64> = LazyLock::new(|| {
    let file = || {
        let path = std::env::current_exe().ok()?;
        let data = std::fs::metadata(&path).ok()?;
        Some((path, data.len(), data.modified().ok()?))
    };
    let mut hash = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hash);
    match file() {
        Some(file) => file.hash(&mut hash),
        None => RandomState::new().hash_one(0).hash(&mut hash),
    }
    hash.finish()
});

fn is_absent(error: &Error) -> bool {
    error.kind() == ErrorKind::NoIndex
}

/// Stamps of the indexes: for each, a hash of `meta.json`, a file of a few kilobytes that every commit replaces. The
/// file's modification time would not do, since two commits of a small build may have the same time.
fn stamp(folders: &[PathBuf]) -> Vec<Option<u64>> {
    let stamp = |folder: &PathBuf| {
        let meta = std::fs::read(folder.join("meta.json")).ok()?;
        Some(stable_hash(&[&meta]))
    };
    folders.iter().map(stamp).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_engine::AskOptions;

    /// Builds an index with one game for each player in a temporary folder below `at`, then moves it to `folder`.
    fn build_at(at: &std::path::Path, folder: &std::path::Path, players: &[&str]) {
        let (games, made) = (at.join(players.concat()), at.join("made"));
        std::fs::create_dir_all(&games).unwrap();
        for player in players {
            let text = format!("(;PB[{player}];B[pd])");
            std::fs::write(games.join(format!("{player}.sgf")), text).unwrap();
        }
        build(&made, &[games], &Options::default(), &ReadProgress::default()).unwrap();
        let _ = std::fs::remove_dir_all(folder);
        std::fs::rename(made, folder).unwrap();
    }

    #[test]
    fn an_answer_under_way_keeps_its_index_whatever_is_put_in_its_place() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("index");
        build_at(place.path(), &folder, &["Anna"]);
        let indexes = Indexes { folders: vec![folder.clone()], ..Indexes::default() };
        let archive =
            Archive::new(indexes, Commands::default(), Vec::new(), NewPatterns::default(), 1 << 30)
                .unwrap();
        let games =
            |opened: &OpenedIndex| opened.engine.count("", &AskOptions::default()).unwrap().answer;
        let first = archive.opened().ok().unwrap();
        build_at(place.path(), &folder, &["Berta", "Clara"]);
        archive.reopen().unwrap();
        let second = archive.opened().ok().unwrap();
        assert_eq!((games(&first), games(&second)), (1, 2));
        assert_eq!(first.generation, second.generation);
        assert_ne!(first.state_id, second.state_id);
        // Reopening an unchanged index keeps the opened state with all its caches.
        archive.reopen().unwrap();
        assert!(Arc::ptr_eq(&second, &archive.opened().ok().unwrap()));
    }
}
