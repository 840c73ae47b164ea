//! Games replayed to find a position in them.

use super::filter::{Filter, Found, Within};
use super::sequence::Progress;
use super::target::NextMove;
use crate::index::kifu;
use crate::index::segment::kifus::Kifus;
use crate::query::explorer::Place;
use crate::record::replay::{MainMoves, Next};
use crate::record::{Action, GameTree, NodeId, Ply, Replayer};
use std::ops::ControlFlow;
use tantivy::DocId;

/// What a replay finds.
pub(super) enum Seen {
    /// The first hit: on the main line where the position stands first, in variations wherever it fits.
    Fits(Found),
    /// None on the main line, where it should be, and one in a variation.
    InVariation,
    /// None.
    Nowhere,
}

/// Replays, with their work space.
pub(super) struct Replays<'f> {
    filter: &'f Filter,
    kifus: Kifus,
    /// Whether variations are looked at where hits are wanted on the main line.
    variations: bool,
    replayer: Replayer,
    tree: GameTree,
}

impl<'f> Replays<'f> {
    pub(super) fn new(filter: &'f Filter, kifus: Kifus, variations: bool) -> Replays<'f> {
        Replays {
            filter,
            kifus,
            variations,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        }
    }

    /// Replays a game up to its first hit.
    pub(super) fn game(&mut self, doc: DocId) -> tantivy::Result<Seen> {
        let blob = self.kifus.blob(doc)?;
        let Some(start) = kifu::decode(&blob, &mut self.tree) else {
            return Ok(Seen::Nowhere);
        };
        let mut looking = Looking {
            filter: self.filter,
            tree: &self.tree,
            moves: MainMoves::new(&self.tree),
            doc,
            variations: self.variations,
            met_on_main: false,
            progress: vec![Progress::default(); self.filter.targets.len()],
            seen: Seen::Nowhere,
        };
        self.replayer
            .replay(start, &self.tree, |ply| looking.at(ply));
        Ok(looking.seen)
    }
}

/// The look at one game.
struct Looking<'g> {
    filter: &'g Filter,
    tree: &'g GameTree,
    moves: MainMoves,
    doc: DocId,
    variations: bool,
    met_on_main: bool,
    /// How far each target's sequence has come.
    progress: Vec<Progress>,
    seen: Seen,
}

impl Looking<'_> {
    fn at(&mut self, ply: &Ply) -> ControlFlow<()> {
        let only_main = self.filter.within == Within::Main;
        if only_main && !ply.main && !self.variations {
            return ControlFlow::Break(());
        }
        let Some(target) = self.target(ply) else {
            return ControlFlow::Continue(());
        };
        // On the main line the position counts where it stands first.
        if ply.main && std::mem::replace(&mut self.met_on_main, true) {
            return ControlFlow::Continue(());
        }
        if ply.main && self.filter.within == Within::Variations {
            return ControlFlow::Continue(());
        }
        let Some(next) = self.fitting(ply, target) else {
            return ControlFlow::Continue(());
        };
        self.seen = match only_main && !ply.main {
            true => Seen::InVariation,
            false => Seen::Fits(self.found(ply, target, next)),
        };
        ControlFlow::Break(())
    }

    /// The target that stands here, if all that has to come before it did.
    fn target(&mut self, ply: &Ply) -> Option<usize> {
        let mut targets = self.filter.targets.iter();
        let Some(before) = &self.filter.before else {
            let hash = ply.board.hash();
            return targets.position(|target| target.hash == hash);
        };
        if !ply.main {
            return None;
        }
        let mut found = None;
        for (number, (target, progress)) in targets.zip(&mut self.progress).enumerate() {
            let stands = before.at(progress, ply, number, target.hash);
            found = found.or(stands.then_some(number));
        }
        found
    }

    fn found(&self, ply: &Ply, target: usize, next: NextMove) -> Found {
        Found {
            doc: self.doc,
            number: ply.number,
            target,
            next,
            place: Some(Place {
                number: ply.number,
                node: ply.node,
                variation: !ply.main,
            }),
        }
    }

    /// The first next move that fits, if the place itself does.
    fn fitting(&self, ply: &Ply, target: usize) -> Option<NextMove> {
        if !self.filter.moves.contains(&ply.number) {
            return None;
        }
        let next = match ply.main {
            true => vec![self.moves.after(ply)],
            false => next_in_variation(self.tree, ply.node),
        };
        next.into_iter().find_map(|next| {
            let mover = match next {
                Next::Move(color, _) => color,
                Next::End => ply.turn,
            };
            let next = NextMove::of(next, ply.board);
            let fits = self.filter.is_to_move(target, mover) && self.filter.is_next(target, next);
            fits.then_some(next)
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
