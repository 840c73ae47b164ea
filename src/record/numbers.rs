//! Komi, handicap, board size and main time, read from what people and servers write into them.

use std::fmt;

use super::rank::{han_digit, narrow, small_number};
use crate::game::BoardSize;

/// Komi in hundredths of a point, positive for White; printed in points without trailing zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Komi(i32);

impl Komi {
    /// The largest amount accepted, in hundredths (1000 points).
    pub const MAX: i32 = 100_000;

    /// A komi of so many hundredths of a point, at most 1000 points either way.
    pub fn from_hundredths(hundredths: i32) -> Option<Komi> {
        (-Self::MAX..=Self::MAX)
            .contains(&hundredths)
            .then_some(Komi(hundredths))
    }

    /// The hundredths of a point.
    pub fn hundredths(self) -> i32 {
        self.0
    }

    /// The komi in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Reads a komi (SGF FF\[4\], property KM, and the Korean `KO`).
    ///
    /// Bare numbers from 100 to 999 are hundredths (`750` is 7.5); quarters below five (`3.75`, `375`) are Chinese
    /// stones, which count two points each.
    pub fn parse(text: &str) -> Option<Komi> {
        let text = narrow(text);
        let start = amount_start(&text)?;
        let before = text.get(..start)?.trim_end();
        let (negative, before) = match before.strip_suffix(['-', '\u{2212}']) {
            Some(before) => (true, before.trim_end()),
            None => (false, before.strip_suffix('+').unwrap_or(before)),
        };
        if before.ends_with(|c: char| c.is_ascii_alphabetic()) && !before.ends_with("komi") {
            return None;
        }
        let (amount, rest) = Amount::read(text.get(start..)?)?;
        if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let mut value = i32::try_from(amount.hundredths).ok()?;
        if !amount.unit && value % 100 == 0 && (10_000..100_000).contains(&value) {
            value /= 100;
        }
        if !amount.unit && (100..500).contains(&value) && matches!(value % 100, 25 | 75) {
            value *= 2;
        }
        Komi::from_hundredths(if negative { -value } else { value })
    }

    /// Finds a komi inside prose that names one, such as the Korean handicap text `호선 - 6집 반 공제`.
    pub fn from_prose(text: &str) -> Option<Komi> {
        const MARKS: &str = "공제 덤 コミ 込み 贴 貼 komi kommi";
        let text = narrow(text);
        if !MARKS.split(' ').any(|mark| text.contains(mark)) {
            return None;
        }
        let mut rest = text.as_str();
        let mut bare = None;
        while let Some(start) = amount_start(rest) {
            let here = rest.get(start..)?;
            let Some((amount, after)) = Amount::read(here) else {
                rest = skip_number(here);
                continue;
            };
            if amount.unit {
                return Komi::from_hundredths(i32::try_from(amount.hundredths).ok()?);
            }
            bare = bare.or_else(|| Komi::parse(here.strip_suffix(after)?));
            rest = after;
        }
        bare
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 < 0 { "-" } else { "" })?;
        write_hundredths(f, self.0.unsigned_abs())
    }
}

