//! A game as JSON: one object with stable keys in a stable order.

#[cfg(test)]
mod tests;

#[cfg(feature = "json-schema")]
use super::analysis::{AnnotationJson, VerdictJson};
use super::analysis::{AnnotationsJson, VerdictsJson, verdict_bytes};
use super::info::Info;
use super::json;
use kifu_archive::crawl::Entry;
use kifu_archive::origin::{Origin, path_text};
use kifu_archive::reading::SidecarAnalysis;
use kifu_language::address::GamePosition;
use kifu_language::locate::{Position, position};
use kifu_record::formats::sgf::marks::{Mark, Sign};
use kifu_record::formats::sgf::read_marks;
use kifu_record::formats::sgf::write::{point_value, push_point, stone_name};
use kifu_record::formats::{FileText, read_decoded};
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, loa};
use kifu_record::text::charset;
use kifu_record::{Action, Code, Diagnostics, GameRecord, NodeId, Property, Start};
use kifu_store::export::piece::{ExtractedGame, SelectGame};
use kifu_store::index::content::content_key;
use kifu_store::index::document::illegal_message;
use kifu_store::index::stored_header::id_text;
use kifu_store::userdata::marks::{GameMarks, Marks, key_text};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// Version of the object. New keys do not change it.
const VERSION: u32 = 1;

/// Initial capacity of the buffer into which a game is written as JSON, in bytes: enough for most games.
const LINE_CAPACITY_BYTES: usize = 16 << 10;

/// Game as `show --json` prints it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GameLine<'a> {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Game id: 16 hexadecimal digits; absent for a game that was read without an index.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Key of the game's content, to which tags and notes belong: 16 hexadecimal digits.
    content: String,
    /// User's tags of the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    /// True if the user gave the game a star.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    starred: bool,
    /// User's note about the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Path of the file. In answers of a server, it begins at the root that the file was found in.
    path: String,
    /// Members of archives that the game is in, from the outermost inwards, joined by `!`; null for a loose file.
    member: Option<String>,
    /// Number of the game in its file, from 1.
    game: u32,
    /// Kind of game: `go`, `loa` or `other`.
    kind: &'static str,
    /// Format of the file: `sgf`, `jgf`, `gib`, `ngf`, `ugf`, `ogs` or `parquet`.
    format: &'static str,
    /// Charset by which the file was decoded: `UTF-8`.
    charset: &'a str,
    /// Reason for choosing the charset.
    charset_from: &'a str,
    /// Number of columns and of rows of the board.
    size: [u8; 2],
    /// Moves of the main line, each as `B[pd]`.
    #[cfg_attr(feature = "json-schema", schemars(with = "Vec<String>"))]
    moves: Moves<'a>,
    /// Number of nodes of the tree.
    nodes: usize,
    /// Number of nodes of the main line.
    main_nodes: usize,
    /// Number of variations.
    variations: usize,
    /// Setup stones of the root, one point each: `AB[dd]`.
    #[cfg_attr(feature = "json-schema", schemars(with = "Vec<String>"))]
    setup: SetupJson<'a>,
    /// Colour that moves first, if the root says so: `B` or `W`.
    turn: Option<char>,
    /// Comments, in the order of their nodes.
    #[cfg_attr(feature = "json-schema", schemars(with = "Vec<NodeCommentJson>"))]
    comments: CommentsJson<'a>,
    /// Engine analysis, in the order of the nodes.
    #[serde(skip_serializing_if = "VerdictsJson::is_empty")]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<Vec<VerdictJson>>"))]
    analysis: VerdictsJson<'a>,
    /// Annotations by people, in the order of the nodes.
    #[serde(skip_serializing_if = "AnnotationsJson::is_empty")]
    #[cfg_attr(feature = "json-schema", schemars(with = "Option<Vec<AnnotationJson>>"))]
    annotations: AnnotationsJson<'a>,
    /// Game information: who played, when, where, and how it ended.
    info: Info<'a>,
    /// Properties of the root by name, with their values as written.
    #[cfg_attr(feature = "json-schema", schemars(with = "HashMap<String, Vec<String>>"))]
    properties: Properties<'a>,
    /// Rows of the board at the place `at`, the uppermost first, with `X`, `O`, and `.` for an empty point.
    board: Vec<String>,
    /// Diagnostics: what is odd in the record.
    diagnostics: Vec<DiagnosticJson>,
    /// Place of the board in the game; null if the rules of the game are not known.
    at: Option<PlaceJson>,
    /// Nodes of the tree, in pre-order.
    #[cfg_attr(feature = "json-schema", schemars(with = "Vec<NodeJson>"))]
    tree: Nodes<'a>,
    /// Range of nodes that `moves`, `comments` and `tree` cover; absent if they cover the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<WindowJson>,
}

