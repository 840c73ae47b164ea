//! Makes text from archives fit for a terminal: one line, no control over the terminal, a given number of columns.

use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

/// Number of zero-width characters in sequence that are shown. More of them are dropped: a long stack of accents spoils
/// the lines above and below on a terminal.
const MAX_ZERO_WIDTH_RUN: usize = 4;

/// Formats a number with commas between groups of three digits: `1,234,567`.
pub fn format_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Makes any text safe to print on one line. White space and line breaks become single spaces, escape sequences and
/// control characters become U+FFFD, and characters that reorder or hide text are left out.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| (0x20..0x7F).contains(&b)) || !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut marks = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        match c {
            '\t' | '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                if !out.ends_with(' ') && !out.is_empty() {
                    out.push(' ');
                }
            }
            '\u{1B}' | '\u{9B}' => {
                // The parameters of a terminal escape sequence are removed with it.
                if c == '\u{9B}' || chars.next_if_eq(&'[').is_some() {
                    while chars.next_if(|c| matches!(c, '\x20'..='\x3F')).is_some() {}
                    chars.next_if(|c| matches!(c, '\x40'..='\x7E'));
                }
                out.push(char::REPLACEMENT_CHARACTER);
            }
            _ if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            _ if is_hidden(c) || marks > MAX_ZERO_WIDTH_RUN => {}
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Whether a text with this character must be rewritten before it is printed.
fn is_unsafe(c: char) -> bool {
    is_invisible(c) || (c >= '\u{300}' && c.width() == Some(0))
}

/// Whether a character has an effect instead of a visible form: control characters, line separators, and characters
/// that reorder or hide text.
pub fn is_invisible(c: char) -> bool {
    // U+FFFE and U+FFFF are no characters, and XML allows neither.
    let is_other = matches!(c, '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}');
    c.is_control() || is_hidden(c) || is_other
}

/// Whether a character reorders text or takes no space in it: bidirectional controls, zero-width spaces, soft hyphens,
/// tags.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Returns the number of columns that a text takes on a terminal; East Asian characters take two.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|b| (0x20..0x7F).contains(&b)) {
        return text.len();
    }
    text.chars().filter_map(char::width).sum()
}

/// Cuts a text to `limit` columns, ending in `…` if anything is cut. A wide character that would only half fit is cut
/// too, so the result may be one column shorter.
pub fn truncate(text: &str, limit: usize) -> Cow<'_, str> {
    let mut used = 0;
    // End of the longest prefix that leaves one column for the ellipsis.
    let mut end = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > limit {
            let head = text.get(..end).unwrap_or_default();
            return if limit == 0 { Cow::Borrowed("") } else { Cow::Owned(format!("{head}…")) };
        }
        if used < limit {
            end = at + c.len_utf8();
        }
    }
    Cow::Borrowed(text)
}

/// Cuts a text to `limit` columns at its beginning, which becomes `…`. For paths, whose end tells the most.
pub fn truncate_left(text: &str, limit: usize) -> Cow<'_, str> {
    if width(text) <= limit {
        return Cow::Borrowed(text);
    }
    let mut start = text.len();
    for (at, _) in text.char_indices().rev() {
        if width(text.get(at..).unwrap_or_default()) + 1 > limit {
            break;
        }
        start = at;
    }
    Cow::Owned(format!("…{}", text.get(start..).unwrap_or_default()))
}

/// Cuts or pads a text to exactly `limit` columns, so that the text after it lines up.
pub fn fit_to_width(text: &str, limit: usize) -> String {
    let mut fitted = truncate(text, limit).into_owned();
    let missing = limit.saturating_sub(width(&fitted));
    fitted.extend(std::iter::repeat_n(' ', missing));
    fitted
}

/// Returns a text in which every character can be seen: invisible ones as their code, `⟨200B⟩`. Line breaks stay.
pub fn escape_invisible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            '\t' | '\r' | '\u{2028}' | '\u{2029}' => out.push(' '),
            c if is_invisible(c) => out.push_str(&format!("⟨{:X}⟩", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_groups() {
        assert_eq!(format_thousands(7), "7");
        assert_eq!(format_thousands(1234), "1,234");
        assert_eq!(format_thousands(1_234_567), "1,234,567");
    }

    #[test]
    fn nothing_dangerous_is_left() {
        assert_eq!(clean("one\r\n\ttwo"), "one two");
        assert_eq!(
            clean("\x1B[31mred\x1B[0m \x07\u{9B}2Jx\x1B]0;t"),
            "\u{FFFD}red\u{FFFD} \u{FFFD}\u{FFFD}x\u{FFFD}]0;t"
        );
        assert_eq!(clean("a\u{202E}b\u{200B}c\u{FEFF}"), "abc");
        assert_eq!(
            clean(&format!("a{}", "\u{301}".repeat(100))),
            format!("a{}", "\u{301}".repeat(MAX_ZERO_WIDTH_RUN))
        );
        assert!(matches!(clean("囲碁 plain"), Cow::Borrowed(_)));
        assert_eq!(clean("\0"), "\u{FFFD}");
    }

    #[test]
    fn columns_of_wide_text() {
        assert_eq!(width("abc"), 3);
        assert_eq!(width("囲碁x"), 5);
        assert_eq!(truncate("井山裕太", 8), "井山裕太");
        assert_eq!(truncate("井山裕太", 7), "井山裕…");
        assert_eq!(truncate("井山裕太", 6), "井山…");
        assert_eq!(truncate("abcdef", 4), "abc…");
        assert_eq!(truncate("ab", 0), "");
        assert_eq!(truncate("ab", 1), "…");
        assert_eq!(truncate_left("a/b.sgf", 7), "a/b.sgf");
        assert_eq!(truncate_left("aa/b.sgf", 7), "…/b.sgf");
        assert_eq!(truncate_left("囲碁/棋譜.sgf", 8), "…譜.sgf");
        assert_eq!(truncate_left("abc", 1), "…");
        assert_eq!(fit_to_width("井山裕太", 6), "井山… ");
        assert_eq!(fit_to_width("ab", 4), "ab  ");
        assert_eq!(fit_to_width("", 0), "");
    }
}
