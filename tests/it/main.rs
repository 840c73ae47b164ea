//! All integration tests in one binary, so that the index library is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::match_bool, clippy::print_stdout)]
#![allow(unreachable_pub)]

/// Positions, patterns and what is played there, against brute force.
mod board;
/// Every numbered fault, made and survived.
mod faults;
/// How indexes are built, refreshed, moved and joined.
mod indexes;
/// The program as people use it: arguments, streams, exit codes.
mod program;
/// The order of the source, its messages and its documents.
mod project;
/// What holds for all input: asked of mutated files here, and by the fuzzers in `tests/fuzz`.
mod properties;
/// What queries find, each against a plain loop or a list by hand.
mod queries;
/// What is read of files: records, charsets, languages, facts.
mod reading;
/// Helpers of several tests.
mod support;
/// The page and its interface for programs.
#[cfg(feature = "web")]
mod web;
