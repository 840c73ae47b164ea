//! Splits a file into units of work, and reads a unit entry by entry.

use super::archive::{self, ArchiveSource};
use super::budget::ArchiveBudget;
use super::entry::{Entry, KnownMembers};
use super::intake::{EntrySink, Flow, Intake};
use super::kind::{ArchiveKind, FileKind, file_kind};
use super::limits::Limits;
use super::loose::read_loose;
use super::part::RootScope;
use super::problem::{Problem, ProblemKind, unsupported};
use super::reader::ArchiveReader;
use super::regular::open_regular;
use super::zip::{self, MemberPlaces};
use crate::origin::Origin;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// Unit of work: a loose file, a run of a zip's members, or another archive in one piece.
#[derive(Debug)]
pub struct WorkUnit {
    work: UnitWork,
    budget: Arc<ArchiveBudget>,
    part: RootScope,
}

#[derive(Debug)]
enum UnitWork {
    Loose(Origin),
    Members(zip::MemberRun),
    /// Archive that can only be read from start to end.
    Whole(Origin, ArchiveKind, ArchiveReader),
}

impl WorkUnit {
    /// File on disk to which the unit belongs.
    pub fn path(&self) -> &Arc<Path> {
        match &self.work {
            UnitWork::Loose(origin) | UnitWork::Whole(origin, ..) => &origin.path,
            UnitWork::Members(run) => &run.archive.path,
        }
    }

    /// Number of bytes that the unit takes on disk. `file` is the size of its file.
    pub(crate) fn packed_bytes(&self, file: u64) -> u64 {
        match &self.work {
            UnitWork::Loose(_) | UnitWork::Whole(..) => file,
            UnitWork::Members(run) => run.packed,
        }
    }

    /// Reads the unit's entries one after the other. With a shard, entries of other shards may be among them, where
    /// skipping them needs no less reading.
    pub fn read(self, limits: &Limits, sink: &mut dyn FnMut(Result<Entry, Problem>)) {
        self.read_until(limits, &mut |entry| {
            sink(entry);
            Flow::Continue(())
        });
    }

    pub(super) fn read_until(self, limits: &Limits, sink: &mut EntrySink) {
        let WorkUnit { work, budget, part } = self;
        let path = match &work {
            UnitWork::Loose(origin) => {
                let is_perhaps = file_kind(&origin.file_name()) == FileKind::Perhaps;
                match read_loose(origin.clone(), limits) {
                    // A file whose name allows but does not promise a game record is skipped without a problem if it
                    // holds none.
                    Err(none) if is_perhaps && none.kind == ProblemKind::NoGame => {}
                    entry => drop(sink(entry)),
                }
                return;
            }
            UnitWork::Whole(origin, ..) => origin.path.clone(),
            UnitWork::Members(run) => run.archive.path.clone(),
        };
        let mut heard = |entry| {
            budget.hear();
            sink(entry)
        };
        // Unpacking is written not to panic, but it runs on hostile input through several libraries: a panic becomes a
        // problem of this archive and does not end the run.
        let read = catch_unwind(AssertUnwindSafe(|| {
            let mut intake = Intake::new(limits, &budget, &part, &mut heard, archive::read_nested);
            match work {
                UnitWork::Loose(_) => Flow::Continue(()),
                UnitWork::Members(run) => run.read(&mut intake),
                UnitWork::Whole(origin, kind, reader) => {
                    archive::read(&mut intake, &origin, kind, 1, ArchiveSource::File(reader))
                }
            }
        }));
        if read.is_err() {
            let message = "unpacking it failed in a way that it should not; please report the file";
            let origin = Origin::file(path.clone());
            let _ = heard(Err(Problem::new(origin, ProblemKind::Unreadable, message)));
        }
        if let Some(nothing) = budget.end(&path) {
            let _ = sink(Err(nothing));
        }
    }

    /// Drops members for which `predicate` is false; it is called with the names of the outermost archive's members.
    /// Returns `None` if nothing is left.
    pub fn only(mut self, wanted: &dyn Fn(&str) -> bool) -> Option<WorkUnit> {
        let is_left = match &mut self.work {
            UnitWork::Members(run) => run.keep(wanted),
            UnitWork::Loose(_) | UnitWork::Whole(..) => true,
        };
        is_left.then_some(self)
    }

