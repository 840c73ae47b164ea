//! Chooses the prior of the ratings by how well it predicts.

use super::Parameters;
use super::games::RatedGame;
use super::in_order::{Tally, walk};
use super::online::OnlineRatings;
use kifu_record::cancel::{Interrupted, TimeBudget};

/// The variances to choose from. Professional games are predicted best with 1 to 2, a server's games with 20.
const VARIANCES_PER_DAY: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
/// Games before this share of all games are learned without being counted: ratings of so few games are too uncertain.
const UNCOUNTED_SHARE: f64 = 0.333;

/// Only so many games are used, the last ones, so that the choice takes two seconds at most. Neighbouring variances
/// predict nearly equally well, so the choice need not be exact.
const MAX_GAMES: usize = 30_000;

/// The parameters with the smallest mean log loss over the later two thirds of the games; the default without games.
/// Games are sorted by day. Only the variance per day is chosen: first deviations from 150 to 350 predict nearly
/// equally well.
pub(super) fn select_parameters(
    games: &[RatedGame],
    persons: usize,
    budget: &TimeBudget,
) -> Result<Parameters, Interrupted> {
    let default = Parameters::default();
    let games = &games[games.len().saturating_sub(MAX_GAMES)..];
    let Some(last) = games.get((games.len() as f64 * UNCOUNTED_SHARE) as usize) else {
        return Ok(default);
    };
    let candidates =
        VARIANCES_PER_DAY.map(|variance_per_day| Parameters { variance_per_day, ..default });
    let tally =
        |candidate: &Parameters| walk(games, last.day, &mut OnlineRatings::new(persons, candidate));
    let losses = in_parallel(&candidates, tally, budget)?;
    let counted = candidates.iter().zip(losses).filter(|(_, tally)| tally.games > 0);
    let best =
        counted.min_by(|left, right| left.1.mean_log_loss().total_cmp(&right.1.mean_log_loss()));
    Ok(best.map_or(default, |(candidate, _)| *candidate))
}

/// The tally of each candidate. The candidates do not depend on each other, so the number of threads changes nothing.
fn in_parallel(
    candidates: &[Parameters],
    tally: impl Fn(&Parameters) -> Tally + Sync,
    budget: &TimeBudget,
) -> Result<Vec<Tally>, Interrupted> {
    let threads = std::thread::available_parallelism()
        .map_or(1, |count| count.get())
        .min(candidates.len().max(1));
    let share = candidates.len().div_ceil(threads).max(1);
    let tally = &tally;
    std::thread::scope(|scope| {
        let parts = candidates.chunks(share);
        let workers: Vec<_> = parts
            .map(|part| {
                scope.spawn(move || budget.run(|| part.iter().map(tally).collect::<Vec<_>>()))
            })
            .collect();
        let mut all = Vec::with_capacity(candidates.len());
        for worker in workers {
            all.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(all)
    })
}

#[cfg(test)]
mod tests;
