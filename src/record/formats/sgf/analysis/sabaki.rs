//! Reads `SBKV`, `SBKS` and `OGSC` of Sabaki, Ogatak and analyze-sgf, and `WV`, with `DM` beside it, of an unknown
//! program.
//!
//! All are from Black's view, in percent and points; `WV` is White's, from 0 to 1. A value in percent is never taken
//! for a share, even if all values of a game are below 1.

use super::note::{Note, Notes, Value, Voice};
use super::number;
use crate::analysis::{Lead, Rate};
use crate::generated::Whose;

/// Reads Black's winning rate in percent (`SBKV`).
pub(super) fn read_rate(value: &Value, notes: &mut Notes) {
    let mut note = Note::new(value.node, Voice::Sabaki, value.property);
    let rate = number::point(value.text).and_then(Rate::of_percent);
    note.rate = notes.read(value, value.text, rate).map(|rate| (Whose::Black, rate));
    notes.push(note);
}

/// Reads a lead; if a node has several, the one of the smallest rank counts.
pub(super) fn read_lead(value: &Value, rank: u8, notes: &mut Notes) {
    let mut note = Note::new(value.node, Voice::Sabaki, value.property);
    note.rank = rank;
    let lead = number::point(value.text).and_then(Lead::of_points);
    note.lead = notes.read(value, value.text, lead).map(|lead| (Whose::Black, lead));
    notes.push(note);
}

/// Reads White's winning rate from 0 to 1 (`WV`).
pub(super) fn read_white(value: &Value, notes: &mut Notes) {
    let mut note = Note::new(value.node, Voice::Unknown, value.property);
    let rate = number::point(value.text).and_then(Rate::of_share);
    note.rate = notes.read(value, value.text, rate).map(|rate| (Whose::White, rate));
    notes.push(note);
}
