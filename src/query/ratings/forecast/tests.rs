use super::super::fixtures::{Random, game};
use super::super::games::Outcome;
use super::*;

/// The weights approach those that the scores were drawn with, as near as forgetting lets them.
#[test]
fn regression_finds_weights() {
    let mut random = Random(6);
    let truth: Features = [0.8, -0.2, 0.1, 0.3, 0.0, -0.5, 0.4, 0.0, 0.2];
    let mut regression = Regression::new();
    for _ in 0..20_000 {
        let features: Features = std::array::from_fn(|_| random.normal());
        let won = random.unit() < logistic(dot(&truth, &features));
        regression.learn(&features, f64::from(u8::from(won)));
    }
    for (index, (weight, expected)) in regression.weights.iter().zip(truth).enumerate() {
        let deviation = regression.covariance[index][index].sqrt();
        assert!(deviation > 0.02 && deviation < 0.1, "{deviation}");
        assert!((weight - expected).abs() < 3.5 * deviation, "{index}: {weight} and {expected}");
    }
}

/// The features of experience and rank, by hand.
#[test]
fn features_are_differences_of_players() {
    let [recent, all, career] = experience(&[0, 1000, 1000, 1300], 1350);
    assert!((recent - 4.0_f64.ln()).abs() < 1e-12);
    assert!((all - 5.0_f64.ln()).abs() < 1e-12);
    assert!((career - 1350.0 / 3652.5).abs() < 1e-12);
    assert_eq!(experience(&[], 7), [0.0; 3]);
    assert_eq!(experience(&[-3_000_000], 7)[2], MAX_DECADES);
    let with = |black_rank, white_rank| RatedGame {
        black_rank,
        white_rank,
        ..game(1, 0, 1, Outcome::Black)
    };
    let (professional, amateur) = (PlayerRank::Professional, PlayerRank::Amateur);
    assert_eq!(rank_difference(&with(Some(professional(9)), Some(professional(3)))), (1.5, 0.0));
    assert_eq!(rank_difference(&with(Some(amateur(1)), Some(amateur(-20)))), (0.0, 2.0));
    assert_eq!(rank_difference(&with(Some(professional(9)), Some(amateur(3)))), (0.0, 0.0));
    assert_eq!(rank_difference(&with(None, Some(amateur(3)))), (0.0, 0.0));
}

/// The mean of opponents is drawn towards 0, and late ones weigh more.
#[test]
fn opponents_are_averaged() {
    let mut opposition = Opposition::default();
    assert_eq!(opposition.mean(), 0.0);
    opposition.add(1.0);
    opposition.add(2.0);
    assert!((opposition.mean() - 2.95 / 3.95).abs() < 1e-12);
}

/// Both players need an earlier game; exchanged colours give the opposite forecast without an offset.
#[test]
fn forecasts_are_symmetric() {
    let mut forecast = Forecast::new(3);
    let first = RatedGame { komi: None, ..game(1, 0, 1, Outcome::Black) };
    assert_eq!(forecast.predict(0, &first), None);
    forecast.learn(0, &[first, RatedGame { black: 1, white: 0, outcome: Outcome::White, ..first }]);
    let next = RatedGame { first_day: 9, day: 9, ..first };
    let odds = forecast.predict(2, &next);
    let opposite = forecast.predict(3, &RatedGame { black: 1, white: 0, ..next });
    assert!(
        odds.zip(opposite)
            .is_some_and(|(odds, opposite)| odds > 0.0 && (odds + opposite).abs() < 1e-9)
    );
    assert_eq!(forecast.predict(4, &RatedGame { white: 2, ..next }), None);
}
