//! Takes games out of the archive: finds them at their places, cuts them out of their files, and writes them to a
//! collection, a folder or a zip.
//!
//! Every archive is read once and in its own order, however many of its games are wanted. If order matters, the target
//! puts the games into the order of the hits. So memory use is that of one file plus a few words for every game.

pub mod names;
pub mod piece;
pub mod target;

use crate::index::document::has_id;
use kifu_archive::crawl::{self, Entry, Limits, Problem, WorkUnit};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::Member;
use kifu_record::{GameRecord, NodeId};
use piece::{ExtractOptions, ExtractedGame, IsWanted};
use std::any::Any;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use target::ExportTarget;

/// A wanted game, as the index knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedGame {
    /// Its file.
    pub path: PathBuf,
    /// The members' names, the outermost archive's first, each with the number of equal names before it.
    pub members: Vec<(String, u32)>,
    /// Its number in the file, from 1.
    pub game: u32,
    /// Its id, to recognise the game: it holds the content.
    pub id: u64,
    /// A node to mark.
    pub mark: Option<NodeId>,
}

/// The outcome of an export.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExportReport {
    /// Games that were written.
    pub written: u64,
    /// How many of them could not be kept unchanged and became SGF in UTF-8.
    pub converted: u64,
    /// Files whose games could not be written.
    pub missing: Vec<Missing>,
    /// The number of games that they were drawn from, if a sample was wanted.
    pub drawn_from: Option<u64>,
}

/// A file, or a member of an archive, that does not hold what the index says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The file.
    pub path: PathBuf,
    /// Where it is, for display.
    pub place: String,
    /// How many games were not written.
    pub games: u64,
    /// The reason.
    pub reason: String,
    /// What to do about it.
    pub remedy: Option<Remedy>,
}

/// Takes games out of a file: passes on what becomes of each of the wanted ones, with its number.
pub type Take<'t> = &'t dyn Fn(&Entry, IsWanted, &mut dyn FnMut(u32, ExtractedGame));

/// The caller of an export, who may stop waiting, and lends the memory.
pub trait Keeper {
    /// Whether somebody still waits for the games.
    fn is_awaited(&self) -> bool;

    /// Memory to read files or members of which none has more bytes; unpacking takes some besides.
    fn room(&self, bytes: u64, unpacking: u64) -> Result<Option<LentMemory>>;

    /// Memory for the games of a file or member of so many bytes.
    fn room_for_games(&self, bytes: u64) -> Result<Option<LentMemory>>;
}

/// Waits for all games, and counts no memory.
impl Keeper for () {
    fn is_awaited(&self) -> bool {
        true
    }

    fn room(&self, _: u64, _: u64) -> Result<Option<LentMemory>> {
        Ok(None)
    }

    fn room_for_games(&self, _: u64) -> Result<Option<LentMemory>> {
        Ok(None)
    }
}

/// Memory that somebody lends. It is given back when this is dropped.
pub type LentMemory = Box<dyn Any>;

/// Reads the wanted games and hands them to the target, which identifies them by their index in `wanted`. It is an
/// error if nobody waits for them any more, or if there is no memory for them.
pub fn export(
    wanted: &[WantedGame],
    roots: &[PathBuf],
    limits: &Limits,
    take: Take,
    keeper: &dyn Keeper,
    target: &mut dyn ExportTarget,
) -> Result<ExportReport> {
    let mut files: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (index, game) in wanted.iter().enumerate() {
        files.entry(&game.path).or_default().push(index);
    }
    let mut exporter = Exporter {
        wanted,
        roots,
        // Every indexed game was wanted, whatever its file name.
        limits: Limits { sniff: true, ..limits.clone() },
        take,
        keeper,
        target,
        report: ExportReport::default(),
    };
    for (path, games) in files {
        exporter.file(path, &games)?;
    }
    Ok(exporter.report)
}

struct Exporter<'e> {
    wanted: &'e [WantedGame],
    /// The roots of the index, below which the ids place their games.
    roots: &'e [PathBuf],
    limits: Limits,
    take: Take<'e>,
    keeper: &'e dyn Keeper,
    target: &'e mut dyn ExportTarget,
    report: ExportReport,
}

/// The wanted games of one entry: indexes in the whole list, by game number.
type WantedGames = HashMap<u32, Vec<usize>>;

