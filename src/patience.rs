//! How a piece of work that takes too long is ended.
//!
//! Nothing can stop a thread from outside. Work that may last calls [`step`] at each of its steps; whoever gives it to do
//! calls [`within`] with a flag, and sets that flag from another thread when it has lasted long enough. The work ends
//! then as by a panic, but in silence.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many steps go by between two looks at the flag: a step costs a nanosecond, a look some more.
const EVERY: u32 = 1 << 10;

thread_local! {
    static STEPS: Cell<u32> = const { Cell::new(0) };
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// The work was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended;

/// Does work on this thread until it is done or the flag is set. Other panics go through.
pub fn within<T>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> Result<T, Ended> {
    FLAG.set(Some(flag.clone()));
    let done = catch_unwind(AssertUnwindSafe(work));
    FLAG.set(None);
    done.map_err(|cause| match cause.downcast::<Ended>() {
        Ok(ended) => *ended,
        Err(cause) => resume_unwind(cause),
    })
}

/// A step of work that may last. It does not come back if the work is to end.
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
        // Whoever works without a flag is not ended.
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
