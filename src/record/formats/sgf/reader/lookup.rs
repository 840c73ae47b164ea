//! Searches the text of one game for the place of a node, or for markup, without making a record.

use super::TreeReader;
use super::root::RootProperty;
use crate::NodeId;
use crate::formats::budget::{MAX_NODES, NodeBudget};
use crate::formats::sgf::lexer::Lexer;
use crate::formats::sgf::marks::Mark;

/// Offset in the text of one game where a node's properties begin; `None` if there is no such node.
pub(in crate::formats::sgf) fn node_offset(text: &str, node: NodeId) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    let mut budget = NodeBudget::new(MAX_NODES);
    let mut reader = TreeReader::new(&mut lexer, &mut budget);
    reader.is_bare = !text.starts_with('(');
    reader.wanted_node = node;
    reader.read_nodes();
    reader.found_offset
}

/// Reads the markup in the text of one game, in the order of its nodes.
pub fn read_marks(text: &str) -> Vec<Mark> {
    let mut lexer = Lexer::new(text);
    let mut budget = NodeBudget::new(MAX_NODES);
    let mut reader = TreeReader::new(&mut lexer, &mut budget);
    reader.is_bare = !text.starts_with('(');
    reader.marks = Some(Vec::new());
    reader.read_nodes();
    if reader.at_root() {
        reader.finish_root();
    }
    // The markup of the root is read last, because its values are stored until the board size is known, but it comes
    // first in the list.
    let later = reader.marks.replace(Vec::new()).unwrap_or_default();
    for RootProperty { name, values } in std::mem::take(&mut reader.root) {
        for value in values {
            reader.store_mark(&name, 0, value);
        }
    }
    reader.marks.unwrap_or_default().into_iter().chain(later).collect()
}
