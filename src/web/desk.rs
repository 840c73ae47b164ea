//! Answers come from blocking threads: at most so many at once, in bounded time, and ended when nobody waits for them.
//!
//! The layers of tower limit requests and end them with an empty answer. Here only searches wait for each other, each
//! for as long as its answer may take; what was found in time is the answer, and else there is a message.

use super::archive::OpenedIndex;
use super::memory::MemoryShare;
use super::mine::Mine;
use super::user::UserData;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::{AnswerProgress, Ask, AskOptions, Failure, Reply, Result};
use kifu_messages::{Message, say};
use kifu_record::poison::IgnorePoison;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// After this time an answer is what has been found.
const SOFT: Duration = Duration::from_secs(2);
/// The same for a request that asked to wait.
pub(crate) const PATIENT: Duration = Duration::from_secs(28);
/// A search that waited for a place among the searches ends this much after the usual time at the latest. One that gets
/// its place at the last moment has this long to find something.
const LEEWAY: Duration = Duration::from_millis(500);
/// After this time there is no answer.
const HARD: Duration = Duration::from_secs(30);

/// What an answer is made from.
pub(crate) struct AnswerContext {
    /// The index.
    pub opened: Arc<OpenedIndex>,
    /// What it may know of what the user keeps.
    pub user: UserData,
    /// How long the answer may take.
    pub within: AskOptions,
    /// When work on it began.
    pub began: Instant,
    /// The memory that it takes.
    held: Mutex<Vec<MemoryShare>>,
    /// Whether a file of the archive was read for it, which may change while the index stays.
    read_files: AtomicBool,
}

impl AnswerContext {
    /// The context of work that begins now.
    pub(crate) fn new(sources: impl Into<AnswerSources>, within: AskOptions) -> AnswerContext {
        let AnswerSources { opened, user } = sources.into();
        AnswerContext {
            opened,
            within: AskOptions { marks: user.source(), ..within },
            user,
            began: Instant::now(),
            held: Mutex::default(),
            read_files: AtomicBool::new(false),
        }
    }

    /// Asks the index.
    pub(crate) fn ask<Q: Ask>(&self, question: &Q) -> Result<Reply<Q::Answer>> {
        self.opened.engine.answer(question, &self.within)
    }

    /// The user's file, if there is one and it is for the reader of this answer.
    pub(crate) fn mine(&self) -> Option<&Mine> {
        self.opened.mine.get().filter(|_| self.user.is_for_user())
    }

    /// Takes so much memory until the answer is made.
    pub(crate) fn hold(&self, bytes: u64) -> kifu_archive::error::Result<()> {
        self.keep(self.opened.memory.take(bytes, &self.within)?);
        Ok(())
    }

    /// Keeps memory until the answer is made.
    pub(crate) fn keep(&self, share: MemoryShare) {
        let mut held = self.held.lock().ignore_poison();
        held.push(share);
    }

    /// The memory that an answer takes on with itself.
    pub(crate) fn held(&self) -> Vec<MemoryShare> {
        let mut held = self.held.lock().ignore_poison();
        std::mem::take(&mut held)
    }

    /// Notes that a file of the archive is read for the answer.
    pub(crate) fn reads_files(&self) {
        self.read_files.store(true, Ordering::Relaxed);
    }

    /// Whether the answer would be the same as long as the index is.
    pub(crate) fn is_of_index(&self) -> bool {
        !self.read_files.load(Ordering::Relaxed)
    }

