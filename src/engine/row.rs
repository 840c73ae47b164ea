//! A game as the index knows it, and where it has what was searched for.

use super::facts::RowFacts;
use super::info;
use super::judged::JudgedMove;
pub use super::needs::Needs;
use super::played::PlayedLine;
use kifu_archive::origin::{Origin, path_text, text_path};
use kifu_language::snippet::CommentHit;
use kifu_query::hits::LoadedGame;
use kifu_query::step::HitNode;
use kifu_record::formats::FileText;
use kifu_record::replay::MainMoves;
use kifu_record::{GameInfo, GameRecord, NodeId, Replayer};
use kifu_store::index::card::GameSummary;
use kifu_store::index::document::recognise;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The version of the JSON objects; adding keys does not change it.
pub(super) const VERSION: u32 = 1;

/// A game of an index. Its JSON is an object with stable keys in a stable order, that of the columns. A key is absent
/// if nothing is known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GameRow {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Its id: 16 hexadecimal digits; empty for a game that was read without an index.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its file; in answers of a server as a path below the root that it was found in.
    #[serde(serialize_with = "path")]
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub path: PathBuf,
    /// The names of the members, from the outermost archive inwards; empty for a loose file. As JSON they are one text,
    /// joined by `!`, or null.
    #[serde(rename = "member", serialize_with = "joined")]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<String>"))]
    pub members: Vec<String>,
    /// Its number in the file, from 1.
    pub game: u32,
    /// Who played, when, where, and how it ended.
    #[serde(flatten, serialize_with = "info::serialize")]
    #[cfg_attr(feature = "json-schema", schemars(with = "info::Info"))]
    pub info: GameInfo,
    /// Game, format, board, and how large its tree is.
    #[serde(flatten, serialize_with = "SummaryJson::of")]
    #[cfg_attr(feature = "json-schema", schemars(with = "SummaryJson"))]
    pub summary: GameSummary,
    /// What was played, if that was requested.
    #[serde(flatten)]
    pub played: Option<PlayedLine>,
    /// Where it has the position or the pattern, or else the comment.
    #[serde(flatten)]
    pub hit: Option<HitPlace>,
    /// The comment that has the most words of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<CommentJson>"))]
    pub comment: Option<MatchedComment>,
    /// What an engine said there, if the query asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<JudgedMove>,
    /// For each member, how many of the same name come before it.
    #[serde(skip)]
    pub occurrences: Vec<u32>,
    /// When its place was first indexed, in seconds since 1970; `None` for a game that was read without an index.
    #[serde(skip)]
    pub added: Option<u64>,
    /// What is told only on request.
    #[serde(skip)]
    pub facts: Option<RowFacts>,
}

/// The fields of a row as they are sent to another process.
#[derive(Serialize, Deserialize)]
#[serde(remote = "GameRow")]
pub(super) struct Sent {
    v: u32,
    id: String,
    #[serde(serialize_with = "path", deserialize_with = "read_path")]
    path: PathBuf,
    members: Vec<String>,
    game: u32,
    info: GameInfo,
    summary: GameSummary,
    played: Option<PlayedLine>,
    hit: Option<HitPlace>,
    comment: Option<MatchedComment>,
    judged: Option<JudgedMove>,
    occurrences: Vec<u32>,
    added: Option<u64>,
    facts: Option<RowFacts>,
}

/// The summary of a game for programs.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
struct SummaryJson<'a> {
    /// What game it is: `go`, `loa` or `other`.
    kind: &'a str,
    /// The format of the file: `sgf`, `jgf`, `gib`, `ngf` or `ugf`.
    format: &'a str,
    /// The charset by which the file was decoded: `UTF-8`.
    charset: &'a str,
    /// Columns and rows of the board.
    size: [u8; 2],
    /// Moves of the main line.
    moves: u32,
    /// Nodes of the tree.
    nodes: u32,
    /// Variations.
    variations: u32,
    /// The openings that were recognised.
    #[serde(skip_serializing_if = "is_empty")]
    openings: &'a [String],
}

impl SummaryJson<'_> {
    fn of<S: Serializer>(summary: &GameSummary, serializer: S) -> Result<S::Ok, S::Error> {
        let object = SummaryJson {
            kind: summary.kind.as_str(),
            format: summary.format.as_str(),
            charset: summary.charset.name,
            size: [summary.size.width(), summary.size.height()],
            moves: summary.moves,
            nodes: summary.nodes,
            variations: summary.variations,
            openings: &summary.openings,
        };
        object.serialize(serializer)
    }
}

fn is_empty(list: &[String]) -> bool {
    list.is_empty()
}

/// Where a game has what was searched for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct HitPlace {
    /// The number of moves played before.
    #[serde(rename = "move")]
    pub number: u32,
    /// The node, in pre-order from 0.
    pub node: NodeId,
    /// Whether that is in a variation.
    pub variation: bool,
    /// Whether the colours are exchanged compared with the request; known only if the request was for one position or
    /// pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swapped: Option<bool>,
    /// Where a pattern lies on the board, by two of its corners: `O13-T19`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// If the request was for one position or pattern: the number of the symmetry that maps it to the board of the
    /// game, 0 to 7. Of 7, the bit 4 exchanges columns and rows, then 1 mirrors the columns and 2 the rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<u8>,
    /// How the game continues there; known only in the same case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPlayed>,
}

