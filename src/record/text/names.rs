//! When two spellings are one name: the rule that the index, searches and lists of players share.
//!
//! Case, accents and the gaps between the parts of a name do not matter: `Shin Jin-seo`, `Shin Jin Seo` and
//! `SHIN_JINSEO` are one name. The words may also come in another order, as in `Jinseo Shin`. A field with a name in
//! two scripts, or with a name and a title, is a spelling of the person who has one of these names.

use super::fold::{fold, is_cjk};

/// Names with fewer letters are never written as one word: `Cho U` is not `Chou`.
const LEAST_JOINED: usize = 6;
/// Names with more words are not reordered.
const MOST_TURNED: usize = 4;

/// What all spellings of a name have in common, if the order of its words is the same.
pub fn identity(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = words(&folded).collect();
    if words.is_empty() { folded } else { joined(&words) }
}

/// The words of a folded text with a space on both sides of each; characters of scripts without spaces count as words.
pub fn spaced(folded: &str) -> String {
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

/// Whether a character is a letter or a digit. Most Chinese characters and hangul need no look into Unicode's tables.
pub fn is_letter(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') || c.is_alphanumeric()
}

/// The identities of a name whose words may be rotated, its own one first. A name with many words keeps its order.
pub fn identities(name: &str) -> Vec<String> {
    let folded = fold(name);
    let mut words: Vec<&str> = words(&folded).collect();
    let turns = match words.len() {
        count @ 0..=MOST_TURNED => count,
        _ => 1,
    };
    (0..turns)
        .map(|_| {
            let identity = joined(&words);
            words.rotate_left(1);
            identity
        })
        .collect()
}

/// The spellings of one person that a name field consists of: those [with an addition](with_addition), and a name in
/// two scripts side by side (`孔杰 Kong Jie`). Empty for all other names. The caller's table says whether a person has
/// these names.
pub fn spellings_in(name: &str) -> Vec<&str> {
    let found = with_addition(name);
    if found.is_empty() && is_mixed(name) {
        return side_by_side(name).unwrap_or_default();
    }
    found
}

/// The spellings of one person in a name with an addition: in another script in brackets (`콩제(孔杰)`), a title
/// (`이세돌名人`), or the capitals of a team or server after a name without any (`孔杰CGI`).
pub fn with_addition(name: &str) -> Vec<&str> {
    if !is_mixed(name) {
        return Vec::new();
    }
    match bracketed(name) {
        Some(both) => both,
        None => without_suffix(name).into_iter().collect(),
    }
}

/// Names with more bytes consist of something else.
const LONGEST: usize = 120;
/// Titles as written right after a name.
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

/// A quick look that rules out nearly all names.
fn is_mixed(name: &str) -> bool {
    !name.is_ascii() && name.len() <= LONGEST
}

/// The names before and inside brackets at the end.
fn bracketed(name: &str) -> Option<Vec<&str>> {
    let inner = name.trim_end().strip_suffix([')', '）', ']', '】'])?;
    let (name, other) = inner.rsplit_once(['(', '（', '[', '【'])?;
    in_two_scripts(name, other)
}

/// The names before and after a gap or a slash.
fn side_by_side(name: &str) -> Option<Vec<&str>> {
    let mut halves = name
        .match_indices(|c: char| c.is_whitespace() || c == '/')
        .map(|(at, gap)| (name.get(..at), name.get(at + gap.len()..)));
    halves.find_map(|(name, other)| in_two_scripts(name?, other?))
}

/// Two texts that may be the same name. Single letters in brackets only tell namesakes apart (`이상훈(大)`).
fn in_two_scripts<'n>(name: &'n str, other: &'n str) -> Option<Vec<&'n str>> {
    let (name, other) = (name.trim(), other.trim());
    let long = |text: &str| text.chars().nth(1).is_some();
    let differ = NameScript::of(name)? != NameScript::of(other)?;
    (differ && long(name) && long(other)).then(|| vec![name, other])
}

/// The name before a title or capitals.
fn without_suffix(name: &str) -> Option<&str> {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let capitals = (2..=4).contains(&(name.len() - bare.len())) && bare.ends_with(is_cjk);
    let title = || TITLES.iter().find_map(|title| name.strip_suffix(title));
    let bare = if capitals { Some(bare) } else { title() };
    let bare = bare.map(str::trim_end);
    bare.filter(|bare| bare.chars().nth(1).is_some() && NameScript::of(bare).is_some())
}

/// The script of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NameScript {
    /// Latin and other scripts with capitals.
    Cased,
    /// Korean letters.
    Hangul,
    /// Chinese characters.
    Han,
    /// Kana, perhaps with Han characters.
    Japanese,
}

impl NameScript {
    /// The only script in which a text has letters.
    pub fn of(text: &str) -> Option<NameScript> {
        let mut letters = text.chars().filter(|c| c.is_alphabetic());
        let first = NameScript::of_letter(letters.next()?)?;
        letters.try_fold(first, |script, letter| match (script, NameScript::of_letter(letter)?) {
            (script, other) if script == other => Some(script),
            (NameScript::Han | NameScript::Japanese, NameScript::Han | NameScript::Japanese) => {
                Some(NameScript::Japanese)
            }
            _ => None,
        })
    }

    fn of_letter(c: char) -> Option<NameScript> {
        match c {
            '\u{ac00}'..='\u{d7a3}' => Some(NameScript::Hangul),
            '\u{3041}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => Some(NameScript::Japanese),
            '\u{3005}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Some(NameScript::Han),
            c if c.is_lowercase() || c.is_uppercase() => Some(NameScript::Cased),
            _ => None,
        }
    }
}

/// The words of a folded name.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(is_gap).filter(|word| !word.is_empty())
}

/// Whether the character only separates the parts of a name. Other symbols belong to it, as in `�1` or `x*`.
fn is_gap(c: char) -> bool {
    let is_ascii = |byte: u8| b"-_'\".,;:/()[]{}".contains(&byte);
    c.is_whitespace()
        || u8::try_from(c).is_ok_and(is_ascii)
        || matches!(c, '·' | '・' | '–' | '—' | '，' | '“' | '”')
}

/// The words without the gaps, except beside digits, which would become another number.
fn joined(words: &[&str]) -> String {
    let mut joined = String::with_capacity(words.iter().map(|word| word.len() + 1).sum());
    for word in words {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if !joined.is_empty() && (digit(joined.chars().next_back()) || digit(word.chars().next())) {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    if words.len() > 1 && joined.is_ascii() && joined.len() < LEAST_JOINED {
        joined.push(' ');
    }
    joined
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn gaps_do_not_part_a_name() {
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
            let all: Vec<String> = names.split('|').map(identity).collect();
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
            assert_eq!(spellings_in(name).join(","), want, "{name}");
        }
        assert_eq!(with_addition("孔杰 Kong Jie"), [""; 0]);
    }

    #[test]
    fn words_may_be_rotated() {
        let own = identity("Shin Jinseo");
        for name in ["Shin Jinseo", "Jinseo Shin", "Jin-seo, Shin", "Jin Seo Shin"] {
            assert!(identities(name).contains(&own), "{name}");
        }
        assert!(!identities("Seo Shin Jin Seo").contains(&own));
        assert_eq!(identities("a b c d e"), ["abcde "]);
        assert_eq!(identities("-"), Vec::<String>::new());
    }
}
