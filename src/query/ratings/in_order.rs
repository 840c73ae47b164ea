//! The test of the ratings: the games in order of days, each predicted from the games of earlier days alone.

use super::Parameters;
use super::elo::{FACTORS, PlainElo};
use super::forecast::Forecast;
use super::games::{OrderedGames, RatedGame};
use super::online::OnlineRatings;
use super::selection::select_parameters;
use kifu_record::cancel::{Interrupted, TimeBudget, checkpoint};

/// What predicts games and learns them. Games are known by their number in the order of days.
pub(super) trait Predictor {
    /// The natural logarithm of the odds that Black wins; `None` if a player has no game yet.
    fn predict(&mut self, number: usize, game: &RatedGame) -> Option<f64>;
    /// Learns all games of one day; their numbers are consecutive.
    fn learn(&mut self, first_number: usize, games: &[RatedGame]);
}

/// How well games were predicted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// All predicted games.
    pub(super) games: usize,
    /// Games of which a player has no earlier game. They count as half predicted.
    pub(super) newcomers: usize,
    hits: f64,
    log_loss: f64,
}

impl Tally {
    /// Counts a prediction. One of exactly even odds is half a hit.
    fn add(&mut self, log_odds: Option<f64>, black_won: bool) {
        self.games += 1;
        self.newcomers += usize::from(log_odds.is_none());
        let towards_winner = log_odds.map_or(0.0, |odds| if black_won { odds } else { -odds });
        self.hits += match towards_winner.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less if towards_winner < 0.0 => 0.0,
            _ => 0.5,
        };
        self.log_loss += (-towards_winner).exp().ln_1p();
    }

    /// The share of games that the predicted winner won, from 0 to 1; 0 without games.
    pub(super) fn predicted(&self) -> f64 {
        self.hits / self.games.max(1) as f64
    }

    /// The mean of minus the logarithm of the probability that was given to the actual result.
    pub(super) fn mean_log_loss(&self) -> f64 {
        self.log_loss / self.games.max(1) as f64
    }
}

/// Lets a predictor go through the games in order of days. Before it learns the games of a day, it predicts all games
/// that may have been played on that day. Predictions of games that are learned after `last_training_day` are counted.
pub(super) fn walk(
    games: &[RatedGame],
    last_training_day: i32,
    predictor: &mut impl Predictor,
) -> Tally {
    let mut tested: Vec<usize> =
        (0..games.len()).filter(|&number| games[number].is_tested()).collect();
    tested.sort_by_key(|&number| games[number].first_day);
    let mut tested = tested.into_iter().peekable();
    let mut tally = Tally::default();
    let mut first_number = 0;
    for day in games.chunk_by(|left, right| left.day == right.day) {
        checkpoint();
        while let Some(number) = tested.next_if(|&number| games[number].first_day <= day[0].day) {
            let log_odds = predictor.predict(number, &games[number]);
            if games[number].day > last_training_day {
                tally.add(log_odds, games[number].black_score() > 0.5);
            }
        }
        predictor.learn(first_number, day);
        first_number += day.len();
    }
    tally
}

/// The result of `predict_in_order`.
#[derive(Clone, Copy, Debug)]
pub struct PredictionTest {
    /// The decided even games after the first share; each of them was predicted.
    pub games: usize,
    /// The share of them that the forecast predicted, from 0 to 1.
    pub predicted: f64,
    /// The share that the ratings alone predict, without the other features of the forecast.
    pub ratings_alone: f64,
    /// The parameters of the ratings alone, chosen by the games of the first share.
    pub parameters: Parameters,
    /// The share that plain Elo predicts with the K that is best for these games, and that K.
    pub elo: f64,
    pub elo_factor: f64,
    /// Games of which a player has no earlier game; they count as half predicted in all three shares.
    pub newcomers: usize,
    /// The last day of the first share.
    pub last_training_day: i32,
    /// Games left out because one person has both colours.
    pub same_person: usize,
    /// The mean log loss of the forecast, of the ratings alone, and of plain Elo.
    pub log_loss: [f64; 3],
}

/// Trains on the first share of the games in time, then predicts and learns day by day. `None` if no game is left to
/// predict. Fails if the time budget ends before.
///
/// The first share ends with the day of its last game. A game whose date spans this end is predicted: from the games
/// before its first possible day.
pub fn predict_in_order(
    games: &[RatedGame],
    first_share: f64,
    budget: &TimeBudget,
) -> Result<Option<PredictionTest>, Interrupted> {
    let ordered = OrderedGames::new(games);
    let games = ordered.games.as_slice();
    let count = (games.len() as f64 * first_share.clamp(0.0, 1.0)) as usize;
    let last_training_day = count.checked_sub(1).map_or(i32::MIN, |last| games[last].day);
    let persons = ordered.persons.len();
    let training = &games[..games.partition_point(|game| game.day <= last_training_day)];
    let (forecast, others) = std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            let parameters = select_parameters(training, persons, budget)?;
            budget.run(|| {
                let alone =
                    walk(games, last_training_day, &mut OnlineRatings::new(persons, &parameters));
                (parameters, alone, best_elo(games, last_training_day, persons))
            })
        });
        let forecast = budget.run(|| walk(games, last_training_day, &mut Forecast::new(persons)));
        (forecast, join(others))
    });
    let (forecast, (parameters, alone, (elo_factor, elo))) = (forecast?, others?);
    Ok((forecast.games > 0).then(|| PredictionTest {
        games: forecast.games,
        predicted: forecast.predicted(),
        ratings_alone: alone.predicted(),
        parameters,
        elo: elo.predicted(),
        elo_factor,
        newcomers: forecast.newcomers,
        last_training_day,
        same_person: ordered.same_person,
        log_loss: [forecast, alone, elo].map(|tally| tally.mean_log_loss()),
    }))
}

/// The result of a thread; a panic goes on in this thread.
fn join<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Plain Elo with the K that predicts most of the counted games; the smallest of several.
fn best_elo(games: &[RatedGame], last_training_day: i32, persons: usize) -> (f64, Tally) {
    let mut best = (FACTORS[0], Tally::default());
    for factor in FACTORS {
        let tally = walk(games, last_training_day, &mut PlainElo::new(persons, factor));
        if tally.predicted() > best.1.predicted() {
            best = (factor, tally);
        }
    }
    best
}

#[cfg(test)]
mod tests;
