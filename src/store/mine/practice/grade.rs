//! How good a guess is.

use serde::{Deserialize, Serialize};

/// How good a guess is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// It is the engine's best move or, where no engine looked, what was played.
    Right,
    /// It costs next to nothing.
    Nearly,
    /// It is none of these, or there was no guess.
    Wrong,
}
