//! The players who played a step most often, each with all spellings of the name.
//!
//! In the columns of a segment names are numbers, and every column has its own. Games are counted by number. Only then
//! are the names looked up, each once for all rows and in the order of the column's dictionary, so that no block of it
//! is unpacked twice. From then on a name has one number in all columns, and so has its person.

use crate::error::Result;
use crate::game::Color;
use crate::index::Index;
use crate::knowledge::aliases::PersonFinder;
use crate::patience::step;
use crate::query::players::{COLUMNS, PersonKey};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter::repeat;
use tantivy::columnar::StrColumn;
use tantivy::{DocId, SegmentOrdinal};

/// The usual number of names per row.
pub const NAMES: usize = 3;

/// The budget steps that reading the names of a game costs.
const GAME: usize = 5;

/// The budget steps that looking up a name costs, and the number of names looked up together.
const LOOKUP: usize = 100;
const PART: usize = 1 << 12;

/// The games of a segment, each with the row of the table that it is counted in and the seat that played its step.
pub(super) struct MoverGames {
    pub(super) ordinal: SegmentOrdinal,
    pub(super) games: Vec<(u32, Color, DocId)>,
}

/// Names as written, and how many games of each row they occur in.
#[derive(Default)]
pub(super) struct WrittenNames {
    /// The names, each once.
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// For each row up to the last one with games, numbers of names with games.
    rows: Vec<Vec<(u32, u64)>>,
}

/// The number of a name that was not looked up.
const UNKNOWN: u32 = u32::MAX;

impl WrittenNames {
    /// The names of all games.
    pub(super) fn of(index: &Index, played: &[MoverGames]) -> Result<WrittenNames> {
        let mut written = WrittenNames::default();
        for segment in played {
            for (color, field) in Color::BOTH.into_iter().zip(COLUMNS) {
                let reader = index.searcher().segment_reader(segment.ordinal);
                let column = reader.fast_fields().str(field);
                let column = column.map_err(|error| index.failed(error))?;
                if let Some(column) = column {
                    let added = written.add(index, &column, &by_row(segment, color));
                    added.map_err(|error| index.failed(error))?;
                }
            }
        }
        written.add_up();
        Ok(written)
    }

    /// For each row, in row order: all names with their numbers of games.
    pub(super) fn by_row(self) -> Vec<Vec<(String, u64)>> {
        let name =
            |&(name, games): &(u32, u64)| Some((self.names.get(name as usize)?.clone(), games));
        let named = |row: &Vec<(u32, u64)>| {
            let mut names: Vec<_> = row.iter().filter_map(name).collect();
            names.sort_unstable();
            names
        };
        self.rows.iter().map(named).collect()
    }

