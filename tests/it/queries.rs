//! What queries find, compared with plain loops or lists made by hand.

/// Words without a field, compared with clauses for the fields that such words search.
pub mod bare_words;
/// Results of a player, tables of two properties, comparisons, samples and exports of many games, each compared with a
/// plain count.
pub mod counts_and_samples;
/// Cross-tables and holders of titles, compared with plain counts over the games as they were written.
pub mod crosstables;
/// Requests and answers of the engine, without a terminal.
pub mod engine;
/// Exact values (`=`), any value (`*`) and possessives, on small games.
pub mod exact_and_any_values;
/// Queries over the sample archive with their expected results.
pub mod golden;
/// Two players head to head, compared with a plain count.
pub mod head_to_head;
/// Joseki by their names, in queries and tables, compared with a plain test of all boards.
pub mod joseki_names;
/// Games of KataGo: types, hashes and rules as it writes them.
pub mod katago_games;
/// Players are found by all spellings of their names.
pub mod names;
/// Numeric properties of games, such as moves or captures: queries, lists, orders and tables must agree on each.
pub mod numbers;
/// The rank of the opponent of a query's player.
pub mod opponent_rank;
/// Persons: the numbers in lists of players must be those that queries find.
pub mod persons;
/// Sort orders, positions in queries, and counts, each compared with a plain loop.
pub mod queries_by_plain_loops;
/// Logical laws of AND, OR and NOT on random queries, and a plain interpreter of queries.
pub mod query_laws;
/// Ratings of players by their results, and how well they predict games.
pub mod ratings;
/// Rows of statistics: the query for a row's value must find as many games as the row counts.
pub mod rows_lead_to_games;
pub mod single_clauses;
/// Handicap stones that a record does not state: as setup, or as the first moves.
pub mod unstated_handicap;
/// Tags, stars, notes and saved queries, compared with a plain loop.
pub mod user_data;
/// Columns with one name for all spellings of a person.
pub mod usual_names;
/// Values in queries must be accepted with the right meaning, or refused.
pub mod values;
/// Win rates with their intervals, in JSON and in tables for programs.
pub mod win_rates;
