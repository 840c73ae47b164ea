//! Draws boards as text.
//!
//! A point takes two columns and the name of a board column one letter. If the board is wider than the terminal, points
//! are drawn without gaps. `●` and `○` take one column on nearly every terminal; where East Asian widths make them two,
//! use `--ascii`.

#[cfg(test)]
mod tests;

use super::styles;
use super::terminal::Terminal;
use anstyle::Style;
use kifu_engine::points::column_name;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, GameKind, Point, Stone};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;

/// What a drawing has besides the stones of the board: signs, and the part to which it is limited.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardOverlay {
    /// Point of the last move, drawn in parentheses.
    pub last: Option<Point>,
    /// Characters drawn in place of points, such as the letters of continuations.
    pub labels: BTreeMap<Point, char>,
    /// Points drawn in square brackets.
    pub highlight: BTreeSet<Point>,
    /// Part of the board to draw: its upper left point and its size; `None` for the whole board.
    pub part: Option<(Point, BoardSize)>,
    /// Edges of the board to draw as lines. A pattern shows only those edges that it must touch in a game.
    pub edges: Edges,
}

/// Returns the character for a stone: a circle if the terminal has Unicode, else a letter.
pub(crate) fn stone_symbol(stone: Stone, term: &Terminal) -> char {
    match stone {
        Stone::Black if term.unicode => '●',
        Stone::White if term.unicode => '○',
        Stone::Empty if term.unicode => '⋅',
        stone => stone.symbol(),
    }
}

/// Draws a board with coordinates; returns its lines from the top.
pub(crate) fn draw(board: &Board, drawing: &BoardOverlay, term: &Terminal) -> Vec<String> {
    let (corner, size) = drawing.part.unwrap_or((Point::new(0, 0), board.size()));
    let columns = usize::from(size.width());
    let digits = board.size().height().to_string().len();
    // A line has the row number on both sides, and a gap before each point and after the last one: 2 × digits + 3 + 2 ×
    // columns.
    let is_dense = 2 * digits + 3 + 2 * columns > term.width;
    let painter = Painter {
        board,
        drawing,
        term,
        is_dense,
        digits,
        columns: corner.x..corner.x + size.width(),
    };
    let axis = painter.column_labels();
    let mut lines = axis.clone();
    let rows = corner.y..corner.y + size.height();
    lines.extend(drawing.edges.top.then(|| painter.edge_line()));
    lines.extend(rows.map(|y| painter.row_line(y)));
    lines.extend(drawing.edges.bottom.then(|| painter.edge_line()));
    lines.extend(axis);
    lines
}

struct Painter<'a> {
    board: &'a Board,
    drawing: &'a BoardOverlay,
    term: &'a Terminal,
    /// True if points are drawn without gaps because the board is too wide.
    is_dense: bool,
    digits: usize,
    /// Range of the board's columns to draw, counted from 0.
    columns: Range<u8>,
}

impl Painter<'_> {
    /// Lines with the names of the columns. A name of two letters is written vertically on two lines.
    fn column_labels(&self) -> Vec<String> {
        let game = self.board.game();
        let names: Vec<Vec<char>> =
            self.columns.clone().map(|x| column_name(game, x).chars().collect()).collect();
        let height = names.iter().map(Vec::len).max().unwrap_or(1);
        (0..height)
            .map(|line| {
                let mut text = " ".repeat(self.digits + 1);
                for name in &names {
                    if !self.is_dense {
                        text.push(' ');
                    }
                    let letter = (line + name.len()).checked_sub(height);
                    text.push(letter.and_then(|i| name.get(i)).copied().unwrap_or(' '));
                }
                self.term.dim(text.trim_end())
            })
            .collect()
    }

    /// Line for the upper or lower edge of the board.
    fn edge_line(&self) -> String {
        let points = self.columns.len();
        let width = if self.is_dense { points } else { 2 * points + 1 };
        let indent = self.digits + 1;
        let line = format!("{:indent$}{}", "", "-".repeat(width));
        self.term.dim(line)
    }

    fn row_line(&self, y: u8) -> String {
        let number = self.board.size().height() - y;
        let mut line = StyledLine { term: self.term, text: String::new(), style: styles::PLAIN };
        let digits = self.digits;
        line.push(styles::DIM, format_args!("{number:>digits$}"));
        let Edges { left, right, .. } = self.drawing.edges;
        let side = |is_edge: bool| if is_edge && self.is_dense { '|' } else { ' ' };
        line.push(styles::DIM, side(left));
        for x in self.columns.clone() {
            if !self.is_dense {
                let left = x.checked_sub(1).filter(|left| self.columns.contains(left));
                line.push_separator(self.separator(left, Some(x), y));
            }
            let (style, symbol) = self.styled_symbol(Point::new(x, y));
            line.push(style, symbol);
        }
        if !self.is_dense {
            line.push_separator(self.separator(self.columns.clone().last(), None, y));
        }
        line.push(styles::DIM, side(right));
        line.push(styles::DIM, number);
        line.push(styles::PLAIN, "");
        line.text
    }

    /// Separator between two neighbouring points: a bracket for the last move or a highlighted point, `|` for an edge,
    /// or none.
    fn separator(&self, left: Option<u8>, right: Option<u8>, y: u8) -> Option<(Style, char)> {
        let point = |x: Option<u8>| x.map(|x| Point::new(x, y));
        let (left, right) = (point(left), point(right));
        let is_last = |point: Option<Point>| point.is_some() && point == self.drawing.last;
        let is_lit = |point: Option<Point>| {
            point.is_some_and(|point| self.drawing.highlight.contains(&point))
        };
        if is_last(left) {
            Some((styles::RED, ')'))
        } else if is_last(right) {
            Some((styles::RED, '('))
        } else if left.is_none() && self.drawing.edges.left
            || right.is_none() && self.drawing.edges.right
        {
            Some((styles::DIM, '|'))
        } else {
            match (is_lit(left), is_lit(right)) {
                (true, true) => Some((styles::CYAN, '|')),
                (true, false) => Some((styles::CYAN, ']')),
                (false, true) => Some((styles::CYAN, '[')),
                (false, false) => None,
            }
        }
    }

    fn styled_symbol(&self, point: Point) -> (Style, char) {
        if let Some(&label) = self.drawing.labels.get(&point) {
            return (styles::YELLOW, label);
        }
        let stone = self.board.stone(point);
        let symbol = stone_symbol(stone, self.term);
        let is_last = self.is_dense && self.drawing.last == Some(point);
        let is_lit = self.is_dense && self.drawing.highlight.contains(&point);
        let star = self.board.game() == GameKind::Go && self.board.size().is_star_point(point);
        match stone {
            _ if is_last => (styles::RED, symbol),
            _ if is_lit => (styles::CYAN, symbol),
            Stone::Empty if star => (styles::DIM, '+'),
            Stone::Empty => (styles::DIM, symbol),
            Stone::Black | Stone::White | Stone::Hole => (styles::PLAIN, symbol),
        }
    }
}

/// A line of text that emits a style code only when the style changes.
struct StyledLine<'a> {
    term: &'a Terminal,
    text: String,
    style: Style,
}

impl StyledLine<'_> {
    fn push(&mut self, style: Style, text: impl Display) {
        if self.term.color && style != self.style {
            self.text.push_str(&format!("{:#}{style}", self.style));
            self.style = style;
        }
        self.text.push_str(&text.to_string());
    }

    fn push_separator(&mut self, mark: Option<(Style, char)>) {
        let (style, mark) = mark.unwrap_or((self.style, ' '));
        self.push(style, mark);
    }
}
