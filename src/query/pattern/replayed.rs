//! Searches patterns in games that are replayed from their stored moves, where the stored events do not suffice. The
//! definition of a hit is that of the other ways.

use super::conditions::{PatternConditions, Sighting};
use super::sequence::States;
use super::standing::{Placement, Standing, placements};
use super::{Occurrence, PatternSearch};
use crate::step::{GameStep, HitNode};
use crate::terms::{Terms, TreeScope};
use kifu_record::game::board::UndoMark;
use kifu_record::game::{BoardSize, Color, Move, Point};
use kifu_record::patience::{Pace, TimeBudget};
use kifu_record::replay::{Cause, NextPlay, NextPlays, PlyOutline, outline};
use kifu_record::{GameTree, NodeId, Ply, Replayer, Start};
use kifu_store::index::segment::kifus::Kifus;
use std::ops::ControlFlow;
use tantivy::DocId;

/// Node of a hit, and how the game continues there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HitContinuation {
    pub(crate) place: HitNode,
    pub(crate) step: GameStep,
    pub(crate) turn: Color,
}

/// Replays games of a segment one after another and reuses their working memory.
pub(crate) struct PatternReplays {
    kifus: Kifus,
    replayer: Replayer,
    tree: GameTree,
    pace: Pace,
}

impl PatternReplays {
    pub(crate) fn new(kifus: Kifus, budget: &TimeBudget) -> PatternReplays {
        PatternReplays {
            kifus,
            replayer: Replayer::new(),
            tree: GameTree::new(),
            pace: budget.pace(),
        }
    }

