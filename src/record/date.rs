//! Dates of games: reads the many ways of writing them as an interval of days.
//!
//! `tokens` splits the text, `forms` reads a single date, `listed` reads lists and ranges, `lunar` and `eras` hold the
//! old calendars of East Asia.

mod day;
mod day_lists;
mod eras;
mod forms;
mod inexact;
mod listed;
mod lunar;
mod periods;
mod tokens;
mod written;

pub use day::format_timestamp;
pub use day::{Day, LaxDay, format_utc};
use forms::{absolute_date, ambiguous_readings};
pub use inexact::{Hedge, InexactDate, PartOfYears, Years};
use listed::{DateReader, is_before_christ, is_negative};
pub(crate) use tokens::is_mistyped;
use tokens::{DateToken, tokens};

/// The dates of a game and the interval of days that they span.
///
/// Gaps within a list belong to the interval. How inexact dates become intervals:
///
/// | written | interval |
/// |---|---|
/// | `1974?`, `Summer 1974` | the year |
/// | `ca. 1665` | five years before to five years after |
/// | `before 1665`, `after 1665` | a hundred years on that side |
/// | `18th century` | 1701 to 1800 |
/// | `early 1700s` | the first three tenths, 1700 to 1730 |
/// | `mid 1700s` | 1730 to 1770 |
/// | `late 1700s` | the last three tenths, 1770 to 1799 |
/// | `1777-11-20+`, `1898-01-05..`, `and later` | to the end of that year |
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LaxDate {
    /// First day on which the game may have been played.
    pub from: Day,
    /// Last day on which the game may have been played, not before `from`.
    pub to: Day,
    listed: DateList,
    /// All dates in the words of the record, if one of them is inexact; empty for nearly all games.
    inexact: Box<[InexactDate]>,
}

/// Reason why a text is not accepted as a date in a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateDoubt {
    /// The text is no date, or contains something besides a date.
    NoDate,
    /// The date is before the year 1, the first one that dates may have (`-200`, `200 BC`).
    TooOld,
    /// The text may mean either of two dates, such as `1/2/2006`.
    Either(LaxDay, LaxDay),
}

/// Dates of a game: one, as in nearly all games, or several. The variant for a single date saves an allocation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum DateList {
    One(LaxDay),
    Many(Box<[LaxDay]>),
}

impl LaxDate {
    /// Maximum number of dates that are read from one list; the rest is dropped.
    pub const MAX_LISTED: usize = 1000;

    /// Reads dates (SGF FF\[4\], property DT, and what people write instead). `None` if no year is named.
    ///
    /// Understood are:
    ///
    /// - lists with the shortcuts of SGF, ranges, times of day, and days that share a month or year (`21-23 May 1990`);
    /// - names of months, day before month (`13/5/95`), two-digit years (30 to 99 are 19xx);
    /// - decades (`1750s`, `175?`) and centuries (`17xx`, `18th century`) and their parts (`late 1700s`);
    /// - letters typed for digits (`199O`);
    /// - eras and reigns of China, Japan and Korea (`S54.10.4`).
    ///
    /// A day of their old calendars becomes a day of today's calendar. An old month becomes the one or two months that
    /// it touches, and an old year lasts until the next one begins. A date in an unknown era is not read.
    ///
    /// If the calendar lacks a day, or the order of day and month is ambiguous (`05/06/1995`), only the month or the
    /// year is used. If the year itself is uncertain (`05/06/07`), there is no date.
    pub fn parse(text: &str) -> Option<LaxDate> {
        if let Some(day) = parse_iso_date(text) {
            return Some(LaxDate::from(day));
        }
        LaxDate::parse_checked(text).map(|(date, _)| date)
    }

    /// Reads dates like [`parse`](Self::parse). The flag is true if the calendar has all days and months that the text
    /// names: of `2019-13-45` only the year is known, of `2019-02-31` only the month.
    pub(crate) fn parse_checked(text: &str) -> Option<(LaxDate, bool)> {
        if let Some(day) = parse_iso_date(text) {
            return Some((LaxDate::from(day), true));
        }
        let tokens = tokens(text);
        let mut reader = DateReader::new(&tokens);
        let date = reader.read()?;
        Some((date, !reader.is_impossible))
    }

