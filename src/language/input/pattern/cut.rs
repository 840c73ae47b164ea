//! Cuts a pattern out of a position: parses which part is selected, and builds the pattern.

use super::{PatternInput, check_not_open};
use crate::input::board_input::BoardInput;
use crate::input::points;
use kifu_messages::{Message, say};
use kifu_record::game::board::Board;
use kifu_record::game::pattern::{Cell, Edges, MAX_PATTERN_MOVES, Pattern};
use kifu_record::game::{BoardSize, GameKind, Point, Stone};
use kifu_record::numbers::parse_size;
use std::ops::RangeInclusive;

/// Part of a position that a request selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatternArea {
    /// Rectangle between two points. Where it lies on an edge of the board, it is bound to this edge.
    Region(Point, Point),
    /// Corner that contains the stones, with this many columns and rows, or as many as the stones need.
    Corner(Option<BoardSize>),
}

/// Options for cutting a pattern out of a position.
#[derive(Debug, Clone, Default)]
pub struct PatternCut {
    /// Sides of the part that must lie on the edge of the board in every hit; `None` for all sides that lie on an edge
    /// in this position.
    pub edges: Option<Edges>,
    /// Points that may have another content than in the position.
    pub open: Vec<(Point, Cell)>,
    /// True if the known moves inside the part must be played in their order.
    pub sequence: bool,
}

/// Cuts a part of a position out as a pattern.
pub fn cut(
    input: &BoardInput,
    area: PatternArea,
    options: &PatternCut,
) -> std::result::Result<PatternInput, Message> {
    let board = input.board.size();
    let (from, to) = match area {
        PatternArea::Region(a, b) => {
            (Point::new(a.x.min(b.x), a.y.min(b.y)), Point::new(a.x.max(b.x), a.y.max(b.y)))
        }
        PatternArea::Corner(size) => corner_with_stones(&input.board, size)?,
    };
    let fits = board.contains(to);
    let size = BoardSize::new(to.x - from.x + 1, to.y - from.y + 1).filter(|_| fits);
    let size = size.ok_or_else(|| say!("error-region-off-board", size = board.to_string()))?;
    let on_board = |point: Point| Point::new(from.x + point.x, from.y + point.y);
    let (before, line) =
        if options.sequence { input.split_moves() } else { (input.board.clone(), Vec::new()) };
    let cell = |point| {
        let mut open = options.open.iter().filter(|(at, _)| *at == point);
        open.next().map_or(Cell::only(before.stone(point)), |(_, cell)| *cell)
    };
    let cells = size.points().map(|point| cell(on_board(point)));
    let touched = Edges {
        left: from.x == 0,
        top: from.y == 0,
        right: to.x + 1 == board.width(),
        bottom: to.y + 1 == board.height(),
    };
    let edges = options.edges.map_or(touched, |edges| edges.and(touched));
    let pattern =
        Pattern::new(size, cells.collect(), edges).ok_or_else(|| say!("error-region-empty"))?;
    check_not_open(&pattern)?;
    let to_pattern =
        |at: Point| Some(Point::new(at.x.checked_sub(from.x)?, at.y.checked_sub(from.y)?));
    let moves = line.into_iter().filter_map(|(color, at)| Some((color, to_pattern(at)?)));
    let moves: Vec<_> = moves.filter(|(_, at)| size.contains(*at)).collect();
    if options.sequence && moves.is_empty() {
        return Err(say!("error-region-no-move"));
    }
    if moves.len() > MAX_PATTERN_MOVES {
        let (n, most) = (moves.len().to_string(), MAX_PATTERN_MOVES.to_string());
        return Err(say!("error-region-many-moves", n = n, most = most));
    }
    Ok(PatternInput {
        game: input.start.game,
        pattern: pattern.followed_by(moves),
        board,
        corner: from,
        around: Some(input.board.clone()),
        notes: input.notes.clone(),
    })
}

/// Minimum number of columns and rows of a corner without a given size. It also has at least one more than the stones
/// need.
const MIN_CORNER_SIDE: u8 = 7;

