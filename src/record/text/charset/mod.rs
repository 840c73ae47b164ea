//! Turns bytes into text: which charset a file is in, and its text in UTF-8.
//!
//! Half of all real records do not name their charset, and the names in the others are often wrong, so the bytes come
//! first: a byte order mark, the NULs of UTF-16, or valid UTF-8. Next comes the label, if the bytes agree with it, and
//! then detection. Decoding precedes parsing, since two-byte charsets use `\` and `]` as second bytes. In a collection
//! whose games name different charsets, every part is decoded separately.

mod byte_mapping;
mod candidate;
mod common;
mod detect;
mod double_encoding;
mod label;
mod languages;
mod letters;
mod name;
mod offsets;
mod parts;
mod repair;
mod score;
mod seven_bit;
#[cfg(feature = "serde")]
mod stored;
mod structure;
mod tables;
mod unicode;

pub use name::decode_name;
pub use offsets::Offsets;
pub use parts::CharsetPart;

use byte_mapping::ByteMapping;
use candidate::CharsetCandidate;
use double_encoding::DoubleEncoding;
use encoding_rs::Encoding;
use label::{CharsetLabel, lower_name};
use score::TextSample;
use std::borrow::Cow;
use std::ops::Range;

/// Text of a file, and how it was decoded. If parts of the file have different charsets, the fields `charset`, `from`,
/// `label` and `damaged` describe the first part, and `later_parts` the others.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark. ASCII and UTF-8 are borrowed.
    pub text: Cow<'a, str>,
    /// Name of the charset: `ascii`, `utf-8`, `utf-16-le`, `utf-16-be`, `utf-32-le`, `utf-32-be`, or the WHATWG name in
    /// lower case.
    pub charset: &'static str,
    /// Evidence by which the charset was determined.
    pub from: CharsetFrom,
    /// Value of the record's `CA` property, if the text is in another charset.
    pub label: Option<String>,
    /// Whether some bytes could not be decoded and became U+FFFD.
    pub damaged: bool,
    /// Whether text that was converted to UTF-8 twice was repaired: `Some(true)` if it was, `Some(false)` if it was
    /// left alone because only some of its characters look converted twice, `None` if none do.
    pub double_encoded: Option<bool>,
    /// The parts after the first, if the file has parts in different charsets.
    pub later_parts: Vec<CharsetPart>,
    mapping: ByteMapping,
    /// Number of bytes at the beginning of the file, such as byte order marks, that are not in the text.
    skipped_bytes: usize,
}

impl Decoded<'_> {
    /// Returns a map from offsets in the text to offsets in the file. `bytes` must be the file's bytes.
    pub fn offsets<'p>(&'p self, bytes: &'p [u8]) -> Offsets<'p> {
        Offsets::new(&self.mapping, &self.later_parts, bytes, self.skipped_bytes, &self.text)
    }

    /// Whether [`Decoded::offsets`] gives true offsets. It does for all charsets but HZ and ISO-2022-KR.
    pub fn has_offsets(&self) -> bool {
        let mut later = self.later_parts.iter().map(|part| &part.mapping);
        !matches!(self.mapping, ByteMapping::Unknown)
            && later.all(|it| !matches!(it, ByteMapping::Unknown))
    }

    /// The text at a place, as text of the same charset. `None` unless the whole file is in one charset, with offsets
    /// in the text that are those in the file, and nothing about its charset is to be reported.
    pub(crate) fn part(&self, place: Range<usize>) -> Option<Decoded<'_>> {
        let is_plain = self.is_in_place()
            && self.later_parts.is_empty()
            && self.label.is_none()
            && !self.damaged
            && self.double_encoded.is_none();
        let text = Cow::Borrowed(self.text.get(place).filter(|_| is_plain)?);
        let (later_parts, mapping) = (Vec::new(), ByteMapping::Same);
        Some(Decoded { text, later_parts, label: None, mapping, ..*self })
    }

    /// Whether each offset in the text equals the offset in the file.
    pub(crate) fn is_in_place(&self) -> bool {
        let are_same = |part: &CharsetPart| matches!(part.mapping, ByteMapping::Same);
        matches!(self.mapping, ByteMapping::Same)
            && self.skipped_bytes == 0
            && self.later_parts.iter().all(are_same)
    }
}

