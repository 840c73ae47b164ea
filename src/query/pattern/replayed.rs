//! Searches patterns in games that are replayed from their stored moves, where the stored events (changes of points) do
//! not suffice. Both ways of searching define a hit in the same way.

use super::conditions::{HitFacts, PatternConditions};
use super::move_sequence::MoveStates;
use super::placement::{PatternLocation, Placement, placements};
use super::{Occurrence, PatternSearch};
use crate::board_conditions::{BoardConditions, TreeScope};
use crate::step::{GameStep, HitNode};
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::game::board::UndoMark;
use kifu_record::game::{BoardSize, Color, Move, Point};
use kifu_record::replay::{Cause, NextPlay, NextPlays, PlyOutline, outline};
use kifu_record::{GameTree, NodeId, Ply, Replayer, Start};
use kifu_store::index::segment::kifus::Kifus;
use std::ops::ControlFlow;
use tantivy::DocId;

/// Node of a hit, and how the game continues after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HitContinuation {
    pub(crate) place: HitNode,
    pub(crate) step: GameStep,
    pub(crate) side_to_move: Color,
}

/// Replays games of a segment one after another and reuses their working memory.
pub(crate) struct PatternReplays {
    kifus: Kifus,
    replayer: Replayer,
    tree: GameTree,
    ticker: BudgetTicker,
}

impl PatternReplays {
    pub(crate) fn new(kifus: Kifus, budget: &TimeBudget) -> PatternReplays {
        PatternReplays {
            kifus,
            replayer: Replayer::new(),
            tree: GameTree::new(),
            ticker: budget.ticker(),
        }
    }

