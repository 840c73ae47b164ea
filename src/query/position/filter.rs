//! The games that a `position:` clause finds, with what is asked of the hit beside it.

use super::{NextMove, VERIFIED, doc_of, next_move};
use crate::game::board::Board;
use crate::game::hash::PositionHash;
use crate::game::{BoardSize, Color};
use crate::index::kifu;
use crate::index::next::decode_next;
use crate::index::segment::kifus::Kifus;
use crate::index::segment::positions::{Candidate, NextCode, Positions};
use crate::query::explorer::Place;
use crate::record::replay::{MainMoves, Next};
use crate::record::{Action, GameTree, NodeId, Ply, Replayer};
use std::ops::{ControlFlow, RangeInclusive};
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// Where the hit has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Within {
    /// On the main line.
    #[default]
    Main,
    /// In a variation, whether or not on the main line too.
    Variations,
    /// Anywhere.
    Any,
}

/// A position, and what is asked of the hit.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    hash: PositionHash,
    size: BoardSize,
    /// Where the hit has to be.
    pub(crate) within: Within,
    /// The next move is one of these, turned as the position's canonical form is.
    next: Option<Vec<NextMove>>,
    /// Who plays the next move; where there is none, whose turn it is.
    pub(crate) to_move: Option<Color>,
    /// The number of the move after which the position stands.
    pub(crate) moves: RangeInclusive<u32>,
}

/// A game with a hit; its place is known if it was replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) doc: DocId,
    pub(crate) number: u32,
}

impl Filter {
    /// The games that have a position on their main line.
    pub(crate) fn new(board: &Board) -> Filter {
        Filter {
            hash: board.hash(),
            size: board.size(),
            within: Within::Main,
            next: None,
            to_move: None,
            moves: 0..=u32::MAX,
        }
    }

    /// Asks for one of these next moves, in the orientation of `board`.
    pub(crate) fn set_next(&mut self, board: &Board, moves: &[Next]) {
        self.next = Some(moves.iter().map(|&next| next_move(next, board)).collect());
    }

    /// The games of a segment that fit, in the order of their documents.
    pub(crate) fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Vec<Found>> {
        let positions = Positions::open(reader)?;
        let mut candidates = Vec::new();
        let alive = reader.alive_bitset();
        positions.find(self.hash, &mut |candidate| {
            if alive.is_none_or(|alive| alive.is_alive(doc_of(candidate))) {
                candidates.push(candidate);
            }
        })?;
        let verify_all = candidates.len() <= VERIFIED;
        candidates.sort_by_key(|&candidate| doc_of(candidate));
        let mut search = Search {
            filter: self,
            kifus: Kifus::open(reader)?,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        };
        let mut found = Vec::new();
        for group in candidates.chunk_by(|&a, &b| doc_of(a) == doc_of(b)) {
            let Some(&first) = group.first() else {
                continue;
            };
            let doc = doc_of(first);
            let in_variation =
                |candidate: &Candidate| matches!(candidate, Candidate::Variation { .. });
            let may_fit = match self.within {
                Within::Main => !group.iter().all(in_variation),
                Within::Variations => group.iter().any(in_variation),
                Within::Any => true,
            };
            if !may_fit {
                continue;
            }
            let told = match first {
                Candidate::Early { ply, next, .. } if !verify_all => self.told(ply, next),
                _ => None,
            };
            let number = match told {
                Some(true) => match first {
                    Candidate::Early { ply, .. } => Some(u32::from(ply)),
                    _ => None,
                },
                Some(false) if self.within == Within::Main => None,
                _ => search.replay(doc)?.map(|place| place.number),
            };
            found.extend(number.map(|number| Found { doc, number }));
        }
        Ok(found)
    }

    /// Whether the main line fits, if the table tells so much.
    fn told(&self, ply: u8, next: NextCode) -> Option<bool> {
        if self.within == Within::Variations {
            return None;
        }
        if !self.moves.contains(&u32::from(ply)) {
            return Some(false);
        }
        if self.next.is_none() && self.to_move.is_none() {
            return Some(true);
        }
        let color = match decode_next(next, self.size)? {
            Next::Move(color, _) => color,
            // Whose turn it is at the end, only a replay tells.
            Next::End if self.to_move.is_some() => return None,
            Next::End => return Some(self.fits_next(NextMove::Coded(next))),
        };
        Some(
            self.fits_next(NextMove::Coded(next))
                && self.to_move.is_none_or(|wanted| wanted == color),
        )
    }

    fn fits_next(&self, next: NextMove) -> bool {
        self.next
            .as_ref()
            .is_none_or(|wanted| wanted.contains(&next))
    }

    /// The place of the first hit in a game, from its moves as the index keeps them.
    pub(crate) fn place(
        &self,
        reader: &SegmentReader,
        doc: DocId,
    ) -> tantivy::Result<Option<Place>> {
        let mut search = Search {
            filter: self,
            kifus: Kifus::open(reader)?,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        };
        search.replay(doc)
    }
}

/// Replays, with their work space.
struct Search<'f> {
    filter: &'f Filter,
    kifus: Kifus,
    replayer: Replayer,
    tree: GameTree,
}

impl Search<'_> {
    /// The first hit: on the main line where the position stands first, in variations wherever it fits.
    fn replay(&mut self, doc: DocId) -> tantivy::Result<Option<Place>> {
        let blob = self.kifus.blob(doc)?;
        let Some(start) = kifu::decode(&blob, &mut self.tree) else {
            return Ok(None);
        };
        let (filter, tree) = (self.filter, &self.tree);
        let moves = MainMoves::new(tree);
        let mut met_on_main = false;
        let mut found = None;
        self.replayer.replay(start, tree, |ply| {
            if ply.board.hash() != filter.hash {
                return ControlFlow::Continue(());
            }
            if ply.main && std::mem::replace(&mut met_on_main, true) {
                return ControlFlow::Continue(());
            }
            let wanted = match filter.within {
                Within::Main => ply.main,
                Within::Variations => !ply.main,
                Within::Any => true,
            };
            if wanted && filter.fits(ply, &moves, tree) {
                found = Some(Place {
                    number: ply.number,
                    node: ply.node,
                    variation: !ply.main,
                });
                return ControlFlow::Break(());
            }
            match ply.main && filter.within == Within::Main {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        Ok(found)
    }
}

impl Filter {
    fn fits(&self, ply: &Ply, moves: &MainMoves, tree: &GameTree) -> bool {
        if !self.moves.contains(&ply.number) {
            return false;
        }
        if self.next.is_none() && self.to_move.is_none() {
            return true;
        }
        let next = match ply.main {
            true => vec![moves.after(ply)],
            false => next_in_variation(tree, ply.node),
        };
        next.into_iter().any(|next| {
            let color = match next {
                Next::Move(color, _) => color,
                Next::End => ply.turn,
            };
            self.to_move.is_none_or(|wanted| wanted == color)
                && self.fits_next(next_move(next, ply.board))
        })
    }
}

/// The moves of the nodes behind a node, or the end.
pub(crate) fn next_in_variation(tree: &GameTree, node: NodeId) -> Vec<Next> {
    let children =
        (node + 1..tree.len() as NodeId).filter(|&child| tree.parent(child) == Some(node));
    let of = |child| {
        let first = tree.actions(child).iter().find(|action| action.is_move());
        match first {
            Some(&Action::Move(color, action)) => Some(Next::Move(color, action)),
            _ => None,
        }
    };
    let next: Vec<Next> = children.filter_map(of).collect();
    match next.is_empty() {
        true => vec![Next::End],
        false => next,
    }
}
