//! How a question is asked: how long its answer may take, and what comes with the answer.

use super::failure::Result;
use kifu_archive::error::{Error, ErrorKind};
use kifu_messages::say;
use kifu_record::patience::{Interrupted, TimeBudget};
use kifu_record::poison::IgnorePoison;
use kifu_store::mine::marks::MarkSource;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// An answer, and the state it reflects.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    /// The answer.
    pub answer: T,
    /// The state of the index that was searched.
    pub generation: u64,
    /// How far it got, if it had to stop: the games examined, and the games there were to examine.
    pub incomplete: Option<(u64, u64)>,
}

/// How long an answer may take.
#[derive(Clone, Debug, Default)]
pub struct AskOptions {
    /// When the answer is due. What has been found by then is the answer.
    pub deadline: Option<Instant>,
    /// Ends the answer once it is set.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Tells how far the answer has got while it is being looked for.
    pub progress: AnswerProgress,
    /// Where this answer reads the user's marks, in place of the source that the engine was opened with.
    pub marks: Option<Arc<dyn MarkSource>>,
}

impl AskOptions {
    /// Runs work that calls [`step`](kifu_record::patience::step). It ends early, without a result, once the flag is set:
    /// nobody waits for it. The deadline does not end it: work that has found enough by then ends by itself.
    pub fn while_wanted<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        TimeBudget::new(None, self.cancel.clone()).within(work).map_err(|Interrupted| ()).ok()
    }

    /// Runs work that calls [`step`](kifu_record::patience::step). Its result is of use only as a whole, so it is an error if
    /// the deadline passes before it is done, or if nobody waits for it.
    pub(crate) fn in_time<T>(&self, work: impl FnOnce() -> T) -> Result<T> {
        let budget = TimeBudget::new(self.deadline, self.cancel.clone());
        let done = budget.within(work);
        done.map_err(|ended| match budget.check() {
            Ok(()) => {
                let message = say!("error-time-over-before-answer");
                Error::new(ErrorKind::Interrupted, message).into()
            }
            Err(Interrupted) => ended.into(),
        })
    }
}

/// How far an answer has got. Clones tell of the same answer.
#[derive(Clone, Debug, Default)]
pub struct AnswerProgress(Arc<Mutex<TimeBudget>>);

impl AnswerProgress {
    /// The games that were looked at, and those that there are to look at; zeroes where no games are looked through.
    pub fn looked_at(&self) -> (u64, u64) {
        let budget = self.0.lock().ignore_poison();
        budget.progress()
    }

    pub(super) fn follow(&self, budget: &TimeBudget) {
        let mut followed = self.0.lock().ignore_poison();
        *followed = budget.clone();
    }
}
