//! Reads zip archives, in runs of members that several threads may read.
//!
//! A member is identified by the offset of its entry in the archive's directory, never by its name, since names repeat.
//! If the directory is missing or incomplete, members are found by their local headers.

mod end;
mod places;
mod salvage;
mod scan;

pub use places::MemberPlaces;

use super::budget::ArchiveBudget;
use super::entry::{ContentStamp, KnownMembers};
use super::file_kinds::{FileKind, file_kind};
use super::limits::Limits;
use super::member_names::MemberNames;
use super::member_reader::{Body, Flow, MemberReader};
use super::meter::{Meter, Metered};
use super::patterns::FileChoice;
use super::problem::{Problem, ProblemKind};
use super::reader::ArchiveReader;
use super::scope::{Reading, RootScope};
use super::unread_members::UnreadMembers;
use crate::error::io_reason;
use crate::origin::{Member, Origin, leads_to};
use ::zip::read::{ArchiveOffset, Config, OwnedZipFileEntry, ZipReadOptions};
use ::zip::result::ZipError;
use ::zip::unstable::read::ZipIterable;
use end::EntryPlace;
use salvage::{LocalHeader, SalvageSearch, SalvagedMember};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{Read, Seek};

/// Run of consecutive members of a zip: one unit of work.
#[derive(Debug)]
pub(super) struct MemberRun {
    pub(super) archive: Origin,
    reader: ArchiveReader,
    members: Vec<ListedMember>,
    depth: usize,
    /// Bytes that the run takes in the archive. They include members that lie between the run's own but are not read
    /// here.
    pub(super) packed_bytes: u64,
    /// Unpacked bytes that the archive declares for members between the run's own that are not read here.
    skipped_bytes: u64,
}

/// Member of a zip, with its directory entry.
#[derive(Debug)]
struct ListedMember {
    member: Member,
    entry: OwnedZipFileEntry,
    listed: EntryPlace,
}

/// Number of members, and of packed bytes, after which a run ends. Smaller runs spread an archive more evenly over the
/// threads, at more overhead per member.
const MAX_RUN_MEMBERS: usize = 128;
const MAX_RUN_BYTES: u64 = 1 << 20;

/// Reads all members of an archive that is a single unit of work.
pub(super) fn read(
    member_reader: &mut MemberReader,
    origin: &Origin,
    depth: usize,
    reader: ArchiveReader,
) -> Flow {
    let context = ArchiveContext {
        origin,
        depth,
        limits: member_reader.limits,
        budget: member_reader.budget,
        scope: member_reader.scope,
        known: &|_, _| false,
    };
    let listed = list(context, reader, &mut |run| match run {
        Ok(run) => run.read(member_reader),
        Err(problem) => member_reader.report(problem),
    });
    member_reader.members += listed.members;
    member_reader.emitted += listed.skipped;
    member_reader.unread.merge(listed.unread);
    listed.flow
}

/// True if the name of one of the first members of a zip is accepted by `is_wanted`. Only the directory is read. False
/// if the zip is damaged.
pub(super) fn lists_member(
    reader: &ArchiveReader,
    max_members: usize,
    is_wanted: &dyn Fn(&str) -> bool,
) -> bool {
    let search = || {
        let (directory, in_front) = end::find_directory(reader)?;
        let archive_offset = ArchiveOffset::Known(in_front);
        let mut archive = ZipIterable::try_new(directory, Config { archive_offset })?;
        for entry in archive.files()?.take(max_members) {
            if is_wanted(&String::from_utf8_lossy(OwnedZipFileEntry::from(entry?).name_raw())) {
                return Ok(true);
            }
        }
        Ok::<_, ZipError>(false)
    };
    search().unwrap_or(false)
}

/// What the members of one archive share: the archive's origin, the limits, and which members need not be read.
#[derive(Clone, Copy)]
pub(super) struct ArchiveContext<'l> {
    pub(super) origin: &'l Origin,
    /// Nesting depth of this archive: 1 for an archive on disk.
    pub(super) depth: usize,
    pub(super) limits: &'l Limits,
    pub(super) budget: &'l ArchiveBudget,
    pub(super) scope: &'l RootScope,
    pub(super) known: &'l KnownMembers<'l>,
}

