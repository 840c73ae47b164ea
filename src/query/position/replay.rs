//! Games replayed to find a position in them.

use super::filter::{Filter, Found, Within};
use super::sequence::Progress;
use super::target::NextMove;
use crate::index::kifu;
use crate::index::segment::kifus::Kifus;
use crate::query::explorer::Place;
use crate::record::replay::{MainMoves, Next, VariationMoves};
use crate::record::{GameTree, Ply, Replayer};
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
pub(crate) struct Replays<'f> {
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

    /// Where a game has its first hit.
    pub(crate) fn place(&mut self, doc: DocId) -> tantivy::Result<Option<Place>> {
        Ok(self.first(doc)?.and_then(|found| found.place()))
    }

    /// The first hit of a game.
    pub(super) fn first(&mut self, doc: DocId) -> tantivy::Result<Option<Found>> {
        Ok(match self.game(doc)? {
            Seen::Fits(found) => Some(found),
            Seen::InVariation | Seen::Nowhere => None,
        })
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
            branches: VariationMoves::default(),
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
    branches: VariationMoves,
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
    fn target(&mut self, ply: &Ply) -> Option<u8> {
        let targets = (0..).zip(&self.filter.targets);
        let Some(before) = &self.filter.before else {
            let hash = ply.board.hash();
            let mut targets = targets;
            return targets.find_map(|(number, target)| (target.hash == hash).then_some(number));
        };
        if !ply.main {
            return None;
        }
        let mut found = None;
        for ((number, target), progress) in targets.zip(&mut self.progress) {
            let stands = before.at(progress, ply, usize::from(number), target.hash);
            found = found.or(stands.then_some(number));
        }
        found
    }

    fn found(&self, ply: &Ply, target: u8, next: NextMove) -> Found {
        Found {
            doc: self.doc,
            number: ply.number,
            target,
            next,
            node: Some((ply.node, !ply.main)),
        }
    }

    /// The first next move that fits, if the place itself does.
    fn fitting(&self, ply: &Ply, target: u8) -> Option<NextMove> {
        if !self.filter.moves.contains(&ply.number) {
            return None;
        }
        let next = match ply.main {
            true => vec![self.moves.after(ply)],
            // The moves of a node in a large tree take a look at all that is behind it.
            false if !self.filter.asks_for_next() && self.filter.within == Within::Main => {
                vec![Next::End]
            }
            false => self.branches.next(self.tree, ply.node),
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
