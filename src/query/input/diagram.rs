//! Diagrams of Sensei's Library, every line of which begins with `$$`.

use super::points::Word;
use super::{Asked, Result, drawn_size, lines, only_go, set_rows};
use crate::game::{BoardSize, Color, Game, Point, Stone};
use crate::query::QueryError;
use std::ops::Range;

/// What every line begins with.
const MARK: &str = "$$";

/// Whether the text is a diagram.
pub(super) fn looks_like(text: &str) -> bool {
    lines(text).any(|line| line.text.trim_start().starts_with(MARK))
}

/// The error for a diagram in which a shell replaced every `$$` by the number of its process.
pub(super) fn shell_trap(text: &str) -> Option<QueryError> {
    let mut all = lines(text)
        .filter(|line| !line.text.trim().is_empty())
        .map(numbered);
    let (first, digits) = all.next()?;
    let number = first.text.get(..digits).filter(|_| digits > 0)?;
    let rest = first.text.get(digits..)?;
    let header = Header::read(rest)
        .filter(|header| header.marks > 0)
        .is_some();
    let mut more = 0;
    let mut same = |(line, digits): (Word, usize)| {
        more += 1;
        let rest = line.text.get(digits..).unwrap_or_default();
        line.text.get(..digits) == Some(number) && (rest.trim().is_empty() || is_drawn(rest))
    };
    let repeated = all.all(&mut same) && more > 0;
    let one_line = more == 0 && digits > 2;
    if !(repeated || (header && digits > 1 && (one_line || drawn_below(text)))) {
        return None;
    }
    let message = format!("the shell turned `$$` into the number {number}");
    let span = first.start..first.start + digits;
    Some(QueryError::new(span, message).help(
        "put the diagram between single quotes, or send it to standard input: `kifu-index position - < diagram.txt`",
    ))
}

/// A line, and how many digits it begins with.
fn numbered(line: Word<'_>) -> (Word<'_>, usize) {
    let line = line.trim();
    let rest = line.text.trim_start_matches(|c: char| c.is_ascii_digit());
    (line, line.text.len() - rest.len())
}

/// Whether there are lines of points below the first one.
fn drawn_below(text: &str) -> bool {
    lines(text)
        .skip(1)
        .any(|line| is_drawn(line.text.trim_start_matches(|c: char| c.is_ascii_digit())))
}

/// Whether a line holds nothing but points and edges.
fn is_drawn(line: &str) -> bool {
    let drawn =
        |word: &str| word.chars().count() == 1 || word.chars().all(|c| ".,+-|XO".contains(c));
    !line.trim().is_empty() && line.split_whitespace().all(drawn)
}

/// What the first line says: `[B|W][c][size][mN] title`.
#[derive(Debug, PartialEq, Eq, Default)]
struct Header {
    first: Option<Color>,
    side: Option<u8>,
    number: Option<u32>,
    /// How many of these stand there.
    marks: usize,
}

impl Header {
    /// Reads what follows `$$`; none if something else is glued to it.
    fn read(text: &str) -> Option<Header> {
        let marks = text.split(char::is_whitespace).next()?;
        let mut header = Header {
            marks: marks.len(),
            ..Header::default()
        };
        let mut rest = marks;
        for (mark, color) in [('B', Color::Black), ('W', Color::White)] {
            if let Some(after) = marks.strip_prefix(mark) {
                (header.first, rest) = (Some(color), after);
            }
        }
        rest = rest.strip_prefix('c').unwrap_or(rest);
        let (digits, after) = number(rest);
        if !digits.is_empty() {
            header.side = Some(digits.parse().ok()?);
        }
        if let Some(after) = after.strip_prefix('m') {
            let (digits, after) = number(after);
            header.number = Some(digits.parse().ok()?);
            return after.is_empty().then_some(header);
        }
        after.is_empty().then_some(header)
    }
}

/// The digits at the start of a text and what follows them.
fn number(text: &str) -> (&str, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.split_at(text.len() - rest.len())
}

