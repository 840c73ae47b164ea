//! Where games left the moves that lead to a position without hits.

use super::failure::Result;
use super::snapshot::Snapshot;
use kifu_language::input::AskedPosition;
use kifu_query::answer::{self, BoardQuestion};
use kifu_query::terms::Terms;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Where games left the moves that lead to a position without hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Earlier"))]
pub struct EarlierGames {
    /// The moves that some games still have; all of them if only a condition on the hit is missing.
    pub moves: usize,
    /// All the moves.
    pub of: usize,
    /// Games with the position after `moves`.
    pub games: u64,
}

impl EarlierGames {
    /// The later of two places; of the same place, the games of both.
    pub(super) fn or_later(self, other: EarlierGames) -> EarlierGames {
        match self.moves.cmp(&other.moves) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal => EarlierGames { games: self.games + other.games, ..self },
        }
    }
}

/// The last position on the way to one without hits. Conditions on how games go on from there are dropped.
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
