//! The conditions of a request about a position: a query for the games, and conditions on the hits.

use super::failure::{Failure, Result};
use super::request::HitConditions;
use super::snapshot::Snapshot;
use kifu_language::ast::beside;
use kifu_language::order::{AnswerSettings, MOST, take_settings};
use kifu_language::sentence::{condition_of, sentence};
use kifu_language::{Query, parse, quote};
use kifu_messages::Message;
use kifu_query::plan::{BoardFrame, Plan, terms_of};
use kifu_query::terms::Terms;

/// A query with settings added behind its own. Also returns the text that the spans of errors refer to.
pub(super) fn with_settings(text: &str, sort: &[String], unique: bool) -> Result<(Query, String)> {
    let mut text = text.to_owned();
    let mut query = parse(&text).map_err(|error| Failure::Query(error, text.clone()))?;
    // One key more than allowed is enough to cause the error.
    let keys = sort.iter().take(MOST + 1).map(|key| format!("sort:{key}"));
    for setting in keys.chain(unique.then(|| "unique:yes".to_owned())) {
        // The padding makes its spans count in the text that it is appended to.
        let before = " ".repeat(text.len() + 1);
        text = format!("{text} {setting}");
        let setting = parse(&format!("{before}{setting}"))
            .map_err(|error| Failure::Query(error, text.clone()))?;
        query = beside(query, setting);
    }
    Ok((query, text))
}

/// The conditions of a request.
pub(super) struct RequestConditions {
    pub(super) terms: Terms,
    pub(super) settings: AnswerSettings,
    /// The query for the games, and the text that its spans refer to.
    games: (Query, String),
    /// All conditions as one query.
    query: Query,
    /// The same in words, to stand behind the words about the board; its spans are those of the filter, and others lie
    /// behind its end.
    pub(super) words: Message,
}

impl RequestConditions {
    pub(super) fn of(hits: &HitConditions, on: &BoardFrame) -> Result<RequestConditions> {
        let filter = hits.filter.as_deref().unwrap_or_default();
        let (query, text) = with_settings(filter, &hits.sort, hits.unique)?;
        let failed = |error| Failure::Query(error, text.clone());
        let (games, settings) = take_settings(&query).map_err(failed)?;
        let mut shown = games.clone();
        if settings.unique {
            shown = beside(shown, parse("unique:yes").map_err(failed)?);
        }
        let (about, of_hit) = about_the_hit(hits)?;
        // With spaces before them, their spans lie behind those of the filter.
        let behind = parse(&(" ".repeat(text.len()) + &of_hit)).unwrap_or_else(|_| about.clone());
        let terms = terms_of(&about, on).map_err(|error| Failure::Query(error, of_hit))?;
        let query = beside(shown, behind);
        let words = condition_of(&query);
        Ok(RequestConditions { terms, settings, games: (games, text), query, words })
    }

    /// The query for the games, if any, prepared to be run.
    pub(super) fn plan(&self, snapshot: &Snapshot) -> Result<Option<Plan>> {
        let (games, text) = &self.games;
        games.root.as_ref().map(|_| snapshot.planned(games, text)).transpose()
    }

    /// The conditions in words, if any.
    pub(super) fn sentence(&self) -> Option<Message> {
        let query = self.query.root.as_ref().map(|_| &self.query);
        query.map(|query| Message::row([sentence(query), ".".into()]))
    }

    /// The conditions as one query, if any.
    pub(super) fn canonical(&self) -> Option<String> {
        self.query.root.as_ref().map(|_| self.query.to_string())
    }
}

/// The conditions on hits as the equivalent clauses, with their text.
fn about_the_hit(hits: &HitConditions) -> Result<(Query, String)> {
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
