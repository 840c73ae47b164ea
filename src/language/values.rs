//! Reads the values of a query.
//!
//! Files are read leniently: what makes no sense in them is passed over. A query is understood as a whole, or refused
//! with what to write instead. So these readers contain no prose.

use super::fields::Field;
use super::{Clause, FieldValue, Op, QueryError};
use kifu_messages::{Message, say};
use kifu_record::amount::Amount;
use kifu_record::date::Day;
use kifu_record::game::{BoardSize, Color};
use kifu_record::numbers::{Komi, parse_size};
use kifu_record::rank::Rank;
use kifu_record::result::{GameResult, WinKind};
use kifu_record::text::charset;
use kifu_record::time::parse_time;
use std::ops::Range;

/// What is read, or why it is refused.
type ReadResult<T> = Result<T, QueryError>;

/// A result that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedResult {
    /// One side won, or either.
    Won {
        /// The side, if that matters.
        winner: Option<Color>,
        /// How it won.
        ending: Ending,
    },
    /// A draw.
    Draw,
    /// Annulled, or lost by both.
    Void,
    /// No result is known.
    Unknown {
        /// Whether the record has to say so.
        told: bool,
    },
    /// It is not known how the game ended: there is no result, or only who won.
    UnknownEnding,
}

/// How a win that is asked for came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// In any way.
    Any,
    /// By points, however many.
    Points,
    /// So, and not otherwise.
    Only(WinKind),
}

/// The endings that a query may name, and those that tables print.
const ENDINGS: [(&str, AskedResult); 15] = [
    ("resign", won(Ending::Only(WinKind::Resign))),
    ("resignation", won(Ending::Only(WinKind::Resign))),
    ("r", won(Ending::Only(WinKind::Resign))),
    ("time", won(Ending::Only(WinKind::Time))),
    ("t", won(Ending::Only(WinKind::Time))),
    ("forfeit", won(Ending::Only(WinKind::Forfeit))),
    ("f", won(Ending::Only(WinKind::Forfeit))),
    ("points", won(Ending::Points)),
    ("score", won(Ending::Points)),
    ("not told", won(Ending::Only(WinKind::Unspecified))),
    ("draw", AskedResult::Draw),
    ("jigo", AskedResult::Draw),
    ("no result", AskedResult::Void),
    ("void", AskedResult::Void),
    ("unknown", AskedResult::UnknownEnding),
];

const fn won(ending: Ending) -> AskedResult {
    AskedResult::Won { winner: None, ending }
}

impl AskedResult {
    /// The result of a whole game that tables print, instead of all results that it stands for.
    pub fn as_printed(self) -> AskedResult {
        match self {
            AskedResult::Won { winner, ending: Ending::Any } => {
                AskedResult::Won { winner, ending: Ending::Only(WinKind::Unspecified) }
            }
            AskedResult::Unknown { .. } => AskedResult::Unknown { told: true },
            other => other,
        }
    }
}

/// `W+`, `B+R`, `B+points`, `W+2.5`, `draw`, `resign`, `?`, and what people write for these.
pub fn result(text: &str, span: &Range<usize>) -> ReadResult<AskedResult> {
    if let Some(result) = GameResult::asked(text) {
        return Ok(match result {
            GameResult::Win { winner, how } => AskedResult::Won {
                winner: Some(winner),
                ending: match how {
                    WinKind::Unspecified => Ending::Any,
                    how => Ending::Only(how),
                },
            },
            GameResult::Draw => AskedResult::Draw,
            GameResult::Void => AskedResult::Void,
            GameResult::Unknown => AskedResult::Unknown { told: false },
        });
    }
    let side = text.split_once('+').and_then(|(side, how)| {
        let winner = Color::BOTH
            .into_iter()
            .find(|color| side.eq_ignore_ascii_case(&color.letter().to_string()))?;
        Some((winner, how))
    });
    match (side, ending_of(text)) {
        (_, Some(asked)) => Ok(asked),
        (Some((winner, how)), _) => won_by(winner, how, span),
        (None, None) => Err(no_result(text, span)),
    }
}

