//! Divides a game into the figures of a handout, as books print games: boards with numbered moves, and below each board
//! what it cannot show. The crate `drawing` draws the figures.

mod notes;

use super::game::Mark;
use kifu_archive::crawl::Entry;
use kifu_record::formats::read_decoded;
use kifu_record::formats::sgf::read_marks;
use kifu_record::game::board::Board;
use kifu_record::game::{Color, Move, Point, Stone};
use kifu_record::problem::{problem, start_position};
use kifu_record::text::charset;
use kifu_record::{Cause, GameRecord, Ply, Replayer};
use kifu_store::export::piece::{ExtractedGame, SelectGame};
pub use notes::{HandoutNote, MarkedPoints, NoteText};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Number of moves that a figure shows. A figure ends earlier if setup changes the board.
pub const MOVES_PER_FIGURE: u32 = 50;
/// Largest number of figures of a game: 5,000 moves. No game that people play is longer, and a hostile record must not
/// make a handout of any size.
const MAX_FIGURES: usize = 100;

/// Functions that write a handout. The caller supplies them, because this crate draws nothing.
#[derive(Clone, Copy, Debug)]
pub struct HandoutForm {
    /// Writes the beginning of the file.
    pub head: fn() -> String,
    /// Draws a game with the markup of its record.
    pub game: fn(&GameRecord, &[Mark]) -> String,
    /// End of the file.
    pub tail: &'static str,
}

/// Main line of a game as figures, with the comments that people wrote.
#[derive(Clone, Debug)]
pub struct Handout<'r> {
    pub record: &'r GameRecord,
    /// What is written before the first move. If the rules of the game are not known, there are no figures, and these
    /// are all notes.
    pub introduction: Vec<HandoutNote>,
    pub figures: Vec<Figure>,
    /// True if the game has more moves or longer comments than a handout shows.
    pub is_cut: bool,
}

/// One figure: a position and the moves that are played from it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Position before the first move of the figure.
    pub board: Board,
    /// Player to move, for a figure without moves.
    pub to_play: Option<Color>,
    /// Moves whose stones the board shows, each on a point that was empty.
    pub stones: Vec<NumberedMove>,
    /// Moves that the board cannot show, in their order.
    pub unshown: Vec<UnshownMove>,
    /// Numbers of the first and the last move; `None` for a figure without moves.
    pub numbers: Option<(u32, u32)>,
    pub notes: Vec<HandoutNote>,
}

/// Move that a figure shows as a stone with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedMove {
    /// Number of the move in the game, from 1.
    pub number: u32,
    pub color: Color,
    pub point: Point,
}

/// Move that a figure cannot show as a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnshownMove {
    /// Number of the move in the game, from 1.
    pub number: u32,
    pub color: Color,
    pub place: UnshownPlace,
}

/// Place of a move that a figure cannot show as a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnshownPlace {
    /// The point of an earlier move of the figure, which was captured since. The value is the number of this move.
    AtMove(u32),
    /// A point that held a stone without a number at the beginning of the figure.
    AtPoint(Point),
    /// The move places no stone: a pass, a move of another game than Go, or an unreadable value.
    Other(Move),
}

