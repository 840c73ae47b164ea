//! Reads Go game records, and finds them again by player, opening, comment, position or pattern.
//!
//! Without features the crate is a reader: [`formats::read`] takes a file's bytes and gives its games.
//!
//! ```
//! let parsed = kifu_index::formats::read(b"(;SZ[9]PB[Anna]RE[W+R];B[ee];W[ge])");
//! assert_eq!(parsed.records[0].tree.main_moves(), 2);
//! ```
//!
//! With the feature `index` one builds and searches; `svg` draws boards; `cli` and `web`, the default, add the program
//! and its page, and `parquet` a table.
//!
//! ```
//! # #[cfg(feature = "index")] fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use kifu_index::engine::{AskOptions, Engine, build::build, request::BoardSearch};
//! # let folder = tempfile::tempdir()?; let folder = folder.path();
//! build(folder, &["sample-archive".into()], &Default::default(), &Default::default())?;
//! let engine = Engine::open(folder)?;
//! assert_eq!(engine.count("player:Lee result:W+", &AskOptions::default())?.answer, 3);
//! let position = engine.answer(&BoardSearch::of("Q16 D4 Q3"), &AskOptions::default())?.answer;
//! assert_eq!(position.total, 5);
//! # Ok(()) }
//! # #[cfg(not(feature = "index"))] fn main() {}
//! ```

// What only a front end uses is the crate's own, and looks unused in a build without that front end.
#![cfg_attr(not(all(feature = "cli", feature = "web")), allow(dead_code))]

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "index")]
pub(crate) mod clock;
#[cfg(feature = "index")]
pub mod crawl;
#[cfg(feature = "index")]
pub mod doctor;
#[cfg(feature = "svg")]
pub mod drawing;
#[cfg(feature = "index")]
pub mod engine;
#[cfg(feature = "index")]
pub mod error;
#[cfg(feature = "index")]
pub mod export;
#[cfg(feature = "index")]
pub(crate) mod findings;
pub mod formats;
pub mod game;
#[cfg(feature = "index")]
pub mod index;
#[cfg(feature = "index")]
pub mod knowledge;
#[cfg(feature = "index")]
pub mod language;
#[cfg(feature = "index")]
pub mod messages;
#[cfg(feature = "index")]
pub mod mine;
#[cfg(feature = "index")]
pub mod operand;
#[cfg(feature = "index")]
pub mod origin;
#[cfg(feature = "index")]
pub mod output;
pub mod patience;
#[cfg(feature = "index")]
pub(crate) mod query;
#[cfg(feature = "index")]
pub mod reading;
pub mod record;
#[cfg(feature = "index")]
pub mod table;
pub mod text;
#[cfg(feature = "watch")]
pub(crate) mod watch;
#[cfg(feature = "web")]
pub mod web;

#[cfg(feature = "cli")]
#[doc = include_str!("ARCHITECTURE.md")]
pub mod architecture {}

/// The examples of the README and of the page about the library are tested with the others.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
struct Readme;
