use super::super::fixtures::random_games;
use super::super::offsets::Terms;
use super::*;

/// The log posterior density of everything, written from the model: `variables` are the ratings of `nodes` (person and
/// day), then the values of `terms`.
struct Density<'games> {
    games: &'games [RatedGame],
    parameters: Parameters,
    nodes: Vec<(u32, i32)>,
}

impl Density<'_> {
    fn value(&self, ratings: &[f64], advantage: impl Fn(&RatedGame) -> f64) -> f64 {
        let square = ELO_PER_NATURAL * ELO_PER_NATURAL;
        let node = |person: u32, day: i32| {
            self.nodes.iter().position(|&node| node == (person, day)).unwrap_or(usize::MAX)
        };
        let mut sum = 0.0;
        for game in self.games {
            let difference = ratings[node(game.black, game.day)]
                - ratings[node(game.white, game.day)]
                + advantage(game);
            let score = game.black_score();
            sum += score * -(-difference).exp().ln_1p() + (1.0 - score) * -difference.exp().ln_1p();
        }
        for (index, &(person, day)) in self.nodes.iter().enumerate() {
            let earlier = self
                .nodes
                .iter()
                .enumerate()
                .filter(|(_, other)| other.0 == person && other.1 < day);
            sum -= match earlier.max_by_key(|(_, other)| other.1) {
                None => {
                    ratings[index].powi(2)
                        / (2.0 * self.parameters.first_deviation.powi(2) / square)
                }
                Some((last, other)) => {
                    let variance =
                        self.parameters.variance_per_day * f64::from(day - other.1) / square;
                    (ratings[index] - ratings[last]).powi(2) / (2.0 * variance)
                }
            };
        }
        sum
    }
}

fn example() -> (Vec<RatedGame>, Histories, Parameters) {
    let games = random_games(5, 4, 6, 40);
    let parameters = Parameters { variance_per_day: 40.0, first_deviation: 300.0 };
    let mut histories = Histories::new(4, Prior::new(&parameters));
    for game in &games {
        histories.append(game);
    }
    // A place away from the maximum.
    for (index, rating) in histories.ratings.iter_mut().enumerate() {
        *rating = (index as f64 * 1.7).sin();
    }
    histories
        .offsets
        .list
        .iter_mut()
        .enumerate()
        .for_each(|(index, offset)| offset.value = index as f64 * 0.1);
    (games, histories, parameters)
}

fn nodes(histories: &Histories) -> Vec<(u32, i32)> {
    let mut nodes = vec![(0, 0); histories.ratings.len()];
    for (person, history) in histories.persons.iter().enumerate() {
        for (&node, &day) in history.nodes.iter().zip(&history.days) {
            nodes[node as usize] = (person as u32, day);
        }
    }
    nodes
}

/// The gradient and the Hessian of each person are those of the density, by finite differences.
#[test]
fn derivatives_match_finite_differences() {
    let (games, mut histories, parameters) = example();
    let density = Density { games: &games, parameters, nodes: nodes(&histories) };
    let ratings = histories.ratings.clone();
    let values: Vec<(Terms, f64)> =
        histories.offsets.list.iter().map(|offset| (offset.terms, offset.value)).collect();
    let advantage = |game: &RatedGame| {
        values.iter().find(|(terms, _)| *terms == Terms::of(game)).map_or(0.0, |found| found.1)
    };
    let value = |changes: &[(u32, f64)]| {
        let mut moved = ratings.clone();
        changes.iter().for_each(|&(node, change)| moved[node as usize] += change);
        density.value(&moved, advantage)
    };
    let step = 1e-4;
    for person in 0..4 {
        histories.fill_matrix(person);
        let own = histories.persons[person].nodes.clone();
        for (row, &node) in own.iter().enumerate() {
            let gradient = (value(&[(node, step)]) - value(&[(node, -step)])) / (2.0 * step);
            assert!(
                (gradient - histories.matrix.right[row]).abs() < 1e-6,
                "gradient of {person}, row {row}"
            );
            for (column, &other) in own.iter().enumerate() {
                let mixed = value(&[(node, step), (other, step)])
                    - value(&[(node, step), (other, -step)])
                    - value(&[(node, -step), (other, step)])
                    + value(&[(node, -step), (other, -step)]);
                let hessian = -mixed / (4.0 * step * step);
                let expected = match row.abs_diff(column) {
                    0 => histories.matrix.diagonal[row],
                    1 => histories.matrix.off[row.min(column)],
                    _ => 0.0,
                };
                assert!(
                    (hessian - expected).abs() < 1e-3,
                    "Hessian of {person} at {row}, {column}: {hessian}"
                );
            }
        }
    }
}

/// Sweeps end at a place where the whole gradient of the density is zero, offsets included.
#[test]
fn sweeps_end_at_the_maximum() {
    let (_, mut histories, _) = example();
    for _ in 0..400 {
        histories.sweep();
    }
    for person in 0..4 {
        histories.fill_matrix(person);
        assert!(histories.matrix.right.iter().all(|gradient| gradient.abs() < 1e-9));
    }
    assert!(histories.sweep() < 1e-9);
}

/// The variances and covariances are those of the dense inverse of a person's Hessian.
#[test]
fn moments_match_dense_inverse() {
    let (_, mut histories, _) = example();
    histories.fill_matrix(1);
    let size = histories.matrix.diagonal.len();
    assert!(size >= 4);
    let mut dense = vec![vec![0.0; size]; size];
    for row in 0..size {
        dense[row][row] = histories.matrix.diagonal[row];
        if row + 1 < size {
            dense[row][row + 1] = histories.matrix.off[row];
            dense[row + 1][row] = histories.matrix.off[row];
        }
    }
    let inverse = invert(dense);
    let moments = histories.moments(1);
    for (row, &(_, variance, covariance)) in moments.iter().enumerate() {
        assert!((variance - inverse[row][row]).abs() < 1e-12);
        let next = if row + 1 < size { inverse[row][row + 1] } else { 0.0 };
        assert!((covariance - next).abs() < 1e-12);
    }
    histories.improve(1);
    assert!((histories.persons[1].last_variance - inverse[size - 1][size - 1]).abs() < 1e-12);
}

/// The inverse of a matrix by the method of Gauss and Jordan.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for pivot in 0..size {
        let factor = 1.0 / matrix[pivot][pivot];
        matrix[pivot]
            .iter_mut()
            .chain(inverse[pivot].iter_mut())
            .for_each(|value| *value *= factor);
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}
