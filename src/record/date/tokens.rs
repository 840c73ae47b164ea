//! Splits the text of a date into tokens: words, numbers and signs.

use super::super::amount::{han_digit, normalize, split_digits};
use std::borrow::Cow;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum DateToken {
    /// Number with its count of digits: `07` is 7 with two digits.
    Number(u32, usize),
    /// Word in lower case.
    Word(String),
    /// Any other character; `…` stands for two or more dots.
    Sign(char),
    /// White space between two other tokens.
    Space,
}

/// Splits the text into tokens.
pub(super) fn tokens(text: &str) -> Vec<DateToken> {
    let text = replace_letters_by_digits(normalize(text));
    let mut rest = text.as_ref();
    let mut tokens = Vec::new();
    while let Some(c) = rest.chars().next() {
        let end = if c.is_ascii_digit() {
            let (digits, _) = split_digits(rest);
            let value = digits.parse().unwrap_or(u32::MAX);
            tokens.push(DateToken::Number(value, digits.len()));
            digits.len()
        } else if let Some((value, digits, end)) = read_han_number(rest) {
            tokens.push(DateToken::Number(value, digits));
            end
        } else if is_date_counter(c) {
            tokens.push(DateToken::Sign(match c {
                '年' | '년' => '年',
                '月' | '월' => '月',
                _ => '日',
            }));
            c.len_utf8()
        } else if c.is_alphabetic() {
            let ends = |c: char| {
                !(c.is_alphabetic() || c == '\'')
                    || is_date_counter(c)
                    || "一二三四五六七八九十廿卅〇".contains(c)
            };
            let end = rest.find(ends).unwrap_or(rest.len()).max(c.len_utf8());
            let (word, after) = rest.split_at(end);
            tokens.extend(match (word, after.starts_with('月')) {
                ("初", _) => None,
                ("朔", _) | ("正", true) => Some(DateToken::Number(1, 1)),
                ("冬", true) => Some(DateToken::Number(11, 2)),
                ("臘" | "腊", true) => Some(DateToken::Number(12, 2)),
                _ => Some(DateToken::Word(without_diacritics(word))),
            });
            end
        } else if rest.starts_with("..") {
            tokens.push(DateToken::Sign('…'));
            rest.find(|c| c != '.').unwrap_or(rest.len())
        } else {
            match c {
                '\\' | '\'' => {}
                ' ' if tokens.last() == Some(&DateToken::Space) => {}
                ' ' => tokens.push(DateToken::Space),
                '、' | ';' | '&' => tokens.push(DateToken::Sign(',')),
                '=' | '\u{2010}' | '\u{2011}' | '\u{2212}' => tokens.push(DateToken::Sign('-')),
                '–' | '—' | '〜' => tokens.push(DateToken::Sign('~')),
                c => tokens.push(DateToken::Sign(c)),
            }
            c.len_utf8()
        };
        rest = rest.get(end..).unwrap_or_default();
    }
    tokens
}

/// True if a text that is a date has letters in place of digits: `199O-05-21`.
pub(crate) fn is_mistyped(text: &str) -> bool {
    let narrowed = normalize(text);
    replace_letters_by_digits(narrowed.as_ref().into()) != narrowed
}

/// Replaces letters that were typed for digits of a similar shape: `199o`, `l990`, `1990-o5-l0`. Words of such letters
/// alone stay, and so does the ordinal `1o`.
fn replace_letters_by_digits(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(['o', 'l']) {
        return text;
    }
    let mut replaced = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let word = piece.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let is_number = word.bytes().all(|b| matches!(b, b'0'..=b'9' | b'o' | b'l'));
        let is_ordinal = word == "1o" && !replaced.ends_with(['-', '/', '.']);
        if digits > 0 && digits < word.len() && is_number && !is_ordinal {
            replaced.extend(piece.chars().map(|c| match c {
                'o' => '0',
                'l' => '1',
                c => c,
            }));
        } else {
            replaced.push_str(piece);
        }
    }
    Cow::Owned(replaced)
}

