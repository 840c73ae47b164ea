//! Counts the next move inside a pattern's rectangle: also for games that first play elsewhere and return to the
//! rectangle later.

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

/// A next move inside the rectangle of a pattern, with the games that play it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalContinuation {
    /// The move and its games; the step `End` for games that never play inside the rectangle again.
    pub row: Continuation,
    /// How many moves were played elsewhere before this move.
    pub elsewhere: Elsewhere,
}

/// Maximum number of moves outside a pattern's rectangle (tenuki) that is counted exactly. Games with more such moves
/// are counted as having this number.
pub(super) const MAX_ELSEWHERE: usize = 10;

/// Games counted by the number of moves played elsewhere (tenuki) before a move inside the rectangle; passes count as
/// moves elsewhere. Index `n` of each array holds the number of games with `n` such moves; the last index holds the
/// number of games with ten or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// Number of games in which neither side played elsewhere.
    pub none: u64,
    /// Number of games by the number of Black's moves elsewhere (outside of the pattern's rectangle).
    pub black: [u64; MAX_ELSEWHERE + 1],
    /// Number of games by the number of White's moves elsewhere (outside of the pattern's rectangle).
    pub white: [u64; MAX_ELSEWHERE + 1],
}

impl Elsewhere {
    fn add(&mut self, moves: [u32; 2]) {
        self.none += u64::from(moves == [0, 0]);
        for (counts, moves) in [&mut self.black, &mut self.white].into_iter().zip(moves) {
            if let Some(count) = counts.get_mut((moves as usize).min(MAX_ELSEWHERE)) {
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

/// Counts of local continuations over all segments.
#[derive(Default)]
pub(super) struct LocalCounts {
    statistics: StepStatistics,
    elsewhere: HashMap<Step, Elsewhere>,
}

impl LocalCounts {
    pub(super) fn add(
        &mut self,
        index: &Index,
        ordinal: SegmentOrdinal,
        matcher: &Matcher,
        matches: &Matches,
    ) -> Result<()> {
        let reader = index.searcher().segment_reader(ordinal);
        let first = |line: LocalLine| (line.first(), line.elsewhere);
        let lines = matcher
            .lines(reader, matches, 1, first)
            .map_err(|error| index.error_from_tantivy(error))?;
        let mut steps = StepTable::default();
        let mut elsewhere = Vec::new();
        for (step, before) in lines {
            let number = steps.index_of(step);
            steps.step_of_game.push(number);
            elsewhere.resize(steps.distinct.len(), Elsewhere::default());
            if let Some(counts) = elsewhere.get_mut(number as usize) {
                counts.add(before);
            }
        }
        for (step, counts) in steps.distinct.iter().zip(elsewhere) {
            self.elsewhere.entry(step.to_question()).or_default().merge(&counts);
        }
        self.statistics.add(index, ordinal, matches.docs(), &steps)
    }

    /// The finished table, the most frequent move first.
    pub(super) fn finish(self, index: &Index, named: NamedRows) -> Result<Vec<LocalContinuation>> {
        let LocalCounts { statistics, elsewhere } = self;
        let (_, rows) = statistics.finish(index, |step| step.to_question(), named)?;
        let local = |row: Continuation| LocalContinuation {
            elsewhere: elsewhere.get(&row.step).copied().unwrap_or_default(),
            row,
        };
        Ok(rows.into_iter().map(local).collect())
    }
}
