//! Chooses between two ways of searching games: both are tried on some blocks, and the faster one does the rest.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Blocks on which each way is tried.
const TRIALS: usize = 2;

/// Events that must be searched for a trial to count.
const MEASURABLE: usize = 10_000;

/// How the games of a block are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Moments,
    Scan,
}

/// What is known about a way.
#[derive(Clone, Copy)]
struct Known {
    trials: usize,
    /// Nanoseconds per thousand events; the least of all blocks.
    least: u128,
}

const NOTHING: Known = Known {
    trials: 0,
    least: u128::MAX,
};

/// Finds out which way is faster. There is one for a search, so what was learnt in one segment is known in the next and
/// in all threads.
pub(super) struct Choice {
    moments: Mutex<Known>,
    scan: Mutex<Known>,
}

impl Choice {
    pub(super) fn new() -> Choice {
        Choice {
            moments: Mutex::new(NOTHING),
            scan: Mutex::new(NOTHING),
        }
    }

    fn known(&self, way: Way) -> MutexGuard<'_, Known> {
        let known = match way {
            Way::Moments => &self.moments,
            Way::Scan => &self.scan,
        };
        known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn way(&self) -> Way {
        let moments = *self.known(Way::Moments);
        let scan = *self.known(Way::Scan);
        let is_open = moments.trials.min(scan.trials) < TRIALS;
        let prefers_moments = if is_open {
            moments.trials <= scan.trials
        } else {
            moments.least <= scan.least
        };
        if prefers_moments {
            Way::Moments
        } else {
            Way::Scan
        }
    }

    /// Learns from a block with this many searched events.
    pub(super) fn note(&self, way: Way, spent: Duration, events: usize) {
        if events < MEASURABLE {
            return;
        }
        let mut known = self.known(way);
        known.least = known.least.min(1000 * spent.as_nanos() / events as u128);
        known.trials += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_are_tried_and_the_faster_one_does_the_rest() {
        let choice = Choice::new();
        let mut tried = Vec::new();
        for _ in 0..2 * TRIALS {
            let way = choice.way();
            let spent = if way == Way::Moments { 2 } else { 1 };
            // Few events teach nothing.
            choice.note(way, Duration::from_millis(9), MEASURABLE - 1);
            assert_eq!(choice.way(), way);
            choice.note(way, Duration::from_millis(spent), MEASURABLE);
            tried.push(way);
        }
        assert_eq!(
            tried.iter().filter(|&&way| way == Way::Scan).count(),
            TRIALS
        );
        assert_eq!(choice.way(), Way::Scan);
        // Blocks that other threads began meanwhile do not keep a way from being tried.
        let choice = Choice::new();
        (0..9).for_each(|_| choice.note(Way::Moments, Duration::from_millis(1), MEASURABLE));
        assert_eq!(choice.way(), Way::Scan);
    }
}
