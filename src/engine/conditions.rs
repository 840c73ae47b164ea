//! The conditions of a request about a position: a query for the games, and conditions on the hits.

use super::failure::{Failure, Result};
use super::request::Hits;
use super::snapshot::Snapshot;
use crate::language::ast::beside;
use crate::language::order::{MOST, Settings, take_settings};
use crate::language::sentence::{Piece, pieces};
use crate::language::{Query, join_arguments, parse};
use crate::query::plan::{On, Plan, terms_of};
use crate::query::terms::Terms;

/// A query with settings added behind its own. Also returns the text that the spans of errors refer to.
pub(super) fn with_settings(text: &str, sort: &[String], unique: bool) -> Result<(Query, String)> {
    let mut text = text.to_owned();
    let mut query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    // One key more than allowed is enough to cause the error.
    let keys = sort.iter().take(MOST + 1);
    let keys = keys.map(|key| format!("sort:{key}"));
    for setting in keys.chain(unique.then(|| "unique:yes".to_owned())) {
        // The padding makes its spans count in the text that it is appended to.
        let before = " ".repeat(text.len() + 1);
        text = format!("{text} {setting}");
        let setting = parse(&format!("{before}{setting}"));
        let setting = setting.map_err(|error| Failure::Query(error, text.clone()))?;
        query = beside(query, setting);
    }
    Ok((query, text))
}

/// The conditions of a request.
pub(super) struct Conditions {
    pub(super) terms: Terms,
    /// The query for the games, if any.
    pub(super) plan: Option<Plan>,
    pub(super) settings: Settings,
    /// All conditions as one query.
    query: Query,
    /// The same in words; only values of the filter know their places.
    pub(super) pieces: Vec<Piece>,
}

impl Conditions {
    pub(super) fn of(hits: &Hits, snapshot: &Snapshot, on: &On) -> Result<Conditions> {
        let filter = hits.filter.as_deref().unwrap_or_default();
        let (query, text) = with_settings(filter, &hits.sort, hits.unique)?;
        let failed = |error| Failure::Query(error, text.clone());
        let (mut games, settings) = take_settings(&query).map_err(failed)?;
        let plan = match &games.root {
            Some(_) => Some(snapshot.plan(&games).map_err(failed)?),
            None => None,
        };
        if settings.unique {
            let unique =
                parse("unique:yes").map_err(|error| Failure::Query(error, text.clone()))?;
            games = beside(games, unique);
        }
        let (about, text) = about_the_hit(hits)?;
        let terms = terms_of(&about, on).map_err(|error| Failure::Query(error, text))?;
        let of_filter = pieces(&games);
        let query = beside(games, about);
        let mut pieces = pieces(&query);
        for piece in &mut pieces {
            if !of_filter.contains(piece) {
                piece.value = None;
            }
        }
        Ok(Conditions {
            terms,
            plan,
            settings,
            query,
            pieces,
        })
    }

    /// The conditions in words, if any.
    pub(super) fn sentence(&self) -> Option<String> {
        let words = self.pieces.iter().map(|piece| piece.text.as_str());
        (self.query.root.as_ref()).map(|_| words.chain(["."]).collect())
    }

    /// The conditions as one query, if any.
    pub(super) fn canonical(&self) -> Option<String> {
        (self.query.root.as_ref()).map(|_| self.query.to_string())
    }
}

/// The conditions on hits as the equivalent clauses, with their text.
fn about_the_hit(hits: &Hits) -> Result<(Query, String)> {
    let conditions = [
        ("next", &hits.next),
        ("tomove", &hits.tomove),
        ("move", &hits.at_move),
        ("in", &hits.within),
        ("colours", &hits.colours),
    ];
    let clauses = conditions.iter();
    let clauses = clauses.filter_map(|(field, value)| Some(format!("{field}:{}", value.as_ref()?)));
    let text = join_arguments(&clauses.collect::<Vec<_>>());
    let query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    Ok((query, text))
}
