//! Packing of answers. `flate2` is in the program for archives, so no other crate is needed.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Smaller answers are not packed.
const PACKED_FROM: usize = 2 << 10;

/// Packs an answer, if that makes it smaller.
pub fn pack(body: Vec<u8>, gzip: bool) -> (Vec<u8>, bool) {
    if !gzip || body.len() < PACKED_FROM {
        return (body, false);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(5));
    let packed = encoder.write_all(&body).and_then(|()| encoder.finish());
    packed.map_or((body, false), |packed| (packed, true))
}
