//! Reads `LZ`, `LZ2`, `LZOP` and `LZOP2` of Lizzie, LizzieYzy and LizGoban.
//!
//! A value is a header line, then the candidates, best first, in the words of `lz-analyze`. The header's winrate is
//! that of the player who moved; all else is from the view of the player to move.

use super::note::{EngineWriter, Note, Notes, Value};
use super::number;
use crate::analysis::{Candidate, Lead, Rate, Verdict};
use crate::cancel::checkpoint;
use crate::formats::sgf::values;
use crate::game::Move;
use crate::generated::Perspective;

/// Reads the value of one of Lizzie's properties. A header that cannot be read gives a diagnostic.
pub(super) fn read(value: &Value, voice: EngineWriter, notes: &mut Notes) {
    notes.has_lizzie = true;
    let text = values::decode_text(value.text);
    let mut words = text.split_whitespace().peekable();
    let mut header = [""; 6];
    for field in &mut header {
        *field = words.next_if(|word| *word != "move").unwrap_or("");
    }
    let [name, rate, playouts, score, ..] = header;
    let Some(visits) =
        number::parse_count(playouts).filter(|_| words.peek().is_none_or(|w| *w == "move"))
    else {
        return notes.report_bad(value, text.lines().next().unwrap_or(""));
    };
    // Without playouts the position was not analysed, and the other numbers are left over from another position.
    if visits == 0 {
        return;
    }
    let mut note = Note::new(value.node, voice, value.property);
    note.visits = Some(visits);
    let percent = number::parse_localized(rate).and_then(Rate::from_percent);
    note.rate = notes.or_report(value, rate, percent).map(|rate| (Perspective::Mover, rate));
    let is_version = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !is_version {
        let Some(number) = notes.intern_name(name) else {
            return;
        };
        note.name = Some(number);
    }
    let mut lead = (!score.is_empty()).then(|| notes.read_points(value, score)).flatten();
    let mut candidates = Candidates::new(value);
    candidates.read(words);
    if score.is_empty() {
        lead = candidates.list.first().and_then(|first| first.black_lead);
    }
    note.lead = lead.map(|lead| (Perspective::ToMove, lead));
    note.candidates = candidates.list;
    note.candidates_of = Perspective::ToMove;
    if candidates.has_bad_number {
        notes.report_bad(value, "a number of a candidate");
    }
    notes.push(note);
}

/// Reads the candidates of a value word by word, as `lz-analyze` writes them; unknown words are skipped.
struct Candidates<'v> {
    value: &'v Value<'v>,
    list: Vec<Candidate>,
    has_bad_number: bool,
}

impl<'v> Candidates<'v> {
    fn new(value: &'v Value<'v>) -> Candidates<'v> {
        Candidates { value, list: Vec::new(), has_bad_number: false }
    }

    fn read<'t>(&mut self, words: impl Iterator<Item = &'t str>) {
        let mut words = words.peekable();
        let mut current: Option<Candidate> = None;
        while let Some(word) = words.next() {
            checkpoint();
            match word {
                "move" => {
                    self.list.extend(current.take());
                    if self.list.len() == Verdict::MAX_CANDIDATES {
                        return;
                    }
                    let action = words.next().and_then(|word| self.vertex(word));
                    current = action.map(Candidate::from_move);
                }
                "visits" | "winrate" | "scoreMean" => {
                    let number = words.next().unwrap_or("");
                    self.read_number(word, number, current.as_mut());
                }
                "pv" => {
                    let next = || words.next_if(|word| self.vertex(word).is_some());
                    let line = std::iter::from_fn(next)
                        .filter_map(|word| self.vertex(word))
                        .take(Candidate::MAX_LINE_MOVES)
                        .collect();
                    if let Some(candidate) = &mut current {
                        candidate.set_line(line);
                    }
                }
                _ => {}
            }
        }
        self.list.extend(current);
    }

    fn vertex(&self, word: &str) -> Option<Move> {
        number::parse_vertex(word, self.value.size)
    }

    fn read_number(&mut self, word: &str, number: &str, candidate: Option<&mut Candidate>) {
        let Some(candidate) = candidate else { return };
        let known = match word {
            "visits" => {
                candidate.visits = number::parse_count(number);
                candidate.visits.is_some()
            }
            "winrate" => {
                let rate = number.parse().ok().and_then(Rate::from_hundredths);
                candidate.black_rate = rate;
                rate.is_some()
            }
            _ => {
                let lead = number::parse_localized(number).and_then(Lead::from_points);
                candidate.black_lead = lead;
                lead.is_some()
            }
        };
        self.has_bad_number |= !known;
    }
}
