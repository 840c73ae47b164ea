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
use crate::query::sums::add_up;
use std::cmp::Reverse;
use std::collections::HashMap;
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
    /// Rows and numbers of names, with games; at first perhaps several times the same.
    games: Vec<((u32, u32), u64)>,
}

impl WrittenNames {
    /// The names of all games.
    pub(super) fn of(index: &Index, played: &[MoverGames]) -> Result<WrittenNames> {
        let mut written = WrittenNames::default();
        for segment in played {
            for (color, field) in Color::BOTH.into_iter().zip(COLUMNS) {
                let fast = index
                    .searcher()
                    .segment_reader(segment.ordinal)
                    .fast_fields();
                let column = fast.str(field).map_err(|error| index.failed(error))?;
                if let Some(column) = column {
                    let counts = counts(index, &column, by_row(segment, color));
                    let added = written.add(index, &column, counts);
                    added.map_err(|error| index.failed(error))?;
                }
            }
        }
        add_up(&mut written.games);
        Ok(written)
    }

    /// For each row, in row order and up to the last one with games: all names with their numbers of games.
    pub(super) fn by_row(self) -> Vec<Vec<(String, u64)>> {
        let mut rows: Vec<Vec<(String, u64)>> = Vec::new();
        for of_row in self.rows() {
            let name = |&((_, name), games): &((u32, u32), u64)| {
                Some((self.names.get(name as usize)?.clone(), games))
            };
            let mut names: Vec<_> = of_row.iter().filter_map(name).collect();
            names.sort_unstable();
            put(&mut rows, of_row, names);
        }
        rows
    }

    /// The same with the `most` most frequent players, as [`frequent`] finds them.
    pub(super) fn frequent(self, finder: &PersonFinder, most: usize) -> Vec<Vec<(String, u64)>> {
        let mut numbers: HashMap<PersonKey, usize> = HashMap::new();
        let person = |name: &String| {
            let next = numbers.len();
            *numbers.entry(PersonKey::of(name, finder)).or_insert(next)
        };
        let persons: Vec<usize> = self.names.iter().map(person).collect();
        let mut rows = Vec::new();
        for of_row in self.rows() {
            let name = |&((_, name), games): &((u32, u32), u64)| {
                let person = persons.get(name as usize)?;
                Some((*person, self.names.get(name as usize)?.as_str(), games))
            };
            let names = of_row.iter().filter_map(name).collect();
            put(&mut rows, of_row, most_frequent(names, most));
        }
        rows
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn rows(&self) -> impl Iterator<Item = &[((u32, u32), u64)]> {
        self.games.chunk_by(|a, b| a.0.0 == b.0.0)
    }

    /// Adds the names with these numbers in a column.
    fn add(
        &mut self,
        index: &Index,
        column: &StrColumn,
        mut counts: Vec<((u64, u32), u64)>,
    ) -> tantivy::Result<()> {
        counts.sort_unstable();
        let by_name: Vec<&[_]> = counts.chunk_by(|a, b| a.0.0 == b.0.0).collect();
        let mut pace = index.budget().pace();
        for part in by_name.chunks(PART) {
            if pace.is_spent(LOOKUP * part.len()) {
                break;
            }
            let number = |same: &&[((u64, u32), u64)]| same.first().map(|((number, _), _)| *number);
            let numbers: Vec<u64> = part.iter().filter_map(number).collect();
            let mut named = part.iter();
            (column.dictionary()).sorted_ords_to_term_cb(&numbers, |name| {
                let number = self.number(&String::from_utf8_lossy(name));
                let rows = named.next().into_iter().flat_map(|same| same.iter());
                self.games
                    .extend(rows.map(|&((_, row), games)| ((row, number), games)));
            })?;
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
}

/// Puts the names of a row in its place.
fn put(
    rows: &mut Vec<Vec<(String, u64)>>,
    of_row: &[((u32, u32), u64)],
    names: Vec<(String, u64)>,
) {
    let row = of_row.first().map_or(0, |((row, _), _)| *row as usize);
    rows.resize(row, Vec::new());
    rows.push(names);
}

/// The games in which a seat played the step, row by row.
fn by_row(played: &MoverGames, color: Color) -> Vec<(u32, Vec<DocId>)> {
    let mut rows: Vec<(u32, Vec<DocId>)> = Vec::new();
    for &(row, _, doc) in played.games.iter().filter(|(_, by, _)| *by == color) {
        let place = row as usize;
        if rows.len() <= place {
            rows.extend((rows.len() as u32..=row).map(|row| (row, Vec::new())));
        }
        if let Some((_, docs)) = rows.get_mut(place) {
            docs.push(doc);
        }
    }
    rows
}

/// How many games of each row have a name, by its number in a column and the row.
fn counts(
    index: &Index,
    column: &StrColumn,
    rows: Vec<(u32, Vec<DocId>)>,
) -> Vec<((u64, u32), u64)> {
    let mut found = Vec::new();
    let mut games = vec![0u32; column.dictionary().num_terms()];
    let (mut met, mut names) = (Vec::new(), Vec::new());
    let mut pace = index.budget().pace();
    for (row, docs) in rows {
        for doc in pace.each(GAME, docs.into_iter()) {
            names.clear();
            names.extend(column.ords().values_for_doc(doc));
            // A name that occurs twice in a game counts once.
            names.sort_unstable();
            names.dedup();
            for &name in &names {
                if let Some(games) = games.get_mut(name as usize) {
                    *games += 1;
                    if *games == 1 {
                        met.push(name);
                    }
                }
            }
        }
        let count = |name| {
            let games = games.get_mut(name as usize).map(std::mem::take);
            ((name, row), u64::from(games.unwrap_or(0)))
        };
        found.extend(met.drain(..).map(count));
    }
    found
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
