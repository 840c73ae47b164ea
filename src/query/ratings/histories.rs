//! Whole-history rating: the ratings of all persons on all days on which they played (Coulom 2008).
//!
//! A game is won with the probability `logistic(difference of the ratings + offset)`. A person's rating is a Wiener
//! process: between two days it changes by a normal variable whose variance is `variance_per_day` times the number of
//! days. The first rating has a normal prior. The ratings are those of highest posterior density.
//!
//! They are found by Newton's method for one person at a time, with all others held fixed: the Hessian of one person is
//! tridiagonal. The density is log-concave, so sweeps over all persons converge to its only maximum. Everything here is
//! in natural units (`ELO_PER_NATURAL`).

use super::games::RatedGame;
use super::offsets::Offsets;
use super::tridiagonal::Tridiagonal;
use super::{ELO_PER_NATURAL, Parameters};
use kifu_record::cancel::checkpoint;

/// The longest step of one rating in one Newton step. Far from the maximum a logistic curve is nearly straight, and
/// Newton's method would overshoot.
const MAX_STEP: f64 = 2.0;

/// The probability of a win by the rating difference in natural units.
pub(super) fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The prior in natural units.
#[derive(Clone, Copy)]
pub(super) struct Prior {
    pub(super) variance_per_day: f64,
    pub(super) first_variance: f64,
}

impl Prior {
    pub(super) fn new(parameters: &Parameters) -> Self {
        let square = ELO_PER_NATURAL * ELO_PER_NATURAL;
        Self {
            variance_per_day: parameters.variance_per_day / square,
            first_variance: parameters.first_deviation * parameters.first_deviation / square,
        }
    }

    /// The variance of the change of a rating between two days.
    pub(super) fn change_variance(&self, from: i32, to: i32) -> f64 {
        self.variance_per_day * f64::from(to.saturating_sub(from).max(0))
    }
}

/// A game as one of its players sees it.
struct PlayedSeat {
    /// The node of the opponent on that day.
    opponent: u32,
    offset: u16,
    is_black: bool,
    score: f32,
}

/// The days of one person in order. A node is the rating of one person on one day: an index into `Histories::ratings`.
#[derive(Default)]
pub(super) struct History {
    pub(super) days: Vec<i32>,
    nodes: Vec<u32>,
    /// For each day, the index of its first game in `seats`.
    first_seats: Vec<u32>,
    seats: Vec<PlayedSeat>,
    /// The variance of the rating on the last day, from the last Newton step.
    last_variance: f64,
}

/// A game by its nodes.
struct Pairing {
    black: u32,
    white: u32,
    offset: u16,
    score: f32,
}

/// A rating difference that a prediction is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference {
    /// Black's rating minus White's, plus the offset of the game.
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Difference {
    /// The difference that, taken as certain, gives about the same probability as this uncertain one: MacKay's
    /// approximation of the integral of a logistic over a normal distribution.
    pub(super) fn moderated(&self) -> f64 {
        self.mean / (1.0 + self.variance * std::f64::consts::PI / 8.0).sqrt()
    }
}

/// Ratings of all persons. Games are appended in order of days; persons are numbered from 0.
pub(super) struct Histories {
    prior: Prior,
    ratings: Vec<f64>,
    pub(super) persons: Vec<History>,
    pairings: Vec<Pairing>,
    pub(super) offsets: Offsets,
    /// The matrix of the current Newton step; here to reuse its memory.
    matrix: Tridiagonal,
}

impl Histories {
    pub(super) fn new(persons: usize, prior: Prior) -> Self {
        Self {
            prior,
            ratings: Vec::new(),
            persons: std::iter::repeat_with(History::default).take(persons).collect(),
            pairings: Vec::new(),
            offsets: Offsets::default(),
            matrix: Tridiagonal::default(),
        }
    }

    /// Appends a game. Its day is not before the last day of its players. New ratings start at the person's last one.
    pub(super) fn append(&mut self, game: &RatedGame) {
        let offset = self.offsets.number(game);
        let black = self.node_of_day(game.black, game.day);
        let white = self.node_of_day(game.white, game.day);
        let score = game.black_score() as f32;
        let black_seat = PlayedSeat { opponent: white, offset, is_black: true, score };
        let white_seat =
            PlayedSeat { opponent: black, offset, is_black: false, score: 1.0 - score };
        self.persons[game.black as usize].seats.push(black_seat);
        self.persons[game.white as usize].seats.push(white_seat);
        self.pairings.push(Pairing { black, white, offset, score });
    }

    /// The node of a person on a day that is the person's last one or later.
    fn node_of_day(&mut self, person: u32, day: i32) -> u32 {
        let history = &mut self.persons[person as usize];
        let last = history.nodes.last().copied();
        if let Some(node) = last
            && history.days.last() == Some(&day)
        {
            return node;
        }
        let rating = last.map_or(0.0, |node| self.ratings[node as usize]);
        let node = self.ratings.len() as u32;
        self.ratings.push(rating);
        history.days.push(day);
        history.nodes.push(node);
        history.first_seats.push(history.seats.len() as u32);
        node
    }

