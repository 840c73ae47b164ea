//! What programs that analyse games and people who annotate them left in properties and comments.
//!
//! Each writer has its own properties, puts values on its own node or the one after it, and means Black's, White's, the
//! mover's or the opponent's. So there are two steps. While a game is read, each value becomes a note in numbers, so
//! that no text of it is kept. When the tree is complete, notes are turned to Black's view, moved to the node whose
//! position they tell of, and joined by engine (`verdicts`).
//!
//! Not read, since nobody can tell whose view they have: `CC` of CGOS, `WINRATE` and its kin, the comments of Minigo
//! and SAI.

mod annotation;
mod comment;
mod go_review_partner;
mod katrain;
mod lizzie;
mod note;
pub(in crate::formats) mod number;
mod q5go;
mod sabaki;
mod trust;
mod turns;
mod verdicts;

#[cfg(test)]
mod tests;

use self::note::{Notes, Value, Voice};
use self::verdicts::Surroundings;
use super::lexer::RawValue;
use crate::game::BoardSize;
use crate::generated::suspects;
use crate::patience::step;
use crate::{Analysis, Diagnostics, GameInfo, GameTree, NodeId};

/// What was found in a game so far.
#[derive(Default)]
pub(super) struct Remarks {
    notes: Notes,
}

/// What stands in a root and matters to the values of other nodes.
#[derive(Default)]
pub(super) struct RootFacts<'t> {
    /// `RSGF`, with its lines.
    pub(super) report: Option<&'t str>,
    /// `BOT`.
    pub(super) bot: Option<&'t str>,
    /// `DZ`.
    pub(super) kind: Option<&'t str>,
}

impl Remarks {
    /// Whether nothing was found.
    pub(super) fn is_empty(&self) -> bool {
        let notes = &self.notes;
        notes.list.is_empty() && notes.annotations.is_empty() && notes.diagnostics.is_empty()
    }

    /// Takes the values of a property in which something is said. `room` is how many bytes of the file may still be
    /// unpacked.
    pub(super) fn values(
        &mut self,
        property: &'static str,
        node: NodeId,
        values: &[RawValue],
        size: BoardSize,
        room: &mut usize,
    ) {
        let closed: Vec<Value> = values
            .iter()
            .filter(|raw| raw.closed)
            .map(|raw| Value { property, node, text: raw.text, offset: raw.offset, size })
            .collect();
        let notes = &mut self.notes;
        match (property, &closed[..]) {
            (_, []) => {}
            ("KT", all) => katrain::read_kt(all, room, notes),
            ("QKGV" | "QLZV", all) => {
                for value in all {
                    step();
                    q5go::read(value, notes);
                }
            }
            (_, [first, ..]) => read_one(first, notes),
        }
    }

    /// Takes the comments of a game that is complete, as people see them.
    pub(super) fn comments(&mut self, tree: &GameTree, size: BoardSize) {
        let notes = &mut self.notes;
        let before = notes.list.len();
        for (node, comment) in suspects(tree) {
            comment::read(node, comment, size, notes);
        }
        if notes.list.len() > before {
            // Stable: what a node says first stays first.
            notes.list.sort_by_key(|note| note.node);
        }
    }

    /// What was said of the positions of a game that is complete.
    pub(super) fn finish(
        self,
        tree: &GameTree,
        info: &GameInfo,
        root: &RootFacts,
        diagnostics: &mut Diagnostics,
    ) -> Analysis {
        let surroundings = Surroundings {
            tree,
            has_handicap: info.handicap.is_some_and(|stones| stones >= 2),
            bot: go_review_partner::name(root.report, root.bot),
            is_with_engine: matches!(root.kind.map(str::trim), Some("Y" | "KB" | "KW")),
        };
        let (analysis, found) = verdicts::of(self.notes, &surroundings);
        diagnostics.extend(&found);
        analysis
    }
}

fn read_one(value: &Value, notes: &mut Notes) {
    match value.property {
        "KA" => katrain::read_ka(value, notes),
        "LZ" | "LZOP" => lizzie::read(value, Voice::Lizzie, notes),
        "LZ2" | "LZOP2" => lizzie::read(value, Voice::SecondLizzie, notes),
        "SBKV" => sabaki::read_rate(value, notes),
        "SBKS" => sabaki::read_lead(value, 1, notes),
        "OGSC" => sabaki::read_lead(value, 2, notes),
        "WV" => sabaki::read_white(value, notes),
        "BWWR" | "VNWR" | "MCWR" | "ES" | "CBM" | "PLYO" => go_review_partner::read(value, notes),
        _ => annotation::read(value, notes),
    }
}
