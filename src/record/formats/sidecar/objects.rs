//! Cuts a text into its JSON objects, with no more than one of them in memory.

use crate::cancel::checkpoints;
use memchr::{memchr, memchr2, memchr3};
use std::io::{self, BufRead};
use std::ops::Range;

/// Length in bytes of the longest object that is read. All positions of a game that katawrap joins take some 10 MB.
pub(super) const MAX_OBJECT_BYTES: usize = 16 << 20;

/// Layout of a text: whether each object ends with its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Layout {
    /// Not known yet; the first line that is not empty decides.
    #[default]
    Unknown,
    /// Each line holds complete objects, so a damaged line costs no other line.
    Lines,
    /// Objects continue over several lines.
    Spread,
}

/// Part of a text that should consist of JSON objects: an object, or something unreadable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ScanItem {
    /// Place of an object, whose text is [`Objects::text`].
    Object(Range<u64>),
    /// Reason why a part of the text, such as a line, cannot be read as a JSON object.
    Bad(String),
}

/// Kind of text that the previous byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum TextContext {
    #[default]
    Plain,
    Slash,
    Line,
    Block,
    BlockStar,
    /// In a string that this quotation mark ends.
    String(u8),
    /// After a backslash in a string that this quotation mark ends.
    Escape(u8),
}

/// Scanner that returns the JSON objects of a text in their order. Brackets of lists around them are skipped.
#[derive(Debug)]
pub(super) struct Objects<R> {
    reader: R,
    /// Offset of the next byte in the file.
    at: u64,
    pub(super) layout: Layout,
    place: TextContext,
    /// Number of open brackets within an object (`depth_inside`) and outside of all objects (`depth_outside`).
    depth_inside: u32,
    depth_outside: u32,
    /// Offset at which the current object begins.
    start: u64,
    text: Vec<u8>,
    is_too_long: bool,
    /// Whether something other than objects was found in the current line, or anywhere if the objects span several
    /// lines.
    has_other: bool,
    /// Whether any object was found so far.
    has_object: bool,
}

impl<R: BufRead> Objects<R> {
    /// Reads the objects of a text that begins at the offset `start` of its file.
    pub(super) fn new(reader: R, start: u64, layout: Layout) -> Objects<R> {
        Objects {
            reader,
            at: start,
            layout,
            place: TextContext::Plain,
            depth_inside: 0,
            depth_outside: 0,
            start,
            text: Vec::new(),
            is_too_long: false,
            has_other: false,
            has_object: false,
        }
    }