/// Range of nodes of a large game that `moves`, `comments` and `tree` cover.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Window"))]
struct WindowJson {
    /// First node of the window.
    from: NodeId,
    /// Node after the last node of the window.
    to: NodeId,
    /// First node of the next window; null if this window is the last one.
    next: Option<NodeId>,
}

/// Serialises the moves of the main line within a range of nodes, each as `B[pd]`. All moves are written into one
/// shared buffer: with a string for each move, an export of whole archives took about a third longer.
#[derive(Clone, Debug)]
struct Moves<'a>(&'a GameRecord, Range<NodeId>);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Moves(record, nodes) = self;
        let mut list = serializer.serialize_seq(None)?;
        let mut text = String::new();
        let nodes = nodes.start..nodes.end.min(record.tree.main_line().end);
        for action in nodes.flat_map(|node| record.tree.actions(node)) {
            text.clear();
            if push_move(&mut text, record, action) {
                list.serialize_element(&text)?;
            }
        }
        list.end()
    }
}

/// Serialises a range of nodes of the tree, in pre-order.
#[derive(Clone, Debug)]
struct Nodes<'a> {
    record: &'a GameRecord,
    /// Range of nodes to write.
    nodes: Range<NodeId>,
    /// Markup of all nodes, in the order of the nodes.
    marks: &'a [Mark],
}

/// Serialises the comments of a range of nodes, in the order of the nodes.
#[derive(Clone, Debug)]
struct CommentsJson<'a> {
    record: &'a GameRecord,
    nodes: Range<NodeId>,
    /// Number of moves up to each node.
    numbers: Vec<u32>,
}

impl Serialize for CommentsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let comments = self.record.tree.comments().filter(|(node, _)| self.nodes.contains(node));
        serializer.collect_seq(comments.map(|(node, text)| NodeCommentJson {
            node,
            number: self.numbers.get(node as usize).copied().unwrap_or(0),
            text,
        }))
    }
}

/// Serialises the setup of the root, one point per entry, up to the given number of entries. Without that limit a
/// hostile file of a few bytes could name the same rectangles of points many times over.
#[derive(Clone, Copy, Debug)]
struct SetupJson<'a>(&'a GameRecord, usize);

impl Serialize for SetupJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SetupJson(record, max_points) = *self;
        let (game, size) = (record.start.game, record.start.size);
        let rectangles = record.tree.actions(0).iter().filter_map(|action| match *action {
            Action::Add(stone, from, to) => Some((stone_name(stone), from, to)),
            _ => None,
        });
        let points = rectangles.flat_map(|(name, from, to)| {
            let rows = (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| (x, y)));
            rows.map(move |(x, y)| format!("{name}[{}]", point_value(game, size, Point::new(x, y))))
        });
        serializer.collect_seq(points.take(max_points))
    }
}

