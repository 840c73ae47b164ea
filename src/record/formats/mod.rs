//! Turns bytes into game records. Reading never fails: oddities become diagnostics, and text that is not a game gives
//! no record. A new format gets a module here, a variant of [`Format`], and a line in `arrangement.rs`.

mod arrangement;
mod budget;
mod game_list;
pub mod gib;
pub mod jgf;
mod json;
mod move_lines;
pub mod ngf;
pub mod ogs;
mod parquet;
mod server;
mod setup_limit;
pub mod sgf;
mod shared_diagnostics;
pub mod sidecar;
mod tree_lines;
pub mod ugf;

use crate::text::charset::{self, Charset, CharsetFrom, Decoded};
use crate::{Code, Diagnostics, Format, GameRecord};
pub use arrangement::{Arrangement, FilePart};
pub use budget::{GameLimit, MAX_NODES, ReadLimits};
use budget::{NodeBudget, Skips};
pub use game_list::{GameListBuilder, GameListTable, GameLists};
pub use parquet::ParquetColumns;
use sgf::GameSpan;
use sgf::marks::Mark;
use std::ops::Range;
use std::rc::Rc;

/// Bytes of a file, or of a part of a long file, with what the bytes do not say about how to read them.
#[derive(Clone, Copy, Debug)]
pub struct Source<'b> {
    /// Bytes of the file or part.
    pub bytes: &'b [u8],
    /// Place of the bytes in a long file; `None` for a complete file.
    pub part: Option<FilePart>,
    /// Columns of a Parquet file that the user names; columns of other facts are found by their names.
    pub columns: Option<&'b ParquetColumns>,
    /// Game lists that lie beside the file. The games of a file of move lines get their players and results from them.
    pub game_lists: Option<&'b dyn GameLists>,
}

impl<'b> Source<'b> {
    /// A complete file.
    pub fn of_file(bytes: &'b [u8]) -> Source<'b> {
        Source { bytes, part: None, columns: None, game_lists: None }
    }
}

/// Games of a file, with diagnostics about what is outside the games, and the charset of the file.
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
    /// Number of the game in the file, or in the part of a file that was read, from 1; 0 for a complete file. Games
    /// that are skipped because of their size have a number, too.
    pub number: u32,
    /// Part of a long file from which the game was read; `None` if the file was read as a whole.
    pub part: Option<FilePart>,
}

/// Result of reading a file apart from its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutsideGames {
    /// How the bytes of the file became text.
    pub text: FileText,
    /// Diagnostics about everything outside the games.
    pub diagnostics: Diagnostics,
    /// Number of the last game that was read or skipped; 0 if the file has no game.
    pub last_number: u32,
    /// Numbers of the games that were skipped because they exceed a limit for one game, with this limit; at most
    /// [`MAX_LISTED_SKIPS`] games.
    pub skipped: Vec<(u32, GameLimit)>,
    /// Whether the file has more nodes than the limit for a file. If so, the games within the limit were passed on, and
    /// the rest of the file was not read.
    pub is_cut: bool,
    /// Limit on the nodes of the file: [`ReadLimits::file_nodes`], or a lower limit that the format has.
    pub file_nodes: u64,
}

impl OutsideGames {
    /// Adds what is outside the games of the next part of a long file.
    pub fn add_part(&mut self, next: OutsideGames) {
        self.diagnostics.extend(&next.diagnostics);
        self.text.length += next.text.length;
        self.last_number = self.last_number.max(next.last_number);
        let room = MAX_LISTED_SKIPS.saturating_sub(self.skipped.len());
        self.skipped.extend(next.skipped.into_iter().take(room));
        self.is_cut |= next.is_cut;
    }
}

/// Number of skipped games of a file that are listed; more are skipped without being listed.
pub const MAX_LISTED_SKIPS: usize = 1000;

