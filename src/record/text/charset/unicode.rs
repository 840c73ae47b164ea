//! Decodes UTF-16 and UTF-32, found by their byte order marks or NULs, and measures damaged UTF-8.

use super::LossyText;

/// Unicode encoding form whose units are wider than a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WideForm {
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
}

impl WideForm {
    #[cfg(feature = "serde")]
    pub(super) const ALL: [WideForm; 4] =
        [WideForm::Utf16Le, WideForm::Utf16Be, WideForm::Utf32Le, WideForm::Utf32Be];

    /// Name of the form as records store it.
    pub(super) fn name(self) -> &'static str {
        match self {
            WideForm::Utf16Le => "utf-16-le",
            WideForm::Utf16Be => "utf-16-be",
            WideForm::Utf32Le => "utf-32-le",
            WideForm::Utf32Be => "utf-32-be",
        }
    }

    pub(super) fn width(self) -> usize {
        match self {
            WideForm::Utf16Le | WideForm::Utf16Be => 2,
            WideForm::Utf32Le | WideForm::Utf32Be => 4,
        }
    }

    /// Number that the bytes of one unit stand for in this form.
    fn unit(self, bytes: &[u8]) -> u32 {
        let join = |unit, &byte: &u8| unit << 8 | u32::from(byte);
        match self {
            WideForm::Utf16Le | WideForm::Utf32Le => bytes.iter().rev().fold(0, join),
            WideForm::Utf16Be | WideForm::Utf32Be => bytes.iter().fold(0, join),
        }
    }

    /// Decodes bytes, with U+FFFD for invalid units.
    pub(super) fn decode(self, bytes: &[u8]) -> LossyText {
        let mut text = String::with_capacity(bytes.len() / 2 + 4);
        let mut damaged = false;
        let mut put = |c: Option<char>, text: &mut String| {
            damaged |= c.is_none();
            text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
        };
        let rest = match self {
            WideForm::Utf16Le | WideForm::Utf16Be => {
                let (pairs, rest) = bytes.as_chunks::<2>();
                let unit = |p: &[u8; 2]| match self {
                    WideForm::Utf16Le => u16::from_le_bytes(*p),
                    _ => u16::from_be_bytes(*p),
                };
                for c in char::decode_utf16(pairs.iter().map(unit)) {
                    put(c.ok(), &mut text);
                }
                rest
            }
            WideForm::Utf32Le | WideForm::Utf32Be => {
                let (quads, rest) = bytes.as_chunks::<4>();
                for q in quads {
                    let unit = match self {
                        WideForm::Utf32Le => u32::from_le_bytes(*q),
                        _ => u32::from_be_bytes(*q),
                    };
                    put(char::from_u32(unit), &mut text);
                }
                rest
            }
        };
        // Half a unit at the end is damage, unless it is a lone newline or NUL.
        if rest.iter().any(|&b| b != 0 && !b.is_ascii_whitespace()) {
            put(None, &mut text);
        }
        LossyText { text, damaged }
    }
}

/// Returns the form whose byte order mark the bytes begin with, and the mark's length in bytes.
pub(super) fn wide_bom(bytes: &[u8]) -> Option<(WideForm, usize)> {
    match bytes {
        // FF FE 00 00 could also be UTF-16 whose first character is a NUL, but nobody writes that.
        [0xFF, 0xFE, 0, 0, ..] => Some((WideForm::Utf32Le, 4)),
        [0, 0, 0xFE, 0xFF, ..] => Some((WideForm::Utf32Be, 4)),
        [0xFF, 0xFE, ..] => Some((WideForm::Utf16Le, 2)),
        [0xFE, 0xFF, ..] => Some((WideForm::Utf16Be, 2)),
        _ => None,
    }
}

/// Returns the wide form that the NULs at the beginning suggest, if the pattern is clear. A record begins with ASCII,
/// so nearly every unit is one byte of text with NULs, always on the same side. 75 percent of the first 64 bytes must
/// fit, or 40 percent of the first 1,024, where more of the text may be Chinese or Japanese.
pub(super) fn detect_nul_pattern(bytes: &[u8]) -> Option<WideForm> {
    let is_wide = |form: WideForm, length: usize, share: usize| {
        let head = bytes.get(..length).unwrap_or(bytes);
        let (mut units, mut fit, mut against) = (0usize, 0usize, 0usize);
        for unit in head.chunks_exact(form.width()) {
            let unit = form.unit(unit);
            let (fits, contradicts) = match form.width() {
                2 => (matches!(unit, 0x0A | 0x0D | 0x20..0x7F), unit & 0xFF == 0),
                _ => ((1..0x80).contains(&unit), unit == 0 || unit > 0x10_FFFF),
            };
            units += 1;
            fit += usize::from(fits);
            against += usize::from(contradicts);
        }
        units >= 2 && fit * 100 >= units * share && against * 20 <= units
    };
    if !bytes.get(..1024).unwrap_or(bytes).contains(&0) {
        return None;
    }
    [WideForm::Utf32Le, WideForm::Utf32Be, WideForm::Utf16Le, WideForm::Utf16Be].into_iter().find(
        |&form| {
            is_wide(form, 64, 75)
                || (bytes.len() >= 128 && is_wide(form, 1024, 40))
                || begins_a_record(bytes, form)
        },
    )
}

