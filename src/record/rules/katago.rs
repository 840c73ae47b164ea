//! Rules as KataGo writes them into its games: codes of single rules, such as `koPOSITIONALscoreAREAtaxNONEsui1`.

use super::Ruleset;
use std::fmt;

/// Rules of Go, each by itself, as KataGo combines them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KataGoRules {
    ko: Ko,
    scoring: Scoring,
    tax: Tax,
    /// True if several stones may capture themselves. KataGo never allows the suicide of a single stone.
    suicide: bool,
    /// True if the first player who passes gets half a point.
    button: bool,
    bonus: Bonus,
    /// True if passes end the game although dead stones are still on the board.
    friendly_pass: bool,
}

/// Which repetition of a position the rules forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ko {
    Simple,
    Positional,
    Situational,
    Spight,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scoring {
    Area,
    Territory,
}

/// Points that groups lose: none, those of the eyes in a seki, or two points for each group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tax {
    None,
    Seki,
    All,
}

/// Points that White gets for the handicap stones: none, one for each, or one for each but the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bonus {
    None,
    EachButFirst,
    Each,
}

impl KataGoRules {
    /// Reads KataGo's codes; `None` for any other text. Versions of 2019 write no `tax`; `button`, `whb` and `fpok` are
    /// left out if they do not apply.
    pub fn parse(text: &str) -> Option<KataGoRules> {
        const FLAG: [(&str, bool); 2] = [("0", false), ("1", true)];
        const KO: [(&str, Ko); 4] = [
            ("SIMPLE", Ko::Simple),
            ("POSITIONAL", Ko::Positional),
            ("SITUATIONAL", Ko::Situational),
            ("SPIGHT", Ko::Spight),
        ];
        const SCORING: [(&str, Scoring); 2] =
            [("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
        const TAX: [(&str, Tax); 3] = [("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
        // The longer code comes first, because the shorter one is its beginning.
        const BONUS: [(&str, Bonus); 3] =
            [("0", Bonus::None), ("N-1", Bonus::EachButFirst), ("N", Bonus::Each)];
        let mut rest = text.trim();
        let ko = read_code(&mut rest, "ko", &KO)?;
        let scoring = read_code(&mut rest, "score", &SCORING)?;
        let usual_tax = if scoring == Scoring::Area { Tax::None } else { Tax::Seki };
        let rules = KataGoRules {
            ko,
            scoring,
            tax: read_code(&mut rest, "tax", &TAX).unwrap_or(usual_tax),
            suicide: read_code(&mut rest, "sui", &FLAG)?,
            button: read_code(&mut rest, "button", &FLAG).unwrap_or(false),
            bonus: read_code(&mut rest, "whb", &BONUS).unwrap_or(Bonus::None),
            friendly_pass: read_code(&mut rest, "fpok", &FLAG).unwrap_or(false),
        };
        rest.is_empty().then_some(rules)
    }

    /// True if the rules allow the suicide of several stones.
    pub fn allows_suicide(&self) -> bool {
        self.suicide
    }

    /// Rule set that consists of just these rules, as KataGo defines it. The Korean rules are the same as the Japanese
    /// ones in these respects.
    pub fn ruleset(&self) -> Option<Ruleset> {
        if self.button {
            return None;
        }
        match (self.ko, self.scoring, self.tax, self.suicide, self.bonus) {
            (Ko::Positional, Scoring::Area, Tax::None, true, Bonus::None)
                if !self.friendly_pass =>
            {
                Some(Ruleset::TrompTaylor)
            }
            (Ko::Simple | Ko::Positional, Scoring::Area, Tax::None, false, Bonus::Each) => {
                Some(Ruleset::Chinese)
            }
            (Ko::Situational, Scoring::Area, Tax::None, false, Bonus::EachButFirst) => {
                Some(Ruleset::Aga)
            }
            (Ko::Situational, Scoring::Area, Tax::None, true, Bonus::None) => {
                Some(Ruleset::NewZealand)
            }
            (Ko::Simple, Scoring::Territory, Tax::Seki, false, Bonus::None) => {
                Some(Ruleset::Japanese)
            }
            _ => None,
        }
    }
}

/// Reads a key and one of its values from the beginning of a text; `None` if the text begins with anything else.
fn read_code<T: Copy>(rest: &mut &str, key: &str, values: &[(&str, T)]) -> Option<T> {
    let after = rest.strip_prefix(key)?;
    let (after, value) =
        values.iter().find_map(|(code, value)| Some((after.strip_prefix(code)?, *value)))?;
    *rest = after;
    Some(value)
}

/// Writes the rules in words: `area scoring, positional superko, suicide allowed`.
impl fmt::Display for KataGoRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.scoring {
            Scoring::Area => "area scoring",
            Scoring::Territory => "territory scoring",
        })?;
        f.write_str(match self.ko {
            Ko::Simple => ", simple ko",
            Ko::Positional => ", positional superko",
            Ko::Situational => ", situational superko",
            Ko::Spight => ", Spight ko",
        })?;
        f.write_str(if self.suicide { ", suicide allowed" } else { ", no suicide" })?;
        f.write_str(match self.tax {
            Tax::None => "",
            Tax::Seki => ", no points in seki",
            Tax::All => ", group tax",
        })?;
        f.write_str(if self.button { ", button" } else { "" })?;
        f.write_str(match self.bonus {
            Bonus::None => "",
            Bonus::EachButFirst => ", White gets a point for each handicap stone but the first",
            Bonus::Each => ", White gets a point for each handicap stone",
        })?;
        f.write_str(if self.friendly_pass { ", friendly pass" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_words() {
        for (text, words, ruleset) in [
            (
                "koPOSITIONALscoreAREAtaxNONEsui1",
                "area scoring, positional superko, suicide allowed",
                Some(Ruleset::TrompTaylor),
            ),
            (
                "koSIMPLEscoreTERRITORYtaxSEKIsui0",
                "territory scoring, simple ko, no suicide, no points in seki",
                Some(Ruleset::Japanese),
            ),
            (
                " koSIMPLEscoreAREAtaxNONEsui0whbNfpok1 ",
                "area scoring, simple ko, no suicide, White gets a point for each handicap stone, friendly pass",
                Some(Ruleset::Chinese),
            ),
            (
                "koSITUATIONALscoreAREAtaxNONEsui0whbN-1",
                "area scoring, situational superko, no suicide, White gets a point for each handicap stone but the first",
                Some(Ruleset::Aga),
            ),
            (
                "koSITUATIONALscoreAREAtaxNONEsui1",
                "area scoring, situational superko, suicide allowed",
                Some(Ruleset::NewZealand),
            ),
            (
                "koSPIGHTscoreTERRITORYtaxALLsui1button1",
                "territory scoring, Spight ko, suicide allowed, group tax, button",
                None,
            ),
            // KataGo of 2019 writes no code for the tax (points that groups lose).
            (
                "koPOSITIONALscoreAREAsui1",
                "area scoring, positional superko, suicide allowed",
                Some(Ruleset::TrompTaylor),
            ),
            (
                "koSIMPLEscoreTERRITORYsui0",
                "territory scoring, simple ko, no suicide, no points in seki",
                Some(Ruleset::Japanese),
            ),
            // These rules differ from those of Tromp and Taylor by the friendly pass, so they are no known rule set.
            (
                "koPOSITIONALscoreAREAtaxNONEsui1fpok1",
                "area scoring, positional superko, suicide allowed, friendly pass",
                None,
            ),
        ] {
            let rules = KataGoRules::parse(text);
            assert_eq!(rules.map(|rules| rules.to_string()).as_deref(), Some(words), "{text}");
            assert_eq!(rules.and_then(|rules| rules.ruleset()), ruleset, "{text}");
            assert_eq!(Ruleset::parse(text), ruleset, "{text}");
        }
        for text in [
            "",
            "ko",
            "Korean",
            "koPOSITIONAL",
            "koPOSITIONALscoreAREAtaxNONE",
            "koPOSITIONALscoreAREAtaxNONEsui2",
            "koPOSITIONALscoreAREAtaxNONEsui1 and more",
            "KOPOSITIONALSCOREAREATAXNONESUI1",
        ] {
            assert_eq!(KataGoRules::parse(text), None, "{text}");
        }
    }
}
