//! The index behind the pages: its state, which other builds may replace, and the build that this program began.

use super::commands::Commands;
use super::examined::Examined;
use super::going::{JobProgress, going};
use super::member_cache::MemberCache;
use super::memory::{Memory, ReadTurns};
use super::mine::Mine;
use super::pack::ReplyBody;
use super::recent::RecentGame;
use super::roots::Roots;
use super::weighted_cache::WeightedCache;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::build::{Options, ReadProgress, build, known_limits};
use kifu_engine::game::MemberPlaces;
use kifu_engine::practice::PracticeSeries;
use kifu_engine::status::Status;
use kifu_engine::{Engine, Failure, Indexes, Result};
use kifu_record::game::hash::stable_hash;
use kifu_record::poison::IgnorePoison;
use kifu_store::mine::file::MineFile;
use kifu_watch::{Watched, watch};
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, RwLock};
use std::time::{Duration, Instant};

/// How often the index's folder is looked at for the work of another process.
const LOOK: Duration = Duration::from_secs(1);

/// The index, and what is being done to it.
pub(crate) struct Archive {
    indexes: Indexes,
    commands: Arc<Commands>,
    open: RwLock<Option<Arc<OpenedIndex>>>,
    work: Arc<RwLock<Option<BuildWork>>>,
    looked: Mutex<LastLook>,
    /// The memory that kept games may take, and again kept members, and again answers.
    room: u64,
    memory: Arc<Memory>,
    mine: Arc<OnceLock<Mine>>,
    /// Held while a state is opened, so that only one is.
    opening: Mutex<()>,
}

/// Kept games may take this fraction of the memory for reading games: one eighth. Kept members may take as much, and so
/// may answers.
const OF_KEPT: u64 = 8;
/// But answers no more than this: thousands of them.
const OF_ANSWERS: u64 = 16 << 20;

/// And positions to practise no more than this: some thousands.
const OF_SERIES: u64 = 32 << 20;

/// The places of members take no more than this: those of some hundred thousands.
const OF_PLACES: u64 = 8 << 20;

/// The number of a state before the first build has ended.
const NOTHING_COMMITTED: u64 = 0;

/// An open index with what every page says of it.
pub(crate) struct OpenedIndex {
    /// Answers requests.
    pub engine: Engine,
    /// What is indexed.
    pub status: Status,
    /// The folders of the archive.
    pub roots: Roots,
    /// The number of this state.
    pub generation: u64,
    /// What tells its answers from those of all other states, indexes, settings and builds of the program.
    pub state: String,
    /// Where somebody begins who does not say what to look at, if not on the usual board. The first one finds it out.
    pub first: OnceLock<Option<String>>,
    /// The games that were read last.
    pub recent: WeightedCache<Arc<RecentGame>>,
    /// The answers that were sent last, by all that they depend on.
    pub answers: WeightedCache<ReplyBody, Vec<u8>>,
    /// The positions that were practised last, by their queries.
    pub series: WeightedCache<Arc<PracticeSeries>>,
    /// What the user says of games and has practised, if that is told here.
    pub mine: Arc<OnceLock<Mine>>,
    /// Where the archives that were read last list their members.
    pub places: WeightedCache<Arc<OnceLock<MemberPlaces>>>,
    /// Members of archives that were unpacked last.
    pub members: MemberCache,
    /// What is being read.
    pub turns: ReadTurns,
    /// The memory of all requests.
    pub memory: Arc<Memory>,
    /// What is wrong in the archive.
    pub examined: Examined,
    /// What the page tells people to run.
    pub commands: Arc<Commands>,
    /// What is being done to the index.
    work: Arc<RwLock<Option<BuildWork>>>,
}

/// A build that this program began.
#[derive(Clone)]
pub(crate) enum BuildWork {
    /// It goes on.
    Going(Arc<ReadProgress>),
    /// Why it ended.
    Failed(Arc<Failure>),
}

struct LastLook {
    at: Instant,
    /// The stamp of the state that answers.
    stamp: Vec<Option<u64>>,
}

impl OpenedIndex {
    /// Why changes of the archive are not read as they happen, if that was asked for and fails at this moment.
    pub(crate) fn build_failure(&self) -> Option<Arc<Failure>> {
        match &*self.work.read().ignore_poison() {
            Some(BuildWork::Failed(failure)) => Some(failure.clone()),
            _ => None,
        }
    }