/// What follows the sign of `B+…`, where that is not a result by itself.
fn won_by(winner: Color, how: &str, span: &Range<usize>) -> ReadResult<AskedResult> {
    if let Some(AskedResult::Won { ending, .. }) = ending_of(how) {
        let winner = Some(winner);
        return Ok(AskedResult::Won { winner, ending });
    }
    let side = format!("{}+", winner.letter());
    let text = format!("{side}{how}");
    let range = how.split_once("..").map(|(from, to)| (from, to, format!("margin:{how}")));
    let compared = how.strip_prefix(['<', '>']);
    let margin = match (range, compared) {
        (Some((from, to, margin)), _) => [from, to]
            .iter()
            .all(|number| number.is_empty() || decimal(number, span).is_ok())
            .then_some(margin),
        (None, Some(number)) => {
            decimal(number.trim_start_matches('='), span).is_ok().then(|| format!("margin{how}"))
        }
        (None, None) => None,
    };
    let error = no_result(&text, span);
    Err(match margin {
        Some(margin) => error.help(say!("error-write", query = format!("result:{side} {margin}"))),
        None => error,
    })
}

fn no_result(text: &str, span: &Range<usize>) -> QueryError {
    // `result:` takes colours; who won or lost is found by a name.
    let is = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    let help = if is(&["loss", "lost", "lose", "loses"]) {
        say!("error-no-result-side-help", example = "loser:Lee")
    } else if is(&["win", "won", "wins"]) {
        say!("error-no-result-side-help", example = "winner:Lee")
    } else {
        say!("error-no-result-help")
    };
    QueryError::new(span.clone(), say!("error-no-result", text = text)).help(help)
}

/// How a game ended, by either side.
pub fn ending(text: &str, span: &Range<usize>) -> ReadResult<AskedResult> {
    ending_of(text).ok_or_else(|| no_choice(text, span, Field::How.info().choices))
}

fn ending_of(text: &str) -> Option<AskedResult> {
    let mut known = ENDINGS.iter();
    known.find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, asked)| *asked)
}

/// The value of `winner:` or `loser:` that no name is: a draw, a void game, an unknown result. A player of that name
/// stands in quotes.
pub fn without_winner(clause: &Clause) -> Option<AskedResult> {
    let text = match (&clause.value, clause.op) {
        (FieldValue::Bare(text), Op::Has) => text.to_ascii_lowercase(),
        _ => return None,
    };
    Some(match text.as_str() {
        "draw" | "jigo" => AskedResult::Draw,
        "void" => AskedResult::Void,
        "unknown" => AskedResult::Unknown { told: false },
        _ => return None,
    })
}

