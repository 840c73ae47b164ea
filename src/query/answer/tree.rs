//! Builds the tree of frequent continuations from a position or a pattern. The node with the most games is expanded
//! first, so where the number of nodes is limited, the rare branches are missing.
//!
//! From a position, every node is a lookup of its own, so games that reach a node by another order of moves count there
//! too. From a pattern, the games with their first hits are divided by what they play inside its rectangle. Where a
//! colour plays there twice in a row, the other one has played elsewhere, so a pass is inserted between the two moves.

use super::filter::{GameFilter, searched_games, searched_segments};
use super::statistics::StepStatistics;
use super::{BoardQuestion, Continuation, Subject, find_matches};
use crate::board_conditions::SearchNeeds;
use crate::columns::doc_set;
use crate::matcher::Matcher;
use crate::outcomes::Outcomes;
use crate::pattern::{LocalLine, PatternSearch};
use crate::position::PositionMatcher;
use crate::step::{Step, StepTable};
use crate::unique::SegmentDocs;
use kifu_archive::error::Result;
use kifu_record::Start;
use kifu_record::game::board::Board;
use kifu_record::game::{Color, Move};
use kifu_record::replay::play;
use kifu_store::index::Index;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use tantivy::{DocId, SegmentOrdinal};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeBounds {
    /// Maximum number of moves from the root, passes included.
    pub plies: u32,
    /// Minimum number of games in a branch.
    pub games: u64,
    /// Minimum share of a branch among the games of its parent, in percent.
    pub percent: f64,
    /// Maximum number of nodes besides the root.
    pub nodes: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeNode {
    /// Number of moves from the root.
    pub depth: u32,
    /// The move that leads to this node; `None` at the root.
    pub played: Option<(Color, Move)>,
    /// The games that continue this way from the parent; at the root, all games.
    pub games: Continuation,
    /// Number of games of the parent node, of which the games of this node are a part.
    pub parent_games: u64,
    /// All games that have this position by any order of moves, and how they continue; for a pattern, the games of the
    /// node itself. `None` if the node was not expanded.
    pub expanded: Option<(Outcomes, Vec<Continuation>)>,
    /// Indices of the child nodes, the most frequent first.
    pub children: Vec<usize>,
}

/// A tree of continuations, stored as a list of nodes with the root first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveTree {
    pub nodes: Vec<TreeNode>,
    /// True if branches are missing because there were too many nodes.
    pub is_cut: bool,
}

/// Builds the tree of continuations from the searched position or pattern. `start` has the rules by which the next
/// positions are computed.
pub fn explore(
    index: &Index,
    start: Start,
    question: &BoardQuestion,
    bounds: TreeBounds,
) -> Result<MoveTree> {
    let mut filter = GameFilter::run(index, question.filter, question.orders)?;
    let board = match &question.subject {
        Subject::Position(board) => *board,
        Subject::Pattern(search) => {
            let lines = LineNodes::collect(index, search, question, filter.as_ref(), bounds)?;
            let all = (0..lines.lines.len()).collect();
            return grow(index, &lines, (0, all), bounds);
        }
    };
    if question.unique {
        let matcher = question.matcher(index);
        index.budget().add_expected(searched_games(index, filter.as_ref()));
        let (found, _) = find_matches(index, question, &matcher, filter.as_ref())?;
        filter = Some(GameFilter::from_matches(&found));
    }
    let positions = PositionNodes { index, start, question, bounds, filter };
    grow(index, &positions, (board.clone(), Vec::new()), bounds)
}

/// Source of the nodes of a tree: positions that are looked up one by one, or lines of play from a pattern's hits.
trait NodeSource {
    /// Data about a node of the tree from which it can be expanded, such as its board.
    type Place;

    /// Expands a node. Returns the results of its games, how they continue and, for each step to a child node, the data
    /// from which that child can be expanded.
    fn expand(&self, place: &Self::Place) -> Result<LookupResult<Self::Place>>;
}

