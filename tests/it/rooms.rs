//! A single crate has no compiler to keep its rooms apart: this test reads the `use` lines instead.

use clap::CommandFactory;
use kifu_index::cli::tested::Cli;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Which rooms a room may name, and which crates it may use besides the standard library.
const ROOMS: &[(&str, &[&str], &[&str])] = &[
    ("game", &[], &["serde"]),
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
    ("messages", &["text"], &["fluent_bundle"]),
    ("table", &["text"], &["unicode_width"]),
    ("origin", &[], &[]),
    ("operand", &[], &[]),
    ("error", &["origin", "record", "crawl"], &["serde"]),
    ("clock", &["record"], &["chrono"]),
    ("output", &["error"], &["tempfile", "rustix"]),
    (
        "mine",
        &["messages", "record", "text", "operand", "output", "error", "clock"],
        &["rusqlite", "serde", "serde_json"],
    ),
    ("record", &["game", "patience"], &["memchr"]),
    ("formats", &["record", "game", "text", "patience"], &["memchr", "base64", "flate2"]),
    ("knowledge", &["record", "game", "text"], &[]),
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
    ("findings", &["crawl", "formats", "record", "game", "text", "origin", "error"], &[]),
    (
        "doctor",
        &["findings", "reading", "crawl", "formats", "record", "game", "text", "origin", "error"],
        &[],
    ),
    (
        "index",
        &[
            "findings",
            "reading",
            "crawl",
            "formats",
            "knowledge",
            "mine",
            "record",
            "game",
            "text",
            "origin",
            "operand",
            "output",
            "error",
            "patience",
            "clock",
        ],
        &[
            "tantivy",
            "tantivy_common",
            "tantivy_sstable",
            "crc32fast",
            "sha2",
            "serde",
            "serde_json",
        ],
    ),
    (
        "language",
        &[
            "crawl",
            "formats",
            "knowledge",
            "messages",
            "record",
            "game",
            "text",
            "error",
            "patience",
        ],
        &["serde", "strsim", "unicode_width"],
    ),
    (
        "query",
        &[
            "language",
            "index",
            "findings",
            "formats",
            "knowledge",
            "messages",
            "mine",
            "record",
            "game",
            "text",
            "origin",
            "error",
            "patience",
            "clock",
        ],
        &["tantivy", "serde", "serde_json", "strsim", "memchr", "rayon"],
    ),
    (
        "export",
        &["index", "crawl", "formats", "record", "game", "text", "origin", "output", "error"],
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
            "messages",
            "mine",
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
    ("drawing", &["engine", "messages", "record", "game", "text"], &["maud"]),
    ("watch", &["engine", "error", "clock"], &["notify", "rustix"]),
    // What is told below of games and errors is told to front ends too.
    (
        "web",
        &[
            "watch", "drawing", "engine", "language", "messages", "mine", "record", "game", "text",
            "origin", "error", "clock",
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
            "lru",
            "serde",
            "serde_json",
        ],
    ),
    (
        "cli",
        &[
            "web", "watch", "drawing", "engine", "language", "messages", "mine", "table", "record",
            "game", "text", "origin", "operand", "error",
        ],
        &[
            "anstyle",
            "clap",
            "indicatif",
            "serde_json",
            "serde",
            "etcetera",
            "signal_hook",
            "terminal_size",
        ],
    ),
];

/// Rooms below `cli` in which no string names an option or a command of the program: what to do next is a value there.
const WITHOUT_OPTIONS: &[&str] = &[
    "game",
    "patience",
    "text",
    "table",
    "origin",
    "operand",
    "clock",
    "mine",
    "output",
    "error",
    "record",
    "formats",
    "knowledge",
    "crawl",
    "reading",
    "findings",
    "doctor",
    "index",
    "export",
    "language",
    "messages",
    "query",
    "engine",
    "drawing",
    "watch",
];

/// Rooms that whoever answers over a wire uses too: they get what they need, and hand back what they find.
const SILENT: &[&str] = &["language", "query", "engine", "drawing"];

/// What a silent room leaves to others: files, the environment, and the streams of the process.
const LEFT_TO_OTHERS: &[&str] =
    &["std::fs", "std::env", "print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("];

/// In this room files name each other in circles, since archives hold archives: `intake` hands one to the reader of its
/// kind, which hands the members to `intake`.
const NESTED: &str = "crawl";

/// Files that name each other all around, which only a module and those inside of it may do: the module, what belongs
/// to the knot below it, and why they stay as they are. All others are mended, by a file for what both sides need.
const KNOTS: &[(&str, &[&str], &str)] = &[
    ("cli/answer", &["rows"], "its tables are parts of how an answer is shown"),
    ("cli/show", &["many"], "many games are shown one by one, each like the only one"),
    (
        "cli/stats",
        &["cross"],
        "a cross table is one of the tables, and is named and cut like the others",
    ),
    (
        "crawl",
        &["archive", "intake", "limits", "packed", "sevenz", "sidecar", "single", "tar", "zip"],
        "archives hold archives: the members of one are taken in like the files of a folder",
    ),
    (
        "engine",
        &[
            "board",
            "board/gathered",
            "copies",
            "export",
            "page",
            "parts",
            "question",
            "records",
            "search",
            "stats",
            "status",
        ],
        "the items of long answers are one type, which names the rows of these files, and they send them to a sink of it",
    ),
    (
        "formats/ugf",
        &["figure", "header", "review"],
        "one reader of a game, whose sections stand in files of their own",
    ),
    (
        "index",
        &["duplicates", "whole"],
        "an index holds its duplicates and the whole that it is a part of, and both are found out by way of an index",
    ),
    (
        "index/build",
        &[
            "changes",
            "ledger",
            "lock",
            "merge",
            "rebuild",
            "refreshing",
            "relocate",
            "renames",
            "roots",
            "writing",
        ],
        "one session with one kind of options, whose steps stand in files of their own",
    ),
    ("index/segment/patterns", &["file"], "one layout, written here and read there"),
    (
        "knowledge/aliases",
        &["spelling"],
        "spellings name persons by their numbers in the table, which is made of spellings",
    ),
    (
        "knowledge/openings",
        &["images"],
        "the images are those of the openings in the table, and openings are told by their images",
    ),
    (
        "language",
        &[
            "address",
            "arguments",
            "ast",
            "ast/binding",
            "ast/sequence",
            "input",
            "input/ascii",
            "input/asked",
            "input/diagram",
            "input/gtp",
            "input/labels",
            "input/loa",
            "input/moves",
            "input/numbered",
            "input/pasted",
            "input/pattern",
            "input/points",
            "input/sgf",
            "locate",
            "parse",
            "parse/size",
            "unquoted",
        ],
        "a tree prints so that it is read again as itself, and boards without quotes are values of queries",
    ),
    (
        "query/answer",
        &["earlier", "joined", "local", "reached", "statistics", "years"],
        "parts of one answer, each of which is found out from its question and its continuations",
    ),
    (
        "query/copies",
        &["conflicts"],
        "what copies disagree about is told with them, and found by comparing them",
    ),
    (
        "query/pattern",
        &["conditions", "lines", "matcher", "replayed", "work"],
        "one search, whose stages stand in files of their own",
    ),
    (
        "query/pattern/moments",
        &["shape"],
        "moments are found by shapes, and shapes are made of moments",
    ),
    (
        "query/plan",
        &["copies", "excluded", "filled", "mine", "parts", "positions", "saved", "stars", "typed"],
        "one planner, whose methods stand in files by what they plan",
    ),
    (
        "query/position",
        &["replay"],
        "what a matcher leaves in doubt is replayed, by the terms of that matcher",
    ),
    (
        "query/stats",
        &["gathered", "groups"],
        "tables are counted by groups, and put together from what was gathered of tables",
    ),
    ("text/charset", &["parts", "places"], "a part of a file is decoded as a file is"),
    ("web/data/explore", &["more"], "more of what stands on the page, and of the same position"),
];

pub(super) fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

pub(super) fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// A file of the source. Each text has blanks in the place of what it leaves out, so that lines keep their numbers.
struct Source {
    path: PathBuf,
    /// Its module: `query`, `plan`, `parts`.
    module: Module,
    /// Without comments.
    text: String,
    /// Without comments, and without what is compiled for tests alone.
    shipped: String,
    /// The same without strings.
    code: String,
}

/// The names on the way to a file of the source, which is a module.
pub(super) type Module = Vec<String>;

impl Source {
    fn room(&self) -> &str {
        &self.module[0]
    }

    fn place(&self, line: usize) -> String {
        format!("{}:{}", self.path.display(), line + 1)
    }
}

pub(super) fn module_of(file: &Path) -> Module {
    let inside = file.strip_prefix(source()).unwrap().with_extension("");
    let names = inside.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod").collect()
}

/// All files of the rooms.
fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    files.sort();
    let mut sources = Vec::new();
    let mut of_tests: Vec<Module> = Vec::new();
    for path in files {
        let module = module_of(&path);
        if module == ["lib"] || module == ["main"] {
            continue;
        }
        let whole = std::fs::read_to_string(&path).unwrap();
        let (comments, strings) = comments_and_strings(&whole);
        let text = without(&whole, &comments);
        let code = without(&text, &strings);
        let tests = tests_of(&code);
        for test in &tests {
            let words: Vec<&str> = code[test.clone()].split_whitespace().collect();
            if let [.., "mod", name] = words.as_slice()
                && let Some(name) = name.strip_suffix(';')
            {
                of_tests.push([module.as_slice(), &[name.to_owned()]].concat());
            }
        }
        sources.push(Source {
            shipped: without(&text, &tests),
            code: without(&code, &tests),
            path,
            module,
            text,
        });
    }
    for source in &mut sources {
        if of_tests.iter().any(|test| source.module.starts_with(test)) {
            source.shipped.clear();
            source.code.clear();
        }
    }
    sources
}

