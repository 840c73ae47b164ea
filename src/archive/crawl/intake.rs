//! What all archive kinds share: turning a member into an entry, a problem, or an archive to read in turn.

use super::archive::{self, ArchiveSource};
use super::kind::{
    ArchiveKind, FileKind, HEAD, LARGE, file_kind, looks_like_record, may_hold_game,
};
use super::limits::{ArchiveBudget, LimitReached, Limits, Meter, is_refusal};
use super::packed::Reason;
use super::{
    Entry, Problem, ProblemKind, RootScope, no_record, nothing_in, too_large, unsupported,
};
use crate::error::{Limit, Remedy};
use crate::origin::{Member, Origin};
use kifu_record::text::charset;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Whether to read on.
pub(super) type Flow = ControlFlow<()>;

/// Receives entries and problems.
pub(super) type EntrySink<'a> = dyn FnMut(Result<Entry, Problem>) -> Flow + 'a;

/// Turns members into entries and problems for the sink.
pub(super) struct Intake<'a> {
    pub(super) limits: &'a Limits,
    pub(super) budget: &'a ArchiveBudget,
    pub(super) part: &'a RootScope,
    pub(super) sink: &'a mut EntrySink<'a>,
    /// Number of members counted so far.
    pub(super) members: u64,
    /// Number of entries and problems handed out so far, here or elsewhere.
    pub(super) told: u64,
}

/// A member's bytes, about to be read.
pub(super) struct Body<'b> {
    pub(super) reader: &'b mut dyn Read,
    pub(super) meter: &'b Meter<'b>,
    /// The size that the archive declares.
    pub(super) size: u64,
    /// Whether that size can be trusted. Then fewer bytes mean damage that the reader itself does not notice.
    pub(super) exact: bool,
}

/// How a file is inspected before all of it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inspection {
    /// Not at all: it is an archive.
    Archive,
    /// The beginning of a large one, since its name says that it is a record.
    Named,
    /// Its beginning, since its name says nothing.
    Nameless,
}

/// Why a file's bytes are not taken.
pub(super) enum Refused {
    /// They do not look like a game.
    Other,
    /// There are many of them, and the first ones are not from a record.
    NoRecord,
    TooLarge,
    Io(io::Error),
}

impl<'a> Intake<'a> {
    pub(super) fn new(
        limits: &'a Limits,
        budget: &'a ArchiveBudget,
        part: &'a RootScope,
        sink: &'a mut EntrySink<'a>,
    ) -> Self {
        Intake { limits, budget, part, sink, members: 0, told: 0 }
    }

    pub(super) fn problem(&mut self, problem: Problem) -> Flow {
        self.tell(Err(problem))
    }

    fn tell(&mut self, entry: Result<Entry, Problem>) -> Flow {
        self.told += 1;
        (self.sink)(entry)
    }

    /// Skips what is left undone when a meter has ended a stream further out. Whoever reads that stream reports it.
    pub(super) fn already_reported(&mut self) -> Flow {
        self.told += 1;
        Flow::Continue(())
    }

    /// Whether a member is read elsewhere, as a member of another shard.
    pub(super) fn passes(&mut self, origin: &Origin, size: u64) -> bool {
        let passes = self.part.passes_member(origin, size);
        if passes {
            self.told += 1;
            self.budget.hear();
        }
        passes
    }

    /// Counts a member of an archive.
    pub(super) fn count(&mut self, archive: &Origin) -> Flow {
        self.members += 1;
        match self.budget.entry(self.limits) {
            Some(refusal) => self.used_up(archive, refusal),
            None => Flow::Continue(()),
        }
    }

    /// Stops reading the archive on disk.
    pub(super) fn used_up(&mut self, archive: &Origin, refusal: LimitReached) -> Flow {
        self.budget.used_up(archive, refusal, self.limits).map(|problem| self.problem(problem));
        Flow::Break(())
    }

    /// Reports why a meter ended a stream, if it did.
    pub(super) fn refused(&mut self, origin: &Origin, meter: &Meter) -> Flow {
        if let Some(problem) = meter.problem(origin) {
            self.problem(problem)?;
        }
        match meter.refusal() {
            Some(refusal) if refusal.is_of_archive() => Flow::Break(()),
            _ => Flow::Continue(()),
        }
    }

