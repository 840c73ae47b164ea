//! Plans `finding:`, which selects games by the problems that the command `doctor` reports of them: by severity or by
//! kind.

use super::query_builders::{any_of, range, term};
use super::typed::parse_choice;
use super::{BoxedQuery, PlanResult, Planner};
use kifu_archive::findings::checks::latest_day;
use kifu_archive::findings::{Check, FindingKind, Severity};
use kifu_language::fields::Field;
use kifu_language::{FieldValue, QueryError};
use kifu_messages::say;
use std::ops::{Bound, Range};
use tantivy::Term;

/// The only kind of finding that is not stored: a date in the future is no longer one as time passes. Queries compute
/// this finding from the date instead.
const FUTURE_DATE: FindingKind = FindingKind::Check(Check::FutureDate);

impl Planner<'_> {
    /// Query for games with findings of a severity or kind; `*` means any finding.
    pub(super) fn finding(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let of = |word: &str| term(self.fields.finding, word);
        if *value == FieldValue::Any {
            let severities = Severity::ALL.iter().map(|severity| of(severity.as_str()));
            return Ok(any_of(severities.chain([self.future_dates()]).collect()));
        }
        let choices = Field::Finding.info().choices;
        let word = parse_choice(value, span, choices).map_err(|error| match value.text() {
            Some(text) if is_file_finding(text) => {
                let error =
                    QueryError::new(span.clone(), say!("error-finding-of-file", kind = text));
                error.with_help(say!("error-no-choice-help", list = choices.join(", ")))
            }
            _ => error,
        })?;
        let has_future_dates =
            word == FUTURE_DATE.as_str() || word == FUTURE_DATE.severity().as_str();
        Ok(if has_future_dates { any_of(vec![of(word), self.future_dates()]) } else { of(word) })
    }

    /// Query for games whose dates lie in the future as of today.
    fn future_dates(&self) -> BoxedQuery {
        let latest = Term::from_field_i64(self.fields.date_from, latest_day().into());
        range(Bound::Excluded(latest), Bound::Unbounded)
    }
}

/// True if the name is a kind of finding about files and archives and not about games.
fn is_file_finding(name: &str) -> bool {
    FindingKind::from_name(&name.to_lowercase()).is_some_and(|kind| !kind.is_game_finding())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_values_are_all_severities_and_the_kinds_of_games() {
        let kinds = FindingKind::all().filter(|kind| kind.is_game_finding());
        let mut words: Vec<&str> = Severity::ALL
            .iter()
            .map(|severity| severity.as_str())
            .chain(kinds.map(FindingKind::as_str))
            .collect();
        let mut choices = Field::Finding.info().choices.to_vec();
        words.sort_unstable();
        choices.sort_unstable();
        assert_eq!(choices, words);
    }
}