/// The text with blanks in the place of some ranges.
pub(super) fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        for byte in &mut bytes[range.clone()] {
            *byte = if *byte == b'\n' { b'\n' } else { b' ' };
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// Where a file has comments, and where it has strings and characters.
pub(super) fn comments_and_strings(text: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut comments, mut strings) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let ends_name = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let raw = rest.trim_start_matches(['b', 'c']).strip_prefix('r');
        let raw = raw.filter(|raw| !ends_name && raw.trim_start_matches('#').starts_with('"'));
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(raw) = raw {
            let hashes = raw.len() - raw.trim_start_matches('#').len();
            let begin = rest.len() - raw.len() + hashes + 1;
            let end = format!("\"{}", "#".repeat(hashes));
            (rest[begin..].find(&end)).map_or(rest.len(), |found| begin + found + end.len())
        } else if c == '"' {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|&(_, c)| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |(end, _)| end + 1)
        } else if c == '\'' {
            // Otherwise it is a lifetime.
            let mut inside = rest.char_indices().skip(1);
            match inside.next() {
                Some((_, '\\')) => rest[3..].find('\'').map_or(rest.len(), |end| end + 4),
                Some((_, _)) if inside.next().is_some_and(|(_, c)| c == '\'') => {
                    rest[1..].find('\'').map_or(rest.len(), |end| end + 2)
                }
                _ => 0,
            }
        } else {
            0
        };
        match length {
            0 => at += c.len_utf8(),
            _ => {
                let list = if c == '/' { &mut comments } else { &mut strings };
                list.push(at..at + length);
                at += length;
            }
        }
    }
    (comments, strings)
}

