//! Names of fields in Chinese, Japanese and Korean: `棋手:李世石` means the same as `player:李世石`. Queries are printed with
//! the English names.

use std::collections::HashMap;
use std::sync::OnceLock;

static TABLE: &str = include_str!("field_names.tsv");

/// Languages of the table of field names, in the order of its columns.
pub const LANGUAGES: [&str; 4] = ["zh-Hans", "zh-Hant", "ja", "ko"];

/// Names of a field in each of [`LANGUAGES`], the usual name first.
pub type FieldNames = [Vec<&'static str>; LANGUAGES.len()];

/// Names of all fields, by their English name.
pub fn all_field_names() -> &'static HashMap<&'static str, FieldNames> {
    static NAMES: OnceLock<HashMap<&'static str, FieldNames>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        let row = |line: &'static str| {
            let mut cells = line.split('\t');
            let field = cells.next()?;
            let mut cell = || Some(cells.next()?.split(';').collect());
            Some((field, [cell()?, cell()?, cell()?, cell()?]))
        };
        lines.filter_map(row).collect()
    })
}

/// English name of the field that has this name in one of the languages.
pub(super) fn english_name(name: &str) -> Option<&'static str> {
    static ENGLISH: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let known = ENGLISH.get_or_init(|| {
        all_field_names()
            .iter()
            .flat_map(|(field, names)| names.iter().flatten().map(|name| (*name, *field)))
            .collect()
    });
    known.get(name).copied()
}

/// Names of a field in all languages, without repetition, by its English name. Empty for raw properties (SGF properties
/// of the root), which have no names in other languages.
pub fn names_of(field: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in all_field_names().get(field).into_iter().flatten().flatten() {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}
