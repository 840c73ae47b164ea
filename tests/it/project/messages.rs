//! Message files: all languages must have the same messages, and the source must use each of them.

use crate::project::docs::root;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use kifu_index::language::fields::NUMBERS;
use kifu_index::language::order::order_messages;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Languages by the names of their files, English first.
const LANGUAGES: [&str; 5] = ["en", "zh-Hans", "zh-Hant", "ja", "ko"];

/// Names of the variables in each message, by message id.
type Values = BTreeMap<String, BTreeSet<String>>;

fn values(language: &str) -> Values {
    let path = root().join(format!("src/messages/{language}.ftl"));
    let text = std::fs::read_to_string(path).unwrap();
    let file = fluent_syntax::parser::parse(text.as_str()).unwrap_or_else(|(_, errors)| {
        panic!("{language} cannot be read: {errors:?}");
    });
    let mut all = Values::new();
    for entry in &file.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let mut used = BTreeSet::new();
        add_variables_of_pattern(message.value.as_ref().unwrap(), &mut used);
        let before = all.insert(message.id.name.to_owned(), used);
        assert!(before.is_none(), "{} twice in {language}", message.id.name);
    }
    all
}

fn add_variables_of_pattern(pattern: &Pattern<&str>, used: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            add_variables_of_expression(expression, used);
        }
    }
}

fn add_variables_of_expression(expression: &Expression<&str>, used: &mut BTreeSet<String>) {
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
                add_variables_of_pattern(&variant.value, used);
            }
        }
    }
}

#[test]
fn each_language_has_all_messages_with_all_their_values() {
    let [english, others @ ..] = LANGUAGES;
    let expected = values(english);
    for language in others {
        let found = values(language);
        let missing: Vec<_> = expected.iter().filter(|(id, _)| !found.contains_key(*id)).collect();
        assert!(missing.is_empty(), "{language} lacks {missing:?}");
        // Messages about fields are skipped, because their English texts come from the table of fields and not from the
        // message file.
        for (id, used) in found.iter().filter(|(id, _)| !id.starts_with("field-")) {
            assert_eq!(expected.get(id), Some(used), "{id} in {language}");
        }
    }
}

/// Each message in the file must be used by the source, and each one in the source must be in the file.
#[test]
fn the_source_uses_each_message() {
    let mut source = String::new();
    read_sources(&root().join("src"), &mut source);
    // These ids are composed from tables of names. Tests of the tables look for them in the message files.
    let sentences = NUMBERS.iter().map(|info| info.sentence_id());
    let made: BTreeSet<String> = order_messages().chain(sentences).collect();
    let is_made = |id: &str| {
        ["language-", "columns-head-"].iter().any(|before| id.starts_with(before))
            || made.contains(id)
    };
    for id in values("en").keys().filter(|id| !is_made(id)) {
        assert!(source.contains(&format!("\"{id}\"")), "nobody says {id}");
    }
    let known = values("en");
    for before in ["say!(", "marked!("] {
        for (at, _) in source.match_indices(before) {
            let rest = without_language(&source[at + before.len()..]);
            let Some((id, _)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
                continue;
            };
            assert!(known.contains_key(id), "{id} is in no file");
        }
    }
}

/// Each use of a message must give exactly the variables that the message has.
#[test]
fn messages_get_their_values() {
    let mut source = String::new();
    read_sources(&root().join("src"), &mut source);
    let known = values("en");
    let mut seen = 0;
    for before in ["say!(", "marked!("] {
        for (at, _) in source.match_indices(before) {
            let call = call_arguments(without_language(&source[at + before.len()..]));
            let Some((id, given)) = call.split_first() else {
                continue;
            };
            let Some(expected) =
                id.strip_prefix('"').and_then(|id| known.get(id.strip_suffix('"')?))
            else {
                continue;
            };
            let given: BTreeSet<_> = given
                .iter()
                .filter_map(|value| value.split_once('='))
                .map(|(name, _)| name.trim().to_owned())
                .collect();
            assert_eq!(&given, expected, "{id}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// Text of a macro call after the argument with the language, if the call has one.
fn without_language(text: &str) -> &str {
    let text = text.trim_start();
    ["locale,", "Locale::English,"]
        .into_iter()
        .find_map(|language| text.strip_prefix(language))
        .unwrap_or(text)
        .trim_start()
}

/// Arguments of a macro call at the beginning of the text: the parts between commas and semicolons that are not inside
/// brackets.
fn call_arguments(text: &str) -> Vec<&str> {
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

fn read_sources(folder: &Path, source: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_sources(&path, source);
        } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js") {
            source.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}
