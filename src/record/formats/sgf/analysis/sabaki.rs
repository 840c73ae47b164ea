//! `SBKV`, `SBKS` and `OGSC` of Sabaki, Ogatak and analyze-sgf; `WV`, and `DM` beside it, of nobody knows whom.
//!
//! All are Black's, in percent and points; `WV` is White's, from 0 to 1. A percentage is one even if all of a game are
//! below 1.

use super::note::{Note, Notes, Value, Voice};
use super::number;
use crate::analysis::{Lead, Rate};
use crate::generated::Whose;

/// Reads a winning rate.
pub(super) fn read_rate(value: &Value, notes: &mut Notes) {
    let mut note = Note::new(value.node, Voice::Sabaki, value.property);
    let rate = number::point(value.text).and_then(Rate::of_percent);
    note.rate = notes.read(value, value.text, rate).map(|rate| (Whose::Black, rate));
    notes.push(note);
}

/// Reads a lead; one of smaller rank wins.
pub(super) fn read_lead(value: &Value, rank: u8, notes: &mut Notes) {
    let mut note = Note::new(value.node, Voice::Sabaki, value.property);
    note.rank = rank;
    let lead = number::point(value.text).and_then(Lead::of_points);
    note.lead = notes.read(value, value.text, lead).map(|lead| (Whose::Black, lead));
    notes.push(note);
}

/// Reads White's winning rate.
pub(super) fn read_white(value: &Value, notes: &mut Notes) {
    let mut note = Note::new(value.node, Voice::Unknown, value.property);
    let rate = number::point(value.text).and_then(Rate::of_share);
    note.rate = notes.read(value, value.text, rate).map(|rate| (Whose::White, rate));
    notes.push(note);
}
