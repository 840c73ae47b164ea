//! Recognises arguments that begin with `-` but are not options: negated clauses, upper edges of patterns.
//!
//! These arguments get a mark so that the argument parser does not take them for options, and lose it afterwards. The
//! options are read from the commands themselves, so that a new option is recognised without a change here.

use clap::{Arg, Command};
use std::ffi::{OsStr, OsString};

/// Mark before an argument that the parser would take for an option. No real argument can contain a NUL.
const MARK: char = '\0';

/// Kind of operands that a command takes. It decides which arguments that begin with `-` are operands and not options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandKind {
    /// Clauses of a query, such as `-player:Lee`.
    Clauses,
    /// Rows of a pattern, such as `---/.X.|`.
    Rows,
    Neither,
}

/// Marks the operands of a command that begin with `-`: in a query, `-player:Lee` is a clause and not an option.
///
/// Real options may stand anywhere. Everything after `--` is left alone, since the parser takes it for operands anyway.
pub(crate) fn mark_operands(
    program: &Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Vec<OsString> {
    let mut marked: Vec<OsString> = Vec::new();
    let mut command = program;
    let (mut is_value, mut is_ended) = (false, false);
    for argument in arguments {
        let is_program = marked.is_empty();
        if is_program || is_value || is_ended {
            is_value = false;
            marked.push(argument);
            continue;
        }
        let text = argument.to_string_lossy();
        let option = classify_argument(program, command, &text);
        let is_operand = match operand_kind(command) {
            OperandKind::Clauses => text.starts_with('-') && option == OptionUse::None,
            OperandKind::Rows => is_upper_edge(&argument),
            OperandKind::Neither => false,
        };
        is_value = option == OptionUse::TakesNext;
        is_ended = text == "--";
        if std::ptr::eq(command, program) && !text.starts_with('-') {
            command = program.find_subcommand(&*text).unwrap_or(program);
        }
        if is_operand {
            let mut clause = OsString::from(MARK.to_string());
            clause.push(&argument);
            marked.push(clause);
        } else {
            marked.push(argument)
        }
    }
    marked
}

/// How an argument that begins with `-` relates to the options of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OptionUse {
    /// The argument is not an option.
    None,
    /// The argument is one option, or several single letters, including the value if there must be one.
    Complete,
    /// The argument is an option whose value is the next argument.
    TakesNext,
}

/// Classifies an argument: `--name`, `--name=value`, `-c`, `-cl`, `-n 5` and `-n5` are options.
///
/// A long option that no command has counts as an option too, since the parser explains best what is wrong with it.
fn classify_argument(program: &Command, command: &Command, text: &str) -> OptionUse {
    let options = || command.get_arguments().chain(program.get_arguments());
    if let Some(name) = text.strip_prefix("--") {
        let is_named_and_takes_next =
            |arg: &Arg| arg.get_long() == Some(name) && takes_next_argument(arg);
        return if options().any(is_named_and_takes_next) {
            OptionUse::TakesNext
        } else {
            OptionUse::Complete
        };
    }
    let Some(shorts) = text.strip_prefix('-').filter(|shorts| !shorts.is_empty()) else {
        return match text {
            // A lone `-` stands for standard input.
            "-" => OptionUse::Complete,
            _ => OptionUse::None,
        };
    };
    for (at, letter) in shorts.char_indices() {
        let Some(arg) = options().find(|arg| arg.get_short() == Some(letter)) else {
            return match letter {
                // Every command has `-h`; the parser adds it later.
                'h' => continue,
                // A single letter is taken for a misspelt option, and the parser says so.
                _ if shorts.len() == letter.len_utf8() => OptionUse::Complete,
                _ => OptionUse::None,
            };
        };
        if takes_value(arg) {
            // Digits behind `-n` are its value, and so is the name of a file behind `-o`: `-oreport.html`. Letters make
            // the argument a word of a query: `-nakade`, `-other`.
            let value = shorts.get(at + letter.len_utf8()..).unwrap_or_default();
            return match value.strip_prefix('=').unwrap_or(value) {
                "" if value.is_empty() => OptionUse::TakesNext,
                number if number.bytes().all(|byte| byte.is_ascii_digit()) => OptionUse::Complete,
                file if takes_file(arg) && file.contains(['.', '/']) => OptionUse::Complete,
                _ => OptionUse::None,
            };
        }
    }
    OptionUse::Complete
}

