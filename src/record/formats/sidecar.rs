//! Reads analysis from a file beside a game (a sidecar): lines of KataGo's analysis engine, of katawrap, or of a plain
//! table.
//!
//! KataGo answers with a line of JSON for each position (its `docs/Analysis_Engine.md`). katawrap adds the moves of the
//! query, in which handicap stones are moves. Whose view the numbers have depends on a setting that is not in the
//! lines: Black's, or that of the player to move. Values of the latter change their sign with each move, which is how
//! they are recognised. White's view looks like Black's, so it is not supported.
//!
//! A line of a table has `ply` (or `move`) and Black's view in `black_winrate` and `black_lead`, as `show --json`
//! prints them, and perhaps `visits`, `engine`, `best` and `pv`.
//!
//! A file may be large and cover many games. It is scanned once, for where it has the answers to which query, and only
//! the answers to a game's queries are read again. No more than one object is in memory at a time.

mod answers;
mod directory;
mod game;
mod objects;
mod queries;
#[cfg(test)]
mod tests;

pub use game::Source;

use crate::cancel::checkpoint;
use crate::game::GameKind;
use crate::{Code, GameRecord};
use answers::{parse, positions};
use directory::{BadLines, Directory};
use game::{GameVerdicts, MainLine, Outcome};
use objects::{Layout, MAX_OBJECT_BYTES, Objects, ScanItem};
use std::io::{BufRead, BufReader, Cursor, Read, Seek, SeekFrom};

/// Number of bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 16;
/// Limit to the bytes that all games of a file may read again: this many times its length, and so many bytes more.
/// Games with the same moves read the same lines, so without a limit the time would grow with games times lines.
const REREAD_FACTOR: u64 = 16;
const REREAD_EXTRA_BYTES: u64 = 1 << 20;

/// Returns about the most memory in bytes that the analysis of a game of `nodes` nodes takes, if it is in a file of
/// `bytes` bytes.
pub fn memory_bytes(bytes: u64, nodes: u64) -> u64 {
    /// Bytes of memory per byte of the longest object: its text and its values.
    const BYTES_PER_OBJECT_BYTE: u64 = 4;
    /// Bytes of memory for the ids of queries: some 32 bytes for each of up to a million.
    const MAX_ID_BYTES: u64 = 32 << 20;
    /// Bytes of memory per byte of the file for verdicts. Candidates without a line take the fewest bytes in the file,
    /// so they grow most.
    const BYTES_PER_FILE_BYTE: u64 = 5;
    /// Bytes of memory per node for verdicts: twelve candidates with a line of twelve moves each.
    const BYTES_PER_NODE: u64 = 3 << 10;
    let object = bytes.min(MAX_OBJECT_BYTES as u64) * BYTES_PER_OBJECT_BYTE;
    let ids = bytes.min(MAX_ID_BYTES);
    let most = nodes.saturating_add(1).saturating_mul(BYTES_PER_NODE);
    let verdicts = bytes.saturating_mul(BYTES_PER_FILE_BYTE).min(most);
    object.saturating_add(ids).saturating_add(verdicts)
}

/// Adds a diagnostic that the analysis beside a file was not read, and why. Only the first game of the file gets it.
pub fn report_left_out(record: &mut GameRecord, number: u32, why: &str) {
    if number == 1 {
        let message = format!("the analysis beside the file was left out: {why}");
        record.diagnostics.add(Code::BadAnalysis, 0, message);
    }
}

/// Analysis in a text, which is read when a game needs it.
#[derive(Debug)]
pub struct Sidecar<T> {
    text: T,
    directory: Directory,
    layout: Layout,
    /// Number of bytes that games may still read again.
    reread_bytes_left: u64,
}

impl<'b> Sidecar<Cursor<&'b [u8]>> {
    /// Scans bytes. JSON that is laid out over several lines, or in a list, is read as well.
    pub fn read(bytes: &'b [u8]) -> Sidecar<Cursor<&'b [u8]>> {
        Sidecar::scan(Cursor::new(bytes), None)
    }
}

impl<T: Read + Seek> Sidecar<T> {
    /// Scans a text once. If only one game of the file is wanted, the answers for others are not remembered.
    pub fn scan(mut text: T, only_game: Option<&GameRecord>) -> Sidecar<T> {
        let wanted = only_game.map(MainLine::from_record);
        let mut directory = Directory::default();
        let reader = BufReader::with_capacity(BUFFER_BYTES, &mut text);
        let mut objects = Objects::new(reader, 0, Layout::Unknown);
        loop {
            match objects.next() {
                Ok(None) => break,
                Ok(Some(ScanItem::Bad(why))) => directory.bad.add(why),
                Ok(Some(ScanItem::Object(place))) => {
                    directory.add_object(objects.text(), place, wanted.as_ref());
                }
                Err(error) => {
                    directory.bad.add(error.to_string());
                    break;
                }
            }
        }
        directory.finish();
        Sidecar {
            layout: objects.layout,
            reread_bytes_left: (objects.at() * REREAD_FACTOR).saturating_add(REREAD_EXTRA_BYTES),
            directory,
            text,
        }
    }

