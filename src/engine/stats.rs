//! Statistics: games grouped by a common property.

use super::board::Wins;
use super::conditions::with_settings;
use super::failure::{Failure, Result};
use super::request::Stats;
use super::row::VERSION;
use super::{Part, Sink, Snapshot};
use crate::error::{Error, ErrorKind};
use crate::query::fields::nearest;
use crate::query::outcomes::Outcomes;
use crate::query::stats::{FACETS, Facet, count_by};
use serde::Serialize;

/// The properties that games are grouped by if none is requested.
const OVERVIEW: [&str; 6] = ["decade", "how", "player", "event", "opening", "size"];

/// Games grouped by one property.
#[derive(Clone, Debug, Serialize)]
pub struct Counts {
    v: u32,
    /// The property.
    pub by: &'static str,
    /// The number of matching games.
    pub total: u64,
    /// The number of distinct values.
    pub values: usize,
    /// The values in their natural order or by frequency; the games without a value come last.
    pub rows: Vec<Count>,
    /// How all games ended.
    #[serde(skip)]
    pub outcomes: Outcomes,
    /// Whether the values have a natural order, as years have.
    #[serde(skip)]
    pub is_ordered: bool,
}

/// The games that share one value.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// The value; `None` for the games without one.
    pub value: Option<String>,
    /// The number of these games.
    pub games: u64,
    /// How they ended.
    #[serde(flatten)]
    pub wins: Wins,
}

/// Sends one table per property to the sink; returns the number of games.
pub(super) fn stats(snapshot: &Snapshot, request: &Stats, sink: Sink) -> Result<u64> {
    let (query, text) = with_settings(&request.query, &[], request.unique)?;
    let plan = snapshot.plan(&query);
    let plan = plan.map_err(|error| Failure::Query(error, text))?;
    let mut total = 0;
    for (by, facet) in facets(&request.by)? {
        let counts = count_by(snapshot.index, &plan, facet)?;
        total = counts.total.games;
        let rows = counts.rows.into_iter().map(|row| Count {
            value: row.value,
            games: row.outcomes.games,
            wins: row.outcomes.into(),
        });
        let rows: Vec<Count> = rows.collect();
        let counts = Counts {
            v: VERSION,
            by,
            total,
            values: rows.len(),
            rows,
            outcomes: counts.total,
            is_ordered: facet.is_ordered(),
        };
        if sink(Part::Counts(&counts)).is_break() {
            break;
        }
    }
    Ok(total)
}

fn facets(names: &[String]) -> Result<Vec<(&'static str, Facet)>> {
    if names.is_empty() {
        return facets(&OVERVIEW.map(str::to_owned));
    }
    let facet = |name: &String| {
        let mut known = FACETS.iter();
        let known = known.find(|(known, _)| known.eq_ignore_ascii_case(name));
        Ok(*known.ok_or_else(|| unknown(name))?)
    };
    names.iter().map(facet).collect()
}

fn unknown(name: &str) -> Error {
    let names = FACETS.iter().map(|(name, _)| *name);
    let list = names.clone().collect::<Vec<_>>().join(", ");
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`? ({list})"),
        None => format!("write one of {list}"),
    };
    let message = format!("games cannot be counted by `{name}`");
    Error::new(ErrorKind::Query, message).help(help)
}
