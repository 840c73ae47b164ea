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
/// Limits how many bytes are read again for all games of a file: at most `REREAD_FACTOR` times the sidecar's length,
/// plus `REREAD_EXTRA_BYTES`. Games with the same moves read the same lines, so without a limit the time would grow
/// with games times lines.
const REREAD_FACTOR: u64 = 16;
const REREAD_EXTRA_BYTES: u64 = 1 << 20;

/// Approximate maximum of the memory, in bytes, for the analysis of a game with `nodes` nodes from a sidecar of `bytes`
/// bytes.
pub fn memory_bytes(bytes: u64, nodes: u64) -> u64 {
    /// Bytes of memory for each byte of the longest JSON object, which is held as text and as parsed values.
    const BYTES_PER_OBJECT_BYTE: u64 = 4;
    /// Bytes of memory for the ids of queries: some 32 bytes for each of up to a million.
    const MAX_ID_BYTES: u64 = 32 << 20;
    /// Bytes of memory for the evaluations, for each byte of the file. The worst case are candidates without an
    /// expected line, which take the fewest bytes in the file.
    const BYTES_PER_FILE_BYTE: u64 = 5;
    /// Bytes of memory for the evaluation of a node: twelve candidates with a line of twelve moves each.
    const BYTES_PER_NODE: u64 = 3 << 10;
    let object = bytes.min(MAX_OBJECT_BYTES as u64) * BYTES_PER_OBJECT_BYTE;
    let ids = bytes.min(MAX_ID_BYTES);
    let most = nodes.saturating_add(1).saturating_mul(BYTES_PER_NODE);
    let verdicts = bytes.saturating_mul(BYTES_PER_FILE_BYTE).min(most);
    object.saturating_add(ids).saturating_add(verdicts)
}

/// Adds a diagnostic that the analysis beside a file was not read, and why. Only the record of the file's first game
/// gets it.
pub fn report_left_out(record: &mut GameRecord, number: u32, why: &str) {
    if number == 1 {
        let message = format!("the analysis beside the file was left out: {why}");
        record.diagnostics.add(Code::BadAnalysis, 0, message);
    }
}

/// A sidecar that was scanned: where its text has answers to which queries. The answers themselves are read when a game
/// needs them.
#[derive(Debug)]
pub struct Sidecar<T> {
    text: T,
    directory: Directory,
    layout: Layout,
    /// Number of bytes that may still be read again, for all games together.
    reread_bytes_left: u64,
}

impl<'b> Sidecar<Cursor<&'b [u8]>> {
    /// Scans the bytes of a sidecar for its answers. JSON that is laid out over several lines, or in a list, is read as
    /// well.
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

    /// Adds the answers whose lines do not have the moves of their query. They are taken to be about the first game.
    fn add_runs(&mut self, collector: &mut GameCollector) {
        for run in self.directory.runs() {
            if self.text.seek(SeekFrom::Start(run.start)).is_err() {
                return;
            }
            let text = (&mut self.text).take(run.end - run.start);
            let reader = BufReader::with_capacity(BUFFER_BYTES, text);
            // Parts that are no JSON objects are ignored here: the scan has reported them already.
            collector.add_all(Objects::new(reader, run.start, self.layout), &mut |_| {});
        }
    }

    /// Adds the answers to the queries with the same moves as the game.
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
            // If the file has changed since the scan, the read fails or returns no JSON, and the answer is left out.
            if read.is_ok() {
                collector.add(&text, ahead, &mut |_| {});
            }
        }
    }
}

/// Adds the analysis in all JSON objects of a text to the record. The text must be about this game only.
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
    /// Whether any object has an evaluation of a position, even one of another game.
    has_positions: bool,
}

impl GameCollector<'_> {
    /// Adds the analysis in all JSON objects. For each part of the text that is no object, calls `cut` with the reason.
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

    /// Adds the analysis in a JSON object; `handicap_moves` is the number of handicap stones among the moves of its
    /// query.
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

    /// Adds the collected evaluations to the record, with diagnostics about what could not be read. Lines that belong
    /// to no game are reported in the record of the first game.
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
