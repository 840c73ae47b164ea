//! Measures how likely bytes are as a text in a charset. The cost in half bits is the sum over all characters outside
//! ASCII of −2·log₂ of their frequency in Go records in the languages of the charset, plus a penalty for every fault
//! that the charset would cause in the record's structure (a bracket swallowed by a two-byte character, text outside
//! values). So two half bits less mean twice as likely.
//!
//! Only the codes matter; nothing is decoded. Each candidate takes one pass over the bytes.

use super::candidate::CharsetCandidate;
use super::letters::MODELS;
use super::structure::{Structure, can_follow_value};
use super::tables::{cost_and_length, surname_cost};
use encoding_rs::Encoding;

/// Part of a text that is measured: its beginning up to a limit.
pub(super) struct TextSample<'a> {
    /// Bytes from the beginning of the text.
    pub(super) bytes: &'a [u8],
    /// Characters outside ASCII, each with up to 12 bytes before and after it, which cover its word.
    pub(super) words: Vec<u8>,
    /// Each byte outside ASCII, together with the byte before it and the byte after it. In charsets with one byte for a
    /// character, the neighbours help to tell whether the byte is a letter of a word.
    letters: Vec<[u8; 3]>,
    /// Number of faults in the brackets of the record if every byte is read as one character.
    faults: u64,
    /// Number of bytes outside ASCII in the sample.
    high: u64,
}

/// Greatest number of bytes that are measured from the first high byte on, and greatest number of high bytes among
/// them. They bound the time for a large file.
const MAX_SAMPLE_BYTES: usize = 64 << 10;
const MAX_HIGH_BYTES: usize = 4 << 10;

impl<'a> TextSample<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> TextSample<'a> {
        /// Number of bytes included before and after a high byte, which cover its word.
        const CONTEXT_BYTES: usize = 12;
        let first = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
        let bytes = bytes.get(..first + MAX_SAMPLE_BYTES).unwrap_or(bytes);
        let mut words = Vec::new();
        let mut letters = Vec::new();
        let mut structure = Structure::for_text(bytes);
        let (mut high, mut taken, mut last) = (0usize, 0usize, bytes.len());
        for (at, &byte) in bytes.iter().enumerate() {
            if byte < 0x80 {
                structure.push_ascii(byte);
                continue;
            }
            structure.push_high();
            high += 1;
            if high > MAX_HIGH_BYTES {
                last = at;
                break;
            }
            let neighbour =
                |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
            letters.push([neighbour(at.checked_sub(1)), byte, neighbour(Some(at + 1))]);
            let start = at.saturating_sub(CONTEXT_BYTES).max(taken);
            if start > taken {
                words.push(b' ');
            }
            taken = (at + 1 + CONTEXT_BYTES).clamp(start, bytes.len());
            words.extend_from_slice(bytes.get(start..taken).unwrap_or(&[]));
        }
        structure.finish();
        TextSample {
            bytes: bytes.get(..last).unwrap_or(bytes),
            words,
            letters,
            faults: structure.faults,
            high: high.min(MAX_HIGH_BYTES) as u64,
        }
    }
}

/// Cost of a text in one charset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// Cost in half bits (two more mean half the probability); the charset with the lowest cost is the likeliest.
    pub(super) cost: u64,
    /// Number of bytes of the sample that belong to characters outside ASCII.
    pub(super) bytes: u64,
    /// Part of the cost that stands for the rarity of the charset.
    prior: u64,
    /// Highest cost at which a text counts as an ordinary one in the charset, in half bits per ten bytes outside ASCII.
    max_usual: u64,
    /// Highest cost at which a text counts as readable in the charset, if with rare characters or mistakes; in half
    /// bits per ten bytes outside ASCII.
    max_tolerable: u64,
}

impl Score {
    /// Cost without that of the charset's rarity (`prior`), in half bits per ten bytes outside ASCII.
    fn per_ten(&self) -> u64 {
        let cost = self.cost.saturating_sub(self.prior);
        (cost * 10).checked_div(self.bytes).unwrap_or(0)
    }

    /// Whether the cost is at most that of an ordinary text in the charset.
    pub(super) fn is_fine(&self) -> bool {
        self.per_ten() <= self.max_usual
    }

    /// Whether the cost is at most that of a readable text in the charset, perhaps with rare characters or mistakes.
    pub(super) fn is_tolerable(&self) -> bool {
        self.per_ten() <= self.max_tolerable
    }
}

