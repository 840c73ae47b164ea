//! Reads one file or member that is selected by its names.

use super::entry::Entry;
use super::file_kinds::{ArchiveKind, FileKind, file_kind};
use super::game_list_files::lists_of_file;
use super::limits::Limits;
use super::loose::read_loose;
use super::member_reader::Flow;
use super::part_at::{bytes_before_part, read_part_at};
use super::parts::LONG_FILE_MEMORY_BYTES;
use super::problem::{Problem, ProblemKind, no_record};
use super::read_limited::Inspection;
use super::scope::RootScope;
use super::sidecar;
use super::unit::{WorkUnit, open_scoped};
use super::zip::MemberPlaces;
use crate::origin::{Member, Origin, leads_to};
use kifu_record::formats::FilePart;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Reads a loose file, or one member of an archive that is selected by its names. Of members with equal names the first
/// is taken. The name of a single compressed file stands for its member as well.
pub fn read_one(path: &Arc<Path>, members: &[&str], limits: &Limits) -> Result<Entry, Problem> {
    read_nth(path, members, &[], limits)
}

/// Reads one member of an archive like [`read_one`]. `occurrences` gives, for each name on the way to the member, how
/// many equal names come before it; if it is empty, the first member of each name is taken.
pub fn read_nth(
    path: &Arc<Path>,
    members: &[&str],
    occurrences: &[u32],
    limits: &Limits,
) -> Result<Entry, Problem> {
    let member_path = MemberPath { path, members, occurrences, game: None, part: None };
    read_observed(&member_path, limits, &mut ())
}

/// Names of a loose file, or of a member of an archive; see [`read_nth`].
#[derive(Clone, Copy, Debug)]
pub struct MemberPath<'w> {
    /// Path of the file or of the outermost archive.
    pub path: &'w Arc<Path>,
    /// Names of the members, from the outermost archive inwards.
    pub members: &'w [&'w str],
    /// For each name, how many members with an equal name come before it.
    pub occurrences: &'w [u32],
    /// Number of the requested game, from 1. A file that is too long to be read as a whole is read up to the part that
    /// holds this game, and without a number it is refused.
    pub game: Option<u32>,
    /// Part of a long file in which the game stood when it was last read. If the file can be read from there, the parts
    /// before it are not read.
    pub part: Option<FilePart>,
}

impl MemberPath<'_> {
    /// Number of bytes of the unpacked file that are passed before the part with the requested game is read: 0 for a
    /// file that is read as a whole, or that can be entered at the part.
    pub fn bytes_before_part(&self) -> u64 {
        let origin = Origin::file(self.path.clone());
        self.part.map_or(0, |place| bytes_before_part(&origin, self.members.len(), place))
    }
}

/// Callbacks during the search for a file or member, for instance to respect a memory limit or to collect other
/// members.
pub trait ReadObserver {
    /// Receives the size of the file or member before anything is read, or `None` if the size is not known by then. May
    /// refuse the file.
    fn size(&mut self, size: Option<u64>) -> Result<(), Problem>;

    /// Receives the sizes of a loose file and of the engine analysis beside it, before [`ReadObserver::size`]. An error
    /// is the reason why the analysis must not be read.
    fn check_sidecar(&mut self, _size: u64, _sidecar_size: u64) -> Result<(), String> {
        Ok(())
    }

    /// Receives the number of bytes of a long file that were read so far, before the part with the requested game.
    fn passed(&mut self, _bytes: u64) {}

    /// Receives a member other than the requested one that had to be unpacked on the way, and decides whether to
    /// continue.
    fn other_member(&mut self, entry: Entry) -> ControlFlow<()>;

    /// Decides whether to continue with the members after the requested one.
    fn after_found(&mut self) -> ControlFlow<()>;

    /// Where the zip's directory lists its members, cached for later requests, if the observer has such a cache.
    fn place_cache(&mut self) -> Option<Arc<OnceLock<MemberPlaces>>> {
        None
    }
}

/// Observer that refuses nothing and stops once the requested member is found.
impl ReadObserver for () {
    fn size(&mut self, _: Option<u64>) -> Result<(), Problem> {
        Ok(())
    }

