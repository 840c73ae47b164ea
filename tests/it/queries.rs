//! What queries find, each against a plain loop or a list by hand.

/// Words without a field against the fields that are searched for them.
pub mod bare_words;
/// A player's results, tables of two properties, comparisons, samples, games in bulk: each against a plain count.
pub mod counts_and_samples;
/// Requests and answers, without a terminal.
pub mod engine;
/// Whole values (`=`), any value (`*`) and possessives, on small games.
pub mod exact_and_any_values;
/// Queries over the sample archive with what they find.
pub mod golden;
/// Tags, stars, notes and saved queries, against a plain loop.
pub mod mine;
/// Players by all their names.
pub mod names;
/// The numbers of games: queries, lists, orders and tables tell the same of each.
pub mod numbers;
/// Persons: what lists count, and what queries find.
pub mod persons;
/// Orders, positions inside of queries, counts: each against a plain loop.
pub mod queries_by_plain_loops;
/// Laws of AND, OR and NOT, and a plain interpreter, on random queries.
pub mod query_laws;
/// Rows of tables, and the queries for their games.
pub mod rows_lead_to_games;
/// What single clauses find.
pub mod single_clauses;
/// The names by which columns tell persons.
pub mod usual_names;
/// Values of queries, found or refused.
pub mod values;
