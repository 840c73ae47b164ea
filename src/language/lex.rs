//! Lexer of the query language: where a field and its operator end, and what a word without quotes is.

use super::fields::{Field, ValueType};

/// Field name and operator at the beginning of a text.
pub(crate) struct Head {
    /// Field that the name stands for; `None` if the name only looks like that of a field.
    pub(crate) field: Option<Field>,
    /// Byte offset at which the name ends.
    pub(crate) name_end: usize,
    pub(crate) op: &'static str,
    /// Byte offset in the text at which the value of the clause begins, after the operator.
    pub(crate) value_at: usize,
    /// True if the operator is a comparison: `<`, `<=`, `>` or `>=`.
    pub(crate) is_comparison: bool,
}

/// Reads the field and operator at the beginning of `text`; `None` for an ordinary word, such as `12:30` or `http://…`.
pub(crate) fn read_head(text: &str) -> Option<Head> {
    let name_end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))?;
    let (name, rest) = text.split_at_checked(name_end)?;
    let (op, written) = read_operator(rest)?;
    let field = Field::lookup(name);
    // A full-width sign counts as an operator only after a known field; otherwise it is text, as in `第１局：…`.
    if field.is_none() && written != op {
        return None;
    }
    if field.is_none() {
        let is_name_char = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let is_property = name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("prop."));
        let looks_like_field = name.starts_with(char::is_alphabetic)
            && name.ends_with(char::is_alphanumeric)
            && name.chars().all(is_name_char);
        let is_address = op == ":" && rest.starts_with("://");
        if !(looks_like_field || is_property) || is_address {
            return None;
        }
    }
    Some(Head {
        field,
        name_end,
        op,
        value_at: name_end + written.len(),
        is_comparison: op.starts_with(['<', '>']),
    })
}

/// Operator at the beginning of a text, and its spelling: in ASCII, or in full-width characters, as input methods for
/// East Asian languages write it.
fn read_operator(text: &str) -> Option<(&'static str, &str)> {
    let narrow = |c| match c {
        '：' => ':',
        '＝' => '=',
        '！' => '!',
        '＜' => '<',
        '＞' => '>',
        c => c,
    };
    let begins = |sign: &str| {
        let first = text.chars().take(sign.len());
        sign.chars().eq(first.map(narrow))
    };
    let mut signs = ["!=", ":<=", ":>=", ":<", ":>", "<=", ">=", "<", ">", "=", ":"].into_iter();
    let sign = signs.find(|sign| begins(sign))?;
    // Other programs write the comparison after a colon: `date:>2016`. So this is accepted too.
    let op = sign.strip_prefix(':').filter(|op| !op.is_empty());
    let written: usize = text.chars().take(sign.len()).map(char::len_utf8).sum();
    Some((op.unwrap_or(sign), text.get(..written)?))
}

/// True if the character may begin or end a quotation.
pub(crate) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '＂')
}

/// Reads the quotation at the beginning of a text: its content, and its length with the quotes; `None` if it has no
/// end. A double quote ends at the next one; a single quote only where the word ends too, as in `'Ch'ang-ho'`.
pub(crate) fn read_quotation(text: &str) -> Option<(String, usize)> {
    let mut chars = text.chars();
    let open = chars.next()?;
    let closes = |c: char, after: &str| match open {
        '"' => c == '"',
        '\'' => c == '\'' && after.chars().next().is_none_or(ends_part),
        _ => is_quote(c),
    };
    let mut content = String::new();
    while let Some(c) = chars.next() {
        let escaped = chars
            .as_str()
            .chars()
            .next()
            .filter(|&next| next == '\\' || next == '\'' && open == '\'' || is_quote(next));
        if let (Some(next), '\\') = (escaped, c) {
            content.push(next);
            chars.next();
        } else if closes(c, chars.as_str()) {
            return Some((content, text.len() - chars.as_str().len()));
        } else {
            content.push(c);
        }
    }
    None
}

/// True if the character separates alternatives, as `|` does.
pub(crate) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '｜')
}

