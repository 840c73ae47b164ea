//! Table of engine analysis of many games that a build reads: lines of JSON, each with the id of a game.

use kifu_archive::crawl::TableStamp;
use kifu_archive::error::Result;
use kifu_archive::operand::open_regular;
use kifu_record::GameRecord;
use kifu_record::formats::sidecar::{Source, add_lines};
use kifu_record::poison::IgnorePoison;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Mutex;

/// Maximum number of bytes in a line, so that a hostile table cannot fill the memory. A longer line is cut, and what is
/// cut is not valid JSON, so it is skipped.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Places of each game's lines in a table of analysis. The lines stay in the file and are read when the game is
/// indexed.
#[derive(Debug)]
pub(crate) struct AnalysisTable {
    file: Mutex<File>,
    games: HashMap<u64, Vec<LineRange>>,
}

/// Byte range of consecutive lines of one game.
#[derive(Debug)]
struct LineRange {
    start: u64,
    length: u64,
}

#[derive(Deserialize)]
struct LineOfGame<'l> {
    #[serde(borrow)]
    id: &'l str,
}

impl AnalysisTable {
    /// Scans a table once. Skips lines that are not JSON or have no valid id.
    pub(crate) fn open(path: &Path) -> Result<AnalysisTable> {
        let fail = |error| TableStamp::read_error(path, error);
        let mut lines = BufReader::with_capacity(1 << 20, open_regular(path).map_err(fail)?);
        let mut games: HashMap<u64, Vec<LineRange>> = HashMap::new();
        let (mut line, mut start) = (Vec::new(), 0);
        loop {
            line.clear();
            let length =
                (&mut lines).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).map_err(fail)?
                    as u64;
            if length == 0 {
                break;
            }
            if let Some(id) = parse_line_id(&line) {
                let parts = games.entry(id).or_default();
                match parts.last_mut() {
                    Some(last) if last.start + last.length == start => last.length += length,
                    _ => parts.push(LineRange { start, length }),
                }
            }
            start += length;
        }
        Ok(AnalysisTable { file: Mutex::new(open_regular(path).map_err(fail)?), games })
    }

    /// Adds the analysis in the table to the record of the game with this id.
    pub(crate) fn add_to(&self, record: &mut GameRecord, id: u64) {
        let Some(parts) = self.games.get(&id) else {
            return;
        };
        let lines = GameLines { file: &self.file, parts: parts.iter(), offset: 0, remaining: 0 };
        add_lines(record, lines, Source::Table);
    }
}

/// Reader that concatenates the lines of one game.
struct GameLines<'t> {
    file: &'t Mutex<File>,
    parts: std::slice::Iter<'t, LineRange>,
    /// Offset in the file of the unread rest of the current line range; `remaining` is the length of this rest.
    offset: u64,
    remaining: u64,
}

impl Read for GameLines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            if self.remaining > 0 {
                // The file position is shared: other threads read other games, so each read seeks under the lock.
                let mut file = self.file.lock().ignore_poison();
                file.seek(SeekFrom::Start(self.offset))?;
                let read = (&*file).take(self.remaining).read(buffer)?;
                self.offset += read as u64;
                self.remaining -= read as u64;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
            }
            // The file may have become shorter since it was scanned; the missing bytes are skipped.
            let Some(part) = self.parts.next() else {
                return Ok(0);
            };
            (self.offset, self.remaining) = (part.start, part.length);
        }
    }
}

/// Reads the JSON key `id` of a line: 16 hexadecimal digits. `None` for any other line.
fn parse_line_id(line: &[u8]) -> Option<u64> {
    let line: LineOfGame = serde_json::from_slice(line).ok()?;
    let is_id = line.id.len() == 16 && line.id.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then(|| u64::from_str_radix(line.id, 16).ok())?
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_game_are_found_wherever_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.jsonl");
        let line = |id: u64, ply: u32, lead: f64| {
            format!("{{\"id\": \"{id:016x}\", \"ply\": {ply}, \"black_lead\": {lead}}}\n")
        };
        let text = [
            line(1, 0, 0.5),
            line(1, 1, 0.25),
            "no line\n{\"id\": 7}\n".to_owned(),
            line(2, 1, 9.0),
            line(1, 2, -1.0),
        ];
        std::fs::write(&path, text.concat()).unwrap();
        let table = AnalysisTable::open(&path).unwrap();
        let leads = |id| {
            let mut record = kifu_record::formats::read(b"(;SZ[9];B[aa];W[bb])").records.remove(0);
            table.add_to(&mut record, id);
            let leads = record
                .analysis
                .verdicts
                .iter()
                .map(|of| (of.node, of.black_lead.unwrap().points()));
            leads.collect::<Vec<_>>()
        };
        assert_eq!(leads(1), [(0, 0.5), (1, 0.25), (2, -1.0)]);
        assert_eq!(leads(2), [(1, 9.0)]);
        assert!(leads(3).is_empty());
        let gone = TableStamp::from_path(&folder.path().join("gone")).unwrap_err();
        assert!(gone.to_string().contains("table of analysis"));
    }
}
