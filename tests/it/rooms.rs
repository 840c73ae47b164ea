//! A single crate has no compiler to keep its rooms apart: this test reads the `use` lines instead.

use clap::CommandFactory;
use kifu_index::cli::args::Cli;
use std::path::{Path, PathBuf};

/// Which rooms a room may name, and which crates it may use besides the standard library.
const ROOMS: &[(&str, &[&str], &[&str])] = &[
    ("game", &[], &[]),
    ("patience", &[], &[]),
    (
        "text",
        &["patience"],
        &[
            "encoding_rs",
            "memchr",
            "chardetng",
            "unicode_normalization",
            "rust_stemmers",
            "whatlang",
            "unicode_width",
        ],
    ),
    ("origin", &[], &[]),
    ("error", &["origin", "record", "crawl"], &["serde"]),
    ("record", &["game", "patience"], &[]),
    (
        "formats",
        &["record", "game", "text", "patience"],
        &["memchr"],
    ),
    ("knowledge", &["game", "text"], &[]),
    (
        "crawl",
        &["text", "origin", "error"],
        &[
            "memchr",
            "serde",
            "walkdir",
            "zip",
            "tar",
            "sevenz_rust2",
            "flate2",
            "bzip2",
            "lzma_rust2",
            "zstd",
            "tempfile",
        ],
    ),
    (
        "reading",
        &["crawl", "formats", "record", "origin", "error", "patience"],
        &["rayon", "crossbeam_channel"],
    ),
    (
        "doctor",
        &[
            "reading", "crawl", "formats", "record", "game", "text", "origin", "error",
        ],
        &[],
    ),
    (
        "index",
        &[
            "reading",
            "crawl",
            "formats",
            "knowledge",
            "record",
            "game",
            "text",
            "origin",
            "error",
        ],
        &[
            "tantivy",
            "tantivy_common",
            "crc32fast",
            "serde",
            "serde_json",
        ],
    ),
    (
        "query",
        &[
            "index",
            "formats",
            "knowledge",
            "record",
            "game",
            "text",
            "origin",
            "error",
        ],
        &["tantivy", "serde_json", "unicode_width", "memchr", "rayon"],
    ),
    (
        "export",
        &[
            "index", "crawl", "formats", "record", "game", "text", "origin", "error",
        ],
        &["tempfile", "unicode_normalization", "zip"],
    ),
    (
        "cli",
        &[
            "export",
            "query",
            "index",
            "doctor",
            "reading",
            "crawl",
            "formats",
            "knowledge",
            "record",
            "game",
            "text",
            "origin",
            "error",
        ],
        &[
            "parquet",
            "clap",
            "indicatif",
            "serde_json",
            "serde",
            "etcetera",
            "signal_hook",
            "terminal_size",
            "unicode_width",
        ],
    ),
];

/// Rooms below `cli` in which no string names an option or a command of the program: what to do next is a value there.
const WITHOUT_OPTIONS: &[&str] = &[
    "game",
    "patience",
    "text",
    "origin",
    "error",
    "record",
    "formats",
    "knowledge",
    "crawl",
    "reading",
    "doctor",
    "index",
    "export",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The room of a file: the first part of its path below `src`.
fn room_of(file: &Path) -> String {
    let inside = file.strip_prefix(source()).unwrap();
    let first = inside
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy()
        .into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// Names that follow `crate::` in a line of code.
fn named_rooms(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or("");
    let after = code.split("crate::").skip(1);
    let name = |text: &str| {
        text.chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    after.map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_room_keeps_to_its_neighbours() {
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for file in files {
        let room = room_of(&file);
        if room == "lib" || room == "main" {
            continue;
        }
        let Some((_, rooms, crates)) = ROOMS.iter().find(|(name, ..)| *name == room) else {
            wrong.push(format!(
                "{}: the room `{room}` is not in the table",
                file.display()
            ));
            continue;
        };
        for (number, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            let place = || format!("{}:{}", file.display(), number + 1);
            for named in named_rooms(line) {
                looked_at += 1;
                if named != room && !rooms.contains(&named.as_str()) {
                    wrong.push(format!("{}: `{room}` names `{named}`", place()));
                }
            }
            let Some(used) = line.trim_start().strip_prefix("use ") else {
                continue;
            };
            let used = used
                .trim_start_matches("::")
                .split(['.', ':', ';', ' '])
                .next()
                .unwrap_or("");
            let own = ["std", "crate", "self", "super"];
            let module = used.chars().next().is_none_or(char::is_uppercase) || used.is_empty();
            let foreign = !own.contains(&used) && !module && is_dependency(used);
            if foreign && !crates.contains(&used) && !is_test(&file, number) {
                wrong.push(format!("{}: `{room}` uses the crate `{used}`", place()));
            }
        }
    }
    assert!(
        looked_at > 100,
        "only {looked_at} uses were found: the test reads the wrong files"
    );
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn options_and_commands_are_named_by_the_command_line_alone() {
    let command = Cli::command();
    let commands = command.get_subcommands().map(|command| command.get_name());
    let commands: Vec<String> = commands.map(|name| format!("kifu-index {name}")).collect();
    let names_option = |code: &str| {
        let mut after = code.split("--").skip(1);
        after.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    files.retain(|file| WITHOUT_OPTIONS.contains(&room_of(file).as_str()));
    assert!(files.len() > 100, "only {} files were found", files.len());
    let mut wrong = Vec::new();
    for file in files {
        for (number, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            let names = names_option(code) || commands.iter().any(|name| code.contains(name));
            if names && !is_test(&file, number) {
                wrong.push(format!("{}:{}: {line}", file.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn is_dependency(name: &str) -> bool {
    let manifest =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    manifest
        .lines()
        .any(|line| line.split([' ', '=']).next() == Some(name.replace('_', "-").as_str()))
        || manifest
            .lines()
            .any(|line| line.split([' ', '=']).next() == Some(name))
}

/// Whether the line is in a file's tests, which may use the crates for tests.
fn is_test(file: &Path, line: usize) -> bool {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines()
        .take(line)
        .any(|line| line.contains("#[cfg(test)]"))
        || file.file_name().is_some_and(|name| name == "tests.rs")
}
