//! A set of indexes that answer as one, published as a file.
//!
//! Which games are copies is known only when all indexes are looked at together. That is done once, when the set is
//! published; from then on each index finds the groups and ranks of its own games beside the file. An index that has
//! changed since is refused by name. The sums of its files are for those who copy it, or hold it for others.

use super::directory::IndexDirectory;
use super::outside::refuse_archive;
use super::verify::verify;
use super::whole::digits;
use super::{Index, damaged, duplicates, reason, tantivy_error, temporary};
use crate::error::{Error, ErrorKind, Remedy, Result};
use crate::game::hash::stable_hash;
use crate::origin::text_path;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The version of the file.
const VERSION: u32 = 1;

/// The name of the file, unless another is chosen.
pub const FILE: &str = "kifu-shards.json";

/// The indexes of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Set {
    v: u32,
    /// All games.
    pub games: u64,
    /// The sum of the generations of all indexes.
    pub generation: u64,
    /// The indexes, in the order in which they were named.
    pub shards: Vec<Member>,
}

/// An index of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its folder, relative to that of the file if it lies below it.
    pub folder: PathBuf,
    /// Its games.
    pub games: u64,
    /// The state that was published.
    pub generation: u64,
    /// What it holds of its roots, if that is not everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The file beside that of the set with the groups and ranks of its games.
    pub copies: String,
    /// Its files.
    pub files: Vec<Summed>,
}

/// A file with its size and its sum.
///
/// The sum is no CRC-32: a file of an index ends with one of itself, so that of the whole would always be the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summed {
    /// Its name in the folder of the index.
    pub name: String,
    /// Its bytes.
    pub bytes: u64,
    /// Their SHA-256, as hexadecimal digits.
    pub sum: String,
}

impl Set {
    /// Publishes the indexes in some folders as a set, in the file `path`. Each is checked whole before. Fails if one
    /// of them changes meanwhile, or if the file is there and is no list of shards.
    pub fn publish(folders: &[PathBuf], path: &Path) -> Result<Set> {
        Set::publish_summed(
            folders,
            path,
            &mut |folder| match verify(folder)?.damaged.first() {
                Some(file) => Err(damaged(folder, &file.message)),
                None => summed(folder),
            },
        )
    }

    /// The same where the files of some folders were checked and summed up before, as by the machine that built them.
    pub fn publish_summed(
        folders: &[PathBuf],
        path: &Path,
        sums: &mut dyn FnMut(&Path) -> Result<Vec<Summed>>,
    ) -> Result<Set> {
        let place = place_of(path);
        let before = replaced(path)?;
        let whole = Index::open_all(folders, None)?;
        let roots: Vec<PathBuf> = (whole.header().roots.iter())
            .map(|root| text_path(root))
            .collect();
        refuse_archive(path, &roots, whole.folders().iter())
            .map_err(|error| error.help("name a file in another folder"))?;
        let copies = whole.duplicates()?;
        let directory = IndexDirectory::open(place)
            .map_err(|_| cannot_write(path, io::ErrorKind::NotFound.into()))?;
        // Each set has files of its own, even of the same indexes.
        let own = path.file_name().unwrap_or_default().as_encoded_bytes();
        let state = stable_hash(&[&whole.state().to_le_bytes(), own]);
        let write = |(number, folder): (usize, &PathBuf)| -> Result<Member> {
            let files = sums(folder)?;
            let index = Index::open(folder)?;
            let name = format!("{COPIES}{state:016x}-{number}.bin");
            duplicates::write_own(&directory, &name, index.searcher(), copies)
                .map_err(|error| cannot_write(path, io::Error::other(reason(&error))))?;
            Ok(Member {
                folder: relative(folder, place),
                games: index.searcher().num_docs(),
                generation: index.header().generation,
                shard: index
                    .header()
                    .shards
                    .values()
                    .next()
                    .map(ToString::to_string),
                copies: name,
                files,
            })
        };
        let shards = (1..).zip(folders).map(write).collect::<Result<Vec<_>>>()?;
        // Sums and copies are those of one state only if it is still there.
        if !Index::open_all(folders, None)?.is_as(&whole) {
            let message = format!(
                "one of the indexes in {} has changed meanwhile",
                whole.folders()
            );
            return Err(Error::new(ErrorKind::Stale, message).help("publish them again"));
        }
        let set = Set {
            v: VERSION,
            games: shards.iter().map(|shard| shard.games).sum(),
            generation: whole.header().generation,
            shards,
        };
        let text = serde_json::to_vec_pretty(&set);
        let text = text.map_err(|error| cannot_write(path, error.into()))?;
        temporary::write(path, &text).map_err(|error| cannot_write(path, error))?;
        // What only the set before needed goes.
        for old in before.iter().flat_map(|before| &before.shards) {
            if set.shards.iter().all(|shard| shard.copies != old.copies) {
                let _ = fs::remove_file(place.join(&old.copies));
            }
        }
        Ok(set)
    }

