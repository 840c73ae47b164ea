//! Recomputes the checksums in archive headers, so that a fuzzer gets past them.

use crate::properties::archive::crc32;

/// Recomputes the sums that a reader checks first: the two sums of a 7z archive, and those of tar headers.
pub fn mend(bytes: &mut [u8]) {
    if bytes.starts_with(b"7z\xbc\xaf\x27\x1c") {
        seven_zip(bytes);
    }
    for header in bytes.chunks_exact_mut(512) {
        if header[257..].starts_with(b"ustar") {
            tar(header);
        }
    }
}

/// Recomputes the sums of a 7z archive. The start header, at byte 12, holds the header's offset (`u64`, counted from
/// byte 32), its length (`u64`) and its CRC (`u32`). The CRC of the start header itself is at byte 8.
fn seven_zip(bytes: &mut [u8]) {
    let number = |at: usize| -> Option<usize> {
        let field = bytes.get(at..at + 8)?.try_into().ok()?;
        usize::try_from(u64::from_le_bytes(field)).ok()
    };
    let header = || {
        let start = number(12)?.checked_add(32)?;
        bytes.get(start..start.checked_add(number(20)?)?)
    };
    if let Some(sum) = header().map(crc32) {
        bytes[28..32].copy_from_slice(&sum.to_le_bytes());
    }
    if let Some(sum) = bytes.get(12..32).map(crc32) {
        bytes[8..12].copy_from_slice(&sum.to_le_bytes());
    }
}

/// Recomputes the sum of a tar header: six octal digits at byte 148, a NUL and a blank. The sum is taken over the
/// header with blanks in this field.
fn tar(header: &mut [u8]) {
    header[148..156].fill(b' ');
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
}
