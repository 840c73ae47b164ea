//! Days of the calendar, and dates of which only the month or the year is known.

use std::fmt;

/// Day of the proleptic Gregorian calendar, as the number of days since 0000-03-01. Years that begin in March have
/// their leap day at the end, which makes the arithmetic simple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Day(i32);

impl Day {
    /// The day 1970-01-01, from which Unix time counts.
    pub const EPOCH: Day = Day(719_468);

    /// Makes a day, if the year is at most 9999 and the month has such a day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Day> {
        let valid = year <= 9999
            && (1..=12).contains(&month)
            && (1..=month_length(year, month)).contains(&day);
        // Years begin in March here, so a leap day is the last day of its year.
        let months = (i32::from(month) + 9) % 12;
        let years = i32::from(year) - i32::from(month < 3);
        let leap = years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
        valid.then(|| Day(years * 365 + leap + (months * 153 + 2) / 5 + i32::from(day) - 1))
    }

    /// Number of days since 0000-03-01.
    pub fn number(self) -> i32 {
        self.0
    }

    /// Day with this number, the inverse of [`number`](Self::number).
    pub fn from_number(number: i32) -> Day {
        Day(number)
    }

    /// Year, month (1 to 12) and day of the month (1 to 31).
    pub fn to_ymd(self) -> (i32, u8, u8) {
        let era = self.0.div_euclid(146_097);
        let day = self.0.rem_euclid(146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let months = (5 * day + 2) / 153;
        let month = (months + 2) % 12 + 1;
        let year = era * 400 + year + i32::from(month < 3);
        (year, month as u8, (day - (153 * months + 2) / 5 + 1) as u8)
    }
}

impl fmt::Display for Day {
    /// Writes the day as in ISO 8601: `1846-09-11`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.to_ymd();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// Formats a Unix time in seconds for people: `2026-11-22 09:59 UTC`.
pub fn format_utc(seconds: u64) -> String {
    let days = i32::try_from(seconds / 86_400).unwrap_or(i32::MAX - Day::EPOCH.0);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{} {hour:02}:{minute:02} UTC", Day(Day::EPOCH.0 + days))
}

/// Formats a Unix time in seconds as a timestamp of RFC 3339: `2026-11-22T09:59:59Z`.
pub fn format_timestamp(seconds: u64) -> String {
    let text = format_utc(seconds);
    let (day, minute) = (text.get(..10), text.get(11..16));
    let (day, minute) = (day.unwrap_or_default(), minute.unwrap_or_default());
    format!("{day}T{minute}:{:02}Z", seconds % 60)
}

fn month_length(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// One date as far as it is known: a day, a month, a year or a decade. Printed as `1846-09-11`, `1846-09`, `1846` or
/// `1660s`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LaxDay {
    pub(super) year: u16,
    /// Month, 1 to 12, or 0 if it is unknown.
    pub(super) month: u8,
    /// Day of the month, 1 to 31, or 0 if it is unknown.
    pub(super) day: u8,
    /// True if only a decade is known; `year` is then its first year.
    pub(super) decade: bool,
}

impl LaxDay {
    /// Makes a date from the parts that are possible: an impossible day leaves only the month, an impossible month only
    /// the year. `None` if the year is not 1 to 9999.
    pub(super) fn new(year: u32, month: u32, day: u32) -> Option<LaxDay> {
        let year = u16::try_from(year).ok().filter(|year| (1..=9999).contains(year))?;
        let month = u8::try_from(month).ok().filter(|month| *month <= 12).unwrap_or(0);
        let day =
            u8::try_from(day).ok().filter(|day| Day::new(year, month, *day).is_some()).unwrap_or(0);
        Some(LaxDay { year, month, day, decade: false })
    }

    /// First day on which the date may be.
    pub fn first(self) -> Day {
        Day::new(self.year, self.month.max(1), self.day.max(1)).unwrap_or(Day(0))
    }

    /// Last day on which the date may be.
    pub fn last(self) -> Day {
        let more = if self.decade { 9 } else { 0 };
        let year = (self.year + more).min(9999);
        let month = if self.month == 0 { 12 } else { self.month };
        let day = if self.day == 0 { month_length(year, month) } else { self.day };
        Day::new(year, month, day).unwrap_or(Day(0))
    }
}

impl fmt::Display for LaxDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        match (self.month, self.day) {
            (0, _) if self.decade => f.write_str("s"),
            (0, _) => Ok(()),
            (month, 0) => write!(f, "-{month:02}"),
            (month, day) => write!(f, "-{month:02}-{day:02}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn unix_times_are_formatted() {
        assert_eq!(format_utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(format_utc(951_827_696), "2000-02-29 12:34 UTC");
        assert_eq!(format_utc(1_795_341_599), "2026-11-22 09:59 UTC");
    }

    #[test]
    fn day_numbers() {
        assert_eq!(Day::new(0, 3, 1).unwrap().number(), 0);
        let mut last = Day::new(0, 1, 1).unwrap().number() - 1;
        for number in Day::new(0, 1, 1).unwrap().number()..=Day::new(9999, 12, 31).unwrap().number()
        {
            let (year, month, day) = Day::from_number(number).to_ymd();
            let back = Day::new(u16::try_from(year).unwrap(), month, day).unwrap().number();
            assert_eq!((back, last + 1), (number, number));
            last = back;
        }
        assert_eq!(Day::new(1900, 2, 29), None);
    }
}
