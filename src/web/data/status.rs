//! Data of the status of the index, for programs and for the page's status line.

use crate::address::ParsedRequest;
use crate::route_parameters::NoParameters;
use crate::worker::{AnswerContext, Partial};
use kifu_engine::Result;
use kifu_engine::status::Status;
use schemars::JsonSchema;
use serde::Serialize;

/// Status of the index (what it holds, and its size), and the number of its current state.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Status")]
pub(crate) struct IndexStatus {
    #[serde(flatten)]
    status: Status,
    /// Number of the index's state, which every build raises.
    generation: u64,
    /// Text that identifies the state of the index. If it differs from the one before, answers may differ.
    state: String,
}

/// Returns the status of the index. It was read when the index was opened, so a page may ask for it often.
pub(crate) fn status(
    context: &AnswerContext,
    _: &ParsedRequest<NoParameters>,
) -> Result<Partial<IndexStatus>> {
    Ok(Partial::complete(IndexStatus {
        status: context.opened.status.clone(),
        generation: context.opened.generation,
        state: context.opened.state_id.clone(),
    }))
}
