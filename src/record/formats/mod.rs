//! Turns bytes into game records. Reading never fails: oddities become diagnostics, and text that is not a game gives
//! no record. A new format gets a module here, a variant of [`Format`], and a line in `detect`.

mod budget;
pub mod gib;
pub mod jgf;
mod json;
mod move_lines;
pub mod ngf;
pub mod ogs;
mod server;
mod setup_limit;
pub mod sgf;
mod shared_diagnostics;
pub mod sidecar;
pub mod ugf;

use crate::text::charset::{self, Charset, Decoded};
use crate::{Code, Diagnostics, Format, GameRecord};
pub use budget::MAX_NODES;
use budget::NodeBudget;
use sgf::GameSpan;
use sgf::marks::Mark;

/// Games of a file, with what was noticed around them.
#[derive(Debug)]
pub struct Parsed {
    /// Games in file order; empty if the file is not a game record.
    pub records: Vec<GameRecord>,
    /// Diagnostics about everything outside the games.
    pub diagnostics: Diagnostics,
    /// How the bytes of the file became text.
    pub text: FileText,
    /// How the bytes of each game became text, since games of a collection may be in different charsets. As long as
    /// `records`.
    pub texts: Vec<FileText>,
}

/// How the bytes of a file or of one game became text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileText {
    /// Charset of the bytes, with the evidence for it.
    pub charset: Charset,
    /// Length of the text in bytes of UTF-8: of a game in SGF its own part of the file, of other games the complete
    /// file.
    pub length: usize,
}

/// Result of reading a file apart from its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutsideGames {
    /// How the bytes of the file became text.
    pub text: FileText,
    /// Diagnostics about everything outside the games.
    pub diagnostics: Diagnostics,
    /// Whether the file has more nodes than the limit. If so, the games within the limit were passed on, and the rest
    /// of the file was not read.
    pub is_cut: bool,
}

/// Reads the games of a file. The content determines the format; the file name plays no part. If the file has more than
/// [`MAX_NODES`] nodes, the game that exceeds the limit and those after it are left out, with a diagnostic.
pub fn read(bytes: &[u8]) -> Parsed {
    let (mut records, mut texts) = (Vec::new(), Vec::new());
    let (text, diagnostics) = read_each(bytes, &mut |record, text| {
        records.push(record);
        texts.push(text.clone());
    });
    Parsed { records, diagnostics, text, texts }
}

/// Reads the games of a file and passes them to `sink` one by one in file order, so a collection of any size takes only
/// the memory of one game. Returns how the bytes became text, and diagnostics about everything outside the games.
///
/// Reads [`MAX_NODES`] nodes at most, like [`read`].
pub fn read_each(
    bytes: &[u8],
    sink: &mut dyn FnMut(GameRecord, &FileText),
) -> (FileText, Diagnostics) {
    let decoded = charset::decode(bytes);
    read_decoded(bytes, &decoded, &mut |record, file, _| sink(record, file))
}

/// Reads the games of a file like [`read_each`], but at most `most_nodes` nodes in all games together. The game that
/// exceeds the limit is not passed on, and nothing after it is read. Large headers count as nodes too.
pub fn read_within(
    bytes: &[u8],
    most_nodes: usize,
    sink: &mut dyn FnMut(GameRecord, &FileText),
) -> OutsideGames {
    let decoded = charset::decode(bytes);
    read_text(bytes, &decoded, most_nodes, &mut |record, file, _| sink(record, file))
}

/// Reads the games of a file like [`read_each`], given the file's decoded text. For SGF, the sink also gets each game's
/// place in that text.
pub fn read_decoded(
    bytes: &[u8],
    decoded: &Decoded,
    sink: &mut dyn FnMut(GameRecord, &FileText, Option<GameSpan>),
) -> (FileText, Diagnostics) {
    let mut games = 0;
    let read = read_text(bytes, decoded, MAX_NODES, &mut |record, file, span| {
        games += 1;
        sink(record, file, span);
    });
    let mut outside = read.diagnostics;
    if read.is_cut {
        outside.add(Code::TooLarge, 0, too_many_nodes_message(MAX_NODES, games + 1));
    }
    (read.text, outside)
}

/// Message for a file that has more than `most` nodes: reading ended at the game with the number `game`.
pub fn too_many_nodes_message(most: usize, game: u32) -> String {
    format!("has more than {most} nodes; it was skipped from game {game} on")
}

fn read_text(
    bytes: &[u8],
    decoded: &Decoded,
    most_nodes: usize,
    sink: &mut dyn FnMut(GameRecord, &FileText, Option<GameSpan>),
) -> OutsideGames {
    let budget = &mut NodeBudget::new(most_nodes);
    let text = decoded.text.as_ref();
    let format = detect(text);
    let mut charsets = Charsets::new(decoded, format);
    let mut places = decoded.offsets(bytes);
    let mut each = |mut record: GameRecord, span: Option<GameSpan>| {
        if !decoded.is_in_place() {
            record.diagnostics.map_offsets(|offset| places.in_file(offset));
        }
        charsets.move_to(span.as_ref().map_or(0, |span| span.range.start));
        record.diagnostics.extend(&charsets.pending);
        charsets.pending = Diagnostics::default();
        charsets.text.length = span.as_ref().map_or(text.len(), |span| span.range.len());
        sink(record, &charsets.text, span);
    };
    let mut outside = match format {
        Format::Jgf => {
            jgf::read_each(text, budget, &mut |record| each(record, None));
            Diagnostics::default()
        }
        Format::Sgf if !begins_as_sgf(text) && move_lines::looks_like(text) => {
            move_lines::read_each(text, budget, &mut |record| each(record, None))
        }
        Format::Sgf => sgf::read_each(text, budget, &mut |record, span| each(record, Some(span))),
        Format::Gib => gib::read_each(text, budget, &mut |record| each(record, None)),
        Format::Ugf => ugf::read_each(text, budget, &mut |record| each(record, None)),
        Format::Ogs => ogs::read_each(text, budget, &mut |record| each(record, None)),
        Format::Ngf => {
            (ngf::read(text, budget).into_iter()).for_each(|record| each(record, None));
            Diagnostics::default()
        }
    };
    if !decoded.is_in_place() {
        let mut places = decoded.offsets(bytes);
        outside.map_offsets(|offset| places.in_file(offset));
    }
    charsets.move_to(usize::MAX);
    outside.extend(&charsets.pending);
    OutsideGames { text: charsets.file_text, diagnostics: outside, is_cut: budget.is_exceeded() }
}

