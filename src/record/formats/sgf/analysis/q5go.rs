//! Reads `QKGV` and `QLZV` of q5Go: one value for each engine and komi, with Black's winrate and score.

use super::note::{EngineWriter, Note, Notes, Value};
use super::number;
use crate::analysis::Rate;
use crate::formats::sgf::values;
use crate::generated::Perspective;
use crate::numbers::Komi;

/// Reads `visits:rate:score:deviation[:komi[:engine]]`; `QLZV` has no score and no deviation. Names of engines are not
/// escaped and may hold colons.
pub(super) fn read(value: &Value, notes: &mut Notes) {
    let text = values::decode_simple_text(value.text);
    let has_score = value.property == "QKGV";
    let mut fields = text.splitn(if has_score { 6 } else { 4 }, ':');
    let mut next = || fields.next().unwrap_or("");
    let (visits, rate) = (next(), next());
    let (score, deviation) = if has_score { (next(), next()) } else { ("", "0") };
    let (komi, engine) = (next().trim(), next().trim());
    let mut note = Note::new(value.node, EngineWriter::Q5Go, value.property);
    let share = number::parse_localized(rate).and_then(Rate::from_share);
    note.rate = notes.or_report(value, &text, share).map(|rate| (Perspective::Black, rate));
    // If the rate was reported as unreadable, the visits are not reported, too.
    note.visits = match (number::parse_count(visits), note.rate) {
        (None, Some(_)) => notes.or_report(value, &text, None),
        (visits, _) => visits,
    };
    // A deviation of 0 means that the engine gave no score.
    let has_score = number::parse_localized(deviation).is_some_and(|deviation| deviation != 0.0);
    if has_score {
        note.lead = notes.read_points(value, score).map(|lead| (Perspective::Black, lead));
    }
    let komi = number::parse_localized(komi)
        .and_then(|komi| Komi::from_hundredths((komi * 100.0).round() as i32))
        .map(|komi| format!("komi {}", komi.points()))
        .unwrap_or_default();
    let name =
        [engine, &komi].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    if !name.is_empty() {
        let Some(number) = notes.intern_name(&name) else {
            return;
        };
        note.name = Some(number);
    }
    notes.push(note);
}
