//! Storage: the index of an archive, the user's tags, notes and practice, and games exported from the archive.

pub mod export;
pub mod index;
pub mod userdata;
