//! Computes answers on blocking threads: a limited number at once, each in limited time, and cancelled when the client
//! is gone.
//!
//! The timeout and limit layers of tower would end a request with an empty answer. Here a search that runs out of time
//! sends what it has found so far, or else an error with a message. Only searches wait for permits.

use super::archive::OpenedIndex;
use super::memory::MemoryShare;
use super::user::UserData;
use super::userdata::UserdataAccess;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::{AnswerProgress, Ask, AskOptions, Failure, Reply, Result};
use kifu_messages::{Message, say};
use kifu_record::poison::IgnorePoison;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Time budget of an answer. When it is used up, the answer consists of what has been found.
const ANSWER_BUDGET: Duration = Duration::from_secs(2);
/// Time budget of an answer to a request that asks for a full search (`all=1`).
pub(crate) const FULL_SEARCH_BUDGET: Duration = Duration::from_secs(28);
/// Time that a search gets at least after it waited for a permit (only a limited number of searches run at once). A
/// search that waited as long as its whole budget ends at most this much later.
const MIN_TIME_AFTER_WAIT: Duration = Duration::from_millis(500);
/// Time after which a request fails, even if its work goes on.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Everything that an answer is computed from: the index, the user's data, and the limits on time and memory.
pub(crate) struct AnswerContext {
    pub opened: Arc<OpenedIndex>,
    /// The part of the user's data that this answer may see.
    pub user: UserData,
    /// Deadline, cancel flag and progress of the work on the answer.
    pub options: AskOptions,
    pub began: Instant,
    /// Shares of the memory for reading games that this answer holds.
    memory_shares: Mutex<Vec<MemoryShare>>,
    /// True if the answer used a file of the archive. Such a file may change while the index stays the same.
    read_files: AtomicBool,
}

impl AnswerContext {
    /// Makes the context of an answer whose work begins now.
    pub(crate) fn new(sources: impl Into<AnswerSources>, options: AskOptions) -> AnswerContext {
        let AnswerSources { opened, user } = sources.into();
        AnswerContext {
            opened,
            options: AskOptions {
                marks: user.mark_source(),
                book: Some(user.book_source()),
                ..options
            },
            user,
            began: Instant::now(),
            memory_shares: Mutex::default(),
            read_files: AtomicBool::new(false),
        }
    }

    /// Asks the engine a question, with the deadline, the cancel flag and the user's data of this answer.
    pub(crate) fn ask<Q: Ask>(&self, question: &Q) -> Result<Reply<Q::Answer>> {
        self.opened.engine.answer(question, &self.options)
    }

    /// The file with the user's data, if this server has one and the reader may see it.
    pub(crate) fn userdata(&self) -> Option<&UserdataAccess> {
        self.opened.userdata.get().filter(|_| self.user.is_for_user())
    }

    /// Reserves bytes of the memory for reading games until the answer is made.
    pub(crate) fn reserve_memory(&self, bytes: u64) -> kifu_archive::error::Result<()> {
        self.hold_memory(self.opened.memory.take(bytes, &self.options)?);
        Ok(())
    }

    /// Holds a share of the memory for reading games until the answer is made.
    pub(crate) fn hold_memory(&self, share: MemoryShare) {
        let mut shares = self.memory_shares.lock().ignore_poison();
        shares.push(share);
    }

    /// Returns the shares of memory, for an answer that lives longer than this context.
    pub(crate) fn take_memory_shares(&self) -> Vec<MemoryShare> {
        let mut shares = self.memory_shares.lock().ignore_poison();
        std::mem::take(&mut shares)
    }

    /// Records that the answer used a file of the archive.
    pub(crate) fn mark_files_read(&self) {
        self.read_files.store(true, Ordering::Relaxed);
    }

    /// True if the answer used the index only and no file, so it may be cached.
    pub(crate) fn depends_on_index_only(&self) -> bool {
        !self.read_files.load(Ordering::Relaxed)
    }

