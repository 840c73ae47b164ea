//! Last position that games reach on the way to a position without hits.

use super::failure::Result;
use super::snapshot::Snapshot;
use kifu_language::input::AskedPosition;
use kifu_query::answer::{self, BoardQuestion};
use kifu_query::terms::Terms;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Last position that games reach on the way to a position without hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Earlier"))]
pub struct EarlierGames {
    /// Number of moves, from the first on, that some games play; all of them if only a condition on the hit fails.
    pub moves: usize,
    /// Number of all moves to the position.
    pub of: usize,
    /// Number of games with the position after the first `moves` moves.
    pub games: u64,
}

impl EarlierGames {
    /// Returns the later of two positions; if both are equally late, adds their games.
    pub(super) fn or_later(self, other: EarlierGames) -> EarlierGames {
        match self.moves.cmp(&other.moves) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal => EarlierGames { games: self.games + other.games, ..self },
        }
    }
}

/// Finds the last position on the way to one without hits that games reach. Conditions on the next move and the like
/// are dropped.
pub(super) fn earlier(
    snapshot: &Snapshot,
    question: &BoardQuestion,
    asked: &AskedPosition,
) -> Result<Option<EarlierGames>> {
    let terms = Terms {
        within: question.terms.within,
        any_colours: question.terms.any_colours,
        ..Terms::default()
    };
    let question = BoardQuestion { terms: &terms, ..question.clone() };
    let found = answer::earlier(snapshot.index, &question, &asked.board, &asked.marks)?;
    Ok(found.map(|(moves, games)| EarlierGames { moves, of: asked.marks.len(), games }))
}
