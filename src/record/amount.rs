//! Reads numbers and amounts in game information: digits, Han numerals, number words, halves and fractions.

use std::borrow::Cow;

/// Converts text to lower case, full-width forms to ASCII, and white space to plain spaces. Values are short, so
/// everything after the first 20,000 bytes ([`MAX_FACT_BYTES`]) is dropped.
pub(crate) fn normalize(text: &str) -> Cow<'_, str> {
    let text = text.get(..text.floor_char_boundary(MAX_FACT_BYTES)).unwrap_or_default();
    let as_is = |b: u8| matches!(b, b' '..=b'~') && !b.is_ascii_uppercase();
    if text.bytes().all(as_is) {
        return Cow::Borrowed(text);
    }
    let narrow_char = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let narrowed = text.chars().map(narrow_char).flat_map(char::to_lowercase);
    Cow::Owned(narrowed.collect())
}

/// Maximum number of bytes of a value that are examined. It bounds the time that a hostile value can take.
pub(crate) const MAX_FACT_BYTES: usize = 20_000;

/// Splits text after the ASCII digits at its start.
pub(crate) fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// Reads a whole number at the start of the text: up to nine ASCII digits, Han numerals, or a Korean number word that a
/// unit follows (집, 점 or 판). Also returns the rest of the text.
pub(crate) fn small_number(text: &str) -> Option<(u32, &str)> {
    const KOREAN: [&str; 8] = ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟"];
    let (digits, rest) = split_digits(text);
    if !digits.is_empty() {
        let digits = match digits.len() {
            ..=9 => digits,
            _ => digits.trim_start_matches('0'),
        };
        let value = digits.parse().ok().filter(|_| digits.len() <= 9)?;
        return Some((value, rest));
    }
    for (word, value) in KOREAN.into_iter().zip(1..) {
        let rest = text
            .strip_prefix(word)
            .filter(|rest| rest.trim_start().starts_with(['집', '점', '판']));
        if let Some(rest) = rest {
            return Some((value, rest));
        }
    }
    let end =
        text.chars().take(7).take_while(|c| han_digit(*c).is_some()).map(char::len_utf8).sum();
    let (digits, rest) = text.split_at_checked(end)?;
    if digits.is_empty() || digits.chars().count() > 6 {
        return None;
    }
    let (mut total, mut last) = (0_u32, 0_u32);
    for digit in digits.chars().filter_map(han_digit) {
        if digit >= 10 {
            total += last.max(1) * digit;
            last = 0;
        } else {
            last = last * 10 + digit;
        }
    }
    Some((total + last, rest))
}

/// Value of a Han numeral: 0 to 9, 10 or 100.
pub(crate) fn han_digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return None;
    }
    "〇一二三四五六七八九十百".chars().position(|h| h == c).map_or((c == '零').then_some(0), |at| {
        match at {
            11 => Some(100),
            at => u32::try_from(at).ok(),
        }
    })
}

/// An amount of points as people write it: `6.5`, `6,5`, `6 1/2`, `6½`, `6目半`, `半目`, `2又3/4子`, `2子3/4`,
/// `한집반`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount {
    /// Amount in hundredths of a point. One Chinese stone (子) is two points.
    pub hundredths: u32,
    /// True if a unit of points or stones, such as `目` or `子`, followed the number.
    pub has_unit: bool,
}

impl Amount {
    /// Reads an amount at the very start of normalised text. Also returns the rest of the text.
    pub fn read(text: &str) -> Option<(Amount, &str)> {
        let (mut value, mut rest) = match strip_half(text) {
            Some(rest) => (50, rest),
            None => read_mixed_number(text)?,
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
        if let Some(after) = strip_half(rest.trim_start()) {
            value += if value % 100 == 0 { 50 } else { 0 };
            rest = after;
        } else if unit
            && value % 100 == 0
            && let Some((part, after)) = read_fraction(rest.trim_start())
        {
            (value, rest) = (value + part, after);
        }
        let hundredths = if stones || rest.starts_with('子') { value * 2 } else { value };
        Some((Amount { hundredths, has_unit: unit }, rest))
    }
}

/// Strips a word for one half from the start of the text, unless it is the beginning of another word (반칙, a foul).
fn strip_half(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("half") {
        let rest = rest.strip_prefix(" a ").unwrap_or(rest);
        return (!rest.starts_with("way")).then_some(rest);
    }
    let rest = text.strip_prefix(['半', '반', '½'])?;
    (!rest.starts_with('칙')).then_some(rest.strip_prefix('집').unwrap_or(rest))
}

/// Reads a number with optional decimals or an optional fraction after it. The value is in hundredths.
fn read_mixed_number(text: &str) -> Option<(u32, &str)> {
    let (whole, rest) = small_number(text)?;
    if whole >= 1_000_000 {
        return None;
    }
    if let Some(value) = read_quotient(whole, rest) {
        return Some(value);
    }
    let tail = rest.trim_start_matches(['又', '과', '와', 'と', ' ']);
    if let Some((part, after)) = read_fraction(tail) {
        return Some((whole * 100 + part, after));
    }
    match rest.strip_prefix(['.', ',']).map(split_digits) {
        Some((digits, rest)) if !digits.is_empty() => {
            let part = digits
                .bytes()
                .chain(*b"00")
                .take(2)
                .fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
            Some((whole * 100 + part, rest))
        }
        _ => Some((whole * 100, rest)),
    }
}

/// Reads a fraction: `3/4`, `四分之三`, `¾`. The value is in hundredths.
fn read_fraction(text: &str) -> Option<(u32, &str)> {
    for (sign, part) in [('¼', 25), ('¾', 75)] {
        if let Some(rest) = text.strip_prefix(sign) {
            return Some((part, rest));
        }
    }
    small_number(text).and_then(|(top, rest)| read_quotient(top, rest))
}

/// Reads the rest of a fraction after its first number: `/4` after `3`, or the Chinese `分之三` after `四`. The value is in
/// hundredths.
fn read_quotient(first: u32, rest: &str) -> Option<(u32, &str)> {
    let chinese = rest.strip_prefix("分之");
    let (second, rest) = small_number(chinese.or_else(|| rest.strip_prefix('/'))?)?;
    let (top, bottom) = if chinese.is_some() { (second, first) } else { (first, second) };
    (bottom > 0 && top < bottom && bottom <= 1000).then(|| (top * 100 / bottom, rest))
}

/// Byte offset of the first number, or word for a number, in the text.
pub(crate) fn amount_start(text: &str) -> Option<usize> {
    let mut starts = text.char_indices().map(|(at, _)| at);
    starts.find(|at| text.get(*at..).is_some_and(starts_with_amount))
}

/// True if the text begins with a number or a word for a number.
pub(crate) fn starts_with_amount(text: &str) -> bool {
    let digit = text.starts_with(|c: char| c.is_ascii_digit());
    digit || small_number(text).is_some() || strip_half(text).is_some()
}

/// Text after the ASCII digits at its start or, if it begins with no digit, after its first character. So a search for
/// numbers in a text gets past the current one.
pub(crate) fn skip_number(text: &str) -> &str {
    let (digits, rest) = split_digits(text);
    if !digits.is_empty() {
        return rest;
    }
    let mut chars = text.chars();
    chars.next();
    chars.as_str()
}