/// How a game continues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NextPlayed {
    /// The step on the board and in the colours of the game.
    #[serde(flatten)]
    pub played: StepName,
    /// The same as the table of continuations lists it.
    pub asked: StepName,
}

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StepName {
    /// A point, `pass`, `elsewhere` or `end`.
    pub at: String,
    /// Who plays it: `B` or `W`.
    pub color: Option<char>,
}

impl From<HitNode> for HitPlace {
    fn from(place: HitNode) -> HitPlace {
        HitPlace {
            number: place.number,
            node: place.node,
            variation: place.variation,
            ..HitPlace::default()
        }
    }
}

/// A comment that has words of the query.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "CommentJson<'static>")]
pub struct MatchedComment {
    /// The comment and its place.
    pub hit: CommentHit,
    /// Whether it is in a variation.
    pub variation: bool,
}

/// A comment that has words of the query, for programs.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Comment"))]
struct CommentJson<'a> {
    /// Its node, in pre-order from 0.
    node: NodeId,
    /// Whether it is in a variation.
    variation: bool,
    /// The number of moves played before it.
    #[serde(rename = "move")]
    number: u32,
    /// Its text.
    text: Cow<'a, str>,
    /// Where the words of the query begin and end, in bytes of the text.
    marks: Vec<[usize; 2]>,
}

impl Serialize for MatchedComment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pair = |mark: &Range<usize>| [mark.start, mark.end];
        let object = CommentJson {
            node: self.hit.node,
            variation: self.variation,
            number: self.hit.number,
            text: Cow::Borrowed(&self.hit.text),
            marks: self.hit.marks.iter().map(pair).collect(),
        };
        object.serialize(serializer)
    }
}

impl From<CommentJson<'_>> for MatchedComment {
    fn from(sent: CommentJson) -> MatchedComment {
        let marks = sent.marks.into_iter().map(|[start, end]| start..end);
        MatchedComment {
            variation: sent.variation,
            hit: CommentHit {
                node: sent.node,
                number: sent.number,
                text: sent.text.into_owned(),
                marks: marks.collect(),
            },
        }
    }
}

impl GameRow {
    /// The row for a game of the index.
    pub(super) fn new(game: LoadedGame) -> GameRow {
        GameRow {
            v: VERSION,
            id: game.card.id_text(),
            path: game.path,
            members: game.members,
            game: game.number,
            info: game.card.info(),
            summary: game.card.summary,
            played: None,
            hit: None,
            comment: None,
            judged: None,
            occurrences: game.occurrences,
            added: game.added,
            facts: None,
        }
    }

    /// The row of a game that was just read, as an index would have it; it has no id. Of what takes long, only what
    /// is needed is told: openings, and what was played.
    pub fn of_record(
        record: &GameRecord,
        origin: &Origin,
        text: &FileText,
        needs: Needs,
        replayer: &mut Replayer,
    ) -> GameRow {
        let tree = &record.tree;
        let found =
            if needs.openings { recognise(record, &MainMoves::new(tree)) } else { Vec::new() };
        let openings = found.iter().map(|found| found.name.to_owned()).collect();
        let positions = needs.positions.then_some(replayer);
        let has_played = record.start.has_rules() && needs.played;
        let played = has_played.then(|| PlayedLine::of(record.start, tree, positions));
        let members = origin.members.iter();
        GameRow {
            v: VERSION,
            id: String::new(),
            path: origin.path.to_path_buf(),
            members: members.clone().map(|member| member.name.clone()).collect(),
            game: origin.game,
            info: record.info.clone(),
            summary: GameSummary::new(record, text, openings),
            played,
            hit: None,
            comment: None,
            judged: None,
            occurrences: members.map(|member| member.occurrence).collect(),
            added: None,
            facts: needs.facts.then(|| RowFacts::of_record(record, needs.numbers)),
        }
    }

    /// The same with the comment that was searched for.
    #[must_use]
    pub(super) fn with_comment(mut self, comment: Option<MatchedComment>) -> GameRow {
        let place = |of: &MatchedComment| HitPlace {
            number: of.hit.number,
            node: of.hit.node,
            variation: of.variation,
            ..HitPlace::default()
        };
        self.hit = self.hit.or_else(|| comment.as_ref().map(place));
        self.comment = comment;
        self
    }

    /// The members joined by `!`; `None` for a loose file.
    pub fn member(&self) -> Option<String> {
        (!self.members.is_empty()).then(|| self.members.join("!"))
    }

    /// Its JSON object as a map.
    pub fn object(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(object)) => object,
            _ => Map::new(),
        }
    }
}

fn path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path_text(path))
}

fn read_path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    String::deserialize(deserializer).map(|text| text_path(&text))
}

fn joined<S: Serializer>(members: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    match members {
        [] => serializer.serialize_none(),
        members => serializer.serialize_str(&members.join("!")),
    }
}
