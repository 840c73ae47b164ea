//! Days whose month or year is written only once: `21-23 May 1990`, `May 21-23, 1990`, `30 April - 2 May 1990`.

use super::tokens::{DateToken, full_year, month_name, stands_alone, trim};
use super::written::{CalendarYear, WrittenDate};

/// A list with more days is not read here.
const MOST_DAYS: usize = 31;

/// A month and a day, and whether the day ends a range.
type MonthDay = (u32, u32, bool);

/// A day, and whether it ends a range that the one before it begins.
type Spread = (WrittenDate, bool);

/// Two or more days, each with whether it ends a range that the one before it begins, and the tokens after them. `None`
/// if the calendar lacks one of the days, or for a single day, which has other rules.
pub(super) fn days(tokens: &[DateToken]) -> Option<(Vec<Spread>, &[DateToken])> {
    if !may_begin(trim(tokens)) {
        return None;
    }
    let mut days: Vec<MonthDay> = Vec::new();
    let (mut rest, mut to) = (tokens, false);
    let (year, rest) = loop {
        let after = of_one_month(rest, to, &mut days)?;
        if let Some(found) = year(after) {
            break found;
        }
        (to, rest) = joiner(after)?;
    };
    let written = |(month, day, to): MonthDay| {
        let date = WrittenDate::new(CalendarYear::from(year), month, day)?;
        date.is_whole.then_some((date, to))
    };
    let dates: Vec<_> = days.into_iter().map(written).collect::<Option<_>>()?;
    (dates.len() > 1).then_some((dates, rest))
}

/// A quick look that rules out most dates: the first number is a day.
fn may_begin(tokens: &[DateToken]) -> bool {
    match tokens {
        [DateToken::Number(_, digits), ..] => *digits <= 2,
        [DateToken::Word(word), ..] => month_name(word).is_some(),
        _ => false,
    }
}

/// Reads the days of one month, its name before or after them. The first ends a range if `to` says so.
fn of_one_month<'a>(
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
            // Not `30 April` or `12:30`.
            Some((next_to, after)) if day(after).is_some() && days.len() < MOST_DAYS => {
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

/// The number of a month's name, which may end in a full stop.
fn month(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    let [DateToken::Word(word), rest @ ..] = trim(tokens) else {
        return None;
    };
    let rest = match rest {
        [DateToken::Sign('.'), rest @ ..] => rest,
        rest => rest,
    };
    Some((month_name(word)?, rest))
}

/// A day, which may be an ordinal: `21`, `21.`, `21st`.
fn day(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    let [DateToken::Number(day @ 1..=31, 1 | 2), rest @ ..] = trim(tokens) else {
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

/// What joins two days, and whether they are the ends of a range.
fn joiner(tokens: &[DateToken]) -> Option<(bool, &[DateToken])> {
    match trim(tokens) {
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

/// The year after the last day: `1990`, `, 1990`, `94`. Two digits below 32 may be another day, unless nothing follows.
fn year(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    let rest = match trim(tokens) {
        [DateToken::Sign(',' | '.'), rest @ ..] => trim(rest),
        rest => rest,
    };
    match rest {
        [DateToken::Number(year @ 100.., 4), rest @ ..]
            if !matches!(rest, [DateToken::Sign(':'), ..]) =>
        {
            Some((*year, rest))
        }
        [DateToken::Number(year, 2), rest @ ..]
            if stands_alone(rest) && (*year > 31 || trim(rest).is_empty()) =>
        {
            Some((full_year(*year, 2), rest))
        }
        _ => None,
    }
}
