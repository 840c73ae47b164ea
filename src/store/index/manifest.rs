//! Manifest, the list of files that the index has seen: the basis of a refresh, and the record of files without a game.
//!
//! The format is JSON lines: a header, then one line per file in path order. The list is sealed with checksums like
//! every file of the index. It is written before the commit that names it in its payload, so no file is marked as seen
//! unless its games are in the index.

use super::blocks::{BLOCK_BYTES, damaged};
use super::directory::IndexDirectory;
use super::folder::canonical_or_same;
use kifu_archive::crawl::{FilePatterns, Limits, Problem, RootScope, Shard};
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_archive::origin::{path_text, text_path};
use kifu_record::RecordKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, Write};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use tantivy::{Directory, HasLen};
use tantivy_common::TerminatingWrite;

/// First line of the list: facts about the whole index, which `status` prints.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ManifestHeader {
    /// Version of the index layout, `INDEX_VERSION` when it was written.
    pub version: u32,
    /// Roots as absolute paths in text form.
    pub roots: Vec<String>,
    /// Shards that the index holds of a root, for each root that it does not hold as a whole.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shards: BTreeMap<String, Shard>,
    /// Patterns of files to add or to leave out, for each root that has some.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub patterns: BTreeMap<String, FilePatterns>,
    /// Random keys of folders. The documents of a file are deleted by a hash of such a key and of the path below the
    /// folder, so a root keeps its documents when it is moved. A root has one key, or several if indexes were merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folder_keys: Vec<FolderKey>,
    /// End of the last build, in seconds since 1970.
    pub built: u64,
    /// Time at which the content of every file was last looked at, in seconds since 1970; 0 if not known.
    #[serde(default)]
    pub all_read: u64,
    /// Number of the index's state, which every commit and every rebuild raises; 0 in indexes that do not have it.
    #[serde(default)]
    pub generation: u64,
    /// Start of the last build or watch that added games, in seconds since 1970; 0 if no build or watch added any.
    #[serde(default)]
    pub new_since: u64,
    /// Time at which the last game was added, in seconds since 1970. No two builds use the same second.
    #[serde(default)]
    pub last_added: u64,
    pub totals: FileTally,
    /// Files whose games stay although the system does not let us read them.
    #[serde(default)]
    pub unreadable: UnreadableTally,
    /// Limits of the last build. The next build uses them unless it is given others.
    #[serde(default)]
    pub limits: Limits,
}

impl ManifestHeader {
    /// Joins the headers of several indexes, each given with its folder. Several indexes may hold the same root if each
    /// holds other shards of it; any other overlap is an error.
    ///
    /// The generation is the sum, so it rises when that of any index does. The limits are the largest of each, so
    /// whatever was read once can be read again.
    pub(crate) fn join<'h>(
        parts: impl IntoIterator<Item = (&'h Path, &'h ManifestHeader)>,
    ) -> Result<ManifestHeader> {
        let mut joined: Option<ManifestHeader> = None;
        let mut held = HeldRoots::default();
        for (folder, part) in parts {
            held.add(folder, part)?;
            match &mut joined {
                None => joined = Some(part.clone()),
                Some(joined) => joined.add(part),
            }
        }
        Ok(joined.unwrap_or_default())
    }

    /// Adds the header of another index, which does not overlap with this one.
    fn add(&mut self, other: &ManifestHeader) {
        let union = |root: &String| self.shards.get(root)?.disjoint_union(other.shards.get(root)?);
        let mut shards = self.shards.clone();
        for (root, shard) in &other.shards {
            shards.insert(root.clone(), union(root).unwrap_or_else(|| shard.clone()));
        }
        shards.retain(|_, shard| !shard.is_complete());
        self.shards = shards;
        self.patterns.extend(other.patterns.clone());
        self.roots.extend(other.roots.iter().cloned());
        self.roots.sort();
        self.roots.dedup();
        self.folder_keys.extend(other.folder_keys.iter().cloned());
        self.built = self.built.max(other.built);
        self.all_read = self.all_read.min(other.all_read);
        self.generation = self.generation.saturating_add(other.generation);
        self.new_since = self.new_since.max(other.new_since);
        self.last_added = self.last_added.max(other.last_added);
        self.totals.add(&other.totals);
        self.unreadable.add(&other.unreadable);
        self.limits = self.limits.max_of_each(&other.limits);
    }

    /// Returns the roots as paths.
    pub fn roots(&self) -> Vec<PathBuf> {
        self.roots.iter().map(|root| text_path(root)).collect()
    }

    /// Scope of a root in this index: the root's shard, without the other roots that lie inside the root.
    pub(crate) fn part(&self, root: &Path) -> RootScope {
        self.scope(root).with_other_roots(&self.roots())
    }

    /// Part of a root that the index holds, as if it had no other roots.
    pub(crate) fn scope(&self, root: &Path) -> RootScope {
        let text = path_text(root);
        let scope = RootScope::new(root, self.shards.get(&text));
        match self.patterns.get(&text) {
            Some(patterns) => scope.with_patterns(patterns),
            None => scope,
        }
    }
}

