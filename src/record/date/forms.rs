//! Forms of a single date, such as `2019-05-03`, `3 May 2019`, `平成31年5月3日` or `about 1850`.
//!
//! Add a case to `date_with_year` when records write dates in another way.

use super::eras;
use super::inexact::Hedge;
use super::lunar::Calendar;
use super::periods;
use super::tokens::{
    DateToken, expand_year, is_date_end, is_leap_mark, month_name, roman_month, skip_sign,
    skip_space,
};
use super::written::{CalendarYear, DECADE_EXTRA_YEARS, WrittenDate};

/// Date that was read, and the tokens after it; `None` if there is no date.
pub(super) type DateMatch<'a> = Option<(WrittenDate, &'a [DateToken])>;

/// True if the tokens begin with a four-digit year and a separator, or with eight digits.
pub(super) fn starts_with_full_year(tokens: &[DateToken]) -> bool {
    matches!(
        tokens,
        [DateToken::Number(_, 4), DateToken::Sign('-' | '/' | '.' | '年'), ..]
            | [DateToken::Number(_, 8), ..]
    )
}

/// Skips a time of day at the start of the tokens.
pub(super) fn skip_time(tokens: &[DateToken]) -> &[DateToken] {
    let start = match skip_space(tokens) {
        [DateToken::Word(t), rest @ ..] if t == "t" => rest,
        rest => rest,
    };
    let [DateToken::Number(_, 1 | 2), DateToken::Sign(':'), rest @ ..] = start else {
        return tokens;
    };
    let in_time =
        |token: &&DateToken| matches!(token, DateToken::Number(..) | DateToken::Sign(':' | '.'));
    rest.get(rest.iter().take_while(in_time).count()..).unwrap_or_default()
}

/// Reads a number of one or two digits after optional white space.
fn short_number(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    match skip_space(tokens) {
        [DateToken::Number(value, 1 | 2), rest @ ..] => Some((*value, rest)),
        _ => None,
    }
}

/// Reads a date that names its year, with words such as `circa` or `before` that make it inexact.
pub(super) fn absolute_date(tokens: &[DateToken]) -> DateMatch<'_> {
    let (before, start) = match tokens {
        [DateToken::Word(word), rest @ ..] => match hedge(word) {
            None => (None, tokens),
            hedge => (hedge, skip_space(skip_sign(rest, '.').unwrap_or(rest))),
        },
        _ => (None, tokens),
    };
    let (date, rest) = date_with_year(start)?;
    let (after, rest) = match skip_space(rest) {
        [DateToken::Word(word), after @ ..] if TRAILING_HEDGES.contains(&word.as_str()) => {
            (Some(Hedge::About), after)
        }
        _ => (None, rest),
    };
    let hedge = before.or(after);
    Some((WrittenDate { hedge, ..date }, rest))
}

/// The two dates that an ambiguous text may mean: `1/2/2006` is in January or February, depending on the order of day
/// and month, and `20s` are the 1920s or the 2020s.
pub(super) fn ambiguous_readings(tokens: &[DateToken]) -> Option<[WrittenDate; 2]> {
    let year = |year, month, day| WrittenDate::new(CalendarYear::from(year), month, day);
    match tokens {
        [
            DateToken::Number(a @ 1..=12, 1 | 2),
            DateToken::Sign(mark @ ('/' | '-')),
            DateToken::Number(b @ 1..=12, 1 | 2),
            DateToken::Sign(again),
            DateToken::Number(number, 4),
        ] if a != b && mark == again => Some([year(*number, *b, *a)?, year(*number, *a, *b)?]),
        [DateToken::Number(decade @ (0 | 10 | 20), 2), DateToken::Word(s)] if s == "s" => {
            let decade_in = |century| {
                let decade = year(century + decade, 0, 0)?;
                Some(WrittenDate { extra_years: DECADE_EXTRA_YEARS, ..decade })
            };
            Some([decade_in(1900)?, decade_in(2000)?])
        }
        _ => None,
    }
}

/// How a word before a date, such as `before` or `circa`, makes it inexact.
fn hedge(word: &str) -> Option<Hedge> {
    match word {
        "c" | "ca" | "circa" | "about" | "around" | "approx" | "approximately" | "um" | "etwa"
        | "vers" | "environ" | "約" | "约" | "약" => Some(Hedge::About),
        "before" | "vor" | "avant" => Some(Hedge::Before),
        "after" | "nach" | "après" => Some(Hedge::After),
        _ => None,
    }
}

