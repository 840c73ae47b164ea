//! Counts the tree of steps that corner lines play after a position.
//!
//! A node is the set of lines that play its steps, as a range of a list of lines. It is divided by the next step of its
//! lines, level by level, so a step is counted by reading its lines once, and rare branches are never divided.

use super::JosekiQuestion;
use super::follower::{CornerLines, Line, LineStep};
use super::merge::Least;
use super::step::LocalStep;
use crate::answer::{DEFAULT_NAMES, MoverGame, MoverGames, WrittenNames};
use crate::outcomes::Outcomes;
use crate::rank_band::RankBand;
use kifu_archive::error::Result;
use kifu_record::cancel::BudgetTicker;
use kifu_store::index::Index;
use kifu_store::index::document::outcome;
use kifu_store::index::outcome_columns::OutcomeAndDay;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tantivy::{DocId, SegmentOrdinal};

/// Tree of steps as a list of nodes, the root first and each node after its parent. All nodes of a level stand
/// together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTree {
    pub nodes: Vec<StepNode>,
}

/// Node of a tree: the lines that play the same steps after the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepNode {
    /// Index of the parent node; 0 for the root.
    pub parent: u32,
    /// Step that leads to the node; `None` for the root.
    pub step: Option<LocalStep>,
    /// The lines of each set of games.
    pub sets: Vec<StepTally>,
    /// Whether the book in use has the step; `None` if no book is in use that has corners of these boards.
    pub in_book: Option<bool>,
}

/// Lines of a set of games that play the same steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTally {
    /// Results of the games by the player who is Black in the corner. A game counts once for each of its corners, so
    /// the number of games is that of corners.
    pub outcomes: Outcomes,
    /// Number of different games.
    pub games: u64,
    /// Number of corners in which nothing follows.
    pub ended: u64,
    /// Corners by the number of moves elsewhere before the step.
    pub elsewhere: Vec<(u16, u64)>,
    /// Corners by year; games without a certain year are left out.
    pub years: Vec<(u16, u64)>,
    /// Corners by the better rank of the players; games without ranks are left out.
    pub ranks: Vec<(RankBand, u64)>,
    /// Players who played the step, with their numbers of games; empty if names were not requested. If the index is one
    /// of several, all names as written, else the most frequent players.
    pub players: Vec<(String, u64)>,
}

impl StepTally {
    /// Number of corners.
    pub fn corners(&self) -> u64 {
        self.outcomes.games
    }

    /// Number of corners in which the step was played without a move elsewhere before it.
    pub fn at_once(&self) -> u64 {
        self.elsewhere.first().filter(|(moves, _)| *moves == 0).map_or(0, |(_, corners)| *corners)
    }

    /// Median of the numbers of moves elsewhere before the step, over the corners with such moves; `None` if the step
    /// was always played at once. Of two middle numbers, the smaller one counts.
    pub fn median_elsewhere(&self) -> Option<u16> {
        let later = || self.elsewhere.iter().filter(|(moves, _)| *moves > 0);
        let all: u64 = later().map(|(_, corners)| corners).sum();
        let mut before = 0;
        let mut counts = later().map(|&(moves, corners)| {
            before += corners;
            (moves, before)
        });
        counts.find(|(_, before)| 2 * before >= all).map(|(moves, _)| moves)
    }

    /// Numbers of corners in the years before `year`, and from then on.
    pub fn split_at_year(&self, year: i32) -> [u64; 2] {
        let mut sums = [0, 0];
        for &(played, corners) in &self.years {
            let [before, after] = &mut sums;
            *(if i32::from(played) < year { before } else { after }) += corners;
        }
        sums
    }
}

/// What is counted of a line's game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineFacts {
    year: Option<u16>,
    band: Option<RankBand>,
    outcome: u8,
}

impl LineFacts {
    pub(super) fn new(game: OutcomeAndDay, band: Option<RankBand>) -> LineFacts {
        let year = game.year.and_then(|year| u16::try_from(year).ok());
        LineFacts { year, band, outcome: game.outcome }
    }

    /// The outcome as seen from the corner, in which the colours may be exchanged.
    fn outcome(self, swapped: bool) -> u64 {
        match u64::from(self.outcome) {
            outcome::BLACK if swapped => outcome::WHITE,
            outcome::WHITE if swapped => outcome::BLACK,
            other => other,
        }
    }
}

/// Line of a game in one of the sets.
#[derive(Clone, Copy)]
struct CountedLine {
    set: u8,
    /// Index of the list in `TreeBuilder::lists` that has the line's steps.
    list: u32,
    line: Line,
    facts: LineFacts,
}

/// Lines of a segment.
struct SegmentList {
    ordinal: SegmentOrdinal,
    lines: CornerLines,
}

/// Builds the tree of the lines that were added.
pub(super) struct TreeBuilder {
    sets: usize,
    least: Least,
    depth: usize,
    named_depth: u32,
    lists: Vec<SegmentList>,
    lines: Vec<CountedLine>,
}