/// Random key of a folder that is or was a root.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FolderKey {
    /// Path of the folder in text form.
    pub folder: String,
    /// Random number, so that the keys of merged indexes differ.
    pub key: u64,
}

/// Roots of the indexes seen so far, to find one that overlaps with them.
#[derive(Default)]
struct HeldRoots<'h> {
    /// Folders of the indexes as they were named, by their canonical paths.
    folders: BTreeMap<PathBuf, &'h Path>,
    /// Indexes that hold a root or shards of it, by root.
    roots: BTreeMap<PathBuf, Vec<(&'h Path, Option<&'h Shard>)>>,
}

impl<'h> HeldRoots<'h> {
    /// Adds an index. Fails if it was added before, or if it overlaps with another one.
    fn add(&mut self, folder: &'h Path, header: &'h ManifestHeader) -> Result<()> {
        if let Some(known) = self.folders.insert(canonical_or_same(folder), folder) {
            let message = format!("the index in {} is named twice", known.display());
            return Err(Error::new(ErrorKind::Query, message).with_help("name each index once"));
        }
        let roots = || header.roots.iter().zip(header.roots());
        for (name, root) in roots() {
            let own_shard = header.shards.get(name);
            if let Some((held, other, shard)) = self.overlapping(&root, own_shard) {
                let is_same = held == root;
                let (a, b, held) = (other.display(), folder.display(), path_text(held));
                let part = |shard: Option<&Shard>| {
                    shard.map_or_else(|| "all of it".to_owned(), |shard| format!("shard {shard}"))
                };
                let parts = if is_same && (shard.is_some() || own_shard.is_some()) {
                    format!(" ({}, {})", part(shard), part(own_shard))
                } else {
                    String::new()
                };
                let message =
                    format!("the indexes in {a} and {b} overlap: both hold {held}{parts}");
                let help = "leave out one of them; indexes go together if their roots lie apart, or if they hold \
                            different shards of a root that was cut into as many";
                return Err(Error::new(ErrorKind::Query, message).with_help(help));
            }
        }
        for (name, root) in roots() {
            self.roots.entry(root).or_default().push((folder, header.shards.get(name)));
        }
        Ok(())
    }