/// Writes hundredths as a decimal number without trailing zeros.
pub(crate) fn write_hundredths(f: &mut fmt::Formatter<'_>, value: u32) -> fmt::Result {
    match (value / 100, value % 100) {
        (whole, 0) => write!(f, "{whole}"),
        (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
        (whole, part) => write!(f, "{whole}.{part:02}"),
    }
}

/// Reads a handicap, 0 to 99 stones (SGF FF\[4\], property HA). Even games and Black's first move without komi are 0.
pub fn parse_handicap(text: &str) -> Option<u8> {
    const EVEN: &str = "호선 정선 互先 定先 分先 平手 tagai even none";
    const AFTER: &str = ".0 점 子 目 点 點 stone stones";
    let text = narrow(text);
    let text = text.trim();
    if EVEN.split(' ').any(|word| text.starts_with(word)) {
        return Some(0);
    }
    let text = text
        .strip_prefix("handicap")
        .or_else(|| text.strip_prefix('让'))
        .unwrap_or(text);
    let text = text.strip_prefix('h').unwrap_or(text);
    let (count, rest) = small_number(text.trim_start())?;
    let word = rest.split_whitespace().next().unwrap_or("");
    let known = word.is_empty()
        || AFTER.split(' ').any(|after| after == word)
        || word.starts_with("점접")
        || word.starts_with("子局");
    (known && count <= 99)
        .then(|| u8::try_from(count).ok())
        .flatten()
}

/// Reads a board size, `19` or `19:13` (columns first), each side 1 to 52 (SGF FF\[4\], property SZ).
pub fn parse_size(text: &str) -> Option<BoardSize> {
    let text = narrow(text);
    let text = text.trim().trim_end_matches(['路', '줄']);
    let side = |side: &str| -> Option<u8> {
        let side = side.trim();
        side.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| side.parse().ok())
            .flatten()
    };
    match text.split_once([':', 'x', '×', '*']) {
        Some((width, height)) => BoardSize::new(side(width)?, side(height)?),
        None => side(text).and_then(|side| BoardSize::new(side, side)),
    }
}

/// Reads the main time in seconds (SGF FF\[4\], property TM, where the number of seconds is all that is legal).
///
/// Overtime after it (`10m + 20s/move`, `0분40초5회`) is left out; a time per move alone is a main time of 0. Unlimited
/// time is `None`, as is a bare number followed by overtime, whose unit nobody can tell.
pub fn parse_time(text: &str) -> Option<u32> {
    let text = narrow(text);
    let start = text.find(|c: char| c.is_ascii_digit() || han_digit(c).is_some())?;
    let mut rest = text.get(start..)?;
    let mut total = 0.0_f64;
    for read in 0_usize.. {
        let Some((value, after)) = decimal(rest) else {
            return (read > 0).then(|| to_seconds(total)).flatten();
        };
        let after = after.trim_start();
        if after.starts_with(':') && read == 0 {
            return clock(rest);
        }
        let end = after
            .find(|c: char| !c.is_alphabetic() || han_digit(c).is_some())
            .unwrap_or(after.len());
        let (word, tail) = after.split_at_checked(end)?;
        let Some((seconds, half)) = time_unit(word) else {
            let plain = word.is_empty() && (tail.is_empty() || tail.starts_with(','));
            return if read > 0 {
                to_seconds(total)
            } else {
                plain.then(|| to_seconds(value)).flatten()
            };
        };
        let tail = tail.trim_start();
        let periods = decimal(tail)
            .is_some_and(|(_, tail)| tail.trim_start().starts_with(['회', '次', '回', '번']));
        if periods || tail.starts_with('/') {
            return to_seconds(total);
        }
        total += seconds * (value + if half { 0.5 } else { 0.0 });
        rest = tail;
    }
    None
}

/// `h:mm:ss` or `m:ss` in seconds.
fn clock(text: &str) -> Option<u32> {
    let text = text.split([' ', '\n', '(', '/', '+', ',']).next()?;
    let mut total = 0.0;
    let mut parts = 0;
    for part in text.split(':') {
        total = total * 60.0 + decimal(part).filter(|(_, rest)| rest.is_empty())?.0;
        parts += 1;
    }
    (parts <= 3).then(|| to_seconds(total)).flatten()
}

fn to_seconds(value: f64) -> Option<u32> {
    (0.0..=f64::from(u32::MAX))
        .contains(&value)
        .then_some(value as u32)
}

/// The seconds of a unit of time, and whether a half is added to the number before it.
fn time_unit(word: &str) -> Option<(f64, bool)> {
    let bare = word.trim_end_matches(['반', '半']);
    let seconds = match bare {
        "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "시간" | "時間" | "小时" | "小時" => {
            3600.0
        }
        "m" | "min" | "mins" | "minute" | "minutes" | "분" | "分" | "分钟" | "分鐘" | "分間" => {
            60.0
        }
        "s" | "sec" | "secs" | "second" | "seconds" | "초" | "秒" | "秒間" => 1.0,
        "d" | "day" | "days" | "일" | "日" | "天" => 86_400.0,
        _ => return None,
    };
    Some((seconds, bare.len() < word.len()))
}

