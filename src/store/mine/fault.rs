//! What could not be read of the file in which practice was kept before there was one file for everything.

use kifu_messages::{Message, say};

/// The name of that file.
pub(super) const OLD: &str = "practice.jsonl";

/// What could not be read of it.
#[derive(Clone, Debug)]
pub(super) enum PracticeFault {
    /// All of it, for this reason.
    Unread(String),
    /// The line with this number, and so many more.
    Lines(usize, usize),
}

impl PracticeFault {
    pub(super) fn message(&self) -> Message {
        match self {
            PracticeFault::Unread(reason) => {
                say!("error-old-practice-unread", file = OLD, reason = reason.as_str())
            }
            PracticeFault::Lines(line, 0) => {
                say!("error-old-practice-line", line = line.to_string(), file = OLD)
            }
            PracticeFault::Lines(line, more) => say!(
                "error-old-practice-lines",
                line = line.to_string(),
                more = more.to_string(),
                file = OLD
            ),
        }
    }
}
