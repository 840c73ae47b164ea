//! Bytes to text, text to words.
pub mod charset;
pub mod fold;
pub mod words;
