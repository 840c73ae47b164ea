//! The markup of a node: signs on empty points of the board, and a line that names all of them.

use crate::terminal::Terminal;
use kifu_drawing::mark_points;
use kifu_engine::game::{Mark, Sign};
use kifu_engine::points::point_name;
use kifu_record::Start;
use kifu_record::game::board::Board;
use kifu_record::game::{Point, Stone};
use std::collections::BTreeMap;

/// Maximum number of points with markup that are named; any more are only counted.
const MAX_NAMED_POINTS: usize = 40;

/// Returns the signs to draw on empty points.
///
/// A stone stays visible, so a sign on it is only named below the board. The same holds for a label that is too long
/// for a point or that looks like a stone.
pub(super) fn drawn_signs(
    marks: &[&Mark],
    board: &Board,
    term: &Terminal,
) -> BTreeMap<Point, char> {
    let mut signs = BTreeMap::new();
    for mark in marks {
        let Some(sign) = symbol(mark, term) else {
            continue;
        };
        for point in mark_points(mark).filter(|&point| board.stone(point) == Stone::Empty) {
            signs.entry(point).or_insert(sign);
        }
    }
    signs
}

fn symbol(mark: &Mark, term: &Terminal) -> Option<char> {
    let (unicode_sign, ascii_sign) = match mark.sign {
        Sign::Label => {
            let mut letters = mark.label.chars();
            let first = letters.next().filter(|_| letters.next().is_none())?;
            let is_stone = matches!(first, 'X' | 'O' | 'x' | 'o');
            return (first.is_ascii_alphanumeric() && !is_stone).then_some(first);
        }
        Sign::Triangle => ('△', 'T'),
        Sign::Square => ('□', 'S'),
        Sign::Circle => ('◇', 'C'),
        Sign::Cross => ('×', 'M'),
        Sign::Selected => ('▪', 'L'),
    };
    Some(if term.unicode { unicode_sign } else { ascii_sign })
}

/// Names the markup of a node: `Marked: A at Q4, triangle D4 Q16`.
pub(super) fn markup_line(marks: &[&Mark], start: Start) -> Option<String> {
    let mut named: Vec<(Sign, &str, Vec<String>)> = Vec::new();
    let marked = || marks.iter().flat_map(|mark| mark_points(mark).map(move |point| (mark, point)));
    for (mark, point) in marked().take(MAX_NAMED_POINTS) {
        let name = point_name(start.game, start.size, point);
        let mut groups = named.iter_mut();
        match groups.find(|(sign, label, _)| (*sign, *label) == (mark.sign, &mark.label)) {
            Some((_, _, points)) => points.push(name),
            None => named.push((mark.sign, &mark.label, vec![name])),
        }
    }
    named.sort_by_key(|(sign, ..)| *sign);
    let part = |(sign, label, points): &(Sign, &str, Vec<String>)| {
        let points = points.join(" ");
        match sign {
            Sign::Label => format!("{label} at {points}"),
            Sign::Triangle => format!("triangle {points}"),
            Sign::Square => format!("square {points}"),
            Sign::Circle => format!("circle {points}"),
            Sign::Cross => format!("cross {points}"),
            Sign::Selected => format!("selected {points}"),
        }
    };
    let mut parts: Vec<String> = named.iter().map(part).collect();
    let more = marked().count().saturating_sub(MAX_NAMED_POINTS);
    if more > 0 {
        parts.push(format!("and {more} more points"));
    }
    (!parts.is_empty()).then(|| format!("Marked: {}", parts.join(", ")))
}
