//! Paths and archives to bytes.
//!
//! [`walk`](walk::walk) finds the files of a root; [`open`] turns a file into [`Unit`]s of work, so that one large
//! archive keeps all threads busy; [`Unit::read`] hands out the entries with their bytes. What cannot be read becomes a
//! [`Problem`] with its place, and the rest is read all the same. Nothing is ever written.

mod reader;
pub mod walk;
mod zip;

use crate::error::io_reason;
use crate::origin::Origin;
use std::path::Path;
use std::sync::Arc;

/// How much of an archive is taken in.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of one file or member, unpacked.
    pub entry_bytes: u64,
    /// Archives inside of archives.
    pub depth: usize,
    /// How many times larger than packed a member may be, once it is larger than [`Limits::RATIO_FLOOR`].
    pub ratio: u64,
}

impl Limits {
    /// Members smaller than this may be packed as well as they like.
    pub const RATIO_FLOOR: u64 = 16 << 20;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry_bytes: 256 << 20,
            depth: 4,
            ratio: 400,
        }
    }
}

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
    /// An archive of a kind that is not read.
    UnsupportedArchive,
    /// It is no regular file.
    NotAFile,
}

impl ProblemKind {
    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemKind::NoGame => "no-game",
            ProblemKind::Unreadable => "unreadable",
            ProblemKind::Damaged => "damaged",
            ProblemKind::Encrypted => "encrypted",
            ProblemKind::TooLarge => "too-large",
            ProblemKind::UnsupportedArchive => "unsupported-archive",
            ProblemKind::NotAFile => "not-a-file",
        }
    }
}

/// A file or member that gave no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where.
    pub origin: Origin,
    /// Why.
    pub kind: ProblemKind,
    /// Why, in plain words.
    pub message: String,
}

impl Problem {
    /// A problem.
    pub fn new(origin: Origin, kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem {
            origin,
            kind,
            message: message.into(),
        }
    }

    fn io(origin: Origin, error: &std::io::Error) -> Problem {
        Problem::new(origin, ProblemKind::Unreadable, io_reason(error))
    }
}

/// A file that may hold games.
#[derive(Debug)]
pub struct Entry {
    /// Where it is; its game number is 0.
    pub origin: Origin,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What is known of a file by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A game record.
    Record,
    /// A record if its content says so, else nothing worth mentioning.
    Perhaps,
    /// A zip archive.
    Zip,
    /// An archive that is not read.
    OtherArchive,
    /// Something else.
    Other,
}

/// What the file's extension promises, in any case of letters.
pub fn file_kind(name: &str) -> FileKind {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let extension = last
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension)
        .to_ascii_lowercase();
    match extension.as_str() {
        "sgf" | "jgf" => FileKind::Record,
        "mgt" | "json" => FileKind::Perhaps,
        "zip" => FileKind::Zip,
        "7z" | "rar" | "tar" | "tgz" | "gz" | "bz2" | "xz" | "zst" | "tbz2" | "txz" | "lzh"
        | "lha" => FileKind::OtherArchive,
        _ => FileKind::Other,
    }
}

/// A piece of work: a loose file, or a run of an archive's members.
#[derive(Debug)]
pub struct Unit(Work);

#[derive(Debug)]
enum Work {
    Loose(Origin),
    Members(zip::Run),
}

impl Unit {
    /// The file on disk that the unit is of.
    pub fn path(&self) -> &Arc<Path> {
        match &self.0 {
            Work::Loose(origin) => &origin.path,
            Work::Members(run) => run.path(),
        }
    }

    /// The bytes that the unit takes on the disk, given those of its file.
    pub fn packed_bytes(&self, file: u64) -> u64 {
        match &self.0 {
            Work::Loose(_) => file,
            Work::Members(run) => run.packed_bytes(),
        }
    }

    /// Reads the unit's entries one after the other.
    pub fn read(self, limits: &Limits, sink: &mut dyn FnMut(Result<Entry, Problem>)) {
        match self.0 {
            Work::Loose(origin) => sink(read_loose(origin, limits)),
            Work::Members(run) => run.read(limits, sink),
        }
    }
}

