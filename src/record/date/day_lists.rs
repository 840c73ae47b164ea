//! Lists and ranges of days whose month or year is written only once: `21-23 May 1990`, `May 21-23, 1990`, `30 April -
//! 2 May 1990`.

use super::tokens::{DateToken, expand_year, is_date_end, month_name, skip_space};
use super::written::{CalendarYear, WrittenDate};

/// Maximum number of days in a list such as `21-23 May 1990`. A text with more is not read as such a list.
const MAX_DAYS: usize = 31;

/// Month, day of the month, and whether the day ends a range.
type MonthDay = (u32, u32, bool);

/// Date of a day in a list, and whether it ends a range that the day before it in the list begins.
type ListedDay = (WrittenDate, bool);

/// Reads two or more days that share a month or year, each with the flag whether it ends a range. Also returns the
/// tokens after them.
///
/// `None` if the calendar lacks one of the days, or for a single day, which has other rules.
pub(super) fn read_days(tokens: &[DateToken]) -> Option<(Vec<ListedDay>, &[DateToken])> {
    if !may_be_day_list(skip_space(tokens)) {
        return None;
    }
    let mut days: Vec<MonthDay> = Vec::new();
    let (mut rest, mut to) = (tokens, false);
    let (year, rest) = loop {
        let after = read_days_of_month(rest, to, &mut days)?;
        if let Some(found) = year(after) {
            break found;
        }
        (to, rest) = joiner(after)?;
    };
    let written = |(month, day, to): MonthDay| {
        let date = WrittenDate::new(CalendarYear::from(year), month, day)?;
        date.is_complete.then_some((date, to))
    };
    let dates: Vec<_> = days.into_iter().map(written).collect::<Option<_>>()?;
    (dates.len() > 1).then_some((dates, rest))
}

/// Quick test that rules out most dates: true if the tokens begin with a number of at most two digits or the name of a
/// month.
fn may_be_day_list(tokens: &[DateToken]) -> bool {
    match tokens {
        [DateToken::Number(_, digits), ..] => *digits <= 2,
        [DateToken::Word(word), ..] => month_name(word).is_some(),
        _ => false,
    }
}

/// Reads the days of one month, whose name stands before or after them. If `to` is true, the first day is the end of a
/// range.
fn read_days_of_month<'a>(
    tokens: &'a [DateToken],
    to: bool,
    days: &mut Vec<MonthDay>,
) -> Option<&'a [DateToken]> {
    let before = month(tokens);
    let (_, start) = before.unwrap_or((0, tokens));
    let first = days.len();
    let (mut to, mut rest) = (to, start);
    loop {
        let (number, after) = day(rest)?;
        days.push((0, number, to));
        rest = after;
        match joiner(after) {
            // A comma or hyphen continues the list only if a bare day follows it, and not `30 April` or `12:30`.
            Some((next_to, after)) if day(after).is_some() && days.len() < MAX_DAYS => {
                (to, rest) = (next_to, after);
            }
            _ => break,
        }
    }
    let (month, rest) = match before {
        Some((month, _)) => (month, rest),
        None => month(rest)?,
    };
    for named in days.iter_mut().skip(first) {
        named.0 = month;
    }
    Some(rest)
}

/// Reads the name of a month, which may end in a full stop, as its number.
fn month(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    let [DateToken::Word(word), rest @ ..] = skip_space(tokens) else {
        return None;
    };
    let rest = match rest {
        [DateToken::Sign('.'), rest @ ..] => rest,
        rest => rest,
    };
    Some((month_name(word)?, rest))
}

/// Reads a day of a month, which may be an ordinal: `21`, `21.`, `21st`.
fn day(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    let [DateToken::Number(day @ 1..=31, 1 | 2), rest @ ..] = skip_space(tokens) else {
        return None;
    };
    match rest {
        [DateToken::Sign(':'), ..] => None,
        [DateToken::Sign('.'), rest @ ..] => Some((*day, rest)),
        [DateToken::Word(end), rest @ ..] if matches!(end.as_str(), "st" | "nd" | "rd" | "th") => {
            Some((*day, rest))
        }
        rest => Some((*day, rest)),
    }
}

/// Reads what joins two days, such as a comma or a hyphen, and whether it makes them the ends of a range.
fn joiner(tokens: &[DateToken]) -> Option<(bool, &[DateToken])> {
    match skip_space(tokens) {
        [DateToken::Sign('-' | '~' | '…'), rest @ ..] => Some((true, rest)),
        [DateToken::Sign(',' | '/'), rest @ ..] => Some((false, rest)),
        [DateToken::Word(word), rest @ ..] => match word.as_str() {
            "to" | "until" | "till" | "bis" => Some((true, rest)),
            "and" | "or" | "und" | "oder" | "et" | "ou" => Some((false, rest)),
            _ => None,
        },
        _ => None,
    }
}

/// Reads the year after the last day: `1990`, `, 1990`, `94`. Two digits below 32 may be another day, so they are a
/// year only if nothing follows.
fn year(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    let rest = match skip_space(tokens) {
        [DateToken::Sign(',' | '.'), rest @ ..] => skip_space(rest),
        rest => rest,
    };
    match rest {
        [DateToken::Number(year @ 100.., 4), rest @ ..]
            if !matches!(rest, [DateToken::Sign(':'), ..]) =>
        {
            Some((*year, rest))
        }
        [DateToken::Number(year, 2), rest @ ..]
            if is_date_end(rest) && (*year > 31 || skip_space(rest).is_empty()) =>
        {
            Some((expand_year(*year, 2), rest))
        }
        _ => None,
    }
}
