//! Finds the record at the end of a zip that says where its directory is.
//!
//! The search runs backwards from the end, since a comment of up to 65,535 bytes may follow the record. The record's
//! signature may also occur in that comment, in data appended to the archive, and in an archive that is the last
//! member. So every place with the signature is examined, and the record that best fits what it describes is taken.

use super::super::reader::ArchiveReader;
use super::scan::{read_at, read_some_at, u16_at, u32_at, u64_at};
use ::zip::result::ZipError;
use memchr::memmem;
use std::cmp::Reverse;
use std::io::{self, Read, Seek, SeekFrom};

/// Length of an end record without its comment, and maximum length of the comment.
const RECORD_BYTES: usize = 22;
const MAX_COMMENT_BYTES: u64 = 0xffff;

/// Length of the zip64 end record, and of the locator after it that points to it.
const ZIP64_RECORD_BYTES: u64 = 56;
const ZIP64_LOCATOR_BYTES: u64 = 20;

/// Length of a directory entry without name, extra field and comment.
const ENTRY_BYTES: u64 = 46;

/// Where a zip's directory lies, and how many members it lists.
#[derive(Debug)]
struct Directory {
    start: u64,
    /// Offset of the end record that describes the directory.
    end: u64,
    count: u64,
    /// Number of bytes that precede the archive in its file. Offsets in the directory do not count them.
    in_front: u64,
}

/// Where a zip's directory has the entry of one member.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryPlace {
    pub(super) start: u64,
    pub(super) length: u32,
    /// Number of bytes that precede the archive in its file. Offsets in the directory do not count them.
    pub(super) in_front: u64,
}

/// What the end record of a zip says about the directory, and the offset of the record itself.
struct EndRecord {
    count: u64,
    size: u64,
    start: u64,
    at: u64,
}

/// Finds the directory of a zip. Returns the archive up to the end of its directory, as [`PatchedArchive`] presents it,
/// and the number of bytes that precede the archive in its file. Fails if no end record fits.
pub(super) fn find_directory(archive: &ArchiveReader) -> Result<(PatchedArchive, u64), ZipError> {
    let mut reader = archive.clone();
    let from = reader.len().saturating_sub(RECORD_BYTES as u64 + MAX_COMMENT_BYTES);
    let mut tail = vec![0; (reader.len() - from) as usize];
    let begins_with_member = has_mark(&mut reader, 0, b"PK\x03\x04")?;
    let filled = read_some_at(&mut reader, from, &mut tail)?;
    tail.truncate(filled);
    let mut best: Option<((u8, Reverse<u64>), Directory)> = None;
    let mut has_inner_archive = false;
    let mut why = "the record at its end is missing";
    for at in memmem::rfind_iter(&tail, b"PK\x05\x06") {
        let Some(record) = tail.get(at..).filter(|record| record.len() >= RECORD_BYTES) else {
            continue;
        };
        let bytes_after = record.len() - RECORD_BYTES;
        let comment = usize::from(u16_at(record, 20));
        if comment > bytes_after {
            why = "the comment at its end is cut short";
            continue;
        }
        match read_directory(&mut reader, from + at as u64, record)? {
            Err(reason) => why = reason,
            // The bytes at the beginning look like a member, but this end record says that the archive begins further
            // on, or has no members. So it may belong to another archive that is a member of this one.
            Ok(Directory { count, in_front, .. })
                if begins_with_member && (in_front > 0 || count == 0) =>
            {
                why = "its directory does not list its first member";
                has_inner_archive |= count > 0;
            }
            // Data that is not members may follow an archive. But if another end record has shown that an archive is a
            // member of this one, the data after this end record may be further members, so this record is not taken.
            Ok(_) if comment < bytes_after && has_inner_archive => {}
            Ok(directory) => {
                let ends = u8::from(comment == bytes_after);
                let fits = 2 * u8::from(directory.count > 0) + ends;
                let fits = (fits, Reverse(directory.in_front));
                if best.as_ref().is_none_or(|(best, _)| *best < fits) {
                    best = Some((fits, directory));
                }
            }
        }
    }
    match best {
        Some((_, directory)) => Ok((PatchedArchive::new(reader, &directory), directory.in_front)),
        None => Err(ZipError::InvalidArchive(why.into())),
    }
}

/// Archive with a directory that lists only one of its members.
pub(super) fn single_entry(archive: &ArchiveReader, listed: EntryPlace) -> PatchedArchive {
    let directory = Directory {
        start: listed.start,
        end: listed.start.saturating_add(listed.length.into()),
        count: 1,
        in_front: listed.in_front,
    };
    PatchedArchive::new(archive.clone(), &directory)
}

