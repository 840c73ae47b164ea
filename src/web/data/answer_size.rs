//! Estimates how much of the user's data fits into one answer, both as JSON and as a page.
//!
//! Neither the JSON nor the page may be larger than [`MAX_ANSWER_BYTES`](crate::bounded::MAX_ANSWER_BYTES), but the
//! user's file may hold more. So each list of an answer takes rows until its share of bytes is used up. The size of a
//! row is that of the JSON or of the page, whichever is longer.

use crate::state::encoded;
use kifu_engine::json;
use kifu_record::text::display::escape_invisible;
use serde::Serialize;

/// Assumed number of bytes that a row of a list takes besides its texts: elements on the page, keys in JSON.
const ROW_BYTES: usize = 400;

/// Number of bytes that a list in an answer may still use. Each row takes its bytes from it.
pub(super) struct ByteBudget {
    left: usize,
}

impl ByteBudget {
    pub(super) fn new(bytes: usize) -> ByteBudget {
        ByteBudget { left: bytes }
    }

    /// Takes the bytes of a row with texts of this size from the budget; returns false if they do not fit.
    pub(super) fn try_take(&mut self, texts: usize) -> bool {
        let left = self.left.checked_sub(texts + ROW_BYTES);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// Number of bytes that a text takes as JSON or on the page, whichever is more.
pub(super) fn shown_bytes(text: &str) -> usize {
    let escaped = |c: char| match c {
        '&' | '<' | '>' | '"' | '\n' => 6,
        c => c.len_utf8(),
    };
    let drawn = escape_invisible(text).chars().map(escaped).sum();
    json_bytes(&text).max(drawn)
}

/// Number of bytes that a link to the games of a query takes on a page.
pub(super) fn link_bytes(query: &str) -> usize {
    shown_bytes(query) + encoded(query).len()
}

/// Number of bytes of a value as JSON.
pub(super) fn json_bytes(value: &impl Serialize) -> usize {
    let mut bytes = Vec::new();
    // Writing to a vector cannot fail.
    let _ = json::write(&mut bytes, value);
    bytes.len()
}

/// Returns the first characters of a text, and whether the text is longer.
pub(super) fn shortened(text: &str, characters: usize) -> (String, bool) {
    match text.char_indices().nth(characters) {
        Some((end, _)) => (text.get(..end).unwrap_or_default().to_owned(), true),
        None => (text.to_owned(), false),
    }
}
