//! A forecast of games that combines ratings with what they leave out.
//!
//! A rating is the best summary of a player's results, but not all that is known before a game. Form of the last
//! weeks counts more in one collection than in another. Players who play much, and against strong opponents, are
//! stronger than the results so far show, because those who win are invited and go on to the next round. Players of a
//! long career grow weaker. Young players of a high rank are on their way up.
//!
//! The weight of each is learned from the forecasts of earlier games by logistic regression. Weights are forgotten
//! slowly, because they change over decades.

use std::collections::HashMap;

use super::Parameters;
use super::games::{PlayerRank, RatedGame};
use super::histories::{Difference, logistic};
use super::in_order::Predictor;
use super::online::OnlineRatings;

/// The two ratings that are combined. Of variances from 1 to 80 no pair was better than this one by more than 0.1
/// points on professional games and on a server's, because the weights choose between the two.
const SLOW: Parameters = Parameters { variance_per_day: 1.0, first_deviation: 350.0 };
const FAST: Parameters = Parameters { variance_per_day: 30.0, first_deviation: 150.0 };

/// The number of features of a game, all of them Black's value minus White's:
///
/// | index | feature |
/// |---|---|
/// | 0 | the slow rating with the offset of the game, moderated by its uncertainty |
/// | 1 | the same times its deviation, less `TYPICAL_DEVIATION` |
/// | 2 | the fast rating, as 0 |
/// | 3 | the logarithm of the games of the last year, plus one |
/// | 4 | the logarithm of all games, plus one |
/// | 5 | the decades since the first game, at most `MAX_DECADES` |
/// | 6 | the professional rank divided by four; 0 unless both have one |
/// | 7 | the amateur rank divided by four; 0 unless both have one |
/// | 8 | the mean rating of the opponents so far |
const FEATURES: usize = 9;

/// The deviation of a usual rating difference in natural units, so that feature 1 is near 0 for most games.
const TYPICAL_DEVIATION: f64 = 0.8;
/// A career of more decades is probably the name of several persons.
const MAX_DECADES: f64 = 5.0;
const DAYS_PER_DECADE: f64 = 3652.5;
const DAYS_PER_YEAR: i32 = 365;
/// The largest difference of amateur ranks that counts, in units of four ranks.
const MAX_AMATEUR_DIFFERENCE: f64 = 2.0;
/// The prior mean of each weight: between the weights that a collection of professional games and a server's games
/// arrive at from (1, 0, 0, ...). Only sets of a few thousand games are predicted differently for it.
const FIRST_WEIGHTS: Features = [0.4, -0.3, 0.25, 0.1, 0.1, -0.1, 0.2, 0.1, 0.2];
/// The deviation of the prior of each weight.
const WEIGHT_DEVIATION: f64 = 0.2;
/// How much the variance of each weight grows with each game. Between 1e-6 and 1e-5 the prediction rates differ by at
/// most 0.2 points; without any growth they are up to 0.4 points lower.
const FORGETTING_PER_GAME: f64 = 3e-6;

/// What remains of the weight of an opponent with each later game. Between 0.9 and 1 the prediction rates differ by at
/// most 0.2 points on sets of more than 15,000 games.
const OPPONENT_DECAY: f64 = 0.95;
/// The weight of the prior mean, 0, among the ratings of opponents.
const OPPONENT_PRIOR: f64 = 2.0;

type Features = [f64; FEATURES];

/// A logistic regression that is updated with one game after another, as an extended Kalman filter.
struct Regression {
    weights: Features,
    covariance: [Features; FEATURES],
}

impl Regression {
    fn new() -> Self {
        let mut covariance = [[0.0; FEATURES]; FEATURES];
        for (index, row) in covariance.iter_mut().enumerate() {
            row[index] = WEIGHT_DEVIATION * WEIGHT_DEVIATION;
        }
        Self { weights: FIRST_WEIGHTS, covariance }
    }

    fn value(&self, features: &Features) -> f64 {
        dot(&self.weights, features)
    }

    /// Learns Black's score of a game.
    fn learn(&mut self, features: &Features, score: f64) {
        let expected = logistic(self.value(features));
        let information = expected * (1.0 - expected);
        let gain: Features = std::array::from_fn(|index| dot(&self.covariance[index], features));
        let scale = 1.0 / (1.0 + information * dot(&gain, features));
        for row in 0..FEATURES {
            self.weights[row] += gain[row] * scale * (score - expected);
            for column in 0..FEATURES {
                self.covariance[row][column] -= information * scale * gain[row] * gain[column];
            }
            self.covariance[row][row] += FORGETTING_PER_GAME;
        }
    }
}

