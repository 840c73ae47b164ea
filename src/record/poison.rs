//! Locks whose holders may have panicked.

use std::sync::LockResult;

/// Takes a lock also where a thread panicked while it held it. Else the panic of one answer would become one of each
/// later answer that takes the lock.
pub trait IgnorePoison<G> {
    /// The guard of the lock, poisoned or not.
    fn ignore_poison(self) -> G;
}

impl<G> IgnorePoison<G> for LockResult<G> {
    fn ignore_poison(self) -> G {
        self.unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
