//! The ratings of all persons, fitted to all games.

use std::collections::HashMap;

use super::games::{OrderedGames, RatedGame};
use super::histories::{Difference, Histories, Prior, logistic};
use super::offsets::Terms;
use super::selection::select_parameters;
use super::{ELO_PER_NATURAL, FIRST_RATING, Parameters};
use kifu_record::cancel::{Interrupted, TimeBudget};

/// Sweeps end when no rating changes by more than this, in Elo. The ratings are then within 0.03 Elo of the maximum in
/// collections of professional games and of a server's games, and within 0.2 where most players have very few games.
const MAX_CHANGE: f64 = 0.002;
/// Sweeps end after this many in any case. Most archives need about 100, one of very sparse games needed 670.
const MAX_SWEEPS: usize = 1000;

/// A person's rating on a day with games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    pub day: i32,
    pub elo: f64,
    /// The standard deviation of the rating in Elo, with the ratings of the opponents held fixed. The rating
    /// lies within 1.96 deviations with a probability of about 95 %; 92 % were measured in a simulation.
    pub deviation: f64,
    /// The covariance with the rating of the next point in Elo squared, to interpolate the deviation.
    covariance: f64,
}

/// A person's rating on any day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    pub elo: f64,
    pub deviation: f64,
}

/// Black's advantage by komi or handicap.
#[derive(Clone, Copy, Debug)]
pub struct OffsetEstimate {
    pub terms: Terms,
    pub elo: f64,
    pub deviation: f64,
}

/// The ratings of all persons of a set of games.
pub struct Ratings {
    parameters: Parameters,
    curves: Vec<Vec<CurvePoint>>,
    persons: Vec<u32>,
    numbers: HashMap<u32, u32>,
    offsets: Vec<OffsetEstimate>,
    /// Games of one person with both colours, which are left out.
    pub same_person: usize,
    /// Sweeps until the ratings no longer changed.
    pub sweeps: usize,
}

impl Ratings {
    /// Chooses the parameters by prediction, then fits the ratings. Fails if the time budget ends before.
    pub fn fit_selected(games: &[RatedGame], budget: &TimeBudget) -> Result<Self, Interrupted> {
        let ordered = OrderedGames::new(games);
        let parameters = select_parameters(&ordered.games, ordered.persons.len(), budget)?;
        budget.run(|| Self::fit_ordered(ordered, parameters))
    }

    /// Fits the ratings with given parameters.
    pub fn fit(games: &[RatedGame], parameters: &Parameters) -> Self {
        Self::fit_ordered(OrderedGames::new(games), *parameters)
    }

    fn fit_ordered(ordered: OrderedGames, parameters: Parameters) -> Self {
        let mut histories = Histories::new(ordered.persons.len(), Prior::new(&parameters));
        for game in &ordered.games {
            histories.append(game);
        }
        let mut sweeps = 0;
        while sweeps < MAX_SWEEPS {
            sweeps += 1;
            if histories.sweep() * ELO_PER_NATURAL < MAX_CHANGE {
                break;
            }
        }
        Self {
            parameters,
            curves: (0..ordered.persons.len())
                .map(|person| curve(&mut histories, person))
                .collect(),
            persons: ordered.persons,
            numbers: ordered.numbers,
            offsets: offset_estimates(&histories),
            same_person: ordered.same_person,
            sweeps,
        }
    }

    pub fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// All persons with a rated game, in the order of their first games.
    pub fn persons(&self) -> &[u32] {
        &self.persons
    }

    /// Black's advantage by komi and by handicap.
    pub fn offsets(&self) -> &[OffsetEstimate] {
        &self.offsets
    }

    /// A person's ratings on all days with games, in order; empty without rated games.
    pub fn curve(&self, person: u32) -> &[CurvePoint] {
        self.numbers.get(&person).map_or(&[], |&number| &self.curves[number as usize])
    }

    /// A person's rating on a day; `None` without rated games. Between two points of the curve it is their weighted
    /// mean; before the first and after the last one only the deviation changes.
    pub fn strength(&self, person: u32, day: i32) -> Option<Strength> {
        let curve = self.curve(person);
        let next = curve.partition_point(|point| point.day <= day);
        let change = |from: i32, to: i32| {
            self.parameters.variance_per_day * f64::from(to.saturating_sub(from))
        };
        let (elo, variance) = match (next.checked_sub(1).map(|last| &curve[last]), curve.get(next))
        {
            (None, None) => return None,
            (None, Some(next)) => (next.elo, next.deviation.powi(2) + change(day, next.day)),
            (Some(last), None) => (last.elo, last.deviation.powi(2) + change(last.day, day)),
            (Some(last), Some(next)) => {
                let share = f64::from(day - last.day) / f64::from(next.day - last.day);
                let rest = 1.0 - share;
                let ends = rest * rest * last.deviation.powi(2)
                    + share * share * next.deviation.powi(2)
                    + 2.0 * rest * share * last.covariance;
                let bridge = change(last.day, next.day) * share * rest;
                (rest * last.elo + share * next.elo, ends + bridge)
            }
        };
        Some(Strength { elo, deviation: variance.sqrt() })
    }

    /// The probability that Black wins a game on its day; `None` if a player has no rated game.
    pub fn expected(&self, game: &RatedGame) -> Option<f64> {
        let black = self.strength(game.black, game.day)?;
        let white = self.strength(game.white, game.day)?;
        let terms = Terms::of(game);
        let offset = self.offsets.iter().find(|offset| offset.terms == terms);
        let advantage = offset.map_or(terms.prior_elo(), |offset| offset.elo);
        let mean = (black.elo - white.elo + advantage) / ELO_PER_NATURAL;
        let variance =
            (black.deviation.powi(2) + white.deviation.powi(2)) / ELO_PER_NATURAL.powi(2);
        Some(logistic(Difference { mean, variance }.moderated()))
    }
}

/// The points of one person's curve.
fn curve(histories: &mut Histories, person: usize) -> Vec<CurvePoint> {
    let moments = histories.moments(person);
    let days = histories.persons[person].days.iter();
    days.zip(moments)
        .map(|(&day, (rating, variance, covariance))| CurvePoint {
            day,
            elo: FIRST_RATING + rating * ELO_PER_NATURAL,
            deviation: variance.sqrt() * ELO_PER_NATURAL,
            covariance: covariance * ELO_PER_NATURAL.powi(2),
        })
        .collect()
}

/// The fitted offsets in Elo, sorted by komi and handicap.
fn offset_estimates(histories: &Histories) -> Vec<OffsetEstimate> {
    let offsets = histories.offsets.list.iter();
    let mut estimates: Vec<OffsetEstimate> = offsets
        .map(|offset| OffsetEstimate {
            terms: offset.terms,
            elo: offset.value * ELO_PER_NATURAL,
            deviation: offset.variance.sqrt() * ELO_PER_NATURAL,
        })
        .collect();
    estimates.sort_by_key(|estimate| estimate.terms);
    estimates
}

#[cfg(test)]
mod tests;