    fn other_member(&mut self, _: Entry) -> ControlFlow<()> {
        Flow::Continue(())
    }

    fn after_found(&mut self) -> ControlFlow<()> {
        Flow::Break(())
    }
}

/// Reads one member of an archive like [`read_nth`], with callbacks to an observer.
pub fn read_observed(
    member_path: &MemberPath,
    limits: &Limits,
    observer: &mut dyn ReadObserver,
) -> Result<Entry, Problem> {
    let MemberPath { path, members, occurrences, game, part } = *member_path;
    let origin = Origin::file(path.clone());
    let lists = || Some(lists_of_file(path, limits, &Arc::default()));
    if let (Some(game), Some(place)) = (game, part)
        && members.len() <= 1
        && let Some(entry) = read_part_at(&origin, place, limits)
        && entry.part.is_some_and(|part| part.holds(game))
        && members.first().is_none_or(|name| entry.origin.members.iter().all(|m| m.name == *name))
    {
        observer.size(Some(LONG_FILE_MEMORY_BYTES))?;
        return Ok(Entry { game_lists: lists(), ..entry });
    }
    if members.is_empty() && !is_single(&origin) {
        let size = std::fs::metadata(path).ok().map(|data| data.len());
        let mut sidecar = sidecar::find_sidecar(&origin, limits);
        if let Some(beside) = &mut sidecar {
            beside.let_refuse(|bytes| observer.check_sidecar(size.unwrap_or(0), bytes));
        }
        observer.size(size.map(|size| memory_size(size, limits)))?;
        let mut found = None;
        let _ = read_loose(origin, Inspection::Named, limits, &mut |entry| match entry {
            Ok(entry) => take_part(entry, game, limits, &mut found, observer),
            Err(problem) => {
                found.get_or_insert(Err(problem));
                Flow::Continue(())
            }
        });
        let entry = found.unwrap_or_else(|| Err(no_record(Origin::file(path.clone()))))?;
        return Ok(Entry { sidecar, game_lists: lists(), ..entry });
    }
    let mut search = MemberSearch {
        joined_names: members.join("!"),
        occurrences,
        game,
        // A member that is selected by name is read whatever its extension.
        limits: Limits { sniff: true, ..limits.clone() },
        found: None,
    };
    let place_cache = observer.place_cache();
    if let Some(places) = place_cache.as_ref().and_then(|cache| cache.get())
        && let (Some(&name), Some(&occurrence)) = (members.first(), occurrences.first())
        && let Some(unit) = WorkUnit::from_cached_place(places, &origin, name, occurrence)
    {
        search.read(unit, observer);
        if let Some(Ok(entry)) = search.found.take() {
            return Ok(entry);
        }
        // The cached positions in the directory did not lead to the member: the archive has changed or cannot be read.
        // The full search below finds out which.
    }
    let mut listed = place_cache.as_ref().map(|_| MemberPlaces::default());
    let limits = search.limits.clone();
    open_scoped(path, &RootScope::any_name(), &limits, &|_, _| false, &mut |unit| {
        match (&unit, &mut listed) {
            (Ok(unit), Some(listed)) => unit.record_places(listed),
            // A damaged archive has members that its directory does not list, so no positions in the directory are
            // cached.
            (Err(problem), listed) if problem.origin.members.is_empty() => *listed = None,
            _ => {}
        }
        match unit {
            Err(problem) => search.note_problem(problem),
            Ok(unit) => search.read(unit, observer),
        }
    });
    let listed = listed.and_then(MemberPlaces::sorted);
    if let Some((cache, listed)) = place_cache.zip(listed) {
        let _ = cache.set(listed);
    }
    search.found.unwrap_or_else(|| {
        let message = format!("has no member `{}`", search.joined_names);
        Err(Problem::new(origin, ProblemKind::NoMember, message))
    })
}

/// Search for one member of an archive.
struct MemberSearch<'w> {
    /// Names of the member, joined with `!`.
    joined_names: String,
    occurrences: &'w [u32],
    game: Option<u32>,
    limits: Limits,
    /// The member, or the first problem that may be the reason why it is missing.
    found: Option<Result<Entry, Problem>>,
}

