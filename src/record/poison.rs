//! Locks whose holders may have panicked.

use std::sync::LockResult;

/// Takes a lock even if it is poisoned, that is, if a thread panicked while it held the lock. Otherwise one panicked
/// answer would make every later answer that needs the lock panic, too.
pub trait IgnorePoison<G> {
    /// Guard of the lock, whether it is poisoned or not.
    fn ignore_poison(self) -> G;
}

impl<G> IgnorePoison<G> for LockResult<G> {
    fn ignore_poison(self) -> G {
        self.unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
