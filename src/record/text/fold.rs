//! One spelling for all variants: folds away case, accents, widths and apostrophes.
//!
//! Folding maps spellings that a reader takes for equal to one string: `Yi Ch’ang-ho` and `yi chang-ho`, `Ｇｏ` and `go`,
//! `ﾎﾝｲﾝﾎﾞｳ` and `ホンインボウ`, `Müller` and `muller`, 國 and 国, and 戰, 战 and 戦. Hangul syllables stay composed and kana keep
//! their voicing marks, because without them they are other words.

use super::characters::common_form;
use super::step::advance;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, decompose_compatible, is_combining_mark};

/// Returns the folded form of a text.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Appends the folded text to `out`.
///
/// An apostrophe between two letters is dropped, so that `Ch'ang-ho`, `Ch’ang-ho` and `Chang-ho` are one spelling.
pub fn fold_into(text: &str, out: &mut String) {
    let from = out.len();
    fold_letters_into(text, out);
    let has_other_form = |c: char| common_form(c) != c;
    let folded = out.get(from..).unwrap_or_default();
    if !folded.is_ascii() && folded.contains(has_other_form) {
        let common: String = folded.chars().map(common_form).collect();
        out.truncate(from);
        out.push_str(&common);
    }
}

/// Returns the folded form of a text, but leaves each Chinese character in the form in which it is written. In a title
/// the form can tell the country: 名人戦, 名人战 and 名人戰 are three tournaments.
pub fn fold_letters(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_letters_into(text, &mut folded);
    folded
}

fn fold_letters_into(text: &str, out: &mut String) {
    let from = out.len();
    fold_once(text, out);
    // A second pass folds what the first one brought together. A dropped mark may have stood between a kana and its
    // voicing mark or between the parts of a syllable, and half-width parts of syllables become ordinary parts only in
    // the first pass.
    let needs_second_pass = |c: char| is_dropped_mark(c) || is_half_width_jamo(c);
    if !text.is_ascii() && text.contains(needs_second_pass) {
        let once = out.split_off(from);
        fold_once(&once, out);
    }
}

pub(super) fn is_half_width_jamo(c: char) -> bool {
    matches!(c, '\u{FFA0}'..='\u{FFDC}')
}

fn fold_once(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        let run = plain_prefix_len(bytes.get(at..).unwrap_or_default());
        let end = if run > 0 {
            let from = out.len();
            out.push_str(text.get(at..at + run).unwrap_or_default());
            if let Some(new) = out.get_mut(from..) {
                new.make_ascii_lowercase();
            }
            at + run
        } else if (b == b'\'' || b == b'`' || b >= 0x80)
            && let Some(length) = apostrophe_len(text, at)
        {
            if !joins_letters(text, at, length) {
                out.push('\'');
            }
            at + length
        } else {
            at + fold_unit(text, at, out)
        };
        at = advance(text, at, end);
    }
}

/// Number of leading bytes for which lower-casing ASCII is all that folding does: ASCII without apostrophes, and the
/// characters U+4000 to U+9FFF and U+B000 to U+CFFF, which are most Chinese, Japanese and Korean ones. Their first byte
/// (0xE4 to 0xE9, 0xEB or 0xEC) identifies them, so nothing is decoded.
fn plain_prefix_len(bytes: &[u8]) -> usize {
    let is_other = |b: &u8| {
        let is_apostrophe = (*b == b'\'') | (*b == b'`');
        let is_east_asian = (b.wrapping_sub(0xE4) < 6) | (b.wrapping_sub(0xEB) < 2);
        is_apostrophe | (*b >= 0xC0) & !is_east_asian
    };
    // Combining the tests of all bytes, instead of stopping at the first hit, lets the compiler test eight or more
    // bytes in one instruction.
    let plain = |chunk: &&[u8]| !chunk.iter().fold(false, |any, b| any | is_other(b));
    let begin = bytes.chunks_exact(16).take_while(plain).count() * 16;
    let rest = bytes.get(begin..).unwrap_or_default();
    begin + rest.iter().position(is_other).unwrap_or(rest.len())
}

/// Length in bytes of the apostrophe at `at`; `None` if another character is there.
pub(super) fn apostrophe_len(text: &str, at: usize) -> Option<usize> {
    let c = text.get(at..)?.chars().next()?;
    is_apostrophe(c).then(|| c.len_utf8())
}

