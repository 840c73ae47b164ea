//! Splits a file into units of work for several threads, and reads a unit file by file or member by member.

use super::archive::{self, ArchiveSource};
use super::budget::ArchiveBudget;
use super::entry::{Entry, KnownMembers};
use super::file_kinds::{ArchiveKind, FileKind, file_kind};
use super::game_list_files::lists_of_file;
use super::limits::Limits;
use super::loose::read_loose;
use super::member_reader::{EntrySink, Flow, MemberReader};
use super::problem::{Problem, ProblemKind, unsupported};
use super::read_limited::Inspection;
use super::reader::ArchiveReader;
use super::regular::open_regular;
use super::scope::RootScope;
use super::volumes::{self, VolumeSet};
use super::zip::{self, MemberPlaces};
use crate::origin::Origin;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Unit of work: a loose file, a run of a zip's members, or another archive in one piece.
#[derive(Debug)]
pub struct WorkUnit {
    work: UnitWork,
    budget: Arc<ArchiveBudget>,
    scope: RootScope,
    /// Volumes of the archive, if it is split.
    volumes: Option<Arc<VolumeSet>>,
}

#[derive(Debug)]
enum UnitWork {
    Loose(Origin),
    Members(zip::MemberRun),
    /// Archive that can only be read from start to end.
    Archive(Origin, ArchiveKind, ArchiveReader),
}

impl WorkUnit {
    /// Origin of the file on disk to which the unit belongs.
    pub fn path(&self) -> &Arc<Path> {
        match &self.work {
            UnitWork::Loose(origin) | UnitWork::Archive(origin, ..) => &origin.path,
            UnitWork::Members(run) => &run.archive.path,
        }
    }

    /// Number of bytes that the unit takes on disk. `file` is the size of the file to which the unit belongs.
    pub(crate) fn packed_bytes(&self, file: u64) -> u64 {
        match &self.work {
            UnitWork::Loose(_) | UnitWork::Archive(..) => file,
            UnitWork::Members(run) => run.packed_bytes,
        }
    }

    /// True if the unit is a file that is not packed.
    pub(crate) fn is_loose(&self) -> bool {
        matches!(self.work, UnitWork::Loose(_))
    }

    /// Counter of the bytes that have been read from disk, for a unit that is a whole archive.
    pub(crate) fn bytes_read(&self) -> Option<Arc<AtomicU64>> {
        match &self.work {
            UnitWork::Archive(_, _, reader) => Some(reader.bytes_read().clone()),
            UnitWork::Loose(_) | UnitWork::Members(_) => None,
        }
    }

    /// Reads the unit's entries, which are files and archive members with their bytes, one after the other. If only
    /// some shards are read, entries of other shards may be among them: they are left out only where that saves
    /// reading.
    pub fn read(self, limits: &Limits, sink: &mut dyn FnMut(Result<Entry, Problem>)) {
        self.read_until(limits, &mut |entry| {
            sink(entry);
            Flow::Continue(())
        });
    }

