//! Limits on how much of an archive is taken in, and the count against them.

use super::{Problem, ProblemKind, nothing_in};
use crate::error::{Error, Limit, Remedy, Result};
use crate::origin::Origin;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How much of an archive is taken in. An index remembers the limits it was built with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Most unpacked bytes of one file or member.
    pub entry_bytes: u64,
    /// Most levels of archives inside archives; never more than [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// How many times its packed size a member may unpack to, once it is larger than `Limits::RATIO_FLOOR`. Also how
    /// many times its own size an archive on disk may unpack to, over all levels, once that is more than
    /// `Limits::ARCHIVE_FLOOR`.
    pub ratio: u64,
    /// Most members of one archive, including those of the archives inside it.
    pub entries: u64,
    /// Most bytes that one archive unpacks to, including the archives inside it.
    pub archive_bytes: u64,
    /// Most bytes of memory that unpacking may need by an archive's own declaration.
    pub window_bytes: u64,
    /// Most nodes of the games of one file or member, over all games together. The game that exceeds it is left out,
    /// and so is what follows.
    pub nodes: u64,
    /// Whether files and members with other names are judged by their content.
    pub sniff: bool,
    /// Whether what programs wrote into comments is searched as people's words are.
    #[serde(default)]
    pub all_comments: bool,
    /// Whether analysis that lies beside loose files is read.
    #[serde(default)]
    pub sidecars: bool,
    /// The table of analysis that was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableStamp>,
}

/// A file with what engines said about many games, as it was when it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableStamp {
    /// Its absolute path in text form.
    pub path: String,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970.
    pub modified: i64,
}

impl TableStamp {
    /// The table in a file as it is now.
    pub fn of(path: &Path) -> Result<TableStamp> {
        let fail = |error| TableStamp::unread(path, error);
        let path = std::path::absolute(path).map_err(fail)?;
        let metadata = std::fs::metadata(&path).map_err(fail)?;
        let since = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        Ok(TableStamp {
            path: crate::origin::path_text(&path),
            size: metadata.len(),
            modified: since.map_or(0, |since| since.as_nanos() as i64),
        })
    }

    /// The error of a table that cannot be read.
    pub fn unread(path: &Path, error: std::io::Error) -> Error {
        let place = path.display();
        Error::io(format!("cannot read the table of analysis {place}"), error)
            .advise(Remedy::NameTable)
    }
}

impl Limits {
    /// The most levels of archives inside archives whatever is asked for. Every level is a call inside that of the
    /// level around it, on the stack of one thread.
    pub const MAX_DEPTH: usize = 32;

    /// Members smaller than this may have any compression ratio.
    pub(crate) const RATIO_FLOOR: u64 = 16 << 20;

    /// An archive that unpacks to less than this, including all archives in it, may have any compression ratio. This is
    /// more than a single member may have, so a refused member does not take the rest of a small archive with it.
    pub(crate) const ARCHIVE_FLOOR: u64 = 2 * Limits::RATIO_FLOOR;

    /// Whether games are read otherwise with other limits, even from files that did not change.
    pub fn reads_otherwise(&self, other: &Limits) -> bool {
        self.all_comments != other.all_comments
            || self.sidecars != other.sidecars
            || self.table != other.table
    }

    /// The larger of each limit.
    pub fn or(&self, other: &Limits) -> Limits {
        Limits {
            entry_bytes: self.entry_bytes.max(other.entry_bytes),
            depth: self.depth.max(other.depth),
            ratio: self.ratio.max(other.ratio),
            entries: self.entries.max(other.entries),
            archive_bytes: self.archive_bytes.max(other.archive_bytes),
            window_bytes: self.window_bytes.max(other.window_bytes),
            nodes: self.nodes.max(other.nodes),
            sniff: self.sniff || other.sniff,
            all_comments: self.all_comments || other.all_comments,
            sidecars: self.sidecars || other.sidecars,
            table: self.table.clone().or_else(|| other.table.clone()),
        }
    }