    /// Finds a root that overlaps with this one in another index; returns that root, the index, and the shards that it
    /// holds.
    fn overlapping(&self, root: &Path, shard: Option<&Shard>) -> Option<Overlap<'_, 'h>> {
        let holders = self.roots.get_key_value(root).into_iter();
        let same = holders.flat_map(|(root, holders)| holders.iter().map(move |at| (root, at)));
        let mut same = same.filter(|(_, (_, other))| {
            other.zip(shard).is_none_or(|(a, b)| a.disjoint_union(b).is_none())
        });
        let outer = root.ancestors().skip(1);
        let mut outer = outer.filter_map(|outer| self.roots.get_key_value(outer));
        // Roots are sorted by path, so what lies below a root comes right after it.
        let after = (Bound::Excluded(root), Bound::Unbounded);
        let inner = self.roots.range::<Path, _>(after).next();
        let inner = inner.filter(|(inner, _)| inner.starts_with(root));
        if let Some((root, (folder, other))) = same.next() {
            return Some((root, folder, *other));
        }
        let (root, holders) = outer.next().or(inner)?;
        let (folder, other) = holders.first()?;
        Some((root, folder, *other))
    }
}

/// A root, an index that holds a part of it, and the shards that it holds; no shards if it holds all.
type Overlap<'s, 'h> = (&'s Path, &'h Path, Option<&'h Shard>);

/// Counts of files, games and problems.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FileTally {
    /// Number of files looked at.
    pub files: u64,
    /// Number of games by format of the file and kind of game.
    pub games: BTreeMap<RecordKind, u64>,
    /// Number of games with diagnostics.
    pub odd_games: u64,
    /// Number of files and members that gave no game, by kind of problem.
    pub problems: BTreeMap<String, u64>,
}

impl FileTally {
    pub fn game_count(&self) -> u64 {
        self.games.values().sum()
    }

    /// Number of files and members without a game.
    pub fn problem_count(&self) -> u64 {
        self.problems.values().sum()
    }

    pub(crate) fn add(&mut self, other: &FileTally) {
        self.files += other.files;
        self.odd_games += other.odd_games;
        for (&kind, count) in &other.games {
            *self.games.entry(kind).or_default() += count;
        }
        for (name, count) in &other.problems {
            *self.problems.entry(name.clone()).or_default() += count;
        }
    }
}

/// Counts of files that the system does not let us read and whose games stay.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct UnreadableTally {
    /// Number of unreadable files.
    pub files: u64,
    /// Number of games in the unreadable files.
    pub games: u64,
    /// First of the files and folders that refuse access, in text form.
    pub places: Vec<String>,
}

impl UnreadableTally {
    /// Maximum number of unreadable files and folders that are listed. The files and games in further ones are still
    /// counted.
    const MAX_PLACES: usize = 100;

    fn add_file(&mut self, place: &str, games: u64) {
        self.files += 1;
        self.games += games;
        let is_listed = self.places.last().is_some_and(|last| last == place);
        if !is_listed && self.places.len() < UnreadableTally::MAX_PLACES {
            self.places.push(place.to_owned());
        }
    }

    fn add(&mut self, other: &UnreadableTally) {
        self.files += other.files;
        self.games += other.games;
        self.places.extend(other.places.iter().cloned());
        self.places.sort();
        self.places.dedup();
        self.places.truncate(UnreadableTally::MAX_PLACES);
    }
}

/// Line of the list of files, about one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FileLine {
    /// Path of the file in text form.
    pub path: String,
    pub size: u64,
    /// Time of the last change in nanoseconds since 1970. `None` if the file has to be read again in any case: it was
    /// changed just before it was read, or could not be read.
    #[serde(default)]
    pub modified: Option<i64>,
    /// CRC-32 of the file's bytes; `None` if they were not all read, for instance because only the changed members of a
    /// zip were unpacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<u32>,
    /// Hash of the state of the game lists beside the file, from which its games have their players and results; `None`
    /// if it has no games of move lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_lists: Option<u64>,
    /// File or folder that refuses access, in text form: this file, or a folder around it. The games are those of the
    /// last time that the file could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
    pub tally: FileTally,
    /// First members or games that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemLine>,
}

