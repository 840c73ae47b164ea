//! What tables tell of a game on request alone, since finding it out takes as long as the rest of a row.

use crate::error::Result;
use crate::index::Index;
use crate::index::document::languages_of;
use crate::knowledge::aliases::{Aliases, PersonFinder};
use crate::query::hits::Hit;
use crate::query::noted::{Noted, ProblemFacts};
use crate::record::problem::problem;
use crate::record::{GameInfo, GameRecord, Player};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// What is told of a game on request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowFacts {
    /// The languages of its comments.
    pub lang: Vec<String>,
    /// What it asks, if it is a problem.
    pub problem: Option<ProblemFacts>,
    /// The first person who had Black: if known, by the name that stands for all spellings, else as written.
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
        RowFacts {
            lang: languages_of(record)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            problem: problem(record).map(|problem| ProblemFacts {
                to_play: problem.to_play.map(|color| color.letter().to_string()),
                region: problem.region.as_str().to_owned(),
                solutions: problem.solutions.into(),
            }),
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
    noted: Noted<'i>,
}

impl<'i> FactFinder<'i> {
    pub(super) fn new(index: &'i Index) -> FactFinder<'i> {
        let aliases = index.aliases();
        FactFinder {
            aliases,
            finder: aliases.finder(),
            noted: Noted::new(index),
        }
    }

    /// The facts of a hit's game.
    pub(super) fn of(&mut self, hit: &Hit, info: &GameInfo) -> Result<RowFacts> {
        Ok(RowFacts {
            lang: self.noted.languages(hit)?,
            problem: self.noted.problem(hit)?,
            ..persons(info, self.aliases, &self.finder)
        })
    }
}
