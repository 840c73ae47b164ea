//! Properties of the file with the user's spellings of players, which may contain any bytes.

use kifu_index::cli::test_api::{add_aliases, links_are_supported};
use kifu_index::knowledge::aliases::Aliases;
use std::path::Path;

/// Checks that any bytes are read as the user's player names, so that each name finds its person, or give an error with
/// the line.
pub fn are_sound(bytes: &[u8]) {
    let mut names = Aliases::default();
    match add_aliases(&mut names, Path::new("aliases.tsv"), bytes) {
        Ok(()) => check_found(&names, &String::from_utf8_lossy(bytes)),
        Err(error) => {
            let message = error.to_string();
            let line = message.strip_prefix("aliases.tsv, line ");
            let number = line.and_then(|line| line.split(':').next());
            let number: usize = number.and_then(|n| n.parse().ok()).expect(&message);
            let lines = bytes.split(|&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&number), "{message}");
            assert!(error.help_text().is_some());
        }
    }
    let text = String::from_utf8_lossy(bytes);
    links_are_supported(&|_| Some(text.clone().into_owned()));
}

fn check_found(names: &Aliases, text: &str) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')).take(20) {
        for name in line.split(['\t', ';']).map(str::trim) {
            let persons = names.persons_named(name);
            // A text with neither letter nor digit is no name.
            let is_name = kifu_index::text::fold(name).contains(char::is_alphanumeric);
            assert!(!persons.is_empty() || !is_name, "{name:?} of {line:?}");
            for person in persons {
                names.spellings(person).count();
            }
            names.persons_with_words(name);
        }
    }
}