/// The diagram line by line.
#[derive(Default)]
struct Diagram {
    header: Header,
    rows: Vec<Vec<Stone>>,
    /// Row and columns of the text, to point at.
    span: Range<usize>,
    /// By number less one.
    moves: [Option<(Point, usize)>; 10],
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
}

/// Reads a diagram of a whole board.
pub(super) fn read(text: &str, kind: Option<Game>, size: Option<BoardSize>) -> Result<Asked> {
    let mut diagram = Diagram::default();
    let mut first = true;
    for line in lines(text) {
        let line = line.trim();
        if line.text.is_empty() {
            continue;
        }
        if !line.text.starts_with(MARK) {
            return Err(
                QueryError::new(line.span(), "a line that does not begin with `$$`")
                    .help("every line of a Sensei's Library diagram begins with `$$`"),
            );
        }
        let rest = line.skip(MARK.len());
        only_go(kind, line.span(), "Sensei's Library diagrams")?;
        let glued =
            !rest.text.starts_with(char::is_whitespace) && Header::read(rest.text).is_some();
        if std::mem::take(&mut first) && (glued || !is_drawn(rest.text)) {
            diagram.header = Header::read(rest.text).ok_or_else(|| bad_header(line))?;
        } else {
            diagram.line(rest.trim())?;
        }
    }
    diagram.finish(text, size)
}

fn bad_header(line: Word) -> QueryError {
    let end = line
        .text
        .find(char::is_whitespace)
        .unwrap_or(line.text.len());
    QueryError::new(line.start..line.start + end, "a first line that cannot be read")
        .help("it is `$$`, then B or W, c, the board's size and m with the first number, then a title: `$$Bc19m5 Title`")
}

/// Whether a line is the upper or the lower edge.
fn is_edge(line: &str) -> bool {
    line.contains('-')
        && line
            .chars()
            .all(|c| matches!(c, '-' | '+' | '|') || c.is_whitespace())
}

impl Diagram {
    fn line(&mut self, line: Word) -> Result<()> {
        // Links and arrows are no part of the board.
        if line.text.is_empty() || line.text.starts_with(['[', '{']) {
            return Ok(());
        }
        if is_edge(line.text) {
            match (self.rows.is_empty(), self.top, self.bottom) {
                (true, false, _) => self.top = true,
                (false, _, false) => self.bottom = true,
                _ => {
                    return Err(QueryError::new(line.span(), "an edge too many")
                        .help("one line of `-` stands above the rows and one below"));
                }
            }
            return Ok(());
        }
        if self.bottom {
            return Err(QueryError::new(line.span(), "a row below the lower edge")
                .help("the lower edge stands below all rows"));
        }
        self.row(line)
    }

