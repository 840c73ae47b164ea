//! Legacy charsets that detection can find.

use super::letters::CHARSETS;
use encoding_rs::Encoding;

/// Legacy charset that detection measures: one of five with two-byte characters, or a one-byte charset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CharsetCandidate {
    Gbk,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
    Letters(&'static Encoding),
}

impl CharsetCandidate {
    /// Candidates with two-byte characters.
    pub(super) const TWO_BYTE: [CharsetCandidate; 5] = [
        CharsetCandidate::Gbk,
        CharsetCandidate::Big5,
        CharsetCandidate::EucKr,
        CharsetCandidate::ShiftJis,
        CharsetCandidate::EucJp,
    ];

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

    /// Returns the candidate for an encoding; `None` if detection does not know the encoding. GB18030 is measured as
    /// GBK, which it extends.
    pub(super) fn from_encoding(encoding: &'static Encoding) -> Option<CharsetCandidate> {
        if encoding == encoding_rs::GB18030 {
            return Some(CharsetCandidate::Gbk);
        }
        Self::TWO_BYTE
            .into_iter()
            .find(|c| c.encoding() == encoding)
            .or_else(|| CHARSETS.contains(&encoding).then_some(CharsetCandidate::Letters(encoding)))
    }

    /// Whether the charset has characters of two bytes.
    pub(super) fn is_two_byte(self) -> bool {
        !matches!(self, CharsetCandidate::Letters(_))
    }

    /// Cost in half bits (two more of them mean half the probability) that a charset has before any byte is measured.
    /// The rarer the charset is in real records, the higher.
    pub(super) fn prior(self) -> u64 {
        match self {
            CharsetCandidate::EucJp => 12,
            CharsetCandidate::EucKr => 8,
            _ => 0,
        }
    }
}
