//! Days in a query that are told by how long ago they are, and days in words.

use kifu_messages::{Message, say};
use kifu_record::date::Day;

/// A day that is told by how long ago it is: `today`, `yesterday`, `7d`, `2w`, `3m`, `1y`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayAgo {
    /// The current day.
    Today,
    /// The day before it.
    Yesterday,
    /// So many days before it.
    Days(u16),
    /// So many times seven days before it.
    Weeks(u16),
    /// So many months before it.
    Months(u16),
    /// So many years before it.
    Years(u16),
}

impl DayAgo {
    /// Reads a text in any case; `None` if it is no such day.
    pub fn parse(text: &str) -> Option<DayAgo> {
        let lower = text.to_ascii_lowercase();
        match lower.as_str() {
            "today" => return Some(DayAgo::Today),
            "yesterday" => return Some(DayAgo::Yesterday),
            _ => {}
        }
        let unit = match lower.chars().next_back()? {
            'd' => DayAgo::Days,
            'w' => DayAgo::Weeks,
            'm' => DayAgo::Months,
            'y' => DayAgo::Years,
            _ => return None,
        };
        let number = lower.get(..lower.len() - 1)?;
        let is_number =
            (1..=4).contains(&number.len()) && number.bytes().all(|c| c.is_ascii_digit());
        is_number.then(|| number.parse().ok().map(unit)).flatten()
    }

    /// Whether it has a name, and no number.
    pub fn is_named(self) -> bool {
        matches!(self, DayAgo::Today | DayAgo::Yesterday)
    }

    /// The day, as of another one. Where a month has no such day, it is the month's last.
    pub fn before(self, today: Day) -> Day {
        let days = |number: u16| Day::from_number(today.number() - i32::from(number));
        let months = |number: i32| {
            let (year, month, day) = today.to_ymd();
            let month = year * 12 + i32::from(month) - 1 - number;
            let (year, month) = (month.div_euclid(12), month.rem_euclid(12) + 1);
            let year = u16::try_from(year).unwrap_or(0);
            let mut days = (1..=day).rev();
            days.find_map(|day| Day::new(year, month as u8, day)).unwrap_or(today)
        };
        match self {
            DayAgo::Today => today,
            DayAgo::Yesterday => days(1),
            DayAgo::Days(number) => days(number),
            DayAgo::Weeks(number) => days(number.saturating_mul(7)),
            DayAgo::Months(number) => months(number.into()),
            DayAgo::Years(number) => months(i32::from(number) * 12),
        }
    }

    /// In words: `3 weeks`.
    fn length(self) -> Option<Message> {
        Some(match self {
            DayAgo::Today | DayAgo::Yesterday => return None,
            DayAgo::Days(number) => say!("sentence-days", n = number),
            DayAgo::Weeks(number) => say!("sentence-weeks", n = number),
            DayAgo::Months(number) => say!("sentence-months", n = number),
            DayAgo::Years(number) => say!("sentence-years", n = number),
        })
    }
}

/// A day in words: `today`, `3 weeks ago`; others as they are written.
pub(crate) fn day_in_words(text: &str) -> Message {
    in_words(text, |length| say!("sentence-ago", length = length))
}

/// What a date that stands alone means, in words: `1990`, `today`, `within the last 3 weeks`.
pub(crate) fn days_in_words(text: &str) -> Message {
    in_words(text, |length| say!("sentence-within-last", length = length))
}

fn in_words(text: &str, ago: impl FnOnce(Message) -> Message) -> Message {
    match DayAgo::parse(text) {
        None => text.into(),
        Some(DayAgo::Today) => say!("sentence-today"),
        Some(DayAgo::Yesterday) => say!("sentence-yesterday"),
        Some(day) => day.length().map_or_else(|| text.into(), ago),
    }
}

/// The end of a range of dates that leaves out what its beginning says: `1990-05..07`, `1990-05-21..23`, `1990..95`.
pub fn whole_end(first: &str, last: &str) -> Option<String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=2).contains(&last.len()) || !digits(last) {
        return None;
    }
    match first.rsplit_once('-') {
        Some((before, own)) if digits(own) => Some(format!("{before}-{last}")),
        None if first.len() == 4 && digits(first) && last.len() == 2 => {
            Some(format!("{}{last}", first.get(..2)?))
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn days_ago() {
        let today = Day::new(2024, 3, 31).unwrap();
        for (text, day, words, alone) in [
            ("today", "2024-03-31", "today", "today"),
            ("Yesterday", "2024-03-30", "yesterday", "yesterday"),
            ("0d", "2024-03-31", "0 days ago", "within the last 0 days"),
            ("31d", "2024-02-29", "31 days ago", "within the last 31 days"),
            ("2W", "2024-03-17", "2 weeks ago", "within the last 2 weeks"),
            ("1m", "2024-02-29", "1 month ago", "within the last 1 month"),
            ("13m", "2023-02-28", "13 months ago", "within the last 13 months"),
            ("1y", "2023-03-31", "1 year ago", "within the last 1 year"),
            ("2024y", "0000-03-31", "2,024 years ago", "within the last 2,024 years"),
        ] {
            let ago = DayAgo::parse(text).unwrap();
            assert_eq!(ago.before(today).to_string(), day, "{text}");
            assert_eq!(day_in_words(text).to_string(), words);
            assert_eq!(days_in_words(text).to_string(), alone);
        }
        // Years before the first are no years of the calendar, and no game is as old.
        assert!(DayAgo::Years(9999).before(today) < Day::new(1, 1, 1).unwrap());
        for text in
            ["", "d", "1", "1.5d", "-1d", "10000d", "1 d", "1h", "1990s", "5dan", "\u{661}d"]
        {
            assert_eq!(DayAgo::parse(text), None, "{text}");
            assert_eq!(day_in_words(text).to_string(), text);
        }
    }
}
