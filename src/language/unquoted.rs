//! Finds the end of values with blanks that need no quotes, such as `position:Q16 D4 Q3`, a diagram, `(;…)`, `date:21
//! May 1990` or `file:My Games/a.sgf`.
//!
//! Such a value extends beyond one word because its words mean nothing on their own: nobody searches comments for `D4`
//! after `position:Q16`. The text alone decides, so a query means the same as one argument or as several, in a file, in
//! an address and on the page.

use super::fields::{Field, ValueType};
use super::input;
use super::lex::{ends_part, first_word, is_quote, read_head};
use kifu_archive::crawl::{FileKind, file_kind};
use kifu_record::date::{DateDoubt, LaxDate};

/// Maximum number of words of a date: `the 21st of May, 1990` has five, and an era adds one.
const MAX_DATE_WORDS: usize = 6;
/// Maximum length in bytes of a path that is searched for after `file:`. Linux allows 4,096.
const MAX_PATH_BYTES: usize = 4096;

/// Length of the value of `field` at the beginning of `text`, if it extends beyond the first word without quotes;
/// `None` if that word is the complete value.
pub(super) fn value_len(text: &str, field: &Field) -> Option<usize> {
    let first = text.chars().next()?;
    if is_quote(first) || first == '\'' {
        return None;
    }
    let len = match field.value_type() {
        ValueType::Board => board_len(text, field),
        ValueType::Date => date_len(text),
        ValueType::File => path_len(text, false),
        _ => None,
    }?;
    (len > first_word(text).len()).then_some(len)
}

fn board_len(text: &str, field: &Field) -> Option<usize> {
    if text.starts_with('(') {
        return sgf_len(text);
    }
    let drawing = || drawing_len(text);
    let moves = || {
        let moves = moves_len(text)?;
        Some(moves + area_len(&text[moves..], field))
    };
    let rows = || (*field != Field::Next).then(|| rows_len(text)).flatten();
    let file = || {
        let file = path_len(text, true)?;
        Some(file + area_len(&text[file..], field))
    };
    let first = first_word(text).len();
    let readings: [&dyn Fn() -> Option<usize>; 4] = [&drawing, &moves, &rows, &file];
    readings.into_iter().filter_map(|read| read()).find(|&len| len > first)
}

/// Length of the SGF at the beginning of a text, up to the parenthesis that closes it, or to the end if none does.
/// Inside a value in brackets, parentheses and escaped characters are text.
fn sgf_len(text: &str) -> Option<usize> {
    if !text.get(1..)?.trim_start().starts_with(';') {
        return None;
    }
    let (mut depth, mut in_value, mut is_escaped) = (0usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if in_value => is_escaped = true,
            ']' => in_value = false,
            _ if in_value => {}
            '[' => in_value = true,
            '(' => depth += 1,
            ')' if depth <= 1 => return Some(at + 1),
            ')' => depth -= 1,
            _ => {}
        }
    }
    Some(text.trim_end().len())
}

/// Length of a diagram of several lines, up to the beginning of another clause.
fn drawing_len(text: &str) -> Option<usize> {
    let text = text.get(..next_clause(text))?;
    let is_marked = |line: &str| line.trim().is_empty() || line.trim_start().starts_with("$$");
    let len = if text.trim_start().starts_with("$$") {
        text.split_inclusive('\n').take_while(|line| is_marked(line)).map(str::len).sum()
    } else {
        text.len()
    };
    let drawing = text.get(..len)?.trim_end();
    (drawing.contains('\n') && input::is_drawing(drawing)).then_some(drawing.len())
}

/// Offset at which the text continues with syntax of the query language: a field and its operator, a connective, or the
/// parenthesis that closes a group.
fn next_clause(text: &str) -> usize {
    let mut depth = 0usize;
    let mut is_start = false;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return at,
            ')' => depth -= 1,
            _ if is_start && begins_clause(text.get(at..).unwrap_or_default()) => return at,
            _ => {}
        }
        is_start = c.is_whitespace();
    }
    text.len()
}

fn begins_clause(text: &str) -> bool {
    let clause = text.strip_prefix('-').unwrap_or(text);
    matches!(first_word(text), "AND" | "OR" | "NOT" | "&&" | "then" | "THEN")
        || read_head(clause).is_some_and(|head| head.field.is_some())
}

/// Words at the beginning of a text, each with the offset of its end. A word ends at white space, at a parenthesis or
/// at `|`.
fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = text.get(at..)?.trim_start();
        let word = first_word(start);
        let after = start.get(word.len()..).and_then(|after| after.chars().next());
        if word.is_empty() || after.is_some_and(|c| !ends_part(c)) {
            return None;
        }
        at = text.len() - start.len() + word.len();
        Some((word, at))
    })
}

