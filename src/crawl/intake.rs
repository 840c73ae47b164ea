//! What all archive kinds share: how a member becomes an entry, a problem, or an archive of its own.

use super::archive::{self, Source};
use super::kind::{
    ArchiveKind, FileKind, HEAD, LARGE, file_kind, looks_like_record, may_hold_game,
};
use super::limits::{Budget, Limits, Meter, Refusal, is_refusal};
use super::packed::Reason;
use super::{Entry, Problem, ProblemKind, no_record, nothing_in, too_large, unsupported};
use crate::error::{Limit, Remedy};
use crate::origin::{Member, Origin};
use crate::text::charset;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Whether to read on.
pub(super) type Flow = ControlFlow<()>;

/// Who takes entries and problems.
pub(super) type Sink<'a> = dyn FnMut(Result<Entry, Problem>) -> Flow + 'a;

/// The way of members into the sink.
pub(super) struct Intake<'a> {
    pub(super) limits: &'a Limits,
    pub(super) budget: &'a Budget,
    pub(super) sink: &'a mut Sink<'a>,
    /// Members that were counted.
    pub(super) members: u64,
    /// Entries and problems that were handed out.
    pub(super) told: u64,
}

/// A member's bytes, about to be read.
pub(super) struct Body<'b> {
    pub(super) reader: &'b mut dyn Read,
    pub(super) meter: &'b Meter<'b>,
    /// The size that the archive tells.
    pub(super) size: u64,
    /// Whether that is to be believed, so that fewer bytes are a damage which the reader does not notice by itself.
    pub(super) exact: bool,
}

/// What of a file is looked at before all of it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing: it is an archive.
    Archive,
    /// The beginning of a large one: its name says that it is a record.
    Named,
    /// Its beginning: its name says nothing.
    Nameless,
}

/// Why a file's bytes are not taken.
pub(super) enum Refused {
    /// They do not look like a game.
    Other,
    /// There are many of them, and the first ones are not those of a record.
    NoRecord,
    TooLarge,
    Io(io::Error),
}

impl<'a> Intake<'a> {
    pub(super) fn new(limits: &'a Limits, budget: &'a Budget, sink: &'a mut Sink<'a>) -> Self {
        Intake {
            limits,
            budget,
            sink,
            members: 0,
            told: 0,
        }
    }

    pub(super) fn problem(&mut self, problem: Problem) -> Flow {
        self.tell(Err(problem))
    }

    fn tell(&mut self, entry: Result<Entry, Problem>) -> Flow {
        self.told += 1;
        (self.sink)(entry)
    }

    /// Passes over what a stream further out, which its meter has ended, leaves undone: whoever reads that one tells it.
    pub(super) fn told_further_out(&mut self) -> Flow {
        self.told += 1;
        Flow::Continue(())
    }

    /// Counts a member of an archive.
    pub(super) fn count(&mut self, archive: &Origin) -> Flow {
        self.members += 1;
        match self.budget.entry(self.limits) {
            Some(refusal) => self.used_up(archive, refusal),
            None => Flow::Continue(()),
        }
    }

    /// Reads no more of the archive on the disk.
    pub(super) fn used_up(&mut self, archive: &Origin, refusal: Refusal) -> Flow {
        let used_up = (self.budget).used_up(archive, refusal, self.limits);
        used_up.map(|problem| self.problem(problem));
        Flow::Break(())
    }

    /// Tells why a stream was ended by its meter, if it was.
    pub(super) fn refused(&mut self, origin: &Origin, meter: &Meter) -> Flow {
        if let Some(problem) = meter.problem(origin) {
            self.problem(problem)?;
        }
        match meter.refusal() {
            Some(refusal) if refusal.is_of_archive() => Flow::Break(()),
            _ => Flow::Continue(()),
        }
    }

