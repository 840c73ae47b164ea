//! Reads the many ways of writing dates as an interval of days.

mod day;
mod eras;
mod inexact;
mod listed;
mod long;
mod lunar;
mod shapes;
mod spread;
mod tokens;
mod written;

pub use day::timestamp;
pub use day::{Day, LaxDay, utc};
pub use inexact::{Hedge, InexactDate, PartOfYears, Years};
use listed::{DateReader, is_before_christ, is_negative};
use shapes::{absolute, readings};
pub(crate) use tokens::is_mistyped;
use tokens::{DateToken, tokens};

/// The dates of a game and the interval of days that they span.
///
/// Gaps within a list belong to the interval. `1974?` is that year, and seasons are their whole year. `ca. 1665` may be
/// five years off, and `before 1665` and `after 1665` reach a century. The 18th century reaches from 1701 to 1800. Of
/// the years in question, the first three tenths are early and the last three late: `early 1700s` are 1700 to 1730,
/// `mid 1700s` 1730 to 1770 and `late 1700s` 1770 to 1799. An open end (`1777-11-20+`, `1898-01-05..`, `and later`)
/// reaches to the end of its year.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LaxDate {
    /// The first possible day.
    pub from: Day,
    /// The last possible day, not before `from`.
    pub to: Day,
    listed: DateList,
    /// All dates as they are written, if one of them is inexact; empty for nearly all games.
    inexact: Box<[InexactDate]>,
}

/// Why a text is not accepted as a date in a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateDoubt {
    /// It is not a date, or contains something else.
    NoDate,
    /// It is before the first year that dates may have (`-200`, `200 BC`).
    TooOld,
    /// It may be either of two dates.
    Either(LaxDay, LaxDay),
}

/// One date, as in nearly all games, or several.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum DateList {
    One(LaxDay),
    Many(Box<[LaxDay]>),
}

impl LaxDate {
    /// At most this many dates of one list are read; the rest is dropped.
    pub const MAX_LISTED: usize = 1000;

    /// Reads dates (SGF FF\[4\], property DT, and what people write instead); `None` if no year is named.
    ///
    /// It understands the shortcuts of SGF lists, ranges, times of day, month names, day before month (`13/5/95`),
    /// two-digit years (30 to 99 are 19xx), days that share a month or year (`21-23 May 1990`), decades (`1750s`,
    /// `175?`) and centuries (`17xx`, `18th century`) and their parts (`late 1700s`), digits typed as letters (`199O`),
    /// and the eras and reigns of China, Japan and Korea (`S54.10.4`). Days of their old
    /// calendars become days of today's; a month becomes the one or two months that it touches, and a year reaches to
    /// where the next one begins. An era that is not known is no date. If the calendar lacks a day, or its order is
    /// ambiguous (`05/06/1995`), only the month or the year is kept. If the year itself is uncertain (`05/06/07`),
    /// there is no date.
    pub fn parse(text: &str) -> Option<LaxDate> {
        if let Some(day) = usual(text) {
            return Some(LaxDate::from(day));
        }
        LaxDate::parse_checked(text).map(|(date, _)| date)
    }

    /// Reads dates like [`parse`](Self::parse), and tells whether the calendar has all of the days and months that the
    /// text names: of `2019-13-45` only the year is known, of `2019-02-31` only the month.
    pub(crate) fn parse_checked(text: &str) -> Option<(LaxDate, bool)> {
        if let Some(day) = usual(text) {
            return Some((LaxDate::from(day), true));
        }
        let tokens = tokens(text);
        let mut reader = DateReader::new(&tokens);
        let date = reader.read()?;
        Some((date, !reader.is_impossible))
    }