/// Names of the charsets that most files have, as records store them.
pub const USUAL_CHARSETS: [&str; 12] = [
    "utf-8",
    "ascii",
    "gbk",
    "gb18030",
    "big5",
    "shift_jis",
    "euc-jp",
    "iso-2022-jp",
    "euc-kr",
    "windows-1252",
    "utf-16-le",
    "utf-16-be",
];

/// Returns the name that records store for the charset with this label: `gbk` for `gb2312`.
pub fn charset_named(label: &str) -> Option<&'static str> {
    let lower = label.to_lowercase().replace(' ', "-");
    let plain = |name: &str| name.replace(['-', '_'], "");
    let is_same_name = |name: &&&str| plain(name) == plain(&lower);
    let usual = USUAL_CHARSETS.iter().find(is_same_name).copied();
    usual.or_else(|| match label::parse_label(label) {
        CharsetLabel::Utf8 => Some("utf-8"),
        CharsetLabel::Known(encoding) => Some(lower_name(encoding)),
        CharsetLabel::Hz => Some("hz-gb-2312"),
        CharsetLabel::Iso2022Kr => Some("iso-2022-kr"),
        CharsetLabel::Useless if lower.ends_with("ascii") => Some("ascii"),
        CharsetLabel::Useless | CharsetLabel::Unknown => None,
    })
}

/// Charset of a file with the evidence for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Charset {
    /// Name of the charset: `ascii`, `utf-8`, `utf-16-le`, `utf-16-be`, `utf-32-le`, `utf-32-be`, or the WHATWG name in
    /// lower case.
    pub name: &'static str,
    /// Evidence by which the charset was determined.
    pub from: CharsetFrom,
}

/// Evidence by which a charset was determined. The variants are in the alphabetical order of their names, by which
/// tables are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum CharsetFrom {
    /// A byte order mark at the beginning of the file.
    Bom,
    /// The `CA` property of the record, which agrees with the bytes.
    Ca,
    /// Frequencies of characters and words: the charset in which the text is likeliest.
    Detected,
    /// No evidence; the text was read as windows-1252, which accepts all bytes.
    Fallback,
    /// The NUL bytes of UTF-16 or UTF-32, or the escape sequences of ISO-2022-JP.
    Pattern,
    /// The bytes are UTF-8 (or ASCII), or nearly so.
    #[cfg_attr(feature = "serde", serde(rename = "utf-8"))]
    Utf8,
}

impl CharsetFrom {
    /// Returns the name that records store: `bom`, `ca`, `detected`, `fallback`, `pattern` or `utf-8`.
    pub fn as_str(self) -> &'static str {
        match self {
            CharsetFrom::Bom => "bom",
            CharsetFrom::Ca => "ca",
            CharsetFrom::Detected => "detected",
            CharsetFrom::Fallback => "fallback",
            CharsetFrom::Pattern => "pattern",
            CharsetFrom::Utf8 => "utf-8",
        }
    }
}

/// True if these bytes are a table in Parquet, which is no text: a complete file, one that is cut, or the beginning of
/// one. The fifth byte begins the head of a page.
pub fn is_table(bytes: &[u8]) -> bool {
    const MAGIC: &[u8] = b"PAR1";
    let inside = bytes.strip_prefix(MAGIC);
    inside.is_some_and(|inside| inside.first() == Some(&0x15) || inside.ends_with(MAGIC))
}

/// Decodes a file. Never fails: each piece that is undecodable becomes U+FFFD, and a damaged UTF-8 text loses no ASCII
/// byte, so brackets survive.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    // Looking for a charset in a table would take longer than reading its games. Its text is empty.
    let bytes = if is_table(bytes) { &[] } else { bytes };
    let (mut decoded, decoded_bytes) = decode_without_marks(bytes);
    decoded.skipped_bytes = bytes.len() - decoded_bytes;
    for part in &mut decoded.later_parts {
        part.place += decoded.skipped_bytes;
    }
    decoded
}