/// Cost of counting one line, in budget steps of about 10 ns.
const LINE_STEPS: usize = 3;

impl TreeBuilder {
    pub(super) fn new(question: &JosekiQuestion) -> TreeBuilder {
        TreeBuilder {
            sets: question.sets.len(),
            least: question.least,
            depth: question.position.depth,
            named_depth: question.named_depth,
            lists: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Adds the lines of a segment's games in one of the sets; `facts` has a value for each line.
    pub(super) fn add(
        &mut self,
        set: u8,
        ordinal: SegmentOrdinal,
        lines: CornerLines,
        facts: &[LineFacts],
    ) {
        let list = self.lists.len() as u32;
        let counted = lines.lines.iter().zip(facts);
        self.lines.extend(counted.map(|(&line, &facts)| CountedLine { set, list, line, facts }));
        self.lists.push(SegmentList { ordinal, lines });
    }

    fn step(&self, line: &CountedLine, depth: usize) -> Option<LineStep> {
        let list = self.lists.get(line.list as usize)?;
        list.lines.steps(&line.line).get(depth).copied()
    }

    /// Builds the tree. If the time budget ends before, deeper steps are missing.
    pub(super) fn build(&self, index: &Index) -> Result<StepTree> {
        let is_part = index.is_part();
        let mut ticker = index.budget().ticker();
        let mut order: Vec<u32> = (0..self.lines.len() as u32).collect();
        let mut tallies = Tallies::default();
        let root =
            StepNode { parent: 0, step: None, sets: tallies.count(self, &order, 0), in_book: None };
        let least = if is_part { vec![0; self.sets] } else { self.least.corners(&root.sets) };
        let mut tree = StepTree { nodes: vec![root] };
        let mut names = NameGames::default();
        // Ranges of `order` with the lines of each node of the current level.
        let mut level: Vec<(u32, Range<usize>)> = vec![(0, 0..order.len())];
        for depth in 0..self.depth {
            let mut next = Vec::new();
            for (parent, range) in std::mem::take(&mut level) {
                let Some(lines) = order.get_mut(range.clone()) else { continue };
                if ticker.is_exhausted_after(LINE_STEPS * lines.len()) {
                    return self.with_names(index, tree, &names, is_part);
                }
                self.divide(lines, depth, &mut tallies.scratch);
                let children = lines.chunk_by(|&a, &b| self.code(a, depth) == self.code(b, depth));
                let mut start = range.start;
                for lines in children {
                    let child = start..start + lines.len();
                    start = child.end;
                    let Some(step) = lines.first().and_then(|&line| self.code(line, depth)) else {
                        continue;
                    };
                    if !self.is_frequent(lines, &least) {
                        continue;
                    }
                    let number = tree.nodes.len() as u32;
                    tree.nodes.push(StepNode {
                        parent,
                        step: Some(LocalStep::from_code(step)),
                        sets: tallies.count(self, lines, depth + 1),
                        in_book: None,
                    });
                    if depth < self.named_depth as usize {
                        names.add(self, number, step, lines, &mut ticker);
                    }
                    next.push((number, child));
                }
            }
            level = next;
        }
        self.with_names(index, tree, &names, is_part)
    }

    /// Code of the step of a line after `depth` steps; `None` at its end.
    fn code(&self, line: u32, depth: usize) -> Option<u8> {
        let line = self.lines.get(line as usize)?;
        Some(self.step(line, depth)?.step.code())
    }

    /// True if at least one set has enough of these lines.
    fn is_frequent(&self, lines: &[u32], least: &[u64]) -> bool {
        let mut counts = [0u64; 2];
        for line in lines.iter().filter_map(|&line| self.lines.get(line as usize)) {
            counts.get_mut(usize::from(line.set)).into_iter().for_each(|count| *count += 1);
        }
        counts.iter().zip(least).any(|(count, least)| *count > 0 && count >= least)
    }

    /// Sorts the lines of a node by their next step. Lines with equal steps stay in order, and lines that end come
    /// first.
    fn divide(&self, lines: &mut [u32], depth: usize, scratch: &mut Vec<u32>) {
        let key = |line: u32| self.code(line, depth).map_or(0, |code| 1 + usize::from(code));
        if lines.len() < 64 {
            lines.sort_by_key(|&line| key(line));
            return;
        }
        let mut starts = [0usize; 258];
        for &line in lines.iter() {
            if let Some(count) = starts.get_mut(key(line) + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        scratch.clear();
        scratch.resize(lines.len(), 0);
        for &line in lines.iter() {
            if let Some(start) = starts.get_mut(key(line)) {
                if let Some(slot) = scratch.get_mut(*start) {
                    *slot = line;
                }
                *start += 1;
            }
        }
        lines.copy_from_slice(scratch);
    }

    /// Adds the names of the players to the steps of a tree.
    fn with_names(
        &self,
        index: &Index,
        mut tree: StepTree,
        names: &NameGames,
        is_part: bool,
    ) -> Result<StepTree> {
        for (set, games) in (0..self.sets).zip(&names.sets) {
            let written = WrittenNames::read(index, games)?;
            let rows = if is_part {
                written.all_by_row(index)
            } else {
                written.frequent_by_row(index, DEFAULT_NAMES)
            };
            for (node, players) in tree.nodes.iter_mut().zip(rows) {
                if let Some(tally) = node.sets.get_mut(set) {
                    tally.players = players;
                }
            }
        }
        Ok(tree)
    }
}

/// Games in which the steps of nodes were played, by set of games and segment, to look up their players.
#[derive(Default)]
struct NameGames {
    sets: [Vec<MoverGames>; 2],
}

impl NameGames {
    /// Adds the games of a node's lines, each once for each colour that played the step in it.
    fn add(
        &mut self,
        builder: &TreeBuilder,
        row: u32,
        step: u8,
        lines: &[u32],
        ticker: &mut BudgetTicker,
    ) {
        let color = LocalStep::from_code(step).color();
        let mut last: Option<(u32, DocId, [bool; 2])> = None;
        let lines = lines.iter().filter_map(|&line| builder.lines.get(line as usize));
        for counted in ticker.take_within_budget(LINE_STEPS, lines) {
            let (doc, swapped) = (counted.line.doc, counted.line.swapped);
            let (_, _, seen) = match &mut last {
                Some(last) if (last.0, last.1) == (counted.list, doc) => last,
                last => last.insert((counted.list, doc, [false; 2])),
            };
            if std::mem::replace(&mut seen[usize::from(swapped)], true) {
                continue;
            }
            let color = if swapped { color.other() } else { color };
            let ordinal = builder.lists.get(counted.list as usize).map_or(0, |list| list.ordinal);
            let Some(segments) = self.sets.get_mut(usize::from(counted.set)) else { continue };
            while segments.len() <= ordinal as usize {
                let ordinal = segments.len() as SegmentOrdinal;
                segments.push(MoverGames { ordinal, games: Vec::new() });
            }
            if let Some(segment) = segments.get_mut(ordinal as usize) {
                segment.games.push(MoverGame { doc, row, color });
            }
        }
    }
}

/// Counts lines, with working memory that is used for all nodes.
#[derive(Default)]
struct Tallies {
    scratch: Vec<u32>,
    years: Histogram,
    elsewhere: Histogram,
    ranks: Histogram,
}

impl Tallies {
    /// Counts the lines of a node that is `depth` steps below the root: for each set of games, one tally. The lines of
    /// a set stand together, in the order of the games.
    fn count(&mut self, builder: &TreeBuilder, lines: &[u32], depth: usize) -> Vec<StepTally> {
        let mut tallies = vec![StepTally::default(); builder.sets];
        let line = |line: u32| builder.lines.get(line as usize);
        let set_of = |number: u32| line(number).map_or(0, |line| line.set);
        for lines in lines.chunk_by(|&a, &b| set_of(a) == set_of(b)) {
            let set = lines.first().map_or(0, |&number| set_of(number));
            let Some(tally) = tallies.get_mut(usize::from(set)) else { continue };
            let mut last = None;
            for counted in lines.iter().filter_map(|&number| line(number)) {
                let facts = counted.facts;
                tally.outcomes.add(facts.outcome(counted.line.swapped));
                let game = Some((counted.list, counted.line.doc));
                tally.games += u64::from(last != game);
                last = game;
                tally.ended += u64::from(counted.line.len() == depth);
                facts.year.into_iter().for_each(|year| self.years.add(year));
                facts.band.into_iter().for_each(|band| self.ranks.add(band.number()));
                if let Some(step) = depth.checked_sub(1).and_then(|at| builder.step(counted, at)) {
                    self.elsewhere.add(step.elsewhere.into());
                }
            }
            tally.years = self.years.take();
            tally.elsewhere = self.elsewhere.take();
            let ranks = self.ranks.take().into_iter();
            let band = |(band, corners)| Some((RankBand::from_number(band)?, corners));
            tally.ranks = ranks.filter_map(band).collect();
        }
        tallies
    }
}

/// Counts of numbers below 10,000, in memory that is used again.
#[derive(Default)]
struct Histogram {
    counts: Vec<u32>,
    /// Numbers with a count.
    numbers: Vec<u16>,
}

impl Histogram {
    fn add(&mut self, number: u16) {
        let at = usize::from(number);
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        if let Some(count) = self.counts.get_mut(at) {
            if *count == 0 {
                self.numbers.push(number);
            }
            *count += 1;
        }
    }

    /// The numbers in order, each with its count. All counts are then 0 again.
    fn take(&mut self) -> Vec<(u16, u64)> {
        self.numbers.sort_unstable();
        let counts = &mut self.counts;
        let count = |number: u16| counts.get_mut(usize::from(number)).map_or(0, std::mem::take);
        self.numbers
            .drain(..)
            .map({
                let mut count = count;
                move |number| (number, u64::from(count(number)))
            })
            .collect()
    }
}
