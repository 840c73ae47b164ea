use super::super::fixtures::{Random, game, random_games};
use super::super::games::Outcome;
use super::*;

/// The number of threads changes nothing: each candidate's tally is that of a walk of its own.
#[test]
fn threads_change_no_tally() {
    let games = random_games(1, 20, 40, 500);
    let candidates = VARIANCES_PER_DAY
        .map(|variance_per_day| Parameters { variance_per_day, ..Parameters::default() });
    let tally = |candidate: &Parameters| walk(&games, 100, &mut OnlineRatings::new(20, candidate));
    let bits = |tally: &Tally| tally.mean_log_loss().to_bits();
    let losses = in_parallel(&candidates, tally, &TimeBudget::default());
    let losses = losses.map(|losses| losses.iter().map(bits).collect::<Vec<_>>());
    let one_by_one = candidates.iter().map(|candidate| bits(&tally(candidate))).collect();
    assert_eq!(losses, Ok(one_by_one));
}

/// Players whose strength does not change get the smallest variance, players who change quickly a large one.
#[test]
fn variance_follows_the_players() {
    let select = |deviation_per_day: f64| {
        let mut random = Random(17);
        let mut strengths: Vec<f64> = (0..12).map(|_| random.normal() * 150.0).collect();
        let mut games = Vec::new();
        for day in 0..400 {
            strengths
                .iter_mut()
                .for_each(|strength| *strength += random.normal() * deviation_per_day);
            for _ in 0..10 {
                let black = random.below(12);
                let white = (black + 1 + random.below(11)) % 12;
                let difference = strengths[black as usize] - strengths[white as usize];
                let won = random.unit() < 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
                games.push(game(
                    day,
                    black,
                    white,
                    if won { Outcome::Black } else { Outcome::White },
                ));
            }
        }
        select_parameters(&games, 12, &TimeBudget::default()).map(|chosen| chosen.variance_per_day)
    };
    assert!(select(0.0).is_ok_and(|variance| variance <= 2.0));
    assert!(select(6.0).is_ok_and(|variance| variance >= 16.0));
    assert_eq!(select_parameters(&[], 0, &TimeBudget::default()), Ok(Parameters::default()));
}
