//! Reads JSON and JavaScript literals, the form of early JGF files, and repairs damage.
//!
//! The result is a list of nodes in document order over the text, so reading, walking and dropping it take no
//! recursion, however deep the brackets go. A node is the offset of its first character and the index in the list of
//! the node after its last descendant. That character determines the node's kind, and strings are decoded on demand.

pub(super) mod value;

use crate::cancel::checkpoint;
use crate::{Code, Diagnostics};

/// Value of a JSON text: the offset of its first character (`start`), and the index in the list of the node after its
/// last descendant (`next`). While an object or array is open, `next` is the index of its parent instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonNode {
    pub(super) start: u32,
    pub(super) next: u32,
}

/// Index in place of a parent while no object or array is open.
const NO_PARENT: u32 = u32::MAX;

/// Values of a JSON text, as a list in document order.
#[derive(Debug)]
pub(super) struct Json<'t> {
    pub(super) text: &'t str,
    pub(super) nodes: Vec<JsonNode>,
    /// Diagnostics about what was repaired.
    pub damage: Diagnostics,
    /// Whether the text ends inside an object or array.
    pub truncated: bool,
}

/// Parses a text; `None` if it has neither an object nor an array.
///
/// Besides JSON, everything is accepted that JavaScript and JSON5 allow: comments, trailing commas, unquoted keys,
/// other quotes, `x = {…};` and a byte order mark. Missing commas, colons and brackets are repaired and reported.
///
/// `fits` is called with the number of values so far. If it returns false, reading ends there and the rest of the text
/// counts as missing.
pub(super) fn parse(text: &str, fits: impl FnMut(usize) -> bool) -> Option<Json<'_>> {
    if text.len() >= NO_PARENT as usize {
        return None;
    }
    let mut reader = JsonReader {
        json: Json { text, nodes: Vec::new(), damage: Diagnostics::default(), truncated: false },
        at: 0,
        open: NO_PARENT,
        expect_value: false,
        has_separator: true,
    };
    reader.run(fits)?;
    reader.end();
    Some(reader.json).filter(|json| !json.nodes.is_empty())
}

/// Whether the byte begins a string.
pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// Whether the byte ends a number or a bare word.
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        0..=b' '
            | b'"'
            | b'\''
            | b'`'
            | b','
            | b':'
            | b'{'
            | b'}'
            | b'['
            | b']'
            | b'/'
            | b'='
            | b';'
            | b'('
            | b')'
    )
}

struct JsonReader<'t> {
    /// Values that have been read so far, and diagnostics about them.
    json: Json<'t>,
    at: usize,
    /// Index of the innermost open object or array.
    open: u32,
    /// Whether a key of the open object still lacks its value.
    expect_value: bool,
    /// Whether there was a comma or an opening bracket since the last value.
    has_separator: bool,
}

