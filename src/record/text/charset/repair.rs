//! Decodes a legacy charset whose two-byte characters may have swallowed brackets.

use super::LossyText;
use super::candidate::CharsetCandidate;
use super::structure::{Structure, can_follow_value};
use super::tables::character_length;
use encoding_rs::Encoding;

/// Byte that is left out when a text is repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RemovedByte {
    /// Offset of the byte.
    pub(super) at: usize,
    /// Whether the byte is half a character, which becomes U+FFFD, and not a surplus backslash, which is dropped.
    pub(super) is_half: bool,
}

/// Decoded text, whether some bytes could not be decoded, and the bytes that were removed before decoding.
pub(super) type RepairedText = (String, bool, Vec<RemovedByte>);

/// Decodes bytes, with U+FFFD for what is invalid, and repairs swallowed brackets.
///
/// If the brackets do not balance, two-byte characters whose second half is an ASCII byte are reconsidered. A name may
/// have been cut in the middle of a character, so that the remaining half swallows the bracket after it. And some
/// programs escaped the second byte of a character as if it were a backslash. The repair is taken only if it leaves
/// fewer faults.
pub(super) fn decode(
    encoding: &'static Encoding,
    candidate: Option<CharsetCandidate>,
    bytes: &[u8],
) -> RepairedText {
    if let Some(candidate) = candidate.filter(|c| c.is_two_byte()) {
        let (plain, _) = count_faults(candidate, bytes, false);
        if plain > 0 {
            let (repaired, patches) = count_faults(candidate, bytes, true);
            if repaired < plain {
                let (text, damaged) = decode_pieces(encoding, bytes, &patches);
                return (text, damaged, patches);
            }
        }
    }
    let LossyText { text, damaged } = super::seven_bit::lossy(encoding, bytes);
    (text, damaged, Vec::new())
}

/// Counts the faults in the brackets of the text, and returns the bytes that a repair would remove. Without `repair`,
/// none are removed.
fn count_faults(
    candidate: CharsetCandidate,
    bytes: &[u8],
    repair: bool,
) -> (u64, Vec<RemovedByte>) {
    let mut structure = Structure::default();
    let mut patches = Vec::new();
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        if b < 0x80 {
            structure.push_ascii(b);
            at += 1;
            continue;
        }
        let trail = bytes.get(at + 1).copied().unwrap_or(0);
        let mut taken = character_length(candidate, b, trail);
        structure.push_high();
        if repair
            && taken == 2
            && trail == b']'
            && can_follow_value(bytes.get(at + 2..).unwrap_or_default())
        {
            patches.push(RemovedByte { at, is_half: true });
            taken = 1;
        } else if repair && taken == 2 && trail == b'\\' && bytes.get(at + 2) == Some(&b'\\') {
            let at = at + 2;
            patches.push(RemovedByte { at, is_half: false });
            taken = 3;
        }
        at += taken;
    }
    structure.finish();
    (structure.faults, patches)
}

/// Decodes the pieces of the text between the bytes that the repair removes.
fn decode_pieces(
    encoding: &'static Encoding,
    bytes: &[u8],
    patches: &[RemovedByte],
) -> (String, bool) {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut damaged = false;
    let mut from = 0;
    let mut piece = |range: std::ops::Range<usize>, text: &mut String| {
        let (part, errors) =
            encoding.decode_without_bom_handling(bytes.get(range).unwrap_or_default());
        text.push_str(&part);
        damaged |= errors;
    };
    for cut in patches {
        piece(from..cut.at, &mut text);
        from = cut.at + 1;
        if cut.is_half {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    piece(from..bytes.len(), &mut text);
    (text, damaged || patches.iter().any(|cut| cut.is_half))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cut_in_half_keeps_its_bracket() {
        let bytes = b"(;PB[\xB9\xC5\xC1]PW[\xBF\xC2\xBD\xE0];B[aa])";
        let (text, damaged, _) = decode(encoding_rs::GBK, Some(CharsetCandidate::Gbk), bytes);
        assert_eq!((text.as_str(), damaged), ("(;PB[古\u{FFFD}]PW[柯洁];B[aa])", true));
        let (text, damaged, _) = decode(
            encoding_rs::SHIFT_JIS,
            Some(CharsetCandidate::ShiftJis),
            b"(;PB[\x94\\\\];B[aa])",
        );
        assert_eq!((text.as_str(), damaged), ("(;PB[能];B[aa])", false));
        let whole = b"(;PB[\x83]\x81[\x83\\];B[aa])";
        assert_eq!(
            decode(encoding_rs::SHIFT_JIS, Some(CharsetCandidate::ShiftJis), whole).0,
            "(;PB[ゾーソ];B[aa])"
        );
    }
}
