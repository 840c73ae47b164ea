//! All integration tests in one binary, so that the index library is linked once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, unreachable_pub)]

/// Files with analysis, as all known programs write it, against values that were chosen first.
mod analysed;
/// Answers that are joined from the parts of several indexes.
mod answers_in_parts;
/// Archives of all kinds, whole and broken.
mod archives;
/// Words without a field against the fields that are searched for them.
mod bare_words;
/// Boards drawn by hand against replays.
mod boards;
/// Searches, positions and patterns in parts: each answer against that of one index.
mod boards_in_parts;
/// What the graph of crates cannot hold.
mod borders;
/// One oddity per file: what is read, as snapshots.
mod cases;
/// How often the charset of short records is found.
mod charsets;
/// What is asked beside a position, sequences of boards, and trees of what is played.
mod continuations;
/// A player's results, tables of two properties, comparisons, samples, games in bulk: each against a plain count.
mod counts_and_samples;
/// Index files that are cut while they are open.
mod cut_files;
/// Answers that may take so long and no longer.
mod deadlines;
mod depth;
/// Lengths, links and paths of what readers are told.
mod docs;
/// What `doctor` finds.
mod doctor;
/// Which games are the same, and what is told of them.
mod dups;
/// Requests and answers, without a terminal.
mod engine;
/// Whole values (`=`), any value (`*`) and possessives, on small games.
mod exact_and_any_values;
/// Facts as records hold them, against a table by hand.
mod facts;
/// Every numbered fault, made and survived.
mod faults;
/// The hash promise.
mod hashes;
/// What the program says of itself and of a query.
mod help_and_explain;
/// Building, refreshing, forgetting; damaged archives.
mod index;
/// Several indexes that are read as one.
mod indexes_as_one;
/// Moves and games by what engines said, against a plain loop.
mod judged;
/// The languages of real comments, against labels by hand.
mod languages;
/// Laws that hold for all input.
mod laws;
/// Indexes joined into one.
mod merged_indexes;
/// The files of messages, against each other and against the source.
mod messages;
/// Tags, stars, notes and saved queries, against a plain loop.
mod mine;
/// Files with faults put into them, 20,000 the same ones each time.
mod mutations;
/// Players by all their names.
mod names;
/// Openings against a plain test of all images.
mod openings;
/// What a page asks for, against plain loops.
mod pages;
/// Local patterns against brute force.
mod patterns;
/// Persons: what lists count, and what queries find.
mod persons;
/// The order of places, against a list by hand.
mod places;
/// What the code for other systems needs of crates, and what the manifest gives it.
mod platforms;
/// Position search against brute force.
mod positions;
/// The program as people use it: arguments, streams, exit codes.
mod program;
/// What holds for all input: asked of mutated files here, and by the fuzzers in `tests/fuzz`.
mod properties;
/// Orders, positions inside of queries, counts: each against a plain loop.
mod queries_by_plain_loops;
/// Laws of AND, OR and NOT, and a plain interpreter, on random queries.
mod query_laws;
/// Archives that are refreshed member by member, against new builds.
mod refreshed;
/// Folders that are refreshed: links, permissions, damaged members, times, against new builds.
mod refreshed_trees;
/// Roots that lie elsewhere, files that were renamed, and the space of what was forgotten.
mod relocated;
/// Rows of tables, and the queries for their games.
mod rows_lead_to_games;
/// What the fuzzers begin with.
mod seeds;
/// Real files of game servers, where they are at hand.
mod servers;
/// Shards of an archive.
mod shards;
/// Real archives, where they are at hand.
mod shared;
/// What single clauses find.
mod single_clauses;
mod small_trees;
/// Helpers of several tests.
mod support;
/// The names by which columns tell persons.
mod usual_names;
/// Values of queries, found or refused.
mod values;
/// The page and its interface for programs.
#[cfg(feature = "web")]
mod web;
