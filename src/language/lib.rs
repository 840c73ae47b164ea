//! What people write: queries, addresses of games, boards, moves and patterns. Text in, syntax trees and positions out.
//!
//! A query is read here, printed back, put into a sentence and marked word by word; errors carry their place in it.
//! Nothing here opens an index or a file, so whatever reads, colours or completes a query can use it alone.
//! What a query finds is the business of `query`.

pub mod address;
mod arguments;
pub mod ast;
pub mod board_size;
pub mod colors;
mod error;
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
pub mod pointed;
pub mod seat_color;
pub mod sentence;
pub mod snippet;
mod spellings;
pub mod tokens;
mod unquoted;
pub mod values;

pub use arguments::{LostQuotes, join_arguments, lost_quotes};
pub use ast::{Clause, FieldValue, NodeKind, Op, Query, QueryNode, quote};
pub use error::{QueryError, QueryErrorCode, Unfinished};
pub use fields::{Field, GameNumber};
pub use parse::parse;
