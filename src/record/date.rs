//! The mess of dates as an interval of days.

use std::fmt;

use super::rank::{narrow, small_number};

/// A day of the proleptic Gregorian calendar: the number of days since 0000-03-01.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Day(i32);

impl Day {
    /// The day of a year from 0 to 9999, if the month has such a day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Day> {
        let valid = year <= 9999
            && (1..=12).contains(&month)
            && (1..=month_length(year, month)).contains(&day);
        // Years begin in March here, so that the leap day is their last.
        let months = (i32::from(month) + 9) % 12;
        let years = i32::from(year) - i32::from(month < 3);
        let leap = years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
        valid.then(|| Day(years * 365 + leap + (months * 153 + 2) / 5 + i32::from(day) - 1))
    }

    /// Days since 0000-03-01.
    pub fn number(self) -> i32 {
        self.0
    }

    /// The day with this number, the inverse of [`number`](Self::number).
    pub fn from_number(number: i32) -> Day {
        Day(number)
    }

    /// Year, month (1 to 12) and day (1 to 31).
    pub fn to_ymd(self) -> (i32, u8, u8) {
        let era = self.0.div_euclid(146_097);
        let day = self.0.rem_euclid(146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let months = (5 * day + 2) / 153;
        let month = (months + 2) % 12 + 1;
        let year = era * 400 + year + i32::from(month < 3);
        (year, month as u8, (day - (153 * months + 2) / 5 + 1) as u8)
    }
}

fn month_length(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// One date as far as it is known; printed as `1846-09-11`, `1846-09`, `1846` or `1660s`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LaxDay {
    year: u16,
    /// 1 to 12, or 0 if not known.
    month: u8,
    /// 1 to 31, or 0 if not known.
    day: u8,
    /// The year begins a decade, which is all that is known.
    decade: bool,
}

impl LaxDay {
    /// The certain part: an impossible day leaves the month, an impossible month the year.
    fn new(year: u32, month: u32, day: u32) -> Option<LaxDay> {
        let year = u16::try_from(year)
            .ok()
            .filter(|year| (1..=9999).contains(year))?;
        let month = u8::try_from(month)
            .ok()
            .filter(|month| *month <= 12)
            .unwrap_or(0);
        let day = u8::try_from(day)
            .ok()
            .filter(|day| Day::new(year, month, *day).is_some())
            .unwrap_or(0);
        Some(LaxDay {
            year,
            month,
            day,
            decade: false,
        })
    }

    /// The first day it may be.
    pub fn first(self) -> Day {
        Day::new(self.year, self.month.max(1), self.day.max(1)).unwrap_or(Day(0))
    }

    /// The last day it may be.
    pub fn last(self) -> Day {
        let year = if self.decade {
            (self.year + 9).min(9999)
        } else {
            self.year
        };
        let month = if self.month == 0 { 12 } else { self.month };
        let day = if self.day == 0 {
            month_length(year, month)
        } else {
            self.day
        };
        Day::new(year, month, day).unwrap_or(Day(0))
    }
}

impl fmt::Display for LaxDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        match (self.month, self.day) {
            (0, _) if self.decade => f.write_str("s"),
            (0, _) => Ok(()),
            (month, 0) => write!(f, "-{month:02}"),
            (month, day) => write!(f, "-{month:02}-{day:02}"),
        }
    }
}

/// The dates of a game and the interval of days that they span.
///
/// Gaps within a list belong to the interval. `ca. 1665` and `1974?` are those years, seasons their whole year, and
/// an open end (`1777-11-20+`, `1898-01-05..`, `and later`) reaches to the end of its year.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LaxDate {
    /// The first possible day.
    pub from: Day,
    /// The last possible day, not before `from`.
    pub to: Day,
    listed: Box<[LaxDay]>,
}

impl LaxDate {
    /// So many dates of one list are read; the rest is dropped.
    pub const MAX_LISTED: usize = 1000;

