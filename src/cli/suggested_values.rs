//! Values that a shell offers as completions of an option.
//!
//! Other values are accepted too: the code that reads the value can explain best what is wrong with it.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command, ValueHint};
use kifu_language::fields::Field;
use std::ffi::OsStr;

/// Parser of a value that accepts any text and offers some values as completions.
#[derive(Clone, Debug)]
pub(crate) struct SuggestedValues(Vec<&'static str>);

/// Returns a parser that offers these values.
pub(crate) fn suggest_values(values: impl IntoIterator<Item = &'static str>) -> SuggestedValues {
    SuggestedValues(values.into_iter().collect())
}

/// Returns a parser that offers the values of a field of the query language.
pub(crate) fn suggest_field_values(field: &Field) -> SuggestedValues {
    suggest_values(field.info().choices.iter().copied())
}

impl TypedValueParser for SuggestedValues {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// Returns the command with file names offered as completions only where a file may be named.
pub(crate) fn limit_file_hints(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let is_text = arg.get_value_hint() == ValueHint::Unknown && !arg.is_positional();
        if is_text && arg.get_action().takes_values() {
            arg.value_hint(ValueHint::Other)
        } else {
            arg
        }
    });
    command.mut_subcommands(limit_file_hints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    #[test]
    fn options_suggest_their_values() {
        let mut script = Vec::new();
        let mut command = limit_file_hints(Cli::command());
        clap_complete::generate(clap_complete::Shell::Fish, &mut command, "kifu", &mut script);
        let script = String::from_utf8_lossy(&script);
        // The completion script for fish has a line for each option, which lists all values that the option offers.
        let option = |command: &str, name: &str| {
            let of = format!("__fish_kifu_using_subcommand {command}\" -l {name} ");
            let mut options = script.split("\ncomplete ");
            options.find(|option| option.contains(&of)).map(str::to_owned)
        };
        for (command, name, value) in [
            ("stats", "by", "rank-difference"),
            ("search", "fields", "black_rank"),
            ("search", "sort", "relevance"),
            ("position", "sort", "relevance"),
            ("position", "in", "variations"),
            ("export", "fields", "moves_sgf"),
            ("doctor", "kind", "no-game"),
        ] {
            let line = option(command, name).unwrap_or_default();
            assert!(line.contains(value) && line.contains(" -r -f "), "{command} --{name}: {line}");
        }
        let of_files = |command, name| option(command, name).unwrap_or_default().contains(" -F");
        assert!(of_files("export", "sgf") && of_files("search", "index"));
        assert!(!of_files("search", "limit") && !of_files("position", "filter"));
    }
}