    /// How long it has taken, in microseconds.
    pub(crate) fn took_us(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Whether nobody waits for the answer any more.
    pub(crate) fn is_unwanted(&self) -> bool {
        let flag = self.within.cancel.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// What an answer is made from, before its work begins.
#[derive(Clone)]
pub(crate) struct AnswerSources {
    /// The index.
    pub opened: Arc<OpenedIndex>,
    /// What it may know of what the user keeps.
    pub user: UserData,
}

impl From<Arc<OpenedIndex>> for AnswerSources {
    /// An answer that needs nothing of the user's data.
    fn from(opened: Arc<OpenedIndex>) -> AnswerSources {
        AnswerSources { opened, user: UserData::default() }
    }
}

/// What was found.
pub(crate) struct Partial<T> {
    /// The answer.
    pub data: T,
    /// Whether everything was looked through.
    pub complete: bool,
}

impl<T> Partial<T> {
    /// An answer that is complete.
    pub(crate) fn all(data: T) -> Partial<T> {
        Partial { data, complete: true }
    }

    /// What is made of what was found.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Partial<U> {
        Partial { data: make(self.data), complete: self.complete }
    }
}

/// Keeps the items of a long answer.
pub(crate) fn kept<T: Clone>(items: &mut Vec<T>) -> impl FnMut(&T) -> ControlFlow<()> {
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

/// Sets the flag that ends an answer when the request is dropped: its connection was closed.
#[derive(Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// The flag.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How much work an answer is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// It needs no search.
    Light,
    /// It may look through all games.
    Scan,
    /// The same, and it looks at what changes without the index: such an answer is not kept.
    Look,
}

/// Runs work on a blocking thread, in the language of this one. Dropping the future ends the work.
pub(crate) async fn at_desk<T: Send + 'static>(
    scans: &Arc<Semaphore>,
    sources: impl Into<AnswerSources>,
    weight: Weight,
    patient: bool,
    work: impl FnOnce(&AnswerContext) -> Result<T> + Send + 'static,
) -> Result<T> {
    let progress = AnswerProgress::default();
    let wait = usual(patient);
    watched(scans, sources, (weight, wait), progress, work).await
}

/// How long an answer may take.
pub(crate) fn usual(patient: bool) -> Duration {
    if patient { PATIENT } else { SOFT }
}

/// Like [`at_desk`], and `progress` shows how far the work has got. A search waits up to `wait` for a place among the
/// searches, else the answer is [`ErrorKind::Busy`]. When it is [due](due), the answer is what has been found.
pub(crate) async fn watched<T: Send + 'static>(
    scans: &Arc<Semaphore>,
    sources: impl Into<AnswerSources>,
    (weight, wait): (Weight, Duration),
    progress: AnswerProgress,
    work: impl FnOnce(&AnswerContext) -> Result<T> + Send + 'static,
) -> Result<T> {
    let cancel = Cancel::default();
    let arrived = Instant::now();
    let permit = match weight {
        Weight::Light => None,
        Weight::Scan | Weight::Look => Some(turn(scans, wait).await?),
    };
    let began = Instant::now();
    let within = AskOptions {
        deadline: Some(due(arrived, began, wait)),
        cancel: Some(cancel.flag()),
        progress,
        marks: None,
    };
    let context = AnswerContext { began, ..AnswerContext::new(sources, within) };
    let answer = tokio::task::spawn_blocking(move || {
        // Held until the work has ended, whether or not somebody waits for it.
        let _permit = permit;
        let unwanted = || Err(ended("the request was cancelled"));
        context.within.while_wanted(|| work(&context)).unwrap_or_else(unwanted)
    });
    let left = HARD.saturating_sub(arrived.elapsed());
    match tokio::time::timeout(left, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(ended(say!("error-answer-bug"))),
        Err(_) => Err(ended(say!("error-answer-slow"))),
    }
}

/// When an answer is due whose work may take `wait`.
fn due(arrived: Instant, began: Instant, wait: Duration) -> Instant {
    (began + wait).min(arrived + wait + LEEWAY)
}

/// Waits for a place among the searches.
async fn turn(scans: &Arc<Semaphore>, wait: Duration) -> Result<OwnedSemaphorePermit> {
    let place = tokio::time::timeout(wait, scans.clone().acquire_owned()).await;
    place.ok().and_then(|place| place.ok()).ok_or_else(|| {
        let error = Error::new(ErrorKind::Busy, say!("error-busy-searching"));
        error.help(say!("error-busy-help")).into()
    })
}

