//! Which continuations of a position a book has.

use super::corner_hash::HashedCorner;
use super::graph::{Book, BookStep};
use crate::joseki::corner::{Corner, CornerSet, CornerStones, Quadrants};
use crate::joseki::{LocalPlay, LocalStep, StepTree};
use kifu_record::game::board::Board;
use kifu_record::game::{BoardSize, Color, GameKind, Point, go};
use kifu_store::userdata::book::BookShape;

impl Book {
    /// Whether the book has the position after a move: that of the board, or of a corner in which the move is. With
    /// `corner`, only this corner counts. `None` if the book has no boards of this size, or if it has whole boards and
    /// only a corner is known.
    pub fn has_move(
        &self,
        board: &Board,
        corner: Option<Corner>,
        (color, point): (Color, Point),
    ) -> Option<bool> {
        if board.game() != GameKind::Go || board.size() != self.board() {
            return None;
        }
        let mut after = board.clone();
        go::play(&mut after, color, point);
        match (self.shape(), Quadrants::new(self.board())) {
            (BookShape::Corner, Some(quadrants)) => {
                let corners = match corner {
                    None => CornerSet::ALL,
                    Some(corner) => {
                        let mut corners = CornerSet::default();
                        corners.insert(corner);
                        corners
                    }
                };
                let mut corners = quadrants.in_corners(point).corners.intersection(corners).iter();
                let has = |corner: &Corner| {
                    let hashed = HashedCorner::of(quadrants.stones(&after, *corner));
                    self.find(hashed.canonical_hash()).is_some()
                };
                Some(corners.any(|corner| Corner::ALL.get(corner).is_some_and(has)))
            }
            _ if corner.is_some() => None,
            _ => Some(self.find(after.hash().0).is_some()),
        }
    }

    /// Marks the steps of a tree that begins with a position of a corner: whether the book has them. Stones are
    /// captured as if the rest of the board were empty. A book of other boards, or of whole boards, marks nothing.
    pub fn mark_steps(&self, board: BoardSize, stones: CornerStones, tree: &mut StepTree) {
        let quadrants = Quadrants::new(board).filter(|_| self.board() == board);
        let Some(quadrants) = quadrants.filter(|_| self.shape() == BookShape::Corner) else {
            return;
        };
        // The stones at each node. Nodes stand after their parents.
        let mut positions: Vec<CornerStones> = Vec::with_capacity(tree.nodes.len());
        for node in &mut tree.nodes {
            let before = positions.get(node.parent as usize).copied().unwrap_or(stones);
            let after = node.step.map(|step| played(quadrants, before, step));
            node.in_book = node.step.map(|step| match step.play() {
                LocalPlay::Tenuki => self.has_tenuki(before, step.color()),
                LocalPlay::Stone(_) => self.has_corner(after.unwrap_or(before)),
            });
            positions.push(after.unwrap_or(before));
        }
    }

    fn has_corner(&self, stones: CornerStones) -> bool {
        self.find(HashedCorner::of(stones).canonical_hash()).is_some()
    }

    /// True if the book has a tenuki of a colour at a position, or a move of the other colour.
    fn has_tenuki(&self, stones: CornerStones, color: Color) -> bool {
        let hashed = HashedCorner::of(stones);
        let frames = hashed.canonical_frames();
        let steps = self.find(hashed.canonical_hash()).map_or(&[][..], |at| self.steps(at));
        let tenuki = frames.step(color, None);
        let is_other = |step: &BookStep| !step.is_tenuki() && step.color() != tenuki.color();
        steps.iter().any(|(step, _)| *step == tenuki || is_other(step))
    }
}

/// The stones of a corner after a step.
fn played(quadrants: Quadrants, stones: CornerStones, step: LocalStep) -> CornerStones {
    let LocalPlay::Stone(at) = step.play() else {
        return stones;
    };
    let mut board = Board::new(GameKind::Go, quadrants.board());
    for (at, color) in stones.iter() {
        board.set(quadrants.point(at), color.into());
    }
    go::play(&mut board, step.color(), quadrants.point(at));
    quadrants.stones(&board, Corner::UpperRight)
}