/// Place of a board in a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Place"))]
pub struct PlaceJson {
    /// Node of the board, in pre-order from 0.
    node: NodeId,
    /// Number of moves up to the node.
    #[serde(rename = "move")]
    number: u32,
    /// True if the node is in a variation.
    variation: bool,
    /// Last move before the board, written as in `moves`.
    last: Option<String>,
    /// Side to move: `B` or `W`.
    turn: char,
    /// Number of captured stones of each colour.
    captured: CapturedJson,
}

/// Number of captured stones.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Captured"))]
struct CapturedJson {
    /// Number of captured black stones.
    black: u32,
    /// Number of captured white stones.
    white: u32,
}

/// Node of the tree. Values are written as in SGF; several points may be written as a rectangle. A key is absent if it
/// would be empty.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Node"))]
struct NodeJson<'a> {
    /// Parent of the node; null for the root.
    parent: Option<NodeId>,
    /// Moves of the node: `B[pd]`.
    #[serde(rename = "move", skip_serializing_if = "str::is_empty")]
    played: &'a str,
    /// Setup of the node: stones that are set or removed, and the side to move: `AB[dd]`, `PL[W]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    setup: Vec<String>,
    /// Comment of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<Cow<'a, str>>,
    /// Markup of the node: `TR[dd]`, `LB[dd:A]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
}

/// Comment of a node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "NodeComment"))]
struct NodeCommentJson<'a> {
    /// Node of the comment, in pre-order from 0.
    node: u32,
    /// Number of moves up to the node.
    #[serde(rename = "move")]
    number: u32,
    /// Text of the comment.
    text: &'a str,
}

/// Diagnostic: something odd in a record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Diagnostic"))]
struct DiagnosticJson {
    /// Stable name of the kind of diagnostic: `bad-move`.
    code: &'static str,
    /// Message: what was found, and what was done about it.
    message: String,
    /// Place in the file, in bytes; 0 for the file as a whole.
    offset: usize,
}

/// Makes the JSON object of a game from its record. The path in `origin` must be absolute, and the game number in it
/// counts from 1.
pub fn game_line<'a>(record: &'a GameRecord, origin: &Origin, text: &'a FileText) -> GameLine<'a> {
    let tree = &record.tree;
    let start = record.start;
    let end = position(record.start, &record.tree, GamePosition::End).ok();
    let nodes = 0..tree.len() as NodeId;
    let line = GameLine {
        v: VERSION,
        id: None,
        content: key_text(content_key(record)),
        tags: Vec::new(),
        starred: false,
        note: None,
        path: path_text(&origin.path),
        member: origin.member_name(),
        game: origin.game,
        kind: start.game.name(),
        format: record.format.as_str(),
        charset: text.charset.name,
        charset_from: text.charset.from.as_str(),
        size: [start.size.width(), start.size.height()],
        moves: Moves(record, nodes.clone()),
        nodes: tree.len(),
        main_nodes: tree.main_line().len(),
        variations: tree.variation_count(),
        setup: SetupJson(record, usize::MAX),
        turn: first_turn(record).map(Color::letter),
        comments: CommentsJson { record, nodes: nodes.clone(), numbers: tree.move_numbers() },
        analysis: VerdictsJson { record, nodes: nodes.clone() },
        annotations: AnnotationsJson { record, nodes: nodes.clone() },
        info: Info::new(&record.info),
        properties: Properties(&record.properties),
        board: Vec::new(),
        diagnostics: (diagnostics(record, end.as_ref()).iter())
            .map(|diagnostic| DiagnosticJson {
                code: diagnostic.code.as_str(),
                message: diagnostic.message.to_string(),
                offset: diagnostic.offset,
            })
            .collect(),
        at: None,
        tree: Nodes { record, nodes, marks: &[] },
        window: None,
    };
    match &end {
        Some(end) => line.with_board_at(record, end),
        None => line,
    }
}

