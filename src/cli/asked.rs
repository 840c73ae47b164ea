//! The query of a command: its arguments, and the orders that stand in options.

use super::search::Failure;
use crate::query::ast::beside;
use crate::query::order::MOST;
use crate::query::{Query, join_arguments, parse};

/// The query of these arguments, sorted by these keys behind those that it names itself; and its text, into which the
/// places of errors point.
pub fn query(arguments: &[String], sort: &[String]) -> Result<(Query, String), Failure> {
    let mut text = join_arguments(arguments);
    let mut query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    // One more than a query may have is an error already.
    for key in sort.iter().take(MOST + 1) {
        // Its places are those in the text that it makes longer.
        let before = " ".repeat(text.len() + 1);
        text = format!("{text} sort:{key}");
        let order = parse(&format!("{before}sort:{key}"));
        let order = order.map_err(|error| Failure::Query(error, text.clone()))?;
        query = beside(query, order);
    }
    Ok((query, text))
}
