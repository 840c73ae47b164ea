//! Reads one node of a JGF tree: moves, setup and comments, in all dialects.

use crate::formats::json::value::{JsonKind, JsonValue};
use crate::formats::setup_limit::{MAX_TREE_SETUP_BOARDS, area};
use crate::formats::sgf;
use crate::game::{BoardSize, ByColor, Color, Move, Point, Stone};
use crate::{Action, Code, Diagnostics, GameTree};

/// Values of the JSON object of a node, by what they mean. If a key is repeated, the last one is used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeValues<'j> {
    /// Value of `move`, or the node itself if it has `B` or `W`.
    action: Option<JsonValue<'j>>,
    setup: Option<JsonValue<'j>>,
    turn: Option<JsonValue<'j>>,
    comments: Option<JsonValue<'j>>,
    /// Lines of play that begin after this node.
    pub(super) variations: Option<JsonValue<'j>>,
    /// Whether the object counts as a node: it has anything besides variations, or is empty.
    pub(super) is_node: bool,
    /// Whether the object has any key of JGF.
    pub(super) is_known: bool,
}

impl<'j> NodeValues<'j> {
    pub(super) fn from_object(node: JsonValue<'j>) -> NodeValues<'j> {
        let mut parts = NodeValues::default();
        let mut empty = true;
        for (key, value) in node.entries() {
            empty = false;
            let list = value.is_list();
            let known = match &*key {
                "variations" if list => {
                    parts.variations = Some(value);
                    parts.is_known = true;
                    continue;
                }
                "move" => {
                    parts.action = Some(value);
                    moves(value).next().is_some()
                }
                // `B` and `W` may stand directly in the node's object instead of under `move`.
                "B" | "W" => {
                    parts.action.get_or_insert(node);
                    is_move(value)
                }
                "setup" => {
                    parts.setup = Some(value);
                    list || value.kind() == JsonKind::Object
                }
                "turn" => {
                    parts.turn = Some(value);
                    !value.is_cut() && color(value).is_some()
                }
                "comments" | "comment" => {
                    parts.comments = Some(value);
                    list || key == "comments" && value.kind() == JsonKind::String
                }
                "root" => value.is_true(),
                "markup" | "score" => list || value.kind() == JsonKind::Object,
                "solution" => true,
                _ => false,
            };
            parts.is_node = true;
            parts.is_known |= known;
        }
        parts.is_node |= empty;
        parts
    }

    /// Whether the object can be a node of a bare array, which says nothing else about its format: it has a move, a
    /// stone or `root`.
    pub(super) fn is_bare_node(&self, node: JsonValue<'j>) -> bool {
        let mut moves = self.action.into_iter().flat_map(moves);
        let mut setup = self.setup.into_iter().flat_map(stones);
        moves.any(|(_, value)| is_move(value))
            || setup.next().is_some()
            || node.get("root").is_some_and(JsonValue::is_true)
    }

    /// Adds the actions and comments of this object to the newest node of the tree.
    pub(super) fn add_to(
        &self,
        tree: &mut GameTree,
        size: BoardSize,
        setup_area: &mut usize,
        diagnostics: &mut Diagnostics,
    ) {
        let max_area = MAX_TREE_SETUP_BOARDS * size.area();
        let mut has_setup = false;
        for (stone, coords) in self.setup.into_iter().flat_map(stones) {
            for value in points(coords) {
                has_setup = true;
                match rectangle(value, size) {
                    Some((from, to)) if *setup_area + area(from, to) <= max_area => {
                        *setup_area += area(from, to);
                        tree.add_action(Action::Add(stone, from, to));
                    }
                    Some(_) => diagnostics.too_much_setup(value.offset()),
                    None => {
                        let message = "a setup stone off the board is skipped";
                        diagnostics.add(Code::BadPoint, value.offset(), message);
                    }
                }
            }
        }
        if let Some(turn) = self.turn.filter(|turn| turn.text().is_some()) {
            match color(turn) {
                Some(color) => tree.add_action(Action::Turn(color)),
                None => {
                    let message = "the colour of `turn` is not known";
                    diagnostics.add(Code::BadJson, turn.offset(), message);
                }
            }
        }
        if let Some(action) = self.action {
            self.add_moves(action, tree, size, diagnostics);
            if has_setup {
                let message = "a move and setup in one node; setup comes first";
                diagnostics.add(Code::MoveWithSetup, action.offset(), message);
            }
        }
        for comment in self.comments.into_iter().flat_map(comments) {
            tree.add_comment(&comment);
        }
    }

    fn add_moves(
        &self,
        action: JsonValue,
        tree: &mut GameTree,
        size: BoardSize,
        diagnostics: &mut Diagnostics,
    ) {
        let mut any = false;
        let mut moved = ByColor::default();
        for (color, value) in moves(action) {
            any = true;
            let action = point_or_pass(value, size);
            if action.is_none() && value.is_cut() {
                continue;
            }
            // If a key such as `B` is repeated, only the first one is a move, like a second `B` of a node in SGF.
            if std::mem::replace(&mut moved[color], true) {
                diagnostics.second_move(color, None, value.offset());
                continue;
            }
            if action.is_none() {
                diagnostics.bad_move(value.offset());
            }
            tree.add_action(Action::Move(color, action.unwrap_or(Move::Unreadable)));
        }
        if !any && action.kind() != JsonKind::Word {
            let message = "a move of neither Black nor White is skipped";
            diagnostics.add(Code::BadMove, action.offset(), message);
        }
    }
}

/// Parses a colour such as `black` or `B`.
pub(super) fn color(value: JsonValue) -> Option<Color> {
    color_named(value.text()?.trim())
}

pub(super) fn color_named(name: &str) -> Option<Color> {
    match name.to_ascii_lowercase().as_str() {
        "black" | "b" => Some(Color::Black),
        "white" | "w" => Some(Color::White),
        _ => None,
    }
}

/// Moves of `{color, x, y}` or `{B: …}`.
fn moves(action: JsonValue<'_>) -> impl Iterator<Item = (Color, JsonValue<'_>)> {
    let coloured = action.get("color").and_then(color);
    let keyed = action.entries().filter_map(|(key, value)| Some((color_named(&key)?, value)));
    let itself = coloured.map(|color| (color, action));
    itself.into_iter().chain(keyed.filter(move |_| coloured.is_none()))
}

/// Whether a value has the shape of a point or a pass. Other formats use the keys `B` and `W` too, but with numbers. So
/// a value that the end of the text cuts off before it begins proves nothing.
fn is_move(value: JsonValue) -> bool {
    value.kind() != JsonKind::Word
}

fn point_or_pass(value: JsonValue, size: BoardSize) -> Option<Move> {
    match value.kind() {
        JsonKind::Object if value.get("pass").is_some_and(JsonValue::is_true) => Some(Move::Pass),
        JsonKind::Object | JsonKind::Array => point(value, size).map(Move::Place),
        JsonKind::Word => None,
        JsonKind::String => {
            let text = value.text()?;
            let text = text.trim();
            // `tt` is a pass on boards up to 19×19, as in old SGF, whose coordinates JGF uses.
            let small = size.width() <= 19 && size.height() <= 19;
            if text.is_empty() || text.eq_ignore_ascii_case("pass") || text == "tt" && small {
                return Some(Move::Pass);
            }
            letters(text, size).map(Move::Place)
        }
    }
}

/// Stones and coordinates of `[{type: "black", coords: […]}]` or `{B: […], W: […], E: […]}`.
fn stones<'j>(setup: JsonValue<'j>) -> impl Iterator<Item = (Stone, JsonValue<'j>)> {
    let typed = setup.items().filter_map(|item| {
        let stone = item.get("type").or_else(|| item.get("color"))?;
        Some((stone_named(&stone.text()?)?, item.get("coords")?))
    });
    let keyed = setup.entries().filter_map(|(key, value)| Some((stone_named(&key)?, value)));
    typed.chain(keyed)
}

