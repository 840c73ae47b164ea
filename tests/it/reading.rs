//! What is read from files: records, charsets, languages, game information.

/// Files with engine analysis in the formats of all known programs, compared with the values they were made from.
pub mod analysed;
/// Files with one oddity each, compared with snapshots of what must be read from them.
pub mod cases;
/// How often the charset of short records is detected.
pub mod charsets;
/// Files with one game per line, compared with the same games as single SGF files.
pub mod collections;
/// Names, dates, results and other facts of records, compared with a table made by hand.
pub mod facts;
/// Position hashes, whose values must never change.
pub mod hashes;
/// Languages of real comments, compared with labels made by hand.
pub mod languages;
/// Laws that boards, replays and readers must obey for any input.
pub mod laws;
/// 20,000 mutated files, the same ones in each run.
pub mod mutations;
/// Games sorted by their places in the archive, compared with a list made by hand.
pub mod places;
/// Files from which the fuzzers start.
pub mod seeds;
/// Real files of game servers, if they are available.
pub mod servers;