    /// Size of a member, if the directory of the outermost archive declares it.
    pub(super) fn size_of(&self, wanted: &str, occurrences: &[u32]) -> Option<u64> {
        match &self.work {
            UnitWork::Members(run) => run.size_of(wanted, occurrences.first().copied()),
            UnitWork::Loose(_) | UnitWork::Whole(..) => None,
        }
    }

    /// Largest size in bytes of the unit's entries, if it is known before they are read.
    pub fn largest(&self) -> Option<u64> {
        match &self.work {
            UnitWork::Loose(origin) => std::fs::metadata(&origin.path).ok().map(|data| data.len()),
            UnitWork::Members(run) => run.largest(),
            UnitWork::Whole(..) => None,
        }
    }

    /// Unit with the single member of an archive on disk that leads to the requested member, if its place in the
    /// directory is cached.
    pub(super) fn listed(
        places: &MemberPlaces,
        archive: &Origin,
        name: &str,
        occurrence: u32,
    ) -> Option<WorkUnit> {
        let reader = ArchiveReader::file(open_regular(archive).ok()?).ok()?;
        let budget = ArchiveBudget::new(reader.len());
        budget.begin();
        Some(WorkUnit {
            work: UnitWork::Members(zip::MemberRun::known(
                places, archive, reader, name, occurrence,
            )?),
            budget: Arc::new(budget),
            part: RootScope::whole(),
        })
    }

    /// Records where the directory lists the members of this unit.
    pub(super) fn list(&self, places: &mut MemberPlaces) {
        if let UnitWork::Members(run) = &self.work {
            run.note(places);
        }
    }

    pub(super) fn may_hold(&self, wanted: &str) -> bool {
        match &self.work {
            UnitWork::Loose(_) => false,
            UnitWork::Members(run) => run.may_hold(wanted),
            UnitWork::Whole(..) => true,
        }
    }
}

/// Splits a file into units of work. If the file cannot be opened, the sink gets a problem instead.
///
/// An archive always produces at least one entry or problem: if none of its units does, the unit that is read last
/// reports that.
pub fn open(path: &Arc<Path>, limits: &Limits, sink: &mut dyn FnMut(Result<WorkUnit, Problem>)) {
    open_part(path, &RootScope::whole(), limits, &|_, _| false, sink);
}

/// Splits a file into units like [`open`]. Members of other shards and known members are left out where that takes no
/// reading.
///
/// Their declared sizes count against the limits all the same, so a limit ends the reading of every shard where it
/// would end the reading of the whole archive.
pub(crate) fn open_part(
    path: &Arc<Path>,
    part: &RootScope,
    limits: &Limits,
    known: &KnownMembers,
    sink: &mut dyn FnMut(Result<WorkUnit, Problem>),
) {
    let origin = Origin::file(path.clone());
    let kind = match file_kind(&origin.file_name()) {
        FileKind::Archive(kind) => kind,
        FileKind::OtherArchive(name) => return sink(Err(unsupported(origin, name))),
        _ => {
            return sink(Ok(WorkUnit {
                work: UnitWork::Loose(origin),
                budget: Arc::new(ArchiveBudget::new(0)),
                part: part.clone(),
            }));
        }
    };
    let reader =
        |file| ArchiveReader::file(file).map_err(|error| Problem::io(origin.clone(), &error));
    let reader = match open_regular(&origin).and_then(reader) {
        Ok(reader) => reader,
        Err(problem) => return sink(Err(problem)),
    };
    let budget = Arc::new(ArchiveBudget::new(reader.len()));
    let mut hand_out = |work: Result<UnitWork, Problem>| {
        match &work {
            Ok(_) => budget.begin(),
            Err(_) => budget.hear(),
        }
        let (budget, part) = (budget.clone(), part.clone());
        sink(work.map(|work| WorkUnit { work, budget, part }));
    };
    if kind == ArchiveKind::Zip {
        let around =
            zip::ArchiveContext { origin: &origin, depth: 1, limits, budget: &budget, part, known };
        let _ = zip::list(around, reader, &mut |run| {
            hand_out(run.map(UnitWork::Members));
            let Some(refusal) = budget.refusal(limits) else {
                return Flow::Continue(());
            };
            if let Some(problem) = budget.used_up(&origin, refusal, limits) {
                hand_out(Err(problem));
            }
            Flow::Break(())
        });
    } else {
        hand_out(Ok(UnitWork::Whole(origin, kind, reader)));
    }
    if let Some(nothing) = budget.end(path) {
        sink(Err(nothing));
    }
}
