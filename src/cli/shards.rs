//! `kifu-index shards`: publishes indexes that are searched as one.

use super::args::{ShardsArgs, ShardsCommand};
use super::output::write_error;
use super::stderr::note;
use kifu_archive::error::Error;
use kifu_engine::Result;
use kifu_engine::build::{SET_FILE, Set};
use kifu_engine::export::is_stdout;
use kifu_engine::number_format::counted;
use std::io::Write;
use std::path::PathBuf;

pub(crate) fn run(args: &ShardsArgs, index_args: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    let ShardsCommand::Publish { indexes, output, force } = &args.command;
    let indexes = [index_args, indexes].concat();
    let file = match (output, indexes.first()) {
        (Some(file), _) => file.clone(),
        (None, Some(folder)) => {
            let folder = std::path::absolute(folder);
            folder.map_err(|error| Error::io("this folder", error))?.with_file_name(SET_FILE)
        }
        (None, None) => PathBuf::from(SET_FILE),
    };
    let set = Set::publish(&indexes, &file, *force, out)?;
    let games = counted(set.games, "game", "games");
    let shards = counted(set.shards.len() as u64, "index", "indexes");
    if is_stdout(&file) {
        note!(
            "Published {shards} with {games}; leave the list in this folder, next to its copies-….bin"
        );
    } else {
        writeln!(out, "Published {shards} with {games} in {}", file.display())
            .map_err(write_error)?;
    }
    Ok(())
}
