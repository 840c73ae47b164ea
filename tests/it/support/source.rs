//! Reads the program's source code for the tests of its rules: files, comments, strings, code for tests.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// Names of the modules on the path to a file below `src`, its crate first.
pub type Module = Vec<String>;

/// Folder of all crates.
pub fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Collects all Rust files below a folder.
pub fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Module of a file below `src`; empty for `lib.rs` and `main.rs` of the root package.
pub fn module_of(file: &Path) -> Module {
    let inside = file.strip_prefix(source()).unwrap().with_extension("");
    let names = inside.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| !["mod", "lib", "main"].contains(&name.as_str())).collect()
}

/// Text in which some ranges are replaced by blanks.
pub fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        for byte in &mut bytes[range.clone()] {
            *byte = if *byte == b'\n' { b'\n' } else { b' ' };
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// Ranges of comments, and ranges of strings and characters.
pub fn comments_and_strings(text: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut comments, mut strings) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let ends_name = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let raw = rest.trim_start_matches(['b', 'c']).strip_prefix('r');
        let raw = raw.filter(|raw| !ends_name && raw.trim_start_matches('#').starts_with('"'));
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(raw) = raw {
            let hashes = raw.len() - raw.trim_start_matches('#').len();
            let begin = rest.len() - raw.len() + hashes + 1;
            let end = format!("\"{}", "#".repeat(hashes));
            (rest[begin..].find(&end)).map_or(rest.len(), |found| begin + found + end.len())
        } else if c == '"' {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|&(_, c)| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |(end, _)| end + 1)
        } else if c == '\'' {
            // A quote without a closing quote begins a lifetime, not a character.
            let mut inside = rest.char_indices().skip(1);
            match inside.next() {
                Some((_, '\\')) => rest[3..].find('\'').map_or(rest.len(), |end| end + 4),
                Some((_, _)) if inside.next().is_some_and(|(_, c)| c == '\'') => {
                    rest[1..].find('\'').map_or(rest.len(), |end| end + 2)
                }
                _ => 0,
            }
        } else {
            0
        };
        match length {
            0 => at += c.len_utf8(),
            _ => {
                let list = if c == '/' { &mut comments } else { &mut strings };
                list.push(at..at + length);
                at += length;
            }
        }
    }
    (comments, strings)
}

/// Ranges of items that are compiled for tests only.
pub fn tests_of(code: &str) -> Vec<Range<usize>> {
    let begins = code.match_indices("#[cfg(test)]").map(|(at, _)| at);
    begins.map(|at| at..at + item_end(&code[at..])).collect()
}

/// End of the item, statement or `match` arm at the beginning of the text, with its attributes.
pub fn item_end(text: &str) -> usize {
    let mut item = text;
    while let Some(attribute) = item.strip_prefix("#[") {
        let mut depth = 1;
        let end = attribute.find(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        });
        item = attribute[end.unwrap() + 1..].trim_start();
    }
    let words = item.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let is_visible = |word: &&str| !["pub", "crate", "super", "", "in", "unsafe"].contains(word);
    let keyword = words.into_iter().find(is_visible).unwrap_or_default();
    let blocks = ["fn", "mod", "impl", "struct", "enum", "trait", "if", "match", "for", "while"];
    let mut is_block = item.starts_with('{') || blocks.contains(&keyword);
    let is_line = ["use", "const", "static", "type", "let"].contains(&keyword);
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        let rest = &item[at + c.len_utf8()..];
        let ends = match c {
            '=' if depth == 0 && rest.starts_with('>') => {
                is_block = rest[1..].trim_start().starts_with('{');
                false
            }
            ';' => depth == 0,
            '}' => depth == 0 && is_block && !rest.trim_start().starts_with("else"),
            ',' => depth == 0 && !is_block && !is_line,
            _ => false,
        };
        if ends || depth < 0 {
            return text.len() - item.len() + at + usize::from(ends);
        }
    }
    text.len()
}

/// Reads a path with all of its branches, `a::{b, c::d as e}`, and returns the text behind it.
fn read_paths<'t>(text: &'t str, before: &[String], found: &mut Vec<Vec<String>>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches([',', ' ', '\n']);
            if let Some(behind) = rest.strip_prefix('}') {
                return behind;
            }
            let left = rest.len();
            rest = read_paths(rest, before, found);
            if rest.len() == left {
                return rest;
            }
        }
    }
    let end = |text: &str| {
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*'));
        end.unwrap_or(text.len())
    };
    let (name, rest) = text.split_at(end(text));
    let mut path = [before, &[name.to_owned()]].concat();
    match rest.strip_prefix("::") {
        Some(rest) if !name.is_empty() => read_paths(rest, &path, found),
        _ => {
            if name == "self" && path.len() > 1 {
                path.pop();
            }
            found.push(path);
            rest.strip_prefix(" as ").map_or(rest, |name| &name[end(name)..])
        }
    }
}

/// All paths of two or more names in the code of a file.
pub fn paths_of(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut before = "";
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let (word, behind) = rest.split_at(length.unwrap_or(rest.len()));
        let is_use = word == "use";
        if is_use || behind.starts_with("::") {
            let path = if is_use { behind } else { rest };
            let path = path.trim_start().trim_start_matches("::");
            at = code.len() - read_paths(path, &[], &mut paths).len();
            before = "";
        } else if c == '(' && before == "pub" {
            // The path in `pub(in crate::query)` does not mean that the module is used.
            at += rest.find(')').map_or(1, |end| end + 1);
            before = "";
        } else if word.is_empty() {
            at += c.len_utf8();
            if !c.is_whitespace() {
                before = "";
            }
        } else {
            at += word.len();
            before = word;
        }
    }
    paths
}

#[test]
fn source_is_read_without_comments_strings_and_tests() {
    let text = r####"use a::{b, c::d as e}; // crate::x
fn f<'a>(c: char) -> bool { c == '"' || c == '\'' || "}\\ // {" == r#""crate::y""# }
#[cfg(test)]
#[allow(dead_code)]
pub(crate) fn g(x: [u8; 2]) -> u8 { if x[0] == 0 { 1 } else { 2 } }
#[cfg(test)]
use z::{y, x};
/* crate::z */ mod m { use super::h; }
#[cfg(test)]
mod tests;
fn last() { b::k(); }
"####;
    let (comments, strings) = comments_and_strings(text);
    let code = without(&without(text, &comments), &strings);
    let tests = tests_of(&code);
    let code = without(&code, &tests);
    assert_eq!((code.len(), tests.len()), (text.len(), 3));
    assert_eq!(code.matches(['{', '}']).count(), 8, "{code}");
    let paths = paths_of(&code);
    let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["a::b", "a::c::d", "super::h", "b::k"]);
}
