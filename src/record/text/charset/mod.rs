//! Turns bytes into text: which charset a file is in, and its text in UTF-8.
//!
//! Half of all real records do not name their charset, and the names in the others are often wrong, so the bytes come
//! first: a byte order mark, the NULs of UTF-16, or valid UTF-8. Next comes the label, if the bytes agree with it, and
//! then detection. Decoding precedes parsing, since two-byte charsets use `\` and `]` as second bytes. In a collection
//! whose games name different charsets, every part is decoded separately.

mod candidate;
mod common;
mod detect;
mod label;
mod letters;
mod mend;
mod name;
mod parts;
mod places;
mod score;
mod seven;
mod steps;
#[cfg(feature = "serde")]
mod stored;
mod structure;
mod tables;
mod tongues;
mod twice;
mod unicode;

pub use name::decode_name;
pub use parts::CharsetPart;
pub use places::Offsets;

use candidate::CharsetCandidate;
use encoding_rs::Encoding;
use label::{CharsetLabel, lower_name};
use score::TextSample;
use std::borrow::Cow;
use steps::ByteMapping;
use twice::Twice;

/// A file's text and how it was decoded. If parts of the file have charsets of their own, the charset here is that of
/// the first part.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark. ASCII and UTF-8 are borrowed.
    pub text: Cow<'a, str>,
    /// `ascii`, `utf-8`, `utf-16-le`, `utf-16-be`, `utf-32-le`, `utf-32-be`, or the WHATWG name in lower case.
    pub charset: &'static str,
    /// How the charset was determined.
    pub from: CharsetFrom,
    /// What the record's `CA` says, if that is not the charset in use.
    pub label: Option<String>,
    /// Whether something could not be decoded and was replaced by U+FFFD.
    pub damaged: bool,
    /// Whether text that was converted to UTF-8 twice was mended: only if all characters beyond ASCII agree. `None` if
    /// nothing was converted twice.
    pub double_encoded: Option<bool>,
    /// The parts after the first, if they have charsets of their own.
    pub later: Vec<CharsetPart>,
    steps: ByteMapping,
    /// How many bytes at the beginning of the file are not in the text.
    skipped: usize,
}

impl Decoded<'_> {
    /// Maps offsets in the text to offsets in the file, whose bytes are given.
    pub fn places<'p>(&'p self, bytes: &'p [u8]) -> Offsets<'p> {
        Offsets::new(&self.steps, &self.later, bytes, self.skipped, &self.text)
    }

    /// Whether offsets in the text equal offsets in the file.
    pub(crate) fn is_in_place(&self) -> bool {
        let are_same = |part: &CharsetPart| matches!(part.steps, ByteMapping::Same);
        matches!(self.steps, ByteMapping::Same)
            && self.skipped == 0
            && self.later.iter().all(are_same)
    }
}

/// The charsets that most files have, as records name them.
pub const USUAL: [&str; 12] = [
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

/// The charset with this label, as records name it: `gbk` for `gb2312`.
pub fn named(label: &str) -> Option<&'static str> {
    let lower = label.to_lowercase().replace(' ', "-");
    let plain = |name: &str| name.replace(['-', '_'], "");
    let is_asked = |name: &&&str| plain(name) == plain(&lower);
    let usual = USUAL.iter().find(is_asked).copied();
    usual.or_else(|| match label::meaning(label) {
        CharsetLabel::Utf8 => Some("utf-8"),
        CharsetLabel::Known(encoding) => Some(lower_name(encoding)),
        CharsetLabel::Hz => Some("hz-gb-2312"),
        CharsetLabel::Iso2022Kr => Some("iso-2022-kr"),
        CharsetLabel::Useless if lower.ends_with("ascii") => Some("ascii"),
        CharsetLabel::Useless | CharsetLabel::Unknown => None,
    })
}

/// A charset, and how it was determined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Charset {
    /// `ascii`, `utf-8`, `utf-16-le`, `utf-16-be`, `utf-32-le`, `utf-32-be`, or the WHATWG name in lower case.
    pub name: &'static str,
    /// How it was determined.
    pub from: CharsetFrom,
}

/// How a charset was determined. The order is that of the names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum CharsetFrom {
    /// A byte order mark.
    Bom,
    /// The `CA` property.
    Ca,
    /// Statistics over the characters.
    Detected,
    /// Nothing; the text was read as windows-1252.
    Fallback,
    /// The NULs of UTF-16 or UTF-32, or the escape sequences of ISO-2022-JP.
    Pattern,
    /// The bytes are UTF-8 (or ASCII), or nearly so.
    #[cfg_attr(feature = "serde", serde(rename = "utf-8"))]
    Utf8,
}

