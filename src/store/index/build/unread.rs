//! Looks for games among the files and archive members that a build does not read because of their names, so that it
//! can name them.
//!
//! What was found is stored in a file of the index's folder, so that a refresh looks only at new and changed files. If
//! that file is missing or damaged, files are looked at again, and members when their archives change.

use crate::index::directory::IndexDirectory;
use crate::index::folder::UNREAD_FILE;
use crate::index::manifest::Manifest;
use kifu_archive::crawl::{EndingFiles, UnreadByEnding, UnreadFiles, begins_like_game};
use kifu_archive::origin::{path_text, text_path};
use kifu_record::game::hash::stable_hash;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;
use tantivy::Directory;

/// Files and archive members of one ending that begin like a game and are not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadKind {
    /// Root below which the files and archives lie.
    pub root: PathBuf,
    /// Ending of their names, such as `.txt`; empty for names without one.
    pub ending: String,
    /// Number of files and members that begin like a game, among those that were looked at.
    pub games: u64,
    /// Number of files and members with this ending that were not looked at, because there are too many. Members count
    /// only in archives in which another member with the ending begins like a game.
    pub not_inspected: u64,
    /// Place of one file or member that begins like a game: a path, and for a member `!` and its name.
    pub example: String,
}

/// Files and archive members below a root that a build did not read because of their names.
pub(super) struct NotRead {
    /// Files that the walk of the root found and that were not read.
    pub(super) files: UnreadFiles,
    /// Archives that were read, each with those of its members that begin like a game and were not read.
    pub(super) archives: HashMap<Arc<Path>, UnreadByEnding>,
}

/// What earlier builds found among the files and members that are not read, for each root.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct InspectedFiles(BTreeMap<String, InspectedRoot>);

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct InspectedRoot {
    /// For each ending, the stamps of the files that were looked at. A stamp is a hash of a file's name, size and time;
    /// its lowest bit says whether the file begins like a game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, Vec<u64>>,
    /// Archives by path that have members which begin like a game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    archives: BTreeMap<String, InspectedArchive>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct InspectedArchive {
    /// Hash of the archive's name, size and time when its members were looked at. Another hash means that the archive
    /// has changed.
    stamp: u64,
    members: UnreadByEnding,
}

impl InspectedFiles {
    /// Reads what an earlier build stored.
    pub(super) fn read(directory: &IndexDirectory) -> InspectedFiles {
        let bytes = directory.atomic_read(Path::new(UNREAD_FILE));
        bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// Stores what was found; the next build looks at the files again if that fails.
    pub(super) fn write(&self, directory: &IndexDirectory) {
        if let Ok(bytes) = serde_json::to_vec(self) {
            let _ = directory.atomic_write(Path::new(UNREAD_FILE), &bytes);
        }
    }

    /// Drops roots that the index no longer has.
    pub(super) fn retain_roots(&mut self, roots: &[String]) {
        self.0.retain(|root, _| roots.contains(root));
    }

    /// Looks at the beginnings of those files of a root that were not read, except for files at which an earlier build
    /// looked, and adds what was found in archives. Returns the kinds of files and members among which there are games.
    pub(super) fn inspect(
        &mut self,
        root: &Path,
        not_read: &NotRead,
        manifest: &Manifest,
    ) -> Vec<UnreadKind> {
        let known = self.0.remove(&path_text(root)).unwrap_or_default();
        let mut inspected = InspectedRoot::default();
        let mut kinds = BTreeMap::new();
        for (ending, files) in not_read.files.by_ending() {
            let known = known.files.get(ending).map_or(&[][..], Vec::as_slice);
            let (stamps, kind) = inspect_ending(root, ending, files, known);
            kinds.extend(kind.map(|kind| (ending.to_owned(), kind)));
            inspected.files.insert(ending.to_owned(), stamps);
        }
        inspected.archives = archives_with_games(known.archives, not_read, manifest);
        for (path, archive) in &inspected.archives {
            for (ending, members) in &archive.members {
                let kind = kinds.entry(ending.clone()).or_insert_with(|| UnreadKind {
                    root: root.to_owned(),
                    ending: ending.clone(),
                    games: 0,
                    not_inspected: 0,
                    example: format!("{path}!{}", members.example),
                });
                kind.games += members.games;
                kind.not_inspected += members.not_inspected;
            }
        }
        if inspected != InspectedRoot::default() {
            self.0.insert(path_text(root), inspected);
        }
        kinds.into_values().collect()
    }
}

/// Archives that have members which begin like a game: those that were read now, and those that an earlier build read
/// and that are unchanged.
fn archives_with_games(
    known: BTreeMap<String, InspectedArchive>,
    not_read: &NotRead,
    manifest: &Manifest,
) -> BTreeMap<String, InspectedArchive> {
    let mut archives = known;
    archives.retain(|path, archive| {
        let file = text_path(path);
        manifest.files.contains_key(path)
            && !not_read.archives.contains_key(file.as_path())
            && file_stamp(&file) == Some(archive.stamp)
    });
    for (path, members) in &not_read.archives {
        if let Some(stamp) = file_stamp(path).filter(|_| !members.is_empty()) {
            let archive = InspectedArchive { stamp, members: members.clone() };
            archives.insert(path_text(path), archive);
        }
    }
    archives
}

fn inspect_ending(
    root: &Path,
    ending: &str,
    files: &EndingFiles,
    known: &[u64],
) -> (Vec<u64>, Option<UnreadKind>) {
    let known: HashMap<u64, bool> =
        known.iter().map(|stamp| (stamp & !1, stamp & 1 == 1)).collect();
    let mut stamps = Vec::new();
    let mut examples = Vec::new();
    for path in &files.first {
        let Some(stamp) = file_stamp(path) else { continue };
        let is_game = known.get(&stamp).copied().unwrap_or_else(|| begins_like_game(path));
        stamps.push(stamp | u64::from(is_game));
        if is_game {
            examples.push(path);
        }
    }
    let kind = examples.first().map(|example| UnreadKind {
        root: root.to_owned(),
        ending: ending.to_owned(),
        games: examples.len() as u64,
        not_inspected: files.count.saturating_sub(files.first.len() as u64),
        example: path_text(example),
    });
    (stamps, kind)
}

/// Hash of the name, size and time of a file, whose lowest bit is free for the result; `None` if there is no such file.
fn file_stamp(path: &Path) -> Option<u64> {
    let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified = modified.map_or(0, |since| since.as_nanos());
    let name = path.as_os_str().as_encoded_bytes();
    let hash = stable_hash(&[name, &metadata.len().to_le_bytes(), &modified.to_le_bytes()]);
    Some(hash & !1)
}
