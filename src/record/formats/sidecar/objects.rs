//! Cuts a text into the JSON objects that stand in it, without holding more than one of them.

use crate::patience::steps;
use memchr::{memchr, memchr2, memchr3};
use std::io::{self, BufRead};
use std::ops::Range;

/// Most bytes of one object. All positions of a game that katawrap joins take some 10 MB.
pub(super) const LONGEST_OBJECT: usize = 16 << 20;

/// Whether objects end with their lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Layout {
    /// The first line that is not empty tells.
    #[default]
    Unknown,
    /// One line holds whole objects, so a damaged one costs no other line.
    Lines,
    /// Objects go on over several lines.
    Spread,
}

/// What stands at a place of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// An object; its text is [`Objects::text`].
    Object(Range<u64>),
    /// Something that cannot be read.
    Bad(String),
}

/// What the byte before belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Place {
    #[default]
    Plain,
    Slash,
    Line,
    Block,
    BlockStar,
    /// In a string that this byte ends.
    String(u8),
    /// After a backslash in such a string.
    Escape(u8),
}

/// The objects of a text in their order. Lists around them are passed through.
#[derive(Debug)]
pub(super) struct Objects<R> {
    reader: R,
    /// Where the next byte stands.
    at: u64,
    pub(super) layout: Layout,
    place: Place,
    /// Open brackets, within an object and outside of all objects.
    inside: u32,
    around: u32,
    /// Where the object begins.
    start: u64,
    text: Vec<u8>,
    is_too_long: bool,
    /// Whether the line, or a text without lines, has anything but objects.
    has_other: bool,
    /// Whether an object was found.
    has_object: bool,
}

impl<R: BufRead> Objects<R> {
    /// The objects of a text that begins at `start`.
    pub(super) fn new(reader: R, start: u64, layout: Layout) -> Objects<R> {
        Objects {
            reader,
            at: start,
            layout,
            place: Place::Plain,
            inside: 0,
            around: 0,
            start,
            text: Vec::new(),
            is_too_long: false,
            has_other: false,
            has_object: false,
        }
    }

    /// The text of the object that was found last.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Where the next byte stands.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// The next object, or why there is none.
    pub(super) fn next(&mut self) -> io::Result<Option<Found>> {
        self.text.clear();
        loop {
            let chunk = self.reader.fill_buf()?;
            if chunk.is_empty() {
                return Ok(self.end());
            }
            let (mut used, mut found) = (0, None);
            let before = (self.inside > 0).then_some(0);
            let mut from = before;
            let mut state = State { place: self.place, inside: self.inside, around: self.around };
            loop {
                used += state.dull(chunk.get(used..).unwrap_or_default());
                let Some(&byte) = chunk.get(used) else {
                    break;
                };
                let was_inside = state.inside > 0;
                let event = state.take(byte, self.layout);
                used += 1;
                match event {
                    Event::None if !was_inside && state.inside > 0 => {
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
                if self.text.len() + piece.len() > LONGEST_OBJECT {
                    self.is_too_long = true;
                    self.text = Vec::new();
                } else if !self.is_too_long {
                    self.text.extend_from_slice(piece);
                }
            }
            steps(used / 64);
            self.reader.consume(used);
            self.at += used as u64;
            State { place: self.place, inside: self.inside, around: self.around } = state;
            match found {
                Some(Event::ObjectEnd) => return Ok(Some(self.object())),
                Some(Event::LineEnd) => {
                    if let Some(bad) = self.line() {
                        return Ok(Some(bad));
                    }
                }
                _ => {}
            }
        }
    }

    /// The object that ends here.
    fn object(&mut self) -> Found {
        self.has_object = true;
        if std::mem::take(&mut self.is_too_long) {
            too_long()
        } else {
            Found::Object(self.start..self.at)
        }
    }

    /// What is wrong with the line that ends here, if anything is.
    fn line(&mut self) -> Option<Found> {
        let is_whole = self.inside == 0 && !self.has_other;
        let is_empty = is_whole && self.around == 0 && !self.has_object;
        if self.layout == Layout::Unknown && !is_empty {
            let is_lines = is_whole && self.around == 0;
            self.layout = if is_lines { Layout::Lines } else { Layout::Spread };
        }
        if self.layout != Layout::Lines || is_whole {
            return None;
        }
        self.forget();
        Some(if std::mem::take(&mut self.is_too_long) { too_long() } else { not_json() })
    }

    /// What is wrong at the end of the text, if anything is; told once.
    fn end(&mut self) -> Option<Found> {
        let is_bad = self.inside > 0 || self.has_other;
        self.forget();
        let is_too_long = std::mem::take(&mut self.is_too_long);
        is_bad.then(|| if is_too_long { too_long() } else { not_json() })
    }

    fn forget(&mut self) {
        (self.inside, self.around, self.place) = (0, 0, Place::Plain);
        self.has_other = false;
        self.text.clear();
    }
}

fn not_json() -> Found {
    Found::Bad("it is not JSON".to_owned())
}

fn too_long() -> Found {
    Found::Bad(format!("it is longer than {} MiB", LONGEST_OBJECT >> 20))
}

/// What a byte means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    None,
    ObjectEnd,
    /// The end of a line on which something may be wrong, or which tells of the layout.
    LineEnd,
    /// It stands outside of all objects and belongs to none.
    Other,
}

/// Whether a byte in an object but outside of its strings may change the state.
#[inline]
fn tells(byte: u8) -> bool {
    matches!(byte, b'\n' | b'/' | b'"' | b'\'' | b'`' | b'{' | b'}' | b'[' | b']')
}

/// Where a scanner is.
struct State {
    place: Place,
    inside: u32,
    around: u32,
}

impl State {
    /// How many of these bytes change nothing.
    fn dull(&self, bytes: &[u8]) -> usize {
        let next = match self.place {
            Place::Plain if self.inside > 0 => bytes.iter().position(|&byte| tells(byte)),
            Place::String(quote) => memchr3(quote, b'\\', b'\n', bytes),
            Place::Line => memchr(b'\n', bytes),
            Place::Block => memchr2(b'*', b'\n', bytes),
            _ => return 0,
        };
        next.unwrap_or(bytes.len())
    }