/// Reads the games of a file into memory. The content determines the format; the file name plays no part. If the file
/// has more than [`MAX_NODES`] nodes, the game that exceeds the limit and those after it are left out, with a
/// diagnostic.
pub fn read(bytes: &[u8]) -> Parsed {
    read_source(Source::of_file(bytes))
}

/// Reads the games of a file, or of a part of it, into memory like [`read`].
pub fn read_source(source: Source) -> Parsed {
    let (mut records, mut texts) = (Vec::new(), Vec::new());
    let limits = ReadLimits::default();
    let decoded = charset::decode(source.bytes);
    let read = read_part(source, &decoded, limits, &mut |record, text, _| {
        records.push(record);
        texts.push(text.clone());
    });
    Parsed { records, diagnostics: with_limit_diagnostics(&read, limits), text: read.text, texts }
}

/// Reads the games of a file and passes them to `sink` one by one in file order, so a collection of any size takes only
/// the memory of one game. Returns how the bytes became text, and diagnostics about everything outside the games.
///
/// A game with more than [`MAX_NODES`] nodes is skipped, with a diagnostic. A file may have any number of games.
pub fn read_each(
    bytes: &[u8],
    sink: &mut dyn FnMut(GameRecord, &FileText),
) -> (FileText, Diagnostics) {
    let decoded = charset::decode(bytes);
    read_decoded(Source::of_file(bytes), &decoded, &mut |record, file, _| sink(record, file))
}

/// Reads the games of a file like [`read_each`], within limits.
pub fn read_within(
    bytes: &[u8],
    limits: ReadLimits,
    sink: &mut dyn FnMut(GameRecord, &FileText),
) -> OutsideGames {
    let (source, decoded) = (Source::of_file(bytes), charset::decode(bytes));
    read_part(source, &decoded, limits, &mut |record, file, _| sink(record, file))
}

/// Reads the games of a file, or of a part of it, within limits, given the decoded text of the bytes. The numbers of
/// games and the places of diagnostics are those in the complete file, the spans those in `decoded`.
pub fn read_part(
    source: Source,
    decoded: &Decoded,
    limits: ReadLimits,
    sink: &mut dyn FnMut(GameRecord, &FileText, Option<GameSpan>),
) -> OutsideGames {
    if charset::is_table(source.bytes) {
        return read_table(source, limits, sink);
    }
    let Some(FilePart { arrangement, games_before, offset }) = source.part else {
        let arrangement = Arrangement::of_text(&decoded.text);
        return read_text(source, decoded, (arrangement, true), limits, sink);
    };
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    // The offset 0 stands for the game as a whole.
    let in_file = |at: usize| if at == 0 { 0 } else { at.saturating_add(offset) };
    let is_first = offset == 0;
    let mut read = read_text(
        source,
        decoded,
        (arrangement, is_first),
        limits,
        &mut |mut record, text, span| {
            record.diagnostics.map_offsets(in_file);
            let number = text.number.saturating_add(games_before);
            let text = FileText { number, part: source.part, ..text.clone() };
            sink(record, &text, span);
        },
    );
    read.diagnostics.map_offsets(in_file);
    read.last_number = read.last_number.saturating_add(games_before);
    for (number, _) in &mut read.skipped {
        *number = number.saturating_add(games_before);
    }
    read
}

/// Reads the games of a file, or of a part of it, like [`read_each`], given the decoded text of the bytes. For SGF, the
/// sink also gets each game's place in that text.
pub fn read_decoded(
    source: Source,
    decoded: &Decoded,
    sink: &mut dyn FnMut(GameRecord, &FileText, Option<GameSpan>),
) -> (FileText, Diagnostics) {
    let limits = ReadLimits::of_each_game(MAX_NODES);
    let read = read_part(source, decoded, limits, sink);
    let outside = with_limit_diagnostics(&read, limits);
    (read.text, outside)
}

/// A game that was read without the others of its file.
pub struct NumberedGame {
    /// The game.
    pub record: GameRecord,
    /// How the bytes of the game became text.
    pub text: FileText,
    /// For SGF, the place of the game in the decoded text.
    pub place: Option<Range<usize>>,
    /// Number of games in the file.
    pub games: u32,
}

