//! The tree of a JGF record: nested lists of nodes, in any nesting style.

use super::node::NodeValues;
use crate::formats::json::value::{JsonKind, JsonValue};
use crate::formats::room::NodeBudget;
use crate::game::BoardSize;
use crate::{Code, Diagnostics, GameTree, NodeId};

/// A tree, and the evidence that it was meant as one.
#[derive(Debug, Default)]
pub(super) struct JgfTree {
    pub(super) tree: GameTree,
    /// Whether a node has a key of this format.
    pub(super) any_known: bool,
    /// Whether a node has keys, but none of this format.
    pub(super) any_foreign: bool,
    /// Whether a node has what a bare array of nodes must have.
    pub(super) any_bare_node: bool,
    /// The number of points set up, counting repeated ones.
    setup_area: usize,
}

/// A list being read.
struct OpenList<'j, I: Iterator<Item = JsonValue<'j>>> {
    items: I,
    /// Whether the items are lines of play instead of the nodes of one line.
    fork: bool,
    /// The node before the next one.
    parent: Option<NodeId>,
}

/// A frame takes as much memory as so many nodes.
const NODES_OF_A_FRAME: usize = 4;

/// Reads a list of nodes.
///
/// The lines of `variations: [[…], […]]`, or of an array in place of a node, hang below the node before them. The first
/// of them continues the line, and nodes after the variations form one more line. Ends early if there is no room for
/// more.
pub(super) fn read(
    list: JsonValue<'_>,
    size: BoardSize,
    room: &mut NodeBudget,
    diagnostics: &mut Diagnostics,
) -> JgfTree {
    let mut read = JgfTree::default();
    let mut open = vec![OpenList { items: list.items().peekable(), fork: false, parent: None }];
    while room.holds(&read.tree)
        && room.holds_parts(NODES_OF_A_FRAME * open.len())
        && let Some(frame) = open.last_mut()
    {
        let Some(item) = frame.items.next() else {
            open.pop();
            continue;
        };
        let (fork, mut parent) = (frame.fork, frame.parent);
        let inner = match item.kind() {
            JsonKind::Object => {
                let parts = NodeValues::of(item);
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
            // A list without further items need not be kept, so deep nesting costs nothing.
            if frame.items.peek().is_none() && inner.is_some() && open.len() > 1 {
                open.pop();
            }
        }
        if let Some((list, fork)) = inner {
            open.push(OpenList { items: list.items().peekable(), fork, parent });
        }
    }
    read
}

impl JgfTree {
    /// Adds a node. Lines of play without any node before them get an empty root.
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