/// Cuts a file into units. What stops the whole file is a problem in the sink's hands.
pub fn open(path: &Arc<Path>, sink: &mut dyn FnMut(Result<Unit, Problem>)) {
    let origin = Origin::file(path.clone());
    match file_kind(&origin.file_name()) {
        FileKind::Zip => zip::open_file(origin, sink),
        FileKind::OtherArchive => sink(Err(unsupported(origin))),
        _ => sink(Ok(Unit(Work::Loose(origin)))),
    }
}

/// Reads one member of an archive, or a loose file, by its names; `!` parts them. Of equal names the first counts.
pub fn read_one(path: &Arc<Path>, members: &[&str], limits: &Limits) -> Result<Entry, Problem> {
    read_nth(path, members, &[], limits)
}

/// Reads one member of an archive as [`read_one`] does. `occurrences` tells for each name how many equal ones stand
/// before it; without any, the first counts.
pub fn read_nth(
    path: &Arc<Path>,
    members: &[&str],
    occurrences: &[u32],
    limits: &Limits,
) -> Result<Entry, Problem> {
    let origin = Origin::file(path.clone());
    if members.is_empty() {
        return read_loose(origin, limits);
    }
    let mut found = None;
    let wanted = members.join("!");
    let is_wanted = |origin: &Origin| {
        let same = |(member, &nth): (&crate::origin::Member, &u32)| member.occurrence == nth;
        origin.member_name().as_deref() == Some(&wanted)
            && origin.members.iter().zip(occurrences).all(same)
    };
    open(path, &mut |unit| match unit {
        Err(problem) => {
            found.get_or_insert(Err(problem));
        }
        Ok(unit) if !matches!(found, Some(Ok(_))) && unit.may_hold(&wanted) => {
            unit.read(limits, &mut |entry| match entry {
                Ok(entry) if is_wanted(&entry.origin) && !matches!(found, Some(Ok(_))) => {
                    found = Some(Ok(entry));
                }
                Err(problem) if is_wanted(&problem.origin) => {
                    found.get_or_insert(Err(problem));
                }
                _ => {}
            });
        }
        Ok(_) => {}
    });
    found.unwrap_or_else(|| {
        Err(Problem::new(
            origin,
            ProblemKind::Unreadable,
            format!("has no member `{wanted}`"),
        ))
    })
}

impl Unit {
    fn may_hold(&self, members: &str) -> bool {
        match &self.0 {
            Work::Loose(_) => false,
            Work::Members(run) => run.may_hold(members),
        }
    }
}

fn unsupported(origin: Origin) -> Problem {
    Problem::new(
        origin,
        ProblemKind::UnsupportedArchive,
        "archives of this kind are not read; unpack it or make a zip of it",
    )
}

fn read_loose(origin: Origin, limits: &Limits) -> Result<Entry, Problem> {
    use std::io::Read;
    let fail = |error: std::io::Error| Problem::io(origin.clone(), &error);
    let metadata = std::fs::metadata(&origin.path).map_err(fail)?;
    if !metadata.is_file() {
        // A FIFO or a socket would block.
        return Err(Problem::new(
            origin,
            ProblemKind::NotAFile,
            "is no regular file",
        ));
    }
    if metadata.len() > limits.entry_bytes {
        return Err(too_large(origin, limits));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    let file = std::fs::File::open(&origin.path).map_err(fail)?;
    file.take(limits.entry_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(fail)?;
    if bytes.len() as u64 > limits.entry_bytes {
        return Err(too_large(origin, limits));
    }
    Ok(Entry { origin, bytes })
}

fn too_large(origin: Origin, limits: &Limits) -> Problem {
    let limit = limits.entry_bytes >> 20;
    Problem::new(
        origin,
        ProblemKind::TooLarge,
        format!("larger than the limit of {limit} MiB (--max-entry raises it)"),
    )
}
