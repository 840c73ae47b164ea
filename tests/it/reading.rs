//! What is read of files: records, charsets, languages, facts.

/// Files with analysis, as all known programs write it, against values that were chosen first.
pub mod analysed;
/// One oddity per file: what is read, as snapshots.
pub mod cases;
/// How often the charset of short records is found.
pub mod charsets;
/// Facts as records hold them, against a table by hand.
pub mod facts;
/// The hash promise.
pub mod hashes;
/// The languages of real comments, against labels by hand.
pub mod languages;
/// Laws that hold for all input.
pub mod laws;
/// Files with faults put into them, 20,000 the same ones each time.
pub mod mutations;
/// The order of places, against a list by hand.
pub mod places;
/// What the fuzzers begin with.
pub mod seeds;
/// Real files of game servers, where they are at hand.
pub mod servers;
