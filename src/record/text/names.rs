//! Rule for when two spellings are one name, shared by the index, searches and lists of players.
//!
//! Case, accents and the gaps between the parts of a name do not matter: `Shin Jin-seo`, `Shin Jin Seo` and
//! `SHIN_JINSEO` are one name. The words may also be rotated, as in `Jinseo Shin`. A field with a name in two scripts,
//! or with a name and a title, is a spelling of the person who has one of these names.

use super::fold::{fold, is_cjk};

/// Number of letters from which a name may also be written as one word. Shorter names may not: `Cho U` is not `Chou`.
const MIN_JOINED_BYTES: usize = 6;
/// Greatest number of words in a name that may be rotated. Longer texts are seldom just a name.
const MAX_ROTATED_WORDS: usize = 4;

/// Returns the key that all spellings of a name share if their words are in the same order.
pub fn identity_key(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = words(&folded).collect();
    if words.is_empty() { folded } else { join_words(&words) }
}

/// Puts a space on both sides of each word of a folded text, so that a word can be searched with its borders.
/// Characters of scripts without spaces count as words.
pub fn pad_words(folded: &str) -> String {
    let mut out = String::with_capacity(folded.len() * 2);
    out.push(' ');
    for c in folded.chars() {
        let (is_letter, is_cjk) = (is_letter(c), is_cjk(c));
        let parts = !is_letter && c != '\'' || is_cjk;
        if parts && !out.ends_with(' ') {
            out.push(' ');
        }
        if is_letter {
            out.push(c);
        }
        if is_cjk {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// Whether a character is a letter or a digit. The two ranges spare most Chinese characters and hangul a search in
/// Unicode's tables.
pub fn is_letter(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') || c.is_alphanumeric()
}

/// Returns the [`identity_key`] of a name and of each rotation of its words, the unrotated one first. A name of more
/// than four words is not rotated.
pub fn rotated_identity_keys(name: &str) -> Vec<String> {
    let folded = fold(name);
    let mut words: Vec<&str> = words(&folded).collect();
    let rotations = match words.len() {
        count @ 0..=MAX_ROTATED_WORDS => count,
        _ => 1,
    };
    (0..rotations)
        .map(|_| {
            let identity = join_words(&words);
            words.rotate_left(1);
            identity
        })
        .collect()
}

/// Splits a name field into the spellings of one person that it may consist of: a name [with an
/// addition](split_addition), or a name in two scripts side by side (`孔杰 Kong Jie`). Empty for all other names. The
/// caller has to check in its table of players that one person has all these names.
pub fn split_spellings(name: &str) -> Vec<&str> {
    let found = split_addition(name);
    if found.is_empty() && may_hold_spellings(name) {
        return split_side_by_side(name).unwrap_or_default();
    }
    found
}

/// Splits a name with an addition into spellings of one person. The addition is the name in another script in brackets
/// (`콩제(孔杰)`), a title (`이세돌名人`), or the capitals of a team or server after a name without capitals (`孔杰CGI`).
pub fn split_addition(name: &str) -> Vec<&str> {
    if !may_hold_spellings(name) {
        return Vec::new();
    }
    match split_bracketed(name) {
        Some(both) => both,
        None => without_title(name).into_iter().collect(),
    }
}

/// Greatest length in bytes of a field that is examined. A longer field is no pair of names.
const MAX_NAME_BYTES: usize = 120;
/// Titles that are written directly after a name, such as 名人 (Meijin) and 국수 (Guksu).
const TITLES: [&str; 17] = [
    "명인",
    "국수",
    "기성",
    "본인방",
    "십단",
    "천원",
    "왕좌",
    "왕위",
    "本因坊",
    "名人",
    "棋聖",
    "棋圣",
    "天元",
    "王座",
    "碁聖",
    "碁圣",
    "十段",
];

/// Quick test whether a name field may have several spellings: it has characters beyond ASCII and is not too long.
/// Rules out nearly all names.
fn may_hold_spellings(name: &str) -> bool {
    !name.is_ascii() && name.len() <= MAX_NAME_BYTES
}

/// Splits `name (other)` if the two parts are in different scripts.
fn split_bracketed(name: &str) -> Option<Vec<&str>> {
    let inner = name.trim_end().strip_suffix([')', '）', ']', '】'])?;
    let (name, other) = inner.rsplit_once(['(', '（', '[', '【'])?;
    pair_in_two_scripts(name, other)
}

/// Splits a text at the first space or slash that has different scripts on its two sides.
fn split_side_by_side(name: &str) -> Option<Vec<&str>> {
    let mut halves = name
        .match_indices(|c: char| c.is_whitespace() || c == '/')
        .map(|(at, gap)| (name.get(..at), name.get(at + gap.len()..)));
    halves.find_map(|(name, other)| pair_in_two_scripts(name?, other?))
}

/// Returns both texts if they are in different scripts and longer than a letter. A single letter in brackets only tells
/// namesakes apart (`이상훈(大)`).
fn pair_in_two_scripts<'n>(name: &'n str, other: &'n str) -> Option<Vec<&'n str>> {
    let (name, other) = (name.trim(), other.trim());
    let long = |text: &str| text.chars().nth(1).is_some();
    let differ = NameScript::from_text(name)? != NameScript::from_text(other)?;
    (differ && long(name) && long(other)).then(|| vec![name, other])
}

/// Returns the name without a title, or without two to four capitals, at its end.
fn without_title(name: &str) -> Option<&str> {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let capitals = (2..=4).contains(&(name.len() - bare.len())) && bare.ends_with(is_cjk);
    let title = || TITLES.iter().find_map(|title| name.strip_suffix(title));
    let bare = if capitals { Some(bare) } else { title() };
    let bare = bare.map(str::trim_end);
    bare.filter(|bare| bare.chars().nth(1).is_some() && NameScript::from_text(bare).is_some())
}

/// Script in which a name is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NameScript {
    /// Latin or another script with capitals.
    Cased,
    /// Hangul, the Korean letters.
    Hangul,
    /// Chinese characters only.
    Han,
    /// Kana, perhaps with Chinese characters.
    Japanese,
}

impl NameScript {
    /// Returns the script of a text. `None` if it has no letters, or letters of two scripts; Chinese characters with
    /// kana are Japanese.
    pub fn from_text(text: &str) -> Option<NameScript> {
        let mut letters = text.chars().filter(|c| c.is_alphabetic());
        let first = NameScript::from_letter(letters.next()?)?;
        letters.try_fold(first, |script, letter| match (script, NameScript::from_letter(letter)?) {
            (script, other) if script == other => Some(script),
            (NameScript::Han | NameScript::Japanese, NameScript::Han | NameScript::Japanese) => {
                Some(NameScript::Japanese)
            }
            _ => None,
        })
    }

    fn from_letter(c: char) -> Option<NameScript> {
        match c {
            '\u{ac00}'..='\u{d7a3}' => Some(NameScript::Hangul),
            '\u{3041}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => Some(NameScript::Japanese),
            '\u{3005}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Some(NameScript::Han),
            c if c.is_lowercase() || c.is_uppercase() => Some(NameScript::Cased),
            _ => None,
        }
    }
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(is_gap).filter(|word| !word.is_empty())
}

/// Whether a character only separates the parts of a name. Other symbols belong to the name, as in `�1` or `x*`.
fn is_gap(c: char) -> bool {
    let is_ascii = |byte: u8| b"-_'\".,;:/()[]{}".contains(&byte);
    c.is_whitespace()
        || u8::try_from(c).is_ok_and(is_ascii)
        || matches!(c, '·' | '・' | '–' | '—' | '，' | '“' | '”')
}

/// Joins the words of a name without gaps. A space stays beside a digit, because two digits would become another
/// number, and is added after a short ASCII name of several words, so that `Cho U` differs from `Chou`.
fn join_words(words: &[&str]) -> String {
    let mut joined = String::with_capacity(words.iter().map(|word| word.len() + 1).sum());
    for word in words {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if !joined.is_empty() && (digit(joined.chars().next_back()) || digit(word.chars().next())) {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    if words.len() > 1 && joined.is_ascii() && joined.len() < MIN_JOINED_BYTES {
        joined.push(' ');
    }
    joined
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn gaps_do_not_matter_in_names() {
        for (names, same) in [
            ("Shin Jinseo|Shin Jin Seo|shin jin-seo|Shin_Jin_Seo|SHIN, Jin'seo|ShinJinseo", true),
            ("Lee Se-dol|Lee Sedol|Lee Se dol", true),
            ("Ke Jie|Ke_Jie|ke-jie|Ke, Jie", true),
            ("Yoo Chang-hyuk|Yoo Ch'ang Hyuk", true),
            ("이야마 유타|이야마유타", true),
            ("マイケル・レドモンド|マイケルレドモンド", true),
            ("Cho U|Chou", false),
            ("Ko Ji-e|Ko Jie", true),
            ("Zen 19|Zen19", false),
            ("bot 1 2|bot 12", false),
            ("王\u{FFFD}|王", false),
            ("x*|x", false),
            ("Lee Sedol|Sedol Lee", false),
            ("-|_", false),
        ] {
            let all: Vec<String> = names.split('|').map(identity_key).collect();
            assert_eq!(all.windows(2).all(|two| two[0] == two[1]), same, "{names}: {all:?}");
        }
    }

    #[test]
    fn names_that_hold_several_spellings() {
        let rows = "콩제(孔杰)=>콩제,孔杰|Kong Jie（孔杰）=>Kong Jie,孔杰|Lü Fan (呂範)=>Lü Fan,呂範|고바야시 이즈미(小林泉美)=>고바야시 이즈미,小林泉美|\
            李世乭(イ・セドル)=>李世乭,イ・セドル|孔杰 Kong Jie=>孔杰,Kong Jie|Kong Jie 孔杰=>Kong Jie,孔杰|孔杰/Kong Jie=>孔杰,Kong Jie|\
            孔杰CGI=>孔杰|이세돌名人=>이세돌|李世石名人=>李世石|조훈현국수=>조훈현|Kong Jie=>|孔杰=>|Wang Lei (b)=>|이상훈(大)=>|\
            유창혁(파크랜드)=>|若雪S=>|陈昊ch=>|国手=>|X국수=>|林むつみ=>|AlphaGo白=>|Gérard (toto)=>|(孔杰)=>|()=>|　=>";
        for row in rows.split('|') {
            let (name, want) = row.split_once("=>").expect("a row");
            assert_eq!(split_spellings(name).join(","), want, "{name}");
        }
        assert_eq!(split_addition("孔杰 Kong Jie"), [""; 0]);
    }

    #[test]
    fn words_may_be_rotated() {
        let expected = identity_key("Shin Jinseo");
        for name in ["Shin Jinseo", "Jinseo Shin", "Jin-seo, Shin", "Jin Seo Shin"] {
            assert!(rotated_identity_keys(name).contains(&expected), "{name}");
        }
        assert!(!rotated_identity_keys("Seo Shin Jin Seo").contains(&expected));
        assert_eq!(rotated_identity_keys("a b c d e"), ["abcde "]);
        assert_eq!(rotated_identity_keys("-"), Vec::<String>::new());
    }
}
