//! Plans `opening:`, which matches words of an opening's names, and `opening=`, which matches one opening.

use super::parts::{all, any, term};
use super::{Dyn, Planned, Planner, WordMatching};
use crate::scan::texts::having;
use kifu_language::knowledge::openings::openings;
use kifu_language::{Clause, FieldValue, Op};
use kifu_record::text::fold::fold;
use std::ops::Range;

impl Planner<'_> {
    pub(super) fn opening(&self, clause: &Clause) -> Planned {
        match (clause.op, &clause.value) {
            (Op::Eq, FieldValue::Bare(text) | FieldValue::Quoted(text)) => {
                Ok(self.this_opening(text))
            }
            (_, value) => self.opening_words(value, &clause.value_span),
        }
    }

    /// Query for the games with exactly this opening as recognised from the stones, which are those that the statistics
    /// count under it. A name outside of the table is compared with the openings that files state.
    fn this_opening(&self, text: &str) -> Dyn {
        let asked = [Some(fold(text)), turned_point(text).map(|name| fold(&name))];
        let names = openings_with(|name| asked.contains(&Some(fold(name))));
        if names.is_empty() {
            return self.raw_text("ON", text, true);
        }
        self.of_openings(names)
    }

    /// Query for the games with one of the openings recognised from the stones, by their usual names.
    fn of_openings(&self, names: Vec<&'static str>) -> Dyn {
        let is_one = move |name: &str| names.contains(&name);
        Box::new(having("opening_name", is_one, self.index.budget()))
    }

    /// Query for words of an opening's name. A point such as 5-4 may be written in either order.
    fn opening_words(&self, value: &FieldValue, span: &Range<usize>) -> Planned {
        let text = |value: &FieldValue| {
            self.text_value(self.fields.opening, value, span, WordMatching::Names)
        };
        let turned = |value: &str, new: fn(String) -> FieldValue| Some(new(turned_point(value)?));
        let other = match value {
            FieldValue::Group(inner) => {
                return self.group(inner, &|value, span| self.opening_words(value, span));
            }
            FieldValue::Bare(value) => turned(value, FieldValue::Bare),
            FieldValue::Quoted(value) => turned(value, FieldValue::Quoted),
            _ => None,
        };
        let mut queries = vec![text(value)?];
        queries.extend(other.as_ref().map(text).transpose()?);
        let words = any(queries);
        let Some(other) = other else {
            return Ok(words);
        };
        // The index splits 1-3-5 into words that contain 3-5, so words alone would match other openings. Words are
        // searched only in the openings that files state, and names of recognised openings are compared here.
        let asked: Vec<String> = [Some(value), Some(&other)]
            .into_iter()
            .filter_map(|value| Some(format!(" {} ", value?.text()?.to_lowercase())))
            .collect();
        let has = |name: &str| {
            let name = format!(" {} ", name.to_lowercase());
            asked.iter().any(|asked| name.contains(asked.as_str()))
        };
        let named = self.of_openings(openings_with(has));
        let told = all(vec![words, term(self.fields.property, "ON")]);
        Ok(any(vec![named, told]))
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
fn turned_point(text: &str) -> Option<String> {
    let number = |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = text.split(' ');
    let (point, (a, b)) = words.find_map(|word| Some((word, word.split_once('-')?)))?;
    (a != b && number(a) && number(b)).then(|| text.replacen(point, &format!("{b}-{a}"), 1))
}
