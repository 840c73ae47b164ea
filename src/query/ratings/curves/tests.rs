use super::super::fixtures::{Random, game, random_games};
use super::super::games::Outcome;
use super::*;

const LOOSE: Parameters = Parameters { variance_per_day: 30.0, first_deviation: 250.0 };

/// A variable of the independent maximum: a person's rating on a day, or the offset of some terms.
#[derive(Clone, Copy, PartialEq)]
enum Variable {
    Rating(u32, i32),
    Offset(Terms),
}

/// What the independent maximum is computed from.
struct Ascent<'games> {
    games: &'games [RatedGame],
    parameters: Parameters,
    variables: Vec<Variable>,
    /// For each game, the variables of Black, White and the offset.
    places: Vec<[usize; 3]>,
}

impl<'games> Ascent<'games> {
    fn new(games: &'games [RatedGame], parameters: Parameters) -> Self {
        let mut variables = Vec::new();
        let mut place = |variable: Variable| {
            variables.iter().position(|other| *other == variable).unwrap_or_else(|| {
                variables.push(variable);
                variables.len() - 1
            })
        };
        let of_game = |game: &RatedGame| {
            [
                place(Variable::Rating(game.black, game.day)),
                place(Variable::Rating(game.white, game.day)),
                place(Variable::Offset(Terms::of(game))),
            ]
        };
        let places = games.iter().map(of_game).collect();
        Self { games, parameters, variables, places }
    }

    /// The index of a person's rating on the last day before a day, and that day.
    fn previous(&self, person: u32, day: i32) -> Option<(usize, i32)> {
        let ratings =
            self.variables.iter().enumerate().filter_map(|(index, variable)| match *variable {
                Variable::Rating(same, earlier) if same == person && earlier < day => {
                    Some((index, earlier))
                }
                _ => None,
            });
        ratings.max_by_key(|(_, earlier)| *earlier)
    }

    fn gradient(&self, values: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; values.len()];
        for (game, &[black, white, offset]) in self.games.iter().zip(&self.places) {
            let difference = values[black] - values[white] + values[offset];
            let slope = (game.black_score() - 1.0 / (1.0 + 10_f64.powf(-difference / 400.0)))
                * 10_f64.ln()
                / 400.0;
            gradient[black] += slope;
            gradient[white] -= slope;
            gradient[offset] += slope;
        }
        for (index, variable) in self.variables.iter().enumerate() {
            let value = values[index];
            match *variable {
                Variable::Offset(Terms::Komi(_)) => gradient[index] -= value / 60.0_f64.powi(2),
                Variable::Offset(Terms::Handicap(stones)) => {
                    gradient[index] -= (value - 80.0 * f64::from(stones)) / 200.0_f64.powi(2);
                }
                Variable::Rating(person, day) => match self.previous(person, day) {
                    None => gradient[index] -= value / self.parameters.first_deviation.powi(2),
                    Some((last, earlier)) => {
                        let variance = self.parameters.variance_per_day * f64::from(day - earlier);
                        gradient[index] -= (value - values[last]) / variance;
                        gradient[last] += (value - values[last]) / variance;
                    }
                },
            }
        }
        gradient
    }

    /// The values of highest density by gradient ascent with momentum, all ratings and offsets at once, in Elo.
    fn maximum(&self) -> Vec<f64> {
        let mut values = vec![0.0_f64; self.variables.len()];
        let mut velocity = vec![0.0_f64; values.len()];
        for _ in 0..20_000 {
            let gradient = self.gradient(&values);
            if gradient.iter().all(|slope| slope.abs() < 1e-8) {
                break;
            }
            for ((value, velocity), slope) in values.iter_mut().zip(&mut velocity).zip(gradient) {
                *velocity = 0.98 * *velocity + 100.0 * slope;
                *value += *velocity;
            }
        }
        values
    }
}

/// Gradient ascent on all variables at once, an independent method, arrives at the same ratings and offsets.
#[test]
fn ratings_match_gradient_ascent() {
    let games = random_games(11, 6, 8, 70);
    let ratings = Ratings::fit(&games, &LOOSE);
    let ascent = Ascent::new(&games, LOOSE);
    let maximum = ascent.maximum();
    assert!(maximum.len() > 40);
    assert!(ascent.gradient(&maximum).iter().all(|slope| slope.abs() < 1e-7));
    for (variable, value) in ascent.variables.iter().zip(maximum) {
        let fitted = match *variable {
            Variable::Rating(person, day) => {
                let point = ratings.curve(person).iter().find(|point| point.day == day);
                point.map(|point| point.elo - FIRST_RATING)
            }
            Variable::Offset(terms) => ratings
                .offsets()
                .iter()
                .find(|offset| offset.terms == terms)
                .map(|offset| offset.elo),
        };
        assert!(
            fitted.is_some_and(|fitted| (fitted - value).abs() < 0.5),
            "{fitted:?} and {value}"
        );
    }
}

