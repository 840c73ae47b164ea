//! Days in a query that are given relative to today, and words for days.

use kifu_messages::{Message, say};
use kifu_record::date::Day;

/// Day relative to today: `today`, `yesterday`, `7d`, `2w`, `3m`, `1y`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayAgo {
    /// The current day, `today`.
    Today,
    /// The day before the current one, `yesterday`.
    Yesterday,
    /// Number of days before the current day.
    Days(u16),
    /// Number of weeks before the current day.
    Weeks(u16),
    /// Number of months before the current day.
    Months(u16),
    /// Number of years before the current day.
    Years(u16),
}

impl DayAgo {
    /// Parses a day relative to today, such as `7d`, in upper or lower case; `None` for other texts.
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

    /// True if the day is written as a word (`today`, `yesterday`) and not as a number (`7d`).
    pub fn is_named(self) -> bool {
        matches!(self, DayAgo::Today | DayAgo::Yesterday)
    }

    /// Computes the calendar day. If the month of the result has no such day, it is the last day of that month.
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

    /// Words for the distance from today: `3 weeks`.
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

/// Words for a day or a decade: `today`, `3 weeks ago`, `1990s`; other texts are unchanged.
pub(crate) fn day_words(text: &str) -> Message {
    relative_day_words(text, |length| say!("sentence-ago", length = length))
}

/// Words for a date without comparison: `1990`, `today`, `within the last 3 weeks`.
pub(crate) fn date_words(text: &str) -> Message {
    relative_day_words(text, |length| say!("sentence-within-last", length = length))
}

fn relative_day_words(text: &str, ago: impl FnOnce(Message) -> Message) -> Message {
    match DayAgo::parse(text) {
        None => decade_words(text),
        Some(DayAgo::Today) => say!("sentence-today"),
        Some(DayAgo::Yesterday) => say!("sentence-yesterday"),
        Some(day) => day.length().map_or_else(|| text.into(), ago),
    }
}

/// Words for a decade (`1990s`); other texts are unchanged.
fn decade_words(text: &str) -> Message {
    let is_year = |year: &&str| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    match text.strip_suffix('s').filter(is_year) {
        Some(year) => say!("date-decade", year = year),
        None => text.into(),
    }
}

/// Completes the end of a range of dates that leaves out what it shares with its beginning: `1990-05..07`,
/// `1990-05-21..23`, `1990..95`.
pub fn complete_range_end(first: &str, last: &str) -> Option<String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=2).contains(&last.len()) || !digits(last) {
        return None;
    }
    match first.rsplit_once('-') {
        Some((before, last_part)) if digits(last_part) => Some(format!("{before}-{last}")),
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
        for (text, day, words, within_words) in [
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
            assert_eq!(day_words(text).to_string(), words);
            assert_eq!(date_words(text).to_string(), within_words);
        }
        // Years before year 1 do not exist in the calendar, and no game is that old.
        assert!(DayAgo::Years(9999).before(today) < Day::new(1, 1, 1).unwrap());
        for text in
            ["", "d", "1", "1.5d", "-1d", "10000d", "1 d", "1h", "1990s", "5dan", "\u{661}d"]
        {
            assert_eq!(DayAgo::parse(text), None, "{text}");
            assert_eq!(day_words(text).to_string(), text);
        }
    }
}
