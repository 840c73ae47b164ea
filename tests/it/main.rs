//! All integration tests in one binary, so that the index library is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

/// Archives of all kinds, whole and broken.
mod archives;
/// Boards drawn by hand against replays.
mod boards;
/// One oddity per file: what is read, as snapshots.
mod cases;
/// How often the charset of short records is found.
mod charsets;
/// Orders, positions inside of queries, counts: each against a plain loop.
mod clauses;
/// A player's results, tables of two properties, comparisons, samples, games in bulk: each against a plain count.
mod counted;
/// Answers that may take so long and no longer.
mod deadlines;
/// Lengths, links and paths of what readers are told.
mod docs;
/// What `doctor` finds.
mod doctor;
/// Which games are the same, and what is told of them.
mod dups;
/// Requests and answers, without a terminal.
mod engine;
/// What the program says of itself and of a query.
mod explained;
/// What is asked beside a position, and trees of what is played.
mod explorer;
/// Facts as records hold them, against a table by hand.
mod facts;
/// Every numbered fault, made and survived.
mod faults;
/// The hash promise.
mod hashes;
/// Building, refreshing, forgetting; damaged archives.
mod index;
/// Searches, positions and patterns in parts: each answer against that of one index.
mod joined;
/// Laws that hold for all input.
mod laws;
/// Several indexes that are read as one.
mod many;
/// Indexes joined into one.
mod merging;
/// Files with faults put into them, 20,000 the same ones each time.
mod mutations;
/// Players by all their names.
mod names;
/// Openings against a plain test of all images.
mod openings;
/// What a page asks for, against plain loops.
mod pages;
/// Answers that are joined from the parts of several indexes.
mod parts;
/// Local patterns against brute force.
mod patterns;
/// Position search against brute force.
mod positions;
/// The program as people use it: arguments, streams, exit codes.
mod program;
/// What holds for all input: asked of mutated files here, and by the fuzzers in `tests/fuzz`.
mod properties;
/// What single clauses find.
mod queries;
/// The rooms of the architecture.
mod rooms;
/// What the fuzzers begin with.
mod seeds;
/// Real files of game servers, where they are at hand.
mod servers;
/// Shards of an archive.
mod shards;
/// Real archives, where they are at hand.
mod shared;
/// Helpers of several tests.
mod support;
/// Values of queries, found or refused.
mod values;
/// The page and its interface for programs.
#[cfg(feature = "web")]
mod web;
