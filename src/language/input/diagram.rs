//! Reads diagrams in the format of Sensei's Library, in which every line begins with `$$`.

use super::board_input::{BoardInput, Result, board_size, drawn_size, lines, require_go};
use super::points::{Word, split_digits};
use crate::QueryError;
use kifu_archive::error::Remedy;
use kifu_messages::say;
use kifu_record::game::pattern::{Cell, Edges};
use kifu_record::game::{BoardSize, Color, GameKind, Point, Stone};
use std::ops::Range;

/// Prefix of every line of a diagram.
const LINE_PREFIX: &str = "$$";

/// True if the text is a diagram.
pub(super) fn looks_like(text: &str) -> bool {
    lines(text).any(|line| line.text.trim_start().starts_with(LINE_PREFIX))
}

/// Detects a diagram in which a shell replaced every `$$` by its process number, and returns the error for it.
pub(super) fn shell_error(text: &str) -> Option<QueryError> {
    let mut all = lines(text).map(Word::trim);
    let first = all.find(|line| !line.text.is_empty())?;
    let (number, rest) = split_digits(first.text);
    if number.is_empty() {
        return None;
    }
    let header = DiagramHeader::read(rest).is_some_and(|header| header.length > 0);
    let mut more = 0;
    let mut has_same_number = |line: Word| {
        more += 1;
        let (line_number, rest) = split_digits(line.text);
        line_number == number && (rest.trim().is_empty() || is_points_line(rest))
    };
    let repeated = all.filter(|line| !line.text.is_empty()).all(&mut has_same_number) && more > 0;
    let one_line = more == 0 && number.len() > 2;
    if !(repeated || (header && number.len() > 1 && (one_line || drawn_below(text)))) {
        return None;
    }
    let message = say!("error-shell-number", number = number);
    let span = first.start..first.start + number.len();
    Some(QueryError::new(span, message).with_remedy(Remedy::QuoteDiagram))
}

/// True if the text has lines of points below its first line.
fn drawn_below(text: &str) -> bool {
    let mut below = lines(text).skip(1);
    below.any(|line| is_points_line(split_digits(line.text).1))
}

/// True if a line contains nothing but points and edges.
fn is_points_line(line: &str) -> bool {
    let drawn =
        |word: &str| word.chars().count() == 1 || word.chars().all(|c| ".,+-|XO".contains(c));
    !line.trim().is_empty() && line.split_whitespace().all(drawn)
}

/// First line of a diagram: `[B|W][c][size][mN] title`.
#[derive(Debug, PartialEq, Eq, Default)]
struct DiagramHeader {
    first_color: Option<Color>,
    side: Option<u8>,
    number: Option<u32>,
    /// Number of characters of the first line that stand before the title.
    length: usize,
}

impl DiagramHeader {
    /// Parses the text after `$$`; `None` if anything else follows without a space.
    fn read(text: &str) -> Option<DiagramHeader> {
        let marks = text.split(char::is_whitespace).next()?;
        let mut header = DiagramHeader { length: marks.len(), ..DiagramHeader::default() };
        let mut rest = marks;
        for (mark, color) in [('B', Color::Black), ('W', Color::White)] {
            if let Some(after) = marks.strip_prefix(mark) {
                (header.first_color, rest) = (Some(color), after);
            }
        }
        rest = rest.strip_prefix('c').unwrap_or(rest);
        let (side, mut rest) = split_digits(rest);
        if !side.is_empty() {
            header.side = Some(side.parse().ok()?);
        }
        if let Some(after) = rest.strip_prefix('m') {
            let (number, after) = split_digits(after);
            (header.number, rest) = (Some(number.parse().ok()?), after);
        }
        rest.is_empty().then_some(header)
    }
}

/// Diagram in the format of Sensei's Library, read line by line.
#[derive(Default)]
pub(super) struct Diagram {
    header: DiagramHeader,
    pub(super) rows: Vec<Vec<Cell>>,
    /// Byte range of the rows in the text, for errors.
    pub(super) span: Range<usize>,
    /// Points of the numbered stones and their offsets in the text, indexed by number minus one.
    moves: [Option<(Point, usize)>; 10],
    pub(super) edges: Edges,
    /// First point that the diagram leaves open (a point where anything may stand): its sign, and its byte range in the
    /// text.
    open_point: Option<(char, Range<usize>)>,
}

