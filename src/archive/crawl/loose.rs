//! Reads loose files, which are files outside archives.

use super::entry::Entry;
use super::file_kinds::LARGE_FILE_BYTES;
use super::limits::Limits;
use super::member_reader::{EntrySink, Flow};
use super::parts::{self, PartsEnd};
use super::problem::{Problem, no_record, too_large};
use super::read_limited::{Inspection, ReadRefusal, read_limited};
use super::regular::open_regular;
use super::sidecar;
use crate::origin::Origin;

/// Reads a loose file and passes it to the sink: as a whole, or in parts if it is a long collection of games.
pub(super) fn read_loose(
    origin: Origin,
    inspection: Inspection,
    limits: &Limits,
    sink: &mut EntrySink,
) -> Flow {
    match read_file(&origin, inspection, limits, sink) {
        Ok(flow) => flow,
        Err(problem) => sink(Err(problem)),
    }
}

fn read_file(
    origin: &Origin,
    inspection: Inspection,
    limits: &Limits,
    sink: &mut EntrySink,
) -> Result<Flow, Problem> {
    let fail = |error: std::io::Error| Problem::io(origin.clone(), &error);
    let file = open_regular(origin)?;
    let size = file.metadata().map_err(fail)?.len();
    let max_bytes = if size > limits.entry_bytes {
        LARGE_FILE_BYTES.min(limits.entry_bytes)
    } else {
        limits.entry_bytes
    };
    let mut bytes = Vec::with_capacity(size.min(64 << 20).min(max_bytes) as usize + 1);
    let entry = |bytes, part| Entry {
        sidecar: sidecar::find_sidecar(origin, limits),
        game_lists: None,
        origin: origin.clone(),
        bytes,
        part,
        columns: limits.parquet_columns.clone(),
    };
    match read_limited(&mut &file, &mut bytes, inspection, max_bytes) {
        Ok(()) => return Ok(sink(Ok(entry(bytes, None)))),
        Err(ReadRefusal::Io(error)) => return Err(fail(error)),
        Err(ReadRefusal::NoRecord | ReadRefusal::Other) => return Err(no_record(origin.clone())),
        Err(ReadRefusal::TooLarge) => {}
    }
    let mut emit = |bytes, part| sink(Ok(entry(bytes, Some(part))));
    match parts::read(bytes, &mut &file, true, limits, &mut emit) {
        PartsEnd::Complete(_) => Ok(Flow::Continue(())),
        PartsEnd::NoCollection => Err(too_large(origin.clone(), limits.entry_bytes)),
        PartsEnd::Failed(error) => Err(fail(error)),
        PartsEnd::Stopped => Ok(Flow::Break(())),
    }
}