type LookupResult<P> = (Outcomes, Vec<Continuation>, HashMap<Step, P>);

/// Expands nodes, the one with the most games first, until the limits of the tree or the time budget are reached.
fn grow<G: NodeSource>(
    index: &Index,
    ground: &G,
    root: G::Place,
    bounds: TreeBounds,
) -> Result<MoveTree> {
    let mut tree = MoveTree { nodes: vec![TreeNode::default()], is_cut: false };
    // Nodes to expand, ordered by their number of games, then by age: the older of two equally frequent nodes comes
    // first.
    let mut open = BTreeMap::from([((u64::MAX, Reverse(0)), root)]);
    while let Some(((_, Reverse(number)), place)) = open.pop_last() {
        let (outcomes, continuations, mut after) = ground.expand(&place)?;
        let depth = tree.nodes.get(number).map_or(0, |node| node.depth) + 1;
        let mut children = Vec::new();
        for row in &continuations {
            let Some(played) = bounds.branch(row, outcomes.games) else {
                continue;
            };
            let child = tree.nodes.len();
            if child > bounds.nodes {
                tree.is_cut = true;
                break;
            }
            tree.nodes.push(TreeNode {
                depth,
                played: Some(played),
                games: row.clone(),
                parent_games: outcomes.games,
                ..TreeNode::default()
            });
            children.push(child);
            if depth < bounds.plies
                && let Some(place) = after.remove(&row.step)
            {
                open.insert((row.outcomes.games, Reverse(child)), place);
            }
        }
        if let Some(node) = tree.nodes.get_mut(number) {
            node.children = children;
            if number == 0 {
                node.games.outcomes = outcomes;
            }
            node.expanded = Some((outcomes, continuations));
        }
        if tree.is_cut || index.budget().poll_exhausted() {
            break;
        }
    }
    Ok(tree)
}

/// A game's address: its segment and its document.
type GameDoc = (SegmentOrdinal, DocId);

impl TreeBounds {
    /// The move of a continuation that becomes a branch; `None` if it neither changes the board nor is a pass, or if it
    /// is not played often enough.
    fn branch(&self, row: &Continuation, of: u64) -> Option<(Color, Move)> {
        let games = row.outcomes.games;
        let often = games >= self.games && games as f64 * 100.0 >= self.percent * of as f64;
        match row.step {
            Step::Move(
                color,
                action @ (Move::Place(_) | Move::Pass | Move::Slide { .. } | Move::Remove(_)),
            ) if often => Some((color, action)),
            _ => None,
        }
    }
}

/// Expands positions. Each node holds the games that have the parent's position and the move to it: they are known to
/// have the position, so their index entries need no verification by replay.
struct PositionNodes<'e> {
    index: &'e Index,
    start: Start,
    question: &'e BoardQuestion<'e>,
    bounds: TreeBounds,
    filter: Option<GameFilter>,
}