    /// The first hit of a game: on its main line or else, if `variations` is true, in a variation. `possible` restricts
    /// the placements at which it can be.
    pub(super) fn first(
        &mut self,
        search: &PatternSearch,
        doc: DocId,
        variations: bool,
        possible: Option<Vec<Placement>>,
    ) -> tantivy::Result<Option<Occurrence>> {
        let mut first = None;
        self.each(search, doc, possible, |ply, standing, step| {
            if !ply.main && !variations {
                return ControlFlow::Break(());
            }
            first = Some(Occurrence {
                doc,
                standing,
                variation: !ply.main,
                number: Some(ply.number),
                step: Some(step()),
            });
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// The first hit in a part of the tree that meets the conditions. `possible` restricts the placements at which it
    /// can be.
    pub(super) fn fitting(
        &mut self,
        search: &PatternSearch,
        conditions: &PatternConditions,
        doc: DocId,
        within: TreeScope,
        possible: Option<Vec<Placement>>,
    ) -> tantivy::Result<Option<(Standing, Sighting)>> {
        let mut first = None;
        self.each(search, doc, possible, |ply, standing, step| {
            match (within, ply.main) {
                (TreeScope::Main, false) => return ControlFlow::Break(()),
                (TreeScope::Variations, true) => return ControlFlow::Continue(()),
                _ => {}
            }
            let hit = Sighting { number: ply.number, step: step(), turn: ply.turn };
            if !conditions.fit(hit) {
                return ControlFlow::Continue(());
            }
            first = Some((standing, hit));
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// Reads a game for a replay; `None` if its rules are not known or if the budget is spent.
    fn read(&mut self, doc: DocId) -> tantivy::Result<Option<Start>> {
        if self.pace.is_spent(GAME) {
            return Ok(None);
        }
        Ok(self.kifus.tree(doc, &mut self.tree, self.pace.budget())?)
    }

    /// Outline of a game's positions, without their boards; `None` if the game has to be replayed or the budget is
    /// spent.
    pub(super) fn outline(&mut self, doc: DocId) -> tantivy::Result<Option<Vec<PlyOutline>>> {
        if self.read(doc)?.is_none() || self.pace.is_spent(self.tree.len()) {
            return Ok(None);
        }
        Ok(outline(&self.tree))
    }

    /// Passes every position in which the pattern stands to `sink`, once for each placement, with a function that
    /// computes the next step of the game. Ends when `sink` breaks.
    fn each(
        &mut self,
        search: &PatternSearch,
        doc: DocId,
        possible: Option<Vec<Placement>>,
        mut sink: impl FnMut(&Ply, Standing, &dyn Fn() -> GameStep) -> ControlFlow<()>,
    ) -> tantivy::Result<()> {
        let Some(start) = self.read(doc)? else {
            return Ok(());
        };
        let (tree, pace) = (&self.tree, &mut self.pace);
        let Some(mut watch) = ReplayWatch::new(search, start, possible, pace) else {
            return Ok(());
        };
        let next = NextPlays::default();
        let mut position = 0;
        self.replayer.replay(start, tree, |ply| {
            pace.go_on(PLY * (1 + watch.touched.len()))?;
            watch.advance(tree, ply);
            let number = position;
            position += 1;
            watch.standing().try_for_each(|placement| {
                let standing = Standing { position: number, events: 0, placement };
                sink(ply, standing, &|| search.step_of(placement, next.after(tree, ply)))
            })
        });
        Ok(())
    }

    /// Replays a game up to the position with this number and returns what `read_ply` makes of it.
    fn at<T>(
        &mut self,
        doc: DocId,
        number: u32,
        tell: impl Fn(Start, &GameTree, &Ply) -> T,
    ) -> tantivy::Result<Option<T>> {
        let Some(start) = self.read(doc)? else {
            return Ok(None);
        };
        let mut found = None;
        let mut position = 0;
        let (pace, tree) = (&mut self.pace, &self.tree);
        self.replayer.replay(start, tree, |ply| {
            if position == number {
                found = Some(tell(start, tree, ply));
                return ControlFlow::Break(());
            }
            position += 1;
            pace.go_on(PLY)
        });
        Ok(found)
    }

    /// Node of a position by its number, the size of the board, and how the game continues there.
    pub(super) fn place(
        &mut self,
        doc: DocId,
        number: u32,
    ) -> tantivy::Result<Option<(HitNode, BoardSize, NextPlay)>> {
        self.at(doc, number, |start, tree, ply| {
            let next = NextPlays::default().after(tree, ply);
            (HitNode::of(ply), start.size, next)
        })
    }

    /// Passes to `sink` what leads to each position after position `number`, along the first branches. Ends when `sink`
    /// breaks.
    pub(super) fn after(
        &mut self,
        doc: DocId,
        number: u32,
        mut sink: impl FnMut(Cause) -> ControlFlow<()>,
    ) -> tantivy::Result<()> {
        let Some(start) = self.read(doc)? else {
            return Ok(());
        };
        let (tree, pace) = (&self.tree, &mut self.pace);
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
            pace.go_on(PLY)
        });
        Ok(())
    }

    /// Node of a hit, and how the game continues there.
    pub(crate) fn detail(
        &mut self,
        search: &PatternSearch,
        found: &Occurrence,
    ) -> tantivy::Result<Option<HitContinuation>> {
        let standing = found.standing;
        self.at(found.doc, standing.position, |_, tree, ply| {
            let next = NextPlays::default().after(tree, ply);
            HitContinuation {
                place: HitNode::of(ply),
                step: search.step_of(standing.placement, next),
                turn: ply.turn,
            }
        })
    }
}

/// Cost of starting to replay a game, in budget steps of about 10 ns.
const GAME: usize = 1000;

/// Cost of playing one move, or of examining one placement that it touches, in budget steps of about 10 ns.
const PLY: usize = 10;

/// State of a replay: at which placements the pattern stands, and how far the moves of each placement have been played.
pub(crate) struct ReplayWatch<'s> {
    search: &'s PatternSearch,
    placements: Vec<Placement>,
    /// For each point, by its number on the board, the placements that contain it.
    holding: Vec<Vec<u32>>,
    /// Current states of each placement.
    current: Vec<States>,
    /// For a pattern without moves: number of placements at which it stands.
    standing: usize,
    /// For a pattern with moves: the placements at which the last position completed them, in order.
    completed: Vec<u32>,
    /// Undo log of the current path through the tree: each changed placement with its previous states.
    log: Vec<(u32, States)>,
    /// Nodes on the current path.
    path: Vec<PathNode>,
    /// Working memory: placements that a position touches.
    touched: Vec<u32>,
}

/// A node of the current path, with the length of the undo log and the board after it.
#[derive(Clone, Copy)]
struct PathNode {
    node: NodeId,
    log: usize,
    board: Option<UndoMark>,
}

impl ReplayWatch<'_> {
    /// Starts to follow a pattern at some placements, or at all. `None` if the game cannot have the pattern, or if the
    /// budget does not suffice for so many placements.
    pub(crate) fn new<'s>(
        search: &'s PatternSearch,
        start: Start,
        possible: Option<Vec<Placement>>,
        pace: &mut Pace,
    ) -> Option<ReplayWatch<'s>> {
        if start.game != search.game {
            return None;
        }
        let board = start.size;
        let placements = possible.unwrap_or_else(|| placements(&search.images, board));
        let mut holding = vec![Vec::new(); board.area()];
        for (number, placement) in (0..).zip(&placements) {
            let (corner, size) = search.region(*placement);
            if pace.is_spent(size.area()) {
                return None;
            }
            for point in size.points() {
                let point = Point::new(corner.x + point.x, corner.y + point.y);
                if let Some(holding) = holding.get_mut(board.number(point)) {
                    holding.push(number);
                }
            }
        }
        Some(ReplayWatch {
            current: vec![States::default(); placements.len()],
            standing: 0,
            completed: Vec::new(),
            placements,
            holding,
            search,
            log: Vec::new(),
            path: Vec::new(),
            touched: Vec::new(),
        })
    }

