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
    /// Packed bytes of the stream that have been read so far, or all of them if the packed size is known.
    packed: &'a Cell<u64>,
    unpacked: Cell<u64>,
    header_end: Cell<u64>,
    trailing_zeros: Cell<u64>,
    has_ended: Cell<bool>,
    refusal: Cell<Option<LimitReached>>,
    is_reported: Cell<bool>,
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
            header_end: Cell::new(u64::MAX),
            trailing_zeros: Cell::new(0),
            has_ended: Cell::new(false),
            refusal: Cell::new(None),
            is_reported: Cell::new(false),
        }
    }

    /// Sets the offset of the stream up to which headers may extend. If they extend beyond it, the meter ends the
    /// stream.
    pub(super) fn stop_headers_at(&self, place: u64) {
        self.header_end.set(place);
    }

    /// Number of NUL bytes at the end of the bytes read so far.
    pub(super) fn trailing_zeros(&self) -> u64 {
        self.trailing_zeros.get()
    }

    /// Number of unpacked bytes read so far.
    pub(super) fn unpacked(&self) -> u64 {
        self.unpacked.get()
    }

    /// True if the data of the stream has ended, completely or cut short, and was not ended by the meter.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Limit at which the meter ended the stream, if it did.
    pub(super) fn refusal(&self) -> Option<LimitReached> {
        self.refusal.get()
    }

    /// Problem of a stream that the meter ended. Only the first call returns it.
    pub(super) fn first_problem(&self, origin: &Origin) -> Option<Problem> {
        let refusal = self.refusal.get()?;
        if self.is_reported.replace(true) {
            return None;
        }
        if refusal.ends_archive() {
            return self.budget.first_problem(origin, refusal, self.limits);
        }
        Some(refusal.problem(origin.clone(), self.limits))
    }

    fn count(&self, bytes: &[u8]) -> Option<LimitReached> {
        let new = bytes.len() as u64;
        let unpacked = self.unpacked.get() + new;
        self.unpacked.set(unpacked);
        let tail = bytes.iter().rev().take_while(|&&byte| byte == 0).count() as u64;
        let before = if tail == new { self.trailing_zeros.get() } else { 0 };
        self.trailing_zeros.set(before + tail);
        let of_archive = self.budget.count_unpacked(new, self.limits);
        let max_bytes = self
            .packed
            .get()
            .max(1)
            .saturating_mul(self.limits.ratio)
            .max(Limits::RATIO_FLOOR_BYTES);
        match of_archive {
            Some(LimitReached::ArchiveBytes) => of_archive,
            // A member that exceeds the ratio is refused for itself before it exceeds the ratio of the archive, so that
            // the rest of the archive can still be read.
            _ if unpacked > max_bytes => Some(LimitReached::Ratio),
            Some(_) => of_archive,
            None if unpacked > self.header_end.get() => Some(LimitReached::Headers),
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
        meter.has_ended.set(ended);
        let count = read?;
        let refusal = meter.count(buffer.get(..count).unwrap_or(&[]));
        meter.refusal.set(refusal);
        refusal.map_or(Ok(count), |refusal| Err(refused(refusal)))
    }
}

/// Error that a reader returns after its meter has ended the stream.
#[derive(Debug)]
struct MeterEnded(String);

impl fmt::Display for MeterEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MeterEnded {}

/// True if the error comes from a meter that ended a stream, either this one or that of an archive around it. The
/// reader of that stream reports the problem.
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
