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

use crate::game::GameKind;
use crate::patience::step;
use crate::{Code, GameRecord};
use answers::{parse, positions};
use directory::{BadLines, Directory};
use game::{GameVerdicts, MainLine, Outcome};
use objects::{Found, LONGEST_OBJECT, Layout, Objects};
use std::io::{BufRead, BufReader, Cursor, Read, Seek, SeekFrom};

/// Number of bytes that are read at once.
const BUFFER: usize = 1 << 16;
/// Limit to the bytes that all games of a file may read again: this many times its length, and so many bytes more.
/// Games with the same moves read the same lines, so without a limit the time would grow with games times lines.
const READ_AGAIN: u64 = 16;
const READ_MORE: u64 = 1 << 20;

/// Returns about the most memory in bytes that the analysis of a game of `nodes` nodes takes, if it is in a file of
/// `bytes` bytes.
pub fn memory(bytes: u64, nodes: u64) -> u64 {
    /// Bytes of memory per byte of the longest object: its text and its values.
    const OF_OBJECT: u64 = 4;
    /// Bytes of memory for the ids of queries: some 32 bytes for each of up to a million.
    const MOST_IDS: u64 = 32 << 20;
    /// Bytes of memory per byte of the file for verdicts. Candidates without a line take the fewest bytes in the file,
    /// so they grow most.
    const OF_BYTE: u64 = 5;
    /// Bytes of memory per node for verdicts: twelve candidates with a line of twelve moves each.
    const OF_NODE: u64 = 3 << 10;
    let object = bytes.min(LONGEST_OBJECT as u64) * OF_OBJECT;
    let ids = bytes.min(MOST_IDS);
    let most = nodes.saturating_add(1).saturating_mul(OF_NODE);
    let verdicts = bytes.saturating_mul(OF_BYTE).min(most);
    object.saturating_add(ids).saturating_add(verdicts)
}

/// Adds a diagnostic that the analysis beside a file was not read, and why. Only the first game of the file gets it.
pub fn left_out(record: &mut GameRecord, number: u32, why: &str) {
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
    left: u64,
}

