//! A game as JSON: one object of stable keys in a stable order.

#[cfg(test)]
mod tests;

use super::info::Info;
use super::json;
use crate::crawl::Entry;
use crate::export::IsWanted;
use crate::export::piece::Piece;
use crate::formats::sgf::marks::{Mark, Sign};
use crate::formats::sgf::read_marks;
use crate::formats::sgf::write::{point_value, stone_name};
use crate::formats::{FileText, read_decoded};
use crate::game::{BoardSize, Color, Game, Move, Point, loa};
use crate::index::document::illegal_message;
use crate::origin::{Origin, path_text};
use crate::query::address::At;
use crate::query::locate::{Position, position};
use crate::record::{Action, Code, Diagnostics, GameRecord, NodeId, Property, Start};
use crate::text::charset;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;

/// The version of the object; adding a key does not change it.
const VERSION: u32 = 1;

/// A game as `show --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine<'a> {
    v: u32,
    path: String,
    member: Option<String>,
    game: u32,
    kind: &'static str,
    format: &'static str,
    charset: &'a str,
    charset_from: &'a str,
    size: [u8; 2],
    moves: Vec<String>,
    nodes: usize,
    main_nodes: usize,
    variations: usize,
    setup: Vec<String>,
    turn: Option<char>,
    comments: Vec<CommentJson<'a>>,
    info: Info<'a>,
    properties: Properties<'a>,
    board: Vec<String>,
    diagnostics: Vec<DiagnosticJson>,
    at: Option<PlaceJson>,
    tree: Vec<NodeJson<'a>>,
}

/// The place of the board.
#[derive(Clone, Debug, Serialize)]
struct PlaceJson {
    node: NodeId,
    #[serde(rename = "move")]
    number: u32,
    variation: bool,
    /// The last move, as in `moves`.
    last: Option<String>,
    turn: char,
    /// Captured stones of each colour.
    captured: CapturedJson,
}

#[derive(Clone, Debug, Serialize)]
struct CapturedJson {
    black: u32,
    white: u32,
}

/// A node of the tree; the values are written as in SGF, rectangles included. What is empty is left out.
#[derive(Clone, Debug, Serialize)]
struct NodeJson<'a> {
    parent: Option<NodeId>,
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    played: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    setup: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct CommentJson<'a> {
    node: u32,
    #[serde(rename = "move")]
    number: u32,
    text: &'a str,
}

#[derive(Clone, Debug, Serialize)]
struct DiagnosticJson {
    code: &'static str,
    message: String,
    offset: usize,
}

/// The JSON object of a record. The origin's path must be absolute, and its game number counts from 1.
pub fn game_line<'a>(record: &'a GameRecord, origin: &Origin, text: &'a FileText) -> GameLine<'a> {
    let tree = &record.tree;
    let start = record.start;
    let (numbers, end) = (
        record.tree.move_numbers(),
        position(record.start, &record.tree, At::End).ok(),
    );
    let number_of = |node: u32| numbers.get(node as usize).copied().unwrap_or(0);
    GameLine {
        v: VERSION,
        path: path_text(&origin.path),
        member: origin.member_name(),
        game: origin.game,
        kind: start.game.name(),
        format: record.format.as_str(),
        charset: text.charset,
        charset_from: text.charset_from,
        size: [start.size.width(), start.size.height()],
        moves: moves(record),
        nodes: tree.len(),
        main_nodes: tree.main_line().len(),
        variations: tree.variations(),
        setup: setup(record),
        turn: turn(record).map(Color::letter),
        comments: (tree.comments())
            .map(|(node, text)| CommentJson {
                node,
                number: number_of(node),
                text,
            })
            .collect(),
        info: Info::new(&record.info),
        properties: Properties(&record.properties),
        board: (end.as_ref().and_then(|end| end.board.as_ref()))
            .map_or_else(Vec::new, |board| board.rows()),
        diagnostics: (diagnostics(record, end.as_ref()).iter())
            .map(|diagnostic| DiagnosticJson {
                code: diagnostic.code.as_str(),
                message: diagnostic.message.to_string(),
                offset: diagnostic.offset,
            })
            .collect(),
        at: end.as_ref().map(|end| PlaceJson::new(record, end)),
        tree: nodes(record),
    }
}

/// Takes the wanted games of a file as lines of JSON.
pub(super) fn full_lines(entry: &Entry, is_wanted: IsWanted, sink: &mut dyn FnMut(u32, Piece)) {
    let decoded = charset::decode(&entry.bytes);
    let of_file = FileText {
        charset: decoded.charset,
        charset_from: decoded.from.as_str(),
    };
    let mut number = 0;
    read_decoded(&entry.bytes, &decoded, &mut |record, _, span| {
        number += 1;
        if is_wanted(number, &record).is_none() {
            return;
        }
        let text = span.and_then(|span| decoded.text.get(span.range));
        let marks = text.map_or_else(Vec::new, read_marks);
        let line = game_line(&record, &entry.origin.game(number), &of_file);
        let mut bytes = Vec::new();
        // Writing to memory cannot fail.
        let _ = json::write_line(&mut bytes, &line.with_marks(&record, &marks));
        sink(
            number,
            Piece {
                bytes,
                format: record.format,
                is_converted: false,
            },
        );
    });
}

