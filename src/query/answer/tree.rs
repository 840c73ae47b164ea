//! The tree of continuations from a position, as far as they are played often.
//!
//! Every node is a lookup of its own, so games that reached it by another order of moves count too. The most frequent
//! nodes are looked up first, so if there are too many, the rare ones are missing.

use super::among::{Among, segments};
use super::statistics::{Named, Statistics};
use super::{Continuation, Question, Subject, matches};
use crate::error::Result;
use crate::game::board::Board;
use crate::game::{Color, Move};
use crate::index::{Index, tantivy_error};
use crate::query::matcher::Matcher;
use crate::query::outcomes::Outcomes;
use crate::query::step::Step;
use crate::query::terms::Wish;
use crate::record::Start;
use crate::record::replay::play;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use tantivy::{BitSet, DocId, SegmentOrdinal};

/// The limits of a tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Moves from the root.
    pub plies: u32,
    /// The least number of games in a branch.
    pub games: u64,
    /// The least share of a branch among the games of the previous position, in percent.
    pub percent: f64,
    /// The most nodes besides the root.
    pub nodes: usize,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Moves from the root.
    pub depth: u32,
    /// The move that leads here; `None` at the root.
    pub played: Option<(Color, Move)>,
    /// The games that continue this way from the previous position; at the root, all games.
    pub games: Continuation,
    /// The games of the previous position.
    pub of: u64,
    /// All games that have this position, by any order of moves, and how they continue; `None` if it was not looked up.
    pub here: Option<(Outcomes, Vec<Continuation>)>,
    /// The nodes that follow it, the most frequent one first.
    pub children: Vec<usize>,
}

/// A tree with its root first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Whether branches were dropped because there were too many.
    pub is_cut: bool,
}

/// Explores the continuations from the position of a question. A pattern has no tree.
pub fn explore(index: &Index, start: Start, question: &Question, bounds: Bounds) -> Result<Tree> {
    let Subject::Position(board) = question.subject else {
        return Ok(Tree::default());
    };
    let mut among = Among::of(index, question.among, question.orders)?;
    if question.unique {
        let matcher = question.matcher(index.budget());
        let (found, _) = matches(index, question, &matcher, among.as_ref())?;
        among = Some(Among::found(&found));
    }
    let mut growth = Growth {
        index,
        start,
        question,
        bounds,
        among,
        tree: Tree::default(),
        open: BinaryHeap::new(),
    };
    growth.begin(board);
    while let Some(open) = growth.open.pop() {
        growth.expand(&open)?;
        if growth.tree.is_cut || index.budget().is_spent() {
            break;
        }
    }
    Ok(growth.tree)
}

/// A game, by segment and document.
type Address = (SegmentOrdinal, DocId);

/// A node whose position has not been looked up yet. The one with the most games comes first, then the one that was
/// found first.
struct Open {
    rank: (u64, Reverse<usize>),
    board: Board,
    /// Games known to have the position, because they have the previous one and the move.
    known: Vec<Address>,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// A tree under construction.
struct Growth<'e> {
    index: &'e Index,
    start: Start,
    question: &'e Question<'e>,
    bounds: Bounds,
    among: Option<Among>,
    tree: Tree,
    open: BinaryHeap<Open>,
}

/// The result of a lookup.
struct Looked {
    outcomes: Outcomes,
    continuations: Vec<Continuation>,
    /// The games, by step.
    games: HashMap<Step, Vec<Address>>,
}

