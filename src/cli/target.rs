//! Resolves what an argument refers to: a file, a member of an archive, or a game of the index.

use super::paths::shell_quote;
use super::stderr::note;
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::operand::{self, Operand, read_all};
use kifu_engine::files::{
    AddressTarget, FileKind, GameAddress, LONGEST_TEXT, OperandFiles, as_game_id, file_kind,
};
use kifu_engine::game::{member_names, read_entry};
use kifu_engine::{Failure, Result};
use kifu_language::{LostQuotes, QueryError, find_lost_quotes, join_arguments};
use kifu_record::text::charset;
use kifu_record::text::display::clean;
use std::path::Path;

/// The files of this machine, as the source for arguments such as `@diagram.txt` and `game.sgf#42`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalFiles;

impl OperandFiles for LocalFiles {
    fn text(&self, path: &str) -> std::io::Result<Vec<u8>> {
        read_all(open_named(Path::new(path))?, LONGEST_TEXT)
    }

    fn target(&self, text: &str) -> Result<(GameAddress, AddressTarget)> {
        resolve(text)
    }
}

/// Opens a file that an argument names. If it is a pipe that no program has opened for writing, says so and waits.
pub(crate) fn open_named(path: &Path) -> std::io::Result<Operand> {
    operand::open(path, &mut || {
        note!("Waiting for a program to write to {}", clean(&path.display().to_string()));
    })
}

/// Splits an argument into an address and what the address refers to. If that is a file, it is read.
pub(crate) fn resolve(text: &str) -> Result<(GameAddress, AddressTarget)> {
    let is_file = |path: &str| Path::new(path).is_file();
    let query_error = |error: QueryError| Failure::Query(error, text.to_owned());
    let address = GameAddress::resolve(text, is_file).map_err(query_error)?;
    let (path, members) = address.split_target(is_file);
    let target = if is_file(&path) {
        let kind = file_kind(&path);
        let is_archive = matches!(kind, FileKind::Archive(_) | FileKind::OtherArchive(_));
        if members.is_empty() && is_archive {
            return Err(archive_error(&path)?.into());
        }
        AddressTarget::Entry(Box::new(read_entry(Path::new(&path), &members, &[], address.game)?))
    } else if let Some(id) = as_game_id(&address.target) {
        AddressTarget::Id(id.to_ascii_lowercase())
    } else if is_file_name(&address.target) {
        return Err(no_file_error(&path).into());
    } else {
        AddressTarget::Neither
    };
    Ok((address, target))
}

/// Returns the query in the arguments: their words, standard input for `-`, or a file for `@FILE`.
pub(crate) fn read_query(words: &[String]) -> Result<String> {
    match words {
        [one] if one == "-" => read_standard_input(),
        [one] if one.len() > 1 && one.starts_with('@') => {
            let path = one.trim_start_matches('@');
            let bytes = LocalFiles.text(path).map_err(|error| Error::io(path, error))?;
            Ok(charset::decode(&bytes).text.into_owned())
        }
        words => Ok(join_query(words)),
    }
}

/// Joins the arguments into the text of a query.
///
/// If an argument looks as if the shell removed its quotes, a note says how the argument is read and which query finds
/// the whole name.
pub(crate) fn join_query(words: &[String]) -> String {
    for LostQuotes { clause, words, quoted } in
        words.iter().filter_map(|word| find_lost_quotes(word))
    {
        let word = if words.contains(char::is_whitespace) { "the words" } else { "the word" };
        let quoted = shell_quote(&quoted);
        note!(
            "Read as {} and {word} {}. With all of it as the value: {}",
            clean(&clause),
            clean(&words),
            clean(&quoted)
        );
    }
    join_arguments(words)
}

/// Reads all text on standard input.
pub(crate) fn read_standard_input() -> Result<String> {
    let bytes = read_all(std::io::stdin(), LONGEST_TEXT)
        .map_err(|error| Error::io("the standard input", error))?;
    Ok(charset::decode(&bytes).text.into_owned())
}

/// Returns the error for an archive that was named in place of a game. It names some of the games in the archive.
fn archive_error(path: &str) -> std::result::Result<Error, Error> {
    const MAX_NAMED_GAMES: usize = 3;
    let names: Vec<String> = member_names(path, MAX_NAMED_GAMES)?
        .into_iter()
        .map(|name| shell_quote(&format!("{path}!{name}")))
        .collect();
    let help = match names.as_slice() {
        [] => "it holds no game record".to_owned(),
        names => format!("name a game in it: {}", names.join(", ")),
    };
    Ok(Error::new(ErrorKind::NotFound, format!("{path} is an archive")).with_help(help))
}

/// True if a word can only be the name of a file, and not a part of a query.
fn is_file_name(text: &str) -> bool {
    let is_known = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
        let extension = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        file_kind(&format!(".{extension}")) != FileKind::Other
    };
    !text.contains(['\n', ';'])
        && (text.split('.').skip(1).any(is_known) || Path::new(text).exists())
}

fn no_file_error(path: &str) -> Error {
    if Path::new(path).is_dir() {
        return Error::new(ErrorKind::NotFound, format!("{path} is a folder"))
            .with_help("name a file in it, or search its games: kifu-index build FOLDER");
    }
    Error::new(ErrorKind::NotFound, format!("there is no file {path}"))
        .with_help("a game is named by its file, a member of an archive as 'a.zip!b.sgf', or by its id from a search")
}

#[cfg(test)]
mod tests {
    use super::is_file_name;

    #[test]
    fn words_with_an_extension_are_files() {
        for file in ["x.gib", "x.SGF", "a.tar.gz", "a.zip!b", "b.7z!c d.ngf", "x.sgf.bak", "x.rar"]
        {
            assert!(is_file_name(file), "{file}");
        }
        for other in ["Q16 D4", "x.txt", "6.5", "XO/O..", ".X./XXX", "x.sgf\n", "(;AB[pd])"] {
            assert!(!is_file_name(other), "{other}");
        }
    }
}
