//! Comparison of two sets of games at a position of a corner, in the form that a position of the whole board has.

use super::{CornerCounts, JosekiAnswer, JosekiMove};
use crate::board::Step;
use crate::compare::{Comparison, CountedGames, CountedRow, CountedSide, RowKey, comparison};
use kifu_record::game::{Color, Move};

impl JosekiMove {
    /// Player of the step, by the colours of the position.
    #[must_use]
    pub fn player(&self) -> Color {
        if self.color == Color::White.letter() { Color::White } else { Color::Black }
    }

    /// The step as a continuation of a position: a move, or a tenuki.
    #[must_use]
    pub fn step(&self) -> Step {
        match self.point {
            Some(point) => Step::Move(self.player(), Move::Place(point)),
            None => Step::Elsewhere(self.player()),
        }
    }
}

impl JosekiAnswer {
    /// Compares both sets of games: their corners with a position, and the steps after it. `after` is the step of this
    /// answer after which they are compared; `None` for the position of the request. `common` is the number of corners
    /// that both sets have. `None` if the request named one set only.
    #[must_use]
    pub fn comparison(&self, after: Option<&JosekiMove>, common: u64) -> Option<Comparison> {
        let compared = self.compare.as_ref()?;
        let none = CornerCounts::default();
        let (first, second, moves) = match after {
            Some(step) => (&step.counts, step.second.as_ref().map(|set| &set.counts), &step.moves),
            None => (&self.all, self.second.as_ref(), &self.moves),
        };
        let filter = self.filter.clone().unwrap_or_default();
        let rows = |counts: &dyn Fn(&JosekiMove) -> Option<CountedGames>| -> Vec<CountedRow> {
            let row = |step: &JosekiMove| {
                let key = RowKey {
                    value: Some(step.at.clone()),
                    color: Some(step.color.to_string()),
                    across: None,
                };
                Some(CountedRow {
                    key,
                    step: Some(step.step()),
                    number: None,
                    counted: counts(step)?,
                })
            };
            moves.iter().filter_map(row).collect()
        };
        let side = |query: &str, all: &CornerCounts, rows| CountedSide {
            query: query.to_owned(),
            player: None,
            all: counted(all),
            rows,
        };
        let of_first = rows(&|step| Some(counted(&step.counts)));
        let of_second = rows(&|step| step.second.as_ref().map(|set| counted(&set.counts)));
        let sets =
            [side(&filter, first, of_first), side(compared, second.unwrap_or(&none), of_second)];
        Some(comparison("next", None, false, sets, common))
    }
}

fn counted(counts: &CornerCounts) -> CountedGames {
    CountedGames::new(counts.corners, counts.wins, None)
}
