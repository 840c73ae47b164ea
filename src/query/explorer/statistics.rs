//! Games counted by how they go on.
//!
//! A search hands over its hits segment by segment. What a step is counted under is looked up once and is a number
//! afterwards, so that a hit costs two reads of columns and no hashing; the columns are read for many hits at once.

use super::players::{Played, frequent};
use super::{Continuation, Outcomes, Step, Years, spanned};
use crate::error::Result;
use crate::index::document::day;
use crate::index::{Index, tantivy_error};
use crate::query::columns::{BLOCK, first_values};
use crate::record::date::Day;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use tantivy::columnar::Column;
use tantivy::{DocId, SegmentOrdinal};

/// A step as a game has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GameStep {
    /// The step in the game's own colours, turned so that equal ones are equal.
    pub(crate) step: Step,
    /// Whether the game has what was asked for with the colours exchanged.
    pub(crate) swapped: bool,
}

impl GameStep {
    /// A game that does not go on.
    pub(crate) const END: GameStep = GameStep {
        step: Step::End,
        swapped: false,
    };
}

/// Which rows of the table tell who played them: the first ones, of at least so many games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) rows: usize,
    pub(crate) games: u64,
}

/// What games are counted under: a number for each [`GameStep`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct RowId(u32);

/// Counts by step, over all segments.
#[derive(Default)]
pub(crate) struct Statistics {
    rows: Vec<Row>,
    known: HashMap<GameStep, RowId>,
    /// The games of each segment, which are asked for their players at the end.
    games: BTreeMap<SegmentOrdinal, Vec<(RowId, DocId)>>,
}

struct Row {
    key: GameStep,
    outcomes: Outcomes,
    /// The first and the last day.
    days: Option<(i64, i64)>,
}

/// The counting of one segment's games.
pub(crate) struct Tally<'s> {
    rows: &'s mut Vec<Row>,
    known: &'s mut HashMap<GameStep, RowId>,
    games: &'s mut Vec<(RowId, DocId)>,
    /// Those from here on are not counted yet.
    new: usize,
    outcomes: Column<u64>,
    days: Column<u64>,
}

impl Tally<'_> {
    /// What games with this step are counted under.
    pub(crate) fn row(&mut self, key: GameStep) -> RowId {
        *self.known.entry(key).or_insert_with(|| {
            self.rows.push(Row {
                key,
                outcomes: Outcomes::default(),
                days: None,
            });
            RowId(self.rows.len() as u32 - 1)
        })
    }

    /// Makes room for this many more games.
    pub(crate) fn reserve(&mut self, games: usize) {
        self.games.reserve(games);
    }

    /// Takes a game, which [`Tally::finish`] counts.
    pub(crate) fn add(&mut self, row: RowId, doc: DocId) {
        self.games.push((row, doc));
    }

    /// Counts the outcomes and dates of the games that were taken.
    pub(crate) fn finish(self) {
        let games = self.games.get(self.new..).unwrap_or_default();
        for games in games.chunks(BLOCK) {
            let docs = || games.iter().map(|(_, doc)| *doc);
            let outcomes = first_values(&self.outcomes, docs()).into_iter();
            let days = first_values(&self.days, docs()).into_iter();
            for ((&(row, _), outcome), day) in games.iter().zip(outcomes).zip(days) {
                if let Some(row) = self.rows.get_mut(row.0 as usize) {
                    row.add(outcome.unwrap_or(0), day.and_then(day::number));
                }
            }
        }
    }
}

impl Row {
    fn add(&mut self, outcome: u64, day: Option<i64>) {
        self.outcomes.add(outcome);
        if let Some(day) = day {
            let (first, last) = self.days.unwrap_or((day, day));
            self.days = Some((first.min(day), last.max(day)));
        }
    }
}

fn year(day: i64) -> Option<i32> {
    Some(Day::from_number(i32::try_from(day).ok()?).to_ymd().0)
}

impl Statistics {
    /// Begins to count the games of a segment.
    pub(crate) fn segment(&mut self, index: &Index, ordinal: SegmentOrdinal) -> Result<Tally<'_>> {
        let fail = |error| tantivy_error(index.folder(), error);
        let fast = index.searcher().segment_reader(ordinal).fast_fields();
        let games = self.games.entry(ordinal).or_default();
        Ok(Tally {
            rows: &mut self.rows,
            known: &mut self.known,
            new: games.len(),
            games,
            outcomes: fast.u64("outcome").map_err(fail)?,
            days: fast.u64("day").map_err(fail)?,
        })
    }

    /// All games, and the table: `turn` brings a step into the asker's orientation and colours.
    pub(crate) fn finish(
        self,
        index: &Index,
        turn: impl Fn(GameStep) -> Step,
        named: Named,
    ) -> Result<(Outcomes, Vec<Continuation>)> {
        let mut total = Outcomes::default();
        let mut merged: BTreeMap<_, Merged> = BTreeMap::new();
        for (i, row) in self.rows.iter().enumerate() {
            let step = turn(row.key);
            let outcomes = match row.key.swapped {
                true => row.outcomes.swapped(),
                false => row.outcomes,
            };
            total.merge(outcomes);
            let into = merged
                .entry(step.rank())
                .or_insert_with(|| Merged::new(step));
            into.outcomes.merge(outcomes);
            let years = row
                .days
                .and_then(|(first, last)| year(first).zip(year(last)));
            into.years = spanned(into.years, years);
            into.rows.push(i);
        }
        // The sort is stable: steps of equal counts stay in the order of the board.
        let mut merged: Vec<Merged> = merged.into_values().collect();
        merged.sort_by_key(|row| Reverse(row.outcomes.games));
        let mut players = frequent(index, &self.played(&merged, named))?.into_iter();
        let table = merged.into_iter().map(|row| Continuation {
            step: row.step,
            outcomes: row.outcomes,
            years: row.years,
            players: players.next().unwrap_or_default(),
        });
        Ok((total, table.collect()))
    }

    /// The games of the first rows of the table, for each with the seat of who played the step.
    fn played(&self, table: &[Merged], named: Named) -> Vec<Played> {
        let mut shown = vec![None; self.rows.len()];
        let frequent = |row: &&Merged| row.outcomes.games >= named.games;
        let rows = table.iter().take(named.rows).take_while(frequent);
        for (place, row) in rows.enumerate() {
            for &i in &row.rows {
                let color = self.rows.get(i).and_then(|row| row.key.step.color());
                if let (Some(slot), Some(color)) = (shown.get_mut(i), color) {
                    *slot = Some((place as u32, color));
                }
            }
        }
        let of_game = |&(row, doc): &(RowId, DocId)| {
            let (place, color) = shown.get(row.0 as usize).copied().flatten()?;
            Some((place, color, doc))
        };
        let played = self.games.iter().map(|(&ordinal, games)| Played {
            ordinal,
            games: games.iter().filter_map(of_game).collect(),
        });
        played.collect()
    }
}

/// A row of the table, with the numbers of the rows that became it.
struct Merged {
    step: Step,
    outcomes: Outcomes,
    years: Years,
    rows: Vec<usize>,
}

impl Merged {
    fn new(step: Step) -> Merged {
        Merged {
            step,
            outcomes: Outcomes::default(),
            years: None,
            rows: Vec::new(),
        }
    }
}
