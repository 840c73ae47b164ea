//! Maps offsets in the decoded text to offsets in the file.

use super::byte_mapping::ByteMapping;
use super::parts::CharsetPart;
use super::repair::RemovedByte;
use encoding_rs::{Decoder, Encoding};

/// Finds offsets in a file for ascending offsets in its text. Only the bytes between two of them are scanned, so all
/// offsets together take one pass.
pub struct Offsets<'a> {
    /// Current part of a file whose parts have different charsets. It begins at the offset `start` in the text and
    /// `place` in the file.
    part: PartOffsets<'a>,
    start: usize,
    place: usize,
    /// Parts after the current one, with the complete text and bytes of the file, of which the parts are slices.
    later: std::slice::Iter<'a, CharsetPart>,
    text: &'a str,
    bytes: &'a [u8],
}

impl<'a> Offsets<'a> {
    /// Starts at the beginning of a file. `bytes` is the complete file, of which the first `skipped` bytes are not in
    /// the text.
    pub(super) fn new(
        mapping: &'a ByteMapping,
        later: &'a [CharsetPart],
        bytes: &'a [u8],
        skipped: usize,
        text: &'a str,
    ) -> Offsets<'a> {
        Offsets {
            part: PartOffsets::new(mapping, bytes.get(skipped..).unwrap_or_default(), text),
            start: 0,
            place: skipped,
            later: later.iter(),
            text,
            bytes,
        }
    }

    /// Maps a byte offset in the text to a byte offset in the file; 0 stays 0. An offset below that of the last call
    /// gives the last call's result.
    pub fn in_file(&mut self, offset: usize) -> usize {
        if offset == 0 {
            return 0;
        }
        while let Some(part) = self.later.as_slice().first().filter(|p| p.start <= offset) {
            let text = self.text.get(part.start..).unwrap_or_default();
            let bytes = self.bytes.get(part.place..).unwrap_or_default();
            self.part = PartOffsets::new(&part.mapping, bytes, text);
            (self.start, self.place) = (part.start, part.place);
            self.later.next();
        }
        if matches!(self.part.steps, ByteMapping::Unknown) && self.start == 0 {
            return offset;
        }
        let at = self.part.in_bytes(offset.saturating_sub(self.start));
        let end = self.later.as_slice().first().map_or(self.bytes.len(), |part| part.place);
        (self.place + at).min(end)
    }
}

/// Finds offsets in a part of a file that is in one charset.
struct PartOffsets<'a> {
    steps: &'a ByteMapping,
    bytes: &'a [u8],
    text: &'a str,
    decoder: Option<Decoder>,
    /// Index of the next byte in the list of bytes that a repair removed before decoding.
    next_cut: usize,
    /// Offsets in the bytes (`byte_offset`) and in the text (`text_offset`) up to which both have been scanned.
    byte_offset: usize,
    text_offset: usize,
}

