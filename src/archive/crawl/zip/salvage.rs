//! Reads zip archives whose directory is missing, cut short or damaged: members are found by their local headers.
//!
//! For each batch of members found, a directory is written in memory and read like any other, so there is only one way
//! to read members. The archive is scanned once, and once more if a member's sizes follow its data.

use super::super::file_kinds::{FileKind, file_kind};
use super::super::reader::ArchiveReader;
use super::scan::{SignatureScan, read_at, read_some_at, u16_at, u32_at, u64_at};
use ::zip::CompressionMethod;
use ::zip::read::{ArchiveOffset, Config, OwnedZipFileEntry};
use ::zip::unstable::read::ZipIterable;
use std::collections::HashMap;
use std::io;

static LOCAL_SIGNATURE: [u8; 4] = *b"PK\x03\x04";
const DESCRIPTOR_SIGNATURE: [u8; 4] = *b"PK\x07\x08";

/// Size of a member's local header without name and extra field.
const HEADER_BYTES: u64 = 30;

/// Maximum length of a member's name in bytes. If a name is longer, the bytes are not a header: the signature of one
/// occurs by chance in other data.
const MAX_NAME_BYTES: u16 = 8 << 10;

/// Flag bit 3 of a local header: the member's sizes and checksum follow its data, in a data descriptor.
const HAS_DESCRIPTOR: u16 = 8;

/// Member as its local header describes it.
#[derive(Debug)]
pub(super) struct LocalHeader {
    pub(super) start: u64,
    /// Offset at which the member's data begins.
    data_offset: u64,
    /// Version, flags, method, time and date, copied unchanged from the local header.
    common: [u8; 10],
    descriptor: DataDescriptor,
    pub(super) name: Vec<u8>,
    /// UTF-8 name from the Info-ZIP Unicode Path extra field (0x7075), with its version and checksum.
    unicode_name: Vec<u8>,
}

/// Checksum and sizes of a member, from its local header or from the data descriptor after its data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct DataDescriptor {
    crc: u32,
    packed: u64,
    size: u64,
}

/// Member that was found by its local header.
#[derive(Debug)]
pub(super) enum SalvagedMember {
    /// Member whose data is complete.
    Complete(LocalHeader),
    /// Member whose data is cut short, with the number of bytes that are left of it.
    Truncated(LocalHeader, u64),
}

/// Search of a zip archive for members by their local headers.
#[derive(Debug)]
pub(super) struct SalvageSearch {
    probe: ArchiveReader,
    scan: SignatureScan,
    /// Descriptors of members whose header lacks sizes, by the offset at which the data begins. Collected in a second
    /// scan when the first such member is met.
    descriptors: Option<HashMap<u64, Option<DataDescriptor>>>,
}

impl SalvageSearch {
    pub(super) fn new(archive: &ArchiveReader) -> SalvageSearch {
        SalvageSearch {
            probe: archive.clone(),
            scan: SignatureScan::new(archive.clone(), 0, &LOCAL_SIGNATURE),
            descriptors: None,
        }
    }

    /// Finds the next member. At most `max_members` members without sizes are stored, so that a hostile archive cannot
    /// fill the memory.
    pub(super) fn next(&mut self, max_members: u64) -> io::Result<Option<SalvagedMember>> {
        while let Some(at) = self.scan.next()? {
            let Some(mut local) = read_local_header(&mut self.probe, at)? else {
                continue;
            };
            let end = self.probe.len();
            self.probe_checksum(&mut local)?;
            if local.is_streamed() {
                match self.descriptor(&local, max_members)? {
                    Some(sums) => local.descriptor = sums,
                    None => return Ok(Some(self.skip_truncated(local))),
                }
            }
            match local.data_offset.checked_add(local.descriptor.packed) {
                Some(after) if after <= end => self.scan.go_to(after),
                _ => return Ok(Some(self.skip_truncated(local))),
            }
            return Ok(Some(SalvagedMember::Complete(local)));
        }
        Ok(None)
    }

    /// Reads a member's checksum from behind its data: some programs know the sizes before they write the header, but
    /// the checksum only after the data.
    fn probe_checksum(&mut self, local: &mut LocalHeader) -> io::Result<()> {
        let DataDescriptor { crc, packed, .. } = local.descriptor;
        if !local.has_descriptor() || packed == 0 || crc != 0 {
            return Ok(());
        }
        let mut after_data = [0; 12];
        let end = local.data_offset.saturating_add(packed);
        read_some_at(&mut self.probe, end, &mut after_data)?;
        let sum = after_data.strip_prefix(&DESCRIPTOR_SIGNATURE).unwrap_or(&after_data);
        local.descriptor.crc = u32_at(sum, 0);
        Ok(())
    }

    /// Reports a member whose data is cut short. The search continues inside its data, since the declared size may be
    /// false. If the member is an archive, it does not, since members of that archive would be mistaken for members of
    /// this one.
    fn skip_truncated(&mut self, local: LocalHeader) -> SalvagedMember {
        let rest = self.probe.len().saturating_sub(local.data_offset);
        let next = match file_kind(&String::from_utf8_lossy(&local.name)) {
            FileKind::Archive(_) => self.probe.len(),
            _ => local.data_offset,
        };
        self.scan.go_to(next);
        SalvagedMember::Truncated(local, rest)
    }

