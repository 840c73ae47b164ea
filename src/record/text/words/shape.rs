//! Tests on the shape of words and characters: plain ASCII words, decimals, hangul.

/// Greatest length of a word in bytes; the rest of a longer word is dropped.
pub const MAX_WORD_BYTES: usize = 60;

/// Returns the end of the word at `at` and whether it has capitals. `None` if the word is long, not pure ASCII, or may
/// continue (after a hyphen, an apostrophe or a decimal point); then the slower general reader takes it.
pub(super) fn scan_plain_word(bytes: &[u8], at: usize) -> Option<(usize, bool)> {
    let rest = bytes.get(at..)?;
    let (mut capitals, mut letters) = (false, false);
    for (length, &b) in rest.iter().enumerate().take(MAX_WORD_BYTES) {
        match b {
            b'a'..=b'z' => letters = true,
            b'0'..=b'9' => {}
            b'A'..=b'Z' => capitals = true,
            b'\'' | b'`' | b'-' | 0x80.. => return None,
            b'.' if !letters && !capitals => return None,
            _ => return (length > 0).then_some((at + length, capitals)),
        }
    }
    None
}

/// Whether a character is hangul, where a line break counts as a space.
pub(super) fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{A960}'..='\u{A97C}' | '\u{AC00}'..='\u{D7FB}')
}

/// Whether the point at `at` begins the decimals of a number and is not part of a date or version.
pub(super) fn is_decimal(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    let length = rest.iter().take(MAX_WORD_BYTES).take_while(|b| b.is_ascii_digit()).count();
    let after = |i: usize| rest.get(length + i).copied().unwrap_or(b' ');
    (1..=4).contains(&length)
        && !after(0).is_ascii_alphabetic()
        && !(after(0) == b'.' && after(1).is_ascii_digit())
}

/// Whether a CJK character needs no composition or decomposition, whatever follows it. It may still be a variant of a
/// more common form.
pub(super) fn needs_no_composition(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        assert_eq!(scan_plain_word(b"Good game", 0), Some((4, true)));
        assert_eq!(scan_plain_word(b"game", 0), None);
        assert_eq!(scan_plain_word(b"don't x", 0), None);
        assert!(is_decimal(b"3.5", 1) && is_decimal(b"3.5.", 1));
        assert!(!is_decimal(b"3.5.1", 1) && !is_decimal(b"3.", 1) && !is_decimal(b"1.d4", 1));
        assert!(
            needs_no_composition('黑') && needs_no_composition('바') && !needs_no_composition('か')
        );
    }
}