/// Outcome of listing the members of an archive.
pub(super) struct ListOutcome {
    /// Whether to continue reading.
    pub(super) flow: Flow,
    /// Number of members.
    pub(super) members: u64,
    /// Number of members that are not read here, because another shard reads them or because their content is known.
    pub(super) skipped: u64,
    /// Members that are not read because of their names.
    pub(super) unread: UnreadMembers,
}

/// Lists the members of a zip in runs, which are units of work.
pub(super) fn list(
    context: ArchiveContext,
    reader: ArchiveReader,
    sink: &mut dyn FnMut(Result<MemberRun, Problem>) -> Flow,
) -> ListOutcome {
    let mut lister = Lister {
        context,
        reader,
        sink,
        seen: SeenMembers::default(),
        count: 0,
        skipped: 0,
        unread: UnreadMembers::default(),
        members: Vec::new(),
        packed_bytes: 0,
        skipped_bytes: 0,
    };
    let flow = lister.list_members();
    let Lister { count: members, skipped, unread, .. } = lister;
    ListOutcome { flow, members, skipped, unread }
}

/// State while the directory of a zip is split into runs of members.
struct Lister<'l> {
    context: ArchiveContext<'l>,
    reader: ArchiveReader,
    sink: &'l mut dyn FnMut(Result<MemberRun, Problem>) -> Flow,
    seen: SeenMembers,
    /// Number of members listed so far.
    count: u64,
    /// Number of listed members that are not read here, because another shard reads them or their content is known.
    skipped: u64,
    /// Members that are not read because of their names.
    unread: UnreadMembers,
    /// Members of the run that is being filled.
    members: Vec<ListedMember>,
    packed_bytes: u64,
    skipped_bytes: u64,
}

