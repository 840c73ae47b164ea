//! Opens a game in the user's viewer.

use super::detached::{OPEN_COMMAND, detached_command};
use super::output_options::env_variable;
use super::paths::{cache_folder, read_setting, shell_quote};
use super::stderr::note;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_engine::export::safe_name;
use kifu_engine::game::{CutGame, Entry, GamePosition, cut_game};
use kifu_engine::{self as engine, Engine};
use kifu_record::text::display::clean;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

/// Environment variable that names the viewer: a command with `{file}` and perhaps `{move}`.
const VIEWER_VARIABLE: &str = "KIFU_VIEWER";
/// Name of the settings file that may contain the viewer command instead of the variable.
const VIEWER_SETTING: &str = "viewer";
/// Age at which files that were made for viewers are deleted. They are deleted when the next such file is made.
const FILE_LIFETIME: Duration = Duration::from_secs(2 * 24 * 60 * 60);
/// Time in which a viewer that cannot start is expected to fail, so that a wrong command is reported.
const START_FAILURE_TIMEOUT: Duration = Duration::from_millis(250);

/// Opens a game of the index in the viewer, at a position.
pub(crate) fn open_game(engine: &Engine, id: &str, at: GamePosition) -> engine::Result<()> {
    let file = engine.game(id)?.answer;
    Ok(open_entry(&file.entry, Some(file.game), at)?)
}

/// Opens a game of a file in the viewer, at a position. Without a number it is the file's first game.
pub(crate) fn open_entry(entry: &Entry, number: Option<u32>, at: GamePosition) -> Result<()> {
    let game = cut_game(entry, number, at)?;
    let file = write_game(&game)?;
    start_viewer(&file, game.number)
}

/// Writes a game to a new file, which stays until the viewer has read it.
fn write_game(game: &CutGame) -> Result<PathBuf> {
    // The cache folder belongs to the user, so nobody else can put files there.
    let cache =
        cache_folder().ok_or_else(|| Error::new(ErrorKind::Io, "this user has no home folder"))?;
    let folder = cache.join("open");
    fs::create_dir_all(&folder).map_err(|error| Error::io(folder.display(), error))?;
    delete_old_files(&folder);
    let at = match game.number {
        0 => String::new(),
        number => format!("_move{number}"),
    };
    let name = shell_safe_word(&game.name);
    let mut copy = 1;
    loop {
        let end = match copy {
            1 => format!("{at}.sgf"),
            _ => format!("{at}_{copy}.sgf"),
        };
        let path = folder.join(safe_name(&name, &end));
        match fs::File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(&game.bytes).map_err(|error| Error::io(path.display(), error))?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && copy < 10_000 => {
                copy += 1
            }
            Err(error) => return Err(Error::io(path.display(), error)),
        }
    }
}

/// Turns a game's name into a single word for any command, whatever shell or quotes the user's viewer puts around it.
///
/// The word has ASCII letters, digits, `-`, `.` and `_`, and begins with a letter or a digit. The players' names are in
/// the game itself.
fn shell_safe_word(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' => plain.push(c),
            _ if plain.ends_with('_') => {}
            _ => plain.push('_'),
        }
    }
    match plain.trim_matches(['-', '.', '_']) {
        "" => "game".to_owned(),
        plain => plain.to_owned(),
    }
}

