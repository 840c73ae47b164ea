//! Main time and overtime, read from what people and servers write.

use std::fmt;

use super::amount::{han_digit, normalize, small_number};

/// Reads the main time in seconds (SGF FF\[4\], property TM, where only a number of seconds is legal).
///
/// Two digits right after hours or minutes are in the next smaller unit (`1h30`); after hours also with a space
/// between. Minutes may be marked as in `1h30'`. Overtime after the main time (`10m + 20s/move`, `0분40초5회`) is skipped.
/// A time per move without a main time is a main time of 0.
///
/// `None` for unlimited time and for ambiguous text: a bare number followed by overtime, `1:15`, seconds per move mixed
/// with minutes (`30s,10x1min`), or different times of the players (`15m B; 5m W`).
pub fn parse_time(text: &str) -> Option<u32> {
    if !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().ok();
    }
    let text = normalize(text);
    let mut rest = text.get(text.find(is_digit)?..)?;
    let mut total = 0.0_f64;
    for read in 0_usize.. {
        let Some((value, after)) = read_decimal(rest) else {
            return (read > 0).then(|| to_seconds(total)).flatten();
        };
        let after = after.trim_start();
        if after.starts_with(':') && read == 0 {
            return parse_clock(rest);
        }
        let (word, tail) = split_word(after);
        let Some((seconds, half)) = time_unit(word) else {
            // The bare number in `1800 + 5x30` is in seconds: 1,800 minutes would be too long for a game.
            let has_overtime = value >= MIN_BARE_SECONDS && tail.starts_with(['+', '(']);
            let plain =
                word.is_empty() && (tail.is_empty() || tail.starts_with(',') || has_overtime);
            return if read > 0 {
                to_seconds(total)
            } else {
                plain.then(|| to_seconds(value)).flatten()
            };
        };
        if let Some(more) = smaller_unit_seconds(seconds, tail).filter(|_| !half) {
            return to_seconds(total + seconds * value + more);
        }
        let tail = tail.trim_start();
        let counted = |tail: &str| {
            read_decimal(tail).is_some_and(|(_, tail)| tail.trim_start().starts_with(COUNTERS))
        };
        if counted(tail) {
            return to_seconds(total);
        }
        match tail.as_bytes() {
            // `1 hr/125 moves`: an hour for 125 moves is overtime and not a main time.
            [b'/', b'0'..=b'9', ..] => return None,
            [b'/', ..] => return to_seconds(total),
            [b',', ..] if seconds < 60.0 => return None,
            [b'b' | b'w', b';' | b',' | b' ', ..] => return None,
            _ => {}
        }
        total += seconds * (value + if half { 0.5 } else { 0.0 });
        rest = tail;
    }
    None
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || han_digit(c).is_some()
}

/// Marks of minutes and seconds after a number: `1h30'`, `2′30″`.
const TIME_MARKS: [char; 4] = ['\'', '′', '"', '″'];

/// Splits off the unit at the start of the text: marks of minutes and seconds (`'`, `″`), or else the letters up to a
/// Han numeral or any other character.
fn split_word(text: &str) -> (&str, &str) {
    let marks = text.trim_start_matches(TIME_MARKS).len();
    if marks < text.len() {
        return text.split_at(text.len() - marks);
    }
    let end = text.find(|c: char| !c.is_alphabetic() || han_digit(c).is_some());
    text.split_at(end.unwrap_or(text.len()))
}

/// Seconds of the two digits after a unit, in the next smaller unit: the `30` of `1h30`. `None` if more than overtime
/// follows them.
fn smaller_unit_seconds(unit: f64, tail: &str) -> Option<f64> {
    // A number after minutes and a space may be overtime, so the space is skipped only after hours.
    let tail = if unit < 3600.0 { tail } else { tail.trim_start() };
    let (digits, after) = tail.split_at_checked(2)?;
    let is_count = unit >= 60.0 && digits.bytes().all(|b| b.is_ascii_digit());
    let after = after.trim_start();
    let is_end = after.is_empty() || after.starts_with(['+', '(', ',']);
    let count: f64 = digits.parse().ok().filter(|_| is_count && is_end)?;
    (unit <= 3600.0 && count < 60.0).then_some(count * unit / 60.0)
}

/// Minimum of a bare number before overtime that counts as seconds. 600 minutes would be ten hours, which no game with
/// overtime has. A smaller number may be minutes.
const MIN_BARE_SECONDS: f64 = 600.0;

