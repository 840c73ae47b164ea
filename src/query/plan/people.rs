//! Plans names of players: as written, and in the other spellings of the same persons.
//!
//! A name matches names that contain its words, and the same name with other gaps or in another order. It also matches
//! every person who has these words in a known spelling, by all of the person's spellings, each as the whole name of
//! one person. Words with `*` and `~` are matched as words only.

use super::anywhere::{NAMES, Tiered};
use super::parts::any;
use super::{Dyn, Planned, Planner, WordMatching};
use crate::scan::words::AnyWord;
use kifu_language::FieldValue;
use kifu_language::QueryError;
use kifu_language::knowledge::aliases::{Aliases, PersonId};
use kifu_messages::say;
use kifu_record::game::Color;
use kifu_record::person::asked;
use kifu_record::text::fold::is_cjk;
use kifu_record::text::names::identities;
use std::collections::BTreeSet;
use std::ops::Range;
use tantivy::schema::Field as SchemaField;

impl Planner<'_> {
    fn aliases(&self) -> &Aliases {
        self.index.aliases()
    }

    /// Plans a name in the seat of one colour: by words, or by a person who has these words in another spelling.
    pub(super) fn name_value(
        &self,
        color: Color,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> Planned {
        if let FieldValue::Group(inner) = value {
            let leaf =
                |value: &FieldValue, span: &Range<usize>| self.name_value(color, value, span);
            return self.group(inner, &leaf);
        }
        let f = self.fields;
        let (words, person) = match color {
            Color::Black => (f.black, f.black_person),
            Color::White => (f.white, f.white_person),
        };
        if let FieldValue::Fuzzy(name) = value {
            // Fuzzy search alone would miss a person who has exactly this name in another spelling.
            let exact = self.name_value(color, &FieldValue::Quoted(name.clone()), span)?;
            let like = self.text_value(words, value, span, WordMatching::Names)?;
            return Ok(any(vec![exact, like]));
        }
        let value = &without_rank(value);
        let literal = self.text_value(words, value, span, WordMatching::Names)?;
        let Some(name) = asked_name(value) else {
            return Ok(literal);
        };
        if name.eq_ignore_ascii_case("me") {
            match (self.me(&[person]), value) {
                (Some(me), _) => return Ok(me),
                // To search for a player who is called "me", the name is put in quotes.
                (None, FieldValue::Bare(_)) => return Err(nobody_is_me(span)),
                (None, _) => {}
            }
        }
        let names = self.spelled(name, &self.aliases().with_words(name));
        Ok(any(vec![literal, self.one_of(&[person], names)]))
    }

    /// Query for the user's games. The user's names and accounts are a line of the user's file of names.
    pub(super) fn me(&self, fields: &[SchemaField]) -> Option<Dyn> {
        let me = self.aliases().me()?;
        let names = self.aliases().spellings(me).map(|spelling| spelling.identity.to_string());
        Some(self.one_of(fields, names.collect()))
    }

    /// Query for the games that the user played, with either colour.
    pub(super) fn mine(&self, span: &Range<usize>) -> Planned {
        let f = self.fields;
        self.me(&[f.black_person, f.white_person]).ok_or_else(|| nobody_is_me(span))
    }

    /// Plans a name among the players who are named only in variations. There a person is matched by a whole name only.
    pub(super) fn side_name(&self, value: &FieldValue, span: &Range<usize>) -> Planned {
        let field = self.fields.side_players;
        if let FieldValue::Group(inner) = value {
            return self.group(inner, &|value, span| self.side_name(value, span));
        }
        let value = &without_rank(value);
        let mut queries = vec![self.text_value(field, value, span, WordMatching::Names)?];
        if let Some(name) = asked_name(value) {
            let names = self.spelled(name, &self.aliases().named(name));
            queries.push(self.one_of(&[self.fields.side_person], names));
        }
        Ok(any(queries))
    }

    /// Query for the persons whose whole name this is, in either seat; `None` if the name does not identify anyone. A
    /// single word in Latin letters is not enough.
    pub(super) fn whole_name(&self, name: &str) -> Option<Dyn> {
        let count = name.split_whitespace().count();
        let full = count > 1 || name.chars().filter(|&c| is_cjk(c)).count() > 1;
        let persons = self.aliases().named(name);
        if !full || persons.is_empty() {
            return None;
        }
        let fields = [self.fields.black_person, self.fields.white_person];
        let query = self.one_of(&fields, self.spelled(name, &persons));
        Some(Box::new(Tiered { query, tier: NAMES }))
    }

    /// The identities of a name and of all spellings of some persons.
    fn spelled(&self, name: &str, persons: &[PersonId]) -> BTreeSet<String> {
        persons
            .iter()
            .flat_map(|&person| self.aliases().spellings(person))
            .map(|spelling| spelling.identity.to_string())
            .chain(identities(name))
            .collect()
    }

    /// Query for any of the persons with these identities.
    fn one_of(&self, fields: &[SchemaField], names: BTreeSet<String>) -> Dyn {
        let names: Vec<String> = names.into_iter().collect();
        let queries = fields.iter().map(|&field| {
            let names = AnyWord::Of(names.clone());
            self.where_filled(field, Box::new(names.query(field, self.index.budget())))
        });
        any(queries.collect())
    }

    /// Query for bare words in sequence: games that have all of the words, or games of the person whose name they are.
    pub(super) fn words_or_name(&self, words: &[&str], all_words: Dyn) -> Dyn {
        match self.whole_name(&words.join(" ")) {
            Some(person) if words.len() > 1 => any(vec![all_words, person]),
            _ => all_words,
        }
    }
}

/// The error for a query about the user's own games if no file says who the user is.
fn nobody_is_me(span: &Range<usize>) -> QueryError {
    let error = QueryError::new(span.clone(), say!("error-no-own-names"));
    error.help(say!("error-no-own-names-help"))
}

/// Removes a rank or a country beside a name, which records often write there.
fn without_rank(value: &FieldValue) -> FieldValue {
    match value {
        FieldValue::Bare(text) => FieldValue::Bare(asked(text).to_owned()),
        FieldValue::Quoted(text) => FieldValue::Quoted(asked(text).to_owned()),
        other => other.clone(),
    }
}

/// The text of a value that may be a person's name.
pub(super) fn asked_name(value: &FieldValue) -> Option<&str> {
    match value {
        FieldValue::Bare(text) if text.starts_with('*') => None,
        FieldValue::Bare(text) | FieldValue::Quoted(text) => Some(text),
        _ => None,
    }
}
