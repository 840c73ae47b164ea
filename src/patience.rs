//! Ends work that takes too long.
//!
//! Nothing can stop a thread from outside. So long-running work calls [`step`] at each of its steps. Its caller runs it
//! in [`within`] with a flag, and another thread sets that flag when the work has taken long enough. The work then ends
//! as if by a panic, but silently.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of steps between two checks of the flag: a step costs a nanosecond, a check somewhat more.
const EVERY: u32 = 1 << 10;

thread_local! {
    static STEPS: Cell<u32> = const { Cell::new(0) };
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// The work was ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended;

/// Runs work on this thread until it is done or the flag is set. Other panics are passed on.
pub fn within<T>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> Result<T, Ended> {
    FLAG.set(Some(flag.clone()));
    let done = catch_unwind(AssertUnwindSafe(work));
    FLAG.set(None);
    done.map_err(|cause| match cause.downcast::<Ended>() {
        Ok(ended) => *ended,
        Err(cause) => resume_unwind(cause),
    })
}

/// A step of long-running work. Does not return if the work has to end.
#[inline]
pub fn step() {
    let left = STEPS.get();
    match left.checked_sub(1) {
        Some(less) => STEPS.set(less),
        None => look(),
    }
}

#[cold]
fn look() {
    STEPS.set(EVERY);
    let is_set = |flag: &Option<Arc<AtomicBool>>| {
        flag.as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    };
    if FLAG.with_borrow(is_set) {
        resume_unwind(Box::new(Ended));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_when_the_flag_is_set() {
        let flag = Arc::new(AtomicBool::new(false));
        assert_eq!(within(&flag, || 3), Ok(3));
        let ended = within(&flag, || {
            step();
            flag.store(true, Ordering::Relaxed);
            loop {
                step();
            }
        });
        assert_eq!(ended, Err::<(), _>(Ended));
        // Work without a flag is not ended.
        (0..2 * EVERY).for_each(|_| step());
        flag.store(false, Ordering::Relaxed);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            within(&flag, || resume_unwind(Box::new(7)))
        }));
        assert_eq!(
            panicked
                .map(|_: Result<(), Ended>| ())
                .map_err(|cause| cause.downcast_ref().copied()),
            Err(Some(7))
        );
    }
}
