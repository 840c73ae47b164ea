//! Zip archives, read entry by entry.
//!
//! Members are known by their place in the archive's directory, never by their names, since names repeat.

use super::reader::ArchiveReader;
use super::{
    Entry, FileKind, Limits, Problem, ProblemKind, Unit, Work, file_kind, too_large, unsupported,
};
use crate::origin::{Member, Origin};
use crate::text::charset;
use ::zip::read::{OwnedZipFileEntry, ZipReadOptions};
use ::zip::result::ZipError;
use ::zip::unstable::read::ZipIterable;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
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

/// Opens a zip file and hands out its runs.
pub(super) fn open_file(origin: Origin, sink: &mut dyn FnMut(Result<Unit, Problem>)) {
    match std::fs::File::open(&origin.path).and_then(ArchiveReader::file) {
        Err(error) => sink(Err(Problem::io(origin, &error))),
        Ok(reader) => list(&origin, reader, 1, &mut |run| {
            sink(run.map(|run| Unit(Work::Members(run))))
        }),
    }
}

/// Lists an archive's members in runs.
fn list(
    origin: &Origin,
    reader: ArchiveReader,
    depth: usize,
    sink: &mut dyn FnMut(Result<Run, Problem>),
) {
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
    let mut bytes = 0;
    for entry in entries {
        let entry = match entry {
            Ok(entry) => OwnedZipFileEntry::from(entry),
            Err(error) => {
                sink(Err(damaged(error)));
                break;
            }
        };
        let member = seen.member(&entry);
        if entry.is_dir() || !is_wanted(&member.name) {
            continue;
        }
        if let Err((kind, message)) = seen.check(&entry) {
            sink(Err(Problem::new(origin.member(member), kind, message)));
            continue;
        }
        bytes += entry.compressed_size();
        members.push(Listed { member, entry });
        if members.len() >= RUN_MEMBERS || bytes >= RUN_BYTES {
            sink(Ok(run(std::mem::take(&mut members))));
            bytes = 0;
        }
    }
    if !members.is_empty() {
        sink(Ok(run(members)));
    }
}

/// What the directory has told so far.
#[derive(Default)]
struct Seen {
    names: HashMap<Vec<u8>, u32>,
    /// Start and end of the members' data, to refuse those that overlap.
    ranges: BTreeMap<u64, u64>,
}

impl Seen {
    fn member(&mut self, entry: &OwnedZipFileEntry) -> Member {
        let raw = entry.name_raw().to_vec();
        let count = self.names.entry(raw.clone()).or_insert(0);
        let occurrence = *count;
        *count += 1;
        Member {
            name: charset::decode_name(&raw).into_owned(),
            raw,
            occurrence,
        }
    }

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
        let end = start.saturating_add(30 + entry.compressed_size());
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

/// Whether a member is looked at: a record, perhaps a record, or an archive. Resource forks of macOS are not.
fn is_wanted(name: &str) -> bool {
    file_kind(name) != FileKind::Other && !name.starts_with("__MACOSX/")
}

impl Run {
    pub(super) fn path(&self) -> &Arc<Path> {
        &self.archive.path
    }

    pub(super) fn packed_bytes(&self) -> u64 {
        self.members
            .iter()
            .map(|listed| listed.entry.compressed_size())
            .sum()
    }

    /// Whether one of the members is the first on this way; names may hold `!` themselves.
    pub(super) fn may_hold(&self, members: &str) -> bool {
        let begins = |name: &str| {
            let rest = members.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('!'))
        };
        self.members
            .iter()
            .any(|listed| begins(&listed.member.name))
    }

    pub(super) fn read(self, limits: &Limits, sink: &mut dyn FnMut(Result<Entry, Problem>)) {
        let Run {
            archive,
            mut reader,
            members,
            depth,
        } = self;
        for Listed { member, entry } in members {
            let origin = archive.member(member);
            let kind = file_kind(&origin.file_name());
            if kind == FileKind::OtherArchive {
                sink(Err(unsupported(origin)));
                continue;
            }
            match read_member(&origin, &entry, &mut reader, limits) {
                Ok(bytes) if kind == FileKind::Zip => {
                    read_inner(origin, bytes, depth, limits, sink)
                }
                Ok(bytes) => sink(Ok(Entry { origin, bytes })),
                Err(problem) => sink(Err(problem)),
            }
        }
    }
}

/// Reads an archive that lies in an archive.
fn read_inner(
    origin: Origin,
    bytes: Vec<u8>,
    depth: usize,
    limits: &Limits,
    sink: &mut dyn FnMut(Result<Entry, Problem>),
) {
    if depth >= limits.depth {
        let message = format!(
            "is an archive at depth {}, more than the limit (--max-depth raises it)",
            depth + 1
        );
        return sink(Err(Problem::new(origin, ProblemKind::TooLarge, message)));
    }
    list(
        &origin,
        ArchiveReader::memory(bytes),
        depth + 1,
        &mut |run| match run {
            Ok(run) => run.read(limits, sink),
            Err(problem) => sink(Err(problem)),
        },
    );
}

fn read_member(
    origin: &Origin,
    entry: &OwnedZipFileEntry,
    reader: &mut ArchiveReader,
    limits: &Limits,
) -> Result<Vec<u8>, Problem> {
    let problem = |kind, message: String| Problem::new(origin.clone(), kind, message);
    let packed = entry.compressed_size();
    let allowed = limits
        .entry_bytes
        .min(Limits::RATIO_FLOOR.max(packed.saturating_mul(limits.ratio)));
    if entry.size() > limits.entry_bytes {
        return Err(too_large(origin.clone(), limits));
    }
    let file = entry.as_ref().with_reader(reader, ZipReadOptions::new());
    let file = file.map_err(|error| problem(zip_problem(&error), zip_reason(&error)))?;
    // The declared size may lie: what is read is bounded by the limits alone.
    let mut bytes = Vec::with_capacity(entry.size().min(1 << 20) as usize + 1);
    match file.take(allowed + 1).read_to_end(&mut bytes) {
        Err(error) => Err(problem(
            ProblemKind::Damaged,
            format!("the member is damaged ({error}); it was passed over"),
        )),
        Ok(_) if bytes.len() as u64 > limits.entry_bytes => Err(too_large(origin.clone(), limits)),
        Ok(_) if bytes.len() as u64 > allowed => {
            let message = format!(
                "unpacks to more than {} times its size; it was passed over",
                limits.ratio
            );
            Err(problem(ProblemKind::TooLarge, message))
        }
        Ok(_) => Ok(bytes),
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
