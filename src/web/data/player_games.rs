//! Selects the games that the pages of one player and of two players count.

use super::clauses::Clauses;
use crate::address::ParsedRequest;
use crate::worker::AnswerContext;
use kifu_engine::Result;

/// Largest number of the newest games that are shown.
pub(super) const MAX_NEWEST_GAMES: usize = 12;

/// Turns the query of a page into clauses to which others can be added. Pages about people count each game once by
/// default, however many copies it has; programs have to ask for that.
pub(crate) fn filter_clauses(context: &AnswerContext, request: &ParsedRequest) -> Result<String> {
    let state = &request.state;
    let clauses = Clauses::parse(&context.opened.engine, &state.query)?;
    let is_named = ["unique:yes", "unique:no"].iter().any(|clause| clauses.has(clause));
    let is_page = !request.path.starts_with("/api/");
    let is_unique = state.unique.unwrap_or(is_page);
    let clauses = clauses.unordered();
    Ok(if is_unique && !is_named {
        format!("{clauses} unique:yes").trim_start().to_owned()
    } else {
        clauses
    })
}
