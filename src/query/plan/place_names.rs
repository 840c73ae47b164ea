//! Plans `place:`, by the words of a record, or by the same place in other scripts.

use super::player_names::plain_name;
use super::query_builders::any_of;
use super::{PlanResult, Planner, WordMatching};
use kifu_language::knowledge::places;
use kifu_language::{FieldValue, QueryError};
use std::ops::Range;

impl Planner<'_> {
    /// Query for the games whose place name has these words, or is another spelling of the place that the words name.
    pub(super) fn place_words(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        if let FieldValue::Group(inner) = value {
            return self.plan_group(inner, &|value, span| self.place_words(value, span));
        }
        let words = |value: &FieldValue| {
            self.text_value(self.fields.place_name, value, span, WordMatching::Names)
        };
        let mut queries = vec![words(value)?];
        let others = plain_name(value)
            .map_or(&[][..], places::spellings)
            .iter()
            .map(|name| words(&FieldValue::Quoted((*name).to_owned())));
        queries.extend(others.collect::<Result<Vec<_>, QueryError>>()?);
        Ok(any_of(queries))
    }
}
