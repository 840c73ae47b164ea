//! The names of an index with the persons they stand for, limited to the games that count.

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

/// Cost of folding one name and comparing it, in budget steps of about 10 ns.
const NAME: usize = 50;

/// All names of an index, and the games in which they are counted.
pub(super) struct CountedNames {
    pub(super) all: Arc<PlayerNames>,
    /// The games that count, including all their copies; `None` for all games.
    among: Option<Vec<SegmentHits>>,
    /// Games that have copies, if each game counts once.
    pub(super) copied: CopiedGames,
    /// Numbers of the persons whose games are read; `None` for all persons.
    only: Option<HashSet<usize>>,
}

impl CountedNames {
    /// All names, counted in all games.
    pub(super) fn of(index: &Index) -> Result<CountedNames> {
        let all = index.player_names()?;
        Ok(CountedNames { all, among: None, copied: CopiedGames::default(), only: None })
    }

    /// All names, counted in the games of a plan, or in all games without a plan.
    pub(super) fn among(index: &Index, plan: Option<&Plan>) -> Result<CountedNames> {
        let Some(plan) = plan else {
            return CountedNames::of(index);
        };
        let (mut segments, _, copied) = plan.hits_and_copies(index, false)?;
        for (ordinal, hits) in (0..).zip(&mut segments) {
            // For one person, the fullest copy that names the person may be another one than the fullest of all.
            hits.docs = copied.with(ordinal, &hits.docs).into_owned();
        }
        Ok(CountedNames { among: Some(segments), copied, ..CountedNames::of(index)? })
    }

    /// The games of a segment that count; `None` for all.
    pub(super) fn counted(&self, segment: SegmentOrdinal) -> Option<&[DocId]> {
        let hits = self.among.as_ref()?.get(segment as usize);
        Some(hits.map_or(&[], |hits| hits.docs.as_slice()))
    }

    /// True if a game counts.
    pub(super) fn is_counted(&self, segment: SegmentOrdinal, doc: DocId) -> bool {
        self.counted(segment).is_none_or(|docs| docs.binary_search(&doc).is_ok())
    }

    /// Limits the games that are read to those of some persons.
    pub(super) fn with_games_of(self, persons: &HashSet<usize>) -> CountedNames {
        CountedNames { only: Some(persons.clone()), ..self }
    }

    /// For each name of a seat's column, whether the games of its person are read; `None` if all are.
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
        // A name in a list may look as if it ended in a rank, so it is tried as it stands first.
        person(name).or_else(|| person(person::asked(name)))
    }

    /// The persons whom a name matches.
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
        // A name that contains a known person's name and other text matches only by the person, since other games do
        // not tell whether the text is there.
        let is_around = |name: &str| finder.whole(name).is_none() && finder.person(name).is_some();
        let written = pace.each(NAME, self.all.names.iter());
        written
            .filter(|(written, _)| asked.finds(written) && !is_around(written))
            .map(|(_, person)| *person)
            .chain(known)
            .collect()
    }
}

/// A requested name, compared with persons whose spellings in other indexes are not known here.
pub(super) struct NameMatcher {
    asked: AskedName,
    known: HashSet<PersonId>,
}

impl NameMatcher {
    pub(super) fn new(index: &Index, name: &str) -> NameMatcher {
        let asked = AskedName::new(person::asked(name));
        NameMatcher { known: index.aliases().perhaps(&asked).into_iter().collect(), asked }
    }

    /// True if the name may match some spelling of a person.
    pub(super) fn may_be(&self, person: &PersonKey) -> bool {
        match person {
            PersonKey::Known(person) => self.known.contains(person),
            PersonKey::Named(identity) => self.asked.may_find(identity),
        }
    }
}
