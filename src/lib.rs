//! Reads Go game records, and finds them again by player, opening, comment, position or pattern.
//!
//! Without features the crate is a reader: [`formats::read`] takes a file's bytes and gives its games.
//!
//! ```
//! let parsed = kifu_index::formats::read(b"(;SZ[9]PB[Anna]RE[W+R];B[ee];W[ge])");
//! assert_eq!(parsed.records[0].tree.main_move_count(), 2);
//! ```
//!
//! The feature `index` adds building and searching an index, `svg` drawing of boards, and `parquet` exports to Parquet.
//! The default features `cli` and `web` add the program and its web page.
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

#![warn(missing_docs)]

#[cfg(feature = "index")]
pub use kifu_archive::{crawl, doctor, error, operand, origin, output, reading};
#[cfg(feature = "cli")]
pub use kifu_cli as cli;
#[cfg(feature = "svg")]
pub use kifu_drawing::{self as drawing, table};
#[cfg(feature = "index")]
pub use kifu_engine as engine;
#[cfg(feature = "index")]
pub use kifu_language::{self as language, knowledge};
#[cfg(feature = "index")]
pub use kifu_messages as messages;
pub use kifu_record::{self as record, cancel, formats, game, text};
#[cfg(feature = "index")]
pub use kifu_store::{export, index, userdata};
#[cfg(feature = "web")]
pub use kifu_web as web;

#[cfg(feature = "cli")]
#[doc = include_str!("ARCHITECTURE.md")]
pub mod architecture {}

/// Runs the examples of the README and of the page about the library as doc tests.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
struct Readme;
