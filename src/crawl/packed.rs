//! The ways of packing a stream: gzip, bzip2, xz, zstd.

use super::limits::Limits;
use std::io::{self, BufReader, Read};

/// Bytes that tell how a stream is packed.
const MAGIC: usize = 6;

/// Unpacks a stream if it is packed. The bytes tell how, not the name: what was unpacked on its way here keeps the name
/// often enough. Several packed streams in a row are one.
pub(super) fn unpack<'r>(
    mut reader: impl Read + 'r,
    limits: &Limits,
) -> io::Result<Box<dyn Read + 'r>> {
    let mut magic = Vec::with_capacity(MAGIC);
    (&mut reader).take(MAGIC as u64).read_to_end(&mut magic)?;
    let whole = io::Cursor::new(magic.clone()).chain(reader);
    Ok(match magic.as_slice() {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(whole))),
        [b'B', b'Z', b'h', ..] => Box::new(bzip2::read::MultiBzDecoder::new(whole)),
        [0xfd, b'7', b'z', b'X', b'Z', 0] => {
            let most = u32::try_from(limits.window_bytes >> 10).unwrap_or(u32::MAX);
            let buffered = BufReader::new(whole);
            Box::new(lzma_rust2::XzReader::new_mem_limit(buffered, true, most))
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            let mut decoder = zstd::stream::read::Decoder::new(whole)?;
            decoder.window_log_max(limits.window_bytes.max(1).ilog2().clamp(10, 31))?;
            Box::new(decoder)
        }
        _ => Box::new(whole),
    })
}

/// What a decoder's error says to people, with the option that helps.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "its end is missing".into(),
        io::ErrorKind::OutOfMemory => format!("{text} (--max-window raises the limit)"),
        _ if text.contains("too much memory") => format!("{text} (--max-window raises the limit)"),
        _ => text,
    }
}
