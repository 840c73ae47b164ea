//! Words to hits.
pub mod ast;
pub mod parse;