/// Reads the markup of each game of a file, up to about [`MAX_NODES`] signs in all. Only SGF has markup; the list is
/// empty for other formats.
pub fn read_marks(bytes: &[u8]) -> Vec<Vec<Mark>> {
    let decoded = charset::decode(bytes);
    let mut marks = Vec::new();
    let mut count = 0;
    read_decoded(bytes, &decoded, &mut |_, _, span| {
        let span = span.filter(|_| count < MAX_NODES);
        let of_game = span
            .and_then(|span| decoded.text.get(span.range))
            .map_or_else(Vec::new, sgf::read_marks);
        count += of_game.len();
        marks.push(of_game);
    });
    marks
}

/// Charsets of the parts of a collection that was joined from files in different charsets. Visited from the beginning
/// of the file to its end.
struct Charsets<'d> {
    format: Format,
    later: std::slice::Iter<'d, charset::CharsetPart>,
    /// Charset and length for the complete file (`file_text`) and for the current part (`text`).
    file_text: FileText,
    text: FileText,
    /// Diagnostics about a part's charset that were not added to a game yet. They go to the part's first game, or else
    /// to the next game or to the file.
    pending: Diagnostics,
}

impl<'d> Charsets<'d> {
    fn new(decoded: &'d Decoded, format: Format) -> Charsets<'d> {
        let charset = Charset { name: decoded.charset, from: decoded.from };
        let text = FileText { charset, length: decoded.text.len() };
        let mut charsets = Charsets {
            format,
            later: decoded.later_parts.iter(),
            file_text: text.clone(),
            text,
            pending: Diagnostics::default(),
        };
        charsets.note(decoded.damaged, decoded.label.as_deref(), 0);
        charsets.note_double_encoding(decoded.double_encoded, 0);
        charsets
    }

    fn move_to(&mut self, offset: usize) {
        while let Some(part) = self.later.as_slice().first().filter(|p| p.start <= offset) {
            self.later.next();
            let charset = Charset { name: part.charset, from: part.from };
            self.text = FileText { charset, length: self.file_text.length };
            self.note(part.damaged, part.label.as_deref(), part.place);
            self.note_double_encoding(part.double_encoded, part.place);
        }
    }

    /// Adds a diagnostic if the current part was converted to UTF-8 twice.
    fn note_double_encoding(&mut self, is_mended: Option<bool>, place: usize) {
        let message = match is_mended {
            None => return,
            Some(true) => "the text was converted to UTF-8 twice; it was mended",
            Some(false) => "a part of the text was converted to UTF-8 twice; it stays as it is",
        };
        self.pending.add(Code::DoubleEncoded, place, message);
    }

    /// Adds diagnostics about invalid bytes and a wrong label of the current part.
    fn note(&mut self, damaged: bool, label: Option<&str>, place: usize) {
        let charset = self.text.charset.name;
        if damaged {
            let message = format!("some bytes are not valid {charset}; they became U+FFFD");
            self.pending.add(Code::BadCharacters, place, message);
        }
        // The SGF of an uploaded game on OGS keeps the label of the file that was uploaded.
        if let Some(label) = label.filter(|_| self.format != Format::Ogs) {
            let property = match self.format {
                Format::Ugf => "Lang",
                _ => "CA",
            };
            let message = format!("{property} says `{label}`, but the text is {charset}");
            self.pending.add(Code::WrongCharset, place, message);
        }
    }
}

/// Detects the format of a text. JSON begins with a brace, a bracket or an assignment. The server formats have lines
/// that no other format has. SGF has a parenthesis somewhere, and is taken if no other format fits.
fn detect(text: &str) -> Format {
    match text {
        _ if begins_as_sgf(text) => Format::Sgf,
        // OGS comes first, because the beginning of a long game of OGS looks like JGF.
        _ if ogs::looks_like(text) => Format::Ogs,
        _ if jgf::looks_like(text) => Format::Jgf,
        _ if gib::looks_like(text) => Format::Gib,
        _ if ugf::looks_like(text) => Format::Ugf,
        _ if ngf::looks_like(text) => Format::Ngf,
        _ => Format::Sgf,
    }
}

/// Whether a text begins with a game tree: `(;`, or `(CA[` where the first semicolon is missing. Blanks and control
/// characters may stand between them, because the SGF reader skips these.
fn begins_as_sgf(text: &str) -> bool {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let inside = text.trim_start_matches(is_blank).strip_prefix('(');
    inside.is_some_and(|inside| {
        let inside = inside.trim_start_matches(is_blank);
        let name = inside.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        inside.starts_with(';') || name.len() < inside.len() && name.starts_with('[')
    })
}

#[cfg(test)]
pub(crate) mod tests;
