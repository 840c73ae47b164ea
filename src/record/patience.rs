//! Ends work that takes too long or that nobody waits for any more.
//!
//! No thread can be stopped from outside. So every long-running computation asks a [`TimeBudget`] now and then. A
//! budget is exhausted when its deadline has passed or another thread has set its cancel flag; the computation then
//! stops and returns what it has found so far.
//!
//! Code that is given no budget, such as the reader of one file or the replay of one game, calls [`checkpoint`] in its
//! loops. Its caller runs it with [`TimeBudget::run`], which sets the budget of the thread. When that budget is
//! exhausted, `checkpoint` unwinds the stack like a panic, but without a message, and `run` returns [`Interrupted`].
//! Unwinding spares every function that reads a file or plays a move a `Result` for a case in which no result is used.
//!
//! Change this file to change how work is cancelled or how often it checks for that.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Number of calls of [`checkpoint`] between two polls of the thread's budget.
///
/// A call takes about 1 ns and a poll about 30 ns, so polling costs about 3 % of the calls: twice that with half the
/// number. A poll every microsecond is far more often than a user can notice.
const EVERY: u32 = 1 << 10;

thread_local! {
    static STEPS: Cell<u32> = const { Cell::new(0) };
    /// Budget of the work that runs on this thread, set by [`TimeBudget::run`]; unlimited by default.
    static CURRENT: RefCell<TimeBudget> = const { RefCell::new(TimeBudget(None)) };
}

/// Error of work that was cancelled or ran out of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Marks one small step of long-running work. Does not return if the budget of the thread is exhausted: it unwinds to
/// [`TimeBudget::run`].
#[inline]
pub fn step() {
    let left = STEPS.get();
    match left.checked_sub(1) {
        Some(less) => STEPS.set(less),
        None => look(),
    }
}

/// Calls [`checkpoint`] `count` times, for a step whose cost grows with its input.
pub fn steps(count: usize) {
    (0..count).for_each(|_| step());
}

#[cold]
fn look() {
    STEPS.set(EVERY);
    if CURRENT.with_borrow(TimeBudget::is_spent) {
        resume_unwind(Box::new(Interrupted));
    }
}

/// Time limit and cancel flag of one answer, shared by all threads that work on it. The default budget has no limit.
#[derive(Clone, Debug, Default)]
pub struct TimeBudget(Option<Arc<BudgetState>>);

#[derive(Debug, Default)]
struct BudgetState {
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
    spent: AtomicBool,
    done: AtomicU64,
    expected: AtomicU64,
}

impl TimeBudget {
    /// Makes a budget that is exhausted at the deadline or when the flag is set. With neither, it is unlimited.
    pub fn new(deadline: Option<Instant>, cancel: Option<Arc<AtomicBool>>) -> TimeBudget {
        if deadline.is_none() && cancel.is_none() {
            return TimeBudget::default();
        }
        TimeBudget(Some(Arc::new(BudgetState { deadline, cancel, ..BudgetState::default() })))
    }

    /// True if the deadline has passed or the cancel flag is set. Reads the clock, which takes about 30 ns, and
    /// remembers when the budget is exhausted (see [`is_exhausted`](Self::is_exhausted)).
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.0.as_deref().is_some_and(BudgetState::look)
    }

    /// Fails if the work was cancelled, in which case nobody waits for the answer. A passed deadline is no error here:
    /// what was found in time is still sorted and returned.
    pub fn check(&self) -> Result<(), Interrupted> {
        let flag = self.0.as_deref().and_then(|limits| limits.cancel.as_ref());
        if flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// Copy of the budget without its deadline, for work of which a partial result is useless. Such work ends only when
    /// it is cancelled.
    #[must_use]
    pub fn while_wanted(&self) -> TimeBudget {
        let flag = self.0.as_deref().and_then(|limits| limits.cancel.clone());
        TimeBudget::new(None, flag)
    }

    /// True if an earlier poll found the budget exhausted, so the answer is incomplete. Does not read the clock.
    pub fn was_spent(&self) -> bool {
        let spent = |limits: &BudgetState| limits.spent.load(Ordering::Relaxed);
        self.0.as_deref().is_some_and(spent)
    }

    /// Runs `work`, which calls [`checkpoint`], on this thread until it is done or the budget is exhausted. Panics of
    /// `work` other than that interruption continue to unwind.
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        if !self.is_limited() {
            return Ok(work());
        }
        let outer = CURRENT.replace(self.clone());
        let done = catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(outer);
        done.map_err(|cause| match cause.downcast::<Interrupted>() {
            Ok(ended) => *ended,
            Err(cause) => resume_unwind(cause),
        })
    }

    /// True if the budget has a deadline or a cancel flag.
    pub fn is_limited(&self) -> bool {
        self.0.is_some()
    }

    /// Length of the chunks in which a list is processed: `limited_len` if the budget may end the work between two
    /// chunks, otherwise the length of any list, so that there is one chunk.
    pub fn part(&self, of_limited: usize) -> usize {
        if self.is_limited() { of_limited } else { usize::MAX }
    }

    /// Makes a counter for work of many small steps, which polls this budget once in 32,768 steps.
    pub fn pace(&self) -> Pace {
        Pace { budget: self.clone(), left: PACE }
    }

    /// Adds to the number of games that were examined, for the progress report.
    pub fn add(&self, games: u64) {
        if let Some(limits) = &self.0 {
            limits.done.fetch_add(games, Ordering::Relaxed);
        }
    }

    /// Adds to the number of games that are to be examined, for the progress report.
    pub fn announce(&self, games: u64) {
        if let Some(limits) = &self.0 {
            limits.expected.fetch_add(games, Ordering::Relaxed);
        }
    }

    /// Progress of the work: the number of games examined so far, and the number of games to examine.
    pub fn progress(&self) -> (u64, u64) {
        self.0.as_deref().map_or((0, 0), |limits| {
            let number = |of: &AtomicU64| of.load(Ordering::Relaxed);
            (number(&limits.done), number(&limits.expected))
        })
    }
}

