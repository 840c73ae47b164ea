//! Replays games to find a position in them.

use super::candidates::{EntryPlace, GameEntries, OtherEntry};
use super::earlier_positions::TargetProgress;
use super::target::CanonicalMove;
use super::{PositionMatcher, TreeScope};
use crate::step::{GameStep, HitNode};
use kifu_record::cancel::BudgetTicker;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::replay::{NextPlay, NextPlays};
use kifu_record::{GameTree, NodeId, Ply, Replayer};
use kifu_store::index::segment::kifus::{Kifus, StoredKifu};
use kifu_store::index::segment::positions::NextCode;
use std::ops::ControlFlow;
use tantivy::DocId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionHit {
    pub(crate) place: HitNode,
    /// Index of the target that was found: the board as searched, or with exchanged colours.
    pub(crate) target: u8,
    /// Symmetry that maps the target's board onto the board of the game.
    pub(crate) symmetry: Symmetry,
    /// How the game continues, in the orientation of the position's canonical form; the end of the game if the next
    /// move was not requested.
    pub(super) next: CanonicalMove,
    /// How the game continues, in the game's own orientation.
    pub(crate) played: NextPlay,
}

pub(super) enum ReplayVerdict {
    /// The game is a hit, with this first hit. On the main line only the first occurrence of the position can be a hit;
    /// in variations any occurrence that meets the conditions.
    Fits(PositionHit),
    /// A hit on the main line is required, but the game has a hit only in a variation.
    InVariation,
    Nowhere,
}

/// Replays games of a segment one after another and reuses their working memory.
pub(crate) struct PositionReplays<'f> {
    matcher: &'f PositionMatcher,
    kifus: Kifus,
    /// True if statistics are wanted: the next step of every hit, and the hits in variations, which are counted even if
    /// hits have to be on the main line.
    statistics: bool,
    replayer: Replayer,
    tree: GameTree,
    ticker: BudgetTicker,
}

impl<'f> PositionReplays<'f> {
    pub(crate) fn new(
        matcher: &'f PositionMatcher,
        kifus: Kifus,
        statistics: bool,
    ) -> PositionReplays<'f> {
        PositionReplays {
            ticker: matcher.budget.ticker(),
            matcher,
            kifus,
            statistics,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        }
    }

    /// True if the target with this index is the board with exchanged colours.
    pub(crate) fn is_swapped(&self, target: u8) -> bool {
        let target = self.matcher.targets.get(usize::from(target));
        target.is_some_and(|target| target.swapped)
    }

    /// Next step (move) of a game after a hit, in the form in which steps of all games are compared and counted.
    pub(crate) fn step(&self, hit: &PositionHit) -> GameStep {
        self.matcher.step(hit.target, hit.next)
    }

    /// The first hit of a game.
    pub(crate) fn first_hit(&mut self, doc: DocId) -> tantivy::Result<Option<PositionHit>> {
        match self.replay_game(doc)? {
            ReplayVerdict::Fits(hit) => Ok(Some(hit)),
            ReplayVerdict::InVariation | ReplayVerdict::Nowhere => Ok(None),
        }
    }

    /// Decides about a game, replaying only the part that its index entries leave open.
    pub(super) fn replay_entries(&mut self, game: &GameEntries) -> tantivy::Result<ReplayVerdict> {
        if !game.on_main_line() {
            // Positions that must come before the searched one have to do so on the main line, so there is no hit in a
            // variation.
            if self.matcher.earlier.is_some() {
                return Ok(ReplayVerdict::Nowhere);
            }
            if let Some(verdict) = self.replay_variations(game)? {
                return Ok(verdict);
            }
        }
        self.replay_game(game.doc)
    }

    /// Replays the path to the first node in variations that has the position. `None` if that does not decide about the
    /// game: the next move is needed, the table lacks the node, or the conditions do not accept the node's move number.
    fn replay_variations(&mut self, game: &GameEntries) -> tantivy::Result<Option<ReplayVerdict>> {
        let matcher = self.matcher;
        if matcher.needs_next(self.statistics) {
            return Ok(None);
        }
        let node = |entry: &OtherEntry| match entry.place {
            EntryPlace::Variation(node) => node.map(|node| (node, entry.target)),
            EntryPlace::Late => None,
        };
        let Some(mut nodes) = (game.others.iter().map(node)).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        nodes.sort_unstable();
        let kifu = self.kifus.stored_kifu(game.doc)?;
        for (node, target) in nodes {
            let Some((place, symmetry)) = self.locate_target(&kifu, node, target) else {
                continue;
            };
            return Ok(match matcher.scope {
                _ if !matcher.moves.contains(&place.number) => None,
                TreeScope::Main => Some(ReplayVerdict::InVariation),
                TreeScope::Variations | TreeScope::Any => Some(ReplayVerdict::Fits(PositionHit {
                    place,
                    target,
                    symmetry,
                    next: CanonicalMove::Coded(NextCode::END),
                    played: NextPlay::End,
                })),
            });
        }
        Ok(Some(ReplayVerdict::Nowhere))
    }

    /// Replays the moves up to `node`, which lies in a variation. If the board there equals the target, returns the
    /// node as a hit, and the symmetry that maps the target onto the board; otherwise `None`.
    fn locate_target(
        &mut self,
        kifu: &StoredKifu,
        node: NodeId,
        target: u8,
    ) -> Option<(HitNode, Symmetry)> {
        let target = self.matcher.targets.get(usize::from(target))?;
        let (tree, budget) = (&mut self.tree, self.ticker.budget());
        let start = (budget.run(|| kifu.path_to(node, tree))).ok()??;
        let last = self.tree.len() as NodeId - 1;
        let mut found = None;
        let ticker = &mut self.ticker;
        self.replayer.replay(start, &self.tree, |ply| {
            if ply.node == last && ply.board.hash() == target.hash {
                found = Some((ply.number, target.symmetry_on(ply.board)));
                return ControlFlow::Break(());
            }
            ticker.tick(PLY_STEPS)
        });
        let (number, symmetry) = found?;
        let place = HitNode { number, node, variation: true };
        Some((place, symmetry))
    }

    /// Replays a game up to its first hit.
    fn replay_game(&mut self, doc: DocId) -> tantivy::Result<ReplayVerdict> {
        let Some(start) = self.kifus.tree(doc, &mut self.tree, self.ticker.budget())? else {
            return Ok(ReplayVerdict::Nowhere);
        };
        let mut search = SearchState {
            matcher: self.matcher,
            tree: &self.tree,
            next: NextPlays::default(),
            statistics: self.statistics,
            met_on_main: false,
            progress: vec![TargetProgress::default(); self.matcher.targets.len()],
            verdict: ReplayVerdict::Nowhere,
        };
        let ticker = &mut self.ticker;
        self.replayer.replay(start, &self.tree, |ply| {
            search.examine(ply)?;
            ticker.tick(PLY_STEPS)
        });
        Ok(search.verdict)
    }
}

