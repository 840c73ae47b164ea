//! Shows a game that can only be read after much of its file has been decompressed: at once what the index stores of
//! the game, and what else its record has as soon as it is read.

use super::{ShowOptions, output_error, record_lines, write_lines};
use crate::progress::with_bytes_passed;
use crate::stderr::note;
use crate::terminal::Terminal;
use kifu_engine::game::GameFile;
use kifu_engine::number_format::format_bytes;
use kifu_engine::request::{FindDistantGame, FindGame};
use kifu_engine::{AskOptions, Engine, Result};
use kifu_record::text::display::clean;
use std::io::Write;
use std::sync::Arc;

/// Shows a game whose file must be decompressed for some time. Returns false, without showing anything, if the game can
/// be read at once.
pub(super) fn show(
    engine: &Engine,
    id: &str,
    options: &ShowOptions,
    term: &Terminal,
    out: &mut dyn Write,
) -> Result<bool> {
    let stored = engine.answer(&FindDistantGame(id.to_owned()), &AskOptions::default())?.answer;
    let Some(stored) = stored else {
        return Ok(false);
    };
    let stored_lines = record_lines(&stored.read.record, &[], &stored.origin, options, 1, term)?;
    write_lines(&stored_lines, out)?;
    out.flush().map_err(output_error)?;
    note!(
        "shown from the index; its record follows if it has more to show ({} are unpacked to reach it in {})",
        format_bytes(stored.bytes_before),
        clean(&stored.origin.to_string())
    );
    let file = read(engine, id)?;
    let (game, origin) = (&file.read, file.entry.origin.game(file.game));
    let lines = record_lines(&game.record, &game.marks, &origin, options, 1, term)?;
    if lines != stored_lines {
        write_lines(&[String::new()], out)?;
        write_lines(&lines, out)?;
    }
    Ok(true)
}

/// Reads the file of a game, with a progress bar if that takes long.
pub(super) fn read(engine: &Engine, id: &str) -> Result<Arc<GameFile>> {
    // Only an answer that can be cancelled counts its progress.
    let options = AskOptions { cancel: Some(Arc::default()), ..AskOptions::default() };
    let find = || engine.answer(&FindGame(id.to_owned()), &options);
    Ok(with_bytes_passed(&options.progress, find)?.answer)
}
