//! Plans clauses about days: `date:`, `year:` and `added:`.

use super::query_builders::{all_of, range, term};
use super::typed::empty_range_error;
use super::{BoxedQuery, PlanResult, Planner, single_text};
use kifu_archive::clock::{first_second, today};
use kifu_language::value_parsers::{self, DayAgo};
use kifu_language::{FieldValue, Op, QueryError};
use kifu_messages::{Message, say};
use kifu_record::date::{DateDoubt, Day, LaxDate};
use std::ops::{Bound, Range};
use tantivy::Term;
use tantivy::query::{AllQuery, EmptyQuery};

/// Constructor of one end of a range of days, either inclusive or exclusive.
type BoundKind = fn(Term) -> Bound<Term>;

/// First and last day of a date in a query, such as those of a year.
type Days = (Day, Day);

impl Planner<'_> {
    pub(super) fn date(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let f = self.fields;
        let day = |field, day: Day| Term::from_field_i64(field, day.number().into());
        let from =
            |field, bound: BoundKind, first| range(bound(day(field, first)), Bound::Unbounded);
        let upto = |field, bound: BoundKind, last| range(Bound::Unbounded, bound(day(field, last)));
        // First and last day on which a game may have been played.
        let (first_day, last_day) = (f.date_from, f.date_to);
        match value {
            FieldValue::Any => return Ok(term(f.has, "date")),
            FieldValue::Range { from: first, to } => {
                let (first, last) = range_ends(first.as_deref(), to.as_deref(), span)?;
                let first = first.map(|first| from(last_day, Bound::Included, first));
                let last = last.map(|last| upto(first_day, Bound::Included, last));
                return Ok(all_of(first.into_iter().chain(last).collect()));
            }
            _ => {}
        }
        let (first, last) = days_of_value(op, single_text(value, span)?, span)?;
        Ok(match op {
            // A game matches if its interval of days overlaps with that of the query. `=` means the same as `:`, since
            // nobody searches for a date that is vague in exactly the same way.
            Op::Has | Op::Eq => all_of(vec![
                upto(first_day, Bound::Included, last),
                from(last_day, Bound::Included, first),
            ]),
            // A comparison must hold for every day on which the game may have been played.
            Op::Lt => upto(last_day, Bound::Excluded, first),
            Op::Le => upto(last_day, Bound::Included, last),
            Op::Gt => from(first_day, Bound::Excluded, last),
            Op::Ge => from(first_day, Bound::Included, first),
        })
    }

    /// Plans `added:`, the days on which the games' places were first indexed.
    pub(super) fn added(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let next = |day: Day| Day::from_number(day.number() + 1);
        // From the beginning of day `from` until before the beginning of day `to`.
        let (from, to) = match value {
            FieldValue::Any => return Ok(Box::new(AllQuery)),
            FieldValue::Range { from, to } => {
                let (first, last) = range_ends(from.as_deref(), to.as_deref(), span)?;
                (first, last.map(next))
            }
            _ => {
                let (first, last) = days_of_value(op, single_text(value, span)?, span)?;
                match op {
                    Op::Has | Op::Eq => (Some(first), Some(next(last))),
                    Op::Lt => (None, Some(first)),
                    Op::Le => (None, Some(next(last))),
                    Op::Gt => (Some(next(last)), None),
                    Op::Ge => (Some(first), None),
                }
            }
        };
        let bound = |day: Option<Day>, bound: BoundKind| {
            let term = |day| Term::from_field_u64(self.fields.added, first_second(day));
            day.map_or(Bound::Unbounded, |day| bound(term(day)))
        };
        Ok(range(bound(from, Bound::Included), bound(to, Bound::Excluded)))
    }

    /// Query for the games that were added by the last build that added any.
    pub(super) fn new_games(&self) -> BoxedQuery {
        match self.index.header().new_since {
            0 => Box::new(EmptyQuery),
            since => {
                let since = Term::from_field_u64(self.fields.added, since);
                range(Bound::Included(since), Bound::Unbounded)
            }
        }
    }
}

/// Parses the ends of a range of days.
fn range_ends(
    first: Option<&str>,
    last: Option<&str>,
    span: &Range<usize>,
) -> Result<(Option<Day>, Option<Day>), QueryError> {
    let expanded_end =
        first.zip(last).and_then(|(first, last)| value_parsers::complete_range_end(first, last));
    let days = |text: &str| parse_days(text, span);
    let last = expanded_end.as_deref().or(last).map(days).transpose()?;
    let first = first.map(days).transpose()?;
    let (first, last) = (first.map(|days| days.0), last.map(|days| days.1));
    match first.zip(last) {
        Some((first, last)) if first > last => Err(empty_range_error(span)),
        _ => Ok((first, last)),
    }
}

/// The days of a single value. `1w` means the last week for `:` and `=`; for comparisons it is the day a week ago.
fn days_of_value(op: Op, text: &str, span: &Range<usize>) -> Result<Days, QueryError> {
    let days = parse_days(text, span)?;
    let is_until_today = DayAgo::parse(text).is_some_and(|ago| !ago.is_named());
    Ok(match op {
        Op::Has | Op::Eq if is_until_today => (days.0, today()),
        _ => days,
    })
}

fn parse_days(text: &str, span: &Range<usize>) -> Result<Days, QueryError> {
    if let Some(ago) = DayAgo::parse(text) {
        let day = ago.before(today());
        return Ok((day, day));
    }
    let date = LaxDate::parse_strict(text).map_err(|doubt| date_error(text, span, doubt))?;
    Ok((date.from, date.to))
}

fn date_error(text: &str, span: &Range<usize>, doubt: DateDoubt) -> QueryError {
    let error = |message: Message| QueryError::new(span.clone(), message);
    match doubt {
        DateDoubt::NoDate => {
            error(say!("error-not-a-date", text = text)).with_help(say!("error-not-a-date-help"))
        }
        DateDoubt::TooOld => error(say!("error-date-too-old", text = text))
            .with_help(say!("error-date-too-old-help")),
        DateDoubt::Either(one, other) => {
            let (one, other) = (&one.to_string(), &other.to_string());
            let message = say!("error-either-date", text = text, one = one, other = other);
            error(message).with_help(say!("error-either-date-help", one = one, other = other))
        }
    }
}
