//! Where the index is, and how commands are written for pasting.

use super::stderr::note;
use etcetera::{BaseStrategy, choose_base_strategy};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_engine::build::INDEX_FOLDER;
use kifu_engine::suggest::Suggestions;
use kifu_record::text::display::clean;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The index folder to write to; it is an error if several are named.
pub(crate) fn index_folder(named: &[PathBuf]) -> Result<PathBuf> {
    let mut folders = index_folders(named)?;
    match (folders.pop(), folders.as_slice()) {
        (Some(folder), []) => Ok(folder),
        _ => Err(Error::new(ErrorKind::Query, "several indexes are named")
            .help("only one can be written to: name that one alone with --index")),
    }
}

/// The index folders to read: those that `--index` names, or `KIFU_INDEX`, or the nearest parent's `.kifu-index`, or
/// the user's data folder.
pub(crate) fn index_folders(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if !named.is_empty() {
        return Ok(named.to_owned());
    }
    if let Some(folders) = std::env::var_os("KIFU_INDEX").filter(|folders| !folders.is_empty()) {
        // A folder may have the separator in its name.
        if Path::new(&folders).is_dir() {
            return Ok(vec![folders.into()]);
        }
        let folders = std::env::split_paths(&folders);
        return Ok(folders.filter(|folder| !folder.as_os_str().is_empty()).collect());
    }
    Ok(vec![usual_folder()?])
}

fn usual_folder() -> Result<PathBuf> {
    let here = std::env::current_dir().ok();
    let mut folders =
        here.iter().flat_map(|here| here.ancestors()).map(|parent| parent.join(INDEX_FOLDER));
    if let Some(folder) = folders.find(|folder| folder.is_dir()) {
        return Ok(folder);
    }
    let folders = choose_base_strategy().map_err(|error| {
        Error::new(ErrorKind::NoIndex, "this user has no home folder")
            .help("name a folder for the index with --index")
            .source(error)
    })?;
    Ok(folders.data_dir().join("kifu-index"))
}

/// Where results are kept that can be computed again; `None` if this user has no home.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.cache_dir().join("kifu-index"))
}

/// A file of the user's settings, if there is one; `None` also if this user has no home. Nobody asked for it by name,
/// so an unreadable one is skipped with a warning.
pub(crate) fn setting(name: &str) -> Option<(PathBuf, Vec<u8>)> {
    let file = setting_path(name)?;
    match read_file(&file) {
        Ok(bytes) => Some((file, bytes)),
        Err(error) if is_absent(&file, &error) => None,
        Err(error) => {
            pass_over(&Error::io(file.display(), error));
            None
        }
    }
}

/// The path of a file of the user's settings, whether or not it is there; `None` if this user has no home.
pub(crate) fn setting_path(name: &str) -> Option<PathBuf> {
    let folder = choose_base_strategy().ok()?.config_dir();
    Some(folder.join("kifu-index").join(name))
}

/// Warns that a file of the user's settings is not used.
pub(crate) fn pass_over(error: &Error) {
    note!("warning: {}; this file is skipped", clean(&error.to_string()));
}

/// The most bytes of a file of settings, or of names: half a million spellings.
const LONGEST: u64 = 16 << 20;

/// Reads a file that somebody wrote by hand. Only regular files, since reading a pipe might block and a device might
/// never end; and none that is larger than such files are.
pub(crate) fn read_file(file: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other("this is larger than 16 MiB"));
    }
    Ok(bytes)
}

/// Whether nothing exists there, not even a dangling link. A file in place of the folder, such as `/dev/null`, is the
/// usual way to have no settings.
fn is_absent(file: &Path, error: &io::Error) -> bool {
    match error.kind() {
        io::ErrorKind::NotFound => fs::symlink_metadata(file).is_err(),
        kind => kind == io::ErrorKind::NotADirectory,
    }
}

/// A command of this program that can be pasted into a shell.
pub(crate) fn command(named: &[PathBuf], arguments: &[&str]) -> String {
    // A program that was found by its name is called by its name.
    let program = std::env::args().next();
    let program = program.filter(|program| program.contains(['/', '\\']));
    let mut words = vec![quote(program.as_deref().unwrap_or("kifu-index"))];
    for folder in named {
        words.extend(["--index".into(), quote(&folder.display().to_string())]);
    }
    words.extend(arguments.iter().map(|argument| quote(argument)));
    words.join(" ")
}

/// A word quoted for a shell: in single quotes unless it is plain.
pub(crate) fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:=,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Commands to try next: a search, a position, a game.
pub(crate) fn commands(suggestions: &Suggestions) -> [Vec<&str>; 3] {
    let words = suggestions.position.iter().map(String::as_str);
    let last = match &suggestions.game {
        Some(id) => vec!["show", id],
        None => vec!["status"],
    };
    [vec!["search", &suggestions.query], std::iter::once("position").chain(words).collect(), last]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_when_they_need_it() {
        assert_eq!(quote("Q16"), "Q16");
        assert_eq!(quote("player:Lee result:W+"), "'player:Lee result:W+'");
        assert_eq!(quote("a.zip!b.sgf"), "'a.zip!b.sgf'");
        assert_eq!(quote("Ch'ang"), r"'Ch'\''ang'");
        assert_eq!(quote(""), "''");
    }
}
