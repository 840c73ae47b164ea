//! First layer of the SGF reader: finds where names, values and brackets begin and end. What they mean is decided in
//! the other layers.

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memmem, memrchr};
use std::ops::Range;

/// Text between brackets, with escapes unresolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawValue<'a> {
    pub(super) text: &'a str,
    /// Byte offset of the first character after `[`.
    pub(super) offset: usize,
    /// Whether the value ends before the end of the file does.
    pub(super) is_closed: bool,
    /// Whether the value has a `]` that should have been escaped.
    pub(super) has_stray_bracket: bool,
    /// Whether the value's `]` is missing, so that it was ended where the next node, variation or property begins.
    pub(super) is_cut: bool,
}

/// Bytes of a node with a move in the usual form: `;`, the colour letter, `[`, two point letters, `]`.
pub(super) type PlainNode = [u8; 6];

#[inline]
fn is_plain(&[semicolon, color, open, x, y, close]: &PlainNode) -> bool {
    [semicolon, open, close] == *b";[]"
        && matches!(color, b'B' | b'W')
        && x.is_ascii_lowercase()
        && y.is_ascii_lowercase()
}

/// Kind of values that a property has, which decides how their end is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// Points, numbers and the like, in which there are no brackets.
    Points,
    /// Line of text, such as a name.
    Line,
    /// Text of several lines, such as a comment. The text may discuss SGF, so nothing in it is taken for a property.
    Lines,
}

