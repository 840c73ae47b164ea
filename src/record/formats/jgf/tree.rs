//! Reads the tree of a JGF record: nested lists of nodes, in any nesting style.

use super::node::NodeValues;
use crate::formats::budget::NodeBudget;
use crate::formats::json::value::{JsonKind, JsonValue};
use crate::game::BoardSize;
use crate::{Code, Diagnostics, GameTree, NodeId};

/// Tree of a record, and the evidence that it is JGF and not another format.
#[derive(Debug, Default)]
pub(super) struct JgfTree {
    pub(super) tree: GameTree,
    /// Whether any node has a key of JGF.
    pub(super) any_known: bool,
    /// Whether any node has keys, but none of JGF.
    pub(super) any_foreign: bool,
    /// Whether any node has a move, a stone or `root`, one of which a bare array must have to count as JGF.
    pub(super) any_bare_node: bool,
    /// Number of points set up so far, counting repeated ones.
    setup_area: usize,
}

/// List of nodes that is being read.
struct OpenList<'j, I: Iterator<Item = JsonValue<'j>>> {
    items: I,
    /// Whether the items of the list are variations, and not the nodes of one line.
    is_fork: bool,
    /// Node below which the next one is added.
    parent: Option<NodeId>,
}

/// Number of nodes that take as much memory as one open list. The budget of nodes counts each open list as that many.
const NODES_PER_FRAME: usize = 4;

/// Reads a list of nodes.
///
/// The lines of `variations: [[…], […]]`, or of an array in place of a node, hang below the node before them. The first
/// of them continues the line, and nodes after the variations form one more line. Reading ends early if the budget is
/// exceeded.
pub(super) fn read(
    list: JsonValue<'_>,
    size: BoardSize,
    budget: &mut NodeBudget,
    diagnostics: &mut Diagnostics,
) -> JgfTree {
    let mut read = JgfTree::default();
    let mut open = vec![OpenList { items: list.items().peekable(), is_fork: false, parent: None }];
    while budget.fits_tree(&read.tree)
        && budget.fits_parts(NODES_PER_FRAME * open.len())
        && let Some(frame) = open.last_mut()
    {
        let Some(item) = frame.items.next() else {
            open.pop();
            continue;
        };
        let (fork, mut parent) = (frame.is_fork, frame.parent);
        let inner = match item.kind() {
            JsonKind::Object => {
                let parts = NodeValues::from_object(item);
                if parts.is_node {
                    let top = !fork && open.len() == 1;
                    let node = read.add_node(parent, top);
                    read.any_known |= parts.is_known;
                    read.any_foreign |=
                        !parts.is_known && !item.is_cut() && item.entries().next().is_some();
                    read.any_bare_node = read.any_bare_node || parts.is_bare_node(item);
                    parts.add_to(&mut read.tree, size, &mut read.setup_area, diagnostics);
                    parent = Some(node);
                }
                parts.variations.map(|variations| (variations, true))
            }
            JsonKind::Array => {
                // In a list of nodes, an array of arrays is a fork, and an array of nodes is one line of it.
                let lines = item.items().next().is_some_and(JsonValue::is_list);
                Some((item, lines && !fork))
            }
            JsonKind::String | JsonKind::Word => {
                if !item.is_cut() {
                    let message = "what is not a node was skipped";
                    diagnostics.add(Code::BadJson, item.offset(), message);
                }
                None
            }
        };
        if let Some(frame) = open.last_mut() {
            if !fork {
                frame.parent = parent;
            }
            // The outer list has no further items, so it is closed before the inner one is read. Lists nested to any
            // depth then take no memory.
            if frame.items.peek().is_none() && inner.is_some() && open.len() > 1 {
                open.pop();
            }
        }
        if let Some((list, fork)) = inner {
            open.push(OpenList { items: list.items().peekable(), is_fork: fork, parent });
        }
    }
    read
}

impl JgfTree {
    /// Adds a node. If variations have no node before them, an empty root is added first.
    fn add_node(&mut self, parent: Option<NodeId>, top: bool) -> NodeId {
        if self.tree.is_empty() {
            let root = self.tree.add_node(None);
            if top {
                return root;
            }
        }
        self.tree.add_node(Some(parent.unwrap_or(0)))
    }
}
