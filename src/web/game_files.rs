//! Reads the file of a game within the memory that all requests share. Archive members that are unpacked on the way are
//! cached for later requests.

use super::member_cache::{Stamp, stamp};
use super::memory::{Memory, MemoryShare};
use super::worker::{AnswerContext, FULL_SEARCH_BUDGET};
use kifu_archive::error::{Error, Limit, Remedy, Result};
use kifu_archive::origin::path_text;
use kifu_engine::AskOptions;
use kifu_engine::files::{ArchiveKind, FileKind, file_kind};
use kifu_engine::game::{
    Entry, GameReader, IndexedGame, Limits, MemberPlaces, MemoryGuard, Problem, ReadObserver,
    memory_of_analysis,
};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Bytes of memory that a request needs for each byte of a game file: for the file itself, and for its decoded text.
const MEMORY_PER_FILE_BYTE: u64 = 3;
/// Bytes of memory that a request needs for each node of a game: for the tree, the markup, a replay, and what is drawn
/// or written of the game.
const BYTES_PER_NODE: u64 = 224;
/// Bytes of memory that a request needs for any game, however small.
const FIXED_BYTES: u64 = 512 << 10;
/// Divisors of the memory of all requests, for an archive member whose size is not known before it is unpacked: one
/// eighth for its bytes, one quarter for the window of its decompressor.
const UNKNOWN_SIZE_DIVISOR: u64 = 8;
const WINDOW_DIVISOR: u64 = 4;
/// Time for which reading an archive goes on after the requested member, in order to cache the members behind it.
const READ_AHEAD_TIME: Duration = Duration::from_secs(1);

/// Number of bytes needed for showing a game with this many nodes from a file with this many bytes.
pub(crate) fn memory_needed(bytes: u64, nodes: u64) -> u64 {
    let (of_file, of_nodes) =
        (bytes.saturating_mul(MEMORY_PER_FILE_BYTE), nodes.saturating_mul(BYTES_PER_NODE));
    of_file.saturating_add(of_nodes).saturating_add(FIXED_BYTES)
}

/// Limits for unpacking a member whose size is not known beforehand: those of the index, or lower ones where the memory
/// of all requests requires that.
fn bounded_limits(limits: &Limits, memory: &Memory) -> Limits {
    Limits {
        entry_bytes: limits.entry_bytes.min(memory.total_bytes / UNKNOWN_SIZE_DIVISOR),
        window_bytes: limits.window_bytes.min(memory.total_bytes / WINDOW_DIVISOR),
        ..limits.clone()
    }
}

/// Reads the files of games for one request.
pub(crate) struct RequestFiles<'d>(pub &'d AnswerContext);

impl GameReader for RequestFiles<'_> {
    fn read(&self, game: &IndexedGame) -> Result<Entry> {
        let RequestFiles(context) = *self;
        let file = game.path.to_string_lossy();
        let is_read_directly = game.members.is_empty()
            || game.members.len() == 1
                && matches!(file_kind(&file), FileKind::Archive(ArchiveKind::Zip));
        if is_read_directly {
            return MemberObserver::new(context, game).read(game, game.limits);
        }
        if let Some(entry) = self.cached_member(game)? {
            return Ok(entry);
        }
        // If another request held the lock of this archive, that request has probably put the member into the cache.
        let _turn = context.opened.read_locks.take(&file, &context.options)?;
        match self.cached_member(game)? {
            Some(entry) => Ok(entry),
            None => {
                let observer = MemberObserver::new(context, game);
                let limits = observer.limits();
                observer.read(game, &limits)
            }
        }
    }

    fn limits(&self, of_index: &Limits) -> Limits {
        bounded_limits(of_index, &self.0.opened.memory)
    }

    fn reserve_memory(&self, bytes: u64) -> Result<MemoryGuard> {
        let share = self.0.opened.memory.take(bytes, &self.wait_options())?;
        Ok(Box::new(share))
    }
}

impl RequestFiles<'_> {
    /// Options that bound the wait for memory: it ends at the deadline of the request or, without one, after the time
    /// that a full search may take.
    fn wait_options(&self) -> AskOptions {
        let RequestFiles(context) = self;
        let full_search_deadline = || Instant::now() + FULL_SEARCH_BUDGET;
        AskOptions {
            deadline: context.options.deadline.or_else(|| Some(full_search_deadline())),
            ..context.options.clone()
        }
    }

    fn cached_member(&self, game: &IndexedGame) -> Result<Option<Entry>> {
        let RequestFiles(context) = *self;
        let take = |bytes| context.reserve_memory(memory_needed(bytes, game.nodes.into()));
        context.opened.members.get(game, take)
    }
}

/// Observes how an archive member is read: reserves memory for it, and caches the other members that are unpacked.
struct MemberObserver<'d> {
    context: &'d AnswerContext,
    /// Limits that the index was built with.
    limits: &'d Limits,
    nodes: u64,
    stamp: Stamp,
    /// Size of the archive's file on disk, from which the size of an unpacked member is estimated.
    archive_bytes: u64,
    /// Place of the cached list of members of the archive, with the key under which it is cached.
    places: (String, Arc<OnceLock<MemberPlaces>>),
    /// Bytes of memory that are reserved for the file with engine analysis that lies beside the game's file.
    analysis_bytes: u64,
    share: Option<MemoryShare>,
    /// True if the size of the requested member was not known before it was read.
    is_size_unknown: bool,
    /// Error because of which the requested member is not read.
    refusal: Option<Error>,
    /// Time at which the requested member was read, and number of bytes of members that were cached since.
    read_ahead: Option<(Instant, u64)>,
}

