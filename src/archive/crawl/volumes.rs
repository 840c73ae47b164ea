//! Volumes: files into which an archive was split, such as `games.7z.001` and `games.7z.002`.
//!
//! Volumes that lie in one folder are read as one archive, whose path is that of the first volume. The numbers count
//! from 1 without a gap, so the first number for which there is no file ends the archive.

use super::file_kinds::{ArchiveKind, VolumeName};
use super::holes::file_crc32;
use super::problem::{Problem, ProblemKind};
use super::reader::ArchiveReader;
use crate::origin::{Origin, path_text};
use kifu_record::game::hash::stable_hash;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

/// File that belongs to an archive as its second or a later volume.
#[derive(Debug)]
pub(super) struct LaterVolume {
    pub(super) path: PathBuf,
    pub(super) metadata: Metadata,
}

/// Finds the volumes after the first one. There are none if `path` is not the name of a first volume.
pub(super) fn later_volumes(path: &Path) -> Vec<LaterVolume> {
    let text = path_text(path);
    let first = VolumeName::parse(&text).filter(|volume| volume.number == Some(1));
    let Some(first) = first else { return Vec::new() };
    let mut volumes = Vec::new();
    for number in 2.. {
        let path = with_number(path, number, first.digits.len());
        match std::fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => volumes.push(LaterVolume { path, metadata }),
            _ => break,
        }
    }
    volumes
}

/// Path of another volume of an archive. Numbers have at least `width` digits.
fn with_number(path: &Path, number: u64, width: usize) -> PathBuf {
    path.with_extension(format!("{number:0width$}"))
}

/// Opens the archive whose first volume is `first`.
pub(super) fn open(first: &Arc<Path>, later: &[LaterVolume]) -> io::Result<ArchiveReader> {
    let first_bytes = std::fs::metadata(first)?.len();
    let later = later.iter().map(|volume| (Arc::from(&*volume.path), volume.metadata.len()));
    ArchiveReader::volumes([(first.clone(), first_bytes)].into_iter().chain(later))
}

/// Possible paths of the first volume of the archive to which a file belongs as a later volume, the most likely one
/// first. There are none if the file is not named like a later volume.
fn first_volumes(path: &Path) -> Vec<PathBuf> {
    /// Maximum number of digits of a volume's number. No program writes more than five.
    const MAX_DIGITS: usize = 9;
    let text = path_text(path);
    let Some(volume) = VolumeName::parse(&text) else { return Vec::new() };
    let width = volume.digits.len();
    if volume.number.is_none_or(|number| number < 2) || width > MAX_DIGITS {
        return Vec::new();
    }
    // The volume after `.999` is `.1000`, so a number without leading zeros may belong to a shorter first number. Most
    // numbers have three digits, so this is the first choice for the message about a missing first volume.
    let shortest = if volume.digits.starts_with('0') { width } else { 2 };
    let mut widths = Vec::from_iter(shortest..=width);
    widths.sort_by_key(|&width| (width != 3, std::cmp::Reverse(width)));
    Vec::from_iter(widths.into_iter().map(|width| with_number(path, 1, width)))
}

/// First volume of the archive to which a file belongs as a later volume, if it is there.
pub fn first_volume(path: &Path) -> Option<PathBuf> {
    first_volumes(path).into_iter().find(|first| first.is_file())
}

/// Problem of a later volume that is read by itself: because the first volume is missing, or because the user named
/// this file. `None` if the file is not named like a later volume.
pub(super) fn later_volume_problem(origin: &Origin) -> Option<Problem> {
    let first = first_volumes(&origin.path).into_iter().next()?;
    let message = match first_volume(&origin.path) {
        Some(first) => format!("is one part of an archive; name its first part, {}", name(&first)),
        None => format!(
            "is one part of an archive whose first part, {}, is missing; put all parts into one folder",
            name(&first)
        ),
    };
    Some(Problem::new(origin.clone(), ProblemKind::UnsupportedArchive, message))
}

fn name(path: &Path) -> String {
    path_text(Path::new(path.file_name().unwrap_or_default()))
}

/// Volumes of an archive that is about to be read.
#[derive(Debug)]
pub(super) struct VolumeSet {
    /// Name of the last volume that was found.
    last: String,
    /// Name of the first volume that is not there although it should be.
    missing: Option<String>,
}

impl VolumeSet {
    /// Describes the volumes of the archive at `path`. Returns `None` if the archive is not split.
    pub(super) fn new(path: &Path, kind: ArchiveKind, reader: &ArchiveReader) -> Option<VolumeSet> {
        let text = path_text(path);
        let width = VolumeName::parse(&text)?.digits.len();
        let count = later_volumes(path).len() as u64 + 1;
        // A 7z archive declares its size. In other archives only a gap in the numbers shows that a volume is missing.
        let is_missing = match kind {
            ArchiveKind::SevenZip => is_cut_7z(reader.uncounted()),
            _ => has_volume_after(path, count),
        };
        let volume_name = |number| name(&with_number(path, number, width));
        Some(VolumeSet {
            last: volume_name(count),
            missing: is_missing.then(|| volume_name(count + 1)),
        })
    }

    /// Problem of an archive with a volume that is known to be missing.
    pub(super) fn problem(&self, origin: &Origin) -> Option<Problem> {
        let missing = self.missing.as_ref()?;
        let message = format!("its part {missing} is missing; put all parts into one folder");
        Some(Problem::new(origin.clone(), ProblemKind::Damaged, message))
    }

