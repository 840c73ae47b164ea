//! A single crate has no compiler to keep its rooms apart: this test reads the `use` lines instead.

use clap::CommandFactory;
use kifu_index::cli::tested::Cli;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
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
    ("output", &["error"], &["tempfile", "rustix"]),
    ("record", &["game", "patience"], &[]),
    (
        "formats",
        &["record", "game", "text", "patience"],
        &["memchr"],
    ),
    ("knowledge", &["game", "text"], &[]),
    (
        "crawl",
        &["game", "text", "origin", "error"],
        &[
            "memchr",
            "serde",
            "walkdir",
            "zip",
            "tar",
            "sevenz_rust2",
            "flate2",
            "rustix",
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
            "output",
            "error",
            "patience",
        ],
        &[
            "tantivy",
            "tantivy_common",
            "crc32fast",
            "sha2",
            "serde",
            "serde_json",
        ],
    ),
    (
        "language",
        &["formats", "record", "game", "text", "error", "patience"],
        &["serde", "unicode_width"],
    ),
    (
        "query",
        &[
            "language",
            "index",
            "formats",
            "knowledge",
            "record",
            "game",
            "text",
            "origin",
            "error",
            "patience",
        ],
        &["tantivy", "serde", "serde_json", "memchr", "rayon"],
    ),
    (
        "export",
        &[
            "index", "crawl", "formats", "record", "game", "text", "origin", "output", "error",
        ],
        &["unicode_normalization", "zip"],
    ),
    (
        "engine",
        &[
            "export",
            "doctor",
            "query",
            "language",
            "index",
            "reading",
            "crawl",
            "formats",
            "knowledge",
            "record",
            "game",
            "text",
            "origin",
            "output",
            "error",
            "patience",
        ],
        &["parquet", "serde_json", "serde"],
    ),
    ("drawing", &["engine", "game", "text"], &["maud"]),
    // What is told below of games and errors is told to front ends too.
    (
        "web",
        &[
            "drawing", "engine", "language", "record", "game", "text", "origin", "error",
        ],
        &[
            "axum",
            "schemars",
            "hyper",
            "hyper_util",
            "tokio",
            "maud",
            "form_urlencoded",
            "flate2",
            "serde",
            "serde_json",
        ],
    ),
    (
        "cli",
        &[
            "web", "drawing", "engine", "language", "record", "game", "text", "origin", "error",
        ],
        &[
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
    "output",
    "error",
    "record",
    "formats",
    "knowledge",
    "crawl",
    "reading",
    "doctor",
    "index",
    "export",
    "language",
    "query",
    "engine",
    "drawing",
];

/// Rooms that whoever answers over a wire uses too: they get what they need, and hand back what they find.
const SILENT: &[&str] = &["language", "query", "engine", "drawing"];

/// What a silent room leaves to others: files, the environment, and the streams of the process.
const LEFT_TO_OTHERS: &[&str] = &[
    "std::fs",
    "std::env",
    "print!(",
    "println!(",
    "eprint!(",
    "eprintln!(",
    "dbg!(",
];

/// In this room files name each other in circles, since archives hold archives: `intake` hands one to the reader of its
/// kind, which hands the members to `intake`.
const NESTED: &str = "crawl";

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
            let code = line.split("//").next().unwrap_or("");
            let left = LEFT_TO_OTHERS.iter().find(|other| code.contains(**other));
            if let Some(left) = left.filter(|_| SILENT.contains(&room.as_str()))
                && !is_test(&file, number)
            {
                wrong.push(format!("{}: `{room}` uses `{left}`", place()));
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

/// The names on the way to a file of the source, which is a module: `query`, `plan`, `parts`.
type Module = Vec<String>;

fn module_of(file: &Path) -> Module {
    let inside = file.strip_prefix(source()).unwrap().with_extension("");
    let names = inside
        .iter()
        .map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

/// The code of a file without its comments and its tests.
fn code_of(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let is_tests = |at: &usize| {
        let mut rest = lines[*at..]
            .iter()
            .skip_while(|line| line.starts_with("#["));
        lines[*at] == "#[cfg(test)]" && rest.next().is_some_and(|line| line.ends_with('{'))
    };
    let end = (0..lines.len()).find(is_tests).unwrap_or(lines.len());
    let code = lines[..end].iter();
    let code = code.map(|line| line.split("//").next().unwrap_or(""));
    code.collect::<Vec<_>>().join("\n")
}

/// Reads a path with all of its branches, `a::{b, c::d}`, and returns what stands behind it.
fn read_paths<'t>(text: &'t str, before: &[String], paths: &mut Vec<Vec<String>>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches([',', ' ', '\n']);
            if let Some(behind) = rest.strip_prefix('}') {
                return behind;
            }
            let left = rest.len();
            rest = read_paths(rest, before, paths);
            if rest.len() == left {
                return rest;
            }
        }
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*'));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let path = [before, &[name.to_owned()]].concat();
    match rest.strip_prefix("::") {
        Some(rest) if !name.is_empty() => read_paths(rest, &path, paths),
        _ => {
            paths.push(path);
            let new_name = rest.strip_prefix(" as ").unwrap_or(rest);
            new_name.trim_start_matches(|c: char| rest != new_name && c.is_alphanumeric())
        }
    }
}

/// The files of its own room that a file names, but those that it is in and those that are in it.
fn named_files(own: &Module, code: &str, modules: &BTreeSet<Module>) -> BTreeSet<Module> {
    let mut paths = Vec::new();
    for (at, _) in code
        .match_indices("crate::")
        .chain(code.match_indices("super::"))
    {
        if !code[..at].ends_with("::") {
            read_paths(&code[at..], &[], &mut paths);
        }
    }
    let file = |path: Vec<String>| {
        let up = path.iter().take_while(|name| *name == "super").count();
        let mut module = match up {
            0 => Vec::new(),
            _ => own[..own.len().saturating_sub(up)].to_vec(),
        };
        for name in path.into_iter().skip(up.max(1)) {
            module.push(name);
            if !modules.contains(&module) {
                module.pop();
                break;
            }
        }
        module
    };
    let is_far = |other: &Module| {
        other.first() == own.first() && !other.starts_with(own) && !own.starts_with(other)
    };
    paths.into_iter().map(file).filter(is_far).collect()
}

/// The shortest way from a file over others back to itself.
fn circle(start: &Module, named: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let mut ways = VecDeque::from([vec![start.clone()]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for next in &named[way.last().unwrap()] {
            let longer = [way.as_slice(), std::slice::from_ref(next)].concat();
            if next == start {
                return Some(longer);
            }
            if seen.insert(next) {
                ways.push_back(longer);
            }
        }
    }
    None
}

#[test]
fn no_files_of_a_room_name_each_other_in_a_circle() {
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    files.retain(|file| room_of(file) != NESTED && !is_test(file, 0));
    let modules: BTreeSet<Module> = files.iter().map(|file| module_of(file)).collect();
    // Seen from the folder in which two files part, whoever names a file in a module names the module.
    let mut named: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for file in &files {
        let own = module_of(file);
        for other in named_files(&own, &code_of(file), &modules) {
            let common = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
            let (own, other) = (own[..=common].to_vec(), other[..=common].to_vec());
            named.entry(other.clone()).or_default();
            named.entry(own).or_default().insert(other);
        }
    }
    let edges: usize = named.values().map(BTreeSet::len).sum();
    assert!(
        edges > 100,
        "only {edges} were found: the test reads the wrong lines"
    );
    let mut circles = BTreeMap::new();
    for way in named.keys().filter_map(|start| circle(start, &named)) {
        let names: Vec<String> = way.iter().map(|module| module.join("/")).collect();
        let members: BTreeSet<Module> = way.into_iter().collect();
        circles.entry(members).or_insert_with(|| names.join(" → "));
    }
    let circles: Vec<String> = circles.into_values().collect();
    assert!(circles.is_empty(), "\n{}", circles.join("\n"));
}