/// Words after a date, such as `circa` or `頃`, that make it approximate.
const TRAILING_HEDGES: [&str; 6] = ["approx", "approximately", "circa", "頃", "ごろ", "경"];

/// Reads a word and the number of the year after it: `弘化3年`, `Kaei 1`, `平成元年`.
fn word_and_year_number(tokens: &[DateToken]) -> Option<(&str, u32, &[DateToken])> {
    let [DateToken::Word(word), rest @ ..] = tokens else {
        return None;
    };
    match skip_space(rest) {
        [DateToken::Number(count, 1..=4), rest @ ..] => Some((word, *count, rest)),
        _ => Some((word.strip_suffix('元')?, 1, rest)),
    }
}

/// Skips a date in an unknown era, `某某12年5月`: its number must not be read as a year of today's calendar.
pub(super) fn skip_unknown_era(tokens: &[DateToken]) -> Option<&[DateToken]> {
    let [DateToken::Word(word), next, ..] = tokens else {
        return None;
    };
    let is_name = word.contains(|c| matches!(c, '\u{4e00}'..='\u{9fff}' | '가'..='힣'));
    let (_, _, rest) =
        word_and_year_number(tokens).filter(|(_, count, _)| is_name && *count < 1000)?;
    let year = skip_sign(rest, '年');
    // The number belongs to something else if a year with four digits follows: `第3局 2006`, `于13.9.2007`
    let names_year =
        || (rest.iter().take(4)).any(|token| matches!(token, DateToken::Number(_, 4..)));
    if year.is_none() && (!matches!(next, DateToken::Number(..)) || names_year()) {
        return None;
    }
    after_year(CalendarYear::from(1), year.unwrap_or(rest)).map(|(_, rest)| rest)
}

/// Reads a day in an era of Japan that is named by its initial: `S54.10.4`, `昭54.10.4`. Without month and day, such a
/// letter may mean anything.
fn date_by_era_initial(tokens: &[DateToken]) -> DateMatch<'_> {
    let [DateToken::Word(initial), rest @ ..] = tokens else {
        return None;
    };
    let era = match initial.as_str() {
        "m" | "明" => "明治",
        "t" | "大" => "大正",
        "s" | "昭" => "昭和",
        "h" | "平" => "平成",
        "r" | "令" => "令和",
        _ => return None,
    };
    let [DateToken::Number(count, 1 | 2), rest @ ..] = skip_sign(rest, '.').unwrap_or(rest) else {
        return None;
    };
    let (year, country) = eras::year_of_era(era, *count)?;
    let rest = skip_sign(rest, '年').unwrap_or(rest);
    let date = after_year(CalendarYear::in_country(year, country), rest);
    date.filter(|(date, rest)| date.is_complete && date.day > 0 && is_date_end(rest))
}