    pub(crate) fn elapsed_us(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// True if the request was cancelled, because its client is gone.
    pub(crate) fn is_cancelled(&self) -> bool {
        let flag = self.options.cancel.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The index and the user's data from which an answer is computed, as they were when the request arrived.
#[derive(Clone)]
pub(crate) struct AnswerSources {
    pub opened: Arc<OpenedIndex>,
    /// The part of the user's data that the answer may see.
    pub user: UserData,
}

impl From<Arc<OpenedIndex>> for AnswerSources {
    /// Makes the sources of an answer that needs nothing of the user's data.
    fn from(opened: Arc<OpenedIndex>) -> AnswerSources {
        AnswerSources { opened, user: UserData::default() }
    }
}

/// A result that may be incomplete because its time ran out.
pub(crate) struct Partial<T> {
    pub data: T,
    /// True if all games were examined before the time ran out.
    pub complete: bool,
}

impl<T> Partial<T> {
    /// Makes a complete result.
    pub(crate) fn complete(data: T) -> Partial<T> {
        Partial { data, complete: true }
    }

    /// Transforms the data of a result; whether it is complete stays the same.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Partial<U> {
        Partial { data: make(self.data), complete: self.complete }
    }
}

/// Returns a callback for the engine that collects the items of a long answer in a list.
pub(crate) fn collect_into<T: Clone>(items: &mut Vec<T>) -> impl FnMut(&T) -> ControlFlow<()> {
    |item| {
        items.push(item.clone());
        ControlFlow::Continue(())
    }
}

impl<T> From<Reply<T>> for Partial<T> {
    fn from(reply: Reply<T>) -> Partial<T> {
        Partial { data: reply.answer, complete: reply.incomplete.is_none() }
    }
}

/// Flag that cancels work, and that is set when this value is dropped. The future of a request owns it, and is dropped
/// when the connection closes.
#[derive(Default)]
pub(crate) struct CancelOnDrop(Arc<AtomicBool>);

impl CancelOnDrop {
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Cost of an answer, which decides whether it waits for a search permit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Answer without a search, which takes no search permit.
    Light,
    /// Answer that may examine all games, and therefore takes a search permit. It may be cached.
    Scan,
    /// Answer with a search that takes a permit. It also depends on things that change while the index does not, so it
    /// is not cached.
    UncachedScan,
}

/// Runs work on a blocking thread within the time budget of the request. Dropping the future cancels the work.
pub(crate) async fn run_blocking<T: Send + 'static>(
    scans: &Arc<Semaphore>,
    sources: impl Into<AnswerSources>,
    weight: Weight,
    is_full_search: bool,
    work: impl FnOnce(&AnswerContext) -> Result<T> + Send + 'static,
) -> Result<T> {
    let progress = AnswerProgress::default();
    let budget = time_budget(is_full_search);
    run_with_progress(scans, sources, (weight, budget), progress, work).await
}

/// Time budget of an answer: the usual one, or that of a full search.
pub(crate) fn time_budget(is_full_search: bool) -> Duration {
    if is_full_search { FULL_SEARCH_BUDGET } else { ANSWER_BUDGET }
}

/// Does the same as [`run_blocking`], and reports in `progress` how far the work has got. A search waits up to `wait`
/// for a permit; if it gets none, the error is [`ErrorKind::Busy`]. At the [deadline], the work ends with what has been
/// found.
pub(crate) async fn run_with_progress<T: Send + 'static>(
    scans: &Arc<Semaphore>,
    sources: impl Into<AnswerSources>,
    (weight, wait): (Weight, Duration),
    progress: AnswerProgress,
    work: impl FnOnce(&AnswerContext) -> Result<T> + Send + 'static,
) -> Result<T> {
    let cancel = CancelOnDrop::default();
    let arrived = Instant::now();
    let permit = match weight {
        Weight::Light => None,
        Weight::Scan | Weight::UncachedScan => Some(acquire_permit(scans, wait).await?),
    };
    let began = Instant::now();
    let options = AskOptions {
        deadline: Some(deadline(arrived, began, wait)),
        cancel: Some(cancel.flag()),
        progress,
        marks: None,
        book: None,
    };
    let context = AnswerContext { began, ..AnswerContext::new(sources, options) };
    let answer = tokio::task::spawn_blocking(move || {
        // The search permit is held until the work has ended, even if its client is gone. Otherwise more searches than
        // allowed would run.
        let _permit = permit;
        let cancelled = || Err(interrupted("the request was cancelled"));
        context.options.unless_cancelled(|| work(&context)).unwrap_or_else(cancelled)
    });
    let left = ANSWER_TIMEOUT.saturating_sub(arrived.elapsed());
    match tokio::time::timeout(left, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(interrupted(say!("error-answer-bug"))),
        Err(_) => Err(interrupted(say!("error-answer-slow"))),
    }
}

/// Deadline of work with the time budget `wait`. The budget counts from the beginning of the work, but the deadline is
/// at most [`MIN_TIME_AFTER_WAIT`] later than for work that begins as soon as the request arrives.
fn deadline(arrived: Instant, began: Instant, wait: Duration) -> Instant {
    (began + wait).min(arrived + wait + MIN_TIME_AFTER_WAIT)
}

/// Waits for a search permit up to the time `wait`; then the error says that the server is busy.
async fn acquire_permit(scans: &Arc<Semaphore>, wait: Duration) -> Result<OwnedSemaphorePermit> {
    let place = tokio::time::timeout(wait, scans.clone().acquire_owned()).await;
    place.ok().and_then(|place| place.ok()).ok_or_else(|| {
        let error = Error::new(ErrorKind::Busy, say!("error-busy-searching"));
        error.with_help(say!("error-busy-help")).into()
    })
}

