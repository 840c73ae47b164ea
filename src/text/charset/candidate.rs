//! The charsets that can be detected.

use super::letters::CHARSETS;
use encoding_rs::Encoding;

/// The charsets that can be detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Candidate {
    Gbk,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
    /// A one-byte charset.
    Letters(&'static Encoding),
}

impl Candidate {
    /// The candidates with two-byte characters.
    pub(super) const DOUBLE: [Candidate; 5] = [
        Candidate::Gbk,
        Candidate::Big5,
        Candidate::EucKr,
        Candidate::ShiftJis,
        Candidate::EucJp,
    ];

    /// The decoder.
    pub(super) fn encoding(self) -> &'static Encoding {
        match self {
            Candidate::Gbk => encoding_rs::GBK,
            Candidate::Big5 => encoding_rs::BIG5,
            Candidate::ShiftJis => encoding_rs::SHIFT_JIS,
            Candidate::EucJp => encoding_rs::EUC_JP,
            Candidate::EucKr => encoding_rs::EUC_KR,
            Candidate::Letters(encoding) => encoding,
        }
    }

    /// The candidate that measures texts in this encoding, if there is one.
    pub(super) fn of(encoding: &'static Encoding) -> Option<Candidate> {
        if encoding == encoding_rs::GB18030 {
            return Some(Candidate::Gbk);
        }
        let double = Self::DOUBLE.into_iter().find(|c| c.encoding() == encoding);
        double.or_else(|| {
            CHARSETS
                .contains(&encoding)
                .then_some(Candidate::Letters(encoding))
        })
    }

    /// Whether characters take two bytes.
    pub(super) fn is_double(self) -> bool {
        !matches!(self, Candidate::Letters(_))
    }

    /// The cost of the charset before the first byte: how rare it is.
    pub(super) fn prior(self) -> u64 {
        match self {
            Candidate::EucJp => 12,
            Candidate::EucKr => 8,
            _ => 0,
        }
    }
}
