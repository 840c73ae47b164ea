//! Reports what an index holds: its roots, files, games, problems and size.

use super::Sink;
use super::failure::Result;
use super::question::Ask;
use super::request::{FindChanges, ReadStatus};
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_archive::crawl::{FilePatterns, Shard};
use kifu_archive::error::Remedy;
use kifu_archive::origin::path_text;
use kifu_record::RecordKind;
pub use kifu_store::index::build::Changes;
use kifu_store::index::manifest::{FileTally, UnreadableTally};
use kifu_store::index::{Folders, build};
use serde::Serialize;
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

/// Contents and size of an index.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Status {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Folder of the index as text, or a list of several.
    #[serde(serialize_with = "shown")]
    #[cfg_attr(feature = "json-schema", schemars(schema_with = "one_or_many"))]
    pub index: Folders,
    /// Folders and files that were indexed, as texts.
    pub roots: Vec<String>,
    /// Roots of which the index holds only some shards (parts; other indexes hold the rest).
    pub shards: Vec<ShardOfRoot>,
    /// Roots that have patterns of names: of files that a build reads in addition, or leaves out.
    pub patterns: Vec<PatternsOfRoot>,
    /// Columns of Parquet files that were named for the build (`moves=m,black=b`); null if none were.
    pub parquet_columns: Option<String>,
    /// End of the last build, in seconds of Unix time.
    pub built: u64,
    /// Time when every file was last read, not only those that seemed to have changed, in seconds of Unix time; 0 if
    /// unknown.
    pub all_read: u64,
    /// Number of files.
    pub files: u64,
    /// Number of games.
    pub games: u64,
    /// Number of games by format and kind.
    #[cfg_attr(feature = "json-schema", schemars(with = "BTreeMap<String, u64>"))]
    pub by_kind: BTreeMap<RecordKind, u64>,
    /// Number of games whose records have diagnostics: something odd that was found when the file was read.
    pub games_with_diagnostics: u64,
    /// Number of files and archive members without a game, by kind of problem.
    pub without_game: BTreeMap<String, u64>,
    /// Number of files that the system does not allow to read at present. Their games stay in the index.
    pub unreadable: UnreadableTally,
    /// Files and archive members that could not be read, if the request asked for them.
    pub problems: Vec<ProblemRow>,
    /// Number of segments of the index.
    pub segments: usize,
    /// Size of the index in bytes, by file extension.
    #[cfg_attr(feature = "json-schema", schemars(with = "BTreeMap<String, u64>"))]
    pub bytes: Map<String, Value>,
    /// Size of the index in bytes, by what the files hold.
    pub sizes: Vec<ComponentSize>,
    /// Numbers of files and games as the index stores them.
    #[serde(skip)]
    pub totals: FileTally,
}

/// Size of a component of the index.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ComponentSize {
    /// Name of the component, which says what its files hold.
    pub component: &'static str,
    /// Size of the component's files in bytes.
    pub bytes: u64,
    /// Bytes for each game, rounded; null without games.
    pub bytes_per_game: Option<u64>,
}

/// Components of an index, each with the extensions of its files.
const COMPONENTS: [(&str, &[&str]); 7] = [
    ("positions", &["kpos"]),
    ("local patterns", &["kpat"]),
    ("engine analysis", &["kval"]),
    ("moves", &["kifu"]),
    ("words", &["idx", "pos", "term", "fieldnorm"]),
    ("cards and comments", &["store"]),
    ("columns", &["fast"]),
];
/// Name of the component to which all other files of the index belong.
const OTHER_COMPONENT: &str = "lists of files and copies";

/// Adds up sizes by file extension to sizes by component, the largest first.
fn component_sizes(sizes: &[(String, u64)], games: u64) -> Vec<ComponentSize> {
    let component_of = |extension: &str| {
        let mut components = COMPONENTS.iter();
        components
            .find(|(_, extensions)| extensions.contains(&extension))
            .map_or(OTHER_COMPONENT, |(component, _)| *component)
    };
    let mut by_component: BTreeMap<&'static str, u64> = BTreeMap::new();
    for (extension, bytes) in sizes {
        *by_component.entry(component_of(extension)).or_default() += bytes;
    }
    let mut components: Vec<ComponentSize> = by_component
        .into_iter()
        .map(|(component, bytes)| ComponentSize {
            component,
            bytes,
            bytes_per_game: bytes_per_game(bytes, games),
        })
        .collect();
    components.sort_by_key(|component| Reverse(component.bytes));
    components
}