/// Length of the separator of alternatives at the beginning of a text: `|` or `||`.
pub(crate) fn bar_len(text: &str) -> Option<usize> {
    let sign = text.chars().next().filter(|&c| is_bar(c))?;
    let is_doubled = text.starts_with("||");
    Some(if is_doubled { 2 } else { sign.len_utf8() })
}

/// True if a clause or a group ends before this character.
pub(crate) fn ends_part(c: char) -> bool {
    c.is_whitespace() || c == ')' || is_bar(c)
}

/// True if a text begins with the negation of other programs: `!lee`, `!"Lee Sedol"`.
pub(crate) fn begins_with_exclamation(text: &str) -> bool {
    text.strip_prefix('!')
        .and_then(|rest| rest.chars().next())
        .is_some_and(|c| c.is_alphanumeric() || is_quote(c) || c == '(')
}

/// True if a word ends before this character.
pub(crate) fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_quote(c) || is_bar(c) || matches!(c, '(' | ')')
}

/// Word at the beginning of a text.
pub(crate) fn first_word(text: &str) -> &str {
    let len = text.find(ends_word).unwrap_or(text.len());
    text.get(..len).unwrap_or_default()
}

/// True if the word begins with an operator.
pub(crate) fn begins_with_operator(word: &str) -> bool {
    word.starts_with([':', '=', '<', '>']) || word.starts_with("!=")
}

/// Splits a word of which only the beginning is written, `Lee*`, or that may be misspelt, `Sedol~`, into the word and
/// the sign at its end. `None` for any other word.
pub(crate) fn split_wildcard(word: &str) -> Option<(&str, char)> {
    let last = word.chars().next_back()?;
    let before = word.strip_suffix(['*', '~'])?;
    (word == "*" || !before.is_empty()).then_some((before, last))
}

/// Splits a range with a hyphen, `1990-1995` or `100-200`, in a field where the hyphen can be neither a sign nor part
/// of a date. The second year may lack its century.
pub(crate) fn split_hyphen_range(word: &str, field: Option<&Field>) -> Option<(String, String)> {
    let (from, to) = word.split_once('-')?;
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let is_amount = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.ends_with(|c: char| c.is_ascii_alphanumeric())
            && !text.contains("..")
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | ','))
    };
    match field?.value_type() {
        ValueType::Number | ValueType::Rank if is_amount(from) && is_amount(to) => {
            Some((from.to_owned(), to.to_owned()))
        }
        ValueType::Date if from.len() == 4 && digits(from) && digits(to) => match to.len() {
            4 => Some((from.to_owned(), to.to_owned())),
            // From 2000 on, two digits after a hyphen are more likely a mistyped month, so they are no range.
            2 if to > "12" && from < "2000" && from.get(2..)? < to => {
                Some((from.to_owned(), format!("{}{to}", from.get(..2)?)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// True if `word` begins with the sign of a number in a list of numbers: `komi:(-5.5 OR 6.5)`. `group` is the field of
/// the list.
pub(crate) fn is_signed_number(word: &str, group: Option<&Field>) -> bool {
    let number = word.strip_prefix('-').map(|number| number.trim_start_matches('.'));
    group.is_some_and(|field| field.value_type() == ValueType::Number)
        && number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// True if `word` can follow an operator of `field` without quotes and is then a plain value.
pub(crate) fn is_plain_value(word: &str, field: Option<&Field>) -> bool {
    let range = field.is_some_and(|field| field.value_type().is_ordered()) && word.contains("..")
        || split_hyphen_range(word, field).is_some();
    !(word.is_empty()
        || word.contains(ends_word)
        || word.starts_with('\'')
        || begins_with_operator(word)
        || range
        || split_wildcard(word).is_some())
}

/// True if `word` can stand by itself, or in a group of `field`, without quotes and is then plain text.
pub(crate) fn is_plain_text(word: &str, field: Option<&Field>) -> bool {
    is_plain_value(word, field)
        && !matches!(word, "AND" | "OR" | "NOT" | "&&")
        && (!word.starts_with('-') || is_signed_number(word, field))
        && !begins_with_exclamation(word)
        && read_head(word).is_none()
}
