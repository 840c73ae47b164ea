//! Data for the query box: the parsed query, and suggestions for completing its text. All offsets count UTF-16 units,
//! as scripts do.

use crate::address::{ParsedRequest, QUERY_LIMITS};
use crate::route_parameters::TypedParameters;
use crate::worker::{AnswerContext, Partial};
use kifu_engine::Result;
use kifu_engine::complete::Completed;
use kifu_engine::parsed::ParsedQuery;
use kifu_engine::request::{Complete, ParseQuery, TypedQuery};

/// Parses a query without searching. Mistakes in it are a part of the answer, not an error.
pub(crate) fn parse(
    context: &AnswerContext,
    request: &ParsedRequest<TypedParameters>,
) -> Result<Partial<ParsedQuery>> {
    Ok(context.ask(&ParseQuery(typed(request)))?.into())
}

/// Finds the completions of a query at the caret: fields, names of players, other values.
pub(crate) fn suggest(
    context: &AnswerContext,
    request: &ParsedRequest<TypedParameters>,
) -> Result<Partial<Completed>> {
    Ok(context.ask(&Complete(typed(request)))?.into())
}

fn typed(request: &ParsedRequest<TypedParameters>) -> TypedQuery {
    TypedQuery {
        query: request.state.query.clone(),
        caret: request.parameters.caret,
        utf16: true,
        caps: QUERY_LIMITS,
        locale: request.named_locale,
    }
}