/// A decimal number of at most nine whole digits at the start of the text, or a Han number.
fn decimal(text: &str) -> Option<(f64, &str)> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return small_number(text).map(|(value, rest)| (f64::from(value), rest));
    }
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    let value: f64 = number.parse().ok()?;
    (value < 1e9).then_some((value, rest))
}

/// An amount of points as people write it: `6.5`, `6,5`, `6 1/2`, `6目半`, `半目`, `2又3/4子`, `한집반`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Amount {
    /// Hundredths of a point; Chinese stones (子) are doubled.
    pub hundredths: u32,
    /// Whether a unit of points followed.
    pub unit: bool,
}

impl Amount {
    /// Reads an amount at the very start of narrowed text; also returns what follows it.
    pub(crate) fn read(text: &str) -> Option<(Amount, &str)> {
        let (mut value, mut rest) = match half(text) {
            Some(rest) => (50, rest),
            None => mixed(text)?,
        };
        rest = rest.trim_start();
        let stones = rest.starts_with('子');
        let mut unit = false;
        for word in "집 目 子 점 点 點 points point pts moku zi".split(' ') {
            if let Some(after) = rest.strip_prefix(word) {
                (unit, rest) = (true, after);
                break;
            }
        }
        if let Some(after) = half(rest.trim_start()) {
            value += if value % 100 == 0 { 50 } else { 0 };
            rest = after;
        }
        let hundredths = if stones || rest.starts_with('子') {
            value * 2
        } else {
            value
        };
        Some((Amount { hundredths, unit }, rest))
    }
}

/// Strips a word for one half, unless it begins another word (반칙, a foul).
fn half(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("half") {
        let rest = rest.strip_prefix(" a ").unwrap_or(rest);
        return (!rest.starts_with("way")).then_some(rest);
    }
    let rest = text.strip_prefix(['半', '반', '½'])?;
    (!rest.starts_with('칙')).then_some(rest.strip_prefix('집').unwrap_or(rest))
}

/// A number with decimals or with a fraction after it, in hundredths.
fn mixed(text: &str) -> Option<(u32, &str)> {
    let (whole, rest) = small_number(text)?;
    if whole >= 1_000_000 {
        return None;
    }
    if let Some(value) = quotient(whole, rest) {
        return Some(value);
    }
    let tail = rest.trim_start_matches(['又', '과', '와', 'と', ' ']);
    if let Some((part, after)) = small_number(tail).and_then(|(top, tail)| quotient(top, tail)) {
        return Some((whole * 100 + part, after));
    }
    let decimals = rest
        .strip_prefix(['.', ','])
        .filter(|tail| tail.starts_with(|c: char| c.is_ascii_digit()));
    let Some(decimals) = decimals else {
        return Some((whole * 100, rest));
    };
    let end = decimals
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(decimals.len());
    let (digits, rest) = decimals.split_at_checked(end)?;
    let part = digits
        .bytes()
        .chain(*b"00")
        .take(2)
        .fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
    Some((whole * 100 + part, rest))
}

/// `3` and `/4…`, or the Chinese `四` and `分之三…`, in hundredths.
fn quotient(first: u32, rest: &str) -> Option<(u32, &str)> {
    let chinese = rest.strip_prefix("分之");
    let (second, rest) = small_number(chinese.or_else(|| rest.strip_prefix('/'))?)?;
    let (top, bottom) = if chinese.is_some() {
        (second, first)
    } else {
        (first, second)
    };
    (bottom > 0 && top < bottom && bottom <= 1000).then(|| (top * 100 / bottom, rest))
}

/// Where the first amount of the text may begin.
fn amount_start(text: &str) -> Option<usize> {
    let mut starts = text.char_indices().map(|(at, _)| at);
    starts.find(|at| text.get(*at..).is_some_and(amount_begins))
}

