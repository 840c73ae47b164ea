//! What day it is where the program runs, and when that day began.

use chrono::{Datelike, Local, TimeZone};
use kifu_record::date::Day;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Today, by the system's time zone.
pub fn today() -> Day {
    day_of(now())
}

/// The day of a moment, which is given in seconds since 1970.
pub(crate) fn day_of(moment: u64) -> Day {
    let local =
        i64::try_from(moment).ok().and_then(|moment| Local.timestamp_opt(moment, 0).single());
    local
        .and_then(|local| {
            let year = u16::try_from(local.year()).ok()?;
            Day::new(year, local.month() as u8, local.day() as u8)
        })
        .unwrap_or(Day::EPOCH)
}

/// The first second of a day, since 1970; 0 for days before that. Of a day that a zone left out, as some did at the
/// date line, it is that of the next one.
pub fn begin_of(day: Day) -> u64 {
    const DAY: i64 = 86_400;
    let midnight = i64::from(day.number() - Day::EPOCH.number()) * DAY;
    // No zone is a day away from Greenwich, and one day may be left out.
    let (mut before, mut at) = (midnight - 2 * DAY, midnight + 2 * DAY);
    while at - before > 1 {
        let middle = before + (at - before) / 2;
        match u64::try_from(middle) {
            Ok(moment) if day_of(moment) >= day => at = middle,
            _ => before = middle,
        }
    }
    u64::try_from(at).unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_with_its_first_second() {
        for number in 719_500..740_000 {
            let day = Day::from_number(number);
            let begin = begin_of(day);
            // One zone left a day out.
            assert!(day_of(begin) >= day && day_of(begin).number() <= number + 1);
            assert!(day_of(begin - 1) < day);
        }
        assert_eq!(begin_of(Day::new(1846, 9, 11).unwrap()), 0);
        assert!(begin_of(today()) <= now());
    }
}
