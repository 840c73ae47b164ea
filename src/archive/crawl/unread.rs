//! Files and archive members that are not read because of their names, by their endings. Some of them may hold games.

use super::file_kinds::{self, HEAD_BYTES, file_ending};
use crate::origin::Origin;
use kifu_record::poison::IgnorePoison;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Files that a walk met and did not read, by their endings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnreadFiles {
    endings: BTreeMap<String, EndingFiles>,
}

/// Files of one ending.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EndingFiles {
    /// Number of files.
    pub count: u64,
    /// First files in the order of the walk, at most [`UnreadFiles::MAX_FILES_PER_ENDING`].
    pub first: Vec<Arc<Path>>,
}

impl UnreadFiles {
    /// Maximum number of files of an ending whose beginnings are looked at. It bounds the time that a build spends on
    /// files that it does not read.
    pub const MAX_FILES_PER_ENDING: usize = 100;
    /// Maximum number of endings. A folder of a program may have a different ending for every file.
    const MAX_ENDINGS: usize = 100;

    pub(crate) fn add(&mut self, path: Arc<Path>) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let ending = file_ending(&name);
        if !self.endings.contains_key(ending) {
            if self.endings.len() >= UnreadFiles::MAX_ENDINGS {
                return;
            }
            self.endings.insert(ending.to_owned(), EndingFiles::default());
        }
        if let Some(files) = self.endings.get_mut(ending) {
            files.count += 1;
            if files.first.len() < UnreadFiles::MAX_FILES_PER_ENDING {
                files.first.push(path);
            }
        }
    }

    /// Files of each ending; the ending is empty for files without one.
    pub fn by_ending(&self) -> impl Iterator<Item = (&str, &EndingFiles)> {
        self.endings.iter().map(|(ending, files)| (ending.as_str(), files))
    }
}

/// Members of archives that begin like a game and are not read because of their names. All threads that read the
/// archives of a root share it.
#[derive(Debug, Default)]
pub struct UnreadMemberGames(Mutex<MemberGames>);

#[derive(Debug, Default)]
struct MemberGames {
    /// Number of members of each ending that were inspected.
    inspected: BTreeMap<String, usize>,
    archives: HashMap<Arc<Path>, UnreadByEnding>,
}

/// Members of an archive that begin like a game and are not read, by their endings.
pub type UnreadByEnding = BTreeMap<String, EndingMembers>;

/// Members of one ending in one archive.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EndingMembers {
    /// Number of members that begin like a game, among those that were inspected.
    pub games: u64,
    /// Number of members that were not inspected, because there are too many.
    #[serde(default)]
    pub not_inspected: u64,
    /// Name of one of the members that begin like a game, with the names of archives around it, joined with `!`.
    pub example: String,
}

impl UnreadMemberGames {
    /// Records that an archive is read. What was found in it before is discarded.
    pub(super) fn begin_archive(&self, path: &Arc<Path>) {
        self.0.lock().ignore_poison().archives.insert(path.clone(), UnreadByEnding::default());
    }

    /// True if a member is to be inspected: not more than [`UnreadFiles::MAX_FILES_PER_ENDING`] members of its ending
    /// have been. The member is counted in any case.
    pub(super) fn inspects(&self, origin: &Origin) -> bool {
        let name = origin.file_name();
        let ending = file_ending(&name);
        let mut games = self.0.lock().ignore_poison();
        if !games.inspected.contains_key(ending) {
            if games.inspected.len() >= UnreadFiles::MAX_ENDINGS {
                return false;
            }
            games.inspected.insert(ending.to_owned(), 0);
        }
        if let Some(count) = games.inspected.get_mut(ending)
            && *count < UnreadFiles::MAX_FILES_PER_ENDING
        {
            *count += 1;
            return true;
        }
        if let Some(archive) = games.archives.get_mut(&origin.path) {
            archive.entry(ending.to_owned()).or_default().not_inspected += 1;
        }
        false
    }

    /// Adds a member that begins like a game.
    pub(super) fn add(&self, origin: &Origin) {
        let name = origin.file_name();
        let mut games = self.0.lock().ignore_poison();
        let Some(archive) = games.archives.get_mut(&origin.path) else { return };
        let members = archive.entry(file_ending(&name).to_owned()).or_default();
        // Several threads may read one archive, so the first name is chosen and not the first that was found.
        let name = origin.member_name().unwrap_or_default();
        if members.games == 0 || name < members.example {
            members.example = name;
        }
        members.games += 1;
    }

    /// Inspects the beginning of a member, and adds it if it begins like a game.
    pub(super) fn inspect(&self, origin: &Origin, data: &mut dyn Read) {
        if reader_begins_like_game(data) {
            self.add(origin);
        }
    }

    /// Archives that were read, each with its members that begin like a game.
    pub fn take(&self) -> HashMap<Arc<Path>, UnreadByEnding> {
        let mut archives = std::mem::take(&mut self.0.lock().ignore_poison().archives);
        archives.values_mut().for_each(|endings| endings.retain(|_, members| members.games > 0));
        archives
    }
}

/// True if a file can be read and begins like a game.
pub fn begins_like_game(path: &Path) -> bool {
    File::open(path).is_ok_and(|mut file| reader_begins_like_game(&mut file))
}

fn reader_begins_like_game(reader: &mut dyn Read) -> bool {
    read_head(reader).is_some_and(|head| file_kinds::begins_like_game(&head))
}

/// True if a file can be read and looks like a game record, perhaps after other text.
pub(super) fn file_looks_like_record(path: &Path) -> bool {
    let head = File::open(path).ok().and_then(|mut file| read_head(&mut file));
    head.is_some_and(|head| file_kinds::looks_like_record(&head))
}

fn read_head(reader: &mut dyn Read) -> Option<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD_BYTES);
    reader.take(HEAD_BYTES as u64).read_to_end(&mut head).ok()?;
    Some(head)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn files_are_counted_by_ending() {
        let mut unread = UnreadFiles::default();
        for number in 0..150 {
            unread.add(Path::new(&format!("/games/{number}.txt")).into());
        }
        unread.add(Path::new("/games/README").into());
        let found = Vec::from_iter(unread.by_ending());
        let [(none, readme), (text, texts)] = found[..] else { unreachable!() };
        assert_eq!((none, readme.count, readme.first.len()), ("", 1, 1));
        assert_eq!((text, texts.count, texts.first.len()), (".txt", 150, 100));
        for number in 0..500 {
            unread.add(Path::new(&format!("/games/a.{number}")).into());
        }
        assert_eq!(unread.by_ending().count(), UnreadFiles::MAX_ENDINGS);
    }
}
