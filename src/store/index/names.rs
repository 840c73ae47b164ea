//! Names of players, each with one number across all columns and segments, and with its person.
//!
//! Each column numbers its names separately. Reading a name unpacks a block of the column's dictionary, and finding its
//! person splits and folds the name. Answers about many games name thousands of players again and again, so names are
//! looked up once per opened index, as far as answers need them.

use kifu_language::knowledge::aliases::{Aliases, PersonFinder};
use kifu_language::knowledge::person_key::PersonKey;
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::poison::IgnorePoison;
use std::collections::HashMap;
use std::sync::{Arc, RwLock, RwLockReadGuard};
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentId;

/// Column of names: its segment and its field.
pub(crate) type NameColumn = (SegmentId, &'static str);

/// Marks a name that has not been looked up yet.
const UNKNOWN: u32 = u32::MAX;

/// Steps of the time budget (units of about 10 ns) that looking up a name costs, and the number of names looked up
/// between two checks of the budget.
const LOOKUP_STEPS: usize = 100;
const NAMES_PER_CHUNK: usize = 1 << 12;

/// Names that were looked up, by number, each with the number of its person.
#[derive(Debug, Default)]
pub struct NumberedNames {
    names: Vec<(Arc<str>, u32)>,
    numbers: HashMap<Arc<str>, u32>,
    persons: HashMap<PersonKey, u32>,
    /// Numbers of a column's names, in the order of the column.
    columns: HashMap<NameColumn, Vec<u32>>,
}

impl NumberedNames {
    /// Numbers of a column's names, indexed by the column's own numbering; empty if none was looked up.
    pub fn of_column(&self, column: NameColumn) -> &[u32] {
        self.columns.get(&column).map_or(&[], Vec::as_slice)
    }

    /// Returns a name, and the number of its person.
    pub fn get(&self, number: u32) -> Option<(&str, u32)> {
        let (name, person) = self.names.get(number as usize)?;
        Some((name, *person))
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Looks up names of a column, until the budget ends. `wanted` has their numbers in the column, in ascending order.
    fn look_up(
        &mut self,
        column: NameColumn,
        names: &StrColumn,
        wanted: &[u64],
        finder: &PersonFinder,
        ticker: &mut BudgetTicker,
    ) -> tantivy::Result<()> {
        let mut known = self.columns.remove(&column).unwrap_or_default();
        known.resize(names.num_terms(), UNKNOWN);
        let mut read = Ok(true);
        for part in wanted.chunks(NAMES_PER_CHUNK) {
            if read.is_err() || ticker.is_exhausted_after(LOOKUP_STEPS * part.len()) {
                break;
            }
            let mut slots = part.iter();
            read = names.dictionary().sorted_ords_to_term_cb(part, |name| {
                let slot = slots.next().and_then(|&at| known.get_mut(at as usize));
                if let Some(slot) = slot {
                    *slot = self.number_for(&String::from_utf8_lossy(name), finder);
                }
            });
        }
        self.columns.insert(column, known);
        read?;
        Ok(())
    }

    fn number_for(&mut self, name: &str, finder: &PersonFinder) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let next = self.persons.len() as u32;
        let person = *self.persons.entry(PersonKey::from_name(name, finder)).or_insert(next);
        let (number, name) = (self.names.len() as u32, Arc::<str>::from(name));
        self.names.push((name.clone(), person));
        self.numbers.insert(name, number);
        number
    }
}

/// Names of an index that were looked up so far, shared by all threads that answer.
#[derive(Debug, Default)]
pub(super) struct KnownNames(RwLock<NumberedNames>);

impl KnownNames {
    pub(super) fn read(&self) -> RwLockReadGuard<'_, NumberedNames> {
        self.0.read().ignore_poison()
    }

    /// Looks up those of the wanted names that are not known yet, until the budget ends. `wanted` is in the order of
    /// the column.
    pub(super) fn look_up(
        &self,
        column: NameColumn,
        names: &StrColumn,
        wanted: impl Iterator<Item = u64>,
        aliases: &Aliases,
        budget: &TimeBudget,
    ) -> tantivy::Result<()> {
        let unknown: Vec<u64> = {
            let known = self.read();
            let known = known.of_column(column);
            let number = |name: &u64| known.get(*name as usize).copied();
            let is_unknown = |name: &u64| number(name).is_none_or(|number| number == UNKNOWN);
            wanted.filter(is_unknown).collect()
        };
        if unknown.is_empty() {
            return Ok(());
        }
        let finder = aliases.finder();
        let mut known = self.0.write().ignore_poison();
        known.look_up(column, names, &unknown, &finder, &mut budget.ticker())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use super::*;
    use crate::index::Index;
    use crate::index::build::{Options, build};
    use crate::index::outcome_columns::{NAME_COLUMNS, SingleName};
    use kifu_record::game::Color;
    use std::time::Instant;

    /// Builds an index in one segment from the games of a text. Returns its temporary folder too.
    pub(in crate::index) fn index(text: &str) -> (tempfile::TempDir, Index) {
        let folder = tempfile::tempdir().unwrap();
        let (root, place) = (folder.path().join("games"), folder.path().join("index"));
        std::fs::create_dir(&root).unwrap();
        std::fs::write(root.join("a.sgf"), text).unwrap();
        let options = Options { threads: 1, ..Options::default() };
        build(&place, &[root], &options, &Default::default()).unwrap();
        let index = Index::open(&place).unwrap();
        (folder, index)
    }

    /// Returns, for each game, the number of its name in the column of a colour.
    fn numbers(index: &Index, color: Color) -> Vec<Option<u32>> {
        let field = NAME_COLUMNS[usize::from(color == Color::White)];
        let reader = index.searcher().segment_reader(0);
        let column = reader.fast_fields().str(field).unwrap().unwrap();
        let place = (reader.segment_id(), field);
        let all = 0..column.num_terms() as u64;
        index.look_up_names(place, &column, all).unwrap();
        let only = index.single_names(0, 3, color, &column).unwrap().unwrap();
        let names = index.names();
        let number = |doc| match only.get(doc) {
            SingleName::Name(name) => names.of_column(place).get(name as usize).copied(),
            SingleName::Missing | SingleName::Unknown => None,
        };
        (0..reader.max_doc()).map(number).collect()
    }

    #[test]
    fn a_name_has_one_number_in_all_columns_and_spellings_have_one_person() {
        let (_folder, index) = index(
            "(;PB[Lee Sedol]PW[Gu Li];B[aa])(;PB[Anna]PW[Lee Sedol];B[ab])(;PB[이세돌];B[ac])",
        );
        let (black, white) = (numbers(&index, Color::Black), numbers(&index, Color::White));
        assert_eq!(black[0], white[1]);
        assert_eq!(white[2], None);
        let names = index.names();
        let name_and_person = |number: Option<u32>| names.get(number.unwrap()).unwrap();
        let (lee, lee_in_hangul) = (name_and_person(black[0]), name_and_person(black[2]));
        assert_eq!((lee.0, lee_in_hangul.0), ("Lee Sedol", "이세돌"));
        assert_eq!(lee.1, lee_in_hangul.1);
        assert_ne!(lee.1, name_and_person(white[0]).1);
        assert_eq!(names.len(), 4);
    }

    #[test]
    fn what_was_not_looked_up_in_time_is_looked_up_later() {
        let (_folder, index) = index("(;PB[Anna]PW[Berta];B[aa])");
        let reader = index.searcher().segment_reader(0);
        let column = reader.fast_fields().str(NAME_COLUMNS[0]).unwrap().unwrap();
        let place = (reader.segment_id(), NAME_COLUMNS[0]);
        let spent = index.with_budget(TimeBudget::new(Some(Instant::now()), None));
        assert!(spent.budget().poll_exhausted());
        let many = vec![0; 1 << 12];
        spent.look_up_names(place, &column, many.into_iter()).unwrap();
        assert_eq!(index.names().of_column(place), [UNKNOWN]);
        index.look_up_names(place, &column, std::iter::once(0)).unwrap();
        assert_eq!(index.names().of_column(place), [0]);
    }
}