/// Decodes a file, and returns the number of bytes after its byte order marks. All of these bytes were decoded.
fn decode_without_marks(bytes: &[u8]) -> (Decoded<'_>, usize) {
    let mut rest = bytes;
    if let Some((form, length)) = unicode::wide_bom(bytes) {
        rest = bytes.get(length..).unwrap_or_default();
        let head = rest.get(..4096).unwrap_or(rest);
        // A byte order mark in front of a text of one-byte units is wrong and ignored. A mark may also name the wrong
        // byte order; then the NULs decide.
        let is_one_byte = !head.contains(&0) && head.windows(2).any(|w| w == b"(;");
        if !is_one_byte {
            let form = unicode::detect_nul_pattern(rest).unwrap_or(form);
            return (decode_wide(form, rest, CharsetFrom::Bom), rest.len());
        }
    }
    let mut has_bom = false;
    while let Some(after) = rest.strip_prefix(b"\xEF\xBB\xBF") {
        rest = after;
        has_bom = true;
    }
    if let Some(form) = unicode::detect_nul_pattern(rest) {
        let body = unicode::wide_bom(rest).map_or(0, |(_, length)| length);
        let body = rest.get(body..).unwrap_or_default();
        return (decode_wide(form, body, CharsetFrom::Pattern), body.len());
    }
    (parts::decode(rest, has_bom), rest.len())
}

/// Decodes bytes that are in one charset with units of one byte.
fn decode_one_charset(bytes: &[u8], has_bom: bool) -> Decoded<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => decode_seven_bits(text, has_bom),
        Ok(text) => decode_utf8(text, has_bom),
        Err(_) => decode_legacy(bytes, has_bom),
    }
}

/// Decoded text with U+FFFD in place of bytes that are invalid in the charset.
#[derive(PartialEq, Debug)]
struct LossyText {
    text: String,
    /// Whether any bytes were invalid.
    damaged: bool,
}

fn decode_wide<'a>(form: unicode::WideForm, bytes: &[u8], from: CharsetFrom) -> Decoded<'a> {
    decoded_text(form.decode(bytes), form.name(), from, ByteMapping::Units(form.width()))
}

fn decoded_text<'a>(
    found: LossyText,
    charset: &'static str,
    from: CharsetFrom,
    steps: ByteMapping,
) -> Decoded<'a> {
    Decoded {
        text: Cow::Owned(found.text),
        charset,
        from,
        label: None,
        damaged: found.damaged,
        double_encoded: None,
        later_parts: Vec::new(),
        mapping: steps,
        skipped_bytes: 0,
    }
}

/// Makes the result for a text that was decoded from UTF-8 or ASCII. `damaged` is true if invalid bytes became U+FFFD.
fn unicode_text<'a>(
    text: Cow<'a, str>,
    charset: &'static str,
    marked: bool,
    label: Option<&str>,
    damaged: bool,
) -> Decoded<'a> {
    Decoded {
        text,
        charset,
        from: if marked { CharsetFrom::Bom } else { CharsetFrom::Utf8 },
        label: label.map(str::to_owned),
        damaged,
        double_encoded: None,
        later_parts: Vec::new(),
        mapping: if damaged { ByteMapping::Utf8 } else { ByteMapping::Same },
        skipped_bytes: 0,
    }
}

