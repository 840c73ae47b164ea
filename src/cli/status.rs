//! `kifu-index status`, and the greeting that is printed if the program is called without a command.

use super::build::{games_in_words, problems_in_words};
use super::file_pattern_args::pattern_words;
use super::output::write_error;
use super::paths::{shell_command, suggested_commands};
use super::remedy::with_remedy;
use super::styles;
use super::terminal::Terminal;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_archive::origin::text_path;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::AskOptions;
use kifu_engine::number_format::{counted, format_bytes, format_thousands};
use kifu_engine::request::Suggest;
use kifu_engine::status::{Status, bytes_per_game};
use kifu_engine::suggest::Suggestions;
use kifu_engine::{Engine, Failure, Indexes, Result, build, json};
use kifu_record::date::format_utc;
use kifu_record::text::display::clean;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Prints the size of each component of the indexes.
pub(crate) fn print_sizes(engine: &Engine, out: &mut dyn Write) -> Result<()> {
    let status = engine.status(false)?.answer;
    let row = |component: &str, bytes, per_game: Option<u64>| {
        let per_game = per_game.map(format_thousands).unwrap_or_default();
        TableRow::from([component.to_owned(), format_thousands(bytes), per_game])
    };
    let rows = status.sizes.iter().map(|size| row(size.component, size.bytes, size.bytes_per_game));
    let all = status.total_bytes();
    let total = row("total", all, bytes_per_game(all, status.games));
    let table = Table {
        columns: vec![
            TableColumn::left("component"),
            TableColumn::right("bytes"),
            TableColumn::right("a game"),
        ],
        rows: rows.chain([total]).collect(),
    };
    let terminal = Terminal::stdout();
    table.print(out, &terminal.table_style()).map_err(write_error)?;
    Ok(())
}

pub(crate) fn run(
    engine: &Engine,
    json: bool,
    index_args: &[PathBuf],
    out: &mut dyn Write,
) -> Result<()> {
    let mut status = engine.status(json)?.answer;
    if json {
        for problem in &mut status.problems {
            problem.message = with_remedy(&problem.message, problem.remedy.as_ref());
        }
        json::write_line(out, &status).map_err(write_error)?;
    } else {
        let suggestions = engine.answer(&Suggest, &AskOptions::default())?.answer;
        print(&status, &suggestions, index_args, out).map_err(write_error)?;
    }
    Ok(())
}

/// Compares every file of the indexes with its checksums; an error if one is damaged.
pub(crate) fn verify(folders: &[PathBuf], json: bool, out: &mut dyn Write) -> Result<()> {
    let verified = folders.iter().map(|folder| {
        if folders.len() > 1 && !json {
            let folder = folder.display().to_string();
            writeln!(out, "index     {}", clean(&folder)).map_err(write_error)?;
        }
        verify_folder(folder, json, out)
    });
    // All indexes are verified before the first error is returned.
    let verified: Vec<Result<()>> = verified.collect();
    verified.into_iter().collect()
}

fn verify_folder(folder: &Path, json: bool, out: &mut dyn Write) -> Result<()> {
    let verified = build::verify(folder)?;
    let damaged = &verified.damaged;
    let written = if json {
        let damaged: Vec<_> = damaged
            .iter()
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
        let mut text = format!("checked   {all}, {}\n", format_bytes(verified.bytes));
        lines.for_each(|line| text.push_str(&format!("damaged   {line}\n")));
        if damaged.is_empty() {
            text.push_str("          all are intact\n");
        }
        out.write_all(text.as_bytes())
    };
    written.map_err(write_error)?;
    if damaged.is_empty() {
        return Ok(());
    }
    // Flushes standard output, which has the list of damaged files, before the error is written to standard error.
    out.flush().map_err(write_error)?;
    let count = counted(damaged.len() as u64, "file", "files");
    let message = format!("the index in {} is damaged: {count}", folder.display());
    let folder = folder.to_owned();
    let error = Error::new(ErrorKind::Damaged, message);
    Err(error.with_remedy(Remedy::Rebuild { folder }).into())
}

