//! Lines of a build's summary about files and archive members that were not read although they begin like games.

use super::file_pattern_args::pattern_arguments;
use super::paths::shell_command;
use kifu_engine::build::{FilePatterns, UnreadKind};
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::status::Status;
use kifu_record::text::display::clean;
use std::path::PathBuf;

/// Returns lines that name the kinds of unread files, each with an example. Below the lines of each root stands the
/// command that would read its files.
pub(crate) fn unread_lines(
    kinds: &[UnreadKind],
    status: &Status,
    index_args: &[PathBuf],
) -> Vec<String> {
    let mut lines = Vec::new();
    for of_root in kinds.chunk_by(|a, b| a.root == b.root) {
        lines.extend(of_root.iter().map(kind_line));
        let command = read_command(of_root, status, index_args);
        lines.push(format!("to read them: {command}"));
    }
    lines
}

/// Returns a line such as `12 .txt files begin like a game, for example /games/a.txt`.
fn kind_line(kind: &UnreadKind) -> String {
    let name = |one: &str| match kind.ending.as_str() {
        "" => format!("{one} without an ending"),
        ending => format!("{ending} {one}"),
    };
    let files = counted(kind.games, &name("file"), &name("files"));
    let begin = if kind.games == 1 { "begins" } else { "begin" };
    let rest = match kind.not_inspected {
        0 => String::new(),
        rest => format!(" ({} more were not looked at)", format_thousands(rest)),
    };
    format!("{files} {begin} like a game{rest}, for example {}", clean(&kind.example))
}

/// Returns the command that also reads files of these kinds. It repeats the root's present patterns, because the
/// patterns of a command replace those of the last build.
fn read_command(kinds: &[UnreadKind], status: &Status, index_args: &[PathBuf]) -> String {
    let root = kinds.first().map(|kind| kind.root.display().to_string()).unwrap_or_default();
    let known = kinds.first().and_then(|kind| status.patterns_of(&kind.root));
    let mut patterns = FilePatterns {
        include: known.map_or_else(Vec::new, |known| known.include),
        exclude: Vec::new(),
    };
    let with_ending = kinds.iter().filter(|kind| !kind.ending.is_empty());
    patterns.include.extend(with_ending.map(|kind| format!("*{}", kind.ending)));
    let mut arguments = vec!["build", root.as_str()];
    if kinds.iter().any(|kind| kind.ending.is_empty()) {
        // Files without an ending have nothing in common that a pattern could name.
        arguments.push("--sniff");
    } else {
        arguments.extend(pattern_arguments(&patterns));
    }
    shell_command(index_args, &arguments)
}
