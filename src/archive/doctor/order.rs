//! Puts the findings of several threads into one order.

use crate::error::{Error, Result};
use crate::findings::Finding;
use kifu_record::poison::IgnorePoison;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// Receives the doctor's findings one by one.
pub type FindingSink<'s> = dyn FnMut(Finding) -> Result<()> + Send + 's;

/// Lets units of work report in the order of their sequence numbers. The unit that is next reports at once. Findings of
/// other units are held back, and their threads wait if too many are held.
///
/// No thread waits forever: a unit is begun only after all units with lower numbers, so some thread is already working
/// on the unit that is next.
pub(super) struct OrderedReports<'s> {
    state: Mutex<OrderState<'s>>,
    next_turn: Condvar,
    failed: AtomicBool,
}

struct OrderState<'s> {
    sink: &'s mut FindingSink<'s>,
    turn: u64,
    held: BTreeMap<u64, Vec<Finding>>,
    held_count: usize,
    failure: Option<Error>,
}

/// Number of findings after which a unit reports them without waiting for its end.
pub(super) const SPEAK: usize = 1000;
/// Maximum number of findings of finished units that are held back. Beyond it, threads wait for the unit that is next.
const MOST_HELD: usize = 20_000;

impl<'s> OrderedReports<'s> {
    pub(super) fn new(sink: &'s mut FindingSink<'s>) -> OrderedReports<'s> {
        let state =
            OrderState { sink, turn: 0, held: BTreeMap::new(), held_count: 0, failure: None };
        OrderedReports {
            state: Mutex::new(state),
            next_turn: Condvar::new(),
            failed: AtomicBool::new(false),
        }
    }

    /// Reports the findings that a unit has so far, after waiting until the unit is next.
    pub(super) fn say(&self, turn: u64, findings: &mut Vec<Finding>) {
        let mut state = self.wait_for(turn, self.lock());
        self.tell(&mut state, findings);
    }

    /// Reports the remaining findings of a unit, or holds them back until it is next.
    pub(super) fn end(&self, turn: u64, mut findings: Vec<Finding>) {
        let mut state = self.lock();
        if state.turn != turn && state.held_count + findings.len() > MOST_HELD {
            state = self.wait_for(turn, state);
        }
        if state.turn != turn {
            state.held_count += findings.len();
            state.held.insert(turn, findings);
            return;
        }
        self.tell(&mut state, &mut findings);
        let mut next = turn + 1;
        while let Some(mut held) = state.held.remove(&next) {
            state.held_count -= held.len();
            self.tell(&mut state, &mut held);
            next += 1;
        }
        state.turn = next;
        self.next_turn.notify_all();
    }

    /// True if the sink has failed, so that nothing more should be reported.
    pub(super) fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Reports the last findings when all units are done. Returns the sink's error, if it failed.
    pub(super) fn finish(self, mut last: Vec<Finding>) -> Result<()> {
        self.tell(&mut self.lock(), &mut last);
        let failure = self.lock().failure.take();
        failure.map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, OrderState<'s>> {
        self.state.lock().ignore_poison()
    }

    fn wait_for<'g>(
        &self,
        turn: u64,
        mut state: MutexGuard<'g, OrderState<'s>>,
    ) -> MutexGuard<'g, OrderState<'s>> {
        while state.turn != turn && !self.failed() {
            let waited = self.next_turn.wait(state);
            state = waited.ignore_poison();
        }
        state
    }

    fn tell(&self, state: &mut OrderState, findings: &mut Vec<Finding>) {
        for finding in findings.drain(..) {
            if self.failed() {
                return;
            }
            if let Err(error) = (state.sink)(finding) {
                state.failure = Some(error);
                self.failed.store(true, Ordering::Relaxed);
                self.next_turn.notify_all();
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::doctor::{Check, FindingKind};
    use crate::error::ErrorKind;
    use crate::origin::Origin;
    use std::path::Path;

    fn finding(number: u32) -> Finding {
        Finding {
            kind: FindingKind::Check(Check::NoMoves),
            origin: Origin::file(Path::new("/a")),
            number: Some(number),
            offset: None,
            count: 1,
            message: String::new(),
            remedy: None,
        }
    }

    #[test]
    fn pieces_speak_in_turn() {
        let mut told = Vec::new();
        let mut sink = |finding: Finding| {
            told.push(finding.number.unwrap());
            Ok(())
        };
        let turns = OrderedReports::new(&mut sink);
        let pieces = std::sync::atomic::AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    loop {
                        let turn = pieces.fetch_add(1, Ordering::SeqCst);
                        if turn >= 40 {
                            return;
                        }
                        // The first unit waits until all threads have begun one, and every tenth has more findings than
                        // may be held back.
                        if turn == 0 {
                            let begun = || pieces.load(Ordering::SeqCst) >= 4;
                            kifu_test_support::wait_until("all threads are at work", begun);
                        }
                        let many = if turn % 10 == 1 { MOST_HELD as u32 + 5 } else { 3 };
                        let mut findings = Vec::new();
                        for number in 0..many {
                            findings.push(finding(turn as u32 * 100_000 + number));
                            if findings.len() >= SPEAK {
                                turns.say(turn, &mut findings);
                            }
                        }
                        turns.end(turn, findings);
                    }
                });
            }
        });
        turns.finish(Vec::new()).unwrap();
        assert_eq!(told.len(), 4 * (MOST_HELD + 5) + 36 * 3);
        assert!(told.is_sorted());
    }

    #[test]
    fn a_failure_ends_the_waiting() {
        let mut sink = |_: Finding| Err(Error::new(ErrorKind::Io, "full"));
        let turns = OrderedReports::new(&mut sink);
        std::thread::scope(|scope| {
            let late = scope.spawn(|| turns.say(1, &mut vec![finding(1)]));
            turns.say(0, &mut vec![finding(0)]);
            late.join().unwrap();
        });
        assert!(turns.failed());
        assert_eq!(turns.finish(Vec::new()).unwrap_err().to_string(), "full");
    }
}
