//! Writes lines to standard error.

use super::terminal::{Terminal, wrap_prose};
use std::fmt::Arguments;
use std::io::Write;

/// Writes a line to standard error, and ignores errors. `eprintln!` would panic if the line cannot be written; but then
/// nobody is left to read the message, and the work goes on.
pub(crate) fn write_line(line: Arguments<'_>) {
    // The line is written in one call, so that the output of other programs cannot get into it.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Indent in columns of the second and later lines, if a line is broken because it does not fit.
const HANGING_COLUMNS: usize = 4;

/// Writes lines for people to standard error, broken between words where they do not fit.
pub(crate) fn write_prose(text: Arguments<'_>) {
    let Some(columns) = Terminal::stderr_width() else {
        return write_line(text);
    };
    let text = text.to_string();
    let mut lines = text.lines().peekable();
    let mut wrapped: Vec<String> = Vec::new();
    while let Some(line) = lines.next() {
        let is_marks =
            |line: &str| !line.trim().is_empty() && line.trim().trim_matches('^').is_empty();
        match lines.next_if(|next| is_marks(next)) {
            Some(marks) => wrapped.extend([line, marks].map(str::to_owned)),
            None => wrapped.extend(wrap_prose(line, columns, HANGING_COLUMNS)),
        }
    }
    write_line(format_args!("{}", wrapped.join("\n")));
}

/// Writes a line to standard error, formatted as by `eprintln!`.
macro_rules! note {
    ($($line:tt)*) => {
        $crate::stderr::write_prose(format_args!($($line)*))
    };
}
pub(crate) use note;