impl Lister<'_> {
    fn list_members(&mut self) -> Flow {
        let listed = end::find_directory(&self.reader)
            .and_then(|(directory, in_front)| self.list_directory(directory, in_front));
        match listed {
            Ok(flow) => flow?,
            Err(error) => self.salvage(&error)?,
        }
        self.emit_run()
    }

    /// Lists the members of a zip directory; fails if the directory ends too early. `in_front` is the number of bytes
    /// that precede the archive in its file; offsets in the directory do not count them.
    fn list_directory(
        &mut self,
        directory: impl Read + Seek,
        in_front: u64,
    ) -> Result<Flow, ZipError> {
        let archive_offset = ArchiveOffset::Known(in_front);
        let mut archive = ZipIterable::try_new(directory, Config { archive_offset })?;
        let entries = archive.files()?;
        let mut is_first = true;
        let mut next = entries.reader_mut().stream_position()?;
        while let Some(entry) = entries.next() {
            let entry = OwnedZipFileEntry::from(entry?);
            let start = std::mem::replace(&mut next, entries.reader_mut().stream_position()?);
            let listed = EntryPlace {
                start,
                length: u32::try_from(next - start).unwrap_or(u32::MAX),
                in_front,
            };
            // The number of bytes in front of the archive was computed and may be wrong. Then all offsets in the
            // directory are wrong, so checking the header of the first member is enough.
            if std::mem::take(&mut is_first) && !salvage::is_header(&mut self.reader, &entry)? {
                let message = "its directory points to places where no members are";
                return Err(ZipError::InvalidArchive(message.into()));
            }
            let flow = self.list_entry(entry, listed);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        // Old programs write only 16 bits of the number of members. If the directory has another entry after the
        // declared number, the number has overflowed.
        let mut next = [0; 4];
        let is_more = entries.reader_mut().read_exact(&mut next).is_ok() && &next == b"PK\x01\x02";
        if is_more {
            return Err(ZipError::InvalidArchive(
                "its directory holds more members than it declares".into(),
            ));
        }
        Ok(Flow::Continue(()))
    }

    /// Lists those members, found by their local headers, that a broken directory did not list.
    fn salvage(&mut self, error: &ZipError) -> Flow {
        const BATCH_MEMBERS: usize = 512;
        // In a damaged archive no checksum of the directory is trusted, so no member counts as known from an earlier
        // crawl.
        self.context.known = &|_, _| false;
        let mut search = SalvageSearch::new(&self.reader);
        let mut found = 0u64;
        loop {
            let mut batch = Vec::new();
            let mut ended = false;
            while batch.len() < BATCH_MEMBERS && !ended {
                match search.next(self.context.limits.entries) {
                    Ok(Some(SalvagedMember::Complete(local)))
                        if self.seen.contains(&local, self.is_named(&local)) => {}
                    Ok(Some(SalvagedMember::Complete(local))) => batch.push(local),
                    Ok(Some(SalvagedMember::Truncated(local, rest))) => {
                        self.report_truncated(&local, rest)?
                    }
                    Ok(None) => ended = true,
                    Err(error) => {
                        let problem = Problem::io(self.context.origin.clone(), &error);
                        return (self.sink)(Err(problem));
                    }
                }
            }
            found += batch.len() as u64;
            let directory = ArchiveReader::memory(salvage::write_directory(&batch));
            match self.list_directory(directory, 0) {
                Ok(flow) => flow?,
                Err(error) => self.report_damage(zip_reason(&error))?,
            }
            if ended {
                return self.report_salvage(error, found);
            }
        }
    }

    fn reading(&self, name: &str) -> Reading {
        let ArchiveContext { origin, limits, scope, .. } = self.context;
        scope.member_reading(origin, name, limits.sniff)
    }

    /// True if the name of a member tells that it is a game record or an archive.
    fn is_named(&self, local: &LocalHeader) -> bool {
        self.reading(&String::from_utf8_lossy(&local.name)).is_by_name()
    }

    fn report_salvage(&mut self, error: &ZipError, found: u64) -> Flow {
        let mut message = zip_reason(error);
        if found > 0 {
            message = format!("{message}; members were found by their own headers: {found}");
        }
        self.report_damage(message)
    }

    /// Reports that the archive is damaged.
    fn report_damage(&mut self, message: String) -> Flow {
        let origin = self.context.origin.clone();
        (self.sink)(Err(Problem::new(origin, ProblemKind::Damaged, message)))
    }

    /// Reports a member whose data is cut short.
    fn report_truncated(&mut self, local: &LocalHeader, rest: u64) -> Flow {
        let member = self.seen.names.windows_member(&local.name);
        let reading = self.reading(&member.name);
        if self.seen.contains(local, reading.is_by_name()) || !reading.is_expected() {
            return Flow::Continue(());
        }
        let message = format!("is cut short after {rest} packed bytes; it was skipped");
        let origin = self.context.origin.member(member);
        (self.sink)(Err(Problem::new(origin, ProblemKind::Damaged, message)))
    }

    fn list_entry(&mut self, entry: OwnedZipFileEntry, listed: EntryPlace) -> Flow {
        self.count += 1;
        let ArchiveContext { origin, limits, budget, scope: part, known, .. } = self.context;
        if let Some(refusal) = budget.count_entry(limits) {
            if let Some(problem) = budget.first_problem(origin, refusal, limits) {
                (self.sink)(Err(problem))?;
            }
            self.emit_run()?;
            return Flow::Break(());
        }
        let member = self.seen.names.windows_member(entry.name_raw());
        if entry.is_dir() {
            return Flow::Continue(());
        }
        let reading = self.reading(&member.name);
        if let Reading::Unread(choice) = reading {
            self.unread.add(&member.name, choice);
            if choice == FileChoice::ByKind {
                self.inspect_unread(&origin.member(member), &entry);
            }
            return Flow::Continue(());
        }
        let origin = origin.member(member.clone());
        if let Err((kind, message)) = self.seen.add(&entry, reading.is_by_name()) {
            // A text file need not hold games, so it is no loss that it cannot be read.
            if !reading.is_expected() {
                return Flow::Continue(());
            }
            return (self.sink)(Err(Problem::new(origin, kind, message)));
        }
        self.packed_bytes = self.packed_bytes.saturating_add(entry.compressed_size());
        let stamp = ContentStamp { crc32: entry.crc32(), size: entry.size() };
        if part.skips_member(&origin, entry.size(), limits) || known(&origin, stamp) {
            budget.note_output();
            self.skipped += 1;
            self.skipped_bytes = self.skipped_bytes.saturating_add(entry.size());
            return Flow::Continue(());
        }
        self.members.push(ListedMember { member, entry, listed });
        if self.members.len() >= MAX_RUN_MEMBERS || self.packed_bytes >= MAX_RUN_BYTES {
            self.emit_run()
        } else {
            Flow::Continue(())
        }
    }

    /// Looks whether a member that is not read begins like a game.
    fn inspect_unread(&self, origin: &Origin, entry: &OwnedZipFileEntry) {
        let is_readable = !entry.encrypted()
            && !entry.is_symlink()
            && salvage::method_number(entry.compression()).is_some();
        let Some(games) = self.context.scope.inspects(origin).filter(|_| is_readable) else {
            return;
        };
        let unbounded = salvage::unbounded(entry);
        let file = unbounded.as_ref().unwrap_or(entry).as_ref();
        if let Ok(mut data) = file.with_reader(&mut self.reader.clone(), ZipReadOptions::new()) {
            games.inspect(origin, &mut data);
        }
    }

    fn emit_run(&mut self) -> Flow {
        if self.members.is_empty() && self.skipped_bytes == 0 {
            return Flow::Continue(());
        }
        (self.sink)(Ok(MemberRun {
            archive: self.context.origin.clone(),
            reader: self.reader.clone(),
            members: std::mem::take(&mut self.members),
            depth: self.context.depth,
            packed_bytes: std::mem::take(&mut self.packed_bytes),
            skipped_bytes: std::mem::take(&mut self.skipped_bytes),
        }))
    }
}

