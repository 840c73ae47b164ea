//! Options of a request, such as its deadline, and what comes with its answer.

use super::failure::Result;
use kifu_archive::error::{Error, ErrorKind};
use kifu_messages::say;
use kifu_record::cancel::{Interrupted, TimeBudget};
use kifu_record::poison::IgnorePoison;
use kifu_store::userdata::book::BookSource;
use kifu_store::userdata::marks::MarkSource;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Answer, with the state of the index that it reflects.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    pub answer: T,
    /// Number of the commit that was searched.
    pub generation: u64,
    /// Progress of an answer that had to stop early: the games examined, and the games that there were to examine.
    /// `None` if the answer is complete.
    pub incomplete: Option<(u64, u64)>,
}

/// Options of a request: its deadline, and how it is cancelled and watched.
#[derive(Clone, Debug, Default)]
pub struct AskOptions {
    /// Deadline. The answer then holds what has been found so far.
    pub deadline: Option<Instant>,
    /// Flag that cancels the answer once it is set.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Handle that reports the progress of the answer while it is computed.
    pub progress: AnswerProgress,
    /// Source of the user's tags, stars and notes for this answer only, instead of the source that the engine was
    /// opened with.
    pub marks: Option<Arc<dyn MarkSource>>,
    /// Source of the book in use for this answer only, instead of the source that the engine was opened with.
    pub book: Option<Arc<dyn BookSource>>,
}

impl AskOptions {
    /// Runs work that checks for cancellation at each of its steps, and returns `None` if the request is cancelled
    /// before the work is done.
    ///
    /// The deadline of the request does not stop the work here: work run in this way checks the deadline itself and
    /// returns what it has found by then.
    pub fn unless_cancelled<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        TimeBudget::new(None, self.cancel.clone()).run(work).map_err(|Interrupted| ()).ok()
    }

    /// Runs work that checks for cancellation at each of its steps, and fails if the deadline passes or the request is
    /// cancelled before the work is done. This is for work whose partial result would be of no use.
    pub(crate) fn before_deadline<T>(&self, work: impl FnOnce() -> T) -> Result<T> {
        let budget = TimeBudget::new(self.deadline, self.cancel.clone());
        let done = budget.run(work);
        done.map_err(|interrupted| match budget.check_cancelled() {
            Ok(()) => {
                let message = say!("error-time-over-before-answer");
                Error::new(ErrorKind::Interrupted, message).into()
            }
            Err(Interrupted) => interrupted.into(),
        })
    }
}

/// Progress of an answer. Clones report on the same answer.
#[derive(Clone, Debug, Default)]
pub struct AnswerProgress(Arc<Mutex<TimeBudget>>);

impl AnswerProgress {
    /// Games examined so far, and games to examine; both 0 if the answer does not go through games. An answer that
    /// reads one game counts bytes instead; see [`Self::bytes_passed`].
    pub fn games_examined(&self) -> (u64, u64) {
        let budget = self.0.lock().ignore_poison();
        budget.progress()
    }

    /// Bytes of a long file that were passed on the way to a game, and bytes before the game; both 0 if the answer
    /// reads no such file.
    pub fn bytes_passed(&self) -> (u64, u64) {
        self.games_examined()
    }

    pub(super) fn follow(&self, budget: &TimeBudget) {
        let mut current = self.0.lock().ignore_poison();
        *current = budget.clone();
    }
}