/// Words after a time that count periods or moves.
const COUNTERS: [char; 6] = ['회', '次', '回', '번', '步', '手'];

/// Reads `h:mm:ss` or `m:ss` in seconds. `None` for two small numbers, which may be hours or minutes, unless overtime
/// in the same form follows.
fn parse_clock(text: &str) -> Option<u32> {
    let clock = text.split([' ', '\n', '(', '/', '+', ',']).next()?;
    let overtime = text.get(clock.len()..)?.contains(':');
    let mut total = 0.0;
    let mut parts = 0;
    for part in clock.split(':') {
        total = total * 60.0 + read_decimal(part).filter(|(_, rest)| rest.is_empty())?.0;
        parts += 1;
    }
    let certain = parts == 3 || overtime || total >= 300.0;
    (parts <= 3 && certain).then(|| to_seconds(total)).flatten()
}

/// Overtime by its system. Printed in the wording of a large server, which most records use: `5x30 byo-yomi`, `25/600
/// Canadian`, `10 fischer`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Overtime {
    /// Byo-yomi: a period is not used up if the move is made within it. A single period is a time for each move.
    Periods {
        /// Number of byo-yomi periods.
        count: u32,
        /// Length of one period in seconds.
        seconds: u32,
    },
    /// Canadian overtime: a number of moves within a given time.
    Moves {
        /// Number of moves to make within the time.
        count: u32,
        /// Time for all of the moves, in seconds.
        seconds: u32,
    },
    /// Fischer time: seconds added with each move.
    Increment {
        /// Number of seconds added with each move.
        seconds: u32,
    },
    /// Overtime of which only the text is known.
    Other(String),
}

impl Overtime {
    /// Reads the overtime (SGF FF\[4\], property OT). Text that is not understood becomes [`Overtime::Other`].
    pub fn parse(text: &str) -> Overtime {
        let narrowed = normalize(text);
        Overtime::find(&narrowed).unwrap_or_else(|| Overtime::Other(text.to_owned()))
    }

    /// Reads the overtime that is written next to the main time (`10분40초3회`, `30:00(5x1:00)`).
    pub fn find_in_main_time(text: &str) -> Option<Overtime> {
        let usual = text.bytes().all(|b| b.is_ascii_digit() || b == b'h');
        if usual || text.contains(',') {
            return None;
        }
        Overtime::find(&normalize(text))
    }

    /// Reads overtime from two properties, as servers write it: the length of a period, and the number of periods.
    pub(crate) fn from_parts(length: &str, count: &str) -> Option<Overtime> {
        let (length, count) = (normalize(length), normalize(count));
        let (seconds, rest) = read_duration(length.trim())?;
        let (count, after) = small_number(count.trim())?;
        let counter = after.trim().trim_start_matches(COUNTERS);
        let known = rest.is_empty() && matches!(counter, "" | "x");
        Overtime::periods(count, seconds).filter(|_| known)
    }

    /// Makes byo-yomi; `None` if there is no period or it has no length.
    fn periods(count: u32, seconds: u32) -> Option<Overtime> {
        (count > 0 && seconds > 0).then_some(Overtime::Periods { count, seconds })
    }

    /// Reads a server's `60/3 20m`: three periods of 60 seconds after 20 minutes. Also returns the main time in
    /// seconds.
    pub(crate) fn parse_with_main_time(text: &str) -> Option<(Overtime, u32)> {
        let (periods, main) = text.strip_suffix('m')?.split_once(' ')?;
        let (seconds, count) = periods.split_once('/')?;
        let (seconds, count) = (seconds.parse().ok()?, count.parse().ok()?);
        let main = main.parse::<u32>().ok()?.checked_mul(60)?;
        Some((Overtime::Periods { count, seconds }, main))
    }

    fn find(text: &str) -> Option<Overtime> {
        if let Some((overtime, _)) = Overtime::parse_with_main_time(text) {
            return Some(overtime);
        }
        let mut rest = text;
        loop {
            rest = rest.get(rest.find(is_digit)?..)?;
            if let Some(found) = Overtime::parse_prefix(rest) {
                return Some(found);
            }
            rest = match read_decimal(rest) {
                Some((_, after)) => after,
                None => rest.trim_start_matches(is_digit),
            };
        }
    }