/// Where the code of a file has items that are compiled for tests alone.
pub(super) fn tests_of(code: &str) -> Vec<Range<usize>> {
    let begins = code.match_indices("#[cfg(test)]").map(|(at, _)| at);
    begins.map(|at| at..at + item_end(&code[at..])).collect()
}

/// Where an item, a statement or an arm of a `match` ends that the text begins with, attributes included.
pub(super) fn item_end(text: &str) -> usize {
    let mut item = text;
    while let Some(attribute) = item.strip_prefix("#[") {
        let mut depth = 1;
        let end = attribute.find(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        });
        item = attribute[end.unwrap() + 1..].trim_start();
    }
    let words = item.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let is_visible = |word: &&str| !["pub", "crate", "super", "", "in", "unsafe"].contains(word);
    let keyword = words.into_iter().find(is_visible).unwrap_or_default();
    let blocks = ["fn", "mod", "impl", "struct", "enum", "trait", "if", "match", "for", "while"];
    let mut is_block = item.starts_with('{') || blocks.contains(&keyword);
    let is_line = ["use", "const", "static", "type", "let"].contains(&keyword);
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        let rest = &item[at + c.len_utf8()..];
        let ends = match c {
            '=' if depth == 0 && rest.starts_with('>') => {
                is_block = rest[1..].trim_start().starts_with('{');
                false
            }
            ';' => depth == 0,
            '}' => depth == 0 && is_block && !rest.trim_start().starts_with("else"),
            ',' => depth == 0 && !is_block && !is_line,
            _ => false,
        };
        if ends || depth < 0 {
            return text.len() - item.len() + at + usize::from(ends);
        }
    }
    text.len()
}

