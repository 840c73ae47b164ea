//! Conclusions about the names of players from copies of games in the archive: if two copies of one game have different
//! names for Black, both may be names of one person.

use super::Sink;
use super::failure::Result;
use super::question::Ask;
use super::request::LearnNames;
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_query::players::learned_names::{MixedName, NamePair, PairMeaning, learn};
use serde::Serialize;

/// Conclusions about names that were drawn from an archive. They have no effect until the user adds them to the list of
/// spellings.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedNames {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Conclusions, grouped by their meaning. Within each meaning, those with the most evidence come first.
    pub facts: Vec<NameFact>,
}

/// Conclusion about one name or a pair of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NameFact {
    /// What the conclusion says, such as that both names belong to one person.
    pub meaning: NameMeaning,
    /// Names that the conclusion is about: one or two. If one of the persons is known, that person comes first, with
    /// the name that stands for all spellings.
    pub names: Vec<String>,
    /// Strength of the evidence. For a pair of names, the number of groups of copies that have both names for the same
    /// player; for an account, the number of other names that copies have in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// First and last year in which games name the player, for a career that is too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<(i32, i32)>,
}

/// What a conclusion about names says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameMeaning {
    /// Two names in two scripts belong to one person.
    Translation,
    /// Two names in one script belong to one person.
    Variant,
    /// Two copies of one game name two known persons as the same player.
    Contradiction,
    /// One name is an account that several persons use.
    Account,
    /// One name belongs to two persons, or a date is wrong: the games with this name span more than 80 years.
    Career,
}

impl NameMeaning {
    /// Returns the name of the meaning in JSON: `translation`, `variant`, `contradiction`, `account` or `career`.
    pub fn as_str(self) -> &'static str {
        match self {
            NameMeaning::Translation => "translation",
            NameMeaning::Variant => "variant",
            NameMeaning::Contradiction => "contradiction",
            NameMeaning::Account => "account",
            NameMeaning::Career => "career",
        }
    }
}

impl Ask for LearnNames {
    type Answer = LearnedNames;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<LearnedNames> {
        let learned = learn(snapshot.index)?;
        let pairs = learned.pairs.into_iter().map(NameFact::of_pair);
        let mixed = learned.mixed.into_iter().map(NameFact::of_mixed);
        let mut facts: Vec<NameFact> = pairs.chain(mixed).collect();
        // The sort is stable, so conclusions with more evidence stay first within each meaning.
        facts.sort_by_key(|fact| fact.meaning);
        Ok(LearnedNames { v: VERSION, facts })
    }
}

impl NameFact {
    fn of_pair(pair: NamePair) -> NameFact {
        NameFact {
            meaning: match pair.meaning {
                PairMeaning::Translation => NameMeaning::Translation,
                PairMeaning::Variant => NameMeaning::Variant,
                PairMeaning::Contradiction => NameMeaning::Contradiction,
            },
            names: pair.names.into(),
            games: Some(pair.groups),
            years: None,
        }
    }

    fn of_mixed(mixed: MixedName) -> NameFact {
        match mixed {
            MixedName::Account { name, others } => NameFact {
                meaning: NameMeaning::Account,
                names: vec![name],
                games: Some(others),
                years: None,
            },
            MixedName::Career { name, years } => NameFact {
                meaning: NameMeaning::Career,
                names: vec![name],
                games: None,
                years: Some(years),
            },
        }
    }
}
