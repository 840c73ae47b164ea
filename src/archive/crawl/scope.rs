//! Decides which files and members of a root are read: all of them, or the shards of a distributed build, so that
//! several machines may share one root.

use super::kind::{ArchiveKind, FileKind, LARGE_FILE_BYTES, file_kind, inner_name};
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
}

impl RootScope {
    /// Selects what belongs to `shard` below a root, or everything if `shard` is `None`.
    pub fn new(root: &Path, shard: Option<&Shard>) -> RootScope {
        RootScope { root: root.into(), shard: shard.cloned().map(Arc::new), others: Arc::default() }
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

    /// Root folder, or root file, that is read.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// True if the file or member with this origin, or a problem with it, belongs to the selected shards.
    pub fn contains(&self, origin: &Origin) -> bool {
        self.shard.as_ref().is_none_or(|shard| shard.contains_hash(self.hash(origin)))
    }

    fn hash(&self, origin: &Origin) -> u64 {
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
        stable_hash(&parts)
    }

    /// True if a file need not even be opened, because all of its games belong to other shards.
    pub(super) fn skips_file(&self, origin: &Origin) -> bool {
        self.shard.is_some()
            && !is_spread_over_shards(&origin.file_name())
            && !self.contains(origin)
    }

    /// True if a member of an archive need not be read: it belongs to another shard, and its name guarantees that
    /// whoever reads that shard gets an entry or a problem from it. `size` is the number of the member's bytes.
    pub(super) fn skips_member(&self, origin: &Origin, size: u64) -> bool {
        let gives_output = |name: &str| match file_kind(name) {
            FileKind::Record => true,
            FileKind::PossibleRecord => size < LARGE_FILE_BYTES,
            FileKind::Archive(_) => !is_spread_over_shards(name),
            FileKind::OtherArchive(_) | FileKind::Other => false,
        };
        self.shard.is_some() && gives_output(&origin.file_name()) && !self.contains(origin)
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
