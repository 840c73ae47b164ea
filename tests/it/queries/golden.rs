//! Queries over the sample archive, each with its canonical form and its hits, or with its error.
//!
//! `golden.txt` is written for people: a block is a query (with command line arguments, where these matter), the
//! canonical form, and the games; or the error as it is printed. `KIFU_BLESS=1` writes the file again; then check the
//! changes against the games. `tests/oracle.py --golden` does that for most queries with independent code.

use crate::support::{build_with, hits, open, sample_archive, temporary_folder, try_count};
use kifu_index::engine::Engine;
use kifu_index::index::build::Options;
use kifu_index::language::{QueryError, join_arguments, parse};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const ARGUMENT: &str = "argument: ";
const QUERY: &str = "query: ";

#[test]
fn golden_queries() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/queries/golden.txt");
    let expected = std::fs::read_to_string(&file).unwrap();
    let folder = temporary_folder();
    build_with(folder.path(), &[sample_archive()], &Options::default());
    let engine = open(folder.path());
    let blocks: Vec<&str> = expected.trim_end().split("\n\n").collect();
    let answered: Vec<String> = blocks.iter().map(|block| answer(&engine, block)).collect();
    if std::env::var_os("KIFU_BLESS").is_some() {
        std::fs::write(&file, answered.join("\n\n") + "\n").unwrap();
        return;
    }
    let count = blocks.iter().filter(|block| has_query(block)).count();
    assert!(count >= 120, "only {count} queries");
    let differ: Vec<String> = (blocks.iter().zip(&answered))
        .filter(|(block, answer)| *block != answer)
        .map(|(block, answer)| format!("--- golden.txt\n{block}\n--- the program\n{answer}\n"))
        .collect();
    assert!(differ.is_empty(), "{} of {count} differ\n\n{}", differ.len(), differ.join("\n"));
}

/// True if the block has a query; other blocks are headings.
fn has_query(block: &str) -> bool {
    parse_block(block).is_some()
}

/// The query of a block, with the comments and arguments before it.
fn parse_block(block: &str) -> Option<(Vec<&str>, &str)> {
    let mut head = Vec::new();
    for line in block.lines() {
        if let Some(text) = line.strip_prefix(QUERY) {
            return Some((head, text));
        }
        // An empty query has no space after the colon.
        if line == QUERY.trim_end() {
            return Some((head, ""));
        }
        head.push(line);
    }
    None
}

/// The block with the program's answer.
fn answer(engine: &Engine, block: &str) -> String {
    let Some((head, text)) = parse_block(block) else {
        return block.to_owned();
    };
    let arguments: Vec<String> =
        (head.iter()).filter_map(|line| line.strip_prefix(ARGUMENT)).map(str::to_owned).collect();
    let text = match arguments.as_slice() {
        [] => text.to_owned(),
        arguments => join_arguments(arguments),
    };
    let mut out = String::new();
    for line in head {
        writeln!(out, "{line}").unwrap();
    }
    writeln!(out, "{}", format!("{QUERY}{text}").trim_end()).unwrap();
    match run(engine, &text, &mut out) {
        Ok(()) => {}
        Err(error) => out.push_str(&kifu_index::cli::test_api::draw_query_error(&error, &text)),
    }
    out.trim_end().to_owned()
}

fn run(engine: &Engine, text: &str, out: &mut String) -> Result<(), QueryError> {
    let query = parse(text)?;
    let canonical = query.to_string();
    assert_eq!(
        parse(&canonical).map(|again| again.to_string()),
        Ok(canonical.clone()),
        "the canonical form of {text}"
    );
    try_count(engine, text)?;
    writeln!(out, "{}", format!("parsed: {canonical}").trim_end()).unwrap();
    let mut places: Vec<String> = hits(engine, text)
        .iter()
        .map(|game| {
            let path: PathBuf = game.path.strip_prefix(sample_archive()).unwrap().into();
            let member = game.member().map_or(String::new(), |name| format!("!{name}"));
            format!("{}{member}@{}", path.display(), game.game)
        })
        .collect();
    places.sort();
    writeln!(out, "hits: {}", places.len()).unwrap();
    for place in places {
        writeln!(out, "  {place}").unwrap();
    }
    Ok(())
}