/// Largest number of nodes of a window, the part of a large game that is written at once. A window also ends when its
/// JSON has about [`WINDOW_BYTES`].
const WINDOW_NODES: NodeId = 10_000;
/// Estimated size of a window as JSON, in bytes, at which the window ends.
const WINDOW_BYTES: usize = 2 << 20;
/// Estimates, in bytes, of a node as JSON, and of a single setup or markup value of it.
const NODE_BYTES: usize = 48;
const PART_BYTES: usize = 16;
/// Upper limit of the number of setup points in a window. The largest board, 52 × 52, has 2,704 points.
const MAX_SETUP_POINTS: usize = 10_000;

/// Returns the range of nodes, beginning with `from`, that fit in one window: all remaining nodes if the game is small.
fn window(record: &GameRecord, marks: &[Mark], from: NodeId) -> Range<NodeId> {
    let tree = &record.tree;
    let from = from.min(tree.len() as NodeId);
    let first = marks.partition_point(|mark| mark.node < from);
    let mut marks = marks.iter().skip(first).peekable();
    let mut comments = tree.comments().skip_while(|(node, _)| *node < from).peekable();
    let mut verdicts =
        record.analysis.verdicts.iter().skip_while(|verdict| verdict.node < from).peekable();
    let mut bytes = 0;
    let last = (from..tree.len() as NodeId).take(WINDOW_NODES as usize).take_while(|&node| {
        bytes += NODE_BYTES + PART_BYTES * tree.actions(node).len();
        while let Some(mark) = marks.next_if(|mark| mark.node == node) {
            bytes += PART_BYTES + mark.label.len();
        }
        while let Some(verdict) = verdicts.next_if(|verdict| verdict.node == node) {
            bytes += verdict_bytes(verdict);
        }
        // A comment is written twice: in the list of all comments, and with its node.
        while let Some((_, text)) = comments.next_if(|(of, _)| *of == node) {
            bytes += 2 * (NODE_BYTES + text.len());
        }
        // A window has at least one node, however large the node is, so that a client that asks for window after window
        // reaches the end.
        node == from || bytes <= WINDOW_BYTES
    });
    from..last.last().map_or(from, |last| last + 1)
}

/// Callback that adds to a record the engine analysis that an index stores of the game with this id. The analysis comes
/// from a separate table, so the file of the game does not have it.
pub(super) type AddTableAnalysis<'t> = &'t dyn Fn(u64, &mut GameRecord);

/// Makes a function that reads a file and writes the requested games of it as lines of JSON. With `user`, the lines
/// include the user's tags, stars and notes.
pub(super) fn full_lines<'t>(
    add_table_analysis: AddTableAnalysis<'t>,
    user: Option<&'t Marks>,
) -> impl Fn(&Entry, SelectGame, &mut dyn FnMut(u32, ExtractedGame)) {
    move |entry, is_wanted, sink| {
        let decoded = charset::decode(&entry.bytes);
        let mut analysis = SidecarAnalysis::open(entry, None);
        read_decoded(entry.source(), &decoded, &mut |mut record, of_game, span| {
            let number = of_game.number;
            let Some(cut) = is_wanted(number, &record) else {
                return;
            };
            let marks = span
                .and_then(|span| decoded.text.get(span.range))
                .map_or_else(Vec::new, read_marks);
            if let Some(analysis) = &mut analysis {
                analysis.add_to(&mut record, number);
            }
            if let Some(id) = cut.id {
                add_table_analysis(id, &mut record);
            }
            let line = game_line(&record, &entry.origin.game(number), of_game)
                .with_id(cut.id.map(id_text));
            let line = match user {
                Some(user) => line.with_user_marks(user.for_game(content_key(&record))),
                None => line,
            };
            let mut bytes = Vec::with_capacity(LINE_CAPACITY_BYTES);
            // Serialising to memory cannot fail.
            let _ = json::write_line(&mut bytes, &line.with_marks(&marks));
            let format = record.format;
            sink(number, ExtractedGame::new(bytes, format, false));
        });
    }
}

