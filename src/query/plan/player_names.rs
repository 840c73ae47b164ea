//! Plans names of players: as written, and in the other spellings of the same persons.
//!
//! A name in a query matches names that contain its words, and names that differ from it only in the gaps or the order
//! of words. It also matches every person who has these words in a known spelling: then each of the person's spellings
//! is searched, as the whole name of one person. Words with `*` and `~` are matched as words only.

use super::anywhere::{NAMES_SCORE, Tiered};
use super::query_builders::any_of;
use super::{BoxedQuery, PlanResult, Planner, WordMatching};
use crate::scan::words::AnyWord;
use kifu_language::FieldValue;
use kifu_language::QueryError;
use kifu_language::knowledge::aliases::{Aliases, PersonId};
use kifu_messages::say;
use kifu_record::game::Color;
use kifu_record::person::bare_name;
use kifu_record::text::fold::is_cjk;
use kifu_record::text::names::rotated_identity_keys;
use std::collections::BTreeSet;
use std::ops::Range;
use tantivy::schema::Field as SchemaField;

impl Planner<'_> {
    fn aliases(&self) -> &Aliases {
        self.index.aliases()
    }

    /// Plans a name of the players of one colour: by its words, or by a person who has these words in another spelling.
    pub(super) fn name_query(
        &self,
        color: Color,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> PlanResult {
        if let FieldValue::Group(inner) = value {
            let leaf =
                |value: &FieldValue, span: &Range<usize>| self.name_query(color, value, span);
            return self.plan_group(inner, &leaf);
        }
        let f = self.fields;
        let (words, person) = match color {
            Color::Black => (f.black, f.black_person),
            Color::White => (f.white, f.white_person),
        };
        if let FieldValue::Fuzzy(name) = value {
            // Fuzzy search alone would miss a person who has exactly this name in another spelling.
            let exact = self.name_query(color, &FieldValue::Quoted(name.clone()), span)?;
            let like = self.text_value(words, value, span, WordMatching::Names)?;
            return Ok(any_of(vec![exact, like]));
        }
        let value = &strip_rank(value);
        let literal = self.text_value(words, value, span, WordMatching::Names)?;
        let Some(name) = plain_name(value) else {
            return Ok(literal);
        };
        if name.eq_ignore_ascii_case("me") {
            match (self.user_query(&[person]), value) {
                (Some(me), _) => return Ok(me),
                // To search for a player who is called "me", the name is put in quotes.
                (None, FieldValue::Bare(_)) => return Err(nobody_is_me(span)),
                (None, _) => {}
            }
        }
        let names = self.identities_of(name, &self.aliases().persons_with_words(name));
        Ok(any_of(vec![literal, self.any_identity(&[person], names)]))
    }

    /// Query for the user's own games. The user's file of names has a line with the user's names and accounts.
    pub(super) fn user_query(&self, fields: &[SchemaField]) -> Option<BoxedQuery> {
        let me = self.aliases().me()?;
        let names = self.aliases().spellings(me).map(|spelling| spelling.identity.to_string());
        Some(self.any_identity(fields, names.collect()))
    }

    /// Query for the games that the user played, with either colour.
    pub(super) fn user_games(&self, span: &Range<usize>) -> PlanResult {
        let f = self.fields;
        self.user_query(&[f.black_person, f.white_person]).ok_or_else(|| nobody_is_me(span))
    }

    /// Plans a name among the players who are named only in variations. In variations a person is matched by a whole
    /// name only.
    pub(super) fn side_name(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let field = self.fields.side_players;
        if let FieldValue::Group(inner) = value {
            return self.plan_group(inner, &|value, span| self.side_name(value, span));
        }
        let value = &strip_rank(value);
        let mut queries = vec![self.text_value(field, value, span, WordMatching::Names)?];
        if let Some(name) = plain_name(value) {
            let names = self.identities_of(name, &self.aliases().persons_named(name));
            queries.push(self.any_identity(&[self.fields.side_person], names));
        }
        Ok(any_of(queries))
    }

    /// Query for the games of the persons whose whole name this is, as Black or as White; `None` if the name does not
    /// identify anyone. A single word in Latin letters is not enough.
    pub(super) fn whole_name(&self, name: &str) -> Option<BoxedQuery> {
        let count = name.split_whitespace().count();
        let full = count > 1 || name.chars().filter(|&c| is_cjk(c)).count() > 1;
        let persons = self.aliases().persons_named(name);
        if !full || persons.is_empty() {
            return None;
        }
        let fields = [self.fields.black_person, self.fields.white_person];
        let query = self.any_identity(&fields, self.identities_of(name, &persons));
        Some(Box::new(Tiered { query, tier: NAMES_SCORE }))
    }

    /// The identities (terms that all spellings of a name share) of a name and of all spellings of the given persons.
    fn identities_of(&self, name: &str, persons: &[PersonId]) -> BTreeSet<String> {
        persons
            .iter()
            .flat_map(|&person| self.aliases().spellings(person))
            .map(|spelling| spelling.identity.to_string())
            .chain(rotated_identity_keys(name))
            .collect()
    }

    /// Query for the games with a name that has one of these identities, in any of the fields.
    fn any_identity(&self, fields: &[SchemaField], names: BTreeSet<String>) -> BoxedQuery {
        let names: Vec<String> = names.into_iter().collect();
        let queries = fields.iter().map(|&field| {
            let names = AnyWord::Exact(names.clone());
            self.skip_empty_segments(field, Box::new(names.query(field, self.index.budget())))
        });
        any_of(queries.collect())
    }

    /// Query for several words without a field: games that have all of the words, or games of the person whose name
    /// they are.
    pub(super) fn words_or_name(&self, words: &[&str], all_words: BoxedQuery) -> BoxedQuery {
        match self.whole_name(&words.join(" ")) {
            Some(person) if words.len() > 1 => any_of(vec![all_words, person]),
            _ => all_words,
        }
    }
}

/// The error for a query about the user's own games if no file says who the user is.
pub(super) fn nobody_is_me(span: &Range<usize>) -> QueryError {
    let error = QueryError::new(span.clone(), say!("error-no-own-names"));
    error.with_help(say!("error-no-own-names-help"))
}

/// Removes a rank or a country beside a name, which records often write there.
fn strip_rank(value: &FieldValue) -> FieldValue {
    match value {
        FieldValue::Bare(text) => FieldValue::Bare(bare_name(text).to_owned()),
        FieldValue::Quoted(text) => FieldValue::Quoted(bare_name(text).to_owned()),
        other => other.clone(),
    }
}

/// The text of a value that may be a person's name.
pub(super) fn plain_name(value: &FieldValue) -> Option<&str> {
    match value {
        FieldValue::Bare(text) if text.starts_with('*') => None,
        FieldValue::Bare(text) | FieldValue::Quoted(text) => Some(text),
        _ => None,
    }
}