/// Reads a date that names its year, in any of the forms that this file knows.
fn date_with_year(tokens: &[DateToken]) -> DateMatch<'_> {
    if let found @ Some(_) = periods::read_period(tokens).or_else(|| date_by_era_initial(tokens)) {
        return found;
    }
    if let Some((word, count, rest)) = word_and_year_number(tokens)
        && let Some((year, country)) = eras::year_of_era(word, count)
    {
        return after_year(
            CalendarYear::in_country(year, country),
            skip_sign(rest, '年').unwrap_or(rest),
        );
    }
    match tokens {
        [DateToken::Word(word), rest @ ..] => month_first(word, rest),
        [DateToken::Number(value, 8), rest @ ..] if (1500..2200).contains(&(value / 10_000)) => {
            date_match(value / 10_000, value / 100 % 100, value % 100, rest)
        }
        [DateToken::Number(value, 6), rest @ ..] => six_digits(*value, rest),
        [DateToken::Number(value, digits @ 2..=4), DateToken::Word(s), rest @ ..]
            if s == "s" && is_decade(*value, *digits) =>
        {
            decade(expand_year(*value, *digits), rest)
        }
        // Reads a decade with a Chinese or Korean counter: `1990年代`
        [
            DateToken::Number(value, digits @ (2 | 4)),
            DateToken::Sign('年'),
            DateToken::Word(of_decade),
            rest @ ..,
        ] if matches!(of_decade.as_str(), "代" | "대") && is_decade(*value, *digits) => {
            decade(expand_year(*value, *digits), rest)
        }
        [DateToken::Number(value, digits @ 1..=4), DateToken::Sign('年'), rest @ ..] => {
            after_year(expand_year(*value, *digits), rest)
        }
        // `850` followed by a month is a four-digit year with a digit missing. So three digits are a year only if the
        // date ends with them.
        [DateToken::Number(value, 3), rest @ ..]
            if *value >= 100
                && is_date_end(rest)
                // The `x` of `850x` stands for an unknown digit, which is too vague for a year.
                && !matches!(rest, [DateToken::Word(x), ..] if x == "x") =>
        {
            date_match(*value, 0, 0, rest)
        }
        [DateToken::Number(value, 4), rest @ ..]
            if *value >= 100 && !matches!(rest, [DateToken::Sign(':' | '月' | '日'), ..]) =>
        {
            after_year(*value, rest)
        }
        [DateToken::Number(value, 1 | 2), rest @ ..] => short_first(*value, rest),
        _ => None,
    }
}

/// Reads a date that begins with the name of a month: `May 1, 2001`, `May 2001`.
fn month_first<'a>(word: &str, rest: &'a [DateToken]) -> DateMatch<'a> {
    let month = month_name(word)?;
    let rest = skip_sign(rest, '.').unwrap_or(rest);
    let (day, rest) = short_number(rest).unwrap_or((0, rest));
    year_within(month, day, rest)
}

/// Reads six digits without a separator, and what may follow them after a hyphen.
///
/// `961105` is a day and `199611` a month; `201103` may be either, so it is none. With a hyphen, `200711-5` and
/// `202002-09-04` (the century is written twice) are days.
fn six_digits(value: u32, rest: &[DateToken]) -> DateMatch<'_> {
    let is_to_the_day =
        |(date, rest): &(WrittenDate, &[DateToken])| date.day > 0 && is_date_end(rest);
    match rest {
        [DateToken::Sign('-'), rest @ ..] => {
            let (second, rest) = short_number(rest)?;
            if let [DateToken::Sign('-'), DateToken::Number(day, 2), rest @ ..] = rest {
                let twice =
                    matches!(value / 10_000, 19 | 20) && matches!(value / 100 % 100, 19 | 20);
                return date_match(value % 10_000, second, *day, rest)
                    .filter(|date| twice && is_to_the_day(date));
            }
            date_match(value / 100, value % 100, second, rest).filter(is_to_the_day)
        }
        [DateToken::Sign('/' | '.'), ..] => None,
        _ => {
            let (first, month, day) = (value / 10_000, value / 100 % 100, value % 100);
            let to_the_day = date_match(expand_year(first, 2), month, day, rest)
                .filter(|(date, _)| date.day > 0);
            let may_be_month = (1500..2200).contains(&(value / 100)) && (1..=12).contains(&day);
            if may_be_month && to_the_day.is_none() {
                date_match(value / 100, day, 0, rest)
            } else if !may_be_month && first > 31 {
                to_the_day
            } else {
                None
            }
        }
    }
}

/// True if a number before a mark for decades is the first year of a decade. `20s` names no year, since it may be in
/// either century.
fn is_decade(value: u32, digits: usize) -> bool {
    value.is_multiple_of(10) && (digits > 2 || value >= 30)
}

/// Reads a date that begins with a number of one or two digits: `1 May 2001`, `1st of May 2001`, `13/5/95`, or an early
/// year such as `50 AD`.
fn short_first(value: u32, rest: &[DateToken]) -> DateMatch<'_> {
    if let [DateToken::Word(word), after @ ..] = skip_space(rest)
        && matches!(word.as_str(), "ad" | "ce")
    {
        return date_match(value, 0, 0, after);
    }
    let mut after = skip_space(rest);
    while let [DateToken::Space | DateToken::Sign('.' | '-' | '/'), rest @ ..] = after {
        after = rest;
    }
    let ordinal = |word: &str| matches!(word, "st" | "nd" | "rd" | "th" | "of" | "de");
    while let [DateToken::Word(word), rest @ ..] = after
        && ordinal(word)
    {
        after = skip_space(rest);
    }
    if let [DateToken::Word(word), rest @ ..] = after
        && let Some(month) = month_name(word)
    {
        return year_within(month, value, rest);
    }
    numeric_date(value, rest)
}

