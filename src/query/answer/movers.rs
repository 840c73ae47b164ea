//! The players who played a step most often, each with all spellings of the name.
//!
//! In the columns of a segment names are numbers, and every column has its own. Games are counted by number. Only then
//! are the names looked up, those of all rows of a column together and in the order of its dictionary, so that no block
//! of it is unpacked twice.

use crate::error::Result;
use crate::game::Color;
use crate::index::Index;
use crate::knowledge::aliases::PersonFinder;
use crate::patience::step;
use crate::query::players::{COLUMNS, PersonKey, Spelled};
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

/// For each row with games, in row order: all names as written, with their numbers of games.
pub(super) fn written(index: &Index, played: &[MoverGames]) -> Result<Vec<Vec<(String, u64)>>> {
    let rows = played.iter().flat_map(|segment| &segment.games);
    let rows = rows.map(|(row, ..)| row + 1).max().unwrap_or(0);
    let mut names = vec![Vec::new(); rows as usize];
    for segment in played {
        for seat in Color::BOTH.into_iter().zip(COLUMNS) {
            if let Some(column) = NameCounts::of(index, segment, seat)? {
                let added = column.add_names(index, &mut names);
                added.map_err(|error| index.failed(error))?;
            }
        }
    }
    names.iter_mut().for_each(add_up);
    Ok(names)
}

/// The `most` most frequent players among these names, each by the most frequent spelling; those with equal counts in
/// the order of these.
pub fn frequent(
    written: impl IntoIterator<Item = (String, u64)>,
    finder: &PersonFinder,
    most: usize,
) -> Vec<(String, u64)> {
    let mut persons: HashMap<PersonKey, (Spelled, u64)> = HashMap::new();
    for (name, games) in written {
        step();
        let (names, all) = persons.entry(PersonKey::of(&name, finder)).or_default();
        names.push(name, games);
        *all += games;
    }
    let persons = persons.into_values();
    let mut players: Vec<_> = persons
        .map(|(names, all)| (names.into_label(), all))
        .collect();
    players.sort_by(|(a, games), (b, more)| (Reverse(games), a).cmp(&(Reverse(more), b)));
    players.truncate(most);
    players
}

/// The games of a row that have a name.
struct NameCount {
    name: u64,
    row: u32,
    games: u64,
}

/// The games in a column of names, sorted by name and row.
struct NameCounts {
    column: StrColumn,
    counts: Vec<NameCount>,
}

impl NameCounts {
    fn of(
        index: &Index,
        played: &MoverGames,
        (color, field): (Color, &str),
    ) -> Result<Option<NameCounts>> {
        let fail = |error| index.failed(error);
        let reader = index.searcher().segment_reader(played.ordinal);
        let Some(column) = reader.fast_fields().str(field).map_err(fail)? else {
            return Ok(None);
        };
        let mut met: Vec<(u64, u32)> = Vec::new();
        let mut names = Vec::new();
        let mut pace = index.budget().pace();
        let games = played.games.iter().filter(|(_, by, _)| *by == color);
        for &(row, _, doc) in pace.each(GAME, games) {
            names.clear();
            names.extend(column.ords().values_for_doc(doc));
            // A name that occurs twice in a game counts once.
            names.sort_unstable();
            names.dedup();
            met.extend(names.iter().map(|&name| (name, row)));
        }
        met.sort_unstable();
        let count = |same: &[(u64, u32)]| {
            let &(name, row) = same.first()?;
            let games = same.len() as u64;
            Some(NameCount { name, row, games })
        };
        let counts = met.chunk_by(|a, b| a == b).filter_map(count).collect();
        Ok(Some(NameCounts { column, counts }))
    }

    /// Adds the names of this column to the rows that have them.
    fn add_names(&self, index: &Index, rows: &mut [Vec<(String, u64)>]) -> tantivy::Result<()> {
        let mut pace = index.budget().pace();
        let dictionary = self.column.dictionary();
        for counts in self.counts.chunks(PART) {
            if pace.is_spent(LOOKUP * counts.len()) {
                break;
            }
            let mut named = counts.iter();
            let numbers: Vec<u64> = counts.iter().map(|count| count.name).collect();
            dictionary.sorted_ords_to_term_cb(&numbers, |name| {
                let count = named.next();
                let row = count.and_then(|count| Some((rows.get_mut(count.row as usize)?, count)));
                if let Some((row, count)) = row {
                    row.push((String::from_utf8_lossy(name).into_owned(), count.games));
                }
            })?;
        }
        Ok(())
    }
}
