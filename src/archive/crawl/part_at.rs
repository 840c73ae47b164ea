//! Reads one part of a long file that was read before, without the parts before it.

use super::blocks::{Start, start_before};
use super::entry::Entry;
use super::file_kinds::{ArchiveKind, FileKind, file_kind, inner_name};
use super::limits::Limits;
use super::packed::unpack;
use super::parts;
use super::problem::Problem;
use super::reader::ArchiveReader;
use super::regular::open_regular;
use crate::origin::{Member, Origin};
use kifu_record::formats::FilePart;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

/// Reads the part that begins at this place of a loose file, or of a single compressed file in which decompression can
/// begin near that place. `None` if that is not possible; then the file must be read from its beginning.
///
/// Whether the file still has the same games is not checked here. The caller compares the game.
pub(super) fn read_part_at(origin: &Origin, place: FilePart, limits: &Limits) -> Option<Entry> {
    let mut reader = ArchiveReader::file(open_regular(origin).ok()?).ok()?;
    let name = origin.file_name();
    let mut entry_origin = origin.clone();
    let mut stream: Box<dyn Read> = match file_kind(&name) {
        FileKind::Archive(ArchiveKind::Single) => {
            let name = inner_name(&name);
            let raw = name.as_bytes().to_vec();
            entry_origin = origin.member(Member { name: name.to_owned(), raw, occurrence: 0 });
            let start = start_before(&reader, place.offset)?;
            unpack_from(reader, start, place.offset, limits)?
        }
        FileKind::Archive(_) => return None,
        _ => {
            reader.seek(SeekFrom::Start(place.offset)).ok()?;
            Box::new(reader)
        }
    };
    let mut found = None;
    parts::read_from(place, Vec::new(), &mut stream, true, limits, &mut |bytes, part| {
        let origin = entry_origin.clone();
        // Only text is read in parts, so no columns are needed.
        let columns = Default::default();
        let part = Some(part);
        found = Some(Entry { origin, bytes, sidecar: None, game_lists: None, part, columns });
        ControlFlow::Break(())
    });
    found
}

/// Number of bytes of the unpacked file that must be passed before the part of a file, or of a member of an archive,
/// that begins at this place.
pub(super) fn bytes_before_part(origin: &Origin, members: usize, place: FilePart) -> u64 {
    let kind = file_kind(&origin.file_name());
    match kind {
        FileKind::Archive(ArchiveKind::Single) if members <= 1 => {
            let reader = open_regular(origin).and_then(|file| {
                ArchiveReader::file(file).map_err(|error| Problem::io(origin.clone(), &error))
            });
            let start = reader.ok().and_then(|reader| start_before(&reader, place.offset));
            place.offset - start.map_or(0, |start| start.unpacked.min(place.offset))
        }
        _ if members == 0 => 0,
        _ => place.offset,
    }
}

/// Decompresses from a start and skips the bytes before `offset`.
fn unpack_from(
    mut reader: ArchiveReader,
    start: Start,
    offset: u64,
    limits: &Limits,
) -> Option<Box<dyn Read>> {
    reader.seek(SeekFrom::Start(start.packed)).ok()?;
    let stream = unpack(io::Cursor::new(start.head).chain(reader), limits).ok()?;
    let mut stream = EndAtError(stream);
    let skipped = offset.checked_sub(start.unpacked)?;
    let count = io::copy(&mut (&mut stream).take(skipped), &mut io::sink()).ok()?;
    (count == skipped).then(|| Box::new(stream) as Box<dyn Read>)
}

/// Reader for which an error is the end of the data. A decoder of xz that did not begin with the first block finds at
/// the end that the index of blocks does not match.
struct EndAtError<R>(R);

impl<R: Read> Read for EndAtError<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => Ok(0),
            read => read,
        }
    }
}