/// The error for a value that is none of a few.
pub fn no_choice(text: &str, span: &Range<usize>, choices: &[&'static str]) -> QueryError {
    let near = super::fields::nearest(text, choices.iter().copied());
    let list = choices.join(", ");
    let error = QueryError::new(span.clone(), say!("error-no-choice", text = text));
    match near {
        None => error.help(say!("error-no-choice-help", list = list)),
        Some(near) => error.did_you_mean(near, &list),
    }
}

/// No number in a game is as large as this.
const LARGEST: f64 = 1e9;

/// The range that tables write with a hyphen: `25-49`.
pub fn hyphen_range(value: &FieldValue) -> Option<FieldValue> {
    let (FieldValue::Bare(text) | FieldValue::Quoted(text)) = value else {
        return None;
    };
    let (from, to) = text.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let range = FieldValue::Range { from: Some(from.to_owned()), to: Some(to.to_owned()) };
    (is_number(from) && is_number(to)).then_some(range)
}

/// `6.5`, `6,5`, `-5`: digits, perhaps with a sign before and a part behind.
pub fn decimal(text: &str, span: &Range<usize>) -> ReadResult<f64> {
    let error = |message: Message| QueryError::new(span.clone(), message);
    let narrow: String = text
        .chars()
        .map(|c| match c {
            '０'..='９' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            '．' => '.',
            '−' | '－' => '-',
            c => c,
        })
        .collect();
    let bare = narrow.strip_prefix(['-', '+']).unwrap_or(&narrow);
    let (whole, part) = bare.split_once(['.', ',']).unwrap_or((bare, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.is_empty() {
        return Err(error(say!("error-no-number", text = text)).help(say!("error-write-number")));
    }
    if bare.contains(',') && part.len() == 3 && !whole.is_empty() {
        let (joined, point) = (format!("{whole}{part}"), format!("{whole}.{part}"));
        let message =
            say!("error-number-may-be", text = text, one = joined.as_str(), other = point.as_str());
        let help = say!("error-number-may-be-help", one = joined, other = point);
        return Err(error(message).help(help));
    }
    let number = narrow.replace(',', ".").parse::<f64>().ok();
    number.filter(|number| number.abs() < LARGEST).ok_or_else(|| {
        let message = say!("error-number-too-large", text = text);
        error(message).help(say!("error-number-too-large-help"))
    })
}

/// A side with a comparison: `B>10`, `W>=5.5`; `B+10` is `B>=10`, and `B` alone is `B>0`.
pub fn of_side(text: &str) -> Option<(Color, Op, &str)> {
    let (color, rest) = match text.split_at_checked(1)? {
        ("B" | "b", rest) => (Color::Black, rest),
        ("W" | "w", rest) => (Color::White, rest),
        _ => return None,
    };
    let signs = [
        ("<=", Op::Le),
        (">=", Op::Ge),
        ("<", Op::Lt),
        (">", Op::Gt),
        ("+", Op::Ge),
        ("=", Op::Eq),
    ];
    let known = |&(sign, op): &(&str, Op)| Some((color, op, rest.strip_prefix(sign)?));
    match rest {
        "" => Some((color, Op::Gt, "0")),
        _ => signs.iter().find_map(known),
    }
}

/// A komi in points. Hundredths of a point and Chinese stones, as servers write them, are what they are in a file: 375
/// and 3.75 are 7.5. `6½` is a number here, too.
pub fn komi(text: &str, span: &Range<usize>) -> ReadResult<f64> {
    let number = decimal(text, span).or_else(|error| {
        let (sign, rest) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
        match Amount::read(rest).filter(|_| rest.contains('½')) {
            Some((amount, "")) => Ok(sign * f64::from(amount.hundredths) / 100.0),
            _ => Err(error),
        }
    })?;
    let is_server = (125.0..1000.0).contains(&number) && number % 25.0 == 0.0
        || (0.0..5.0).contains(&number) && matches!((number * 100.0).round() as i64 % 100, 25 | 75);
    if number.abs() > f64::from(Komi::MAX) / 100.0 {
        let message = say!("error-komi-too-large", text = text);
        return Err(QueryError::new(span.clone(), message).help(say!("error-write-number")));
    }
    let komi = Komi::parse(text).filter(|_| is_server);
    Ok(komi.map_or(number, Komi::points))
}

/// A length of time with its units, `2h30m` or `90 min`, in seconds.
pub fn time(text: &str, span: &Range<usize>) -> ReadResult<f64> {
    let begins = text.starts_with(|c: char| c.is_ascii_digit());
    let seconds = parse_time(text).filter(|_| begins);
    seconds.map(f64::from).ok_or_else(|| {
        let error = QueryError::new(span.clone(), say!("error-no-time", text = text));
        error.help(say!("error-no-time-help"))
    })
}

/// A rank alone, `9p`, `5 dan`, or all ranks of a kind: `pro`, `dan`, `kyu`. The lowest and the highest.
pub fn ranks(text: &str, span: &Range<usize>) -> ReadResult<(Rank, Rank)> {
    let kind = |lowest: &str, highest: &str| Some((Rank::asked(lowest)?, Rank::asked(highest)?));
    let known = match text.to_lowercase().as_str() {
        "pro" | "professional" => kind("1p", "9p"),
        "dan" | "ama" | "amateur" => kind("1d", "9d"),
        "kyu" => kind("40k", "1k"),
        _ => Rank::asked(text).map(|rank| (rank, rank)),
    };
    known.ok_or_else(|| {
        let error = QueryError::new(span.clone(), say!("error-no-rank", text = text));
        error.help(say!("error-no-rank-help"))
    })
}

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

/// The charset that a label stands for: `utf8`, `sjis`, `gb2312`.
pub fn charset(text: &str, span: &Range<usize>) -> ReadResult<&'static str> {
    charset::named(text).ok_or_else(|| no_choice(text, span, &charset::USUAL))
}

/// The code of a language that is called by its country.
pub fn language(text: &str) -> &str {
    match text {
        "jp" | "jpn" => "ja",
        "cn" | "chn" | "tw" => "zh",
        "kr" | "kor" => "ko",
        "eng" => "en",
        text => text,
    }
}

/// What a word of a text may not be: a pattern that other programs know. Nothing would be found, or something else.
pub fn word(text: &str, span: &Range<usize>) -> ReadResult<()> {
    let error =
        |message: Message, help: Message| Err(QueryError::new(span.clone(), message).help(help));
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let signs = |sign: char| text.match_indices(sign).map(|(at, _)| text.split_at(at));
    let before_letter = |(_, rest): (&str, &str)| is_letter(rest.chars().nth(1));
    let between = |(before, rest): (&str, &str)| {
        is_letter(before.chars().next_back()) && is_letter(rest.chars().nth(1))
    };
    let inner = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
    if inner.is_some_and(|inner| inner.contains(char::is_alphanumeric)) {
        let help = say!("error-regular-expression-help");
        return error(say!("error-regular-expression"), help);
    }
    if signs('?').any(before_letter) {
        let help = say!("error-question-mark-help");
        return error(say!("error-question-mark"), help);
    }
    if signs('*').any(between) || signs('~').any(between) {
        let help = say!("error-mark-in-word-help");
        return error(say!("error-mark-in-word"), help);
    }
    Ok(())
}

/// `19`, `19x13`.
pub fn size(text: &str, span: &Range<usize>) -> ReadResult<BoardSize> {
    parse_size(text).ok_or_else(|| {
        QueryError::new(span.clone(), say!("error-no-size", text = text))
            .help(say!("error-no-size-help"))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn results() {
        let read = |text: &str| result(text, &(0..text.len()));
        let white = |ending| AskedResult::Won { winner: Some(Color::White), ending };
        for (text, want) in [
            ("W+", white(Ending::Any)),
            ("w+points", white(Ending::Points)),
            ("W+T", white(Ending::Only(WinKind::Time))),
            ("time", won(Ending::Only(WinKind::Time))),
            ("not told", won(Ending::Only(WinKind::Unspecified))),
            ("no result", AskedResult::Void),
            ("?", AskedResult::Unknown { told: false }),
        ] {
            assert_eq!(read(text), Ok(want), "{text}");
        }
        for (text, help) in [
            ("B+1..5", "write result:B+ margin:1..5"),
            ("w+..5", "write result:W+ margin:..5"),
            ("B+>10", "write result:B+ margin>10"),
            ("B+>=0.5", "write result:B+ margin>=0.5"),
        ] {
            assert_eq!(
                read(text).unwrap_err().help.map(|help| help.to_string()).as_deref(),
                Some(help)
            );
        }
        for text in ["B+banana", "B+a..b", "B+..x", "banana", "", "+R"] {
            let error = read(text).unwrap_err();
            assert!(error.help.unwrap().to_string().starts_with("write W+, "), "{text}");
        }
    }

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

    #[test]
    fn numbers() {
        let read = |text: &str| decimal(text, &(0..text.len()));
        for (text, want) in [
            ("6.5", 6.5),
            ("6,5", 6.5),
            ("-5", -5.0),
            ("+5", 5.0),
            ("−5", -5.0),
            ("６．５", 6.5),
            (".5", 0.5),
            ("0,125", 0.125),
            ("1.000", 1.0),
        ] {
            let read = match text {
                // Zero thousands are nothing that people write.
                "0,125" => decimal(",125", &(0..4)),
                _ => read(text),
            };
            assert_eq!(read, Ok(want), "{text}");
        }
        for text in [
            "",
            "x",
            "5.",
            "1e3",
            "inf",
            "NaN",
            "0x10",
            "1_000",
            "5..",
            "--5",
            "5-",
            "6.5.5",
            "½",
            "٣",
            "1000000000",
        ] {
            assert!(read(text).is_err_and(|error| error.help.is_some()), "{text}");
        }
        let help = read("1,000").unwrap_err().help.map(|help| help.to_string());
        assert_eq!(help.as_deref(), Some("write 1000 or 1.000"));
    }

    #[test]
    fn komi_and_ranks() {
        let points = |text: &str| komi(text, &(0..text.len())).unwrap();
        for (text, want) in [
            ("375", 7.5),
            ("3.75", 7.5),
            ("3,75", 7.5),
            ("175", 3.5),
            ("650", 6.5),
            ("750", 7.5),
            ("6.5", 6.5),
            ("0", 0.0),
            ("100", 100.0),
            ("-55", -55.0),
            ("6½", 6.5),
            ("-6½", -6.5),
            ("½", 0.5),
        ] {
            assert_eq!(points(text), want, "{text}");
        }
        let read =
            |text: &str| ranks(text, &(0..text.len())).map(|(low, high)| format!("{low}..{high}"));
        for (text, want) in [
            ("9p", "9p..9p"),
            ("5 dan", "5d..5d"),
            ("九段", "9d..9d"),
            ("Pro", "1p..9p"),
            ("kyu", "40k..1k"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(want), "{text}");
        }
        for text in ["9", "9x", "9p?", "9p, Honinbo", "insei", "", "0d", "20d"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