    /// The memory that a member of an archive of so many bytes on disk may take if its size is not known before it is
    /// read: its own bytes, and those that unpacking needs.
    pub fn unknown(&self, packed: u64) -> (u64, u64) {
        let most = packed.saturating_mul(self.ratio).max(Limits::ARCHIVE_FLOOR);
        (self.entry_bytes.min(most), self.window_bytes.min(most))
    }

    /// What a member costs in addition to its bytes when the total is held against the archive's size: even for an
    /// empty member, headers are read and the name is remembered.
    const MEMBER_COST: u64 = 1 << 10;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry_bytes: 256 << 20,
            depth: 4,
            ratio: 400,
            entries: 10_000_000,
            archive_bytes: 64 << 30,
            window_bytes: 512 << 20,
            nodes: 8_000_000,
            sniff: false,
            all_comments: false,
            sidecars: false,
            table: None,
        }
    }
}

/// What an archive on disk has used up and whether anything came of it, over all its units and all archives inside it.
/// All levels share one budget: if each had its own, each could multiply what the one around it may unpack to.
///
/// Whether an archive is within its limits does not depend on the number of threads, since everything in it goes into
/// one sum. If it is not, the thread number does affect which members were read before that was noticed.
#[derive(Debug, Default)]
pub(super) struct ArchiveBudget {
    /// The archive's size on disk.
    packed: u64,
    /// The number of units not yet read, plus one while the archive is being cut into units.
    open: AtomicU64,
    /// Whether an entry or a problem came of it.
    heard: AtomicBool,
    entries: AtomicU64,
    bytes: AtomicU64,
    /// Bytes of unpacked directories. They count only against the archive's size.
    directories: AtomicU64,
    told: AtomicBool,
}

impl ArchiveBudget {
    pub(super) fn new(packed: u64) -> ArchiveBudget {
        ArchiveBudget { packed, open: AtomicU64::new(1), ..ArchiveBudget::default() }
    }

