//! Data of the page with near positions, and of `/api/v1/near`: the games that come near a position.
//!
//! The JSON has all keys that the command `position --near --json` prints, and more.

use super::explore::request as board_request;
use crate::address::ParsedRequest;
use crate::route_parameters::NearParameters;
use crate::worker::{AnswerContext, Partial};
use kifu_engine::near::NearFound;
use kifu_engine::request::{BoardSearch, FindNear};
use kifu_engine::{Reply, Result};
use schemars::JsonSchema;
use serde::Serialize;

/// Games that come near the position of an address.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "NearGames")]
pub(crate) struct NearPositions {
    /// The engine's answer.
    #[serde(flatten)]
    pub answer: Box<NearFound>,
    /// The query of the request, as the user wrote it.
    pub query: String,
    /// Number of the state of the index, which rises with each commit.
    pub generation: u64,
    /// Duration of the search, in microseconds.
    pub took_us: u64,
    /// If the search had to stop early: the number of games that were examined, and the number of games to examine.
    pub looked_at: Option<(u64, u64)>,
    /// Whether all games were examined before the time ran out.
    pub complete: bool,
}

/// Finds the games that come near the position of an address.
pub(crate) fn find(
    context: &AnswerContext,
    parsed: &ParsedRequest<NearParameters>,
) -> Result<Partial<NearPositions>> {
    let parameters = &parsed.parameters;
    let request = FindNear {
        board: BoardSearch { listed: parameters.limit, ..board_request(&parsed.state) },
        near: parameters.near,
        loose: parameters.loose,
    };
    let Reply { answer, generation, incomplete } = context.ask(&request)?;
    let data = NearPositions {
        query: parsed.state.query.clone(),
        generation,
        took_us: context.elapsed_us(),
        looked_at: incomplete,
        complete: incomplete.is_none(),
        answer,
    };
    Ok(Partial { complete: data.complete, data })
}
