//! Turns paths and archives into bytes.
//!
//! [`walk`](walk::walk) finds the files of a root. [`open`] cuts a file into [`WorkUnit`]s, so that one large
//! archive keeps all threads busy. [`WorkUnit::read`] hands out the entries with their bytes. Whatever cannot be read
//! becomes a [`Problem`] with its place, and the rest is still read. Nothing is ever written.

mod archive;
mod holes;
mod intake;
mod kind;
mod limits;
mod packed;
mod part;
mod reader;
mod sevenz;
mod sidecar;
mod single;
mod tar;
pub mod walk;
mod zip;

pub use holes::sum_of;
pub use kind::{ArchiveKind, FileKind, file_kind};
pub use limits::{Limits, TableStamp};
pub use part::{RootScope, Shard};
pub use sidecar::SidecarFile;
pub use zip::MemberPlaces;

use crate::error::{Limit, Remedy, io_reason};
use crate::origin::{Member, Origin};
use archive::ArchiveSource;
use intake::{EntrySink, Flow, Inspection, Intake, Refused, take};
use limits::ArchiveBudget;
use reader::ArchiveReader;
use std::fs::File;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Why a file or member gave no game. The names are stable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ProblemKind {
    /// It holds no game.
    NoGame,
    /// It cannot be read.
    Unreadable,
    /// Its bytes are not what the archive promises.
    Damaged,
    /// It needs a password.
    Encrypted,
    /// It is larger or deeper than the limits allow.
    TooLarge,
    /// It took longer than it was allowed.
    TooSlow,
    /// An archive of a kind that is not read.
    UnsupportedArchive,
    /// It is not a regular file.
    NotAFile,
    /// An archive has no member of the name that was asked for. A crawl asks for none.
    NoMember,
}

impl ProblemKind {
    /// All kinds that come of a crawl.
    pub(crate) const ALL: [ProblemKind; 8] = [
        ProblemKind::NoGame,
        ProblemKind::Unreadable,
        ProblemKind::Damaged,
        ProblemKind::Encrypted,
        ProblemKind::TooLarge,
        ProblemKind::TooSlow,
        ProblemKind::UnsupportedArchive,
        ProblemKind::NotAFile,
    ];

    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemKind::NoGame => "no-game",
            ProblemKind::Unreadable => "unreadable",
            ProblemKind::Damaged => "damaged",
            ProblemKind::Encrypted => "encrypted",
            ProblemKind::TooLarge => "too-large",
            ProblemKind::TooSlow => "too-slow",
            ProblemKind::UnsupportedArchive => "unsupported-archive",
            ProblemKind::NotAFile => "not-a-file",
            ProblemKind::NoMember => "no-member",
        }
    }
}

/// A file or member that gave no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where it is.
    pub origin: Origin,
    /// Why it gave no game.
    pub kind: ProblemKind,
    /// The same in plain words.
    pub message: String,
    /// What to do about it.
    pub remedy: Option<Remedy>,
}

impl Problem {
    /// Creates a problem.
    pub fn new(origin: Origin, kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem { origin, kind, message: message.into(), remedy: None }
    }

    /// Adds what to do about it.
    pub(crate) fn advise(mut self, remedy: impl Into<Option<Remedy>>) -> Problem {
        self.remedy = remedy.into();
        self
    }

    /// The problem of a file that an observer refused; see [`ReadObserver`].
    pub fn refused(error: &crate::error::Error) -> Problem {
        let origin = Origin::file(Path::new(""));
        Problem::new(origin, ProblemKind::TooLarge, error.to_string())
    }

    fn io(origin: Origin, error: &std::io::Error) -> Problem {
        Problem::new(origin, ProblemKind::Unreadable, io_reason(error))
    }
}

/// A file that may hold games.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it is. Its game number is 0.
    pub origin: Origin,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The file with analysis that lies beside it, if such files are read ([`Limits::sidecars`]).
    pub sidecar: Option<SidecarFile>,
}