impl<'a> GameLine<'a> {
    /// Adds the id by which an index knows the game.
    #[must_use]
    pub fn with_id(self, id: Option<String>) -> Self {
        GameLine { id, ..self }
    }

    /// Adds the user's tags, star and note.
    #[must_use]
    pub fn with_user_marks(self, marks: GameMarks) -> Self {
        GameLine { tags: marks.tags, starred: marks.starred, note: marks.note, ..self }
    }

    /// Sets the board and its place in the game.
    #[must_use]
    pub fn with_board_at(mut self, record: &GameRecord, place: &Position) -> Self {
        let board = place.board.as_ref();
        self.board = board.map_or_else(Vec::new, |board| board.rows());
        self.at = Some(PlaceJson::new(record, place));
        self
    }

    /// Limits a large game to a window: a range of its nodes that begins with `from`. The key `window` says which nodes
    /// these are, and where the next window begins. Short keys about the whole game stay complete.
    #[must_use]
    pub fn window_from(mut self, from: NodeId) -> Self {
        let record = self.tree.record;
        let nodes = window(record, self.tree.marks, from);
        self.setup.1 = MAX_SETUP_POINTS;
        if nodes.len() == record.tree.len() {
            return self;
        }
        self.window = Some(WindowJson {
            from: nodes.start,
            to: nodes.end,
            next: Some(nodes.end).filter(|&next| (next as usize) < record.tree.len()),
        });
        self.moves.1 = nodes.clone();
        self.comments.nodes = nodes.clone();
        self.analysis.nodes = nodes.clone();
        self.annotations.nodes = nodes.clone();
        self.tree.nodes = nodes;
        self
    }

    /// Adds the markup of the nodes, which must be in the order of the nodes.
    #[must_use]
    pub fn with_marks(mut self, marks: &'a [Mark]) -> Self {
        self.tree.marks = marks;
        self
    }
}

impl PlaceJson {
    /// Describes the place of a board in a record.
    pub fn new(record: &GameRecord, place: &Position) -> PlaceJson {
        let Start { game, size, .. } = record.start;
        let last = place.last.map(|(color, action)| {
            format!("{}[{}]", color.letter(), move_value(game, size, action))
        });
        PlaceJson {
            node: place.node,
            number: place.number,
            variation: !place.main,
            last,
            turn: place.turn.letter(),
            captured: CapturedJson {
                black: place.captures.count(Color::Black),
                white: place.captures.count(Color::White),
            },
        }
    }
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Nodes { record, nodes, marks } = self;
        let first = marks.partition_point(|mark| mark.node < nodes.start);
        let mut marks = marks.get(first..).unwrap_or_default();
        let mut list = serializer.serialize_seq(Some(nodes.len()))?;
        let mut played = String::new();
        for id in nodes.clone() {
            let here = marks.iter().take_while(|mark| mark.node <= id).count();
            let (of_node, later) = marks.split_at(here);
            marks = later;
            played.clear();
            list.serialize_element(&node(record, id, of_node, &mut played))?;
        }
        list.end()
    }
}

/// Makes the JSON of a node. The text of its moves is written into `played`, a buffer that all nodes share.
fn node<'a>(
    record: &'a GameRecord,
    id: NodeId,
    marks: &[Mark],
    played: &'a mut String,
) -> NodeJson<'a> {
    let tree = &record.tree;
    let mut setup = Vec::new();
    for action in tree.actions(id) {
        if !push_move(played, record, action) {
            setup.extend(setup_value(record, action));
        }
    }
    let mut comments = tree.comments_of(id);
    let first = comments.next().map(Cow::Borrowed);
    NodeJson {
        parent: tree.parent(id),
        played,
        setup,
        comment: comments
            .fold(first, |all, next| all.map(|all| Cow::Owned(format!("{all}\n\n{next}")))),
        marks: marks.iter().map(|mark| mark_value(record.start, mark)).collect(),
    }
}