    #[inline]
    fn take(&mut self, byte: u8, layout: Layout) -> Event {
        if byte == b'\n' {
            if self.place == Place::Line {
                self.place = Place::Plain;
            }
            return if layout == Layout::Spread { Event::None } else { Event::LineEnd };
        }
        match self.place {
            Place::String(quote) => match byte {
                b'\\' => self.place = Place::Escape(quote),
                _ if byte == quote => self.place = Place::Plain,
                _ => {}
            },
            Place::Escape(quote) => self.place = Place::String(quote),
            Place::Line => {}
            Place::Block => {
                if byte == b'*' {
                    self.place = Place::BlockStar;
                }
            }
            Place::BlockStar => match byte {
                b'/' => self.place = Place::Plain,
                b'*' => {}
                _ => self.place = Place::Block,
            },
            Place::Slash if byte == b'/' => self.place = Place::Line,
            Place::Slash if byte == b'*' => self.place = Place::Block,
            Place::Slash | Place::Plain => {
                self.place = Place::Plain;
                return self.plain(byte);
            }
        }
        Event::None
    }

    /// A byte outside of strings and comments.
    fn plain(&mut self, byte: u8) -> Event {
        match byte {
            b'/' => self.place = Place::Slash,
            b'"' | b'\'' | b'`' if self.inside > 0 => self.place = Place::String(byte),
            b'{' => self.inside = self.inside.saturating_add(1),
            b'[' if self.inside > 0 => self.inside = self.inside.saturating_add(1),
            b'}' | b']' if self.inside > 0 => {
                self.inside -= 1;
                if self.inside == 0 {
                    return Event::ObjectEnd;
                }
            }
            b'[' => self.around = self.around.saturating_add(1),
            b']' if self.around > 0 => self.around -= 1,
            // A byte order mark has bytes that nothing else outside of objects may have.
            0..=b' ' | b',' | 0x7f | 0xef | 0xbb | 0xbf => {}
            _ if self.inside == 0 => return Event::Other,
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

    /// The objects of a text, read in pieces of so many bytes, and what cannot be read.
    fn found(text: &str, at_once: usize) -> Vec<String> {
        let reader = BufReader::with_capacity(at_once, text.as_bytes());
        let mut objects = Objects::new(reader, 0, Layout::Unknown);
        let mut all = Vec::new();
        while let Some(found) = objects.next().unwrap() {
            all.push(match found {
                Found::Object(range) => {
                    let of_text = &text[range.start as usize..range.end as usize];
                    assert_eq!(of_text.as_bytes(), objects.text());
                    of_text.to_owned()
                }
                Found::Bad(why) => format!("! {why}"),
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
        let long = format!("{{\"a\":\"{}\"}}\n", "x".repeat(LONGEST_OBJECT));
        let all = found(&format!("{{}}\n{long}{{\"b\":1}}\n"), 1 << 16);
        assert_eq!(all, ["{}", "! it is longer than 16 MiB", "{\"b\":1}"]);
        let open = "{\"a\":[".to_owned() + &"1,".repeat(LONGEST_OBJECT);
        let mut objects = Objects::new(open.as_bytes(), 0, Layout::Unknown);
        assert_eq!(objects.next().unwrap(), Some(too_long()));
        assert_eq!(objects.next().unwrap(), None);
        assert!(objects.text.capacity() <= LONGEST_OBJECT);
    }
}