/// Reads an SGF text from its beginning to its end, and never goes back.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    /// Offset at which the last search for `]` began, and offset of the `]` that it found. A search from any offset
    /// between the two has the same result.
    next_close: (usize, usize),
    /// Range without any `]` at which a value could end, as a failed search found out. Without it, each value in the
    /// range would search all of it again.
    no_end: Range<usize>,
    /// Offset up to which ends of values were searched; the text behind it had no influence so far.
    searched: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        let next_close = (usize::MAX, 0);
        Lexer { text, pos: 0, next_close, no_end: 0..0, searched: 0 }
    }

    /// Offset up to which ends of values were searched. What was read so far depends on no text behind it.
    pub(super) fn searched(&self) -> usize {
        self.searched
    }

    pub(super) fn offset(&self) -> usize {
        self.pos
    }

    /// Number of bytes that have not been read yet.
    pub(super) fn remaining(&self) -> usize {
        self.text.len() - self.pos.min(self.text.len())
    }

    #[inline]
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Returns the next byte without moving.
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes().get(self.pos).copied()
    }

    /// Moves over one byte, which must be ASCII, so that the position stays on a character boundary.
    #[inline]
    pub(super) fn bump(&mut self) {
        self.pos += 1;
    }

    /// Skips white space and NULs.
    #[inline]
    pub(super) fn skip_space(&mut self) {
        self.pos = skip_space(self.bytes(), self.pos);
    }

    /// Skips one character of any kind, with all its bytes.
    pub(super) fn skip_char(&mut self) {
        self.pos += 1;
        while !self.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
    }

    /// Reads a property name: letters and digits.
    #[inline]
    pub(super) fn read_name(&mut self) -> &'a str {
        let start = self.pos;
        self.pos = skip_name(self.bytes(), self.pos);
        self.text.get(start..self.pos).unwrap_or("")
    }

    /// Reads all consecutive nodes from here on, at most `most`, that have a move in the usual form: `;B[pd];W[dd]…`.
    /// More properties may follow in the last one.
    #[inline]
    pub(super) fn read_plain_nodes(&mut self, most: usize) -> &'a [PlainNode] {
        let rest = self.bytes().get(self.pos..).unwrap_or_default();
        let (nodes, _) = rest.as_chunks();
        let nodes = nodes.get(..most).unwrap_or(nodes);
        let count = nodes.iter().take_while(|node| is_plain(node)).count();
        self.pos += count * size_of::<PlainNode>();
        nodes.get(..count).unwrap_or_default()
    }

    /// Reads a value, after [`peek`](Self::peek) has returned its `[`. A text may have unescaped `]`: such a bracket
    /// ends it only if something follows that can follow a value.
    pub(super) fn read_value(&mut self, kind: ValueKind) -> RawValue<'a> {
        let offset = self.pos + 1;
        let bytes = self.bytes();
        let Some(first) = self.closing_bracket(offset) else {
            self.pos = bytes.len();
            self.searched = bytes.len();
            let text = self.text.get(offset..).unwrap_or("");
            return RawValue {
                text,
                offset,
                is_closed: false,
                has_stray_bracket: false,
                is_cut: false,
            };
        };
        self.searched = self.searched.max(first);
        let (end, cut) = match kind {
            ValueKind::Points => (first, missing_end(bytes, offset, first)),
            ValueKind::Line => {
                let end = self.prose_end(first);
                (end, swallowed_end(bytes, offset, end))
            }
            ValueKind::Lines => (self.prose_end(first), None),
        };
        if let Some(cut) = cut {
            return self.read_cut_value(offset, cut);
        }
        self.pos = end + 1;
        let text = self.text.get(offset..end).unwrap_or("");
        RawValue { text, offset, is_closed: true, has_stray_bracket: end != first, is_cut: false }
    }

    /// Reads a value without `]`, which ends before what follows it.
    #[cold]
    fn read_cut_value(&mut self, offset: usize, end: usize) -> RawValue<'a> {
        self.pos = end;
        RawValue {
            text: self.text.get(offset..end).unwrap_or(""),
            offset,
            is_closed: true,
            has_stray_bracket: false,
            is_cut: true,
        }
    }

    /// Offset of the first unescaped `]` from `offset` on. The result is remembered, because values without an end
    /// search for the same bracket repeatedly.
    #[inline]
    fn closing_bracket(&mut self, offset: usize) -> Option<usize> {
        let (from, close) = self.next_close;
        if from <= offset && offset <= close {
            return Some(close);
        }
        let close = closing_bracket(self.bytes(), offset)?;
        self.next_close = (offset, close);
        Some(close)
    }

    /// Offset of the bracket that ends a text, given the first bracket.
    ///
    /// The search stops where a tree has closed and another begins. Otherwise a `]` of a later game would end the
    /// value, and a file cut before that bracket would have more games than the complete one.
    fn prose_end(&mut self, first: usize) -> usize {
        let bytes = self.bytes();
        if can_follow_value(bytes, first + 1) || self.no_end.contains(&first) {
            return first;
        }
        let mut candidate = first;
        let mut closed = false;
        loop {
            let next = closing_bracket(bytes, candidate + 1);
            let between = candidate + 1..next.unwrap_or(bytes.len());
            let tree = next_tree(bytes, between, &mut closed);
            match next.filter(|_| tree.is_none()) {
                Some(end) if can_follow_value(bytes, end + 1) => {
                    self.searched = self.searched.max(end);
                    return end;
                }
                Some(end) => candidate = end,
                None => {
                    self.searched = self.searched.max(tree.unwrap_or(bytes.len()));
                    self.no_end = first..tree.unwrap_or(bytes.len());
                    return first;
                }
            }
        }
    }

    /// Moves to the next `(` that begins a tree: for the first tree one that is followed by `;`, or by a name and `[`;
    /// for later trees by the stricter rule `begins_next_tree`, by which also the end of a value is found, so that both
    /// agree. Returns whether there is one, and whether anything but white space was skipped.
    pub(super) fn find_tree(&mut self, is_first: bool) -> (bool, bool) {
        let begins = if is_first { begins_tree } else { begins_next_tree };
        let start = self.pos;
        let bytes = self.bytes();
        let mut pos = start;
        while let Some(found) = bytes.get(pos..).and_then(|rest| memchr(b'(', rest)) {
            let open = pos + found;
            if begins(bytes, open + 1) {
                self.pos = open;
                return (true, skip_space(bytes, start) < open);
            }
            pos = open + 1;
        }
        self.pos = bytes.len();
        (false, skip_space(bytes, start) < bytes.len())
    }

    /// Whether a node with a move follows, which shows that a closing parenthesis before it did not end the game.
    pub(super) fn has_move_next(&self) -> bool {
        let pos = skip_space(self.bytes(), self.pos);
        let rest = self.bytes().get(pos..).unwrap_or_default();
        matches!(rest, [b';', b'B' | b'W', b'[', ..])
    }

    /// Whether a line begins here with `(;FF[` or `(;GM[`, as only a new game does: these properties belong to the
    /// root.
    #[inline]
    pub(super) fn begins_line_with_game(&self) -> bool {
        let rest = self.bytes().get(self.pos..).unwrap_or_default();
        (rest.starts_with(b"(;FF[") || rest.starts_with(b"(;GM["))
            && self.bytes().get(..self.pos).and_then(<[u8]>::last) == Some(&b'\n')
    }

    /// Whether a node with properties begins at the current position.
    pub(super) fn begins_node(&self) -> bool {
        let pos = skip_space(self.bytes(), self.pos);
        self.bytes().get(pos) == Some(&b';')
            && begins_property(self.bytes(), skip_space(self.bytes(), pos + 1))
    }

    /// Whether a game without parentheses may begin at the current position: with `;`, or with a name and `[`.
    pub(super) fn begins_tree(&self) -> bool {
        begins_tree(self.bytes(), self.pos)
    }
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c | 0)
}

