//! `kifu-index tag`: gives games tags, stars and notes.

use super::args::TagArgs;
use super::output::write_error;
use super::paths::{shell_command, shell_quote};
use super::stderr::note;
use super::target::{open_named, read_query, resolve};
use super::unknown_ids::unknown_ids;
use super::userdata;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_engine::export::is_stdout;
use kifu_engine::files::{AddressTarget, FileKind, as_game_id, file_kind};
use kifu_engine::game::records_of;
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::request::{FindContents, Search};
use kifu_engine::user_marks::{ContentsFound, content_key, parse_tag};
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use kifu_store::userdata::changes::{MarkChange, MarkOutcome, MarksChanged};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Number of games that may be changed at once without `--all`.
const MAX_GAMES_WITHOUT_ALL: u64 = 10_000;
/// Maximum number of bad lines of an imported file that are named.
const MAX_NAMED_LINES: usize = 10;

/// The list of tags as JSON.
#[derive(Serialize)]
struct TagsObject<'t> {
    v: u32,
    tags: Vec<TagObject<'t>>,
    /// Number of games with a star. `noted` is the number of games with a note.
    starred: usize,
    noted: usize,
    saved: usize,
}

/// A tag with the number of its games.
#[derive(Serialize)]
struct TagObject<'t> {
    tag: &'t str,
    games: usize,
}

/// The outcome of a change as JSON.
#[derive(Serialize)]
struct ChangedObject {
    v: u32,
    /// Number of games that the query finds. `contents` is their number with copies counted once.
    games: u64,
    contents: usize,
    added: usize,
    removed: usize,
    starred: usize,
    unstarred: usize,
    noted: usize,
    /// Number of the written notes that replaced another note.
    replaced: usize,
    cleared: usize,
}

/// Runs the command `tag`. Returns whether there are games, or, if tags are listed, whether there are tags.
pub(crate) fn run(
    args: &TagArgs,
    open: &dyn Fn() -> Result<Engine>,
    index_args: &[PathBuf],
    out: &mut (dyn Write + Send),
) -> Result<bool> {
    if let Some(target) = &args.export {
        return export(target, args.force, out);
    }
    match &args.import {
        Some(source) => import(source),
        None if args.query.is_empty() => print_tags(args.json, out),
        None => change_games(args, open, index_args, out),
    }
}

fn change_games(
    args: &TagArgs,
    open: &dyn Fn() -> Result<Engine>,
    index_args: &[PathBuf],
    out: &mut dyn Write,
) -> Result<bool> {
    let names = |names: &[String]| -> Result<Vec<String>> {
        Ok(names.iter().map(|name| parse_tag(name)).collect::<std::result::Result<_, _>>()?)
    };
    let change = MarkChange {
        add: names(&args.add)?,
        remove: names(&args.remove)?,
        star: match (args.star, args.unstar) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        note: args.note.clone(),
    };
    let (found, unknown) = match games_in_files(&args.query)? {
        Some(found) => (found, Vec::new()),
        None => {
            let query = arguments_to_query(&args.query)?;
            let engine = open()?;
            let unknown = unknown_ids(&engine, &query)?;
            let contents = FindContents(Search::new(&query));
            let found = engine.answer(&contents, &AskOptions::default())?.answer;
            (found, unknown)
        }
    };
    if found.games == 0 {
        note!("No game fits, so nothing was changed.");
        return Ok(false);
    }
    if found.games > MAX_GAMES_WITHOUT_ALL && !args.all {
        let message = format!("{} games fit", format_thousands(found.games));
        return Err(Error::new(ErrorKind::Limit, message).with_remedy(Remedy::MarkAll).into());
    }
    let (changed, previous_note) = match found.contents.as_slice() {
        [game] => {
            match userdata::require_userdata_file()?.change_marks_if_seen(*game, &change, None)? {
                MarkOutcome::Changed { changed, replaced } => (changed, replaced),
                MarkOutcome::NoteChanged { note } => (MarksChanged::default(), note),
            }
        }
        games => (userdata::require_userdata_file()?.change_marks(games, &change)?, None),
    };
    let outcome = ChangedObject {
        v: 1,
        games: found.games,
        contents: found.contents.len(),
        added: changed.added,
        removed: changed.removed,
        starred: changed.starred,
        unstarred: changed.unstarred,
        noted: changed.notes_written,
        replaced: changed.replaced,
        cleared: changed.cleared,
    };
    if args.json {
        json::write_line(out, &outcome).map_err(write_error)?;
        return check_ids_known(&unknown);
    }
    let copies = match found.games - found.contents.len() as u64 {
        0 => String::new(),
        copies => format!(", {} of them a copy of another", format_thousands(copies)),
    };
    let games = counted(found.games, "game", "games");
    writeln!(out, "{games}{copies}: {}", change_in_words(&changed, &change))
        .map_err(write_error)?;
    if let Some(previous_note) = previous_note {
        note!("It replaced this note: {}", clean(&previous_note));
    }
    if let Some(next) = query_for_change(&change) {
        note!("Find them again: {}", shell_command(index_args, &["search", &next]));
    }
    check_ids_known(&unknown)
}

