//! Reads a pattern written as rows: `XO/OX`, `XO OX`, or lines without `$$`.

use crate::QueryError;
use crate::input::board_input::{Result, lines};
use crate::input::diagram::Diagram;
use crate::input::points::{self, Word};
use crate::input::{ascii, pasted};
use kifu_messages::say;

/// True if a line has only the characters of rows without `$$`.
fn is_row(line: &str) -> bool {
    let drawn = |c: char| ".,+XO*?AV|".contains(c) || c.is_ascii_digit() || c.is_whitespace();
    line.contains(['.', ',', '+', 'X', 'O', '*', '?', 'A', 'V']) && line.chars().all(drawn)
}

/// Rows of `XO/OX`, of `XO OX`, or of lines without `$$`.
fn split_rows(text: &str) -> impl Iterator<Item = Word<'_>> {
    let in_one_line = !text.trim().contains('\n');
    let rows_are_words = in_one_line && words_are_rows(text);
    let separates = move |c: char| in_one_line && c == '/' || rows_are_words && c.is_whitespace();
    lines(text)
        .flat_map(move |line| points::words(line, separates))
        .filter(|piece| !piece.text.trim().is_empty())
}

/// Number of points that a word draws. In a word of nothing but edge signs, such as `---`, each sign counts as a point,
/// so that the word can be a row.
fn count_points(word: &str) -> usize {
    let edges = word.matches(['|', '-', '+']).count();
    if edges == word.len() && edges > 1 { edges } else { word.len() - edges }
}

/// True if each word of a line is a row that draws several points.
pub(super) fn words_are_rows(text: &str) -> bool {
    let words = || text.split_whitespace();
    !text.contains('/') && words().count() > 1 && words().all(|word| count_points(word) > 1)
}

/// Refuses a line in which some words draw one point and some draw several, because it is unclear whether it is one row
/// or many.
fn check_words(text: &str) -> Result<()> {
    let counts = || text.split_whitespace().map(count_points);
    let is_mixed = counts().any(|count| count > 1) && counts().any(|count| count == 1);
    if text.trim().contains(['\n', '/']) || !is_mixed {
        return Ok(());
    }
    let start = text.len() - text.trim_start().len();
    let span = start..text.trim_end().len();
    Err(QueryError::new(span, say!("error-row-or-rows")).with_help(say!("error-row-or-rows-help")))
}

/// True if the text is the rows of a pattern: `XO/OX`, or several lines. A complete board with coordinates is not a
/// pattern.
pub(super) fn is_pattern_rows(text: &str) -> bool {
    let mut count = 0;
    let all = split_rows(text).all(|piece| {
        count += usize::from(is_row(piece.text));
        is_row(piece.text) || pasted::is_edge(piece.text)
    });
    all && count > 0 && !(ascii::looks_like(text) && has_numbers(text))
}

/// True if a text is the rows of a pattern in any of the signs for stones.
pub(in crate::input) fn has_rows(text: &str) -> bool {
    is_pattern_rows(&pasted::to_diagram_signs(text))
}

/// True if all rows begin with their numbers.
fn has_numbers(text: &str) -> bool {
    text.lines().filter(|line| !line.trim().is_empty()).all(|line| {
        line.trim_start().starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_alphabetic())
            && !line.trim_start().starts_with(['X', 'O', 'A', 'V'])
    })
}

/// Reads rows in the signs of a diagram. `original` is the text before its signs were replaced, which shows the edges.
pub(super) fn read_rows(text: &str, original: &str) -> Result<Diagram> {
    check_words(text)?;
    let mut drawn = Diagram::default();
    for piece in split_rows(text) {
        drawn.read_line(piece.trim())?;
    }
    drawn.edges = drawn.edges.with(pasted::edges_of_lines(original));
    Ok(drawn)
}
