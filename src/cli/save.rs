//! `kifu-index save`: queries that are saved under names.

use super::args::SaveArgs;
use super::mine;
use super::output::write_error;
use super::place::command;
use super::stderr::note;
use super::target::query;
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

/// Runs the command. Returns whether the requested query exists, or whether any is saved.
pub(crate) fn run(args: &SaveArgs, named: &[PathBuf], out: &mut dyn Write) -> Result<bool> {
    if let Some(name) = &args.remove {
        return remove(name);
    }
    let Some(name) = &args.name else {
        return list(args.json, out);
    };
    let name = parse_name(name)?;
    if args.query.is_empty() {
        return show(&name, out);
    }
    let text = query(&args.query)?;
    let file = mine::file()?;
    check_can_save(&name, &text, &*file.marks()?)?;
    let before = file.save_query(&name, &text)?;
    if let Some(before) = before.filter(|before| before != text.trim()) {
        note!("It was: {}", clean(&before));
    }
    let search = command(named, &["search", &format!("saved:{name}")]);
    note!("Saved as {name}. Ask for it: {search}");
    Ok(true)
}

fn remove(name: &str) -> Result<bool> {
    let name = parse_name(name)?;
    if !mine::file()?.remove_saved_query(&name)? {
        return Err(unknown(&name).into());
    }
    note!("{name} is no longer saved.");
    Ok(true)
}

fn unknown(name: &str) -> Error {
    let message = format!("no query is saved as `{name}`");
    Error::new(ErrorKind::NotFound, message).with_remedy(Remedy::SaveQuery)
}

/// Prints the query that is saved under a name.
fn show(name: &str, out: &mut dyn Write) -> Result<bool> {
    let marks = mine::marks()?;
    let saved = marks.saved.get(name).ok_or_else(|| unknown(name))?;
    writeln!(out, "{}", clean(&saved.query)).map_err(write_error)?;
    Ok(true)
}

fn list(as_json: bool, out: &mut dyn Write) -> Result<bool> {
    let marks = mine::marks()?;
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
        let example = command(&[], &["save", "rivals", "player:\"Lee Sedol\" vs:\"Gu Li\""]);
        note!("No query is saved. Save one: {example}");
    }
    Ok(!marks.saved.is_empty())
}
