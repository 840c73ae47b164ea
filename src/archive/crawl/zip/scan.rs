//! Finds signatures in a zip archive, and reads numbers from bytes.

use super::super::reader::ArchiveReader;
use memchr::memmem;
use std::io::{self, Read, Seek, SeekFrom};

/// Scan of an archive for the occurrences of one signature.
#[derive(Debug)]
pub(super) struct SignatureScan {
    reader: ArchiveReader,
    finder: memmem::Finder<'static>,
    /// Length of the searched signature in bytes.
    length: usize,
    buffer: Vec<u8>,
    /// Offset in the archive of the buffer's first byte.
    start: u64,
    /// Position in the buffer at which the scan continues.
    at: usize,
}

impl SignatureScan {
    pub(super) fn new(reader: ArchiveReader, start: u64, mark: &'static [u8]) -> SignatureScan {
        SignatureScan {
            reader,
            finder: memmem::Finder::new(mark),
            length: mark.len(),
            buffer: Vec::new(),
            start,
            at: 0,
        }
    }

    /// Continues the scan at another offset.
    pub(super) fn go_to(&mut self, place: u64) {
        let inside = place.checked_sub(self.start);
        match inside.filter(|&at| at <= self.buffer.len() as u64) {
            Some(at) => self.at = at as usize,
            None => {
                self.buffer.clear();
                (self.start, self.at) = (place, 0);
            }
        }
    }

    /// Offset of the next occurrence of the signature; `None` at the end of the archive.
    pub(super) fn next(&mut self) -> io::Result<Option<u64>> {
        const READ_BYTES: u64 = 64 << 10;
        loop {
            let rest = self.buffer.get(self.at..).unwrap_or(&[]);
            if let Some(found) = self.finder.find(rest) {
                let place = self.start + (self.at + found) as u64;
                self.at += found + self.length;
                return Ok(Some(place));
            }
            // The last bytes of the buffer may be the beginning of a signature, so they stay in the buffer.
            let tail = rest.len().min(self.length - 1);
            let done = self.buffer.len() - tail;
            self.start += done as u64;
            let end = self.start + tail as u64;
            // No signature contains a NUL byte, so none reaches into a hole of a sparse file.
            let from = self.reader.skip_hole(&self.buffer, end)?;
            self.buffer.drain(..done);
            self.at = 0;
            if from > end {
                self.buffer.clear();
                self.start = from;
            }
            self.reader.seek(SeekFrom::Start(from))?;
            let mut piece = (&mut self.reader).take(READ_BYTES);
            if piece.read_to_end(&mut self.buffer)? == 0 {
                return Ok(None);
            }
        }
    }
}

/// Fills the buffer with the bytes of the archive from an offset on; returns false if the archive ends first.
pub(super) fn read_at(reader: &mut ArchiveReader, at: u64, buffer: &mut [u8]) -> io::Result<bool> {
    Ok(read_some_at(reader, at, buffer)? == buffer.len())
}

pub(super) fn read_some_at(
    reader: &mut ArchiveReader,
    at: u64,
    buffer: &mut [u8],
) -> io::Result<usize> {
    reader.seek(SeekFrom::Start(at))?;
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest)? {
            0 => break,
            count => filled += count,
        }
    }
    Ok(filled)
}

/// Bytes of a slice at an offset, with NUL bytes in place of missing ones.
fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut found = [0; N];
    let there = bytes.get(at..).unwrap_or(&[]);
    (found.iter_mut().zip(there)).for_each(|(to, &from)| *to = from);
    found
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes_at(bytes, at))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes_at(bytes, at))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes_at(bytes, at))
}