    /// Reads overtime whose first number is at the start of the text.
    fn parse_prefix(text: &str) -> Option<Overtime> {
        let (first, after) = small_number(text)?;
        let after = after.trim_start();
        if let Some(length) = after.strip_prefix(['x', '×']) {
            let (seconds, rest) = read_duration(length.trim_start())?;
            let whole = rest.trim_start().trim_start_matches(')').trim_start();
            let known = whole.is_empty() || whole.starts_with("byo");
            return Overtime::periods(first, seconds).filter(|_| known);
        }
        if let Some(length) = after.strip_prefix('/') {
            let (seconds, rest) = small_number(length)?;
            let count = first;
            return (rest.trim() == "canadian" && count > 0 && seconds > 0)
                .then_some(Overtime::Moves { count, seconds });
        }
        if after.trim_end() == "fischer" {
            return Some(Overtime::Increment { seconds: first });
        }
        let (seconds, rest) = read_duration(text).filter(|(seconds, _)| *seconds > 0)?;
        let unit = !rest.is_empty() && after != rest;
        let per_move = ["/move", "/mv", "1步", "1手"];
        if unit && per_move.iter().any(|per| rest.starts_with(per)) {
            return Overtime::periods(1, seconds);
        }
        let rest = rest.trim_start().trim_start_matches(['读', '讀', '秒', ' ']);
        let (count, counter) = small_number(rest).filter(|_| unit)?;
        let counted = counter.starts_with(['회', '次', '回', '번']);
        Overtime::periods(count, seconds).filter(|_| counted)
    }
}

impl fmt::Display for Overtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overtime::Periods { count, seconds } => write!(f, "{count}x{seconds} byo-yomi"),
            Overtime::Moves { count, seconds } => write!(f, "{count}/{seconds} Canadian"),
            Overtime::Increment { seconds } => write!(f, "{seconds} fischer"),
            Overtime::Other(text) => f.write_str(text),
        }
    }
}

/// Reads a length of time at the start of the text (`60`, `60s`, `1분` or `1:00`) in whole seconds.
fn read_duration(text: &str) -> Option<(u32, &str)> {
    let (value, after) = read_decimal(text)?;
    if let Some(seconds) = after.strip_prefix(':') {
        let (seconds, rest) = small_number(seconds)?;
        return Some((to_seconds(value * 60.0)?.checked_add(seconds)?, rest));
    }
    let spaced = after.trim_start();
    let (word, rest) = split_word(spaced);
    // `60秒读秒3次`: the word for byo-yomi follows the unit directly.
    let unit = word.strip_suffix("读秒").or(word.strip_suffix("讀秒"));
    match time_unit(unit.unwrap_or(word)) {
        Some((unit, false)) => Some((to_seconds(value * unit)?, rest)),
        _ => Some((to_seconds(value)?, after)),
    }
}

fn to_seconds(value: f64) -> Option<u32> {
    (0.0..=f64::from(u32::MAX)).contains(&value).then_some(value as u32)
}

/// Length of a time unit in seconds, and whether the word adds half a unit to the number before it (`시간반`).
fn time_unit(word: &str) -> Option<(f64, bool)> {
    let bare = word.trim_end_matches(['반', '半']);
    let seconds = match bare {
        "h" | "hr" | "hrs" | "hour" | "hours" | "std" | "시간" | "時間" | "小时" | "小時" => {
            3600.0
        }
        "m" | "min" | "mins" | "minute" | "minutes" | "'" | "′" | "분" | "分" | "分钟" | "分鐘"
        | "分間" => 60.0,
        "s" | "sec" | "secs" | "second" | "seconds" | "''" | "\"" | "″" | "초" | "秒" | "秒間" => {
            1.0
        }
        "d" | "day" | "days" | "일" | "日" | "天" => 86_400.0,
        _ => return None,
    };
    Some((seconds, bare.len() < word.len()))
}

/// Maximum number of bytes of a number; no time has more. It bounds the time that hostile text can take.
const MAX_NUMBER_BYTES: usize = 24;