    /// Reads the date in a query: all of the text has to be the date, and the calendar has to have it. A
    /// range within a year may name that only once (`21-23 May 1990`).
    pub fn asked(text: &str) -> Result<LaxDate, DateDoubt> {
        let tokens = tokens(text.trim());
        if is_negative(&tokens) || tokens.iter().any(is_before_christ) {
            return Err(DateDoubt::TooOld);
        }
        if let Some(readings) = readings(&tokens) {
            let [one, other] = readings.map(|date| date.ends().map(|(day, _)| day));
            return Err(one
                .zip(other)
                .map_or(DateDoubt::NoDate, |(one, other)| DateDoubt::Either(one, other)));
        }
        let is_zero = |token: &DateToken| matches!(token, DateToken::Number(0, _));
        let has_zero = tokens.iter().any(is_zero);
        let mut reader = DateReader::default();
        if let Some((days, rest)) = spread::days(&tokens) {
            let is_range = matches!(days.as_slice(), [_, (_, true)]);
            if !is_range || !rest.is_empty() || !reader.push_spread(&days) {
                return Err(DateDoubt::NoDate);
            }
            return reader.read().ok_or(DateDoubt::NoDate);
        }
        let date = absolute(&tokens).filter(|(date, rest)| date.is_whole && rest.is_empty());
        let (date, _) = date.filter(|_| !has_zero).ok_or(DateDoubt::NoDate)?;
        reader.push_written(date);
        reader.read().ok_or(DateDoubt::NoDate)
    }

    /// The listed dates in text order, at least one; for a range, both ends.
    pub fn days(&self) -> &[LaxDay] {
        match &self.listed {
            DateList::One(day) => std::slice::from_ref(day),
            DateList::Many(days) => days,
        }
    }

    /// The earliest day, as far as it is known: `1846`, `1846-09` or `1846-09-11`.
    pub fn earliest(&self) -> String {
        let first = self
            .days()
            .iter()
            .filter(|day| day.first() == self.from)
            .max_by_key(|day| (day.month, day.day))
            .copied();
        first.map_or_else(String::new, |day| LaxDay { decade: false, ..day }.to_string())
    }

    /// The dates as they are written, if one of them is inexact: `c. 1665`, `1959 or 1960`. Empty if the first day, or
    /// its month or year, is known.
    pub fn inexact(&self) -> &[InexactDate] {
        &self.inexact
    }

    /// What lists show: the earliest day as far as it is known (`1846-09`), or an inexact date as what it is
    /// (`c. 1665`, `18th century`).
    pub fn shown(&self) -> String {
        let Some((first, others)) = self.inexact.split_first() else {
            return self.earliest();
        };
        let mut shown = first.to_string();
        for other in others.iter().take(MAX_SHOWN - 1) {
            shown.push_str(if other.is_alternative { " or " } else { ", " });
            shown.push_str(&other.to_string());
        }
        if self.inexact.len() > MAX_SHOWN {
            shown.push_str(" …");
        }
        shown
    }

    /// The year in which the game began, unless it may be one of several.
    pub fn year(&self) -> Option<i32> {
        let [(first, ..), (last, ..)] = [self.from, self.to].map(Day::to_ymd);
        (self.inexact.is_empty() || first == last).then_some(first)
    }

    /// Whether the intervals share a day.
    pub fn overlaps(&self, other: &LaxDate) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// At most this many inexact dates of a list are shown.
const MAX_SHOWN: usize = 3;

impl From<LaxDay> for LaxDate {
    fn from(day: LaxDay) -> LaxDate {
        LaxDate {
            from: day.first(),
            to: day.last(),
            listed: DateList::One(day),
            inexact: Box::default(),
        }
    }
}

/// A fast path for `2019-04-14`, the form of nearly all dates.
fn usual(text: &str) -> Option<LaxDay> {
    let &[a, b, c, d, b'-', e, f, b'-', g, h] = text.as_bytes() else {
        return None;
    };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    LaxDay::new(number(&[a, b, c, d])?, number(&[e, f])?, number(&[g, h])?)
        .filter(|day| day.day > 0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