/// Writes markup as in SGF, `LB[pd:1]`.
fn mark_value(start: Start, mark: &Mark) -> String {
    let points = rectangle(start, mark.from, mark.to);
    let label = match mark.sign {
        Sign::Label => format!(":{}", mark.label),
        _ => String::new(),
    };
    format!("{}[{points}{label}]", mark.sign.property())
}

/// Appends a move with its colour, `B[pd]`; returns false if the action is not a move.
fn push_move(text: &mut String, record: &GameRecord, action: &Action) -> bool {
    let Start { game, size, .. } = record.start;
    let (Action::Move(color, _) | Action::Raw(color, _)) = *action else {
        return false;
    };
    text.push(color.letter());
    text.push('[');
    match *action {
        Action::Move(_, Move::Place(point)) => push_point(text, game, size, point),
        Action::Move(_, action) => text.push_str(&move_value(game, size, action)),
        Action::Raw(_, raw) => text.push_str(record.tree.raw_text(raw)),
        Action::Add(..) | Action::Turn(_) => {}
    }
    text.push(']');
    true
}

/// Writes setup as in SGF, `AB[aa:cc]` or `PL[W]`.
fn setup_value(record: &GameRecord, action: &Action) -> Option<String> {
    match *action {
        Action::Add(stone, from, to) => {
            let points = rectangle(record.start, from, to);
            Some(format!("{}[{points}]", stone_name(stone)))
        }
        Action::Turn(color) => Some(format!("PL[{}]", color.letter())),
        Action::Move(..) | Action::Raw(..) => None,
    }
}

/// Names a point, or a rectangle by two of its corners.
fn rectangle(start: Start, from: Point, to: Point) -> String {
    let name = |point| point_value(start.game, start.size, point);
    if from == to { name(from) } else { format!("{}:{}", name(from), name(to)) }
}

/// Returns the diagnostics of a record, including moves that break the rules. Such moves are found only by a replay, so
/// they are taken from `end`, the position at the end of the main line.
pub fn diagnostics<'a>(record: &'a GameRecord, end: Option<&Position>) -> Cow<'a, Diagnostics> {
    let has_code = |code| record.diagnostics.iter().any(|d| d.code == code);
    match end {
        Some(end) if end.illegal > 0 && !has_code(Code::IllegalMove) => {
            let mut all = record.diagnostics.clone();
            let message = illegal_message(end.illegal.into(), end.first_illegal);
            all.add(Code::IllegalMove, 0, message);
            Cow::Owned(all)
        }
        _ => Cow::Borrowed(&record.diagnostics),
    }
}

/// Writes the value of a move property: `pd`, empty for a pass, `!` for a move that cannot be parsed, `e1-e3` in Lines
/// of Action.
pub(crate) fn move_value(game: GameKind, size: BoardSize, action: Move) -> String {
    match action {
        Move::Pass => String::new(),
        Move::Place(point) => point_value(game, size, point),
        action => loa::move_name(action, size),
    }
}

/// Returns the side to move first according to the root node.
fn first_turn(record: &GameRecord) -> Option<Color> {
    record.tree.actions(0).iter().rev().copied().find_map(|action| match action {
        Action::Turn(color) => Some(color),
        _ => None,
    })
}

/// Serialises properties as an object with a list of values for each name, in the order of the file. A property that
/// occurs twice has one list.
#[derive(Clone, Copy, Debug)]
struct Properties<'a>(&'a [Property]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut lists: Vec<(&str, Vec<&str>)> = Vec::with_capacity(self.0.len());
        for property in self.0 {
            let place = *places.entry(&property.name).or_insert(lists.len());
            if place == lists.len() {
                lists.push((&property.name, Vec::new()));
            }
            if let Some((_, values)) = lists.get_mut(place) {
                values.extend(property.values.iter().map(String::as_str));
            }
        }
        serializer.collect_map(lists)
    }
}
