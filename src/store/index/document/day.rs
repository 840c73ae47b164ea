//! The first day on which a game may have been played, as a fast-field number: 0 if it is not known, else the number of
//! the day, times two, plus one if the game may have been played in other years as well (`c. 1665`).

use kifu_record::date::LaxDate;

pub(crate) const UNKNOWN: u64 = 0;
/// Maps the first day of the year 0 to 1.
const OFFSET: i64 = 61;

pub(crate) fn of(date: Option<&LaxDate>) -> u64 {
    let packed = |date: &LaxDate| {
        let number = u64::try_from(i64::from(date.from.number()) + OFFSET).ok()?;
        Some(number << 1 | u64::from(date.year().is_none()))
    };
    date.and_then(packed).unwrap_or(UNKNOWN)
}

/// The day's number, if known.
pub fn number(day: u64) -> Option<i64> {
    (day != UNKNOWN).then(|| (day >> 1) as i64 - OFFSET)
}

/// The day's number, if the game was played in its year.
pub fn in_known_year(day: u64) -> Option<i64> {
    number(day).filter(|_| day & 1 == 0)
}
