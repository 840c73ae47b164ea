//! What is read from files: records, charsets, languages, facts.

/// Files with engine analysis in the formats of all known programs, compared with the values they were made from.
pub mod analysed;
/// One oddity per file, with snapshots of what is read.
pub mod cases;
/// How often the charset of short records is detected.
pub mod charsets;
/// Facts of records, compared with a table made by hand.
pub mod facts;
/// Position hashes, which must never change.
pub mod hashes;
/// Languages of real comments, compared with labels made by hand.
pub mod languages;
/// Laws that hold for all input.
pub mod laws;
/// Mutated files, 20,000 of them, equal in each run.
pub mod mutations;
/// Sort order of places, compared with a list made by hand.
pub mod places;
/// Seeds of the fuzzers.
pub mod seeds;
/// Real files of game servers, if they are available.
pub mod servers;