    fn descriptor(
        &mut self,
        local: &LocalHeader,
        max_members: u64,
    ) -> io::Result<Option<DataDescriptor>> {
        if self.descriptors.is_none() {
            self.descriptors = Some(find_descriptors(&mut self.probe, local.start, max_members)?);
        }
        let known = self.descriptors.as_ref();
        Ok(known.and_then(|all| all.get(&local.data_offset).copied().flatten()))
    }
}

impl LocalHeader {
    fn has_descriptor(&self) -> bool {
        let [_, _, flags, ..] = self.common;
        u16::from(flags) & HAS_DESCRIPTOR != 0
    }

    fn is_streamed(&self) -> bool {
        self.has_descriptor() && self.descriptor.packed == 0
    }
}

/// True if a local header stands at the offset that a directory entry gives.
pub(super) fn is_header(reader: &mut ArchiveReader, entry: &OwnedZipFileEntry) -> io::Result<bool> {
    let mut mark = [0; 4];
    Ok(read_at(reader, entry.header_start(), &mut mark)? && mark == LOCAL_SIGNATURE)
}

/// Number by which zip headers denote a compression method; `None` for methods that are not supported.
pub(super) fn method_number(method: CompressionMethod) -> Option<u8> {
    match method {
        CompressionMethod::Stored => Some(0),
        CompressionMethod::Deflated => Some(8),
        CompressionMethod::Deflate64 => Some(9),
        CompressionMethod::BZIP2 => Some(12),
        CompressionMethod::LZMA => Some(14),
        CompressionMethod::ZSTD => Some(93),
        CompressionMethod::XZ => Some(95),
        _ => None,
    }
}

/// Directory entry for a member, without a bound on its unpacked size, since the declared size may be false: a meter
/// limits reading, and the checksum decides. `None` for LZMA, whose decoder needs the size.
pub(super) fn unbounded(entry: &OwnedZipFileEntry) -> Option<OwnedZipFileEntry> {
    let is_sized = entry.compression() == CompressionMethod::LZMA;
    let method = method_number(entry.compression()).filter(|_| !is_sized)?;
    let common = [20, 0, 0, 0, method, 0, 0, 0, 0, 0];
    let local = LocalHeader {
        start: entry.header_start(),
        data_offset: 0,
        common,
        descriptor: DataDescriptor {
            crc: entry.crc32(),
            packed: entry.compressed_size(),
            size: u64::MAX,
        },
        name: b"x".to_vec(),
        unicode_name: Vec::new(),
    };
    let directory = ArchiveReader::memory(write_directory(&[local]));
    let archive_offset = ArchiveOffset::Known(0);
    let mut archive = ZipIterable::try_new(directory, Config { archive_offset }).ok()?;
    let entry = archive.files().ok()?.next()?.ok()?;
    Some(entry.into())
}

/// Reads the local header of a member at an offset, if there is one.
fn read_local_header(reader: &mut ArchiveReader, at: u64) -> io::Result<Option<LocalHeader>> {
    let mut head = [0; HEADER_BYTES as usize];
    if !read_at(reader, at, &mut head)? {
        return Ok(None);
    }
    let (name_length, extra_length) = (u16_at(&head, 26), u16_at(&head, 28));
    let method = u16_at(&head, 8);
    let is_method = matches!(method, 0..=20 | 93..=99);
    if !head.starts_with(&LOCAL_SIGNATURE)
        || !is_method
        || !(1..=MAX_NAME_BYTES).contains(&name_length)
    {
        return Ok(None);
    }
    let mut name = vec![0; usize::from(name_length)];
    let mut extra = vec![0; usize::from(extra_length)];
    let extra_start = at + HEADER_BYTES + u64::from(name_length);
    if !read_at(reader, at + HEADER_BYTES, &mut name)? || !read_at(reader, extra_start, &mut extra)?
    {
        return Ok(None);
    }
    let mut common = [0; 10];
    common.copy_from_slice(&head[4..14]);
    let mut sums = DataDescriptor {
        crc: u32_at(&head, 14),
        packed: u32_at(&head, 18).into(),
        size: u32_at(&head, 22).into(),
    };
    let mut unicode_name = Vec::new();
    for (id, data) in split_extra_field(&extra) {
        match id {
            1 => sums.apply_zip64(data),
            0x7075 if is_unicode_name(data) => unicode_name = data.to_vec(),
            _ => {}
        }
    }
    Ok(Some(LocalHeader {
        start: at,
        data_offset: extra_start + u64::from(extra_length),
        common,
        descriptor: sums,
        name,
        unicode_name,
    }))
}

