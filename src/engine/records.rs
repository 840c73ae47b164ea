//! Reads the records of many games from the archive, as JSON.

use super::export::{TableAnalysis, wanted_games};
use super::failure::Result;
use super::question::Ask;
use super::record::full_lines;
use super::request::ReadRecords;
use super::snapshot::Snapshot;
use super::{Failure, Item, Sink};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result as CrateResult};
use kifu_query::search::find_by_id;
use kifu_store::export::piece::ExtractedGame;
use kifu_store::export::target::ExportTarget;
use kifu_store::export::{ExportReport, WantedGame, export};

/// Record of a game that was requested by id.
#[derive(Clone, Copy, Debug)]
pub struct RequestedRecord<'r> {
    /// Id as it was requested.
    pub id: &'r str,
    /// JSON object of `show --json` with its line break, or the reason why there is none.
    pub line: std::result::Result<&'r [u8], &'r Failure>,
}

/// Number of games that are read together. An archive with several of these games is read only once.
const BATCH_GAMES: usize = 4096;

impl Ask for ReadRecords {
    /// Number of records that were read.
    type Answer = u64;

    /// Passes the records to the caller's callback, in the order of the requested ids.
    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<u64> {
        let mut sent = 0;
        for page in self.0.chunks(BATCH_GAMES) {
            if snapshot.index.budget().poll_exhausted() {
                break;
            }
            for (id, line) in page.iter().zip(read_lines(snapshot, page)?) {
                sent += u64::from(line.is_ok());
                let line = line.as_deref();
                if sink(Item::Record(RequestedRecord { id, line })).is_break() {
                    return Ok(sent);
                }
            }
        }
        Ok(sent)
    }
}

fn read_lines(snapshot: &Snapshot, ids: &[String]) -> Result<Vec<Result<Vec<u8>>>> {
    let index = snapshot.index;
    let found: Vec<_> = ids.iter().map(|id| find_by_id(index, id)).collect();
    let hits: Vec<_> = found.iter().flatten().copied().collect();
    let games = wanted_games(index, &hits)?;
    let mut buffer = LineBuffer(vec![None; games.len()]);
    let table_analysis = TableAnalysis::new(index, &games, &hits);
    let add_table_analysis = |id, record: &mut _| table_analysis.add_to(id, record);
    // If the user's marks (tags, star, note) cannot be read, the records are still sent, without marks.
    let user = index.marks().get().ok().flatten();
    let report = export(
        &games,
        &index.header().roots(),
        &index.header().limits,
        &full_lines(&add_table_analysis, user.as_deref()),
        &(),
        &mut buffer,
    )?;
    let mut lines = games.iter().zip(buffer.0);
    let line = |found: CrateResult<_>| {
        found?;
        match lines.next() {
            Some((_, Some(line))) => Ok(line),
            Some((game, None)) => Err(missing_game_error(&report, game)),
            None => Err(Error::new(ErrorKind::Io, "the time limit was reached")),
        }
    };
    let lines = found.into_iter().map(line);
    Ok(lines.map(|line| line.map_err(Failure::Other)).collect())
}

/// Collects lines in memory.
struct LineBuffer(Vec<Option<Vec<u8>>>);

impl ExportTarget for LineBuffer {
    fn put(&mut self, index: usize, piece: &ExtractedGame) -> CrateResult<()> {
        if let Some(slot) = self.0.get_mut(index) {
            *slot = Some(piece.bytes.clone());
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> CrateResult<()> {
        Ok(())
    }
}

/// Makes the error for a requested game that could not be read from its file. The reason is taken from the report of
/// the export that read the files.
fn missing_game_error(report: &ExportReport, game: &WantedGame) -> Error {
    let missing_game = report.missing.iter().find(|missing| missing.path == game.path);
    let (place, reason) = match missing_game {
        Some(missing) => (missing.place.clone(), missing.reason.as_str()),
        None => (game.path.display().to_string(), "cannot be read"),
    };
    let remedy = missing_game.and_then(|missing| missing.remedy.clone());
    Error::new(ErrorKind::Io, format!("{place} {reason}"))
        .with_remedy(remedy.unwrap_or(Remedy::Refresh))
}
