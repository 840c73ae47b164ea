//! Decides which files and members of a root are read: all of them, or the shards of a distributed build, so that
//! several machines may share one root.

use super::entry::Entry;
use super::file_kinds::{
    ArchiveKind, FileKind, HEAD_BYTES, LARGE_FILE_BYTES, begins_like_game, file_kind,
    has_game_lines, inner_name, is_bare_name, is_game_list_name, is_text_name, last_part,
    looks_like_record, member_kind,
};
use super::game_lists::SharedGameLists;
use super::limits::Limits;
use super::patterns::{FileChoice, FileChooser, FilePatterns, passed_over_parts};
use super::trash_names::is_passed_over_folder;
use super::unread::UnreadMemberGames;
use crate::origin::{Origin, path_text};
use kifu_record::game::hash::stable_hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Selection of shards, which are disjoint parts of an archive: `3/16` is the third of sixteen shards, `1,3/16` the
/// first and the third.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Numbers of the selected shards, from 1 to `count`.
    numbers: BTreeSet<u32>,
    count: u32,
}

impl Shard {
    /// Maximum number of shards into which an archive is split.
    pub(crate) const MAX_SHARDS: u32 = 1 << 16;

    /// True if all shards of the archive are selected.
    pub fn is_complete(&self) -> bool {
        self.numbers.len() == self.count as usize
    }

    /// Union of two selections; `None` if they have a shard in common, or if the archive was split into different
    /// numbers of shards.
    pub fn disjoint_union(&self, other: &Shard) -> Option<Shard> {
        let are_disjoint = self.count == other.count && self.numbers.is_disjoint(&other.numbers);
        are_disjoint.then(|| Shard { numbers: &self.numbers | &other.numbers, count: self.count })
    }

