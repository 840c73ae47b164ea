//! Conditions of a request about a position: a query for the games, and conditions on the hits.

use super::failure::{Failure, Result};
use super::request::HitConditions;
use super::snapshot::Snapshot;
use kifu_language::ast::conjunction;
use kifu_language::order::{AnswerSettings, MAX_ORDERS, split_settings};
use kifu_language::sentence::{condition_or_sentence, sentence};
use kifu_language::{Query, parse, quote};
use kifu_messages::Message;
use kifu_query::board_conditions::BoardConditions;
use kifu_query::plan::{BoardFrame, Plan, conditions_of};

/// Parses a query together with two settings that a request has beside it: the sort keys, and whether each game counts
/// once. Both are appended to the query as clauses. Also returns the whole text, to whose bytes error messages refer.
pub(super) fn with_settings(text: &str, sort: &[String], unique: bool) -> Result<(Query, String)> {
    let mut text = text.to_owned();
    let mut query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    // Taking one sort key more than is allowed is enough to cause the error about too many keys.
    let keys = sort.iter().take(MAX_ORDERS + 1).map(|key| format!("sort:{key}"));
    for setting in keys.chain(unique.then(|| "unique:yes".to_owned())) {
        // The appended clauses are parsed behind as many blanks as the query has bytes, so that the places of errors in
        // them are places in the whole text.
        let before = " ".repeat(text.len() + 1);
        text = format!("{text} {setting}");
        let setting = parse(&format!("{before}{setting}"))
            .map_err(|error| Failure::Query(error, text.clone()))?;
        query = conjunction(query, setting);
    }
    Ok((query, text))
}

/// Conditions of a request, parsed.
pub(super) struct RequestConditions {
    pub(super) terms: BoardConditions,
    pub(super) settings: AnswerSettings,
    /// Query for the games, and the text from which it was parsed: the positions in error messages about the query are
    /// positions in this text.
    games: (Query, String),
    query: Query,
    /// All conditions in words. They follow the words about the board in the sentence that a page shows. Each value in
    /// the words has the range of bytes from which it was parsed, so that a page can link it to the query box: a range
    /// inside the filter text is a place in the user's query, a range behind it belongs to a condition on hits.
    pub(super) words: Message,
}

impl RequestConditions {
    pub(super) fn new(hits: &HitConditions, frame: &BoardFrame) -> Result<RequestConditions> {
        let filter = hits.filter.as_deref().unwrap_or_default();
        let (query, text) = with_settings(filter, &hits.sort, hits.unique)?;
        let failed = |error| Failure::Query(error, text.clone());
        let (games, settings) = split_settings(&query).map_err(failed)?;
        let mut with_unique = games.clone();
        if settings.unique {
            with_unique = conjunction(with_unique, parse("unique:yes").map_err(failed)?);
        }
        let (hit_query, hit_text) = hit_clauses(hits)?;
        // The conditions on hits are parsed behind as many blanks as the filter text has bytes. The ranges of their
        // values then lie behind the filter text and are not taken for places in it.
        let padded_hit_query =
            parse(&(" ".repeat(text.len()) + &hit_text)).unwrap_or_else(|_| hit_query.clone());
        let terms =
            conditions_of(&hit_query, frame).map_err(|error| Failure::Query(error, hit_text))?;
        let query = conjunction(with_unique, padded_hit_query);
        let words = condition_or_sentence(&query);
        Ok(RequestConditions { terms, settings, games: (games, text), query, words })
    }

    /// Plans the query for the games; `None` if the request has no such query.
    pub(super) fn plan(&self, snapshot: &Snapshot) -> Result<Option<Plan>> {
        let (games, text) = &self.games;
        games.root.as_ref().map(|_| snapshot.plan_with_text(games, text)).transpose()
    }

    /// Returns the conditions as a sentence; `None` without conditions.
    pub(super) fn sentence(&self) -> Option<Message> {
        let query = self.query.root.as_ref().map(|_| &self.query);
        query.map(|query| Message::concat([sentence(query), ".".into()]))
    }

    /// Returns the conditions as one query in canonical form; `None` without conditions.
    pub(super) fn canonical(&self) -> Option<String> {
        self.query.root.as_ref().map(|_| self.query.to_string())
    }
}

/// Writes the conditions on hits as the equivalent query clauses. Returns them parsed and as text.
fn hit_clauses(hits: &HitConditions) -> Result<(Query, String)> {
    let conditions = [
        ("next", &hits.next),
        ("tomove", &hits.tomove),
        ("move", &hits.at_move),
        ("in", &hits.within),
        ("colours", &hits.colours),
    ];
    let clauses = conditions.iter().filter_map(|(field, value)| {
        let value = value.as_ref()?;
        Some(if value.trim().contains(char::is_whitespace) && !value.contains('"') {
            format!("{field}:{}", quote(value))
        } else {
            format!("{field}:{value}")
        })
    });
    let text = clauses.collect::<Vec<_>>().join(" ");
    let query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    Ok((query, text))
}