impl FileLine {
    /// Adds the line of the same archive from an index with other shards. If the archive was changed between the
    /// builds, its time is dropped, so that a refresh reads it again.
    fn add(&mut self, other: FileLine) {
        // If one line has no checksum because members were not unpacked, the joined line has none either.
        let sums = self.sum.zip(other.sum);
        let is_same = sums.is_none_or(|(own, other)| own == other);
        let lists = self.game_lists.zip(other.game_lists);
        let has_same_lists = lists.is_none_or(|(own, other)| own == other);
        self.game_lists = self.game_lists.or(other.game_lists);
        if !is_same || !has_same_lists || (self.size, self.modified) != (other.size, other.modified)
        {
            self.modified = None;
        }
        self.sum = self.sum.filter(|_| sums.is_some());
        self.unreadable = self.unreadable.take().or(other.unreadable);
        self.tally.add(&other.tally);
        self.problems.extend(other.problems);
        self.problems.truncate(MAX_PROBLEMS_PER_FILE);
    }
}

/// File or member that gave no game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProblemLine {
    /// Names of the members; `None` for the file itself.
    pub member: Option<String>,
    /// Stable name of the kind of problem.
    pub kind: String,
    /// Description of the problem for users.
    pub message: String,
    /// Advice for the user. Older lists have it as part of the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Remedy>,
}

impl ProblemLine {
    pub(crate) fn new(problem: &Problem) -> ProblemLine {
        ProblemLine {
            member: problem.origin.member_name(),
            kind: problem.kind.as_str().into(),
            message: problem.message.clone(),
            remedy: problem.remedy.clone(),
        }
    }
}

/// Maximum number of listed problems of one file. Further problems are still counted.
pub(crate) const MAX_PROBLEMS_PER_FILE: usize = 1000;

/// The complete list of files.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Manifest {
    pub header: ManifestHeader,
    /// Lines of the files, by path in text form.
    pub files: BTreeMap<String, FileLine>,
}

impl Manifest {
    /// Reads only the header, block by block, because the whole list can be large.
    pub(super) fn read_header(
        directory: &IndexDirectory,
        name: &str,
    ) -> tantivy::Result<ManifestHeader> {
        let sealed = directory.sealed(Path::new(name))?;
        let mut end = 0;
        loop {
            end = (end + BLOCK_BYTES).min(sealed.len());
            let bytes = sealed.read(0..end)?;
            match bytes.iter().position(|&byte| byte == b'\n') {
                Some(length) => return Ok(parse(name, bytes.get(..length).unwrap_or(&bytes))?),
                None if end == sealed.len() => return Ok(parse(name, &bytes)?),
                None => {}
            }
        }
    }

    pub(super) fn read(directory: &IndexDirectory, name: &str) -> tantivy::Result<Manifest> {
        let bytes = directory.sealed(Path::new(name))?.read_all()?;
        let mut lines = bytes.as_slice().split(|&byte| byte == b'\n');
        let header = parse(name, lines.next().unwrap_or(&[]))?;
        let file = |line| {
            let file: FileLine = parse(name, line)?;
            Ok((file.path.clone(), file))
        };
        let lines = lines.filter(|line| !line.is_empty());
        // Collecting sorted pairs at once builds the map without a search for each.
        let files = lines.map(file).collect::<io::Result<Vec<_>>>()?;
        let files = BTreeMap::from_iter(files);
        Ok(Manifest { header, files })
    }

    /// Computes the totals, writes the list, and syncs it to disk.
    pub(super) fn write(&mut self, directory: &IndexDirectory, name: &str) -> tantivy::Result<()> {
        self.header.totals = FileTally::default();
        self.header.unreadable = UnreadableTally::default();
        for file in self.files.values() {
            self.header.totals.add(&file.tally);
            if let Some(place) = &file.unreadable {
                self.header.unreadable.add_file(place, file.tally.game_count());
            }
        }
        let mut out = directory.open_write(Path::new(name))?;
        let mut line = |value: serde_json::Result<Vec<u8>>| -> io::Result<()> {
            out.write_all(&value?)?;
            out.write_all(b"\n")
        };
        line(serde_json::to_vec(&self.header))?;
        for file in self.files.values() {
            line(serde_json::to_vec(file))?;
        }
        Ok(out.terminate()?)
    }

