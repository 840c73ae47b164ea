//! Natural order of texts, in which numbers inside a text are compared as numbers.

/// Returns a sort key by whose bytes the numbers in a text are in order: `9x9` comes before `13x13`. Leading zeros make
/// no difference. Upper and lower case do, so fold the text first.
pub fn natural_sort_key(text: &str) -> String {
    // The key is longer than the text by the lengths of numbers, and callers append to it.
    let mut key = String::with_capacity(2 * text.len() + 16);
    let mut rest = text;
    while !rest.is_empty() {
        let (before, from) = split_at_first(rest, |byte| byte.is_ascii_digit());
        let (number, after) = split_at_first(from, |byte| !byte.is_ascii_digit());
        key.push_str(before);
        if !number.is_empty() {
            push_number(number.trim_start_matches('0'), &mut key);
        }
        rest = after;
    }
    key
}

/// Splits a text before the first byte that satisfies the predicate.
fn split_at_first(text: &str, predicate: impl Fn(u8) -> bool) -> (&str, &str) {
    text.split_at(text.bytes().position(predicate).unwrap_or(text.len()))
}

/// Appends the number of a number's digits, and then the digits, so that a longer number sorts later. The length is
/// written as one 9 for every nine digits, then the rest: 12 digits give `93`.
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
            assert!(natural_sort_key(two[0]) < natural_sort_key(two[1]), "{two:?}");
        }
        assert_eq!(natural_sort_key("a007b"), natural_sort_key("a7b"));
        assert_eq!(natural_sort_key("000"), natural_sort_key("0"));
    }
}