    /// Adds to a problem of a damaged archive that further volumes may be missing, unless that is known.
    pub(super) fn explain(&self, problem: Problem) -> Problem {
        let is_single = problem.origin.members.len() == 1
            && VolumeName::parse(&path_text(&problem.origin.path))
                .is_some_and(|volume| volume.kind == ArchiveKind::Single);
        let is_of_archive = problem.origin.members.is_empty() || is_single;
        if self.missing.is_some() || problem.kind != ProblemKind::Damaged || !is_of_archive {
            return problem;
        }
        let (message, last) = (&problem.message, &self.last);
        let message = format!(
            "{message}; the last part in the folder is {last}, so put missing parts beside it"
        );
        Problem { message, ..problem }
    }
}

/// True if a folder holds a volume of the archive at `path` with a number above `count + 1`.
fn has_volume_after(path: &Path, count: u64) -> bool {
    let Some(entries) = path.parent().and_then(|folder| std::fs::read_dir(folder).ok()) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let other = entry.path();
        other.file_stem() == path.file_stem()
            && VolumeName::parse(&path_text(&other))
                .and_then(|volume| volume.number)
                .is_some_and(|number| number > count + 1)
            && first_volumes(&other).iter().any(|first| first == path)
            && other.is_file()
    })
}

/// True if a 7z archive is shorter than its first bytes declare.
fn is_cut_7z(mut reader: ArchiveReader) -> bool {
    const SIGNATURE: &[u8] = b"7z\xbc\xaf\x27\x1c";
    let mut start = [0; 32];
    if reader.read_exact(&mut start).is_err() || !start.starts_with(SIGNATURE) {
        return false;
    }
    // Layout: signature (6), version (2), CRC-32 of the rest (4), offset of the end header from byte 32 (8), its size
    // (8), its CRC-32 (4).
    let [
        ..,
        c0,
        c1,
        c2,
        c3,
        o0,
        o1,
        o2,
        o3,
        o4,
        o5,
        o6,
        o7,
        s0,
        s1,
        s2,
        s3,
        s4,
        s5,
        s6,
        s7,
        _,
        _,
        _,
        _,
    ] = start;
    let offset = u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]);
    let size = u64::from_le_bytes([s0, s1, s2, s3, s4, s5, s6, s7]);
    let is_intact = crc32fast::hash(start.get(12..).unwrap_or_default())
        == u32::from_le_bytes([c0, c1, c2, c3]);
    is_intact && offset.saturating_add(size).saturating_add(32) > reader.len()
}

/// Size in bytes of a file, and the time of its last change in nanoseconds since 1970-01-01 UTC if the system knows it.
/// Of the first volume of an archive, size and time are those of all volumes.
pub fn disk_state(path: &Path) -> Option<(u64, Option<i64>)> {
    let metadata = std::fs::metadata(path).ok()?;
    let later = later_volumes(path);
    Some(combined_state(&metadata, &later))
}

/// Size and time of a file together with its later volumes; see [`disk_state`].
pub(super) fn combined_state(first: &Metadata, later: &[LaterVolume]) -> (u64, Option<i64>) {
    if later.is_empty() {
        return (first.len(), modified(first));
    }
    /// Number of bits of the hash that is added to the time. In nanoseconds it is about a second, so the time of a file
    /// that has just been written still counts as recent.
    const HASH_BITS: u32 = 30;
    let volumes = Vec::from_iter([first].into_iter().chain(later.iter().map(|v| &v.metadata)));
    let size = volumes.iter().fold(0u64, |sum, volume| sum.saturating_add(volume.len()));
    let times: Option<Vec<i64>> = volumes.iter().map(|volume| modified(volume)).collect();
    let Some(times) = times else { return (size, None) };
    let latest = times.iter().copied().max().unwrap_or_default();
    // A hash of all times and sizes is added to the latest time. Thus the sum also changes if a volume is replaced by
    // an older file.
    let numbers = volumes.iter().zip(&times);
    let bytes = Vec::from_iter(
        numbers.flat_map(|(volume, time)| [volume.len().to_le_bytes(), time.to_le_bytes()]),
    );
    let hash = stable_hash(&Vec::from_iter(bytes.iter().map(|number| number.as_slice())));
    (size, Some(latest.saturating_add((hash >> (u64::BITS - HASH_BITS)) as i64)))
}

/// Time of a file's last change, in nanoseconds since 1970-01-01 UTC; negative before that.
pub(super) fn modified(metadata: &Metadata) -> Option<i64> {
    let nanoseconds = |time: Duration| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
    Some(match metadata.modified().ok()?.duration_since(UNIX_EPOCH) {
        Ok(since) => nanoseconds(since),
        Err(before) => -nanoseconds(before.duration()),
    })
}

/// Computes the CRC-32 of a file. Of the first volume of an archive, it is the CRC-32 of all volumes together.
pub fn disk_crc32(path: &Path) -> io::Result<u32> {
    let mut sum = crc32fast::Hasher::new_with_initial(file_crc32(&mut File::open(path)?)?);
    for volume in later_volumes(path) {
        let mut file = File::open(&volume.path)?;
        let bytes = file.metadata()?.len();
        let crc32 = file_crc32(&mut file)?;
        sum.combine(&crc32fast::Hasher::new_with_initial_len(crc32, bytes));
    }
    Ok(sum.finalize())
}