    /// Advances the replay by one position. Returns true if the pattern stands there.
    pub(crate) fn stands(&mut self, tree: &GameTree, ply: &Ply, pace: &mut Pace) -> bool {
        self.advance(tree, ply);
        !pace.is_spent(PLY * self.touched.len())
            && (self.standing > 0 || !self.completed.is_empty())
    }

    /// True if a placement at which the pattern stands meets the conditions.
    pub(crate) fn fits(&self, terms: &Terms, ply: &Ply, next: NextPlay) -> bool {
        let conditions = PatternConditions::new(self.search, terms);
        self.standing().any(|placement| {
            conditions.fit(Sighting {
                number: ply.number,
                step: self.search.step_of(placement, next),
                turn: ply.turn,
            })
        })
    }

    /// Updates the states of all placements for the next position of the replay.
    fn advance(&mut self, tree: &GameTree, ply: &Ply) {
        self.go_to(tree, ply.node);
        self.touch(ply);
        self.completed.clear();
        let touched = std::mem::take(&mut self.touched);
        for &number in &touched {
            self.look(number, ply);
        }
        self.touched = touched;
        self.path.push(PathNode {
            node: ply.node,
            log: self.log.len(),
            board: Some(ply.board.mark()),
        });
    }

    /// Placements at which the pattern stands, or at which this position completed its moves, in order of preference.
    fn standing(&self) -> impl Iterator<Item = Placement> {
        let placement = |&number: &u32| self.placements.get(number as usize).copied();
        let completed = self.completed.iter().filter_map(placement);
        let states = self.placements.iter().zip(&self.current);
        let standing = states
            .filter(|(_, states)| **states == States::standing(true))
            .map(|(&placement, _)| placement)
            .take(self.standing);
        standing.chain(completed)
    }

    /// Collects the placements that contain a changed point. After setup these are all, because setup restarts the
    /// moves.
    fn touch(&mut self, ply: &Ply) {
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
            if let Some(holding) = self.holding.get(number) {
                self.touched.extend(holding);
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
    }

    /// Advances the states of one placement by one position.
    fn look(&mut self, number: u32, ply: &Ply) {
        let i = number as usize;
        let (Some(placement), Some(states)) = (self.placements.get(i), self.current.get_mut(i))
        else {
            return;
        };
        let Some((_, image)) = self.search.images.get(usize::from(placement.image)) else {
            return;
        };
        let corner = placement.corner();
        let stands = image.stands_at(ply.board, corner);
        let before = *states;
        if image.moves().is_empty() {
            *states = States::standing(stands);
            self.standing += usize::from(stands);
            self.standing -= usize::from(before == States::standing(true));
        } else if states.position(image, corner, ply, stands) {
            self.completed.push(number);
        }
        if *states != before {
            self.log.push((number, before));
        }
    }

    /// Restores the states that held before the first position of a node, by undoing the log back to its parent.
    fn go_to(&mut self, tree: &GameTree, node: NodeId) {
        if self.path.last().is_none_or(|frame| frame.node == node) {
            return;
        }
        // Nodes without a position of their own have the states of their parents.
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
        let counts = |states: States| {
            usize::from(self.search.pattern.moves().is_empty() && states == States::standing(true))
        };
        while self.log.len() > len
            && let Some((number, before)) = self.log.pop()
        {
            if let Some(states) = self.current.get_mut(number as usize) {
                self.standing += counts(before);
                self.standing -= counts(*states);
                *states = before;
            }
        }
        // Adds these nodes to the path, so that their other children find them there.
        let board = top.and_then(|frame| frame.board);
        let frames = without.iter().rev().map(|&node| PathNode { node, log: len, board });
        self.path.extend(frames);
    }
}
