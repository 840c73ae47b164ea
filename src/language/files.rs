//! Reads files that a query names, as in `position:@diagram.txt` and `position:"game.sgf#42"`. The caller supplies the
//! means to read them; without that, such queries are errors.

use super::address::GameAddress;
use kifu_archive::error::Result;
use kifu_record::{GameTree, Start};
use std::io;

/// Access to what a query names outside the index: files, and games in files.
pub trait TextSource {
    /// Reads a file by name; of a large file only the first [`MAX_FILE_BYTES`].
    fn text(&self, name: &str) -> io::Result<Vec<u8>>;

    /// Reads the game that a text such as `a.zip!b.sgf@2#42` names, with the position in it; `None` if the text names
    /// no file.
    fn game(&self, text: &str) -> Result<Option<(GameAddress, Start, GameTree)>>;
}

/// Access to files for the parsers of queries, if the caller supplies it.
pub type QueryFiles<'f> = &'f dyn TextSource;

/// Maximum size of a diagram file in bytes. Diagrams are small, so a larger file is not one.
pub const MAX_FILE_BYTES: u64 = 1 << 20;