#[inline]
fn skip_space(bytes: &[u8], mut pos: usize) -> usize {
    while bytes.get(pos).is_some_and(|&b| is_space(b)) {
        pos += 1;
    }
    pos
}

#[inline]
fn skip_name(bytes: &[u8], mut pos: usize) -> usize {
    while bytes.get(pos).is_some_and(u8::is_ascii_alphanumeric) {
        pos += 1;
    }
    pos
}

/// Length in bytes from which a word is no property name. Words are examined in search of the end of a value or game,
/// and once more when they are read. The limit bounds the time that this takes for long words.
const MAX_NAME_BYTES: usize = 200;

/// Whether a property name and `[` begin at `pos`.
fn begins_property(bytes: &[u8], pos: usize) -> bool {
    let end = skip_name(bytes.get(..pos + MAX_NAME_BYTES).unwrap_or(bytes), pos);
    end > pos && bytes.get(skip_space(bytes, end)) == Some(&b'[')
}

fn begins_tree(bytes: &[u8], pos: usize) -> bool {
    let pos = skip_space(bytes, pos);
    bytes.get(pos) == Some(&b';') || begins_property(bytes, pos)
}

/// Whether a tree that follows another one begins after a `(` at `pos`: with a property, or with `;` and then a
/// property, a value or the end of the tree. This rule is stricter than for the first tree, because a smiley in a text,
/// `(;`, looks like the beginning of a tree.
fn begins_next_tree(bytes: &[u8], pos: usize) -> bool {
    let mut pos = skip_space(bytes, pos);
    let has_node = bytes.get(pos) == Some(&b';');
    while bytes.get(pos) == Some(&b';') {
        pos = skip_space(bytes, pos + 1);
    }
    begins_property(bytes, pos) || has_node && matches!(bytes.get(pos), Some(b')' | b'['))
}

/// Offset where a tree begins after the end of another. `closed` tells whether a tree has ended before the range, and
/// is set if one ends in it.
fn next_tree(bytes: &[u8], range: Range<usize>, closed: &mut bool) -> Option<usize> {
    let between = bytes.get(range.clone())?;
    memchr2_iter(b'(', b')', between).find_map(|at| {
        let at = range.start + at;
        if bytes.get(at) == Some(&b')') {
            *closed = true;
            return None;
        }
        (*closed && begins_next_tree(bytes, at + 1)).then_some(at)
    })
}

/// Whether the text at `pos` can follow a value.
fn can_follow_value(bytes: &[u8], pos: usize) -> bool {
    let mut pos = skip_space(bytes, pos);
    // Skips the quotation marks `>` of a record that was sent by mail.
    while bytes.get(pos) == Some(&b'>') && bytes.get(..pos).is_some_and(ends_line) {
        pos = skip_space(bytes, pos + 1);
    }
    match bytes.get(pos) {
        None | Some(b'[' | b';' | b'(' | b')') => true,
        Some(_) => begins_property(bytes, pos),
    }
}

