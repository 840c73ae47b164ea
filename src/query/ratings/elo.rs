//! Plain Elo: what the ratings are compared with.

use super::ELO_PER_NATURAL;
use super::games::RatedGame;
use super::histories::logistic;
use super::in_order::Predictor;

/// The values of K of which the best one is taken.
pub(super) const FACTORS: [f64; 14] =
    [8.0, 12.0, 16.0, 20.0, 24.0, 28.0, 32.0, 36.0, 40.0, 48.0, 56.0, 64.0, 80.0, 100.0];

/// Elo with one K for all players and games, without a colour advantage. All players begin with the same rating.
pub(super) struct PlainElo {
    factor: f64,
    ratings: Vec<f64>,
    has_played: Vec<bool>,
}

impl PlainElo {
    pub(super) fn new(persons: usize, factor: f64) -> Self {
        Self { factor, ratings: vec![0.0; persons], has_played: vec![false; persons] }
    }

    /// Black's rating minus White's in natural units.
    fn difference(&self, game: &RatedGame) -> f64 {
        (self.ratings[game.black as usize] - self.ratings[game.white as usize]) / ELO_PER_NATURAL
    }
}

impl Predictor for PlainElo {
    fn predict(&mut self, _: usize, game: &RatedGame) -> Option<f64> {
        let known = self.has_played[game.black as usize] && self.has_played[game.white as usize];
        known.then(|| self.difference(game))
    }

    /// Learns the even games of a day, a draw as half a win. Each change is computed from the ratings before the day.
    fn learn(&mut self, _: usize, games: &[RatedGame]) {
        let even = || games.iter().filter(|game| game.is_even());
        let changes: Vec<f64> = even()
            .map(|game| self.factor * (game.black_score() - logistic(self.difference(game))))
            .collect();
        for (game, change) in even().zip(changes) {
            self.ratings[game.black as usize] += change;
            self.ratings[game.white as usize] -= change;
            self.has_played[game.black as usize] = true;
            self.has_played[game.white as usize] = true;
        }
    }
}
