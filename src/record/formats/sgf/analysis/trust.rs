//! Decides which comments are believed to be a program's, and not typed by a person.

use super::note::{EngineWriter, Note, Notes, Trust};
use crate::{GameTree, NodeId};

/// Nodes whose comments look like those of one program, but could have been typed by a person.
struct TypedNodes {
    voice: EngineWriter,
    nodes: Vec<NodeId>,
    /// Parents of `nodes`, sorted, for finding out whether a node has a child with a comment in the same form.
    parents: Vec<NodeId>,
}

/// Facts about the whole game by which it is decided whether a comment is a program's or may be typed by a person.
pub(super) struct CommentTrust {
    has_report: bool,
    has_lizzie: bool,
    nodes: Vec<TypedNodes>,
}

impl CommentTrust {
    pub(super) fn new(notes: &Notes, tree: &GameTree) -> CommentTrust {
        let mut nodes: Vec<TypedNodes> = Vec::new();
        for &(voice, node) in &notes.typed_nodes {
            let at = nodes.iter().position(|nodes| nodes.voice == voice).unwrap_or_else(|| {
                nodes.push(TypedNodes { voice, nodes: Vec::new(), parents: Vec::new() });
                nodes.len() - 1
            });
            if let Some(of) = nodes.get_mut(at)
                && of.nodes.last() != Some(&node)
            {
                of.nodes.push(node);
                of.parents.extend(tree.parent(node));
            }
        }
        for of in &mut nodes {
            of.parents.sort_unstable();
        }
        CommentTrust { has_report: notes.katrain.is_some(), has_lizzie: notes.has_lizzie, nodes }
    }

    pub(super) fn is_trusted(&self, note: &Note, tree: &GameTree) -> bool {
        match note.trust {
            Trust::Always => true,
            Trust::WithReport => self.has_report,
            Trust::WithLizzie if self.has_lizzie => true,
            Trust::OfThree => self.typed_by(note.writer).is_some_and(|of| of.nodes.len() >= 3),
            Trust::WithNeighbour | Trust::WithLizzie => {
                self.typed_by(note.writer).is_some_and(|of| {
                    let parent = tree.parent(note.node);
                    of.parents.binary_search(&note.node).is_ok()
                        || parent.is_some_and(|parent| of.nodes.binary_search(&parent).is_ok())
                })
            }
        }
    }

    fn typed_by(&self, voice: EngineWriter) -> Option<&TypedNodes> {
        self.nodes.iter().find(|nodes| nodes.voice == voice)
    }
}
