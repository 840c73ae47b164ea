//! Printing that several commands share: maximum numbers of rows, footers, write errors.

use super::terminal::Terminal;
use kifu_archive::error::Error;
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::{Failure, Result};
use std::io::Write;
use std::ops::ControlFlow;

/// Number of rows that a command lists on a terminal without `--limit`.
pub(crate) const DEFAULT_ROWS: usize = 50;

/// Maximum number of rows to print: the number after `--limit`, or else the command's default. Both `None` and 0 mean
/// all rows.
pub(crate) fn limit(given: Option<usize>, default_limit: Option<usize>) -> Option<usize> {
    given.or(default_limit).filter(|&limit| limit > 0)
}

/// Says how many rows were printed: `50 of 8,698 games (--limit 0 for all)`, or `7 games` if that is all.
pub(crate) fn footer(shown: u64, total: u64, one: &str, many: &str) -> String {
    let all = counted(total, one, many);
    if shown < total {
        format!("{} of {all} (--limit 0 for all)", format_thousands(shown))
    } else {
        all
    }
}

/// Says which rows were printed if `--skip` left out the first ones: `games 51 to 100 of 558 (--skip 100 for the
/// next)`.
pub(crate) fn page_footer(skip: u64, shown: u64, total: u64, rows: &str) -> String {
    let (first, last) = (format_thousands(skip + 1), format_thousands(shown));
    let rows = format!("{rows} {first} to {last} of {}", format_thousands(total));
    if shown < total { format!("{rows} (--skip {shown} for the next)") } else { rows }
}

/// Says that `--skip` left out all games: `4 games fit, and --skip 4 skips all of them`.
pub(crate) fn all_games_skipped(games: u64, skip: usize) -> String {
    all_rows_skipped(&counted(games, "game fits", "games fit"), skip)
}

/// Says that `--skip` left out all rows, such as comments or moves: `130 comments fit, and --skip 200 skips all
/// of them`.
pub(crate) fn all_rows_skipped(fit: &str, skip: usize) -> String {
    format!("{fit}, and --skip {skip} skips all of them")
}

/// Mark of a continuation that the book in use has; empty if it does not, or if that is not known.
pub(crate) fn book_mark(in_book: Option<bool>) -> String {
    if in_book == Some(true) { "yes".to_owned() } else { String::new() }
}

/// Formats a range of years: `1990-1995`; empty if no year is known.
pub(crate) fn years(first: Option<i32>, last: Option<i32>) -> String {
    match first.zip(last) {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
        None => String::new(),
    }
}

/// Returns the error for output that cannot be written. A closed pipe never gets here, since it ends the program
/// quietly.
pub(crate) fn write_error(error: std::io::Error) -> Error {
    Error::io("cannot write the result", error)
}

/// Flushes the output if it goes to another program, so that this program need not wait for the last game.
pub(crate) fn flush_if_piped(out: &mut dyn Write, terminal: &Terminal) -> std::io::Result<()> {
    if terminal.is_terminal { Ok(()) } else { out.flush() }
}

/// Stores the first error in printing an item of an answer, such as a game or a group of copies, and then stops the
/// answer.
#[derive(Default)]
pub(crate) struct PrintGuard(Option<Error>);

impl PrintGuard {
    /// Takes the result of printing an item of the answer, and returns whether to continue with the next one.
    pub(crate) fn check(&mut self, printed: std::result::Result<(), Error>) -> ControlFlow<()> {
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.0 = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Returns the answer, or the error that stopped the printing.
    pub(crate) fn finish<T>(self, answer: Result<T>) -> Result<T> {
        match self.0 {
            Some(error) => Err(Failure::Other(error)),
            None => answer,
        }
    }
}
