//! Finds the players who most often played a step (a next move in the table of continuations of a position), each with
//! all spellings of the name.
//!
//! In the columns of a segment names are numbers (term ordinals), and every column numbers its own. Games are counted
//! by these numbers first. Only then are the names looked up, each once for all rows and all answers
//! (`index/names.rs`). From then on a name has one number in all columns, and so has its person.

use crate::players::{COLUMNS, PersonKey};
use kifu_archive::error::Result;
use kifu_language::knowledge::aliases::PersonFinder;
use kifu_record::cancel::checkpoint;
use kifu_record::game::Color;
use kifu_store::index::Index;
use kifu_store::index::outcome_columns::SingleName;
use std::cmp::Reverse;
use std::collections::HashMap;
use tantivy::columnar::StrColumn;
use tantivy::{DocId, SegmentOrdinal};

/// Default number of players that a row of a table of continuations names.
pub const DEFAULT_NAMES: usize = 3;

/// Cost of reading the names of one game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 5;

/// Games of one segment that continue with a step (a next move) whose players are named.
pub(crate) struct MoverGames {
    pub(crate) ordinal: SegmentOrdinal,
    pub(crate) games: Vec<MoverGame>,
}

/// A game that continues with a step (a next move), and who played it.
pub(crate) struct MoverGame {
    pub(crate) doc: DocId,
    /// Row of the table of continuations in which the game is counted.
    pub(crate) row: u32,
    /// Colour that played the step.
    pub(crate) color: Color,
}

/// Names as written in the games, with the number of games in which each occurs, by row of the table of continuations.
#[derive(Default)]
pub(crate) struct WrittenNames {
    /// For each row up to the last one with games: pairs of the number by which the index knows a name, and the number
    /// of games with this name.
    rows: Vec<Vec<(u32, u64)>>,
}

impl WrittenNames {
    /// Reads, in each of the given games, the name of the player who played the next move by which the game is counted
    /// in the table of continuations, and counts the names of each row of that table.
    pub(crate) fn read(index: &Index, played: &[MoverGames]) -> Result<WrittenNames> {
        let mut written = WrittenNames::default();
        for segment in played.iter().filter(|segment| !segment.games.is_empty()) {
            for (color, field) in Color::BOTH.into_iter().zip(COLUMNS) {
                written
                    .add(index, segment, color, field)
                    .map_err(|error| index.error_from_tantivy(error))?;
            }
        }
        written.add_up(index.names().len());
        Ok(written)
    }

    /// For each row, in row order: all names with their numbers of games.
    pub(crate) fn all_by_row(self, index: &Index) -> Vec<Vec<(String, u64)>> {
        let known = index.names();
        let name = |&(name, games): &(u32, u64)| Some((known.get(name)?.0.to_owned(), games));
        let named = |row: &Vec<(u32, u64)>| {
            let mut names: Vec<_> = row.iter().filter_map(name).collect();
            names.sort_unstable();
            names
        };
        self.rows.iter().map(named).collect()
    }

    /// The `most` most frequent players of each row, chosen as [`frequent_players`] does.
    pub(crate) fn frequent_by_row(self, index: &Index, most: usize) -> Vec<Vec<(String, u64)>> {
        let known = index.names();
        let name = |&(name, games): &(u32, u64)| {
            let (name, person) = known.get(name)?;
            Some((person, name, games))
        };
        let mut totals = PersonTotals::default();
        self.rows
            .iter()
            .map(|row| {
                let names: Vec<_> = row.iter().filter_map(name).collect();
                totals.most_frequent(&names, most)
            })
            .collect()
    }

