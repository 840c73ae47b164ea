//! Last position that games reach on the way to a position without hits.

use super::failure::Result;
use super::snapshot::Snapshot;
use kifu_language::input::BoardInput;
use kifu_query::answer::{self, BoardQuestion};
use kifu_query::board_conditions::BoardConditions;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Last position that games reach on the way to a position without hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Earlier"))]
pub struct LastCommonPosition {
    /// Number of moves, from the first move of the request's position on, after which games still have the position. It
    /// is the number of all moves if games reach the position itself and only a condition on the hit excludes them.
    pub moves: usize,
    /// Number of all moves that lead to the position of the request.
    pub of: usize,
    /// Number of games that have the position after the first `moves` moves.
    pub games: u64,
}

impl LastCommonPosition {
    /// Returns the later of two positions with its games; if both are equally late, the sum of their games.
    pub(super) fn later(self, other: LastCommonPosition) -> LastCommonPosition {
        match self.moves.cmp(&other.moves) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal => LastCommonPosition { games: self.games + other.games, ..self },
        }
    }
}

/// Finds the last position that games reach on the way to a position without hits. Conditions on the next move, on the
/// side to move and on the move number are ignored.
pub(super) fn last_common_position(
    snapshot: &Snapshot,
    question: &BoardQuestion,
    position: &BoardInput,
) -> Result<Option<LastCommonPosition>> {
    let terms = BoardConditions {
        scope: question.conditions.scope,
        any_colours: question.conditions.any_colours,
        ..BoardConditions::default()
    };
    let question = BoardQuestion { conditions: &terms, ..question.clone() };
    let found =
        answer::last_common_position(snapshot.index, &question, &position.board, &position.marks)?;
    Ok(found.map(|(moves, games)| LastCommonPosition { moves, of: position.marks.len(), games }))
}
