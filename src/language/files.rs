//! Files that a query names, as in `position:@diagram.txt` and `position:"game.sgf#42"`. The caller reads them, or
//! nobody does.

use super::address::GameAddress;
use kifu_archive::error::Result;
use kifu_record::{GameTree, Start};
use std::io;

/// Reads what a query names besides the index.
pub trait TextSource {
    /// Reads a file by name; of a large one only the first [`LARGEST`] bytes.
    fn text(&self, name: &str) -> io::Result<Vec<u8>>;

    /// The game that a text such as `a.zip!b.sgf@2#42` names, with the place in it; `None` if it names no file.
    fn game(&self, text: &str) -> Result<Option<(GameAddress, Start, GameTree)>>;
}

/// The way to read files, if there is one.
pub type QueryFiles<'f> = &'f dyn TextSource;

/// Diagrams are small; a file with more bytes than this is not one.
pub const LARGEST: u64 = 1 << 20;