    /// Reads dates (SGF FF\[4\], property DT, and what people write instead); `None` if no year is named.
    ///
    /// The shortcuts of SGF lists, ranges, times of day, names of months, day before month (`13/5/95`), two-digit
    /// years (30 to 99 are 19xx), Chinese, Japanese and Korean dates and Japanese eras are understood. Of eras in the
    /// old calendar (before 1873) only the year is taken.
    pub fn parse(text: &str) -> Option<LaxDate> {
        Reader {
            tokens: &tokens(text),
            listed: Vec::new(),
            span: None,
        }
        .read()
    }

    /// The listed dates in the order of the text, at least one; of a range, both ends.
    pub fn days(&self) -> &[LaxDay] {
        &self.listed
    }

    /// The earliest day as far as it is known: `1846`, `1846-09` or `1846-09-11`.
    pub fn earliest(&self) -> String {
        let first = self.listed.iter().filter(|day| day.first() == self.from);
        let first = first.max_by_key(|day| (day.month, day.day)).copied();
        first.map_or_else(String::new, |day| {
            LaxDay {
                decade: false,
                ..day
            }
            .to_string()
        })
    }

    /// Whether the intervals share a day.
    pub fn overlaps(&self, other: &LaxDate) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    /// A number and the count of its digits.
    Number(u32, usize),
    /// A word in lower case.
    Word(String),
    /// Another character; `…` stands for two dots.
    Sign(char),
    /// White space, which separates numbers only.
    Space,
}

/// Cuts the text into tokens; what follows 20,000 characters is dropped.
fn tokens(text: &str) -> Vec<Token> {
    let end = text
        .char_indices()
        .nth(20_000)
        .map_or(text.len(), |(at, _)| at);
    let text = narrow(text.get(..end).unwrap_or_default());
    let mut rest = text.as_str();
    let mut tokens = Vec::new();
    while let Some(c) = rest.chars().next() {
        let end = if c.is_ascii_digit() {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            tokens.push(Token::Number(
                rest.get(..end)
                    .and_then(|digits| digits.parse().ok())
                    .unwrap_or(u32::MAX),
                end,
            ));
            end
        } else if let Some((value, after)) = small_number(rest) {
            let end = rest.len() - after.len();
            tokens.push(Token::Number(value, end / 3));
            end
        } else if is_counter(c) {
            tokens.push(Token::Sign(match c {
                '年' | '년' => '年',
                '月' | '월' => '月',
                _ => '日',
            }));
            c.len_utf8()
        } else if c.is_alphabetic() {
            let end = rest.find(|c: char| {
                !c.is_alphabetic() || is_counter(c) || "一二三四五六七八九十〇".contains(c)
            });
            let end = end.unwrap_or(rest.len());
            tokens.push(Token::Word(rest.get(..end).unwrap_or_default().to_owned()));
            end
        } else if rest.starts_with("..") {
            tokens.push(Token::Sign('…'));
            rest.find(|c| c != '.').unwrap_or(rest.len())
        } else {
            match c {
                '\\' | '\'' => {}
                ' ' if tokens.last() == Some(&Token::Space) => {}
                ' ' => tokens.push(Token::Space),
                '、' | ';' | '，' | '&' => tokens.push(Token::Sign(',')),
                '\u{2010}' | '\u{2011}' | '\u{2212}' => tokens.push(Token::Sign('-')),
                '–' | '—' | '〜' | '\u{ff5e}' | '～' => tokens.push(Token::Sign('~')),
                c => tokens.push(Token::Sign(c)),
            }
            c.len_utf8()
        };
        rest = rest.get(end..).unwrap_or_default();
    }
    tokens
}

fn is_counter(c: char) -> bool {
    matches!(c, '年' | '년' | '月' | '월' | '日' | '일' | '号' | '號')
}

