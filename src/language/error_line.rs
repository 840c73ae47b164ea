//! Shows where the error in a query is: the line with the error, and carets below the wrong part.

use super::QueryError;
use kifu_record::text::display::is_invisible;
use unicode_width::UnicodeWidthStr;

/// The line of a query that contains the error, and a line of carets to print below it in a monospaced font. Control
/// characters and other invisible characters are replaced by spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorLine {
    /// Line of the query with the error. If it is long, only the part around the error.
    pub line: String,
    /// Spaces, then a caret below each column of the error.
    pub carets: String,
}

impl QueryError {
    /// Line of the query in which the error is, with carets below the wrong part.
    pub fn error_line(&self, query: &str) -> ErrorLine {
        let start = query.floor_char_boundary(self.span.start);
        let end = query.floor_char_boundary(self.span.end.max(start));
        let (before, rest) = query.split_at(start);
        let (marked, after) = rest.split_at(end - start);
        let before = replace_invisible(before.rsplit('\n').next().unwrap_or_default());
        let after =
            if marked.contains('\n') { "" } else { after.split('\n').next().unwrap_or_default() };
        let marked = replace_invisible(marked.split('\n').next().unwrap_or_default());
        // Of a long query, only the text around the error is shown.
        let before = match before.char_indices().rev().nth(CONTEXT_CHARS) {
            Some((at, _)) => format!("…{}", before.get(at..).unwrap_or_default()),
            None => before,
        };
        let after: String = after.chars().take(CONTEXT_CHARS).collect();
        let marked: String = marked.chars().take(2 * CONTEXT_CHARS).collect();
        ErrorLine {
            line: format!("{before}{marked}{}", replace_invisible(&after)),
            carets: " ".repeat(before.width()) + &"^".repeat(marked.width().max(1)),
        }
    }
}

/// Number of characters shown on each side of an error.
const CONTEXT_CHARS: usize = 60;

/// Replaces invisible characters by spaces.
pub fn replace_invisible(text: &str) -> String {
    text.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect()
}
