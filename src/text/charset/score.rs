//! How likely bytes are as a text of one charset, in half bits: the sum over all characters outside ASCII of
//! −2·log₂ of their frequency in Go records of the languages that use the charset, and a fee for every fault that
//! the reading would make in the structure of the record (a bracket swallowed by a two-byte character, text outside
//! of values).
//!
//! Only the shape of the codes is looked at; nothing is decoded. One walk over the bytes for each candidate.

use super::letters::single;
use super::tables::double;
use encoding_rs::Encoding;

/// The charsets that can be detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Candidate {
    Gbk,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
    Western,
    Central,
    Cyrillic,
    Koi8,
}

impl Candidate {
    /// Those with characters of two bytes.
    pub(super) const DOUBLE: [Candidate; 5] = [
        Candidate::Gbk,
        Candidate::Big5,
        Candidate::EucKr,
        Candidate::ShiftJis,
        Candidate::EucJp,
    ];
    /// Those with characters of one byte.
    pub(super) const SINGLE: [Candidate; 4] = [
        Candidate::Western,
        Candidate::Cyrillic,
        Candidate::Koi8,
        Candidate::Central,
    ];

    /// The decoder.
    pub(super) fn encoding(self) -> &'static Encoding {
        match self {
            Candidate::Gbk => encoding_rs::GBK,
            Candidate::Big5 => encoding_rs::BIG5,
            Candidate::ShiftJis => encoding_rs::SHIFT_JIS,
            Candidate::EucJp => encoding_rs::EUC_JP,
            Candidate::EucKr => encoding_rs::EUC_KR,
            Candidate::Western => encoding_rs::WINDOWS_1252,
            Candidate::Central => encoding_rs::WINDOWS_1250,
            Candidate::Cyrillic => encoding_rs::WINDOWS_1251,
            Candidate::Koi8 => encoding_rs::KOI8_R,
        }
    }

    /// The candidate that measures texts of this encoding, if there is one.
    pub(super) fn of(encoding: &'static Encoding) -> Option<Candidate> {
        if encoding == encoding_rs::GB18030 {
            return Some(Candidate::Gbk);
        }
        if encoding == encoding_rs::ISO_8859_15 {
            return Some(Candidate::Western);
        }
        if encoding == encoding_rs::ISO_8859_2 {
            return Some(Candidate::Central);
        }
        Self::DOUBLE
            .into_iter()
            .chain(Self::SINGLE)
            .find(|c| c.encoding() == encoding)
    }

    /// Whether a character takes two bytes.
    pub(super) fn is_double(self) -> bool {
        Self::DOUBLE.contains(&self)
    }

    /// What the charset costs before the first byte: how rare it is.
    fn prior(self) -> u64 {
        match self {
            Candidate::EucJp => 12,
            Candidate::EucKr => 8,
            Candidate::Central => 6,
            Candidate::Koi8 => 4,
            _ => 0,
        }
    }
}

/// The result of one walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// Half bits; the least is the likeliest.
    pub(super) cost: u64,
    /// Faults in the structure.
    pub(super) faults: u64,
    /// Bytes that take part in characters outside ASCII.
    pub(super) bytes: u64,
}

impl Score {
    /// Half bits for each ten bytes outside ASCII.
    pub(super) fn per_ten(&self) -> u64 {
        (self.cost * 10).checked_div(self.bytes).unwrap_or(0)
    }
}

/// What a fault in the structure costs.
const FAULT: u64 = 30;
/// What a sequence costs that the charset does not have.
pub(super) const INVALID: u8 = 70;

/// Follows the brackets of a record.
#[derive(Default)]
pub(super) struct Structure {
    /// Whether the values have no brackets around them, as in NGF and UGF: then nothing is known of the structure.
    bare: bool,
    inside: bool,
    escaped: bool,
    capitals: u8,
    /// Faults so far.
    pub(super) faults: u64,
}

impl Structure {
    /// For a text.
    pub(super) fn of(bytes: &[u8]) -> Structure {
        let bare = !has_property(bytes.get(..4096).unwrap_or(bytes));
        Structure {
            bare,
            ..Structure::default()
        }
    }

