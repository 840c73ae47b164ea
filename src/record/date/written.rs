//! A date as written in any calendar, and its conversion to today's calendar.

use super::day::{Day, LaxDay};
use super::inexact::{Hedge, InexactDate, PartOfYears, Years};
use super::lunar::{Calendar, Month};

/// A year, together with the calendar that divides it into months.
#[derive(Clone, Copy, Debug)]
pub(super) struct CalendarYear {
    pub(super) number: u32,
    pub(super) calendar: Calendar,
    /// True if the month after the year is a leap month.
    pub(super) leap: bool,
}

impl CalendarYear {
    /// Year of a country, in the calendar that the country used at that time.
    pub(super) fn in_country(number: u32, country: Calendar) -> CalendarYear {
        let calendar = u16::try_from(number).map_or(country, |year| country.in_year(year));
        CalendarYear { calendar, ..CalendarYear::from(number) }
    }
}

impl From<u32> for CalendarYear {
    fn from(number: u32) -> CalendarYear {
        CalendarYear { number, calendar: Calendar::Western, leap: false }
    }
}

/// Number of further years of a decade after its first one. No other interval has this length, so the length alone
/// shows that a date is a decade.
pub(super) const DECADE_EXTRA_YEARS: u16 = 9;
/// Number of years that a date with `about` may be off, before or after.
const ABOUT_YEARS: i32 = 5;
/// Number of years that `before` and `after` reach from the date that they name.
const OPEN_ENDED_YEARS: i32 = 100;

/// One date as it is written, in its own calendar and with its degree of certainty.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenDate {
    pub(super) month: Month,
    /// Day of the month, 1 to 31, or 0 if it is unknown.
    pub(super) day: u8,
    /// Number of further years, after that of `month`, in which the date may be: 9 for a decade.
    pub(super) extra_years: u16,
    pub(super) hedge: Option<Hedge>,
    /// Century, or part of a decade or century, as the text names it; `None` for other dates.
    pub(super) named_period: Option<(Option<PartOfYears>, Years)>,
    /// True if the month and the day that the text names exist in the calendar. Otherwise the date has only the year,
    /// or only the year and the month.
    pub(super) is_complete: bool,
}

impl WrittenDate {
    /// Makes a date from the parts that are possible: an impossible day leaves only the month, an impossible month only
    /// the year.
    pub(super) fn new(year: CalendarYear, month: u32, day: u32) -> Option<WrittenDate> {
        let written = |number: u8, known_day: u8| {
            let month_of = Month {
                calendar: year.calendar,
                year: u16::try_from(year.number).ok()?,
                number,
                leap: year.leap && number > 0,
            };
            Some(WrittenDate {
                month: month_of,
                day: known_day,
                extra_years: 0,
                hedge: None,
                named_period: None,
                is_complete: (u32::from(number), u32::from(known_day)) == (month, day),
            })
        };
        if year.calendar == Calendar::Western {
            let date = LaxDay::new(year.number, month, day)?;
            return written(date.month, date.day);
        }
        let in_calendar = |number| {
            let days = written(number, 0)?.month.days()?;
            Some((number, days))
        };
        // A year outside of the calendar's table gives no date.
        in_calendar(0)?;
        let month = u8::try_from(month).ok().filter(|month| *month <= 12);
        let Some((month, (first, last))) = month.and_then(in_calendar) else {
            return written(0, 0);
        };
        let length = u32::try_from(last.number() - first.number() + 1).unwrap_or(0);
        let known_day = u8::try_from(day).ok().filter(|_| month > 0 && day <= length);
        written(month, known_day.unwrap_or(0))
    }

    /// Date of a year in today's calendar, with `more` years after it that are possible, too.
    pub(super) fn from_years(year: u32, more: u16) -> Option<WrittenDate> {
        let date = WrittenDate::new(CalendarYear::from(year), 0, 0)?;
        Some(WrittenDate { extra_years: more, ..date })
    }

    /// Inexact date as it is written; `None` for an exact day, month or year.
    pub(super) fn inexact(self) -> Option<InexactDate> {
        let is_exact = self.hedge.is_none() && self.named_period.is_none() && self.extra_years == 0;
        let (first, _) = self.unhedged().filter(|_| !is_exact)?;
        let (part, years) = self.named_period.unwrap_or((None, Years::Day(first)));
        Some(InexactDate { hedge: self.hedge, part, ..InexactDate::from(years) })
    }

    /// Date in today's calendar. If the date may be one of several, because it is inexact or its month does not match
    /// one of today's calendar, returns the first and the last that are possible.
    pub(super) fn modern_range(self) -> Option<(LaxDay, Option<LaxDay>)> {
        let (first, last) = self.unhedged()?;
        let Some(hedge) = self.hedge else {
            return Some((first, last));
        };
        let (from, to) = (first.first(), last.unwrap_or(first).last());
        let year = |day: Day, add: i32| {
            let year = (day.to_ymd().0 + add).clamp(1, 9999);
            LaxDay::new(u32::try_from(year).ok()?, 0, 0)
        };
        let (first, last) = match hedge {
            Hedge::About if self.month.number > 0 => (year(from, 0)?, year(to, 0)?),
            Hedge::About => (year(from, -ABOUT_YEARS)?, year(to, ABOUT_YEARS)?),
            Hedge::Before => {
                (year(from, -OPEN_ENDED_YEARS)?, day_or_year(from.number() - 1, 12, 31)?)
            }
            Hedge::After => (day_or_year(to.number() + 1, 1, 1)?, year(to, OPEN_ENDED_YEARS)?),
        };
        Some((first, Some(last).filter(|last| *last != first)))
    }

    fn unhedged(self) -> Option<(LaxDay, Option<LaxDay>)> {
        let Month { year, number, .. } = self.month;
        if self.month.calendar == Calendar::Western {
            let date = LaxDay {
                year,
                month: number,
                day: self.day,
                decade: self.extra_years == DECADE_EXTRA_YEARS,
            };
            let is_one = self.extra_years == 0 || date.decade;
            let last = || LaxDay::new(u32::from(year + self.extra_years), 0, 0);
            return Some((date, if is_one { None } else { Some(last()?) }));
        }
        let (first, last) = self.month.days()?;
        if self.day > 0 {
            let day = first.number() + i32::from(self.day) - 1;
            return Some((lax_day(day)?, None));
        }
        let month = |day: Day| {
            let (year, month, _) = day.to_ymd();
            LaxDay::new(u32::try_from(year).ok()?, month.into(), 0)
        };
        let start = match number {
            0 => LaxDay::new(year.into(), 0, 0)?,
            _ => month(first)?,
        };
        let end = month(last)?;
        Some((start, Some(end).filter(|end| end.last() > start.last())))
    }
}

/// Date of the day with this number, which counts as in [`Day::number`].
fn lax_day(number: i32) -> Option<LaxDay> {
    let (year, month, day) = Day::from_number(number).to_ymd();
    LaxDay::new(u32::try_from(year).ok()?, month.into(), day.into())
}

/// Date of the day with this number, which counts as in [`Day::number`]. If it is the given month and day, the date is
/// only its year: an interval that ends on 31 December ends with that year.
fn day_or_year(number: i32, month: u8, day: u8) -> Option<LaxDay> {
    match Day::from_number(number).to_ymd() {
        (year, at_month, at_day) if (at_month, at_day) == (month, day) => {
            LaxDay::new(u32::try_from(year).ok()?, 0, 0)
        }
        _ => lax_day(number),
    }
}
