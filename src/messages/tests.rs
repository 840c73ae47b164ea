#![allow(clippy::unwrap_used)]

use super::*;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The values that the messages of a file use, by id.
type Values = BTreeMap<String, BTreeSet<String>>;

fn values(locale: Locale) -> Values {
    let file = fluent_syntax::parser::parse(locale.file()).unwrap_or_else(|(_, errors)| {
        panic!("{locale:?} cannot be read: {errors:?}");
    });
    let mut all = Values::new();
    for entry in &file.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let mut used = BTreeSet::new();
        of_pattern(message.value.as_ref().unwrap(), &mut used);
        let before = all.insert(message.id.name.to_owned(), used);
        assert!(before.is_none(), "{} twice in {locale:?}", message.id.name);
    }
    all
}

fn of_pattern(pattern: &Pattern<&str>, used: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, used);
        }
    }
}

fn of_expression(expression: &Expression<&str>, used: &mut BTreeSet<String>) {
    let of_inline = |inline: &InlineExpression<&str>, used: &mut BTreeSet<String>| {
        if let InlineExpression::VariableReference { id } = inline {
            used.insert(id.name.to_owned());
        }
    };
    match expression {
        Expression::Inline(inline) => of_inline(inline, used),
        Expression::Select { selector, variants } => {
            of_inline(selector, used);
            for variant in variants {
                of_pattern(&variant.value, used);
            }
        }
    }
}

#[test]
fn each_language_has_all_messages_with_all_their_values() {
    let wanted = values(Locale::English);
    for locale in Locale::ALL.into_iter().filter(|locale| *locale != Locale::English) {
        let found = values(locale);
        let missing: Vec<_> = wanted.iter().filter(|(id, _)| !found.contains_key(*id)).collect();
        assert!(missing.is_empty(), "{locale:?} lacks {missing:?}");
        // What fields find is told in English by their own table.
        for (id, used) in found.iter().filter(|(id, _)| !id.starts_with("field-")) {
            assert_eq!(wanted.get(id), Some(used), "{id} in {locale:?}");
        }
    }
}

/// All that is said is in the file, and all of the file is said.
#[test]
fn the_program_says_each_message() {
    let mut source = String::new();
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut source);
    let made = |id: &str| id.starts_with("language-");
    for id in values(Locale::English).keys().filter(|id| !made(id)) {
        assert!(source.contains(&format!("\"{id}\"")), "nobody says {id}");
    }
    let known = values(Locale::English);
    for before in ["say!(", "marked!("] {
        for (at, _) in source.match_indices(before) {
            let rest = source[at + before.len()..].trim_start();
            let Some((id, _)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
                continue;
            };
            assert!(known.contains_key(id), "{id} is in no file");
        }
    }
}

/// Whoever says a message gives all its values.
#[test]
fn messages_get_their_values() {
    let mut source = String::new();
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut source);
    let known = values(Locale::English);
    let mut seen = 0;
    for before in ["say!(", "marked!("] {
        for (at, _) in source.match_indices(before) {
            let call = call(&source[at + before.len()..]);
            let Some((id, given)) = call.split_first() else {
                continue;
            };
            let Some(wanted) = id.strip_prefix('"').and_then(|id| known.get(id.strip_suffix('"')?))
            else {
                continue;
            };
            let given: BTreeSet<_> = given
                .iter()
                .filter_map(|value| value.split_once('='))
                .map(|(name, _)| name.trim().to_owned())
                .collect();
            assert_eq!(&given, wanted, "{id}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// The arguments of a call, which begin a text: what stands between commas and semicolons outside of all brackets.
fn call(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut quoted, mut escaped) = (0, 0, false, false);
    let mut arguments = Vec::new();
    for (at, sign) in text.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ',' | ';' | ')' if depth == 0 => {
                arguments.push(text[from..at].trim());
                from = at + 1;
                if sign == ')' {
                    break;
                }
            }
            _ => {}
        }
    }
    arguments.retain(|argument| !argument.is_empty());
    arguments
}

fn read(folder: &Path, source: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, source);
        } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js")
            && !path.ends_with("messages/tests.rs")
        {
            source.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn numbers_have_their_forms() {
    assert_eq!(say!("games", n = 1), "1 game");
    assert_eq!(say!("games", n = 1_234_567), "1,234,567 games");
}

#[test]
fn the_language_is_that_of_the_thread() {
    let outer = within(Locale::Japanese, || {
        let inner = within(Locale::Korean, || say!("black"));
        (inner, say!("black"), spoken())
    });
    assert_eq!(outer, ("흑".to_owned(), "黒".to_owned(), Locale::Japanese));
    assert_eq!(say!("black"), "Black");
    let panics = std::panic::catch_unwind(|| within(Locale::Korean, || panic!("inside")));
    assert!(panics.is_err() && spoken() == Locale::English);
}

#[test]
fn languages_that_browsers_ask_for() {
    for (header, wanted) in [
        ("ja", Some(Locale::Japanese)),
        ("zh-TW,zh;q=0.9,en;q=0.8", Some(Locale::Traditional)),
        ("zh-Hant-HK", Some(Locale::Traditional)),
        ("zh-CN, en", Some(Locale::Simplified)),
        ("zh", Some(Locale::Simplified)),
        ("zh-Hans-HK", Some(Locale::Simplified)),
        ("zh-Hans-TW, en", Some(Locale::Simplified)),
        ("de-DE,de;q=0.9,ko;q=0.5,en;q=0.6", Some(Locale::English)),
        ("de, ko;q=0", None),
        ("*", None),
        ("ja;q=x, ko", Some(Locale::Korean)),
        ("en, ja", Some(Locale::English)),
    ] {
        assert_eq!(Locale::preferred(header), wanted, "{header}");
    }
}

#[test]
fn slots_part_a_message() {
    let pieces = with_slots("sentence-plays", &[], &["one", "other"]);
    let wanted = [("", Some(0)), (" plays ", Some(1)), ("", None)];
    assert_eq!(pieces, wanted.map(|(text, slot)| (text.to_owned(), slot)));
}