/// The number of a month's name in English, German, French, Spanish or Italian.
fn month_name(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "jan january januar janvier enero gennaio jänner",
        "feb february februar février febrero febbraio",
        "mar march mär märz mars marzo",
        "apr april avril abril aprile",
        "may mai mayo maggio",
        "jun june juni juin junio giugno",
        "jul july juli juillet julio luglio",
        "aug august août agosto",
        "sep sept september septembre septiembre settembre",
        "oct october okt oktober octobre octubre ottobre",
        "nov november novembre noviembre",
        "dec december dez dezember décembre diciembre dicembre",
    ];
    let at = NAMES
        .iter()
        .position(|names| names.split(' ').any(|name| name == word))?;
    u32::try_from(at + 1).ok()
}

/// The year before the first of a Japanese era, 1600s to today, and whether the calendar is today's.
fn era(word: &str) -> Option<(u32, bool)> {
    const NEW: [(&str, u32); 5] = [
        ("令和", 2018),
        ("平成", 1988),
        ("昭和", 1925),
        ("大正", 1911),
        ("明治", 1867),
    ];
    const OLD: &str = "慶応1864 元治1863 文久1860 万延1859 安政1853 嘉永1847 弘化1843 天保1829 文政1817 文化1803 享和1800 寛政1788 \
        天明1780 安永1771 明和1763 宝暦1750 寛延1747 延享1743 寛保1740 元文1735 享保1715 正徳1710 宝永1703 元禄1687 貞享1683 天和1680 \
        延宝1672 寛文1660";
    let word = word.strip_suffix('元').unwrap_or(word);
    if let Some((_, year)) = NEW.iter().find(|(name, _)| word.ends_with(name)) {
        return Some((*year, true));
    }
    OLD.split(' ').find_map(|old| {
        let (name, year) = old.split_at_checked(6)?;
        word.ends_with(name)
            .then(|| Some((year.parse().ok()?, false)))
            .flatten()
    })
}

/// The full year of a number with one or two digits.
fn full_year(value: u32, digits: usize) -> u32 {
    match (digits, value) {
        (1 | 2, 30..) => 1900 + value,
        (1 | 2, _) => 2000 + value,
        _ => value,
    }
}

struct Reader<'a> {
    tokens: &'a [Token],
    listed: Vec<LaxDay>,
    span: Option<(Day, Day)>,
}

/// A date and the tokens after it.
type Found<'a> = Option<(LaxDay, &'a [Token])>;

impl<'a> Reader<'a> {
    fn read(mut self) -> Option<LaxDate> {
        let mut rest = self.tokens;
        // Whether a joiner was seen since the last date, and whether it was that of a range.
        let (mut joined, mut range) = (true, false);
        while let [token, after @ ..] = rest {
            let last = self.listed.last().copied();
            let found = absolute(rest).filter(|_| joined || starts_full(rest));
            let found = match last {
                Some(last) if joined => found.or_else(|| relative(rest, last)),
                _ => found,
            };
            if let Some((day, after)) = found {
                self.push(day, range);
                if self.listed.len() >= LaxDate::MAX_LISTED {
                    break;
                }
                (joined, range, rest) = (false, false, skip_time(after));
                continue;
            }
            match token {
                Token::Number(..) | Token::Sign('(' | ')' | '[') if last.is_some() => break,
                Token::Number(..) => joined = true,
                Token::Word(word) if matches!(word.as_str(), "bc" | "bce") => return None,
                Token::Word(word) if last.is_some() => match word.as_str() {
                    "or" | "and" | "und" | "oder" | "ou" | "et" => joined = true,
                    "to" | "until" | "till" | "bis" => (joined, range) = (true, true),
                    "later" | "onward" | "onwards" => range = true,
                    _ => {}
                },
                Token::Sign(',' | '.' | '/') => joined = true,
                Token::Sign('-') if after.iter().all(|token| *token == Token::Space) => {}
                Token::Sign('…' | '~' | '-') => (joined, range) = (true, last.is_some()),
                Token::Sign('+') if !matches!(after, [Token::Number(..), ..]) => {
                    range = last.is_some()
                }
                _ => {}
            }
            rest = after;
        }
        let last = *self.listed.last()?;
        let (from, mut to) = self.span?;
        if range && let Some(end) = Day::new(last.year, 12, 31) {
            to = to.max(end);
        }
        Some(LaxDate {
            from,
            to,
            listed: self.listed.into_boxed_slice(),
        })
    }

