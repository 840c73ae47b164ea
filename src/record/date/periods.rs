//! Dates of which only a decade, a century or a part of one is known: `199x`, `17??`, `18th century`, `late 1700s`.

use super::day::LaxDay;
use super::inexact::{PartOfYears, Years};
use super::tokens::{DateToken, is_date_end, skip_sign, skip_space};
use super::written::{DECADE_EXTRA_YEARS, WrittenDate};

/// Number of further years of a century after its first one.
const CENTURY_EXTRA_YEARS: u16 = 99;

/// Centuries in which games were recorded. Numbers of other centuries before a word or a question mark may mean
/// anything.
const CENTURIES_WITH_GAMES: std::ops::RangeInclusive<u32> = 16..=21;

/// Reads a decade, a century, or a part of one. Also returns the tokens after it.
pub(super) fn read_period(tokens: &[DateToken]) -> Option<(WrittenDate, &[DateToken])> {
    let Some((part, after)) = read_part(tokens) else {
        let (first, more, rest) = truncated_year(tokens).or_else(|| century(tokens))?;
        let date = WrittenDate::from_years(first, more)?;
        let named = (more == CENTURY_EXTRA_YEARS).then(|| period_name(date));
        return Some((
            WrittenDate { named_period: named.map(|years| (None, years)), ..date },
            rest,
        ));
    };
    let (first, more, rest) = century(after).or_else(|| plural_years(after))?;
    let years = period_name(WrittenDate::from_years(first, more)?);
    let (from, to) = part.year_range(more);
    let date = WrittenDate::from_years(first + u32::from(from), to - from)?;
    Some((WrittenDate { named_period: Some((Some(part), years)), ..date }, rest))
}

/// Name of a complete decade or century, from its first year and its length. A century with an ordinal (`18th`) begins
/// in a year 1, one such as `17xx` in a year 0.
fn period_name(years: WrittenDate) -> Years {
    let first = years.month.year;
    match years.extra_years {
        CENTURY_EXTRA_YEARS if first % 100 == 1 => Years::Century(first / 100 + 1),
        CENTURY_EXTRA_YEARS => Years::Hundred(first),
        _ => Years::Day(LaxDay { year: first, month: 0, day: 0, decade: true }),
    }
}

impl PartOfYears {
    /// First and last year of the part, counted from the first year of a period with `more` years after it.
    ///
    /// Nobody can tell where the middle begins: the first three tenths count as early and the last three as late. A
    /// year on the border belongs to both.
    fn year_range(self, more: u16) -> (u16, u16) {
        let tenths = |tenths| (more + 1) * tenths / 10;
        match self {
            PartOfYears::Early => (0, tenths(3)),
            PartOfYears::Middle => (tenths(3), tenths(7)),
            PartOfYears::Late => (tenths(7), more),
        }
    }
}

/// Reads the word for a part of a period: `late`, `mid-`
fn read_part(tokens: &[DateToken]) -> Option<(PartOfYears, &[DateToken])> {
    let [DateToken::Word(word), rest @ ..] = tokens else {
        return None;
    };
    let part = match word.as_str() {
        "early" => PartOfYears::Early,
        "mid" | "middle" => PartOfYears::Middle,
        "late" => PartOfYears::Late,
        _ => return None,
    };
    Some((part, skip_space(skip_sign(rest, '-').unwrap_or(rest))))
}

/// First year of a period, number of further years, and the tokens after it.
type YearsMatch<'a> = Option<(u32, u16, &'a [DateToken])>;

/// Reads a year whose last digits are placeholders: `175?`, `199x`, `17??`, `19xx`.
fn truncated_year(tokens: &[DateToken]) -> YearsMatch<'_> {
    let [DateToken::Number(value, digits @ (2 | 3)), rest @ ..] = tokens else {
        return None;
    };
    let missing = 4 - digits;
    let rest = match rest {
        [DateToken::Word(word), rest @ ..] if word.bytes().all(|b| b == b'x') => {
            (word.len() == missing).then_some(rest)?
        }
        _ => {
            let (marks, rest) = rest.split_at_checked(missing)?;
            let is_mark = |token: &DateToken| *token == DateToken::Sign('?');
            marks.iter().all(is_mark).then_some(rest)?
        }
    };
    let (unit, more) = match missing {
        1 => (10, DECADE_EXTRA_YEARS),
        _ => (100, CENTURY_EXTRA_YEARS),
    };
    let first = value * unit;
    let is_known = CENTURIES_WITH_GAMES.contains(&(first / 100 + 1)) && first < 2030;
    (is_known && is_date_end(rest)).then_some((first, more, rest))
}

/// Reads a century by its number: `18th century`, `18世紀`, from 1701 to 1800.
fn century(tokens: &[DateToken]) -> YearsMatch<'_> {
    let [DateToken::Number(number, 1 | 2), rest @ ..] = tokens else {
        return None;
    };
    let rest = match rest {
        [DateToken::Word(end), rest @ ..] if matches!(end.as_str(), "st" | "nd" | "rd" | "th") => {
            skip_sign(rest, '-').unwrap_or(rest)
        }
        [DateToken::Sign('.'), rest @ ..] => rest,
        rest => rest,
    };
    match skip_space(rest) {
        [DateToken::Word(word), rest @ ..]
            if (1..=21).contains(number)
                && matches!(
                    word.as_str(),
                    "century" | "jahrhundert" | "世紀" | "世纪" | "세기"
                ) =>
        {
            Some((number * 100 - 99, CENTURY_EXTRA_YEARS, rest))
        }
        _ => None,
    }
}

/// Reads the years after `early`, `mid` or `late`: `1700s` are a century, `1990s` a decade. The `2000s` are a decade,
/// too, since their century is not over.
fn plural_years(tokens: &[DateToken]) -> YearsMatch<'_> {
    match tokens {
        [DateToken::Number(value, 4), DateToken::Word(s), rest @ ..]
            if s == "s" && value % 10 == 0 =>
        {
            let is_century = value % 100 == 0 && *value < 2000;
            let more = if is_century { CENTURY_EXTRA_YEARS } else { DECADE_EXTRA_YEARS };
            Some((*value, more, rest))
        }
        _ => None,
    }
}
