//! The bar that is shown while an archive is read.

use super::format::thousands;
use crate::reading::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Shows a bar on the standard error, if it is wanted and that is a terminal, while the work goes on.
pub fn with_progress<T>(wanted: bool, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::default();
    if !wanted {
        return work(&progress);
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let bar = ProgressBar::new(0);
            let style = "{spinner} {bar:24} {percent:>3}%  {msg}  {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style.progress_chars("━╸─"));
            }
            while !done.load(Ordering::Relaxed) {
                draw(&bar, &progress);
                std::thread::sleep(Duration::from_millis(80));
            }
            bar.finish_and_clear();
        });
        let result = work(&progress);
        done.store(true, Ordering::Relaxed);
        result
    })
}

fn draw(bar: &ProgressBar, progress: &Progress) {
    let load = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let games = load(&progress.games);
    let rate = games as f64 / bar.elapsed().as_secs_f64().max(0.1);
    let files = (load(&progress.files_done), load(&progress.files_found));
    // An archive is one file: the bar follows its bytes as far as its games tell, so it never stands still for long.
    bar.set_length(load(&progress.bytes_found).max(1));
    bar.set_position(
        load(&progress.bytes_done)
            .max(load(&progress.bytes_read))
            .min(load(&progress.bytes_found)),
    );
    let stage = if progress.finishing.load(Ordering::Relaxed) {
        "writing the index".to_owned()
    } else if progress.walked.load(Ordering::Relaxed) {
        format!("{}/{} files", thousands(files.0), thousands(files.1))
    } else {
        format!("{} files found", thousands(files.1))
    };
    bar.set_message(format!(
        "{stage} · {} games · {}/s",
        thousands(games),
        thousands(rate as u64)
    ));
}