/// What tells whether the bytes of a member have changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentStamp {
    /// Their CRC-32.
    pub sum: u32,
    /// Their number.
    pub size: u64,
}

impl ContentStamp {
    /// The stamp of these bytes.
    pub fn of(bytes: &[u8]) -> ContentStamp {
        ContentStamp { sum: crc32fast::hash(bytes), size: bytes.len() as u64 }
    }
}

/// Tells of a member whether it was read before with this content, and so need not be unpacked.
pub(crate) type KnownMembers<'k> = dyn Fn(&Origin, ContentStamp) -> bool + 'k;

/// A piece of work: a loose file, a run of a zip's members, or another archive as a whole.
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
    /// An archive that can only be read from start to end.
    Whole(Origin, ArchiveKind, ArchiveReader),
}

impl WorkUnit {
    /// The file on disk to which the unit belongs.
    pub fn path(&self) -> &Arc<Path> {
        match &self.work {
            UnitWork::Loose(origin) | UnitWork::Whole(origin, ..) => &origin.path,
            UnitWork::Members(run) => &run.archive.path,
        }
    }

    /// The bytes that the unit takes on disk; `file` is the size of its file.
    pub(crate) fn packed_bytes(&self, file: u64) -> u64 {
        match &self.work {
            UnitWork::Loose(_) | UnitWork::Whole(..) => file,
            UnitWork::Members(run) => run.packed,
        }
    }

    /// Reads the unit's entries one after the other. Of a part, these are at least its own.
    pub fn read(self, limits: &Limits, sink: &mut dyn FnMut(Result<Entry, Problem>)) {
        self.read_until(limits, &mut |entry| {
            sink(entry);
            Flow::Continue(())
        });
    }

