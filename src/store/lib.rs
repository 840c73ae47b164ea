//! What is kept: the index of an archive, what the user says of games, and games written out of the archive.

pub mod export;
pub mod index;
pub mod mine;
