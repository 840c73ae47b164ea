//! What queries find, compared with plain loops or lists made by hand.

/// Words without a field, compared with the fields that they search.
pub mod bare_words;
/// Results of a player, tables of two properties, comparisons, samples and bulk export, each against a plain count.
pub mod counts_and_samples;
/// Requests and answers of the engine, without a terminal.
pub mod engine;
/// Exact values (`=`), any value (`*`) and possessives, on small games.
pub mod exact_and_any_values;
/// Queries over the sample archive with their expected results.
pub mod golden;
/// Players by all spellings of their names.
pub mod names;
/// Numbers of games: queries, lists, orders and tables agree on each.
pub mod numbers;
/// Persons: numbers in lists, and what queries find.
pub mod persons;
/// Sort orders, positions in queries and counts, each against a plain loop.
pub mod queries_by_plain_loops;
/// Laws of AND, OR and NOT, and a plain interpreter, on random queries.
pub mod query_laws;
/// Rows of tables, and the queries for their games.
pub mod rows_lead_to_games;
pub mod single_clauses;
/// Tags, stars, notes and saved queries, against a plain loop.
pub mod user_data;
/// Names of persons in the columns of rows.
pub mod usual_names;
/// Values in queries, accepted or refused.
pub mod values;
