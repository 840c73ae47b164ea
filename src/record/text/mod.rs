//! Bytes to text, text to words, text to the terminal.
//!
//! Everything here works on plain text and knows nothing about games or files:
//! - [`charset`]: which charset a file is in, and its text in UTF-8;
//! - [`fold`](mod@fold): one spelling for texts that read alike;
//! - [`words`]: the tokenizer that indexing, queries and snippets share, and [`terms`], which splits queries with it;
//! - `first_letters`: a quick test that rules out texts without the searched words, before they are split;
//! - [`lang`]: the languages of a text;
//! - [`names`]: when two spellings are one name;
//! - `natural`: sort keys in which numbers inside a text count as numbers;
//! - [`display`]: text from archives, made safe and cut to columns.

pub mod characters;
pub mod charset;
pub mod display;
pub mod first_letters;
pub mod fold;
pub mod lang;
pub mod names;
pub mod natural;
mod stems;
mod step;
pub mod terms;
pub mod words;

pub use charset::{CharsetFrom, Decoded, decode, decode_name};
pub use display::{clean, fit_to_width, truncate, width};
pub use fold::fold;
pub use stems::STEM_MARK;
pub use terms::{QueryTerm, phrase_terms, query_terms};
pub use words::{Flavour, Token, TokenKind, WordSplitter};