    /// The first hit of a game: on its main line or else, if `variations` is true, in a variation. `possible` restricts
    /// the placements at which the hit can be.
    pub(super) fn first_hit(
        &mut self,
        search: &PatternSearch,
        doc: DocId,
        variations: bool,
        possible: Option<Vec<Placement>>,
    ) -> tantivy::Result<Option<Occurrence>> {
        let mut first = None;
        self.for_each_hit(search, doc, possible, |ply, standing, step| {
            if !ply.main && !variations {
                return ControlFlow::Break(());
            }
            first = Some(Occurrence {
                doc,
                location: standing,
                variation: !ply.main,
                number: Some(ply.number),
                step: Some(step()),
            });
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// The first hit in a part of the tree that meets the conditions. `possible` restricts the placements at which the
    /// hit can be.
    pub(super) fn first_fitting(
        &mut self,
        search: &PatternSearch,
        conditions: &PatternConditions,
        doc: DocId,
        within: TreeScope,
        possible: Option<Vec<Placement>>,
    ) -> tantivy::Result<Option<(PatternLocation, HitFacts)>> {
        let mut first = None;
        self.for_each_hit(search, doc, possible, |ply, standing, step| {
            match (within, ply.main) {
                (TreeScope::Main, false) => return ControlFlow::Break(()),
                (TreeScope::Variations, true) => return ControlFlow::Continue(()),
                _ => {}
            }
            let hit = HitFacts { number: ply.number, step: step(), side_to_move: ply.turn };
            if !conditions.accepts(hit) {
                return ControlFlow::Continue(());
            }
            first = Some((standing, hit));
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// Reads a game for a replay; `None` if its rules are not known or if the budget is spent.
    fn read_game(&mut self, doc: DocId) -> tantivy::Result<Option<Start>> {
        if self.ticker.is_exhausted_after(GAME_STEPS) {
            return Ok(None);
        }
        Ok(self.kifus.tree(doc, &mut self.tree, self.ticker.budget())?)
    }

    /// Outline of a game's positions, without their boards; `None` if the game has to be replayed or the budget is
    /// spent.
    pub(super) fn outline(&mut self, doc: DocId) -> tantivy::Result<Option<Vec<PlyOutline>>> {
        if self.read_game(doc)?.is_none() || self.ticker.is_exhausted_after(self.tree.len()) {
            return Ok(None);
        }
        Ok(outline(&self.tree))
    }

    /// Passes every position in which the pattern stands to `sink`, once for each placement, with a function that
    /// computes the next step of the game. Ends when `sink` breaks.
    fn for_each_hit(
        &mut self,
        search: &PatternSearch,
        doc: DocId,
        possible: Option<Vec<Placement>>,
        mut sink: impl FnMut(&Ply, PatternLocation, &dyn Fn() -> GameStep) -> ControlFlow<()>,
    ) -> tantivy::Result<()> {
        let Some(start) = self.read_game(doc)? else {
            return Ok(());
        };
        let (tree, ticker) = (&self.tree, &mut self.ticker);
        let Some(mut tracker) = PatternTracker::new(search, start, possible, ticker) else {
            return Ok(());
        };
        let next = NextPlays::default();
        let mut position = 0;
        self.replayer.replay(start, tree, |ply| {
            ticker.tick(PLY_STEPS * (1 + tracker.touched.len()))?;
            tracker.advance(tree, ply);
            let number = position;
            position += 1;
            tracker.standing_placements().try_for_each(|placement| {
                let standing = PatternLocation { position: number, events: 0, placement };
                sink(ply, standing, &|| search.step_seen_from(placement, next.after(tree, ply)))
            })
        });
        Ok(())
    }

    /// Replays a game up to the position with this number, calls `read_ply` there and returns its result. `None` if
    /// there is no such position, or if the budget ends before.
    fn at_position<T>(
        &mut self,
        doc: DocId,
        number: u32,
        read_ply: impl Fn(Start, &GameTree, &Ply) -> T,
    ) -> tantivy::Result<Option<T>> {
        let Some(start) = self.read_game(doc)? else {
            return Ok(None);
        };
        let mut found = None;
        let mut position = 0;
        let (ticker, tree) = (&mut self.ticker, &self.tree);
        self.replayer.replay(start, tree, |ply| {
            if position == number {
                found = Some(read_ply(start, tree, ply));
                return ControlFlow::Break(());
            }
            position += 1;
            ticker.tick(PLY_STEPS)
        });
        Ok(found)
    }

    /// Node of the position with this number, the size of the board, and how the game continues after the position.
    pub(crate) fn place(
        &mut self,
        doc: DocId,
        number: u32,
    ) -> tantivy::Result<Option<(HitNode, BoardSize, NextPlay)>> {
        self.at_position(doc, number, |start, tree, ply| {
            let next = NextPlays::default().after(tree, ply);
            (HitNode::from_ply(ply), start.size, next)
        })
    }

    /// Passes to `sink` the move or setup that leads to each position after position `number`, along the first
    /// branches. Ends when `sink` breaks.
    pub(super) fn for_each_after(
        &mut self,
        doc: DocId,
        number: u32,
        mut sink: impl FnMut(Cause) -> ControlFlow<()>,
    ) -> tantivy::Result<()> {
        let Some(start) = self.read_game(doc)? else {
            return Ok(());
        };
        let (tree, ticker) = (&self.tree, &mut self.ticker);
        let mut last = None;
        let mut position = 0;
        self.replayer.replay(start, tree, |ply| {
            if let Some(last) = last.replace(ply.node).filter(|_| position > number) {
                let is_first = |node: NodeId| tree.parent(node).is_some_and(|n| n + 1 == node);
                if !(last + 1..=ply.node).all(is_first) {
                    return ControlFlow::Break(());
                }
                sink(ply.cause)?;
            }
            position += 1;
            ticker.tick(PLY_STEPS)
        });
        Ok(())
    }

    /// Node of a hit, and how the game continues after the hit.
    pub(crate) fn hit_continuation(
        &mut self,
        search: &PatternSearch,
        found: &Occurrence,
    ) -> tantivy::Result<Option<HitContinuation>> {
        let standing = found.location;
        self.at_position(found.doc, standing.position, |_, tree, ply| {
            let next = NextPlays::default().after(tree, ply);
            HitContinuation {
                place: HitNode::from_ply(ply),
                step: search.step_seen_from(standing.placement, next),
                side_to_move: ply.turn,
            }
        })
    }
}

/// Cost of starting to replay a game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 1000;

/// Cost of playing one move, or of examining one placement that it touches, in budget steps of about 10 ns.
const PLY_STEPS: usize = 10;

/// State of a replay: at which placements the pattern stands, and how far the moves of each placement have been played.
pub(crate) struct PatternTracker<'s> {
    search: &'s PatternSearch,
    placements: Vec<Placement>,
    /// For each point, by its number on the board, the placements that contain it.
    placements_at: Vec<Vec<u32>>,
    /// Current states of each placement: how many of the pattern's moves were played there.
    states: Vec<MoveStates>,
    /// For a pattern without moves: number of placements at which it stands.
    standing_count: usize,
    /// For a pattern with moves: the placements at which the current position completed the moves, in order.
    completed: Vec<u32>,
    /// Undo log of the current path through the tree: each changed placement with its previous states.
    log: Vec<(u32, MoveStates)>,
    /// Nodes on the current path.
    path: Vec<PathNode>,
    /// Working memory: placements that contain a point changed by the current position.
    touched: Vec<u32>,
}

/// A node of the current path, with the length that the undo log had and the board after the node.
#[derive(Clone, Copy)]
struct PathNode {
    node: NodeId,
    log: usize,
    board: Option<UndoMark>,
}

impl PatternTracker<'_> {
    /// Starts to follow a pattern through a game, at the placements in `possible` or else at all. `None` if the game
    /// cannot have the pattern, or if the budget does not suffice for so many placements.
    pub(crate) fn new<'s>(
        search: &'s PatternSearch,
        start: Start,
        possible: Option<Vec<Placement>>,
        ticker: &mut BudgetTicker,
    ) -> Option<PatternTracker<'s>> {
        if start.game != search.game {
            return None;
        }
        let board = start.size;
        let placements = possible.unwrap_or_else(|| placements(&search.images, board));
        let mut holding = vec![Vec::new(); board.area()];
        for (number, placement) in (0..).zip(&placements) {
            let (corner, size) = search.region(*placement);
            if ticker.is_exhausted_after(size.area()) {
                return None;
            }
            for point in size.points() {
                let point = Point::new(corner.x + point.x, corner.y + point.y);
                if let Some(holding) = holding.get_mut(board.number(point)) {
                    holding.push(number);
                }
            }
        }
        Some(PatternTracker {
            states: vec![MoveStates::default(); placements.len()],
            standing_count: 0,
            completed: Vec::new(),
            placements,
            placements_at: holding,
            search,
            log: Vec::new(),
            path: Vec::new(),
            touched: Vec::new(),
        })
    }

    /// Advances the replay by one position. Returns true if the pattern stands there.
    pub(crate) fn advance_and_test(
        &mut self,
        tree: &GameTree,
        ply: &Ply,
        ticker: &mut BudgetTicker,
    ) -> bool {
        self.advance(tree, ply);
        !ticker.is_exhausted_after(PLY_STEPS * self.touched.len())
            && (self.standing_count > 0 || !self.completed.is_empty())
    }

    /// True if the hit at one of the placements at which the pattern stands meets the conditions.
    pub(crate) fn fits(&self, terms: &BoardConditions, ply: &Ply, next: NextPlay) -> bool {
        let conditions = PatternConditions::new(self.search, terms);
        self.standing_placements().any(|placement| {
            conditions.accepts(HitFacts {
                number: ply.number,
                step: self.search.step_seen_from(placement, next),
                side_to_move: ply.turn,
            })
        })
    }

    /// Updates the states of all placements for the next position of the replay.
    fn advance(&mut self, tree: &GameTree, ply: &Ply) {
        self.rewind_to(tree, ply.node);
        self.collect_touched(ply);
        self.completed.clear();
        let touched = std::mem::take(&mut self.touched);
        for &number in &touched {
            self.advance_placement(number, ply);
        }
        self.touched = touched;
        self.path.push(PathNode {
            node: ply.node,
            log: self.log.len(),
            board: Some(ply.board.mark()),
        });
    }

    /// Placements at which the pattern stands in the current position or, for a pattern with moves, at which the
    /// position completed the moves; in order of preference.
    fn standing_placements(&self) -> impl Iterator<Item = Placement> {
        let placement = |&number: &u32| self.placements.get(number as usize).copied();
        let completed = self.completed.iter().filter_map(placement);
        let states = self.placements.iter().zip(&self.states);
        let standing = states
            .filter(|(_, states)| **states == MoveStates::from_stands(true))
            .map(|(&placement, _)| placement)
            .take(self.standing_count);
        standing.chain(completed)
    }

    /// Collects the placements that contain a changed point. After setup all placements are collected, because setup
    /// restarts the moves of a pattern.
    fn collect_touched(&mut self, ply: &Ply) {
        self.touched.clear();
        let before = self.path.last().and_then(|frame| frame.board);
        let (Cause::Move(_, action), Some(before)) = (ply.cause, before) else {
            self.touched.extend(0..self.placements.len() as u32);
            return;
        };
        let played = match action {
            Move::Place(point) | Move::Slide { to: point, .. } => Some(point),
            _ => None,
        };
        let changed = ply.board.changes_since(before).map(|(point, _)| point);
        for point in played.into_iter().chain(changed) {
            let number = ply.board.size().number(point);
            if let Some(holding) = self.placements_at.get(number) {
                self.touched.extend(holding);
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
    }

    /// Advances the states of one placement by one position.
    fn advance_placement(&mut self, number: u32, ply: &Ply) {
        let i = number as usize;
        let (Some(placement), Some(states)) = (self.placements.get(i), self.states.get_mut(i))
        else {
            return;
        };
        let Some((_, image)) = self.search.images.get(usize::from(placement.image)) else {
            return;
        };
        let corner = placement.corner();
        let stands = image.matches_at(ply.board, corner);
        let before = *states;
        if image.moves().is_empty() {
            *states = MoveStates::from_stands(stands);
            self.standing_count += usize::from(stands);
            self.standing_count -= usize::from(before == MoveStates::from_stands(true));
        } else if states.advance_by_ply(image, corner, ply, stands) {
            self.completed.push(number);
        }
        if *states != before {
            self.log.push((number, before));
        }
    }

    /// Restores the states that held before the first position of a node, by undoing the log back to its parent.
    fn rewind_to(&mut self, tree: &GameTree, node: NodeId) {
        if self.path.last().is_none_or(|frame| frame.node == node) {
            return;
        }
        // Nodes without a position of their own, between the node and its nearest ancestor on the path. They have the
        // states of their parents.
        let mut without = Vec::new();
        let mut at = tree.parent(node);
        while let Some(before) = at {
            while self.path.last().is_some_and(|frame| frame.node > before) {
                self.path.pop();
            }
            if self.path.last().is_some_and(|frame| frame.node == before) {
                break;
            }
            without.push(before);
            at = tree.parent(before);
        }
        let top = self.path.last().copied();
        let len = top.map_or(0, |frame| frame.log);
        let counts = |states: MoveStates| {
            usize::from(
                self.search.pattern.moves().is_empty() && states == MoveStates::from_stands(true),
            )
        };
        while self.log.len() > len
            && let Some((number, before)) = self.log.pop()
        {
            if let Some(states) = self.states.get_mut(number as usize) {
                self.standing_count += counts(before);
                self.standing_count -= counts(*states);
                *states = before;
            }
        }
        // Adds the nodes without positions to the path, so that other children of these nodes find them there.
        let board = top.and_then(|frame| frame.board);
        let frames = without.iter().rev().map(|&node| PathNode { node, log: len, board });
        self.path.extend(frames);
    }
}