/// Names that follow `crate::` in a line of code.
fn named_rooms(line: &str) -> Vec<String> {
    let after = line.split("crate::").skip(1);
    let name = |text: &str| {
        text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>()
    };
    after.map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn source_is_read_without_comments_strings_and_tests() {
    let text = r####"use a::{b, c::d as e}; // crate::x
fn f<'a>(c: char) -> bool { c == '"' || c == '\'' || "}\\ // {" == r#""crate::y""# }
#[cfg(test)]
#[allow(dead_code)]
pub(crate) fn g(x: [u8; 2]) -> u8 { if x[0] == 0 { 1 } else { 2 } }
#[cfg(test)]
use z::{y, x};
/* crate::z */ mod m { use super::h; }
#[cfg(test)]
mod tests;
fn last() { b::k(); }
"####;
    let (comments, strings) = comments_and_strings(text);
    let code = without(&without(text, &comments), &strings);
    let tests = tests_of(&code);
    let code = without(&code, &tests);
    assert_eq!((code.len(), tests.len()), (text.len(), 3));
    assert_eq!(code.matches(['{', '}']).count(), 8, "{code}");
    let paths = paths_of(&code);
    let paths = paths.iter().map(|named| {
        let path = named.path.join("::");
        format!("{path} {} {} {}", named.name, named.depth, named.used)
    });
    let wanted = ["a::b b 0 true", "a::c::d e 0 true", "super::h h 1 true", "b::k k 0 false"];
    assert_eq!(paths.collect::<Vec<_>>(), wanted);
    for source in sources() {
        let signs = |sign: char| source.code.matches(sign).count();
        let path = source.path.display();
        assert_eq!(signs('{'), signs('}'), "{path} was not read to its end");
    }
}

#[test]
fn every_room_keeps_to_its_neighbours() {
    let dependencies = dependencies();
    assert!(dependencies.contains("tantivy"));
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for source in sources() {
        let room = source.room();
        let Some((_, rooms, crates)) = ROOMS.iter().find(|(name, ..)| *name == room) else {
            wrong.push(format!("{}: the room `{room}` is not in the table", source.path.display()));
            continue;
        };
        for (number, line) in source.text.lines().enumerate() {
            for named in named_rooms(line) {
                looked_at += 1;
                if named != room && !rooms.contains(&named.as_str()) {
                    wrong.push(format!("{}: `{room}` names `{named}`", source.place(number)));
                }
            }
        }
        for (number, line) in source.code.lines().enumerate() {
            let left = LEFT_TO_OTHERS.iter().find(|other| line.contains(**other));
            if let Some(left) = left.filter(|_| SILENT.contains(&room)) {
                wrong.push(format!("{}: `{room}` uses `{left}`", source.place(number)));
            }
            let line = line.trim_start();
            let line = line.strip_prefix("pub ").unwrap_or(line);
            let Some(used) = line.strip_prefix("use ") else {
                continue;
            };
            let used =
                used.trim_start_matches("::").split(['.', ':', ';', ' ']).next().unwrap_or("");
            if dependencies.contains(used) && !crates.contains(&used) {
                let place = source.place(number);
                wrong.push(format!("{place}: `{room}` uses the crate `{used}`"));
            }
        }
    }
    assert!(looked_at > 100, "only {looked_at} uses were found: the test reads the wrong files");
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
    let mut sources = sources();
    sources.retain(|source| WITHOUT_OPTIONS.contains(&source.room()));
    let found = sources.len();
    assert!(found > 100, "only {found} files were found");
    let mut wrong = Vec::new();
    for source in sources {
        for (number, line) in source.shipped.lines().enumerate() {
            if names_option(line) || commands.iter().any(|name| line.contains(name)) {
                wrong.push(format!("{}: {line}", source.place(number)));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The crates that the manifest names.
fn dependencies() -> BTreeSet<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    let tables = manifest.split("\n[");
    let tables = tables.filter(|table| {
        let name = table.split(']').next().unwrap_or_default();
        name.ends_with("dependencies")
    });
    let lines = tables.flat_map(|table| table.lines().skip(1));
    let names = lines.filter_map(|line| line.split_once(" = "));
    names.map(|(name, _)| name.replace('-', "_")).collect()
}

/// A path in a file with the name that it has there, and how many modules in the file it stands in.
pub(super) struct Named {
    pub(super) path: Vec<String>,
    name: String,
    depth: usize,
    /// Whether it stands in a `use`.
    used: bool,
}

/// Reads a path with all of its branches, `a::{b, c::d as e}`, and returns what stands behind it.
fn read_paths<'t>(
    text: &'t str,
    before: &[String],
    found: &mut dyn FnMut(Vec<String>, String),
) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches([',', ' ', '\n']);
            if let Some(behind) = rest.strip_prefix('}') {
                return behind;
            }
            let left = rest.len();
            rest = read_paths(rest, before, found);
            if rest.len() == left {
                return rest;
            }
        }
    }
    let end = |text: &str| {
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*'));
        end.unwrap_or(text.len())
    };
    let (name, rest) = text.split_at(end(text));
    let mut path = [before, &[name.to_owned()]].concat();
    match rest.strip_prefix("::") {
        Some(rest) if !name.is_empty() => read_paths(rest, &path, found),
        _ => {
            if name == "self" && path.len() > 1 {
                path.pop();
            }
            let own = path.last().cloned().unwrap_or_default();
            let (name, rest) = match rest.strip_prefix(" as ") {
                Some(renamed) => renamed.split_at(end(renamed)),
                None => (own.as_str(), rest),
            };
            found(path, name.to_owned());
            rest
        }
    }
}