/// Whether a record begins in this form, however little of it is ASCII: with `(;`, or with the start of a JSON object
/// or list.
fn begins_a_record(bytes: &[u8], form: WideForm) -> bool {
    let byte = |unit: &[u8]| u8::try_from(form.unit(unit)).ok();
    let mut units = bytes
        .chunks_exact(form.width())
        .map(byte)
        .filter(|unit| !unit.is_some_and(|text| text.is_ascii_whitespace()));
    matches!(
        (units.next().flatten(), units.next().flatten()),
        (Some(b'('), Some(b';')) | (Some(b'{'), Some(b'"')) | (Some(b'['), Some(b'{'))
    )
}

/// How much of a text is valid UTF-8, counted in its high bytes, those from 0x80 up.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Utf8Share {
    /// Number of bytes from 0x80 up.
    pub(super) high: usize,
    /// Number of these bytes in valid two-byte sequences.
    pub(super) in_pairs: usize,
    /// Number of these bytes in valid sequences of three or four bytes.
    pub(super) in_long: usize,
}

impl Utf8Share {
    /// Percentage of the high bytes (from 0x80 up) that are in valid sequences.
    pub(super) fn percent(self) -> usize {
        ((self.in_pairs + self.in_long) * 100).checked_div(self.high).unwrap_or(100)
    }
}

/// Measures how much of a text is valid UTF-8.
pub(super) fn utf8_share(bytes: &[u8]) -> Utf8Share {
    let mut share = Utf8Share::default();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars().filter(|c| !c.is_ascii()) {
            match c.len_utf8() {
                2 => share.in_pairs += 2,
                n => share.in_long += n,
            }
        }
        share.high += chunk.invalid().len();
    }
    share.high += share.in_pairs + share.in_long;
    share
}

/// Cost of a text as damaged UTF-8, in the half bits of [`score`](super::score), so that it can be compared with other
/// charsets.
pub(super) fn utf8_cost(bytes: &[u8]) -> u64 {
    let character = |c: char| match c {
        '\0'..='\x7F' => 0,
        '\u{80}'..='\u{17F}' | '\u{370}'..='\u{45F}' | '\u{3000}'..='\u{30FF}' => 24,
        '\u{2010}'..='\u{2030}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => 30,
        '\u{FF01}'..='\u{FF5E}' => 30,
        '\u{5D0}'..='\u{5EA}' | '\u{621}'..='\u{64A}' | '\u{E01}'..='\u{E4C}' => 30,
        _ => 60,
    };
    bytes
        .utf8_chunks()
        .map(|chunk| {
            let valid: u64 = chunk.valid().chars().map(character).sum();
            valid + 36 * chunk.invalid().len() as u64
        })
        .sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn le(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn patterns_are_clear_or_none() {
        assert_eq!(detect_nul_pattern(&le("(;GM[1]PB[党毅飛])")), Some(WideForm::Utf16Le));
        let be: Vec<u8> = "(;C[囲碁])".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(detect_nul_pattern(&be), Some(WideForm::Utf16Be));
        let quad: Vec<u8> = "(;B[aa])".chars().flat_map(|c| (c as u32).to_be_bytes()).collect();
        assert_eq!(detect_nul_pattern(&quad), Some(WideForm::Utf32Be));
        let cjk = "( ;C[围棋之乐趣无穷也哉围棋之乐趣无穷也哉围棋之乐趣无穷也哉])";
        assert_eq!(detect_nul_pattern(&le(cjk)), Some(WideForm::Utf16Le));
        assert_eq!(detect_nul_pattern(b"(;GM[1]\0\0\0\0PB[a\0b];B[pd])"), None);
        assert_eq!(detect_nul_pattern(b"\0\0\0\0\0\0\0\0"), None);
        assert_eq!(detect_nul_pattern(b"(;GM[1]PB[a];B[pd])"), None);
    }

    #[test]
    fn broken_units_cost_one_character() {
        let mut bytes = le("(;B[aa])");
        bytes.push(b'(');
        let damaged = |text: &str| LossyText { text: text.into(), damaged: true };
        assert_eq!(WideForm::Utf16Le.decode(&bytes), damaged("(;B[aa])\u{FFFD}"));
        bytes.pop();
        bytes.extend([0x00, 0xD8, b')', 0, b'\n']);
        assert_eq!(WideForm::Utf16Le.decode(&bytes), damaged("(;B[aa])\u{FFFD})"));
        assert_eq!(WideForm::Utf32Le.decode(&[0x41, 0, 0, 0, 0, 0, 0x11, 0]), damaged("A\u{FFFD}"));
    }

    #[test]
    fn share_of_utf8() {
        assert_eq!(utf8_share("申真谞".as_bytes()).percent(), 100);
        assert_eq!(utf8_share(b"\xE7\x94\xB3\xE7\x9C\x9F\xE8\xB0]").percent(), 75);
        assert_eq!(utf8_share(b"\xB9\xC5\xC1\xA6").percent(), 0);
    }
}
