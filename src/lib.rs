#![doc = include_str!("ARCHITECTURE.md")]
pub mod cli;
pub mod crawl;
pub mod doctor;
pub mod error;
pub mod export;
pub mod formats;
pub mod game;
pub mod index;
pub mod knowledge;
pub mod origin;
pub mod patience;
pub mod query;
pub mod reading;
pub mod record;
pub mod text;

/// The examples of the README are tested with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
