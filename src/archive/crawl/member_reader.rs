//! Turns a member of an archive, of whatever kind, into an entry (a file with its bytes), a problem, or an archive to
//! read in turn.

use super::budget::ArchiveBudget;
use super::entry::{Entry, EntryPart};
use super::file_kinds::{ArchiveKind, FileKind, LARGE_FILE_BYTES, begins_like_game};
use super::limits::Limits;
use super::meter::{Meter, is_refusal};
use super::packed::Reason;
use super::parts::{self, PartsEnd};
use super::patterns::FileChoice;
use super::problem::{Problem, ProblemKind, no_record, nothing_in, too_large, unsupported};
use super::read_limited::{Inspection, ReadRefusal, read_limited};
use super::refusal::LimitReached;
use super::scope::{Reading, RootScope};
use super::unread_members::UnreadMembers;
use crate::error::{Limit, Remedy};
use crate::origin::Origin;
use std::io::Read;
use std::ops::ControlFlow;

/// Says whether to continue or to stop reading an archive.
pub(super) type Flow = ControlFlow<()>;

/// Callback that receives the entries and problems of a crawl.
pub(super) type EntrySink<'a> = dyn FnMut(Result<Entry, Problem>) -> Flow + 'a;

/// Reads an archive inside an archive from its bytes. The number is its nesting depth: 1 for an archive on disk.
pub(super) type NestedReader =
    fn(&mut MemberReader, &Origin, ArchiveKind, usize, &mut dyn Read) -> Flow;

/// Turns members of an archive into entries and problems and passes them to the sink.
pub(super) struct MemberReader<'a> {
    pub(super) limits: &'a Limits,
    pub(super) budget: &'a ArchiveBudget,
    pub(super) scope: &'a RootScope,
    sink: &'a mut EntrySink<'a>,
    /// Function that reads a member which is an archive itself.
    nested: NestedReader,
    /// Number of archive members counted so far.
    pub(super) members: u64,
    /// Number of members accounted for so far: entries and problems passed to the sink, and members that another shard
    /// or another reader reports. If the number stays the same while an archive is read, the archive held no game,
    /// which is then reported.
    pub(super) emitted: u64,
    /// Members that were not read.
    pub(super) unread: UnreadMembers,
}

/// Content of a member that is about to be read.
pub(super) struct Body<'b> {
    pub(super) reader: &'b mut dyn Read,
    pub(super) meter: &'b Meter<'b>,
    /// Unpacked size that the archive declares.
    pub(super) size: u64,
    /// True if the declared size can be trusted. If fewer bytes are read, the member is damaged, even if the decoder
    /// itself does not notice it.
    pub(super) exact: bool,
    /// True if the member is known to be larger than [`Limits::entry_bytes`] although its size is not declared.
    pub(super) is_long: bool,
}

impl<'a> MemberReader<'a> {
    pub(super) fn new(
        limits: &'a Limits,
        budget: &'a ArchiveBudget,
        scope: &'a RootScope,
        sink: &'a mut EntrySink<'a>,
        nested: NestedReader,
    ) -> Self {
        let unread = UnreadMembers::default();
        MemberReader { limits, budget, scope, sink, nested, members: 0, emitted: 0, unread }
    }

    pub(super) fn report(&mut self, problem: Problem) -> Flow {
        self.emit(Err(problem))
    }

    fn emit(&mut self, entry: Result<Entry, Problem>) -> Flow {
        self.emitted += 1;
        (self.sink)(entry)
    }

    fn emit_entry(&mut self, origin: Origin, bytes: Vec<u8>, part: Option<EntryPart>) -> Flow {
        let columns = self.limits.parquet_columns.clone();
        self.emit(Ok(Entry { origin, bytes, sidecar: None, game_lists: None, part, columns }))
    }

    /// Counts a skipped member as accounted for. It is skipped because an archive around it has reached a limit; the
    /// reader of that archive reports the problem.
    pub(super) fn already_reported(&mut self) -> Flow {
        self.emitted += 1;
        Flow::Continue(())
    }

    /// Returns true if the member belongs to another shard, whose reader reports it, and counts it as accounted for.
    pub(super) fn skips_member(&mut self, origin: &Origin, size: u64) -> bool {
        let is_skipped = self.scope.skips_member(origin, size, self.limits);
        if is_skipped {
            self.emitted += 1;
            self.budget.note_output();
        }
        is_skipped
    }

