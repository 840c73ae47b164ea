//! Bodies of answers, packed. `flate2` is in the program for archives, so no other crate is needed.
//!
//! The layer of tower-http packs an answer each time that it is sent, on a thread that serves connections. Here it is
//! packed once, by the thread that made it, and kept packed; answers in lines and downloads go out as they are made.

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Smaller answers are not packed.
const PACKED_FROM: usize = 2 << 10;

/// The body of an answer.
#[derive(Clone)]
pub(crate) struct ReplyBody {
    /// The text, or what it was packed to.
    pub bytes: Bytes,
    /// Whether it is packed by gzip.
    pub packed: bool,
    /// The type of the text.
    pub kind: &'static str,
    /// Whether all games were looked through.
    pub complete: bool,
}

impl ReplyBody {
    /// A text, packed if that is understood and makes it smaller.
    pub(crate) fn new(
        text: Vec<u8>,
        gzip: bool,
        (kind, complete): (&'static str, bool),
    ) -> ReplyBody {
        let packed = (gzip && text.len() >= PACKED_FROM).then(|| pack(&text));
        let packed =
            packed.and_then(std::io::Result::ok).filter(|packed| packed.len() < text.len());
        ReplyBody {
            packed: packed.is_some(),
            // Without the spare room of a text that grew: it may be kept.
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