/// Reads a number in Han numerals at the start of the text. Returns its value, its count of decimal digits and its
/// length in bytes.
fn read_han_number(text: &str) -> Option<(u32, usize, usize)> {
    let (mut total, mut last, mut written, mut end) = (0, 0, 0, 0);
    let mut is_sum = false;
    for c in text.chars() {
        let digit = match c {
            '廿' => 20,
            '卅' => 30,
            // Without a digit before it, 千 is part of a name.
            '千' if last > 0 => 1000,
            c => match han_digit(c) {
                Some(digit) => digit,
                None => break,
            },
        };
        if digit >= 10 {
            is_sum = true;
            total += last.max(1) * digit;
            last = 0;
        } else {
            last = last * 10 + digit;
        }
        (written, end) = (written + 1, end + c.len_utf8());
        if written > 7 {
            return None;
        }
    }
    let value: u32 = total + last;
    let digits = match value.checked_ilog10() {
        Some(log) if is_sum => usize::try_from(log).ok()? + 1,
        _ => written,
    };
    (written > 0).then_some((value, digits, end))
}

/// Removes apostrophes and marks of long vowels, which romanised names of eras may have or lack: `Bunkyū`, `An'ei`.
fn without_diacritics(word: &str) -> String {
    let letters = word.chars().filter(|c| *c != '\'');
    letters
        .map(|c| match c {
            'ō' | 'ô' => 'o',
            'ū' | 'û' => 'u',
            c => c,
        })
        .collect()
}

/// Skips white space tokens.
pub(super) fn skip_space(mut tokens: &[DateToken]) -> &[DateToken] {
    while let [DateToken::Space, rest @ ..] = tokens {
        tokens = rest;
    }
    tokens
}

/// Skips this sign and the white space around it; `None` if it is not there.
pub(super) fn skip_sign(tokens: &[DateToken], sign: char) -> Option<&[DateToken]> {
    match skip_space(tokens) {
        [DateToken::Sign(found), rest @ ..] if *found == sign => Some(skip_space(rest)),
        _ => None,
    }
}

/// True if the date ends here: no sign continues it.
pub(super) fn is_date_end(rest: &[DateToken]) -> bool {
    !matches!(
        rest,
        [DateToken::Sign('-' | '/' | '.' | ':' | '月' | '日'), DateToken::Number(..), ..]
            | [DateToken::Sign('月' | '日' | ':'), ..]
    )
}

fn is_date_counter(c: char) -> bool {
    matches!(c, '年' | '년' | '月' | '월' | '日' | '일' | '号' | '號')
}

/// Number of the month with this name, in English and the other European languages that records use.
pub(super) fn month_name(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "jan january januar janvier enero gennaio jänner januari janeiro stycznia ledna января январь",
        "feb february februar février fevrier febrero febbraio februari fevereiro lutego února февраля февраль",
        "mar march mär märz maerz mars marzo maart março marca března марта март",
        "apr april avril abril aprile kwietnia dubna апреля апрель",
        "may mai mayo maggio mei maj maio maja května мая май",
        "jun june juni juin junio giugno junho czerwca června июня июнь",
        "jul july juli juillet julio luglio julho lipca července июля июль",
        "aug august août aout agosto augustus augusti sierpnia srpna августа август",
        "sep sept september septembre septiembre settembre setembro września září сентября сентябрь",
        "oct october okt oktober octobre octubre ottobre outubro października října октября октябрь",
        "nov november novembre noviembre novembro listopadu ноября ноябрь",
        "dec december dez dezember décembre decembre diciembre dicembre dezembro desember grudnia prosince \
         декабря декабрь",
    ];
    let at = NAMES.iter().position(|names| names.split(' ').any(|name| name == word))?;
    u32::try_from(at + 1).ok()
}

/// Number of a month in Roman numerals, which are often used for months of the old calendars.
pub(super) fn roman_month(word: &str) -> Option<u32> {
    let mut names = "i ii iii iv v vi vii viii ix x xi xii".split(' ');
    u32::try_from(names.position(|name| name == word)? + 1).ok()
}

/// True if the word marks the month after it as a leap month.
pub(super) fn is_leap_mark(word: &str) -> bool {
    matches!(word, "閏" | "闰" | "윤")
}

/// Full year for a number of one or two digits: 30 to 99 are in the 20th century, lower ones in the 21st. Longer
/// numbers stay.
pub(super) fn expand_year(value: u32, digits: usize) -> u32 {
    match (digits, value) {
        (1 | 2, 30..) => 1900 + value,
        (1 | 2, _) => 2000 + value,
        _ => value,
    }
}
