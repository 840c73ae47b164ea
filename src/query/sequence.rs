//! Positions and patterns that follow one another, at least one of them a pattern: `position:A then pattern:B`.
//!
//! Each holds at the first position of the main line after that of the one before, and the conditions on the hit are
//! those on the last. Only games that have all of them are replayed, up to the last one.

use super::columns::set_of;
use super::pattern::{PatternSearch, ReplayWatch};
use super::position::{PositionMatcher, in_colors};
use super::step::HitNode;
use super::terms::{SearchNeeds, Terms};
use crate::game::board::Board;
use crate::game::hash::PositionHash;
use crate::game::pattern::{ColorSymmetry, Pattern};
use crate::game::{Color, GameKind};
use crate::index::Index;
use crate::index::segment::kifus::Kifus;
use crate::index::segment::positions::Positions;
use crate::patience::{Pace, TimeBudget};
use crate::record::replay::MainMoves;
use crate::record::{GameTree, Ply, Replayer, Start};
use rayon::prelude::*;
use std::ops::{ControlFlow, RangeInclusive};
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// A position or a pattern of a sequence.
#[derive(Clone, Debug)]
pub(crate) enum SequenceBoard {
    Position(Board),
    Pattern(GameKind, Pattern),
}

/// A sequence with the conditions on its hit.
#[derive(Debug)]
pub(crate) struct SequenceMatcher {
    /// In its own colours, and with these exchanged if that is wanted.
    ways: Vec<ColoredSequence>,
    /// The number of moves from each part to the next one.
    gap: RangeInclusive<u32>,
    budget: TimeBudget,
}

/// A sequence in certain colours.
#[derive(Debug)]
struct ColoredSequence {
    stages: Vec<Stage>,
    /// The conditions on the hit.
    terms: Terms,
}

#[derive(Debug)]
enum Stage {
    Position(PositionHash, Box<PositionMatcher>),
    Pattern(Box<PatternSearch>),
}

/// A game with a hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SequenceMatch {
    pub(crate) doc: DocId,
    pub(crate) place: HitNode,
}

impl ColoredSequence {
    fn new(
        parts: &[SequenceBoard],
        terms: &Terms,
        swapped: bool,
        index: &Index,
    ) -> ColoredSequence {
        let color = |color: Color| if swapped { color.other() } else { color };
        let terms = Terms {
            any_colours: false,
            to_move: terms.to_move.map(color),
            next: terms.next.as_ref().map(|steps| {
                let steps = steps.iter().map(|step| step.swapped(swapped));
                steps.collect()
            }),
            ..terms.clone()
        };
        let stage = |part: &SequenceBoard| match part {
            SequenceBoard::Position(board) => {
                let board = in_colors(board, swapped);
                let matcher = PositionMatcher::new(&board, &terms, index, None);
                Stage::Position(board.hash(), matcher.into())
            }
            SequenceBoard::Pattern(game, pattern) => {
                let turn = ColorSymmetry {
                    swapped,
                    ..ColorSymmetry::default()
                };
                Stage::Pattern(PatternSearch::new(*game, pattern.turned(turn), true, false).into())
            }
        };
        ColoredSequence {
            stages: parts.iter().map(stage).collect(),
            terms,
        }
    }

    /// The games of a segment that have all parts on their main lines.
    fn games(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
        budget: &TimeBudget,
    ) -> tantivy::Result<BitSet> {
        let alive = reader.alive_bitset();
        let is_wanted = |doc: &DocId| {
            alive.is_none_or(|alive| alive.is_alive(*doc))
                && needs.among.is_none_or(|among| among.contains(*doc))
        };
        let mut games = set_of(reader, (0..reader.max_doc()).filter(is_wanted));
        let positions = Positions::open(reader)?;
        let mut pace = budget.pace();
        let mut patterns = Vec::new();
        for stage in &self.stages {
            let hash = match stage {
                Stage::Position(hash, _) => *hash,
                Stage::Pattern(search) => {
                    patterns.push(search);
                    continue;
                }
            };
            let early = positions.early(hash)?.map(|(doc, ..)| doc);
            let docs = pace.each(1, early.chain(positions.late(hash)?));
            games = set_of(reader, docs.filter(|&doc| games.contains(doc)));
        }
        for search in patterns {
            let found = search.segment(reader, Some(&games), false, budget)?;
            let docs = found.iter().map(|found| found.doc);
            games = set_of(reader, docs.filter(|&doc| games.contains(doc)));
        }
        Ok(games)
    }
}

/// The games that are replayed together.
const TOGETHER: usize = 64;

impl SequenceMatcher {
    /// Matches games with these one after the other, each at a distance within `gap` from the one before.
    pub(crate) fn new(
        (parts, gap): (&[SequenceBoard], RangeInclusive<u32>),
        terms: &Terms,
        index: &Index,
    ) -> SequenceMatcher {
        let swaps = [false, true].into_iter();
        let swaps = swaps.filter(|swapped| !swapped || terms.any_colours);
        let way = |swapped| ColoredSequence::new(parts, terms, swapped, index);
        SequenceMatcher {
            ways: swaps.map(way).collect(),
            gap,
            budget: index.budget().clone(),
        }
    }

