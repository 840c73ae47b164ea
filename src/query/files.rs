//! Files that a query names, as in `position:@diagram.txt`. The caller reads them, or nobody does.

use std::io;

/// Reads a file by name; of a large one only the first [`LARGEST`] bytes.
pub type Files<'f> = &'f dyn Fn(&str) -> io::Result<Vec<u8>>;

/// Diagrams are small; a file with more bytes than this is not one.
pub const LARGEST: u64 = 1 << 20;