pub(super) fn is_apostrophe(c: char) -> bool {
    // U+0374, U+1FEF and U+1FFD are listed because Unicode decomposes them to other characters of this list.
    matches!(
        c,
        '\'' | '`'
            | '´'
            | '‘'
            | '’'
            | 'ʼ'
            | 'ʻ'
            | 'ʹ'
            | '′'
            | '＇'
            | '｀'
            | '‛'
            | '\u{374}'
            | '\u{1FEF}'
            | '\u{1FFD}'
    )
}

/// Whether the apostrophe at `at` stands between two letters, so that it joins them to one word.
pub(super) fn joins_letters(text: &str, at: usize, length: usize) -> bool {
    // Stems and flags of musical notes are combining marks in Unicode, but no part of a word.
    let is_mark = |c: char| is_combining_mark(c) && !('\u{1D165}'..='\u{1D172}').contains(&c);
    // Unicode counts some apostrophes, such as ʼ, as letters; here they never are.
    let is_letter =
        |c: char| (c.is_alphanumeric() && !is_apostrophe(c) || is_mark(c)) && !is_cjk(c);
    let letter = |c: Option<char>| c.is_some_and(is_letter);
    letter(text.get(..at).and_then(|t| t.chars().next_back()))
        && letter(text.get(at + length..).and_then(|t| t.chars().next()))
}

/// Composes letters with their marks (Unicode form NFC), as most programs write them.
pub fn to_nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Whether a character is a combining mark, which belongs to the character before it.
pub fn is_mark(c: char) -> bool {
    is_combining_mark(c)
}

/// Whether a character is Chinese, kana, hangul or bopomofo. Chinese and Japanese have no spaces between words, and
/// Korean joins particles to words, so texts in these scripts are indexed by character.
pub fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{3096}' | '\u{3099}'..='\u{309A}' | '\u{309D}'..='\u{309F}'
        | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{318E}' | '\u{31A0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{A960}'..='\u{A97C}' | '\u{AC00}'..='\u{D7FB}' | '\u{F900}'..='\u{FAFF}'
        | '\u{1100}'..='\u{11FF}' | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFD}')
}

/// Folds the character at `at` together with its marks and parts, appends the result, and returns the number of bytes
/// read. That is zero only at the end of the text.
pub(super) fn fold_unit(text: &str, at: usize, out: &mut String) -> usize {
    let Some(rest) = text.get(at..) else { return 0 };
    let mut chars = rest.chars();
    let Some(c) = chars.next() else { return 0 };
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return 1;
    }
    let length = c.len_utf8();
    match c {
        // Separate parts of a hangul syllable (jamo) are composed to one character. Kana and a separate voicing mark
        // are, too.
        '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97C}' | '\u{D7B0}'..='\u{D7FB}' => {
            let tail = chars
                .take_while(|c| matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FB}'));
            let length = length + tail.take(2).map(char::len_utf8).sum::<usize>();
            out.extend(rest.get(..length).unwrap_or_default().nfc());
            length
        }
        '\u{3041}'..='\u{30FF}' | '\u{FF66}'..='\u{FF9D}' => {
            let mut kana = c;
            if c >= '\u{FF66}' {
                decompose_compatible(c, |wide| kana = wide);
            }
            let mark = match chars.next() {
                Some('\u{3099}' | '\u{FF9E}') => Some('\u{3099}'),
                Some('\u{309A}' | '\u{FF9F}') => Some('\u{309A}'),
                _ => None,
            };
            // Each of the four voicing marks takes three bytes in UTF-8.
            match mark.and_then(|mark| unicode_normalization::char::compose(kana, mark)) {
                Some(voiced) => {
                    out.push(voiced);
                    length + 3
                }
                None => {
                    out.push(kana);
                    length
                }
            }
        }
        _ if is_cjk(c)
            && !matches!(c, '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}' | '\u{FF9E}'..='\u{FF9F}') =>
        {
            out.push(c);
            length
        }
        _ => {
            fold_letter(c, out);
            // A combining mark after the letter is read by the next call, which drops it.
            length
        }
    }
}

/// Folds the CJK character at `at` as [`fold_unit`] does, and maps it to the form that stands for all its forms (國 to
/// 国). Returns the number of bytes read.
pub(super) fn fold_unit_to_common_form(text: &str, at: usize, out: &mut String) -> usize {
    let from = out.len();
    let length = fold_unit(text, at, out);
    let folded = out.get(from..).unwrap_or_default();
    if let Some(c) = folded.chars().next()
        && common_form(c) != c
    {
        out.truncate(from);
        out.push(common_form(c));
    }
    length
}

