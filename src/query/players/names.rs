//! The names of an index, each with the person it stands for.

use super::person::PersonKey;
use crate::collect::SegmentHits;
use crate::once::CopiedGames;
use crate::plan::Plan;
use kifu_archive::error::Result;
use kifu_language::knowledge::aliases::{AskedName, PersonId};
use kifu_record::person;
use kifu_store::index::Index;
use std::collections::{HashMap, HashSet};
use tantivy::index::SegmentReader;
use tantivy::{DocId, SegmentOrdinal};

pub(crate) use kifu_store::index::tallied::NAMES as COLUMNS;

/// The budget steps that folding and comparing a name costs.
const NAME: usize = 50;

/// All names as written, numbered; and persons, numbered.
#[derive(Default)]
pub(super) struct PlayerNames {
    /// The names, and the person of each.
    pub(super) written: Vec<(String, usize)>,
    /// The number of each person.
    pub(super) persons: HashMap<PersonKey, usize>,
    /// For every segment and column, the numbers of its names in their order.
    pub(super) segments: Vec<[Vec<usize>; 2]>,
    /// The games that count, copies of them as well; `None` for all.
    among: Option<Vec<SegmentHits>>,
    /// If each game is wanted once: those that have copies.
    pub(super) copied: CopiedGames,
    /// The persons whose games alone are read; `None` for all.
    only: Option<HashSet<usize>>,
}

impl PlayerNames {
    pub(super) fn of(index: &Index) -> Result<PlayerNames> {
        let finder = index.aliases().finder();
        let mut names = PlayerNames::default();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for reader in index.searcher().segment_readers() {
            let mut columns = [Vec::new(), Vec::new()];
            for (column, field) in columns.iter_mut().zip(COLUMNS) {
                each_name(index, reader, field, &mut |name| {
                    if let Some(&number) = numbers.get(name) {
                        column.push(number);
                        return;
                    }
                    let next = names.persons.len();
                    let person = names.persons.entry(PersonKey::of(name, &finder));
                    let person = *person.or_insert(next);
                    column.push(names.written.len());
                    numbers.insert(name.to_owned(), names.written.len());
                    names.written.push((name.to_owned(), person));
                })?;
            }
            names.segments.push(columns);
        }
        Ok(names)
    }

    /// The same, where only the games of a plan count.
    pub(super) fn among(index: &Index, plan: Option<&Plan>) -> Result<PlayerNames> {
        let Some(plan) = plan else {
            return PlayerNames::of(index);
        };
        let (mut segments, _, copied) = plan.hits_and_copies(index, false)?;
        for (ordinal, hits) in (0..).zip(&mut segments) {
            // Another copy than the fullest of all may be the fullest that names a person.
            hits.docs = copied.with(ordinal, &hits.docs).into_owned();
        }
        Ok(PlayerNames { among: Some(segments), copied, ..PlayerNames::of(index)? })
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

    /// The same, of which only the games of some persons are read.
    pub(super) fn with_games_of(self, persons: &HashSet<usize>) -> PlayerNames {
        PlayerNames { only: Some(persons.clone()), ..self }
    }

    /// For each name of a seat's column, whether its person's games are read; `None` if all are.
    pub(super) fn read_names(&self, numbers: &[usize]) -> Option<Vec<bool>> {
        let only = self.only.as_ref()?;
        let is_read = |number: &usize| {
            self.written.get(*number).is_some_and(|(_, person)| only.contains(person))
        };
        Some(numbers.iter().map(is_read).collect())
    }

    /// The person whose whole name this is.
    pub(super) fn called(&self, index: &Index, name: &str) -> Option<usize> {
        let finder = index.aliases().finder();
        let person = |name: &str| self.persons.get(&PersonKey::of(name, &finder)).copied();
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
            .filter_map(|person| self.persons.get(&PersonKey::Known(person)).copied());
        let mut pace = index.budget().pace();
        let finder = index.aliases().finder();
        // What is written around a known person's name finds nobody: games elsewhere do not tell that it is there.
        let is_around = |name: &str| finder.whole(name).is_none() && finder.person(name).is_some();
        let written = pace.each(NAME, self.written.iter());
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

/// The names of a column of a segment, in their order.
pub(crate) fn each_name(
    index: &Index,
    reader: &SegmentReader,
    field: &str,
    take: &mut dyn FnMut(&str),
) -> Result<()> {
    let fail = |error| index.failed(error);
    if index.budget().is_spent() {
        return Ok(());
    }
    let mut pace = index.budget().pace();
    let column = reader.fast_fields().str(field).map_err(fail)?;
    let Some(column) = column else {
        return Ok(());
    };
    let mut stream = column.dictionary().stream().map_err(|error| fail(error.into()))?;
    while !pace.is_spent(NAME) && stream.advance() {
        take(&String::from_utf8_lossy(stream.key()));
    }
    Ok(())
}
