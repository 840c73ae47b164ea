//! Edits the text of one game and leaves everything else as it is written.

use super::lexer::Lexer;
use super::properties::{canonical_name, value_kind};
use super::reader;
use crate::NodeId;
use std::ops::Range;

/// SGF property of a node of special interest (a hotspot); viewers jump from one to the next.
pub const HOTSPOT: &str = "HO[1]";

/// ASCII code of the escape character; see [`replace_escape_characters`](super::write::replace_escape_characters).
const ESCAPE: u8 = 0x1b;

/// Offset in the text of one game where a node's properties begin; `None` if there is no such node, or if nothing can
/// be inserted there.
pub fn node_offset(text: &str, node: NodeId) -> Option<usize> {
    reader::node_offset(text, node).and_then(|at| after_stray_values(text, at))
}

/// Offset after values that stand without a property at the beginning of a node. A property that is inserted before
/// such values would take them as its own. `None` if the last of these values has no end.
fn after_stray_values(text: &str, at: usize) -> Option<usize> {
    let mut lexer = Lexer::new(text.get(at..).unwrap_or_default());
    let mut end = at;
    loop {
        lexer.skip_space();
        // The export writes escape characters as spaces, so a value behind one would also be taken.
        while lexer.peek() == Some(ESCAPE) {
            lexer.bump();
            lexer.skip_space();
        }
        if lexer.peek() != Some(b'[') {
            return Some(end);
        }
        if !lexer.read_value(value_kind("")).is_closed {
            return None;
        }
        end = at + lexer.offset();
    }
}

/// Returns the text of one game with `CA[UTF-8]` in its root, and a hotspot (`HO`) on the node `mark`. `None` if there
/// is no place for `CA`.
pub fn with_utf8_label(text: &str, mark: Option<NodeId>) -> Option<String> {
    let mut changes = charset_changes(text)?;
    let place = mark.and_then(|node| node_offset(text, node));
    changes.extend(place.map(|at| (at..at, HOTSPOT)));
    changes.sort_by_key(|(range, _)| range.start);
    let mut changed = String::with_capacity(text.len() + 32);
    let mut done = 0;
    for (range, new) in changes {
        changed.push_str(text.get(done..range.start).unwrap_or_default());
        changed.push_str(new);
        done = range.end;
    }
    changed.push_str(text.get(done..).unwrap_or_default());
    Some(changed)
}

/// Changes after which the root has `CA[UTF-8]`: byte ranges of the text, each with the text that replaces it.
fn charset_changes(text: &str) -> Option<Vec<(Range<usize>, &'static str)>> {
    let mut lexer = Lexer::new(text);
    let mut changes = Vec::new();
    let mut root = None;
    loop {
        lexer.skip_space();
        match lexer.peek() {
            Some(b'(') if root.is_none() => lexer.bump(),
            Some(b';') if root.is_none() => {
                lexer.bump();
                root = Some(lexer.offset());
            }
            Some(byte) if byte.is_ascii_alphanumeric() => {
                root.get_or_insert(lexer.offset());
                let name = canonical_name(lexer.read_name());
                lexer.skip_space();
                while lexer.peek() == Some(b'[') {
                    let value = lexer.read_value(value_kind(&name));
                    if name == "CA" {
                        let range = value.offset..value.offset + value.text.len();
                        let has_end = value.is_closed && !value.is_cut;
                        changes.push((range, if has_end { "UTF-8" } else { "UTF-8]" }));
                    }
                    lexer.skip_space();
                }
            }
            Some(b'(' | b')' | b';') | None => break,
            Some(b'[') => {
                lexer.read_value(value_kind(""));
            }
            Some(_) => lexer.skip_char(),
        }
    }
    if changes.is_empty() {
        let at = after_stray_values(text, root.unwrap_or(0))?;
        changes.push((at..at, "CA[UTF-8]"));
    }
    Some(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_charset_is_changed() {
        for (text, wanted) in [
            ("(;GM[1];B[aa])", "(;CA[UTF-8]GM[1];B[aa])"),
            ("(;GM[1]CA[GB2312]C[x\\]CA[y];B[aa]CA[z])", "(;GM[1]CA[UTF-8]C[x\\]CA[y];B[aa]CA[z])"),
            ("(;ChArset[gbk]\n CA [big5];W[])", "(;ChArset[UTF-8]\n CA [UTF-8];W[])"),
            ("(GM[1]PB[a])", "(CA[UTF-8]GM[1]PB[a])"),
            ("(;;CA[x])", "(;CA[UTF-8];CA[x])"),
            (";B[aa]", ";CA[UTF-8]B[aa]"),
            ("(CA[gbk", "(CA[UTF-8]"),
            ("(;[9] [x];B[aa])", "(;[9] [x]CA[UTF-8];B[aa])"),
            ("(;\u{1b}[[9];B[aa])", "(;\u{1b}[[9]CA[UTF-8];B[aa])"),
            ("(;\u{1b};B[aa])", "(;CA[UTF-8]\u{1b};B[aa])"),
        ] {
            assert_eq!(with_utf8_label(text, None).as_deref(), Some(wanted));
        }
        assert_eq!(with_utf8_label("(;[", None), None);
        assert_eq!(with_utf8_label("(;[a][b", None), None);
    }

    #[test]
    fn a_node_becomes_a_hotspot() {
        let text = "(;CA[UTF-8];B[aa];W[bb]C[;];B[cc](;W[dd])(;W[ee];B[ff]))";
        for (node, place) in
            [(0, "CA["), (1, "B[aa]"), (2, "W[bb]"), (3, "B[cc]"), (5, "W[ee]"), (6, "B[ff]")]
        {
            let wanted = text.replacen(place, &format!("{HOTSPOT}{place}"), 1);
            assert_eq!(with_utf8_label(text, Some(node)), Some(wanted));
        }
        assert_eq!(with_utf8_label(text, Some(7)).as_deref(), Some(text));
        let stray = with_utf8_label("(;CA[UTF-8];[x]B[aa])", Some(1));
        assert_eq!(stray.as_deref(), Some("(;CA[UTF-8];[x]HO[1]B[aa])"));
    }
}
