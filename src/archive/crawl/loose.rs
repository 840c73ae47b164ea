//! Reads loose files, which are files outside archives.

use super::entry::Entry;
use super::limits::Limits;
use super::problem::{Problem, no_record, too_large};
use super::read_limited::{Inspection, ReadRefusal, read_limited};
use super::regular::open_regular;
use super::sidecar;
use crate::origin::Origin;

pub(super) fn read_loose(
    origin: Origin,
    inspection: Inspection,
    limits: &Limits,
) -> Result<Entry, Problem> {
    let fail = |error: std::io::Error| Problem::io(origin.clone(), &error);
    let file = open_regular(&origin)?;
    let size = file.metadata().map_err(fail)?.len();
    if size > limits.entry_bytes && inspection == Inspection::Named {
        return Err(too_large(origin, limits.entry_bytes));
    }
    let mut bytes = Vec::with_capacity(size.min(64 << 20) as usize + 1);
    match read_limited(&mut &file, &mut bytes, inspection, limits) {
        Ok(()) => Ok(Entry { sidecar: sidecar::find_sidecar(&origin, limits), origin, bytes }),
        Err(ReadRefusal::Io(error)) => Err(fail(error)),
        Err(ReadRefusal::TooLarge) => Err(too_large(origin, limits.entry_bytes)),
        Err(ReadRefusal::NoRecord | ReadRefusal::Other) => Err(no_record(origin)),
    }
}
