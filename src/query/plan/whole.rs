//! Whole values of texts: what `=` asks for where statistics count by the texts of a column.

use super::{Dyn, Planned, Planner, text_of};
use crate::language::fields::Field;
use crate::language::{Clause, FieldValue, Op};
use crate::query::scan::texts::having;
use crate::record::rules::Ruleset;
use crate::text::fold::fold;

impl Planner<'_> {
    /// The games that statistics count under a value, if a clause asks for those: case, accents and forms of characters
    /// do not matter, and rules that are known have their usual name.
    pub(super) fn whole(&self, clause: &Clause) -> Option<Planned> {
        if clause.op != Op::Eq || clause.value == FieldValue::Any {
            return None;
        }
        let column = match clause.field {
            Field::Place => "place_as_written",
            Field::Annotator => "annotator_name",
            Field::Country => "country_name",
            Field::Rules => "rules_name",
            _ => return None,
        };
        Some(text_of(&clause.value, &clause.value_span).map(|text| {
            let rules = Ruleset::parse(text).filter(|_| clause.field == Field::Rules);
            let asked = fold(rules.map_or(text, |rules| rules.as_str()));
            let is_asked = move |text: &str| fold(text) == asked;
            Box::new(having(column, is_asked, self.index.budget())) as Dyn
        }))
    }
}