impl<'a> PartOffsets<'a> {
    fn new(steps: &'a ByteMapping, bytes: &'a [u8], text: &'a str) -> PartOffsets<'a> {
        PartOffsets {
            steps,
            bytes,
            text,
            decoder: None,
            next_cut: 0,
            byte_offset: 0,
            text_offset: 0,
        }
    }

    fn in_bytes(&mut self, offset: usize) -> usize {
        match self.steps {
            ByteMapping::Same | ByteMapping::Unknown => offset,
            ByteMapping::Utf8 => self.utf8(offset),
            ByteMapping::DoubleEncoded => self.twice(offset),
            ByteMapping::Units(width) => self.units(*width, offset),
            ByteMapping::Decoder(encoding, cuts) => self.decoded(encoding, cuts, offset),
        }
    }

    fn utf8(&mut self, offset: usize) -> usize {
        for chunk in self.bytes.get(self.byte_offset..).unwrap_or(&[]).utf8_chunks() {
            let valid = chunk.valid().len();
            if self.text_offset + valid >= offset {
                self.byte_offset += offset.saturating_sub(self.text_offset);
                self.text_offset = self.text_offset.max(offset);
                break;
            }
            self.byte_offset += valid + chunk.invalid().len();
            self.text_offset += valid + char::REPLACEMENT_CHARACTER.len_utf8();
            if self.text_offset >= offset {
                break;
            }
        }
        self.byte_offset
    }

    fn twice(&mut self, offset: usize) -> usize {
        let chars = self
            .bytes
            .get(self.byte_offset..)
            .unwrap_or_default()
            .utf8_chunks()
            .next()
            .map_or("", |chunk| chunk.valid())
            .chars();
        for c in chars.take(offset.saturating_sub(self.text_offset)) {
            self.byte_offset += c.len_utf8();
            self.text_offset += 1;
        }
        self.byte_offset
    }

    fn units(&mut self, width: usize, offset: usize) -> usize {
        let between = self.text.get(self.text_offset..offset).unwrap_or("");
        for c in between.chars() {
            self.byte_offset += if width == 2 { c.len_utf16() * 2 } else { width };
        }
        self.text_offset += between.len();
        self.byte_offset
    }

    fn decoded(
        &mut self,
        encoding: &'static Encoding,
        cuts: &[RemovedByte],
        offset: usize,
    ) -> usize {
        let mut buffer = [0; 32];
        let mut last = self.byte_offset;
        while self.text_offset < offset && self.byte_offset < self.bytes.len() {
            last = self.byte_offset;
            if let Some(cut) = cuts.get(self.next_cut).filter(|cut| cut.at == self.byte_offset) {
                self.decoder = None;
                self.next_cut += 1;
                self.byte_offset += 1;
                if cut.is_half {
                    self.text_offset += char::REPLACEMENT_CHARACTER.len_utf8();
                }
                continue;
            }
            let byte = self.bytes.get(self.byte_offset..=self.byte_offset).unwrap_or(&[]);
            let decoder =
                self.decoder.get_or_insert_with(|| encoding.new_decoder_without_bom_handling());
            let (_, _, written, _) = decoder.decode_to_utf8(byte, &mut buffer, false);
            self.text_offset += written;
            self.byte_offset += 1;
        }
        // A broken character is noticed only with the byte after it, so an offset inside its U+FFFD maps to the byte
        // before.
        if self.text_offset > offset { last } else { self.byte_offset }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::super::decode;

    /// Checks that the `;` of the text map to the offsets `wanted` in the file.
    fn check(bytes: &[u8], wanted: &[usize]) {
        let decoded = decode(bytes);
        let mut places = decoded.offsets(bytes);
        let found: Vec<usize> =
            decoded.text.match_indices(';').map(|(at, _)| places.in_file(at)).collect();
        assert_eq!(found, wanted, "{} {:?}", decoded.charset, decoded.text);
    }

    #[test]
    fn places_in_all_kinds_of_text() {
        check(b"(;B[aa];W[bb])", &[1, 7]);
        check(b"\xEF\xBB\xBF(;C[\xC3\xA9];W[bb])", &[4, 10]);
        check(b"(;PB[\xE7\x94\xB3\xE7\x9C\x9F\xE8\xB0];B[aa];W[bb])", &[1, 14, 20]);
        let wide: Vec<u8> =
            "\u{FEFF}(;C[囲碁𠮷];W[bb])".encode_utf16().flat_map(u16::to_be_bytes).collect();
        check(&wide, &[4, 20]);
        let (gbk, ..) = encoding_rs::GBK.encode("(;PB[古力]PW[常昊];B[aa];C[黑中盘胜];W[bb])");
        let ends: Vec<usize> = (0..gbk.len()).filter(|&i| gbk[i] == b';').collect();
        check(&gbk, &ends);
        // In the next two rows, a repair removes a byte: half a character of a cut name, and a surplus backslash.
        check(b"(;PB[\xB9\xC5\xC1]PW[\xBF\xC2\xBD\xE0];B[aa])", &[1, 17]);
        check(b"(;CA[SJIS]PB[\x94\\\\];B[aa])", &[1, 17]);
        check(b"(;C[\x1B$B0O8k\x1B(B];B[aa])", &[1, 15]);
        check(b"(;CA[latin1]PB[Ren\xE9];B[aa])", &[1, 20]);
        check("(;PB[JÃ¶rg];B[aa];W[bb])".as_bytes(), &[1, 13, 19]);
    }
}
