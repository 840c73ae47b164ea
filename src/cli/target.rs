//! What an argument names: a file, a member of an archive, a game of the index.

use super::place::quote;
use super::remedy::unread;
use super::search::Failure;
use crate::crawl::{self, Entry, FileKind, Limits, file_kind, read_nth};
use crate::error::{Error, ErrorKind, Result};
use crate::query::QueryError;
use crate::query::address::{Address, looks_like_id};
use std::path::Path;
use std::sync::Arc;

/// What an address leads to.
#[derive(Debug)]
pub enum Target {
    /// A file or an archive's member, read.
    Entry(Entry),
    /// The beginning of an id.
    Id(String),
    /// Neither.
    Neither,
}

/// Splits an argument and reads the file that it names, if there is one.
pub fn resolve(text: &str) -> std::result::Result<(Address, Target), Failure> {
    let is_file = |path: &str| Path::new(path).is_file();
    let query_error = |error: QueryError| Failure::Query(error, text.to_owned());
    let address = Address::resolve(text, is_file).map_err(query_error)?;
    let (path, members) = address.split_target(is_file);
    let target = if is_file(&path) {
        if members.is_empty() && is_archive(&path) {
            return Err(archive(&path)?.into());
        }
        Target::Entry(read(&path, &members, &[])?)
    } else if let Some(id) = looks_like_id(&address.target) {
        Target::Id(id.to_ascii_lowercase())
    } else if names_a_file(&address.target) {
        return Err(no_file(&path).into());
    } else {
        Target::Neither
    };
    Ok((address, target))
}

fn is_archive(path: &str) -> bool {
    matches!(
        file_kind(path),
        FileKind::Archive(_) | FileKind::OtherArchive(_)
    )
}

/// An archive is no game: the error names some of those in it.
fn archive(path: &str) -> Result<Error> {
    const SHOWN: usize = 3;
    let absolute = std::path::absolute(path).map_err(|error| Error::io(path, error))?;
    let mut names: Vec<String> = Vec::new();
    let mut problem = None;
    crawl::open(
        &absolute.into(),
        &Limits::default(),
        &mut |unit| match unit {
            Ok(unit) if names.len() < SHOWN => unit.read(&Limits::default(), &mut |entry| {
                let name = entry.ok().and_then(|entry| entry.origin.member_name());
                if names.len() < SHOWN {
                    names.extend(name);
                }
            }),
            Ok(_) => {}
            Err(found) => problem = Some(found),
        },
    );
    if let Some(problem) = problem.filter(|_| names.is_empty()) {
        return Ok(unread(&problem));
    }
    let names: Vec<String> = names
        .iter()
        .map(|name| quote(&format!("{path}!{name}")))
        .collect();
    let help = match names.as_slice() {
        [] => "it holds no game record".to_owned(),
        names => format!("name a game in it: {}", names.join(", ")),
    };
    Ok(Error::new(ErrorKind::NotFound, format!("{path} is an archive")).help(help))
}

/// Reads a file, or a member of an archive; see [`read_nth`].
pub fn read<S: AsRef<str>>(
    path: impl AsRef<Path>,
    members: &[S],
    occurrences: &[u32],
) -> Result<Entry> {
    let path = path.as_ref();
    let absolute = std::path::absolute(path).map_err(|error| Error::io(path.display(), error))?;
    let members: Vec<&str> = members.iter().map(AsRef::as_ref).collect();
    let path: Arc<Path> = absolute.into();
    read_nth(&path, &members, occurrences, &Limits::default()).map_err(|problem| unread(&problem))
}

/// The error of a file that is not where the index saw it.
pub fn moved(error: Error) -> Error {
    error.help(
        "the file is not where the index saw it; bring the index up to date: kifu-index build",
    )
}

/// Whether a word can only have been meant as a file: it exists, or an extension of games or archives is in it.
fn names_a_file(text: &str) -> bool {
    let is_known = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
        let extension = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        file_kind(&format!(".{extension}")) != FileKind::Other
    };
    !text.contains(['\n', ';'])
        && (text.split('.').skip(1).any(is_known) || Path::new(text).exists())
}

fn no_file(path: &str) -> Error {
    if Path::new(path).is_dir() {
        return Error::new(ErrorKind::NotFound, format!("{path} is a folder"))
            .help("name a file in it, or search its games: kifu-index build FOLDER");
    }
    Error::new(ErrorKind::NotFound, format!("there is no file {path}"))
        .help("a game is named by its file, a member of an archive as 'a.zip!b.sgf', or by its id from a search")
}

#[cfg(test)]
mod tests {
    use super::names_a_file;

    #[test]
    fn words_with_an_extension_are_files() {
        for file in [
            "x.gib",
            "x.SGF",
            "a.tar.gz",
            "a.zip!b",
            "b.7z!c d.ngf",
            "x.sgf.bak",
            "x.rar",
        ] {
            assert!(names_a_file(file), "{file}");
        }
        for other in [
            "Q16 D4",
            "x.txt",
            "6.5",
            "XO/O..",
            ".X./XXX",
            "x.sgf\n",
            "(;AB[pd])",
        ] {
            assert!(!names_a_file(other), "{other}");
        }
    }
}
