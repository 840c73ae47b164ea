//! `kifu-index status`, and what is said without a command.

use super::build::{games_in_words, problems_in_words};
use super::format::{bytes, counted, thousands};
use super::json;
use super::place::command;
use super::remedy::with_remedy;
use super::suggest;
use super::terminal::Terminal;
use crate::error::{Error, ErrorKind, Remedy, Result};
use crate::index::{Index, verify};
use crate::record::date::utc;
use crate::text::display::clean;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(index: &Index, json: bool, named: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let written = if json {
        print_json(index, out)?
    } else {
        print(index, named, out)
    };
    written.map_err(super::search::write_error)
}

/// Compares every file of the index with its sums; an error if one is damaged.
pub fn verify(folder: &Path, json: bool, out: &mut dyn Write) -> Result<()> {
    let verified = verify::verify(folder)?;
    let damaged = &verified.damaged;
    let written = if json {
        let damaged: Vec<_> = (damaged.iter())
            .map(|damaged| json!({"file": damaged.file, "message": damaged.message}))
            .collect();
        let object = json!({
            "v": 1,
            "index": folder.display().to_string(),
            "checked_files": verified.files,
            "checked_bytes": verified.bytes,
            "damaged": damaged,
        });
        json::write_line(out, &object)
    } else {
        let lines = damaged.iter().map(|damaged| clean(&damaged.message));
        let all = counted(verified.files, "file", "files");
        let mut text = format!("checked   {all}, {}\n", bytes(verified.bytes));
        lines.for_each(|line| text.push_str(&format!("damaged   {line}\n")));
        if damaged.is_empty() {
            text.push_str("          all are as they were written\n");
        }
        out.write_all(text.as_bytes())
    };
    written.map_err(super::search::write_error)?;
    if damaged.is_empty() {
        return Ok(());
    }
    // What was found comes before the error.
    out.flush().map_err(super::search::write_error)?;
    let count = counted(damaged.len() as u64, "file", "files");
    let message = format!("the index in {} is damaged: {count}", folder.display());
    let folder = folder.to_owned();
    Err(Error::new(ErrorKind::Damaged, message).advise(Remedy::Rebuild { folder }))
}

fn print(index: &Index, named: Option<&Path>, out: &mut dyn Write) -> io::Result<()> {
    let terminal = Terminal::stdout();
    let totals = &index.header().totals;
    let mut line = |label: &str, text: String| writeln!(out, "{label:<9} {text}");
    line("games", terminal.bold(thousands(totals.game_count())))?;
    if totals.game_count() > 0 {
        line("", games_in_words(totals))?;
    }
    for (i, root) in index.header().roots.iter().enumerate() {
        line(if i == 0 { "from" } else { "" }, clean(root).into_owned())?;
    }
    line("files", thousands(totals.files))?;
    if totals.problem_count() > 0 {
        line("no game", problems_in_words(totals))?;
    }
    if totals.odd_games > 0 {
        line(
            "oddities",
            counted(
                totals.odd_games,
                "game has diagnostics",
                "games have diagnostics",
            ),
        )?;
    }
    // A refresh believes the size and the time of a file.
    if index.header().all_read > 0 {
        let when = utc(index.header().all_read);
        line(
            "looked at",
            format!("the content of every file: {when} (build --checksum looks again)"),
        )?;
    }
    let size: u64 = index.sizes().iter().map(|(_, size)| size).sum();
    line(
        "index",
        format!("{} in {}", bytes(size), index.folder().display()),
    )?;
    writeln!(out, "\nTry next:")?;
    for arguments in suggest::commands(index) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        writeln!(out, "  {}", command(named, &arguments))?;
    }
    writeln!(out, "  {}", command(named, &["--help"]))
}

fn print_json(index: &Index, out: &mut dyn Write) -> Result<io::Result<()>> {
    let header = index.header();
    let mut problems = Vec::new();
    for (path, file) in index.manifest()?.files {
        for problem in file.problems {
            let message = with_remedy(&problem.message, problem.remedy.as_ref());
            problems.push(json!({
                "path": path, "member": problem.member, "kind": problem.kind, "message": message,
            }));
        }
    }
    let sizes: serde_json::Map<_, _> = index
        .sizes()
        .into_iter()
        .map(|(name, size)| (name, json!(size)))
        .collect();
    let object = json!({
        "v": 1,
        "index": index.folder().display().to_string(),
        "roots": header.roots,
        "built": header.built,
        "all_read": header.all_read,
        "files": header.totals.files,
        "games": header.totals.game_count(),
        "by_kind": header.totals.games,
        "games_with_diagnostics": header.totals.odd_games,
        "without_game": header.totals.problems,
        "problems": problems,
        "segments": index.segment_count(),
        "bytes": sizes,
    });
    Ok(json::write_line(out, &object))
}

/// What is said when the program is called without a command.
pub fn greet(folder: &Path, named: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let fail = super::search::write_error;
    match Index::open(folder) {
        Ok(index) => print(&index, named, out).map_err(fail),
        Err(error) if error.kind() == ErrorKind::NoIndex => {
            let build = command(named, &["build", "FOLDER"]);
            let search = command(named, &["search", "player:Lee result:W+"]);
            let position = command(named, &["position", "Q16", "D4", "Q3"]);
            let help = command(named, &["--help"]);
            writeln!(
                out,
                "kifu-index finds Go games by player, opening, comment text or board position.\n\n\
                 Nothing is indexed yet. Begin with a folder of .sgf, .jgf and .zip files:\n  {build}\n\n\
                 Then ask:\n  {search}\n  {position}\n\nAll commands:\n  {help}"
            )
            .map_err(fail)
        }
        Err(error) => Err(error),
    }
}
