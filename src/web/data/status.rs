//! What is indexed, for the page's line and for programs.

use crate::engine::Result;
use crate::engine::status::Status;
use crate::web::address::ParsedRequest;
use crate::web::desk::{AnswerContext, Partial};
use schemars::JsonSchema;
use serde::Serialize;

/// The index and its state.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Status")]
pub struct IndexStatus {
    #[serde(flatten)]
    status: Status,
    /// The number of the index's state: every build raises it.
    generation: u64,
    /// A name of the state: another one where answers may be others.
    state: String,
}

/// What is indexed. Known since the index was opened, so that a page may ask as often as it likes.
pub fn status(context: &AnswerContext, _: &ParsedRequest) -> Result<Partial<IndexStatus>> {
    Ok(Partial::all(IndexStatus {
        status: context.opened.status.clone(),
        generation: context.opened.generation,
        state: context.opened.state.clone(),
    }))
}