/// True if an extra field of kind 0x7075 (Info-ZIP Unicode Path) has this form:
///
/// | bytes | content                       |
/// |-------|-------------------------------|
/// | 0     | version, 1                    |
/// | 1–4   | checksum of the header's name |
/// | 5–    | name in UTF-8                 |
fn is_unicode_name(field: &[u8]) -> bool {
    let name = field.split_at_checked(5).map_or(&[][..], |(_, name)| name);
    field.first() == Some(&1) && !name.is_empty() && std::str::from_utf8(name).is_ok()
}

impl DataDescriptor {
    /// Takes a member's 64-bit sizes from the zip64 extra field, where the local header has all ones instead.
    fn apply_zip64(&mut self, data: &[u8]) {
        let mut at = 0;
        for size in [&mut self.size, &mut self.packed] {
            if *size == u64::from(u32::MAX) {
                *size = u64_at(data, at);
                at += 8;
            }
        }
    }
}

/// Splits an extra field of a zip header into its records, each with a number and data.
fn split_extra_field(mut extra: &[u8]) -> Vec<(u16, &[u8])> {
    let mut fields = Vec::new();
    while let Some((head, rest)) = extra.split_at_checked(4) {
        let length = usize::from(u16_at(head, 2));
        let Some((data, behind)) = rest.split_at_checked(length) else {
            break;
        };
        fields.push((u16_at(head, 0), data));
        extra = behind;
    }
    fields
}

/// Finds the data descriptors of all members without sizes, from the offset `start` on. A descriptor is valid if its
/// packed size leads back to the beginning of a member's data. Most descriptors begin with a signature, but it may be
/// missing.
fn find_descriptors(
    reader: &mut ArchiveReader,
    start: u64,
    max_members: u64,
) -> io::Result<HashMap<u64, Option<DataDescriptor>>> {
    let mut all: HashMap<u64, Option<DataDescriptor>> = HashMap::new();
    let mut scan = SignatureScan::new(reader.clone(), start, b"PK");
    while let Some(at) = scan.next()? {
        // The buffer holds up to 20 bytes before a signature, the signature itself, and the bytes after it.
        let mut surroundings = [0; 20 + 24];
        read_some_at(reader, at.saturating_sub(20), &mut surroundings)?;
        let (before, behind) = surroundings.split_at(at.min(20) as usize);
        let mut assign = |sums: DataDescriptor, end: u64| {
            let data = end.checked_sub(sums.packed);
            if let Some(sums_here) = data.and_then(|data| all.get_mut(&data)) {
                *sums_here = sums_here.or(Some(sums));
            }
        };
        if behind.starts_with(&DESCRIPTOR_SIGNATURE) {
            let (narrow, wide) = (read_descriptor_32(behind, 4), read_descriptor_64(behind, 4));
            // In a 64-bit descriptor, the upper half of the packed size stands where a 32-bit descriptor has its
            // unpacked size; it is 0 for members below 4 GiB.
            let is_narrow =
                narrow.size != 0 || behind.get(16..).is_some_and(|b| b.starts_with(b"PK"));
            assign(if is_narrow { narrow } else { wide }, at);
        } else if before.len() == 20 {
            assign(read_descriptor_32(before, 8), at.saturating_sub(12));
            assign(read_descriptor_64(before, 0), at.saturating_sub(20));
        }
        if behind.starts_with(&LOCAL_SIGNATURE)
            && (all.len() as u64) < max_members
            && let Some(local) = read_local_header(reader, at)?
        {
            if local.is_streamed() {
                all.insert(local.data_offset, None);
            }
            scan.go_to(local.data_offset);
        }
    }
    Ok(all)
}

fn read_descriptor_32(bytes: &[u8], at: usize) -> DataDescriptor {
    DataDescriptor {
        crc: u32_at(bytes, at),
        packed: u32_at(bytes, at + 4).into(),
        size: u32_at(bytes, at + 8).into(),
    }
}

fn read_descriptor_64(bytes: &[u8], at: usize) -> DataDescriptor {
    DataDescriptor {
        crc: u32_at(bytes, at),
        packed: u64_at(bytes, at + 4),
        size: u64_at(bytes, at + 12),
    }
}

/// Writes a directory of the members found, which is read in place of the archive's own.
pub(super) fn write_directory(members: &[LocalHeader]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for local in members {
        let extra = match local.unicode_name.as_slice() {
            [] => Vec::new(),
            name => [&[0x75, 0x70], &(name.len() as u16).to_le_bytes()[..], name].concat(),
        };
        bytes.extend(b"PK\x01\x02\x2d\x00");
        bytes.extend(local.common);
        bytes.extend(local.descriptor.crc.to_le_bytes());
        bytes.extend([0xff; 8]);
        bytes.extend((local.name.len() as u16).to_le_bytes());
        bytes.extend((28 + extra.len() as u16).to_le_bytes());
        bytes.extend([0; 10]);
        bytes.extend([0xff; 4]);
        bytes.extend(&local.name);
        // Extra field with sizes and offset as 64-bit numbers (zip64).
        bytes.extend([1, 0, 24, 0]);
        for number in [local.descriptor.size, local.descriptor.packed, local.start] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(extra);
    }
    let (count, length) = (members.len() as u16, bytes.len() as u32);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend([0; 6]);
    bytes
}
