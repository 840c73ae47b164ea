//! Rules that the dependencies between crates cannot enforce: only the command line names options of the program, and
//! crates that answer requests do not use files, the environment or the standard streams.

use crate::support::source::{
    comments_and_strings, module_of, rust_files, source, tests_of, without,
};
use clap::CommandFactory;
use kifu_index::cli::test_api::Cli;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Crates in which no string may name an option or command of the program. Instead of such advice, they return a value
/// of `Remedy`, which the command line puts into words.
const CRATES_WITHOUT_OPTIONS: [&str; 9] =
    ["record", "messages", "archive", "language", "store", "query", "engine", "drawing", "watch"];

/// Crates that compute answers from their arguments only, so they must not read or write anything.
const SILENT_CRATES: [&str; 5] = ["messages", "language", "query", "engine", "drawing"];

/// Names from the standard library that such a crate must not use.
const FORBIDDEN_IN_SILENT_CRATES: [&str; 7] =
    ["std::fs", "std::env", "print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("];

/// A source file in which comments and code for tests are replaced by blanks.
struct ShippedFile {
    path: PathBuf,
    text: String,
    /// The text of the file in which strings are replaced by blanks, too.
    code: String,
}

/// Source files of the crates without their test files.
fn shipped_files(crates: &[&str]) -> Vec<ShippedFile> {
    let mut files = Vec::new();
    for name in crates {
        rust_files(&source().join(name), &mut files);
    }
    // Unit tests are in files and folders called `tests`.
    files.retain(|file| !module_of(file).iter().any(|name| name == "tests"));
    let read = |path: PathBuf| {
        let whole = std::fs::read_to_string(&path).unwrap();
        let (comments, strings) = comments_and_strings(&whole);
        let text = without(&whole, &comments);
        let tests = tests_of(&without(&text, &strings));
        let text = without(&text, &tests);
        let code = without(&text, &strings);
        let signs = |sign: char| code.matches(sign).count();
        assert_eq!(signs('{'), signs('}'), "{} was not read to its end", path.display());
        ShippedFile { path, text, code }
    };
    files.into_iter().map(read).collect()
}

/// Lines that violate a rule, with file and line number.
fn violations(
    files: &[ShippedFile],
    of: fn(&ShippedFile) -> &str,
    is_wrong: impl Fn(&str) -> bool,
) -> String {
    let mut wrong = String::new();
    for file in files {
        for (number, line) in of(file).lines().enumerate().filter(|(_, line)| is_wrong(line)) {
            wrong.push_str(&format!("\n{}:{}: {line}", file.path.display(), number + 1));
        }
    }
    wrong
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
    let files = shipped_files(&CRATES_WITHOUT_OPTIONS);
    assert!(files.len() > 300, "only {} files were found", files.len());
    let wrong = violations(
        &files,
        |file| &file.text,
        |line| names_option(line) || commands.iter().any(|name| line.contains(name)),
    );
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn crates_that_answer_read_no_files_and_print_nothing() {
    let files = shipped_files(&SILENT_CRATES);
    assert!(files.len() > 150, "only {} files were found", files.len());
    let is_wrong = |line: &str| FORBIDDEN_IN_SILENT_CRATES.iter().any(|other| line.contains(other));
    let wrong = violations(&files, |file| &file.code, is_wrong);
    assert!(wrong.is_empty(), "{wrong}");
}

/// The fuzzers must have the same compiler profile as the workspace. Otherwise `.ci/run` would compile all crates a
/// second time.
#[test]
fn fuzzers_are_compiled_as_the_workspace_is() {
    let profile = |manifest: &str| {
        let text = std::fs::read_to_string(source().join("..").join(manifest)).unwrap();
        let (_, rest) = text.split_once("[profile.dev]").unwrap();
        let lines = rest.lines().take_while(|line| !line.starts_with('['));
        let settings = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        settings.map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = profile("Cargo.toml");
    assert!(expected.len() > 1, "{expected:?}");
    assert_eq!(profile("tests/fuzz/Cargo.toml"), expected);
}

/// Folders whose files must use one another without circles, so that a reader of one archive format does not know the
/// code that opens nested archives.
const ACYCLIC_FOLDERS: [&str; 1] = ["archive/crawl"];

/// Files of a folder, each with the other files of the folder that it uses as `super::file`. A subfolder counts as a
/// part of the file with its name.
fn uses(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut uses = BTreeMap::<String, BTreeSet<String>>::new();
    let files = shipped_files(&[folder]);
    let folder_path = source().join(folder);
    let module = folder_path.file_name().unwrap().to_str().unwrap();
    let name = |file: &ShippedFile| {
        let path = file.path.strip_prefix(&folder_path).unwrap().with_extension("");
        path.iter().next().unwrap().to_str().unwrap().to_owned()
    };
    let names: BTreeSet<String> = files.iter().map(name).collect();
    for file in files.iter().filter(|file| name(file) != "mod") {
        assert!(!file.code.contains(&format!("crate::{module}::")), "{}", file.path.display());
        let used = uses.entry(name(file)).or_default();
        for path in file.code.split("super::").skip(1) {
            let end = if path.starts_with('{') { path.find('}') } else { path.find(';') };
            let path = path.get(..end.unwrap_or(path.len())).unwrap();
            // Forms to parse: `super::name::…`, or `super::{name, name::…}`
            let words = path.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let words = words.filter(|word| !word.is_empty());
            let count = if path.starts_with('{') { usize::MAX } else { 1 };
            used.extend(words.take(count).filter(|word| names.contains(*word)).map(str::to_owned));
        }
        used.remove(&name(file));
    }
    uses
}

#[test]
fn files_of_these_folders_use_one_another_in_one_direction() {
    for folder in ACYCLIC_FOLDERS {
        let mut left = uses(folder);
        let edges: usize = left.values().map(BTreeSet::len).sum();
        assert!(left.len() > 20 && edges > 40, "{} files, {edges} uses of others", left.len());
        // Removes files that use none of the remaining files, again and again until nothing changes. A file that is
        // left is in a circle.
        loop {
            let free: Vec<String> = left
                .iter()
                .filter(|(_, used)| used.iter().all(|other| !left.contains_key(other)))
                .map(|(file, _)| file.clone())
                .collect();
            if free.is_empty() {
                break;
            }
            left.retain(|file, _| !free.contains(file));
        }
        assert!(left.is_empty(), "in circles, or above one: {left:#?}");
    }
}

/// Helpers that several folders of tests need belong in `support`, and properties that hold for all input in
/// `properties`. Only `support` may sleep.
#[test]
fn folders_of_tests_use_no_other_folder_and_never_sleep() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let mut files = Vec::new();
    rust_files(&tests, &mut files);
    assert!(files.len() > 100, "{files:?}");
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let (comments, strings) = comments_and_strings(&text);
        let code = without(&without(&text, &comments), &strings);
        let place = file.strip_prefix(&tests).unwrap();
        if code.contains("thread::sleep") {
            wrong.push(format!("{}: sleeps", place.display()));
        }
        let folder = Path::new(place.iter().next().unwrap()).with_extension("");
        for (at, path) in code.match_indices("crate::") {
            let name = code[at + path.len()..].split(|c: char| !c.is_alphanumeric() && c != '_');
            let name = name.into_iter().next().unwrap();
            if !["support", "properties"].contains(&name) && Path::new(name) != folder {
                wrong.push(format!("{}: {name}", place.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
