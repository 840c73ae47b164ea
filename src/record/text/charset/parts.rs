//! Collections whose games are not all in one charset, because files were joined.

use super::steps::ByteMapping;
use super::{CharsetFrom, Decoded, label, narrow};
use std::borrow::Cow;

/// A part of a file with its own charset.
#[derive(Clone, Debug)]
pub struct CharsetPart {
    /// Its start offset in the text.
    pub start: usize,
    /// Its start offset in the file.
    pub place: usize,
    /// As in [`Decoded`].
    pub charset: &'static str,
    /// How the charset was determined.
    pub from: CharsetFrom,
    /// What the `CA` of its games says, if that is not the charset in use.
    pub label: Option<String>,
    /// Whether something in it could not be decoded.
    pub damaged: bool,
    /// As in [`Decoded`].
    pub double_encoded: Option<bool>,
    pub(super) steps: ByteMapping,
}

/// Decodes bytes part by part if their games name different charsets. A part's claim is trusted no more than that of a
/// file.
pub(super) fn decode(bytes: &[u8], marked: bool) -> Decoded<'_> {
    let cuts = label::cuts(bytes);
    let Some(&first) = cuts.first() else {
        return narrow(bytes, marked);
    };
    let part = |start: usize, end: usize| bytes.get(start..end).unwrap_or_default();
    let mut decoded = narrow(part(0, first), marked);
    let mut is_same = matches!(decoded.steps, ByteMapping::Same);
    let mut text = std::mem::take(&mut decoded.text).into_owned();
    let ends = cuts.iter().copied().skip(1).chain([bytes.len()]);
    for (&place, end) in cuts.iter().zip(ends) {
        let found = narrow(part(place, end), false);
        is_same &= matches!(found.steps, ByteMapping::Same);
        decoded.later.push(CharsetPart {
            start: text.len(),
            place,
            charset: found.charset,
            from: found.from,
            label: found.label,
            damaged: found.damaged,
            double_encoded: found.double_encoded,
            steps: found.steps,
        });
        text.push_str(&found.text);
    }
    // If all parts are UTF-8, the text borrows from the file.
    decoded.text = match std::str::from_utf8(bytes).ok().filter(|_| is_same) {
        Some(same) => Cow::Borrowed(same),
        None => Cow::Owned(text),
    };
    decoded
}