    /// Reads the unit like [`WorkUnit::read`] until the callback ends that.
    pub fn read_until(self, limits: &Limits, sink: &mut EntrySink) {
        let lists = lists_of_file(self.path(), limits, self.scope.shared_game_lists());
        let sink: &mut EntrySink = &mut |entry| {
            sink(entry.map(|entry| Entry { game_lists: Some(lists.clone()), ..entry }))
        };
        let WorkUnit { work, budget, scope: part, volumes } = self;
        let path = match &work {
            UnitWork::Loose(origin) => {
                let reading = part.reading(origin, limits.sniff);
                let inspection = Inspection::of(reading);
                let _ = read_loose(origin.clone(), inspection, limits, &mut |entry| match entry {
                    // A file that a pattern adds, or whose extension has other uses besides game records, is skipped
                    // without a problem if it holds no game.
                    Err(problem)
                        if reading.may_hold_none() && problem.kind == ProblemKind::NoGame =>
                    {
                        Flow::Continue(())
                    }
                    entry => sink(entry),
                });
                return;
            }
            UnitWork::Archive(origin, ..) => origin.path.clone(),
            UnitWork::Members(run) => run.archive.path.clone(),
        };
        let mut emit = |entry: Result<Entry, Problem>| {
            budget.note_output();
            sink(entry.map_err(|problem| explain(problem, volumes.as_deref())))
        };
        // Unpacking is written not to panic, but it runs on hostile input through several libraries: a panic becomes a
        // problem of this archive and does not end the run.
        let read = catch_unwind(AssertUnwindSafe(|| {
            let mut member_reader =
                MemberReader::new(limits, &budget, &part, &mut emit, archive::read_nested);
            let _ = match work {
                UnitWork::Loose(_) => Flow::Continue(()),
                UnitWork::Members(run) => run.read(&mut member_reader),
                UnitWork::Archive(origin, kind, reader) => {
                    archive::read(&mut member_reader, &origin, kind, 1, ArchiveSource::File(reader))
                }
            };
            budget.add_unread(member_reader.unread);
        }));
        if read.is_err() {
            let message =
                "unpacking failed because of a bug in this program; please report the file";
            let origin = Origin::file(path.clone());
            let _ = emit(Err(Problem::new(origin, ProblemKind::Unreadable, message)));
        }
        if let Some(nothing) = budget.end_unit(&path) {
            let _ = sink(Err(nothing));
        }
    }

    /// Drops those members of the unit for whose names `predicate` is false. The names are those in the archive on
    /// disk, not in archives inside it. Returns `None` if no member is left.
    pub fn retain_members(mut self, predicate: &dyn Fn(&str) -> bool) -> Option<WorkUnit> {
        let is_left = match &mut self.work {
            UnitWork::Members(run) => run.retain(predicate),
            UnitWork::Loose(_) | UnitWork::Archive(..) => true,
        };
        is_left.then_some(self)
    }

    /// Size of a member, if the directory of the outermost archive declares it.
    pub(super) fn size_of(&self, joined_names: &str, occurrences: &[u32]) -> Option<u64> {
        match &self.work {
            UnitWork::Members(run) => run.size_of(joined_names, occurrences.first().copied()),
            UnitWork::Loose(_) | UnitWork::Archive(..) => None,
        }
    }

    /// Size in bytes of the largest file or member of the unit, if it is known before the unit is read.
    pub fn max_entry_bytes(&self) -> Option<u64> {
        match &self.work {
            UnitWork::Loose(origin) => std::fs::metadata(&origin.path).ok().map(|data| data.len()),
            UnitWork::Members(run) => run.max_entry_bytes(),
            UnitWork::Archive(..) => None,
        }
    }

    /// Unit with a single member of an archive on disk: the requested one, or the archive around it. `None` if the
    /// member's position in the directory is not cached.
    pub(super) fn from_cached_place(
        places: &MemberPlaces,
        archive: &Origin,
        name: &str,
        occurrence: u32,
    ) -> Option<WorkUnit> {
        let reader = open_archive(archive).ok()?;
        let budget = ArchiveBudget::new(reader.len());
        budget.begin_unit();
        Some(WorkUnit {
            work: UnitWork::Members(zip::MemberRun::from_cached_place(
                places, archive, reader, name, occurrence,
            )?),
            budget: Arc::new(budget),
            scope: RootScope::any_name(),
            volumes: None,
        })
    }

    /// Adds to `places`, a cache for finding members again, where the archive's directory lists the members of this
    /// unit.
    pub(super) fn record_places(&self, places: &mut MemberPlaces) {
        if let UnitWork::Members(run) = &self.work {
            run.record_places(places);
        }
    }

    pub(super) fn may_hold(&self, joined_names: &str) -> bool {
        match &self.work {
            UnitWork::Loose(_) => false,
            UnitWork::Members(run) => run.may_hold(joined_names),
            UnitWork::Archive(..) => true,
        }
    }
}