    /// Reads the file of a set.
    pub fn read(path: &Path) -> Result<Set> {
        let text = fs::read(path)
            .map_err(|error| Error::io(format!("cannot read {}", path.display()), error))?;
        let fail = |kind, what: &str| {
            Error::new(kind, format!("{} {what}", path.display())).advise(Remedy::Publish)
        };
        let set: Set = serde_json::from_slice(&text)
            .map_err(|_| fail(ErrorKind::Damaged, "is no list of shards, or is damaged"))?;
        if set.v != VERSION {
            return Err(fail(ErrorKind::OtherVersion, "is of another version"));
        }
        if !set
            .shards
            .iter()
            .all(|shard| is_name_of_copies(&shard.copies))
        {
            return Err(fail(
                ErrorKind::Damaged,
                "names files that no list of shards has",
            ));
        }
        Ok(set)
    }

    /// The member in a folder, which is open; an error if it is none, or was published in another state.
    fn member(&self, index: &Index, path: &Path) -> Result<&Member> {
        let folder = index.folders().first();
        let real = |folder: &Path| folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let is_meant = |member: &&Member| real(&folder_of(&member.folder, path)) == real(folder);
        let place = folder.display();
        let stale = |what: String| Error::new(ErrorKind::Stale, what).advise(Remedy::Publish);
        let member = self.shards.iter().find(is_meant).ok_or_else(|| {
            stale(format!(
                "the index in {place} is no shard of {}",
                path.display()
            ))
        })?;
        // An index with as many commits may be another one, and a folder also holds the list before the last.
        let is_published = |list: &str| member.files.iter().any(|file| file.name == list);
        let is_same = member.generation == index.header().generation;
        if !is_same || !index.list_names().all(is_published) {
            let message = format!(
                "the index in {place} has changed since {} was written",
                path.display()
            );
            return Err(stale(message));
        }
        Ok(member)
    }

    /// The folders of the indexes.
    pub fn folders(&self, path: &Path) -> Vec<PathBuf> {
        let folders = self.shards.iter();
        folders
            .map(|member| folder_of(&member.folder, path))
            .collect()
    }
}

impl Index {
    /// Opens an index as a member of the set that a file describes: it knows the copies of its games in the others.
    pub fn open_in(folder: &Path, set: &Path) -> Result<Index> {
        let index = Index::open(folder)?;
        let member = Set::read(set)?;
        let member = member.member(&index, set)?;
        let place = place_of(set);
        let directory = IndexDirectory::open(place);
        let directory = directory.map_err(|error| tantivy_error(place, error.into()))?;
        let copies = duplicates::read_own(&directory, &member.copies, index.searcher());
        let copies = copies.map_err(|error| tantivy_error(place, error))?;
        let copies = copies.ok_or_else(|| {
            let message = format!(
                "{} is missing or damaged",
                place.join(&member.copies).display()
            );
            Error::new(ErrorKind::Damaged, message).advise(Remedy::Publish)
        })?;
        Ok(index.with_duplicates(copies))
    }
}

/// The folder of the file of a set.
fn place_of(set: &Path) -> &Path {
    let place = set.parent().filter(|place| *place != Path::new(""));
    place.unwrap_or(Path::new("."))
}

fn cannot_write(path: &Path, error: io::Error) -> Error {
    Error::io(format!("cannot write {}", path.display()), error)
        .help("name a file in a folder that exists and can be written to")
}

/// The set that a new one replaces in a file; an error if the file is something else.
fn replaced(path: &Path) -> Result<Option<Set>> {
    let is_there = fs::metadata(path).is_ok_and(|file| file.len() > 0);
    match Set::read(path) {
        Ok(set) => Ok(Some(set)),
        Err(_)
            if !is_there
                || path
                    .extension()
                    .is_some_and(|extension| extension == "json") =>
        {
            Ok(None)
        }
        Err(error) => Err(Error::new(error.kind(), error.to_string())
            .help("it is left as it is: name another file with -o")),
    }
}

/// How the names of the files with copies begin.
const COPIES: &str = "copies-";

/// Whether a file beside that of a set may be one of its files with copies.
fn is_name_of_copies(name: &str) -> bool {
    let inner = name
        .strip_prefix(COPIES)
        .and_then(|name| name.strip_suffix(".bin"));
    inner.is_some_and(|inner| inner.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-'))
}

/// A folder as the file of a set names it.
fn relative(folder: &Path, place: &Path) -> PathBuf {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (folder, place) = (real(folder), real(place));
    folder
        .strip_prefix(&place)
        .map_or_else(|_| folder.clone(), Path::to_owned)
}

/// The folder that the file of a set names.
fn folder_of(named: &Path, set: &Path) -> PathBuf {
    set.parent()
        .map_or_else(|| named.to_owned(), |place| place.join(named))
}

/// The files of an index with their sums, in the order of their names.
pub fn summed(folder: &Path) -> Result<Vec<Summed>> {
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
        files.push(Summed {
            name,
            bytes,
            sum: digits(&sum.finalize()),
        });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
