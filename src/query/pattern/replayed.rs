//! Patterns in games as they are replayed from their moves: what the events do not tell, counted in the same way.

use super::filter::{Fitting, Hit, PatternFilter};
use super::sequence::States;
use super::standing::{Placement, Standing, placements};
use super::{Found, PatternSearch};
use crate::game::BoardSize;
use crate::game::Color;
use crate::index::kifu;
use crate::index::segment::kifus::Kifus;
use crate::query::explorer::Place;
use crate::query::explorer::statistics::GameStep;
use crate::query::position::Within;
use crate::record::replay::{MainMoves, VariationMoves};
use crate::record::{GameTree, NodeId, Ply, Replayer};
use std::ops::ControlFlow;
use tantivy::DocId;

/// Where a hit is, and how the game goes on there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detail {
    pub(crate) place: Place,
    /// On the main line alone.
    pub(crate) step: Option<GameStep>,
    /// Whose turn it is.
    pub(crate) turn: Color,
}

/// Replays of a segment's games, with their work space.
pub(crate) struct Replays {
    kifus: Kifus,
    replayer: Replayer,
    tree: GameTree,
}

impl Replays {
    pub(crate) fn new(kifus: Kifus) -> Replays {
        Replays {
            kifus,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        }
    }

    /// The first hit of a game: on its main line, or else in a variation if that is wanted. It may lie in these places alone,
    /// if they are told.
    pub(super) fn first(
        &mut self,
        search: &PatternSearch,
        doc: DocId,
        variations: bool,
        possible: Option<Vec<Placement>>,
    ) -> tantivy::Result<Option<Found>> {
        let mut first = None;
        self.each(search, doc, possible, |seen| {
            if !seen.ply.main && !variations {
                return ControlFlow::Continue(());
            }
            first = Some(Found {
                doc,
                standing: seen.standing,
                variation: !seen.ply.main,
                number: Some(seen.ply.number),
                step: match seen.ply.main {
                    true => seen.steps(search).pop(),
                    false => None,
                },
            });
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// The first hit that is as it is asked for: on the main line the first one of all, in variations any.
    pub(super) fn fitting(
        &mut self,
        search: &PatternSearch,
        doc: DocId,
        filter: &PatternFilter,
    ) -> tantivy::Result<Option<Fitting>> {
        let mut met_on_main = false;
        let mut first = None;
        self.each(search, doc, None, |seen| {
            let ply = seen.ply;
            if ply.main && std::mem::replace(&mut met_on_main, true) {
                return ControlFlow::Continue(());
            }
            let is_wanted = match filter.within {
                Within::Main => ply.main,
                Within::Variations => !ply.main,
                Within::Any => true,
            };
            let fits = |step: &GameStep| {
                filter.fits(Hit {
                    number: ply.number,
                    step: *step,
                    turn: ply.turn,
                })
            };
            let step = match is_wanted {
                true => seen.steps(search).into_iter().find(fits),
                false => None,
            };
            let Some(step) = step else {
                return ControlFlow::Continue(());
            };
            let place = place(ply);
            let Standing {
                position,
                placement,
                ..
            } = seen.standing;
            first = Some(Fitting::replayed(doc, placement, step, place, position));
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// Hands out every position in which the pattern stands, until it is told to stop.
    fn each(
        &mut self,
        search: &PatternSearch,
        doc: DocId,
        possible: Option<Vec<Placement>>,
        mut sink: impl FnMut(Seen) -> ControlFlow<()>,
    ) -> tantivy::Result<()> {
        let blob = self.kifus.blob(doc)?;
        let Some(start) = kifu::decode(&blob, &mut self.tree) else {
            return Ok(());
        };
        if start.game != search.game {
            return Ok(());
        }
        let tree = &self.tree;
        let moves = MainMoves::new(tree);
        let branches = VariationMoves::default();
        let possible = possible.unwrap_or_else(|| placements(&search.images, start.size));
        let mut watch = Watch::new(search, possible);
        let mut position = 0;
        self.replayer.replay(start, tree, |ply| {
            let placement = watch.position(tree, ply);
            let standing = placement.map(|placement| Standing {
                position,
                events: 0,
                placement,
            });
            position += 1;
            match standing {
                Some(standing) => sink(Seen {
                    ply,
                    standing,
                    tree,
                    moves: &moves,
                    branches: &branches,
                }),
                None => ControlFlow::Continue(()),
            }
        });
        Ok(())
    }

    /// Where a position of a game is, by its number, and the size of the board.
    pub(super) fn place(
        &mut self,
        doc: DocId,
        number: u32,
    ) -> tantivy::Result<Option<(Place, BoardSize)>> {
        let blob = self.kifus.blob(doc)?;
        let Some(start) = kifu::decode(&blob, &mut self.tree) else {
            return Ok(None);
        };
        let mut found = None;
        let mut position = 0;
        self.replayer.replay(start, &self.tree, |ply| {
            if position == number {
                found = Some((place(ply), start.size));
                return ControlFlow::Break(());
            }
            position += 1;
            ControlFlow::Continue(())
        });
        Ok(found)
    }

    /// Where a hit is.
    pub(crate) fn detail(
        &mut self,
        search: &PatternSearch,
        found: &Found,
    ) -> tantivy::Result<Option<Detail>> {
        let blob = self.kifus.blob(found.doc)?;
        let Some(start) = kifu::decode(&blob, &mut self.tree) else {
            return Ok(None);
        };
        let moves = MainMoves::new(&self.tree);
        let mut detail = None;
        let mut position = 0;
        self.replayer.replay(start, &self.tree, |ply| {
            if position < found.standing.position {
                position += 1;
                return ControlFlow::Continue(());
            }
            let next = ply.main.then(|| moves.after(ply));
            detail = Some(Detail {
                place: place(ply),
                step: next.map(|next| search.step_of(found.standing.placement, next)),
                turn: ply.turn,
            });
            ControlFlow::Break(())
        });
        Ok(detail)
    }
}

/// A position in which the pattern stands.
struct Seen<'a> {
    ply: &'a Ply<'a>,
    standing: Standing,
    tree: &'a GameTree,
    moves: &'a MainMoves,
    branches: &'a VariationMoves,
}

impl Seen<'_> {
    /// How the game goes on: in a variation there may be several ways.
    fn steps(&self, search: &PatternSearch) -> Vec<GameStep> {
        let next = match self.ply.main {
            true => vec![self.moves.after(self.ply)],
            false => self.branches.next(self.tree, self.ply.node),
        };
        let steps = next.into_iter();
        steps
            .map(|next| search.step_of(self.standing.placement, next))
            .collect()
    }
}

fn place(ply: &Ply) -> Place {
    Place {
        number: ply.number,
        node: ply.node,
        variation: !ply.main,
    }
}

/// What is remembered of the positions of one game.
struct Watch<'s> {
    search: &'s PatternSearch,
    placements: Vec<Placement>,
    /// For a pattern with moves, the states of each placement.
    current: Vec<States>,
    /// The changes of states on the way here: the placement and what it had before.
    log: Vec<(usize, States)>,
    /// The nodes on the way here, with the length of the log behind each.
    path: Vec<(NodeId, usize)>,
}

impl Watch<'_> {
    fn new(search: &PatternSearch, placements: Vec<Placement>) -> Watch<'_> {
        Watch {
            current: vec![States::default(); placements.len()],
            placements,
            search,
            log: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The first placement that stands, or whose moves are complete.
    fn position(&mut self, tree: &GameTree, ply: &Ply) -> Option<Placement> {
        if self.search.pattern.moves().is_empty() {
            let stands = |placement: &&Placement| self.stands(**placement, ply);
            return self.placements.iter().find(stands).copied();
        }
        self.go_to(tree, ply.node);
        let mut first = None;
        for (i, &placement) in self.placements.iter().enumerate() {
            let Some((_, image)) = self.search.images.get(usize::from(placement.image)) else {
                continue;
            };
            let Some(states) = self.current.get_mut(i) else {
                continue;
            };
            let before = *states;
            let corner = placement.corner();
            let stands = image.stands_at(ply.board, corner);
            if states.position(image, corner, ply, stands) && first.is_none() {
                first = Some(placement);
            }
            if *states != before {
                self.log.push((i, before));
            }
        }
        self.path.push((ply.node, self.log.len()));
        first
    }

    fn stands(&self, placement: Placement, ply: &Ply) -> bool {
        let image = self.search.images.get(usize::from(placement.image));
        image.is_some_and(|(_, image)| image.stands_at(ply.board, placement.corner()))
    }

    /// Goes back to the states of the position before a node's first one.
    fn go_to(&mut self, tree: &GameTree, node: NodeId) {
        if self.path.last().is_none_or(|&(last, _)| last == node) {
            return;
        }
        // Nodes without a position have the states of their parents.
        let mut without = Vec::new();
        let mut at = tree.parent(node);
        while let Some(before) = at {
            while self.path.last().is_some_and(|&(last, _)| last > before) {
                self.path.pop();
            }
            if self.path.last().is_some_and(|&(last, _)| last == before) {
                break;
            }
            without.push(before);
            at = tree.parent(before);
        }
        let len = self.path.last().map_or(0, |&(_, len)| len);
        while self.log.len() > len
            && let Some((i, before)) = self.log.pop()
        {
            if let Some(states) = self.current.get_mut(i) {
                *states = before;
            }
        }
        // Other children of theirs then have a short way.
        self.path
            .extend(without.iter().rev().map(|&node| (node, len)));
    }
}
