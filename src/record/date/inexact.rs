//! Inexact dates and how they are written: `c. 1665`, `19th century`, `1959 or 1960`.

use super::day::LaxDay;
use std::fmt;

/// A date that is known only roughly, or one of a list that contains such a date.
///
/// Kept as data and not as text, because the language of the reader is not known here. `Display` writes the English
/// form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InexactDate {
    /// Whether the actual date is about, before or after the years that are named; `None` if it is within them.
    pub hedge: Option<Hedge>,
    /// Early, middle or late part of the years, if only one of them is meant.
    pub part: Option<PartOfYears>,
    /// Years that the date refers to.
    pub years: Years,
    /// True if this date is an alternative to the one before it in the list: `1959 or 1960`.
    pub is_alternative: bool,
}

/// Years, month or day that an inexact date refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Years {
    /// A day, a month, a year or a decade.
    Day(LaxDay),
    /// Century by its number: the 18th is from 1701 to 1800.
    Century(u16),
    /// Hundred years from this one on: `1700s`.
    Hundred(u16),
    /// Range from one year to another: `1667–1668`.
    Span(u16, u16),
}

/// Relation of the actual date to the date that is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Hedge {
    /// The actual date is about the written one.
    About,
    /// The actual date is before the written one.
    Before,
    /// The actual date is after the written one.
    After,
}

/// Part of a decade or century.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PartOfYears {
    /// First three tenths of the years.
    Early,
    /// Four tenths in the middle of the years.
    Middle,
    /// Last three tenths of the years.
    Late,
}

impl From<Years> for InexactDate {
    fn from(years: Years) -> InexactDate {
        InexactDate { hedge: None, part: None, years, is_alternative: false }
    }
}

impl fmt::Display for InexactDate {
    /// Writes the date in English: `c. 1665`, `before 1846-09`, `late 18th century`, `mid-1990s`, `1667–1668`. If the
    /// date is an alternative to the one before it in a list, the `or` between the two is left out.
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

/// English letters after an ordinal number: `19th`, `21st`.
fn ordinal_ending(number: u16) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}