fn dot(left: &Features, right: &Features) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// The ratings of a player's opponents, each at the time of the game: a weighted sum and the sum of the weights.
#[derive(Clone, Copy, Default)]
struct Opposition {
    sum: f64,
    weight: f64,
}

impl Opposition {
    fn add(&mut self, rating: f64) {
        self.sum = self.sum * OPPONENT_DECAY + rating;
        self.weight = self.weight * OPPONENT_DECAY + 1.0;
    }

    fn mean(self) -> f64 {
        self.sum / (self.weight + OPPONENT_PRIOR)
    }
}

/// Forecasts games in order of days.
pub(super) struct Forecast {
    slow: OnlineRatings,
    fast: OnlineRatings,
    /// For each person, the days of all games so far.
    careers: Vec<Vec<i32>>,
    /// For each person, the opponents so far.
    oppositions: Vec<Opposition>,
    regression: Regression,
    /// Features of games that were forecast and are not learned yet.
    pending: HashMap<usize, Features>,
}

impl Forecast {
    pub(super) fn new(persons: usize) -> Self {
        Self {
            slow: OnlineRatings::new(persons, &SLOW),
            fast: OnlineRatings::new(persons, &FAST),
            careers: vec![Vec::new(); persons],
            oppositions: vec![Opposition::default(); persons],
            regression: Regression::new(),
            pending: HashMap::new(),
        }
    }

    fn features(&self, game: &RatedGame, slow: Difference, fast: Difference) -> Features {
        let black = experience(&self.careers[game.black as usize], game.first_day);
        let white = experience(&self.careers[game.white as usize], game.first_day);
        let (professional, amateur) = rank_difference(game);
        [
            slow.moderated(),
            slow.moderated() * (slow.variance.sqrt() - TYPICAL_DEVIATION),
            fast.moderated(),
            black[0] - white[0],
            black[1] - white[1],
            black[2] - white[2],
            professional,
            amateur,
            self.oppositions[game.black as usize].mean()
                - self.oppositions[game.white as usize].mean(),
        ]
    }
}

/// Features 3 to 5 of a player whose games so far were on the given days.
fn experience(days: &[i32], day: i32) -> [f64; 3] {
    let recent =
        days.len() - days.partition_point(|&earlier| earlier < day.saturating_sub(DAYS_PER_YEAR));
    let career = days.first().map_or(0, |&first| day.saturating_sub(first).max(0));
    let logarithm = |games: usize| (games as f64).ln_1p();
    [
        logarithm(recent),
        logarithm(days.len()),
        (f64::from(career) / DAYS_PER_DECADE).min(MAX_DECADES),
    ]
}

/// Features 6 and 7.
fn rank_difference(game: &RatedGame) -> (f64, f64) {
    let quarter = |black: i8, white: i8| (f64::from(black) - f64::from(white)) / 4.0;
    match (game.black_rank, game.white_rank) {
        (Some(PlayerRank::Professional(black)), Some(PlayerRank::Professional(white))) => {
            (quarter(black, white), 0.0)
        }
        (Some(PlayerRank::Amateur(black)), Some(PlayerRank::Amateur(white))) => {
            (0.0, quarter(black, white).clamp(-MAX_AMATEUR_DIFFERENCE, MAX_AMATEUR_DIFFERENCE))
        }
        _ => (0.0, 0.0),
    }
}

impl Predictor for Forecast {
    fn predict(&mut self, number: usize, game: &RatedGame) -> Option<f64> {
        let features =
            self.features(game, self.slow.difference(game)?, self.fast.difference(game)?);
        self.pending.insert(number, features);
        Some(self.regression.value(&features))
    }

    fn learn(&mut self, first_number: usize, games: &[RatedGame]) {
        for (index, game) in games.iter().enumerate() {
            if let Some(features) = self.pending.remove(&(first_number + index)) {
                self.regression.learn(&features, game.black_score());
            }
            self.careers[game.black as usize].push(game.day);
            self.careers[game.white as usize].push(game.day);
        }
        self.slow.add_day(games);
        self.fast.add_day(games);
        for game in games {
            for (person, opponent) in [(game.black, game.white), (game.white, game.black)] {
                let rating = self.slow.last_rating(opponent, game.day).unwrap_or_default();
                self.oppositions[person as usize].add(rating);
            }
        }
    }
}

#[cfg(test)]
mod tests;