    /// Reads the date in a query: all of the text has to be the date, and the calendar has to have it. The days of a
    /// range may share their year or month (`21-23 May 1990`).
    pub fn parse_strict(text: &str) -> Result<LaxDate, DateDoubt> {
        let tokens = tokens(text.trim());
        if is_negative(&tokens) || tokens.iter().any(is_before_christ) {
            return Err(DateDoubt::TooOld);
        }
        if let Some(readings) = ambiguous_readings(&tokens) {
            let [one, other] = readings.map(|date| date.modern_range().map(|(day, _)| day));
            return Err(one
                .zip(other)
                .map_or(DateDoubt::NoDate, |(one, other)| DateDoubt::Either(one, other)));
        }
        let is_zero = |token: &DateToken| matches!(token, DateToken::Number(0, _));
        let has_zero = tokens.iter().any(is_zero);
        let mut reader = DateReader::default();
        if let Some((days, rest)) = day_lists::read_days(&tokens) {
            let is_range = matches!(days.as_slice(), [_, (_, true)]);
            if !is_range || !rest.is_empty() || !reader.push_days(&days) {
                return Err(DateDoubt::NoDate);
            }
            return reader.read().ok_or(DateDoubt::NoDate);
        }
        let date =
            absolute_date(&tokens).filter(|(date, rest)| date.is_complete && rest.is_empty());
        let (date, _) = date.filter(|_| !has_zero).ok_or(DateDoubt::NoDate)?;
        reader.push_written(date);
        reader.read().ok_or(DateDoubt::NoDate)
    }

    /// Listed dates in text order, at least one; for a range, both of its ends.
    pub fn days(&self) -> &[LaxDay] {
        match &self.listed {
            DateList::One(day) => std::slice::from_ref(day),
            DateList::Many(days) => days,
        }
    }

    /// Earliest date, as far as it is known: `1846`, `1846-09` or `1846-09-11`.
    pub fn earliest(&self) -> String {
        let first = self
            .days()
            .iter()
            .filter(|day| day.first() == self.from)
            .max_by_key(|day| (day.month, day.day))
            .copied();
        first.map_or_else(String::new, |day| LaxDay { decade: false, ..day }.to_string())
    }

    /// Dates as they are written, if one of them is inexact: `c. 1665`, `1959 or 1960`. Empty if all are exact days,
    /// months or years, as in nearly all games.
    pub fn inexact(&self) -> &[InexactDate] {
        &self.inexact
    }

    /// Text for lists of games: the earliest date as far as it is known (`1846-09`), or an inexact date as it is
    /// written (`c. 1665`, `18th century`).
    pub fn display_text(&self) -> String {
        let Some((first, others)) = self.inexact.split_first() else {
            return self.earliest();
        };
        let mut text = first.to_string();
        for other in others.iter().take(MAX_DISPLAYED - 1) {
            text.push_str(if other.is_alternative { " or " } else { ", " });
            text.push_str(&other.to_string());
        }
        if self.inexact.len() > MAX_DISPLAYED {
            text.push_str(" …");
        }
        text
    }

    /// Year in which the game began; `None` if several years are possible.
    pub fn year(&self) -> Option<i32> {
        let [(first, ..), (last, ..)] = [self.from, self.to].map(Day::to_ymd);
        (self.inexact.is_empty() || first == last).then_some(first)
    }

    /// True if the two intervals share a day.
    pub fn overlaps(&self, other: &LaxDate) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// Maximum number of inexact dates that [`LaxDate::display_text`] writes.
const MAX_DISPLAYED: usize = 3;

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

/// Fast path that does not split the text into tokens: reads `2019-04-14`, the form of nearly all dates.
fn parse_iso_date(text: &str) -> Option<LaxDay> {
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
