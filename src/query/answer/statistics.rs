//! Counts games by how they continue: by their next step, which is a move, a tenuki or the end of the game.
//!
//! The hits of a search arrive segment by segment. The distinct steps of a segment are few, and each is looked up once
//! in a hash map, which gives its index in a list of counts. Each hit is then counted by that index without hashing;
//! only the counts by year need a hash for every hit. Results and dates are read for a block of hits together.

use super::movers::{DEFAULT_NAMES, MoverGame, MoverGames, WrittenNames};
use super::years::{ByYear, YearCounts, merge};
use super::{Continuation, StepCost};
use crate::columns::BLOCK_GAMES;
use crate::endings::Endings;
use crate::engine_eval::main_engine;
use crate::matcher::{Match, Matches};
use crate::outcomes::{Outcomes, union_of_years, year_of_day};
use crate::step::{GameStep, Step, StepTable};
use kifu_archive::error::Result;
use kifu_store::index::Index;
use kifu_store::index::document::day;
use kifu_store::index::outcome_columns::OutcomeAndDay;
use kifu_store::index::segment::engine_evals::EngineEvals;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use tantivy::{DocId, SegmentOrdinal};

/// Selects the rows of a table of continuations that name their players: the first `rows` rows with at least `games`
/// games each.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedRows {
    pub(super) rows: usize,
    pub(super) games: u64,
    /// True to name everybody as written, false to name the most frequent players.
    pub(super) as_written: bool,
}

/// Cost of counting one game, in budget steps of about 10 ns.
const COUNT_STEPS: usize = 2;

/// Cost of reading the engine values of one game, in budget steps of about 10 ns.
const ENGINE_READ_STEPS: usize = 500;

/// Counts of games by the step (next move) with which they continue, over all segments.
#[derive(Default)]
pub(super) struct StepStatistics {
    /// Games by step and year; `None` unless they are counted by year.
    by_year: Option<YearCounts>,
    counts: Vec<StepCount>,
    /// Index of each step (next move) in `counts`.
    known: HashMap<GameStep, u32>,
    /// The counted games of each segment. Their players are looked up only at the end, when it is known which rows name
    /// players.
    games: BTreeMap<SegmentOrdinal, Vec<CountedGame>>,
}

/// A game that continues with a step, to look up its players later.
struct CountedGame {
    doc: DocId,
    /// Index of the step in `StepStatistics::counts`.
    step: u32,
}

#[derive(Default)]
struct StepCount {
    step: GameStep,
    outcomes: Outcomes,
    /// First and last day on which the step was played, over the games whose year is known.
    days: Option<(i64, i64)>,
    by_year: ByYear,
    cost: StepCost,
}

impl StepCount {
    #[inline]
    fn add(&mut self, game: OutcomeAndDay) {
        self.outcomes.add(game.outcome.into());
        if let Some(day) = day::day_number_in_certain_year(game.day.into()) {
            let (first, last) = self.days.unwrap_or((day, day));
            self.days = Some((first.min(day), last.max(day)));
        }
    }
}

impl StepStatistics {
    pub(super) fn new(by_year: bool) -> StepStatistics {
        StepStatistics { by_year: by_year.then(YearCounts::default), ..StepStatistics::default() }
    }

    /// Counts the games of a segment by the step (next move) with which they continue. `steps` has the step of each
    /// game, in the order of `docs`.
    pub(super) fn add(
        &mut self,
        index: &Index,
        ordinal: SegmentOrdinal,
        docs: impl Iterator<Item = DocId>,
        steps: &StepTable,
    ) -> Result<()> {
        let places: Vec<u32> = steps.distinct.iter().map(|&step| self.index_of(step)).collect();
        let place = |number: &u32| places.get(*number as usize).copied().unwrap_or(0);
        let steps = steps.step_of_game.iter().map(place);
        let games: Vec<CountedGame> =
            steps.zip(docs).map(|(step, doc)| CountedGame { doc, step }).collect();
        let endings = Endings::open(index, ordinal, games.len())?;
        let mut block = Vec::with_capacity(BLOCK_GAMES);
        let mut ticker = index.budget().ticker();
        for games in ticker.take_within_budget(COUNT_STEPS * BLOCK_GAMES, games.chunks(BLOCK_GAMES))
        {
            endings.read(games.iter().map(|game| game.doc), &mut block);
            for (counted, &game) in games.iter().zip(&block) {
                if let Some(count) = self.counts.get_mut(counted.step as usize) {
                    count.add(game);
                }
                if let Some(by_year) = &mut self.by_year {
                    by_year.add(counted.step, game);
                }
            }
        }
        self.games.insert(ordinal, games);
        Ok(())
    }

