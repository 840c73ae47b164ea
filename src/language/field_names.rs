//! The names of fields in Chinese, Japanese and Korean: `棋手:李世石` asks what `player:李世石` asks.
//! Queries are printed with the English ones.

use std::collections::HashMap;
use std::sync::OnceLock;

static TABLE: &str = include_str!("field_names.tsv");

/// The languages of the table, in the order of its columns.
pub const LANGUAGES: [&str; 4] = ["zh-Hans", "zh-Hant", "ja", "ko"];

/// The names of a field in each of [`LANGUAGES`], the usual one first.
pub type NamesOfField = [Vec<&'static str>; LANGUAGES.len()];

/// The names of all fields, by their English ones.
pub fn all() -> &'static HashMap<&'static str, NamesOfField> {
    static NAMES: OnceLock<HashMap<&'static str, NamesOfField>> = OnceLock::new();
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

/// The English name of the field that is called so in one of the languages.
pub(super) fn english(name: &str) -> Option<&'static str> {
    static ENGLISH: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let known = ENGLISH.get_or_init(|| {
        all()
            .iter()
            .flat_map(|(field, names)| names.iter().flatten().map(|name| (*name, *field)))
            .collect()
    });
    known.get(name).copied()
}

/// The names of a field, by its English one, in any of the languages, each once; none of raw properties.
pub fn names_of(field: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in all().get(field).into_iter().flatten().flatten() {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}
