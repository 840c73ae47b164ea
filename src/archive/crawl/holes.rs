//! Skips holes in sparse files: ranges for which no data is stored on disk and which read as NUL bytes.
//!
//! A sparse file of 20 GB may take only a few kilobytes on disk, but reading its holes takes as long as reading data.

use std::fs::File;
use std::io::{self, Seek};

/// Returns the offset of the next data at or after `from`: the end of the file if there is none, or `from` itself where
/// the system cannot tell.
///
/// Moves the file's cursor, which is harmless because all callers read at explicit offsets.
#[cfg(target_os = "linux")]
fn next_data(file: &File, from: u64) -> io::Result<u64> {
    use rustix::fs::{SeekFrom, seek};
    use rustix::io::Errno;
    match seek(file, SeekFrom::Data(from)) {
        Ok(data) => Ok(data),
        // `ENXIO` means that there is no data after this offset.
        Err(Errno::NXIO) => Ok(file.metadata()?.len().max(from)),
        Err(_) => Ok(from),
    }
}

#[cfg(not(target_os = "linux"))]
fn next_data(_file: &File, from: u64) -> io::Result<u64> {
    Ok(from)
}

/// Returns the offset at which to continue reading after `piece`, bytes that end at the offset `from` of the file: the
/// end of the hole if `from` lies in one, otherwise `from`. The system is asked for a hole only if the piece is all NUL
/// bytes, because only then may it be part of a hole.
pub(crate) fn skip_hole(file: &File, piece: &[u8], from: u64) -> io::Result<u64> {
    if piece.iter().all(|&byte| byte == 0) { next_data(file, from) } else { Ok(from) }
}

/// Computes the CRC-32 of a file. Holes of sparse files are computed as runs of NUL bytes without reading them.
pub(super) fn file_crc32(file: &mut File) -> io::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 18];
    let mut at = 0;
    loop {
        file.seek(io::SeekFrom::Start(at))?;
        let count = match io::Read::read(file, &mut buffer) {
            Ok(0) => return Ok(hasher.finalize()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let piece = buffer.get(..count).unwrap_or_default();
        hasher.update(piece);
        at += count as u64;
        let data = skip_hole(file, piece, at)?;
        hasher.combine(&crc32_of_zeros(data - at));
        at = data;
    }
}

/// CRC-32 state of `count` NUL bytes, combined from runs whose lengths are powers of two. This takes at most 64 steps.
fn crc32_of_zeros(count: u64) -> crc32fast::Hasher {
    let mut all = crc32fast::Hasher::new();
    let mut power = crc32fast::Hasher::new();
    power.update(&[0]);
    for bit in 0..u64::BITS - count.leading_zeros() {
        if count >> bit & 1 == 1 {
            all.combine(&power);
        }
        power.combine(&power.clone());
    }
    all
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn holes_count_as_nulls() {
        for size in [0, 1, 5, 1 << 18, 3 << 20, (3 << 20) + 12_345] {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(b"begin").unwrap();
            file.seek(io::SeekFrom::Start(5 + size)).unwrap();
            file.write_all(b"end").unwrap();
            file.set_len(8 + 2 * size).unwrap();
            let nulls = vec![0; size as usize];
            let bytes = [b"begin", nulls.as_slice(), b"end", &nulls].concat();
            assert_eq!(file_crc32(&mut file).unwrap(), crc32fast::hash(&bytes), "{size}");
        }
    }

    /// Computes the checksum of a sparse file of 8 TiB, which would take hours if each byte were read.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_large_hole_takes_no_time() {
        let mut file = tempfile::tempfile().unwrap();
        // Some file systems allow no file of this size or have no holes; the test does nothing there.
        if file.set_len(8 << 40).is_ok() && next_data(&file, 0).unwrap() > 0 {
            let sum = file_crc32(&mut file).unwrap();
            assert_eq!(sum, crc32_of_zeros(8 << 40).finalize());
        }
    }
}
