//! The order of the source, its messages and its documents.

/// What the graph of crates cannot hold.
pub mod borders;
/// Lengths, links and paths of what readers are told.
pub mod docs;
/// What is listed in help and guide, against the tables of the program.
pub mod lists;
/// The files of messages, against each other and against the source.
pub mod messages;
/// What the code for other systems needs of crates, and what the manifest gives it.
pub mod platforms;
/// The recipes of CONTRIBUTING.md, against the files that they name.
pub mod recipes;
