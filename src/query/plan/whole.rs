//! Plans `=` on text fields, which compares whole values.

use super::parts::{any, term};
use super::{Dyn, Planned, Planner, text_of};
use crate::scan::texts::having;
use kifu_language::ast::written;
use kifu_language::fields::Field;
use kifu_language::{Clause, QueryError};
use kifu_messages::say;
use kifu_record::rules::Ruleset;
use kifu_record::text::fold::fold;
use kifu_record::time::Overtime;

impl Planner<'_> {
    /// Query for the games with a whole text, if a clause with `=` is about a text; `None` for fields that interpret
    /// `=` themselves. Case, accents and forms of characters are ignored.
    pub(super) fn whole(&self, clause: &Clause) -> Option<Planned> {
        let f = self.fields;
        let folded = |field| {
            self.each(clause, &|_, value, span| Ok(term(field, &fold(text_of(value, span)?))))
        };
        Some(match &clause.field {
            Field::Place => self.whole_of_column(clause, "place_as_written"),
            Field::Annotator => self.whole_of_column(clause, "annotator_name"),
            Field::Country => self.whole_of_column(clause, "country_name"),
            Field::Rules => self.whole_of_column(clause, "rules_name"),
            Field::Round => folded(f.round_whole),
            Field::Title => folded(f.title_whole),
            Field::Source => folded(f.source_whole),
            Field::Team => folded(f.team_whole),
            Field::Overtime => self.each(clause, &|_, value, span| {
                // The index also stores overtime as understood, so that `5x30 byo-yomi` matches however it is written.
                let text = text_of(value, span)?;
                let texts = [fold(text), fold(&Overtime::parse(text).to_string())];
                Ok(any(texts.iter().map(|text| term(f.overtime_whole, text)).collect()))
            }),
            Field::Comment => Err(not_whole(clause)),
            _ => return None,
        })
    }

    /// Query for the games that statistics count under a value. Known rules are compared by their usual name.
    fn whole_of_column(&self, clause: &Clause, column: &'static str) -> Planned {
        self.each(clause, &|_, value, span| {
            let text = text_of(value, span)?;
            let rules = Ruleset::parse(text).filter(|_| clause.field == Field::Rules);
            let wanted = fold(rules.map_or(text, |rules| rules.as_str()));
            let is_wanted = move |text: &str| fold(text) == wanted;
            Ok(Box::new(having(column, is_wanted, self.index.budget())) as Dyn)
        })
    }
}

/// The error for `comment=`: a game has many comments, and none of them is searched as a whole.
fn not_whole(clause: &Clause) -> QueryError {
    let text = clause.value.text().unwrap_or("ladder");
    let help = say!("error-not-whole-help", clause = written(&clause.field, text, false));
    QueryError::new(
        clause.value_span.clone(),
        say!("error-not-whole", field = clause.field.to_string()),
    )
    .help(help)
}
