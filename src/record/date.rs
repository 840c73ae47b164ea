//! Reads the many ways of writing dates as an interval of days.

mod day;
mod shapes;
mod tokens;

pub use day::{Day, LaxDay, utc};
use shapes::{absolute, last_year, relative, skip_time, starts_full};
use tokens::{Token, tokens};

/// The dates of a game and the interval of days that they span.
///
/// Gaps within a list belong to the interval. `ca. 1665` and `1974?` are those years, and seasons are their whole year.
/// An open end (`1777-11-20+`, `1898-01-05..`, `and later`) reaches to the end of its year.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LaxDate {
    /// The first possible day.
    pub from: Day,
    /// The last possible day, not before `from`.
    pub to: Day,
    listed: Listed,
}

/// One date, as in nearly all games, or several.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Listed {
    One(LaxDay),
    Many(Box<[LaxDay]>),
}

impl LaxDate {
    /// At most this many dates of one list are read; the rest is dropped.
    pub const MAX_LISTED: usize = 1000;

    /// Reads dates (SGF FF\[4\], property DT, and what people write instead); `None` if no year is named.
    ///
    /// It understands the shortcuts of SGF lists, ranges, times of day, month names, day before month (`13/5/95`),
    /// two-digit years (30 to 99 are 19xx), Chinese, Japanese and Korean dates, and Japanese eras. Eras in the old
    /// calendar (before 1873) give only the year. If the calendar lacks a day, or its order is ambiguous
    /// (`05/06/1995`), only the month or the year is kept. If the year itself is uncertain (`05/06/07`), there is no
    /// date.
    pub fn parse(text: &str) -> Option<LaxDate> {
        if let Some(day) = usual(text) {
            return Some(LaxDate {
                from: day.first(),
                to: day.last(),
                listed: Listed::One(day),
            });
        }
        Reader {
            tokens: &tokens(text),
            listed: Vec::new(),
            span: None,
            range: false,
            open: false,
        }
        .read()
    }

    /// The listed dates in text order, at least one; for a range, both ends.
    pub fn days(&self) -> &[LaxDay] {
        match &self.listed {
            Listed::One(day) => std::slice::from_ref(day),
            Listed::Many(days) => days,
        }
    }

