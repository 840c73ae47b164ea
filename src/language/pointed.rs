//! Where the error in a query is: the line, and carets under the place.

use super::QueryError;
use kifu_record::text::display::is_invisible;
use unicode_width::UnicodeWidthStr;

/// The line of a query that an error is about, for a text in a fixed pitch. Control characters, and others that are not
/// seen, are spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointed {
    /// The line; of a long one the surroundings of the place.
    pub line: String,
    /// Spaces, and carets under the place: as many as it has columns.
    pub carets: String,
}

impl QueryError {
    /// The place of the error in its query.
    pub fn pointed(&self, query: &str) -> Pointed {
        let start = query.floor_char_boundary(self.span.start);
        let end = query.floor_char_boundary(self.span.end.max(start));
        let (before, rest) = query.split_at(start);
        let (marked, after) = rest.split_at(end - start);
        let before = printable(before.rsplit('\n').next().unwrap_or_default());
        let after =
            if marked.contains('\n') { "" } else { after.split('\n').next().unwrap_or_default() };
        let marked = printable(marked.split('\n').next().unwrap_or_default());
        // For a long query the surroundings of the place are enough.
        let before = match before.char_indices().rev().nth(AROUND) {
            Some((at, _)) => format!("…{}", before.get(at..).unwrap_or_default()),
            None => before,
        };
        let after: String = after.chars().take(AROUND).collect();
        let marked: String = marked.chars().take(2 * AROUND).collect();
        Pointed {
            line: format!("{before}{marked}{}", printable(&after)),
            carets: " ".repeat(before.width()) + &"^".repeat(marked.width().max(1)),
        }
    }
}

/// Characters shown on each side of the place of an error.
const AROUND: usize = 60;

/// A text with spaces for the characters in it that are not seen.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect()
}
