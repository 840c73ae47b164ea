//! Writes games as lines for programs: tab-separated values, CSV or JSON lines, with selectable columns.

use super::columns::{COLUMNS, Column, named, needs, usual};
use super::json;
use super::number_format::tsv_value;
use super::row::{GameRow, Needs};
use kifu_archive::error::{Error, Result};
use kifu_record::text::display::is_invisible;
use serde_json::Map;
use std::borrow::Cow;
use std::io::{self, Write};

/// Columns of the comment that matches a query, and of the comment's place in the game.
const COMMENT_COLUMNS: [&str; 4] = ["move", "node", "variation", "comment"];
/// Columns of a move with an engine's evaluation. They follow the columns of a comment.
const MOVE_COLUMNS: [&str; 3] = ["played", "loss", "best"];

/// Size in bytes for which memory is reserved for a line: most lines fit, so it rarely grows.
const LINE_BYTES: usize = 512;

/// Format of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineFormat {
    /// Tab-separated values.
    Tsv,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// JSON object.
    Json,
}

/// Options for writing games as lines.
#[derive(Clone, Debug)]
pub struct LineOptions {
    /// Format of a line.
    pub form: LineFormat,
    /// Columns to write; `None` for the default columns, or for all of them in JSON.
    pub columns: Option<Vec<&'static Column>>,
    /// True if the column names come first. JSON never has such a header.
    pub header: bool,
    /// True if CSV texts are written unchanged, even where a spreadsheet would take them for formulas.
    pub raw: bool,
    /// Line break that ends each line.
    pub end: &'static str,
}

impl LineOptions {
    /// Creates options for a format with the usual columns.
    pub fn new(form: LineFormat) -> LineOptions {
        LineOptions {
            form,
            columns: None,
            header: form == LineFormat::Csv,
            raw: false,
            end: match form {
                LineFormat::Csv => "\r\n",
                _ => "\n",
            },
        }
    }

    /// Selects the columns with these names; the default columns if `names` is empty.
    pub fn with_columns(self, names: &[String]) -> Result<LineOptions> {
        let columns = Some(named(names)?).filter(|columns| !columns.is_empty());
        Ok(LineOptions { columns, ..self })
    }

    /// Adds the columns of the matching comment and its place behind the default columns, unless columns were selected.
    #[must_use]
    pub fn with_comments(self) -> LineOptions {
        let of_comments = COLUMNS.iter().filter(|column| COMMENT_COLUMNS.contains(&column.name));
        let columns =
            self.columns.unwrap_or_else(|| usual().iter().copied().chain(of_comments).collect());
        LineOptions { columns: Some(columns), ..self }
    }

    /// Adds the columns of a hit's place and of the evaluation of its move behind the default columns, unless columns
    /// were selected.
    #[must_use]
    pub fn with_moves(self) -> LineOptions {
        if self.columns.is_some() {
            return self;
        }
        let LineOptions { columns, .. } = self.clone().with_comments();
        let of_move = MOVE_COLUMNS.iter().filter_map(|name| Column::named(name));
        let columns = columns.map(|columns| columns.into_iter().chain(of_move).collect());
        LineOptions { columns, ..self }
    }

    /// True if the output includes the comment that matches a query, or its place.
    pub fn has_comments(&self) -> bool {
        match &self.columns {
            None => self.form == LineFormat::Json,
            Some(columns) => columns.iter().any(|column| COMMENT_COLUMNS.contains(&column.name)),
        }
    }

    /// Tells which values of a row the columns need.
    pub fn needs(&self) -> Needs {
        self.columns.as_deref().map_or(Needs::ROW, needs)
    }

    /// Returns the selected columns, or the default columns.
    pub fn columns(&self) -> &[&'static Column] {
        self.columns.as_deref().unwrap_or_else(|| usual())
    }

    /// Writes the header with the names of the columns, if the format has one.
    pub fn write_header(&self, out: &mut dyn Write) -> Result<()> {
        if !self.header || self.form == LineFormat::Json {
            return Ok(());
        }
        let names = self.columns().iter().map(|column| column.name.to_owned());
        self.write_row(out, names).map_err(write_error)
    }

    /// Writes a game as a line.
    pub fn write_game(&self, out: &mut dyn Write, game: &GameRow) -> Result<()> {
        out.write_all(&self.line(game)?).map_err(write_error)
    }

    /// Formats a game as a line, including the line break.
    pub fn line(&self, game: &GameRow) -> Result<Vec<u8>> {
        let mut line = Vec::with_capacity(LINE_BYTES);
        let written = match self.form {
            LineFormat::Json => self.write_json(&mut line, game),
            LineFormat::Tsv | LineFormat::Csv => {
                let text = |column: &&Column| self.text(column, column.text(game));
                self.write_row(&mut line, self.columns().iter().map(text))
            }
        };
        written.map_err(write_error).map(|()| line)
    }