    /// Number of games appended so far.
    pub(super) fn game_count(&self) -> usize {
        self.pairings.len()
    }

    /// Fills the matrix with the negative Hessian and the gradient of one person's log posterior density.
    pub(super) fn fill_matrix(&mut self, person: usize) {
        let history = &self.persons[person];
        let matrix = &mut self.matrix;
        matrix.clear(history.days.len());
        let ends = history
            .first_seats
            .iter()
            .skip(1)
            .map(|&first| first as usize)
            .chain([history.seats.len()]);
        for (row, (&first, end)) in history.first_seats.iter().zip(ends).enumerate() {
            let rating = self.ratings[history.nodes[row] as usize];
            for seat in &history.seats[first as usize..end] {
                let advantage = self.offsets.list[seat.offset as usize].value;
                let signed = if seat.is_black { advantage } else { -advantage };
                let expected = logistic(rating - self.ratings[seat.opponent as usize] + signed);
                matrix.right[row] += f64::from(seat.score) - expected;
                matrix.diagonal[row] += expected * (1.0 - expected);
            }
        }
        let Some(&first) = history.nodes.first() else {
            return;
        };
        matrix.right[0] -= self.ratings[first as usize] / self.prior.first_variance;
        matrix.diagonal[0] += 1.0 / self.prior.first_variance;
        for (row, pair) in history.nodes.windows(2).enumerate() {
            let precision =
                1.0 / self.prior.change_variance(history.days[row], history.days[row + 1]);
            let pull =
                (self.ratings[pair[1] as usize] - self.ratings[pair[0] as usize]) * precision;
            matrix.right[row] += pull;
            matrix.right[row + 1] -= pull;
            matrix.diagonal[row] += precision;
            matrix.diagonal[row + 1] += precision;
            matrix.off[row] = -precision;
        }
    }

    /// Takes one Newton step for one person. Returns the largest change of a rating.
    pub(super) fn improve(&mut self, person: usize) -> f64 {
        checkpoint();
        self.fill_matrix(person);
        self.matrix.eliminate();
        self.matrix.substitute();
        let history = &mut self.persons[person];
        history.last_variance = self.matrix.last_variance();
        let mut largest = 0.0_f64;
        for (&node, step) in history.nodes.iter().zip(&self.matrix.right) {
            let step = step.clamp(-MAX_STEP, MAX_STEP);
            self.ratings[node as usize] += step;
            largest = largest.max(step.abs());
        }
        largest
    }

    /// Takes one Newton step for each person, then for each offset. Returns the largest change.
    pub(super) fn sweep(&mut self) -> f64 {
        let largest = (0..self.persons.len())
            .fold(0.0, |largest: f64, person| largest.max(self.improve(person)));
        for pairing in &self.pairings {
            checkpoint();
            let advantage = self.offsets.list[pairing.offset as usize].value;
            let difference = self.ratings[pairing.black as usize]
                - self.ratings[pairing.white as usize]
                + advantage;
            self.offsets.add(pairing.offset, f64::from(pairing.score), logistic(difference));
        }
        largest.max(self.offsets.step())
    }

    /// Predicts a game from each player's last rating; `None` if a player has no game yet.
    pub(super) fn predict(&self, game: &RatedGame) -> Option<Difference> {
        let (black, black_variance) = self.last_rating(game.black, game.first_day)?;
        let (white, white_variance) = self.last_rating(game.white, game.first_day)?;
        let mean = black - white + self.offsets.advantage(game);
        Some(Difference { mean, variance: black_variance + white_variance })
    }

    /// A person's last rating and its variance on a later day; `None` if the person has no game yet.
    pub(super) fn last_rating(&self, person: u32, day: i32) -> Option<(f64, f64)> {
        let history = self.persons.get(person as usize)?;
        let rating = self.ratings[*history.nodes.last()? as usize];
        Some((
            rating,
            history.last_variance + self.prior.change_variance(*history.days.last()?, day),
        ))
    }

    /// The rating of each day of a person, with its variance and its covariance with the next day.
    pub(super) fn moments(&mut self, person: usize) -> Vec<(f64, f64, f64)> {
        self.fill_matrix(person);
        self.matrix.eliminate();
        let band = self.matrix.inverse_band();
        let nodes = &self.persons[person].nodes;
        let ratings = nodes.iter().map(|&node| self.ratings[node as usize]);
        ratings
            .zip(band)
            .map(|(rating, (variance, covariance))| (rating, variance, covariance))
            .collect()
    }
}

#[cfg(test)]
mod tests;
