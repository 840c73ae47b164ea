//! Position that a user entered, and helpers of the readers for its forms.

use super::points::{self, Word};
use crate::QueryError;
use kifu_messages::{Message, say};
use kifu_record::Start;
use kifu_record::game::board::{Board, UndoMark};
use kifu_record::game::{BoardSize, Color, GameKind, Point, Stone, go};
use serde::{Deserialize, Serialize};
use std::ops::Range;

pub(super) type Result<T> = std::result::Result<T, QueryError>;

/// Position that a user entered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BoardInput {
    /// Game, board size and setup of the position.
    pub start: Start,
    /// Board with the stones of the position.
    pub board: Board,
    /// Side to move, if the text tells it.
    pub turn: Option<Color>,
    /// Point of the last move.
    pub last: Option<Point>,
    /// The board's undo marks, one for each known move that led to this position, taken before the move was played.
    /// Undoing to a mark restores the board before that move.
    pub marks: Vec<UndoMark>,
    /// Notes for the user on how the text was understood.
    pub notes: Vec<Message>,
}

impl BoardInput {
    pub(super) fn new(start: Start) -> BoardInput {
        BoardInput {
            start,
            board: Board::new(start.game, start.size),
            turn: None,
            last: None,
            marks: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Splits the position into the board before the known moves, and these moves. A move that removed its own stone is
    /// left out.
    pub fn split_moves(&self) -> (Board, Vec<(Color, Point)>) {
        let mut board = self.board.clone();
        let mut moves = Vec::new();
        for &mark in self.marks.iter().rev() {
            let after = board.clone();
            board.undo_to(mark);
            let played = self.start.size.points().find_map(|point| {
                let color = after.stone(point).color()?;
                (board.stone(point) == Stone::Empty).then_some((color, point))
            });
            moves.extend(played);
        }
        moves.reverse();
        (board, moves)
    }

    pub(super) fn go(size: BoardSize) -> BoardInput {
        BoardInput::new(Start::go(size))
    }

    /// Plays a stone. An occupied point is an error; a retaken ko or a suicide becomes a note.
    pub(super) fn place(&mut self, color: Color, point: Point, span: Range<usize>) -> Result<()> {
        let name = points::point_name(GameKind::Go, self.start.size, point);
        if let Some(there) = self.board.stone(point).color() {
            let message = say!("error-point-taken", color = color_name(there), point = name);
            return Err(QueryError::new(span, message).with_help(say!("error-point-taken-help")));
        }
        self.marks.push(self.board.mark());
        let played = go::play(&mut self.board, color, point);
        let who = || color_name(color);
        if played.ko {
            let note = say!("note-ko", color = who(), point = name.as_str());
            self.notes.push(note);
        }
        match played.suicide {
            0 => {}
            1 => {
                let note = say!("note-suicide", color = who(), point = name);
                self.notes.push(note);
            }
            n => {
                let stones = n.to_string();
                let note =
                    say!("note-suicide-of-chain", color = who(), point = name, stones = stones);
                self.notes.push(note);
            }
        }
        self.set_last_move(color, Some(point));
        Ok(())
    }

    pub(super) fn pass(&mut self, color: Color) {
        self.marks.push(self.board.mark());
        go::pass(&mut self.board);
        self.set_last_move(color, None);
    }

    pub(super) fn set_last_move(&mut self, color: Color, last: Option<Point>) {
        self.turn = Some(color.other());
        self.last = last;
    }

    /// Adds a note if the drawing has stones without liberties, which the rules would have removed.
    pub(super) fn add_dead_stones_note(&mut self) {
        if self.start.game == GameKind::Go && !go::all_have_liberties(&mut self.board) {
            self.notes.push(say!("note-no-liberties"));
        }
    }
}

pub(super) fn color_name(color: Color) -> Message {
    match color {
        Color::Black => say!("black"),
        Color::White => say!("white"),
    }
}

/// Help for an error: the text that lists all forms in which a position can be written.
pub(super) fn accepted_forms() -> Message {
    say!("error-position-forms")
}

/// Error for a text in none of the accepted forms.
pub(super) fn not_a_position(text: &str) -> QueryError {
    let span = Word::first(text).map_or(0..text.len(), |word| word.span());
    QueryError::new(span, say!("error-not-a-position")).with_help(accepted_forms())
}

/// Refuses a form that exists only for Go, if the game is another one.
pub(super) fn require_go(
    kind: Option<GameKind>,
    span: Range<usize>,
    message: impl FnOnce() -> Message,
) -> Result<()> {
    match kind {
        None | Some(GameKind::Go) => Ok(()),
        Some(_) => Err(QueryError::new(span, message()).with_help(say!("error-only-go-help"))),
    }
}

/// Board size with these columns and rows, if it is valid.
pub(super) fn board_size(width: usize, height: usize) -> Option<BoardSize> {
    BoardSize::new(u8::try_from(width).ok()?, u8::try_from(height).ok()?)
}

/// Size of a drawing. It must be valid and agree with the requested size.
pub(super) fn drawn_size(
    width: usize,
    height: usize,
    requested: Option<BoardSize>,
    span: Range<usize>,
) -> Result<BoardSize> {
    let Some(size) = board_size(width, height) else {
        let message =
            say!("error-board-too-large", width = width.to_string(), height = height.to_string());
        return Err(QueryError::new(span, message).with_help(say!("error-board-sizes")));
    };
    match requested {
        Some(requested) if requested != size => {
            let message =
                say!("error-drawn-size", drawn = size.to_string(), asked = requested.to_string());
            Err(QueryError::new(span, message).with_help(say!("error-drawn-size-help")))
        }
        _ => Ok(size),
    }
}

/// Lines of a text with their byte offsets.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let word = Word { text: line.strip_suffix('\r').unwrap_or(line), start };
        start += line.len() + 1;
        word
    })
}