impl<'d> MemberObserver<'d> {
    fn new(context: &'d AnswerContext, game: &IndexedGame<'d>) -> MemberObserver<'d> {
        let stamp = stamp(game.path);
        let name = format!("{}\0{stamp:?}", path_text(game.path));
        let places = context.opened.places.get(&name).unwrap_or_default();
        MemberObserver {
            places: (name, places),
            context,
            limits: game.limits,
            nodes: game.nodes.into(),
            stamp,
            archive_bytes: stamp.map_or(0, |(size, _)| size),
            analysis_bytes: 0,
            share: None,
            is_size_unknown: false,
            refusal: None,
            read_ahead: None,
        }
    }

    fn memory(&self) -> &Arc<Memory> {
        &self.context.opened.memory
    }

    fn limits(&self) -> Limits {
        bounded_limits(self.limits, self.memory())
    }

    /// Number of bytes that a member of unknown size may need, estimated from the size of its archive and the largest
    /// allowed ratio of unpacking.
    fn memory_of_unknown_size(&self) -> u64 {
        let (bytes, unpacking) = self.limits().memory_of_unknown_member(self.archive_bytes);
        memory_needed(bytes, self.nodes).saturating_add(unpacking)
    }

    fn read(mut self, game: &IndexedGame, limits: &Limits) -> Result<Entry> {
        let read = game.read(limits, &mut self);
        self.cache_places();
        if let Some(refusal) = self.refusal.take() {
            return Err(refusal);
        }
        let entry = read.map_err(|error| match error.remedy() {
            // The member was within the limits of the index when it was indexed. So the lower limit, which depends on
            // the server's memory, has refused it.
            Some(Remedy::RaiseLimit(Limit::Entry | Limit::Window)) if self.is_size_unknown => {
                self.memory().too_little_error(self.memory().total_bytes.saturating_add(1))
            }
            _ => error,
        })?;
        if let Some(mut share) = self.share.take() {
            let of_game = memory_needed(entry.bytes.len() as u64, self.nodes);
            share.shrink(of_game.saturating_add(self.analysis_bytes));
            self.context.hold_memory(share);
        }
        if self.is_size_unknown && entry.part.is_none() {
            self.context.opened.members.insert(self.stamp, entry.clone());
        }
        Ok(entry)
    }
}

impl MemberObserver<'_> {
    /// Caches the archive's list of members, if it was read on the way to the requested one.
    fn cache_places(&self) {
        let (name, places) = &self.places;
        let cached = &self.context.opened.places;
        if let Some(listed) = places.get().filter(|_| cached.get(name).is_none()) {
            cached.insert(name, places.clone(), listed.bytes());
        }
    }
}

impl ReadObserver for MemberObserver<'_> {
    fn place_cache(&mut self) -> Option<Arc<OnceLock<MemberPlaces>>> {
        Some(self.places.1.clone())
    }

    /// Checks the size of the file with engine analysis beside the game's file. If it is too large, the game is shown
    /// without it.
    fn check_sidecar(&mut self, size: u64, beside: u64) -> std::result::Result<(), String> {
        let analysis = memory_of_analysis(beside, self.nodes);
        let needed = memory_needed(size, self.nodes).saturating_add(analysis);
        let all = self.memory().total_bytes;
        if needed > all {
            return Err(self.memory().too_little_error(needed).to_string());
        }
        self.analysis_bytes = analysis;
        Ok(())
    }

    fn size(&mut self, size: Option<u64>) -> std::result::Result<(), Problem> {
        self.is_size_unknown = size.is_none();
        // Another archive member is about to be read, so the share of memory for the one before is no longer needed.
        self.share = None;
        let bytes = match size {
            Some(size) => memory_needed(size, self.nodes).saturating_add(self.analysis_bytes),
            None => self.memory_of_unknown_size(),
        };
        let share = self.memory().take(bytes, &self.context.options);
        self.share = Some(share.map_err(|error| {
            let problem = Problem::from_refusal(&error);
            self.refusal = Some(error);
            problem
        })?);
        Ok(())
    }

    fn other_member(&mut self, entry: Entry) -> ControlFlow<()> {
        let bytes = self.context.opened.members.insert(self.stamp, entry);
        if self.context.is_cancelled() {
            return ControlFlow::Break(());
        }
        let Some((since, kept_bytes)) = &mut self.read_ahead else {
            return ControlFlow::Continue(());
        };
        *kept_bytes += bytes;
        if *kept_bytes < self.context.opened.members.capacity_bytes() / 2
            && since.elapsed() < READ_AHEAD_TIME
        {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn after_found(&mut self) -> ControlFlow<()> {
        self.read_ahead = Some((Instant::now(), 0));
        if self.is_size_unknown { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
