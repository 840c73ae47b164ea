//! The charsets that can be detected.

use super::letters::CHARSETS;
use encoding_rs::Encoding;

/// A charset that can be detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CharsetCandidate {
    Gbk,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
    /// A one-byte charset.
    Letters(&'static Encoding),
}

impl CharsetCandidate {
    /// The candidates with two-byte characters.
    pub(super) const DOUBLE: [CharsetCandidate; 5] = [
        CharsetCandidate::Gbk,
        CharsetCandidate::Big5,
        CharsetCandidate::EucKr,
        CharsetCandidate::ShiftJis,
        CharsetCandidate::EucJp,
    ];

    /// The decoder.
    pub(super) fn encoding(self) -> &'static Encoding {
        match self {
            CharsetCandidate::Gbk => encoding_rs::GBK,
            CharsetCandidate::Big5 => encoding_rs::BIG5,
            CharsetCandidate::ShiftJis => encoding_rs::SHIFT_JIS,
            CharsetCandidate::EucJp => encoding_rs::EUC_JP,
            CharsetCandidate::EucKr => encoding_rs::EUC_KR,
            CharsetCandidate::Letters(encoding) => encoding,
        }
    }

    /// The candidate that measures texts in this encoding, if there is one.
    pub(super) fn of(encoding: &'static Encoding) -> Option<CharsetCandidate> {
        if encoding == encoding_rs::GB18030 {
            return Some(CharsetCandidate::Gbk);
        }
        Self::DOUBLE
            .into_iter()
            .find(|c| c.encoding() == encoding)
            .or_else(|| CHARSETS.contains(&encoding).then_some(CharsetCandidate::Letters(encoding)))
    }

    /// Whether characters take two bytes.
    pub(super) fn is_double(self) -> bool {
        !matches!(self, CharsetCandidate::Letters(_))
    }

    /// The cost of the charset before the first byte: how rare it is.
    pub(super) fn prior(self) -> u64 {
        match self {
            CharsetCandidate::EucJp => 12,
            CharsetCandidate::EucKr => 8,
            _ => 0,
        }
    }
}
