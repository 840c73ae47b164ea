//! Puts the findings of several threads into the order of the files and games.

use crate::error::{Error, Result};
use crate::findings::Finding;
use kifu_record::poison::IgnorePoison;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// Receives the doctor's findings one by one.
pub type FindingSink<'s> = dyn FnMut(Finding) -> Result<()> + Send + 's;

/// Lets units of work report findings in the order of their sequence numbers. The unit whose turn it is reports at
/// once. Findings of other units are held back, and their threads wait if too many are held.
///
/// No thread waits forever: a unit is begun only after all units with lower numbers, so some thread is already working
/// on the unit whose turn it is.
pub(super) struct OrderedReports<'s> {
    state: Mutex<OrderState<'s>>,
    sequence_advanced: Condvar,
    has_failed: AtomicBool,
}

struct OrderState<'s> {
    sink: &'s mut FindingSink<'s>,
    next_sequence: u64,
    held: BTreeMap<u64, Vec<Finding>>,
    held_count: usize,
    failure: Option<Error>,
}

/// Number of findings after which a unit of work reports them without waiting for its end.
pub(super) const EARLY_REPORT_FINDINGS: usize = 1000;
/// Maximum number of findings of finished units that are held back. Beyond it, threads wait for the unit whose turn it
/// is.
const MAX_HELD_FINDINGS: usize = 20_000;

impl<'s> OrderedReports<'s> {
    pub(super) fn new(sink: &'s mut FindingSink<'s>) -> OrderedReports<'s> {
        let state = OrderState {
            sink,
            next_sequence: 0,
            held: BTreeMap::new(),
            held_count: 0,
            failure: None,
        };
        OrderedReports {
            state: Mutex::new(state),
            sequence_advanced: Condvar::new(),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Waits until it is the unit's turn, then reports the findings that the unit has so far.
    pub(super) fn report_in_sequence(&self, sequence: u64, findings: &mut Vec<Finding>) {
        let mut state = self.wait_until_next(sequence, self.lock());
        self.emit(&mut state, findings);
    }

    /// Reports the remaining findings of a unit, or holds them back until it is the unit's turn.
    pub(super) fn finish_unit(&self, sequence: u64, mut findings: Vec<Finding>) {
        let mut state = self.lock();
        if state.next_sequence != sequence && state.held_count + findings.len() > MAX_HELD_FINDINGS
        {
            state = self.wait_until_next(sequence, state);
        }
        if state.next_sequence != sequence {
            state.held_count += findings.len();
            state.held.insert(sequence, findings);
            return;
        }
        self.emit(&mut state, &mut findings);
        let mut next = sequence + 1;
        while let Some(mut held) = state.held.remove(&next) {
            state.held_count -= held.len();
            self.emit(&mut state, &mut held);
            next += 1;
        }
        state.next_sequence = next;
        self.sequence_advanced.notify_all();
    }

    /// True if the sink has failed, so that nothing more should be reported.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Reports the findings that are still held back, when all units are done. Returns the sink's error, if it failed.
    pub(super) fn finish(self, mut last: Vec<Finding>) -> Result<()> {
        self.emit(&mut self.lock(), &mut last);
        let failure = self.lock().failure.take();
        failure.map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, OrderState<'s>> {
        self.state.lock().ignore_poison()
    }

    fn wait_until_next<'g>(
        &self,
        sequence: u64,
        mut state: MutexGuard<'g, OrderState<'s>>,
    ) -> MutexGuard<'g, OrderState<'s>> {
        while state.next_sequence != sequence && !self.has_failed() {
            let waited = self.sequence_advanced.wait(state);
            state = waited.ignore_poison();
        }
        state
    }

    fn emit(&self, state: &mut OrderState, findings: &mut Vec<Finding>) {
        for finding in findings.drain(..) {
            if self.has_failed() {
                return;
            }
            if let Err(error) = (state.sink)(finding) {
                state.failure = Some(error);
                self.has_failed.store(true, Ordering::Relaxed);
                self.sequence_advanced.notify_all();
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
            move_number: Some(number),
            offset: None,
            count: 1,
            message: String::new(),
            remedy: None,
        }
    }

    #[test]
    fn units_report_in_sequence() {
        let mut numbers = Vec::new();
        let mut sink = |finding: Finding| {
            numbers.push(finding.move_number.unwrap());
            Ok(())
        };
        let reports = OrderedReports::new(&mut sink);
        let pieces = std::sync::atomic::AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    loop {
                        let sequence = pieces.fetch_add(1, Ordering::SeqCst);
                        if sequence >= 40 {
                            return;
                        }
                        // The test makes threads wait: the first unit reports only after all threads have begun a unit,
                        // and every tenth unit has more findings than may be held back.
                        if sequence == 0 {
                            let begun = || pieces.load(Ordering::SeqCst) >= 4;
                            kifu_test_support::wait_until("all threads are at work", begun);
                        }
                        let many =
                            if sequence % 10 == 1 { MAX_HELD_FINDINGS as u32 + 5 } else { 3 };
                        let mut findings = Vec::new();
                        for number in 0..many {
                            findings.push(finding(sequence as u32 * 100_000 + number));
                            if findings.len() >= EARLY_REPORT_FINDINGS {
                                reports.report_in_sequence(sequence, &mut findings);
                            }
                        }
                        reports.finish_unit(sequence, findings);
                    }
                });
            }
        });
        reports.finish(Vec::new()).unwrap();
        assert_eq!(numbers.len(), 4 * (MAX_HELD_FINDINGS + 5) + 36 * 3);
        assert!(numbers.is_sorted());
    }

    #[test]
    fn a_failure_ends_the_waiting() {
        let mut sink = |_: Finding| Err(Error::new(ErrorKind::Io, "full"));
        let reports = OrderedReports::new(&mut sink);
        std::thread::scope(|scope| {
            let late = scope.spawn(|| reports.report_in_sequence(1, &mut vec![finding(1)]));
            reports.report_in_sequence(0, &mut vec![finding(0)]);
            late.join().unwrap();
        });
        assert!(reports.has_failed());
        assert_eq!(reports.finish(Vec::new()).unwrap_err().to_string(), "full");
    }
}
