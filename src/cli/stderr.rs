//! The standard error.

use std::fmt::Arguments;
use std::io::Write;

/// Writes a line to the standard error, where `eprintln!` would panic if it cannot be written: nobody is left to be told
/// then, and the work goes on.
pub fn write_line(line: Arguments<'_>) {
    // A whole line at once, so that no other program's line gets into it.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// A line on the standard error, as `eprintln!` formats it.
macro_rules! note {
    ($($line:tt)*) => {
        $crate::cli::stderr::write_line(format_args!($($line)*))
    };
}
pub(crate) use note;
