//! Games replayed to find a position in them.

use super::candidates::{Entries, Other, Where};
use super::sequence::Progress;
use super::target::NextMove;
use super::{PositionMatcher, Within};
use crate::game::symmetry::Symmetry;
use crate::index::kifu;
use crate::index::segment::kifus::Kifus;
use crate::index::segment::positions::NextCode;
use crate::patience::Pace;
use crate::query::step::{GameStep, Place};
use crate::record::replay::{MainMoves, Next, VariationMoves};
use crate::record::{GameTree, NodeId, Ply, Replayer};
use std::ops::ControlFlow;
use tantivy::DocId;

/// A hit found in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionHit {
    pub(crate) place: Place,
    /// The index of the target that was found.
    pub(crate) target: u8,
    /// How the target lies on the board of the game.
    pub(crate) symmetry: Symmetry,
    /// How the game continues, in the orientation of the position's canonical form; the end if that was not requested.
    pub(super) next: NextMove,
    /// The same as it is in the game.
    pub(crate) played: Next,
}

/// The result of a replay.
pub(super) enum Seen {
    /// The first hit: on the main line where the position first stands, in variations wherever it meets the conditions.
    Fits(PositionHit),
    /// None on the main line, where it should be, but one in a variation.
    InVariation,
    /// No hit.
    Nowhere,
}

/// Replays with their working memory.
pub(crate) struct Replays<'f> {
    matcher: &'f PositionMatcher,
    kifus: Kifus,
    /// Whether it matters how games continue, and what they have in variations if hits are wanted on the main line.
    statistics: bool,
    replayer: Replayer,
    tree: GameTree,
    pace: Pace,
}

impl<'f> Replays<'f> {
    pub(super) fn new(matcher: &'f PositionMatcher, kifus: Kifus, statistics: bool) -> Replays<'f> {
        Replays {
            pace: matcher.budget.pace(),
            matcher,
            kifus,
            statistics,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        }
    }

    /// Whether a target has the colours exchanged.
    pub(crate) fn is_swapped(&self, target: u8) -> bool {
        let target = self.matcher.targets.get(usize::from(target));
        target.is_some_and(|target| target.swapped)
    }

    /// How the game of a hit continues, in the form by which games are counted.
    pub(crate) fn step(&self, hit: &PositionHit) -> GameStep {
        self.matcher.step(hit.target, hit.next)
    }

    /// The first hit of a game.
    pub(crate) fn first(&mut self, doc: DocId) -> tantivy::Result<Option<PositionHit>> {
        Ok(match self.game(doc)? {
            Seen::Fits(hit) => Some(hit),
            Seen::InVariation | Seen::Nowhere => None,
        })
    }

    /// Replays only as much of a game as its entries leave open.
    pub(super) fn entries(&mut self, game: &Entries) -> tantivy::Result<Seen> {
        if !game.on_main_line() {
            // Positions that must come before this one do so on the main line.
            if self.matcher.before.is_some() {
                return Ok(Seen::Nowhere);
            }
            if let Some(seen) = self.variations(game)? {
                return Ok(seen);
            }
        }
        self.game(game.doc)
    }

    /// Replays the path to the first node in variations that has the position. `None` if that does not settle the
    /// matter, because the game must continue in a certain way or have the position at another move.
    fn variations(&mut self, game: &Entries) -> tantivy::Result<Option<Seen>> {
        let matcher = self.matcher;
        if matcher.needs_next(self.statistics) {
            return Ok(None);
        }
        let node = |entry: &Other| match entry.place {
            Where::Variation(node) => node.map(|node| (node, entry.target)),
            Where::Late => None,
        };
        let Some(mut nodes) = (game.others.iter().map(node)).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        nodes.sort_unstable();
        let blob = self.kifus.blob(game.doc)?;
        for (node, target) in nodes {
            let Some((place, symmetry)) = self.stands_at(&blob, node, target) else {
                continue;
            };
            return Ok(match matcher.within {
                _ if !matcher.moves.contains(&place.number) => None,
                Within::Main => Some(Seen::InVariation),
                Within::Variations | Within::Any => Some(Seen::Fits(PositionHit {
                    place,
                    target,
                    symmetry,
                    next: NextMove::Coded(NextCode::END),
                    played: Next::End,
                })),
            });
        }
        Ok(Some(Seen::Nowhere))
    }

    /// The place of a target in a variation node, if the node has it, and how it lies there.
    fn stands_at(&mut self, blob: &[u8], node: NodeId, target: u8) -> Option<(Place, Symmetry)> {
        let target = self.matcher.targets.get(usize::from(target))?;
        let (tree, budget) = (&mut self.tree, self.pace.budget());
        let start = (budget.within(|| kifu::decode_path(blob, node, tree))).ok()??;
        let last = self.tree.len() as NodeId - 1;
        let mut found = None;
        let pace = &mut self.pace;
        self.replayer.replay(start, &self.tree, |ply| {
            if ply.node == last && ply.board.hash() == target.hash {
                found = Some((ply.number, target.symmetry_on(ply.board)));
                return ControlFlow::Break(());
            }
            pace.go_on(PLY)
        });
        let (number, symmetry) = found?;
        let place = Place {
            number,
            node,
            variation: true,
        };
        Some((place, symmetry))
    }

    /// Replays a game up to its first hit.
    fn game(&mut self, doc: DocId) -> tantivy::Result<Seen> {
        let Some(start) = self.kifus.tree(doc, &mut self.tree, self.pace.budget())? else {
            return Ok(Seen::Nowhere);
        };
        let mut looking = Looking {
            matcher: self.matcher,
            tree: &self.tree,
            moves: MainMoves::new(&self.tree),
            branches: VariationMoves::default(),
            statistics: self.statistics,
            met_on_main: false,
            progress: vec![Progress::default(); self.matcher.targets.len()],
            seen: Seen::Nowhere,
        };
        let pace = &mut self.pace;
        self.replayer.replay(start, &self.tree, |ply| {
            looking.at(ply)?;
            pace.go_on(PLY)
        });
        Ok(looking.seen)
    }
}

/// The budget steps that playing a move costs.
const PLY: usize = 10;

/// The state of a search through one game.
struct Looking<'g> {
    matcher: &'g PositionMatcher,
    tree: &'g GameTree,
    moves: MainMoves,
    branches: VariationMoves,
    statistics: bool,
    met_on_main: bool,
    /// The progress of each target's sequence.
    progress: Vec<Progress>,
    seen: Seen,
}

