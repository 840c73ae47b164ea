//! Answers of several indexes, which may be on different machines: what each index contributes, as values that can be
//! sent, and how the contributions are joined.
//!
//! The caller asks every index twice. First, each index returns its [`GlobalStats`], such as word frequencies. The
//! caller adds them up, beginning with the default. While [`GlobalStats::needs_another_round`] is true for the sum, the
//! caller sends the sum to all indexes and adds what they return. Then each index gets the sum and returns its
//! [`Part`], and [`join`] makes the answer from all parts. All indexes must be members of one published set.

use super::ask_options::{AskOptions, Reply};
use super::failure::Result;
use super::question::{FinishOptions, Question};
use super::snapshot::Snapshot;
use super::{Aliases, Sink};
use kifu_archive::error::{Error, ErrorKind, Result as Ran};
use kifu_record::cancel::TimeBudget;
use kifu_record::game::hash::stable_hash;
pub use kifu_store::index::global_stats::GlobalStats;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// Version of the serialised form of parts. It rises when the type of any contribution changes.
pub const VERSION: u32 = 3;

/// Label of a part (one index's contribution to an answer): which request the part answers, and from which state of the
/// indexes it was computed. Only parts with equal labels are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Label {
    v: u32,
    /// Hash of the request with all its options.
    question: u64,
    /// Hash of the state of all indexes of the set, which changes with each commit of any of them.
    whole: u64,
    /// Generation of the set, which rises with each commit of one of its indexes.
    generation: u64,
}

/// Contribution of one index to an answer about all indexes of a set.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part<G> {
    #[serde(flatten)]
    label: Label,
    gathered: G,
    /// Progress of an index that had to stop early: the number of games examined, and the number of games to examine.
    /// `None` if the contribution is complete.
    pub incomplete: Option<(u64, u64)>,
}

impl<G> Part<G> {
    pub(super) fn new<Q: Question>(question: &Q, snapshot: &Snapshot, gathered: G) -> Part<G> {
        Part {
            label: Label {
                v: VERSION,
                question: question_hash(question),
                whole: snapshot.index.global_state(),
                generation: snapshot.index.global_generation(),
            },
            gathered,
            incomplete: None,
        }
    }
}

/// Reads a part from JSON. Fails if the part was written in another version of the format or for another request.
pub fn read<Q: Question>(question: &Q, text: &[u8]) -> Ran<Part<Q::Gathered>> {
    let unreadable = |error: serde_json::Error| {
        let message = format!("a part cannot be read: {error}");
        Error::new(ErrorKind::Query, message)
    };
    let label: Label = serde_json::from_slice(text).map_err(unreadable)?;
    if label.v != VERSION {
        let message = format!("a part has version {}, and {VERSION} is needed", label.v);
        return Err(Error::new(ErrorKind::OtherVersion, message));
    }
    if label.question != question_hash(question) {
        return Err(other_question_error());
    }
    serde_json::from_slice(text).map_err(unreadable)
}

/// Upper limit of the size of the global statistics as JSON, in bytes. For a query that counts each game once, they
/// list the copies among the hits with their places, about 100 bytes each, so the limit allows some 2.7 million copies.
const MAX_GLOBAL_STATS_BYTES: usize = 256 << 20;

/// Writes the statistics over all indexes as JSON. Fails if they are too large to be sent to all indexes.
pub fn write_global_stats(facts: &GlobalStats) -> Ran<Vec<u8>> {
    write_bounded(facts, MAX_GLOBAL_STATS_BYTES)
}

fn write_bounded(facts: &GlobalStats, max_bytes: usize) -> Ran<Vec<u8>> {
    let mut text = BoundedBytes { bytes: Vec::new(), max_bytes };
    match serde_json::to_writer(&mut text, facts) {
        Ok(()) => Ok(text.bytes),
        Err(_) => {
            let message = format!(
                "the hits have so many copies that the shards would send each other more than {} MiB about them",
                max_bytes >> 20
            );
            let help = "ask for fewer games, or for all copies instead of one of each";
            Err(Error::new(ErrorKind::Limit, message).with_help(help))
        }
    }
}

/// Writer to memory that fails when more bytes are written than the limit allows.
struct BoundedBytes {
    bytes: Vec<u8>,
    max_bytes: usize,
}

impl Write for BoundedBytes {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + piece.len() > self.max_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the hash of a request with all its options. It keeps parts of answers to different requests from being
/// joined.
fn question_hash<Q: Question>(question: &Q) -> u64 {
    // Serialising to memory cannot fail.
    let text = serde_json::to_vec(question).unwrap_or_default();
    stable_hash(&[Q::NAME.as_bytes(), &text])
}

/// Joins the parts of all indexes into the answer. `aliases` must be the same spellings of names with which the parts
/// were made.
///
/// The items of a long answer go to the sink. Fails if a part belongs to another question or another state of the set,
/// or if the deadline passes before all parts are joined.
pub fn join<Q: Question>(
    question: &Q,
    parts: Vec<Part<Q::Gathered>>,
    aliases: &Aliases,
    options: &AskOptions,
    sink: Sink,
) -> Result<Reply<Q::Answer>> {
    let Some(label) = parts.first().map(|part| part.label) else {
        return Err(no_parts_error().into());
    };
    if label.question != question_hash(question) || parts.iter().any(|part| part.label != label) {
        return Err(other_question_error().into());
    }
    let incomplete =
        parts.iter().filter_map(|part| part.incomplete).reduce(|a, b| (a.0 + b.0, a.1 + b.1));
    let gathered = parts.into_iter().map(|part| part.gathered).collect();
    let finish_options = FinishOptions { joined_by: Some(aliases), budget: &TimeBudget::default() };
    let answer = options.before_deadline(|| question.finish(gathered, &finish_options, sink))??;
    Ok(Reply { answer, generation: label.generation, incomplete })
}

pub(super) fn no_parts_error() -> Error {
    Error::new(ErrorKind::Query, "there are no parts to join")
}

fn other_question_error() -> Error {
    Error::new(ErrorKind::Query, "a part belongs to another request")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn global_stats_are_bounded() {
        let names: Vec<String> =
            (0..1000).map(|group| format!("\"{group}\":[1,\"/a/b.sgf\",2]")).collect();
        let text = format!("{{\"fullest\":{{\"\":{{{}}}}}}}", names.join(","));
        let facts: GlobalStats = serde_json::from_str(&text).unwrap();
        let written = write_global_stats(&facts).unwrap();
        assert_eq!(serde_json::from_slice::<GlobalStats>(&written).unwrap(), facts);
        assert_eq!(write_bounded(&facts, written.len()).unwrap(), written);
        let refused = write_bounded(&facts, written.len() - 1).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Limit);
        assert!(refused.to_string().contains("copies") && refused.help_text().is_some());
    }
}