/// Reads three numbers of which the first is not a full year: `13/5/95`, `01.08.2001`, `06-11-28`.
fn numeric_date(first: u32, rest: &[DateToken]) -> DateMatch<'_> {
    let [DateToken::Sign(mark @ ('-' | '/' | '.')), after @ ..] = rest else {
        return None;
    };
    let (second, after) = short_number(after)?;
    let (third, digits, after) = match skip_sign(after, *mark)? {
        [DateToken::Number(third, digits @ (2 | 4)), after @ ..] => (*third, *digits, after),
        _ => return None,
    };
    let (day, month) = (|n: u32| (1..=31).contains(&n), |n: u32| (1..=12).contains(&n));
    let year_first = digits == 2 && month(second) && day(third);
    let year_last = day(first) && day(second) && (month(first) || month(second));
    // With hyphens the year comes first, as in a full date.
    if year_first && (*mark == '-' || !year_last) {
        return date_match(expand_year(first, 2), second, third, after);
    }
    if !year_last || year_first {
        return None;
    }
    let year = expand_year(third, digits);
    match (first, second) {
        (_, 13..) => date_match(year, first, second, after),
        // With full stops the day comes first. The day comes first as well if the first number cannot be a month.
        _ if *mark == '.' || first > 12 || first == second => {
            date_match(year, second, first, after)
        }
        _ => date_match(year, 0, 0, after),
    }
}

/// Reads the end of a range of years, the `40` of `1832-40`, if it cannot be a month.
pub(super) fn last_year(tokens: &[DateToken], first: WrittenDate) -> DateMatch<'_> {
    let [DateToken::Number(value @ 13.., 2), rest @ ..] = tokens else {
        return None;
    };
    let year = u32::from(first.month.year);
    // Dates since 2000 are usually complete, so in `2005-40` the second number is a mistyped month and not a later
    // year.
    let certain =
        first.month.number == 0 && first.extra_years == 0 && year < 2000 && *value > year % 100;
    date_match(year / 100 * 100 + value, 0, 0, rest).filter(|_| certain && is_date_end(rest))
}

/// Reads the month and day after a year: `-05-06`, `.5.6`, `5月6日`, ` May 6`.
fn after_year(year: impl Into<CalendarYear>, rest: &[DateToken]) -> DateMatch<'_> {
    let year = year.into();
    let year_only = date_match(year, 0, 0, rest);
    // Reads month and day with commas before them: `2007,01,16`
    if let [
        DateToken::Sign(','),
        DateToken::Number(month @ 1..=12, 2),
        DateToken::Sign(','),
        DateToken::Number(day @ 1..=31, 2),
    ] = rest
    {
        return date_match(year, *month, *day, &[]);
    }
    let (mark, after) = match skip_space(rest) {
        [DateToken::Sign(mark @ ('-' | '/' | '.')), after @ ..] => (Some(*mark), skip_space(after)),
        after => (None, after),
    };
    let (year, after) = match after {
        [DateToken::Word(word), after @ ..] if is_leap_mark(word) => {
            (CalendarYear { leap: true, ..year }, skip_space(after))
        }
        _ => (year, after),
    };
    if let [DateToken::Word(word), after @ ..] = after {
        let roman = (year.calendar != Calendar::Western).then(|| roman_month(word));
        let Some(month) = roman.flatten().or_else(|| month_name(word)) else {
            return year_only;
        };
        // Reads the day after the name of the month: `1999-May-5`, `1999 Sept. 5`
        let after = mark
            .and_then(|mark| skip_sign(after, mark))
            .or_else(|| skip_sign(after, '.'))
            .unwrap_or(after);
        let (day, after) = short_number(after).unwrap_or((0, after));
        return date_match(year, month, day, after);
    }
    let Some((month, after)) = short_number(after).filter(|(month, _)| *month <= 12) else {
        return year_only;
    };
    let (day, after) = match mark {
        _ if skip_sign(after, '月').is_some() => {
            let after = skip_sign(after, '月').unwrap_or(after);
            short_number(after)
                .map_or((0, after), |(day, after)| (day, skip_sign(after, '日').unwrap_or(after)))
        }
        Some(_) if matches!(after, [DateToken::Sign(':'), ..]) => return year_only,
        Some(mark) => skip_sign(after, mark).and_then(short_number).unwrap_or((0, after)),
        // Reads the day after spaces: `1990 05 21`
        None => match after {
            [DateToken::Space, DateToken::Number(day @ 1..=31, 1 | 2), after @ ..]
                if month > 0 && is_date_end(after) =>
            {
                (*day, after)
            }
            _ => return year_only,
        },
    };
    date_match(year, month, day, after)
}