    /// Reads a member. `depth` is that of the archive around it, 1 for an archive on disk.
    pub(super) fn member(&mut self, origin: Origin, depth: usize, body: Body) -> Flow {
        let deepest = self.limits.depth.min(Limits::MAX_DEPTH);
        let kind = match file_kind(&origin.file_name()) {
            FileKind::OtherArchive(name) => return self.problem(unsupported(origin, name)),
            FileKind::Archive(kind) if depth < deepest => {
                return self.archive(&origin, kind, depth + 1, body);
            }
            FileKind::Archive(_) => {
                let depth = depth + 1;
                let message = format!("is an archive at depth {depth}, more than the limit");
                let problem = Problem::new(origin, ProblemKind::TooLarge, message);
                return self.problem(problem.advise(Remedy::RaiseLimit(Limit::Depth)));
            }
            kind => kind,
        };
        let (meter, size, exact) = (body.meter, body.size, body.exact);
        if exact && size > self.limits.entry_bytes && kind != FileKind::Other {
            return self.problem(too_large(origin, self.limits));
        }
        let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize + 1);
        let look = match kind {
            FileKind::Other => Inspection::Nameless,
            _ => Inspection::Named,
        };
        match take(body.reader, &mut bytes, look, self.limits) {
            Ok(()) if exact && (bytes.len() as u64) < size => {
                let count = bytes.len();
                let message = format!("is cut short after {count} of {size} bytes; it was skipped");
                self.problem(Problem::new(origin, ProblemKind::Damaged, message))
            }
            Ok(()) => self.tell(Ok(Entry { origin, bytes, sidecar: None })),
            Err(_) if meter.refusal().is_some() => self.refused(&origin, meter),
            Err(Refused::Other) => Flow::Continue(()),
            // A file that only may be a record is skipped silently if it is not one.
            Err(Refused::NoRecord) if kind != FileKind::Record => Flow::Continue(()),
            Err(Refused::NoRecord) => self.problem(no_record(origin)),
            Err(Refused::Io(error)) if is_refusal(&error) => self.already_reported(),
            Err(Refused::TooLarge) => self.problem(too_large(origin, self.limits)),
            Err(Refused::Io(error)) => {
                let reason = Reason::of(&error);
                let message = match reason.kind() {
                    ProblemKind::TooLarge => format!("was skipped ({reason})"),
                    _ => format!("the member is damaged ({reason}); it was skipped"),
                };
                self.problem(reason.problem(&origin, message))
            }
        }
    }

    /// Reads an archive inside an archive. Reports it if nothing comes of it.
    fn archive(&mut self, origin: &Origin, kind: ArchiveKind, depth: usize, body: Body) -> Flow {
        let (members, told) = (self.members, self.told);
        let source = ArchiveSource::Stream(body.reader);
        archive::read(self, origin, kind, depth, source)?;
        self.refused(origin, body.meter)?;
        if self.told == told {
            self.problem(nothing_in(origin.clone(), self.members - members))
        } else {
            Flow::Continue(())
        }
    }

    /// Reads an archive whole, within the limit of an entry; `None` if that fails, which is reported. If the bytes end
    /// too early, those before are still returned when `a_part_will_do`.
    pub(super) fn whole(
        &mut self,
        origin: &Origin,
        reader: &mut dyn Read,
        a_part_will_do: bool,
    ) -> ControlFlow<(), Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        match take(reader, &mut bytes, Inspection::Archive, self.limits) {
            Ok(()) => return ControlFlow::Continue(Some(bytes)),
            Err(Refused::Io(error)) if is_refusal(&error) => self.already_reported()?,
            Err(Refused::Io(error)) => {
                let reason = Reason::of(&error);
                let message = format!("the archive is damaged ({reason})");
                let problem = Problem::new(origin.clone(), ProblemKind::Damaged, message);
                self.problem(problem.advise(reason.remedy))?;
                return ControlFlow::Continue(a_part_will_do.then_some(bytes));
            }
            Err(_) => self.problem(too_large(origin.clone(), self.limits))?,
        }
        ControlFlow::Continue(None)
    }
}

/// Reads at most as many bytes as the limits allow. On an error, `bytes` keeps what came before it.
pub(super) fn take(
    reader: &mut dyn Read,
    bytes: &mut Vec<u8>,
    look: Inspection,
    limits: &Limits,
) -> Result<(), Refused> {
    let most = limits.entry_bytes.saturating_add(1);
    let mut read_up_to = |length: u64, bytes: &mut Vec<u8>| {
        let left = length.min(most).saturating_sub(bytes.len() as u64);
        reader
            .take(left)
            .read_to_end(bytes)
            .map(|_| bytes.len() as u64 >= length)
            .map_err(Refused::Io)
    };
    if look == Inspection::Nameless {
        read_up_to(HEAD as u64, bytes)?;
        if !looks_like_record(bytes) {
            return Err(Refused::Other);
        }
    }
    if look != Inspection::Archive && read_up_to(LARGE, bytes)? && !may_hold_game(bytes) {
        return Err(Refused::NoRecord);
    }
    read_up_to(most, bytes)?;
    if bytes.len() as u64 > limits.entry_bytes { Err(Refused::TooLarge) } else { Ok(()) }
}

/// Counts equal names by their hashes, so that an archive of many members takes only a few bytes for each.
#[derive(Default)]
pub(super) struct MemberNames {
    hasher: RandomState,
    seen: HashMap<u64, u32>,
}

impl MemberNames {
    /// The next member of this name. The shown name has no leading `./`.
    pub(super) fn member(&mut self, raw: &[u8]) -> Member {
        let shown = raw.strip_prefix(b"./").unwrap_or(raw);
        self.shown(raw, charset::decode_name(shown).into_owned())
    }

    /// The next member whose name may come from Windows, where backslashes separate folders. Other charsets have
    /// letters with a byte that looks like a backslash, so the name is decoded first.
    pub(super) fn member_of_windows(&mut self, raw: &[u8]) -> Member {
        let shown = raw.strip_prefix(b"./").unwrap_or(raw);
        self.shown(raw, charset::decode_name(shown).replace('\\', "/"))
    }

    /// Users ask for members by the names they are shown, so equal shown names are counted.
    fn shown(&mut self, raw: &[u8], name: String) -> Member {
        let count = (self.seen.entry(self.hasher.hash_one(&name))).or_insert(0);
        let occurrence = *count;
        *count += 1;
        Member { name, raw: raw.to_vec(), occurrence }
    }
}