impl NodeSource for PositionNodes<'_> {
    type Place = (Board, Vec<GameDoc>);

    fn expand(&self, (board, known): &Self::Place) -> Result<LookupResult<Self::Place>> {
        let index = self.index;
        let matcher = PositionMatcher::new(board, self.question.conditions, index, None);
        let matcher = Matcher::Position(matcher);
        let mut statistics = StepStatistics::default();
        let mut games: HashMap<Step, Vec<GameDoc>> = HashMap::new();
        for (ordinal, reader, docs) in searched_segments(index, self.filter.as_ref()) {
            let known = known.iter().filter(|(segment, _)| *segment == ordinal);
            let known = doc_set(reader, known.map(|(_, doc)| *doc));
            let needs =
                SearchNeeds { filter: docs.as_ref(), trusted: Some(&known), statistics: true };
            let matches =
                matcher.segment(reader, needs).map_err(|error| index.error_from_tantivy(error))?;
            let steps = matcher.steps(&matches);
            statistics.add(index, ordinal, matches.docs(), &steps)?;
            let question_steps: Vec<Step> =
                steps.distinct.iter().map(|&step| matcher.to_question(step)).collect();
            for (game, &number) in matches.games().zip(&steps.step_of_game) {
                let step = question_steps.get(number as usize).copied().unwrap_or(Step::End);
                games.entry(step).or_default().push((ordinal, game.doc));
            }
        }
        let named = self.question.named_rows(self.bounds.games);
        let (outcomes, continuations) =
            statistics.finish(index, |step| matcher.to_question(step), named)?;
        let after = games.into_iter().filter_map(|(step, games)| match step {
            // A pass leaves the position as it is, so the node after it would repeat its parent.
            Step::Move(_, Move::Pass) | Step::Elsewhere(_) | Step::End => None,
            Step::Move(color, action) => {
                let mut board = board.clone();
                play(self.start, &mut board, color, action);
                Some((step, (board, games)))
            }
        });
        Ok((outcomes, continuations, after.collect()))
    }
}

/// Expands the lines of play inside a pattern's rectangle. A node is a set of games, given by their indices in `lines`.
struct LineNodes<'e> {
    index: &'e Index,
    question: &'e BoardQuestion<'e>,
    bounds: TreeBounds,
    lines: Vec<(GameDoc, LocalLine)>,
}

impl<'e> LineNodes<'e> {
    fn collect(
        index: &'e Index,
        search: &PatternSearch,
        question: &'e BoardQuestion<'e>,
        filter: Option<&GameFilter>,
        bounds: TreeBounds,
    ) -> Result<LineNodes<'e>> {
        let matcher = question.matcher(index);
        let (found, _) = find_matches(index, question, &matcher, filter)?;
        let mut lines = Vec::new();
        for (ordinal, matches) in (0..).zip(&found) {
            let reader = index.searcher().segment_reader(ordinal);
            let with_passes = |line| search.insert_passes(line);
            let found = matcher
                .lines(reader, matches, bounds.plies as usize, with_passes)
                .map_err(|error| index.error_from_tantivy(error))?;
            let games = matches.docs().map(|doc| (ordinal, doc));
            lines.extend(games.zip(found));
        }
        Ok(LineNodes { index, question, bounds, lines })
    }
}

impl NodeSource for LineNodes<'_> {
    /// The number of steps played so far, and the games that played them, as indices into `lines`.
    type Place = (usize, Vec<usize>);

    fn expand(&self, (depth, games): &Self::Place) -> Result<LookupResult<Self::Place>> {
        let mut statistics = StepStatistics::default();
        let mut after: HashMap<Step, Self::Place> = HashMap::new();
        let lines: Vec<(usize, &(GameDoc, LocalLine))> =
            games.iter().filter_map(|&game| Some((game, self.lines.get(game)?))).collect();
        for lines in lines.chunk_by(|(_, a), (_, b)| a.0.0 == b.0.0) {
            let mut steps = StepTable::default();
            for (game, (_, line)) in lines {
                let next_step = line.steps.get(*depth).copied();
                let number = steps.index_of(line.game_step(next_step.unwrap_or(Step::End)));
                steps.step_of_game.push(number);
                if let Some(step) = next_step {
                    let (_, games) = after.entry(step).or_insert((depth + 1, Vec::new()));
                    games.push(*game);
                }
            }
            let ordinal = lines.first().map_or(0, |(_, (address, _))| address.0);
            let docs = lines.iter().map(|(_, (address, _))| address.1);
            statistics.add(self.index, ordinal, docs, &steps)?;
        }
        let named = self.question.named_rows(self.bounds.games);
        let (outcomes, continuations) =
            statistics.finish(self.index, |step| step.to_question(), named)?;
        Ok((outcomes, continuations, after))
    }
}
