//! The index behind the pages: its state, which other builds may replace, and the build that this program began.

use super::Commands;
use super::examined::Examined;
use super::going::{Going, going};
use super::memory::{Memory, Turns};
use super::recent::Recent;
use super::roots::Roots;
use super::shelf::Shelf;
use crate::engine::build::{Options, Progress, build, known_limits};
use crate::engine::status::Status;
use crate::engine::{Engine, Failure, Indexes, Result};
use crate::error::{Error, ErrorKind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

/// How often the index's folder is looked at for the work of another process.
const LOOK: Duration = Duration::from_secs(1);

/// The index, and what is being done to it.
pub struct Archive {
    indexes: Indexes,
    commands: Arc<Commands>,
    open: RwLock<Option<Arc<Opened>>>,
    work: RwLock<Option<Work>>,
    looked: Mutex<Looked>,
    /// The memory that games and members may take that are kept, of each kind.
    room: u64,
    memory: Arc<Memory>,
}

/// Of the memory for reading games, each kind of what is kept may take one such part.
const OF_KEPT: u64 = 8;

/// An open index with what every page says of it.
pub struct Opened {
    /// Answers requests.
    pub engine: Engine,
    /// What is indexed.
    pub status: Status,
    /// The folders of the archive.
    pub roots: Roots,
    /// The state that the status belongs to.
    pub generation: u64,
    /// The games that were read last.
    pub recent: Recent,
    /// Members of archives that were unpacked last.
    pub shelf: Shelf,
    /// What is being read.
    pub turns: Turns,
    /// The memory of all requests.
    pub memory: Arc<Memory>,
    /// What is wrong in the archive.
    pub examined: Examined,
    /// What the page tells people to run.
    pub commands: Arc<Commands>,
}

/// A build that this program began.
#[derive(Clone)]
enum Work {
    Going(Arc<Progress>),
    Failed(Arc<Failure>),
}

struct Looked {
    at: Instant,
    stamp: Vec<Option<SystemTime>>,
}

impl Archive {
    /// The indexes. Without any it is an error, unless `paths` are read into the first one: that happens beside.
    /// They are read within so many bytes of memory.
    pub fn new(
        indexes: Indexes,
        commands: Commands,
        paths: Vec<PathBuf>,
        memory: u64,
    ) -> Result<Arc<Archive>> {
        let room = memory / OF_KEPT;
        let archive = Archive {
            room,
            memory: Memory::new(memory - 2 * room),
            open: RwLock::new(None),
            work: RwLock::new(None),
            looked: Mutex::new(Looked {
                at: Instant::now(),
                stamp: stamp(&indexes.folders),
            }),
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

    /// Begins to read the paths on a thread of its own. Until it is done, the old state answers.
    fn begin(self: Arc<Archive>, paths: Vec<PathBuf>) -> Result<()> {
        let progress = Arc::new(Progress::default());
        self.set_work(Some(Work::Going(progress.clone())));
        let folder = self.indexes.folders.first().cloned().unwrap_or_default();
        let work = move || {
            let options = Options {
                limits: known_limits(&folder),
                ..Options::default()
            };
            let built = build(&folder, &paths, &options, &progress);
            let opened = built.map_err(Failure::from).and_then(|_| self.reopen());
            self.set_work(opened.err().map(|failure| Work::Failed(failure.into())));
        };
        let started = std::thread::Builder::new().name("build".into()).spawn(work);
        started.map_err(|error| Error::io("cannot start the build", error))?;
        Ok(())
    }

    fn set_work(&self, work: Option<Work>) {
        *self.work.write().unwrap_or_else(PoisonError::into_inner) = work;
    }

    /// The state that the next answer comes from, or why there is none.
    pub fn opened(&self) -> std::result::Result<Arc<Opened>, Closed> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = open.as_ref() {
            return Ok(opened.clone());
        }
        let work = self.work.read().unwrap_or_else(PoisonError::into_inner);
        Err(match work.as_ref() {
            Some(Work::Failed(failure)) => Closed::Failed(failure.clone()),
            Some(Work::Going(progress)) => Closed::Building(going(progress)),
            None => Closed::Building(going(&Progress::default())),
        })
    }

    /// How far the build has got, if one goes on.
    pub fn building(&self) -> Option<Going> {
        match &*self.work.read().unwrap_or_else(PoisonError::into_inner) {
            Some(Work::Going(progress)) => Some(going(progress)),
            _ => None,
        }
    }

    /// Whether the folder has changed since it was last looked at. Looks at most once a second.
    pub fn has_changed(&self) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.at.elapsed() < LOOK {
            return false;
        }
        let now = stamp(&self.indexes.folders);
        let changed = now != looked.stamp;
        *looked = Looked {
            at: Instant::now(),
            stamp: now,
        };
        changed
    }

    /// Switches to the newest state. If it cannot be read, answers keep coming from the one before.
    pub fn reopen(&self) -> Result<()> {
        let opened = || {
            self.open
                .read()
                .unwrap_or_else(PoisonError::into_inner)
                .clone()
        };
        let engine = match opened() {
            Some(opened) => {
                opened.engine.refresh()?;
                opened.engine.clone()
            }
            None => Engine::open_all(self.indexes.clone())?,
        };
        let reply = engine.status(false)?;
        let new = Opened {
            roots: Roots::new(&reply.answer),
            generation: reply.generation,
            recent: Recent::new(self.room),
            shelf: Shelf::new(self.room),
            turns: Turns::default(),
            memory: self.memory.clone(),
            examined: Examined::default(),
            commands: self.commands.clone(),
            status: *reply.answer,
            engine,
        };
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(new));
        Ok(())
    }
}

/// Why there is no state to answer from.
pub enum Closed {
    /// The first build goes on.
    Building(Going),
    /// The first build failed.
    Failed(Arc<Failure>),
}

fn is_absent(error: &Error) -> bool {
    error.kind() == ErrorKind::NoIndex
}

/// When each index was last committed: the time of the file that every commit replaces.
fn stamp(folders: &[PathBuf]) -> Vec<Option<SystemTime>> {
    let stamp = |folder: &PathBuf| {
        let data = std::fs::metadata(folder.join("meta.json")).ok()?;
        data.modified().ok()
    };
    folders.iter().map(stamp).collect()
}