fn interrupted(message: impl Into<Message>) -> Failure {
    Error::new(ErrorKind::Interrupted, message).with_help(say!("error-answer-help")).into()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use super::*;
    use crate::archive::Archive;
    use kifu_engine::Indexes;
    use kifu_engine::build::build;

    /// Makes an archive of one game, for tests.
    pub(crate) fn archive(folder: &std::path::Path) -> Arc<Archive> {
        let games = folder.join("games");
        std::fs::create_dir(&games).unwrap();
        std::fs::write(games.join("a.sgf"), "(;PB[Anna];B[pd])").unwrap();
        let index = folder.join("index");
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let indexes = Indexes { folders: vec![index], ..Indexes::default() };
        Archive::new(indexes, Default::default(), Vec::new(), Default::default(), 1 << 30).unwrap()
    }

    fn opened(folder: &std::path::Path) -> Arc<OpenedIndex> {
        archive(folder).opened().ok().unwrap()
    }

    pub(crate) fn runtime() -> tokio::runtime::Runtime {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(1).enable_time().build().unwrap()
    }

    /// Work that ends only when it is cancelled, for tests.
    fn endless(context: &AnswerContext) -> Result<()> {
        let cancel = context.options.cancel.clone().unwrap();
        kifu_test_support::wait_until("it is cancelled", || cancel.load(Ordering::Relaxed));
        Ok(())
    }

    #[test]
    fn dropping_the_future_cancels_the_work_and_frees_its_permit() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let first = run_blocking(&scans, opened.clone(), Weight::Scan, false, endless);
            // Dropping the future stands for a connection that is closed while the work goes on.
            let cut = tokio::time::timeout(Duration::from_millis(50), first).await;
            assert!(cut.is_err());
            let second = run_blocking(&scans, opened, Weight::Scan, false, |_| Ok(7));
            assert_eq!(second.await.unwrap(), 7);
        });
    }

    /// Work that does not check the cancel flag itself must end at the next checkpoint of the engine: replaying, laying
    /// out and drawing games have such checkpoints.
    #[test]
    fn work_in_steps_ends_when_nobody_waits_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let steps = |_: &AnswerContext| -> Result<()> {
                loop {
                    kifu_engine::checkpoint();
                }
            };
            let first = run_blocking(&scans, opened.clone(), Weight::Scan, false, steps);
            let cut = tokio::time::timeout(Duration::from_millis(50), first).await;
            assert!(cut.is_err());
            let second = run_blocking(&scans, opened, Weight::Scan, false, |_| Ok(7));
            assert_eq!(second.await.unwrap(), 7);
        });
    }

    #[test]
    fn a_search_without_a_permit_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let _busy = scans.clone().acquire_owned().await.unwrap();
            let weight = (Weight::Scan, Duration::ZERO);
            let late =
                run_with_progress(&scans, opened, weight, AnswerProgress::default(), |_| Ok(1))
                    .await;
            let Err(Failure::Other(error)) = late else {
                panic!("no error");
            };
            assert_eq!(error.kind(), ErrorKind::Busy);
        });
    }

    #[test]
    fn searches_wait_for_a_permit_and_light_work_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let busy = scans.clone().acquire_owned().await.unwrap();
            let light = run_blocking(&scans, opened.clone(), Weight::Light, false, |_| Ok(1));
            assert_eq!(light.await.unwrap(), 1);
            let scan = run_blocking(&scans, opened.clone(), Weight::Scan, false, |_| Ok(2));
            assert!(tokio::time::timeout(Duration::from_millis(50), scan).await.is_err());
            drop(busy);
            let scan = run_blocking(&scans, opened, Weight::Scan, false, |_| Ok(3));
            assert_eq!(scan.await.unwrap(), 3);
        });
    }

    #[test]
    fn waiting_for_a_place_delays_an_answer_by_half_a_second_at_most() {
        let arrived = Instant::now();
        for (waited, expected) in [(0, 2000), (300, 2300), (500, 2500), (2000, 2500)] {
            let began = arrived + Duration::from_millis(waited);
            let expected = arrived + Duration::from_millis(expected);
            assert_eq!(deadline(arrived, began, ANSWER_BUDGET), expected, "{waited}");
        }
    }

    #[test]
    fn an_answer_is_due_after_two_seconds_unless_it_may_take_longer() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let due =
                |context: &AnswerContext| Ok(context.options.deadline.unwrap() - context.began);
            let soon = run_blocking(&scans, opened.clone(), Weight::Scan, false, due).await;
            let late = run_blocking(&scans, opened, Weight::Scan, true, due).await;
            assert_eq!((soon.unwrap(), late.unwrap()), (ANSWER_BUDGET, FULL_SEARCH_BUDGET));
        });
    }
}
