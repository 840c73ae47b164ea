//! Executes the properties of a node: moves, setup, comments, markup, and game information outside of the root.

use super::TreeReader;
use super::root::{MAX_PROPERTIES, decode_value};
use crate::formats::setup_limit::{MAX_TREE_SETUP_BOARDS, area};
use crate::formats::sgf::lexer::RawValue;
use crate::formats::sgf::marks::{Mark, Sign};
use crate::formats::sgf::properties::PropertyKind;
use crate::formats::sgf::{boardspace, values};
use crate::game::{Color, GameKind, Move, Point, Stone, loa};
use crate::{Action, Code, NodeId, Property, Start};

/// Number of times that the setup in one node may cover the board; more is an attack and not a record.
const MAX_NODE_SETUP_BOARDS: usize = 64;

impl<'a> TreeReader<'_, 'a> {
    /// Executes one value of a property that acts on the node.
    pub(super) fn execute(&mut self, kind: PropertyKind, value: RawValue<'a>) {
        match kind {
            PropertyKind::Comment => self.comment(value),
            _ if !value.is_closed => {}
            PropertyKind::Move(color) => self.read_move(color, value),
            PropertyKind::NumberedMove(color) if self.start.game == GameKind::Loa => {
                let text = values::decode_simple_text(value.text);
                if let Some(action) = boardspace::parse_move(&text, self.start.size)
                    && !self.is_repeated(color, &value)
                {
                    self.add_move(color, action, value.offset);
                }
            }
            PropertyKind::Add(stone) => self.setup(stone, value),
            PropertyKind::Turn => {
                match values::decode_simple_text(value.text).trim_start().bytes().next() {
                    Some(b'B' | b'b' | b'1') => self.tree.add_action(Action::Turn(Color::Black)),
                    Some(b'W' | b'w' | b'2') => self.tree.add_action(Action::Turn(Color::White)),
                    _ => {}
                }
            }
            PropertyKind::NumberedMove(_)
            | PropertyKind::Info
            | PropertyKind::Analysis(_)
            | PropertyKind::Annotation(_)
            | PropertyKind::Other => {}
        }
    }

    fn comment(&mut self, value: RawValue<'a>) {
        let text = values::decode_text(value.text);
        self.tree.append_comment(&text);
    }

    /// Whether the node's last move is of this colour already; the second move is then left out. A node that has more
    /// than one move of each colour is different: it is a list of moves, since some programs wrote complete games like
    /// that.
    fn is_repeated(&mut self, color: Color, value: &RawValue<'a>) -> bool {
        let (text, offset) = (value.text, value.offset);
        if let Some((last, known)) = self.node.last_move
            && last == color
        {
            let is_same = known.trim() == text.trim();
            self.diagnostics.second_move(color, Some(text).filter(|_| !is_same), offset);
            return true;
        }
        self.node.last_move = Some((color, text));
        self.node.moves += 1;
        if self.node.moves == 3 {
            self.diagnostics.several_moves(offset);
        }
        false
    }

    fn read_move(&mut self, color: Color, value: RawValue<'a>) {
        if self.is_repeated(color, &value) {
            return;
        }
        let size = self.start.size;
        let action = match self.start.game {
            GameKind::Go => values::go_move(value.text, size),
            GameKind::Loa => {
                let text = values::decode_simple_text(value.text);
                loa::parse_move(&text, size).unwrap_or(Move::Unreadable)
            }
            GameKind::Other(_) => {
                return self.tree.add_raw_move(color, &values::decode_simple_text(value.text));
            }
        };
        self.add_move(color, action, value.offset);
    }

    fn add_move(&mut self, color: Color, action: Move, offset: usize) {
        if action == Move::Unreadable {
            self.diagnostics.bad_move(offset);
        }
        self.tree.add_action(Action::Move(color, action));
        if self.node.setup_area > 0 {
            self.note_move_with_setup(offset);
        }
    }

    fn note_move_with_setup(&mut self, offset: usize) {
        let message = "a move and setup stones stand in one node";
        self.diagnostics.add(Code::MoveWithSetup, offset, message);
    }

    fn setup(&mut self, stone: Stone, value: RawValue<'a>) {
        let size = self.start.size;
        if !self.start.has_rules() {
            return;
        }
        let Some((from, to)) = rectangle(&self.start, value.text) else {
            if !value.text.trim().is_empty() {
                let message = "a setup value that is not a point on the board";
                self.diagnostics.add(Code::BadPoint, value.offset, message);
            }
            return;
        };
        let area = area(from, to);
        self.node.setup_area += area;
        let in_tree = self.setup_area + area;
        if self.node.setup_area > MAX_NODE_SETUP_BOARDS * size.area()
            || in_tree > MAX_TREE_SETUP_BOARDS * size.area()
        {
            let message = "more setup than a board can hold was skipped";
            self.diagnostics.add(Code::TooMuchSetup, value.offset, message);
            return;
        }
        self.setup_area = in_tree;
        if self.node.moves > 0 {
            self.note_move_with_setup(value.offset);
        }
        self.tree.add_action(Action::Add(stone, from, to));
    }

    /// Reads game information outside the root.
    pub(super) fn later_info(&mut self, name: &str, value: RawValue<'a>) {
        if !value.is_closed {
            return;
        }
        if self.on_main {
            let message = "game information outside of the root was read";
            self.diagnostics.add(Code::InfoInLaterNode, value.offset, message);
        } else {
            let message = "game information in a variation can be searched for, but does not describe the game";
            self.diagnostics.add(Code::InfoInVariation, value.offset, message);
        }
        self.store_property(name, value);
    }

    /// Stores a property of a node after the root as text, so that it can be searched.
    pub(super) fn store_property(&mut self, name: &str, value: RawValue<'a>) {
        let list = if self.on_main { &mut self.main_info } else { &mut self.side_info };
        if list.len() < MAX_PROPERTIES && value.is_closed {
            list.push(Property::new(name, decode_value(name, value.text)));
        }
    }

    /// Whether a property exists only in Lines of Action, where it may be in any node.
    pub(super) fn is_loa_property(&self, name: &str) -> bool {
        self.start.game == GameKind::Loa && matches!(name, "AS" | "IP" | "IY" | "SE")
    }

    /// Adds a value that draws a sign on the board to the markup, if the caller wants markup.
    pub(super) fn store_mark(&mut self, name: &str, node: NodeId, value: RawValue<'a>) {
        let (Some(marks), Some(sign)) = (&mut self.marks, Sign::from_property(name)) else {
            return;
        };
        let split = sign.split(value.text).filter(|_| value.is_closed);
        if let Some((points, label)) = split
            && let Some((from, to)) = rectangle(&self.start, points)
            && self.budget.fits_nodes(marks.len())
        {
            marks.push(Mark { node, sign, from, to, label });
        }
    }
}

/// Part of a point or rectangle that is on the board; `None` if there is none.
fn rectangle(start: &Start, raw: &str) -> Option<(Point, Point)> {
    let text = match start.game {
        GameKind::Go => return values::go_rectangle(raw, start.size),
        GameKind::Loa => values::decode_simple_text(raw),
        GameKind::Other(_) => return None,
    };
    let point = |text| loa::parse_point(text, start.size);
    match text.split_once(':') {
        Some((a, b)) => values::clip_rectangle(point(a)?, point(b)?, start.size),
        None => point(&text).map(|point| (point, point)),
    }
}
