//! The names of an index, each with the person it stands for.

use crate::collect::SegmentHits;
use crate::once::CopiedGames;
use crate::plan::Plan;
use kifu_archive::error::Result;
use kifu_language::knowledge::aliases::{AskedName, PersonId};
use kifu_language::knowledge::person_key::PersonKey;
use kifu_record::person;
use kifu_store::index::Index;
use kifu_store::index::player_names::PlayerNames;
use std::collections::HashSet;
use std::sync::Arc;
use tantivy::{DocId, SegmentOrdinal};

pub(crate) use kifu_store::index::tallied::NAMES as COLUMNS;

/// The budget steps that folding and comparing a name costs.
const NAME: usize = 50;

/// All names of an index, with the games of which they are counted.
pub(super) struct CountedNames {
    pub(super) all: Arc<PlayerNames>,
    /// The games that count, copies of them as well; `None` for all.
    among: Option<Vec<SegmentHits>>,
    /// If each game counts once: the games that have copies.
    pub(super) copied: CopiedGames,
    /// The persons whose games alone are read; `None` for all.
    only: Option<HashSet<usize>>,
}

impl CountedNames {
    /// All names with all games.
    pub(super) fn of(index: &Index) -> Result<CountedNames> {
        let all = index.player_names()?;
        Ok(CountedNames { all, among: None, copied: CopiedGames::default(), only: None })
    }

    /// All names with the games of a plan; `None` for all games.
    pub(super) fn among(index: &Index, plan: Option<&Plan>) -> Result<CountedNames> {
        let Some(plan) = plan else {
            return CountedNames::of(index);
        };
        let (mut segments, _, copied) = plan.hits_and_copies(index, false)?;
        for (ordinal, hits) in (0..).zip(&mut segments) {
            // Another copy than the fullest of all may be the fullest that names a person.
            hits.docs = copied.with(ordinal, &hits.docs).into_owned();
        }
        Ok(CountedNames { among: Some(segments), copied, ..CountedNames::of(index)? })
    }

    /// The games of a segment that count; `None` for all.
    pub(super) fn counted(&self, segment: SegmentOrdinal) -> Option<&[DocId]> {
        let hits = self.among.as_ref()?.get(segment as usize);
        Some(hits.map_or(&[], |hits| hits.docs.as_slice()))
    }

    /// Whether a game counts.
    pub(super) fn is_counted(&self, segment: SegmentOrdinal, doc: DocId) -> bool {
        self.counted(segment).is_none_or(|docs| docs.binary_search(&doc).is_ok())
    }

    /// Leaves out all games but those of some persons.
    pub(super) fn with_games_of(self, persons: &HashSet<usize>) -> CountedNames {
        CountedNames { only: Some(persons.clone()), ..self }
    }

    /// For each name of a seat's column, whether its person's games are read; `None` if all are.
    pub(super) fn read_names(&self, numbers: &[u32]) -> Option<Vec<bool>> {
        let only = self.only.as_ref()?;
        let is_read = |number: &u32| {
            self.all.names.get(*number as usize).is_some_and(|(_, person)| only.contains(person))
        };
        Some(numbers.iter().map(is_read).collect())
    }

    /// The person whose whole name this is.
    pub(super) fn called(&self, index: &Index, name: &str) -> Option<usize> {
        let finder = index.aliases().finder();
        let person = |name: &str| self.all.persons.get(&PersonKey::of(name, &finder)).copied();
        // What a list shows may look as if it had a rank.
        person(name).or_else(|| person(person::asked(name)))
    }

    /// The persons whom a name finds.
    pub(super) fn matching(&self, index: &Index, name: &str) -> HashSet<usize> {
        let name = person::asked(name);
        let asked = AskedName::new(name);
        let known = index
            .aliases()
            .with_words(name)
            .into_iter()
            .filter_map(|person| self.all.persons.get(&PersonKey::Known(person)).copied());
        let mut pace = index.budget().pace();
        let finder = index.aliases().finder();
        // What is written around a known person's name finds nobody: games elsewhere do not tell that it is there.
        let is_around = |name: &str| finder.whole(name).is_none() && finder.person(name).is_some();
        let written = pace.each(NAME, self.all.names.iter());
        written
            .filter(|(written, _)| asked.finds(written) && !is_around(written))
            .map(|(_, person)| *person)
            .chain(known)
            .collect()
    }
}

/// A requested name, to be compared with persons whose spellings in other indexes are not known.
pub(super) struct NameMatcher {
    asked: AskedName,
    known: HashSet<PersonId>,
}

impl NameMatcher {
    pub(super) fn new(index: &Index, name: &str) -> NameMatcher {
        let asked = AskedName::new(person::asked(name));
        NameMatcher { known: index.aliases().perhaps(&asked).into_iter().collect(), asked }
    }

    /// Whether some spelling of a person's name may be found.
    pub(super) fn may_be(&self, person: &PersonKey) -> bool {
        match person {
            PersonKey::Known(person) => self.known.contains(person),
            PersonKey::Named(identity) => self.asked.may_find(identity),
        }
    }
}
