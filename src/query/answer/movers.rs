//! The players who played a step most often.
//!
//! In the columns of a segment names are numbers, and every column has its own. Games are counted by number. Only then
//! are names looked up, namely those that may be among the most frequent of all columns together.

use crate::error::Result;
use crate::game::Color;
use crate::index::Index;
use crate::patience::Pace;
use std::cmp::Reverse;
use std::collections::BTreeMap;
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
pub(super) struct Played {
    pub(super) ordinal: SegmentOrdinal,
    pub(super) games: Vec<(u32, Color, DocId)>,
}

/// For each row with games, in row order: its `most` most frequent players with their numbers of games.
pub(super) fn frequent(
    index: &Index,
    played: &[Played],
    most: usize,
) -> Result<Vec<Vec<(String, u64)>>> {
    let mut columns = Vec::new();
    for segment in played {
        for color in Color::BOTH {
            columns.extend(Counted::of(index, segment, color)?);
        }
    }
    let rows = columns.iter().filter_map(|column| column.counts.last());
    let rows = rows.map(|count| count.row + 1).max().unwrap_or(0);
    let mut names: Vec<BTreeMap<String, u64>> = vec![BTreeMap::new(); rows as usize];
    let mut pace = index.budget().pace();
    for column in &columns {
        column
            .add_names(&columns, most, &mut names, &mut pace)
            .map_err(|error| index.failed(error))?;
    }
    let mut pace = index.budget().pace();
    let row = |(row, names): (usize, BTreeMap<String, u64>)| {
        let mut players = Vec::new();
        for (name, mut games) in pace.each(LOOKUP * columns.len(), names.into_iter()) {
            // Where all names are wanted, every column has added its games.
            if most < usize::MAX {
                let own = columns.iter().map(|column| column.games(row as u32, &name));
                games = own.sum::<tantivy::Result<u64>>()?;
            }
            players.push((name, games));
        }
        // The sort is stable, so players with equal counts stay in the order of their names.
        players.sort_by_key(|&(_, games)| Reverse(games));
        players.truncate(most);
        Ok(players)
    };
    let rows: tantivy::Result<Vec<_>> = names.into_iter().enumerate().map(row).collect();
    rows.map_err(|error| index.failed(error))
}

/// The games of a row that one person played.
struct Count {
    row: u32,
    name: u64,
    games: u64,
}

/// The games in a column of names, sorted by row and name.
struct Counted {
    column: StrColumn,
    counts: Vec<Count>,
}

impl Counted {
    fn of(index: &Index, played: &Played, color: Color) -> Result<Option<Counted>> {
        let fail = |error| index.failed(error);
        let name = match color {
            Color::Black => "black_name",
            Color::White => "white_name",
        };
        let reader = index.searcher().segment_reader(played.ordinal);
        let Some(column) = reader.fast_fields().str(name).map_err(fail)? else {
            return Ok(None);
        };
        let mut met: Vec<(u32, u64)> = Vec::new();
        let mut names = Vec::new();
        let mut pace = index.budget().pace();
        let games = played.games.iter().filter(|(_, by, _)| *by == color);
        for &(row, _, doc) in pace.each(GAME, games) {
            names.clear();
            names.extend(column.ords().values_for_doc(doc));
            // A name that occurs twice in a game counts once.
            names.sort_unstable();
            names.dedup();
            met.extend(names.iter().map(|&name| (row, name)));
        }
        met.sort_unstable();
        let count = |same: &[(u32, u64)]| {
            let &(row, name) = same.first()?;
            let games = same.len() as u64;
            Some(Count { row, name, games })
        };
        let counts = met.chunk_by(|a, b| a == b).filter_map(count).collect();
        Ok(Some(Counted { column, counts }))
    }

    fn row(&self, row: u32) -> &[Count] {
        let begin = self.counts.partition_point(|count| count.row < row);
        let end = self.counts.partition_point(|count| count.row <= row);
        self.counts.get(begin..end).unwrap_or_default()
    }

    /// Adds the names of this column that may be among the most frequent ones of a row, with their games in it.
    ///
    /// The count that a name needs is at least that of the last frequent name in any single column. If its games are
    /// spread over `n` columns, one of these has at least an `n`th of them.
    fn add_names(
        &self,
        columns: &[Counted],
        most: usize,
        names: &mut [BTreeMap<String, u64>],
        pace: &mut Pace,
    ) -> tantivy::Result<()> {
        let mut wanted: Vec<(u64, usize, u64)> = Vec::new();
        for (row, _) in pace.each(LOOKUP, names.iter().enumerate()) {
            let number = row as u32;
            let used = columns.iter().map(|column| column.row(number));
            let used: Vec<&[Count]> = used.filter(|counts| !counts.is_empty()).collect();
            let least = used.iter().map(|counts| last_of(most, counts)).max();
            let least = least.unwrap_or(0).div_ceil(used.len().max(1) as u64);
            let counts = self.row(number).iter();
            let frequent = counts.filter(|count| count.games >= least);
            wanted.extend(frequent.map(|count| (count.name, row, count.games)));
        }
        // In dictionary order, each block is decompressed only once.
        wanted.sort_unstable();
        let numbers: Vec<u64> = wanted.iter().map(|&(name, ..)| name).collect();
        let mut counts = wanted.iter().map(|&(_, row, games)| (row, games));
        let dictionary = self.column.dictionary();
        for numbers in numbers.chunks(PART) {
            if pace.is_spent(LOOKUP * numbers.len()) {
                break;
            }
            dictionary.sorted_ords_to_term_cb(numbers, |name| {
                let counted = counts.next();
                let row = counted.and_then(|(row, games)| Some((names.get_mut(row)?, games)));
                if let Some((names, games)) = row {
                    let name = String::from_utf8_lossy(name).into_owned();
                    *names.entry(name).or_default() += games;
                }
            })?;
        }
        Ok(())
    }

    /// The games of a row that a person played.
    fn games(&self, row: u32, name: &str) -> tantivy::Result<u64> {
        let counts = self.row(row);
        if counts.is_empty() {
            return Ok(0);
        }
        let Some(number) = self.column.dictionary().term_ord(name)? else {
            return Ok(0);
        };
        let at = counts.binary_search_by_key(&number, |count| count.name);
        let count = at.ok().and_then(|at| counts.get(at));
        Ok(count.map_or(0, |count| count.games))
    }
}

/// The games of the last of the `most` most frequent players; 0 if there are fewer.
fn last_of(most: usize, counts: &[Count]) -> u64 {
    let mut games: Vec<u64> = counts.iter().map(|count| count.games).collect();
    if games.len() < most || most == 0 {
        return 0;
    }
    let (_, nth, _) = games.select_nth_unstable_by_key(most - 1, |&games| Reverse(games));
    *nth
}