/// Cost in half bits of one fault in the brackets of the record, about that of a character outside the frequent ones.
const FAULT_COST: u64 = 30;
/// Least cost in half bits at which a character counts as rare, and the cost of half a character.
const RARE_COST: u8 = 40;
const HALF_CHARACTER_COST: u8 = 26;

/// Measures a text in the candidate's charset; `None` as soon as it costs more than `limit`.
pub(super) fn score(candidate: CharsetCandidate, sample: &TextSample, limit: u64) -> Option<Score> {
    match candidate {
        CharsetCandidate::Letters(encoding) => score_letters(encoding, sample, limit),
        _ => score_characters(candidate, sample.bytes, limit),
    }
}

/// Measures a one-byte charset in the language that fits best.
fn score_letters(encoding: &'static Encoding, sample: &TextSample, limit: u64) -> Option<Score> {
    let structure = sample.faults * FAULT_COST;
    let mut best: Option<Score> = None;
    for model in MODELS.iter().filter(|m| m.encoding == encoding) {
        let limit = best.map_or(limit, |b| b.cost).saturating_sub(structure);
        if let Some(cost) = model.score(&sample.letters, limit) {
            best = Some(Score {
                cost: cost + structure,
                bytes: sample.high,
                prior: model.prior,
                max_usual: model.max_usual(),
                max_tolerable: model.max_usual() + 20,
            });
        }
    }
    best.filter(|b| b.cost <= limit)
}

/// Measures a text in a two-byte charset.
fn score_characters(candidate: CharsetCandidate, bytes: &[u8], limit: u64) -> Option<Score> {
    let mut structure = Structure::for_text(bytes);
    let mut total = Score {
        cost: candidate.prior(),
        bytes: 0,
        prior: candidate.prior(),
        // Ten bytes are five characters, so 150 is 30 for each. A listed character costs 11 to 26 and any other of the
        // charset's first level 29 to 31 (`tables.rs`): so an ordinary text may have only a few characters that are not
        // listed.
        max_usual: 150,
        // 215 is 43 for each character: more than second-level ones cost (34 to 40), less than most codes outside the
        // standard (42 to 50) and far less than an invalid byte (70), so random bytes fail.
        max_tolerable: 215,
    };
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        if b < 0x80 {
            structure.push_ascii(b);
            at += 1;
            continue;
        }
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        let (mut cost, mut length) = cost_and_length(candidate, b, next);
        // The bracket ends the value if a rare character would swallow it: then the name was cut in the middle of a
        // character.
        let rest = || bytes.get(at + 2..).unwrap_or_default();
        if next == b']' && cost >= RARE_COST && can_follow_value(rest()) {
            (cost, length) = (HALF_CHARACTER_COST, 1);
        }
        if begins_name(bytes, at) {
            cost = surname_cost(candidate, b, next).unwrap_or(cost.saturating_add(4));
        }
        total.cost += u64::from(cost);
        total.bytes += length as u64;
        structure.push_high();
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        at += length;
        // Characters next to lower-case letters are unusual, unlike those next to capitals and digits.
        for neighbour in [before, bytes.get(at)] {
            total.cost += 6 * u64::from(neighbour.is_some_and(u8::is_ascii_lowercase));
        }
        if total.cost + structure.faults * FAULT_COST > limit {
            return None;
        }
    }
    structure.finish();
    total.cost += structure.faults * FAULT_COST;
    (total.cost <= limit).then_some(total)
}

/// Whether a player's name begins at `at`, that is, after `PB[` or `PW[`.
#[inline]
fn begins_name(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(3).and_then(|start| bytes.get(start..at));
    matches!(before, Some(b"PB[" | b"PW["))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_text_costs_least_in_its_charset() {
        let (bytes, _, _) = encoding_rs::GBK.encode("PB[古力]");
        let sample = TextSample::new(&bytes);
        let western = CharsetCandidate::Letters(encoding_rs::WINDOWS_1252);
        let gbk = score(CharsetCandidate::Gbk, &sample, u64::MAX).unwrap();
        let other = score(western, &sample, u64::MAX).unwrap();
        assert!(gbk.cost < other.cost && gbk.bytes == 4 && gbk.is_fine());
        assert!(score(western, &sample, gbk.cost).is_none());
        let half = TextSample::new(b"\x8F");
        assert_eq!(score(CharsetCandidate::EucJp, &half, u64::MAX).unwrap().bytes, 1);
    }
}
