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
/// A call takes about 1 ns and a poll about 30 ns, so the polls add about 3 % to the cost of the calls. Polling twice
/// as often would add 6 %. A poll every microsecond is far more often than a user can notice.
const CHECKPOINTS_PER_POLL: u32 = 1 << 10;

thread_local! {
    static CHECKPOINTS_LEFT: Cell<u32> = const { Cell::new(0) };
    /// Budget of the work that runs on this thread, set by [`TimeBudget::run`]; unlimited by default.
    static CURRENT_BUDGET: RefCell<TimeBudget> = const { RefCell::new(TimeBudget(None)) };
}

/// Error of work that was cancelled or ran out of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Marks one small step of long-running work. Does not return if the budget of the thread is exhausted: it unwinds to
/// [`TimeBudget::run`].
#[inline]
pub fn checkpoint() {
    let steps_left = CHECKPOINTS_LEFT.get();
    match steps_left.checked_sub(1) {
        Some(less) => CHECKPOINTS_LEFT.set(less),
        None => poll_current_budget(),
    }
}

/// Calls [`checkpoint`] `count` times, for a step whose cost grows with its input.
pub fn checkpoints(count: usize) {
    (0..count).for_each(|_| checkpoint());
}

#[cold]
fn poll_current_budget() {
    CHECKPOINTS_LEFT.set(CHECKPOINTS_PER_POLL);
    if CURRENT_BUDGET.with_borrow(TimeBudget::poll_exhausted) {
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
    exhausted: AtomicBool,
    /// Progress of the work: games, or bytes of a file if one game is read.
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
    /// remembers if the budget is exhausted (see [`is_exhausted`](Self::is_exhausted)).
    #[inline]
    pub fn poll_exhausted(&self) -> bool {
        self.0.as_deref().is_some_and(BudgetState::poll)
    }

    /// Fails if the work was cancelled, since nobody waits for its answer then. It does not fail if only the deadline
    /// has passed: what was found until then is still sorted and returned.
    pub fn check_cancelled(&self) -> Result<(), Interrupted> {
        let flag = self.0.as_deref().and_then(|limits| limits.cancel.as_ref());
        if flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// Copy of the budget without its deadline, for work of which a partial result is useless. Such work ends early
    /// only if it is cancelled.
    #[must_use]
    pub fn without_deadline(&self) -> TimeBudget {
        let flag = self.0.as_deref().and_then(|limits| limits.cancel.clone());
        TimeBudget::new(None, flag)
    }

    /// True if an earlier poll found the budget exhausted, so the answer is incomplete. Does not read the clock.
    pub fn is_exhausted(&self) -> bool {
        let exhausted = |limits: &BudgetState| limits.exhausted.load(Ordering::Relaxed);
        self.0.as_deref().is_some_and(exhausted)
    }

    /// Runs `work`, which calls [`checkpoint`], on this thread until it is done or the budget is exhausted. Panics of
    /// `work` other than that interruption continue to unwind.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        if !self.is_limited() {
            return Ok(work());
        }
        let outer = CURRENT_BUDGET.replace(self.clone());
        let done = catch_unwind(AssertUnwindSafe(work));
        CURRENT_BUDGET.set(outer);
        done.map_err(|cause| match cause.downcast::<Interrupted>() {
            Ok(ended) => *ended,
            Err(cause) => resume_unwind(cause),
        })
    }

    /// True if the budget has a deadline or a cancel flag.
    pub fn is_limited(&self) -> bool {
        self.0.is_some()
    }

    /// Length of the chunks into which a list is split, so that work can end between two chunks. Without a limit the
    /// work never ends early, so the complete list is one chunk.
    pub fn chunk_len(&self, limited_len: usize) -> usize {
        if self.is_limited() { limited_len } else { usize::MAX }
    }

    /// Makes a counter for work of many small steps, which polls this budget once in 32,768 steps.
    pub fn ticker(&self) -> BudgetTicker {
        BudgetTicker { budget: self.clone(), steps_left: STEPS_PER_POLL }
    }

    /// Adds to the number of games that were examined, for the progress report. Work that reads one game counts bytes
    /// of its file instead.
    pub fn add_done(&self, games: u64) {
        if let Some(limits) = &self.0 {
            limits.done.fetch_add(games, Ordering::Relaxed);
        }
    }

    /// Adds to the number of games that are to be examined, for the progress report.
    pub fn add_expected(&self, games: u64) {
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
    fn poll(&self) -> bool {
        if self.exhausted.load(Ordering::Relaxed) {
            return true;
        }
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        let is_exhausted = self.cancel.as_ref().is_some_and(is_set)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_exhausted {
            self.exhausted.store(true, Ordering::Relaxed);
        }
        is_exhausted
    }
}

/// Number of steps between two polls of a budget by a [`BudgetTicker`].
///
/// A step is taken to cost about 10 ns, so a poll comes every 0.3 ms. The delay until cancelled work ends grows in
/// proportion to this number.
const STEPS_PER_POLL: u32 = 1 << 15;

/// Step counter that polls a [`TimeBudget`] once in 32,768 steps.
///
/// The first poll comes only after that many steps. So work that starts with an exhausted budget, such as sorting what
/// was found in time, still gets a share done.
#[derive(Clone, Debug)]
pub struct BudgetTicker {
    budget: TimeBudget,
    steps_left: u32,
}

impl BudgetTicker {
    /// Counts `steps` steps, each of about 10 ns, and polls the budget if a poll is due. True if the work has to end.
    #[inline]
    pub fn is_exhausted_after(&mut self, steps: usize) -> bool {
        if !self.budget.is_limited() {
            return false;
        }
        let left = u32::try_from(steps).ok();
        match left.and_then(|steps| self.steps_left.checked_sub(steps)) {
            Some(left) => self.steps_left = left,
            None => return self.poll(),
        }
        false
    }

    /// Counts steps like [`is_exhausted_after`](Self::is_exhausted_after), and returns `Break` if the work has to end.
    #[inline]
    pub fn tick(&mut self, steps: usize) -> ControlFlow<()> {
        if self.is_exhausted_after(steps) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    #[inline(never)]
    fn poll(&mut self) -> bool {
        let is_exhausted = self.budget.poll_exhausted();
        self.steps_left = if is_exhausted { 0 } else { STEPS_PER_POLL };
        is_exhausted
    }

    /// Budget that this counter polls.
    pub fn budget(&self) -> &TimeBudget {
        &self.budget
    }

    /// Yields the items of an iterator until the budget is exhausted. Each item counts as `steps` steps.
    pub fn take_within_budget<I: Iterator>(
        &mut self,
        steps: usize,
        items: I,
    ) -> impl Iterator<Item = I::Item> {
        items.take_while(move |_| !self.is_exhausted_after(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_budget_is_exhausted_when_it_is_cancelled_or_its_deadline_has_passed() {
        let unlimited = TimeBudget::default();
        assert!(!unlimited.poll_exhausted() && !unlimited.is_exhausted());
        unlimited.add_done(3);
        assert_eq!(unlimited.progress(), (0, 0));
        assert_eq!(unlimited.ticker().take_within_budget(1000, 0..100_000).count(), 100_000);

        let flag = Arc::new(AtomicBool::new(false));
        let budget = TimeBudget::new(None, Some(flag.clone()));
        let mut ticker = budget.ticker();
        let counted = ticker.take_within_budget(1, 0..).take(100_000).count();
        assert_eq!(counted, 100_000);
        flag.store(true, Ordering::Relaxed);
        // Setting the flag does not yet exhaust the budget: it is exhausted once a poll has seen the flag.
        assert!(!budget.is_exhausted());
        assert!(ticker.take_within_budget(1, 0..).count() <= STEPS_PER_POLL as usize);
        assert!(budget.is_exhausted());
        assert_eq!(ticker.take_within_budget(1, 0..9).count(), 0);
        // A new counter makes its first poll only after 32,768 steps, so it yields that many items of an exhausted
        // budget.
        assert_eq!(budget.ticker().take_within_budget(1, 0..).count(), STEPS_PER_POLL as usize);

        let past = Instant::now();
        assert!(TimeBudget::new(Some(past), None).poll_exhausted());
        let later = past + Duration::from_secs(3600);
        let budget = TimeBudget::new(Some(later), None);
        assert!(!budget.poll_exhausted());
        budget.add_expected(7);
        budget.clone().add_done(3);
        assert_eq!(budget.progress(), (3, 7));
    }

    #[test]
    fn work_ends_when_it_is_cancelled() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = TimeBudget::new(None, Some(flag.clone()));
        assert_eq!(budget.run(|| 3), Ok(3));
        let ended = budget.run(|| {
            // The inner `run` is cancelled and restores the budget of the outer one, which goes on until its own flag
            // is set.
            let inner = TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))))
                .run(|| (0..2 * CHECKPOINTS_PER_POLL).for_each(|_| checkpoint()));
            assert_eq!(inner, Err(Interrupted));
            flag.store(true, Ordering::Relaxed);
            loop {
                checkpoint();
            }
        });
        assert_eq!(ended, Err::<(), _>(Interrupted));
        assert!(budget.is_exhausted());
        // Outside of `run` the thread has no budget, so checkpoints do not end the work although the flag is still set.
        (0..2 * CHECKPOINTS_PER_POLL).for_each(|_| checkpoint());
        assert_eq!(
            TimeBudget::default().run(|| (0..2 * CHECKPOINTS_PER_POLL).for_each(|_| checkpoint())),
            Ok(())
        );
        let panicked = catch_unwind(AssertUnwindSafe(|| budget.run(|| resume_unwind(Box::new(7)))));
        assert_eq!(
            panicked
                .map(|_: Result<(), Interrupted>| ())
                .map_err(|cause| cause.downcast_ref().copied()),
            Err(Some(7))
        );
    }
}