/// Appends a character that is neither ASCII nor CJK in folded form: without its marks, in lower case, and in its plain
/// spelling.
fn fold_letter(c: char, out: &mut String) {
    let compatible = matches!(c,
        '\u{FB00}'..='\u{FB06}' | '\u{FF01}'..='\u{FFEE}' | '\u{2150}'..='\u{217F}' | '\u{3000}' | '\u{1C4}'..='\u{1CC}'
        | '\u{1F1}'..='\u{1F3}' | '\u{132}'..='\u{133}' | '\u{2000}'..='\u{200A}' | '\u{A0}');
    let mut put = |d: char| {
        if is_combining_mark(d) && is_dropped_mark(d) {
            return;
        }
        for lower in d.to_lowercase() {
            match plain_spelling(lower) {
                "" => out.push(lower),
                other => out.push_str(other),
            }
        }
    };
    if compatible {
        decompose_compatible(c, &mut put);
        return;
    }
    // Decomposition comes before lower-casing: İ becomes I and a dot, and the dot is dropped like any other mark.
    decompose_canonical(c, put);
}

/// Whether a combining mark belongs to a Latin, Greek or Cyrillic letter and is dropped. Marks of other scripts are
/// vowels and the like, without which a word is another one.
fn is_dropped_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20F0}' | '\u{FE00}'..='\u{FE2F}')
}

/// Plain spelling of a letter that Unicode does not decompose into a letter and a mark; empty for all others.
fn plain_spelling(c: char) -> &'static str {
    match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ŧ' => "t",
        'ŋ' => "n",
        'ς' => "σ",
        'ſ' => "s",
        '‐' | '‑' => "-",
        _ => "",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_run_folds_like_its_single_characters() {
        let one_by_one = |text: &str| {
            let mut folded = String::new();
            let mut at = 0;
            while at < text.len() {
                at += fold_unit(text, at, &mut folded);
            }
            folded
        };
        for c in '\u{80}'..=char::MAX {
            let text = format!("Ab{c}Cd");
            if apostrophe_len(&text, 2).is_none() {
                assert_eq!(fold_letters(&text), one_by_one(&text), "{c:?}");
            }
        }
    }

    #[test]
    fn latin() {
        assert_eq!(fold("Jürgen MÜLLER"), "jurgen muller");
        assert_eq!(
            fold("Straße Øystein Łódź Æsir İstanbul ĳ ﬁne"),
            "strasse oystein lodz aesir istanbul ij fine"
        );
        assert_eq!(fold("e\u{301}te\u{301}"), "ete");
        assert_eq!(fold("Илья Ёжик Άλφας"), "илья ежик αλφασ");
    }

    #[test]
    fn apostrophes() {
        for spelling in ["Ch'ang-ho", "Ch’ang-ho", "Chʼang-ho", "CH`ANG-HO"] {
            assert_eq!(fold(spelling), "chang-ho");
        }
        assert_eq!(fold("'go' don't ’"), "'go' dont '");
    }

    #[test]
    fn east_asia() {
        assert_eq!(fold("Ｇｏ　１９路！"), "go 19路!");
        assert_eq!(fold("がガﾎﾝｲﾝﾎﾞｳﾊﾟ"), "がガホンインボウパ");
        assert_eq!(fold("か\u{3099}ハ\u{309A}"), "がパ");
        assert_eq!(fold("바둑"), "바둑");
        assert_eq!(fold(&"바둑이".nfd().collect::<String>()), "바둑이");
        assert_eq!(fold("\u{F9E1}昌鎬"), "李昌镐");
        assert_eq!(fold("黒勝 黑胜 \u{F9E1}國戰戦战"), "黑胜 黑胜 李国战战战");
        assert_eq!(fold_letters("黒勝 胜 勝"), "黒勝 胜 勝");
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for text in [
            "İI ẞ ǅ Ⅳ ﾞ ´a",
            "a\u{301}\u{302}\u{303}b",
            "\u{1100}\u{1161}\u{11A8}\u{11A8}",
            "x\u{FE0F}’y",
            "eʼ'b e'ʼb \u{FFBE}\u{1161} か\u{FE0F}\u{3099} \u{1100}\u{FE0F}\u{1161}\u{300}\u{11A8}",
        ] {
            let once = fold(text);
            assert_eq!(fold(&once), once, "{text}");
        }
        assert_eq!(fold(""), "");
    }
}
