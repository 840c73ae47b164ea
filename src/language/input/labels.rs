//! Replaces letters on points of a drawn board, which books and forums use as labels of empty points.

use super::ascii;
use kifu_messages::{Message, say};
use kifu_record::game::GameKind;
use std::borrow::Cow;

/// Returns a drawing of several lines with `.` in place of each label; other texts stay unchanged.
///
/// A label is any letter on a point, with these exceptions:
/// - `X` and `O` are always stones.
/// - `x` and `o` are stones, unless the drawing also has the letter before them in the alphabet (`w` or `n`). Then they
///   continue a row of labels.
/// - `B` and `W` may be stones, unless the drawing has stones in other signs (`X`, `O`, `●` …).
/// - In a pattern, `A` and `V` are points that are left open, unless the drawing has another capital letter besides `X`
///   and `O`.
pub(super) fn without_labels(text: &str, is_pattern: bool) -> Cow<'_, str> {
    let rows: Vec<&str> = text.lines().filter(|line| is_row(line)).collect();
    if rows.len() < 2 {
        return Cow::Borrowed(text);
    }
    let labels = Labels::find(&rows, is_pattern);
    if !rows.iter().any(|row| row.contains(|c| labels.is_label(c))) {
        return Cow::Borrowed(text);
    }
    let line = |line: &str| {
        if is_row(line) { line.replace(|c| labels.is_label(c), ".") } else { line.to_owned() }
    };
    Cow::Owned(text.split_inclusive('\n').map(line).collect())
}

/// Note that tells the user that letters were read as labels; `None` if the drawing had no labels.
pub(super) fn labels_note(typed: &str, drawing: &str) -> Option<Message> {
    (typed != drawing).then(|| say!("note-labels"))
}

/// Which of the letters that may also draw something are labels in one drawing.
struct Labels {
    o: bool,
    x: bool,
    /// True if `B` and `W` are labels.
    b_and_w: bool,
    /// True if `A` and `V` are labels.
    a_and_v: bool,
}

impl Labels {
    fn find(rows: &[&str], is_pattern: bool) -> Labels {
        let has = |c: char| rows.iter().any(|row| row.contains(c));
        let is_stone = |c: char| matches!(ascii::parse_stone(c, GameKind::Go), Some(stone) if stone.color().is_some());
        let is_other = |c: char| c.is_ascii_uppercase() && !matches!(c, 'X' | 'O' | 'A' | 'V');
        Labels {
            o: has('n'),
            x: has('w'),
            b_and_w: rows.iter().any(|row| row.contains(is_stone)),
            a_and_v: !is_pattern || rows.iter().any(|row| row.contains(is_other)),
        }
    }

    fn is_label(&self, c: char) -> bool {
        match c {
            'o' => self.o,
            'x' => self.x,
            'X' | 'O' => false,
            'B' | 'W' => self.b_and_w,
            'A' | 'V' => self.a_and_v,
            c => c.is_ascii_alphabetic(),
        }
    }
}

/// True if a line is a row of points of which fewer than half are letters, perhaps with a number at either side.
fn is_row(line: &str) -> bool {
    let line = line.trim().trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    let (mut points, mut letters) = (0, 0);
    for c in line.chars() {
        match c {
            c if ascii::parse_stone(c, GameKind::Go).is_some() => points += 1,
            '?' | '*' => points += 1,
            c if c.is_ascii_alphabetic() => letters += 1,
            '0'..='9' => {}
            c if ascii::is_between(c) => {}
            _ => return false,
        }
    }
    points >= 2 && points > letters
}
