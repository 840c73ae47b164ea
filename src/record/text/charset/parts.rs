//! Decodes collections whose games are in different charsets, because somebody joined files.

use super::byte_mapping::ByteMapping;
use super::{CharsetFrom, Decoded, decode_one_charset, label};
use std::borrow::Cow;

/// Part of a file whose games name another charset than the games before it.
#[derive(Clone, Debug)]
pub struct CharsetPart {
    /// Byte offset in the decoded text where the part begins.
    pub start: usize,
    /// Byte offset in the file where the part begins.
    pub place: usize,
    /// Name of the part's charset, as in [`Decoded::charset`].
    pub charset: &'static str,
    /// Evidence by which the charset was determined.
    pub from: CharsetFrom,
    /// Value of the `CA` property of the part's games, if the part is in another charset.
    pub label: Option<String>,
    /// Whether some bytes of the part could not be decoded.
    pub damaged: bool,
    /// Whether text converted to UTF-8 twice was repaired in this part, as in [`Decoded::double_encoded`].
    pub double_encoded: Option<bool>,
    pub(super) mapping: ByteMapping,
}

/// Decodes bytes part by part if their games name different charsets. The charset that a part names is checked like
/// that of a file.
pub(super) fn decode(bytes: &[u8], marked: bool) -> Decoded<'_> {
    let cuts = label::charset_boundaries(bytes);
    let Some(&first) = cuts.first() else {
        return decode_one_charset(bytes, marked);
    };
    let part = |start: usize, end: usize| bytes.get(start..end).unwrap_or_default();
    let mut decoded = decode_one_charset(part(0, first), marked);
    let mut is_unchanged = matches!(decoded.mapping, ByteMapping::Same);
    let mut text = std::mem::take(&mut decoded.text).into_owned();
    let ends = cuts.iter().copied().skip(1).chain([bytes.len()]);
    for (&place, end) in cuts.iter().zip(ends) {
        let found = decode_one_charset(part(place, end), false);
        is_unchanged &= matches!(found.mapping, ByteMapping::Same);
        decoded.later_parts.push(CharsetPart {
            start: text.len(),
            place,
            charset: found.charset,
            from: found.from,
            label: found.label,
            damaged: found.damaged,
            double_encoded: found.double_encoded,
            mapping: found.mapping,
        });
        text.push_str(&found.text);
    }
    // If all parts are UTF-8, the text borrows the file's bytes.
    decoded.text = match std::str::from_utf8(bytes).ok().filter(|_| is_unchanged) {
        Some(same) => Cow::Borrowed(same),
        None => Cow::Owned(text),
    };
    decoded
}
