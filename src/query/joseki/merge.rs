//! Joins the trees of several indexes, leaves out rare steps and sorts the others.

use super::step::LocalStep;
use super::tree::{StepNode, StepTally, StepTree};
use crate::answer::{DEFAULT_NAMES, frequent_players};
use crate::quick_hash::QuickHash;
use crate::sums::sum_by_key;
use kifu_language::knowledge::aliases::PersonFinder;
use kifu_record::cancel::checkpoint;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Number of corners that a step needs to be in the tree.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Least {
    pub corners: u64,
    /// Share of the corners that have the searched position, in percent.
    pub percent: f64,
}

impl Least {
    /// The number of corners that a step needs in each set of games, by the tallies of the root.
    pub(super) fn corners(self, root: &[StepTally]) -> Vec<u64> {
        let share = |all: u64| (all as f64 * self.percent / 100.0).ceil() as u64;
        root.iter().map(|tally| self.corners.max(share(tally.corners()))).collect()
    }

    fn accepts(least: &[u64], sets: &[StepTally]) -> bool {
        let mut both = sets.iter().zip(least);
        both.any(|(tally, least)| tally.corners() > 0 && tally.corners() >= *least)
    }
}

impl StepTally {
    /// Adds the lines of another index. The names of its players are appended.
    fn merge(&mut self, more: StepTally) {
        self.outcomes.merge(more.outcomes);
        self.games += more.games;
        self.ended += more.ended;
        self.elsewhere.extend(more.elsewhere);
        self.years.extend(more.years);
        self.ranks.extend(more.ranks);
        self.players.extend(more.players);
        sum_by_key(&mut self.elsewhere);
        sum_by_key(&mut self.years);
        sum_by_key(&mut self.ranks);
    }
}

/// Joins the trees of several indexes. Steps with too few corners are left out, and the others are sorted: the most
/// frequent first in the first set of games, then by their places.
pub fn merge_trees(trees: Vec<StepTree>, least: Least) -> StepTree {
    let mut trees = trees.into_iter();
    let mut merged = trees.next().unwrap_or_default();
    let mut known: HashMap<(u32, LocalStep), u32, QuickHash> = HashMap::default();
    for tree in trees {
        if known.is_empty() {
            known.extend(
                (0..)
                    .zip(&merged.nodes)
                    .filter_map(|(number, node)| Some(((node.parent, node.step?), number))),
            );
        }
        add_tree(&mut merged, &mut known, tree);
    }
    sorted(merged, least)
}

fn add_tree(
    into: &mut StepTree,
    known: &mut HashMap<(u32, LocalStep), u32, QuickHash>,
    tree: StepTree,
) {
    // Number in `into` of each node of `tree`.
    let mut numbers: Vec<u32> = Vec::with_capacity(tree.nodes.len());
    for node in tree.nodes {
        checkpoint();
        let parent = numbers.get(node.parent as usize).copied().unwrap_or(0);
        let next = into.nodes.len() as u32;
        let number = match node.step {
            None if next > 0 => 0,
            None => next,
            Some(step) => *known.entry((parent, step)).or_insert(next),
        };
        numbers.push(number);
        match into.nodes.get_mut(number as usize) {
            Some(same) => {
                same.sets.iter_mut().zip(node.sets).for_each(|(into, more)| into.merge(more));
                same.in_book = same.in_book.or(node.in_book);
            }
            None => into.nodes.push(StepNode { parent, ..node }),
        }
    }
}

/// Leaves out the steps with too few corners, and sorts the others level by level.
fn sorted(tree: StepTree, least: Least) -> StepTree {
    let least = tree.nodes.first().map(|root| least.corners(&root.sets)).unwrap_or_default();
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); tree.nodes.len()];
    for (number, node) in (0..).zip(&tree.nodes).skip(1) {
        if let Some(children) = children.get_mut(node.parent as usize)
            && Least::accepts(&least, &node.sets)
        {
            children.push(number);
        }
    }
    let key = |number: &u32| {
        let node = tree.nodes.get(*number as usize);
        let corners = |node: &StepNode| node.sets.iter().map(|t| Reverse(t.corners())).collect();
        let corners: Option<Vec<Reverse<u64>>> = node.map(corners);
        (corners, node.and_then(|node| node.step))
    };
    children.iter_mut().for_each(|children| children.sort_by_cached_key(key));
    // The new list has the nodes level by level, so it is at the same time the queue of the nodes to visit.
    let mut order: Vec<(u32, u32)> = if tree.nodes.is_empty() { Vec::new() } else { vec![(0, 0)] };
    let mut at = 0;
    while let Some(&(number, _)) = order.get(at) {
        checkpoint();
        let children = children.get(number as usize).into_iter().flatten();
        order.extend(children.map(|&child| (child, at as u32)));
        at += 1;
    }
    let mut nodes: Vec<Option<StepNode>> = tree.nodes.into_iter().map(Some).collect();
    let node = |(number, parent): (u32, u32)| {
        let node = nodes.get_mut(number as usize)?.take()?;
        Some(StepNode { parent, ..node })
    };
    StepTree { nodes: order.into_iter().filter_map(node).collect() }
}

/// Replaces the names as written that several indexes have counted by the most frequent players.
pub fn frequent_names(tree: &mut StepTree, finder: &PersonFinder) {
    for tally in tree.nodes.iter_mut().flat_map(|node| &mut node.sets) {
        let mut written = std::mem::take(&mut tally.players);
        sum_by_key(&mut written);
        tally.players = frequent_players(written, finder, DEFAULT_NAMES);
    }
}