/// Upper left and lower right point of the corner that contains the stones: the corner of the board nearest to their
/// bounding rectangle.
pub fn corner_with_stones(
    stones: &Board,
    size: Option<BoardSize>,
) -> std::result::Result<(Point, Point), Message> {
    let board = stones.size();
    let stones: Vec<Point> =
        board.points().filter(|&point| stones.stone(point) != Stone::Empty).collect();
    let ends =
        |of: fn(&Point) -> u8| Some(stones.iter().map(of).min()?..=stones.iter().map(of).max()?);
    let (Some(xs), Some(ys)) = (ends(|p| p.x), ends(|p| p.y)) else {
        return Err(say!("error-corner-not-told"));
    };
    let x = span(xs, board.width(), size.map(BoardSize::width));
    let y = span(ys, board.height(), size.map(BoardSize::height));
    let is_inside = |p: &Point| x.contains(&p.x) && y.contains(&p.y);
    if !stones.iter().all(is_inside) {
        return Err(say!("error-corner-too-small"));
    }
    Ok((Point::new(*x.start(), *y.start()), Point::new(*x.end(), *y.end())))
}

/// Returns the columns that a pattern of a corner covers if its stones lie in the columns `stones` of a board with
/// `side` columns. They begin at the edge that is nearer to the stones, and their number is `requested`, or else one
/// more than is needed to reach the farthest stone, but at least [`MIN_CORNER_SIDE`]. Works for rows in the same way.
fn span(stones: RangeInclusive<u8>, side: u8, requested: Option<u8>) -> RangeInclusive<u8> {
    let (least, most) = (*stones.start(), *stones.end());
    let from_right = side - 1 - most;
    let is_right = from_right <= least;
    let needed = if is_right { side - least } else { most + 1 };
    let len = requested.unwrap_or_else(|| (needed + 1).max(MIN_CORNER_SIDE)).clamp(1, side);
    if is_right { side - len..=side - 1 } else { 0..=len - 1 }
}

/// Splits a text into a position and the part that its last words select: `R16 P17 corner`, `R16 P17 corner 9`, `ID#42
/// O13-T19`.
pub fn split_area(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (rest, last) = text.rsplit_once(char::is_whitespace)?;
    let before = rest.trim_end().strip_suffix("corner");
    if let Some(before) = before.filter(|before| before.ends_with(char::is_whitespace))
        && parse_size(last).is_some()
    {
        let part = text.strip_prefix(before)?;
        return Some((before.trim_end(), part));
    }
    let is_region = |(from, to): (&str, &str)| {
        points::split_letters_and_digits(from).is_some()
            && points::split_letters_and_digits(to).is_some()
    };
    let is_area = last.starts_with("corner") || last.split_once(['-', ':']).is_some_and(is_region);
    is_area.then_some((rest.trim_end(), last))
}

/// Part of a board that a word selects; `None` if the word selects none.
pub fn parse_area(word: &str, board: BoardSize) -> Option<PatternArea> {
    match word.strip_prefix("corner") {
        Some("") => Some(PatternArea::Corner(None)),
        Some(size) => parse_size(size.trim()).map(|size| PatternArea::Corner(Some(size))),
        None => parse_region(word, board),
    }
}

/// Parses the two ends of a region, `Q14-T19`.
pub fn parse_region(text: &str, size: BoardSize) -> Option<PatternArea> {
    let (from, to) = text.split_once(['-', ':'])?;
    Some(PatternArea::Region(
        points::parse_point(from.trim(), size)?,
        points::parse_point(to.trim(), size)?,
    ))
}

/// Name of a region by its corners, such as `Q14-T19`.
pub fn region_name(corner: Point, size: BoardSize, board: BoardSize) -> String {
    let end = Point::new(corner.x + size.width() - 1, corner.y + size.height() - 1);
    let low = Point::new(corner.x, end.y);
    let high = Point::new(end.x, corner.y);
    let name = |point| points::point_name(GameKind::Go, board, point);
    format!("{}-{}", name(low), name(high))
}