/// Reads a diagram of a complete board.
pub(super) fn read(
    text: &str,
    kind: Option<GameKind>,
    size: Option<BoardSize>,
) -> Result<BoardInput> {
    Diagram::read(text, kind)?.finish(size)
}

/// True if the text is a diagram of a part of the board, or a diagram with wildcards.
pub(super) fn is_part(text: &str, size: Option<BoardSize>) -> bool {
    looks_like(text)
        && Diagram::read(text, None)
            .is_ok_and(|diagram| diagram.open_point.is_some() || !diagram.is_whole_board(size))
}

/// Lines of a text with a diagram, without the prose above and below it. Lines of points without `$$` do not count as
/// prose.
fn without_prose(text: &str) -> Vec<Word<'_>> {
    let all: Vec<Word> = lines(text).map(Word::trim).filter(|line| !line.text.is_empty()).collect();
    let is_marked = |line: &Word| line.text.starts_with(LINE_PREFIX);
    let first = all.iter().position(is_marked).unwrap_or(0);
    let last = all.iter().rposition(is_marked).unwrap_or(all.len());
    let is_prose = |at: usize, line: &Word| {
        !(first..=last).contains(&at) && !is_points_line(line.text) && !is_edge(line.text)
    };
    (0..).zip(all).filter(|(at, line)| !is_prose(*at, line)).map(|(_, line)| line).collect()
}

impl Diagram {
    /// Reads the lines of a diagram, which may be embedded in other text.
    pub(super) fn read(text: &str, kind: Option<GameKind>) -> Result<Diagram> {
        let mut diagram = Diagram::default();
        let mut first = true;
        for line in without_prose(text) {
            if !line.text.starts_with(LINE_PREFIX) {
                let error = QueryError::new(line.span(), say!("error-diagram-line"));
                return Err(error.with_help(say!("error-diagram-line-help")));
            }
            let rest = line.skip(LINE_PREFIX.len());
            require_go(kind, line.span(), || say!("error-only-go-diagrams"))?;
            let is_header = !rest.text.starts_with(char::is_whitespace)
                && DiagramHeader::read(rest.text).is_some();
            if std::mem::take(&mut first) && (is_header || !is_points_line(rest.text)) {
                diagram.header = DiagramHeader::read(rest.text).ok_or_else(|| bad_header(line))?;
            } else {
                diagram.read_line(rest.trim())?;
            }
        }
        if diagram.rows.is_empty() {
            let error = QueryError::new(0..text.len(), say!("error-diagram-no-row"));
            Err(error.with_help(say!("error-diagram-no-row-help")))
        } else {
            Ok(diagram)
        }
    }
}

fn bad_header(line: Word) -> QueryError {
    let end = line.text.find(char::is_whitespace).unwrap_or(line.text.len());
    let span = line.start..line.start + end;
    QueryError::new(span, say!("error-diagram-header")).with_help(say!("error-diagram-header-help"))
}

/// True if a line is the upper or the lower edge.
fn is_edge(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '-' | '+' | '|') || c.is_whitespace())
}

impl Diagram {
    pub(super) fn read_line(&mut self, line: Word) -> Result<()> {
        // Lines that define links or arrows, which begin with `[` or `{`, are not part of the board and are skipped.
        if line.text.is_empty() || line.text.starts_with(['[', '{']) {
            return Ok(());
        }
        if is_edge(line.text) {
            let edges = &mut self.edges;
            match (self.rows.is_empty(), edges.top, edges.bottom) {
                (true, false, _) => edges.top = true,
                (false, _, false) => edges.bottom = true,
                _ => {
                    let error = QueryError::new(line.span(), say!("error-diagram-edge"));
                    return Err(error.with_help(say!("error-diagram-edge-help")));
                }
            }
            return Ok(());
        }
        if self.edges.bottom {
            let error = QueryError::new(line.span(), say!("error-row-below-edge"));
            return Err(error.with_help(say!("error-row-below-edge-help")));
        }
        self.read_row(line)
    }

