//! Determines the user's pager, and whether it passes links on.

use super::output_options::{OutputOptions, env_variable};
use std::io::{self, IsTerminal};
use std::process::Command;

/// Returns the user's pager: `KIFU_PAGER`, or `PAGER`, or `less`.
///
/// `None` if it is empty or `cat`, if paging is turned off, or if the terminal is dumb.
pub(crate) fn pager_command(
    options: OutputOptions,
    env: &impl Fn(&str) -> Option<String>,
) -> Option<String> {
    if options.no_pager || env("TERM").is_some_and(|term| term == "dumb") {
        return None;
    }
    let command = env("KIFU_PAGER").or_else(|| env("PAGER")).unwrap_or_else(|| "less".to_owned());
    let command = command.trim();
    (!command.is_empty() && command != "cat").then(|| command.to_owned())
}

/// True if links reach the terminal: without a pager, or through `less` from version 566 on. Other pagers may print the
/// escape sequences.
pub(crate) fn passes_links() -> bool {
    if !io::stdout().is_terminal() {
        return true;
    }
    let Some(command) = pager_command(OutputOptions::installed(), &env_variable) else {
        return true;
    };
    let program = command.split_whitespace().next().unwrap_or_default();
    if program != "less" && !program.ends_with("/less") {
        return false;
    }
    let version = Command::new(program)
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    // If `less` cannot be started, there is no pager.
    version.map_or(true, |text| parse_less_version(&text) >= 566)
}

/// Returns the number in `less 590 (GNU regular expressions)`; 0 if there is none.
fn parse_less_version(text: &str) -> u32 {
    let digits: String = text
        .split_whitespace()
        .nth(1)
        .unwrap_or_default()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pager_is_the_user_s() {
        let pager = |set: &[(&str, &str)]| {
            let env = |name: &str| {
                set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            };
            pager_command(OutputOptions::default(), &env)
        };
        assert_eq!(pager(&[]).as_deref(), Some("less"));
        assert_eq!(pager(&[("PAGER", "more -s")]).as_deref(), Some("more -s"));
        let both = [("PAGER", "more"), ("KIFU_PAGER", "most")];
        assert_eq!(pager(&both).as_deref(), Some("most"));
        assert_eq!(pager(&[("PAGER", "cat")]), None);
        assert_eq!(pager(&[("PAGER", "more"), ("KIFU_PAGER", "")]), None);
        assert_eq!(pager(&[("TERM", "dumb")]), None);
        let options = OutputOptions { no_pager: true, ..OutputOptions::default() };
        assert_eq!(pager_command(options, &|_| None), None);
    }

    #[test]
    fn versions_of_less() {
        assert_eq!(parse_less_version("less 590 (GNU regular expressions)\n"), 590);
        assert_eq!(parse_less_version("less 643.2 (x)"), 643);
        assert_eq!(parse_less_version(""), 0);
    }
}