    /// The file of what is practised, if that is kept.
    pub(crate) fn practice(&self) -> Option<&MineFile> {
        let mine = self.mine.get().filter(|mine| mine.keeps_practice)?;
        Some(&mine.file)
    }
}

impl Archive {
    /// Opens the indexes. It is an error if there are none, unless `paths` are read into the first one. That happens in
    /// the background. Games are read within `memory` bytes.
    pub(crate) fn new(
        indexes: Indexes,
        commands: Commands,
        paths: Vec<PathBuf>,
        memory: u64,
    ) -> Result<Arc<Archive>> {
        let room = memory / OF_KEPT;
        let archive = Archive {
            room,
            memory: Memory::new(memory - 3 * room),
            open: RwLock::new(None),
            work: Arc::default(),
            looked: Mutex::new(LastLook { at: Instant::now(), stamp: Vec::new() }),
            mine: Arc::default(),
            opening: Mutex::default(),
            indexes,
            commands: commands.into(),
        };
        match archive.reopen() {
            Err(Failure::Other(error)) if is_absent(&error) && !paths.is_empty() => {}
            opened => opened?,
        }
        let archive = Arc::new(archive);
        if !paths.is_empty() {
            archive.clone().begin(paths)?;
        }
        Ok(archive)
    }

    /// Tells what the user says of games, and keeps that, from now on.
    pub(crate) fn keep(&self, mine: Mine) {
        let _ = self.mine.set(mine);
    }

