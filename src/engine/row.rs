//! Row of a game in a list: what the index stores of the game, and where the game has what was searched for.

use super::engine_eval::EngineEval;
use super::info;
use super::played_line::PlayedLine;
use super::requested_values::ExtraColumns;
pub use super::row_needs::Needs;
use kifu_archive::origin::{Origin, path_text, text_path};
use kifu_language::snippet::CommentHit;
use kifu_query::hits::LoadedGame;
use kifu_query::step::HitNode;
use kifu_record::formats::FileText;
use kifu_record::replay::MainMoves;
use kifu_record::{GameInfo, GameRecord, NodeId, Replayer};
use kifu_store::index::document::recognise_openings;
use kifu_store::index::stored_header::GameSummary;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Version of the JSON objects. New keys do not change it.
pub(super) const VERSION: u32 = 1;

/// Row of a game in a list. Its JSON is an object with stable keys in a stable order, the order of the columns. A key
/// is absent if its value is unknown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GameRow {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Game id: 16 hexadecimal digits; empty for a game that was read without an index.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Path of the file. In answers of a server, it begins at the root that the file was found in.
    #[serde(serialize_with = "path")]
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub path: PathBuf,
    /// Names of the archive members that lead to the game, from the outermost archive inwards; empty for a loose file.
    /// As JSON they are one text, joined by `!`, or null.
    #[serde(rename = "member", serialize_with = "joined")]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<String>"))]
    pub members: Vec<String>,
    /// Number of the game in its file, from 1.
    pub game: u32,
    /// Game information: who played, when, where, and how it ended.
    #[serde(flatten, serialize_with = "info::serialize")]
    #[cfg_attr(feature = "json-schema", schemars(with = "info::Info"))]
    pub info: GameInfo,
    /// Summary: kind of game, format, board, and size of the tree.
    #[serde(flatten, serialize_with = "SummaryJson::of")]
    #[cfg_attr(feature = "json-schema", schemars(with = "SummaryJson"))]
    pub summary: GameSummary,
    /// Moves, setup and last position, if they were requested.
    #[serde(flatten)]
    pub played: Option<PlayedLine>,
    /// Place of the hit in the game: where the position or pattern is, or else where the comment is.
    #[serde(flatten)]
    pub hit: Option<HitPlace>,
    /// Comment that has the most words of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<CommentJson>"))]
    pub comment: Option<MatchedComment>,
    /// Engine's evaluation at the hit, if the query has conditions on engine analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<EngineEval>,
    /// For each of `members`, the number of earlier members with the same name in its archive.
    #[serde(skip)]
    pub occurrences: Vec<u32>,
    /// Time when a game was first indexed at this place of the archive, in seconds since 1970; `None` for a game that
    /// was read without an index.
    #[serde(skip)]
    pub added: Option<u64>,
    /// Values that are read only on request, such as the user's tags and the languages of the comments.
    #[serde(skip)]
    pub facts: Option<ExtraColumns>,
}

/// All fields of a row, for sending it to another process. The JSON for people leaves some of them out.
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
    judged: Option<EngineEval>,
    occurrences: Vec<u32>,
    added: Option<u64>,
    facts: Option<ExtraColumns>,
}

/// Summary of a game as JSON: its format, board and size.
#[derive(Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
struct SummaryJson<'a> {
    /// Kind of game: `go`, `loa` or `other`.
    kind: &'a str,
    /// Format of the file: `sgf`, `jgf`, `gib`, `ngf`, `ugf`, `ogs` or `parquet`.
    format: &'a str,
    /// Charset by which the file was decoded: `UTF-8`.
    charset: &'a str,
    /// Number of columns and of rows of the board.
    size: [u8; 2],
    /// Number of moves of the main line.
    moves: u32,
    /// Number of nodes of the tree.
    nodes: u32,
    /// Number of variations.
    variations: u32,
    /// Openings that were recognised.
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