impl<'r> Handout<'r> {
    /// Divides a game into figures. `marks` is the markup of the record, sorted by node.
    pub fn new(record: &'r GameRecord, marks: &[Mark]) -> Handout<'r> {
        let mut division = Division::new(record);
        Replayer::new().replay(record.start, &record.tree, |ply| division.add(ply));
        let (figures, has_more_moves) = division.finish();
        let mut handout =
            Handout { record, introduction: Vec::new(), figures, is_cut: has_more_moves };
        handout.add_notes(marks);
        handout
    }

    fn add_notes(&mut self, marks: &[Mark]) {
        let (notes, are_cut) = notes::notes(self.record, marks);
        let has_more_moves = self.is_cut;
        self.is_cut |= are_cut;
        for note in notes {
            let has_move =
                |figure: &Figure| figure.numbers.is_some_and(|(_, to)| to >= note.number);
            let at = self.figures.iter().position(has_move);
            let last = self.figures.len().checked_sub(1).filter(|_| !has_more_moves);
            match at.or(last).and_then(|at| self.figures.get_mut(at)) {
                Some(figure) if note.number > 0 => figure.notes.push(note),
                None if has_more_moves => {}
                _ => self.introduction.push(note),
            }
        }
    }
}

/// Returns a function that draws the games of a file, each with the markup of its record.
pub(super) fn drawn_games(
    draw: fn(&GameRecord, &[Mark]) -> String,
) -> impl Fn(&Entry, SelectGame, &mut dyn FnMut(u32, ExtractedGame)) {
    move |entry, is_wanted, sink| {
        let decoded = charset::decode(&entry.bytes);
        read_decoded(entry.source(), &decoded, &mut |record, of_game, span| {
            if is_wanted(of_game.number, &record).is_none() {
                return;
            }
            let marks = span
                .and_then(|span| decoded.text.get(span.range))
                .map_or_else(Vec::new, read_marks);
            let bytes = draw(&record, &marks).into_bytes();
            let format = record.format;
            sink(of_game.number, ExtractedGame::new(bytes, format, false));
        });
    }
}

/// Division of a game into figures, in progress.
struct Division {
    figures: Vec<Figure>,
    /// Position from which the next figure starts, if the next move begins one.
    next_board: Option<Board>,
    /// True if no figure shows the position in `next_board` unless a move follows.
    is_new_position: bool,
    /// Numbers of the moves that the last figure shows, by their points.
    shown: HashMap<Point, u32>,
    /// Player to move in the start position, if the record tells.
    to_play: Option<Color>,
    /// True if the game is a problem, which gets a figure without moves before its solution.
    is_problem: bool,
    has_more_moves: bool,
}

impl Division {
    fn new(record: &GameRecord) -> Division {
        Division {
            figures: Vec::new(),
            next_board: None,
            is_new_position: false,
            shown: HashMap::new(),
            to_play: start_position(record.start, &record.tree).1,
            is_problem: problem(record).is_some(),
            has_more_moves: false,
        }
    }

    /// Adds a position of the main line. Breaks after the main line, and if the handout is full.
    fn add(&mut self, ply: &Ply) -> ControlFlow<()> {
        if !ply.main {
            return ControlFlow::Break(());
        }
        let Cause::Move(color, action) = ply.cause else {
            self.next_board = Some(position_of(ply.board));
            self.is_new_position = true;
            return ControlFlow::Continue(());
        };
        if let Some(board) = self.next_board.take() {
            self.begin_figures(board);
        }
        if self.figures.len() > MAX_FIGURES {
            self.figures.truncate(MAX_FIGURES);
            self.has_more_moves = true;
            return ControlFlow::Break(());
        }
        self.add_move(ply.number, color, action);
        if ply.number.is_multiple_of(MOVES_PER_FIGURE) {
            self.next_board = Some(position_of(ply.board));
            self.is_new_position = false;
        }
        ControlFlow::Continue(())
    }

    /// Begins a figure, and before the solution of a problem also a figure without moves.
    fn begin_figures(&mut self, board: Board) {
        if self.is_problem && self.figures.is_empty() {
            self.begin_figure(board.clone(), self.to_play);
        }
        self.begin_figure(board, None);
    }

    fn begin_figure(&mut self, board: Board, to_play: Option<Color>) {
        self.shown.clear();
        self.figures.push(Figure {
            board,
            to_play,
            stones: Vec::new(),
            unshown: Vec::new(),
            numbers: None,
            notes: Vec::new(),
        });
    }

    fn add_move(&mut self, number: u32, color: Color, action: Move) {
        let Some(figure) = self.figures.last_mut() else {
            return;
        };
        let from = figure.numbers.map_or(number, |(from, _)| from);
        figure.numbers = Some((from, number));
        let place = match action {
            Move::Place(point) => match self.shown.get(&point) {
                Some(&earlier) => UnshownPlace::AtMove(earlier),
                None if figure.board.stone(point) == Stone::Empty => {
                    self.shown.insert(point, number);
                    figure.stones.push(NumberedMove { number, color, point });
                    return;
                }
                None => UnshownPlace::AtPoint(point),
            },
            other => UnshownPlace::Other(other),
        };
        figure.unshown.push(UnshownMove { number, color, place });
    }

    /// Returns the figures, and whether the game has more moves than they show. A position after which no move is
    /// played, such as that of a problem without a solution, has a figure of its own.
    fn finish(mut self) -> (Vec<Figure>, bool) {
        if let Some(board) = self.next_board.take().filter(|_| self.is_new_position) {
            let is_start = self.figures.is_empty();
            self.begin_figure(board, self.to_play.filter(|_| is_start));
        }
        (self.figures, self.has_more_moves)
    }
}

/// Copies a board without its log of changes, which is as long as the game.
fn position_of(board: &Board) -> Board {
    let mut copy = Board::new(board.game(), board.size());
    for point in board.size().points() {
        copy.set(point, board.stone(point));
    }
    copy
}
