//! Names of the black and white players of all games of an index, each with its person.

use super::Index;
use super::outcome_columns::NAME_COLUMNS;
use kifu_archive::error::Result;
use kifu_language::knowledge::person_key::PersonKey;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;

/// Steps of the time budget (units of about 10 ns) that reading and folding a name costs.
const NAME_STEPS: usize = 50;

/// Steps of the time budget (units of about 10 ns) that counting the names of a game costs.
const GAME_STEPS: usize = 5;

/// Maximum number of names that an opened index keeps in memory. An index with more reads them again for each list of
/// players.
///
/// A name takes about 150 bytes here, so the limit is 80 MB. The 116,000 games of 17 public collections have 28,000
/// names.
const MAX_SHARED_NAMES: usize = 1 << 19;

/// All names of players, numbered, and their persons, numbered.
#[derive(Debug, Default)]
pub struct PlayerNames {
    /// Names as written, each with the number of its person.
    pub names: Vec<(String, usize)>,
    /// Number of each person, by which other tables refer to the person.
    pub persons: HashMap<PersonKey, usize>,
    /// Numbers of the names in each segment's two columns, Black's first, in the order of the column.
    pub segments: Vec<[Vec<u32>; 2]>,
    games: OnceLock<Vec<u64>>,
}

impl PlayerNames {
    /// Reads all names, until the budget ends.
    fn read(index: &Index) -> Result<PlayerNames> {
        let finder = index.aliases().finder();
        let mut all = PlayerNames::default();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        for reader in index.searcher().segment_readers() {
            let mut seats = [Vec::new(), Vec::new()];
            for (seat, field) in seats.iter_mut().zip(NAME_COLUMNS) {
                each_name(index, reader, field, &mut |name| {
                    if let Some(&number) = numbers.get(name) {
                        seat.push(number);
                        return;
                    }
                    let next = all.persons.len();
                    let person =
                        *all.persons.entry(PersonKey::from_name(name, &finder)).or_insert(next);
                    let number = all.names.len() as u32;
                    seat.push(number);
                    numbers.insert(name.to_owned(), number);
                    all.names.push((name.to_owned(), person));
                })?;
            }
            all.segments.push(seats);
        }
        Ok(all)
    }

    /// Number of games of each name as Black or White, by the name's number.
    pub fn game_counts(&self, index: &Index) -> Result<Vec<u64>> {
        if let Some(counts) = self.games.get() {
            return Ok(counts.clone());
        }
        let counts = self.count_games(index).map_err(|error| index.error_from_tantivy(error))?;
        if !index.budget().poll_exhausted() {
            let _ = self.games.set(counts.clone());
        }
        Ok(counts)
    }

    fn count_games(&self, index: &Index) -> tantivy::Result<Vec<u64>> {
        let mut counts = vec![0u64; self.names.len()];
        let mut ticker = index.budget().ticker();
        for (reader, seats) in index.searcher().segment_readers().iter().zip(&self.segments) {
            for (field, numbers) in NAME_COLUMNS.into_iter().zip(seats) {
                let Some(column) = reader.fast_fields().str(field)? else {
                    continue;
                };
                let mut add = |ord: u64| {
                    let number = numbers.get(ord as usize).copied().unwrap_or(u32::MAX);
                    if let Some(count) = counts.get_mut(number as usize) {
                        *count += 1;
                    }
                };
                if reader.has_deletes() {
                    for doc in ticker.take_within_budget(GAME_STEPS, reader.doc_ids_alive()) {
                        column.ords().values_for_doc(doc).for_each(&mut add);
                    }
                } else {
                    // If the segment has no deleted games, all values of the column are read in a row, which avoids a
                    // lookup for each game.
                    ticker.take_within_budget(1, column.ords().values.iter()).for_each(add);
                }
            }
        }
        Ok(counts)
    }
}

/// Names of an opened index, read on first use. They belong to one state of the index and one table of aliases, so they
/// never become stale.
#[derive(Debug, Default)]
pub(super) struct SharedPlayerNames(OnceLock<Arc<PlayerNames>>);

impl Index {
    /// Returns all names of players. The result is shared by all answers, unless the index has too many names or the
    /// budget ended before all were read.
    pub fn player_names(&self) -> Result<Arc<PlayerNames>> {
        if let Some(known) = self.player_names.0.get() {
            return Ok(known.clone());
        }
        let read = Arc::new(PlayerNames::read(self)?);
        if self.budget().poll_exhausted() || read.names.len() > MAX_SHARED_NAMES {
            return Ok(read);
        }
        Ok(self.player_names.0.get_or_init(|| read).clone())
    }
}

/// Calls a function for each name in a text column of a segment, in the order of the column, until the budget ends.
pub fn each_name(
    index: &Index,
    reader: &SegmentReader,
    field: &str,
    take: &mut dyn FnMut(&str),
) -> Result<()> {
    if index.budget().poll_exhausted() {
        return Ok(());
    }
    let column =
        reader.fast_fields().str(field).map_err(|error| index.error_from_tantivy(error))?;
    column.map_or(Ok(()), |column| stream_names(index, &column, take))
}

fn stream_names(index: &Index, column: &StrColumn, take: &mut dyn FnMut(&str)) -> Result<()> {
    let mut ticker = index.budget().ticker();
    let mut stream =
        column.dictionary().stream().map_err(|error| index.error_from_tantivy(error.into()))?;
    while !ticker.is_exhausted_after(NAME_STEPS) && stream.advance() {
        take(&String::from_utf8_lossy(stream.key()));
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::index::names::tests::index;
    use kifu_language::knowledge::aliases::Aliases;
    use kifu_record::cancel::TimeBudget;
    use std::sync::Arc;
    use std::time::Instant;

    #[test]
    fn names_that_were_not_read_in_time_are_read_later_and_then_shared() {
        let (_folder, index) = index("(;PB[Lee Sedol]PW[Anna];B[aa])(;PB[Anna]PW[이세돌];B[ab])");
        let spent = index.with_budget(TimeBudget::new(Some(Instant::now()), None));
        assert!(spent.budget().poll_exhausted());
        assert!(spent.player_names().unwrap().names.is_empty());
        let all = index.player_names().unwrap();
        let names: Vec<&str> = all.names.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Anna", "Lee Sedol", "이세돌"]);
        assert_eq!(all.persons.len(), 2);
        assert_eq!(all.game_counts(&index).unwrap(), [2, 1, 1]);
        assert!(Arc::ptr_eq(&all, &index.player_names().unwrap()));
        // Which names are one person depends on the aliases, so an index with other aliases must read the names again.
        let without = index.clone().with_aliases(Aliases::default());
        assert!(!Arc::ptr_eq(&all, &without.player_names().unwrap()));
    }
}
