//! Zip archives, read entry by entry.
//!
//! Members are known by their place in the archive's directory, never by their names, since names repeat.

use super::intake::{Body, Flow, Intake, Names};
use super::kind::is_wanted;
use super::limits::{Budget, Limits, Meter, Metered, Refusal};
use super::reader::ArchiveReader;
use super::{Problem, ProblemKind, leads_to};
use crate::origin::{Member, Origin};
use ::zip::read::{OwnedZipFileEntry, ZipReadOptions};
use ::zip::result::ZipError;
use ::zip::unstable::read::ZipIterable;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A run of a zip's members: one unit of work.
#[derive(Debug)]
pub(super) struct Run {
    archive: Origin,
    reader: ArchiveReader,
    members: Vec<Listed>,
    depth: usize,
}

/// A member as the directory lists it.
#[derive(Debug)]
struct Listed {
    member: Member,
    entry: OwnedZipFileEntry,
}

/// A run ends after so many members or packed bytes.
const RUN_MEMBERS: usize = 128;
const RUN_BYTES: u64 = 1 << 20;

/// Reads all members of an archive that is one piece of work.
pub(super) fn read(
    intake: &mut Intake,
    origin: &Origin,
    depth: usize,
    reader: ArchiveReader,
) -> Flow {
    let (limits, budget) = (intake.limits, intake.budget);
    list(
        origin,
        reader,
        depth,
        limits,
        budget,
        &mut |run| match run {
            Ok(run) => run.read(intake),
            Err(problem) => intake.problem(problem),
        },
    )
}

/// Lists an archive's members in runs.
pub(super) fn list(
    origin: &Origin,
    reader: ArchiveReader,
    depth: usize,
    limits: &Limits,
    budget: &Budget,
    sink: &mut dyn FnMut(Result<Run, Problem>) -> Flow,
) -> Flow {
    let damaged =
        |error: ZipError| Problem::new(origin.clone(), ProblemKind::Damaged, zip_reason(&error));
    let mut archive = match ZipIterable::try_new(reader.clone(), Default::default()) {
        Ok(archive) => archive,
        Err(error) => return sink(Err(damaged(error))),
    };
    let entries = match archive.files() {
        Ok(entries) => entries,
        Err(error) => return sink(Err(damaged(error))),
    };
    let mut seen = Seen::default();
    let run = |members| Run {
        archive: origin.clone(),
        reader: reader.clone(),
        members,
        depth,
    };
    let mut members = Vec::new();
    let mut bytes = 0u64;
    for entry in entries {
        let entry = match entry {
            Ok(entry) => OwnedZipFileEntry::from(entry),
            Err(error) => {
                sink(Err(damaged(error)))?;
                break;
            }
        };
        if !budget.entry(limits) {
            if let Some(problem) = budget.used_up(origin, Refusal::Entries, limits) {
                sink(Err(problem))?;
            }
            break;
        }
        let member = seen.names.member(entry.name_raw());
        if entry.is_dir() || !is_wanted(&member.name, limits.sniff) {
            continue;
        }
        if let Err((kind, message)) = seen.check(&entry) {
            sink(Err(Problem::new(origin.member(member), kind, message)))?;
            continue;
        }
        bytes = bytes.saturating_add(entry.compressed_size());
        members.push(Listed { member, entry });
        if members.len() >= RUN_MEMBERS || bytes >= RUN_BYTES {
            sink(Ok(run(std::mem::take(&mut members))))?;
            bytes = 0;
        }
    }
    if !members.is_empty() {
        sink(Ok(run(members)))?;
    }
    Flow::Continue(())
}

/// What the directory has told so far.
#[derive(Default)]
struct Seen {
    names: Names,
    /// Start and end of the members' data, to refuse those that overlap.
    ranges: BTreeMap<u64, u64>,
}

impl Seen {
    fn check(&mut self, entry: &OwnedZipFileEntry) -> Result<(), (ProblemKind, &'static str)> {
        if entry.encrypted() {
            return Err((
                ProblemKind::Encrypted,
                "is encrypted; unpack it with its password first",
            ));
        }
        if entry.is_symlink() {
            return Err((ProblemKind::NotAFile, "is a link; it was not followed"));
        }
        let start = entry.header_start();
        let end = start
            .saturating_add(entry.compressed_size())
            .saturating_add(30);
        let before = self
            .ranges
            .range(..=start)
            .next_back()
            .is_some_and(|(_, &end)| end > start);
        let after = self.ranges.range(start..end).next().is_some();
        if before || after {
            return Err((
                ProblemKind::Damaged,
                "overlaps another member; such archives are made to do harm",
            ));
        }
        self.ranges.insert(start, end);
        Ok(())
    }
}

impl Run {
    pub(super) fn path(&self) -> &Arc<Path> {
        &self.archive.path
    }

    pub(super) fn packed_bytes(&self) -> u64 {
        self.members
            .iter()
            .map(|listed| listed.entry.compressed_size())
            .fold(0, u64::saturating_add)
    }

    /// Whether a member of these names, parted by `!`, may be in the run.
    pub(super) fn may_hold(&self, wanted: &str) -> bool {
        (self.members.iter()).any(|listed| leads_to(&listed.member.name, wanted))
    }

    /// Reads the members, until the sink or the budget says that it is enough.
    pub(super) fn read(self, intake: &mut Intake) -> Flow {
        let Run {
            archive,
            mut reader,
            members,
            depth,
        } = self;
        for Listed { member, entry } in members {
            let origin = archive.member(member);
            let file = entry.as_ref();
            let inner = match file.with_reader(&mut reader, ZipReadOptions::new()) {
                Ok(inner) => inner,
                Err(error) => {
                    let (kind, reason) = (zip_problem(&error), zip_reason(&error));
                    intake.problem(Problem::new(origin, kind, reason))?;
                    continue;
                }
            };
            let packed = Cell::new(entry.compressed_size());
            let meter = Meter::new(intake.limits, intake.budget, Some(&packed));
            let mut metered = Metered {
                inner,
                meter: &meter,
            };
            let body = Body {
                reader: &mut metered,
                meter: &meter,
                size: entry.size(),
                // The declared size may lie, and the checksum does not.
                exact: false,
            };
            intake.member(origin, depth, body)?;
        }
        Flow::Continue(())
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
        ZipError::Io(error) => format!(
            "the archive cannot be read: {}",
            crate::error::io_reason(error)
        ),
        error => format!("the archive is damaged or of an unknown kind: {error}"),
    }
}
