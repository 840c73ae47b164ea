//! What a query means and how it may go on, for the query box. All places count in UTF-16 units, as scripts do.

use crate::engine::Result;
use crate::engine::complete::Completed;
use crate::engine::parsed::Parsed;
use crate::engine::request::Typed;
use crate::engine::request::{Complete, ParseQuery};
use crate::web::address::{Asked, CAPS};
use crate::web::desk::{Desk, Told};

/// Reads a query without looking for its games. What is wrong with it is a part of the answer, not an error.
pub fn parse(desk: &Desk, asked: &Asked) -> Result<Told<Parsed>> {
    Ok(desk
        .opened
        .engine
        .answer(&ParseQuery(typed(asked)), &desk.within)?
        .into())
}

/// How the query may go on at the caret: fields, names, values.
pub fn suggest(desk: &Desk, asked: &Asked) -> Result<Told<Completed>> {
    Ok(desk
        .opened
        .engine
        .answer(&Complete(typed(asked)), &desk.within)?
        .into())
}

fn typed(asked: &Asked) -> Typed {
    Typed {
        query: asked.state.query.clone(),
        caret: asked.caret,
        utf16: true,
        caps: CAPS,
    }
}
