//! Set of indexes that answer as one, published as a file.
//!
//! Which games are copies is known only when all indexes are compared. That is done once, when the set is published;
//! from then on each index reads the groups and ranks of its own games from a file beside the set. An index that has
//! changed since is refused. The checksums of its files are for those who copy the index or store it for others.

use super::directory::IndexDirectory;
use super::errors::{damaged, tantivy_error};
use super::folder::canonical_or_same;
use super::global_stats::hex;
use super::verify::verify;
use super::write_guard::refuse_archive;
use super::{Index, blocks, duplicates};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::operand::{open_regular, read_all};
use kifu_archive::output::{
    Output, cannot_write, check_writable, folder_of as place_of, is_stdout,
};
use kifu_record::game::hash::stable_hash;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Version of the set file.
const SET_VERSION: u32 = 1;
/// Maximum number of bytes of a set file: enough for a hundred thousand shards. Bounds the memory for a hostile file.
const MAX_SET_FILE_BYTES: u64 = 64 << 20;

/// Default name of the set file.
pub const SET_FILE_NAME: &str = "kifu-shards.json";

/// Set of indexes, as the file stores it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Set {
    v: u32,
    /// Number of games in all indexes.
    pub games: u64,
    /// Sum of the generations of all indexes. A generation is a number that every commit of an index raises.
    pub generation: u64,
    /// Members of the set, in the order in which they were named.
    pub shards: Vec<SetMember>,
}

/// Index that belongs to a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetMember {
    /// Path of the index folder, relative to the folder of the set file if it lies below it, so that both can be moved
    /// together.
    pub folder: PathBuf,
    /// Number of games in the index.
    pub games: u64,
    /// Number of the index's state when it was published. Every commit raises it, so a changed index is recognised.
    pub generation: u64,
    /// Shard that the index holds of its roots; `None` if it holds all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Name of the file beside the set file with the groups and ranks of the index's games.
    pub copies: String,
    pub files: Vec<FileSum>,
}

/// File of an index with its size and checksum.
///
/// The checksum is a SHA-256 and no CRC-32: each file of an index ends with a CRC-32 of itself, so the CRC-32 of the
/// whole file would always be the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSum {
    /// Name of the file in the folder of the index.
    pub name: String,
    pub bytes: u64,
    /// SHA-256 of the bytes, as hexadecimal digits.
    pub sum: String,
}

impl Set {
    /// Publishes the indexes in some folders as a set, in the file `path`. If `path` is `-`, the list goes to `out`, to
    /// be stored in the current folder.
    ///
    /// Each index is verified completely first. Fails if one of them changes meanwhile, or if the file exists and may
    /// not be replaced (`force`).
    pub fn publish(
        folders: &[PathBuf],
        path: &Path,
        force: bool,
        out: &mut dyn Write,
    ) -> Result<Set> {
        let mut sums = |folder: &Path| match verify(folder)?.damaged.first() {
            Some(file) => Err(damaged(folder, &file.message)),
            None => sum_files(folder),
        };
        Set::publish_summed(folders, path, force, out, &mut sums)
    }

    /// Publishes a set of indexes without reading their files. `sums` returns the checksums of an index's files, which
    /// were verified and computed before, for example by the machines that built the indexes.
    pub fn publish_summed(
        folders: &[PathBuf],
        path: &Path,
        force: bool,
        out: &mut dyn Write,
        sums: &mut dyn FnMut(&Path) -> Result<Vec<FileSum>>,
    ) -> Result<Set> {
        let joined = Index::open_all(folders, None)?;
        refuse_archive(path, &joined.header().roots(), joined.folders().iter())
            .map_err(|error| error.with_help("name a file in another folder"))?;
        if !is_stdout(path) {
            check_writable(path, force)?;
        }
        let sums: Vec<Vec<FileSum>> =
            folders.iter().map(|folder| sums(folder)).collect::<Result<_>>()?;
        let beside = CopiesFiles::lock(path)?;
        let (set, new) = beside.write_copies(&joined, folders, sums)?;
        let published = set.write(&joined, folders, path, force, out);
        match &published {
            Ok(()) => beside.remove_old_copies(&set),
            Err(_) => new.iter().for_each(|new| drop(fs::remove_file(new))),
        }
        published.map(|()| set)
    }

    /// Writes the set file, if the indexes have not changed since they were compared.
    fn write(
        &self,
        joined: &Index,
        folders: &[PathBuf],
        path: &Path,
        force: bool,
        out: &mut dyn Write,
    ) -> Result<()> {
        if !Index::open_all(folders, None)?.is_same_state(joined) {
            let folders = joined.folders();
            let message = format!("one of the indexes in {folders} has changed meanwhile");
            return Err(Error::new(ErrorKind::Stale, message).with_help("publish them again"));
        }
        let text =
            serde_json::to_vec_pretty(self).map_err(|error| cannot_write(path, error.into()))?;
        let mut output = Output::open(path, force, out)?;
        output.write_all(&text).map_err(|error| output.write_error(error))?;
        output.finish()
    }

