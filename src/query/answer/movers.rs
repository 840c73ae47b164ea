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
            let added = add_names(index, segment, seat, &mut names);
            added.map_err(|error| index.failed(error))?;
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

/// Adds the names in a seat, which has a column of its own, to the rows whose games have them.
fn add_names(
    index: &Index,
    played: &MoverGames,
    (color, field): (Color, &str),
    rows: &mut [Vec<(String, u64)>],
) -> tantivy::Result<()> {
    let reader = index.searcher().segment_reader(played.ordinal);
    let Some(column) = reader.fast_fields().str(field)? else {
        return Ok(());
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
    let counts: Vec<&[(u64, u32)]> = met.chunk_by(|a, b| a == b).collect();
    let mut pace = index.budget().pace();
    for counts in counts.chunks(PART) {
        if pace.is_spent(LOOKUP * counts.len()) {
            break;
        }
        let games = counts
            .iter()
            .filter_map(|same| Some((*same.first()?, same.len())));
        let mut named = games.clone();
        let numbers: Vec<u64> = games.map(|((name, _), _)| name).collect();
        (column.dictionary()).sorted_ords_to_term_cb(&numbers, |name| {
            let found = named.next();
            let row =
                found.and_then(|((_, row), games)| Some((rows.get_mut(row as usize)?, games)));
            if let Some((row, games)) = row {
                row.push((String::from_utf8_lossy(name).into_owned(), games as u64));
            }
        })?;
    }
    Ok(())
}