impl JsonReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.json.text.as_bytes().get(self.at).copied()
    }

    fn report(&mut self, message: &'static str) {
        self.json.damage.add(Code::BadJson, self.at, message);
    }

    /// Reads all values; `None` if the text begins with something other than JSON.
    fn run(&mut self, mut fits: impl FnMut(usize) -> bool) -> Option<()> {
        while fits(self.json.nodes.len()) {
            checkpoint();
            self.skip_space();
            let Some(byte) = self.peek() else { break };
            match byte {
                b'{' | b'[' => self.open(),
                _ if self.open == NO_PARENT => self.outside(byte)?,
                b'}' | b']' => self.close(byte),
                b',' => self.comma(),
                _ => self.scalar(byte),
            }
        }
        Some(())
    }

    /// Skips white space, control characters, byte order marks and comments.
    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            let rest = self.json.text.get(self.at..).unwrap_or("");
            match byte {
                0..=b' ' | 0x7f => self.at += 1,
                b'/' if rest.starts_with("//") => {
                    self.at += rest.find(['\n', '\r']).unwrap_or(rest.len())
                }
                b'/' if rest.starts_with("/*") => {
                    let end = rest.get(2..).and_then(|inner| inner.find("*/"));
                    self.json.truncated |= end.is_none();
                    self.at += end.map_or(rest.len(), |end| end + 4);
                }
                0x80.. => match rest.chars().next() {
                    Some(c) if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// Skips text outside of all brackets, such as `JGF =`, `callback(` and `;`. Before the first bracket nothing else
    /// may stand.
    fn outside(&mut self, byte: u8) -> Option<()> {
        let word = byte.is_ascii_alphanumeric() || b"_$.".contains(&byte);
        let sign = b"=();,".contains(&byte);
        // A `(` before `;` is no call, because `(;` begins an SGF game.
        let call = byte == b'(' && self.json.text.as_bytes().get(self.at + 1) != Some(&b';');
        if self.json.nodes.is_empty() && !(word || call || byte == b'=') {
            return None;
        }
        if word {
            self.skip_word();
        } else if sign {
            self.at += 1;
        } else {
            self.report("characters outside of the brackets are skipped");
            self.skip_token(byte);
        }
        Some(())
    }

    fn push(&mut self, start: usize) {
        let next = self.json.nodes.len() as u32 + 1;
        self.json.nodes.push(JsonNode { start: start as u32, next });
    }

    /// Adds a node without text, which stands for a missing value.
    fn push_nothing(&mut self) {
        self.push(self.json.text.len());
        self.expect_value = false;
    }

    fn in_object(&self) -> bool {
        self.kind(self.open) == Some(b'{')
    }

    /// Opening bracket of an object or array, which shows which of the two it is; `None` if the index is out of range.
    fn kind(&self, container: u32) -> Option<u8> {
        let node = self.json.nodes.get(container as usize)?;
        self.json.text.as_bytes().get(node.start as usize).copied()
    }

    fn begin_item(&mut self) {
        if !self.has_separator {
            self.report("a comma is missing");
        }
        self.has_separator = true;
    }

    fn open(&mut self) {
        if self.open != NO_PARENT {
            self.begin_item();
            if self.in_object() && !self.expect_value {
                self.report("a value without a key");
                self.push_nothing();
            }
        }
        let index = self.json.nodes.len() as u32;
        self.push(self.at);
        if let Some(node) = self.json.nodes.last_mut() {
            node.next = self.open;
        }
        self.open = index;
        self.expect_value = false;
        self.has_separator = true;
        self.at += 1;
    }

    fn comma(&mut self) {
        if self.expect_value {
            self.report("a key without a value");
            self.push_nothing();
        }
        self.has_separator = true;
        self.at += 1;
    }

    fn close(&mut self, byte: u8) {
        let opening = if byte == b'}' { b'{' } else { b'[' };
        let parent = self.json.nodes.get(self.open as usize).map_or(NO_PARENT, |node| node.next);
        if self.kind(self.open) == Some(opening) {
            self.pop();
        } else if self.kind(parent) == Some(opening) {
            self.report("a closing bracket is missing");
            self.pop();
            self.pop();
        } else {
            self.report("a closing bracket too many is skipped");
        }
        self.at += 1;
    }

    /// Closes the innermost open object or array.
    fn pop(&mut self) {
        if self.expect_value {
            self.report("a key without a value");
            self.push_nothing();
        }
        let end = self.json.nodes.len() as u32;
        if let Some(node) = self.json.nodes.get_mut(self.open as usize) {
            self.open = std::mem::replace(&mut node.next, end);
        }
        self.has_separator = self.open == NO_PARENT;
    }

    /// Reads a string, a number or a bare word, as a key or as a value.
    fn scalar(&mut self, byte: u8) {
        if !is_quote(byte) && ends_word(byte) {
            self.report("a stray character is skipped");
            self.at += 1;
            return;
        }
        self.begin_item();
        let start = self.at;
        self.skip_token(byte);
        if self.in_object() && !self.expect_value {
            self.push(start);
            self.colon();
            return;
        }
        // A number at the very end of the text may have lost digits, so it counts as a missing value.
        let is_complete = is_quote(byte) || self.at < self.json.text.len();
        self.push(if is_complete { start } else { self.json.text.len() });
        self.expect_value = false;
        self.has_separator = false;
    }

    /// Reads the colon after a key. A missing one is repaired.
    fn colon(&mut self) {
        self.skip_space();
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(b'=') => {
                self.report("`=` instead of a colon");
                self.at += 1;
            }
            // A key at the very end of the text may have lost letters, so it is dropped.
            None => {
                self.json.nodes.pop();
                return;
            }
            Some(b',' | b'}' | b']') => {
                self.report("a key without a value");
                self.push_nothing();
                self.has_separator = false;
                return;
            }
            Some(_) => self.report("a colon is missing"),
        }
        self.expect_value = true;
    }

    fn skip_token(&mut self, byte: u8) {
        if is_quote(byte) {
            self.skip_string(byte);
        } else if ends_word(byte) {
            self.at += 1;
        } else {
            self.skip_word();
        }
    }

    fn skip_word(&mut self) {
        let rest = self.json.text.as_bytes().get(self.at..).unwrap_or(&[]);
        self.at += rest.iter().position(|&byte| ends_word(byte)).unwrap_or(rest.len());
    }

    fn skip_string(&mut self, quote: u8) {
        let rest = self.json.text.get(self.at + 1..).unwrap_or("");
        let inner = string_length(rest, quote);
        self.json.truncated |= inner == rest.len();
        self.at = (self.at + inner + 2).min(self.json.text.len());
    }

    /// Closes all containers that are open at the end of the text.
    fn end(&mut self) {
        if self.open != NO_PARENT || self.json.truncated {
            self.json.truncated = true;
            self.report("the text ends too early; what was read is kept");
        }
        if self.expect_value {
            self.push_nothing();
        }
        while self.open != NO_PARENT {
            self.pop();
        }
    }
}

/// Number of bytes before the closing quote, or of all bytes if the quote is missing.
pub(super) fn string_length(text: &str, quote: u8) -> usize {
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        if byte == quote {
            return at;
        }
        if byte == b'\\' {
            bytes.next();
        }
    }
    text.len()
}
