//! Reads, in the background, games that can only be read after much of their file has been decompressed. Until such a
//! game is read, its page shows what the index stores of it.

use super::archive::OpenedIndex;
use super::game_files::RequestFiles;
use super::weighted_cache::WeightedCache;
use super::worker::AnswerContext;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::game::GameFile;
use kifu_engine::request::FindGame;
use kifu_engine::{AnswerProgress, AskOptions, Failure, Result};
use kifu_messages::say;
use kifu_record::poison::IgnorePoison;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Number of games that are read in the background at the same time. Others wait until one of them is read.
const MAX_RUNNING: usize = 2;
/// Number of failures that are stored until a request asks for them.
const MAX_FAILURES: usize = 64;
/// Upper limit of the cache of the files that were read: 64 MiB hold some thirty parts of long files.
const MAX_CACHE_BYTES: u64 = 64 << 20;

/// Games of one state of the index that are read in the background, and the files of those that were read last.
pub(crate) struct Unpacking {
    work: Mutex<HashMap<String, UnpackWork>>,
    files: WeightedCache<Arc<GameFile>>,
}

enum UnpackWork {
    Running(AnswerProgress),
    /// Error that ended the reading. It is answered once; the next request starts the reading again.
    Failed(Failure),
}

/// How far the reading of a game is.
pub(crate) enum Unpacked {
    File(Arc<GameFile>),
    /// Number of bytes before the game that are decompressed.
    Bytes(u64),
}

impl Unpacking {
    pub(crate) fn new(cache_bytes: u64) -> Unpacking {
        let files = WeightedCache::new(cache_bytes.min(MAX_CACHE_BYTES));
        Unpacking { work: Mutex::default(), files }
    }

    /// Returns the file of a game with this complete id, or else how far the reading is. The first call starts the
    /// reading, as soon as not too many other games are read.
    pub(crate) fn file_or_start(&self, opened: &Arc<OpenedIndex>, id: &str) -> Result<Unpacked> {
        let mut work = self.work.lock().ignore_poison();
        if let Some(file) = self.files.get(id) {
            return Ok(Unpacked::File(file));
        }
        if let Some(UnpackWork::Running(progress)) = work.get(id) {
            return Ok(Unpacked::Bytes(progress.bytes_passed().0));
        }
        if let Some(UnpackWork::Failed(failure)) = work.remove(id) {
            return Err(failure);
        }
        let is_running = |work: &&UnpackWork| matches!(work, UnpackWork::Running(_));
        if work.values().filter(is_running).count() < MAX_RUNNING {
            let progress = AnswerProgress::default();
            start(opened.clone(), id.to_owned(), progress.clone())?;
            work.insert(id.to_owned(), UnpackWork::Running(progress));
        }
        Ok(Unpacked::Bytes(0))
    }

    fn finish(&self, id: String, result: Result<Arc<GameFile>>) {
        let mut work = self.work.lock().ignore_poison();
        work.remove(&id);
        let failure = match result {
            Ok(file) => {
                let bytes = (file.entry.bytes.len() + file.read.record.tree.heap_size()) as u64;
                match self.files.insert(id.as_str(), file, bytes) {
                    0 => too_large_error(bytes, self.files.capacity_bytes).into(),
                    _ => return,
                }
            }
            Err(failure) => failure,
        };
        if work.len() < MAX_RUNNING + MAX_FAILURES {
            work.insert(id, UnpackWork::Failed(failure));
        }
    }
}

fn too_large_error(bytes: u64, all: u64) -> Error {
    let (needed, all) = (bytes.div_ceil(1 << 20).to_string(), (all >> 20).to_string());
    Error::new(ErrorKind::Limit, say!("error-game-memory", needed = needed, all = all))
}

/// Starts a thread that reads the file of a game.
fn start(opened: Arc<OpenedIndex>, id: String, progress: AnswerProgress) -> Result<()> {
    let work = move || {
        // Only work that can be cancelled counts its progress.
        let options =
            AskOptions { cancel: Some(Arc::default()), progress, ..AskOptions::default() };
        let context = AnswerContext::new(opened.clone(), options);
        let request = FindGame(id.clone());
        let files = RequestFiles(&context);
        let reply = opened.engine.answer_with_reader(&request, &context.options, &files);
        opened.unpacking.finish(id, reply.map(|reply| reply.answer));
    };
    let thread = std::thread::Builder::new().name("unpacking".into()).spawn(work);
    thread.map(|_| ()).map_err(|error| Error::io("cannot start to read the game", error).into())
}