    pub fn read(path: &Path) -> Result<Set> {
        let text = open_regular(path).and_then(|file| read_all(file, MAX_SET_FILE_BYTES));
        let text =
            text.map_err(|error| Error::io(format!("cannot read {}", path.display()), error))?;
        let fail = |kind, what: &str| {
            Error::new(kind, format!("{} {what}", path.display())).with_remedy(Remedy::Publish)
        };
        let set: Set = serde_json::from_slice(&text)
            .map_err(|_| fail(ErrorKind::Damaged, "is not a list of shards, or is damaged"))?;
        if set.v != SET_VERSION {
            return Err(fail(ErrorKind::OtherVersion, "is of another version"));
        }
        let mut copies = set.shards.iter().map(|shard| &shard.copies);
        if !copies.all(|copies| is_copies_file(copies)) {
            let what = "names files that do not belong to a list of shards";
            return Err(fail(ErrorKind::Damaged, what));
        }
        Ok(set)
    }

    /// Returns the member whose index is open. Fails if the index is no member, or was published in another state.
    fn member(&self, index: &Index, path: &Path) -> Result<&SetMember> {
        let folder = index.folders().first();
        let is_in_folder = |member: &&SetMember| {
            canonical_or_same(&resolve_folder(&member.folder, path)) == canonical_or_same(folder)
        };
        let place = folder.display();
        let stale = |what: String| Error::new(ErrorKind::Stale, what).with_remedy(Remedy::Publish);
        let set = path.display();
        let member = self.shards.iter().find(is_in_folder);
        let member =
            member.ok_or_else(|| stale(format!("the index in {place} is not a shard of {set}")))?;
        // An equal generation (number of commits) does not prove that the index is the published one, since another
        // index may have as many commits. So the list of files that is in use must be among the published ones. The
        // files in the folder would not tell, because the list of the commit before the last one is there too.
        let is_published = |list: &str| member.files.iter().any(|file| file.name == list);
        let is_same = member.generation == index.header().generation;
        if !is_same || !index.list_names().all(is_published) {
            let message = format!("the index in {place} has changed since {set} was written");
            return Err(stale(message));
        }
        Ok(member)
    }

    /// Folders of the indexes. `path` is the set file.
    pub fn folders(&self, path: &Path) -> Vec<PathBuf> {
        self.shards
            .iter()
            .map(|member| &member.folder)
            .map(|folder| resolve_folder(folder, path))
            .collect()
    }
}

impl Index {
    /// Opens an index as a member of the set in a file, so that the index knows the copies of its games in other
    /// members.
    pub fn open_in_set(folder: &Path, set: &Path) -> Result<Index> {
        let index = Index::open(folder)?;
        let member = Set::read(set)?;
        let member = member.member(&index, set)?;
        let place = place_of(set);
        let directory =
            IndexDirectory::open(place).map_err(|error| tantivy_error(place, error.into()))?;
        let copies = duplicates::read_subset(&directory, &member.copies, index.searcher())
            .map_err(|error| tantivy_error(place, error))?;
        let copies = copies.ok_or_else(|| {
            let file = place.join(&member.copies);
            let message = format!("{} is missing or damaged", file.display());
            Error::new(ErrorKind::Damaged, message).with_remedy(Remedy::Publish)
        })?;
        Ok(index.with_duplicates(copies))
    }
}

/// Files beside a set file, one for each index, with the groups of copies that the games of the index belong to. Their
/// names contain a hash of the set file's name, so the next run recognises what a killed one left.
struct CopiesFiles<'p> {
    place: &'p Path,
    /// Prefix of the names of the files with copies that belong to this set file.
    prefix: String,
    /// Names of the files with copies that the set before, which is replaced, refers to.
    old: Vec<String>,
    /// True if the set is written to a file in this folder, false if it goes to the standard output.
    is_file: bool,
    /// Lock on the folder: two processes that publish at the same time would delete each other's files.
    _lock: Option<File>,
}