impl Growth<'_> {
    fn begin(&mut self, board: &Board) {
        self.tree.nodes.push(Node {
            depth: 0,
            played: None,
            games: Continuation {
                step: Step::End,
                outcomes: Outcomes::default(),
                years: None,
                players: Vec::new(),
            },
            of: 0,
            here: None,
            children: Vec::new(),
        });
        self.open.push(Open {
            rank: (u64::MAX, Reverse(0)),
            board: board.clone(),
            known: Vec::new(),
        });
    }

    /// Looks up the position of a node and adds the nodes that follow it.
    fn expand(&mut self, open: &Open) -> Result<()> {
        let Reverse(number) = open.rank.1;
        let mut looked = self.look(open)?;
        let depth = self.tree.nodes.get(number).map_or(0, |node| node.depth);
        let mut children = Vec::new();
        for row in &looked.continuations {
            let Some(played) = self.branch(row, looked.outcomes.games) else {
                continue;
            };
            let child = self.tree.nodes.len();
            if child > self.bounds.nodes {
                self.tree.is_cut = true;
                break;
            }
            self.tree.nodes.push(Node {
                depth: depth + 1,
                played: Some(played),
                games: row.clone(),
                of: looked.outcomes.games,
                here: None,
                children: Vec::new(),
            });
            children.push(child);
            // A pass leaves the position as it was.
            if depth + 1 < self.bounds.plies && played.1 != Move::Pass {
                let mut board = open.board.clone();
                play(self.start, &mut board, played.0, played.1);
                self.open.push(Open {
                    rank: (row.outcomes.games, Reverse(child)),
                    board,
                    known: looked.games.remove(&row.step).unwrap_or_default(),
                });
            }
        }
        if let Some(node) = self.tree.nodes.get_mut(number) {
            node.children = children;
            if number == 0 {
                node.games.outcomes = looked.outcomes;
            }
            node.here = Some((looked.outcomes, looked.continuations));
        }
        Ok(())
    }

    /// The move of a continuation that becomes a branch: it must change the board or be a pass, and be played often
    /// enough.
    fn branch(&self, row: &Continuation, of: u64) -> Option<(Color, Move)> {
        let games = row.outcomes.games;
        let often =
            games >= self.bounds.games && games as f64 * 100.0 >= self.bounds.percent * of as f64;
        match row.step {
            Step::Move(
                color,
                action @ (Move::Place(_) | Move::Pass | Move::Slide { .. } | Move::Remove(_)),
            ) if often => Some((color, action)),
            _ => None,
        }
    }

    fn look(&self, open: &Open) -> Result<Looked> {
        let index = self.index;
        let matcher = Matcher::position(&open.board, self.question.terms, index.budget());
        let mut statistics = Statistics::default();
        let mut games: HashMap<Step, Vec<Address>> = HashMap::new();
        for (ordinal, reader, docs) in segments(index, self.among.as_ref()) {
            let known = known_in(open, ordinal, reader.max_doc());
            let wish = Wish {
                among: docs.as_ref(),
                trusted: Some(&known),
                statistics: true,
            };
            let matches = matcher.segment(reader, wish);
            let matches = matches.map_err(|error| tantivy_error(index.folder(), error))?;
            let steps = matcher.steps(&matches);
            statistics.add(index, ordinal, &matches, &steps)?;
            let asked = steps.different.iter().map(|&step| matcher.as_asked(step));
            let asked: Vec<Step> = asked.collect();
            for (game, &number) in matches.games().zip(&steps.of_games) {
                let step = asked.get(number as usize).copied().unwrap_or(Step::End);
                games.entry(step).or_default().push((ordinal, game.doc));
            }
        }
        let named = Named {
            rows: self.question.named,
            games: self.bounds.games,
        };
        let (outcomes, continuations) =
            statistics.finish(index, |step| matcher.as_asked(step), named)?;
        Ok(Looked {
            outcomes,
            continuations,
            games,
        })
    }
}

/// The games of a segment that are known to have a position.
fn known_in(open: &Open, ordinal: SegmentOrdinal, max_doc: DocId) -> BitSet {
    let mut docs = BitSet::with_max_value(max_doc);
    for &(_, doc) in open.known.iter().filter(|(segment, _)| *segment == ordinal) {
        docs.insert(doc);
    }
    docs
}