/// Place in a game that has the position, pattern or words that were searched for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct HitPlace {
    /// Number of moves played before the hit.
    #[serde(rename = "move")]
    pub number: u32,
    /// Node of the hit, in pre-order from 0.
    pub node: NodeId,
    /// True if the hit is in a variation.
    pub variation: bool,
    /// True if the colours are exchanged compared with the request; present only if the request is about one position
    /// or pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swapped: Option<bool>,
    /// Region of the board where a pattern lies, named by two of its corners: `O13-T19`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Number from 0 to 7 of the rotation or mirroring that maps the board of the request to the board of the game;
    /// present only if the request is about one position or pattern. The bit with the value 4 exchanges columns and
    /// rows; after that, the bit with the value 1 mirrors the columns, and the bit with the value 2 the rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<u8>,
    /// Next move of the game after the hit; present only if the request is about one position or pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPlayed>,
}

/// Next move of a game after a hit, in two notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NextPlayed {
    /// Next move on the game's own board and in its colours.
    #[serde(flatten)]
    pub played: StepName,
    /// Next move on the board and in the colours of the request, as the table of continuations lists it.
    pub asked: StepName,
}

/// Name of a next move, or `pass`, `elsewhere` or `end` if the game does not continue with one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StepName {
    /// Point of the move, or `pass`, `elsewhere` (a move outside the pattern's rectangle) or `end` (the game ends).
    pub at: String,
    /// Colour that plays the move: `B` or `W`.
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

/// Comment that has words of the query.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "CommentJson<'static>")]
pub struct MatchedComment {
    /// Comment with its place.
    pub hit: CommentHit,
    /// True if the comment is in a variation.
    pub variation: bool,
}

/// JSON form of a comment that has words of the query.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Comment"))]
struct CommentJson<'a> {
    /// Node of the comment, in pre-order from 0.
    node: NodeId,
    /// True if the comment is in a variation.
    variation: bool,
    /// Number of moves played before the comment.
    #[serde(rename = "move")]
    number: u32,
    /// Text of the comment.
    text: Cow<'a, str>,
    /// Words of the query in the text, each as a range of bytes.
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
    /// Makes the row of a game of the index.
    pub(super) fn new(game: LoadedGame) -> GameRow {
        GameRow {
            v: VERSION,
            id: game.header.id_text(),
            path: game.path,
            members: game.members,
            game: game.number,
            info: game.header.info,
            summary: game.header.summary,
            played: None,
            hit: None,
            comment: None,
            judged: None,
            occurrences: game.occurrences,
            added: game.added,
            facts: None,
        }
    }

    /// Makes the row of a game that was read without an index. The row has the values that an index would store, but no
    /// id. Openings, moves and extra columns take long to compute, so they are computed only if `needs` asks for them.
    pub fn from_record(
        record: &GameRecord,
        origin: &Origin,
        text: &FileText,
        needs: Needs,
        replayer: &mut Replayer,
    ) -> GameRow {
        let tree = &record.tree;
        let found = if needs.openings {
            recognise_openings(record, &MainMoves::new(tree))
        } else {
            Vec::new()
        };
        let openings = found.iter().map(|found| found.name.to_owned()).collect();
        let positions = needs.positions.then_some(replayer);
        let has_played = record.start.has_rules() && needs.played;
        let played = has_played.then(|| PlayedLine::new(record.start, tree, positions));
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
            facts: needs.facts.then(|| ExtraColumns::from_record(record, needs.numbers)),
        }
    }

    /// Adds the comment that was searched for. The place of the comment becomes the place of the hit if the row has
    /// none yet.
    pub(super) fn set_comment(&mut self, comment: Option<MatchedComment>) {
        let place = |of: &MatchedComment| HitPlace {
            number: of.hit.number,
            node: of.hit.node,
            variation: of.variation,
            ..HitPlace::default()
        };
        self.hit = self.hit.take().or_else(|| comment.as_ref().map(place));
        self.comment = comment;
    }

    /// Returns the names of the archive members joined by `!`; `None` for a loose file.
    pub fn member(&self) -> Option<String> {
        (!self.members.is_empty()).then(|| self.members.join("!"))
    }

    /// Returns the JSON object of the row as a map.
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