/// True if the value of an option is a file.
fn takes_file(arg: &Arg) -> bool {
    arg.get_value_names().is_some_and(|names| names.iter().any(|name| name == "FILE"))
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// True if the value of an option is the next argument. An optional value must follow `=`.
fn takes_next_argument(arg: &Arg) -> bool {
    let is_needed = arg.get_num_args().is_none_or(|count| count.min_values() > 0);
    takes_value(arg) && is_needed && !arg.is_require_equals_set()
}

/// Returns the kind of operands that a command takes, judging by the names of their values in the help.
fn operand_kind(command: &Command) -> OperandKind {
    let mut names =
        command.get_positionals().flat_map(|arg| arg.get_value_names().unwrap_or_default());
    let name = names.find_map(|name| match name.as_str() {
        name if name.split('|').any(|name| name.starts_with("QUERY")) => Some(OperandKind::Clauses),
        "PATTERN" | "POSITION" => Some(OperandKind::Rows),
        _ => None,
    });
    name.unwrap_or(OperandKind::Neither)
}

/// True if an argument is a pattern that begins with its upper edge: `---/.X.|`.
fn is_upper_edge(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    let is_pattern_char = |c: char| "-+/|.,XO*?AV \n".contains(c) || c.is_ascii_digit();
    text.starts_with("--") && text.contains(['/', '\n']) && text.chars().all(is_pattern_char)
}

pub(super) fn strip_mark(text: &str) -> Result<String, std::convert::Infallible> {
    Ok(text.strip_prefix(MARK).unwrap_or(text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    /// Returns those arguments after the program's name that must be marked, so that the parser does not take them for
    /// options.
    fn clauses(words: &[&str]) -> Vec<String> {
        let arguments = std::iter::once(&"kifu-index").chain(words).map(OsString::from);
        let marked = mark_operands(&Cli::command(), arguments);
        marked
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .filter_map(|word| word.strip_prefix(MARK).map(str::to_owned))
            .collect()
    }

    #[test]
    fn options_are_not_marked_in_any_command() {
        let program = Cli::command();
        for command in program.get_subcommands() {
            let name = command.get_name();
            for arg in program.get_arguments().chain(command.get_arguments()) {
                let forms = arg
                    .get_short()
                    .map(|short| format!("-{short}"))
                    .into_iter()
                    .chain(arg.get_long().map(|long| format!("--{long}")));
                for form in forms {
                    // The argument after an option that takes a value is that value, so it gets no mark. After any
                    // other option it is a clause.
                    let expected: &[&str] = if operand_kind(command) == OperandKind::Clauses
                        && !takes_next_argument(arg)
                    {
                        &["-x:y"]
                    } else {
                        &[]
                    };
                    assert_eq!(clauses(&[name, &form, "-x:y"]), expected, "{name} {form}");
                    if !takes_value(arg) {
                        continue;
                    }
                    let attached = format!("{form}=5");
                    assert_eq!(clauses(&[name, &attached]), [] as [&str; 0], "{name} {attached}");
                    if form.len() == 2 {
                        let attached = format!("{form}5");
                        assert_eq!(
                            clauses(&[name, &attached]),
                            [] as [&str; 0],
                            "{name} {attached}"
                        );
                        assert!(
                            operand_kind(command) != OperandKind::Clauses
                                || letters_are_refused(arg)
                                || takes_file(arg),
                            "{name} {form}"
                        );
                    }
                }
            }
        }
    }

    /// True if the value of a short option is a number, so that letters behind it may be a word of a query.
    fn letters_are_refused(arg: &Arg) -> bool {
        arg.get_value_names().is_some_and(|names| names.iter().all(|name| name == "N"))
    }

    #[test]
    fn clauses_with_a_hyphen_are_marked() {
        assert_eq!(clauses(&["search", "-player:Lee", "-n2"]), ["-player:Lee"]);
        assert_eq!(clauses(&["search", "-nakade"]), ["-nakade"]);
        assert_eq!(clauses(&["search", "-n", "-nakade"]), [] as [&str; 0]);
        assert_eq!(
            clauses(&["search", "-cho", "-c:x", "-cl", "-l0", "-h", "-x"]),
            ["-cho", "-c:x"]
        );
        assert_eq!(clauses(&["--index", "-x:y", "search", "-x:y"]), ["-x:y"]);
        assert_eq!(clauses(&["search", "--", "-x"]), [] as [&str; 0]);
        assert_eq!(clauses(&["search", "-"]), [] as [&str; 0]);
        assert_eq!(clauses(&["export", "--csv", "-", "-n3", "-lee"]), ["-lee"]);
        assert_eq!(clauses(&["tag", "--note", "-x", "-lee"]), ["-lee"]);
        assert_eq!(clauses(&["report", "-oreport.html", "-other", "-o", "-x"]), ["-other"]);
        assert_eq!(clauses(&["pattern", "---/.X.|"]), ["---/.X.|"]);
        assert_eq!(clauses(&["build", "-x"]), [] as [&str; 0]);
    }
}
