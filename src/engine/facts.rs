//! What tables tell of a game on request alone, since finding it out takes as long as the rest of a row.

use crate::error::Result;
use crate::index::Index;
use crate::knowledge::aliases::{Aliases, PersonFinder};
use crate::query::hits::Hit;
use crate::query::languages::Languages;
use crate::record::{GameInfo, GameRecord, Player};
use crate::text::lang::languages;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// What is told of a game on request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowFacts {
    /// The languages of its comments.
    pub lang: Vec<String>,
    /// The name that stands for all spellings of Black, or of the first person who had Black.
    pub black: Option<String>,
    /// The same of White.
    pub white: Option<String>,
}

impl RowFacts {
    /// The facts of a game that was read without an index.
    pub(super) fn of_record(record: &GameRecord) -> RowFacts {
        static ALIASES: OnceLock<Aliases> = OnceLock::new();
        static FINDER: OnceLock<PersonFinder<'static>> = OnceLock::new();
        let aliases = ALIASES.get_or_init(Aliases::default);
        let finder = FINDER.get_or_init(|| aliases.finder());
        let comments = record.tree.comments().map(|(_, text)| text);
        let lang = languages(comments).into_iter().map(str::to_owned);
        RowFacts {
            lang: lang.collect(),
            ..persons(&record.info, aliases, finder)
        }
    }
}

fn persons(info: &GameInfo, aliases: &Aliases, finder: &PersonFinder) -> RowFacts {
    let name = |player: &Player| {
        let first = player.persons().first()?.name;
        let known = finder.person(first).and_then(|person| aliases.name(person));
        Some(known.unwrap_or(first).to_owned())
    };
    RowFacts {
        black: name(&info.players.black),
        white: name(&info.players.white),
        ..RowFacts::default()
    }
}

/// Finds the facts of games of an index.
pub(super) struct FactFinder<'i> {
    aliases: &'i Aliases,
    finder: PersonFinder<'i>,
    languages: Languages<'i>,
}

impl<'i> FactFinder<'i> {
    pub(super) fn new(index: &'i Index) -> FactFinder<'i> {
        let aliases = index.aliases();
        FactFinder {
            aliases,
            finder: aliases.finder(),
            languages: Languages::new(index),
        }
    }

    /// The facts of a hit's game.
    pub(super) fn of(&mut self, hit: &Hit, info: &GameInfo) -> Result<RowFacts> {
        Ok(RowFacts {
            lang: self.languages.of(hit)?,
            ..persons(info, self.aliases, &self.finder)
        })
    }
}