/// Whether a number or a word for one begins here.
pub(crate) fn amount_begins(text: &str) -> bool {
    let digit = text.starts_with(|c: char| c.is_ascii_digit());
    digit || small_number(text).is_some() || half(text).is_some()
}

/// The text after the number or the character that it begins with.
pub(crate) fn skip_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() {
        return rest;
    }
    let mut chars = text.chars();
    chars.next();
    chars.as_str()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn table(rows: &str, read: impl Fn(&str) -> Option<String>) {
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            assert_eq!(
                read(text.trim_matches('\n')).as_deref().unwrap_or("-"),
                want.trim(),
                "{text:?}"
            );
        }
    }

    #[test]
    fn komi() {
        let rows = "6.5=>6.5|0=>0|0.50=>0.5|0.500000=>0.5|750=>7.5|650=>6.5|550=>5.5|450=>4.5|375=>7.5|325=>6.5|275=>5.5|\
            225=>4.5|3.75=>7.5|2.75=>5.5|3.25=>6.5|6,5=>6.5|6.5집=>6.5|6집 반=>6.5|6집반=>6.5|6目半=>6.5|8점=>8|-5.5=>-5.5|\
            黒6目半=>6.5|コミ6目半=>6.5|흑6.5집공제=>6.5|흑6,5집공제=>6.5|-9.5=>-9.5|-55=>-55|90=>90|5.555=>5.55|=>-|\
            NaN=>-|1e999=>-|inf=>-|1001=>-|99999999999=>-|2又3/4子=>5.5|6 1/2=>6.5|６．５=>6.5|六目半=>6.5|100000=>-|-0=>0";
        table(rows, |text| Komi::parse(text).map(|komi| komi.to_string()));
        let rows = "호선 - 6집 반 공제=>6.5|호선 - 7집 반 공제=>7.5|호선 - 4집 반 공제=>4.5|덤6집반=>6.5|4점 접바둑=>-|호선=>-";
        table(rows, |text| {
            Komi::from_prose(text).map(|komi| komi.to_string())
        });
    }

    #[test]
    fn handicap_and_size() {
        let rows = "0=>0|3=>3|25=>25|호선 - 6집 반 공제=>0|호선 =>0|정선=>0|4점 접바둑=>4|1점 접바둑=>1|二子=>2|2子=>2|99999=>-|\
            7.5=>-|=>-|롸邱:붚季3棠3/4綾=>-|-2=>-|2 stones=>2";
        table(rows, |text| {
            parse_handicap(text).map(|stones| stones.to_string())
        });
        let rows = "19=>19x19| 13 =>13x13|19:13=>19x13|19x13=>19x13|19×13=>19x13|52=>52x52|53=>-|0=>-|-9=>-|=>-|999999=>-|19:=>-|１９=>19x19";
        table(rows, |text| parse_size(text).map(|size| size.to_string()));
    }

    #[test]
    fn time() {
        let rows = "7200=>7200|3h=>10800|1h30m=>5400|90 min=>5400|3 hours=>10800|1時間=>3600|3小时=>10800|2시간=>7200|\
            0분40초5회=>0|180시간60초5회=>648000|60s=>60|1:30:00=>5400|01:30:00=>5400|5400.0=>5400|각 3시간=>10800|10분40초3회=>600|\
            30sec,10x1min=>30|1.5h=>5400|각 2시간 30분=>9000|없음=>-|30s/move=>0|10 min + 30 sec/move=>600|0분0초0회=>0|\
            1.5h+45sec/move=>5400|1800,0,30,5=>1800|30:00 (5x1:00)=>1800|1800.2305=>1800|60 + 20/5=>-|=>-|\
            unlimited=>-|2m30s=>150|각자 1시간반=>5400|60 mins each=>3600|99999999999=>-|每方限时5分 60秒读秒3次=>300";
        table(rows, |text| {
            parse_time(text).map(|seconds| seconds.to_string())
        });
    }
}
