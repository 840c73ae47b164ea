//! Arguments that begin with `-` but are not options: negated clauses, upper edges of patterns. They carry a mark while
//! the options are parsed.

use std::ffi::{OsStr, OsString};

/// The options of commands with queries that take the next argument as their value.
const TAKE_VALUES: [&str; 11] = [
    "--index",
    "--aliases",
    "--color",
    "--hyperlink",
    "--limit",
    "--fields",
    "--sort",
    "--by",
    "--compare",
    "--sample",
    "--seed",
];
/// Additional ones of `export`; elsewhere `--csv` takes no value.
const TARGET_OPTIONS: [&str; 6] = ["--sgf", "--dir", "--zip", "--csv", "--jsonl", "--parquet"];
/// And of `tag` and `save`; elsewhere `--remove` is none.
const MARK_OPTIONS: [&str; 5] = ["--add", "--remove", "--note", "--export", "--import"];

/// Marks arguments of a query that would pass for options; no real argument can contain it.
const MARK: char = '\0';

/// Marks the negated clauses of a query in the arguments: `-player:Lee` is no option. Options may stand anywhere else;
/// everything after `--` is query anyway.
pub fn mark_query(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut marked: Vec<OsString> = Vec::new();
    let mut command: Option<String> = None;
    let mut ended = false;
    for argument in arguments {
        let takes_value = |last: &OsString| {
            let own: &[&str] = match command.as_deref() {
                Some("export") => &TARGET_OPTIONS,
                Some("tag" | "save") => &MARK_OPTIONS,
                _ => &[],
            };
            TAKE_VALUES.iter().chain(own).any(|option| last == option)
        };
        let is_value = marked.last().is_some_and(takes_value);
        let is_program = marked.is_empty();
        let is_option = argument.to_string_lossy().starts_with('-');
        if command.is_none() && !is_program && !is_option && !is_value {
            command = Some(argument.to_string_lossy().into_owned());
        }
        ended |= argument == "--";
        let is_operand = match command.as_deref() {
            Some("search" | "stats" | "export" | "dups" | "tag" | "save") => is_clause(&argument),
            Some("pattern" | "position") => is_upper_edge(&argument),
            _ => false,
        };
        if is_operand && !ended && !is_value {
            let mut clause = OsString::from(MARK.to_string());
            clause.push(&argument);
            marked.push(clause);
        } else {
            marked.push(argument);
        }
    }
    marked
}

/// Whether an argument that begins with `-` is a clause: anything but a long option or short ones.
fn is_clause(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    text.strip_prefix('-').is_some_and(|rest| {
        let short_options = rest.chars().all(|c| "cl0h".contains(c));
        !rest.starts_with('-') && rest.chars().count() > 1 && !short_options
    })
}

/// Whether an argument is a pattern that begins with its upper edge: `---/.X.|`.
fn is_upper_edge(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    let drawn = |c: char| "-+/|.,XO*?AV \n".contains(c) || c.is_ascii_digit();
    text.starts_with("--") && text.contains(['/', '\n']) && text.chars().all(drawn)
}

pub(super) fn unmarked(text: &str) -> Result<String, std::convert::Infallible> {
    Ok(text.strip_prefix(MARK).unwrap_or(text).to_owned())
}
