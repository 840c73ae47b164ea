//! Grade of a guess in practice.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The guess is the engine's best move or, without analysis, the move that was played.
    Right,
    /// The guess costs next to nothing compared with the best move.
    Nearly,
    /// The guess costs more, or there was no guess.
    Wrong,
}