    /// Notes that one more unit is to be read.
    pub(super) fn begin(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that an entry or a problem came of the archive.
    pub(super) fn hear(&self) {
        self.heard.store(true, Ordering::Relaxed);
    }

    /// Notes that a unit has been read, or that the archive has been cut into all of its units. After the last one,
    /// returns a problem if nothing came of any.
    pub(super) fn end(&self, archive: &Arc<Path>) -> Option<Problem> {
        let is_last = self.open.fetch_sub(1, Ordering::AcqRel) == 1;
        let nothing = is_last && !self.heard.load(Ordering::Relaxed);
        let members = self.entries.load(Ordering::Relaxed);
        nothing.then(|| nothing_in(Origin::file(archive.clone()), members))
    }

    /// Counts a member. Returns why it is one too many, if it is.
    pub(super) fn entry(&self, limits: &Limits) -> Option<LimitReached> {
        let before = self.entries.fetch_add(1, Ordering::Relaxed);
        if before < limits.entries {
            self.check(self.bytes.load(Ordering::Relaxed), before + 1, limits)
        } else {
            Some(LimitReached::Entries)
        }
    }

    /// Counts the bytes of an unpacked directory. Returns why they are too many, if they are.
    pub(super) fn directory(&self, bytes: u64, limits: &Limits) -> Option<LimitReached> {
        self.directories.fetch_add(bytes, Ordering::Relaxed);
        self.refusal(limits)
    }

    /// Counts what is unpacked elsewhere.
    pub(super) fn pass(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts unpacked bytes. Returns why they are too many, if they are.
    fn unpacked(&self, bytes: u64, limits: &Limits) -> Option<LimitReached> {
        let all = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.check(all, self.entries.load(Ordering::Relaxed), limits)
    }

    fn check(&self, bytes: u64, entries: u64, limits: &Limits) -> Option<LimitReached> {
        let members = entries.saturating_mul(Limits::MEMBER_COST);
        let directories = self.directories.load(Ordering::Relaxed);
        let cost = bytes.saturating_add(members).saturating_add(directories);
        let most = self.packed.saturating_mul(limits.ratio);
        if bytes > limits.archive_bytes {
            return Some(LimitReached::ArchiveBytes);
        }
        (cost > most.max(Limits::ARCHIVE_FLOOR)).then_some(LimitReached::ArchiveRatio)
    }

    /// Why nothing more may be unpacked, if so.
    pub(super) fn refusal(&self, limits: &Limits) -> Option<LimitReached> {
        let bytes = self.bytes.load(Ordering::Relaxed);
        self.check(bytes, self.entries.load(Ordering::Relaxed), limits)
    }

    /// The problem of a used-up archive, for the first caller only.
    pub(super) fn used_up(
        &self,
        archive: &Origin,
        refusal: LimitReached,
        limits: &Limits,
    ) -> Option<Problem> {
        let first = !self.told.swap(true, Ordering::Relaxed);
        first.then(|| refusal.problem(Origin::file(archive.path.clone()), limits))
    }
}

/// Why reading ends before the data does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LimitReached {
    /// The archive has too many members.
    Entries,
    /// The archive unpacks to too much.
    ArchiveBytes,
    /// The archive unpacks to too many times its size, at all levels together.
    ArchiveRatio,
    /// The stream being read unpacks to too many times its size.
    Ratio,
    /// The names and headers before a member have no end.
    Headers,
}

impl LimitReached {
    /// Whether this refuses the rest of the archive on disk, not only what is being read.
    pub(super) fn is_of_archive(self) -> bool {
        use LimitReached::{ArchiveBytes, ArchiveRatio, Entries};
        matches!(self, Entries | ArchiveBytes | ArchiveRatio)
    }

    fn problem(self, origin: Origin, limits: &Limits) -> Problem {
        let (message, limit) = self.reason(limits);
        let kind = match limit {
            Some(_) => ProblemKind::TooLarge,
            None => ProblemKind::Damaged,
        };
        Problem::new(origin, kind, message).advise(limit.map(Remedy::RaiseLimit))
    }

    /// What is wrong, and the limit that may be raised.
    fn reason(self, limits: &Limits) -> (String, Option<Limit>) {
        let (entries, ratio, most) = (limits.entries, limits.ratio, limits.archive_bytes >> 20);
        match self {
            LimitReached::Entries => (
                format!("has more than {entries} members; the rest was skipped"),
                Some(Limit::Entries),
            ),
            LimitReached::ArchiveBytes => (
                format!("unpacks to more than {most} MiB; the rest was skipped"),
                Some(Limit::Archive),
            ),
            LimitReached::ArchiveRatio => (
                format!(
                    "unpacks to more than {ratio} times its size, with the archives in it; the rest was skipped"
                ),
                Some(Limit::Ratio),
            ),
            LimitReached::Ratio => (
                format!("unpacks to more than {ratio} times its size; it was skipped"),
                Some(Limit::Ratio),
            ),
            LimitReached::Headers => {
                ("is damaged: a member's headers have no end; the rest was skipped".into(), None)
            }
        }
    }
}

/// Measures a stream of unpacked bytes and ends it when it reaches a limit.
pub(super) struct Meter<'a> {
    pub(super) limits: &'a Limits,
    budget: &'a ArchiveBudget,
    /// Packed bytes read so far, or all of them.
    packed: &'a Cell<u64>,
    unpacked: Cell<u64>,
    stop: Cell<u64>,
    zeros: Cell<u64>,
    ended: Cell<bool>,
    refusal: Cell<Option<LimitReached>>,
    told: Cell<bool>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(
        limits: &'a Limits,
        budget: &'a ArchiveBudget,
        packed: &'a Cell<u64>,
    ) -> Self {
        Meter {
            limits,
            budget,
            packed,
            unpacked: Cell::new(0),
            stop: Cell::new(u64::MAX),
            zeros: Cell::new(0),
            ended: Cell::new(false),
            refusal: Cell::new(None),
            told: Cell::new(false),
        }
    }