fn ended(message: impl Into<Message>) -> Failure {
    Error::new(ErrorKind::Interrupted, message).help(say!("error-answer-help")).into()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use super::*;
    use crate::archive::Archive;
    use kifu_engine::Indexes;
    use kifu_engine::build::build;

    /// An archive of one game.
    pub(crate) fn archive(folder: &std::path::Path) -> Arc<Archive> {
        let games = folder.join("games");
        std::fs::create_dir(&games).unwrap();
        std::fs::write(games.join("a.sgf"), "(;PB[Anna];B[pd])").unwrap();
        let index = folder.join("index");
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let indexes = Indexes { folders: vec![index], ..Indexes::default() };
        Archive::new(indexes, Default::default(), Vec::new(), 1 << 30).unwrap()
    }

    fn opened(folder: &std::path::Path) -> Arc<OpenedIndex> {
        archive(folder).opened().ok().unwrap()
    }

    pub(crate) fn runtime() -> tokio::runtime::Runtime {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(1).enable_time().build().unwrap()
    }

    /// Works until it is told to end.
    fn endless(context: &AnswerContext) -> Result<()> {
        let cancel = context.within.cancel.clone().unwrap();
        kifu_test_support::wait_until("it is cancelled", || cancel.load(Ordering::Relaxed));
        Ok(())
    }

    #[test]
    fn work_that_nobody_waits_for_ends_and_makes_room() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let first = at_desk(&scans, opened.clone(), Weight::Scan, false, endless);
            // The connection is closed while the work goes on.
            let cut = tokio::time::timeout(Duration::from_millis(50), first).await;
            assert!(cut.is_err());
            let second = at_desk(&scans, opened, Weight::Scan, false, |_| Ok(7));
            assert_eq!(second.await.unwrap(), 7);
        });
    }

    /// Replaying a game, laying out its tree and drawing it look whether they are still wanted.
    #[test]
    fn work_in_steps_ends_when_nobody_waits_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let steps = |_: &AnswerContext| -> Result<()> {
                loop {
                    kifu_engine::step();
                }
            };
            let first = at_desk(&scans, opened.clone(), Weight::Scan, false, steps);
            let cut = tokio::time::timeout(Duration::from_millis(50), first).await;
            assert!(cut.is_err());
            let second = at_desk(&scans, opened, Weight::Scan, false, |_| Ok(7));
            assert_eq!(second.await.unwrap(), 7);
        });
    }

    #[test]
    fn who_finds_no_place_is_told_to_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let _busy = scans.clone().acquire_owned().await.unwrap();
            let weight = (Weight::Scan, Duration::ZERO);
            let late = watched(&scans, opened, weight, AnswerProgress::default(), |_| Ok(1)).await;
            let Err(Failure::Other(error)) = late else {
                panic!("no error");
            };
            assert_eq!(error.kind(), ErrorKind::Busy);
        });
    }

    #[test]
    fn searches_wait_for_each_other_and_light_work_for_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let busy = scans.clone().acquire_owned().await.unwrap();
            let light = at_desk(&scans, opened.clone(), Weight::Light, false, |_| Ok(1));
            assert_eq!(light.await.unwrap(), 1);
            let scan = at_desk(&scans, opened.clone(), Weight::Scan, false, |_| Ok(2));
            assert!(tokio::time::timeout(Duration::from_millis(50), scan).await.is_err());
            drop(busy);
            let scan = at_desk(&scans, opened, Weight::Scan, false, |_| Ok(3));
            assert_eq!(scan.await.unwrap(), 3);
        });
    }

    #[test]
    fn waiting_for_a_place_delays_an_answer_by_half_a_second_at_most() {
        let arrived = Instant::now();
        for (waited, expected) in [(0, 2000), (300, 2300), (500, 2500), (2000, 2500)] {
            let began = arrived + Duration::from_millis(waited);
            let expected = arrived + Duration::from_millis(expected);
            assert_eq!(due(arrived, began, SOFT), expected, "{waited}");
        }
    }

    #[test]
    fn an_answer_is_due_after_two_seconds_unless_it_may_take_longer() {
        let folder = tempfile::tempdir().unwrap();
        let opened = opened(folder.path());
        runtime().block_on(async {
            let scans = Arc::new(Semaphore::new(1));
            let due =
                |context: &AnswerContext| Ok(context.within.deadline.unwrap() - context.began);
            let soon = at_desk(&scans, opened.clone(), Weight::Scan, false, due).await;
            let late = at_desk(&scans, opened, Weight::Scan, true, due).await;
            assert_eq!((soon.unwrap(), late.unwrap()), (SOFT, PATIENT));
        });
    }
}
