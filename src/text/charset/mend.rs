//! Decoding a legacy charset whose two-byte characters may have swallowed brackets.

use super::score::{Candidate, Structure, length};
use encoding_rs::Encoding;

/// Decodes everything with replacement; true when it was needed.
///
/// A two-byte character whose second half is an ASCII byte is looked at twice if the brackets do not close: where a
/// name was cut in the middle of a character, the half that is left swallows the bracket behind it, and some writers
/// escaped the second byte of a character as if it were a backslash.
pub(super) fn decode(
    encoding: &'static Encoding,
    candidate: Option<Candidate>,
    bytes: &[u8],
) -> (String, bool) {
    if let Some(candidate) = candidate.filter(|c| c.is_double()) {
        let (plain, _) = walk(candidate, bytes, false);
        if plain > 0 {
            let (mended, patches) = walk(candidate, bytes, true);
            if mended < plain {
                return patched(encoding, bytes, &patches);
            }
        }
    }
    super::seven::lossy(encoding, bytes)
}

/// A place that a mended text does not decode as it stands.
enum Patch {
    /// Half a character.
    Half(usize),
    /// A backslash too many.
    Backslash(usize),
}

/// Counts the faults in the structure, with or without mending.
fn walk(candidate: Candidate, bytes: &[u8], mend: bool) -> (u64, Vec<Patch>) {
    let mut structure = Structure::default();
    let mut patches = Vec::new();
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        if b < 0x80 {
            structure.ascii(b);
            at += 1;
            continue;
        }
        let trail = bytes.get(at + 1).copied().unwrap_or(0);
        let mut taken = length(candidate, b, trail);
        structure.other();
        if mend
            && taken == 2
            && trail == b']'
            && ends_value(bytes.get(at + 2..).unwrap_or_default())
        {
            patches.push(Patch::Half(at));
            taken = 1;
        } else if mend && taken == 2 && trail == b'\\' && bytes.get(at + 2) == Some(&b'\\') {
            patches.push(Patch::Backslash(at + 2));
            taken = 3;
        }
        at += taken;
    }
    structure.end();
    (structure.faults, patches)
}

/// Whether what follows a bracket is what follows the end of a value.
fn ends_value(rest: &[u8]) -> bool {
    let next = rest.get(..64).unwrap_or(rest).trim_ascii_start().first();
    next.is_none_or(|b| matches!(b, b'[' | b';' | b'(' | b')' | b'A'..=b'Z'))
}

/// Decodes piece by piece, between the patches.
fn patched(encoding: &'static Encoding, bytes: &[u8], patches: &[Patch]) -> (String, bool) {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut damaged = false;
    let mut from = 0;
    let mut piece = |range: std::ops::Range<usize>, text: &mut String| {
        let (part, errors) =
            encoding.decode_without_bom_handling(bytes.get(range).unwrap_or_default());
        text.push_str(&part);
        damaged |= errors;
    };
    for patch in patches {
        let (Patch::Half(at) | Patch::Backslash(at)) = *patch;
        piece(from..at, &mut text);
        from = at + 1;
        if matches!(patch, Patch::Half(_)) {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    piece(from..bytes.len(), &mut text);
    (
        text,
        damaged || patches.iter().any(|p| matches!(p, Patch::Half(_))),
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cut_in_half_keeps_its_bracket() {
        let bytes = b"(;PB[\xB9\xC5\xC1]PW[\xBF\xC2\xBD\xE0];B[aa])";
        let (text, damaged) = decode(encoding_rs::GBK, Some(Candidate::Gbk), bytes);
        assert_eq!(
            (text.as_str(), damaged),
            ("(;PB[古\u{FFFD}]PW[柯洁];B[aa])", true)
        );
        let (text, damaged) = decode(
            encoding_rs::SHIFT_JIS,
            Some(Candidate::ShiftJis),
            b"(;PB[\x94\\\\];B[aa])",
        );
        assert_eq!((text.as_str(), damaged), ("(;PB[能];B[aa])", false));
        let whole = b"(;PB[\x83]\x81[\x83\\];B[aa])";
        assert_eq!(
            decode(encoding_rs::SHIFT_JIS, Some(Candidate::ShiftJis), whole).0,
            "(;PB[ゾーソ];B[aa])"
        );
    }
}