fn stone_named(name: &str) -> Option<Stone> {
    let name = name.trim();
    let letter = name.strip_prefix(['A', 'a']).filter(|letter| letter.len() == 1).unwrap_or(name);
    match letter.to_ascii_lowercase().as_str() {
        "e" | "clear" | "empty" | "erase" => Some(Stone::Empty),
        name => color_named(name).map(Stone::from),
    }
}

/// Points of a list, or the value itself if it is a single point.
fn points<'j>(coords: JsonValue<'j>) -> impl Iterator<Item = JsonValue<'j>> {
    let first = coords.items().next();
    let pair = first.is_some_and(|first| first.kind() == JsonKind::Word);
    let single = !coords.is_list() || pair;
    let list = coords.items().filter(move |_| !single);
    single.then_some(coords).into_iter().chain(list)
}

/// Corners of the rectangle `aa:cc`; of a single point, that point twice.
fn rectangle(value: JsonValue, size: BoardSize) -> Option<(Point, Point)> {
    if value.kind() == JsonKind::String {
        let text = value.text()?;
        if let Some((a, b)) = text.split_once(':') {
            return sgf::clip_rectangle(letters(a.trim(), size)?, letters(b.trim(), size)?, size);
        }
    }
    point(value, size).map(|point| (point, point))
}

/// Reads `{x, y}`, `[x, y]` or `dd`.
fn point(value: JsonValue, size: BoardSize) -> Option<Point> {
    let (x, y) = match value.kind() {
        JsonKind::Object => (value.get("x")?, value.get("y")?),
        JsonKind::Array => {
            let mut items = value.items();
            (items.next()?, items.next()?)
        }
        JsonKind::String => return letters(value.text()?.trim(), size),
        JsonKind::Word => return None,
    };
    let point = Point::new(coordinate(x)?, coordinate(y)?);
    size.contains(point).then_some(point)
}

fn coordinate(value: JsonValue) -> Option<u8> {
    let number = value.number()?;
    let side = 0.0..=f64::from(BoardSize::MAX);
    (number.fract() == 0.0 && side.contains(&number)).then_some(number as u8)
}

/// Reads two letters as in SGF, where `a` to `z` come before `A` to `Z`; `None` if the point is off the board.
fn letters(text: &str, size: BoardSize) -> Option<Point> {
    sgf::point_from_letters(text).filter(|&point| size.contains(point))
}

/// Comments of a list, each with its author's name, or a single comment in place of a list.
fn comments<'j>(value: JsonValue<'j>) -> impl Iterator<Item = String> {
    let comments = (!value.is_list()).then_some(value).into_iter().chain(value.items());
    comments.filter_map(|comment| {
        if comment.kind() != JsonKind::Object {
            return comment.text().map(String::from);
        }
        let text = comment.get("comment").or_else(|| comment.get("text"))?.text()?;
        let name = comment.get("name").and_then(JsonValue::text);
        match name.as_deref().unwrap_or("").trim() {
            "" => Some(text.into_owned()),
            name => Some(format!("{name}: {text}")),
        }
    })
}
