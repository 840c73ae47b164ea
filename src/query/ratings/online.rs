//! Ratings that learn one day of games after another, for predictions from the games of earlier days alone.

use super::Parameters;
use super::games::RatedGame;
use super::histories::{Difference, Histories, Prior};
use super::in_order::Predictor;

/// Newton steps of the players of a day after each day.
const STEPS_PER_DAY: usize = 1;
/// A sweep over all persons follows when the games since the last sweep are this share of all games. New results then
/// also reach the opponents of opponents. With four times as many sweeps no prediction rate changed by more than 0.1
/// points.
const SWEEP_SHARE: f64 = 0.02;
/// The fewest games between two sweeps.
const MIN_SWEEP_GAMES: usize = 20;

/// Whole-history ratings of the games so far.
pub(super) struct OnlineRatings {
    histories: Histories,
    games_since_sweep: usize,
    /// The players of the current day; here to reuse its memory.
    players: Vec<u32>,
}

impl OnlineRatings {
    pub(super) fn new(persons: usize, parameters: &Parameters) -> Self {
        let histories = Histories::new(persons, Prior::new(parameters));
        Self { histories, games_since_sweep: 0, players: Vec::new() }
    }

    /// The rating difference before a game; `None` if a player has no game yet.
    pub(super) fn difference(&self, game: &RatedGame) -> Option<Difference> {
        self.histories.predict(game)
    }

    /// A person's last rating in natural units; `None` if the person has no game yet.
    pub(super) fn last_rating(&self, person: u32, day: i32) -> Option<f64> {
        self.histories.last_rating(person, day).map(|(rating, _)| rating)
    }

    /// Adds the games of one day.
    pub(super) fn add_day(&mut self, games: &[RatedGame]) {
        self.players.clear();
        for game in games {
            self.histories.append(game);
            self.players.extend([game.black, game.white]);
        }
        self.players.sort_unstable();
        self.players.dedup();
        for _ in 0..STEPS_PER_DAY {
            for &person in &self.players {
                self.histories.improve(person as usize);
            }
        }
        self.games_since_sweep += games.len();
        let share = (self.histories.game_count() as f64 * SWEEP_SHARE) as usize;
        if self.games_since_sweep >= share.max(MIN_SWEEP_GAMES) {
            self.games_since_sweep = 0;
            self.histories.sweep();
        }
    }
}

impl Predictor for OnlineRatings {
    fn predict(&mut self, _: usize, game: &RatedGame) -> Option<f64> {
        self.difference(game).map(|difference| difference.moderated())
    }

    fn learn(&mut self, _: usize, games: &[RatedGame]) {
        self.add_day(games);
    }
}