    fn contains_hash(&self, hash: u64) -> bool {
        let number = hash % u64::from(self.count) + 1;
        self.numbers.contains(&(number as u32))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = Vec::from_iter(self.numbers.iter().map(u32::to_string));
        write!(f, "{}/{}", numbers.join(","), self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let shard = || {
            let (numbers, count) = text.split_once('/')?;
            let count: u32 = count.parse().ok().filter(|&of| of <= Shard::MAX_SHARDS)?;
            let number =
                |text: &str| text.parse().ok().filter(|number| (1..=count).contains(number));
            let numbers = numbers.split(',').map(number).collect::<Option<_>>()?;
            Some(Shard { numbers, count })
        };
        shard().ok_or_else(|| {
            let max_shards = Shard::MAX_SHARDS;
            format!(
                "`{text}` is not a shard; write 3/16 for the third of sixteen, at most {max_shards}"
            )
        })
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// How a file or a member of an archive is read, as its name, the patterns of the root and `--sniff` decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// The file is read as a file of this kind. The kind is [`FileKind::Other`] only for a root that is a file.
    ByName(FileKind),
    /// The file is read if it looks like a game record, because it is sniffed or the only file in a compressed one.
    IfLooksLikeRecord,
    /// The file is read if it begins with a game, because a pattern adds it.
    IfBeginsLikeGame,
    /// The file is a text file in an archive, or one without an extension, which is read if it has a game a line.
    IfGameLines,
    /// The file is a game list, which is no game itself.
    GameList,
    /// The file is not read, for this reason.
    Unread(FileChoice),
}

impl Reading {
    /// True if a file with this content is read.
    pub(crate) fn accepts(self, bytes: &[u8]) -> bool {
        match self {
            Reading::ByName(_) | Reading::GameList => true,
            Reading::IfLooksLikeRecord => {
                looks_like_record(bytes.get(..HEAD_BYTES).unwrap_or(bytes))
            }
            Reading::IfBeginsLikeGame => begins_like_game(bytes),
            Reading::IfGameLines => has_game_lines(bytes),
            Reading::Unread(_) => false,
        }
    }

    /// True if the file is opened.
    pub(super) fn opens(self) -> bool {
        !matches!(self, Reading::Unread(_))
    }

    /// True if the name alone says that the file is a game record, an archive or a game list.
    pub(super) fn is_by_name(self) -> bool {
        matches!(self, Reading::ByName(_) | Reading::GameList)
    }

    /// True if the user expects games in the file, so that it is reported if it cannot be read.
    pub(crate) fn is_expected(self) -> bool {
        !matches!(self, Reading::IfGameLines | Reading::Unread(_))
    }

    /// True if the file may well hold no game, which is then no problem.
    pub(crate) fn may_hold_none(self) -> bool {
        matches!(self, Reading::ByName(FileKind::PossibleRecord) | Reading::IfBeginsLikeGame)
    }
}

/// Selection of the files and archive members that are read below a root: all of them, or those of some shards.
///
/// A file belongs to the shard chosen by the hash of its path below the root. A member of an archive belongs to the
/// shard chosen by the hash of the path and the members' names, each with the number of equal names before it. The
/// result therefore does not depend on where the root is mounted. The games of one file stay together, while an archive
/// is spread over all shards, and so are the archives inside it. A single compressed file (`game.sgf.gz`) hashes like
/// the file inside it, because it holds nothing else. Problems are assigned to shards by the rule for files and
/// members.
#[derive(Clone, Debug)]
pub struct RootScope {
    root: Arc<Path>,
    shard: Option<Arc<Shard>>,
    /// Canonical paths of the other roots that are read. Links from below this root into another one are not followed,
    /// so that its files are not read twice.
    others: Arc<[PathBuf]>,
    /// Patterns of files to add or to leave out, if the root has any.
    chooser: Option<Arc<FileChooser>>,
    /// Collects members that begin like a game and are not read, if the reader of the root wants to know them.
    unread_games: Option<Arc<UnreadMemberGames>>,
    /// True if names that are passed over are read like all others, because a member was requested by its name.
    reads_any_name: bool,
    /// True if only game lists are read.
    reads_only_lists: bool,
    /// Game lists that were read for files below the root.
    game_lists: Arc<SharedGameLists>,
}

impl RootScope {
    /// Selects what belongs to `shard` below a root, or everything if `shard` is `None`.
    pub fn new(root: &Path, shard: Option<&Shard>) -> RootScope {
        RootScope {
            root: root.into(),
            shard: shard.cloned().map(Arc::new),
            others: Arc::default(),
            chooser: None,
            unread_games: None,
            reads_any_name: false,
            reads_only_lists: false,
            game_lists: Arc::default(),
        }
    }

    /// Adds patterns of files to add or to leave out. Patterns that cannot be understood are ignored as a whole; see
    /// [`FilePatterns::check`].
    pub fn with_patterns(mut self, patterns: &FilePatterns) -> RootScope {
        let chooser = FileChooser::new(patterns).ok().filter(|_| !patterns.is_empty());
        self.chooser = chooser.map(Arc::new);
        self
    }

    /// Collects members of archives that begin like a game and are not read.
    pub fn with_unread_games(mut self, games: Arc<UnreadMemberGames>) -> RootScope {
        self.unread_games = Some(games);
        self
    }

    /// Collection of members that begin like a game and are not read.
    pub(super) fn unread_games(&self) -> Option<&UnreadMemberGames> {
        self.unread_games.as_deref()
    }

    /// Collection of members that begin like a game and are not read, if this member is to be inspected for it.
    pub(super) fn inspects(&self, origin: &Origin) -> Option<&UnreadMemberGames> {
        self.unread_games().filter(|games| self.contains(origin) && games.inspects(origin))
    }

    /// Replaces the root path by another one, for a root that the user has moved.
    pub fn with_root(mut self, root: &Path) -> RootScope {
        self.root = root.into();
        self
    }

    /// Adds other roots that are read together with this one. Roots above or below this one by path are left out,
    /// because they overlap by intention; so are roots that cannot be reached.
    pub fn with_other_roots(mut self, roots: &[PathBuf]) -> RootScope {
        let real = self.root.canonicalize().ok();
        let is_separate =
            |other: &&PathBuf| !other.starts_with(&self.root) && !self.root.starts_with(other);
        let others = roots.iter().filter(is_separate).filter_map(|other| other.canonicalize().ok());
        self.others = others.filter(|other| Some(other) != real.as_ref()).collect();
        self
    }

    /// Canonical paths of other roots that are read together with this one.
    pub(super) fn others(&self) -> &[PathBuf] {
        &self.others
    }

    /// Selects everything. Its root path is empty, since it is for reading a single file without regard to roots and
    /// shards.
    pub(crate) fn everything() -> RootScope {
        RootScope::new(Path::new(""), None)
    }

    /// Selects everything, also members whose names are passed over: for reading a member that is requested by name.
    pub(super) fn any_name() -> RootScope {
        RootScope { reads_any_name: true, ..RootScope::everything() }
    }

    /// Selects the game lists of an archive.
    pub(super) fn only_game_lists() -> RootScope {
        RootScope { reads_only_lists: true, ..RootScope::everything() }
    }

    /// Game lists that were read for files below the root.
    pub(super) fn shared_game_lists(&self) -> &Arc<SharedGameLists> {
        &self.game_lists
    }

    /// Path of a file below the root, with `/` between its parts, as patterns are compared with it. It is empty for the
    /// root itself.
    fn pattern_path(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.root).unwrap_or(path);
        let parts = below.iter().map(|part| part.to_string_lossy());
        Vec::from_iter(parts).join("/")
    }

    /// Path below the root of a file or member, or of a member of it. An archive counts as a folder.
    fn member_path(&self, origin: &Origin, inner: Option<&str>) -> String {
        let mut path = self.pattern_path(&origin.path);
        let names = origin.members.iter().map(|member| member.name.as_str()).chain(inner);
        for name in names {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(name.trim_start_matches('/'));
        }
        path
    }

    /// Decides on a folder or file that a walk meets below the root.
    pub(super) fn choice_on_disk(&self, path: &Path, is_folder: bool) -> FileChoice {
        let Some(chooser) = &self.chooser else {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return default_choice(&name, is_folder);
        };
        // A pattern that takes a folder of this name away takes an archive of this name away, too.
        let is_folder_or_archive =
            is_folder || matches!(file_kind(&path.to_string_lossy()), FileKind::Archive(_));
        let path = self.pattern_path(path);
        match chooser.choice(&path, is_folder) {
            FileChoice::Excluded => FileChoice::Excluded,
            _ if is_folder_or_archive && chooser.choice(&path, true) == FileChoice::Excluded => {
                FileChoice::Excluded
            }
            choice => choice,
        }
    }

    /// How a file below the root, or a member of an archive, is read. With `sniff`, files whose names promise no game
    /// are read if they look like a game record.
    pub(crate) fn reading(&self, origin: &Origin, sniff: bool) -> Reading {
        let name = origin.file_name();
        if origin.members.is_empty() && *origin.path == *self.root {
            return Reading::ByName(file_kind(&name));
        }
        let depth = origin.members.len();
        let choice = || match &self.chooser {
            Some(chooser) => chooser.choice(&self.member_path(origin, None), false),
            // A walk has decided on the folders around a file, and a root may lie in a folder that is passed over.
            None if depth == 0 => default_choice(last_part(&name), false),
            None => default_choice(&name, false),
        };
        self.reading_by(&name, choice, sniff, (depth > 0).then(|| outer_name(origin, depth)))
    }

    /// How a member of an archive is read, by its name in the archive; see [`RootScope::reading`].
    pub(super) fn member_reading(&self, archive: &Origin, name: &str, sniff: bool) -> Reading {
        let choice = || match &self.chooser {
            Some(chooser) => chooser.choice(&self.member_path(archive, Some(name)), false),
            None => default_choice(name, false),
        };
        self.reading_by(name, choice, sniff, Some(archive.file_name()))
    }

    /// How a file or member is read. `archive` is the name of the archive around it.
    fn reading_by(
        &self,
        name: &str,
        choice: impl FnOnce() -> FileChoice,
        sniff: bool,
        archive: Option<String>,
    ) -> Reading {
        if self.reads_only_lists {
            let is_list = is_game_list_name(name);
            return if is_list { Reading::GameList } else { Reading::Unread(FileChoice::ByKind) };
        }
        let choice = if self.reads_any_name { FileChoice::ByKind } else { choice() };
        // The file in a single compressed file is the only one, so its content decides if its name does not.
        let is_only_member = || archive.as_deref().is_some_and(is_single);
        let kind = if archive.is_some() { member_kind(name) } else { file_kind(name) };
        match (choice, kind) {
            (FileChoice::Excluded, _) => Reading::Unread(choice),
            (FileChoice::PassedOver, _) if !is_only_member() => Reading::Unread(choice),
            (_, kind) if kind != FileKind::Other => Reading::ByName(kind),
            (FileChoice::Included, _) => Reading::IfBeginsLikeGame,
            _ if sniff => Reading::IfLooksLikeRecord,
            _ if is_only_member() && is_text_name(name) => Reading::IfBeginsLikeGame,
            _ if is_only_member() => Reading::IfLooksLikeRecord,
            _ if archive.is_some() && (is_text_name(name) || is_bare_name(name)) => {
                Reading::IfGameLines
            }
            _ => Reading::Unread(FileChoice::ByKind),
        }
    }

    /// True if a walk through the root does not reach `inner`, a path below it, because a folder on the way, or the
    /// path itself, is passed over or taken away by a pattern.
    pub fn skips_path(&self, inner: &Path) -> bool {
        let Ok(below) = inner.strip_prefix(&self.root) else {
            return false;
        };
        let Some(chooser) = &self.chooser else {
            return below.iter().any(|part| is_passed_over_folder(&part.to_string_lossy()));
        };
        let is_folder = |path: &Path| path != inner || !path.is_file();
        let skips = |path: &Path| {
            let choice = chooser.choice(&self.pattern_path(path), is_folder(path));
            matches!(choice, FileChoice::PassedOver | FileChoice::Excluded)
        };
        inner.ancestors().take(below.iter().count()).any(skips)
    }

    /// Root folder, or root file, that is read.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// True if the file or member with this origin, or a problem with it, belongs to the selected shards.
    pub fn contains(&self, origin: &Origin) -> bool {
        self.shard.as_ref().is_none_or(|shard| shard.contains_hash(self.hash(origin)))
    }

    /// True if an entry belongs to the selection. The parts of a long file are spread over the shards.
    pub(crate) fn contains_entry(&self, entry: &Entry) -> bool {
        let part = entry.part.filter(|part| part.is_spread);
        let (Some(shard), Some(part)) = (&self.shard, part) else {
            return self.contains(&entry.origin);
        };
        let offset = part.place.offset.to_le_bytes();
        shard.contains_hash(self.hash_with(&entry.origin, &[&offset]))
    }

    fn hash(&self, origin: &Origin) -> u64 {
        self.hash_with(origin, &[])
    }

    /// Hash of an origin and of further bytes.
    fn hash_with(&self, origin: &Origin, more: &[&[u8]]) -> u64 {
        let path = origin.path.strip_prefix(&self.root).unwrap_or(&origin.path).components();
        let mut parts = Vec::from_iter(path.map(|name| name.as_os_str().as_encoded_bytes()));
        let members = &origin.members;
        let mut depth = members.len();
        while depth > 0 && is_single(&outer_name(origin, depth)) {
            depth -= 1;
        }
        let members = members.get(..depth).unwrap_or(&[]);
        let occurrences = Vec::from_iter(members.iter().map(|m| m.occurrence.to_le_bytes()));
        for (member, occurrence) in members.iter().zip(&occurrences) {
            parts.extend([member.raw.as_slice(), occurrence]);
        }
        parts.extend(more);
        stable_hash(&parts)
    }

    /// True if a file need not even be opened, because all of its games belong to other shards. `size` returns the
    /// number of the file's bytes; the games of a long file are spread over the shards.
    pub(super) fn skips_file(
        &self,
        origin: &Origin,
        limits: &Limits,
        size: impl FnOnce() -> u64,
    ) -> bool {
        self.shard.is_some()
            && !is_spread_over_shards(&origin.file_name())
            && !self.contains(origin)
            && !may_be_long(&origin.file_name(), size(), limits)
    }

    /// True if a member of an archive need not be read: it belongs to another shard, and its name guarantees that
    /// whoever reads that shard gets an entry or a problem from it. `size` is the number of the member's bytes.
    pub(super) fn skips_member(&self, origin: &Origin, size: u64, limits: &Limits) -> bool {
        let gives_output = |name: &str| match file_kind(name) {
            FileKind::Record => true,
            FileKind::PossibleRecord => size < LARGE_FILE_BYTES,
            FileKind::Archive(_) => !is_spread_over_shards(name),
            FileKind::OtherArchive(_) | FileKind::Other => false,
        };
        self.shard.is_some()
            && gives_output(&origin.file_name())
            && !self.contains(origin)
            && !may_be_long(&origin.file_name(), size, limits)
    }
}

/// Size in bytes from which a single compressed file is measured before it is read, since it may unpack to a long file.
/// A smaller one needs little memory even as a whole: at a ratio of 16, as SGF has in xz, it unpacks to at most 64 MiB.
pub(super) const MIN_MEASURED_BYTES: u64 = 4 << 20;

/// True if a file of this size may be read part by part, so that its parts belong to different shards.
fn may_be_long(name: &str, size: u64, limits: &Limits) -> bool {
    if is_single(name) { size >= MIN_MEASURED_BYTES } else { size > limits.entry_bytes }
}

/// Decision on a file or folder of a root without patterns, by its path or name.
fn default_choice(path: &str, is_folder: bool) -> FileChoice {
    match passed_over_parts(path, is_folder).next() {
        Some(_) => FileChoice::PassedOver,
        None => FileChoice::ByKind,
    }
}

/// Name of the archive that contains the member at this nesting depth. Depth 1 is the outermost member.
fn outer_name(origin: &Origin, depth: usize) -> String {
    match depth.checked_sub(2).and_then(|i| origin.members.get(i)) {
        Some(member) => member.name.clone(),
        None => path_text(&origin.path),
    }
}

fn is_single(name: &str) -> bool {
    file_kind(name) == FileKind::Archive(ArchiveKind::Single)
}

/// Maximum number of extensions of compression, as in `game.sgf.gz.gz`, that are read off a name. A file with more of
/// them is opened by the readers of all shards.
const MAX_COMPRESSIONS: usize = 16;

/// True if the content of a file is spread over several shards, because it is an archive.
fn is_spread_over_shards(mut name: &str) -> bool {
    for _ in 0..MAX_COMPRESSIONS {
        match file_kind(name) {
            FileKind::Archive(ArchiveKind::Single) => name = inner_name(name),
            kind => return matches!(kind, FileKind::Archive(_)),
        }
    }
    true
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::origin::Member;

    fn origin(path: &str, members: &[&str]) -> Origin {
        let member = |name: &&str| Member {
            name: (*name).into(),
            raw: name.as_bytes().into(),
            occurrence: 0,
        };
        Origin { members: members.iter().map(member).collect(), ..Origin::file(Path::new(path)) }
    }

    #[test]
    fn shards_are_written_as_they_are_read() {
        for text in ["3/16", "1,3/16", "1/1", "65536/65536"] {
            let shard: Shard = text.parse().unwrap();
            assert_eq!(shard.to_string(), text);
            let json = serde_json::to_string(&shard).unwrap();
            assert_eq!(serde_json::from_str::<Shard>(&json).unwrap(), shard);
        }
        for text in
            ["", "3", "/", "3/", "/3", "0/3", "4/3", "1/0", "-1/3", "1/65537", "1,/3", "a/b"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn shards_are_put_together() {
        let shard = |text: &str| text.parse::<Shard>().unwrap();
        let and =
            |a: &str, b: &str| shard(a).disjoint_union(&shard(b)).map(|both| both.to_string());
        assert_eq!(and("1/3", "3/3").as_deref(), Some("1,3/3"));
        assert_eq!(and("1,3/3", "3/3"), None);
        assert_eq!(and("1/3", "2/4"), None);
        assert!(shard("1,2,3/3").is_complete() && !shard("1,3/3").is_complete());
    }

    #[test]
    fn an_origin_belongs_to_one_shard_wherever_the_root_is() {
        let origins = [
            ("a.sgf", &[][..]),
            ("b/a.sgf", &[]),
            ("a.zip", &[]),
            ("a.zip", &["b.sgf"]),
            ("a.zip", &["c.tar", "b.sgf"]),
        ];
        let part = |root: &str, number: u32| {
            RootScope::new(Path::new(root), Some(&format!("{number}/7").parse().unwrap()))
        };
        for (path, members) in origins {
            let holders = |root: &str| {
                let origin = origin(&format!("{root}/{path}"), members);
                let of = (1..=7).filter(|&number| part(root, number).contains(&origin));
                Vec::from_iter(of)
            };
            assert_eq!(holders("/one").len(), 1);
            assert_eq!(holders("/one"), holders("/some/where/else"));
        }
    }

    #[test]
    fn names_and_patterns_decide_how_a_file_is_read() {
        let patterns = FilePatterns { include: vec!["*.log".into()], exclude: vec!["no*".into()] };
        let scope = RootScope::new(Path::new("/r"), None).with_patterns(&patterns);
        let by_name = Reading::ByName(FileKind::Record);
        let unread = Reading::Unread(FileChoice::ByKind);
        for (path, members, reading, sniffed) in [
            ("/r/a.sgf", &[][..], by_name, by_name),
            ("/r/a.log", &[], Reading::IfBeginsLikeGame, Reading::IfBeginsLikeGame),
            ("/r/a.txt", &[], unread, Reading::IfLooksLikeRecord),
            ("/r/x.zip", &["a.txt"], Reading::IfGameLines, Reading::IfLooksLikeRecord),
            ("/r/x.zip", &["a.log"], Reading::IfBeginsLikeGame, Reading::IfBeginsLikeGame),
            ("/r/x.zip", &["a.dat"], unread, Reading::IfLooksLikeRecord),
            ("/r/a.dat.gz", &["a.dat"], Reading::IfLooksLikeRecord, Reading::IfLooksLikeRecord),
            ("/r/a.txt.gz", &["a.txt"], Reading::IfBeginsLikeGame, Reading::IfLooksLikeRecord),
        ] {
            let origin = origin(path, members);
            assert_eq!(scope.reading(&origin, false), reading, "{origin}");
            assert_eq!(scope.reading(&origin, true), sniffed, "{origin}");
        }
        for (path, members, choice) in [
            ("/r/no.sgf", &[][..], FileChoice::Excluded),
            ("/r/x.zip", &["now/a.log"], FileChoice::Excluded),
            ("/r/x.zip", &["__MACOSX/a.sgf"], FileChoice::PassedOver),
            ("/r/x.zip", &["._a.sgf"], FileChoice::PassedOver),
        ] {
            let origin = origin(path, members);
            assert_eq!(scope.reading(&origin, true), Reading::Unread(choice), "{origin}");
        }
        // A root may lie in a folder that is passed over in other roots.
        let trash = RootScope::new(Path::new("/r/.Trash-1000"), None);
        assert_eq!(trash.reading(&origin("/r/.Trash-1000/a.sgf", &[]), false), by_name);
        let root = RootScope::new(Path::new("/r/a.dat"), None);
        let named = root.reading(&origin("/r/a.dat", &[]), false);
        assert_eq!(named, Reading::ByName(FileKind::Other));
    }

    #[test]
    fn a_packed_file_stays_whole() {
        let part = RootScope::new(Path::new("/r"), Some(&"1/7".parse().unwrap()));
        let hash = |path: &str, members: &[&str]| part.hash(&origin(path, members));
        assert_eq!(hash("/r/a.sgf.gz", &["a.sgf"]), hash("/r/a.sgf.gz", &[]));
        assert_eq!(hash("/r/a.zip", &["b.sgf.gz", "b.sgf"]), hash("/r/a.zip", &["b.sgf.gz"]));
        // A compressed file that holds an archive is spread over shards like an archive.
        assert_ne!(hash("/r/a.zip.gz", &["a.zip", "b.sgf"]), hash("/r/a.zip.gz", &[]));
        assert!(
            is_spread_over_shards("a.zip.gz")
                && !is_spread_over_shards("a.sgf.gz")
                && is_spread_over_shards("a.tar.gz")
        );
    }
}
