//! In which of two ways games are looked through: both are tried on some blocks, and the faster one does the rest.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Blocks on which each way is tried.
const TRIALS: usize = 2;

/// Events that have to be looked through for a trial to count.
const MEASURABLE: usize = 10_000;

/// How the games of a block are looked through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Moments,
    Scan,
}

/// What is known of both ways: nanoseconds for a thousand events, the least of a block.
#[derive(Clone, Copy)]
struct Known {
    trials: usize,
    moments: u128,
    scan: u128,
}

/// Which way is faster. One for a search: what was learnt in one segment is known in the next, and to all threads.
pub(super) struct Choice(Mutex<Known>);

impl Choice {
    pub(super) fn new() -> Choice {
        Choice(Mutex::new(Known {
            trials: 0,
            moments: u128::MAX,
            scan: u128::MAX,
        }))
    }

    pub(super) fn way(&self) -> Way {
        let known = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = known.trials >= 2 * TRIALS;
        match is_known {
            true if known.moments <= known.scan => Way::Moments,
            false if known.trials.is_multiple_of(2) => Way::Moments,
            _ => Way::Scan,
        }
    }

    /// Learns from a block, of which so many events were looked through.
    pub(super) fn note(&self, way: Way, spent: Duration, events: usize) {
        if events < MEASURABLE {
            return;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let least = match way {
            Way::Moments => &mut known.moments,
            Way::Scan => &mut known.scan,
        };
        *least = (*least).min(1000 * spent.as_nanos() / events as u128);
        known.trials += 1;
    }
}