impl CharsetFrom {
    /// The name that records store: `bom`, `ca`, `detected`, `fallback`, `pattern`, `utf-8`.
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

/// Decodes a whole file. Never fails: undecodable bytes become U+FFFD, one piece at a time, and a damaged UTF-8 text
/// loses no ASCII byte.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let (mut decoded, taken) = decode_rest(bytes);
    decoded.skipped = bytes.len() - taken;
    for part in &mut decoded.later {
        part.place += decoded.skipped;
    }
    decoded
}

/// The text, and how many of the bytes went into it: all but the byte order marks in front.
fn decode_rest(bytes: &[u8]) -> (Decoded<'_>, usize) {
    let mut rest = bytes;
    if let Some((form, length)) = unicode::wide_bom(bytes) {
        rest = bytes.get(length..).unwrap_or_default();
        let head = rest.get(..4096).unwrap_or(rest);
        // A mark before a text of single bytes is false, and a mark may also have the wrong byte order.
        let narrow = !head.contains(&0) && head.windows(2).any(|w| w == b"(;");
        if !narrow {
            let form = unicode::nul_pattern(rest).unwrap_or(form);
            return (wide(form, rest, CharsetFrom::Bom), rest.len());
        }
    }
    let mut marked = false;
    while let Some(after) = rest.strip_prefix(b"\xEF\xBB\xBF") {
        rest = after;
        marked = true;
    }
    if let Some(form) = unicode::nul_pattern(rest) {
        let body = unicode::wide_bom(rest).map_or(0, |(_, length)| length);
        let body = rest.get(body..).unwrap_or_default();
        return (wide(form, body, CharsetFrom::Pattern), body.len());
    }
    (parts::decode(rest, marked), rest.len())
}

/// Decodes bytes in a single charset whose units are one byte.
fn narrow(bytes: &[u8], marked: bool) -> Decoded<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => seven_bits(text, marked),
        Ok(text) => utf8(text, marked),
        Err(_) => legacy(bytes, marked),
    }
}

/// Text that was decoded, with U+FFFD for what is not in the charset.
#[derive(PartialEq, Debug)]
struct LossyText {
    text: String,
    /// Whether there was anything like that.
    damaged: bool,
}

fn wide<'a>(form: unicode::Wide, bytes: &[u8], from: CharsetFrom) -> Decoded<'a> {
    owned(form.decode(bytes), form.name(), from, ByteMapping::Units(form.width()))
}

fn owned<'a>(
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
        later: Vec::new(),
        steps,
        skipped: 0,
    }
}

/// Text in Unicode as it stands. If `damaged`, invalid bytes became U+FFFD.
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
        later: Vec::new(),
        steps: if damaged { ByteMapping::Utf8 } else { ByteMapping::Same },
        skipped: 0,
    }
}

/// ASCII, unless shift sequences show that it is a seven-bit charset.
fn seven_bits(text: &str, marked: bool) -> Decoded<'_> {
    let bytes = text.as_bytes();
    let label = label::find(bytes);
    let meaning = label.map(label::meaning);
    let escapes = memchr::memchr(0x1B, bytes).is_some();
    if escapes && seven::has_iso2022jp(bytes) {
        let from = match meaning {
            Some(CharsetLabel::Known(e)) if e == encoding_rs::ISO_2022_JP => CharsetFrom::Ca,
            _ => CharsetFrom::Pattern,
        };
        let found = seven::lossy(encoding_rs::ISO_2022_JP, bytes);
        // Escape sequences that make no sense must not spoil the file.
        let replaced = found.text.matches(char::REPLACEMENT_CHARACTER).count();
        if replaced * 20 <= found.text.chars().count() {
            let steps = ByteMapping::Decoder(encoding_rs::ISO_2022_JP, Vec::new());
            return owned(found, "iso-2022-jp", from, steps);
        }
    }
    let (shifted, charset) = match meaning {
        Some(CharsetLabel::Hz) if seven::has_hz(bytes) => (seven::hz(bytes), "hz-gb-2312"),
        Some(CharsetLabel::Iso2022Kr) if seven::has_iso2022kr(bytes) => {
            (seven::iso2022kr(bytes), "iso-2022-kr")
        }
        _ => {
            let label = label.filter(|_| meaning == Some(CharsetLabel::Unknown));
            return unicode_text(text.into(), "ascii", marked, label, false);
        }
    };
    owned(shifted, charset, CharsetFrom::Ca, ByteMapping::Unknown)
}