    /// How a member is read; see [`RootScope::reading`]. A member that is not opened is counted as not read.
    pub(super) fn member_reading(&mut self, archive: &Origin, name: &str) -> Reading {
        let reading = self.scope.member_reading(archive, name, self.limits.sniff);
        if let Reading::Unread(choice) = reading {
            self.unread.add(name, choice);
        }
        reading
    }

    /// Accounts for a member that was opened and is not read because of its beginning, `head`.
    fn pass_over(&mut self, origin: &Origin, reading: Reading, head: &[u8]) -> Flow {
        self.unread.add(&origin.file_name(), FileChoice::ByKind);
        if !reading.is_by_name()
            && let Some(games) = self.scope.inspects(origin)
            && begins_like_game(head)
        {
            games.add(origin);
        }
        Flow::Continue(())
    }

    /// Inspects the beginning of a member that is not read only because of its name. If it begins like a game, that is
    /// recorded, so that the user can be told.
    pub(super) fn inspect_unread(&self, origin: &Origin, reading: Reading, data: &mut dyn Read) {
        if reading == Reading::Unread(FileChoice::ByKind)
            && let Some(games) = self.scope.inspects(origin)
        {
            games.inspect(origin, data);
        }
    }

    /// Counts a member of an archive. Stops reading if the archive has too many.
    pub(super) fn count_member(&mut self, archive: &Origin) -> Flow {
        self.members += 1;
        match self.budget.count_entry(self.limits) {
            Some(refusal) => self.end_archive(archive, refusal),
            None => Flow::Continue(()),
        }
    }

    /// Reports that the archive on disk has reached a limit, and stops reading it.
    pub(super) fn end_archive(&mut self, archive: &Origin, refusal: LimitReached) -> Flow {
        self.budget
            .first_problem(archive, refusal, self.limits)
            .map(|problem| self.report(problem));
        Flow::Break(())
    }

    /// Reports the limit at which `meter` ended the stream of a member, if it did. Stops reading if the limit is one of
    /// the whole archive.
    pub(super) fn report_refusal(&mut self, origin: &Origin, meter: &Meter) -> Flow {
        if let Some(problem) = meter.first_problem(origin) {
            self.report(problem)?;
        }
        match meter.refusal() {
            Some(refusal) if refusal.ends_archive() => Flow::Break(()),
            _ => Flow::Continue(()),
        }
    }

