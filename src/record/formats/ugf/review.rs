//! Reads the sections `[ReviewNode]` and `[ReviewComment]`: the game once more as a tree of numbered nodes, and
//! comments on them. `NODE,54,1,16,8` is node 54, a black move in column 16 and row 8. What is between `VARIATION,` and
//! `VARIATIONEND,` hangs below the node before it. The game's own moves are not added twice.

use super::{UgfMove, UgfReader};
use crate::formats::server::TextLine;
use crate::game::{Color, Move};
use crate::{Code, NodeId};
use std::collections::HashMap;

/// Tree of a review as far as it has been read.
#[derive(Default)]
pub(super) struct Review {
    /// Node below which the next one is added.
    current: NodeId,
    /// Node to return to at the end of each open variation.
    forks: Vec<NodeId>,
    /// Node of the game that is being read, by the number that the file gives to the node.
    nodes: HashMap<u32, NodeId>,
    /// Child of a node by the colour and point of its move, so that a move that the tree has already is not added
    /// again. Built when first needed.
    children: Option<HashMap<(NodeId, Color, Move), NodeId>>,
    /// Node of the open comment, and offset where its text begins.
    comment: Option<(NodeId, usize)>,
}

impl Review {
    /// Number of nodes and forks, with which the memory of the review grows in addition to that of the tree.
    pub(super) fn weight(&self) -> usize {
        self.forks.len().max(self.nodes.len())
    }
}

impl<'t> UgfReader<'t> {
    pub(super) fn review_node(&mut self, line: TextLine<'t>) {
        let mut fields = line.text.split(',').map(str::trim);
        match fields.next().unwrap_or("") {
            "" => {}
            "VARIATION" => self.review.forks.push(self.review.current),
            "VARIATIONEND" => match self.review.forks.pop() {
                Some(node) => self.review.current = node,
                None => {
                    let message = "the end of a variation that never began was skipped";
                    self.diagnostics.add(Code::BadLine, line.offset, message);
                }
            },
            "NODE" => {
                let mut number = || fields.next()?.parse::<u32>().ok();
                let id = number();
                let (color, x, y) = (number(), number(), number());
                let Some(((id, color), (x, y))) = id.zip(color).zip(x.zip(y)) else {
                    let message = "a node that is cut short was skipped";
                    self.diagnostics.add(Code::BadMove, line.offset, message);
                    return;
                };
                self.add_review_node(color, x, y, line.offset);
                self.review.nodes.insert(id, self.review.current);
            }
            _ => {
                let message = "a line that is not a node was skipped";
                self.diagnostics.add(Code::BadLine, line.offset, message);
            }
        }
    }

    /// Moves on to the node of this move, and adds it if it is new. Colours other than 1 and 2 are not moves.
    fn add_review_node(&mut self, color: u32, x: u32, y: u32, offset: usize) {
        let color = match color {
            1 => Color::Black,
            2 => Color::White,
            _ => return,
        };
        let board = self.board();
        let letter = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let written = UgfMove { color: Some(color), x: letter(x), y: letter(y), number: 1 };
        let played = self.convert_move(written, board, offset);
        let parent = self.review.current;
        if parent == 0
            && color == Color::Black
            && matches!(played, Move::Place(point) if self.initial_stones.contains(&point))
        {
            return;
        }
        let draft = &mut self.draft;
        let children = self.review.children.get_or_insert_with(|| {
            let pairs = self.main_line.iter().zip(self.main_line.iter().skip(1));
            let played = |(&parent, &node): (&NodeId, &NodeId)| {
                let (color, played) = draft.move_of(node)?;
                Some(((parent, color, played), node))
            };
            pairs.filter_map(played).collect()
        });
        let node = children.entry((parent, color, played));
        let node = *node.or_insert_with(|| draft.add(parent, Some((color, played))));
        self.review.current = node;
    }

    /// Begins the comment of a line `.Comment,55`, which runs until the next one.
    pub(super) fn review_comment(&mut self, line: TextLine<'t>) {
        let Some(number) = line.text.strip_prefix(".Comment,") else {
            return;
        };
        self.end_review_comment(line.offset);
        let node =
            number.trim().parse().ok().and_then(|number: u32| self.review.nodes.get(&number));
        if node.is_none() {
            let message = "a comment on a missing node was moved to the start";
            self.diagnostics.add(Code::BadLine, line.offset, message);
        }
        let node = node.copied().unwrap_or(0);
        self.review.comment = Some((node, line.offset + line.text.len()));
    }

    pub(super) fn end_review_comment(&mut self, end: usize) {
        if let Some((node, start)) = self.review.comment.take() {
            let lines: Vec<&str> =
                self.text.get(start..end).unwrap_or("").lines().map(str::trim).collect();
            self.draft.comment(node, lines.join("\n").trim().to_owned());
        }
    }
}
