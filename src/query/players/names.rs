//! The names of the players in an index with the persons they stand for, limited to the games that are counted.

use crate::collect::SegmentHits;
use crate::once_per_game::CopiedGames;
use crate::plan::Plan;
use kifu_archive::error::Result;
use kifu_language::knowledge::aliases::{NameQuery, PersonId};
use kifu_language::knowledge::person_key::PersonKey;
use kifu_record::person;
use kifu_store::index::Index;
use kifu_store::index::player_names::PlayerNames;
use std::collections::HashSet;
use std::sync::Arc;
use tantivy::{DocId, SegmentOrdinal};

pub(crate) use kifu_store::index::outcome_columns::NAME_COLUMNS as COLUMNS;

/// Cost of folding one name and comparing it, in budget steps of about 10 ns.
const NAME_STEPS: usize = 50;

/// All names of an index, and the games in which they are counted.
pub(super) struct CountedNames {
    pub(super) all: Arc<PlayerNames>,
    /// The counted games, including all their copies; `None` if all games are counted.
    games: Option<Vec<SegmentHits>>,
    /// Games that have copies, if each game counts once.
    pub(super) copied: CopiedGames,
    /// Numbers of the persons whose games are read; `None` for all persons.
    read_persons: Option<HashSet<usize>>,
}

impl CountedNames {
    /// All names of players, with their games counted in the whole index.
    pub(super) fn in_all_games(index: &Index) -> Result<CountedNames> {
        let all = index.player_names()?;
        Ok(CountedNames { all, games: None, copied: CopiedGames::default(), read_persons: None })
    }

    /// All names of players, with their games counted among those that a plan (prepared query) finds, or in the whole
    /// index.
    pub(super) fn in_games_of(index: &Index, plan: Option<&Plan>) -> Result<CountedNames> {
        let Some(plan) = plan else {
            return CountedNames::in_all_games(index);
        };
        let (mut segments, _, copied) = plan.hits_and_copies(index, false)?;
        for (ordinal, hits) in (0..).zip(&mut segments) {
            // For one person, the fullest copy that names the person may be another one than the fullest of all.
            hits.docs = copied.merged_with(ordinal, &hits.docs).into_owned();
        }
        Ok(CountedNames { games: Some(segments), copied, ..CountedNames::in_all_games(index)? })
    }

    /// The counted games of a segment; `None` if all are counted.
    pub(super) fn counted(&self, segment: SegmentOrdinal) -> Option<&[DocId]> {
        let hits = self.games.as_ref()?.get(segment as usize);
        Some(hits.map_or(&[], |hits| hits.docs.as_slice()))
    }

    /// True if a game is among the counted ones.
    pub(super) fn is_counted(&self, segment: SegmentOrdinal, doc: DocId) -> bool {
        self.counted(segment).is_none_or(|docs| docs.binary_search(&doc).is_ok())
    }

    /// Limits the counted games to those of the given persons.
    pub(super) fn with_games_of(self, persons: &HashSet<usize>) -> CountedNames {
        CountedNames { read_persons: Some(persons.clone()), ..self }
    }

    /// For each name in the column of one colour's players, true if the games of the name's person are read. `None` if
    /// the games of all persons are read.
    pub(super) fn read_names(&self, numbers: &[u32]) -> Option<Vec<bool>> {
        let only = self.read_persons.as_ref()?;
        let is_read = |number: &u32| {
            self.all.names.get(*number as usize).is_some_and(|(_, person)| only.contains(person))
        };
        Some(numbers.iter().map(is_read).collect())
    }

    /// The person whose whole name this is.
    pub(super) fn named_exactly(&self, index: &Index, name: &str) -> Option<usize> {
        let finder = index.aliases().finder();
        let person =
            |name: &str| self.all.persons.get(&PersonKey::from_name(name, &finder)).copied();
        // A name in a list of players may look as if it ended in a rank, so the unchanged name is looked up first.
        person(name).or_else(|| person(person::bare_name(name)))
    }

    /// The persons whom a name matches.
    pub(super) fn matching(&self, index: &Index, name: &str) -> HashSet<usize> {
        let name = person::bare_name(name);
        let requested = NameQuery::new(name);
        let known = index
            .aliases()
            .persons_with_words(name)
            .into_iter()
            .filter_map(|person| self.all.persons.get(&PersonKey::Known(person)).copied());
        let mut ticker = index.budget().ticker();
        let finder = index.aliases().finder();
        // A name in the index may be a known person's name with other text around it. Such a name matches only by that
        // person and not by the other text, which the names in the person's other games may lack.
        let is_around = |name: &str| {
            finder.person_with_full_name(name).is_none() && finder.person(name).is_some()
        };
        let written = ticker.take_within_budget(NAME_STEPS, self.all.names.iter());
        written
            .filter(|(written, _)| requested.matches(written) && !is_around(written))
            .map(|(_, person)| *person)
            .chain(known)
            .collect()
    }
}

/// A requested name, compared with persons whose spellings in other indexes are not known here.
pub(super) struct NameMatcher {
    requested: NameQuery,
    known: HashSet<PersonId>,
}

impl NameMatcher {
    pub(super) fn new(index: &Index, name: &str) -> NameMatcher {
        let requested = NameQuery::new(person::bare_name(name));
        NameMatcher {
            known: index.aliases().candidates(&requested).into_iter().collect(),
            requested,
        }
    }

    /// True if the name may match some spelling of a person.
    pub(super) fn may_match(&self, person: &PersonKey) -> bool {
        match person {
            PersonKey::Known(person) => self.known.contains(person),
            PersonKey::Named(identity) => self.requested.may_match(identity),
        }
    }
}
