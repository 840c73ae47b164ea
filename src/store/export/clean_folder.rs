//! Folder of a clean collection: one file per game, and a report of what was changed. Another export into the same
//! folder adds only games that the report does not list.

use super::piece::ExtractedGame;
use super::target::{ExportTarget, Folder};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::output::{self, cannot_write, folder_of};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Name of the report in the folder of the collection.
pub const REPORT: &str = "report.csv";
/// First line of the report. `content` is the content key of the game: a hash of its moves in 16 hexadecimal digits.
const HEADER: &str = "content,file,source,changes,repairs";

/// What the report says of a game besides the changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedGame {
    /// Content key: a hash of the moves.
    pub content: u64,
    /// Place of the game in the archive.
    pub source: String,
}

/// Folder of a clean collection.
#[derive(Debug)]
pub struct CleanFolder {
    folder: Folder,
    report: PathBuf,
    /// The report, opened for appending once the first game is written.
    open_report: Option<File>,
    games: Vec<ReportedGame>,
}

impl CleanFolder {
    /// Adds games to the folder of a collection. `games` has one element for each file that the folder will get.
    pub fn new(folder: Folder, place: &Path, games: Vec<ReportedGame>) -> CleanFolder {
        CleanFolder { folder, report: place.join(REPORT), open_report: None, games }
    }

    /// Appends a line to the report. The line of a game is written after its file, so a report never lists a game that
    /// an interrupted export has not written.
    fn report(&mut self, line: &str) -> Result<()> {
        let failed = |error| cannot_write(&self.report, error);
        let file = match &mut self.open_report {
            Some(file) => file,
            slot => {
                fs::create_dir_all(folder_of(&self.report)).map_err(failed)?;
                let open = || File::options().append(true).create(true).open(&self.report);
                let mut file = open().map_err(failed)?;
                if file.metadata().map_err(failed)?.len() == 0 {
                    file.write_all(format!("{HEADER}\r\n").as_bytes()).map_err(failed)?;
                }
                slot.insert(file)
            }
        };
        file.write_all(line.as_bytes()).map_err(failed)
    }
}

impl ExportTarget for CleanFolder {
    fn put(&mut self, index: usize, piece: &ExtractedGame) -> Result<()> {
        self.folder.put(index, piece)?;
        let file = self.folder.file_name(index).to_owned();
        let Some(game) = self.games.get(index) else {
            return Ok(());
        };
        let changes: Vec<String> = piece
            .changes
            .iter()
            .map(|change| format!("{}: {} > {}", change.property, change.before, change.after))
            .collect();
        let cells = [&file, &game.source, &changes.join("; "), &piece.repairs.join("; ")];
        let cells = cells.map(|cell| quoted(cell).into_owned()).join(",");
        self.report(&format!("{:016x},{cells}\r\n", game.content))
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

/// Content keys of the games that the report of a folder lists; none if there is no report. Fails if the file of this
/// name is no such report.
pub fn known_contents(folder: &Path) -> Result<HashSet<u64>> {
    let path = folder.join(REPORT);
    output::check_writable(&path, true)?;
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
        Err(error) => return Err(Error::io(path.display().to_string(), error)),
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    if lines.next().is_some_and(|first| first != HEADER) {
        let message = format!("{} is not the report of a clean collection", path.display());
        return Err(Error::new(ErrorKind::Io, message).with_remedy(Remedy::WriteFolder));
    }
    let content = |line: &str| u64::from_str_radix(line.split_once(',')?.0, 16).ok();
    Ok(lines.filter_map(content).collect())
}

/// A CSV value on one line, quoted where necessary.
fn quoted(value: &str) -> Cow<'_, str> {
    let needs_quotes = value.contains(|c: char| c == '"' || c == ',' || c.is_control());
    if !needs_quotes {
        return Cow::Borrowed(value);
    }
    let line = value.replace(|c: char| c.is_control(), " ").replace('"', "\"\"");
    Cow::Owned(format!("\"{line}\""))
}
