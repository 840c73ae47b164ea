//! Games line by line for programs: tab-separated values, CSV, JSON lines, each with the columns that were asked for.

pub mod fields;
#[cfg(feature = "parquet")]
pub mod parquet;

use super::args::OutputArgs;
use super::format::column_text;
use super::json;
use super::search::write_error;
use super::table::{COLUMNS, json_comment, json_object};
use crate::error::Result;
use crate::query::hits::Game;
use crate::query::snippet::CommentHit;
use crate::query::step::Place;
use crate::text::display::is_invisible;
use fields::Field;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::io::{self, Write};

/// What a line looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Tab-separated values.
    Tsv,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// A JSON object.
    Json,
}

/// How games are written as lines.
#[derive(Clone, Debug)]
pub struct Lines {
    form: Form,
    /// The columns; none of JSON means all that is known.
    fields: Option<Vec<Field>>,
    header: bool,
    /// Whether texts of CSV are written as they are, even those that a spreadsheet takes for formulas.
    raw: bool,
    end: &'static str,
}

impl Lines {
    /// Lines of this form with the usual columns.
    pub fn new(form: Form) -> Lines {
        Lines {
            form,
            fields: None,
            header: form == Form::Csv,
            raw: false,
            end: if form == Form::Csv { "\r\n" } else { "\n" },
        }
    }

    /// Lines as the arguments say; an error names a column that does not exist.
    pub fn of(args: &OutputArgs) -> Result<Lines> {
        let form = match args {
            _ if args.json => Form::Json,
            _ if args.csv => Form::Csv,
            _ => Form::Tsv,
        };
        let mut lines = Lines::new(form)
            .with_fields(&args.fields)?
            .raw(args.csv_raw);
        lines.header |= args.header;
        if args.null {
            lines.end = "\0";
        }
        Ok(lines)
    }

    /// The same with these columns; with the usual ones if none is named.
    pub fn with_fields(self, names: &[String]) -> Result<Lines> {
        let fields = Some(fields::parse(names)?).filter(|fields| !fields.is_empty());
        Ok(Lines { fields, ..self })
    }

    /// The same with texts of CSV as they are, or not.
    pub fn raw(self, raw: bool) -> Lines {
        Lines { raw, ..self }
    }

    /// The columns that were named.
    pub fn fields(&self) -> Option<&[Field]> {
        self.fields.as_deref()
    }

    /// Whether a comment that was found is among what is written.
    pub fn tell_comments(&self) -> bool {
        match &self.fields {
            None => self.form == Form::Json,
            Some(fields) => fields.iter().any(|field| field.name() == "comment"),
        }
    }

    /// Writes what stands before the games: the columns' names.
    pub fn begin(&self, out: &mut dyn Write) -> Result<()> {
        if !self.header || self.form == Form::Json {
            return Ok(());
        }
        let columns = self.columns();
        let names = columns.iter().map(|field| field.name().to_owned());
        self.row(out, names).map_err(write_error)
    }

    /// Writes a game.
    pub fn game(&self, out: &mut dyn Write, found: &Found) -> Result<()> {
        let object = found.object();
        let written = match self.form {
            Form::Json => self.json(out, object),
            Form::Tsv | Form::Csv => {
                let columns = self.columns();
                let texts = columns.iter().map(|&field| self.value(field, &object));
                self.row(out, texts)
            }
        };
        written.map_err(write_error)
    }

    /// The columns, those that are usual if none is named.
    pub fn columns(&self) -> Cow<'_, [Field]> {
        match &self.fields {
            Some(fields) => Cow::Borrowed(fields),
            None => COLUMNS
                .iter()
                .filter_map(|name| Field::named(name))
                .collect(),
        }
    }

    /// A value as this form has it. Tab-separated values are for programs, which want them as they are; CSV is opened in
    /// spreadsheets.
    fn value(&self, field: Field, object: &Map<String, Value>) -> String {
        let text = field.text(object);
        match self.form == Form::Csv && !self.raw && !field.is_number() {
            true => no_formula(text),
            false => text,
        }
    }

    fn json(&self, out: &mut dyn Write, mut object: Map<String, Value>) -> io::Result<()> {
        if let Some(fields) = &self.fields {
            let value = |field: &Field| {
                let value = object.get(field.name()).cloned().unwrap_or_default();
                (field.name().to_owned(), value)
            };
            object = fields.iter().map(value).collect();
        }
        json::write(out, &object)?;
        out.write_all(self.end.as_bytes())
    }

    fn row(&self, out: &mut dyn Write, values: impl Iterator<Item = String>) -> io::Result<()> {
        for (i, value) in values.enumerate() {
            if i > 0 {
                out.write_all(if self.form == Form::Csv { b"," } else { b"\t" })?;
            }
            let value = match self.form {
                Form::Csv => csv(&value),
                _ => Cow::Owned(column_text(&value)),
            };
            out.write_all(value.as_bytes())?;
        }
        out.write_all(self.end.as_bytes())
    }
}

/// A game as tab-separated values in the usual columns, to stand behind others.
pub fn tsv(game: &Game) -> String {
    let object = json_object(game);
    let columns = COLUMNS.iter().filter_map(|name| Field::named(name));
    let values: Vec<String> = columns
        .map(|column| column_text(&column.text(&object)))
        .collect();
    values.join("\t")
}

/// A game with what was found in it.
#[derive(Debug)]
pub struct Found<'g> {
    /// The game.
    pub game: &'g Game,
    /// Where it has the position that the query asks for.
    pub place: Option<Place>,
    /// The comment in which the query's words stand.
    pub comment: Option<CommentHit>,
}

impl Found<'_> {
    /// All that is told of it, by the names of the columns.
    pub fn object(&self) -> Map<String, Value> {
        let mut object = json_object(self.game);
        if let Some(place) = self.place {
            object.insert("move".into(), place.number.into());
            object.insert("node".into(), place.node.into());
            object.insert("variation".into(), place.variation.into());
        }
        if let Some(comment) = &self.comment {
            object.insert("comment".into(), json_comment(comment, self.game));
        }
        object
    }
}

/// A text that a spreadsheet shows, and does not run: an apostrophe stands before one that it may take for a formula.
/// Blanks and what nobody sees may be dropped before it looks; some take the full-width signs too.
fn no_formula(text: String) -> String {
    let skipped = |c: char| c.is_whitespace() || is_invisible(c);
    match text.trim_start_matches(skipped).chars().next() {
        Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') => format!("'{text}"),
        _ => text,
    }
}

/// A value of CSV: in quotes where it has to be. Line breaks stay; other control characters, which many readers
/// stumble over, become blanks.
fn csv(value: &str) -> Cow<'_, str> {
    let unwanted = |c: char| c.is_control() && c != '\n';
    let mut value = Cow::Borrowed(value);
    if value.contains(unwanted) {
        value = Cow::Owned(value.replace("\r\n", "\n").replace(unwanted, " "));
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
            assert_eq!(no_formula(text.to_owned()), written);
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
            assert_eq!(csv(value), written);
        }
    }
}