/// Returns an error if some of the ids belong to no game.
fn check_ids_known(unknown: &[String]) -> Result<bool> {
    if unknown.is_empty() {
        return Ok(true);
    }
    let message = format!("no game has the id {}", unknown.join(" or "));
    let error = Error::new(ErrorKind::NotFound, message);
    Err(error.with_remedy(Remedy::FindIds).into())
}

/// Reads the games in the files that the arguments name, `game.sgf` or `a.zip!b.sgf@2`. Returns `None` if one of the
/// arguments names no file.
fn games_in_files(arguments: &[String]) -> Result<Option<ContentsFound>> {
    let mut contents = BTreeSet::new();
    let mut games = 0;
    for argument in arguments {
        if !is_file_or_member(argument) {
            return Ok(None);
        }
        let (address, AddressTarget::Entry(entry)) = resolve(argument)? else {
            return Ok(None);
        };
        let records = records_of(&entry, address.game)?;
        games += records.len() as u64;
        contents.extend(records.iter().map(content_key));
    }
    let contents = contents.into_iter().collect();
    Ok((!arguments.is_empty()).then_some(ContentsFound { games, contents }))
}

/// True if an argument names a file on disk, perhaps followed by a member or the number of a game. A clause such as
/// `file:a.sgf` names none.
fn is_file_or_member(argument: &str) -> bool {
    let path = argument.split(['!', '#']).next().unwrap_or_default();
    let before_number = path.rsplit_once('@').map(|(path, _)| path);
    let is_record = |path: &str| file_kind(path) != FileKind::Other && Path::new(path).is_file();
    [Some(argument), Some(path), before_number].into_iter().flatten().any(is_record)
}

/// Turns the arguments into a query. If all of them look like game ids, the query selects these games.
fn arguments_to_query(arguments: &[String]) -> Result<String> {
    let is_id = |word: &String| word.len() >= 8 && as_game_id(word).is_some();
    if arguments.iter().all(is_id) {
        let ids = arguments.iter().map(|id| format!("id:{id}"));
        return Ok(ids.collect::<Vec<_>>().join(" OR "));
    }
    read_query(arguments)
}

/// Describes in words how the games were changed.
fn change_in_words(changed: &MarksChanged, change: &MarkChange) -> String {
    let counts = [
        (changed.added, "tag added", "tags added"),
        (changed.removed, "tag removed", "tags removed"),
        (changed.starred, "star given", "stars given"),
        (changed.unstarred, "star removed", "stars removed"),
        (changed.cleared, "note removed", "notes removed"),
    ];
    let changes = counts
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted(*count as u64, one, many));
    let noted = (changed.notes_written > 0).then(|| notes_written(changed));
    let parts: Vec<String> = changes.chain(noted).collect();
    if parts.is_empty() { unchanged_in_words(change) } else { parts.join(", ") }
}

/// Says how many notes were written: `1 note written in place of another`, `12 notes written, 3 of them in place of
/// others`.
fn notes_written(changed: &MarksChanged) -> String {
    let written = counted(changed.notes_written as u64, "note written", "notes written");
    match (changed.replaced, changed.notes_written) {
        (0, _) => written,
        (1, 1) => format!("{written} in place of another"),
        (replaced, noted) if replaced == noted => format!("{written} in place of others"),
        (replaced, _) => {
            format!("{written}, {} of them in place of others", format_thousands(replaced as u64))
        }
    }
}