/// Length of the list of moves at the beginning of a text: points and passes, perhaps with a number or a colour before
/// each.
fn moves_len(text: &str) -> Option<usize> {
    let mut end = None;
    let mut is_sgf = None;
    for (word, at) in words(text) {
        match input::classify_move_word(word) {
            // Points in SGF letters, such as `pd`, may be ordinary words as well. So they belong to the list only if
            // the list begins with such a point.
            Some(input::MoveWord::Letters) if *is_sgf.get_or_insert(true) => end = Some(at),
            Some(input::MoveWord::Point) if !*is_sgf.get_or_insert(false) => end = Some(at),
            Some(input::MoveWord::Prefix) => {}
            _ => break,
        }
    }
    end
}

/// Length of the words after a position that say which part of the board is cut out as a pattern: ` corner 9`, `
/// K10-T19`. It is 0 if there are none.
fn area_len(text: &str, field: &Field) -> usize {
    if !matches!(field, Field::Pattern | Field::Problem) {
        return 0;
    }
    let mut ends = words(text).take(2).map(|(_, end)| end).collect::<Vec<_>>();
    ends.reverse();
    let is_area = |end: &usize| {
        let is_area_text = text.get(..*end).is_some_and(|part| {
            input::pattern::split_area(&format!("x{part}")) == Some(("x", part.trim_start()))
        });
        is_area_text && text.starts_with(char::is_whitespace)
    };
    ends.into_iter().find(is_area).unwrap_or(0)
}

/// Length of a diagram that is written in one line, its rows separated by blanks: `XO OX`, `. X O / X . .`.
fn rows_len(text: &str) -> Option<usize> {
    let is_drawn = |word: &str| word.chars().all(|c| ".,+XO*?|/".contains(c));
    words(text).take_while(|(word, _)| is_drawn(word)).last().map(|(_, end)| end)
}

/// Length of a date of several words: the longest run of words that is a date.
fn date_len(text: &str) -> Option<usize> {
    let ends: Vec<usize> = words(text).take(MAX_DATE_WORDS).map(|(_, end)| end).collect();
    let is_date = |end: &&usize| {
        let date = text.get(..**end).map(LaxDate::parse_strict);
        matches!(date, Some(Ok(_) | Err(DateDoubt::Either(..))))
    };
    ends.iter().rev().find(is_date).copied()
}

/// Length of a path with blanks that ends in the name of a game record or an archive. With `with_place`, a position in
/// the game may follow: `a b.sgf#42`.
fn path_len(text: &str, with_place: bool) -> Option<usize> {
    if text.starts_with(['(', '@']) {
        return None;
    }
    let end = next_clause(text).min(MAX_PATH_BYTES);
    let line = text.lines().next().unwrap_or_default();
    let path = line.get(..end).unwrap_or(line).split(is_quote).next().unwrap_or_default();
    let path = path.get(..group_start(path)).unwrap_or_default();
    let ends =
        path.char_indices().filter(|(_, c)| ends_part(*c)).map(|(at, _)| at).chain([path.len()]);
    let is_file_name = |end: &usize| {
        let name = path.get(..*end).unwrap_or_default();
        let name = match name.rsplit_once('#').filter(|_| with_place) {
            Some((name, _)) => name,
            None => name,
        };
        !name.ends_with(char::is_whitespace) && file_kind(name) != FileKind::Other
    };
    ends.into_iter().find(is_file_name)
}

