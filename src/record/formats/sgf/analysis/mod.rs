//! Reads what programs that analyse games, and people who annotate them, wrote into properties and comments.
//!
//! Each program has its own properties, puts values on the analysed node or the one after it, and gives them from the
//! view of Black, White, the player who moved, or the player to move. So there are two steps. While a game is read,
//! each value becomes a note in numbers, so that none of its text is stored. When the tree is complete, notes are
//! turned to Black's view, moved to the node whose position they describe, and joined by engine (`verdicts`).
//!
//! Some are not read, since nobody can tell whose view they have: `CC` of CGOS, `WINRATE` and similar, and the comments
//! of Minigo and SAI.

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

use self::note::{EngineWriter, Notes, Value};
use self::verdicts::GameFacts;
use super::lexer::RawValue;
use crate::cancel::checkpoint;
use crate::game::BoardSize;
use crate::generated::possibly_generated;
use crate::{Analysis, Diagnostics, GameInfo, GameTree, NodeId};

/// What was read so far of the evaluations of engines and the annotations of people in a game.
#[derive(Default)]
pub(super) struct Remarks {
    notes: Notes,
}

/// Properties of the root that tell how analysis in other nodes is meant.
#[derive(Default)]
pub(super) struct RootFacts<'t> {
    /// Value of `RSGF`, the report of GoReviewPartner, with its lines.
    pub(super) report: Option<&'t str>,
    /// Value of `BOT`, the engine that GoReviewPartner used.
    pub(super) bot: Option<&'t str>,
    /// Value of `DZ`, with which LizzieYzy marks games that an engine played.
    pub(super) kind: Option<&'t str>,
}

impl Remarks {
    pub(super) fn is_empty(&self) -> bool {
        let notes = &self.notes;
        notes.list.is_empty() && notes.annotations.is_empty() && notes.diagnostics.is_empty()
    }

    /// Reads the values of an analysis or annotation property. `unpack_bytes_left` is the number of bytes that values
    /// of the file may still be unpacked to.
    pub(super) fn read_values(
        &mut self,
        property: &'static str,
        node: NodeId,
        values: &[RawValue],
        size: BoardSize,
        unpack_bytes_left: &mut usize,
    ) {
        let closed: Vec<Value> = values
            .iter()
            .filter(|raw| raw.is_closed)
            .map(|raw| Value { property, node, text: raw.text, offset: raw.offset, size })
            .collect();
        let notes = &mut self.notes;
        match (property, &closed[..]) {
            (_, []) => {}
            ("KT", all) => katrain::read_kt(all, unpack_bytes_left, notes),
            ("QKGV" | "QLZV", all) => {
                for value in all {
                    checkpoint();
                    q5go::read(value, notes);
                }
            }
            (_, [first, ..]) => read_one(first, notes),
        }
    }

    /// Reads the values in the comments of a game. Called once the tree is complete, because the comments of a node are
    /// joined only then.
    pub(super) fn read_comments(&mut self, tree: &GameTree, size: BoardSize) {
        let notes = &mut self.notes;
        let before = notes.list.len();
        for (node, comment) in possibly_generated(tree) {
            comment::read(node, comment, size, notes);
        }
        if notes.list.len() > before {
            // The sort is stable, so the notes of one node stay in the order in which they were read.
            notes.list.sort_by_key(|note| note.node);
        }
    }

    /// Makes the analysis of a game from its notes (the values as the programs wrote them), once the tree is complete:
    /// converts them to Black's view and joins those of one engine.
    pub(super) fn finish(
        self,
        tree: &GameTree,
        info: &GameInfo,
        root: &RootFacts,
        diagnostics: &mut Diagnostics,
    ) -> Analysis {
        let surroundings = GameFacts {
            tree,
            has_handicap: info.handicap.is_some_and(|stones| stones >= 2),
            bot: go_review_partner::name(root.report, root.bot),
            is_engine_game: matches!(root.kind.map(str::trim), Some("Y" | "KB" | "KW")),
        };
        let (analysis, found) = verdicts::join_notes(self.notes, &surroundings);
        diagnostics.extend(&found);
        analysis
    }
}

fn read_one(value: &Value, notes: &mut Notes) {
    match value.property {
        "KA" => katrain::read_ka(value, notes),
        "LZ" | "LZOP" => lizzie::read(value, EngineWriter::Lizzie, notes),
        "LZ2" | "LZOP2" => lizzie::read(value, EngineWriter::SecondLizzie, notes),
        "SBKV" => sabaki::read_rate(value, notes),
        "SBKS" => sabaki::read_lead(value, 1, notes),
        "OGSC" => sabaki::read_lead(value, 2, notes),
        "WV" => sabaki::read_white(value, notes),
        "BWWR" | "VNWR" | "MCWR" | "ES" | "CBM" | "PLYO" => go_review_partner::read(value, notes),
        _ => annotation::read(value, notes),
    }
}
