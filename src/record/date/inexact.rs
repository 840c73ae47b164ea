//! Dates of which less than a day, a month or a year is known, and how they are written: `c. 1665`, `19th century`.

use super::day::LaxDay;
use std::fmt;

/// A date that is known only roughly, or one of a list with such dates.
///
/// It is kept as data and not as a text, because the language of whoever reads it is not known here. Its `Display` is
/// the English form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InexactDate {
    /// How it lies to the years, if not within them.
    pub hedge: Option<Hedge>,
    /// The early, middle or late part of the years, if it is only one.
    pub part: Option<PartOfYears>,
    /// The years.
    pub years: Years,
    /// Whether it is another possibility than the date before it in the list: `1959 or 1960`.
    pub is_alternative: bool,
}

/// The years, or the month or day, that an inexact date refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Years {
    /// A day, a month, a year or a decade.
    Day(LaxDay),
    /// A century by its number: the 18th is from 1701 to 1800.
    Century(u16),
    /// The hundred years from this one on: `1700s`.
    Hundred(u16),
    /// From one year to another: `1667–1668`.
    Span(u16, u16),
}

/// How a date lies to the one that is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Hedge {
    /// About then.
    About,
    /// Before it.
    Before,
    /// After it.
    After,
}

/// A part of a decade or century.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PartOfYears {
    /// The first three tenths.
    Early,
    /// The four tenths in between.
    Middle,
    /// The last three tenths.
    Late,
}

impl From<Years> for InexactDate {
    fn from(years: Years) -> InexactDate {
        InexactDate { hedge: None, part: None, years, is_alternative: false }
    }
}

impl fmt::Display for InexactDate {
    /// `c. 1665`, `before 1846-09`, `late 18th century`, `mid-1990s`, `1667–1668`. Without the joiner to the date
    /// before.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.hedge {
            Some(Hedge::About) => "c. ",
            Some(Hedge::Before) => "before ",
            Some(Hedge::After) => "after ",
            None => "",
        })?;
        f.write_str(match self.part {
            Some(PartOfYears::Early) => "early ",
            Some(PartOfYears::Middle) => "mid-",
            Some(PartOfYears::Late) => "late ",
            None => "",
        })?;
        match self.years {
            Years::Day(day) => day.fmt(f),
            Years::Century(number) => write!(f, "{number}{} century", ordinal_ending(number)),
            Years::Hundred(first) if self.part.is_some() => write!(f, "{first}s"),
            Years::Hundred(first) => write!(f, "{first}–{}", first + 99),
            Years::Span(first, last) => write!(f, "{first}–{last}"),
        }
    }
}

/// The letters after an ordinal number: `19th`, `21st`.
fn ordinal_ending(number: u16) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}