/// Offset of a parenthesis that opens a group of the query and is not part of a name as in `Games (1).sgf`: it has
/// blanks, parentheses or nothing inside.
fn group_start(text: &str) -> usize {
    let is_name = |at: usize| {
        let inside = text.get(at + 1..).unwrap_or_default();
        let end = inside.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
        end.is_some_and(|end| {
            end > 0 && inside.get(end..).is_some_and(|rest| rest.starts_with(')'))
        })
    };
    let mut opened = text.match_indices('(').map(|(at, _)| at);
    opened.find(|&at| !is_name(at)).unwrap_or(text.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use crate::{parse, tokens::tokens};

    /// Queries with values that need no quotes, and their canonical forms, which have the quotes.
    const READ: &[(&str, &str)] = &[
        ("position:Q16 D4 Q3", "position:\"Q16 D4 Q3\""),
        ("position:Q16 D4 Q3 result:W+ Lee", "position:\"Q16 D4 Q3\" result:W+ Lee"),
        ("position:Q16 D4 Lee", "position:\"Q16 D4\" Lee"),
        ("position:Q16 Lee", "position:Q16 Lee"),
        ("position:Q16", "position:Q16"),
        ("-position:Q16 D4", "-position:\"Q16 D4\""),
        ("(position:Q16 D4) OR position:D4 Q16", "position:\"Q16 D4\" OR position:\"D4 Q16\""),
        ("position:Q16 D4|Lee", "position:\"Q16 D4\" OR Lee"),
        ("position:Q16 D4 then position:C3", "position:\"Q16 D4\" then position:C3"),
        ("position:B Q16 W D4 black:Lee", "position:\"B Q16 W D4\" black:Lee"),
        ("position:1. Q16 2. D4 1990", "position:\"1. Q16 2. D4\" 1990"),
        ("position:Q16, D4, pass Gu", "position:\"Q16, D4, pass\" Gu"),
        ("position:pd dp Lee", "position:\"pd dp\" Lee"),
        ("position:Q16 go", "position:Q16 go"),
        ("position:e1-e3 b6-d6 kind:loa", "position:\"e1-e3 b6-d6\" kind:loa"),
        ("next:B R14 move:..50", "next:\"B R14\" move:..50"),
        ("pattern:Q16 R14 corner 9 Lee", "pattern:\"Q16 R14 corner 9\" Lee"),
        ("pattern:Q16 K10-T19 Lee", "pattern:\"Q16 K10-T19\" Lee"),
        ("pattern:XO OX Lee", "pattern:\"XO OX\" Lee"),
        ("pattern:X . / O X", "pattern:\"X . / O X\""),
        ("position:(;AB[pd][dd]) Lee", "position:\"(;AB[pd][dd])\" Lee"),
        (
            "position:(;C[a\\] b)]AB[pd](;B[dd])) Lee",
            "position:\"(;C[a\\\\] b)]AB[pd](;B[dd]))\" Lee",
        ),
        ("(position:(;AB[pd]) Lee)", "position:\"(;AB[pd])\" Lee"),
        ("date:21 May 1990", "date:\"21 May 1990\""),
        ("date:21 May 1990 Lee", "date:\"21 May 1990\" Lee"),
        ("date:May 21, 1990 1991", "date:\"May 21, 1990\" 1991"),
        ("date:1990 Lee", "date:1990 Lee"),
        ("date<21 May 1990", "date<\"21 May 1990\""),
        ("file:My Games (1).sgf Lee", "file:\"My Games (1).sgf\" Lee"),
        ("file:a.sgf b.sgf", "file:a.sgf b.sgf"),
        ("file:X (player:lee)", "file:X player:lee"),
        ("file:X player:lee file:y.sgf", "file:X player:lee file:y.sgf"),
        ("file:x Lee", "file:x Lee"),
        ("archive:my pro.zip Lee", "archive:\"my pro.zip\" Lee"),
        ("position:my game.sgf#42 Lee", "position:\"my game.sgf#42\" Lee"),
        ("player:Takemiya Honinbo", "player:Takemiya Honinbo"),
        ("GC:a b", "GC:a b"),
    ];

    #[test]
    fn values_with_blanks_are_read_without_quotes() {
        for (text, canonical) in READ {
            let query = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(query.to_string(), *canonical, "{text}");
            assert_eq!(parse(canonical).unwrap(), query, "{text}");
        }
    }

    #[test]
    fn tokens_end_where_values_do() {
        for (text, _) in READ {
            let values = tokens(text).into_iter();
            let longest =
                values.map(|token| text[token.span].to_owned()).max_by_key(String::len).unwrap();
            assert!(!longest.ends_with(" Lee"), "{text}: {longest}");
        }
        let of = |text: &str| {
            tokens(text).into_iter().map(|token| text[token.span].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(of("position:Q16 D4 Lee"), ["position", ":", "Q16 D4", "Lee"]);
        assert_eq!(of("date:21 May 1990 x"), ["date", ":", "21 May 1990", "x"]);
    }

    #[test]
    fn diagrams_end_where_another_clause_begins() {
        let drawn = "$$B Title (a)\n$$ | . X O .\n$$ | . . 1 .";
        let rows = ". X O .\n. . X .";
        for diagram in [drawn, rows] {
            for end in ["", "\nresult:W+ Lee", "\n-player:Lee", "\nOR Lee"] {
                let text = format!("pattern:{diagram}{end}");
                let query = parse(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
                let tail = end.trim_start();
                let quoted = format!("pattern:{} {tail}", crate::quote(diagram));
                assert_eq!(query, parse(&quoted).unwrap(), "{text}");
            }
        }
    }
}
