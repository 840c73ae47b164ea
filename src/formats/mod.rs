//! Bytes to records. Reading never fails: what is odd becomes a diagnostic, what is no game gives no record.

pub mod gib;
pub mod jgf;
pub mod ngf;
mod server;
pub mod sgf;
pub mod ugf;

use crate::game::Point;
use crate::record::{Code, Diagnostics, Format, GameRecord};
use crate::text::charset::{self, Decoded};
use sgf::Span;

/// Setup of one tree may cover its board this many times over: every change of a point is kept while a game is
/// replayed, and a few letters set a whole board up.
const MOST_SETUP_IN_TREE: usize = 4096;

/// The number of points of a rectangle.
fn area(from: Point, to: Point) -> usize {
    (usize::from(to.x - from.x) + 1) * (usize::from(to.y - from.y) + 1)
}

/// What a file holds.
#[derive(Debug)]
pub struct Parsed {
    /// The games, in the file's order; none if it is no game record.
    pub records: Vec<GameRecord>,
    /// What was odd outside of the games.
    pub diagnostics: Diagnostics,
    /// How its bytes became text.
    pub text: FileText,
}

/// How a file's bytes became text, or those of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileText {
    /// The charset's name in lower case.
    pub charset: &'static str,
    /// Why this one: `bom`, `pattern`, `utf-8`, `ca`, `detected`, `fallback`.
    pub charset_from: &'static str,
}

/// Reads the games of a file. Its name settles nothing: the format is known by the content.
pub fn read(bytes: &[u8]) -> Parsed {
    let mut records = Vec::new();
    let (text, diagnostics) = read_each(bytes, &mut |record, _| records.push(record));
    Parsed {
        records,
        diagnostics,
        text,
    }
}

/// Reads the games of a file and hands them out one by one, in the file's order, so that a collection of any size takes
/// the memory of one game. Gives how the bytes became text and what was odd outside of the games.
pub fn read_each(
    bytes: &[u8],
    sink: &mut dyn FnMut(GameRecord, &FileText),
) -> (FileText, Diagnostics) {
    let decoded = charset::decode(bytes);
    read_decoded(bytes, &decoded, &mut |record, file, _| sink(record, file))
}

/// Reads the games of a file as [`read_each`] does, given the file's text. Of SGF the place of each game in that text is
/// told.
pub fn read_decoded(
    bytes: &[u8],
    decoded: &Decoded,
    sink: &mut dyn FnMut(GameRecord, &FileText, Option<Span>),
) -> (FileText, Diagnostics) {
    let text = decoded.text.as_ref();
    let format = detect(text);
    let mut charsets = Charsets::new(decoded, format);
    let mut places = decoded.places(bytes);
    let mut each = |mut record: GameRecord, span: Option<Span>| {
        if !decoded.is_in_place() {
            record.diagnostics.move_to(|offset| places.in_file(offset));
        }
        charsets.move_to(span.as_ref().map_or(0, |span| span.range.start));
        record.diagnostics.extend(&charsets.untold);
        charsets.untold = Diagnostics::default();
        sink(record, &charsets.text, span);
    };
    let mut outside = match format {
        Format::Jgf => {
            jgf::read_each(text, &mut |record| each(record, None));
            Diagnostics::default()
        }
        Format::Sgf => sgf::read_each(text, &mut |record, span| each(record, Some(span))),
        Format::Gib => gib::read_each(text, &mut |record| each(record, None)),
        Format::Ugf => ugf::read_each(text, &mut |record| each(record, None)),
        Format::Ngf => {
            (ngf::read(text).into_iter()).for_each(|record| each(record, None));
            Diagnostics::default()
        }
    };
    if !decoded.is_in_place() {
        let mut places = decoded.places(bytes);
        outside.move_to(|offset| places.in_file(offset));
    }
    charsets.move_to(usize::MAX);
    outside.extend(&charsets.untold);
    (charsets.of_file, outside)
}

/// The charsets of a file's parts, from its beginning to its end.
struct Charsets<'d> {
    format: Format,
    later: std::slice::Iter<'d, charset::Part>,
    /// That of the file as a whole, and that of the part at hand.
    of_file: FileText,
    text: FileText,
    /// What is odd about a part is told of its first game, or else of the next one, or of the file.
    untold: Diagnostics,
}

impl<'d> Charsets<'d> {
    fn new(decoded: &'d Decoded, format: Format) -> Charsets<'d> {
        let text = FileText {
            charset: decoded.charset,
            charset_from: decoded.from.as_str(),
        };
        let mut charsets = Charsets {
            format,
            later: decoded.later.iter(),
            of_file: text.clone(),
            text,
            untold: Diagnostics::default(),
        };
        charsets.note(decoded.damaged, decoded.label.as_deref(), 0);
        charsets
    }

    /// Moves on to the part in which a place of the text is.
    fn move_to(&mut self, offset: usize) {
        while let Some(part) = self.later.as_slice().first().filter(|p| p.start <= offset) {
            self.later.next();
            self.text = FileText {
                charset: part.charset,
                charset_from: part.from.as_str(),
            };
            self.note(part.damaged, part.label.as_deref(), part.place);
        }
    }

    /// Takes down what is odd about the part at hand.
    fn note(&mut self, damaged: bool, label: Option<&str>, place: usize) {
        let charset = self.text.charset;
        if damaged {
            let message = format!("some bytes are no {charset}; they became U+FFFD");
            self.untold.add(Code::BadCharacters, place, message);
        }
        if let Some(label) = label {
            let property = match self.format {
                Format::Ugf => "Lang",
                _ => "CA",
            };
            let message = format!("{property} says `{label}`, but the text is {charset}");
            self.untold.add(Code::WrongCharset, place, message);
        }
    }
}

/// The format of a text. JSON begins with a brace, a bracket or an assignment; the formats of the servers have lines
/// that no other has; SGF has a parenthesis somewhere, or is what is left.
fn detect(text: &str) -> Format {
    if text.trim_start().starts_with("(;") {
        Format::Sgf
    } else if jgf::looks_like(text) {
        Format::Jgf
    } else if gib::looks_like(text) {
        Format::Gib
    } else if ugf::looks_like(text) {
        Format::Ugf
    } else if ngf::looks_like(text) {
        Format::Ngf
    } else {
        Format::Sgf
    }
}

#[cfg(test)]
mod tests;