    /// Reads a member. `depth` is the nesting depth of the archive around it: 1 for an archive on disk.
    pub(super) fn read_member(&mut self, origin: Origin, depth: usize, body: Body) -> Flow {
        let max_depth = self.limits.depth.min(Limits::MAX_DEPTH);
        let reading = self.scope.reading(&origin, self.limits.sniff);
        match reading {
            Reading::ByName(FileKind::OtherArchive(name)) => {
                return self.report(unsupported(origin, name));
            }
            Reading::ByName(FileKind::Archive(kind)) if depth < max_depth => {
                return self.read_nested_archive(&origin, kind, depth + 1, body);
            }
            Reading::ByName(FileKind::Archive(_)) => {
                let depth = depth + 1;
                let message = format!("is an archive at depth {depth}, more than the limit");
                let problem = Problem::new(origin, ProblemKind::TooLarge, message);
                return self.report(problem.with_remedy(Remedy::RaiseLimit(Limit::Depth)));
            }
            _ => {}
        }
        let (meter, size, exact) = (body.meter, body.size, body.exact);
        let is_long = body.is_long || exact && size > self.limits.entry_bytes;
        let max_bytes = if is_long {
            LARGE_FILE_BYTES.min(self.limits.entry_bytes)
        } else {
            self.limits.entry_bytes
        };
        let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize + 1);
        match read_limited(body.reader, &mut bytes, Inspection::of(reading), max_bytes) {
            Ok(()) if exact && (bytes.len() as u64) < size => {
                let count = bytes.len();
                let message = format!("is cut short after {count} of {size} bytes; it was skipped");
                self.report(Problem::new(origin, ProblemKind::Damaged, message))
            }
            Ok(()) => self.emit_entry(origin, bytes, None),
            Err(_) if meter.refusal().is_some() => self.report_refusal(&origin, meter),
            Err(ReadRefusal::Other) => self.pass_over(&origin, reading, &bytes),
            // The extension of this member may be that of a game record but has other uses, too. Without a game, the
            // member is skipped without a problem.
            Err(ReadRefusal::NoRecord) if reading != Reading::ByName(FileKind::Record) => {
                self.pass_over(&origin, reading, &bytes)
            }
            Err(ReadRefusal::NoRecord) => self.report(no_record(origin)),
            Err(ReadRefusal::Io(error)) if is_refusal(&error) => self.already_reported(),
            Err(ReadRefusal::TooLarge) => self.read_parts(&origin, bytes, body, is_long),
            Err(ReadRefusal::Io(error)) => {
                let reason = Reason::from_error(&error);
                let message = match reason.kind() {
                    ProblemKind::TooLarge => format!("was skipped ({reason})"),
                    _ => format!("the member is damaged ({reason}); it was skipped"),
                };
                self.report(reason.problem(&origin, message))
            }
        }
    }

    /// Reads a long member, of which `head` is the beginning, part by part.
    fn read_parts(&mut self, origin: &Origin, head: Vec<u8>, body: Body, is_spread: bool) -> Flow {
        let (limits, meter) = (self.limits, body.meter);
        let end = parts::read(head, body.reader, is_spread, limits, &mut |bytes, part| {
            self.emit_entry(origin.clone(), bytes, Some(part))
        });
        match end {
            PartsEnd::Stopped => Flow::Break(()),
            PartsEnd::NoCollection => self.report(too_large(origin.clone(), limits.entry_bytes)),
            PartsEnd::Failed(_) if meter.refusal().is_some() => self.report_refusal(origin, meter),
            PartsEnd::Failed(error) if is_refusal(&error) => self.already_reported(),
            PartsEnd::Failed(error) => {
                let reason = Reason::from_error(&error);
                let message =
                    format!("is damaged ({reason}); the games before the damage were read");
                self.report(reason.problem(origin, message))
            }
            PartsEnd::Complete(count) if body.exact && count < body.size => {
                let size = body.size;
                let message = format!(
                    "is cut short after {count} of {size} bytes; the games before that were read"
                );
                self.report(Problem::new(origin.clone(), ProblemKind::Damaged, message))
            }
            PartsEnd::Complete(_) => Flow::Continue(()),
        }
    }

    /// Reads an archive inside an archive. Reports a problem if it produced neither an entry nor a problem.
    fn read_nested_archive(
        &mut self,
        origin: &Origin,
        kind: ArchiveKind,
        depth: usize,
        body: Body,
    ) -> Flow {
        let (members_before, emitted_before) = (self.members, self.emitted);
        let unread_before = std::mem::take(&mut self.unread);
        (self.nested)(self, origin, kind, depth, body.reader)?;
        let unread = std::mem::replace(&mut self.unread, unread_before);
        self.report_refusal(origin, body.meter)?;
        if self.emitted == emitted_before {
            self.report(nothing_in(origin.clone(), self.members - members_before, &unread))
        } else {
            Flow::Continue(())
        }
    }

    /// Reads a member that is an archive into memory, within the size limit of a file.
    ///
    /// Returns `None` if that fails, and reports the reason. If the stream is damaged, the bytes before the damage are
    /// still returned when `accept_truncated`: a zip can be salvaged from its beginning, a 7z cannot.
    pub(super) fn read_into_memory(
        &mut self,
        origin: &Origin,
        reader: &mut dyn Read,
        accept_truncated: bool,
    ) -> ControlFlow<(), Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        match read_limited(reader, &mut bytes, Inspection::None, self.limits.entry_bytes) {
            Ok(()) => return ControlFlow::Continue(Some(bytes)),
            Err(ReadRefusal::Io(error)) if is_refusal(&error) => self.already_reported()?,
            Err(ReadRefusal::Io(error)) => {
                let reason = Reason::from_error(&error);
                let message = format!("the archive is damaged ({reason})");
                let problem = Problem::new(origin.clone(), ProblemKind::Damaged, message);
                self.report(problem.with_remedy(reason.remedy))?;
                return ControlFlow::Continue(accept_truncated.then_some(bytes));
            }
            Err(_) => self.report(too_large(origin.clone(), self.limits.entry_bytes))?,
        }
        ControlFlow::Continue(None)
    }
}
