//! What the commands share for printing.

use super::terminal::Terminal;
use kifu_archive::error::Error;
use kifu_engine::words::{counted, thousands};
use kifu_engine::{Failure, Result};
use std::io::Write;
use std::ops::ControlFlow;

/// Rows per page on a terminal.
pub(crate) const PAGE: usize = 50;

/// The most rows to print: the number given by the user, or else the usual one. `None` means all, and so does 0.
pub(crate) fn limit(given: Option<usize>, usual: Option<usize>) -> Option<usize> {
    given.or(usual).filter(|&limit| limit > 0)
}

/// How many were printed: `50 of 8,698 games (--limit 0 for all)`; `7 games` if that is all.
pub(crate) fn footer(shown: u64, total: u64, one: &str, many: &str) -> String {
    let all = counted(total, one, many);
    if shown < total { format!("{} of {all} (--limit 0 for all)", thousands(shown)) } else { all }
}

/// Which rows of a later page were printed: `games 51 to 100 of 558 (--skip 100 for the next)`.
pub(crate) fn page_footer(skip: u64, shown: u64, total: u64, rows: &str) -> String {
    let (first, last) = (thousands(skip + 1), thousands(shown));
    let rows = format!("{rows} {first} to {last} of {}", thousands(total));
    if shown < total { format!("{rows} (--skip {shown} for the next)") } else { rows }
}

/// What there is where all rows are passed over: `4 games fit, and --skip 4 passes over all of them`.
pub(crate) fn skipped_all(games: u64, skip: usize) -> String {
    passed_over(&counted(games, "game fits", "games fit"), skip)
}

/// The same of comments or moves: `130 comments fit, and --skip 200 passes over all of them`.
pub(crate) fn passed_over(fit: &str, skip: usize) -> String {
    format!("{fit}, and --skip {skip} passes over all of them")
}

/// `1990-1995`; empty if no year is known.
pub(crate) fn years(first: Option<i32>, last: Option<i32>) -> String {
    match first.zip(last) {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
        None => String::new(),
    }
}

/// An error while writing the output. A closed pipe never gets here: on it, the program ends quietly.
pub(crate) fn write_error(error: std::io::Error) -> Error {
    Error::io("cannot write the result", error)
}

/// Flushes the output if it goes to another program, which then need not wait for the last game.
pub(crate) fn sent(out: &mut dyn Write, terminal: &Terminal) -> std::io::Result<()> {
    if terminal.is_terminal { Ok(()) } else { out.flush() }
}

/// Prints the parts of an answer until one cannot be printed.
#[derive(Default)]
pub(crate) struct Printed(Option<Error>);

impl Printed {
    /// Whether to continue after a part was printed.
    pub(crate) fn next(&mut self, printed: std::result::Result<(), Error>) -> ControlFlow<()> {
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.0 = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// The answer, or the error that stopped it.
    pub(crate) fn end<T>(self, answer: Result<T>) -> Result<T> {
        match self.0 {
            Some(error) => Err(Failure::Other(error)),
            None => answer,
        }
    }
}