    /// Adds a date; the end of a range widens the interval only forwards.
    fn push(&mut self, day: LaxDay, range_end: bool) {
        let (first, last) = (day.first(), day.last());
        self.span = Some(match self.span {
            None => (first, last),
            Some((from, to)) if range_end && last >= from => (from, to.max(last)),
            Some((from, to)) => (from.min(first), to.max(last)),
        });
        self.listed.push(day);
    }
}

/// Whether the tokens begin with a four-digit year and a separator.
fn starts_full(tokens: &[Token]) -> bool {
    matches!(
        tokens,
        [Token::Number(_, 4), Token::Sign('-' | '/' | '.' | '年'), ..] | [Token::Number(_, 8), ..]
    )
}

/// Drops white space.
fn trim(mut tokens: &[Token]) -> &[Token] {
    while let [Token::Space, rest @ ..] = tokens {
        tokens = rest;
    }
    tokens
}

/// Drops a time of day.
fn skip_time(tokens: &[Token]) -> &[Token] {
    let start = match trim(tokens) {
        [Token::Word(t), rest @ ..] if t == "t" => rest,
        rest => rest,
    };
    let [Token::Number(_, 1 | 2), Token::Sign(':'), rest @ ..] = start else {
        return tokens;
    };
    let in_time = |token: &&Token| matches!(token, Token::Number(..) | Token::Sign(':' | '.'));
    rest.get(rest.iter().take_while(in_time).count()..)
        .unwrap_or_default()
}

/// A number of one or two digits after optional white space.
fn short(tokens: &[Token]) -> Option<(u32, &[Token])> {
    match trim(tokens) {
        [Token::Number(value, 1 | 2), rest @ ..] => Some((*value, rest)),
        _ => None,
    }
}

/// Drops the sign, with white space around it.
fn sign(tokens: &[Token], sign: char) -> Option<&[Token]> {
    match trim(tokens) {
        [Token::Sign(found), rest @ ..] if *found == sign => Some(trim(rest)),
        _ => None,
    }
}

/// A date that names its year.
fn absolute(tokens: &[Token]) -> Found<'_> {
    match tokens {
        [Token::Word(word), rest @ ..] => {
            if let Some((base, new)) = era(word) {
                let (count, rest) = if word.ends_with('元') {
                    (1, rest)
                } else {
                    short(rest)?
                };
                let rest = sign(rest, '年').or_else(|| sign(rest, '.')).unwrap_or(rest);
                let year = base + count;
                return if new && year > 1872 {
                    after_year(year, rest)
                } else {
                    found(year, 0, 0, &[])
                };
            }
            let month = month_name(word)?;
            let rest = sign(rest, '.').unwrap_or(rest);
            let (day, rest) = short(rest).unwrap_or((0, rest));
            year_within(month, day, rest)
        }
        [Token::Number(value, 8), rest @ ..] if (1500..2200).contains(&(value / 10_000)) => {
            found(value / 10_000, value / 100 % 100, value % 100, rest)
        }
        [Token::Number(value, 6), rest @ ..]
            if !matches!(rest, [Token::Sign('-' | '/' | '.'), ..]) =>
        {
            let (first, month, day) = (value / 10_000, value / 100 % 100, value % 100);
            match (1500..2200).contains(&(value / 100)) && (1..=12).contains(&day) {
                true => found(value / 100, day, 0, rest),
                false => {
                    found(full_year(first, 2), month, day, rest).filter(|(date, _)| date.day > 0)
                }
            }
        }
        [Token::Number(value, 3 | 4), Token::Word(s), rest @ ..] if s == "s" && value % 10 == 0 => {
            let (date, rest) = found(*value, 0, 0, rest)?;
            Some((
                LaxDay {
                    decade: true,
                    ..date
                },
                rest,
            ))
        }
        [
            Token::Number(value, digits @ 1..=4),
            Token::Sign('年'),
            rest @ ..,
        ] => after_year(full_year(*value, *digits), rest),
        [Token::Number(value, 3 | 4), rest @ ..]
            if !matches!(rest, [Token::Sign(':' | '月' | '日'), ..]) =>
        {
            after_year(*value, rest)
        }
        [Token::Number(value, 1 | 2), rest @ ..] => {
            if let [Token::Word(word), after @ ..] = trim(rest)
                && matches!(word.as_str(), "ad" | "ce")
            {
                return found(*value, 0, 0, after);
            }
            let mut after = trim(rest);
            while let [Token::Space | Token::Sign('.' | '-' | '/'), rest @ ..] = after {
                after = rest;
            }
            let ordinal = |word: &str| matches!(word, "st" | "nd" | "rd" | "th" | "of" | "de");
            while let [Token::Word(word), rest @ ..] = after
                && ordinal(word)
            {
                after = trim(rest);
            }
            if let [Token::Word(word), rest @ ..] = after
                && let Some(month) = month_name(word)
            {
                return year_within(month, *value, rest);
            }
            numeric(*value, rest)
        }
        _ => None,
    }
}

