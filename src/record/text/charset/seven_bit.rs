//! Detects and decodes the seven-bit charsets ISO-2022-JP, ISO-2022-KR and HZ.
//!
//! The WHATWG maps the last two to "replacement". Both are plain EUC with shift codes, so they are converted to EUC
//! here.

use super::LossyText;
use encoding_rs::Encoding;

/// Whether the text has an escape sequence of ISO-2022-JP.
pub(super) fn has_iso2022jp(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|w| matches!(w, [0x1B, b'$', b'@' | b'B'] | [0x1B, b'(', b'J' | b'I']))
}

/// Whether the text has the shift of ISO-2022-KR, the byte SO.
pub(super) fn has_iso2022kr(bytes: &[u8]) -> bool {
    bytes.contains(&0x0E)
}

/// Whether the text has the shift of HZ, `~{`.
pub(super) fn has_hz(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|w| w == b"~{")
}

/// Decodes ISO-2022-KR: text between SO and SI is EUC-KR without the high bits.
pub(super) fn iso2022kr(bytes: &[u8]) -> LossyText {
    let mut euc = Vec::with_capacity(bytes.len());
    let mut shifted = false;
    let mut rest = bytes;
    while let Some((&b, tail)) = rest.split_first() {
        rest = tail;
        match b {
            0x0E => shifted = true,
            0x0F => shifted = false,
            0x1B if tail.starts_with(b"$)C") => rest = tail.get(3..).unwrap_or_default(),
            b'\n' => {
                shifted = false;
                euc.push(b);
            }
            0x21..=0x7E if shifted => euc.push(b | 0x80),
            _ => euc.push(b),
        }
    }
    lossy(encoding_rs::EUC_KR, &euc)
}

/// Decodes HZ: text between `~{` and `~}` is GB2312 without the high bits.
pub(super) fn hz(bytes: &[u8]) -> LossyText {
    let mut euc = Vec::with_capacity(bytes.len());
    let mut shifted = false;
    let mut rest = bytes;
    while let Some((&b, tail)) = rest.split_first() {
        rest = tail;
        match (b, tail.first(), shifted) {
            (b'~', Some(b'{'), false) | (b'~', Some(b'}'), true) => {
                shifted = !shifted;
                rest = tail.get(1..).unwrap_or_default();
            }
            (b'~', Some(b'~'), false) => {
                euc.push(b);
                rest = tail.get(1..).unwrap_or_default();
            }
            (0x21..=0x7E, Some(&second @ 0x21..=0x7E), true) => {
                euc.extend([b | 0x80, second | 0x80]);
                rest = tail.get(1..).unwrap_or_default();
            }
            (b'\n', _, _) => {
                shifted = false;
                euc.push(b);
            }
            _ => euc.push(b),
        }
    }
    lossy(encoding_rs::GBK, &euc)
}

/// Decodes bytes with U+FFFD for what is invalid.
pub(super) fn lossy(encoding: &'static Encoding, bytes: &[u8]) -> LossyText {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    LossyText { text: text.into_owned(), damaged }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn shifts() {
        let whole = |text: &str| LossyText { text: text.into(), damaged: false };
        assert_eq!(hz(b"C[~{N'Fe~}] ~~"), whole("C[围棋] ~"));
        assert_eq!(iso2022kr(b"\x1B$)CC[\x0E9Y5O\x0F]"), whole("C[바둑]"));
        assert!(has_iso2022jp(b"C[\x1B$B0O\x1B(B]"));
        assert!(!has_iso2022jp(b"C[\x1B[31m]"));
        assert!(has_hz(b"~{") && has_iso2022kr(b"\x0E"));
    }
}