    /// Allows headers up to this offset in the stream.
    pub(super) fn stop_headers_at(&self, place: u64) {
        self.stop.set(place);
    }

    /// The number of NULs at the end of the bytes so far.
    pub(super) fn zeros(&self) -> u64 {
        self.zeros.get()
    }

    /// Number of bytes so far.
    pub(super) fn unpacked(&self) -> u64 {
        self.unpacked.get()
    }

    /// Whether the data has ended on its own, properly or not.
    pub(super) fn ended(&self) -> bool {
        self.ended.get()
    }

    /// Why the stream was ended.
    pub(super) fn refusal(&self) -> Option<LimitReached> {
        self.refusal.get()
    }

    /// The problem of the ended stream, returned once.
    pub(super) fn problem(&self, origin: &Origin) -> Option<Problem> {
        let refusal = self.refusal.get()?;
        if self.told.replace(true) {
            return None;
        }
        if refusal.is_of_archive() {
            return self.budget.used_up(origin, refusal, self.limits);
        }
        Some(refusal.problem(origin.clone(), self.limits))
    }

    fn count(&self, bytes: &[u8]) -> Option<LimitReached> {
        let new = bytes.len() as u64;
        let unpacked = self.unpacked.get() + new;
        self.unpacked.set(unpacked);
        let tail = bytes.iter().rev().take_while(|&&byte| byte == 0).count() as u64;
        let before = if tail == new { self.zeros.get() } else { 0 };
        self.zeros.set(before + tail);
        let of_archive = self.budget.unpacked(new, self.limits);
        let most =
            self.packed.get().max(1).saturating_mul(self.limits.ratio).max(Limits::RATIO_FLOOR);
        match of_archive {
            Some(LimitReached::ArchiveBytes) => of_archive,
            // A member that exceeds its own ratio is refused alone if possible.
            _ if unpacked > most => Some(LimitReached::Ratio),
            Some(_) => of_archive,
            None if unpacked > self.stop.get() => Some(LimitReached::Headers),
            None => None,
        }
    }
}

/// A stream measured by a [`Meter`].
pub(super) struct Metered<'a, R>(pub(super) R, pub(super) &'a Meter<'a>);

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Metered(inner, meter) = self;
        let refused =
            |refusal: LimitReached| io::Error::other(MeterEnded(refusal.reason(meter.limits).0));
        if let Some(refusal) = meter.refusal.get() {
            return Err(refused(refusal));
        }
        let read = inner.read(buffer);
        let ended = match &read {
            Ok(count) => *count == 0 && !buffer.is_empty(),
            Err(error) => error.kind() == io::ErrorKind::UnexpectedEof,
        };
        meter.ended.set(ended);
        let count = read?;
        let refusal = meter.count(buffer.get(..count).unwrap_or(&[]));
        meter.refusal.set(refusal);
        refusal.map_or(Ok(count), |refusal| Err(refused(refusal)))
    }
}

/// The error of a stream that its meter ended.
#[derive(Debug)]
struct MeterEnded(String);

impl fmt::Display for MeterEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MeterEnded {}

/// Whether a meter ended the stream, perhaps one further out. Whoever reads that stream reports it.
pub(super) fn is_refusal(error: &io::Error) -> bool {
    let inner = error.get_ref();
    inner.is_some_and(|inner| inner.is::<MeterEnded>())
}

/// A reader that counts its bytes.
pub(super) struct CountingReader<'a, R> {
    pub(super) inner: R,
    pub(super) count: &'a Cell<u64>,
}

impl<R: Read> Read for CountingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}
