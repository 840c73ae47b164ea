//! Counts games by year. A game counts in the year of the first day on which it may have been played.

use super::filter::{GameFilter, searched_segments};
use super::{BoardQuestion, Continuation};
use crate::collect::SegmentHits;
use crate::columns::BLOCK_GAMES;
use crate::endings::Endings;
use crate::outcomes::Outcomes;
use crate::quick_hash::QuickHash;
use crate::unique::retain_fullest;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use kifu_store::index::outcome_columns::OutcomeAndDay;
use std::collections::{BTreeMap, HashMap};
use tantivy::DocId;

/// Results of games by year. Games without a date are left out.
pub type ByYear = BTreeMap<i32, Outcomes>;

/// Number of games by result, for each pair of a number (such as that of a next move) and a year.
#[derive(Default)]
pub(super) struct YearCounts(HashMap<(u32, i32), Outcomes, QuickHash>);

impl YearCounts {
    #[inline]
    pub(super) fn add(&mut self, kind: u32, game: OutcomeAndDay) {
        if let Some(year) = game.year {
            self.0.entry((kind, year)).or_default().add(game.outcome.into());
        }
    }

    /// All pairs of number and year with their counts, in no particular order.
    pub(super) fn into_counts(self) -> impl Iterator<Item = ((u32, i32), Outcomes)> {
        self.0.into_iter()
    }
}

/// Adds the yearly results in `more` to those in `into`, with the colours exchanged if `swapped` is true.
pub(super) fn merge(into: &mut ByYear, more: &ByYear, swapped: bool) {
    for (&year, &outcomes) in more {
        into.entry(year).or_default().merge(outcomes.swapped(swapped));
    }
}

/// Adds the yearly results of another index to those in `into`.
pub fn add_years(into: &mut ByYear, more: &ByYear) {
    merge(into, more, false);
}

/// Adds up the yearly results of all continuations.
pub fn sum_by_year(rows: &[Continuation]) -> ByYear {
    let mut all = ByYear::new();
    rows.iter().for_each(|row| merge(&mut all, &row.by_year, false));
    all
}

/// Cost of counting one game, in budget steps of about 10 ns.
const COUNT_STEPS: usize = 2;

/// Counts all games that the filter of a search finds, whether or not they have the position or pattern, so that the
/// yearly counts of the position or pattern can be compared with yearly totals. If each game counts once, the fullest
/// of its copies counts.
pub fn all_by_year(index: &Index, question: &BoardQuestion) -> Result<ByYear> {
    let filter = GameFilter::run(index, question.filter, &[])?;
    let all = searched_segments(index, filter.as_ref()).map(|(_, reader, found)| {
        let is_found = |doc: &DocId| found.as_ref().is_none_or(|found| found.contains(*doc));
        SegmentHits {
            docs: reader.doc_ids_alive().filter(is_found).collect(),
            ..SegmentHits::default()
        }
    });
    let mut all: Vec<SegmentHits> = all.collect();
    if question.unique {
        retain_fullest(index, "years", &mut all)?;
    }
    let mut by_year = YearCounts::default();
    let mut block = Vec::with_capacity(BLOCK_GAMES);
    let mut ticker = index.budget().ticker();
    for (ordinal, hits) in (0..).zip(&all) {
        let endings = Endings::open(index, ordinal, hits.docs.len())?;
        for docs in
            ticker.take_within_budget(COUNT_STEPS * BLOCK_GAMES, hits.docs.chunks(BLOCK_GAMES))
        {
            endings.read(docs.iter().copied(), &mut block);
            block.iter().for_each(|&game| by_year.add(0, game));
        }
    }
    let by_year = by_year.into_counts();
    Ok(by_year.map(|((_, year), counts)| (year, counts)).collect())
}