fn print(
    status: &Status,
    suggestions: &Suggestions,
    index_args: &[PathBuf],
    out: &mut dyn Write,
) -> io::Result<()> {
    let terminal = Terminal::stdout();
    let totals = &status.totals;
    let mut line = |label: &str, text: String| {
        let label = format!("{label:<9} ");
        writeln!(out, "{}", terminal.labelled(styles::PLAIN, &label, &text))
    };
    line("games", terminal.bold(format_thousands(totals.game_count())))?;
    if totals.game_count() > 0 {
        line("", games_in_words(totals))?;
    }
    for (i, root) in status.roots.iter().enumerate() {
        let part = status.shard(root).map(|shard| format!(" (shard {shard})"));
        let text = format!("{}{}", clean(root), part.unwrap_or_default());
        line(if i == 0 { "from" } else { "" }, text)?;
        if let Some(patterns) = status.patterns_of(&text_path(root)) {
            line("", format!("  {}", pattern_words(&patterns)))?;
        }
    }
    line("files", format_thousands(totals.files))?;
    if let Some(columns) = &status.parquet_columns {
        line("parquet", format!("columns {}", clean(columns)))?;
    }
    if totals.problem_count() > 0 {
        line("problems", problems_in_words(totals))?;
    }
    let unreadable = &status.unreadable;
    if unreadable.files > 0 {
        let games = counted(unreadable.games, "game", "games");
        let files = counted(unreadable.files, "file", "files");
        let text = format!(
            "{games} of {files} that cannot be read now; they stay until build --forget PATH"
        );
        line("kept", text)?;
        const MAX_PLACES: usize = 10;
        for place in unreadable.places.iter().take(MAX_PLACES) {
            line("", clean(place).into_owned())?;
        }
        if unreadable.places.len() > MAX_PLACES {
            line("", "… (--json lists more)".to_owned())?;
        }
    }
    if totals.odd_games > 0 {
        let odd = counted(totals.odd_games, "game has", "games have");
        line("oddities", format!("{odd} diagnostics"))?;
    }
    // Bringing the index up to date compares only the size and the time of files. So the line says when all files were
    // last read.
    if status.all_read > 0 {
        let when = format_utc(status.all_read);
        let text = format!("the content of every file: {when} (build --checksum looks again)");
        line("looked at", text)?;
    }
    for (i, folder) in status.index.iter().enumerate() {
        let folder = clean(&folder.to_string_lossy()).into_owned();
        match i {
            0 => line("index", format!("{} in {folder}", format_bytes(status.total_bytes())))?,
            _ => line("", format!("and {folder}"))?,
        }
    }
    writeln!(out, "\nTry next:")?;
    for arguments in suggested_commands(suggestions) {
        writeln!(out, "  {}", shell_command(index_args, &arguments))?;
    }
    writeln!(out, "  {}", shell_command(index_args, &["--help"]))
}

/// Prints the greeting if the program is called without a command.
pub(crate) fn print_greeting(
    folders: Vec<PathBuf>,
    index_args: &[PathBuf],
    out: &mut dyn Write,
) -> Result<()> {
    let is_one = folders.len() == 1;
    let indexes = Indexes { folders, ..Indexes::default() };
    match Engine::open_all(indexes) {
        Ok(engine) => run(&engine, false, index_args, out),
        Err(Failure::Other(error)) if error.kind() == ErrorKind::NoIndex && is_one => {
            let build = shell_command(index_args, &["build", "FOLDER"]);
            let search = shell_command(index_args, &["search", "player:Lee result:W+"]);
            let position = shell_command(index_args, &["position", "Q16", "D4", "Q3"]);
            let help = shell_command(index_args, &["--help"]);
            writeln!(
                out,
                "kifu-index finds Go games by player, opening, comment text or board position.\n\n\
                 Nothing is indexed yet. Begin with a folder of .sgf, .jgf and .zip files:\n  {build}\n\n\
                 Then ask:\n  {search}\n  {position}\n\nAll commands:\n  {help}"
            )
            .map_err(write_error)?;
            Ok(())
        }
        Err(failure) => Err(failure),
    }
}
