//! Readers that count unpacked bytes and end a stream at a limit.

use super::budget::ArchiveBudget;
use super::limits::Limits;
use super::problem::Problem;
use super::refusal::LimitReached;
use crate::origin::Origin;
use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};

/// Counts the bytes of one unpacked stream and ends it when it reaches a limit.
pub(super) struct Meter<'a> {
    pub(super) limits: &'a Limits,
    budget: &'a ArchiveBudget,
    /// Packed bytes read so far, or all packed bytes if the size is known.
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

    /// Allows headers up to this offset of the stream. Beyond it, the meter ends the stream.
    pub(super) fn stop_headers_at(&self, place: u64) {
        self.stop.set(place);
    }

    /// Number of NUL bytes at the end of the bytes read so far.
    pub(super) fn zeros(&self) -> u64 {
        self.zeros.get()
    }

    /// Number of unpacked bytes read so far.
    pub(super) fn unpacked(&self) -> u64 {
        self.unpacked.get()
    }

    /// True if the data has ended by itself, properly or cut short, and not at a limit.
    pub(super) fn ended(&self) -> bool {
        self.ended.get()
    }

    /// Limit at which the meter ended the stream, if it did.
    pub(super) fn refusal(&self) -> Option<LimitReached> {
        self.refusal.get()
    }

    /// Problem of a stream that the meter ended, returned to the first caller only.
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
            // A member that exceeds the ratio by itself is refused by itself, so that the rest of the archive can still
            // be read.
            _ if unpacked > most => Some(LimitReached::Ratio),
            Some(_) => of_archive,
            None if unpacked > self.stop.get() => Some(LimitReached::Headers),
            None => None,
        }
    }
}

/// Reader whose bytes are counted by a [`Meter`].
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

/// Error of a read after the meter has ended the stream.
#[derive(Debug)]
struct MeterEnded(String);

impl fmt::Display for MeterEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MeterEnded {}

/// True if a meter ended the stream, perhaps of an archive further out. The reader of that stream reports the problem.
pub(super) fn is_refusal(error: &io::Error) -> bool {
    let inner = error.get_ref();
    inner.is_some_and(|inner| inner.is::<MeterEnded>())
}

/// Reader that adds the bytes it passes on to a shared count.
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