/// Decodes bytes without high bits: as ASCII, unless escape or shift sequences show a seven-bit charset.
fn decode_seven_bits(text: &str, has_bom: bool) -> Decoded<'_> {
    let bytes = text.as_bytes();
    let label = label::find_label(bytes);
    let meaning = label.map(label::parse_label);
    let escapes = memchr::memchr(0x1B, bytes).is_some();
    if escapes && seven_bit::has_iso2022jp(bytes) {
        let from = match meaning {
            Some(CharsetLabel::Known(e)) if e == encoding_rs::ISO_2022_JP => CharsetFrom::Ca,
            _ => CharsetFrom::Pattern,
        };
        let found = seven_bit::lossy(encoding_rs::ISO_2022_JP, bytes);
        // Escape sequences in another text must not spoil the file: if more than one character in 20 cannot be decoded,
        // the file is no ISO-2022-JP.
        let replaced = found.text.matches(char::REPLACEMENT_CHARACTER).count();
        if replaced * 20 <= found.text.chars().count() {
            let steps = ByteMapping::Decoder(encoding_rs::ISO_2022_JP, Vec::new());
            return decoded_text(found, "iso-2022-jp", from, steps);
        }
    }
    let (shifted, charset) = match meaning {
        Some(CharsetLabel::Hz) if seven_bit::has_hz(bytes) => (seven_bit::hz(bytes), "hz-gb-2312"),
        Some(CharsetLabel::Iso2022Kr) if seven_bit::has_iso2022kr(bytes) => {
            (seven_bit::iso2022kr(bytes), "iso-2022-kr")
        }
        _ => {
            let label = label.filter(|_| meaning == Some(CharsetLabel::Unknown));
            return unicode_text(text.into(), "ascii", has_bom, label, false);
        }
    };
    decoded_text(shifted, charset, CharsetFrom::Ca, ByteMapping::Unknown)
}

/// Decodes valid UTF-8 with characters beyond ASCII. The text may still be in another charset by accident, or converted
/// to UTF-8 twice.
fn decode_utf8(text: &str, has_bom: bool) -> Decoded<'_> {
    let label = label::find_label(text.as_bytes());
    let meaning = label.map(label::parse_label);
    if let (Some(CharsetLabel::Known(encoding)), false) = (meaning, has_bom)
        && is_accidental_utf8(text, encoding)
    {
        return decoded_text(
            seven_bit::lossy(encoding, text.as_bytes()),
            lower_name(encoding),
            CharsetFrom::Ca,
            ByteMapping::Decoder(encoding, Vec::new()),
        );
    }
    let label = label.filter(|_| meaning != Some(CharsetLabel::Utf8));
    let decoded = unicode_text(text.into(), "utf-8", has_bom, label, false);
    match double_encoding::detect_double_encoding(text) {
        DoubleEncoding::Absent => decoded,
        DoubleEncoding::Partial => Decoded { double_encoded: Some(false), ..decoded },
        DoubleEncoding::Complete(before) => Decoded {
            text: before.into(),
            double_encoded: Some(true),
            mapping: ByteMapping::DoubleEncoded,
            ..decoded
        },
    }
}

/// Whether valid UTF-8 is accidental. A few characters of a two-byte charset can form valid UTF-8 by chance. They are
/// then letters that no record holds, but ordinary characters in the charset that the record names.
fn is_accidental_utf8(text: &str, encoding: &'static Encoding) -> bool {
    let Some(candidate) = CharsetCandidate::from_encoding(encoding).filter(|c| c.is_two_byte())
    else {
        return false;
    };
    let rare = |c: char| matches!(c, '\u{180}'..='\u{36F}' | '\u{460}'..='\u{7FF}');
    text.chars().all(|c| c.is_ascii() || rare(c))
        && score::score(candidate, &TextSample::new(text.as_bytes()), u64::MAX)
            .is_some_and(|s| s.is_fine())
}

