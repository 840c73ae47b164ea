//! Decodes names of archive members that lack the UTF-8 flag. The charset is guessed from the name alone, because
//! members are read in any order.

use super::candidate::CharsetCandidate;
use super::score::{TextSample, score};
use std::borrow::Cow;

/// Code page 437 from 0x80 on, which is by the zip format the charset of names without the UTF-8 flag.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// Code page 850 from 0x80 on (Western Europe).
const CP850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}";
/// Code page 852 from 0x80 on (Central Europe).
const CP852: &str = "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
    └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}";
/// Code page 857 from 0x80 on (Turkey).
const CP857: &str = "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\u{FFFD}ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\u{FFFD}×ÚÛÙìÿ¯´\u{AD}±\u{FFFD}¾¶§÷¸°¨·¹³²■\u{A0}";
/// Code page 737 from 0x80 on (Greece).
const CP737: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{A0}";
/// Code page 866 from 0x80 on (Russia).
const CP866: &str = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{A0}";
/// windows-1251 from 0x80 on (Russia), which Windows programs use outside of the console.
const WINDOWS_1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

/// Code page with one byte per character, in which programs of the 1990s, and Windows until today, write names.
struct CodePage {
    /// Characters from 0x80 on.
    upper: &'static str,
    script: PageScript,
    /// Letters beyond ASCII that are frequent in the languages of the code page.
    common: &'static str,
}

/// Script of a code page's letters beyond ASCII, which decides whether they are likely beside ASCII letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageScript {
    /// Latin: the letters stand among ASCII ones.
    Latin,
    /// Another script: the letters stand beside each other, not beside ASCII ones.
    Other,
}

/// Code pages that are tried. Code page 437 comes first, because it is taken where no other is likelier.
const CODE_PAGES: [CodePage; 7] = [
    CodePage { upper: CP437, script: PageScript::Latin, common: "üéäöèß" },
    CodePage { upper: CP850, script: PageScript::Latin, common: "ãõáéíóúçñø" },
    CodePage {
        upper: CP852, script: PageScript::Latin, common: "ąęłńóśżćčěšžřýáíéőűșțăâî"
    },
    CodePage { upper: CP857, script: PageScript::Latin, common: "şğıüöçİ" },
    CodePage { upper: CP737, script: PageScript::Other, common: "αιοετσνηρκπςλυμ" },
    CodePage { upper: CP866, script: PageScript::Other, common: "оеаинтсрвлкмдпу" },
    CodePage {
        upper: WINDOWS_1251, script: PageScript::Other, common: "оеаинтсрвлкмдпу"
    },
];