    fn row(&mut self, line: Word) -> Result<()> {
        let left = line.text.starts_with('|');
        let right = line.text.len() > 1 && line.text.ends_with('|');
        if self.rows.is_empty() {
            (self.left, self.right, self.span) = (left, right, line.span());
        } else if (left, right) != (self.left, self.right) {
            let message = format!(
                "row {} has other edges than the rows above",
                self.rows.len() + 1
            );
            return Err(QueryError::new(line.span(), message)
                .help("an edge `|` stands in every row or in none"));
        }
        let inside = line.text.trim_matches('|');
        let start = line.text.len() - line.text.trim_start_matches('|').len();
        let mut row = Vec::new();
        for (at, c) in inside.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let at = line.start + start + at;
            row.push(self.cell(c, at, row.len())?);
        }
        self.span.end = line.span().end;
        let width = self.rows.first().map_or(row.len(), Vec::len);
        if row.len() != width {
            let message = format!(
                "row {} has {} points, the rows above have {width}",
                self.rows.len() + 1,
                row.len()
            );
            return Err(
                QueryError::new(line.span(), message).help("all rows of a board are equally long")
            );
        }
        self.rows.push(row);
        Ok(())
    }

    fn cell(&mut self, c: char, at: usize, x: usize) -> Result<Stone> {
        let span = at..at + c.len_utf8();
        match c {
            'X' | 'B' | '#' | 'Y' | 'Z' => Ok(Stone::Black),
            'O' | 'W' | '@' | 'Q' | 'P' => Ok(Stone::White),
            '.' | ',' | '+' | 'C' | 'S' | 'T' | 'M' | 'a'..='z' => Ok(Stone::Empty),
            '0'..='9' => {
                let digit = c.to_digit(10).unwrap_or_default();
                let point = Point::new(x.min(255) as u8, self.rows.len().min(255) as u8);
                // 1 to 9 come first, then 0 for the tenth.
                let index = digit.checked_sub(1).unwrap_or(9) as usize;
                match self.moves.get_mut(index) {
                    Some(place @ None) => *place = Some((point, at)),
                    _ => {
                        return Err(QueryError::new(
                            span,
                            format!("a second stone with the number {c}"),
                        )
                        .help("each number stands once; 0 is the tenth move"));
                    }
                }
                Ok(Stone::Empty)
            }
            '?' | '*' | 'A' | 'V' | '_' => {
                let message =
                    format!("`{c}` leaves open what stands here, but a position needs to know");
                Err(QueryError::new(span, message)
                    .help("write X, O or . for every point of the board"))
            }
            _ => Err(
                QueryError::new(span, format!("`{c}` is nothing that stands on a board")).help(
                    "X and O are stones, . and , empty points, 1 to 9 and 0 moves, a to z labels",
                ),
            ),
        }
    }

    fn finish(self, text: &str, asked: Option<BoardSize>) -> Result<Asked> {
        let (width, height) = (self.rows.first().map_or(0, Vec::len), self.rows.len());
        if width == 0 {
            return Err(QueryError::new(0..text.len(), "a diagram without a row")
                .help("rows look like `$$ | . X O . |`, between lines of `-`"));
        }
        let all_edges = self.top && self.bottom && self.left && self.right;
        let side = self.header.side.and_then(|side| BoardSize::new(side, side));
        let is_full = |size: BoardSize| {
            (usize::from(size.width()), usize::from(size.height())) == (width, height)
        };
        if let Some(size) = side.filter(|&size| all_edges && !is_full(size)) {
            let message = format!("the first line says {size}, but {width}x{height} is drawn");
            return Err(
                QueryError::new(self.span, message).help("leave the size out, or draw all rows")
            );
        }
        if !all_edges && !side.or(asked).is_some_and(is_full) {
            return Err(
                QueryError::new(self.span, "this diagram shows a part of the board")
                    .help("show the whole board: draw all four edges, with `-`, `|` and `+`"),
            );
        }
        let size = drawn_size(width, height, asked, self.span.clone())?;
        let mut result = Asked::go(size);
        set_rows(&mut result, &self.rows);
        result.note_dead_stones();
        result.turn = self.header.first;
        self.play(&mut result)?;
        Ok(result)
    }

    /// Plays the numbered stones in their order.
    fn play(&self, asked: &mut Asked) -> Result<()> {
        let first = self.header.number.unwrap_or(1);
        let mut color = self.header.first.unwrap_or(Color::Black);
        let last = self.moves.iter().rposition(Option::is_some);
        let Some(last) = last else {
            return Ok(());
        };
        let shown = |index: usize| first.saturating_add(index as u32);
        let mut gaps = Vec::new();
        for (index, place) in self.moves.iter().enumerate().take(last + 1) {
            match place {
                Some((point, at)) => asked.place(color, *point, *at..*at + 1)?,
                None => gaps.push(shown(index).to_string()),
            }
            color = color.other();
        }
        asked.notes.push(match last {
            0 => format!("numbered stone {first} was played"),
            _ => format!("numbered stones {first}-{} were played", shown(last)),
        });
        if !gaps.is_empty() {
            asked
                .notes
                .push(format!("moves not on the diagram: {}", gaps.join(", ")));
        }
        Ok(())
    }
}