/// `13/5/95`, `01.08.2001`, `12-12-1998`: day, month, year, unless only another order is possible.
fn numeric(first: u32, rest: &[Token]) -> Found<'_> {
    let [Token::Sign(mark @ ('-' | '/' | '.')), after @ ..] = rest else {
        return None;
    };
    let (second, after) = short(after)?;
    let (third, digits, after) = match sign(after, *mark)? {
        [Token::Number(third, digits @ (2 | 4)), after @ ..] => (*third, *digits, after),
        _ => return None,
    };
    match (first, second) {
        (32.., _) if digits == 2 => found(full_year(first, 2), second, third, after),
        (_, 13..) => found(full_year(third, digits), first, second, after),
        _ => found(full_year(third, digits), second, first, after),
    }
}

/// The month and day after a year: `-05-06`, `.5.6`, `5月6日`, ` May 6`.
fn after_year(year: u32, rest: &[Token]) -> Found<'_> {
    let alone = found(year, 0, 0, rest);
    let (mark, after) = match trim(rest) {
        [Token::Sign(mark @ ('-' | '/' | '.')), after @ ..] => (Some(*mark), trim(after)),
        after => (None, after),
    };
    if let [Token::Word(word), after @ ..] = after {
        let Some(month) = month_name(word) else {
            return alone;
        };
        let after = mark.and_then(|mark| sign(after, mark)).unwrap_or(after);
        let (day, after) = short(after).unwrap_or((0, after));
        return found(year, month, day, after);
    }
    let Some((month, after)) = short(after) else {
        return alone;
    };
    let (day, after) = match mark {
        _ if sign(after, '月').is_some() => {
            let after = sign(after, '月').unwrap_or(after);
            short(after).map_or((0, after), |(day, after)| {
                (day, sign(after, '日').unwrap_or(after))
            })
        }
        Some(_) if matches!(after, [Token::Sign(':'), ..]) => return alone,
        Some(mark) => sign(after, mark).and_then(short).unwrap_or((0, after)),
        None => return alone,
    };
    if day == 0 && month > 12 && mark == Some('-') && month > year % 100 && year >= 1000 {
        // `1667-68`: the end of a range, with the digits that change.
        let end = year / 100 * 100 + month;
        let (date, _) = alone?;
        return Some((date, rest)).filter(|_| end > 0);
    }
    found(year, month, day, after)
}

/// The year after a month's name and a day: `1, 2001`, `2001`, ctime's `27 16:01:54 2004`.
fn year_within(month: u32, day: u32, rest: &[Token]) -> Found<'_> {
    let mut rest = skip_time(rest);
    loop {
        match rest {
            [
                Token::Space | Token::Sign(',' | '.' | '-' | '/'),
                after @ ..,
            ] => rest = after,
            [Token::Word(word), after @ ..] if month_name(word).is_none() && word.len() < 5 => {
                rest = after
            }
            [Token::Number(_, 1 | 2), after @ ..] if !matches!(after, [Token::Sign(':'), ..]) => {
                rest = after
            }
            [Token::Number(year, 4), after @ ..] => return found(*year, month, day, after),
            _ => return None,
        }
    }
}

