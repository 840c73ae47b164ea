//! Bytes to text, text to words, text to the terminal.
//!
//! Everything here works on plain text and knows nothing about games or files:
//! - [`charset`]: which charset a file is in, and its text in UTF-8;
//! - [`fold`](mod@fold): one spelling for texts that read alike;
//! - [`words`]: the tokenizer that indexing, queries and snippets share, and [`terms`], which splits queries with it;
//! - [`lang`]: the languages of a text;
//! - [`names`]: when two spellings are one name;
//! - [`display`]: text from archives, made safe and cut to columns.

pub mod charset;
pub mod display;
pub mod fold;
pub mod lang;
pub mod names;
mod stems;
pub mod terms;
pub mod words;

pub use charset::{CharsetFrom, Decoded, decode, decode_name};
pub use display::{clean, fit, truncate, width};
pub use fold::fold;
pub use stems::STEM;
pub use terms::{QueryTerm, phrase_terms, query_terms};
pub use words::{Flavour, Token, TokenKind, Words};

/// Moves a scanner from `at` to `end`, the end of its step. All scanners of this room advance through it. A step that
/// ends where it began is a bug; it then skips one character instead of looping forever.
fn advance(text: &str, at: usize, end: usize) -> usize {
    debug_assert!(
        end > at && text.is_char_boundary(end),
        "a step from {at} to {end}"
    );
    crate::patience::step();
    if end > at {
        end
    } else {
        text.ceil_char_boundary(at + 1)
    }
}
