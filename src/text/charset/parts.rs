//! Collections whose games are not all in one charset: somebody has put files together.

use super::places::Steps;
use super::{CharsetFrom, Decoded, label, narrow};
use std::borrow::Cow;

/// A part of a file that is in a charset of its own.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where it begins in the text.
    pub start: usize,
    /// Where it begins in the file.
    pub place: usize,
    /// As of [`Decoded`].
    pub charset: &'static str,
    /// What gave the charset away.
    pub from: CharsetFrom,
    /// What its games' `CA` said, if that is not the charset in use.
    pub label: Option<String>,
    /// Whether something in it could not be decoded.
    pub damaged: bool,
    pub(super) steps: Steps,
}

/// Decodes bytes part by part, if their games say that they are in different charsets. What a part says is believed as
/// little as if it was a file.
pub(super) fn decode(bytes: &[u8], marked: bool) -> Decoded<'_> {
    let cuts = label::cuts(bytes);
    let Some(&first) = cuts.first() else {
        return narrow(bytes, marked);
    };
    let part = |start: usize, end: usize| bytes.get(start..end).unwrap_or_default();
    let mut decoded = narrow(part(0, first), marked);
    let mut is_same = matches!(decoded.steps, Steps::Same);
    let mut text = std::mem::take(&mut decoded.text).into_owned();
    let ends = cuts.iter().copied().skip(1).chain([bytes.len()]);
    for (&place, end) in cuts.iter().zip(ends) {
        let found = narrow(part(place, end), false);
        is_same &= matches!(found.steps, Steps::Same);
        decoded.later.push(Part {
            start: text.len(),
            place,
            charset: found.charset,
            from: found.from,
            label: found.label,
            damaged: found.damaged,
            steps: found.steps,
        });
        text.push_str(&found.text);
    }
    // Parts that are all UTF-8 take no memory besides the file's.
    decoded.text = match std::str::from_utf8(bytes).ok().filter(|_| is_same) {
        Some(same) => Cow::Borrowed(same),
        None => Cow::Owned(text),
    };
    decoded
}
