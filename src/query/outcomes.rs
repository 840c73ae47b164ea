//! Counts how games ended, and converts days to years.

use kifu_record::date::Day;
use kifu_store::index::document::outcome;
use serde::{Deserialize, Serialize};

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Outcomes {
    /// Number of all games.
    pub games: u64,
    /// Number of games won by Black.
    pub black: u64,
    /// Number of games won by White.
    pub white: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games with any other result, or with none.
    pub unknown: u64,
}

impl Outcomes {
    pub fn merge(&mut self, more: Outcomes) {
        self.games += more.games;
        self.black += more.black;
        self.white += more.white;
        self.draws += more.draws;
        self.unknown += more.unknown;
    }

    /// Counts a game by its [`outcome`] code.
    pub(crate) fn add(&mut self, outcome: u64) {
        self.games += 1;
        match outcome {
            outcome::BLACK => self.black += 1,
            outcome::WHITE => self.white += 1,
            outcome::DRAW => self.draws += 1,
            _ => self.unknown += 1,
        }
    }

    /// The counts; Black's and White's are exchanged if `swapped` is true.
    #[must_use]
    pub(crate) fn swapped(self, swapped: bool) -> Outcomes {
        if swapped { Outcomes { black: self.white, white: self.black, ..self } } else { self }
    }
}

/// First and last of a list of years; `None` if the list is empty.
pub(crate) type YearSpan = Option<(i32, i32)>;

/// The shortest span of years that contains both spans.
pub(crate) fn union_of_years(a: YearSpan, b: YearSpan) -> YearSpan {
    match (a, b) {
        (Some((a_first, a_last)), Some((b_first, b_last))) => {
            Some((a_first.min(b_first), a_last.max(b_last)))
        }
        (years, None) | (None, years) => years,
    }
}

/// The year, month and day of a day number, the form in which columns store days.
pub(crate) fn year_month_day(day: i64) -> Option<(i32, u8, u8)> {
    Some(Day::from_number(i32::try_from(day).ok()?).to_ymd())
}

pub(crate) fn year_of_day(day: i64) -> Option<i32> {
    Some(year_month_day(day)?.0)
}