/// Reads the game with this number, from 1, of a file without making records of the other games. `None` if only reading
/// them all gives the same: the format is not SGF or lines of moves, the charset is not ASCII or UTF-8 throughout, the
/// file has no such game, or the game exceeds a limit.
pub fn read_numbered(source: Source, decoded: &Decoded, number: u32) -> Option<NumberedGame> {
    if source.part.is_some() || charset::is_table(source.bytes) {
        return None;
    }
    let arrangement = Arrangement::of_text(&decoded.text);
    let (place, games) = arrangement.game_place(&decoded.text, number)?;
    let (part, bytes) = (decoded.part(place.clone())?, source.bytes.get(place.clone())?);
    let file_part = FilePart { arrangement, games_before: number - 1, offset: place.start as u64 };
    let source = Source { bytes, part: Some(file_part), ..source };
    let limits = ReadLimits::of_each_game(MAX_NODES);
    let (mut found, mut count) = (None, 0);
    read_part(source, &part, limits, &mut |record, text, span| {
        count += 1;
        let of_game = span.map(|span| span.range.start + place.start..span.range.end + place.start);
        let length = of_game.as_ref().map_or(decoded.text.len(), |range| range.len());
        let text = FileText { part: None, length, ..text.clone() };
        found = Some(NumberedGame { record, text, place: of_game, games });
    });
    found.filter(|game| count == 1 && game.text.number == number)
}

/// Diagnostics outside the games, with one for each game that exceeds a limit.
fn with_limit_diagnostics(read: &OutsideGames, limits: ReadLimits) -> Diagnostics {
    let mut outside = read.diagnostics.clone();
    for &(number, limit) in &read.skipped {
        outside.add(Code::TooLarge, 0, skipped_game_message(number, limit, limits));
    }
    if read.is_cut {
        let message = too_many_nodes_message(read.file_nodes, read.last_number + 1);
        outside.add(Code::TooLarge, 0, message);
    }
    outside
}

/// Message for a game that was skipped because it exceeds a limit for one game.
pub fn skipped_game_message(game: u32, limit: GameLimit, limits: ReadLimits) -> String {
    match limit {
        GameLimit::Nodes => {
            format!("game {game} has more than {} nodes; it was skipped", limits.game_nodes)
        }
        GameLimit::Bytes => {
            let mib = limits.game_bytes >> 20;
            format!("game {game} is larger than {mib} MiB, or its end is missing; it was skipped")
        }
    }
}

/// Message for a file that has more nodes than allowed: reading ended at the game with the number `game`.
pub fn too_many_nodes_message(most: u64, game: u32) -> String {
    format!("has more than {most} nodes; it was skipped from game {game} on")
}

