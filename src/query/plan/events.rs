//! Plans clauses about events, their series and their rounds, which are written in many ways.
//!
//! Words match the texts that records have. The spelling of a known series also matches games that name the series in
//! another script, and a known round matches all spellings of that round.

use super::player_names::plain_name;
use super::query_builders::{all_of, any_of, term};
use super::{BoxedQuery, PlanResult, Planner, WordMatching, single_text};
use crate::scan::words::AnyWord;
use kifu_language::knowledge::{rounds, series};
use kifu_language::{Clause, FieldValue, Op};
use kifu_record::text::fold::{fold, fold_letters};
use std::ops::Range;
use tantivy::schema::Field as SchemaField;

impl Planner<'_> {
    /// Plans `event:`, by words of the event or its series; `event=` compares the event as written.
    pub(super) fn event(&self, clause: &Clause) -> PlanResult {
        let f = self.fields;
        let (value, span) = (&clause.value, &clause.value_span);
        match (value, clause.op) {
            (FieldValue::Any, _) => Ok(term(f.has, "event")),
            (value, Op::Eq) => Ok(term(f.event_whole, &fold_letters(single_text(value, span)?))),
            (value, _) => self.words_or_series(f.event, value, span),
        }
    }

    /// Plans `series:`, by words; `series=` compares the whole name in any known spelling.
    pub(super) fn series(&self, clause: &Clause) -> PlanResult {
        let f = self.fields;
        let (value, span) = (&clause.value, &clause.value_span);
        match (value, clause.op) {
            (FieldValue::Any, _) => Ok(term(f.has, "series")),
            (value, Op::Eq) => {
                let name = single_text(value, span)?;
                let known = series::known_series(name).unwrap_or(name);
                Ok(term(f.series_whole, &fold(known)))
            }
            (value, _) => self.words_or_series(f.series, value, span),
        }
    }

    /// Query for the games that have the given words in a field, or whose event belongs to the series that the text
    /// names.
    fn words_or_series(
        &self,
        field: SchemaField,
        value: &FieldValue,
        span: &Range<usize>,
    ) -> PlanResult {
        if let FieldValue::Group(inner) = value {
            return self.plan_group(inner, &|value, span| self.words_or_series(field, value, span));
        }
        let name = plain_name(value);
        let by_series = name.and_then(|name| self.series_query(name));
        let words = self.text_value(field, value, span, WordMatching::Names)?;
        Ok(match by_series {
            // The words of this series' name also occur in titles of other countries, so only the series is searched.
            Some(series) if name.is_some_and(series::differs_only_by_forms) => series,
            Some(series) => any_of(vec![words, series]),
            None => words,
        })
    }

    /// Query for the games of the series that a text names; `None` if it names none.
    fn series_query(&self, name: &str) -> Option<BoxedQuery> {
        let names: Vec<String> = series::series_matching(name).into_iter().map(fold).collect();
        let field = self.fields.series_whole;
        (!names.is_empty()).then(|| {
            let names = AnyWord::Exact(names).query(field, self.index.budget());
            self.skip_empty_segments(field, Box::new(names))
        })
    }

    /// Plans `round:`, by a known round in any script, or else by words.
    pub(super) fn round(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        if let FieldValue::Group(inner) = value {
            return self.plan_group(inner, &|value, span| self.round(value, span));
        }
        match plain_name(value).and_then(rounds::parse_round) {
            Some(round) => Ok(term(self.fields.stage, &round)),
            None => self.text_value(self.fields.round, value, span, WordMatching::Names),
        }
    }

    /// Query for the games of title matches. The match for the right to challenge, which names the title too, is none.
    pub(super) fn title_matches(&self) -> BoxedQuery {
        all_of(vec![term(self.fields.stage, rounds::TITLE), self.finals()])
    }

    /// Query for finals and title matches.
    pub(super) fn finals(&self) -> BoxedQuery {
        term(self.fields.stage, rounds::DECIDING)
    }
}
