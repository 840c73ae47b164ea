//! All integration tests in one binary, so that the index library is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::match_bool, clippy::print_stdout)]
#![allow(unreachable_pub)]

/// Positions, patterns and continuations, compared with brute force.
mod board;
/// Tests of the numbered faults that a person's archive may have.
mod faults;
/// How indexes are built, refreshed, moved and merged.
mod indexes;
/// The program as people use it: arguments, output, exit codes.
mod program;
/// Rules for the source code, the messages and the documentation.
mod project;
/// Properties that hold for all input. Tests check them with mutated files, and the fuzzers in `tests/fuzz` with
/// generated input.
mod properties;
/// What queries find, compared with plain loops or lists made by hand.
mod queries;
/// What is read from files: records, charsets, languages, game information.
mod reading;
/// Helpers that several folders of tests share.
mod support;
/// The server's pages and its JSON interface.
#[cfg(feature = "web")]
mod web;