/// Deletes old files that were made for viewers. Files that cannot be deleted stay.
fn delete_old_files(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry
            .metadata()
            .and_then(|data| data.modified())
            .ok()
            .and_then(|time| time.elapsed().ok());
        let is_game = entry.path().extension().is_some_and(|end| end == "sgf");
        if is_game && age.is_some_and(|age| age > FILE_LIFETIME) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Starts the viewer, detached: this program neither waits for it nor ends it.
fn start_viewer(file: &Path, number: u32) -> Result<()> {
    let words = viewer_command(file, number);
    let (program, arguments) = words.split_first().ok_or_else(|| {
        Error::new(ErrorKind::Io, format!("{VIEWER_VARIABLE} names no program"))
            .with_help(viewer_help())
    })?;
    let program_name = program.to_string_lossy().into_owned();
    let child = detached_command(program).args(arguments).spawn().map_err(|error| {
        Error::io(format!("cannot start the viewer `{program_name}`"), error)
            .with_help(viewer_help())
    })?;
    if let Some(status) = early_failure(child) {
        let message = format!(
            "the viewer `{program_name}` failed ({status}); the game is in {}",
            file.display()
        );
        return Err(Error::new(ErrorKind::Io, message).with_help(viewer_help()));
    }
    note!("Opened {}", clean(&shell_quote(&file.display().to_string())));
    Ok(())
}

fn viewer_help() -> String {
    format!(
        "name your viewer: {VIEWER_VARIABLE}='sabaki {{file}}' ({{move}} is the move number), or put that command into the file `{VIEWER_SETTING}` in the settings folder; the game's file is kept for two days"
    )
}

/// Returns the viewer command: the user's, or the one with which the system opens files.
fn viewer_command(file: &Path, number: u32) -> Vec<OsString> {
    let user_command = env_variable(VIEWER_VARIABLE)
        .or_else(command_in_settings)
        .filter(|text| !text.trim().is_empty());
    let words = match user_command {
        Some(text) => split_words(&text),
        None => OPEN_COMMAND.iter().map(|word| (*word).to_owned()).collect(),
    };
    fill_placeholders(words, file, number)
}

/// Reads the viewer command from the user's settings folder: the first line of the file that is not a comment.
fn command_in_settings() -> Option<String> {
    let (_, bytes) = read_setting(VIEWER_SETTING)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    Some(line.to_owned())
}

/// Replaces `{file}` and `{move}` in a viewer command. If no word contains `{file}`, the file is appended.
fn fill_placeholders(words: Vec<String>, file: &Path, number: u32) -> Vec<OsString> {
    const FILE: &str = "{file}";
    let has_file = words.iter().any(|word| word.contains(FILE));
    let filled = words.into_iter().map(|word| {
        let word = word.replace("{move}", &number.to_string());
        let mut filled = OsString::new();
        for (i, part) in word.split(FILE).enumerate() {
            if i > 0 {
                filled.push(file);
            }
            filled.push(part);
        }
        filled
    });
    let mut words: Vec<OsString> = filled.collect();
    if !has_file && !words.is_empty() {
        words.push(file.into());
    }
    words
}

/// Splits a viewer command at blanks; quotes keep blanks inside a word. No shell is involved, so a file name cannot
/// inject a command.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Returns the exit status of a viewer that fails within [`START_FAILURE_TIMEOUT`]; `None` if it succeeds or is still
/// running.
fn early_failure(mut child: Child) -> Option<String> {
    let begun = Instant::now();
    while begun.elapsed() < START_FAILURE_TIMEOUT {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return None,
            Ok(Some(status)) => return Some(status.to_string()),
            Ok(None) => std::thread::sleep(Duration::from_millis(10)),
            Err(_) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_a_shell() {
        for (name, expected) in [
            ("2016-03-13 AlphaGo - Lee Sedol", "2016-03-13_AlphaGo_-_Lee_Sedol"),
            ("$(touch x) - `id`", "touch_x_-_id"),
            ("'; rm -rf ~ #\n&|<>\"\\%PATH%^!*?[]{}", "rm_-rf_PATH"),
            ("--exec=x", "exec_x"),
            ("..", "game"),
            ("1846-09-11 \u{202e}秀策 - 因碩", "1846-09-11_-"),
            ("秀策", "game"),
        ] {
            assert_eq!(
                shell_safe_word(name).trim_end_matches(['-', '_']),
                expected.trim_end_matches(['-', '_'])
            );
        }
    }

    #[test]
    fn commands() {
        let command = |text: &str| -> Vec<String> {
            fill_placeholders(split_words(text), Path::new("/a b/x.sgf"), 42)
                .into_iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect()
        };
        assert_eq!(command("sabaki"), ["sabaki", "/a b/x.sgf"]);
        assert_eq!(
            command("view --move={move} {file} -x"),
            ["view", "--move=42", "/a b/x.sgf", "-x"]
        );
        assert_eq!(command("'/my apps/v' \"file://{file}\""), ["/my apps/v", "file:///a b/x.sgf"]);
        assert_eq!(command("v '' ;rm"), ["v", "", ";rm", "/a b/x.sgf"]);
        assert!(command(" ").is_empty());
    }
}
