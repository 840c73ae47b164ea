//! `kifu-index merge`: joins indexes into a new one.

use super::args::MergeArgs;
use super::build::{games_in_words, print_suggestions};
use super::output::write_error;
use super::progress::with_progress;
use super::terminal::Terminal;
use kifu_engine::build::{Options, merge};
use kifu_engine::number_format::{counted, format_bytes, format_seconds};
use kifu_engine::{Engine, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub(crate) fn run(args: &MergeArgs, index_args: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    let begin = Instant::now();
    let indexes = [index_args, &args.indexes].concat();
    let options = Options { cancel: Some(interrupt_flag()), ..Options::default() };
    let totals = with_progress(true, |progress| merge(&indexes, &args.output, &options, progress))?;
    let engine = Engine::open(&args.output)?;
    let status = engine.status(false)?.answer;
    let games = counted(totals.game_count(), "game", "games");
    let parts = counted(indexes.len() as u64, "index", "indexes");
    let head = format!("Joined {games} of {parts} in {}", format_seconds(begin.elapsed()));
    let folder = &status.index;
    let mut text = format!("{}\n", Terminal::stdout().bold(head));
    if totals.game_count() > 0 {
        text.push_str(&format!("  games        {}\n", games_in_words(&totals)));
    }
    let size = format_bytes(status.total_bytes());
    text.push_str(&format!("  index        {games}, {size} in {folder}\n"));
    out.write_all(text.as_bytes()).map_err(write_error)?;
    print_suggestions(out, &engine, std::slice::from_ref(&args.output))
}

/// Returns a flag that Ctrl-C sets, so that unfinished output can be removed. A second Ctrl-C ends the program at once.
fn interrupt_flag() -> Arc<AtomicBool> {
    let interrupted = Arc::default();
    for signal in [SIGINT, SIGTERM] {
        // If the handler for Ctrl-C cannot be set, the signal ends the program at once.
        let _ = flag::register_conditional_default(signal, Arc::clone(&interrupted));
        let _ = flag::register(signal, Arc::clone(&interrupted));
    }
    interrupted
}
