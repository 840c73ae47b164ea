//! Properties of decoding any bytes into text.

use kifu_index::text::charset::{CharsetFrom, decode, decode_name};

/// Checks that any bytes become text, the same each time; that plain text stays as it is; and that undamaged text in a
/// legacy charset is decoded as by the charset's own decoder.
pub fn is_sound(bytes: &[u8]) {
    let decoded = decode(bytes);
    let again = decode(bytes);
    assert_eq!(decoded.text, again.text);
    assert_eq!(decoded.charset, again.charset);
    assert_eq!(decoded.from, again.from);
    let starts = decoded.later_parts.iter().map(|part| part.start);
    assert!(starts.is_sorted_by(|a, b| a <= b));
    // One byte becomes at most one character of three bytes.
    assert!(decoded.text.len() <= 3 * bytes.len());
    let plain = std::str::from_utf8(bytes).ok();
    let plain = plain.filter(|text| !text.contains(['\0', '\u{1b}', '~', '\u{e}', '\u{feff}']));
    if let Some(text) = plain.filter(|text| !text.contains("CA") && !text.contains("ca")) {
        // Text that was converted to UTF-8 twice is repaired.
        assert_eq!(decoded.text == text, decoded.double_encoded != Some(true), "{text}");
        assert!(!decoded.damaged);
    }
    let marked = bytes.starts_with(b"\xef\xbb\xbf")
        || bytes.starts_with(b"\xff\xfe")
        || bytes.starts_with(b"\xfe\xff");
    let guessed = matches!(decoded.from, CharsetFrom::Detected | CharsetFrom::Fallback);
    // Some programs escape a second byte that looks like a backslash; the decoder removes that escape.
    let is_mended = bytes.windows(3).any(|three| three[0] >= 0x80 && three[1..] == *b"\\\\");
    if guessed && !is_mended && !decoded.damaged && !marked && decoded.later_parts.is_empty() {
        let encoding = encoding_rs::Encoding::for_label(decoded.charset.as_bytes());
        let encoding = encoding.expect(decoded.charset);
        let (text, bad) = encoding.decode_without_bom_handling(bytes);
        assert!(!bad && text == decoded.text, "{}: {:?}", decoded.charset, decoded.text);
    }
    let name = bytes.get(..100).unwrap_or(bytes);
    assert_eq!(decode_name(name), decode_name(name));
}
