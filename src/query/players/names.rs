//! The names of an index, each with the person it stands for.

use crate::error::Result;
use crate::index::Index;
use crate::knowledge::aliases::{Asked, PersonId};
use crate::text::names::identity;
use std::collections::{HashMap, HashSet};
use tantivy::index::SegmentReader;

/// The columns of names, Black's first.
pub(in crate::query) const COLUMNS: [&str; 2] = ["black_name", "white_name"];

/// The budget steps that folding and comparing a name costs.
const NAME: usize = 50;

/// All names as written, numbered; and persons, numbered.
#[derive(Default)]
pub(super) struct Names {
    /// The names, and the person of each.
    pub(super) written: Vec<(String, usize)>,
    /// What the names of each person have in common.
    pub(super) persons: Vec<Same>,
    /// For every segment and column, the numbers of its names in their order.
    pub(super) segments: Vec<[Vec<usize>; 2]>,
}

/// What makes two names the same person's.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Same {
    Known(PersonId),
    Named(String),
}

impl Names {
    pub(super) fn of(index: &Index) -> Result<Names> {
        let finder = index.aliases().finder();
        let mut names = Names::default();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut persons: HashMap<Same, usize> = HashMap::new();
        for reader in index.searcher().segment_readers() {
            let mut columns = [Vec::new(), Vec::new()];
            for (column, field) in columns.iter_mut().zip(COLUMNS) {
                each_name(index, reader, field, &mut |name| {
                    if let Some(&number) = numbers.get(name) {
                        column.push(number);
                        return;
                    }
                    let same = match finder.person(name) {
                        Some(person) => Same::Known(person),
                        None => Same::Named(identity(name)),
                    };
                    let person = *persons.entry(same).or_insert_with_key(|same| {
                        names.persons.push(same.clone());
                        names.persons.len() - 1
                    });
                    column.push(names.written.len());
                    numbers.insert(name.to_owned(), names.written.len());
                    names.written.push((name.to_owned(), person));
                })?;
            }
            names.segments.push(columns);
        }
        Ok(names)
    }

    /// The identities of a person's names.
    pub(super) fn identities(&self, index: &Index, person: usize) -> Vec<String> {
        match self.persons.get(person) {
            Some(Same::Known(person)) => {
                let spellings = index.aliases().spellings(*person);
                spellings.map(|own| own.identity.clone()).collect()
            }
            Some(Same::Named(identity)) => vec![identity.clone()],
            None => Vec::new(),
        }
    }

    /// The persons whom a name finds.
    pub(super) fn matching(&self, index: &Index, name: &str) -> HashSet<usize> {
        let aliases = index.aliases();
        let mut pace = index.budget().pace();
        let asked = Asked::new(name);
        let finder = aliases.finder();
        let known = aliases.with_words(name);
        let fits = |written: &str| {
            let person = || finder.person(written);
            asked.finds(written)
                || !known.is_empty() && person().is_some_and(|p| known.contains(&p))
        };
        let written = pace.each(NAME, self.written.iter());
        let found = written.filter(|(written, _)| fits(written));
        found.map(|(_, person)| *person).collect()
    }
}

/// The names of a column of a segment, in their order.
pub(in crate::query) fn each_name(
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
    let stream = column.dictionary().stream();
    let mut stream = stream.map_err(|error| fail(error.into()))?;
    while !pace.is_spent(NAME) && stream.advance() {
        take(&String::from_utf8_lossy(stream.key()));
    }
    Ok(())
}
