//! How text and bytes correspond.

use super::mend::CutByte;
use encoding_rs::Encoding;

/// How text and bytes correspond.
#[derive(Clone, Debug)]
pub(super) enum ByteMapping {
    /// Byte for byte.
    Same,
    /// UTF-8, with U+FFFD for invalid bytes.
    Utf8,
    /// Units of this many bytes; with two, some characters take two units.
    Units(usize),
    /// Through a decoder, apart from the cuts.
    Decoder(&'static Encoding, Vec<CutByte>),
    /// UTF-8 whose every character is a byte of the text.
    Twice,
    /// Unknown: offsets in the text are used.
    Unknown,
}