/// Decodes bytes that are neither ASCII nor valid UTF-8.
fn decode_legacy(bytes: &[u8], has_bom: bool) -> Decoded<'_> {
    let label = label::find_label(bytes);
    let meaning = label.map(label::parse_label);
    let named = match meaning {
        Some(CharsetLabel::Known(encoding)) => Some(encoding),
        _ => None,
    };
    let candidate = named.and_then(CharsetCandidate::from_encoding);
    let guess = |limit| detect::detect(&TextSample::new(bytes), candidate, limit);
    let claims_utf8 = has_bom || meaning == Some(CharsetLabel::Utf8);
    let doubt = examine_damaged_utf8(bytes, guess, claims_utf8);
    if matches!(doubt, EncodingDoubt::Utf8) {
        let label = label.filter(|_| meaning != Some(CharsetLabel::Utf8));
        let text = String::from_utf8_lossy(bytes);
        return unicode_text(text, "utf-8", has_bom, label, true);
    }
    let guess = match doubt {
        EncodingDoubt::Other(guess) => Some(guess),
        _ => guess(u64::MAX),
    };
    let (encoding, from) = choose_encoding(bytes, named, guess);
    let (text, damaged, cuts) =
        repair::decode(encoding, CharsetCandidate::from_encoding(encoding), bytes);
    let steps = ByteMapping::Decoder(encoding, cuts);
    Decoded {
        label: label.filter(|_| from != CharsetFrom::Ca).map(str::to_owned),
        ..decoded_text(LossyText { text, damaged }, lower_name(encoding), from, steps)
    }
}

/// Chooses the charset that the record names, unless the bytes point to another one.
fn choose_encoding(
    bytes: &[u8],
    named: Option<&'static Encoding>,
    guess: Option<detect::Guess>,
) -> (&'static Encoding, CharsetFrom) {
    let found = guess.filter(|g| g.is_tolerable());
    let Some(named) = named else {
        return match found {
            Some(guess) => (guess.encoding, CharsetFrom::Detected),
            None => (encoding_rs::WINDOWS_1252, CharsetFrom::Fallback),
        };
    };
    let candidate = CharsetCandidate::from_encoding(named);
    let better =
        found.filter(|g| g.encoding != named && (candidate.is_none() || g.candidate != candidate));
    let decoded = || named.decode_without_bom_handling_and_without_replacement(bytes);
    match better {
        // The charset that the record names is kept if the bytes decode in it without errors, unless the text is an
        // ordinary one in another charset.
        Some(guess) if guess.is_fine() && candidate.is_some() || decoded().is_none() => {
            (guess.encoding, CharsetFrom::Detected)
        }
        _ => (named, CharsetFrom::Ca),
    }
}

/// Verdict on bytes that are not valid UTF-8 throughout.
enum EncodingDoubt {
    /// The text is mostly UTF-8; the rest is damage.
    Utf8,
    /// The text is mostly valid as UTF-8, but more likely in this other charset.
    Other(detect::Guess),
    /// The text is not UTF-8.
    Legacy,
}

/// Decides whether bytes are damaged UTF-8, which detectors such as chardetng take for windows-1252, GBK or Shift_JIS.
/// `guess` measures the text in other charsets, up to a limit of cost. `claims_utf8` is true if a byte order mark or
/// the `CA` property says UTF-8, which lowers the required share of valid bytes from 60 to 50 percent.
fn examine_damaged_utf8(
    bytes: &[u8],
    guess: impl Fn(u64) -> Option<detect::Guess>,
    claimed: bool,
) -> EncodingDoubt {
    let share = unicode::utf8_share(bytes);
    if share.percent() < if claimed { 50 } else { 60 } {
        return EncodingDoubt::Legacy;
    }
    if share.in_long > share.in_pairs && share.high >= if claimed { 24 } else { 60 } {
        return EncodingDoubt::Utf8;
    }
    // The share of valid bytes does not decide here: hiragana in Shift_JIS form many valid two-byte sequences, and a
    // few characters of other charsets form a three-byte sequence by chance. So the costs of the text as UTF-8 and in
    // other charsets are compared.
    let bonus = if claimed { 40 } else { 0 };
    let cost = unicode::utf8_cost(bytes).saturating_sub(bonus);
    // The limit saves time: in most damaged texts every other charset costs more than UTF-8 after a few characters.
    // Without it, a collection of such records was decoded half as fast (27.7 instead of 54.7 MB/s).
    let other = guess(cost + detect::CLOSE_COST).filter(|g| {
        g.cost() <= cost
            && match g.candidate {
                Some(candidate) if candidate.is_two_byte() => g.is_tolerable(),
                _ => g.is_fine(),
            }
    });
    other.map_or(EncodingDoubt::Utf8, EncodingDoubt::Other)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