/// Valid UTF-8 with characters beyond ASCII.
fn utf8(text: &str, marked: bool) -> Decoded<'_> {
    let label = label::find(text.as_bytes());
    let meaning = label.map(label::meaning);
    if let (Some(CharsetLabel::Known(encoding)), false) = (meaning, marked)
        && is_accidental_utf8(text, encoding)
    {
        return owned(
            seven::lossy(encoding, text.as_bytes()),
            lower_name(encoding),
            CharsetFrom::Ca,
            ByteMapping::Decoder(encoding, Vec::new()),
        );
    }
    let label = label.filter(|_| meaning != Some(CharsetLabel::Utf8));
    let decoded = unicode_text(text.into(), "utf-8", marked, label, false);
    match twice::examine(text) {
        Twice::No => decoded,
        Twice::InPart => Decoded { double_encoded: Some(false), ..decoded },
        Twice::Whole(before) => Decoded {
            text: before.into(),
            double_encoded: Some(true),
            steps: ByteMapping::Twice,
            ..decoded
        },
    }
}

/// A few characters of a two-byte charset can happen to be valid UTF-8. They are then letters that no record holds, but
/// ordinary characters in the charset that the record names.
fn is_accidental_utf8(text: &str, encoding: &'static Encoding) -> bool {
    let Some(candidate) = CharsetCandidate::of(encoding).filter(|c| c.is_double()) else {
        return false;
    };
    let rare = |c: char| matches!(c, '\u{180}'..='\u{36F}' | '\u{460}'..='\u{7FF}');
    text.chars().all(|c| c.is_ascii() || rare(c))
        && score::score(candidate, &TextSample::new(text.as_bytes()), u64::MAX)
            .is_some_and(|s| s.is_fine())
}

/// Bytes that are neither ASCII nor UTF-8.
fn legacy(bytes: &[u8], marked: bool) -> Decoded<'_> {
    let label = label::find(bytes);
    let meaning = label.map(label::meaning);
    let named = match meaning {
        Some(CharsetLabel::Known(encoding)) => Some(encoding),
        _ => None,
    };
    let candidate = named.and_then(CharsetCandidate::of);
    let guess = |limit| detect::detect(&TextSample::new(bytes), candidate, limit);
    let claimed = marked || meaning == Some(CharsetLabel::Utf8);
    let doubt = damaged_utf8(bytes, guess, claimed);
    if matches!(doubt, EncodingDoubt::Utf8) {
        let label = label.filter(|_| meaning != Some(CharsetLabel::Utf8));
        let text = String::from_utf8_lossy(bytes);
        return unicode_text(text, "utf-8", marked, label, true);
    }
    let guess = match doubt {
        EncodingDoubt::Other(guess) => Some(guess),
        _ => guess(u64::MAX),
    };
    let (encoding, from) = choose(bytes, named, guess);
    let (text, damaged, cuts) = mend::decode(encoding, CharsetCandidate::of(encoding), bytes);
    let steps = ByteMapping::Decoder(encoding, cuts);
    Decoded {
        label: label.filter(|_| from != CharsetFrom::Ca).map(str::to_owned),
        ..owned(LossyText { text, damaged }, lower_name(encoding), from, steps)
    }
}

/// The charset that the record names, unless the bytes point to another one.
fn choose(
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
    let candidate = CharsetCandidate::of(named);
    let better =
        found.filter(|g| g.encoding != named && (candidate.is_none() || g.candidate != candidate));
    let decoded = || named.decode_without_bom_handling_and_without_replacement(bytes);
    match better {
        // A claim that decodes cleanly gives way only to an ordinary text in another charset.
        Some(guess) if guess.is_fine() && candidate.is_some() || decoded().is_none() => {
            (guess.encoding, CharsetFrom::Detected)
        }
        _ => (named, CharsetFrom::Ca),
    }
}

/// What to make of bytes that are not valid UTF-8 throughout.
enum EncodingDoubt {
    /// Mostly UTF-8; the rest is damage.
    Utf8,
    /// Mostly UTF-8, but more likely a text in this charset.
    Other(detect::Guess),
    /// Not UTF-8.
    Legacy,
}

/// Decides whether most of a text is UTF-8. `guess` measures it in other charsets, up to a cost limit.
fn damaged_utf8(
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
    // Hiragana in Shift_JIS form many valid two-byte sequences, and a few characters can form a three-byte one by
    // chance.
    let bonus = if claimed { 40 } else { 0 };
    let cost = unicode::utf8_cost(bytes).saturating_sub(bonus);
    // A much higher cost need not be computed exactly: for most damaged texts this ends after a few characters.
    let other = guess(cost + detect::CLOSE).filter(|g| {
        g.cost() <= cost
            && match g.candidate {
                Some(candidate) if candidate.is_double() => g.is_tolerable(),
                _ => g.is_fine(),
            }
    });
    other.map_or(EncodingDoubt::Utf8, EncodingDoubt::Other)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