/// A date that takes what it lacks from the one before (SGF FF\[4\], property DT, shortcuts).
fn relative(tokens: &[Token], last: LaxDay) -> Found<'_> {
    let (first, rest) = short(tokens).filter(|_| !matches!(tokens, [Token::Space, ..]))?;
    if last.month == 0 || last.decade || matches!(rest, [Token::Sign(':'), ..]) {
        return None;
    }
    let (year, month) = (u32::from(last.year), u32::from(last.month));
    if let Some(after) = sign(rest, '月') {
        let (day, after) = short(after).unwrap_or((0, after));
        return found(year, first, day, sign(after, '日').unwrap_or(after));
    }
    if let [Token::Sign('-'), after @ ..] = rest
        && let Some((day, after)) = short(after)
        && first <= 12
    {
        return found(year, first, day, after);
    }
    let rest = sign(rest, '日').unwrap_or(rest);
    let (date, rest) = if last.day > 0 {
        found(year, month, first, rest)?
    } else {
        found(year, first, 0, rest)?
    };
    let known = if last.day > 0 {
        date.day > 0
    } else {
        date.month > 0
    };
    known.then_some((date, rest))
}

fn found(year: u32, month: u32, day: u32, rest: &[Token]) -> Found<'_> {
    Some((LaxDay::new(year, month, day)?, rest))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        let Some(date) = LaxDate::parse(text) else {
            return "-".to_owned();
        };
        let days: Vec<String> = date.days().iter().map(LaxDay::to_string).collect();
        assert!(
            date.from <= date.to && !date.earliest().is_empty(),
            "{text:?}"
        );
        days.join(",")
    }

    #[test]
    fn varieties() {
        let rows = "1996-05-06=>=|1996-05-06,07,08=>1996-05-06,1996-05-07,1996-05-08|\
            1934-01-21,28,02-04,11=>1934-01-21,1934-01-28,1934-02-04,1934-02-11|1918-02-24..03-11=>1918-02-24,1918-03-11|\
            1912-12-19..1913-01-02=>1912-12-19,1913-01-02|1917-09-14..28=>1917-09-14,1917-09-28|1884=>=|1884-05=>=|\
            1885-11-15,12-08=>1885-11-15,1885-12-08|1881-10-02,1882-01-04=>=|1883-06,1885-07=>=|1816-04,1816-07-01=>=|\
            1996-05,06=>1996-05,1996-06|2008-9-25=>2008-09-25|20070211=>2007-02-11|2017.08.10 00:57=>2017-08-10|\
            2016/01/30=>2016-01-30|2017-01-03 14:46:57=>2017-01-03|2017-04-04T09:59:32.868979037+00:00=>2017-04-04|\
            2001/02/01 19:53:20 UT=>2001-02-01|ca. 1665=>1665|c. 1580=>1580|1660s=>=|1974?=>1974|1959 or 1960=>1959,1960|\
            1990-04-28 or 30=>1990-04-28,1990-04-30|1988-07-20,21 or 22=>1988-07-20,1988-07-21,1988-07-22|Summer 1857=>1857|\
            01.08.2001=>2001-08-01|12-12-1998=>1998-12-12|13.9.2007=>2007-09-13|9-09-2000=>2000-09-09|13/5/95=>1995-05-13|\
            8/25/2001=>2001-08-25|August 1, 2001=>2001-08-01|1 Aug 2001=>2001-08-01|1st of August 2001=>2001-08-01|May 2001=>2001-05|\
            1848-08-23 (Kaei 1 VII 25)=>1848-08-23|1866-04-18 )Keio 2 III 4)=>1866-04-18|1883-03-18 and later=>1883-03-18|\
            1667-1668=>1667,1668|1898-01-05..=>1898-01-05|1777-11-20+=>1777-11-20|850+=>0850|196 AD=>0196|1624,1630=>1624,1630|\
            1885-04-06..Fall 1886=>1885-04-06,1886|1952-03-04~15=>1952-03-04,1952-03-15|2001-02-22 - 2001-08-28=>2001-02-22,2001-08-28|\
            2018-09-12.13=>2018-09-12,2018-09-13|1680 approx.=>1680|2007.01.=>2007-01|1925-11-=>1925-11|2019年5月3日=>2019-05-03|\
            2019년 5월 3일=>2019-05-03|平成13年5月1日=>2001-05-01|昭和50年=>1975|令和2年=>2020|令和元年5月=>2019-05|天保6年7月19日=>1835|\
            明治6年1月5日=>1873-01-05|２０１９年５月３日=>2019-05-03|二〇一九年五月三日=>2019-05-03|2004-10-27 16\\:01\\:54=>2004-10-27|?=>-|none=>-|\
            Not played=>-|=>-|9999999999-99-99,,,,=>-|1996-13-05=>1996|1996-02-30=>1996-02|2008-00-00=>2008|0000-00-00=>-|\
            1996-??-??=>1996|1956-06-18?=>1956-06-18|1998. 5. 3.=>1998-05-03|202002-02-21=>-|20081201 [18:13=>2008-12-01|\
            Wed Oct 27 16:01:54 2004=>2004-10-27|2007-May-03=>2007-05-03|40 BC=>-|13=>-|5月3日=>-|2019-08-11 10:45=>2019-08-11|\
            2019年5月3日、4日=>2019-05-03,2019-05-04|96-05-06=>1996-05-06|1990s=>=|1990=>=|961105=>1996-11-05";
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            assert_eq!(
                show(text),
                if want == "=" { text } else { want },
                "{text:?}"
            );
        }
    }

    #[test]
    fn intervals() {
        let span = |text: &str| {
            LaxDate::parse(text)
                .map(|date| (date.from.to_ymd(), date.to.to_ymd()))
                .unwrap()
        };
        assert_eq!(span("1660s"), ((1660, 1, 1), (1669, 12, 31)));
        assert_eq!(span("1884-02"), ((1884, 2, 1), (1884, 2, 29)));
        assert_eq!(span("1886-10..Fall 1886"), ((1886, 10, 1), (1886, 12, 31)));
        assert_eq!(span("1777-11-20+"), ((1777, 11, 20), (1777, 12, 31)));
        assert_eq!(
            span("1883-03-18 and later"),
            ((1883, 3, 18), (1883, 12, 31))
        );
        assert_eq!(
            span("1934-01-21,28,02-04,11"),
            ((1934, 1, 21), (1934, 2, 11))
        );
        let date = |text| LaxDate::parse(text).unwrap();
        assert!(
            date("1990").overlaps(&date("1990-05-06"))
                && date("1990-05-06").overlaps(&date("1990s"))
        );
        assert!(!date("1990-05").overlaps(&date("1990-06-01")));
        assert_eq!(date("1886-10..Fall 1886").earliest(), "1886-10");
        assert_eq!(
            (date("1660s").earliest(), date("1847,1846-09").earliest()),
            ("1660".into(), "1846-09".into())
        );
        let list = format!("1996-05-06{}", ",07".repeat(5000));
        assert_eq!(date(&list).days().len(), LaxDate::MAX_LISTED);
    }

    #[test]
    fn day_numbers() {
        assert_eq!(Day::new(0, 3, 1).unwrap().number(), 0);
        let mut last = Day::new(0, 1, 1).unwrap().number() - 1;
        for number in Day::new(0, 1, 1).unwrap().number()..=Day::new(9999, 12, 31).unwrap().number()
        {
            let (year, month, day) = Day::from_number(number).to_ymd();
            let back = Day::new(u16::try_from(year).unwrap(), month, day)
                .unwrap()
                .number();
            assert_eq!((back, last + 1), (number, number));
            last = back;
        }
        assert_eq!(Day::new(1900, 2, 29), None);
    }
}