fn read_text(
    source: Source,
    decoded: &Decoded,
    (arrangement, is_first): (Arrangement, bool),
    limits: ReadLimits,
    sink: &mut dyn FnMut(GameRecord, &FileText, Option<GameSpan>),
) -> OutsideGames {
    let bytes = source.bytes;
    let budget = &mut NodeBudget::with_limits(limits);
    let text = decoded.text.as_ref();
    let mut charsets = Charsets::new(decoded, arrangement.format());
    let mut places = decoded.offsets(bytes);
    let mut numbers = GameNumbers::new(budget);
    let mut each = |mut record: GameRecord, span: Option<GameSpan>| {
        if !decoded.is_in_place() {
            record.diagnostics.map_offsets(|offset| places.in_file(offset));
        }
        charsets.move_to(span.as_ref().map_or(0, |span| span.range.start));
        record.diagnostics.extend(&charsets.pending);
        charsets.pending = Diagnostics::default();
        charsets.text.length = span.as_ref().map_or(text.len(), |span| span.range.len());
        charsets.text.number = numbers.next();
        sink(record, &charsets.text, span);
    };
    let mut outside = match arrangement {
        Arrangement::MoveLines => {
            move_lines::read_each(text, source.game_lists, budget, &mut |record| each(record, None))
        }
        Arrangement::TreeLines => {
            tree_lines::read_each(text, budget, &mut |record, span| each(record, Some(span)))
        }
        Arrangement::Trees => {
            sgf::read_each(text, is_first, budget, &mut |record, span| each(record, Some(span)))
        }
        Arrangement::Ogs | Arrangement::OgsLines => {
            ogs::read_each(text, budget, &mut |record| each(record, None))
        }
        Arrangement::Jgf => {
            jgf::read_each(text, budget, &mut |record| each(record, None));
            Diagnostics::default()
        }
        Arrangement::Gib => gib::read_each(text, budget, &mut |record| each(record, None)),
        Arrangement::Ugf => ugf::read_each(text, budget, &mut |record| each(record, None)),
        Arrangement::Ngf => {
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
    numbers.note_skips();
    OutsideGames {
        text: charsets.file_text,
        diagnostics: outside,
        last_number: numbers.last,
        skipped: numbers.skipped,
        is_cut: budget.is_exceeded(),
        file_nodes: limits.file_nodes,
    }
}

/// Numbers the games of a file, and lists those that were skipped.
struct GameNumbers {
    last: u32,
    skips: Rc<Skips>,
    skipped: Vec<(u32, GameLimit)>,
}

impl GameNumbers {
    fn new(budget: &NodeBudget) -> GameNumbers {
        GameNumbers { last: 0, skips: budget.skips(), skipped: Vec::new() }
    }

    /// Number of the next game that is passed on.
    fn next(&mut self) -> u32 {
        self.note_skips();
        self.last += 1;
        self.last
    }

    /// Gives numbers to the games that were skipped since the last call.
    fn note_skips(&mut self) {
        for limit in self.skips.take() {
            self.last += 1;
            if self.skipped.len() < MAX_LISTED_SKIPS {
                self.skipped.push((self.last, limit));
            }
        }
    }
}

/// Reads the games of a Parquet file, whose rows are games.
fn read_table(
    source: Source,
    limits: ReadLimits,
    sink: &mut dyn FnMut(GameRecord, &FileText, Option<GameSpan>),
) -> OutsideGames {
    let limits = parquet::table_limits(source.bytes.len(), limits);
    let budget = &mut NodeBudget::with_limits(limits);
    let mut numbers = GameNumbers::new(budget);
    let charset = Charset { name: "utf-8", from: CharsetFrom::Utf8 };
    let text = FileText { charset, length: source.bytes.len(), number: 0, part: None };
    let no_columns = ParquetColumns::default();
    let columns = source.columns.unwrap_or(&no_columns);
    let diagnostics = parquet::read_each(source.bytes, columns, budget, &mut |record| {
        sink(record, &FileText { number: numbers.next(), ..text.clone() }, None);
    });
    numbers.note_skips();
    OutsideGames {
        text,
        diagnostics,
        last_number: numbers.last,
        skipped: numbers.skipped,
        is_cut: budget.is_exceeded(),
        file_nodes: limits.file_nodes,
    }
}

/// Reads the markup of each game of a file, up to about [`MAX_NODES`] signs in all. Only SGF has markup; the list is
/// empty for other formats.
pub fn read_marks(bytes: &[u8]) -> Vec<Vec<Mark>> {
    if charset::is_table(bytes) {
        return Vec::new();
    }
    let decoded = charset::decode(bytes);
    let mut marks = Vec::new();
    let mut count = 0;
    read_decoded(Source::of_file(bytes), &decoded, &mut |_, _, span| {
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
        let text = FileText { charset, length: decoded.text.len(), number: 0, part: None };
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
            self.text = FileText { charset, length: self.file_text.length, number: 0, part: None };
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
        // A game that was uploaded to OGS is stored there as UTF-8, but its SGF still names the charset of the uploaded
        // file. So a wrong name of a charset is not reported.
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

#[cfg(test)]
pub(crate) mod tests;
