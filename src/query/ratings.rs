//! The strength of players over time, from the results of their games.
//!
//! | file | contents |
//! |---|---|
//! | `games.rs` | the games, and their order |
//! | `histories.rs` | whole-history ratings: the model and Newton's method |
//! | `offsets.rs` | komi and handicap |
//! | `tridiagonal.rs` | the linear algebra of one person |
//! | `selection.rs` | the choice of the prior |
//! | `curves.rs` | the finished ratings: `Ratings` |
//! | `online.rs` | ratings that learn day by day |
//! | `forecast.rs` | the forecast of a game from ratings, experience and ranks |
//! | `elo.rs` | plain Elo |
//! | `in_order.rs` | the test: `predict_in_order` |
//!
//! `players/rated_games.rs` reads the games from an index.

mod curves;
mod elo;
#[cfg(test)]
mod fixtures;
mod forecast;
mod games;
mod histories;
mod in_order;
mod offsets;
mod online;
mod selection;
mod tridiagonal;

pub use curves::{CurvePoint, OffsetEstimate, Ratings, Strength};
pub use games::{Outcome, PlayerRank, RatedGame};
pub use in_order::{PredictionTest, predict_in_order};
pub use offsets::Terms;

/// A rating difference of one natural unit in Elo: 400 / ln 10.
pub const ELO_PER_NATURAL: f64 = 173.717_792_761_300_73;

/// The mean of the prior of a person's first rating in Elo. Only differences of ratings have a meaning; this constant
/// sets where the scale lies.
pub const FIRST_RATING: f64 = 2500.0;

/// The prior of the ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// The variance of the change of a rating in one day, in Elo squared: the `w²` of the whole-history rating.
    pub variance_per_day: f64,
    /// The deviation of a person's first rating in Elo.
    pub first_deviation: f64,
}

impl Default for Parameters {
    /// What predicts professional games best.
    fn default() -> Self {
        Self { variance_per_day: 2.0, first_deviation: 250.0 }
    }
}
