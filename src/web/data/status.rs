//! What is indexed, for the page's line and for programs.

use crate::address::ParsedRequest;
use crate::desk::{AnswerContext, Partial};
use crate::route_parameters::NoParameters;
use kifu_engine::Result;
use kifu_engine::status::Status;
use schemars::JsonSchema;
use serde::Serialize;

/// The index and its state.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Status")]
pub(crate) struct IndexStatus {
    #[serde(flatten)]
    status: Status,
    /// The number of the index's state: every build raises it.
    generation: u64,
    /// A name of the state: another one where answers may be others.
    state: String,
}

/// What is indexed. Known since the index was opened, so that a page may ask as often as it likes.
pub(crate) fn status(
    context: &AnswerContext,
    _: &ParsedRequest<NoParameters>,
) -> Result<Partial<IndexStatus>> {
    Ok(Partial::all(IndexStatus {
        status: context.opened.status.clone(),
        generation: context.opened.generation,
        state: context.opened.state.clone(),
    }))
}
