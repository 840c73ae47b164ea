//! What the copies in an archive teach about the names of players.

use super::Sink;
use super::failure::Result;
use super::question::Ask;
use super::request::LearnNames;
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_query::players::learned::{MixedName, NamePair, PairMeaning, learn};
use serde::Serialize;

/// What an archive teaches about names. Nothing of it is used until somebody adds it to their own spellings.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedNames {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// What was learned, in the order of the meanings, and of each that with the most evidence first.
    pub facts: Vec<NameFact>,
}

/// Something that was learned about names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NameFact {
    /// What it means.
    pub meaning: NameMeaning,
    /// The names, or the name. A person who is known comes first, by the name that stands for all spellings.
    pub names: Vec<String>,
    /// The groups of copies that say so, or the other names that stand in the seats of an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The first and the last year of a career.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<(i32, i32)>,
}

/// What is learned about names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameMeaning {
    /// Two names are one person's in two scripts.
    Translation,
    /// Two names are one person's in one script.
    Variant,
    /// Two persons who are known as two stand in one seat of the same game.
    Contradiction,
    /// A name is an account that several persons use.
    Account,
    /// A name is that of two persons, or a date is wrong: nobody plays for so long.
    Career,
}

impl NameMeaning {
    /// Its name: `translation`, `variant`, `contradiction`, `account`, `career`.
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
        // The sort is stable, so those with the most evidence stay first.
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
