//! Names of archive members that lack the UTF-8 flag.

use super::candidate::CharsetCandidate;
use super::score::{TextSample, score};
use std::borrow::Cow;

/// Code page 437 from 0x80 on, formally the charset of unflagged names in zip archives.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// A member's name as text for display: UTF-8 if valid, else whichever of GBK, Shift_JIS, Big5 and EUC-KR it looks
/// like, else code page 437. This is a guess; the raw bytes remain the member's identity.
pub fn decode_name(raw: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(raw) {
        return Cow::Borrowed(text);
    }
    // Brackets mean nothing in a name, so the whole name is put between brackets to keep the structure measure neutral.
    let probe = [b"[", raw, b"]"].concat();
    let sample = TextSample::new(&probe);
    let page = code_page_cost(raw);
    let best = [
        CharsetCandidate::Gbk,
        CharsetCandidate::ShiftJis,
        CharsetCandidate::Big5,
        CharsetCandidate::EucKr,
    ]
    .into_iter()
    .filter_map(|candidate| {
        let found = score(candidate, &sample, u64::MAX)?;
        let text = candidate
            .encoding()
            .decode_without_bom_handling_and_without_replacement(raw)?;
        (found.is_tolerable() && found.cost < page).then_some((found.cost, text))
    })
    .min_by_key(|(cost, _)| *cost);
    match best {
        Some((_, text)) => Cow::Owned(text.into_owned()),
        None => Cow::Owned(raw.iter().map(|&b| code_page(b)).collect()),
    }
}

fn code_page(b: u8) -> char {
    if b.is_ascii() {
        return char::from(b);
    }
    CP437
        .chars()
        .nth(usize::from(b - 0x80))
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The cost of a name as code page 437, in the half bits of [`score`].
fn code_page_cost(raw: &[u8]) -> u64 {
    let mut before = 0u8;
    raw.iter()
        .map(|&b| {
            let letter = matches!(b, 0x80..=0x9A | 0xA0..=0xA5 | 0xE1);
            let beside = if before >= 0x80 { 12 } else { 0 };
            let common = matches!(b, 0x81 | 0x82 | 0x84 | 0x94 | 0x8A | 0xE1);
            before = b;
            match (b.is_ascii(), letter) {
                (true, _) => 0,
                (false, true) => beside + if common { 10 } else { 15 },
                (false, false) => beside + 32,
            }
        })
        .sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(CP437.chars().count(), 128);
        assert_eq!(code_page(0x81), 'ü');
        assert_eq!(code_page(0xE1), 'ß');
        assert_eq!(code_page(0xFF), '\u{A0}');
    }

    #[test]
    fn names_in_the_wild() {
        for (encoding, text) in [
            (encoding_rs::GBK, "2003/古力-常昊.sgf"),
            (encoding_rs::GBK, "第8届应氏杯.sgf"),
            (encoding_rs::SHIFT_JIS, "本因坊戦/井山裕太.sgf"),
            (encoding_rs::BIG5, "周俊勳/對局.sgf"),
            (encoding_rs::EUC_KR, "바둑/이창호-조훈현.sgf"),
        ] {
            assert_eq!(decode_name(&encoding.encode(text).0), text);
        }
        assert_eq!(decode_name("围棋.sgf".as_bytes()), "围棋.sgf");
        assert_eq!(decode_name(b"M\x81ller \x84-\x94.sgf"), "Müller ä-ö.sgf");
        assert_eq!(decode_name(b"\xFF\xFE"), "\u{A0}■");
        assert_eq!(decode_name(b""), "");
    }
}
