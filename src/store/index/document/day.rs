//! First day on which a game may have been played, as a fast-field number.
//!
//! The number is 0 if the day is not known. Otherwise bit 0 is set if the game may have been played in other years as
//! well (`c. 1665`), and the higher bits are the number of the day.

use kifu_record::date::LaxDate;

pub(crate) const UNKNOWN: u64 = 0;
/// Added to the number of a day so that it is positive: the first day of the year 0 becomes 1.
const OFFSET: i64 = 61;

pub(crate) fn encode(date: Option<&LaxDate>) -> u64 {
    let packed = |date: &LaxDate| {
        let number = u64::try_from(i64::from(date.from.number()) + OFFSET).ok()?;
        Some(number << 1 | u64::from(date.year().is_none()))
    };
    date.and_then(packed).unwrap_or(UNKNOWN)
}

/// Returns the number of the day, if known.
pub fn day_number(day: u64) -> Option<i64> {
    (day != UNKNOWN).then(|| (day >> 1) as i64 - OFFSET)
}

/// Returns the number of the day, if the year is certain.
pub fn day_number_in_certain_year(day: u64) -> Option<i64> {
    day_number(day).filter(|_| day & 1 == 0)
}
