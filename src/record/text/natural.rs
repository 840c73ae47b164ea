//! The natural order of texts: numbers in them are compared as numbers.

/// The text by which a text is sorted so that its numbers are in order: `9x9` comes before `13x13`. Leading zeros do
/// not count. Case does: fold the text before.
pub fn natural(text: &str) -> String {
    // Room for the lengths, and for what callers append.
    let mut key = String::with_capacity(2 * text.len() + 16);
    let mut rest = text;
    while !rest.is_empty() {
        let (before, from) = split(rest, |byte| byte.is_ascii_digit());
        let (number, after) = split(from, |byte| !byte.is_ascii_digit());
        key.push_str(before);
        if !number.is_empty() {
            push_number(number.trim_start_matches('0'), &mut key);
        }
        rest = after;
    }
    key
}

/// A text before and from the first of some bytes.
fn split(text: &str, is_it: impl Fn(u8) -> bool) -> (&str, &str) {
    text.split_at(text.bytes().position(is_it).unwrap_or(text.len()))
}

/// Writes a number behind its length, so that a longer one comes later. There is a 9 for every nine digits.
fn push_number(number: &str, key: &mut String) {
    let digits = number.len();
    key.extend(std::iter::repeat_n('9', digits / 9));
    key.extend(char::from_digit((digits % 9) as u32, 10));
    key.push_str(number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_order() {
        let sorted = [
            "",
            "0",
            "1",
            "1.sgf",
            "1a",
            "2.sgf",
            "9",
            "9x9",
            "10.9",
            "10.10",
            "10.sgf",
            "13x13",
            "99999999",
            "100000000",
            "999999999",
            "1000000000",
            "99999999999999999",
            "100000000000000000",
            "999999999999999999",
            "1000000000000000000",
            "18446744073709551616",
            "a",
            "a0",
            "a1b9",
            "a1b10",
            "a2",
            "a12",
            "problem",
            "problem 1.sgf",
            "problem 1b.sgf",
            "problem 2.sgf",
            "problem 11.sgf",
            "problem 100.sgf",
            "problems 1.sgf",
            "第9局",
            "第10局",
        ];
        for two in sorted.windows(2) {
            assert!(natural(two[0]) < natural(two[1]), "{two:?}");
        }
        assert_eq!(natural("a007b"), natural("a7b"));
        assert_eq!(natural("000"), natural("0"));
    }
}
