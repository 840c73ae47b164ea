//! User data: tags, stars, notes, saved queries, query history, practised positions and the book in use.
//!
//! A game is identified by its [content key](crate::index::content), so the data stay when an archive is moved or an
//! index is rebuilt. [`marks`] are values that queries read; [`mod@file`] stores everything in one SQLite file.

pub mod book;
#[cfg(feature = "userdata")]
pub mod book_file;
#[cfg(feature = "userdata")]
pub mod changes;
#[cfg(feature = "userdata")]
mod fault;
#[cfg(feature = "userdata")]
pub mod file;
#[cfg(feature = "userdata")]
pub mod lines;
pub mod marks;
pub mod practice;
#[cfg(feature = "userdata")]
pub mod practised;
#[cfg(feature = "userdata")]
mod private;
#[cfg(feature = "userdata")]
mod stamp;
#[cfg(feature = "userdata")]
mod tables;
#[cfg(all(test, feature = "userdata"))]
mod tests;
