//! The rules of Go, by the names that records give them.

use std::fmt;

use super::amount::narrow;

/// The rules that a game was played under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ruleset {
    /// Territory, as in Japan.
    Japanese,
    /// Area, as in China today.
    Chinese,
    /// Territory, as in Korea.
    Korean,
    /// Those of the American Go Association.
    Aga,
    /// Ing's rules, those of the Goe cup.
    Ing,
    /// Those of New Zealand.
    NewZealand,
    /// The Tromp-Taylor rules.
    TrompTaylor,
}

/// Their names. Longer names come before those that they contain.
const NAMES: [(Ruleset, &str); 7] = [
    (Ruleset::Japanese, "japanese japan jpn jp japanisch japonais japonaises japones 日本 일본"),
    (Ruleset::Chinese, "chinese china cn chn chinesisch chinois chinoises chino 中国 中國 중국"),
    (Ruleset::Korean, "korean korea kr kor koreanisch 韩国 韓国 韓國 한국"),
    (Ruleset::Aga, "aga"),
    (Ruleset::Ing, "ing goe 应氏 應氏 応氏 잉창치 응씨"),
    (Ruleset::NewZealand, "nz zealand 新西兰 新西蘭"),
    (Ruleset::TrompTaylor, "tromp taylor tromptaylor"),
];

impl Ruleset {
    /// Reads the name of a ruleset (SGF FF\[4\], property RU). `None` if the text names two, or an old form of one.
    pub fn parse(text: &str) -> Option<Ruleset> {
        let text = narrow(text);
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

    /// Its names in all languages, in lower case. Some are parts of words, as in `应氏规则`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let own = NAMES.iter().filter(move |(ruleset, _)| *ruleset == self);
        own.flat_map(|(_, names)| names.split(' '))
    }

    /// The usual English name.
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