impl BudgetState {
    fn look(&self) -> bool {
        if self.spent.load(Ordering::Relaxed) {
            return true;
        }
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        let spent = self.cancel.as_ref().is_some_and(is_set)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if spent {
            self.spent.store(true, Ordering::Relaxed);
        }
        spent
    }
}

/// Number of steps between two polls of a budget by a [`BudgetTicker`].
///
/// A step is taken to cost about 10 ns, so a poll comes every 0.3 ms. Half of it would halve the delay until cancelled
/// work ends, twice of it would double it.
const PACE: u32 = 1 << 15;

/// Step counter that polls a [`TimeBudget`] once in 32,768 steps.
///
/// The first poll comes only after that many steps. So work that starts with an exhausted budget, such as sorting what
/// was found in time, still gets a share done.
#[derive(Clone, Debug)]
pub struct Pace {
    budget: TimeBudget,
    left: u32,
}

impl Pace {
    /// Counts steps of about 10 ns each. True if the work has to end.
    #[inline]
    pub fn is_spent(&mut self, steps: usize) -> bool {
        if !self.budget.is_limited() {
            return false;
        }
        let left = u32::try_from(steps).ok();
        match left.and_then(|steps| self.left.checked_sub(steps)) {
            Some(left) => self.left = left,
            None => return self.look(),
        }
        false
    }

    /// Counts steps like [`is_exhausted_after`](Self::is_exhausted_after), and returns `Break` if the work has to end.
    #[inline]
    pub fn go_on(&mut self, steps: usize) -> ControlFlow<()> {
        if self.is_spent(steps) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(never)]
    fn look(&mut self) -> bool {
        let spent = self.budget.is_spent();
        self.left = if spent { 0 } else { PACE };
        spent
    }

    /// Budget that this counter polls.
    pub fn budget(&self) -> &TimeBudget {
        &self.budget
    }

    /// Yields the items of an iterator, each counted as this many steps, until the budget is exhausted.
    pub fn each<I: Iterator>(&mut self, steps: usize, items: I) -> impl Iterator<Item = I::Item> {
        items.take_while(move |_| !self.is_spent(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_budget_is_spent_when_the_flag_is_set_or_the_time_is_over() {
        let unlimited = TimeBudget::default();
        assert!(!unlimited.is_spent() && !unlimited.was_spent());
        unlimited.add(3);
        assert_eq!(unlimited.progress(), (0, 0));
        assert_eq!(unlimited.pace().each(1000, 0..100_000).count(), 100_000);

        let flag = Arc::new(AtomicBool::new(false));
        let budget = TimeBudget::new(None, Some(flag.clone()));
        let mut pace = budget.pace();
        let worked = pace.each(1, 0..).take(100_000).count();
        assert_eq!(worked, 100_000);
        flag.store(true, Ordering::Relaxed);
        // The flag is set, but no poll has happened since.
        assert!(!budget.was_spent());
        assert!(pace.each(1, 0..).count() <= PACE as usize);
        assert!(budget.was_spent());
        assert_eq!(pace.each(1, 0..9).count(), 0);
        // A new counter makes its first poll only after 32,768 steps.
        assert_eq!(budget.pace().each(1, 0..).count(), PACE as usize);

        let past = Instant::now();
        assert!(TimeBudget::new(Some(past), None).is_spent());
        let later = past + Duration::from_secs(3600);
        let budget = TimeBudget::new(Some(later), None);
        assert!(!budget.is_spent());
        budget.announce(7);
        budget.clone().add(3);
        assert_eq!(budget.progress(), (3, 7));
    }

    #[test]
    fn work_ends_when_the_flag_is_set() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = TimeBudget::new(None, Some(flag.clone()));
        assert_eq!(budget.within(|| 3), Ok(3));
        let ended = budget.within(|| {
            // Work inside other work has its own budget and restores the outer one.
            let inner = TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))))
                .within(|| (0..2 * EVERY).for_each(|_| step()));
            assert_eq!(inner, Err(Interrupted));
            flag.store(true, Ordering::Relaxed);
            loop {
                step();
            }
        });
        assert_eq!(ended, Err::<(), _>(Interrupted));
        assert!(budget.was_spent());
        // Outside `run`, the thread has no budget, and checkpoints never end the work.
        (0..2 * EVERY).for_each(|_| step());
        assert_eq!(TimeBudget::default().within(|| (0..2 * EVERY).for_each(|_| step())), Ok(()));
        let panicked =
            catch_unwind(AssertUnwindSafe(|| budget.within(|| resume_unwind(Box::new(7)))));
        assert_eq!(
            panicked
                .map(|_: Result<(), Interrupted>| ())
                .map_err(|cause| cause.downcast_ref().copied()),
            Err(Some(7))
        );
    }
}
