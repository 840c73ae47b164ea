use super::super::fixtures::{game, random_games};
use super::super::games::Outcome;
use super::*;

/// Writes down what it has to predict and to learn.
#[derive(Default)]
struct Recorder {
    learned: Vec<i32>,
    predicted: Vec<(i32, Option<i32>)>,
}

impl Predictor for Recorder {
    fn predict(&mut self, _: usize, game: &RatedGame) -> Option<f64> {
        self.predicted.push((game.first_day, self.learned.last().copied()));
        Some(1.0)
    }

    fn learn(&mut self, _: usize, games: &[RatedGame]) {
        self.learned.extend(games.iter().map(|game| game.day));
    }
}

/// A game is predicted before anything of its first possible day is learned, and learned on its last one.
#[test]
fn predictions_use_earlier_days_alone() {
    let mut games = random_games(4, 10, 30, 300);
    for game in games.iter_mut().step_by(7) {
        game.first_day -= 65;
    }
    let mut recorder = Recorder::default();
    let tally = walk(&games, 200, &mut recorder);
    assert!(
        recorder
            .predicted
            .iter()
            .all(|(first_day, last)| last.is_none_or(|last| last < *first_day))
    );
    let tested = games.iter().filter(|game| game.is_tested());
    assert_eq!(recorder.predicted.len(), tested.clone().count());
    assert_eq!(tally.games, tested.clone().filter(|game| game.day > 200).count());
    let black = tested.filter(|game| game.day > 200 && game.outcome == Outcome::Black).count();
    assert!((tally.predicted() - black as f64 / tally.games as f64).abs() < 1e-12);
    assert_eq!(recorder.learned.len(), games.len());
}

/// Results of a day and later ones change no prediction of that day, by any predictor.
#[test]
fn later_results_change_no_prediction() {
    struct Probe<P>(P, Vec<Option<f64>>);
    impl<P: Predictor> Predictor for Probe<P> {
        fn predict(&mut self, number: usize, game: &RatedGame) -> Option<f64> {
            let log_odds = self.0.predict(number, game);
            self.1.push(log_odds);
            log_odds
        }
        fn learn(&mut self, first_number: usize, games: &[RatedGame]) {
            self.0.learn(first_number, games);
        }
    }
    fn odds<P: Predictor>(games: &[RatedGame], predictor: P) -> Vec<Option<f64>> {
        let mut probe = Probe(predictor, Vec::new());
        walk(games, 0, &mut probe);
        probe.1
    }
    let games = random_games(9, 12, 30, 400);
    let mut changed = games.clone();
    let day = 300;
    for game in changed.iter_mut().filter(|game| game.day >= day && game.is_tested()) {
        game.outcome = if game.outcome == Outcome::Black { Outcome::White } else { Outcome::Black };
    }
    let count = games.iter().filter(|game| game.is_tested() && game.first_day <= day).count();
    assert!(count > 150 && count < games.len());
    let parameters = Parameters::default();
    let pairs = [&games, &changed].map(|games| {
        [
            odds(games, PlainElo::new(12, 30.0)),
            odds(games, OnlineRatings::new(12, &parameters)),
            odds(games, Forecast::new(12)),
        ]
    });
    for (left, right) in pairs[0].iter().zip(&pairs[1]) {
        assert_eq!(left[..count], right[..count]);
        assert_ne!(left[count..], right[count..]);
    }
}

/// Newcomers and even odds count as half, drawn and handicap games are not tested, one person on both sides is skipped.
#[test]
fn counts_follow_the_rules() {
    let handicap = RatedGame { handicap: 2, ..game(30, 0, 1, Outcome::White) };
    let games = [
        game(10, 0, 1, Outcome::Draw),
        game(20, 0, 1, Outcome::Black),
        game(20, 2, 3, Outcome::Black),
        game(25, 5, 5, Outcome::Black),
        game(30, 0, 1, Outcome::Draw),
        handicap,
    ];
    let mut elo = PlainElo::new(6, 40.0);
    let ordered = OrderedGames::new(&games);
    let tally = walk(&ordered.games, 15, &mut elo);
    assert_eq!((ordered.same_person, tally.games, tally.newcomers), (1, 2, 1));
    assert_eq!(tally.predicted(), 0.5);
    assert!(
        predict_in_order(&games[..1], 0.333, &TimeBudget::default())
            .is_ok_and(|test| test.is_none())
    );
    assert!(predict_in_order(&[], 0.333, &TimeBudget::default()).is_ok_and(|test| test.is_none()));
}

/// Elo by hand: K is 40, so a first win moves both ratings by 20.
#[test]
fn plain_elo_learns_a_day_at_once() {
    let mut elo = PlainElo::new(3, 40.0);
    let day = [game(1, 0, 1, Outcome::Black), game(1, 0, 2, Outcome::Black)];
    assert_eq!(elo.predict(0, &day[0]), None);
    elo.learn(0, &day);
    let difference = elo.predict(0, &day[0]).map(|odds| odds * super::super::ELO_PER_NATURAL);
    assert!(
        difference.is_some_and(|difference| (difference - 60.0).abs() < 1e-9),
        "{difference:?}"
    );
    elo.learn(2, &[game(2, 0, 1, Outcome::Draw)]);
    let expected = 60.0 - 2.0 * 40.0 * (1.0 / (1.0 + 10_f64.powf(-60.0 / 400.0)) - 0.5);
    let difference = elo.predict(0, &day[0]).map(|odds| odds * super::super::ELO_PER_NATURAL);
    assert!(
        difference.is_some_and(|difference| (difference - expected).abs() < 1e-9),
        "{difference:?}"
    );
}

/// The test gives the same bits each time, although parts of it run in threads.
#[test]
fn test_is_deterministic() {
    let games = random_games(21, 25, 60, 900);
    let runs = [0, 1].map(|_| {
        predict_in_order(&games, 0.333, &TimeBudget::default()).map(|test| format!("{test:?}"))
    });
    assert!(runs[0].as_ref().is_ok_and(|test| test.contains("Some")));
    assert_eq!(runs[0], runs[1]);
}

/// Fits and tests end when their time is over.
#[test]
fn work_ends_with_its_time() {
    let games = random_games(8, 40, 400, 20_000);
    let spent = TimeBudget::new(Some(std::time::Instant::now()), None);
    assert!(matches!(predict_in_order(&games, 0.333, &spent), Err(Interrupted)));
    assert!(matches!(super::super::Ratings::fit_selected(&games, &spent), Err(Interrupted)));
}