/// Members that have been listed so far, to recognise repeated and overlapping ones.
#[derive(Default)]
struct SeenMembers {
    names: MemberNames,
    /// Where the data of each member begins and ends. A member that overlaps another one is refused.
    ranges: BTreeMap<u64, u64>,
    /// Where the data begins and ends of members whose names promise no game and that are opened because of their
    /// content. They are separate so that they never make a member with a name of a record or an archive overlap. Thus
    /// the latter are the same with and without [`Limits::sniff`].
    sniffed_ranges: BTreeMap<u64, u64>,
}

impl SeenMembers {
    /// True if a member worth opening has already been listed at this offset, under whatever name. `is_named` is true
    /// if the name tells that it is a game record or an archive.
    fn contains(&self, local: &LocalHeader, is_named: bool) -> bool {
        self.ranges.contains_key(&local.start)
            || !is_named && self.sniffed_ranges.contains_key(&local.start)
    }

    fn add(
        &mut self,
        entry: &OwnedZipFileEntry,
        is_named: bool,
    ) -> Result<(), (ProblemKind, String)> {
        let start = entry.header_start();
        let end = start.saturating_add(entry.compressed_size()).saturating_add(30);
        let overlaps = |ranges: &BTreeMap<u64, u64>| {
            ranges.range(..=start).next_back().is_some_and(|(_, &end)| end > start)
                || ranges.range(start..end).next().is_some()
        };
        if overlaps(&self.ranges) || !is_named && overlaps(&self.sniffed_ranges) {
            let message = "overlaps another member, as in archives made to fill disks";
            return Err((ProblemKind::Damaged, message.into()));
        }
        if is_named {
            self.ranges.insert(start, end)
        } else {
            self.sniffed_ranges.insert(start, end)
        };
        let method = entry.compression();
        let (kind, message) = match entry {
            _ if entry.encrypted() => {
                (ProblemKind::Encrypted, "is encrypted; unpack it with its password first".into())
            }
            _ if entry.is_symlink() => {
                (ProblemKind::NotAFile, "is a link; it was not followed".into())
            }
            _ if salvage::method_number(method).is_none() => (
                ProblemKind::UnsupportedArchive,
                format!("is packed in a way that is not read ({method})"),
            ),
            _ => return Ok(()),
        };
        Err((kind, message))
    }
}

impl MemberRun {
    /// Run with the single member that has this name and occurrence number, if the directory still lists it at the
    /// cached position.
    pub(super) fn from_cached_place(
        places: &MemberPlaces,
        archive: &Origin,
        mut reader: ArchiveReader,
        name: &str,
        occurrence: u32,
    ) -> Option<MemberRun> {
        let listed = places.find(name, occurrence)?;
        let archive_offset = ArchiveOffset::Known(listed.in_front);
        let directory = end::single_entry(&reader, listed);
        let mut directory = ZipIterable::try_new(directory, Config { archive_offset }).ok()?;
        let entry = OwnedZipFileEntry::from(directory.files().ok()?.next()?.ok()?);
        let member =
            Member { occurrence, ..MemberNames::default().windows_member(entry.name_raw()) };
        let is_there = member.name == name && salvage::is_header(&mut reader, &entry).ok()?;
        is_there.then(|| MemberRun {
            archive: archive.clone(),
            reader,
            packed_bytes: entry.compressed_size(),
            members: vec![ListedMember { member, entry, listed }],
            depth: 1,
            skipped_bytes: 0,
        })
    }