    /// Reads a member. `depth` is that of the archive it is in, 1 for one on the disk.
    pub(super) fn member(&mut self, origin: Origin, depth: usize, body: Body) -> Flow {
        let kind = match file_kind(&origin.file_name()) {
            FileKind::OtherArchive(name) => return self.problem(unsupported(origin, name)),
            FileKind::Archive(kind) if depth < self.limits.depth => {
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
        let Body {
            reader,
            meter,
            size,
            exact,
        } = body;
        if exact && size > self.limits.entry_bytes && kind != FileKind::Other {
            return self.problem(too_large(origin, self.limits));
        }
        let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize + 1);
        let look = match kind {
            FileKind::Other => Look::Nameless,
            _ => Look::Named,
        };
        match take(reader, &mut bytes, look, self.limits) {
            Ok(()) if exact && (bytes.len() as u64) < size => {
                let count = bytes.len();
                let message =
                    format!("is cut short after {count} of {size} bytes; it was passed over");
                self.problem(Problem::new(origin, ProblemKind::Damaged, message))
            }
            Ok(()) => self.tell(Ok(Entry { origin, bytes })),
            Err(_) if meter.refusal().is_some() => self.refused(&origin, meter),
            Err(Refused::Other) => Flow::Continue(()),
            // What may be a record is passed over without a word if it is none.
            Err(Refused::NoRecord) if kind != FileKind::Record => Flow::Continue(()),
            Err(Refused::NoRecord) => self.problem(no_record(origin)),
            Err(Refused::Io(error)) if is_refusal(&error) => self.told_further_out(),
            Err(Refused::TooLarge) => self.problem(too_large(origin, self.limits)),
            Err(Refused::Io(error)) => {
                let reason = Reason::of(&error);
                let message = match reason.kind() {
                    ProblemKind::TooLarge => format!("was passed over ({reason})"),
                    _ => format!("the member is damaged ({reason}); it was passed over"),
                };
                let problem = Problem::new(origin, reason.kind(), message);
                self.problem(problem.advise(reason.remedy))
            }
        }
    }

    /// Reads an archive in an archive. If nothing comes of it, that is told.
    fn archive(&mut self, origin: &Origin, kind: ArchiveKind, depth: usize, body: Body) -> Flow {
        let (members, told) = (self.members, self.told);
        archive::read(self, origin, kind, depth, Source::Stream(body.reader))?;
        self.refused(origin, body.meter)?;
        match self.told == told {
            true => self.problem(nothing_in(origin.clone(), self.members - members)),
            false => Flow::Continue(()),
        }
    }

    /// Reads an archive whole, within the limit of an entry; none if that failed, which is told. Where the bytes end
    /// too early, those before are of use to who can do with a part.
    pub(super) fn whole(
        &mut self,
        origin: &Origin,
        reader: &mut dyn Read,
        a_part_will_do: bool,
    ) -> ControlFlow<(), Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        match take(reader, &mut bytes, Look::Archive, self.limits) {
            Ok(()) => return ControlFlow::Continue(Some(bytes)),
            Err(Refused::Io(error)) if is_refusal(&error) => self.told_further_out()?,
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

/// Reads at most as many bytes as the limits allow. With an error, what came before it is there.
pub(super) fn take(
    reader: &mut dyn Read,
    bytes: &mut Vec<u8>,
    look: Look,
    limits: &Limits,
) -> Result<(), Refused> {
    let most = limits.entry_bytes.saturating_add(1);
    let mut read_up_to = |length: u64, bytes: &mut Vec<u8>| {
        let left = length.min(most).saturating_sub(bytes.len() as u64);
        let read = reader.take(left).read_to_end(bytes);
        read.map(|_| bytes.len() as u64 >= length)
            .map_err(Refused::Io)
    };
    if look == Look::Nameless {
        read_up_to(HEAD as u64, bytes)?;
        if !looks_like_record(bytes) {
            return Err(Refused::Other);
        }
    }
    if look != Look::Archive && read_up_to(LARGE, bytes)? && !may_hold_game(bytes) {
        return Err(Refused::NoRecord);
    }
    read_up_to(most, bytes)?;
    match bytes.len() as u64 > limits.entry_bytes {
        true => Err(Refused::TooLarge),
        false => Ok(()),
    }
}

/// Counts equal names by their hashes, so that an archive of many members takes a few bytes for each.
#[derive(Default)]
pub(super) struct Names {
    hasher: RandomState,
    seen: HashMap<u64, u32>,
}

impl Names {
    /// The next member of this name, which is shown without a `./` before it.
    pub(super) fn member(&mut self, raw: &[u8]) -> Member {
        let shown = raw.strip_prefix(b"./").unwrap_or(raw);
        self.shown(raw, charset::decode_name(shown).into_owned())
    }

    /// The next member of a name that may come from Windows, where backslashes part folders. Letters of other charsets
    /// may have a byte that looks like one.
    pub(super) fn member_of_windows(&mut self, raw: &[u8]) -> Member {
        let shown = raw.strip_prefix(b"./").unwrap_or(raw);
        self.shown(raw, charset::decode_name(shown).replace('\\', "/"))
    }

    /// Members are asked for by the names that are shown, so those are counted.
    fn shown(&mut self, raw: &[u8], name: String) -> Member {
        let count = (self.seen.entry(self.hasher.hash_one(&name))).or_insert(0);
        let occurrence = *count;
        *count += 1;
        Member {
            name,
            raw: raw.to_vec(),
            occurrence,
        }
    }
}
