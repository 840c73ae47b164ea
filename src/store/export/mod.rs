//! Takes games out of the archive: finds them at their places, cuts them out of their files, and writes them to a
//! collection, a folder or a zip.
//!
//! Every archive is read once and in its own order, however many of its games are wanted. If order matters, the target
//! puts the games into the order of the hits. So memory use is that of one file plus a few words for every game.

pub mod book;
pub mod clean;
pub mod clean_folder;
pub mod names;
pub mod piece;
pub mod target;

use crate::index::document::has_id;
use kifu_archive::crawl::{self, Entry, Limits, Problem, WorkUnit};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::Member;
use kifu_record::{GameRecord, NodeId};
use piece::{ExtractOptions, ExtractedGame, SelectGame};
use std::any::Any;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use target::ExportTarget;

/// Game to export, with the place and id that the index has for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedGame {
    pub path: PathBuf,
    pub members: Vec<(String, u32)>,
    /// Number of the game in its file, from 1.
    pub game: u32,
    /// Id of the game. It is a hash of the place and the content, so it shows whether the file still holds the same
    /// game.
    pub id: u64,
    /// Node of the game tree that the exported game marks as its hotspot (`HO`).
    pub mark: Option<NodeId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExportReport {
    pub written: u64,
    /// Number of written games whose own bytes could not be exported unchanged; they became SGF in UTF-8.
    pub converted: u64,
    pub missing: Vec<Missing>,
    /// Number of games that a sample was drawn from; `None` if no sample was requested.
    pub drawn_from: Option<u64>,
    /// Number of games that a clean collection has from an earlier export.
    pub already_there: u64,
    /// Number of copies of games that are not part of a clean collection.
    pub copies_left_out: u64,
}

/// File, or member of an archive, that no longer holds the games that the index lists for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    pub path: PathBuf,
    /// Path of the file and names of the members, for display.
    pub place: String,
    /// Number of games that were not written.
    pub games: u64,
    pub reason: String,
    pub remedy: Option<Remedy>,
}

/// Function that extracts games from a file. It passes each requested game, with its number in the file, to a sink.
pub type ExtractGames<'t> = &'t dyn Fn(&Entry, SelectGame, &mut dyn FnMut(u32, ExtractedGame));

/// What the caller of an export supplies: whether somebody still waits for the games, and how much memory may be used.
pub trait ExportContext {
    /// True while somebody still waits for the games.
    fn is_awaited(&self) -> bool;

    /// Reserves memory to read files or members of at most `bytes` bytes each, and `unpacking` more bytes for the
    /// decoder of archives.
    fn reserve_read_memory(&self, bytes: u64, unpacking: u64) -> Result<Option<MemoryGuard>>;

    /// Reserves memory for the parsed games of one file or member of `bytes` bytes.
    fn reserve_game_memory(&self, bytes: u64) -> Result<Option<MemoryGuard>>;
}

/// Caller that waits for all games and limits no memory: the command line.
impl ExportContext for () {
    fn is_awaited(&self) -> bool {
        true
    }

    fn reserve_read_memory(&self, _: u64, _: u64) -> Result<Option<MemoryGuard>> {
        Ok(None)
    }

    fn reserve_game_memory(&self, _: u64) -> Result<Option<MemoryGuard>> {
        Ok(None)
    }
}

/// Guard of memory that the caller lends. Dropping the guard gives the memory back.
pub type MemoryGuard = Box<dyn Any>;

/// Reads the games in `wanted` and hands them to the target, which identifies a game by its index in `wanted`.
///
/// Each file is opened once. Fails if nobody waits for the export any more, or if the caller lends no memory for it.
pub fn export(
    wanted: &[WantedGame],
    roots: &[PathBuf],
    limits: &Limits,
    extract: ExtractGames,
    context: &dyn ExportContext,
    target: &mut dyn ExportTarget,
) -> Result<ExportReport> {
    let mut files: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (index, game) in wanted.iter().enumerate() {
        files.entry(&game.path).or_default().push(index);
    }
    let mut exporter = Exporter {
        wanted,
        roots,
        // File names do not matter here: every game was indexed, so its member is read even if its name is unusual.
        limits: Limits { sniff: true, ..limits.clone() },
        extract,
        context,
        target,
        report: ExportReport::default(),
    };
    for (path, games) in files {
        exporter.export_file(path, &games)?;
    }
    Ok(exporter.report)
}

struct Exporter<'e> {
    wanted: &'e [WantedGame],
    roots: &'e [PathBuf],
    limits: Limits,
    extract: ExtractGames<'e>,
    context: &'e dyn ExportContext,
    target: &'e mut dyn ExportTarget,
    report: ExportReport,
}

/// Games to export from one entry: indexes into the list of all games to export, by the game's number in its file.
type WantedGames = HashMap<u32, Vec<usize>>;

