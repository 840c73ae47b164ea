//! Problems with `practice.jsonl`, the file in which older versions stored practised positions.

use kifu_messages::{Message, say};

/// Name of the file of practised positions that older versions wrote.
pub(super) const OLD_PRACTICE_FILE: &str = "practice.jsonl";

/// What could not be read of the old file of practised positions.
#[derive(Clone, Debug)]
pub(super) enum PracticeFault {
    /// The file could not be read at all, for this reason.
    Unread(String),
    /// The line with this number could not be read. The second number says how many later lines could not be read
    /// either.
    Lines(usize, usize),
}

impl PracticeFault {
    pub(super) fn message(&self) -> Message {
        match self {
            PracticeFault::Unread(reason) => {
                say!(
                    "error-old-practice-unread",
                    file = OLD_PRACTICE_FILE,
                    reason = reason.as_str()
                )
            }
            PracticeFault::Lines(line, 0) => {
                say!("error-old-practice-line", line = line.to_string(), file = OLD_PRACTICE_FILE)
            }
            PracticeFault::Lines(line, more) => say!(
                "error-old-practice-lines",
                line = line.to_string(),
                more = more.to_string(),
                file = OLD_PRACTICE_FILE
            ),
        }
    }
}