    /// An ASCII character.
    #[inline]
    pub(super) fn ascii(&mut self, b: u8) {
        if self.bare {
            return;
        }
        if self.escaped {
            self.escaped = false;
            self.capitals = 0;
            return;
        }
        match b {
            b'[' => {
                // `PW[` inside a value: its end has been swallowed.
                self.faults += u64::from(self.inside && self.capitals > 0 && self.capitals <= 2);
                self.inside = true;
            }
            b']' => {
                self.faults += u64::from(!self.inside);
                self.inside = false;
            }
            b'\\' => self.escaped = self.inside,
            b'A'..=b'Z' => {
                self.capitals = self.capitals.saturating_add(1);
                return;
            }
            _ => {}
        }
        self.capitals = 0;
    }

    /// A character outside ASCII.
    #[inline]
    pub(super) fn other(&mut self) {
        self.faults += u64::from(!self.inside && !self.bare);
        self.escaped = false;
        self.capitals = 0;
    }

    /// The end of the text.
    pub(super) fn end(&mut self) {
        self.faults += u64::from(self.inside);
    }
}

/// Whether a bracket stands right behind a name: `PB[` or `PlayerBlack[`, but not `IDB[`, which is a comment of NGF.
fn has_property(head: &[u8]) -> bool {
    memchr::memchr_iter(b'[', head).any(|at| {
        let before = head.get(..at).unwrap_or_default();
        let name = before
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_alphabetic());
        let name: Vec<u8> = name.take(3).copied().collect();
        let is_long = name.len() == 3 && name.iter().all(u8::is_ascii_uppercase);
        !name.is_empty() && !is_long
    })
}

/// Measures `bytes` as a text of the candidate's charset; None once it costs more than `limit`.
pub(super) fn score(candidate: Candidate, bytes: &[u8], limit: u64) -> Option<Score> {
    let mut structure = Structure::of(bytes);
    let mut total = Score {
        cost: candidate.prior(),
        faults: 0,
        bytes: 0,
    };
    let mut at = 0;
    let mut before = 0u8;
    while let Some(&b) = bytes.get(at) {
        if b < 0x80 {
            structure.ascii(b);
            at += 1;
        } else {
            let next = bytes.get(at + 1).copied().unwrap_or(0);
            let (cost, length) = if candidate.is_double() {
                double(candidate, b, next)
            } else {
                (single(candidate, before, b, next), 1)
            };
            total.cost += u64::from(cost);
            total.bytes += length as u64;
            structure.other();
            at += length;
            if total.cost + structure.faults * FAULT > limit {
                return None;
            }
        }
        before = b;
    }
    structure.end();
    total.faults = structure.faults;
    total.cost += structure.faults * FAULT;
    (total.cost <= limit).then_some(total)
}

/// How many bytes a character takes that begins with the high byte `b`.
pub(super) fn length(candidate: Candidate, b: u8, next: u8) -> usize {
    if candidate.is_double() {
        double(candidate, b, next).1
    } else {
        1
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn structure_counts_swallowed_brackets() {
        let faults = |text: &str| {
            let mut structure = Structure::default();
            text.bytes().for_each(|b| structure.ascii(b));
            structure.end();
            structure.faults
        };
        assert_eq!(faults("(;PB[a]PW[b\\]c];B[aa])"), 0);
        assert_eq!(faults("(;PB[aPW[b];B[aa])"), 1);
        assert_eq!(faults("(;PB[a]]C[open"), 2);
    }

    #[test]
    fn own_text_costs_less() {
        let (gbk, _, _) = encoding_rs::GBK.encode("PB[古力]");
        let own = score(Candidate::Gbk, &gbk, u64::MAX).unwrap();
        let other = score(Candidate::Western, &gbk, u64::MAX).unwrap();
        assert!(own.cost < other.cost && own.faults == 0 && own.bytes == 4);
        assert!(score(Candidate::Western, &gbk, own.cost).is_none());
        assert_eq!(score(Candidate::EucJp, b"\x8F", u64::MAX).unwrap().bytes, 1);
    }
}