/// Reads the year after the name of a month and a day: `1, 2001`, `2001`, or `27 16:01:54 2004` as C's `ctime` writes
/// it.
fn year_within(month: u32, day: u32, rest: &[DateToken]) -> DateMatch<'_> {
    let mut rest = skip_time(rest);
    if let Some((year, after)) = short_year(rest).filter(|_| day > 0) {
        return date_match(year, month, day, after);
    }
    loop {
        match rest {
            [DateToken::Space | DateToken::Sign(',' | '.' | '-' | '/'), after @ ..] => rest = after,
            [DateToken::Word(word), after @ ..] if month_name(word).is_none() && word.len() < 5 => {
                rest = after
            }
            [DateToken::Number(_, 1 | 2), after @ ..]
                if !matches!(after, [DateToken::Sign(':'), ..]) =>
            {
                rest = after
            }
            [DateToken::Number(year, 4), after @ ..] => {
                return date_match(*year, month, day, after);
            }
            _ => return None,
        }
    }
}

/// Reads the year at the end of `13 March 94`, if it cannot be a day.
fn short_year(tokens: &[DateToken]) -> Option<(u32, &[DateToken])> {
    let rest = skip_sign(tokens, ',').unwrap_or(tokens);
    match skip_space(rest) {
        [DateToken::Number(year @ 32.., 2), rest @ ..]
            if is_date_end(rest) && skip_space(rest).is_empty() =>
        {
            Some((expand_year(*year, 2), rest))
        }
        _ => None,
    }
}

/// Reads a date that takes its missing parts from the previous date (SGF FF\[4\], property DT, shortcuts).
pub(super) fn relative_date(tokens: &[DateToken], last: WrittenDate) -> DateMatch<'_> {
    let (first, rest) =
        short_number(tokens).filter(|_| !matches!(tokens, [DateToken::Space, ..]))?;
    if last.month.number == 0 || matches!(rest, [DateToken::Sign(':'), ..]) {
        return None;
    }
    let (number, month) = (u32::from(last.month.year), u32::from(last.month.number));
    let year = CalendarYear { number, calendar: last.month.calendar, leap: false };
    if let Some(after) = skip_sign(rest, '月') {
        let (day, after) = short_number(after).unwrap_or((0, after));
        return date_match(year, first, day, skip_sign(after, '日').unwrap_or(after));
    }
    if let [DateToken::Sign('-'), after @ ..] = rest
        && let Some((day, after)) = short_number(after)
        && first <= 12
    {
        return date_match(year, first, day, after);
    }
    let rest = skip_sign(rest, '日').unwrap_or(rest);
    let (date, rest) = if last.day > 0 {
        let leap = last.month.leap;
        date_match(CalendarYear { leap, ..year }, month, first, rest)?
    } else {
        date_match(year, first, 0, rest)?
    };
    let known = if last.day > 0 { date.day > 0 } else { date.month.number > 0 };
    known.then_some((date, rest))
}

/// Date that may be in any of the ten years from this one on.
fn decade(year: u32, rest: &[DateToken]) -> DateMatch<'_> {
    Some((WrittenDate::from_years(year, DECADE_EXTRA_YEARS)?, rest))
}

fn date_match(
    year: impl Into<CalendarYear>,
    month: u32,
    day: u32,
    rest: &[DateToken],
) -> DateMatch<'_> {
    Some((WrittenDate::new(year.into(), month, day)?, rest))
}
