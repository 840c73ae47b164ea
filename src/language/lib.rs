//! The language of the program's users: queries, addresses of games, boards, moves and patterns. The crate turns text
//! into syntax trees and positions.
//!
//! It parses queries, prints them, writes them as sentences and marks their words in comments; errors have a byte range
//! in the query. Nothing here opens an index or a file, so that it can be used on its own. Executing queries is the
//! task of the `query` crate.

pub mod address;
mod arguments;
pub mod ast;
pub mod board_size;
pub mod colors;
mod error;
pub mod error_line;
pub mod field_names;
pub mod fields;
pub mod files;
pub mod input;
pub mod interval;
pub mod knowledge;
pub(crate) mod lex;
pub mod locate;
pub mod numbers;
pub mod order;
pub mod parse;
pub mod seat_color;
pub mod sentence;
pub mod snippet;
mod spellings;
pub mod tokens;
mod unquoted;
pub mod value_parsers;

pub use arguments::{LostQuotes, find_lost_quotes, join_arguments};
pub use ast::{Clause, FieldValue, NodeKind, Op, Query, QueryNode, quote};
pub use error::{QueryError, QueryErrorCode, Unfinished};
pub use fields::{Field, GameNumber};
pub use parse::parse;