impl Exporter<'_> {
    /// Exports the games of a file on disk, which may be an archive.
    fn file(&mut self, path: &Path, games: &[usize]) -> Result<()> {
        let mut entries: HashMap<String, WantedGames> = HashMap::new();
        let mut outermost: HashSet<&str> = HashSet::new();
        for &index in games {
            let Some(game) = self.wanted.get(index) else {
                continue;
            };
            let members = game.members.iter();
            let key = key(members.map(|(name, nth)| (name.as_str(), *nth)));
            entries.entry(key).or_default().entry(game.game).or_default().push(index);
            outermost.extend(game.members.first().map(|(name, _)| name.as_str()));
        }
        let limits = self.limits.clone();
        let mut problems: Vec<Problem> = Vec::new();
        let mut failed = None;
        let path: Arc<Path> = path.into();
        crawl::open(&path, &limits, &mut |unit| {
            let unit = match unit {
                Ok(unit) => unit.only(&|name| outermost.contains(name)),
                Err(problem) => return problems.push(problem),
            };
            let Some(unit) = unit.filter(|_| failed.is_none() && !entries.is_empty()) else {
                return;
            };
            let _room = match self.room(&unit) {
                Ok(room) => room,
                Err(error) => return failed = Some(error),
            };
            unit.read(&limits, &mut |entry| match entry {
                Ok(entry) => {
                    let key = key_of(&entry.origin.members);
                    if let Some(mut games) = entries.remove(&key)
                        && failed.is_none()
                    {
                        failed = self.entry(&entry, &mut games).err();
                        self.leftover(Some(entry.origin.to_string()), games, CHANGED, None);
                    }
                }
                Err(problem) => problems.push(problem),
            });
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let mut left: Vec<(String, WantedGames)> = entries.into_iter().collect();
        left.sort_by(|a, b| a.0.cmp(&b.0));
        for (key, games) in left {
            let of_entry = |problem: &&Problem| key_of(&problem.origin.members) == key;
            let of_file = |problem: &&Problem| problem.origin.members.is_empty();
            let problem = problems.iter().find(of_entry).or_else(|| problems.iter().find(of_file));
            let reason = problem.map_or(GONE, |problem| problem.message.as_str());
            let remedy = problem.and_then(|problem| problem.remedy.clone());
            self.leftover(None, games, reason, remedy);
        }
        Ok(())
    }

    /// The memory to read a unit.
    fn room(&self, unit: &WorkUnit) -> Result<Option<LentMemory>> {
        let (bytes, unpacking) = match unit.largest() {
            Some(bytes) => (bytes, 0),
            None => {
                let packed = std::fs::metadata(unit.path()).map_or(0, |data| data.len());
                self.limits.unknown(packed)
            }
        };
        self.keeper.room(bytes, unpacking)
    }

    /// Exports the games of an entry. Those not found remain in `games`.
    fn entry(&mut self, entry: &Entry, games: &mut WantedGames) -> Result<()> {
        if !self.keeper.is_awaited() {
            let message = "the export was cancelled";
            return Err(Error::new(ErrorKind::Interrupted, message));
        }
        let _room = self.keeper.room_for_games(entry.bytes.len() as u64)?;
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
        let mut taken: HashSet<u32> = HashSet::new();
        (self.take)(entry, &wanted, &mut |number, piece| {
            taken.insert(number);
            for &index in games.get(&number).into_iter().flatten() {
                if result.is_ok() {
                    result = target.put(index, &piece);
                    report.written += 1;
                    report.converted += u64::from(piece.is_converted);
                }
            }
        });
        games.retain(|number, _| !taken.contains(number));
        result
    }

    /// Reports games of a file that were not written. Without a place, it is that of the first of them.
    fn leftover(
        &mut self,
        at: Option<String>,
        games: WantedGames,
        reason: &str,
        remedy: Option<Remedy>,
    ) {
        let count: usize = games.values().map(Vec::len).sum();
        let first = games.values().flatten().next();
        if let Some(first) = first.and_then(|&index| self.wanted.get(index)) {
            self.report.missing.push(Missing {
                path: first.path.clone(),
                place: at.unwrap_or_else(|| place(first)),
                games: count as u64,
                reason: reason.to_owned(),
                remedy,
            });
        }
    }
}

const CHANGED: &str = "has changed since the index saw it";
const GONE: &str = "no longer exists";

/// Identifies an entry in a file.
fn key<'m>(members: impl Iterator<Item = (&'m str, u32)>) -> String {
    members.map(|(name, occurrence)| format!("{name}\0{occurrence}\0")).collect()
}

fn key_of(members: &[Member]) -> String {
    let members = members.iter();
    key(members.map(|member| (member.name.as_str(), member.occurrence)))
}

/// The place of a game's file for display.
fn place(game: &WantedGame) -> String {
    let mut place = kifu_archive::origin::path_text(&game.path);
    for (name, _) in &game.members {
        place.push('!');
        place.push_str(name);
    }
    place
}
