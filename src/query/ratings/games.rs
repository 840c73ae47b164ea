//! The games that ratings are computed from.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Black,
    White,
    Draw,
}

/// A rank that a record gives to a player. Ranks of amateurs and of professionals are two scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerRank {
    /// 1 to 9 for the dan ranks; 0 for 1 kyu, -1 for 2 kyu and so on.
    Amateur(i8),
    /// 1 to 9.
    Professional(i8),
}

/// A finished game of two persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedGame {
    /// The first day on which the game may have been played. The test predicts it from games before this day.
    pub first_day: i32,
    /// The last day on which the game may have been played. It is learned on this day, so that a game of which only
    /// the year is known is never used to predict games of that year.
    pub day: i32,
    /// Numbers of the two persons, from any range.
    pub black: u32,
    pub white: u32,
    /// Handicap stones; 0 and 1 are even games.
    pub handicap: u8,
    /// Komi in half points; `None` if the record does not give it.
    pub komi: Option<i16>,
    pub outcome: Outcome,
    /// Ranks at the time of the game. They refine the forecast of the test; the ratings do not use them.
    pub black_rank: Option<PlayerRank>,
    pub white_rank: Option<PlayerRank>,
}

impl RatedGame {
    /// Whether the game was played without handicap stones.
    pub fn is_even(&self) -> bool {
        self.handicap < 2
    }

    /// Black's score: 1, 0, or one half for a draw.
    pub fn black_score(&self) -> f64 {
        match self.outcome {
            Outcome::Black => 1.0,
            Outcome::White => 0.0,
            Outcome::Draw => 0.5,
        }
    }

    /// Whether the test predicts the game: even and decided.
    pub fn is_tested(&self) -> bool {
        self.is_even() && self.outcome != Outcome::Draw
    }
}

/// Games sorted by day, with persons numbered from 0 in the order of their first games.
pub(super) struct OrderedGames {
    pub(super) games: Vec<RatedGame>,
    /// The caller's number of each person.
    pub(super) persons: Vec<u32>,
    /// The place of each caller's number in `persons`.
    pub(super) numbers: HashMap<u32, u32>,
    /// Games left out because one person has both colours, by the table of names.
    pub(super) same_person: usize,
}

impl OrderedGames {
    /// Sorts games by day. The sort is stable, and the result depends on nothing but the games and their order.
    pub(super) fn new(games: &[RatedGame]) -> Self {
        let mut sorted: Vec<RatedGame> =
            games.iter().filter(|game| game.black != game.white).copied().collect();
        let same_person = games.len() - sorted.len();
        sorted.sort_by_key(|game| game.day);
        let mut persons = Vec::new();
        let mut numbers = HashMap::new();
        for game in &mut sorted {
            for person in [&mut game.black, &mut game.white] {
                *person = *numbers.entry(*person).or_insert_with_key(|&person| {
                    persons.push(person);
                    persons.len() as u32 - 1
                });
            }
        }
        Self { games: sorted, persons, numbers, same_person }
    }
}
