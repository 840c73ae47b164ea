//! Shared by the commands for printing.

use super::terminal::Terminal;
use crate::engine::{Failure, Result};
use crate::error::Error;
use std::io::Write;
use std::ops::ControlFlow;

/// Rows per page on a terminal.
pub const PAGE: usize = 50;

/// The most games to print; `None` for all.
pub fn limit(given: Option<usize>, terminal: &Terminal) -> Option<usize> {
    match given {
        Some(0) => None,
        Some(limit) => Some(limit),
        None => terminal.is_terminal.then_some(PAGE),
    }
}

/// An error while writing the output. A closed pipe is not reported: the main function ends quietly on it.
pub fn write_error(error: std::io::Error) -> Error {
    Error::io("cannot write the result", error)
}

/// Flushes the output if it goes to another program, which then need not wait for the last game.
pub fn sent(out: &mut dyn Write, terminal: &Terminal) -> std::io::Result<()> {
    if terminal.is_terminal {
        Ok(())
    } else {
        out.flush()
    }
}

/// Prints the parts of an answer until one cannot be printed.
#[derive(Default)]
pub struct Printed(Option<Error>);

impl Printed {
    /// Whether to continue after a part was printed.
    pub fn next(&mut self, printed: std::result::Result<(), Error>) -> ControlFlow<()> {
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.0 = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// The answer, or the error that stopped it.
    pub fn end<T>(self, answer: Result<T>) -> Result<T> {
        match self.0 {
            Some(error) => Err(Failure::Other(error)),
            None => answer,
        }
    }
}