impl Exporter<'_> {
    /// Exports the games of a file on disk, which may be an archive.
    fn export_file(&mut self, path: &Path, games: &[usize]) -> Result<()> {
        let mut entries: HashMap<String, WantedGames> = HashMap::new();
        let mut outermost: HashSet<&str> = HashSet::new();
        for &index in games {
            let Some(game) = self.wanted.get(index) else {
                continue;
            };
            let members = game.members.iter();
            let key = entry_key(members.map(|(name, nth)| (name.as_str(), *nth)));
            entries.entry(key).or_default().entry(game.game).or_default().push(index);
            outermost.extend(game.members.first().map(|(name, _)| name.as_str()));
        }
        let limits = self.limits.clone();
        let mut problems: Vec<Problem> = Vec::new();
        let mut failed = None;
        let path: Arc<Path> = path.into();
        crawl::open(&path, &limits, &mut |unit| {
            let unit = match unit {
                Ok(unit) => unit.retain_members(&|name| outermost.contains(name)),
                Err(problem) => return problems.push(problem),
            };
            let Some(unit) = unit.filter(|_| failed.is_none() && !entries.is_empty()) else {
                return;
            };
            let _room = match self.reserve_unit_memory(&unit) {
                Ok(room) => room,
                Err(error) => return failed = Some(error),
            };
            unit.read(&limits, &mut |entry| match entry {
                Ok(entry) => {
                    let key = entry_key_of_members(&entry.origin.members);
                    if let Some(mut games) = entries.remove(&key)
                        && failed.is_none()
                    {
                        failed = self.export_entry(&entry, &mut games).err();
                        let is_last = entry.part.is_none_or(|part| part.is_last);
                        if failed.is_none() && !is_last && !games.is_empty() {
                            entries.insert(key, games);
                            return;
                        }
                        self.report_missing(
                            Some(entry.origin.to_string()),
                            games,
                            REASON_CHANGED,
                            None,
                        );
                    }
                }
                Err(problem) => problems.push(problem),
            });
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let mut unmatched: Vec<(String, WantedGames)> = entries.into_iter().collect();
        unmatched.sort_by(|a, b| a.0.cmp(&b.0));
        for (key, games) in unmatched {
            let of_entry =
                |problem: &&Problem| entry_key_of_members(&problem.origin.members) == key;
            let of_file = |problem: &&Problem| problem.origin.members.is_empty();
            let problem = problems.iter().find(of_entry).or_else(|| problems.iter().find(of_file));
            let reason = problem.map_or(REASON_GONE, |problem| problem.message.as_str());
            let remedy = problem.and_then(|problem| problem.remedy.clone());
            self.report_missing(None, games, reason, remedy);
        }
        Ok(())
    }

    /// Reserves the memory to read one unit of work: a loose file, a run of a zip's members, or another archive as a
    /// whole.
    fn reserve_unit_memory(&self, unit: &WorkUnit) -> Result<Option<MemoryGuard>> {
        let (bytes, unpacking) = match unit.max_entry_bytes() {
            Some(bytes) => (bytes, 0),
            None => {
                let packed = crawl::disk_state(unit.path()).map_or(0, |(size, _)| size);
                self.limits.memory_of_unknown_member(packed)
            }
        };
        self.context.reserve_read_memory(bytes, unpacking)
    }

    /// Exports the games of an entry. Games that the entry no longer holds remain in `games`.
    fn export_entry(&mut self, entry: &Entry, games: &mut WantedGames) -> Result<()> {
        if !self.context.is_awaited() {
            let message = "the export was cancelled";
            return Err(Error::new(ErrorKind::Interrupted, message));
        }
        if let Some(part) = entry.part
            && !games.keys().any(|&number| part.holds(number))
        {
            return Ok(());
        }
        let _room = self.context.reserve_game_memory(entry.bytes.len() as u64)?;
        let (all, roots) = (self.wanted, self.roots);
        let (target, report) = (&mut self.target, &mut self.report);
        let mut result = Ok(());
        let wanted = |number: u32, record: &GameRecord| {
            let places = games.get(&number)?;
            let game = all.get(*places.first()?)?;
            let origin = entry.origin.game(number);
            has_id(game.id, roots, &origin, record)
                .then_some(ExtractOptions { mark: game.mark, id: Some(game.id) })
        };
        let mut extracted: HashSet<u32> = HashSet::new();
        (self.extract)(entry, &wanted, &mut |number, piece| {
            extracted.insert(number);
            for &index in games.get(&number).into_iter().flatten() {
                if result.is_ok() {
                    result = target.put(index, &piece);
                    report.written += 1;
                    report.converted += u64::from(piece.is_converted);
                }
            }
        });
        games.retain(|number, _| !extracted.contains(number));
        result
    }

    /// Reports games of a file that were not written. If `shown_place` is `None`, the first of the games names the
    /// file.
    fn report_missing(
        &mut self,
        shown_place: Option<String>,
        games: WantedGames,
        reason: &str,
        remedy: Option<Remedy>,
    ) {
        let count: usize = games.values().map(Vec::len).sum();
        let first = games.values().flatten().next();
        if let Some(first) = first.and_then(|&index| self.wanted.get(index)) {
            self.report.missing.push(Missing {
                path: first.path.clone(),
                place: shown_place.unwrap_or_else(|| display_place(first)),
                games: count as u64,
                reason: reason.to_owned(),
                remedy,
            });
        }
    }
}

const REASON_CHANGED: &str = "has changed since it was indexed";
const REASON_GONE: &str = "no longer exists";

/// Key of an entry in its file: names of the members, outermost first, each with the number of equal names before it.
fn entry_key<'m>(members: impl Iterator<Item = (&'m str, u32)>) -> String {
    members.map(|(name, occurrence)| format!("{name}\0{occurrence}\0")).collect()
}

fn entry_key_of_members(members: &[Member]) -> String {
    let members = members.iter();
    entry_key(members.map(|member| (member.name.as_str(), member.occurrence)))
}

/// Place of a game's file for display: the path, then `!` and the name for each member.
fn display_place(game: &WantedGame) -> String {
    let mut place = kifu_archive::origin::path_text(&game.path);
    for (name, _) in &game.members {
        place.push('!');
        place.push_str(name);
    }
    place
}
