//! Reads archives of all kinds, on disk or inside another archive, through one function.

use super::file_kinds::ArchiveKind;
use super::limits::Limits;
use super::member_reader::{Flow, MemberReader};
use super::meter::{CountingReader, Meter, Metered, is_refusal};
use super::packed::{Reason, unpack};
use super::reader::ArchiveReader;
use super::scope::MIN_MEASURED_BYTES;
use super::{sevenz, single, tar, zip};
use crate::origin::Origin;
use std::cell::Cell;
use std::io::{self, Read};

/// Source of an archive's bytes.
pub(super) enum ArchiveSource<'r> {
    /// File on disk.
    File(ArchiveReader),
    /// Stream of a member of another archive. Kinds of archives whose directory is at their end (zip, 7z) are read into
    /// memory from it first.
    Stream(&'r mut dyn Read),
}

/// Reads an archive that is a member of another archive; stored as a function pointer in [`MemberReader`], so that
/// `member_reader.rs` does not depend on the archive kinds.
pub(super) fn read_nested(
    member_reader: &mut MemberReader,
    origin: &Origin,
    kind: ArchiveKind,
    depth: usize,
    stream: &mut dyn Read,
) -> Flow {
    read(member_reader, origin, kind, depth, ArchiveSource::Stream(stream))
}

/// Reads all members of an archive, and the contents of members that are archives themselves.
///
/// `depth` is the nesting depth of this archive: 1 for an archive on disk.
pub(super) fn read(
    member_reader: &mut MemberReader,
    origin: &Origin,
    kind: ArchiveKind,
    depth: usize,
    source: ArchiveSource,
) -> Flow {
    match kind {
        ArchiveKind::Zip | ArchiveKind::SevenZip => {
            let is_zip = kind == ArchiveKind::Zip;
            let reader = match source {
                ArchiveSource::File(reader) => reader,
                ArchiveSource::Stream(stream) => {
                    match member_reader.read_into_memory(origin, stream, is_zip)? {
                        Some(bytes) => ArchiveReader::memory(bytes),
                        None => return Flow::Continue(()),
                    }
                }
            };
            if is_zip {
                zip::read(member_reader, origin, depth, reader)
            } else {
                sevenz::read(member_reader, origin, depth, reader)
            }
        }
        ArchiveKind::Tar | ArchiveKind::Single => {
            let mut file;
            let mut is_long = false;
            let stream: &mut dyn Read = match source {
                ArchiveSource::File(reader) => {
                    is_long = kind == ArchiveKind::Single
                        && reader.len() >= MIN_MEASURED_BYTES
                        && unpacks_to_more(&reader, member_reader.limits);
                    file = reader;
                    &mut file
                }
                ArchiveSource::Stream(stream) => stream,
            };
            read_stream(member_reader, origin, kind, depth, stream, is_long)
        }
    }
}

/// True if a compressed file unpacks to more than [`Limits::entry_bytes`], so that it must be read part by part. No
/// compression declares the size reliably, so the beginning is unpacked twice: for a million games in one xz, 256 of
/// 1,300 MiB.
fn unpacks_to_more(reader: &ArchiveReader, limits: &Limits) -> bool {
    let Ok(unpacked) = unpack(reader.uncounted(), limits) else {
        return false;
    };
    let counted =
        io::copy(&mut unpacked.take(limits.entry_bytes.saturating_add(1)), &mut io::sink());
    counted.is_ok_and(|count| count > limits.entry_bytes)
}

fn read_stream(
    member_reader: &mut MemberReader,
    origin: &Origin,
    kind: ArchiveKind,
    depth: usize,
    stream: &mut dyn Read,
    is_long: bool,
) -> Flow {
    let packed = Cell::new(0);
    let counted = CountingReader { inner: stream, count: &packed };
    let inner = match unpack(counted, member_reader.limits) {
        Ok(inner) => inner,
        Err(error) if is_refusal(&error) => return member_reader.already_reported(),
        Err(error) => {
            let reason = Reason::from_error(&error);
            let text = format!("the archive cannot be read ({reason})");
            return member_reader.report(reason.problem(origin, text));
        }
    };
    let meter = Meter::new(member_reader.limits, member_reader.budget, &packed);
    let mut metered = Metered(inner, &meter);
    match kind {
        ArchiveKind::Tar => tar::read(member_reader, origin, depth, &mut metered, &meter),
        _ => single::read(member_reader, origin, depth, &mut metered, &meter, is_long),
    }
}
