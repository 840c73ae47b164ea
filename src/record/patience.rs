//! Ends work that takes too long.
//!
//! Nothing can stop a thread from outside. So long-running work asks a [`TimeBudget`], whose deadline passes or whose
//! flag another thread sets, and hands out what it has found.
//!
//! Work that knows of no budget, such as reading one file or one game, calls [`step`] at each of its steps. Its caller
//! runs it with [`TimeBudget::within`], and it ends as if by a panic, but silently: returning would make every function
//! that reads a file or plays a move fallible, for an end that no result is taken from.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The number of steps between two checks of the flag: a step costs a nanosecond, a check somewhat more.
const EVERY: u32 = 1 << 10;

thread_local! {
    static STEPS: Cell<u32> = const { Cell::new(0) };
    /// The budget of the work on this thread.
    static CURRENT: RefCell<TimeBudget> = const { RefCell::new(TimeBudget(None)) };
}

/// The work was ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// A step of long-running work. Does not return if the work has to end.
#[inline]
pub fn step() {
    let left = STEPS.get();
    match left.checked_sub(1) {
        Some(less) => STEPS.set(less),
        None => look(),
    }
}

/// The same for so many steps.
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

/// How long an answer may take. Shared by all threads that work on it; the default has no end.
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
    /// Ends at the deadline, or when the flag is set; without either it has no end.
    pub fn new(deadline: Option<Instant>, cancel: Option<Arc<AtomicBool>>) -> TimeBudget {
        if deadline.is_none() && cancel.is_none() {
            return TimeBudget::default();
        }
        TimeBudget(Some(Arc::new(BudgetState { deadline, cancel, ..BudgetState::default() })))
    }

    /// Looks at the flag and the clock, which takes some 30 ns. Remembers that it is spent.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.0.as_deref().is_some_and(BudgetState::look)
    }

    /// Fails if the flag is set: nobody waits for the answer. Where only the time is over, what was found is still to
    /// be put in order and told.
    pub fn check(&self) -> Result<(), Interrupted> {
        let flag = self.0.as_deref().and_then(|limits| limits.cancel.as_ref());
        if flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// The same without its deadline, for work whose beginning is of no use: it ends where nobody waits for it.
    #[must_use]
    pub fn while_wanted(&self) -> TimeBudget {
        let flag = self.0.as_deref().and_then(|limits| limits.cancel.clone());
        TimeBudget::new(None, flag)
    }

    /// Whether a look has found it spent: the answer is not complete.
    pub fn was_spent(&self) -> bool {
        let spent = |limits: &BudgetState| limits.spent.load(Ordering::Relaxed);
        self.0.as_deref().is_some_and(spent)
    }

    /// Runs work on this thread that calls [`step`], until it is done or the budget is spent. Other panics are passed
    /// on.
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

    /// Whether it can be spent at all.
    pub fn is_limited(&self) -> bool {
        self.0.is_some()
    }

    /// Of a list that work goes through in parts, the length of one: all of it where nothing ends the work.
    pub fn part(&self, of_limited: usize) -> usize {
        if self.is_limited() { of_limited } else { usize::MAX }
    }

    /// Begins a piece of work of many small steps.
    pub fn pace(&self) -> Pace {
        Pace { budget: self.clone(), left: PACE }
    }

    /// Notes games that were looked at.
    pub fn add(&self, games: u64) {
        if let Some(limits) = &self.0 {
            limits.done.fetch_add(games, Ordering::Relaxed);
        }
    }

    /// Notes games that there are to look at.
    pub fn announce(&self, games: u64) {
        if let Some(limits) = &self.0 {
            limits.expected.fetch_add(games, Ordering::Relaxed);
        }
    }

    /// The games that were looked at, and those that there are to look at.
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

/// Steps between two looks at a budget. At some 10 ns each, they take a third of a millisecond.
const PACE: u32 = 1 << 15;

/// Work of many small steps. The first look comes only after some of them, so that what was found before the budget was
/// spent is still put in order.
#[derive(Clone, Debug)]
pub struct Pace {
    budget: TimeBudget,
    left: u32,
}

impl Pace {
    /// Goes on by so many steps of some 10 ns each. True where the work is to end.
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

    /// The same for work that is asked whether to go on.
    #[inline]
    pub fn go_on(&mut self, steps: usize) -> ControlFlow<()> {
        if self.is_spent(steps) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(never)]
    fn look(&mut self) -> bool {
        // Spent once, it ends whatever comes.
        let spent = self.budget.is_spent();
        self.left = if spent { 0 } else { PACE };
        spent
    }

    /// The budget that it looks at.
    pub fn budget(&self) -> &TimeBudget {
        &self.budget
    }

    /// The items of an iterator, each of so many steps, as long as the work goes on.
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
        // Nobody has looked yet.
        assert!(!budget.was_spent());
        assert!(pace.each(1, 0..).count() <= PACE as usize);
        assert!(budget.was_spent());
        assert_eq!(pace.each(1, 0..9).count(), 0);
        // Other work gets as far as the first look.
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
            // Work within work has a budget of its own, and gives back the outer one.
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
        // Work without a budget is not ended.
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
