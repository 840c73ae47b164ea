//! Current time and calendar day in the system's time zone, and the first second of a day.

use chrono::{Datelike, Local, TimeZone};
use kifu_record::date::Day;
use std::time::{SystemTime, UNIX_EPOCH};

/// Current time in seconds since 1970-01-01 UTC; 0 if the clock is set before that.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

pub fn today() -> Day {
    local_day(now())
}

/// Calendar day, in the system's time zone, of a time in seconds since 1970-01-01 UTC.
pub(crate) fn local_day(moment: u64) -> Day {
    let local =
        i64::try_from(moment).ok().and_then(|moment| Local.timestamp_opt(moment, 0).single());
    local
        .and_then(|local| {
            let year = u16::try_from(local.year()).ok()?;
            Day::new(year, local.month() as u8, local.day() as u8)
        })
        .unwrap_or(Day::EPOCH)
}

/// First second of a day in the system's time zone, in seconds since 1970-01-01 UTC.
///
/// Days before 1970 give 0. A day that the time zone skipped, as zones at the date line did, gives the first second of
/// the day after it.
pub fn first_second(day: Day) -> u64 {
    const SECONDS_PER_DAY: i64 = 86_400;
    let midnight = i64::from(day.number() - Day::EPOCH.number()) * SECONDS_PER_DAY;
    // The binary search starts two days around UTC midnight: no time zone is a whole day away from UTC, and a zone may
    // have skipped one day.
    let (mut before, mut at) = (midnight - 2 * SECONDS_PER_DAY, midnight + 2 * SECONDS_PER_DAY);
    while at - before > 1 {
        let middle = before + (at - before) / 2;
        match u64::try_from(middle) {
            Ok(moment) if local_day(moment) >= day => at = middle,
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
            let begin = first_second(day);
            // If this machine's time zone skipped a day, as that of Apia skipped 2011-12-30, the first second of that
            // day belongs to the day after it.
            assert!(local_day(begin) >= day && local_day(begin).number() <= number + 1);
            assert!(local_day(begin - 1) < day);
        }
        assert_eq!(first_second(Day::new(1846, 9, 11).unwrap()), 0);
        assert!(first_second(today()) <= now());
    }
}
