//! Plans `opening:`, which matches words of an opening's names, and `opening=`, which matches one opening.

use super::query_builders::{all_of, any_of, term};
use super::{BoxedQuery, PlanResult, Planner, WordMatching};
use crate::scan::column_texts::games_with_text;
use kifu_language::knowledge::openings::openings;
use kifu_language::{Clause, FieldValue, Op};
use kifu_record::text::fold::fold;
use std::ops::Range;

impl Planner<'_> {
    pub(super) fn opening(&self, clause: &Clause) -> PlanResult {
        match (clause.op, &clause.value) {
            (Op::Eq, FieldValue::Bare(text) | FieldValue::Quoted(text)) => {
                Ok(self.exact_opening(text))
            }
            (_, value) => self.opening_words(value, &clause.value_span),
        }
    }

    /// Query for the games with exactly this opening as recognised from the stones, which are those that the statistics
    /// count under it. A name outside of the table is compared with the openings that files state.
    fn exact_opening(&self, text: &str) -> BoxedQuery {
        let folded_names = [Some(fold(text)), swapped_point(text).map(|name| fold(&name))];
        let names = openings_with(|name| folded_names.contains(&Some(fold(name))));
        if names.is_empty() {
            return self.property_value("ON", text, true);
        }
        self.openings_query(names)
    }

    /// Query for the games in which one of these openings, given by its usual name, was recognised from the stones.
    fn openings_query(&self, names: Vec<&'static str>) -> BoxedQuery {
        let is_one = move |name: &str| names.contains(&name);
        Box::new(games_with_text("opening_name", is_one, self.index.budget()))
    }

    /// Query for words of an opening's name. A point such as 5-4 may be written in either order.
    fn opening_words(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let text = |value: &FieldValue| {
            self.text_value(self.fields.opening, value, span, WordMatching::Names)
        };
        let turned = |value: &str, new: fn(String) -> FieldValue| Some(new(swapped_point(value)?));
        let other = match value {
            FieldValue::Group(inner) => {
                return self.plan_group(inner, &|value, span| self.opening_words(value, span));
            }
            FieldValue::Bare(value) => turned(value, FieldValue::Bare),
            FieldValue::Quoted(value) => turned(value, FieldValue::Quoted),
            _ => None,
        };
        let mut queries = vec![text(value)?];
        queries.extend(other.as_ref().map(text).transpose()?);
        let words = any_of(queries);
        let Some(other) = other else {
            return Ok(words);
        };
        // The index splits 1-3-5 into words that contain 3-5, so words alone would match other openings. Words are
        // searched only in the openings that files state, and names of recognised openings are compared here.
        let padded_values: Vec<String> = [Some(value), Some(&other)]
            .into_iter()
            .filter_map(|value| Some(format!(" {} ", value?.text()?.to_lowercase())))
            .collect();
        let has = |name: &str| {
            let name = format!(" {} ", name.to_lowercase());
            padded_values.iter().any(|asked| name.contains(asked.as_str()))
        };
        let named = self.openings_query(openings_with(has));
        let stated = all_of(vec![words, term(self.fields.property, "ON")]);
        Ok(any_of(vec![named, stated]))
    }
}

/// The openings with a fitting name, each by its usual name.
fn openings_with(fits: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let known = openings()
        .iter()
        .filter(|opening| fits(opening.name) || opening.aliases.iter().any(|alias| fits(alias)));
    known.map(|opening| opening.name).collect()
}

/// Exchanges the numbers of the first point in a text: `4-5 opening` becomes `5-4 opening`.
fn swapped_point(text: &str) -> Option<String> {
    let number = |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = text.split(' ');
    let (point, (a, b)) = words.find_map(|word| Some((word, word.split_once('-')?)))?;
    (a != b && number(a) && number(b)).then(|| text.replacen(point, &format!("{b}-{a}"), 1))
}