    /// Adds the losses of the steps that were played in those games of a segment that engines analysed. Most segments
    /// have no analysis at all.
    pub(super) fn add_costs(
        &mut self,
        index: &Index,
        ordinal: SegmentOrdinal,
        matches: &Matches,
        steps: &StepTable,
    ) -> Result<()> {
        let fail = |error| index.error_from_tantivy(error);
        let reader = index.searcher().segment_reader(ordinal);
        let judgements = EngineEvals::open(reader).map_err(fail)?;
        if judgements.is_empty() {
            return Ok(());
        }
        let games: Vec<Match> = matches.games().collect();
        let mut ticker = index.budget().ticker();
        for doc in ticker.take_within_budget(ENGINE_READ_STEPS, judgements.docs()) {
            let Ok(at) = games.binary_search_by_key(&doc, |game| game.doc) else {
                continue;
            };
            let step = steps
                .step_of_game
                .get(at)
                .map(|&number| number as usize)
                .and_then(|number| steps.distinct.get(number));
            let (Some(game), Some(&step)) = (games.get(at), step) else {
                continue;
            };
            let blob = judgements.blob_of_doc(doc).map_err(|error| fail(error.into()))?;
            let engine = main_engine(&blob).filter(|engine| !engine.is_sparse());
            let loss = engine.and_then(|engine| {
                let mut plies = engine.plies();
                plies.find(|ply| ply.number == game.number + 1)?.computed_loss()
            });
            let place = self.index_of(step) as usize;
            if let (Some(loss), Some(count)) = (loss, self.counts.get_mut(place)) {
                count.cost.add(loss);
            }
        }
        Ok(())
    }

    /// The index of a step (next move) in `counts`; a new step is added.
    fn index_of(&mut self, step: GameStep) -> u32 {
        *self.known.entry(step).or_insert_with(|| {
            self.counts.push(StepCount { step, ..StepCount::default() });
            self.counts.len() as u32 - 1
        })
    }

    /// Builds the totals and the table of continuations. `to_question` brings a step into the orientation and colours
    /// of the searched board or pattern.
    pub(super) fn finish(
        mut self,
        index: &Index,
        to_question: impl Fn(GameStep) -> Step,
        named: NamedRows,
    ) -> Result<(Outcomes, Vec<Continuation>)> {
        let by_year = self.by_year.take().map(YearCounts::into_counts);
        for ((place, year), outcomes) in by_year.into_iter().flatten() {
            if let Some(count) = self.counts.get_mut(place as usize) {
                count.by_year.insert(year, outcomes);
            }
        }
        let mut total = Outcomes::default();
        let mut merged: BTreeMap<_, MergedRow> = BTreeMap::new();
        for (i, row) in self.counts.iter().enumerate() {
            let step = to_question(row.step);
            let outcomes = row.outcomes.swapped(row.step.swapped);
            total.merge(outcomes);
            let MergedRow { row: into, counts } = merged.entry(step.rank()).or_default();
            into.step = step;
            into.outcomes.merge(outcomes);
            let years =
                row.days.and_then(|(first, last)| year_of_day(first).zip(year_of_day(last)));
            into.years = union_of_years(into.years, years);
            merge(&mut into.by_year, &row.by_year, row.step.swapped);
            into.cost.merge(row.cost);
            counts.push(i);
        }
        // The sort is stable, so steps with equal counts stay in board order.
        let mut merged: Vec<MergedRow> = merged.into_values().collect();
        merged.sort_by_key(|merged| Reverse(merged.row.outcomes.games));
        let written = WrittenNames::read(index, &self.named_games(&merged, named))?;
        let players = if named.as_written {
            written.all_by_row(index)
        } else {
            written.frequent_by_row(index, DEFAULT_NAMES)
        };
        let mut players = players.into_iter();
        let table = merged.into_iter().map(|merged| Continuation {
            players: players.next().unwrap_or_default(),
            ..merged.row
        });
        Ok((total, table.collect()))
    }

    /// The games of those rows of the table that name their players, each with the colour that played the row's step.
    fn named_games(&self, table: &[MergedRow], named: NamedRows) -> Vec<MoverGames> {
        let mut named_rows = vec![None; self.counts.len()];
        let frequent = |merged: &&MergedRow| merged.row.outcomes.games >= named.games;
        let rows = table.iter().take(named.rows).take_while(frequent);
        for (place, row) in rows.enumerate() {
            for &i in &row.counts {
                let color = self.counts.get(i).and_then(|row| row.step.step.color());
                if let (Some(slot), Some(color)) = (named_rows.get_mut(i), color) {
                    *slot = Some((place as u32, color));
                }
            }
        }
        let of_game = |&CountedGame { doc, step }: &CountedGame| {
            let (row, color) = named_rows.get(step as usize).copied().flatten()?;
            Some(MoverGame { doc, row, color })
        };
        self.games
            .iter()
            .map(|(&ordinal, games)| MoverGames {
                ordinal,
                games: games.iter().filter_map(of_game).collect(),
            })
            .collect()
    }
}

/// A row of the table of continuations, still without players, and the indices in `StepStatistics::counts` of the
/// counts that it sums up.
#[derive(Default)]
struct MergedRow {
    row: Continuation,
    counts: Vec<usize>,
}
