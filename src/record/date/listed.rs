//! Reads several dates in one text, of which later ones may leave out what the first one states.

use super::forms::{
    absolute_date, last_year, relative_date, skip_time, skip_unknown_era, starts_with_full_year,
};
use super::inexact::{InexactDate, Years};
use super::tokens::{DateToken, is_date_end};
use super::written::WrittenDate;
use super::{DateList, Day, LaxDate, LaxDay, day_lists};

/// State while the dates of a text are read.
#[derive(Default)]
pub(super) struct DateReader<'a> {
    tokens: &'a [DateToken],
    listed: Vec<LaxDay>,
    /// Last date that was read, as written.
    last: Option<WrittenDate>,
    span: Option<(Day, Day)>,
    /// True if a sign for a range followed the last date.
    has_range_sign: bool,
    /// True if the last date begins a range without an end.
    is_open_ended: bool,
    /// All dates so far, as written.
    written: Vec<InexactDate>,
    /// True if one of the dates is inexact.
    is_inexact: bool,
    /// True if the next date is an alternative to the one before it (`1959 or 1960`).
    is_alternative: bool,
    /// True if the calendar lacks a day or a month that was named.
    pub(super) is_impossible: bool,
}

impl<'a> DateReader<'a> {
    /// Makes a reader for the dates in these tokens.
    pub(super) fn new(tokens: &'a [DateToken]) -> DateReader<'a> {
        DateReader { tokens, ..DateReader::default() }
    }

    /// Reads the dates from the tokens and returns them, with those that were added before, as one result; `None` if
    /// there is no date.
    pub(super) fn read(&mut self) -> Option<LaxDate> {
        let mut rest = self.tokens;
        if is_negative(rest) {
            return None;
        }
        // True if a comma, a sign or a word joins the last date to the tokens after it, so that another date may
        // follow.
        let mut joined = true;
        let mut before = None;
        while let [token, after @ ..] = rest {
            let last = self.last;
            if joined && let Some((days, after)) = day_lists::read_days(rest) {
                if !self.push_days(&days) {
                    break;
                }
                (joined, rest, before) = (false, skip_time(after), None);
                continue;
            }
            let found = absolute_date(rest).filter(|_| joined || starts_with_full_year(rest));
            let found = match last {
                Some(last) if joined => found
                    .or_else(|| relative_date(rest, last))
                    .or_else(|| last_year(rest, last).filter(|_| self.has_range_sign)),
                _ => found,
            };
            if let Some((date, after)) = found {
                if !self.push_written(date) {
                    break;
                }
                (joined, rest, before) = (false, skip_time(after), None);
                continue;
            }
            if let Some(after) = skip_unknown_era(rest) {
                rest = after;
                continue;
            }
            match token {
                // A surplus number such as the `45` of `2019-13-45`, but not the time in `20221115-153814`
                DateToken::Number(_, digits) if last.is_some() => {
                    let is_part = matches!(before, Some('-' | '/' | '.'))
                        || matches!(after, [DateToken::Sign('月' | '日'), ..]);
                    self.is_impossible |= *digits <= 2 && is_part;
                    break;
                }
                DateToken::Sign('(' | ')' | '[') if last.is_some() => break,
                token if is_before_christ(token) => return None,
                _ => joined |= self.joins_dates(token, after),
            }
            before = match token {
                DateToken::Sign(sign) => Some(*sign),
                _ => None,
            };
            rest = after;
        }
        self.finish()
    }

    /// Makes the result from all dates that were read.
    fn finish(&mut self) -> Option<LaxDate> {
        let last = *self.listed.last()?;
        let (from, mut to) = self.span?;
        if self.is_open_ended
            && let Some(end) = Day::new(last.year, 12, 31)
        {
            to = to.max(end);
        }
        let listed = match self.listed.as_slice() {
            [day] => DateList::One(*day),
            _ => DateList::Many(std::mem::take(&mut self.listed).into_boxed_slice()),
        };
        let inexact = if self.is_inexact {
            std::mem::take(&mut self.written).into_boxed_slice()
        } else {
            Box::default()
        };
        Some(LaxDate { from, to, listed, inexact })
    }

    /// True if the token between two dates joins them, so that the second date takes what it lacks (month or year) from
    /// the first. Also records if the token means a range or an alternative.
    fn joins_dates(&mut self, token: &DateToken, after: &[DateToken]) -> bool {
        let known = !self.listed.is_empty();
        match token {
            DateToken::Number(..) | DateToken::Sign(',' | '.' | '/') => true,
            DateToken::Word(word) if known => match word.as_str() {
                "or" | "oder" | "ou" => {
                    self.is_alternative = true;
                    true
                }
                "and" | "und" | "et" => true,
                "to" | "until" | "till" | "bis" => {
                    self.has_range_sign = true;
                    true
                }
                "later" | "onward" | "onwards" => {
                    self.is_open_ended = true;
                    false
                }
                _ => false,
            },
            DateToken::Sign('-') if after.iter().all(|token| *token == DateToken::Space) => false,
            DateToken::Sign('-') => {
                self.has_range_sign = known;
                true
            }
            DateToken::Sign('…' | '~') => {
                (self.has_range_sign, self.is_open_ended) = (known, known);
                true
            }
            DateToken::Sign('+') if !matches!(after, [DateToken::Number(..), ..]) => {
                self.is_open_ended = known;
                false
            }
            _ => false,
        }
    }

    /// Adds a date, and the end of its interval if it is inexact. False if the list is full.
    pub(super) fn push_written(&mut self, date: WrittenDate) -> bool {
        let Some((first, last)) = date.modern_range() else {
            return true;
        };
        if self.listed.len() + usize::from(last.is_some()) >= LaxDate::MAX_LISTED {
            return false;
        }
        self.is_impossible |= !date.is_complete;
        self.push_inexact(date, first);
        self.push(first);
        if let Some(last) = last {
            self.has_range_sign = true;
            self.push(last);
        }
        self.last = Some(date);
        true
    }

    /// Records how a date is written. A range of years is inexact, and so is the second of two alternatives.
    fn push_inexact(&mut self, date: WrittenDate, first: LaxDay) {
        let is_year = |day: LaxDay| day.month == 0 && !day.decade;
        let inexact = date.inexact();
        let is_alternative = std::mem::take(&mut self.is_alternative);
        self.is_inexact |= inexact.is_some() || is_alternative && self.written.len() == 1;
        if let [InexactDate { years: years @ Years::Day(_), hedge: None, .. }] =
            self.written.as_mut_slice()
            && let Years::Day(start) = *years
            && self.has_range_sign
            && inexact.is_none()
            && is_year(start)
            && is_year(first)
            && start.year < first.year
        {
            *years = Years::Span(start.year, first.year);
            self.is_inexact = true;
            return;
        }
        let written = inexact.unwrap_or(Years::Day(first).into());
        self.written.push(InexactDate { is_alternative, ..written });
    }

    /// Adds days that share a month or year. False if the list is full.
    pub(super) fn push_days(&mut self, days: &[(WrittenDate, bool)]) -> bool {
        days.iter().all(|&(date, ends_range)| {
            self.has_range_sign |= ends_range;
            self.push_written(date)
        })
    }

    /// Adds a date to the list and to the interval. If the date is the end of a range, only the end of the interval
    /// changes, because a range begins where its first date does.
    fn push(&mut self, day: LaxDay) {
        let (first, last) = (day.first(), day.last());
        self.span = Some(match self.span {
            None => (first, last),
            Some((from, to)) if self.has_range_sign && last >= from => (from, to.max(last)),
            Some((from, to)) => (from.min(first), to.max(last)),
        });
        self.listed.push(day);
        (self.has_range_sign, self.is_open_ended) = (false, false);
    }
}

/// True if the word puts the year before it into the time before the year 1.
pub(super) fn is_before_christ(token: &DateToken) -> bool {
    matches!(token, DateToken::Word(word) if matches!(word.as_str(), "bc" | "bce"))
}

/// True if the tokens begin with a negative year, and not only with a hyphen before a date.
pub(super) fn is_negative(tokens: &[DateToken]) -> bool {
    match tokens {
        [DateToken::Sign('-'), DateToken::Number(_, ..=4), rest @ ..] => is_date_end(rest),
        _ => false,
    }
}