/// The order in which games of a day are given changes nothing beyond rounding, and the same games give the same bits.
#[test]
fn same_games_give_same_ratings() -> Result<(), Interrupted> {
    let games = random_games(3, 30, 40, 600);
    let fit = || Ratings::fit_selected(&games, &TimeBudget::default());
    let (left, right) = (fit()?, fit()?);
    assert_eq!(left.parameters(), right.parameters());
    assert!(left.persons().iter().all(|&person| left.curve(person) == right.curve(person)));
    let reversed: Vec<RatedGame> = games.iter().rev().copied().collect();
    let other = Ratings::fit(&reversed, &left.parameters());
    for &person in left.persons() {
        let pairs = left.curve(person).iter().zip(other.curve(person));
        assert!(
            pairs
                .into_iter()
                .all(|(left, right)| (left.elo - right.elo).abs() < 0.05 && left.day == right.day)
        );
    }
    Ok(())
}

/// Strength between two days with games is what the curve has there if a game without information is added.
#[test]
fn strength_between_days_is_interpolated() {
    let mut games = random_games(8, 5, 6, 60);
    let fit = |games: &[RatedGame]| Ratings::fit(games, &LOOSE);
    let before = fit(&games);
    let curve = before.curve(2);
    let (day, last) = (curve[1].day + 7, curve.last().map_or(0, |point| point.day));
    assert!(day < curve[2].day);
    // A game against a person without other games carries almost no information if the prior of that person is wide.
    // This one is drawn, and its offset has terms of its own.
    let weak = Parameters { first_deviation: 1e6, ..LOOSE };
    let wide = Ratings::fit(&games, &weak);
    let stranger = RatedGame { komi: Some(99), ..game(day, 2, 77, Outcome::Draw) };
    games.push(stranger);
    let after = Ratings::fit(&games, &weak);
    let expected = after.curve(2).iter().find(|point| point.day == day).copied();
    let strength = wide.strength(2, day);
    assert!(
        expected
            .zip(strength)
            .is_some_and(|(point, strength)| (point.elo - strength.elo).abs() < 1.0)
    );
    let at_end = before.strength(2, last);
    let later = before.strength(2, last + 100);
    assert!(at_end.zip(later).is_some_and(|(end, later)| end.elo == later.elo
        && (later.deviation.powi(2) - end.deviation.powi(2) - 3000.0).abs() < 1e-6));
    assert_eq!(before.strength(99, day), None);
}

/// The true ratings of simulated players on days 0, 30, 60 and so on, and 40 games on each of these days in which Black
/// has an advantage of 30.
fn simulate(persons: u32, parameters: &Parameters) -> (Vec<Vec<f64>>, Vec<RatedGame>) {
    let mut random = Random(2);
    let change = (parameters.variance_per_day * 30.0).sqrt();
    let mut today: Vec<f64> =
        (0..persons).map(|_| random.normal() * parameters.first_deviation).collect();
    let (mut truth, mut games) = (Vec::new(), Vec::new());
    for day in 0..60 {
        truth.push(today.clone());
        for _ in 0..40 {
            let black = random.below(persons);
            let white = (black + 1 + random.below(persons - 1)) % persons;
            let difference = today[black as usize] - today[white as usize] + 30.0;
            let won = random.unit() < 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
            games.push(game(
                day * 30,
                black,
                white,
                if won { Outcome::Black } else { Outcome::White },
            ));
        }
        today.iter_mut().for_each(|rating| *rating += random.normal() * change);
    }
    (truth, games)
}

/// About 95 % of the true ratings of simulated players lie in their intervals, and the offset is found.
#[test]
fn intervals_hold_true_ratings() {
    let parameters = Parameters { variance_per_day: 10.0, first_deviation: 250.0 };
    let (truth, games) = simulate(40, &parameters);
    let ratings = Ratings::fit(&games, &parameters);
    let points = (0..40_u32)
        .flat_map(|person| ratings.curve(person).iter().map(move |point| (person, point)));
    let errors: Vec<(f64, f64)> = points
        .map(|(person, point)| {
            (
                point.elo - FIRST_RATING - truth[point.day as usize / 30][person as usize],
                point.deviation,
            )
        })
        .collect();
    // Only differences of ratings can be known: the level of all of them together is that of the prior.
    let level = errors.iter().map(|(error, _)| error).sum::<f64>() / errors.len() as f64;
    let inside: Vec<bool> =
        errors.iter().map(|(error, deviation)| (error - level).abs() < 1.96 * deviation).collect();
    let share = inside.iter().filter(|&&inside| inside).count() as f64 / inside.len() as f64;
    assert!((0.88..0.99).contains(&share), "{share} of {}", inside.len());
    let offset = ratings.offsets()[0];
    assert!((offset.elo - 30.0).abs() < 3.0 * offset.deviation, "{offset:?}");
    let sure = RatedGame { komi: Some(13), ..game(900, 0, 1, Outcome::Draw) };
    let swapped = RatedGame { black: 1, white: 0, ..sure };
    let sum =
        ratings.expected(&sure).zip(ratings.expected(&swapped)).map(|(left, right)| left + right);
    assert!(sum.is_some_and(|sum| (sum - 1.0).abs() < 0.2 && sum > 1.0), "{sum:?}");
}
