//! A position as people write it: moves, an SGF fragment, a diagram, a drawn board or a GTP script.
//!
//! [`read`] finds out which of them a text is. Anything not understood is an error with its place and a suggestion; no
//! part is ever dropped, because an answer for another position would be worse than none.

mod ascii;
mod diagram;
mod gtp;
mod loa;
mod moves;
mod pasted;
pub mod pattern;
mod points;
mod sgf;

use super::QueryError;
use super::colors::color_name;
use crate::game::board::{Board, Mark};
use crate::game::{BoardSize, Color, Game, Move, Point, Stone, go};
use crate::record::Start;
use pasted::Drawing;
use points::Word;
use serde::{Deserialize, Serialize};
use std::ops::Range;

type Result<T> = std::result::Result<T, QueryError>;

/// A position in a request.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Asked {
    /// The game, its board and its setup.
    pub start: Start,
    /// The position.
    pub board: Board,
    /// The side to move, if the text says so.
    pub turn: Option<Color>,
    /// Where the last move was played.
    pub last: Option<Point>,
    /// The states of the board before each of the moves that lead here, as far as they are known.
    pub marks: Vec<Mark>,
    /// Remarks on how the text was understood, for the user.
    pub notes: Vec<String>,
}

impl Asked {
    fn new(start: Start) -> Asked {
        Asked {
            start,
            board: Board::new(start.game, start.size),
            turn: None,
            last: None,
            marks: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The board before the known moves, and these. A stone that its own move took off is none of them.
    pub fn line(&self) -> (Board, Vec<(Color, Point)>) {
        let mut board = self.board.clone();
        let mut moves = Vec::new();
        for &mark in self.marks.iter().rev() {
            let after = board.clone();
            board.undo_to(mark);
            let put = self.start.size.points().find_map(|point| {
                let color = after.stone(point).color()?;
                (board.stone(point) == Stone::Empty).then_some((color, point))
            });
            moves.extend(put);
        }
        moves.reverse();
        (board, moves)
    }

    fn go(size: BoardSize) -> Asked {
        Asked::new(Start::go(size))
    }

    /// An empty board for a drawing.
    fn drawn(game: Game, size: BoardSize) -> Asked {
        Asked::new(Start {
            game,
            ..Start::go(size)
        })
    }

    /// Plays a stone. An occupied point is an error; other oddities become notes.
    fn place(&mut self, color: Color, point: Point, span: Range<usize>) -> Result<()> {
        let name = points::name(point, self.start.size);
        if let Some(there) = self.board.stone(point).color() {
            return Err(QueryError::new(
                span,
                format!("{} stands on {name} already", color_name(there)),
            )
            .help("colours alternate, Black first; `B Q16 B D4` gives them explicitly"));
        }
        self.marks.push(self.board.mark());
        let played = go::play(&mut self.board, color, point);
        let who = color_name(color);
        if played.ko {
            self.notes
                .push(format!("{who} {name} takes back a ko at once"));
        }
        match played.suicide {
            0 => {}
            1 => self
                .notes
                .push(format!("{who} {name} is suicide: the stone came off")),
            n => self
                .notes
                .push(format!("{who} {name} is suicide: {n} stones came off")),
        }
        self.moved(color, Some(point));
        Ok(())
    }

    fn pass(&mut self, color: Color) {
        self.marks.push(self.board.mark());
        go::pass(&mut self.board);
        self.moved(color, None);
    }

    fn moved(&mut self, color: Color, last: Option<Point>) {
        self.turn = Some(color.other());
        self.last = last;
    }

    /// Adds a note if stones were drawn that the rules would have removed.
    fn note_dead_stones(&mut self) {
        if self.start.game == Game::Go && !go::all_have_liberties(&mut self.board) {
            self.notes.push("some stones have no liberties".to_owned());
        }
    }
}

/// Reads a position in any of these forms. `kind` and `size` fill in what the text leaves open; the defaults are Go on
/// 19×19 and, for moves that only Lines of Action has, its own 8×8. It is an error if the text contradicts them.
pub fn read(text: &str, kind: Option<Game>, size: Option<BoardSize>) -> Result<Asked> {
    let plain = pasted::plain(text);
    read_plain(&plain, kind, size).map_err(|error| pasted::placed(error, &plain, text))
}

fn read_plain(text: &str, kind: Option<Game>, size: Option<BoardSize>) -> Result<Asked> {
    if let Some(Game::Other(number)) = kind {
        let message = format!("the rules of GM[{number}] are not known, so it has no positions");
        return Err(QueryError::new(0..text.len(), message).help("kinds with positions: go, loa"));
    }
    if text.trim().is_empty() {
        return Err(QueryError::new(0..text.len(), "an empty text is not a position").help(FORMS));
    }
    // SGF comes first, because comments in a game may contain drawings.
    if sgf::begins(text) {
        return sgf::read(text, kind, size);
    }
    if !gtp::looks_like(text)
        && let Some(drawing) = Drawing::find(text)?
    {
        return drawn(&drawing, text, kind, size);
    }
    if diagram::looks_like(text) {
        return diagram::read(text, kind, size);
    }
    if let Some(error) = diagram::shell_trap(text) {
        return Err(error);
    }
    if gtp::looks_like(text) {
        return gtp::read(text, kind, size);
    }
    if ascii::looks_like(text) {
        let drawn = if ascii::has_loa_axis(text) {
            Game::Loa
        } else {
            Game::Go
        };
        return ascii::read(text, kind.unwrap_or(drawn), size);
    }
    if sgf::holds(text) {
        return sgf::read(text, kind, size);
    }
    let slides = || loa::looks_like(text) && !moves::has_joined_points(text);
    if kind == Some(Game::Loa) || (kind.is_none() && slides()) {
        return loa::read(text, size.unwrap_or(BoardSize::LOA));
    }
    moves::read(text, size.unwrap_or(BoardSize::GO))
}

/// Reads a board as this program draws it.
fn drawn(
    drawing: &Drawing,
    text: &str,
    kind: Option<Game>,
    size: Option<BoardSize>,
) -> Result<Asked> {
    let rows = drawing.position();
    let kind = match kind {
        Some(kind) => kind,
        None if ascii::has_loa_axis(&rows) => Game::Loa,
        None if drawing.has_small_axis() => {
            let message = "columns named by small letters: this is Lines of Action, or Go from another program";
            let error = QueryError::new(0..text.len(), message);
            return Err(error.help("name the kind of game: go or loa"));
        }
        None => Game::Go,
    };
    ascii::read(&rows, kind, size).map_err(|error| pasted::placed(error, &rows, text))
}

/// A Go point as people write it, `R14`; `None` if it is not a point of the board.
pub fn go_point(text: &str, size: BoardSize) -> Option<Point> {
    points::locate(text, size)
}

/// A move of Lines of Action, `e1-e3` or `e1xe3`.
pub fn loa_move(text: &str, size: BoardSize) -> Option<Move> {
    let (from, to) = text.split_once(['-', 'x', ':'])?;
    Some(Move::Slide {
        from: points::locate(from, size)?,
        to: points::locate(to, size)?,
    })
}

/// All forms that are understood.
const FORMS: &str = "moves: `Q16 D4 Q3`, `B Q16 W D4`, in Lines of Action `e1-e3` | a game: `game.sgf#42`, \
    `a.zip!x.sgf#42` | SGF: `(;B[pd];W[dd])` | on standard input: a board drawn with rows such as `. X O .`, a Sensei's \
    Library diagram (`$$B`), a GTP script (`play B Q16`)";

/// The error for a text in none of these forms.
fn garbage(text: &str) -> QueryError {
    let span = Word::first(text).map_or(0..text.len(), |word| word.span());
    QueryError::new(span, "this is not a position").help(FORMS)
}

/// The error for a Go-only form in another game.
fn only_go(kind: Option<Game>, span: Range<usize>, what: &str) -> Result<()> {
    match kind {
        None | Some(Game::Go) => Ok(()),
        Some(_) => Err(
            QueryError::new(span, format!("{what} are read for Go only")).help(
                "for Lines of Action write moves such as `e1-e3 a2-c2`, SGF, or a drawn board",
            ),
        ),
    }
}

/// The size of a drawing, if it is valid and agrees with the requested one.
fn drawn_size(
    width: usize,
    height: usize,
    asked: Option<BoardSize>,
    span: Range<usize>,
) -> Result<BoardSize> {
    let side = |n: usize| u8::try_from(n).ok();
    let size = side(width).zip(side(height));
    let Some(size) = size.and_then(|(width, height)| BoardSize::new(width, height)) else {
        let message = format!("a board of {width}x{height} is too large");
        return Err(QueryError::new(span, message).help("boards have 1 to 52 columns and rows"));
    };
    match asked {
        Some(asked) if asked != size => {
            let message = format!("the drawn board is {size}, but {asked} was asked for");
            Err(QueryError::new(span, message).help("leave the size out, or draw all of the board"))
        }
        _ => Ok(size),
    }
}

/// The lines of a text with their positions.
fn lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let word = Word {
            text: line.strip_suffix('\r').unwrap_or(line),
            start,
        };
        start += line.len() + 1;
        word
    })
}

/// Sets the stones of a drawing, row by row.
fn set_rows(asked: &mut Asked, rows: &[Vec<Stone>]) {
    for (y, row) in rows.iter().enumerate() {
        for (x, &stone) in row.iter().enumerate() {
            asked.board.set(Point::new(x as u8, y as u8), stone);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod drawn_tests;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod other_tests;
