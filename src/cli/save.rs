//! `kifu-index save`: queries that are saved under names.

use super::args::SaveArgs;
use super::output::write_error;
use super::paths::shell_command;
use super::stderr::note;
use super::target::read_query;
use super::userdata;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_engine::user_marks::{MarkSource, check_can_save, parse_name};
use kifu_engine::{Result, json};
use kifu_record::text::display::clean;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// A saved query as a line of JSON.
#[derive(Serialize)]
struct SavedLine<'s> {
    v: u32,
    name: &'s str,
    query: &'s str,
    /// Time at which the query was saved, in seconds since 1970.
    saved: u64,
}

/// Runs the command `save`. Returns whether the requested query exists, or, if all are listed, whether any is saved.
pub(crate) fn run(args: &SaveArgs, index_args: &[PathBuf], out: &mut dyn Write) -> Result<bool> {
    if let Some(name) = &args.remove {
        return remove_query(name);
    }
    let Some(name) = &args.name else {
        return print_list(args.json, out);
    };
    let name = parse_name(name)?;
    if args.query.is_empty() {
        return print_query(&name, out);
    }
    let text = read_query(&args.query)?;
    let file = userdata::require_userdata_file()?;
    check_can_save(&name, &text, &*file.marks()?)?;
    let previous = file.save_query(&name, &text)?;
    if let Some(previous) = previous.filter(|before| before != text.trim()) {
        note!("It was: {}", clean(&previous));
    }
    let search = shell_command(index_args, &["search", &format!("saved:{name}")]);
    note!("Saved as {name}. Search with it: {search}");
    Ok(true)
}

fn remove_query(name: &str) -> Result<bool> {
    let name = parse_name(name)?;
    if !userdata::require_userdata_file()?.remove_saved_query(&name)? {
        return Err(unknown_name_error(&name).into());
    }
    note!("{name} is no longer saved.");
    Ok(true)
}

fn unknown_name_error(name: &str) -> Error {
    let message = format!("no query is saved as `{name}`");
    Error::new(ErrorKind::NotFound, message).with_remedy(Remedy::SaveQuery)
}

/// Prints the query that is saved under a name.
fn print_query(name: &str, out: &mut dyn Write) -> Result<bool> {
    let marks = userdata::marks()?;
    let saved = marks.saved.get(name).ok_or_else(|| unknown_name_error(name))?;
    writeln!(out, "{}", clean(&saved.query)).map_err(write_error)?;
    Ok(true)
}

fn print_list(as_json: bool, out: &mut dyn Write) -> Result<bool> {
    let marks = userdata::marks()?;
    let width = marks.saved.keys().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, saved) in &marks.saved {
        let line = SavedLine { v: 1, name, query: &saved.query, saved: saved.at };
        let written = if as_json {
            json::write_line(out, &line)
        } else {
            writeln!(out, "{name:<width$}  {}", clean(&saved.query))
        };
        written.map_err(write_error)?;
    }
    if marks.saved.is_empty() {
        let example = shell_command(&[], &["save", "rivals", "player:\"Lee Sedol\" vs:\"Gu Li\""]);
        note!("No query is saved. Save one: {example}");
    }
    Ok(!marks.saved.is_empty())
}
