//! The columns that may be asked for. Their names are the keys of JSON output.

use crate::error::{Error, ErrorKind, Result};
use crate::query::fields::nearest;
use serde_json::{Map, Value};

/// All names, in the order of JSON output.
pub const NAMES: [&str; 40] = [
    "v",
    "id",
    "path",
    "member",
    "game",
    "black",
    "white",
    "black_rank",
    "white_rank",
    "black_persons",
    "white_persons",
    "black_team",
    "white_team",
    "result",
    "date",
    "dates",
    "date_span",
    "event",
    "round",
    "place",
    "komi",
    "handicap",
    "rules",
    "ruleset",
    "time",
    "overtime",
    "annotator",
    "title",
    "opening",
    "source",
    "transcriber",
    "copyright",
    "game_comment",
    "kind",
    "format",
    "charset",
    "size",
    "moves",
    "nodes",
    "variations",
];

/// Keys of some hits: the openings that were recognised, the place of a position, the comment that was found.
pub const RARE: [&str; 5] = ["openings", "move", "node", "variation", "comment"];

/// Columns of numbers.
const NUMBERS: [&str; 11] = [
    "v",
    "game",
    "komi",
    "handicap",
    "time",
    "size",
    "moves",
    "nodes",
    "variations",
    "move",
    "node",
];

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field(&'static str);

/// All names.
pub fn all() -> impl Iterator<Item = &'static str> + Clone {
    NAMES.into_iter().chain(RARE)
}

/// The columns of these names.
pub fn parse(names: &[String]) -> Result<Vec<Field>> {
    let field = |name: &String| {
        let name = name.trim();
        Field::named(name).ok_or_else(|| unknown(name))
    };
    names.iter().map(field).collect()
}

fn unknown(name: &str) -> Error {
    let list: Vec<&str> = all().collect();
    let list = list.join(", ");
    let beginning = || all().find(|field| name.len() >= 3 && field.starts_with(name));
    let help = match nearest(name, all()).or_else(beginning) {
        Some(near) => format!("did you mean `{near}`? (all: {list})"),
        None => format!("there are {list}"),
    };
    Error::new(ErrorKind::Query, format!("there is no column `{name}`")).help(help)
}

impl Field {
    /// The column of this name.
    pub fn named(name: &str) -> Option<Field> {
        all().find(|&known| known == name).map(Field)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Whether its values are numbers.
    pub fn is_number(self) -> bool {
        NUMBERS.contains(&self.0)
    }

    /// Whether its values lead to the file.
    pub fn is_place(self) -> bool {
        matches!(self.0, "id" | "path" | "member")
    }

    /// Its value as text; nothing where nothing is known.
    pub fn text(self, object: &Map<String, Value>) -> String {
        match object.get(self.0) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(values)) => self.joined(values),
            Some(Value::Object(object)) => named(object),
            Some(value) => value.to_string(),
        }
    }

    /// A list as text: `19`, `19x13`, `1846-09-11..1846-09-14`, otherwise its parts with semicolons.
    fn joined(self, values: &[Value]) -> String {
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Object(object) => named(object),
            value => value.to_string(),
        };
        let mut texts: Vec<String> = values.iter().map(text).collect();
        let between = match self.0 {
            "size" => "x",
            "date_span" => "..",
            _ => "; ",
        };
        if self.0 == "size" {
            texts.dedup();
        }
        texts.join(between)
    }
}

/// What stands for a person or a comment: the name or the text.
fn named(object: &Map<String, Value>) -> String {
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
            Field::named(name).unwrap().text(&object)
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

    #[test]
    fn an_unknown_column_is_told_with_the_nearest() {
        let error = parse(&["id".into(), "blakc".into()]).unwrap_err();
        assert_eq!(error.to_string(), "there is no column `blakc`");
        assert!(
            error
                .help_text()
                .unwrap()
                .starts_with("did you mean `black`?")
        );
        let help = parse(&["x".into()]).unwrap_err();
        assert!(
            help.help_text()
                .unwrap()
                .starts_with("there are v, id, path")
        );
        let beginning = parse(&["trans".into()]).unwrap_err();
        assert!(beginning.help_text().unwrap().contains("`transcriber`"));
    }
}
