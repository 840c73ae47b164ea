//! What somebody says of games, and asks again: tags, stars, notes, saved queries, practised positions.
//!
//! A game is known by its [content](crate::index::content), so all of it stays when an archive is moved or an index is
//! built anew. [`marks`] are values that queries read; [`mod@file`] is where they are kept.

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
