//! `kifu-index merge`.

use super::args::MergeArgs;
use super::build::{games_in_words, try_next};
use super::output::write_error;
use super::terminal::Terminal;
use crate::engine::build::{Options, merge};
use crate::engine::words::{bytes, counted, seconds};
use crate::engine::{Engine, Result};
use std::io::Write;
use std::time::Instant;

/// Runs the command.
pub fn run(args: &MergeArgs, out: &mut dyn Write) -> Result<()> {
    let begin = Instant::now();
    let totals = merge(&args.indexes, &args.output, &Options::default())?;
    let engine = Engine::open(&args.output)?;
    let status = engine.status(false)?.answer;
    let games = counted(totals.game_count(), "game", "games");
    let parts = counted(args.indexes.len() as u64, "index", "indexes");
    let head = format!("Joined {games} of {parts} in {}", seconds(begin.elapsed()));
    let folder = &status.index;
    let mut text = format!("{}\n", Terminal::stdout().bold(head));
    if totals.game_count() > 0 {
        text.push_str(&format!("  games        {}\n", games_in_words(&totals)));
    }
    text.push_str(&format!(
        "  index        {games}, {} in {folder}\n",
        bytes(status.size())
    ));
    out.write_all(text.as_bytes()).map_err(write_error)?;
    try_next(out, &engine, std::slice::from_ref(&args.output))
}
