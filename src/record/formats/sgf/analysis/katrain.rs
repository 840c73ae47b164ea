//! Reads KaTrain's `KT`, and `KA` of Kaya and web-katrain.
//!
//! `KT` has three values, each base64 of gzip: the area, the policy, and JSON. Only the last is read: the others take
//! most of the bytes and hold no number that a record stores.

use super::note::{EngineWriter, Note, Notes, Value};
use super::number::{self, Numbers};
use crate::analysis::{Candidate, Verdict};
use crate::cancel::checkpoints;
use crate::formats::json;
use crate::formats::json::value::{JsonKind, JsonValue};
use crate::formats::sgf::values;
use crate::game::Move;
use crate::generated::Perspective;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::GzDecoder;
use std::io::Read;

/// Number of bytes to which one value may be unpacked, which is more than the analysis of a position takes.
const MAX_UNPACKED_BYTES: usize = 1 << 20;
/// Number in place of the order of a candidate that is left over from an older search, so that its values are out of
/// date.
const STALE_ORDER: f64 = 999.0;

/// Reads the values of a `KT`. `unpack_bytes_left` is the number of bytes that values of the file may still be unpacked
/// to.
pub(super) fn read_kt(values: &[Value], unpack_bytes_left: &mut usize, notes: &mut Notes) {
    let Some(&value) = values.last() else { return };
    if values.len() != 3 {
        return notes.report_not_three(&value, values.len());
    }
    if *unpack_bytes_left == 0 {
        return notes.report_full();
    }
    let text = match unpack(value.text, unpack_bytes_left) {
        Ok(text) => text,
        Err(what) => return notes.report_bad(&value, what),
    };
    let parsed = json::parse(&text, |_| true).filter(|json| json.damage.is_empty());
    let root = parsed.as_ref().and_then(|json| json.roots().next());
    let Some((root, all)) = root.and_then(|all| Some((object(all.get("root")?)?, all))) else {
        return notes.report_bad(&value, "it is not the JSON of an analysis");
    };
    let mut note = Note::new(value.node, EngineWriter::KaTrain, value.property);
    let mut numbers = Numbers::default();
    note.rate = numbers.rate(root, "winrate").map(from_black);
    note.lead = numbers.lead(root, "scoreLead").map(from_black);
    note.visits = numbers.visits(root, "visits");
    note.candidates = kt_moves(all, &value, &mut numbers);
    report_bad_number(numbers, &value, notes);
    notes.push(note);
}

fn from_black<T>(value: T) -> (Perspective, T) {
    (Perspective::Black, value)
}

fn object(value: JsonValue) -> Option<JsonValue> {
    (value.kind() == JsonKind::Object).then_some(value)
}

/// Unpacks a text in base64 of gzip. The unpacked bytes are taken off `unpack_bytes_left` even if the text is then of
/// no use.
fn unpack(packed: &str, unpack_bytes_left: &mut usize) -> Result<String, &'static str> {
    // Packing makes nothing larger, apart from a header and base64, so a longer value unpacks to too much.
    if packed.len() > 2 * MAX_UNPACKED_BYTES {
        return Err("it is too long");
    }
    let packed: String = packed.split_ascii_whitespace().collect();
    let bytes = (STANDARD.decode(packed)).map_err(|_| "it is not base64")?;
    let mut text = Vec::new();
    let most = MAX_UNPACKED_BYTES as u64 + 1;
    let read = GzDecoder::new(&bytes[..]).take(most).read_to_end(&mut text);
    *unpack_bytes_left = unpack_bytes_left.saturating_sub(text.len());
    checkpoints(text.len() / 1024);
    read.map_err(|_| "it is not gzip")?;
    if text.len() > MAX_UNPACKED_BYTES {
        return Err("it is too long");
    }
    String::from_utf8(text).map_err(|_| "it is not text")
}

/// Reads the candidates and sorts them by the order that KaTrain gave them; the file has them in another order.
fn kt_moves(all: JsonValue, value: &Value, numbers: &mut Numbers) -> Vec<Candidate> {
    let Some(moves) = all.get("moves") else {
        return Vec::new();
    };
    let mut ordered: Vec<(f64, JsonValue)> = moves
        .entries()
        .map(|(_, entry)| {
            let order = entry.get("order").and_then(JsonValue::number);
            (order.unwrap_or(STALE_ORDER - 1.0), entry)
        })
        .filter(|&(order, _)| order < STALE_ORDER)
        .collect();
    ordered.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let candidates = ordered.into_iter().filter_map(|(_, entry)| {
        let mut candidate = Candidate::from_move(vertex(entry.get("move")?, value)?);
        candidate.black_rate = numbers.rate(entry, "winrate");
        candidate.black_lead = numbers.lead(entry, "scoreLead");
        candidate.visits = numbers.visits(entry, "visits");
        let line = entry
            .get("pv")
            .into_iter()
            .flat_map(JsonValue::items)
            .map_while(|point| vertex(point, value));
        candidate.set_line(line.take(Candidate::MAX_LINE_MOVES).collect());
        Some(candidate)
    });
    candidates.take(Verdict::MAX_CANDIDATES).collect()
}

fn vertex(entry: JsonValue, value: &Value) -> Option<Move> {
    number::parse_vertex(&entry.text()?, value.size)
}

/// Reads a `KA`: JSON with short keys, best moves first.
pub(super) fn read_ka(value: &Value, notes: &mut Notes) {
    let text = values::decode_simple_text(value.text);
    if text.len() > MAX_UNPACKED_BYTES {
        return notes.report_bad(value, "it is too long");
    }
    let parsed = json::parse(&text, |_| true).filter(|json| json.damage.is_empty());
    let Some(root) = parsed.as_ref().and_then(|json| object(json.roots().next()?)) else {
        return notes.report_bad(value, "it is not the JSON of an analysis");
    };
    let mut note = Note::new(value.node, EngineWriter::Kaya, value.property);
    note.rank = 1;
    let mut numbers = Numbers::default();
    note.rate = numbers.rate(root, "w").map(from_black);
    note.lead = numbers.lead(root, "s").map(from_black);
    note.visits = numbers.visits(root, "v");
    let moves = root.get("m").into_iter().flat_map(JsonValue::items);
    let candidates = moves.filter_map(|entry| {
        let mut candidate = Candidate::from_move(vertex(entry.get("m")?, value)?);
        candidate.black_rate = numbers.rate(entry, "w");
        candidate.black_lead = numbers.lead(entry, "s");
        candidate.visits = numbers.visits(entry, "v");
        Some(candidate)
    });
    note.candidates = candidates.take(Verdict::MAX_CANDIDATES).collect();
    report_bad_number(numbers, value, notes);
    notes.push(note);
}

fn report_bad_number(numbers: Numbers, value: &Value, notes: &mut Notes) {
    if let Some(bad) = numbers.bad {
        notes.report_bad(value, &bad);
    }
}
