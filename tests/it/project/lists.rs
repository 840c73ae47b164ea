//! Lists in the help and in the guide, compared with the tables of the program that they are about.

use crate::project::docs::root;
use crate::support::{run_on, samples};
use kifu_index::engine::stats::properties;
use kifu_index::language::fields::NUMBERS;
use kifu_index::language::order::sort_keys;

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/guide.md")).unwrap()
}

/// Texts in backticks, such as the names of properties in a list of the guide.
fn code_words(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_guide_lists_all_orders() {
    let guide = guide();
    let row = guide.lines().find(|line| line.starts_with("| `sort:date`")).unwrap();
    let (_, listed) = row.split_once("the order: ").unwrap();
    let listed: Vec<&str> =
        code_words(listed).into_iter().take_while(|word| *word != "2.sgf").collect();
    assert_eq!(listed, sort_keys());
}

#[test]
fn the_guide_lists_all_properties() {
    let guide = guide();
    let (_, section) = guide.split_once("\n## Statistics\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let listed = code_words(section);
    for (name, _) in properties() {
        let option = format!("--by {name}");
        assert!(listed.iter().any(|word| *word == name || *word == option), "{name}");
    }
}

#[test]
fn the_guide_has_a_clause_of_every_number() {
    let guide = guide();
    let (_, section) = guide.split_once("\n## Queries\n").unwrap();
    let words = code_words(section);
    for info in NUMBERS {
        let is_asked = |word: &&str| {
            let mut clauses = word.split_whitespace();
            clauses.any(|clause| {
                clause.strip_prefix(info.name).is_some_and(|rest| rest.starts_with([':', '<', '>']))
            })
        };
        assert!(words.iter().any(is_asked), "{}", info.name);
    }
}

#[test]
fn the_help_lists_all_orders_and_properties() {
    let help = |arguments: &[&str]| {
        let text = run_on(samples(), arguments).ends(0).out;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let all = sort_keys().join(", ");
    assert!(help(&["search", "--help"]).contains(&all));
    for command in ["position", "pattern"] {
        let help = help(&[command, "--help"]);
        let (_, listed) = help.split_once("Sort keys: ").unwrap();
        let (listed, _) = listed.split_once(';').unwrap();
        let listed = listed.replace(" (the strongest players first)", "");
        let expected: Vec<&str> =
            sort_keys().iter().copied().filter(|key| *key != "loss").collect();
        assert_eq!(listed, expected.join(", "), "{command}");
    }
    let help = help(&["stats", "--help"]);
    let (_, listed) = help.split_once("WHAT games are counted by:").unwrap();
    for (name, _) in properties() {
        assert!(listed.split(' ').any(|word| word == name), "{name}");
    }
}