    /// The earliest day, as far as it is known: `1846`, `1846-09` or `1846-09-11`.
    pub fn earliest(&self) -> String {
        let first = self.days().iter().filter(|day| day.first() == self.from);
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

/// A fast path for `2019-04-14`, the form of nearly all dates.
fn usual(text: &str) -> Option<LaxDay> {
    let &[a, b, c, d, b'-', e, f, b'-', g, h] = text.as_bytes() else {
        return None;
    };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |number, digit| {
            (digit.is_ascii_digit()).then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    LaxDay::new(number(&[a, b, c, d])?, number(&[e, f])?, number(&[g, h])?)
        .filter(|day| day.day > 0)
}

struct Reader<'a> {
    tokens: &'a [Token],
    listed: Vec<LaxDay>,
    span: Option<(Day, Day)>,
    /// Whether there was a range sign since the last date.
    range: bool,
    /// Whether the last date begins an open range.
    open: bool,
}

impl<'a> Reader<'a> {
    fn read(mut self) -> Option<LaxDate> {
        let mut rest = self.tokens;
        // Whether there was a joiner since the last date.
        let mut joined = true;
        while let [token, after @ ..] = rest {
            let last = self.listed.last().copied();
            let found = absolute(rest).filter(|_| joined || starts_full(rest));
            let found = match last {
                Some(last) if joined => found
                    .or_else(|| relative(rest, last))
                    .or_else(|| last_year(rest, last).filter(|_| self.range)),
                _ => found,
            };
            if let Some((day, after)) = found {
                self.push(day);
                if self.listed.len() >= LaxDate::MAX_LISTED {
                    break;
                }
                (joined, rest) = (false, skip_time(after));
                continue;
            }
            match token {
                Token::Number(..) | Token::Sign('(' | ')' | '[') if last.is_some() => break,
                Token::Word(word) if matches!(word.as_str(), "bc" | "bce") => return None,
                _ => joined |= self.joins(token, after),
            }
            rest = after;
        }
        let last = *self.listed.last()?;
        let (from, mut to) = self.span?;
        if self.open
            && let Some(end) = Day::new(last.year, 12, 31)
        {
            to = to.max(end);
        }
        let listed = match self.listed.as_slice() {
            [day] => Listed::One(*day),
            _ => Listed::Many(self.listed.into_boxed_slice()),
        };
        Some(LaxDate { from, to, listed })
    }

    /// Whether the text between two dates lets the second one take missing parts from the first. Also notes ranges.
    fn joins(&mut self, token: &Token, after: &[Token]) -> bool {
        let known = !self.listed.is_empty();
        match token {
            Token::Number(..) | Token::Sign(',' | '.' | '/') => true,
            Token::Word(word) if known => match word.as_str() {
                "or" | "and" | "und" | "oder" | "ou" | "et" => true,
                "to" | "until" | "till" | "bis" => {
                    self.range = true;
                    true
                }
                "later" | "onward" | "onwards" => {
                    self.open = true;
                    false
                }
                _ => false,
            },
            Token::Sign('-') if after.iter().all(|token| *token == Token::Space) => false,
            Token::Sign('-') => {
                self.range = known;
                true
            }
            Token::Sign('…' | '~') => {
                (self.range, self.open) = (known, known);
                true
            }
            Token::Sign('+') if !matches!(after, [Token::Number(..), ..]) => {
                self.open = known;
                false
            }
            _ => false,
        }
    }

    /// Adds a date. The end of a range extends the interval only forwards.
    fn push(&mut self, day: LaxDay) {
        let (first, last) = (day.first(), day.last());
        self.span = Some(match self.span {
            None => (first, last),
            Some((from, to)) if self.range && last >= from => (from, to.max(last)),
            Some((from, to)) => (from.min(first), to.max(last)),
        });
        self.listed.push(day);
        (self.range, self.open) = (false, false);
    }
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
            1996-??-??=>1996|1956-06-18?=>1956-06-18|1998. 5. 3.=>1998-05-03|202002-02-21=>2002-02-21|20081201 [18:13=>2008-12-01|\
            Wed Oct 27 16:01:54 2004=>2004-10-27|2007-May-03=>2007-05-03|40 BC=>-|13=>-|5月3日=>-|2019-08-11 10:45=>2019-08-11|\
            2019年5月3日、4日=>2019-05-03,2019-05-04|96-05-06=>1996-05-06|1990s=>=|1990=>=|961105=>1996-11-05|\
            06-11-28=>2006-11-28|06.10.24=>-|5/6/07=>-|13.5.07=>-|24.10.98=>1998-10-24|05/06/1995=>1995|05-06-1995=>1995|\
            05.06.1995=>1995-06-05|12/12/1998=>1998-12-12|2006.110.06=>2006|2002-909-12=>2002|200-01-02=>-|2007,01,16=>2007-01-16|\
            2007=09=13=>2007-09-13|200711-5=>2007-11-05|202002-09-04=>2002-09-04|201103=>-|199611=>1996-11|1832-40=>1832,1840|\
            2003-60-27=>2003|1996-13-05=>1996|昭和50.5.6=>1975-05-06|Showa 50=>1975|Heisei 13-5-1=>2001-05-01|Bunkyū 2-11-17=>1862|\
            An'ei 6-11-17=>1777|民國98年5月1日=>2009-05-01|5 mai 1999=>1999-05-05|12 ноября 2005=>2005-11-12|2008-08-d25=>2008-08|\
            2008-12-13ㅡ=>2008-12-13|2002-08-022=>2002-08|3.15.2004=>2004-03-15";
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
        assert_eq!(span("2008-08-d25"), ((2008, 8, 1), (2008, 8, 31)));
        assert_eq!(span("1832-40"), ((1832, 1, 1), (1840, 12, 31)));
        assert_eq!(span("1898-01-05.."), ((1898, 1, 5), (1898, 12, 31)));
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
}