/// Whether a line has just ended, apart from spaces and more quotation marks.
fn ends_line(before: &[u8]) -> bool {
    let last = before.iter().rev().take(8).find(|b| !b" >".contains(b));
    matches!(last, Some(b'\n' | b'\r'))
}

/// Maximum length in bytes of a value that is not text. A `]` farther away belongs to another value.
const MAX_POINT_BYTES: usize = 200;

/// Offset of the end of a value whose `]` is missing; `None` if it is not missing. A point holds no `[`, so a `[`
/// before the next `]` belongs to a later property, and the value ends where that property's node or variation begins.
fn missing_end(bytes: &[u8], offset: usize, close: usize) -> Option<usize> {
    // Only the first bytes are searched, because no point is that long.
    let value = bytes.get(offset..close.min(offset + MAX_POINT_BYTES))?;
    // An escaped bracket is text.
    let is_open = |at: &usize| at.checked_sub(1).and_then(|at| value.get(at)) != Some(&b'\\');
    let open = memchr_iter(b'[', value).find(is_open)?;
    let end = value.get(..open)?.iter().rposition(|byte| b";()".contains(byte))?;
    // The value ends before a run of brackets, so that `6.5)(;B[pd]` ends the value after `6.5`.
    let start = value
        .get(..end)?
        .iter()
        .rposition(|byte| !b";() \r\n\t".contains(byte))
        .map_or(0, |at| at + 1);
    Some(offset + start)
}

/// Length in bytes up to which a line of text is searched for the name of another property.
const MAX_INFO_BYTES: usize = 200;

/// Offset of the end of a line of text whose `]` is missing and that therefore holds what follows it: a move at its
/// very end or, in a short text, the name and `[` of a well-known property. `None` if there is nothing like that.
fn swallowed_end(bytes: &[u8], offset: usize, end: usize) -> Option<usize> {
    let value = bytes.get(offset..end)?;
    if let [before @ .., b';', b'B' | b'W', b'[', b'a'..=b'z', b'a'..=b'z'] = value {
        return (before.last() != Some(&b'\\')).then_some(offset + before.len());
    }
    // A file that escapes brackets closes its values, so nothing is missing.
    if value.len() > MAX_INFO_BYTES || memmem::find(value, b"\\]").is_some() {
        return None;
    }
    let open = memrchr(b'[', value)?;
    let (name, before) = (value.get(open.checked_sub(2)?..open)?, value.get(..open - 2)?);
    let begins = !before.last().is_some_and(u8::is_ascii_uppercase);
    (begins && WELL_KNOWN.iter().any(|known| known.as_bytes() == name))
        .then_some(offset + before.len())
}

/// Names of properties that nearly every root has.
const WELL_KNOWN: [&str; 20] = [
    "PB", "PW", "BR", "WR", "RE", "DT", "EV", "RO", "PC", "KM", "RU", "HA", "SZ", "TM", "GN", "SO",
    "US", "AP", "GM", "FF",
];

/// Offset of the first unescaped `]` from `pos` on.
#[inline]
fn closing_bracket(bytes: &[u8], mut pos: usize) -> Option<usize> {
    // The first 16 bytes are tested one by one: most values are points, and for a few bytes that is faster than
    // `memchr`.
    for _ in 0..16 {
        match bytes.get(pos)? {
            b']' => return Some(pos),
            b'\\' => pos += 2,
            _ => pos += 1,
        }
    }
    loop {
        pos += memchr2(b']', b'\\', bytes.get(pos..)?)?;
        if bytes.get(pos) == Some(&b']') {
            return Some(pos);
        }
        pos += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_not_closed_ends_before_the_next_node() {
        let end = |value: &str| missing_end(value.as_bytes(), 0, value.len());
        assert_eq!(end("6.5;B[pd"), Some(3));
        assert_eq!(end("6.5)(;B[pd"), Some(3));
        assert_eq!(end("6.5"), None);
        // The escaped bracket in the first value shows that the value is text, so no `]` is missing. In the second one
        // it stands before the node that follows.
        assert_eq!(end("won by 0.;B\\[x"), None);
        assert_eq!(end("\\[x;B[pd"), Some(3));
    }
}
