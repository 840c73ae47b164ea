//! Encoder of kifu blobs.

use super::{EVENTS_HOLD_MAIN_LINE, OmittedMoves, setup_number, symbol, symbol_width};
use crate::index::bits::BitWriter;
use crate::index::games::game_number;
use kifu_record::game::{BoardSize, Color, Move, Point, Stone};
use kifu_record::{Action, GameTree, NodeId, Start};

/// Encodes a game. Leaves out the end of its main line, if `left_out` says that the events (stored changes of points)
/// hold it.
pub(super) fn encode_omitting(
    left_out: Option<OmittedMoves>,
    start: Start,
    tree: &GameTree,
) -> Vec<u8> {
    let Some(game) = game_number(start.game) else {
        return Vec::new();
    };
    let events_flag = left_out.as_ref().map_or(0, |_| EVENTS_HOLD_MAIN_LINE);
    let setup = setup_number(start.setup) | events_flag;
    let mut bytes = vec![game, start.size.width(), start.size.height(), setup];
    bytes.extend(left_out.as_ref().map(|left_out| left_out.before));
    let mut encoder = Encoder {
        bits: BitWriter::default(),
        size: start.size,
        width: symbol_width(start.size),
        expected: Color::Black,
    };
    let left_out = left_out.map_or(0..0, |left_out| left_out.nodes);
    for node in 0..tree.len() as NodeId {
        match tree.actions(node) {
            [Action::Move(color, _)] if left_out.contains(&node) => {
                encoder.expected = color.other();
            }
            _ => encoder.node(tree, node),
        }
    }
    encoder.special(symbol::END);
    bytes.extend(encoder.bits.finish());
    bytes
}

struct Encoder {
    bits: BitWriter,
    size: BoardSize,
    width: u32,
    expected: Color,
}

impl Encoder {
    fn node(&mut self, tree: &GameTree, node: NodeId) {
        if let Some(parent) = tree.parent(node) {
            // Nodes come in pre-order, so no later node hangs below a node that is left on the way up. The number of
            // levels to go up therefore identifies the parent.
            let levels = std::iter::successors(node.checked_sub(1), |&at| tree.parent(at))
                .take_while(|&at| at != parent)
                .count();
            if levels > 0 {
                self.special(symbol::UP);
                self.number(levels as u64);
            }
        }
        let actions = tree.actions(node);
        // The symbol of a move starts a new node by itself. A node with anything but a single move needs the symbol
        // `NODE` first.
        let mut open = node == 0;
        if !open && !matches!(actions, [Action::Move(..)]) {
            self.special(symbol::NODE);
            open = true;
        }
        let mut rest = actions;
        while let Some((&first, others)) = rest.split_first() {
            match first {
                Action::Move(color, action) => {
                    if open {
                        self.special(symbol::JOIN);
                    }
                    self.action(color, action);
                }
                Action::Turn(Color::Black) => self.special(symbol::TURN_BLACK),
                Action::Turn(Color::White) => self.special(symbol::TURN_WHITE),
                Action::Add(stone, ..) => {
                    let same =
                        |action: &Action| matches!(action, Action::Add(s, ..) if *s == stone);
                    let count = rest.iter().take_while(|action| same(action)).count();
                    let (run, after) = rest.split_at(count);
                    self.setup(stone, run);
                    rest = after;
                    continue;
                }
                Action::Raw(..) => {}
            }
            rest = others;
        }
    }

    fn action(&mut self, color: Color, action: Move) {
        if color != self.expected {
            self.special(symbol::SWAP);
        }
        self.expected = color.other();
        match action {
            Move::Place(point) => self.point(point),
            Move::Slide { from, to } => {
                self.point(from);
                self.point(to);
            }
            Move::Pass => self.special(symbol::PASS),
            Move::Remove(point) => {
                self.special(symbol::REMOVE);
                self.point(point);
            }
            Move::Resign => self.special(symbol::RESIGN),
            Move::Forfeit => self.special(symbol::FORFEIT),
            Move::Escape => self.special(symbol::ESCAPE),
            Move::Unreadable => self.special(symbol::UNREADABLE),
        }
    }

    fn setup(&mut self, stone: Stone, run: &[Action]) {
        self.special(match stone {
            Stone::Black => symbol::ADD_BLACK,
            Stone::White => symbol::ADD_WHITE,
            Stone::Empty | Stone::Hole => symbol::ADD_EMPTY,
        });
        self.number(run.len() as u64);
        for action in run {
            if let Action::Add(_, from, to) = *action {
                if from != to {
                    self.special(symbol::SWAP);
                    self.point(from);
                }
                self.point(to);
            }
        }
    }

    #[inline]
    fn point(&mut self, point: Point) {
        self.bits.push(self.size.number(point) as u64, self.width);
    }

    fn special(&mut self, special: u64) {
        self.bits.push(self.size.area() as u64 + special, self.width);
    }

    /// Writes a number of any size, in symbols whose highest bit is set if more follow.
    fn number(&mut self, mut number: u64) {
        let digit = self.width - 1;
        while number >> digit > 0 {
            self.bits.push(1 << digit | number & ((1 << digit) - 1), self.width);
            number >>= digit;
        }
        self.bits.push(number, self.width);
    }
}