impl CodePage {
    fn char(&self, byte: u8) -> char {
        if byte.is_ascii() {
            return char::from(byte);
        }
        let mut upper = self.upper.chars();
        upper.nth(usize::from(byte - 0x80)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn decode(&self, raw: &[u8]) -> String {
        raw.iter().map(|&byte| self.char(byte)).collect()
    }

    /// Cost of a name in this code page, in the half bits of [`score`]. Letters of a script other than Latin stand
    /// beside each other; letters beyond ASCII of a Latin one rarely do. Capitals stand at the beginning of words, or
    /// make up whole words.
    fn cost(&self, raw: &[u8]) -> u64 {
        let mut before = ' ';
        let cost = |byte: &u8| {
            let c = self.char(*byte);
            let last = std::mem::replace(&mut before, c);
            let is_mixed =
                |a: char, b: char| a.is_ascii_alphabetic() && !b.is_ascii() && b.is_alphabetic();
            if c.is_ascii() {
                return if self.script == PageScript::Other && is_mixed(c, last) {
                    MIXED_SCRIPT_COST
                } else {
                    0
                };
            }
            let beside = if last.is_ascii() || self.script == PageScript::Other { 0 } else { 12 };
            if !c.is_alphabetic() {
                return beside + 32;
            }
            let turn = if c.is_uppercase() && last.is_lowercase() { 20 } else { 0 };
            let is_common = self.common.contains(c);
            turn + beside
                + match self.script {
                    // A frequent letter costs 10 half bits, that is, five bits; another one 15, as of a rarer language.
                    PageScript::Latin => {
                        if is_common {
                            10
                        } else {
                            15
                        }
                    }
                    PageScript::Other if is_mixed(last, c) => MIXED_SCRIPT_COST + 9,
                    PageScript::Other if c.is_uppercase() => 13,
                    PageScript::Other => {
                        if is_common {
                            8
                        } else {
                            11
                        }
                    }
                }
        };
        raw.iter().map(cost).sum()
    }
}

/// Cost in half bits of a letter of another script than Latin beside an ASCII letter.
const MIXED_SCRIPT_COST: u64 = 30;

/// Decodes a member's name for display: UTF-8 if valid, else whichever of GBK, Shift_JIS, Big5, EUC-KR and the one-byte
/// code pages is likeliest. The text is a guess, so the raw bytes remain the member's identity.
pub fn decode_name(raw: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(raw) {
        return Cow::Borrowed(text);
    }
    // The name is put between brackets, because [`score`] counts characters outside of brackets as faults.
    let probe = [b"[", raw, b"]"].concat();
    let sample = TextSample::new(&probe);
    let pages = CODE_PAGES.iter().enumerate().map(|(at, page)| {
        // Other pages must beat code page 437 by more than 4 half bits, so that a tie leaves the standard one.
        let penalty = if at == 0 { 0 } else { 4 };
        (page.cost(raw) + penalty, page)
    });
    let page = pages.min_by_key(|(cost, _)| *cost);
    let page_cost = page.as_ref().map_or(u64::MAX, |(cost, _)| *cost);
    let best = [
        CharsetCandidate::Gbk,
        CharsetCandidate::ShiftJis,
        CharsetCandidate::Big5,
        CharsetCandidate::EucKr,
    ]
    .into_iter()
    .filter_map(|candidate| {
        let found = score(candidate, &sample, u64::MAX)?;
        let text = candidate.encoding().decode_without_bom_handling_and_without_replacement(raw)?;
        (found.is_tolerable() && found.cost < page_cost).then_some((found.cost, text))
    })
    .min_by_key(|(cost, _)| *cost);
    match (best, page) {
        (Some((_, text)), _) => Cow::Owned(text.into_owned()),
        (None, Some((_, page))) => Cow::Owned(page.decode(raw)),
        (None, None) => String::from_utf8_lossy(raw),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_complete() {
        for page in &CODE_PAGES {
            assert_eq!(page.upper.chars().count(), 128);
            assert!(
                page.common.chars().all(|c| page.upper.contains(c) || "șțñãõ".contains(c)),
                "{}",
                page.common
            );
        }
        assert_eq!([0x81, 0xE1, 0xFF].map(|byte| CODE_PAGES[0].char(byte)), ['ü', 'ß', '\u{A0}']);
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
        let page = |cp: &str| CODE_PAGES.iter().find(|page| page.upper.ends_with(cp)).unwrap();
        for (cp, text) in [
            (CP866, "Партии/Турнир 1.sgf"),
            (CP866, "чемпионат 2019, финал.sgf"),
            (CP866, "ИВАНОВ-Петров.sgf"),
            (CP866, "1 тур/Шикшин - Динерштейн.sgf"),
            (WINDOWS_1251, "Партии/Турнир 1.sgf"),
            (WINDOWS_1251, "Шикшин - Динерштейн.sgf"),
            (CP852, "Paweł Wiśniewski.sgf"),
            (CP852, "zápas/Jiří Dvořák - Žižka.sgf"),
            (CP852, "Lakatos Győző.sgf"),
            (CP850, "São Paulo/João.sgf"),
            (CP857, "Işık Şahin, öğle.sgf"),
            (CP737, "Παρτίδες/αγώνας 1.sgf"),
            (CP437, "Müller ä-ö.sgf"),
            (CP437, "Fédération/élève où.sgf"),
        ] {
            let page = page(cp);
            let byte = |c: char| {
                let upper = || {
                    page.upper
                        .chars()
                        .position(|own| own == c)
                        .map(|at| 0x80 + u8::try_from(at).unwrap())
                };
                u8::try_from(c).ok().filter(u8::is_ascii).or_else(upper).unwrap()
            };
            let raw: Vec<u8> = text.chars().map(byte).collect();
            assert_eq!(decode_name(&raw), text);
        }
        assert_eq!(decode_name("围棋.sgf".as_bytes()), "围棋.sgf");
        assert_eq!(decode_name(b"M\x81ller \x84-\x94.sgf"), "Müller ä-ö.sgf");
        // These bytes are a name in no charset, so the result is only the likeliest guess.
        assert_eq!(decode_name(b"\xFF\xFE"), "яю");
        assert_eq!(decode_name(b""), "");
    }
}
