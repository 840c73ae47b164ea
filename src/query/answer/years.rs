//! Games counted by year: that of the first day on which a game may have been played.

use super::among::{Among, segments};
use super::{BoardQuestion, Continuation};
use crate::error::Result;
use crate::index::Index;
use crate::index::document::{day, outcome};
use crate::query::collect::SegmentHits;
use crate::query::columns::{BLOCK, first_values};
use crate::query::outcomes::{Outcomes, year};
use crate::query::unique::keep_fullest;
use std::collections::BTreeMap;
use tantivy::DocId;

/// How games ended, by year. Games without a date are missing.
pub type ByYear = BTreeMap<i32, Outcomes>;

/// Adds more games, perhaps with the colours exchanged.
pub(super) fn merge(into: &mut ByYear, more: &ByYear, swapped: bool) {
    for (&year, &outcomes) in more {
        let all = into.entry(year).or_default();
        all.merge(outcomes.swapped(swapped));
    }
}

/// Adds the games that another index has counted.
pub fn add_years(into: &mut ByYear, more: &ByYear) {
    merge(into, more, false);
}

/// The games of all continuations.
pub fn merged(rows: &[Continuation]) -> ByYear {
    let mut all = ByYear::new();
    (rows.iter()).for_each(|row| merge(&mut all, &row.by_year, false));
    all
}

/// The budget steps that counting a game costs.
const COUNT: usize = 2;

/// All games that a question is about, whether or not they have the position or the pattern: those that its filter
/// finds. If each game counts once, the fullest copy does.
pub fn all_by_year(index: &Index, question: &BoardQuestion) -> Result<ByYear> {
    let among = Among::of(index, question.among, &[])?;
    let all = segments(index, among.as_ref()).map(|(_, reader, found)| {
        let is_found = |doc: &DocId| found.as_ref().is_none_or(|found| found.contains(*doc));
        SegmentHits {
            docs: reader.doc_ids_alive().filter(is_found).collect(),
            ..SegmentHits::default()
        }
    });
    let mut all: Vec<SegmentHits> = all.collect();
    if question.unique {
        keep_fullest(index, "years", &mut all)?;
    }
    let fail = |error| index.failed(error);
    let mut by_year = ByYear::new();
    let mut pace = index.budget().pace();
    for (ordinal, hits) in (0..).zip(&all) {
        let fast = index.searcher().segment_reader(ordinal).fast_fields();
        let days = fast.u64("day").map_err(fail)?;
        let outcomes = fast.u64("outcome").map_err(fail)?;
        for docs in pace.each(COUNT * BLOCK, hits.docs.chunks(BLOCK)) {
            let days = first_values(&days, docs.iter().copied()).into_iter();
            let outcomes = first_values(&outcomes, docs.iter().copied());
            for (day, ended) in days.zip(outcomes) {
                if let Some(year) = day.and_then(day::number).and_then(year) {
                    by_year
                        .entry(year)
                        .or_default()
                        .add(ended.unwrap_or(outcome::UNKNOWN));
                }
            }
        }
    }
    Ok(by_year)
}
