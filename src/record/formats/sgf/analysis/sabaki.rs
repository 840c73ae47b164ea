//! Reads `SBKV`, `SBKS` and `OGSC` of Sabaki, Ogatak and analyze-sgf, and `WV`, with `DM` beside it, of an unknown
//! program.
//!
//! All are from Black's view, in percent and points; `WV` is White's, from 0 to 1. A value in percent is never taken
//! for a share, even if all values of a game are below 1.

use super::note::{EngineWriter, Note, Notes, Value};
use super::number;
use crate::analysis::{Lead, Rate};
use crate::generated::Perspective;

/// Reads Black's winning rate in percent (`SBKV`).
pub(super) fn read_rate(value: &Value, notes: &mut Notes) {
    let mut note = Note::new(value.node, EngineWriter::Sabaki, value.property);
    let rate = number::parse_decimal(value.text).and_then(Rate::from_percent);
    note.rate = notes.or_report(value, value.text, rate).map(|rate| (Perspective::Black, rate));
    notes.push(note);
}

/// Reads Black's lead in points (`SBKS` or `OGSC`). If a node has both, the one with the smaller `rank` is used.
pub(super) fn read_lead(value: &Value, rank: u8, notes: &mut Notes) {
    let mut note = Note::new(value.node, EngineWriter::Sabaki, value.property);
    note.rank = rank;
    let lead = number::parse_decimal(value.text).and_then(Lead::from_points);
    note.lead = notes.or_report(value, value.text, lead).map(|lead| (Perspective::Black, lead));
    notes.push(note);
}

/// Reads White's winning rate from 0 to 1 (`WV`).
pub(super) fn read_white(value: &Value, notes: &mut Notes) {
    let mut note = Note::new(value.node, EngineWriter::Unknown, value.property);
    let rate = number::parse_decimal(value.text).and_then(Rate::from_share);
    note.rate = notes.or_report(value, value.text, rate).map(|rate| (Perspective::White, rate));
    notes.push(note);
}