/// All paths of more than one name in the code of a file.
pub(super) fn paths_of(code: &str) -> Vec<Named> {
    let mut named = Vec::new();
    let mut braces: Vec<bool> = Vec::new();
    let mut before = "";
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let (word, behind) = rest.split_at(length.unwrap_or(rest.len()));
        let used = word == "use";
        if used || behind.starts_with("::") {
            let depth = braces.iter().filter(|is_module| **is_module).count();
            let path = if used { behind } else { rest };
            let path = path.trim_start().trim_start_matches("::");
            let left = read_paths(path, &[], &mut |path, name| {
                named.push(Named { path, name, depth, used });
            });
            at = code.len() - left.len();
            before = "";
            continue;
        }
        match c {
            // `pub(in crate::query)` is no use.
            '(' if before == "pub" => {
                at += rest.find(')').map_or(1, |end| end + 1);
                before = "";
                continue;
            }
            '{' => braces.push(before.starts_with("mod ")),
            '}' => drop(braces.pop()),
            _ => {}
        }
        if word.is_empty() {
            at += c.len_utf8();
            if !c.is_whitespace() {
                before = "";
            }
        } else {
            // A module is known by the two words before its brace.
            let from = if before == "mod" { at - before.len() - 1 } else { at };
            at += word.len();
            before = &code[from..at];
        }
    }
    named
}

