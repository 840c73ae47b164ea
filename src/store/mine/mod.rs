//! User data: tags, stars, notes, saved queries, query history and practised positions.
//!
//! A game is identified by its [content key](crate::index::content), so the data stay when an archive is moved or an
//! index is rebuilt. [`marks`] are values that queries read; [`mod@file`] stores everything in one SQLite file.

#[cfg(feature = "mine")]
pub mod changes;
#[cfg(feature = "mine")]
mod fault;
#[cfg(feature = "mine")]
pub mod file;
#[cfg(feature = "mine")]
pub mod lines;
pub mod marks;
pub mod practice;
#[cfg(feature = "mine")]
pub mod practised;
#[cfg(feature = "mine")]
mod private;
#[cfg(feature = "mine")]
mod stamp;
#[cfg(feature = "mine")]
mod tables;
#[cfg(all(test, feature = "mine"))]
mod tests;