impl GameLine<'_> {
    /// The same with the board at another place.
    #[must_use]
    pub fn at(mut self, record: &GameRecord, place: &Position) -> Self {
        let board = place.board.as_ref();
        self.board = board.map_or_else(Vec::new, |board| board.rows());
        self.at = Some(PlaceJson::new(record, place));
        self
    }

    /// The same with the markup of the nodes.
    #[must_use]
    pub fn with_marks(mut self, record: &GameRecord, marks: &[Mark]) -> Self {
        for mark in marks {
            if let Some(node) = self.tree.get_mut(mark.node as usize) {
                let points = rectangle(record.start, mark.from, mark.to);
                let label = match mark.sign {
                    Sign::Label => format!(":{}", mark.label),
                    _ => String::new(),
                };
                node.marks
                    .push(format!("{}[{points}{label}]", mark.sign.property()));
            }
        }
        self
    }
}

impl PlaceJson {
    fn new(record: &GameRecord, place: &Position) -> PlaceJson {
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
                black: place.prisoners[Color::Black],
                white: place.prisoners[Color::White],
            },
        }
    }
}

/// The nodes of the tree in pre-order.
fn nodes(record: &GameRecord) -> Vec<NodeJson<'_>> {
    let tree = &record.tree;
    let node = |id: NodeId| {
        let actions = || tree.actions(id).iter();
        let mut comments = tree.comments_of(id);
        let first = comments.next().map(Cow::Borrowed);
        NodeJson {
            parent: tree.parent(id),
            played: actions()
                .filter_map(|action| played(record, action))
                .collect(),
            setup: actions()
                .filter_map(|action| set_up(record, action))
                .collect(),
            comment: comments.fold(first, |all, next| {
                all.map(|all| Cow::Owned(format!("{all}\n\n{next}")))
            }),
            marks: Vec::new(),
        }
    };
    (0..tree.len() as NodeId).map(node).collect()
}

/// A move with its colour, `B[pd]`.
fn played(record: &GameRecord, action: &Action) -> Option<String> {
    let Start { game, size, .. } = record.start;
    let (color, value) = match *action {
        Action::Move(color, action) => (color, Cow::Owned(move_value(game, size, action))),
        Action::Raw(color, text) => (color, Cow::Borrowed(record.tree.text(text))),
        Action::Add(..) | Action::Turn(_) => return None,
    };
    // Whole archives are written so: without the machinery of formats that is twice as fast.
    let mut text = String::with_capacity(value.len() + 3);
    text.push(color.letter());
    text.push('[');
    text.push_str(&value);
    text.push(']');
    Some(text)
}

/// Setup as in SGF, `AB[aa:cc]` or `PL[W]`.
fn set_up(record: &GameRecord, action: &Action) -> Option<String> {
    match *action {
        Action::Add(stone, from, to) => {
            let points = rectangle(record.start, from, to);
            Some(format!("{}[{points}]", stone_name(stone)))
        }
        Action::Turn(color) => Some(format!("PL[{}]", color.letter())),
        Action::Move(..) | Action::Raw(..) => None,
    }
}

/// A point, or a rectangle by two of its corners.
fn rectangle(start: Start, from: Point, to: Point) -> String {
    let name = |point| point_value(start.game, start.size, point);
    match from == to {
        true => name(from),
        false => format!("{}:{}", name(from), name(to)),
    }
}

/// The diagnostics of a record, including moves that break the rules. Those come to light only in a replay, so they are
/// taken from `end`, the end of the main line.
pub fn diagnostics<'a>(record: &'a GameRecord, end: Option<&Position>) -> Cow<'a, Diagnostics> {
    let told = |code| record.diagnostics.iter().any(|d| d.code == code);
    match end {
        Some(end) if end.illegal > 0 && !told(Code::IllegalMove) => {
            let mut all = record.diagnostics.clone();
            let message = illegal_message(end.illegal, end.first_illegal);
            all.add(Code::IllegalMove, 0, message);
            Cow::Owned(all)
        }
        _ => Cow::Borrowed(&record.diagnostics),
    }
}

fn moves(record: &GameRecord) -> Vec<String> {
    let actions = (record.tree.main_line()).flat_map(|node| record.tree.actions(node));
    actions
        .filter_map(|action| played(record, action))
        .collect()
}

/// The value of a move property: `pd`, empty for a pass, `!` for an invalid value, `e1-e3` in Lines of Action.
pub fn move_value(game: Game, size: BoardSize, action: Move) -> String {
    match action {
        Move::Pass => String::new(),
        Move::Place(point) => point_value(game, size, point),
        action => loa::move_name(action, size),
    }
}

/// The root's setup, one point per entry.
fn setup(record: &GameRecord) -> Vec<String> {
    let (game, size) = (record.start.game, record.start.size);
    let mut setup = Vec::new();
    for action in record.tree.actions(0) {
        let Action::Add(stone, from, to) = *action else {
            continue;
        };
        let name = stone_name(stone);
        for (x, y) in (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| (x, y))) {
            setup.push(format!(
                "{name}[{}]",
                point_value(game, size, Point::new(x, y))
            ));
        }
    }
    setup
}

/// The side to move according to the root.
fn turn(record: &GameRecord) -> Option<Color> {
    let actions = record.tree.actions(0).iter().rev();
    actions.copied().find_map(|action| match action {
        Action::Turn(color) => Some(color),
        _ => None,
    })
}

/// Properties as an object of lists, in the file's order.
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