    /// Text of the object that [`Objects::next`] returned last.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Returns the next object, or the reason why a part is unreadable; `None` at the end of the text.
    pub(super) fn next(&mut self) -> io::Result<Option<ScanItem>> {
        self.text.clear();
        loop {
            let chunk = self.reader.fill_buf()?;
            if chunk.is_empty() {
                return Ok(self.end_text());
            }
            let (mut used, mut found) = (0, None);
            let before = (self.depth_inside > 0).then_some(0);
            let mut from = before;
            let mut state = State {
                place: self.place,
                depth_inside: self.depth_inside,
                depth_outside: self.depth_outside,
            };
            loop {
                used += state.skippable_bytes(chunk.get(used..).unwrap_or_default());
                let Some(&byte) = chunk.get(used) else {
                    break;
                };
                let was_inside = state.depth_inside > 0;
                let event = state.take(byte, self.layout);
                used += 1;
                match event {
                    Event::None if !was_inside && state.depth_inside > 0 => {
                        self.start = self.at + used as u64 - 1;
                        from = Some(used - 1);
                    }
                    Event::None => {}
                    Event::Other => self.has_other = true,
                    Event::ObjectEnd | Event::LineEnd => {
                        found = Some(event);
                        break;
                    }
                }
            }
            if let Some(from) = from {
                let piece = chunk.get(from..used).unwrap_or_default();
                if self.text.len() + piece.len() > MAX_OBJECT_BYTES {
                    self.is_too_long = true;
                    self.text = Vec::new();
                } else if !self.is_too_long {
                    self.text.extend_from_slice(piece);
                }
            }
            checkpoints(used / 64);
            self.reader.consume(used);
            self.at += used as u64;
            State {
                place: self.place,
                depth_inside: self.depth_inside,
                depth_outside: self.depth_outside,
            } = state;
            match found {
                Some(Event::ObjectEnd) => return Ok(Some(self.end_object())),
                Some(Event::LineEnd) => {
                    if let Some(bad) = self.end_line() {
                        return Ok(Some(bad));
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the object that ends at the current byte.
    fn end_object(&mut self) -> ScanItem {
        self.has_object = true;
        if std::mem::take(&mut self.is_too_long) {
            too_long()
        } else {
            ScanItem::Object(self.start..self.at)
        }
    }

    /// Returns what is wrong with the line that ends at the current byte, if anything is.
    fn end_line(&mut self) -> Option<ScanItem> {
        let is_whole = self.depth_inside == 0 && !self.has_other;
        let is_empty = is_whole && self.depth_outside == 0 && !self.has_object;
        if self.layout == Layout::Unknown && !is_empty {
            let is_lines = is_whole && self.depth_outside == 0;
            self.layout = if is_lines { Layout::Lines } else { Layout::Spread };
        }
        if self.layout != Layout::Lines || is_whole {
            return None;
        }
        self.reset_line();
        Some(if std::mem::take(&mut self.is_too_long) { too_long() } else { not_json() })
    }

    /// Returns what is wrong at the end of the text, if anything is; only once.
    fn end_text(&mut self) -> Option<ScanItem> {
        let is_bad = self.depth_inside > 0 || self.has_other;
        self.reset_line();
        let is_too_long = std::mem::take(&mut self.is_too_long);
        is_bad.then(|| if is_too_long { too_long() } else { not_json() })
    }

    fn reset_line(&mut self) {
        (self.depth_inside, self.depth_outside, self.place) = (0, 0, TextContext::Plain);
        self.has_other = false;
        self.text.clear();
    }
}

fn not_json() -> ScanItem {
    ScanItem::Bad("it is not JSON".to_owned())
}

fn too_long() -> ScanItem {
    ScanItem::Bad(format!("it is longer than {} MiB", MAX_OBJECT_BYTES >> 20))
}

/// What a byte of the text means for the scan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    None,
    ObjectEnd,
    /// End of a line, which may be damaged or may show the layout.
    LineEnd,
    /// Byte outside of all objects that belongs to none.
    Other,
}

/// Whether a byte inside an object, but outside of its strings, may change the state.
#[inline]
fn is_structural(byte: u8) -> bool {
    matches!(byte, b'\n' | b'/' | b'"' | b'\'' | b'`' | b'{' | b'}' | b'[' | b']')
}

/// State of the scan between two bytes.
struct State {
    place: TextContext,
    depth_inside: u32,
    depth_outside: u32,
}

impl State {
    /// Number of bytes at the beginning of `bytes` that do not change the state of the scan, so that they can be
    /// skipped at once.
    fn skippable_bytes(&self, bytes: &[u8]) -> usize {
        let next = match self.place {
            TextContext::Plain if self.depth_inside > 0 => {
                bytes.iter().position(|&byte| is_structural(byte))
            }
            TextContext::String(quote) => memchr3(quote, b'\\', b'\n', bytes),
            TextContext::Line => memchr(b'\n', bytes),
            TextContext::Block => memchr2(b'*', b'\n', bytes),
            _ => return 0,
        };
        next.unwrap_or(bytes.len())
    }

    #[inline]
    fn take(&mut self, byte: u8, layout: Layout) -> Event {
        if byte == b'\n' {
            if self.place == TextContext::Line {
                self.place = TextContext::Plain;
            }
            return if layout == Layout::Spread { Event::None } else { Event::LineEnd };
        }
        match self.place {
            TextContext::String(quote) => match byte {
                b'\\' => self.place = TextContext::Escape(quote),
                _ if byte == quote => self.place = TextContext::Plain,
                _ => {}
            },
            TextContext::Escape(quote) => self.place = TextContext::String(quote),
            TextContext::Line => {}
            TextContext::Block => {
                if byte == b'*' {
                    self.place = TextContext::BlockStar;
                }
            }
            TextContext::BlockStar => match byte {
                b'/' => self.place = TextContext::Plain,
                b'*' => {}
                _ => self.place = TextContext::Block,
            },
            TextContext::Slash if byte == b'/' => self.place = TextContext::Line,
            TextContext::Slash if byte == b'*' => self.place = TextContext::Block,
            TextContext::Slash | TextContext::Plain => {
                self.place = TextContext::Plain;
                return self.plain(byte);
            }
        }
        Event::None
    }

    /// Handles a byte outside of strings and comments.
    fn plain(&mut self, byte: u8) -> Event {
        match byte {
            b'/' => self.place = TextContext::Slash,
            b'"' | b'\'' | b'`' if self.depth_inside > 0 => self.place = TextContext::String(byte),
            b'{' => self.depth_inside = self.depth_inside.saturating_add(1),
            b'[' if self.depth_inside > 0 => {
                self.depth_inside = self.depth_inside.saturating_add(1)
            }
            b'}' | b']' if self.depth_inside > 0 => {
                self.depth_inside -= 1;
                if self.depth_inside == 0 {
                    return Event::ObjectEnd;
                }
            }
            b'[' => self.depth_outside = self.depth_outside.saturating_add(1),
            b']' if self.depth_outside > 0 => self.depth_outside -= 1,
            // White space, commas and control characters between objects are skipped. So are EF, BB and BF, the bytes
            // of a byte order mark, which nothing else outside of objects may have.
            0..=b' ' | b',' | 0x7f | 0xef | 0xbb | 0xbf => {}
            _ if self.depth_inside == 0 => return Event::Other,
            _ => {}
        }
        Event::None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// Returns the objects of a text, read in pieces of `at_once` bytes, and what cannot be read.
    fn found(text: &str, at_once: usize) -> Vec<String> {
        let reader = BufReader::with_capacity(at_once, text.as_bytes());
        let mut objects = Objects::new(reader, 0, Layout::Unknown);
        let mut all = Vec::new();
        while let Some(found) = objects.next().unwrap() {
            all.push(match found {
                ScanItem::Object(range) => {
                    let of_text = &text[range.start as usize..range.end as usize];
                    assert_eq!(of_text.as_bytes(), objects.text());
                    of_text.to_owned()
                }
                ScanItem::Bad(why) => format!("! {why}"),
            });
        }
        all
    }

    #[test]
    fn objects_are_found_however_they_are_laid_out() {
        const BAD: &str = "! it is not JSON";
        let cases: &[(&str, &[&str])] = &[
            ("", &[]),
            ("\n \n{\"a\":1}\r\n\n{\"b\":[{}]}", &["{\"a\":1}", "{\"b\":[{}]}"]),
            ("[{\"a\":\"}\\\"{\"},\n{\n}]", &["{\"a\":\"}\\\"{\"}", "{\n}"]),
            ("{\"a\":1}\n{\"b\"\nno\n{\"c\":1}\n", &["{\"a\":1}", BAD, BAD, "{\"c\":1}"]),
            ("{\n\"a\":1 // }\n}\n{}", &["{\n\"a\":1 // }\n}", "{}"]),
            ("\n[\n{\n}]", &["{\n}"]),
            ("{}\n/* { */ {'a':\"'\"}", &["{}", "{'a':\"'\"}"]),
            ("{\"a\"", &[BAD]),
            ("nothing\nat all\n", &[BAD]),
            ("\u{feff}{}\n{}", &["{}", "{}"]),
            ("{}{} x\n{}", &["{}", "{}", "{}", BAD]),
        ];
        for (text, expected) in cases {
            for at_once in [1, 2, 3, 7, 1 << 16] {
                assert_eq!(found(text, at_once), *expected, "{text:?} by {at_once}");
            }
        }
    }

    #[test]
    fn an_object_without_end_is_not_held() {
        let long = format!("{{\"a\":\"{}\"}}\n", "x".repeat(MAX_OBJECT_BYTES));
        let all = found(&format!("{{}}\n{long}{{\"b\":1}}\n"), 1 << 16);
        assert_eq!(all, ["{}", "! it is longer than 16 MiB", "{\"b\":1}"]);
        let open = "{\"a\":[".to_owned() + &"1,".repeat(MAX_OBJECT_BYTES);
        let mut objects = Objects::new(open.as_bytes(), 0, Layout::Unknown);
        assert_eq!(objects.next().unwrap(), Some(too_long()));
        assert_eq!(objects.next().unwrap(), None);
        assert!(objects.text.capacity() <= MAX_OBJECT_BYTES);
    }
}