    /// Begins to read the paths on a thread of its own. Until it is done, the old state answers.
    fn begin(self: Arc<Archive>, paths: Vec<PathBuf>) -> Result<()> {
        let progress = Arc::new(ReadProgress::default());
        self.set_work(Some(BuildWork::Going(progress.clone())));
        let folder = self.indexes.folders.first().cloned().unwrap_or_default();
        let work = move || {
            let options = Options { limits: known_limits(&folder), ..Options::default() };
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

    /// Reads what changes below the roots of each index, on threads of their own, as long as the process lives.
    pub(crate) fn keep_fresh(self: &Arc<Archive>) -> Result<()> {
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
        // A build that this program began makes the index.
        while self.building().is_some() {
            std::thread::sleep(LOOK);
        }
        let options = Options { limits: known_limits(folder), ..Options::default() };
        let ended = watch(folder, &options, &ReadProgress::default(), |watched| {
            let failure = match watched {
                Watched::Begun { .. } => None,
                Watched::Built(_) => self.reopen().err(),
                Watched::Failed(error) | Watched::Unwatched(error) => Some(error.into()),
            };
            self.set_failure(failure);
            ControlFlow::Continue(())
        });
        self.set_failure(ended.err().map(Failure::from));
    }

    /// Notes why the archive could not be read, or that it was. A build that goes on tells of itself.
    fn set_failure(&self, failure: Option<Failure>) {
        let mut work = self.work.write().ignore_poison();
        if !matches!(*work, Some(BuildWork::Going(_))) {
            *work = failure.map(|failure| BuildWork::Failed(failure.into()));
        }
    }

    fn set_work(&self, work: Option<BuildWork>) {
        *self.work.write().ignore_poison() = work;
    }

    /// The state that the next answer comes from, or the first build, which has to end before there is one.
    pub(crate) fn opened(&self) -> std::result::Result<Arc<OpenedIndex>, BuildWork> {
        let open = self.open.read().ignore_poison();
        open.clone().ok_or_else(|| {
            let work = self.work.read().ignore_poison();
            work.clone().unwrap_or_else(|| BuildWork::Going(Arc::default()))
        })
    }

    /// How far the build has got, if one goes on.
    pub(crate) fn building(&self) -> Option<JobProgress> {
        match &*self.work.read().ignore_poison() {
            Some(BuildWork::Going(progress)) => Some(going(progress)),
            _ => None,
        }
    }

    /// Whether to call [`look_again`](Self::look_again): at most once a second. It reads no file.
    pub(crate) fn is_look_due(&self) -> bool {
        let mut looked = self.looked();
        let is_due = looked.at.elapsed() >= LOOK && self.opening.try_lock().is_ok();
        if is_due {
            looked.at = Instant::now();
        }
        is_due
    }

    /// Switches to the newest state if the folder has changed since the state that answers was opened, or a file of it
    /// was cut. A state that cannot be read is tried again at the next look. It reads files, so it is called on blocking
    /// threads.
    pub(crate) fn look_again(&self) {
        let stamp = stamp(&self.indexes.folders);
        let is_known = self.looked().stamp == stamp;
        let is_lost = || self.opened().is_ok_and(|opened| opened.engine.is_lost());
        if !is_known || is_lost() {
            let _ = self.reopen();
        }
    }

    /// Switches to the newest state. If it cannot be read, answers keep coming from the one before. So they do while an
    /// index without games is being built in the place of another one.
    ///
    /// Every state has an engine of its own: an engine that switched during an answer would put other games under its
    /// tag.
    pub(crate) fn reopen(&self) -> Result<()> {
        let _only = self.opening.lock().ignore_poison();
        // What changes from here on is seen by the next look.
        let stamp = stamp(&self.indexes.folders);
        let engine = Engine::open_all(self.indexes.clone())?;
        let state = self.state_of(&engine);
        let shown = self.opened();
        if shown.is_ok() && engine.generation() == NOTHING_COMMITTED {
            return Ok(());
        }
        if !shown.is_ok_and(|opened| opened.state == state && !opened.engine.is_lost()) {
            let opened = Arc::new(self.opened_by(engine, state)?);
            *self.open.write().ignore_poison() = Some(opened);
        }
        self.looked().stamp = stamp;
        Ok(())
    }

    fn looked(&self) -> MutexGuard<'_, LastLook> {
        self.looked.lock().ignore_poison()
    }

    fn opened_by(&self, engine: Engine, state: String) -> Result<OpenedIndex> {
        let reply = engine.status(false)?;
        Ok(OpenedIndex {
            roots: Roots::new(&reply.answer),
            generation: reply.generation,
            state,
            first: OnceLock::new(),
            recent: WeightedCache::new(self.room),
            answers: WeightedCache::new(self.room.min(OF_ANSWERS)),
            series: WeightedCache::new(self.room.min(OF_SERIES)),
            mine: self.mine.clone(),
            places: WeightedCache::new(self.room.min(OF_PLACES)),
            members: MemberCache::new(self.room),
            turns: ReadTurns::default(),
            memory: self.memory.clone(),
            examined: Examined::default(),
            commands: self.commands.clone(),
            work: self.work.clone(),
            status: reply.answer,
            engine,
        })
    }

    /// The index knows of its games and of the user's aliases; the rest of what shapes an answer is added here.
    fn state_of(&self, engine: &Engine) -> String {
        let mut hash = DefaultHasher::new();
        (engine.state(), &*self.commands, &self.indexes.folders).hash(&mut hash);
        PROGRAM.hash(&mut hash);
        format!("{:016x}", hash.finish())
    }
}

/// What tells this build of the program from others: its version, and the file that it was started from with its time
/// and length. Where that cannot be told, a random number stands for it, and each process is a build of its own.
static PROGRAM: LazyLock<u64> = LazyLock::new(|| {
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

/// What tells the state of each index: the file that every commit replaces, a few kilobytes that name a list of their
/// own. Its time does not, since two commits of a small build may have the same.
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

    /// Builds an index of one game of each player in a folder of its own below `at`, and moves it to `folder`.
    fn put(at: &std::path::Path, folder: &std::path::Path, players: &[&str]) {
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
        put(place.path(), &folder, &["Anna"]);
        let indexes = Indexes { folders: vec![folder.clone()], ..Indexes::default() };
        let archive = Archive::new(indexes, Commands::default(), Vec::new(), 1 << 30).unwrap();
        let games =
            |opened: &OpenedIndex| opened.engine.count("", &AskOptions::default()).unwrap().answer;
        let first = archive.opened().ok().unwrap();
        put(place.path(), &folder, &["Berta", "Clara"]);
        archive.reopen().unwrap();
        let second = archive.opened().ok().unwrap();
        assert_eq!((games(&first), games(&second)), (1, 2));
        assert_eq!(first.generation, second.generation);
        assert_ne!(first.state, second.state);
        // What is open is kept where nothing has changed, with all that was found out about it.
        archive.reopen().unwrap();
        assert!(Arc::ptr_eq(&second, &archive.opened().ok().unwrap()));
    }
}