    /// The matching games of a segment, in document order.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<Vec<SequenceMatch>> {
        let games = (self.ways.iter()).map(|way| way.games(reader, needs, &self.budget));
        let games: Vec<BitSet> = games.collect::<tantivy::Result<_>>()?;
        let docs: Vec<DocId> = (0..reader.max_doc())
            .filter(|&doc| games.iter().any(|games| games.contains(doc)))
            .collect();
        let kifus = Kifus::open(reader)?;
        let replays = || SequenceReplays::new(self, kifus.clone());
        let found = docs
            .par_chunks(TOGETHER)
            .map_init(replays, |replays, docs| {
                let mut found = Vec::new();
                for &doc in docs {
                    found.extend((replays.of(doc)?).map(|place| SequenceMatch { doc, place }));
                }
                Ok(found)
            });
        let found: Vec<Vec<SequenceMatch>> = found.collect::<tantivy::Result<_>>()?;
        let games = needs.among.map_or(reader.num_docs() as usize, BitSet::len);
        self.budget.add(games as u64);
        Ok(found.into_iter().flatten().collect())
    }
}

/// Replays with their working memory.
pub(crate) struct SequenceReplays<'m> {
    matcher: &'m SequenceMatcher,
    kifus: Kifus,
    replayer: Replayer,
    tree: GameTree,
    pace: Pace,
}

/// The budget steps that starting a game, and playing a move, cost.
const GAME: usize = 1000;
const PLY: usize = 10;

impl<'m> SequenceReplays<'m> {
    pub(crate) fn new(matcher: &'m SequenceMatcher, kifus: Kifus) -> SequenceReplays<'m> {
        SequenceReplays {
            pace: matcher.budget.pace(),
            matcher,
            kifus,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        }
    }

    /// Where a game has its hit.
    pub(crate) fn of(&mut self, doc: DocId) -> tantivy::Result<Option<HitNode>> {
        if self.pace.is_spent(GAME) {
            return Ok(None);
        }
        let Some(start) = self.kifus.tree(doc, &mut self.tree, self.pace.budget())? else {
            return Ok(None);
        };
        let (matcher, tree, pace) = (self.matcher, &self.tree, &mut self.pace);
        let moves = MainMoves::new(tree);
        let begin = |way| SequenceProgress {
            way,
            met: 0,
            number: 0,
            watch: None,
            failed: false,
        };
        let mut progress: Vec<SequenceProgress> = matcher.ways.iter().map(begin).collect();
        let mut place = None;
        self.replayer.replay(start, tree, |ply| {
            if !ply.main {
                return ControlFlow::Break(());
            }
            for progress in &mut progress {
                let seen = SequencePly {
                    start,
                    tree,
                    ply,
                    moves: &moves,
                };
                if progress.at(&seen, &matcher.gap, pace) {
                    place = progress.fits(&seen).then(|| HitNode::of(ply));
                    return ControlFlow::Break(());
                }
            }
            if progress.iter().all(|progress| progress.failed) {
                return ControlFlow::Break(());
            }
            pace.go_on(PLY)
        });
        Ok(place)
    }
}

/// A ply of a main line.
struct SequencePly<'a> {
    start: Start,
    tree: &'a GameTree,
    ply: &'a Ply<'a>,
    moves: &'a MainMoves,
}

/// The progress through one game, in certain colours.
struct SequenceProgress<'m> {
    way: &'m ColoredSequence,
    /// The number of parts found so far, and the move number of the last one.
    met: usize,
    number: u32,
    /// Follows the pattern that comes next.
    watch: Option<ReplayWatch<'m>>,
    /// Whether a part came too early or too late, or never can come.
    failed: bool,
}

impl SequenceProgress<'_> {
    /// Goes on by a ply. Returns whether the last part holds here and all others held before it as they should.
    fn at(&mut self, seen: &SequencePly, gap: &RangeInclusive<u32>, pace: &mut Pace) -> bool {
        if self.failed || !self.stands(seen, pace) {
            return false;
        }
        if self.met > 0 && !gap.contains(&(seen.ply.number - self.number)) {
            self.failed = true;
            return false;
        }
        self.met += 1;
        self.number = seen.ply.number;
        let is_last = self.met == self.way.stages.len();
        if !is_last {
            self.watch = None;
        }
        is_last
    }

    /// Whether the part that comes next stands.
    fn stands(&mut self, seen: &SequencePly, pace: &mut Pace) -> bool {
        let search = match self.way.stages.get(self.met) {
            Some(Stage::Position(hash, _)) => return *hash == seen.ply.board.hash(),
            Some(Stage::Pattern(search)) => search,
            None => return false,
        };
        if self.watch.is_none() {
            self.watch = ReplayWatch::new(search, seen.start, None, pace);
        }
        match &mut self.watch {
            Some(watch) => watch.stands(seen.tree, seen.ply, pace),
            None => {
                self.failed = true;
                false
            }
        }
    }

    /// Whether the last part, which stands, meets the conditions.
    fn fits(&self, seen: &SequencePly) -> bool {
        let next = seen.moves.after(seen.ply);
        match (self.way.stages.last(), &self.watch) {
            (Some(Stage::Position(_, matcher)), _) => matcher.fits(0, seen.ply, next).is_some(),
            (Some(Stage::Pattern(_)), Some(watch)) => watch.fits(&self.way.terms, seen.ply, next),
            _ => false,
        }
    }
}
