//! Bytes to text, text to words, text to the terminal.
//!
//! Everything here works on plain text and knows neither games nor files:
//! - [`charset`]: which charset a file is in, and its text in UTF-8;
//! - [`fold`](mod@fold): one spelling for what reads alike;
//! - [`words`]: the tokeniser that indexing, queries and snippets share, and [`terms`], which cuts queries with it;
//! - [`lang`]: the languages that a text is in;
//! - [`display`]: text from archives, made safe and cut to columns.

pub mod charset;
pub mod display;
pub mod fold;
pub mod lang;
mod stems;
pub mod terms;
pub mod words;

pub use charset::{CharsetFrom, Decoded, decode, decode_name};
pub use display::{clean, fit, truncate, width};
pub use fold::fold;
pub use terms::{QueryTerm, phrase_terms, query_terms};
pub use words::{Flavour, STEM, Token, TokenKind, Words};

/// Moves a scanner on from `at` to `end`, where its step ended. The one place where the scanners of this room move: a step
/// that ends where it began is a mistake, and passes over a character instead of lasting for ever.
fn advance(text: &str, at: usize, end: usize) -> usize {
    debug_assert!(
        end > at && text.is_char_boundary(end),
        "a step from {at} to {end}"
    );
    crate::patience::step();
    match end > at {
        true => end,
        false => text.ceil_char_boundary(at + 1),
    }
}