    /// The same with the `most` most frequent players, as [`frequent`] finds them.
    pub(super) fn frequent(self, finder: &PersonFinder, most: usize) -> Vec<Vec<(String, u64)>> {
        let mut numbers: HashMap<PersonKey, usize> = HashMap::new();
        let person = |name: &String| {
            let next = numbers.len();
            *numbers.entry(PersonKey::of(name, finder)).or_insert(next)
        };
        let persons: Vec<usize> = self.names.iter().map(person).collect();
        let name = |&(name, games): &(u32, u64)| {
            let person = persons.get(name as usize)?;
            Some((*person, self.names.get(name as usize)?.as_str(), games))
        };
        let rows = self.rows.iter();
        rows.map(|row| most_frequent(row.iter().filter_map(name).collect(), most))
            .collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Adds the names that the games of each row have in a column.
    fn add(
        &mut self,
        index: &Index,
        column: &StrColumn,
        rows: &[Vec<DocId>],
    ) -> tantivy::Result<()> {
        let mut numbers = vec![UNKNOWN; column.dictionary().num_terms()];
        let counts = counts(index, column, rows, &mut numbers);
        let met = (0..)
            .zip(&numbers)
            .filter(|(_, number)| **number != UNKNOWN);
        let met: Vec<u64> = met.map(|(name, _)| name).collect();
        let mut looked_up = Vec::with_capacity(met.len());
        let mut pace = index.budget().pace();
        for part in met.chunks(PART) {
            if pace.is_spent(LOOKUP * part.len()) {
                break;
            }
            (column.dictionary()).sorted_ords_to_term_cb(part, |name| {
                looked_up.push(self.number(&String::from_utf8_lossy(name)));
            })?;
        }
        let looked_up = looked_up.into_iter().chain(repeat(UNKNOWN));
        for (name, number) in met.into_iter().zip(looked_up) {
            numbers
                .get_mut(name as usize)
                .into_iter()
                .for_each(|slot| *slot = number);
        }
        if self.rows.len() < rows.len() {
            self.rows.resize(rows.len(), Vec::new());
        }
        for (row, counts) in self.rows.iter_mut().zip(counts) {
            let number = |name: u64| numbers.get(name as usize).copied();
            let counts = counts.into_iter();
            row.extend(counts.filter_map(|(name, games)| Some((number(name)?, games))));
        }
        Ok(())
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }

    /// Lists each name of a row once. Names that were not looked up are dropped.
    fn add_up(&mut self) {
        let mut sums = vec![0; self.names.len()];
        for row in &mut self.rows {
            for &(name, games) in row.iter() {
                sums.get_mut(name as usize)
                    .into_iter()
                    .for_each(|sum| *sum += games);
            }
            row.retain_mut(|(name, games)| {
                *games = sums.get_mut(*name as usize).map_or(0, std::mem::take);
                *games > 0
            });
        }
    }
}

/// The games in which a seat played the step, row by row.
fn by_row(played: &MoverGames, color: Color) -> Vec<Vec<DocId>> {
    let mut rows: Vec<Vec<DocId>> = Vec::new();
    for &(row, _, doc) in played.games.iter().filter(|(_, by, _)| *by == color) {
        let row = row as usize;
        if rows.len() <= row {
            rows.resize(row + 1, Vec::new());
        }
        rows.get_mut(row)
            .into_iter()
            .for_each(|docs| docs.push(doc));
    }
    rows
}

/// For each row, the numbers of names in a column with their games there. The names that occur are marked.
fn counts(
    index: &Index,
    column: &StrColumn,
    rows: &[Vec<DocId>],
    marks: &mut [u32],
) -> Vec<Vec<(u64, u64)>> {
    let mut games = vec![0u64; marks.len()];
    let mut names = Vec::new();
    let mut pace = index.budget().pace();
    let mut count = |docs: &Vec<DocId>| {
        let mut met = Vec::new();
        for &doc in pace.each(GAME, docs.iter()) {
            names.clear();
            names.extend(column.ords().values_for_doc(doc));
            // A name that occurs twice in a game counts once.
            names.sort_unstable();
            names.dedup();
            for &name in &names {
                let place = name as usize;
                if let (Some(games), Some(mark)) = (games.get_mut(place), marks.get_mut(place)) {
                    if *games == 0 {
                        met.push(name);
                    }
                    *games += 1;
                    *mark = 0;
                }
            }
        }
        let counted = |name: u64| (name, games.get_mut(name as usize).map_or(0, std::mem::take));
        met.into_iter().map(counted).collect()
    };
    rows.iter().map(&mut count).collect()
}

/// The `most` most frequent players among these names, each by the most frequent spelling; those with equal counts in
/// the order of these.
pub fn frequent(
    written: impl IntoIterator<Item = (String, u64)>,
    finder: &PersonFinder,
    most: usize,
) -> Vec<(String, u64)> {
    let mut numbers: HashMap<PersonKey, usize> = HashMap::new();
    let written: Vec<(String, u64)> = written.into_iter().collect();
    let person = |(name, games): &(String, u64)| {
        step();
        let next = numbers.len();
        let person = numbers.entry(PersonKey::of(name, finder)).or_insert(next);
        (*person, *games)
    };
    let persons: Vec<(usize, u64)> = written.iter().map(person).collect();
    let names = persons.into_iter().zip(&written);
    let names = names.map(|((person, games), (name, _))| (person, name.as_str(), games));
    most_frequent(names.collect(), most)
}

/// The same, given the person of each name, by number.
fn most_frequent(mut names: Vec<(usize, &str, u64)>, most: usize) -> Vec<(String, u64)> {
    names.sort_unstable_by(|a, b| (a.0, Reverse(a.2), a.1).cmp(&(b.0, Reverse(b.2), b.1)));
    let persons = names.chunk_by(|a, b| a.0 == b.0);
    let mut players: Vec<_> = persons.filter_map(player).collect();
    if most > 0 && players.len() > most {
        players.select_nth_unstable(most - 1);
    }
    players.truncate(most);
    players.sort_unstable();
    let told = players.into_iter();
    told.map(|(Reverse(games), label)| (label.to_owned(), games))
        .collect()
}

/// The games and the most frequent name of a person, whose names are sorted.
fn player<'n>(own: &[(usize, &'n str, u64)]) -> Option<(Reverse<u64>, &'n str)> {
    let (_, label, _) = own.first()?;
    let games = own.iter().map(|(.., games)| games).sum();
    Some((Reverse(games), label))
}