/// Reads a decimal number below 10⁹, or a Han number, at the start of the text.
fn read_decimal(text: &str) -> Option<(f64, &str)> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return small_number(text).map(|(value, rest)| (f64::from(value), rest));
    }
    let mut signs = text.bytes().take(MAX_NUMBER_BYTES + 1);
    let end = signs
        .position(|b| !b.is_ascii_digit() && b != b'.')
        .or((text.len() <= MAX_NUMBER_BYTES).then_some(text.len()))?;
    let (number, rest) = text.split_at_checked(end)?;
    let value: f64 = number.parse().ok()?;
    (value < 1e9).then_some((value, rest))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn time() {
        let rows = "7200=>7200|3h=>10800|1h30m=>5400|90 min=>5400|3 hours=>10800|1時間=>3600|3小时=>10800|2시간=>7200|\
            0분40초5회=>0|180시간60초5회=>648000|60s=>60|1:30:00=>5400|01:30:00=>5400|5400.0=>5400|각 3시간=>10800|10분40초3회=>600|\
            30sec,10x1min=>-|1.5h=>5400|각 2시간 30분=>9000|없음=>-|30s/move=>0|10 min + 30 sec/move=>600|0분0초0회=>0|\
            1.5h+45sec/move=>5400|1800,0,30,5=>1800|30:00 (5x1:00)=>1800|1800.2305=>1800|60 + 20/5=>-|=>-|\
            unlimited=>-|2m30s=>150|각자 1시간반=>5400|60 mins each=>3600|99999999999=>-|每方限时5分 60秒读秒3次=>300|\
            1h30=>5400|1H30=>5400|2h05=>7500|2시간30=>9000|1h30+5x1m=>5400|10m30=>630|1h90=>3600|1h5=>3600|1h30/5=>3600|0분40초5회=>0|\
            1 h 30=>5400|2 hours 30=>9000|10m 30=>600|1h 30/5=>3600|1h30'=>5400|90'=>5400|2′30″=>150|30''=>30|\
            1 hr/125 moves=>-|30秒1步=>0|15m B; 5m W=>-|1:15=>-|1:20/player no byo-yomi=>-|1:00+4:00/25=>60|50:00=>3000|1800 + 5x30=>1800|3600+3x60=>3600|1800(5x30)=>1800|1800 + 20/600 canadian=>1800|\
            90 + 5x30=>-|600 + 10 fischer=>600|1800/5=>-|1800 x=>-";
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            let seconds = parse_time(text).map(|seconds| seconds.to_string());
            assert_eq!(seconds.as_deref().unwrap_or("-"), want, "{text:?}");
        }
    }

    #[test]
    fn overtime() {
        let rows = "5x30 byo-yomi=>=|25/600 Canadian=>=|60/3 20m=>3x60 byo-yomi|10x1min=>10x60 byo-yomi|5x4min=>5x240 byo-yomi|\
            5 x 60 seconds Byo-yomi=>5x60 byo-yomi|3x30s byo-yomi=>3x30 byo-yomi|86400 fischer=>=|30 sec/move=>1x30 byo-yomi|\
            60초 5회=>5x60 byo-yomi|60秒读秒3次=>3x60 byo-yomi|OG:1=>=|25=>=|60s=>=|1 days / move=>=|\
            30 days with 1 day extra per move=>=|5x30byo-yomi=>5x30 byo-yomi|None=>=";
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            let want = if want == "=" { text } else { want };
            assert_eq!(Overtime::parse(text).to_string(), want, "{text:?}");
        }
        let rows = "0분40초5회=>5x40|180시간60초5회=>5x60|30:00(5x1:00)=>5x60|1800 + 5x30=>5x30|3600+3x60=>3x60|1800 + 20/600 canadian=>20/600 Canadian|600 + 10 fischer=>10 fischer|3h=>-|10m + 20s/move=>1x20|2h + 5x1m=>5x60|\
            30sec,10x1min=>-|1:00+4:00/25=>-|각 3시간=>-|0분0초0회=>-|2시간 30분=>-";
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            let found = Overtime::find_in_main_time(text).map(|overtime| overtime.to_string());
            let found = found.as_deref().map(|found| found.trim_end_matches(" byo-yomi"));
            assert_eq!(found.unwrap_or("-"), want, "{text:?}");
        }
        let parts = |length, count| Overtime::from_parts(length, count).map(|o| o.to_string());
        assert_eq!(parts("60", "5회").as_deref(), Some("5x60 byo-yomi"));
        assert_eq!(parts("1분", "3").as_deref(), Some("3x60 byo-yomi"));
        assert_eq!(parts("40초", "5x").as_deref(), Some("5x40 byo-yomi"));
        assert_eq!(parts("無", "無").or(parts("각 3시간", "3")), None);
    }
}
