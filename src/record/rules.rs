//! The rule sets of Go, by the names that records give them.

mod katago;

use std::fmt;

use super::amount::normalize;
pub use katago::KataGoRules;

/// Rule set that a game of Go is played under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ruleset {
    /// Territory rules as in Japan.
    Japanese,
    /// Area rules as in China today.
    Chinese,
    /// Territory rules as in Korea.
    Korean,
    /// Rules of the American Go Association.
    Aga,
    /// Ing's rules, which the Goe cup uses.
    Ing,
    /// Rules of New Zealand.
    NewZealand,
    /// Rules of Tromp and Taylor.
    TrompTaylor,
}

/// Names of each rule set in several languages, in lower case with blanks between them. ASCII names match only as whole
/// words, all others also inside of words.
const NAMES: [(Ruleset, &str); 7] = [
    (Ruleset::Japanese, "japanese japan jpn jp japanisch japonais japonaises japones 日本 일본"),
    (Ruleset::Chinese, "chinese china cn chn chinesisch chinois chinoises chino 中国 中國 중국"),
    (Ruleset::Korean, "korean korea kr kor koreanisch 韩国 韓国 韓國 한국"),
    (Ruleset::Aga, "aga"),
    (Ruleset::Ing, "ing goe 应氏 應氏 応氏 잉창치 응씨"),
    (Ruleset::NewZealand, "nz zealand newzealand 新西兰 新西蘭"),
    (Ruleset::TrompTaylor, "tromp taylor tromptaylor"),
];

impl Ruleset {
    /// Reads the name of a rule set (SGF FF\[4\], property RU). `None` if the text names two rule sets, or an old form
    /// of one, such as ancient Chinese rules. Also reads the rules that KataGo writes as codes.
    pub fn parse(text: &str) -> Option<Ruleset> {
        if let Some(rules) = KataGoRules::parse(text) {
            return rules.ruleset();
        }
        let text = normalize(text);
        let mut found = None;
        for word in text.split(|c: char| !c.is_alphabetic()) {
            if matches!(word, "old" | "ancient") || word.starts_with("古") {
                return None;
            }
            let named = |name: &str| word == name || !name.is_ascii() && word.contains(name);
            let ruleset =
                (NAMES.iter()).find(|(_, names)| !word.is_empty() && names.split(' ').any(named));
            if let Some((ruleset, _)) = ruleset {
                if found.is_some_and(|found| found != *ruleset) {
                    return None;
                }
                found = Some(*ruleset);
            }
        }
        found
    }

    /// Names of the rule set in all languages, in lower case. Names in Chinese or Korean characters may be followed by
    /// a word for rules, as in `应氏规则`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let rows = NAMES.iter().filter(move |(ruleset, _)| *ruleset == self);
        rows.flat_map(|(_, names)| names.split(' '))
    }

    /// Usual English name of the rule set.
    pub fn as_str(self) -> &'static str {
        match self {
            Ruleset::Japanese => "Japanese",
            Ruleset::Chinese => "Chinese",
            Ruleset::Korean => "Korean",
            Ruleset::Aga => "AGA",
            Ruleset::Ing => "Ing",
            Ruleset::NewZealand => "New Zealand",
            Ruleset::TrompTaylor => "Tromp-Taylor",
        }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