impl<'p> CopiesFiles<'p> {
    /// Locks the folder of a set file, waiting up to five seconds for another process that publishes there. A folder
    /// that cannot be locked is used without a lock.
    fn lock(list: &'p Path) -> Result<CopiesFiles<'p>> {
        const LOCK_ATTEMPTS: usize = 100;
        const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(50);
        let place = place_of(list);
        let folder = match File::open(place) {
            Err(error) if !place.is_dir() => return Err(cannot_write(list, error)),
            folder => folder.ok(),
        };
        for tries in 1.. {
            match folder.as_ref().map(File::try_lock) {
                Some(Err(TryLockError::WouldBlock)) if tries < LOCK_ATTEMPTS => {
                    std::thread::sleep(LOCK_RETRY_INTERVAL)
                }
                Some(Err(TryLockError::WouldBlock)) => {
                    let message = format!("another kifu-index publishes in {}", place.display());
                    return Err(Error::new(ErrorKind::Locked, message)
                        .with_help("wait until it has finished, and publish again"));
                }
                _ => break,
            }
        }
        let name = list.file_name().unwrap_or_default().as_encoded_bytes();
        let is_file = !is_stdout(list);
        let old = is_file.then(|| Set::read(list).ok()).flatten();
        let old = old.into_iter().flat_map(|old| old.shards);
        Ok(CopiesFiles {
            place,
            prefix: format!("{COPIES_PREFIX}{:016x}-", stable_hash(&[name])),
            old: old.map(|shard| shard.copies).collect(),
            is_file,
            _lock: folder,
        })
    }

    /// Writes a file of copies for each index. Returns the set, and the files of copies that did not exist before.
    fn write_copies(
        &self,
        joined: &Index,
        folders: &[PathBuf],
        sums: Vec<Vec<FileSum>>,
    ) -> Result<(Set, Vec<PathBuf>)> {
        let mut new = Vec::new();
        let mut shards = Vec::new();
        for ((number, folder), files) in (1..).zip(folders).zip(sums) {
            let member = self.member(joined, number, folder, files, &mut new);
            shards.push(member.inspect_err(|_| {
                new.iter().for_each(|new| drop(fs::remove_file(new)));
            })?);
        }
        let set = Set {
            v: SET_VERSION,
            games: shards.iter().map(|shard| shard.games).sum(),
            generation: joined.header().generation,
            shards,
        };
        Ok((set, new))
    }

    fn member(
        &self,
        joined: &Index,
        number: usize,
        folder: &Path,
        files: Vec<FileSum>,
        new: &mut Vec<PathBuf>,
    ) -> Result<SetMember> {
        let index = Index::open(folder)?;
        let subset = duplicates::encode_subset(index.searcher(), joined.duplicates()?)
            .map_err(|error| index.error_from_tantivy(error))?;
        let name = format!("{}{:016x}-{number}.bin", self.prefix, joined.state());
        let path = self.place.join(&name);
        let was_there = path.symlink_metadata().is_ok();
        let mut none = io::sink();
        let mut output = Output::open(&path, true, &mut none)?;
        output.write_all(&blocks::seal(&subset)).map_err(|error| output.write_error(error))?;
        output.finish()?;
        if !was_there {
            new.push(path);
        }
        let shard = index.header().shards.values().next();
        Ok(SetMember {
            folder: relative_to_set(folder, self.place),
            games: index.searcher().num_docs(),
            generation: index.header().generation,
            shard: shard.map(ToString::to_string),
            copies: name,
            files,
        })
    }

    /// Deletes the files with copies of the replaced set, and those that killed runs left beside this set file. If the
    /// set goes to the standard output, nothing is deleted, since its file name is not known.
    fn remove_old_copies(&self, set: &Set) {
        let current: HashSet<&str> = set.shards.iter().map(|shard| shard.copies.as_str()).collect();
        let names = fs::read_dir(self.place)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok());
        let left = names
            .filter(|name| name.starts_with(&self.prefix) && is_copies_file(name))
            .filter(|_| self.is_file);
        for name in left.chain(self.old.iter().cloned()) {
            if !current.contains(name.as_str()) {
                let _ = fs::remove_file(self.place.join(name));
            }
        }
    }
}

/// Prefix of the names of files with copies.
const COPIES_PREFIX: &str = "copies-";

/// True if a file beside a set file has the name of a file with copies.
fn is_copies_file(name: &str) -> bool {
    let inner = name.strip_prefix(COPIES_PREFIX).and_then(|name| name.strip_suffix(".bin"));
    inner.is_some_and(|inner| inner.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-'))
}

/// Path of an index folder relative to the set file, so that both can be moved together; absolute if it does not lie
/// below it.
fn relative_to_set(folder: &Path, place: &Path) -> PathBuf {
    let (folder, place) = (canonical_or_same(folder), canonical_or_same(place));
    folder.strip_prefix(&place).unwrap_or(&folder).to_owned()
}

/// Resolves an index folder that a set file names.
fn resolve_folder(named: &Path, set: &Path) -> PathBuf {
    set.parent().map_or_else(|| named.to_owned(), |place| place.join(named))
}

/// Computes the checksums of an index's files, sorted by name.
pub fn sum_files(folder: &Path) -> Result<Vec<FileSum>> {
    let fail = |error| Error::io(format!("cannot read {}", folder.display()), error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type().map_err(fail)?.is_file() || name.ends_with(".lock") {
            continue;
        }
        let mut file = File::open(entry.path()).map_err(fail)?;
        let mut sum = Sha256::new();
        let mut block = vec![0; 1 << 16];
        let mut bytes = 0;
        loop {
            let read = file.read(&mut block).map_err(fail)?;
            if read == 0 {
                break;
            }
            sum.update(block.get(..read).unwrap_or_default());
            bytes += read as u64;
        }
        files.push(FileSum { name, bytes, sum: hex(&sum.finalize()) });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
