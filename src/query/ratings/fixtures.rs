//! Random games for the tests of the ratings.

use super::games::{Outcome, RatedGame};

/// A linear congruential generator with the multiplier of Knuth's MMIX.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Returns the next random number, from 0 up to, but less than, 1.
    pub(super) fn unit(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number from 0 up to `end`.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        (self.unit() * f64::from(end)) as u32
    }

    /// A number of the standard normal distribution: the sum of twelve uniform ones.
    pub(super) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

pub(super) fn game(day: i32, black: u32, white: u32, outcome: Outcome) -> RatedGame {
    RatedGame {
        first_day: day,
        day,
        black,
        white,
        handicap: 0,
        komi: Some(13),
        outcome,
        black_rank: None,
        white_rank: None,
    }
}

/// Games between random persons on random days, with draws, several komi values and a few handicaps.
pub(super) fn random_games(seed: u64, persons: u32, days: u32, count: usize) -> Vec<RatedGame> {
    let mut random = Random(seed);
    let mut games: Vec<RatedGame> = (0..count)
        .map(|_| {
            let black = random.below(persons);
            let white = (black + 1 + random.below(persons - 1)) % persons;
            let outcome = match random.below(9) {
                0 => Outcome::Draw,
                1..=5 if black < white => Outcome::Black,
                1..=3 => Outcome::Black,
                _ => Outcome::White,
            };
            let komi = [None, Some(11), Some(13)][random.below(3) as usize];
            let handicap = if random.below(8) == 0 { 2 } else { 0 };
            RatedGame {
                komi,
                handicap,
                ..game(random.below(days) as i32 * 20, black, white, outcome)
            }
        })
        .collect();
    games.sort_by_key(|game| game.day);
    games
}