impl Looking<'_> {
    fn at(&mut self, ply: &Ply) -> ControlFlow<()> {
        let only_main = self.matcher.within == Within::Main;
        if only_main && !ply.main && !self.statistics {
            return ControlFlow::Break(());
        }
        let Some(target) = self.target(ply) else {
            return ControlFlow::Continue(());
        };
        // On the main line the position counts where it first stands.
        if ply.main && std::mem::replace(&mut self.met_on_main, true) {
            return ControlFlow::Continue(());
        }
        if ply.main && self.matcher.within == Within::Variations {
            return ControlFlow::Continue(());
        }
        let Some((played, next)) = self.fitting(ply, target) else {
            return ControlFlow::Continue(());
        };
        let on = self.matcher.targets.get(usize::from(target));
        self.seen = if only_main && !ply.main {
            Seen::InVariation
        } else {
            Seen::Fits(PositionHit {
                place: Place {
                    number: ply.number,
                    node: ply.node,
                    variation: !ply.main,
                },
                target,
                symmetry: on.map_or(Symmetry::IDENTITY, |target| target.symmetry_on(ply.board)),
                next,
                played,
            })
        };
        ControlFlow::Break(())
    }

    /// The target that stands here, if everything that must come before it did.
    fn target(&mut self, ply: &Ply) -> Option<u8> {
        let targets = (0..).zip(&self.matcher.targets);
        let Some(before) = &self.matcher.before else {
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

    /// The first next move that meets the conditions, if the place itself does: as it is played and in canonical form.
    fn fitting(&self, ply: &Ply, target: u8) -> Option<(Next, NextMove)> {
        if !self.matcher.moves.contains(&ply.number) {
            return None;
        }
        let next = if ply.main {
            vec![self.moves.after(ply)]
        } else if !self.matcher.needs_next(self.statistics) {
            // In a large tree, finding the next moves of a node means looking at everything that follows it.
            vec![Next::End]
        } else {
            self.branches.next(self.tree, ply.node)
        };
        let fits = |played| Some((played, self.matcher.fits(target, ply, played)?));
        next.into_iter().find_map(fits)
    }
}
