//! The next move inside a pattern's rectangle, whenever it is played: what the games that first play elsewhere do there
//! later.

use super::Continuation;
use super::statistics::{NamedRows, StepStatistics};
use crate::matcher::{Matcher, Matches};
use crate::pattern::LocalLine;
use crate::step::{Step, StepTable};
use crate::unique::SegmentDocs;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tantivy::SegmentOrdinal;

/// The next move of some games inside the rectangle of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalContinuation {
    /// The move with its games; the end, if none follows.
    pub row: Continuation,
    /// What was played elsewhere before it.
    pub elsewhere: Elsewhere,
}

/// The most moves elsewhere that are distinguished.
pub(super) const MOST_ELSEWHERE: usize = 10;

/// Games counted by the number of moves that were played elsewhere before a move; passes count. The last number of
/// games is that of games with ten such moves or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// Games without any.
    pub none: u64,
    /// By Black's moves.
    pub black: [u64; MOST_ELSEWHERE + 1],
    /// By White's moves.
    pub white: [u64; MOST_ELSEWHERE + 1],
}

impl Elsewhere {
    fn add(&mut self, moves: [u32; 2]) {
        self.none += u64::from(moves == [0, 0]);
        for (counts, moves) in [&mut self.black, &mut self.white].into_iter().zip(moves) {
            if let Some(count) = counts.get_mut((moves as usize).min(MOST_ELSEWHERE)) {
                *count += 1;
            }
        }
    }

    pub(super) fn merge(&mut self, more: &Elsewhere) {
        self.none += more.none;
        let counts = self.black.iter_mut().chain(&mut self.white);
        for (count, more) in counts.zip(more.black.iter().chain(&more.white)) {
            *count += more;
        }
    }
}

/// Counts over all segments.
#[derive(Default)]
pub(super) struct Locals {
    statistics: StepStatistics,
    elsewhere: HashMap<Step, Elsewhere>,
}

impl Locals {
    /// Counts the games of a segment.
    pub(super) fn add(
        &mut self,
        index: &Index,
        ordinal: SegmentOrdinal,
        matcher: &Matcher,
        matches: &Matches,
    ) -> Result<()> {
        let reader = index.searcher().segment_reader(ordinal);
        let first = |line: LocalLine| (line.first(), line.elsewhere);
        let lines =
            matcher.lines(reader, matches, 1, first).map_err(|error| index.failed(error))?;
        let mut steps = StepTable::default();
        let mut elsewhere = Vec::new();
        for (step, before) in lines {
            let number = steps.number(step);
            steps.of_games.push(number);
            elsewhere.resize(steps.different.len(), Elsewhere::default());
            if let Some(counts) = elsewhere.get_mut(number as usize) {
                counts.add(before);
            }
        }
        for (step, counts) in steps.different.iter().zip(elsewhere) {
            self.elsewhere.entry(step.as_asked()).or_default().merge(&counts);
        }
        self.statistics.add(index, ordinal, matches.docs(), &steps)
    }

    /// The table, the most frequent move first.
    pub(super) fn finish(self, index: &Index, named: NamedRows) -> Result<Vec<LocalContinuation>> {
        let Locals { statistics, elsewhere } = self;
        let (_, rows) = statistics.finish(index, |step| step.as_asked(), named)?;
        let local = |row: Continuation| LocalContinuation {
            elsewhere: elsewhere.get(&row.step).copied().unwrap_or_default(),
            row,
        };
        Ok(rows.into_iter().map(local).collect())
    }
}
