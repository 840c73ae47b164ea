//! Repairs text that was converted to UTF-8 twice: `Jörg` became `JÃ¶rg`, because its bytes were taken for
//! windows-1252.

/// Evidence in a UTF-8 text that it was converted twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DoubleEncoding {
    /// No character looks converted twice.
    Absent,
    /// Some characters, read as bytes of windows-1252, are other characters in UTF-8, but the rest of the text was
    /// converted once, so the text stays as it is.
    Partial,
    /// All characters beyond ASCII, read as bytes of windows-1252, are other characters in UTF-8. The string is the
    /// text before the second conversion.
    Complete(String),
}

/// Characters of windows-1252 from 0x80 to 0x9F. For bytes that it lacks, the control characters of ISO 8859-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Looks for a second conversion. Most texts are done after one search, as no character in them could be the first byte
/// of another.
pub(super) fn detect_double_encoding(text: &str) -> DoubleEncoding {
    // A second conversion turns the first byte of a character (0xC2 to 0xF4) into `Â` to `ô`, which all begin with this
    // byte in UTF-8.
    const LEAD: u8 = 0xC3;
    if memchr::memchr(LEAD, text.as_bytes()).is_none() {
        return DoubleEncoding::Absent;
    }
    let mut before = Vec::with_capacity(text.len());
    let mut found = SequenceCounts::default();
    let mut is_complete = true;
    for run in runs(text) {
        if run.is_ascii() {
            before.extend_from_slice(run.as_bytes());
            continue;
        }
        let bytes: Option<Vec<u8>> = run.chars().map(byte_of).collect();
        let decoded = bytes.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok());
        match decoded
            .filter(|decoded| !decoded.is_ascii() && decoded.chars().all(occurs_in_records))
        {
            Some(decoded) => {
                found.add(decoded);
                before.extend_from_slice(decoded.as_bytes());
            }
            None => is_complete = false,
        }
    }
    match String::from_utf8(before) {
        _ if !found.is_certain() => DoubleEncoding::Absent,
        Ok(before) if is_complete => DoubleEncoding::Complete(before),
        _ => DoubleEncoding::Partial,
    }
}

/// Number of characters beyond ASCII that a text had before its second conversion to UTF-8, as evidence that there was
/// one.
#[derive(Default)]
struct SequenceCounts {
    all: usize,
    /// Number of characters that prove a second conversion: their bytes, read as windows-1252, are characters that no
    /// language writes beside each other.
    certain: usize,
}

impl SequenceCounts {
    fn add(&mut self, decoded: &str) {
        for c in decoded.chars().filter(|c| !c.is_ascii()) {
            self.all += 1;
            // A character up to U+00FF was `Ã` or `Â` before a sign, and one above U+07FF was three characters; no
            // language writes either. Any other was two characters that may be meant: a capital before a sign, as in
            // `É…`.
            self.certain += usize::from(c <= '\u{ff}' || c > '\u{7ff}');
        }
    }

    fn is_certain(&self) -> bool {
        self.certain > 0 || self.all > 1
    }
}

/// Byte of a character in windows-1252; `None` if it has none.
fn byte_of(c: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(c) {
        return Some(byte);
    }
    let at = WINDOWS_1252.iter().position(|own| *own == c)?;
    u8::try_from(0x80 + at).ok()
}

/// Whether a character plausibly occurs in records. Only such characters are evidence that a text was converted twice.
/// For example, a text that was converted once may contain `É…`. These are the bytes C9 85 in windows-1252, which are
/// `Ʌ` in UTF-8; no record contains this letter, so `É…` is left as it is.
fn occurs_in_records(c: char) -> bool {
    !matches!(c, '\u{80}'..='\u{9f}' | '\u{180}'..='\u{36f}' | '\u{460}'..='\u{7ff}')
}

/// Splits a text into runs of characters beyond ASCII and the ASCII text between them.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c: char| c.is_ascii() != first.is_ascii()).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts a text to UTF-8 a second time.
    fn twice(text: &str) -> String {
        let char_of = |byte: u8| match byte {
            0x80..=0x9f => WINDOWS_1252.get(usize::from(byte - 0x80)).copied().unwrap_or(' '),
            byte => char::from(byte),
        };
        text.bytes().map(char_of).collect()
    }

    #[test]
    fn texts_before_the_second_conversion() {
        for text in [
            "PB[Jörg]",
            "café – it’s “good”",
            "Rémi",
            "柯洁 執黒",
            "이세돌",
            "Łódź, ąę",
            "Иван",
            "à la carte",
            "Â",
        ] {
            assert_eq!(
                detect_double_encoding(&twice(text)),
                DoubleEncoding::Complete(text.to_owned()),
                "{text}"
            );
        }
        assert_eq!(detect_double_encoding("PB[JÃ¶rg]C[柯洁]"), DoubleEncoding::Partial);
        assert_eq!(detect_double_encoding("PB[JÃ¶rg]C[Jörg]"), DoubleEncoding::Partial);
    }

    #[test]
    fn other_texts() {
        for text in [
            "Jörg",
            "CAFÉ…",
            "„Ä“ und „Ö“",
            "JOÃO…",
            "São Paulo",
            "ÃÂ",
            "Île-de-France",
            "naïve – à",
            "柯洁",
            "À…",
            "Ñ”",
            "Größe: 5×5",
            "abc",
            "",
            "«Été»",
            "Ä…",
        ] {
            assert_eq!(detect_double_encoding(text), DoubleEncoding::Absent, "{text}");
        }
    }
}
