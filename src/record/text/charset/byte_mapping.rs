//! How offsets in a decoded text map to offsets in the file's bytes.

use super::repair::RemovedByte;
use encoding_rs::Encoding;

/// Mapping from offsets in a decoded text to offsets in the bytes that it was decoded from.
#[derive(Clone, Debug)]
pub(super) enum ByteMapping {
    /// Text and bytes are the same, offset by offset.
    Same,
    /// The bytes are UTF-8; each invalid sequence became U+FFFD, which takes three bytes in the text.
    Utf8,
    /// The bytes are units of two (UTF-16) or four bytes (UTF-32). In UTF-16 some characters take two units.
    Units(usize),
    /// The bytes were decoded by this decoder, except the listed ones, which a repair had removed before.
    Decoder(&'static Encoding, Vec<RemovedByte>),
    /// The bytes are text that was converted to UTF-8 twice: each character of them is one byte of the text.
    DoubleEncoded,
    /// The mapping is unknown, so offsets in the text are given as offsets in the file.
    Unknown,
}