    fn read_row(&mut self, line: Word) -> Result<()> {
        let left = line.text.starts_with('|');
        let right = line.text.len() > 1 && line.text.ends_with('|');
        if self.rows.is_empty() {
            (self.edges.left, self.edges.right, self.span) = (left, right, line.span());
        } else if (left, right) != (self.edges.left, self.edges.right) {
            let message = say!("error-row-edges", row = (self.rows.len() + 1).to_string());
            return Err(
                QueryError::new(line.span(), message).with_help(say!("error-row-edges-help"))
            );
        }
        let inside = line.text.trim_matches('|');
        let start = line.text.len() - line.text.trim_start_matches('|').len();
        let mut row = Vec::new();
        for (at, c) in inside.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let at = line.start + start + at;
            row.push(self.read_cell(c, at, row.len())?);
        }
        self.span.end = line.span().end;
        let width = self.rows.first().map_or(row.len(), Vec::len);
        if row.len() != width {
            let message = say!(
                "error-row-length",
                row = (self.rows.len() + 1).to_string(),
                points = row.len().to_string(),
                above = width.to_string()
            );
            return Err(
                QueryError::new(line.span(), message).with_help(say!("error-row-length-help"))
            );
        }
        self.rows.push(row);
        Ok(())
    }

    fn read_cell(&mut self, c: char, at: usize, x: usize) -> Result<Cell> {
        let span = at..at + c.len_utf8();
        match c {
            'X' | 'B' | '#' | 'Y' | 'Z' => Ok(Cell::BLACK),
            'O' | 'W' | '@' | 'Q' | 'P' => Ok(Cell::WHITE),
            '.' | ',' | '+' | 'C' | 'S' | 'T' | 'M' | 'a'..='z' => Ok(Cell::EMPTY),
            '0'..='9' => {
                let digit = c.to_digit(10).unwrap_or_default();
                let point = Point::new(x.min(255) as u8, self.rows.len().min(255) as u8);
                // In a diagram, the digit 0 stands for move 10.
                let index = digit.checked_sub(1).unwrap_or(9) as usize;
                match self.moves.get_mut(index) {
                    Some(place @ None) => *place = Some((point, at)),
                    _ => {
                        let message = say!("error-number-twice", number = c.to_string());
                        let error = QueryError::new(span, message);
                        return Err(error.with_help(say!("error-number-twice-help")));
                    }
                }
                Ok(Cell::EMPTY)
            }
            '?' | '*' | 'A' | 'V' => {
                self.open_point.get_or_insert((c, span));
                Ok(match c {
                    '*' => Cell::STONE,
                    'A' => Cell::BLACK_OR_EMPTY,
                    'V' => Cell::WHITE_OR_EMPTY,
                    _ => Cell::ANYTHING,
                })
            }
            _ => {
                let message = say!("error-sign-unknown", sign = c.to_string());
                Err(QueryError::new(span, message).with_help(say!("error-sign-of-diagram-help")))
            }
        }
    }

    fn finish(self, requested: Option<BoardSize>) -> Result<BoardInput> {
        if let Some((c, span)) = self.open_point {
            let message = say!("error-point-open", sign = c.to_string());
            return Err(QueryError::new(span, message)
                .with_help(say!("error-point-open-help"))
                .with_remedy(Remedy::AskPattern));
        }
        let (width, height) = self.dimensions();
        if let Some(size) = self.header_size().filter(|_| self.has_all_edges())
            && self.size() != Some(size)
        {
            let message = say!(
                "error-diagram-size",
                size = size.to_string(),
                width = width.to_string(),
                height = height.to_string()
            );
            let error = QueryError::new(self.span, message);
            return Err(error.with_help(say!("error-diagram-size-help")));
        }
        if !self.is_whole_board(requested) {
            return Err(QueryError::new(self.span, say!("error-diagram-part"))
                .with_help(say!("error-diagram-part-help"))
                .with_remedy(Remedy::AskPattern));
        }
        let size = drawn_size(width, height, requested, self.span.clone())?;
        let mut result = BoardInput::go(size);
        self.set_stones(&mut result, Point::new(0, 0));
        result.add_dead_stones_note();
        result.turn = self.header.first_color;
        self.play(&mut result, Point::new(0, 0))?;
        Ok(result)
    }

    /// Number of columns and rows of the diagram.
    pub(super) fn dimensions(&self) -> (usize, usize) {
        (self.rows.first().map_or(0, Vec::len), self.rows.len())
    }

    /// Board size of the drawing, if it is valid.
    pub(super) fn size(&self) -> Option<BoardSize> {
        let (width, height) = self.dimensions();
        board_size(width, height)
    }

    /// Board size that the first line gives.
    pub(super) fn header_size(&self) -> Option<BoardSize> {
        self.header.side.and_then(|side| BoardSize::new(side, side))
    }

    fn has_all_edges(&self) -> bool {
        let edges = self.edges;
        edges.left && edges.right && edges.top && edges.bottom
    }

    /// True if the drawing is a complete board, of the given or requested size.
    fn is_whole_board(&self, requested: Option<BoardSize>) -> bool {
        let is_full = |size: BoardSize| self.size() == Some(size);
        self.has_all_edges() || self.header_size().or(requested).is_some_and(is_full)
    }

    /// Sets the drawn stones, with the upper left point of the drawing at `corner`.
    pub(super) fn set_stones(&self, input: &mut BoardInput, corner: Point) {
        for (row, y) in self.rows.iter().zip(corner.y..) {
            for (&cell, x) in row.iter().zip(corner.x..) {
                let stone = match cell {
                    Cell::BLACK => Stone::Black,
                    Cell::WHITE => Stone::White,
                    _ => continue,
                };
                input.board.set(Point::new(x, y), stone);
            }
        }
    }

    /// Numbered stones of the diagram, each with its colour.
    pub(super) fn numbered_stones(&self) -> Vec<(Color, Point)> {
        let places = self.colors().zip(&self.moves);
        let stone = |(color, place): (Color, &Option<(Point, usize)>)| Some((color, (*place)?.0));
        places.filter_map(stone).collect()
    }

    /// Colours of the moves 1, 2 … of the diagram: they alternate from the colour that moves first.
    fn colors(&self) -> impl Iterator<Item = Color> {
        let first = self.header.first_color.unwrap_or(Color::Black);
        std::iter::successors(Some(first), |color| Some(color.other()))
    }

    /// Colour that moves first, if the first line tells it.
    pub(super) fn first_color(&self) -> Option<Color> {
        self.header.first_color
    }

    /// Plays the numbered stones in order, with the upper left point of the drawing at `corner`.
    pub(super) fn play(&self, input: &mut BoardInput, corner: Point) -> Result<()> {
        let first = self.header.number.unwrap_or(1);
        let Some(last) = self.moves.iter().rposition(Option::is_some) else {
            return Ok(());
        };
        let printed_number = |index: usize| first.saturating_add(index as u32);
        let mut gaps = Vec::new();
        let places = self.moves.iter().zip(self.colors()).take(last + 1);
        for (index, (place, color)) in places.enumerate() {
            match place {
                Some((point, at)) => {
                    let point = Point::new(corner.x + point.x, corner.y + point.y);
                    input.place(color, point, *at..*at + 1)?;
                }
                None => gaps.push(printed_number(index).to_string()),
            }
        }
        input.notes.push(match last {
            0 => say!("note-numbered-stone", number = first.to_string()),
            _ => say!(
                "note-numbered-stones",
                first = first.to_string(),
                last = printed_number(last).to_string()
            ),
        });
        if !gaps.is_empty() {
            let note = say!("note-moves-not-drawn", numbers = gaps.join(", "));
            input.notes.push(note);
        }
        Ok(())
    }
}