    fn read_until(self, limits: &Limits, sink: &mut EntrySink) {
        let WorkUnit { work, budget, part } = self;
        let path = match &work {
            UnitWork::Loose(origin) => {
                let is_perhaps = file_kind(&origin.file_name()) == FileKind::Perhaps;
                match read_loose(origin.clone(), limits) {
                    // A file that only may be a record is skipped silently if it is not one.
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
        // Unpacking is written not to panic; if it does, one archive must not end the run.
        let read = catch_unwind(AssertUnwindSafe(|| {
            let mut intake = Intake::new(limits, &budget, &part, &mut heard);
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

    /// Drops members that are known not to be wanted: `wanted` is called with the names of the outermost archive's
    /// members. Returns `None` if nothing is left.
    pub fn only(mut self, wanted: &dyn Fn(&str) -> bool) -> Option<WorkUnit> {
        let is_left = match &mut self.work {
            UnitWork::Members(run) => run.keep(wanted),
            UnitWork::Loose(_) | UnitWork::Whole(..) => true,
        };
        is_left.then_some(self)
    }

    /// The size of a member, if the directory of the outermost archive tells it.
    fn size_of(&self, wanted: &str, occurrences: &[u32]) -> Option<u64> {
        match &self.work {
            UnitWork::Members(run) => run.size_of(wanted, occurrences.first().copied()),
            UnitWork::Loose(_) | UnitWork::Whole(..) => None,
        }
    }

    /// The most bytes that one of its entries has, if that is known before they are read.
    pub fn largest(&self) -> Option<u64> {
        match &self.work {
            UnitWork::Loose(origin) => std::fs::metadata(&origin.path).ok().map(|data| data.len()),
            UnitWork::Members(run) => run.largest(),
            UnitWork::Whole(..) => None,
        }
    }

    /// The member of an archive on disk that leads to the wanted one, if it is known where it is listed.
    fn listed(
        places: &MemberPlaces,
        archive: &Origin,
        (names, occurrences): (&[&str], &[u32]),
    ) -> Option<WorkUnit> {
        let outermost = (*names.first()?, *occurrences.first()?);
        let reader = ArchiveReader::file(open_regular(archive).ok()?).ok()?;
        let budget = ArchiveBudget::new(reader.len());
        budget.begin();
        Some(WorkUnit {
            work: UnitWork::Members(zip::MemberRun::known(places, archive, reader, outermost)?),
            budget: Arc::new(budget),
            part: RootScope::whole(),
        })
    }

    /// Notes where its members are listed.
    fn list(&self, places: &mut MemberPlaces) {
        if let UnitWork::Members(run) = &self.work {
            run.note(places);
        }
    }

    fn may_hold(&self, wanted: &str) -> bool {
        match &self.work {
            UnitWork::Loose(_) => false,
            UnitWork::Members(run) => run.may_hold(wanted),
            UnitWork::Whole(..) => true,
        }
    }
}

/// Cuts a file into units. If the whole file fails, the sink gets a problem instead. An archive always gives at least
/// one entry or problem: if nothing comes of any of its units, the last one that is read reports it.
pub fn open(path: &Arc<Path>, limits: &Limits, sink: &mut dyn FnMut(Result<WorkUnit, Problem>)) {
    open_part(path, &RootScope::whole(), limits, &|_, _| false, sink);
}

/// Cuts a file into units like [`open`]. Members that belong elsewhere or are known are left out where that takes no
/// reading. What they would unpack to counts against the limits all the same, so a limit ends every part where it ends
/// the whole.
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

/// Reads one member of an archive, or a loose file, by its names, which are joined with `!`. Of equal names the first
/// counts. The name of a single packed file stands for its member as well.
pub fn read_one(path: &Arc<Path>, members: &[&str], limits: &Limits) -> Result<Entry, Problem> {
    read_nth(path, members, &[], limits)
}

/// Reads one member of an archive like [`read_one`]. `occurrences` gives for each name how many equal ones come before
/// it; if it is empty, the first counts.
pub fn read_nth(
    path: &Arc<Path>,
    members: &[&str],
    occurrences: &[u32],
    limits: &Limits,
) -> Result<Entry, Problem> {
    let wanted = WantedMember { path, members, occurrences };
    read_watched(&wanted, limits, &mut ())
}

/// A loose file, or a member of an archive; see [`read_nth`].
#[derive(Clone, Copy, Debug)]
pub struct WantedMember<'w> {
    /// The file.
    pub path: &'w Arc<Path>,
    /// The names of the members, from the outermost archive inwards.
    pub members: &'w [&'w str],
    /// For each of them, how many of the same name come before it.
    pub occurrences: &'w [u32],
}

/// Watches while a file or member is read.
pub trait ReadObserver {
    /// Gets the size before anything is read, if it is known by then, and may refuse it.
    fn size(&mut self, size: Option<u64>) -> Result<(), Problem>;

    /// Gets the size of a loose file and that of the analysis beside it before [`ReadObserver::size`], and may say why
    /// the analysis is not to be read.
    fn beside(&mut self, _size: u64, _beside: u64) -> Result<(), String> {
        Ok(())
    }

    /// Gets another member that had to be unpacked on the way, and says whether to read on.
    fn passed(&mut self, entry: Entry) -> ControlFlow<()>;

    /// Whether to go on with the members after the wanted one.
    fn found(&mut self) -> ControlFlow<()>;

    /// Where the places of the archive's members are kept for the next time, if they are.
    fn places(&mut self) -> Option<Arc<OnceLock<MemberPlaces>>> {
        None
    }
}

/// Refuses nothing, and stops once the wanted member is found.
impl ReadObserver for () {
    fn size(&mut self, _: Option<u64>) -> Result<(), Problem> {
        Ok(())
    }

    fn passed(&mut self, _: Entry) -> ControlFlow<()> {
        Flow::Continue(())
    }

    fn found(&mut self) -> ControlFlow<()> {
        Flow::Break(())
    }
}

/// Reads one member of an archive like [`read_nth`], while an observer watches.
pub fn read_watched(
    wanted: &WantedMember,
    limits: &Limits,
    observer: &mut dyn ReadObserver,
) -> Result<Entry, Problem> {
    let WantedMember { path, members, occurrences } = *wanted;
    let origin = Origin::file(path.clone());
    if members.is_empty() && !is_single(&origin) {
        let size = std::fs::metadata(path).ok().map(|data| data.len());
        let mut sidecar = sidecar::beside(&origin, limits);
        if let Some(beside) = &mut sidecar {
            beside.ask(size.unwrap_or(0), observer);
        }
        observer.size(size)?;
        let entry = read_loose(origin, limits)?;
        return Ok(Entry { sidecar, ..entry });
    }
    let mut search = MemberSearch {
        wanted: members.join("!"),
        occurrences,
        // Whoever names a member wants it, whatever its extension.
        limits: Limits { sniff: true, ..limits.clone() },
        found: None,
    };
    let kept = observer.places();
    if let Some(places) = kept.as_ref().and_then(|kept| kept.get())
        && let Some(unit) = WorkUnit::listed(places, &origin, (members, occurrences))
    {
        search.read(unit, observer);
        if let Some(Ok(entry)) = search.found.take() {
            return Ok(entry);
        }
        // The archive has changed, or cannot be read; a look at all of it tells.
    }
    let mut listed = kept.as_ref().map(|_| MemberPlaces::default());
    open(path, &search.limits.clone(), &mut |unit| {
        match (&unit, &mut listed) {
            (Ok(unit), Some(listed)) => unit.list(listed),
            // A damaged archive has members that its directory does not list.
            (Err(problem), listed) if problem.origin.members.is_empty() => *listed = None,
            _ => {}
        }
        match unit {
            Err(problem) => search.note(problem),
            Ok(unit) => search.read(unit, observer),
        }
    });
    let listed = listed.and_then(MemberPlaces::sorted);
    if let Some((kept, listed)) = kept.zip(listed) {
        let _ = kept.set(listed);
    }
    search.found.unwrap_or_else(|| {
        let message = format!("has no member `{}`", search.wanted);
        Err(Problem::new(origin, ProblemKind::NoMember, message))
    })
}

/// The search for a member of an archive.
struct MemberSearch<'w> {
    /// The names of the members, joined with `!`.
    wanted: String,
    occurrences: &'w [u32],
    limits: Limits,
    /// The member, or the first reason why it may be missing.
    found: Option<Result<Entry, Problem>>,
}

impl MemberSearch<'_> {
    fn note(&mut self, problem: Problem) {
        self.found.get_or_insert(Err(problem));
    }

    fn is_nth(&self, origin: &Origin) -> bool {
        let same = |(member, &nth): (&Member, &u32)| member.occurrence == nth;
        origin.members.iter().zip(self.occurrences).all(same)
    }

    /// Reads those members of a unit that lead to the wanted one, until it is found.
    fn read(&mut self, unit: WorkUnit, observer: &mut dyn ReadObserver) {
        if matches!(self.found, Some(Ok(_))) || !unit.may_hold(&self.wanted) {
            return;
        }
        let size = unit.size_of(&self.wanted, self.occurrences);
        // Members that are found without unpacking the others are read alone.
        let Some(unit) = unit.only(&|name| leads_to(name, &self.wanted)) else {
            return;
        };
        if let Err(problem) = observer.size(size) {
            return self.note(problem);
        }
        let limits = self.limits.clone();
        unit.read_until(&limits, &mut |entry| match entry {
            Ok(entry)
                if !matches!(self.found, Some(Ok(_)))
                    && is_named(&entry.origin, &self.wanted)
                    && self.is_nth(&entry.origin) =>
            {
                self.found = Some(Ok(entry));
                observer.found()
            }
            Ok(entry) => observer.passed(entry),
            Err(problem) if may_hide(&problem, &self.wanted) => {
                self.note(problem);
                Flow::Continue(())
            }
            _ => Flow::Continue(()),
        });
    }
}

/// Whether these are the names of a file, or of the single packed file around it.
fn is_named(origin: &Origin, wanted: &str) -> bool {
    let name = |origin: &Origin| origin.member_name().unwrap_or_default();
    if name(origin) == wanted {
        return true;
    }
    let mut around = origin.clone();
    around.members.pop();
    name(&around) == wanted && is_single(&around)
}

/// Whether it is a single packed file, by its name.
fn is_single(origin: &Origin) -> bool {
    file_kind(&origin.file_name()) == FileKind::Archive(ArchiveKind::Single)
}

/// Whether this problem may be why a member is not found.
fn may_hide(problem: &Problem, wanted: &str) -> bool {
    let name = problem.origin.member_name();
    let leads = || name.is_none_or(|name| leads_to(&name, wanted));
    is_named(&problem.origin, wanted) || problem.kind != ProblemKind::NoGame && leads()
}

/// Whether `wanted`, which is names joined with `!`, begins with `name`.
fn leads_to(name: &str, wanted: &str) -> bool {
    let rest = wanted.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('!'))
}

/// The problem of an archive that gave nothing: no entry, and no problem with any of its members.
fn nothing_in(origin: Origin, members: u64) -> Problem {
    let message = match members {
        0 => "is an empty archive".to_owned(),
        1 => "holds no game: 1 member of another kind".to_owned(),
        _ => format!("holds no game: {members} members of other kinds"),
    };
    Problem::new(origin, ProblemKind::NoGame, message)
}

fn unsupported(origin: Origin, kind: &str) -> Problem {
    let message = match kind {
        kind::PART => "is one part of an archive; put the parts together first".to_owned(),
        kind => format!("{kind} archives are not read; unpack it or make a zip of it"),
    };
    Problem::new(origin, ProblemKind::UnsupportedArchive, message)
}

/// Opens a file, unless opening it could block, as with a pipe.
fn open_regular(origin: &Origin) -> Result<File, Problem> {
    let fail = |error| Problem::io(origin.clone(), &error);
    if !std::fs::metadata(&origin.path).map_err(fail)?.is_file() {
        let message = "is not a regular file";
        return Err(Problem::new(origin.clone(), ProblemKind::NotAFile, message));
    }
    File::open(&origin.path).map_err(fail)
}

fn read_loose(origin: Origin, limits: &Limits) -> Result<Entry, Problem> {
    let fail = |error: std::io::Error| Problem::io(origin.clone(), &error);
    let file = open_regular(&origin)?;
    let size = file.metadata().map_err(fail)?.len();
    if size > limits.entry_bytes {
        return Err(too_large(origin, limits));
    }
    let mut bytes = Vec::with_capacity(size.min(64 << 20) as usize + 1);
    match take(&mut &file, &mut bytes, Inspection::Named, limits) {
        Ok(()) => Ok(Entry { sidecar: sidecar::beside(&origin, limits), origin, bytes }),
        Err(Refused::Io(error)) => Err(fail(error)),
        Err(Refused::TooLarge) => Err(too_large(origin, limits)),
        Err(Refused::NoRecord | Refused::Other) => Err(no_record(origin)),
    }
}

fn no_record(origin: Origin) -> Problem {
    let looked_at = kind::LARGE >> 20;
    let message = format!(
        "holds no game in its first {looked_at} MiB; what is behind them was not looked at, so put games there into a file of their own"
    );
    Problem::new(origin, ProblemKind::NoGame, message)
}

fn too_large(origin: Origin, limits: &Limits) -> Problem {
    let message = format!("larger than the limit of {} MiB", limits.entry_bytes >> 20);
    Problem::new(origin, ProblemKind::TooLarge, message).advise(Remedy::RaiseLimit(Limit::Entry))
}