impl<'b> Sidecar<Cursor<&'b [u8]>> {
    /// Scans bytes. JSON that is laid out over several lines, or in a list, is read as well.
    pub fn read(bytes: &'b [u8]) -> Sidecar<Cursor<&'b [u8]>> {
        Sidecar::look(Cursor::new(bytes), None)
    }
}

impl<T: Read + Seek> Sidecar<T> {
    /// Scans a text once. If only one game of the file is wanted, the answers for others are not remembered.
    pub fn look(mut text: T, wanted: Option<&GameRecord>) -> Sidecar<T> {
        let wanted = wanted.map(MainLine::of);
        let mut directory = Directory::default();
        let reader = BufReader::with_capacity(BUFFER, &mut text);
        let mut objects = Objects::new(reader, 0, Layout::Unknown);
        loop {
            match objects.next() {
                Ok(None) => break,
                Ok(Some(Found::Bad(why))) => directory.bad.add(why),
                Ok(Some(Found::Object(place))) => {
                    directory.object(objects.text(), place, wanted.as_ref());
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
            left: (objects.at() * READ_AGAIN).saturating_add(READ_MORE),
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
        let line = MainLine::of(record);
        let mut filling = Filling {
            verdicts: GameVerdicts::new(&line, source),
            bad: BadLines::default(),
            has_positions: false,
        };
        if number == 1 {
            filling.bad = self.directory.bad.clone();
            filling.has_positions = self.directory.has_answers;
            self.add_runs(&mut filling);
        }
        self.add_answers(&line, &mut filling);
        filling.finish(record, number, source);
    }

    /// Adds the answers that do not contain the moves of their query.
    fn add_runs(&mut self, filling: &mut Filling) {
        for run in self.directory.runs() {
            if self.text.seek(SeekFrom::Start(run.start)).is_err() {
                return;
            }
            let text = (&mut self.text).take(run.end - run.start);
            let reader = BufReader::with_capacity(BUFFER, text);
            // What cannot be cut into objects was reported when the text was scanned.
            filling.add_all(Objects::new(reader, run.start, self.layout), &mut |_| {});
        }
    }

    /// Adds the answers to the queries whose moves are the game's.
    fn add_answers(&mut self, line: &MainLine, filling: &mut Filling) {
        let mut text = Vec::new();
        for (place, ahead) in self.directory.of_game(line) {
            let length = place.end - place.start;
            let Some(left) = self.left.checked_sub(length) else {
                let why = "it was read for too many games".to_owned();
                return filling.bad.add(why);
            };
            self.left = left;
            text.clear();
            let read = self
                .text
                .seek(SeekFrom::Start(place.start))
                .and_then(|_| (&mut self.text).take(length).read_to_end(&mut text));
            // Parts of the file that have changed since the scan are left out.
            if read.is_ok() {
                filling.add(&text, ahead, &mut |_| {});
            }
        }
    }
}

/// Adds all objects of a text to the record, which must be the only game that the text describes.
pub fn add_lines(record: &mut GameRecord, text: impl Read, source: Source) {
    if record.start.game != GameKind::Go {
        return;
    }
    let line = MainLine::of(record);
    let mut filling = Filling {
        verdicts: GameVerdicts::new(&line, source),
        bad: BadLines::default(),
        has_positions: false,
    };
    let reader = BufReader::with_capacity(BUFFER, text);
    let mut bad = BadLines::default();
    let objects = Objects::new(reader, 0, Layout::Lines);
    filling.add_all(objects, &mut |why| bad.add(why));
    filling.bad.add_all(bad);
    filling.finish(record, 1, source);
}

/// Collects the analysis of one game.
struct Filling<'l> {
    verdicts: GameVerdicts<'l>,
    bad: BadLines,
    /// Whether the text has verdicts about positions of any game.
    has_positions: bool,
}

impl Filling<'_> {
    /// Adds all objects; `cut` gets the reason for each part that is no object.
    fn add_all(&mut self, mut objects: Objects<impl BufRead>, cut: &mut dyn FnMut(String)) {
        let mut bad = std::mem::take(&mut self.bad);
        loop {
            match objects.next() {
                Ok(None) => break,
                Ok(Some(Found::Bad(why))) => cut(why),
                Ok(Some(Found::Object(_))) => {
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
    fn add(&mut self, text: &[u8], ahead: u32, bad: &mut dyn FnMut(String)) {
        step();
        let text = String::from_utf8_lossy(text);
        let Some(json) = parse(&text) else {
            return bad("it is not JSON".to_owned());
        };
        for root in json.roots() {
            positions(root, bad, &mut |position| {
                self.has_positions |= position.says_something();
                self.verdicts.take(position, ahead);
            });
        }
    }

    /// Adds the verdicts to the record, with diagnostics about what could not be read. What belongs to no game is
    /// reported with the first.
    fn finish(self, record: &mut GameRecord, number: u32, source: Source) {
        let what = match source {
            Source::Beside => "the analysis beside the file",
            Source::Table => "the analysis in the table",
        };
        let outcome = self.verdicts.finish(record);
        let mut tell = |message: String| record.diagnostics.add(Code::BadAnalysis, 0, message);
        match outcome {
            Outcome::Nothing if number == 1 && self.has_positions => {
                tell(format!("{what} is not of this game: its moves or players differ"))
            }
            Outcome::Unclear => tell(format!(
                "{what} was left out: positions of White alone do not tell whose view it has"
            )),
            Outcome::Nothing | Outcome::Added => {}
        }
        if let Some(first) = self.bad.first {
            let count = self.bad.count;
            let lines = if count == 1 { "line" } else { "lines" };
            tell(format!("{what} has {count} {lines} that cannot be read: {first}"));
        }
    }
}