    /// Adds the analysis of a game to its record; `number` is the game's number in its file, from 1. Lines without
    /// moves belong to the first game.
    pub fn add_to(&mut self, record: &mut GameRecord, number: u32, source: Source) {
        if record.start.game != GameKind::Go {
            return;
        }
        let main_line = MainLine::from_record(record);
        let mut collector = GameCollector {
            verdicts: GameVerdicts::new(&main_line, source),
            bad: BadLines::default(),
            has_positions: false,
        };
        if number == 1 {
            collector.bad = self.directory.bad.clone();
            collector.has_positions = self.directory.has_answers;
            self.add_runs(&mut collector);
        }
        self.add_answers(&main_line, &mut collector);
        collector.finish(record, number, source);
    }

    /// Adds the answers that do not contain the moves of their query.
    fn add_runs(&mut self, collector: &mut GameCollector) {
        for run in self.directory.runs() {
            if self.text.seek(SeekFrom::Start(run.start)).is_err() {
                return;
            }
            let text = (&mut self.text).take(run.end - run.start);
            let reader = BufReader::with_capacity(BUFFER_BYTES, text);
            // What cannot be cut into objects was reported when the text was scanned.
            collector.add_all(Objects::new(reader, run.start, self.layout), &mut |_| {});
        }
    }

    /// Adds the answers to the queries whose moves are the game's.
    fn add_answers(&mut self, line: &MainLine, collector: &mut GameCollector) {
        let mut text = Vec::new();
        for (place, ahead) in self.directory.answers_of_game(line) {
            let length = place.end - place.start;
            let Some(left) = self.reread_bytes_left.checked_sub(length) else {
                let why = "it was read for too many games".to_owned();
                return collector.bad.add(why);
            };
            self.reread_bytes_left = left;
            text.clear();
            let read = self
                .text
                .seek(SeekFrom::Start(place.start))
                .and_then(|_| (&mut self.text).take(length).read_to_end(&mut text));
            // Parts of the file that have changed since the scan are left out.
            if read.is_ok() {
                collector.add(&text, ahead, &mut |_| {});
            }
        }
    }
}

/// Adds all objects of a text to the record, which must be the only game that the text describes.
pub fn add_lines(record: &mut GameRecord, text: impl Read, source: Source) {
    if record.start.game != GameKind::Go {
        return;
    }
    let main_line = MainLine::from_record(record);
    let mut collector = GameCollector {
        verdicts: GameVerdicts::new(&main_line, source),
        bad: BadLines::default(),
        has_positions: false,
    };
    let reader = BufReader::with_capacity(BUFFER_BYTES, text);
    let mut bad = BadLines::default();
    let objects = Objects::new(reader, 0, Layout::Lines);
    collector.add_all(objects, &mut |why| bad.add(why));
    collector.bad.add_all(bad);
    collector.finish(record, 1, source);
}

/// Collects the analysis of one game.
struct GameCollector<'l> {
    verdicts: GameVerdicts<'l>,
    bad: BadLines,
    /// Whether the text has verdicts about positions of any game.
    has_positions: bool,
}

impl GameCollector<'_> {
    /// Adds all objects; `cut` gets the reason for each part that is no object.
    fn add_all(&mut self, mut objects: Objects<impl BufRead>, cut: &mut dyn FnMut(String)) {
        let mut bad = std::mem::take(&mut self.bad);
        loop {
            match objects.next() {
                Ok(None) => break,
                Ok(Some(ScanItem::Bad(why))) => cut(why),
                Ok(Some(ScanItem::Object(_))) => {
                    self.add(objects.text(), 0, &mut |why| bad.add(why));
                }
                Err(error) => {
                    bad.add(error.to_string());
                    break;
                }
            }
        }
        self.bad = bad;
    }

    /// Adds an object; `handicap_moves` is the number of handicap stones among the moves of its query.
    fn add(&mut self, text: &[u8], handicap_moves: u32, bad: &mut dyn FnMut(String)) {
        checkpoint();
        let text = String::from_utf8_lossy(text);
        let Some(json) = parse(&text) else {
            return bad("it is not JSON".to_owned());
        };
        for root in json.roots() {
            positions(root, bad, &mut |position| {
                self.has_positions |= position.has_content();
                self.verdicts.add_position(position, handicap_moves);
            });
        }
    }

    /// Adds the verdicts to the record, with diagnostics about what could not be read. What belongs to no game is
    /// reported with the first.
    fn finish(self, record: &mut GameRecord, number: u32, source: Source) {
        let what = match source {
            Source::Sidecar => "the analysis beside the file",
            Source::Table => "the analysis in the table",
        };
        let outcome = self.verdicts.finish(record);
        let mut report = |message: String| record.diagnostics.add(Code::BadAnalysis, 0, message);
        match outcome {
            Outcome::Nothing if number == 1 && self.has_positions => {
                report(format!("{what} is not of this game: its moves or players differ"))
            }
            Outcome::Unclear => report(format!(
                "{what} was left out: all its positions have White to move, so it is unclear whose winning rates it has"
            )),
            Outcome::Nothing | Outcome::Added => {}
        }
        if let Some(first) = self.bad.first {
            let count = self.bad.count;
            let lines = if count == 1 { "line" } else { "lines" };
            report(format!("{what} has {count} {lines} that cannot be read: {first}"));
        }
    }
}
