//! Names of exported files by a pattern with columns: `{year}/{date} {black} - {white}.sgf`.

use super::columns::{Column, named};
use super::row::GameRow;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::say;
use kifu_store::export::names::safe_path;

/// Pattern of names if none is given.
pub const DEFAULT_PATTERN: &str = "{year}/{date} {black} - {white}.sgf";
/// Text in place of a value that a game does not have.
const UNKNOWN: &str = "unknown";
/// Extension of the files.
const EXTENSION: &str = ".sgf";

/// Pattern of file names: texts and columns in turn.
pub(super) struct NamePattern {
    parts: Vec<NamePart>,
}

enum NamePart {
    Text(String),
    Column(&'static Column),
}

impl NamePattern {
    /// Parses a pattern. Fails if a brace is not closed, or if braces hold no name of a column.
    pub(super) fn parse(pattern: &str) -> Result<NamePattern> {
        let mut rest = pattern.strip_suffix(EXTENSION).unwrap_or(pattern);
        let mut parts = Vec::new();
        while let Some((text, after)) = rest.split_once('{') {
            let Some((column, after)) = after.split_once('}') else {
                let message = say!("error-pattern-brace", pattern = pattern);
                let help = say!("error-pattern-brace-help", pattern = DEFAULT_PATTERN);
                return Err(Error::new(ErrorKind::Query, message).with_help(help));
            };
            parts.push(NamePart::Text(text.to_owned()));
            parts.extend(named(&[column.to_owned()])?.into_iter().map(NamePart::Column));
            rest = after;
        }
        parts.push(NamePart::Text(rest.to_owned()));
        Ok(NamePattern { parts })
    }

    /// Names of the columns in the pattern.
    pub(super) fn columns(&self) -> Vec<String> {
        let column = |part: &NamePart| match part {
            NamePart::Column(column) => Some(column.name.to_owned()),
            NamePart::Text(_) => None,
        };
        self.parts.iter().filter_map(column).collect()
    }

    /// Name of a game's file, which is safe on every system and leads nowhere else. Only the slashes of the pattern
    /// itself separate folders.
    pub(super) fn file_name(&self, row: &GameRow) -> String {
        let mut name = String::new();
        for part in &self.parts {
            match part {
                NamePart::Text(text) => name.push_str(text),
                NamePart::Column(column) => {
                    let value = column.text(row).replace(['/', '\\'], "_");
                    name.push_str(if value.is_empty() { UNKNOWN } else { &value });
                }
            }
        }
        safe_path(&name, EXTENSION)
    }
}
