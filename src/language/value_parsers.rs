//! Parses the values of a query.
//!
//! Files are read leniently: what makes no sense in them is skipped. A query, in contrast, is understood completely or
//! refused with advice on what to write. So these parsers accept no surrounding text.

mod days;
mod result;

use super::{FieldValue, Op, QueryError};
pub use days::{DayAgo, complete_range_end};
pub(crate) use days::{date_words, day_words};
use kifu_messages::{Message, say};
use kifu_record::amount::Amount;
use kifu_record::game::{BoardSize, Color};
use kifu_record::numbers::{Komi, parse_size};
use kifu_record::rank::Rank;
use kifu_record::text::charset;
use kifu_record::time::parse_time;
pub use result::{Ending, ResultCondition, parse_ending, parse_result, result_in_place_of_name};
use std::ops::Range;

/// Parsed value, or the error that says why it is not accepted.
type ReadResult<T> = Result<T, QueryError>;

/// Error for a value of a field that accepts only a few values, if the value is none of them.
pub fn no_choice_error(text: &str, span: &Range<usize>, choices: &[&'static str]) -> QueryError {
    let near = super::fields::nearest(text, choices.iter().copied());
    let list = choices.join(", ");
    let error = QueryError::new(span.clone(), say!("error-no-choice", text = text));
    match near {
        None => error.with_help(say!("error-no-choice-help", list = list)),
        Some(near) => error.did_you_mean(near, &list),
    }
}

/// Upper limit of numbers in queries. No numeric property of a game is as large.
const MAX_NUMBER: f64 = 1e9;

/// Parses a range with a hyphen, as tables print it: `25-49`.
pub fn hyphen_range(value: &FieldValue) -> Option<FieldValue> {
    let (FieldValue::Bare(text) | FieldValue::Quoted(text)) = value else {
        return None;
    };
    let (from, to) = text.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let range = FieldValue::Range { from: Some(from.to_owned()), to: Some(to.to_owned()) };
    (is_number(from) && is_number(to)).then_some(range)
}

/// Parses a decimal number such as `6.5`, `6,5` or `-5`, also in full-width characters.
pub fn parse_decimal(text: &str, span: &Range<usize>) -> ReadResult<f64> {
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
    let (integer, fraction) = bare.split_once(['.', ',']).unwrap_or((bare, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(integer) || !digits(fraction) || fraction.is_empty() {
        return Err(
            error(say!("error-no-number", text = text)).with_help(say!("error-write-number"))
        );
    }
    if bare.contains(',') && fraction.len() == 3 && !integer.is_empty() {
        let (joined, point) = (format!("{integer}{fraction}"), format!("{integer}.{fraction}"));
        let message =
            say!("error-number-may-be", text = text, one = joined.as_str(), other = point.as_str());
        let help = say!("error-number-may-be-help", one = joined, other = point);
        return Err(error(message).with_help(help));
    }
    let number = narrow.replace(',', ".").parse::<f64>().ok();
    number.filter(|number| number.abs() < MAX_NUMBER).ok_or_else(|| {
        let message = say!("error-number-too-large", text = text);
        error(message).with_help(say!("error-number-too-large-help"))
    })
}

/// Side whose number a clause compares: a colour, or the one player whom the query names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparedSide {
    Color(Color),
    Player,
}

/// Word for [`ComparedSide::Player`] in queries.
const PLAYER_SIDE: &str = "player";

/// Parses a side with a comparison: `B>10`, `W>=5.5`, `player>10`; `B+10` means `B>=10`, and `B` alone means `B>0`.
pub fn parse_side_comparison(text: &str) -> Option<(ComparedSide, Op, &str)> {
    let word = text.split_at_checked(PLAYER_SIDE.len());
    let (side, rest) = match (word, text.split_at_checked(1)?) {
        (Some((word, rest)), _) if word.eq_ignore_ascii_case(PLAYER_SIDE) => {
            (ComparedSide::Player, rest)
        }
        (_, ("B" | "b", rest)) => (ComparedSide::Color(Color::Black), rest),
        (_, ("W" | "w", rest)) => (ComparedSide::Color(Color::White), rest),
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
    let known = |&(sign, op): &(&str, Op)| Some((side, op, rest.strip_prefix(sign)?));
    match rest {
        "" => Some((side, Op::Gt, "0")),
        _ => signs.iter().find_map(known),
    }
}

/// Parses a komi in points. Hundredths of a point and Chinese stones, as servers write them, are converted as in files:
/// 375 and 3.75 give 7.5. `6½` is a number too.
pub fn komi(text: &str, span: &Range<usize>) -> ReadResult<f64> {
    let number = parse_decimal(text, span).or_else(|error| {
        let (sign, rest) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
        match Amount::read(rest).filter(|_| rest.contains('½')) {
            Some((amount, "")) => Ok(sign * f64::from(amount.hundredths) / 100.0),
            _ => Err(error),
        }
    })?;
    let is_server = (125.0..1000.0).contains(&number) && number % 25.0 == 0.0
        || (0.0..5.0).contains(&number) && matches!((number * 100.0).round() as i64 % 100, 25 | 75);
    if number.abs() > f64::from(Komi::MAX_HUNDREDTHS) / 100.0 {
        let message = say!("error-komi-too-large", text = text);
        return Err(QueryError::new(span.clone(), message).with_help(say!("error-write-number")));
    }
    let komi = Komi::parse(text).filter(|_| is_server);
    Ok(komi.map_or(number, Komi::points))
}

/// Parses a length of time with its units, `2h30m` or `90 min`, into seconds.
pub fn time(text: &str, span: &Range<usize>) -> ReadResult<f64> {
    let begins_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
    let seconds = parse_time(text).filter(|_| begins_with_digit);
    seconds.map(f64::from).ok_or_else(|| {
        let error = QueryError::new(span.clone(), say!("error-no-time", text = text));
        error.with_help(say!("error-no-time-help"))
    })
}

/// Parses a rank, `9p` or `5 dan`, or all ranks of a kind: `pro`, `dan`, `kyu`. Returns the lowest and the highest
/// rank.
pub fn ranks(text: &str, span: &Range<usize>) -> ReadResult<(Rank, Rank)> {
    let kind = |lowest: &str, highest: &str| {
        Some((Rank::parse_strict(lowest)?, Rank::parse_strict(highest)?))
    };
    let known = match text.to_lowercase().as_str() {
        "pro" | "professional" => kind("1p", "9p"),
        "dan" | "ama" | "amateur" => kind("1d", "9d"),
        "kyu" => kind("40k", "1k"),
        _ => Rank::parse_strict(text).map(|rank| (rank, rank)),
    };
    known.ok_or_else(|| {
        let error = QueryError::new(span.clone(), say!("error-no-rank", text = text));
        error.with_help(say!("error-no-rank-help"))
    })
}

/// Finds the charset for a label: `utf8`, `sjis`, `gb2312`.
pub fn charset(text: &str, span: &Range<usize>) -> ReadResult<&'static str> {
    charset::charset_named(text)
        .ok_or_else(|| no_choice_error(text, span, &charset::USUAL_CHARSETS))
}

/// Code of a language, also for codes of its country.
pub fn language_code(text: &str) -> &str {
    match text {
        "jp" | "jpn" => "ja",
        "cn" | "chn" | "tw" => "zh",
        "kr" | "kor" => "ko",
        "eng" => "en",
        text => text,
    }
}

/// Refuses a word of a text that contains wildcards of other programs, with which nothing, or something else, would be
/// found.
pub fn check_word(text: &str, span: &Range<usize>) -> ReadResult<()> {
    let error = |message: Message, help: Message| {
        Err(QueryError::new(span.clone(), message).with_help(help))
    };
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

/// Parses a board size: `19`, `19x13`.
pub fn size(text: &str, span: &Range<usize>) -> ReadResult<BoardSize> {
    parse_size(text).ok_or_else(|| {
        QueryError::new(span.clone(), say!("error-no-size", text = text))
            .with_help(say!("error-no-size-help"))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let read = |text: &str| parse_decimal(text, &(0..text.len()));
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
                // The parser refuses `0,125`, because it might be meant with a thousands separator. So the test reads
                // that value without its zero.
                "0,125" => parse_decimal(",125", &(0..4)),
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
