//! Reads GoReviewPartner's `BWWR`, `VNWR`, `MCWR`, `ES`, `CBM` and `PLYO`.
//!
//! On the main line all of them describe the position before the node's move; variations are siblings of the game's
//! move, and the values of their first nodes describe the position after it.

use super::note::{EngineWriter, Note, NotePosition, Notes, Value, truncate_name};
use super::number;
use crate::analysis::{Candidate, Lead, Rate};
use crate::generated::Perspective;

/// Reads the value of one of GoReviewPartner's properties.
pub(super) fn read(value: &Value, notes: &mut Notes) {
    let mut note = Note::new(value.node, EngineWriter::GoReviewPartner, value.property);
    note.position = NotePosition::BeforeOnMain;
    // A node may have up to three winning rates, in `BWWR`, `VNWR` and `MCWR`. The one with the smallest rank is used.
    note.rank = match value.property {
        "BWWR" => 0,
        "VNWR" => 1,
        "MCWR" => 2,
        _ => 3,
    };
    match value.property {
        "CBM" => {
            let best = number::parse_vertex(value.text, value.size);
            note.candidates.extend(best.map(Candidate::from_move));
        }
        "PLYO" => {
            let visits = number::parse_count(value.text);
            note.visits = notes.or_report(value, value.text, visits);
        }
        "ES" => {
            let score = score(value.text);
            note.lead = notes.or_report(value, value.text, score);
        }
        _ => {
            let rate = rates(value.text);
            note.rate =
                notes.or_report(value, value.text, rate).map(|rate| (Perspective::Black, rate));
        }
    }
    notes.push(note);
}

/// Reads Black's winrate from `52.3%/47.7%`, Black's and White's.
fn rates(text: &str) -> Option<Rate> {
    let (black, white) = text.split_once('/')?;
    white.trim().strip_suffix('%')?;
    Rate::from_percent(number::parse_localized(black.trim().strip_suffix('%')?)?)
}

/// Reads a lead such as `B+3.5`; a bare number is Black's.
fn score(text: &str) -> Option<(Perspective, Lead)> {
    let text = text.trim();
    let whose = match text.as_bytes().first()? {
        b'B' | b'b' => Perspective::Black,
        b'W' | b'w' => Perspective::White,
        _ => return Some((Perspective::Black, Lead::from_points(number::parse_decimal(text)?)?)),
    };
    let points = text.get(1..)?.strip_prefix('+')?;
    Some((whose, Lead::from_points(number::parse_localized(points)?)?))
}

/// Name of the engine as the root gives it: in the line `Bot:` of `RSGF`, or in `BOT`.
pub(super) fn name<'t>(report: Option<&'t str>, bot: Option<&'t str>) -> Option<&'t str> {
    let line = report
        .and_then(|report| report.split(['\n', '\r']).find_map(|l| l.trim().strip_prefix("Bot:")));
    [line, bot]
        .into_iter()
        .flatten()
        .map(str::trim)
        .into_iter()
        .find(|name| !name.is_empty())
        .map(truncate_name)
}
