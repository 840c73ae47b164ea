//! Reads the files that the text of a request names, such as `@diagram.txt`. The engine opens no file itself: the front
//! end (such as the command line) does, if it allows that at all.

use super::failure::{Failure, Result};
use kifu_archive::crawl::Entry;
use kifu_archive::error::{Error, ErrorKind};
use kifu_messages::say;

pub use kifu_archive::crawl::{ArchiveKind, FileKind, file_kind};
pub use kifu_language::address::{GameAddress, as_game_id};

/// Meaning of a text that a user wrote as the address of a game.
#[derive(Debug)]
pub enum AddressTarget {
    /// File or member of an archive, already read.
    Entry(Box<Entry>),
    /// Id of a game, or a prefix of it.
    Id(String),
    /// The text names neither a file nor a game by its id.
    Neither,
}

/// Reads the files that operands of requests name. A server that answers others gives the engine no such reader, so
/// that no request can read its files.
pub trait OperandFiles: Send + Sync {
    /// Reads the start of a text file, at most 1 MiB.
    fn text(&self, path: &str) -> std::io::Result<Vec<u8>>;

    /// Resolves a text such as `a.zip!b.sgf@2#42` and reads the game record.
    fn target(&self, text: &str) -> Result<(GameAddress, AddressTarget)>;
}

pub use kifu_language::files::MAX_FILE_BYTES as LONGEST_TEXT;

/// Resolves a text as the address of a game. If `files` is given, the text may name a file; otherwise it may only be an
/// id.
pub(super) fn target(
    files: Option<&dyn OperandFiles>,
    text: &str,
) -> Result<(GameAddress, AddressTarget)> {
    if let Some(files) = files {
        return files.target(text);
    }
    let address =
        GameAddress::parse(text).map_err(|error| Failure::Query(error, text.to_owned()))?;
    let target = match as_game_id(&address.target) {
        Some(id) => AddressTarget::Id(id.to_ascii_lowercase()),
        None if file_kind(&address.target) != FileKind::Other => {
            return Err(files_not_allowed_error(text).into());
        }
        None => AddressTarget::Neither,
    };
    Ok((address, target))
}

/// Makes the error for a position, pattern or game that is named by a file where reading files is not allowed.
pub(super) fn files_not_allowed_error(text: &str) -> Error {
    let message = say!("error-files-not-read", text = text);
    Error::new(ErrorKind::Query, message).with_help(say!("error-files-not-read-help"))
}