/// Opens an archive, with all its volumes if it is split.
fn open_archive(origin: &Origin) -> Result<ArchiveReader, Problem> {
    let file = open_regular(origin)?;
    let later = volumes::later_volumes(&origin.path);
    let reader = match later.as_slice() {
        [] => ArchiveReader::file(file),
        later => volumes::open(&origin.path, later),
    };
    reader.map_err(|error| Problem::io(origin.clone(), &error))
}

/// Adds to a problem of a damaged archive that volumes may be missing, if it is split.
fn explain(problem: Problem, volumes: Option<&VolumeSet>) -> Problem {
    match volumes {
        Some(volumes) => volumes.explain(problem),
        None => problem,
    }
}

/// Splits a file into units of work. If the file cannot be opened, the sink gets a problem instead.
///
/// An archive produces at least one entry or problem, unless it only holds game lists: if none of its units does, the
/// unit that is read last reports that.
pub fn open(path: &Arc<Path>, limits: &Limits, sink: &mut dyn FnMut(Result<WorkUnit, Problem>)) {
    open_scoped(path, &RootScope::everything(), limits, &|_, _| false, sink);
}

/// Splits a file into units like [`open`]. Members of other shards, and members whose content is known, are left out
/// where that is possible without reading them.
///
/// The sizes that the archive declares for these members count against the limits all the same. So a limit ends the
/// reading of every shard where it would end the reading of the whole archive.
pub(crate) fn open_scoped(
    path: &Arc<Path>,
    scope: &RootScope,
    limits: &Limits,
    known: &KnownMembers,
    sink: &mut dyn FnMut(Result<WorkUnit, Problem>),
) {
    let origin = Origin::file(path.clone());
    let kind = match file_kind(&origin.file_name()) {
        FileKind::Archive(kind) => kind,
        FileKind::OtherArchive(name) => {
            let of_volume = volumes::later_volume_problem(&origin);
            return sink(Err(of_volume.unwrap_or_else(|| unsupported(origin, name))));
        }
        _ => {
            return sink(Ok(WorkUnit {
                work: UnitWork::Loose(origin),
                budget: Arc::new(ArchiveBudget::new(0)),
                scope: scope.clone(),
                volumes: None,
            }));
        }
    };
    let reader = match open_archive(&origin) {
        Ok(reader) => reader,
        Err(problem) => return sink(Err(problem)),
    };
    let volumes = VolumeSet::new(path, kind, &reader).map(Arc::new);
    let budget = Arc::new(ArchiveBudget::new(reader.len()));
    if let Some(games) = scope.unread_games() {
        games.begin_archive(path);
    }
    let mut hand_out = |work: Result<UnitWork, Problem>| {
        match &work {
            Ok(_) => budget.begin_unit(),
            Err(_) => budget.note_output(),
        }
        let (budget, scope, volumes) = (budget.clone(), scope.clone(), volumes.clone());
        let work = work.map_err(|problem| explain(problem, volumes.as_deref()));
        sink(work.map(|work| WorkUnit { work, budget, scope, volumes }));
    };
    if let Some(problem) = volumes.as_ref().and_then(|volumes| volumes.problem(&origin)) {
        hand_out(Err(problem));
        // A 7z archive has its directory at its end, so nothing of an incomplete one can be read.
        if kind == ArchiveKind::SevenZip {
            return;
        }
    }
    if kind == ArchiveKind::Zip {
        let context = zip::ArchiveContext {
            origin: &origin,
            depth: 1,
            limits,
            budget: &budget,
            scope,
            known,
        };
        let listed = zip::list(context, reader, &mut |run| {
            hand_out(run.map(UnitWork::Members));
            let Some(refusal) = budget.refusal(limits) else {
                return Flow::Continue(());
            };
            if let Some(problem) = budget.first_problem(&origin, refusal, limits) {
                hand_out(Err(problem));
            }
            Flow::Break(())
        });
        budget.add_unread(listed.unread);
    } else {
        hand_out(Ok(UnitWork::Archive(origin, kind, reader)));
    }
    if let Some(nothing) = budget.end_unit(path) {
        sink(Err(nothing));
    }
}