    /// Formats a value. Tab-separated values are for programs, which need them unchanged. CSV is opened in
    /// spreadsheets, so texts that look like formulas are made harmless.
    fn text(&self, column: &Column, text: String) -> String {
        match self.form {
            LineFormat::Csv if !self.raw && !column.is_number() => escape_formula(text),
            _ => text,
        }
    }

    fn write_json(&self, line: &mut Vec<u8>, game: &GameRow) -> io::Result<()> {
        match &self.columns {
            None => json::write_to_memory(line, game)?,
            Some(columns) => {
                let value = |column: &&Column| (column.name.to_owned(), column.value(game));
                json::write_to_memory(line, &columns.iter().map(value).collect::<Map<_, _>>())?;
            }
        }
        line.extend_from_slice(self.end.as_bytes());
        Ok(())
    }

    fn write_row(
        &self,
        out: &mut dyn Write,
        values: impl Iterator<Item = String>,
    ) -> io::Result<()> {
        for (i, value) in values.enumerate() {
            let (separator, value) = match self.form {
                LineFormat::Csv => (b",", csv_value(&value)),
                _ => (b"\t", Cow::Owned(tsv_value(&value))),
            };
            if i > 0 {
                out.write_all(separator)?;
            }
            out.write_all(value.as_bytes())?;
        }
        out.write_all(self.end.as_bytes())
    }
}

/// Writes a row of a table whose rows are not games. In CSV, texts that a spreadsheet would take for formulas get an
/// apostrophe before them; numbers never do.
pub fn write_table_row(
    out: &mut dyn Write,
    form: LineFormat,
    values: impl Iterator<Item = String>,
) -> io::Result<()> {
    let text = |value: String| match form {
        LineFormat::Csv if value.parse::<f64>().is_err() => escape_formula(value),
        _ => value,
    };
    LineOptions::new(form).write_row(out, values.map(text))
}

/// Makes the error for output that cannot be written.
pub(super) fn write_error(error: io::Error) -> Error {
    Error::io("cannot write the result", error)
}

/// Makes a text harmless in spreadsheets: an apostrophe goes before anything that may be taken for a formula.
///
/// Values come from game records, which anyone may have written. Spreadsheets may drop blanks and invisible characters
/// before they look for a formula, and some accept the full-width signs, too.
fn escape_formula(text: String) -> String {
    let is_skipped = |c: char| c.is_whitespace() || is_invisible(c);
    match text.trim_start_matches(is_skipped).chars().next() {
        Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') => format!("'{text}"),
        _ => text,
    }
}

/// Formats a CSV value, quoted where necessary. Line breaks stay. Other control characters become blanks, because many
/// readers of CSV fail on them.
fn csv_value(value: &str) -> Cow<'_, str> {
    // Most values have only letters, digits and the like, which needs a single pass to find out.
    if value.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b',' | b'"')) {
        return Cow::Borrowed(value);
    }
    let is_unwanted = |c: char| c.is_control() && c != '\n';
    let mut value = Cow::Borrowed(value);
    if value.contains(is_unwanted) {
        value = Cow::Owned(value.replace("\r\n", "\n").replace(is_unwanted, " "));
    }
    if value.contains([',', '"', '\n']) || value.starts_with(' ') || value.ends_with(' ') {
        value = Cow::Owned(format!("\"{}\"", value.replace('"', "\"\"")));
    }
    value
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_texts() {
        for (text, written) in [
            ("=1+1", "'=1+1"),
            ("+cmd", "'+cmd"),
            ("-2", "'-2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r\n @x", "'\r\n @x"),
            ("\u{feff}=1", "'\u{feff}=1"),
            ("＝1", "'＝1"),
            ("＋", "'＋"),
            ("－", "'－"),
            ("＠", "'＠"),
            ("W+R", "W+R"),
            ("2016-03-13", "2016-03-13"),
            ("'=1", "'=1"),
            ("", ""),
            (" ", " "),
        ] {
            assert_eq!(escape_formula(text.to_owned()), written);
        }
    }

    #[test]
    fn values_of_csv() {
        for (value, written) in [
            ("plain", "plain"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\r\nlines", "\"two\nlines\""),
            ("a\rb\0c\td", "a b c d"),
            (" kept ", "\" kept \""),
            ("囲碁", "囲碁"),
        ] {
            assert_eq!(csv_value(value), written);
        }
    }
}