/// Divides a number of bytes by the number of games, rounded; `None` without games.
pub fn bytes_per_game(bytes: u64, games: u64) -> Option<u64> {
    bytes.saturating_add(games / 2).checked_div(games)
}

/// Root of which an index holds only some shards (parts; other indexes hold the rest).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ShardOfRoot {
    /// Path of the root (a folder or file), as text.
    pub root: String,
    /// Shards that the index holds: `3/16` is the third of sixteen, `1,3/16` the first and the third.
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub shard: Shard,
}

/// Patterns of files of a root, written as in `.gitignore`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PatternsOfRoot {
    /// Folder or file, as text.
    pub root: String,
    /// Patterns of files that are read although their names do not promise a game.
    pub include: Vec<String>,
    /// Patterns of files that are not read; they win over the other patterns.
    pub exclude: Vec<String>,
}

/// File or member that could not be read.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ProblemRow {
    /// Path of the file.
    pub path: String,
    /// Member of an archive; null for a loose file.
    pub member: Option<String>,
    /// Kind of problem: why the file or member could not be read.
    pub kind: String,
    /// Error message.
    pub message: String,
    /// Advice on what to do about it.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

impl PatternsOfRoot {
    /// Returns the patterns as options of a build take them.
    pub fn patterns(&self) -> FilePatterns {
        FilePatterns { include: self.include.clone(), exclude: self.exclude.clone() }
    }
}

impl Ask for FindChanges {
    type Answer = Changes;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Changes> {
        Ok(build::changes(snapshot.index)?)
    }
}

impl Status {
    /// Returns the shards that the index holds of a root; `None` if it holds the root completely.
    pub fn shard(&self, root: &str) -> Option<&Shard> {
        let known = self.shards.iter().find(|known| known.root == root);
        known.map(|known| &known.shard)
    }

    /// Returns the patterns of files that a root has, if it has some.
    pub fn patterns_of(&self, root: &Path) -> Option<FilePatterns> {
        let root = path_text(root);
        let known = self.patterns.iter().find(|known| known.root == root);
        known.map(PatternsOfRoot::patterns)
    }

    /// Returns the size of the index in bytes.
    pub fn total_bytes(&self) -> u64 {
        self.bytes.values().filter_map(Value::as_u64).sum()
    }
}

fn shown<S: serde::Serializer>(
    folders: &Folders,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    match folders.single() {
        Some(folder) => serializer.collect_str(&folder.display()),
        None => serializer.collect_seq(folders.iter().map(|folder| folder.display().to_string())),
    }
}

/// JSON schema of a value that is written either as one text or as a list of texts; see [`shown`].
#[cfg(feature = "json-schema")]
fn one_or_many(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let text = serde_json::json!({"type": "string"});
    schemars::json_schema!({"anyOf": [text, {"type": "array", "items": text}]})
}

impl Ask for ReadStatus {
    type Answer = Status;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Status> {
        let index = snapshot.index;
        let header = index.header();
        let mut problems = Vec::new();
        let files = if self.problems { index.manifest()?.files } else { Default::default() };
        for (path, file) in files {
            problems.extend(file.problems.into_iter().map(|problem| ProblemRow {
                path: path.clone(),
                member: problem.member,
                kind: problem.kind,
                message: problem.message,
                remedy: problem.remedy,
            }));
        }
        let sizes = index.bytes_by_extension();
        let games = header.totals.game_count();
        Ok(Status {
            v: VERSION,
            index: index.folders().clone(),
            roots: header.roots.clone(),
            shards: header
                .shards
                .iter()
                .map(|(root, shard)| ShardOfRoot { root: root.clone(), shard: shard.clone() })
                .collect(),
            patterns: (header.patterns.iter())
                .map(|(root, patterns)| PatternsOfRoot {
                    root: root.clone(),
                    include: patterns.include.clone(),
                    exclude: patterns.exclude.clone(),
                })
                .collect(),
            parquet_columns: Some(&header.limits.parquet_columns)
                .filter(|columns| !columns.is_empty())
                .map(ToString::to_string),
            built: header.built,
            all_read: header.all_read,
            files: header.totals.files,
            games,
            by_kind: header.totals.games.clone(),
            games_with_diagnostics: header.totals.odd_games,
            without_game: header.totals.problems.clone(),
            unreadable: header.unreadable.clone(),
            problems,
            segments: index.segment_count(),
            sizes: component_sizes(&sizes, games),
            bytes: sizes.into_iter().map(|(name, size)| (name, size.into())).collect(),
            totals: header.totals.clone(),
        })
    }
}
