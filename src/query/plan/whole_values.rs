//! Plans `=` on text fields, which compares whole values.

use super::query_builders::{any_of, term};
use super::{BoxedQuery, PlanResult, Planner, single_text};
use crate::scan::column_texts::games_with_text;
use kifu_language::ast::write_field_value;
use kifu_language::fields::Field;
use kifu_language::{Clause, QueryError};
use kifu_messages::say;
use kifu_record::rules::Ruleset;
use kifu_record::text::fold::fold;
use kifu_record::time::Overtime;

impl Planner<'_> {
    /// Query for a clause with `=` on a text field: games whose whole text equals the value. `None` for fields that
    /// interpret `=` themselves. Case, accents and forms of characters are ignored.
    pub(super) fn whole_value(&self, clause: &Clause) -> Option<PlanResult> {
        let f = self.fields;
        let folded = |field| {
            self.plan_values(clause, &|_, value, span| {
                Ok(term(field, &fold(single_text(value, span)?)))
            })
        };
        Some(match &clause.field {
            Field::Place => self.whole_value_in_column(clause, "place_as_written"),
            Field::Annotator => self.whole_value_in_column(clause, "annotator_name"),
            Field::Country => self.whole_value_in_column(clause, "country_name"),
            Field::Rules => self.whole_value_in_column(clause, "rules_name"),
            Field::Round => folded(f.round_whole),
            Field::Title => folded(f.title_whole),
            Field::Source => folded(f.source_whole),
            Field::Team => folded(f.team_whole),
            Field::Overtime => self.plan_values(clause, &|_, value, span| {
                // The index stores overtime both as written and as understood, so that `5x30 byo-yomi` matches in any
                // notation.
                let text = single_text(value, span)?;
                let texts = [fold(text), fold(&Overtime::parse(text).to_string())];
                Ok(any_of(texts.iter().map(|text| term(f.overtime_whole, text)).collect()))
            }),
            Field::Comment => Err(comment_equals_error(clause)),
            _ => return None,
        })
    }

    /// Query for the games that statistics count under a value. Known rules are compared by their usual name.
    fn whole_value_in_column(&self, clause: &Clause, column: &'static str) -> PlanResult {
        self.plan_values(clause, &|_, value, span| {
            let text = single_text(value, span)?;
            let rules = Ruleset::parse(text).filter(|_| clause.field == Field::Rules);
            let folded_value = fold(rules.map_or(text, |rules| rules.as_str()));
            let is_equal = move |text: &str| fold(text) == folded_value;
            Ok(Box::new(games_with_text(column, is_equal, self.index.budget())) as BoxedQuery)
        })
    }
}

/// The error for `comment=`: a game has many comments, and none of them is searched as a whole.
fn comment_equals_error(clause: &Clause) -> QueryError {
    let text = clause.value.text().unwrap_or("ladder");
    let help = say!("error-not-whole-help", clause = write_field_value(&clause.field, text, false));
    QueryError::new(
        clause.value_span.clone(),
        say!("error-not-whole", field = clause.field.to_string()),
    )
    .with_help(help)
}
