//! Compressed bodies of answers. Compression is done by `flate2`, which the program needs for archives anyway.
//!
//! The compression layer of tower-http compresses an answer each time that it is sent, on a thread that serves
//! connections. Here the thread that made an answer compresses it once, and the cache stores it compressed. Downloads,
//! and answers in lines, are sent uncompressed while they are being made.

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Smallest size of an answer, in bytes, that is compressed.
const MIN_PACKED_BYTES: usize = 2 << 10;

/// Body of an answer, compressed if the client accepts that.
#[derive(Clone)]
pub(crate) struct ReplyBody {
    /// Bytes of the answer's text, which may be compressed.
    pub bytes: Bytes,
    /// True if the bytes are compressed by gzip.
    pub is_packed: bool,
    /// Media type of the text.
    pub kind: &'static str,
    /// True if all games were examined before the time ran out.
    pub complete: bool,
}

impl ReplyBody {
    /// Makes a body. It is compressed if the client accepts gzip and if that makes it smaller.
    pub(crate) fn new(
        text: Vec<u8>,
        gzip: bool,
        (kind, complete): (&'static str, bool),
    ) -> ReplyBody {
        let packed = (gzip && text.len() >= MIN_PACKED_BYTES).then(|| pack(&text));
        let packed =
            packed.and_then(std::io::Result::ok).filter(|packed| packed.len() < text.len());
        ReplyBody {
            is_packed: packed.is_some(),
            // Drops the spare capacity of the vector, since the body may be cached for long.
            bytes: packed.unwrap_or(text).into_boxed_slice().into(),
            kind,
            complete,
        }
    }
}

fn pack(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(9));
    encoder.write_all(text)?;
    encoder.finish()
}