    /// Adds the names that the games of each row have in one column of a segment.
    fn add(
        &mut self,
        index: &Index,
        segment: &MoverGames,
        color: Color,
        field: &'static str,
    ) -> tantivy::Result<()> {
        let reader = index.searcher().segment_reader(segment.ordinal);
        let Some(column) = reader.fast_fields().str(field)? else {
            return Ok(());
        };
        let names = index.single_names(segment.ordinal, segment.games.len(), color, &column)?;
        let only = |doc| names.map_or(SingleName::Unknown, |names| names.get(doc));
        let rows = games_by_row(segment, color);
        let mut occurs = vec![false; column.num_terms()];
        let counts = count_names(index, &column, &only, &rows, &mut occurs);
        let met = (0..).zip(&occurs).filter(|(_, is_met)| **is_met);
        let place = (reader.segment_id(), field);
        index.look_up_names(place, &column, met.map(|(name, _)| name))?;
        let known = index.names();
        let numbers = known.of_column(place);
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

    /// Merges the entries of the same name within each row. Entries of names that were not looked up are dropped: the
    /// budget ended before them.
    fn add_up(&mut self, names: usize) {
        let mut sums = vec![0; names];
        for row in &mut self.rows {
            for &(name, games) in row.iter() {
                sums.get_mut(name as usize).into_iter().for_each(|sum| *sum += games);
            }
            row.retain_mut(|(name, games)| {
                *games = sums.get_mut(*name as usize).map_or(0, std::mem::take);
                *games > 0
            });
        }
    }
}

/// The games in which `color` played the step, row by row.
fn games_by_row(played: &MoverGames, color: Color) -> Vec<Vec<DocId>> {
    let mut rows: Vec<Vec<DocId>> = Vec::new();
    for game in played.games.iter().filter(|game| game.color == color) {
        let row = game.row as usize;
        if rows.len() <= row {
            rows.resize(row + 1, Vec::new());
        }
        rows.get_mut(row).into_iter().for_each(|docs| docs.push(game.doc));
    }
    rows
}

/// Counts the games of each name in a column, row by row. Sets `marks` for every name that occurs.
fn count_names(
    index: &Index,
    column: &StrColumn,
    only: &impl Fn(DocId) -> SingleName,
    rows: &[Vec<DocId>],
    marks: &mut [bool],
) -> Vec<Vec<(u64, u64)>> {
    let mut games = vec![0u64; marks.len()];
    let mut names = Vec::new();
    let mut ticker = index.budget().ticker();
    let mut count = |docs: &Vec<DocId>| {
        let mut occurring = Vec::new();
        let mut add = |name: u64| {
            let place = name as usize;
            if let (Some(games), Some(mark)) = (games.get_mut(place), marks.get_mut(place)) {
                if *games == 0 {
                    occurring.push(name);
                }
                *games += 1;
                *mark = true;
            }
        };
        for &doc in ticker.take_within_budget(GAME_STEPS, docs.iter()) {
            match only(doc) {
                SingleName::Missing => {}
                SingleName::Name(name) => add(name.into()),
                SingleName::Unknown => {
                    names.clear();
                    names.extend(column.ords().values_for_doc(doc));
                    // A name that occurs twice in a game counts once.
                    names.sort_unstable();
                    names.dedup();
                    names.iter().copied().for_each(&mut add);
                }
            }
        }
        let counted = |name: u64| (name, games.get_mut(name as usize).map_or(0, std::mem::take));
        occurring.into_iter().map(counted).collect()
    };
    rows.iter().map(&mut count).collect()
}

/// The `most` players with the most games, each called by the most frequent spelling. Players with equal numbers of
/// games are in the order of these spellings.
pub fn frequent_players(
    written: impl IntoIterator<Item = (String, u64)>,
    finder: &PersonFinder,
    most: usize,
) -> Vec<(String, u64)> {
    let mut numbers: HashMap<PersonKey, u32> = HashMap::new();
    let written: Vec<(String, u64)> = written.into_iter().collect();
    let person = |(name, games): &(String, u64)| {
        checkpoint();
        let next = numbers.len() as u32;
        let person = numbers.entry(PersonKey::from_name(name, finder)).or_insert(next);
        (*person, *games)
    };
    let persons: Vec<(u32, u64)> = written.iter().map(person).collect();
    let names = persons
        .into_iter()
        .zip(&written)
        .map(|((person, games), (name, _))| (person, name.as_str(), games));
    PersonTotals::default().most_frequent(&names.collect::<Vec<_>>(), most)
}

/// Number of games of each person in the current row, indexed by the person's number. After each row only the entries
/// that the row used are set back to 0, so the vector is allocated once for all rows.
#[derive(Default)]
struct PersonTotals(Vec<u64>);

impl PersonTotals {
    /// Does what [`frequent_players`] does, for names whose persons are already numbered.
    fn most_frequent(&mut self, names: &[(u32, &str, u64)], most: usize) -> Vec<(String, u64)> {
        let end = names
            .iter()
            .map(|(person, ..)| *person as usize + 1)
            .max()
            .unwrap_or(0)
            .max(self.0.len());
        self.0.resize(end, 0);
        for &(person, _, games) in names {
            self.0[person as usize] += games;
        }
        let mut persons = Vec::new();
        for &(person, ..) in names {
            let games = std::mem::take(&mut self.0[person as usize]);
            if games > 0 {
                persons.push((games, person));
            }
        }
        // Names are compared only for persons who may be among the first `most`, ties included.
        if let Some(last) = most.checked_sub(1).filter(|&last| last < persons.len()) {
            let (_, &mut (least, _), _) =
                persons.select_nth_unstable_by_key(last, |(games, _)| Reverse(*games));
            persons.retain(|(games, _)| *games >= least);
        }
        for (place, &(_, person)) in (1..).zip(&persons) {
            self.0[person as usize] = place;
        }
        let mut labels: Vec<Option<(Reverse<u64>, &str)>> = vec![None; persons.len()];
        for &(person, name, games) in names {
            let place = self.0[person as usize].checked_sub(1);
            if let Some(label) = place.and_then(|place| labels.get_mut(place as usize)) {
                let candidate = (Reverse(games), name);
                *label = Some(label.map_or(candidate, |label| label.min(candidate)));
            }
        }
        persons.iter().for_each(|&(_, person)| self.0[person as usize] = 0);
        let players = persons
            .iter()
            .zip(labels)
            .filter_map(|(&(games, _), label)| Some((Reverse(games), label?.1)));
        let mut players: Vec<_> = players.collect();
        players.sort_unstable();
        players.truncate(most);
        players.into_iter().map(|(Reverse(games), label)| (label.to_owned(), games)).collect()
    }
}