/// What the files of a room name.
struct Names {
    modules: BTreeSet<Module>,
    /// What the names mean that a file has from others, whoever may use them.
    imported: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

impl Names {
    /// The files that a path leads to: the one that has the item, and those that pass it on.
    fn files(&self, own: &[String], depth: usize, path: &[String], steps: usize) -> Vec<Module> {
        let up = path.iter().take_while(|name| *name == "super").count();
        let (start, names) = match path.first().map(String::as_str) {
            Some("crate") => (&own[..0], &path[1..]),
            Some("self") => (own, &path[1..]),
            Some("super") => {
                (&own[..(own.len() + depth).saturating_sub(up).min(own.len())], &path[up..])
            }
            _ => (own, path),
        };
        let mut module = start.to_vec();
        for (i, name) in names.iter().enumerate() {
            module.push(name.clone());
            if self.modules.contains(&module) {
                continue;
            }
            module.pop();
            let imported = self.imported.get(&module);
            if let Some(target) = imported.and_then(|names| names.get(name)).filter(|_| steps > 0) {
                let target = [target.as_slice(), &names[i + 1..]].concat();
                let mut files = self.files(&module, 0, &target, steps - 1);
                files.push(module);
                return files;
            }
            break;
        }
        vec![module]
    }
}

/// For each file the others of its room that it names.
fn named_files() -> BTreeMap<Module, BTreeSet<Module>> {
    let mut sources = sources();
    sources.retain(|source| !source.code.is_empty());
    let paths: Vec<Vec<Named>> = sources.iter().map(|source| paths_of(&source.code)).collect();
    let mut names = Names {
        modules: sources.iter().map(|source| source.module.clone()).collect(),
        imported: BTreeMap::new(),
    };
    for (source, paths) in sources.iter().zip(&paths) {
        let imported = names.imported.entry(source.module.clone()).or_default();
        let used = paths.iter().filter(|named| named.used && named.depth == 0);
        imported.extend(used.map(|named| (named.name.clone(), named.path.clone())));
    }
    let of = |(source, paths): (&Source, &Vec<Named>)| {
        let own = &source.module;
        let files = paths.iter().flat_map(|named| names.files(own, named.depth, &named.path, 8));
        let others = files.filter(|other| other != own && other.first() == own.first());
        (own.clone(), others.collect())
    };
    sources.iter().zip(&paths).map(of).collect()
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
    // Seen from the folder in which two files part, whoever names a file in a module names the module.
    let mut named: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (own, others) in named_files() {
        for other in others {
            if own[0] == NESTED || other.starts_with(&own) || own.starts_with(&other) {
                continue;
            }
            let common = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
            let (own, other) = (own[..=common].to_vec(), other[..=common].to_vec());
            named.entry(other.clone()).or_default();
            named.entry(own).or_default().insert(other);
        }
    }
    let edges: usize = named.values().map(BTreeSet::len).sum();
    assert!(edges > 100, "only {edges} were found: the test reads the wrong lines");
    let mut circles = BTreeMap::new();
    for way in named.keys().filter_map(|start| circle(start, &named)) {
        let names: Vec<String> = way.iter().map(|module| module.join("/")).collect();
        let members: BTreeSet<Module> = way.into_iter().collect();
        circles.entry(members).or_insert_with(|| names.join(" → "));
    }
    let circles: Vec<String> = circles.into_values().collect();
    assert!(circles.is_empty(), "\n{}", circles.join("\n"));
}

/// The files to which a file leads.
fn reached<'n>(
    start: &'n Module,
    named: &'n BTreeMap<Module, BTreeSet<Module>>,
) -> BTreeSet<&'n Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(next) = open.pop() {
        open.extend(named[next].iter().filter(|other| reached.insert(*other)));
    }
    reached
}

#[test]
fn files_that_need_their_parents_are_known() {
    let named = named_files();
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        (named.keys()).map(|file| (file, reached(file, &named))).collect();
    let mut found = BTreeSet::new();
    for (file, others) in &reached {
        let knot = others.iter().filter(|other| reached[*other].contains(file));
        let knot: Vec<String> = knot.map(|other| other.join("/")).collect();
        if let [top, rest @ ..] = knot.as_slice()
            && !rest.is_empty()
        {
            let below = |file: &String| file.strip_prefix(&format!("{top}/")).map(str::to_owned);
            let rest: Option<Vec<String>> = rest.iter().map(below).collect();
            let rest = rest.unwrap_or_else(|| panic!("a circle beyond {top}: {knot:?}"));
            found.insert((top.clone(), rest));
        }
    }
    let owned = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect();
    let known = KNOTS.iter();
    let known = known.map(|(top, rest, _)| ((*top).to_owned(), owned(rest)));
    let known: BTreeSet<(String, Vec<String>)> = known.collect();
    let listed = |knots: BTreeSet<&(String, Vec<String>)>| {
        let lines = knots.into_iter().map(|(top, rest)| format!("(\"{top}\", &{rest:?}, \"\"),"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let new = listed(found.difference(&known).collect());
    let gone = listed(known.difference(&found).collect());
    let is_same = new.is_empty() && gone.is_empty();
    assert!(is_same, "\nnew:\n{new}\ngone:\n{gone}");
}
