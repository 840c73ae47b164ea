//! The columns of a game. This one table serves tab-separated values, CSV, JSON lines, Parquet, `--fields` and the
//! terminal table.
//!
//! A column's name is the key of its value in [`GameRow`](super::row::GameRow)'s JSON, so columns have no values of
//! their own.

use super::played;
use crate::error::{Error, ErrorKind, Result};
use crate::language::fields::nearest;
use serde_json::{Map, Value};

/// The type of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// A text, or a value that is shown as one.
    Text,
    /// A whole number.
    Whole,
    /// A number that may have a fraction.
    Fraction,
    /// The columns and rows of a board: `19`, or `19x13`.
    Size,
    /// The first and the last day of a date: `1846-09-11..1846-09-14`.
    Days,
}

/// A column.
#[derive(Debug)]
pub struct Column {
    /// Its name, which is a key of the JSON.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Type,
    /// Its place among the usual columns, from 1; 0 if it is written only on request.
    usual: u8,
}

impl PartialEq for Column {
    fn eq(&self, other: &Column) -> bool {
        self.name == other.name
    }
}

const fn text(name: &'static str) -> Column {
    of(Type::Text, name)
}

const fn whole(name: &'static str) -> Column {
    of(Type::Whole, name)
}

const fn of(kind: Type, name: &'static str) -> Column {
    Column {
        name,
        kind,
        usual: 0,
    }
}

impl Column {
    const fn usual(self, place: u8) -> Column {
        Column {
            usual: place,
            ..self
        }
    }
}

/// All columns, in the order of the JSON. The places of the usual ones are guaranteed to users.
pub static COLUMNS: [Column; 49] = [
    whole("v"),
    text("id").usual(1),
    text("path").usual(15),
    text("member").usual(16),
    whole("game").usual(17),
    text("black").usual(3),
    text("white").usual(5),
    text("black_rank").usual(4),
    text("white_rank").usual(6),
    text("black_persons"),
    text("white_persons"),
    text("black_team"),
    text("white_team"),
    text("result").usual(7),
    text("date").usual(2),
    text("dates"),
    of(Type::Days, "date_span"),
    text("event").usual(8),
    text("round").usual(9),
    text("place").usual(10),
    of(Type::Fraction, "komi").usual(11),
    whole("handicap").usual(12),
    text("rules"),
    text("ruleset"),
    whole("time"),
    text("overtime"),
    text("annotator"),
    text("title"),
    text("opening"),
    text("source"),
    text("transcriber"),
    text("copyright"),
    text("game_comment"),
    text("kind"),
    text("format"),
    text("charset"),
    of(Type::Size, "size").usual(13),
    whole("moves").usual(14),
    whole("nodes"),
    whole("variations"),
    // Only some games have these: recognised openings, what was played if it is asked for, the place of a position, the
    // matching comment.
    text("openings"),
    text("moves_sgf"),
    text("moves_gtp"),
    text("setup"),
    text("final"),
    whole("move"),
    whole("node"),
    text("variation"),
    text("comment"),
];

/// The columns that are written if none is named, in their order.
pub fn usual() -> Vec<&'static Column> {
    let mut usual: Vec<&Column> = COLUMNS.iter().filter(|column| column.usual > 0).collect();
    usual.sort_by_key(|column| column.usual);
    usual
}

/// The columns with these names.
pub fn named(names: &[String]) -> Result<Vec<&'static Column>> {
    let named = |name: &String| Column::named(name.trim()).ok_or_else(|| unknown(name.trim()));
    names.iter().map(named).collect()
}

/// Whether one of the columns tells what was played, which a search tells only on request.
pub fn needs_moves(names: &[String]) -> bool {
    let is_played = |name: &String| played::COLUMNS.contains(&name.trim());
    names.iter().any(is_played)
}

fn unknown(name: &str) -> Error {
    let all = || COLUMNS.iter().map(|column| column.name);
    let list = all().collect::<Vec<_>>().join(", ");
    let beginning = || all().find(|column| name.len() >= 3 && column.starts_with(name));
    let help = match nearest(name, all()).or_else(beginning) {
        Some(near) => format!("did you mean `{near}`? (all: {list})"),
        None => format!("there are {list}"),
    };
    Error::new(ErrorKind::Query, format!("there is no column `{name}`")).help(help)
}

impl Column {
    /// The column with this name.
    pub fn named(name: &str) -> Option<&'static Column> {
        COLUMNS.iter().find(|column| column.name == name)
    }

    /// Whether its values are numbers.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, Type::Whole | Type::Fraction | Type::Size)
    }

    /// Its value in the JSON of a game; null if unknown.
    pub fn value(&self, game: &Map<String, Value>) -> Value {
        game.get(self.name).cloned().unwrap_or_default()
    }

    /// Its value as text; empty if unknown.
    pub fn text(&self, game: &Map<String, Value>) -> String {
        game.get(self.name)
            .map_or_else(String::new, |value| self.text_of(value.clone()))
    }

    /// One of its values as text.
    pub(super) fn text_of(&self, value: Value) -> String {
        match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            Value::Array(values) => self.joined(&values),
            Value::Object(object) => main_text(&object),
            value => value.to_string(),
        }
    }

    fn joined(&self, values: &[Value]) -> String {
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Object(object) => main_text(object),
            value => value.to_string(),
        };
        let mut texts: Vec<String> = values.iter().map(text).collect();
        match self.kind {
            Type::Size => {
                texts.dedup();
                texts.join("x")
            }
            Type::Days => texts.join(".."),
            _ => texts.join("; "),
        }
    }
}

/// The name of a person, or the text of a comment.
fn main_text(object: &Map<String, Value>) -> String {
    let text = ["name", "text"].into_iter().find_map(|key| object.get(key));
    text.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts() {
        let text = |name: &str, value: Value| {
            let object = Map::from_iter([(name.to_owned(), value)]);
            Column::named(name).unwrap().text(&object)
        };
        assert_eq!(text("size", json!([19, 19])), "19");
        assert_eq!(text("size", json!([19, 13])), "19x13");
        assert_eq!(
            text("date_span", json!(["1846-09-11", "1846-09-14"])),
            "1846-09-11..1846-09-14"
        );
        assert_eq!(text("komi", json!(6.5)), "6.5");
        assert_eq!(text("member", Value::Null), "");
        assert_eq!(
            text(
                "black_persons",
                json!([{"name": "Anna"}, {"name": "Ben", "rank": "1d"}])
            ),
            "Anna; Ben"
        );
        assert_eq!(
            text("comment", json!({"node": 3, "text": "a ladder"})),
            "a ladder"
        );
    }

    /// Programs rely on the order of the columns.
    #[test]
    fn the_usual_columns_are_a_promise() {
        let names: Vec<&str> = usual().iter().map(|column| column.name).collect();
        let promised = "id date black black_rank white white_rank result event round place komi handicap size moves \
                        path member game";
        assert_eq!(names.join(" "), promised);
    }

    #[test]
    fn an_unknown_column_is_reported_with_the_nearest() {
        let error = named(&["id".into(), "blakc".into()]).unwrap_err();
        assert_eq!(error.to_string(), "there is no column `blakc`");
        let help = |name: &str| {
            let error = named(&[name.to_owned()]).unwrap_err();
            error.help_text().unwrap().to_owned()
        };
        assert!(help("blakc").starts_with("did you mean `black`?"));
        assert!(help("x").starts_with("there are v, id, path"));
        assert!(help("trans").contains("`transcriber`"));
    }
}