/// Directory that an end record describes, or the reason why the record is not valid.
fn read_directory(
    reader: &mut ArchiveReader,
    at: u64,
    record: &[u8],
) -> io::Result<Result<Directory, &'static str>> {
    let record_fields = match read_zip64_record(reader, at, record)? {
        Some(fields) => fields,
        None if record.get(4..8) != Some(&[0; 4]) || record.get(8..10) != record.get(10..12) => {
            return Ok(Err("it is one part of an archive that has several"));
        }
        None => EndRecord {
            count: u16_at(record, 8).into(),
            size: u32_at(record, 12).into(),
            start: u32_at(record, 16).into(),
            at,
        },
    };
    let start = directory_start(reader, &record_fields)?.map(|start| Directory {
        start,
        end: record_fields.at,
        count: record_fields.count,
        in_front: start.saturating_sub(record_fields.start),
    });
    Ok(start.ok_or("its directory is not where the record at its end says"))
}

/// Reads the zip64 end record that precedes an ordinary one, if there is one.
fn read_zip64_record(
    reader: &mut ArchiveReader,
    at: u64,
    record: &[u8],
) -> io::Result<Option<EndRecord>> {
    let numbers = record.get(4..20).unwrap_or(&[]);
    let is_wide = |pair: &[u8]| pair == [0xff; 2];
    let Some(locator_at) = at.checked_sub(ZIP64_LOCATOR_BYTES) else {
        return Ok(None);
    };
    let mut locator = [0; ZIP64_LOCATOR_BYTES as usize];
    if !numbers.chunks(2).any(is_wide)
        || !read_at(reader, locator_at, &mut locator)?
        || !locator.starts_with(b"PK\x06\x07")
    {
        return Ok(None);
    }
    // The declared offset does not count bytes that precede the archive in its file. So the offset right before the
    // locator is tried as well.
    for place in [u64_at(&locator, 8), locator_at.saturating_sub(ZIP64_RECORD_BYTES)] {
        let mut wide = [0; ZIP64_RECORD_BYTES as usize];
        let is_there = place < locator_at && read_at(reader, place, &mut wide)?;
        if is_there && wide.starts_with(b"PK\x06\x06") && u64_at(&wide, 24) == u64_at(&wide, 32) {
            return Ok(Some(EndRecord {
                count: u64_at(&wide, 32),
                size: u64_at(&wide, 40),
                start: u64_at(&wide, 48),
                at: place,
            }));
        }
    }
    Ok(None)
}

/// Offset of the directory. By its declared size it lies right before the end record; if it does not, the declared
/// offset is taken.
fn directory_start(reader: &mut ArchiveReader, record: &EndRecord) -> io::Result<Option<u64>> {
    if record.count == 0 {
        let is_empty = record.size == 0 && record.start <= record.at;
        return Ok(is_empty.then_some(record.at));
    }
    let before = record.at.checked_sub(record.size).filter(|&start| start >= record.start);
    for start in before.into_iter().chain([record.start]) {
        let max_entries = record.at.saturating_sub(start) / ENTRY_BYTES;
        if record.count <= max_entries && has_mark(reader, start, b"PK\x01\x02")? {
            return Ok(Some(start));
        }
    }
    Ok(None)
}

fn has_mark(reader: &mut ArchiveReader, at: u64, mark: &[u8; 4]) -> io::Result<bool> {
    let mut there = [0; 4];
    Ok(read_at(reader, at, &mut there)? && there == *mark)
}

/// Archive up to the end of its directory, followed by a newly written end record that describes this directory and has
/// no comment. The zip library then finds this record and no other.
#[derive(Debug)]
pub(super) struct PatchedArchive {
    archive: ArchiveReader,
    end: u64,
    record: Vec<u8>,
    pos: u64,
}

impl PatchedArchive {
    fn new(archive: ArchiveReader, directory: &Directory) -> PatchedArchive {
        let &Directory { start, end, count, in_front } = directory;
        let mut record = b"PK\x06\x06".to_vec();
        record.extend((ZIP64_RECORD_BYTES - 12).to_le_bytes());
        record.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [count, count, end - start, start - in_front] {
            record.extend(number.to_le_bytes());
        }
        record.extend(b"PK\x06\x07\0\0\0\0");
        record.extend((end - in_front).to_le_bytes());
        record.extend(b"\x01\0\0\0PK\x05\x06\0\0\0\0");
        record.extend([0xff; 12]);
        record.extend([0; 2]);
        PatchedArchive { archive, end, record, pos: 0 }
    }
}

impl Read for PatchedArchive {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match self.end.checked_sub(self.pos) {
            Some(left) if left > 0 => {
                self.archive.seek(SeekFrom::Start(self.pos))?;
                (&mut self.archive).take(left).read(buffer)?
            }
            _ => {
                let at = (self.pos - self.end).min(self.record.len() as u64) as usize;
                self.record.get(at..).unwrap_or(&[]).read(buffer)?
            }
        };
        self.pos += count as u64;
        Ok(count)
    }
}

impl Seek for PatchedArchive {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let pos = match to {
            SeekFrom::Start(pos) => Some(pos),
            SeekFrom::Current(by) => self.pos.checked_add_signed(by),
            SeekFrom::End(by) => (self.end + self.record.len() as u64).checked_add_signed(by),
        };
        self.pos = pos.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.pos)
    }
}
