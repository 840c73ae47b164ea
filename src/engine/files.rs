//! How operands that name files are read: by the front end, if at all.

use super::failure::{Failure, Result};
use crate::crawl::Entry;
use crate::error::{Error, ErrorKind};

pub use crate::crawl::{FileKind, file_kind};
pub use crate::query::address::{Address, looks_like_id};

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

/// Reads the files that operands name. A program that answers others gives the engine none.
pub trait Files: Send + Sync {
    /// The first bytes of a text file, [`LONGEST_TEXT`] at most.
    fn text(&self, path: &str) -> std::io::Result<Vec<u8>>;

    /// What a text such as `a.zip!b.sgf@2#42` leads to; the game record is read.
    fn target(&self, text: &str) -> Result<(Address, Target)>;
}

pub use crate::query::files::LARGEST as LONGEST_TEXT;

/// What a text leads to, if it may name files.
pub(super) fn target(files: Option<&dyn Files>, text: &str) -> Result<(Address, Target)> {
    if let Some(files) = files {
        return files.target(text);
    }
    let address = Address::parse(text).map_err(|error| Failure::Query(error, text.to_owned()))?;
    let target = match looks_like_id(&address.target) {
        Some(id) => Target::Id(id.to_ascii_lowercase()),
        None if file_kind(&address.target) != FileKind::Other => return Err(refused(text).into()),
        None => Target::Neither,
    };
    Ok((address, target))
}

/// The error of an operand that names a file where none is read.
pub(super) fn refused(text: &str) -> Error {
    let message = format!("`{text}` names a file, and no file is read here");
    Error::new(ErrorKind::Query, message).help("paste its text")
}
