//! How much of what a user keeps fits into one answer, as JSON and as a page.
//!
//! Neither is larger than [`LARGEST`](crate::bounded::LARGEST), and the user's file may hold more than that, so
//! each list of an answer takes rows while its share lasts. Sizes are those of the longer of the two forms.

use crate::state::encoded;
use kifu_engine::json;
use kifu_record::text::display::visible;
use serde::Serialize;

/// What the elements around a row of a list take on the page, or its keys in JSON.
const ROW_BYTES: usize = 400;

/// The share of an answer that a list may still take.
pub(super) struct Share {
    left: usize,
}

impl Share {
    /// So many bytes.
    pub(super) fn new(bytes: usize) -> Share {
        Share { left: bytes }
    }

    /// Takes a row with texts of this size, if there is room for it.
    pub(super) fn takes(&mut self, texts: usize) -> bool {
        let left = self.left.checked_sub(texts + ROW_BYTES);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// The bytes of a text as it is shown.
pub(super) fn shown(text: &str) -> usize {
    let escaped = |c: char| match c {
        '&' | '<' | '>' | '"' | '\n' => 6,
        c => c.len_utf8(),
    };
    let drawn = visible(text).chars().map(escaped).sum();
    serialized(&text).max(drawn)
}

/// The bytes of a query that is shown as a link to its games.
pub(super) fn linked(query: &str) -> usize {
    shown(query) + encoded(query).len()
}

/// The bytes of a value as JSON.
pub(super) fn serialized(value: &impl Serialize) -> usize {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = json::write(&mut bytes, value);
    bytes.len()
}

/// The beginning of a text, and whether the text goes on.
pub(super) fn shortened(text: &str, characters: usize) -> (String, bool) {
    match text.char_indices().nth(characters) {
        Some((end, _)) => (text.get(..end).unwrap_or_default().to_owned(), true),
        None => (text.to_owned(), false),
    }
}
