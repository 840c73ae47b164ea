//! The progress bar that is shown while an archive is read.

use super::stderr::note;
use indicatif::{ProgressBar, ProgressStyle};
use kifu_engine::build::ReadProgress;
use kifu_engine::number_format::{counted, format_bytes, format_thousands};
use kifu_engine::{AnswerProgress, Engine};
use kifu_record::poison::IgnorePoison;
use kifu_record::text::display::clean;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::Thread;
use std::time::Duration;

const READING_STYLE: &str = "{spinner} {bar:16} {percent:>3}%  {msg}  {eta} left";
/// Style of the bar while the index is written, which takes an unknown time.
const WRITING_STYLE: &str = "{spinner} {msg}  {elapsed}";

/// Runs `work` and shows a progress bar on standard error, if `shows_bar` and if standard error is a terminal.
///
/// Meanwhile it also names files that take long to read.
pub(crate) fn with_progress<T>(shows_bar: bool, work: impl FnOnce(&ReadProgress) -> T) -> T {
    let progress = ReadProgress::default();
    let update = |bar: &ProgressBar, is_running: bool| {
        if is_running {
            draw(bar, &progress);
        }
        note_slow_files(bar, &progress);
    };
    with_bar(shows_bar, &update, || work(&progress))
}

/// Runs `work`, which passes the bytes of a long file on the way to a game, and shows a progress bar on standard error
/// if standard error is a terminal.
pub(crate) fn with_bytes_passed<T>(progress: &AnswerProgress, work: impl FnOnce() -> T) -> T {
    let update = |bar: &ProgressBar, is_running: bool| {
        let (passed, expected) = progress.bytes_passed();
        if is_running && expected > 0 {
            bar.set_length(expected);
            bar.set_position(passed.min(expected));
            set_style(bar, READING_STYLE);
            let of = (format_bytes(passed), format_bytes(expected));
            bar.set_message(format!("{} of {} unpacked", of.0, of.1));
        }
    };
    with_bar(true, &update, work)
}

/// Runs `work`, and shows a progress bar on standard error while it waits for the novelties of all games, if standard
/// error is a terminal.
pub(crate) fn with_novelties<T>(engine: &Engine, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let update = |bar: &ProgressBar, is_running: bool| {
        let (done, expected) = engine.novelty_progress();
        if is_running && expected > 0 && done < expected {
            bar.set_length(expected);
            bar.set_position(done);
            set_style(bar, READING_STYLE);
            bar.set_message("comparing all games by their positions, once for this index");
        }
    };
    with_bar(true, &update, work)
}

/// Runs `work`, and meanwhile a thread that updates a progress bar: `update` is called with `true` while the work runs,
/// and with `false` once after its end.
fn with_bar<T>(
    shows_bar: bool,
    update: &(dyn Fn(&ProgressBar, bool) + Sync),
    work: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let bar = || {
            let bar = if shows_bar { ProgressBar::new(0) } else { ProgressBar::hidden() };
            while !done.load(Ordering::Relaxed) {
                update(&bar, true);
                std::thread::park_timeout(Duration::from_millis(80));
            }
            bar.finish_and_clear();
            update(&bar, false);
        };
        // If no thread can be started, the work continues without a bar.
        let bar = std::thread::Builder::new().spawn_scoped(scope, bar).ok();
        let _done = SetAtEnd { done: &done, bar: bar.as_ref().map(|bar| bar.thread()) };
        work()
    })
}

/// Stops the thread of the bar when it is dropped, also after a panic of the work; without it that thread would run
/// forever.
///
/// It wakes the thread, since the program ends only after the thread has.
struct SetAtEnd<'a> {
    done: &'a AtomicBool,
    bar: Option<&'a Thread>,
}

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.bar.inspect(|bar| bar.unpark());
    }
}

/// Names files that take long, so that the user knows what keeps the program busy.
fn note_slow_files(bar: &ProgressBar, progress: &ReadProgress) {
    let slow = std::mem::take(&mut *progress.slow.lock().ignore_poison());
    for origin in slow {
        let place = clean(&origin.to_string()).into_owned();
        bar.suspend(|| {
            note!("{place}: takes long and is still being read (--skip-slow skips such files)");
        });
    }
}

fn draw(bar: &ProgressBar, progress: &ReadProgress) {
    let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let games = load(&progress.games);
    let rate = games as f64 / bar.elapsed().as_secs_f64().max(0.1);
    let files = (load(&progress.files_done), load(&progress.files_found));
    // An archive is a single file, so the bar follows the bytes up to the latest game. Thus it never stands still for
    // long.
    let bytes_found = load(&progress.bytes_found);
    let bytes_done = load(&progress.bytes_done).max(load(&progress.bytes_read));
    bar.set_length(bytes_found.max(1));
    bar.set_position(bytes_done.min(bytes_found));
    let is_finishing = progress.finishing.load(Ordering::Relaxed);
    let style = if is_finishing { WRITING_STYLE } else { READING_STYLE };
    set_style(bar, style);
    let (games, rate) = (counted(games, "game", "games"), format_thousands(rate as u64));
    if is_finishing {
        bar.set_message(format!("writing the index · {games}"));
        return;
    }
    let stage = if progress.is_walk_done.load(Ordering::Relaxed) {
        format!("{}/{} files", format_thousands(files.0), format_thousands(files.1))
    } else {
        counted(files.1, "file found", "files found")
    };
    bar.set_message(format!("{stage} · {games} · {rate}/s"));
}

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸─"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_the_work_comes_through() {
        let caught = std::panic::catch_unwind(|| with_progress(true, |_| panic!("no memory")));
        assert!(caught.is_err());
        assert_eq!(with_progress(true, |_| 3), 3);
    }
}