    /// Adds to `places`, a cache for finding members again, where the zip's directory lists the members of the run.
    pub(super) fn record_places(&self, places: &mut MemberPlaces) {
        for ListedMember { member, listed, .. } in &self.members {
            places.add(&member.name, member.occurrence, *listed);
        }
    }

    /// Drops the members for whose names `predicate` is false. Returns true if any are left.
    pub(super) fn retain(&mut self, predicate: &dyn Fn(&str) -> bool) -> bool {
        self.members.retain(|listed| predicate(&listed.member.name));
        !self.members.is_empty()
    }

    /// True if the member with these names, joined with `!`, may be in the run or in an archive of the run.
    pub(super) fn may_hold(&self, joined_names: &str) -> bool {
        self.members.iter().any(|listed| leads_to(&listed.member.name, joined_names))
    }

    /// Declared size of the member with this name. Of several, it is the `nth`, from 0, or the first if `nth` is
    /// `None`.
    pub(super) fn size_of(&self, joined_names: &str, nth: Option<u32>) -> Option<u64> {
        let matches_name = |member: &Member| {
            member.name == joined_names && nth.is_none_or(|nth| member.occurrence == nth)
        };
        let mut listed = self.members.iter();
        let found = listed.find(|listed| matches_name(&listed.member))?;
        Some(found.entry.size())
    }

    /// Declared size of the run's largest member. `None` if one of the members is an archive, because members inside it
    /// may be larger.
    pub(super) fn max_entry_bytes(&self) -> Option<u64> {
        let kind = |listed: &ListedMember| file_kind(&listed.member.name);
        let is_archive = |listed: &ListedMember| matches!(kind(listed), FileKind::Archive(_));
        self.members
            .iter()
            .map(|listed| listed.entry.size())
            .max()
            .filter(|_| !self.members.iter().any(is_archive))
    }

    /// Reads the members of the run until the sink or the budget of the archive stops it.
    pub(super) fn read(self, member_reader: &mut MemberReader) -> Flow {
        let MemberRun { archive, mut reader, members, depth, skipped_bytes: passed, .. } = self;
        for ListedMember { member, entry, .. } in members {
            if let Some(refusal) = member_reader.budget.refusal(member_reader.limits) {
                return member_reader.end_archive(&archive, refusal);
            }
            let origin = archive.member(member);
            let unbounded = salvage::unbounded(&entry);
            let file = unbounded.as_ref().unwrap_or(&entry).as_ref();
            let inner = match file.with_reader(&mut reader, ZipReadOptions::new()) {
                Ok(inner) => inner,
                Err(error) => {
                    let (kind, reason) = (zip_problem(&error), zip_reason(&error));
                    member_reader.report(Problem::new(origin, kind, reason))?;
                    continue;
                }
            };
            let packed = Cell::new(entry.compressed_size());
            let meter = Meter::new(member_reader.limits, member_reader.budget, &packed);
            let mut metered = Metered(inner, &meter);
            let body = Body {
                reader: &mut metered,
                meter: &meter,
                size: entry.size(),
                // The declared size may be false; the checksum decides whether the bytes are complete.
                exact: false,
                is_long: entry.size() > member_reader.limits.entry_bytes,
            };
            member_reader.read_member(origin, depth, body)?;
        }
        member_reader.budget.count_checked_bytes(passed);
        match member_reader.budget.refusal(member_reader.limits) {
            Some(refusal) if passed > 0 => member_reader.end_archive(&archive, refusal),
            _ => Flow::Continue(()),
        }
    }
}

fn zip_problem(error: &ZipError) -> ProblemKind {
    match error {
        ZipError::UnsupportedArchive(_) => ProblemKind::UnsupportedArchive,
        ZipError::Io(_) | ZipError::InvalidArchive(_) => ProblemKind::Damaged,
        _ => ProblemKind::Unreadable,
    }
}

fn zip_reason(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) => format!("the archive cannot be read: {}", io_reason(error)),
        ZipError::UnsupportedArchive(what) => {
            format!("is packed in a way that is not read ({what})")
        }
        error => format!("the archive is damaged or of an unknown kind: {error}"),
    }
}
