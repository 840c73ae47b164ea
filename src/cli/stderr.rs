//! The standard error.

use std::fmt::Arguments;
use std::io::Write;

/// Writes a line to standard error. `eprintln!` would panic if it cannot be written; but then nobody is left to read
/// the message, and the work goes on.
pub fn write_line(line: Arguments<'_>) {
    // A whole line is written at once, so that no other program's output gets into it.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// A line on standard error, formatted as by `eprintln!`.
macro_rules! note {
    ($($line:tt)*) => {
        $crate::cli::stderr::write_line(format_args!($($line)*))
    };
}
pub(crate) use note;