    /// Joins the lists of several indexes, each given with its folder. Fails where `ManifestHeader::join` fails. The
    /// lines of an archive that several indexes hold different shards of become one.
    pub fn join(parts: Vec<(PathBuf, Manifest)>) -> Result<Manifest> {
        let headers = parts.iter().map(|(folder, part)| (folder.as_path(), &part.header));
        let header = ManifestHeader::join(headers)?;
        let mut files: BTreeMap<String, FileLine> = BTreeMap::new();
        for (path, line) in parts.into_iter().flat_map(|(_, part)| part.files) {
            match files.entry(path) {
                Entry::Vacant(place) => drop(place.insert(line)),
                Entry::Occupied(mut known) => known.get_mut().add(line),
            }
        }
        Ok(Manifest { header, files })
    }

    /// Paths of the files below a root, or of the file itself.
    pub(crate) fn below<'m>(&'m self, root: &'m Path) -> impl Iterator<Item = &'m String> {
        let text = path_text(root);
        let from = self.files.range(text.clone()..).map(|(file, _)| file);
        // In text order, names such as `folder-2` may lie between a folder and its files.
        from.take_while(move |file| file.starts_with(&text))
            .filter(move |file| text_path(file).starts_with(root))
    }
}

fn parse<'a, T: Deserialize<'a>>(name: &str, line: &'a [u8]) -> io::Result<T> {
    serde_json::from_slice(line).map_err(|_| damaged(name, "a line of it cannot be read"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_archive::error::Limit;
    use kifu_record::Format;
    use kifu_record::game::GameClass;

    /// Makes the manifest of an index with one root: its shard, and its files with their numbers of games and problems.
    fn index(root: &str, shard: &str, files: &[(&str, u64, u64)]) -> (PathBuf, Manifest) {
        let mut manifest = Manifest::default();
        let header = &mut manifest.header;
        header.roots.push(root.into());
        if let Ok(shard) = shard.parse() {
            header.shards.insert(root.into(), shard);
        }
        (header.generation, header.built, header.all_read) = (3, 5, 4);
        for &(name, games, problems) in files {
            let path = format!("{root}/{name}");
            let problem = ProblemLine {
                member: None,
                kind: "damaged".into(),
                message: "is cut short".into(),
                remedy: None,
            };
            let tally = FileTally {
                files: 1,
                games: [(RecordKind { format: Format::Sgf, game: GameClass::Go }, games)].into(),
                odd_games: games / 2,
                problems: [("damaged".into(), problems)].into(),
            };
            header.totals.add(&tally);
            let line = FileLine {
                path: path.clone(),
                size: 7,
                modified: Some(8),
                sum: Some(9),
                game_lists: None,
                unreadable: None,
                tally,
                problems: vec![problem; problems as usize],
            };
            manifest.files.insert(path, line);
        }
        (format!("/indexes{root}-{shard}").into(), manifest)
    }

    #[test]
    fn shards_of_a_root_are_joined() {
        let parts = [
            index("/a", "1/3", &[("x.zip", 4, 1), ("y.sgf", 1, 0)]),
            index("/a", "3/3", &[("x.zip", 2, 1), ("z.sgf", 1, 0)]),
            index("/b", "", &[("x.zip", 9, 0)]),
        ];
        let joined = Manifest::join(parts.to_vec()).unwrap();
        assert_eq!(joined.header.roots, ["/a", "/b"]);
        assert_eq!(joined.header.shards["/a"].to_string(), "1,3/3");
        let header = &joined.header;
        assert_eq!((header.generation, header.built, header.all_read), (9, 5, 4));
        assert_eq!(joined.files.len(), 4);
        let line = &joined.files["/a/x.zip"];
        assert_eq!((line.tally.game_count(), line.problems.len(), line.modified), (6, 2, Some(8)));
        let mut sum = FileTally::default();
        joined.files.values().for_each(|line| sum.add(&line.tally));
        assert_eq!(header.totals, sum);
        // With the last of its shards, the index holds the whole root.
        let last = index("/a", "2/3", &[]);
        let all = Manifest::join([&parts[..], &[last]].concat()).unwrap();
        assert_eq!(all.header.shards, BTreeMap::new());
    }

    #[test]
    fn an_archive_that_changed_between_the_builds_of_its_shards_is_read_again() {
        let mut parts =
            [index("/a", "1/2", &[("x.zip", 4, 0)]), index("/a", "2/2", &[("x.zip", 4, 0)])];
        parts[1].1.files.get_mut("/a/x.zip").unwrap().sum = Some(10);
        let joined = Manifest::join(parts.to_vec()).unwrap();
        assert_eq!(joined.files["/a/x.zip"].modified, None);
    }

    #[test]
    fn an_archive_whose_game_lists_changed_between_the_builds_of_its_shards_is_read_again() {
        for (lists, joined_lists, modified) in [
            ([None, None], None, Some(8)),
            // A shard without games of move lines does not know the lists.
            ([None, Some(1)], Some(1), Some(8)),
            ([Some(1), None], Some(1), Some(8)),
            ([Some(1), Some(1)], Some(1), Some(8)),
            ([Some(1), Some(2)], Some(1), None),
        ] {
            let mut parts =
                [index("/a", "1/2", &[("x.zip", 4, 0)]), index("/a", "2/2", &[("x.zip", 4, 0)])];
            for ((_, part), lists) in parts.iter_mut().zip(lists) {
                part.files.get_mut("/a/x.zip").unwrap().game_lists = lists;
            }
            let joined = Manifest::join(parts.to_vec()).unwrap();
            let line = &joined.files["/a/x.zip"];
            assert_eq!((line.game_lists, line.modified), (joined_lists, modified));
        }
    }

    #[test]
    fn what_two_indexes_hold_is_refused_by_name() {
        let twice = vec![index("/a", "1/2", &[]), index("/a", "1/2", &[])];
        let error = Manifest::join(twice).unwrap_err().to_string();
        assert_eq!(error, "the index in /indexes/a-1/2 is named twice");
        for (a, b) in [
            (("/a", ""), ("/a/b", "")),
            (("/a/b", ""), ("/a", "1/2")),
            (("/a", "1/2"), ("/a", "")),
            (("/a", "1/2"), ("/a", "1,2/2")),
            (("/a", "1/2"), ("/a", "2/3")),
        ] {
            let error =
                Manifest::join(vec![index(a.0, a.1, &[]), index(b.0, b.1, &[])]).unwrap_err();
            let text = error.to_string();
            let names = [format!("/indexes{}-{}", a.0, a.1), format!("/indexes{}-{}", b.0, b.1)];
            assert!(names.iter().all(|name| text.contains(name)), "{text}");
            assert!(error.remedy().is_some());
        }
        let parts = vec![index("/a", "", &[]), index("/ab", "", &[])];
        assert!(Manifest::join(parts).is_ok());
    }

    #[test]
    fn problems_of_older_lists_are_read() {
        let line =
            |rest: &str| format!(r#"{{"member":null,"kind":"too-large","message":"a"{rest}}}"#);
        let parse = |rest: &str| serde_json::from_str::<ProblemLine>(&line(rest)).unwrap();
        assert_eq!(parse("").remedy, None);
        let new = parse(r#","remedy":{"raise-limit":"entry"}"#);
        assert_eq!(new.remedy, Some(Remedy::RaiseLimit(Limit::Entry)));
        let written = serde_json::to_string(&new).unwrap();
        assert_eq!(serde_json::from_str::<ProblemLine>(&written).unwrap(), new);
        assert_eq!(serde_json::to_string(&parse("")).unwrap(), line(""));
    }
}
