//! Black's advantage by komi, and the effect of handicap stones: offsets that are fitted together with the ratings.

use std::collections::HashMap;

use super::ELO_PER_NATURAL;
use super::games::RatedGame;

/// The expected effect of one handicap stone in Elo, and the deviation of the prior of a handicap's offset.
/// The prior is wide: a few dozen games outweigh it.
const ELO_PER_STONE: f64 = 80.0;
const HANDICAP_DEVIATION: f64 = 200.0;
/// The deviation of the prior of a komi's offset in Elo. The advantage without komi, the largest one, is about 110 to
/// 145 in collections of professional games; rare values of komi are often errors and stay near 0.
const KOMI_DEVIATION: f64 = 60.0;

/// What the offset of a game depends on: the stones of a handicap game, or the komi of an even one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terms {
    Komi(Option<i16>),
    Handicap(u8),
}

impl Terms {
    pub(super) fn of(game: &RatedGame) -> Self {
        if game.is_even() { Self::Komi(game.komi) } else { Self::Handicap(game.handicap) }
    }

    /// The expected offset in Elo without any game.
    pub(super) fn prior_elo(self) -> f64 {
        self.prior().0 * ELO_PER_NATURAL
    }

    /// Mean and deviation of the prior in natural units.
    fn prior(self) -> (f64, f64) {
        let (mean, deviation) = match self {
            Self::Komi(_) => (0.0, KOMI_DEVIATION),
            Self::Handicap(stones) => (f64::from(stones) * ELO_PER_STONE, HANDICAP_DEVIATION),
        };
        (mean / ELO_PER_NATURAL, deviation / ELO_PER_NATURAL)
    }
}

/// One offset. All values are in natural units.
pub(super) struct Offset {
    pub(super) terms: Terms,
    /// Black's advantage.
    pub(super) value: f64,
    /// The variance of `value` at the last step, with the ratings held fixed.
    pub(super) variance: f64,
    /// Sums over the games of the current sweep: Black's score minus its expectation, and the information.
    gradient: f64,
    information: f64,
}

/// The offsets of all terms that occur in the games.
#[derive(Default)]
pub(super) struct Offsets {
    numbers: HashMap<Terms, u16>,
    pub(super) list: Vec<Offset>,
}

impl Offsets {
    /// The number of a game's offset, a new one for terms that did not occur before.
    pub(super) fn number(&mut self, game: &RatedGame) -> u16 {
        let terms = Terms::of(game);
        let list = &mut self.list;
        *self.numbers.entry(terms).or_insert_with(|| {
            let (mean, deviation) = terms.prior();
            let variance = deviation * deviation;
            list.push(Offset { terms, value: mean, variance, gradient: 0.0, information: 0.0 });
            list.len() as u16 - 1
        })
    }

    /// Black's advantage in a game; that of the prior if its terms did not occur yet.
    pub(super) fn advantage(&self, game: &RatedGame) -> f64 {
        let terms = Terms::of(game);
        self.numbers.get(&terms).map_or(terms.prior().0, |&number| self.list[number as usize].value)
    }

    /// Adds a game to the sums of the next step: Black's score, and the score that the ratings expect.
    pub(super) fn add(&mut self, number: u16, score: f64, expected: f64) {
        let offset = &mut self.list[number as usize];
        offset.gradient += score - expected;
        offset.information += expected * (1.0 - expected);
    }

    /// Takes one Newton step for each offset and clears the sums. Returns the largest change.
    pub(super) fn step(&mut self) -> f64 {
        let mut largest = 0.0_f64;
        for offset in &mut self.list {
            let (mean, deviation) = offset.terms.prior();
            let precision = 1.0 / (deviation * deviation);
            let gradient = offset.gradient - (offset.value - mean) * precision;
            offset.variance = 1.0 / (offset.information + precision);
            offset.value += gradient * offset.variance;
            largest = largest.max((gradient * offset.variance).abs());
            offset.gradient = 0.0;
            offset.information = 0.0;
        }
        largest
    }
}