/// Cost of playing one move, in budget steps of about 10 ns.
const PLY_STEPS: usize = 10;

/// State of the search through one game.
struct SearchState<'g> {
    matcher: &'g PositionMatcher,
    tree: &'g GameTree,
    next: NextPlays,
    statistics: bool,
    met_on_main: bool,
    /// Progress of the required sequence of positions, for each target (searched board).
    progress: Vec<TargetProgress>,
    verdict: ReplayVerdict,
}

impl SearchState<'_> {
    fn examine(&mut self, ply: &Ply) -> ControlFlow<()> {
        let only_main = self.matcher.scope == TreeScope::Main;
        if only_main && !ply.main && !self.statistics {
            return ControlFlow::Break(());
        }
        let targets = self.standing_targets(ply);
        if targets == [false; 2] {
            return ControlFlow::Continue(());
        }
        // On the main line, only the first occurrence of the position counts.
        if ply.main && std::mem::replace(&mut self.met_on_main, true) {
            return ControlFlow::Continue(());
        }
        if ply.main && self.matcher.scope == TreeScope::Variations {
            return ControlFlow::Continue(());
        }
        let standing = (0..).zip(targets).filter(|(_, stands)| *stands);
        let fitting = |(target, _)| Some((target, self.fitting_next(ply, target)?));
        let Some((target, (played, next))) = standing.filter_map(fitting).next() else {
            return ControlFlow::Continue(());
        };
        let on = self.matcher.targets.get(usize::from(target));
        self.verdict = if only_main && !ply.main {
            ReplayVerdict::InVariation
        } else {
            ReplayVerdict::Fits(PositionHit {
                place: HitNode::from_ply(ply),
                target,
                symmetry: on.map_or(Symmetry::IDENTITY, |target| target.symmetry_on(ply.board)),
                next,
                played,
            })
        };
        ControlFlow::Break(())
    }

    /// Tells which targets stand in this position of a game: the board, and the board with exchanged colours. A target
    /// counts only if all positions that must come before it have come.
    fn standing_targets(&mut self, ply: &Ply) -> [bool; 2] {
        let mut standing = [false; 2];
        let all = standing.iter_mut().zip(&self.matcher.targets);
        let Some(before) = &self.matcher.earlier else {
            let hash = ply.board.hash();
            all.for_each(|(stands, target)| *stands = target.hash == hash);
            return standing;
        };
        if !ply.main {
            return standing;
        }
        for (number, ((stands, target), progress)) in all.zip(&mut self.progress).enumerate() {
            *stands = before.advance(progress, ply, number, target.hash);
        }
        standing
    }

    /// The next move, as played and in canonical form, if it and the node meet the conditions.
    fn fitting_next(&self, ply: &Ply, target: u8) -> Option<(NextPlay, CanonicalMove)> {
        let played = self.next.after(self.tree, ply);
        Some((played, self.matcher.fits(target, ply, played)?))
    }
}
