//! Paths of the index, the cache and the user's settings, and commands of this program as text that can be pasted into
//! a shell.

use super::stderr::note;
use etcetera::{BaseStrategy, choose_base_strategy};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_engine::build::INDEX_FOLDER;
use kifu_engine::suggest::Suggestions;
use kifu_record::text::display::clean;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the index folder to write to; an error if several folders are named.
pub(crate) fn index_folder(index_args: &[PathBuf]) -> Result<PathBuf> {
    let mut folders = index_folders(index_args)?;
    match (folders.pop(), folders.as_slice()) {
        (Some(folder), []) => Ok(folder),
        _ => Err(Error::new(ErrorKind::Query, "several indexes are named")
            .with_help("only one can be written to: name that one alone with --index")),
    }
}

/// Returns the index folders to read: those of `--index`, or of `KIFU_INDEX`, or the nearest parent's `.kifu-index`, or
/// the one in the user's data folder.
pub(crate) fn index_folders(index_args: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if !index_args.is_empty() {
        return Ok(index_args.to_owned());
    }
    if let Some(folders) = std::env::var_os("KIFU_INDEX").filter(|folders| !folders.is_empty()) {
        // A folder may have the path separator in its name.
        if Path::new(&folders).is_dir() {
            return Ok(vec![folders.into()]);
        }
        let folders = std::env::split_paths(&folders);
        return Ok(folders.filter(|folder| !folder.as_os_str().is_empty()).collect());
    }
    Ok(vec![default_index_folder()?])
}

fn default_index_folder() -> Result<PathBuf> {
    let current_folder = std::env::current_dir().ok();
    let mut folders = current_folder
        .iter()
        .flat_map(|here| here.ancestors())
        .map(|parent| parent.join(INDEX_FOLDER));
    if let Some(folder) = folders.find(|folder| folder.is_dir()) {
        return Ok(folder);
    }
    let folders = choose_base_strategy().map_err(|error| {
        Error::new(ErrorKind::NoIndex, "this user has no home folder")
            .with_help("name a folder for the index with --index")
            .source(error)
    })?;
    Ok(folders.data_dir().join("kifu-index"))
}

/// Returns the folder for results that can be computed again; `None` if this user has no home folder.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.cache_dir().join("kifu-index"))
}

/// Reads a file of the user's settings, if there is one; `None` also if this user has no home folder.
///
/// The user did not name the file in this command, so an unreadable one is skipped with a warning.
pub(crate) fn read_setting(name: &str) -> Option<(PathBuf, Vec<u8>)> {
    let file = setting_path(name)?;
    match read_file(&file) {
        Ok(bytes) => Some((file, bytes)),
        Err(error) if is_absent(&file, &error) => None,
        Err(error) => {
            warn_skipped_file(&Error::io(file.display(), error));
            None
        }
    }
}

/// Returns the path of a file of the user's settings, whether or not it exists; `None` if this user has no home folder.
pub(crate) fn setting_path(name: &str) -> Option<PathBuf> {
    let folder = choose_base_strategy().ok()?.config_dir();
    Some(folder.join("kifu-index").join(name))
}

/// Warns that a file of the user's settings is not used.
pub(crate) fn warn_skipped_file(error: &Error) {
    note!("warning: {}; this file is skipped", clean(&error.to_string()));
}

/// Maximum size of a settings or spellings file in bytes: room for half a million spellings.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Reads a file that a person wrote by hand.
///
/// Only regular files are read, since a pipe might block and a device might never end. A file that is too large is an
/// error.
pub(crate) fn read_file(file: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(io::Error::other("this is larger than 16 MiB"));
    }
    Ok(bytes)
}

/// True if nothing exists at a path, not even a dangling link. A file in place of the folder, such as `/dev/null`, is
/// the usual way to have no settings.
fn is_absent(file: &Path, error: &io::Error) -> bool {
    match error.kind() {
        io::ErrorKind::NotFound => fs::symlink_metadata(file).is_err(),
        kind => kind == io::ErrorKind::NotADirectory,
    }
}

/// Formats a command of this program so that it can be pasted into a shell.
pub(crate) fn shell_command(index_args: &[PathBuf], arguments: &[&str]) -> String {
    // A program that was found by its name, without a path, is called by its name again.
    let program = std::env::args().next();
    let program = program.filter(|program| program.contains(['/', '\\']));
    let mut words = vec![shell_quote(program.as_deref().unwrap_or("kifu-index"))];
    for folder in index_args {
        words.extend(["--index".into(), shell_quote(&folder.display().to_string())]);
    }
    words.extend(arguments.iter().map(|argument| shell_quote(argument)));
    words.join(" ")
}

/// Quotes a word for a shell: in single quotes, unless all its characters are plain.
pub(crate) fn shell_quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:=,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns the arguments of commands that the user may try next: a search, a position, a game.
pub(crate) fn suggested_commands(suggestions: &Suggestions) -> [Vec<&str>; 3] {
    let words = suggestions.position.iter().map(String::as_str);
    let final_command = match &suggestions.game {
        Some(id) => vec!["show", id],
        None => vec!["status"],
    };
    [
        vec!["search", &suggestions.query],
        std::iter::once("position").chain(words).collect(),
        final_command,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_when_they_need_it() {
        assert_eq!(shell_quote("Q16"), "Q16");
        assert_eq!(shell_quote("player:Lee result:W+"), "'player:Lee result:W+'");
        assert_eq!(shell_quote("a.zip!b.sgf"), "'a.zip!b.sgf'");
        assert_eq!(shell_quote("Ch'ang"), r"'Ch'\''ang'");
        assert_eq!(shell_quote(""), "''");
    }
}