impl MemberSearch<'_> {
    fn note_problem(&mut self, problem: Problem) {
        self.found.get_or_insert(Err(problem));
    }

    fn is_nth(&self, origin: &Origin) -> bool {
        let same = |(member, &nth): (&Member, &u32)| member.occurrence == nth;
        origin.members.iter().zip(self.occurrences).all(same)
    }

    /// Reads those members of a unit of work that are the requested member or archives around it, until it is found.
    fn read(&mut self, unit: WorkUnit, observer: &mut dyn ReadObserver) {
        if matches!(self.found, Some(Ok(_))) || !unit.may_hold(&self.joined_names) {
            return;
        }
        let size = unit.size_of(&self.joined_names, self.occurrences);
        // Where the archive kind allows it, members are read without unpacking the others.
        let Some(unit) = unit.retain_members(&|name| leads_to(name, &self.joined_names)) else {
            return;
        };
        let size = size.map(|size| memory_size(size, &self.limits));
        if let Err(problem) = observer.size(size) {
            return self.note_problem(problem);
        }
        let limits = self.limits.clone();
        unit.read_until(&limits, &mut |entry| match entry {
            Ok(entry)
                if !matches!(self.found, Some(Ok(_)))
                    && is_named(&entry.origin, &self.joined_names)
                    && self.is_nth(&entry.origin) =>
            {
                let flow = take_part(entry, self.game, &limits, &mut self.found, observer);
                if flow.is_break() { observer.after_found() } else { flow }
            }
            Ok(entry) if entry.part.is_some() => Flow::Continue(()),
            Ok(entry) => observer.other_member(entry),
            Err(problem) if may_hide(&problem, &self.joined_names) => {
                self.note_problem(problem);
                Flow::Continue(())
            }
            _ => Flow::Continue(()),
        });
    }
}

/// Stores a file that was searched for, or the part of it that holds the requested game, and then ends the search.
fn take_part(
    entry: Entry,
    game: Option<u32>,
    limits: &Limits,
    found: &mut Option<Result<Entry, Problem>>,
    observer: &mut dyn ReadObserver,
) -> Flow {
    match (&entry.part, game) {
        (None, _) => {}
        (Some(_), None) => {
            let mib = limits.entry_bytes >> 20;
            let message =
                format!("is longer than {mib} MiB, so name one of its games, the first one as @1");
            *found = Some(Err(Problem::new(entry.origin, ProblemKind::TooLarge, message)));
            return Flow::Break(());
        }
        (Some(part), Some(game)) => {
            if !part.holds(game) && !part.is_last {
                observer.passed(part.place.offset + entry.bytes.len() as u64);
                return Flow::Continue(());
            }
        }
    }
    *found = Some(Ok(entry));
    Flow::Break(())
}

/// Number of bytes of a file that are in memory at once. A long file is read part by part.
fn memory_size(size: u64, limits: &Limits) -> u64 {
    if size > limits.entry_bytes { size.min(LONG_FILE_MEMORY_BYTES) } else { size }
}

/// True if the names are those of the file at this origin, or of the single compressed file around it.
fn is_named(origin: &Origin, joined_names: &str) -> bool {
    let name = |origin: &Origin| origin.member_name().unwrap_or_default();
    if name(origin) == joined_names {
        return true;
    }
    let mut archive = origin.clone();
    archive.members.pop();
    name(&archive) == joined_names && is_single(&archive)
}

/// True if the file's name is that of a single compressed file, such as `game.sgf.gz`.
fn is_single(origin: &Origin) -> bool {
    file_kind(&origin.file_name()) == FileKind::Archive(ArchiveKind::Single)
}

/// True if this problem may be the reason why the requested member is not found.
fn may_hide(problem: &Problem, joined_names: &str) -> bool {
    let name = problem.origin.member_name();
    let leads = || name.is_none_or(|name| leads_to(&name, joined_names));
    is_named(&problem.origin, joined_names) || problem.kind != ProblemKind::NoGame && leads()
}
