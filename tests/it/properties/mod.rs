//! Properties that hold for all input. Each function takes an input and panics if the property does not hold for it.
//! Tests call the functions with mutated files, and the fuzzers in `tests/fuzz` with generated input.

pub mod analysis;
pub mod archive;
pub mod ask;
pub mod book;
pub mod charset;
pub mod choices;
pub mod damage;
pub mod drawn;
pub mod export;
pub mod game_lists;
pub mod manifest;
pub mod parts;
pub mod plain;
pub mod query;
pub mod record;
pub mod replay;
pub mod scan;
pub mod scratch;
pub mod sealed;
pub mod settings;
pub mod strict;
pub mod values;
pub mod variations;
pub mod whole;
pub mod words;
pub mod writer;

use kifu_index::formats::{self, Source, jgf, ogs, sgf};
use kifu_index::record::{Action, Diagnostics, Format, GameRecord};
use kifu_index::text::charset::is_table;

/// Checks that any bytes are read the same each time and give consistent records. Returns the number of games.
pub fn read_any(bytes: &[u8]) -> usize {
    let parsed = formats::read(bytes);
    let again = formats::read(bytes);
    assert_eq!(parsed.records, again.records, "read twice");
    assert_eq!(parsed.text, again.text, "read twice");
    assert_eq!(parsed.diagnostics, again.diagnostics, "read twice");
    // With these charsets, offsets are in the decoded text, because they cannot be mapped back to the bytes of the
    // file.
    let length = match parsed.text.charset.name {
        "hz-gb-2312" | "iso-2022-kr" => {
            let text = kifu_index::text::charset::decode(bytes).text.len();
            text.max(bytes.len())
        }
        _ => bytes.len(),
    };
    offsets_are_inside(&parsed.diagnostics, length);
    for record in &parsed.records {
        record::is_sound(record, length);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        parts::are_sound(text, text.len() / 3 * 2);
    }
    parts::numbered_games_are_sound(bytes, 8);
    parsed.records.len()
}

/// Checks that any text is read as SGF with consistent records that survive writing and reading, and that strictly
/// valid SGF is read as a strict reader reads it.
pub fn read_sgf(text: &str) {
    let (records, outside) = sgf::read(text);
    offsets_are_inside(&outside, text.len());
    for record in &records {
        record::is_sound(record, text.len());
        comes_back(record);
    }
    if let Some(trees) = strict::read(text) {
        strict::check_agreement(text, &trees, &records);
    }
}

/// Checks that any text is read as JGF with consistent records.
pub fn read_jgf(text: &str) {
    let records = jgf::read(text);
    assert_eq!(records, jgf::read(text), "read twice");
    for record in records.iter().flatten() {
        record::is_sound(record, text.len());
    }
}

/// Checks that any text is read as JSON of OGS with consistent records.
pub fn read_ogs(text: &str) {
    let (records, outside) = ogs::read(text);
    assert_eq!((&records, &outside), (&ogs::read(text).0, &ogs::read(text).1), "read twice");
    offsets_are_inside(&outside, text.len());
    for record in &records {
        record::is_sound(record, text.len());
    }
}

/// Checks that any bytes, put behind the beginning of a table in Parquet, are read as one with consistent records.
pub fn read_parquet(bytes: &[u8]) {
    let columns = "moves=m,black=b,white=w".parse().unwrap();
    let table = if is_table(bytes) { bytes.to_vec() } else { [b"PAR1\x15", bytes].concat() };
    for columns in [None, Some(&columns)] {
        let source = Source { columns, ..Source::of_file(&table) };
        let parsed = formats::read_source(source);
        assert_eq!(parsed.records, formats::read_source(source).records, "read twice");
        offsets_are_inside(&parsed.diagnostics, table.len());
        for record in &parsed.records {
            assert_eq!(record.format, Format::Parquet);
            record::is_sound(record, table.len());
        }
    }
}

/// Checks that `read(write(read(x))) == read(x)`.
fn comes_back(record: &GameRecord) {
    // A property name of 200 characters or more is not recognised after a value. Records with such names are skipped.
    if record.properties.iter().any(|p| p.name.len() >= 200) {
        return;
    }
    // A record does not store which moves of the root had numbers in their property names, so the order of more than
    // two moves may change.
    let is_move = |action: &&Action| matches!(action, Action::Move(..) | Action::Raw(..));
    let root_moves = record.tree.actions(0).iter().filter(is_move).count();
    if root_moves > 2 && writer::may_have_numbered_root_moves(record) {
        return;
    }
    let text = writer::write(record);
    let (again, _) = sgf::read(&text);
    let [again] = &again[..] else { panic!("{} records of {text}", again.len()) };
    assert_eq!(again.start, record.start, "{text}");
    assert!(record::same_tree(&again.tree, &record.tree), "{text}");
    assert_eq!(again.properties, record.properties, "{text}");
    assert_eq!(again.main_line_info, record.main_line_info, "{text}");
    assert_eq!(again.variation_info, record.variation_info, "{text}");
    assert_eq!(again.info, record.info, "{text}");
}

fn offsets_are_inside(diagnostics: &Diagnostics, length: usize) {
    for diagnostic in diagnostics.iter() {
        assert!(diagnostic.offset <= length, "{diagnostic:?} of {length}");
        assert!(!diagnostic.message.is_empty());
    }
    assert!(diagnostics.iter().count() <= diagnostics.total());
    assert_eq!(diagnostics.iter().next().is_none(), diagnostics.is_empty());
}