/// Says why a change left the games as they were: `already tagged and starred, nothing changed`.
fn unchanged_in_words(change: &MarkChange) -> String {
    let has_note = change.note.as_ref().map(|note| !note.trim().is_empty());
    let states = [
        (!change.add.is_empty(), "tagged"),
        (!change.remove.is_empty(), "without the tag"),
        (change.star == Some(true), "starred"),
        (change.star == Some(false), "without a star"),
        (has_note == Some(true), "with this note"),
        (has_note == Some(false), "without a note"),
    ];
    let states: Vec<&str> =
        states.iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, state)| *state).collect();
    format!("already {}, nothing changed", states.join(" and "))
}

/// Returns a query that finds the changed games.
fn query_for_change(change: &MarkChange) -> Option<String> {
    if let Some(tag) = change.add.first() {
        return Some(format!("tag:{tag}"));
    }
    match (change.star, change.note.as_deref()) {
        (Some(true), _) => Some("is:starred".to_owned()),
        (_, Some(note)) if !note.is_empty() => Some("note:*".to_owned()),
        _ => None,
    }
}

fn print_tags(as_json: bool, out: &mut dyn Write) -> Result<bool> {
    let marks = userdata::marks()?;
    let (starred, noted, saved) = (marks.starred.len(), marks.notes.len(), marks.saved.len());
    let is_any = !marks.tags.is_empty() || starred + noted + saved > 0;
    if as_json {
        let tags = marks.tags.iter().map(|(tag, games)| TagObject { tag, games: games.len() });
        let object = TagsObject { v: 1, tags: tags.collect(), starred, noted, saved };
        json::write_line(out, &object).map_err(write_error)?;
        return Ok(is_any);
    }
    let width = marks.tags.keys().map(|name| name.chars().count()).max().unwrap_or(0);
    for (tag, games) in &marks.tags {
        let games = counted(games.len() as u64, "game", "games");
        writeln!(out, "{tag:<width$}  {games}").map_err(write_error)?;
    }
    if starred + noted > 0 {
        let starred = counted(starred as u64, "starred game", "starred games");
        let noted = counted(noted as u64, "note", "notes");
        writeln!(out, "{starred}, {noted}").map_err(write_error)?;
    }
    if !is_any {
        let example = shell_command(&[], &["tag", "player:\"Lee Sedol\"", "--add", "study"]);
        note!("There are no tags. Give some games one: {example}");
    }
    Ok(is_any)
}

fn export(target: &Path, force: bool, out: &mut dyn Write) -> Result<bool> {
    let lines = userdata::require_userdata_file()?.export(target, force, out)?;
    if !is_stdout(target) {
        let lines = counted(lines as u64, "line", "lines");
        let import_command =
            shell_command(&[], &["tag", "--import", &target.display().to_string()]);
        note!(
            "{} has {lines}. Read them again: {import_command}",
            shell_quote(&target.display().to_string())
        );
    }
    Ok(lines > 0)
}

fn import(source: &Path) -> Result<bool> {
    let mut lines: Box<dyn BufRead> = if is_stdout(source) {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        let file = open_named(source).map_err(|error| Error::io(source.display(), error))?;
        Box::new(BufReader::new(file))
    };
    let imported = userdata::require_userdata_file()?.import(&mut lines)?;
    for (number, why) in imported.bad.iter().take(MAX_NAMED_LINES) {
        note!("line {number} was skipped: {}", clean(why));
    }
    if imported.bad.len() > MAX_NAMED_LINES {
        note!(
            "{} more lines were skipped",
            format_thousands((imported.bad.len() - MAX_NAMED_LINES) as u64)
        );
    }
    let new = counted(imported.new as u64, "line was new", "lines were new");
    note!("{new}, {} known already.", format_thousands(imported.known as u64));
    if imported.bad.is_empty() {
        return Ok(true);
    }
    let bad = counted(imported.bad.len() as u64, "line", "lines");
    let error =
        Error::new(ErrorKind::Query, format!("{bad} could not be read; the rest was imported"));
    Err(error
        .with_help("correct these lines and import the file again; known lines change nothing")
        .into())
}
