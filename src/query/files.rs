//! Files that a query names, `position:@diagram.txt`: whoever asks reads them, or they are not read.

use std::io;

/// Reads the file of a name, of a large one the first [`LARGEST`] bytes.
pub type Files<'f> = &'f dyn Fn(&str) -> io::Result<Vec<u8>>;

/// Diagrams are small; a file of more bytes than this is none.
pub const LARGEST: u64 = 1 << 20;
