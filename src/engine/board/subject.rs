//! Properties of the position or pattern of a request, and the names of moves on its board.

use super::book_marks::BookMarks;
use super::{DescribedBoard, LocalMove, Mover, NextMove, TenukiCounts, Wins};
use crate::input::BoardSubject;
use crate::points::move_name;
use crate::row::{NextPlayed, StepName};
use kifu_language::input::BoardInput;
use kifu_language::input::pattern::{PatternInput, search_words};
use kifu_language::knowledge::openings::{Opening, OpeningKind, recognise};
use kifu_messages::{Message, say};
use kifu_query::answer::{Continuation, LocalContinuation, PlacedHit};
use kifu_query::pattern::PatternSearch;
use kifu_query::plan::BoardFrame;
use kifu_query::step::Step;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::AllowedTurns;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point};

fn step_name(step: Step, name: impl Fn(Move) -> String) -> StepName {
    StepName {
        at: match step {
            Step::End => "end".into(),
            Step::Elsewhere(_) => "elsewhere".into(),
            Step::Move(_, Move::Pass) => "pass".into(),
            Step::Move(_, action) => name(action),
        },
        color: step.color().map(Color::letter),
    }
}

impl BoardSubject {
    pub(crate) fn frame(&self) -> BoardFrame {
        match self {
            BoardSubject::Position(position) => BoardFrame::for_position(position),
            BoardSubject::Pattern(pattern) => BoardFrame::for_pattern(pattern),
        }
    }

    pub(crate) fn game(&self) -> GameKind {
        match self {
            BoardSubject::Position(position) => position.start.game,
            BoardSubject::Pattern(pattern) => pattern.game,
        }
    }

    pub(crate) fn size(&self) -> BoardSize {
        match self {
            BoardSubject::Position(asked) => asked.start.size,
            BoardSubject::Pattern(pattern) => pattern.pattern.size(),
        }
    }

    pub(super) fn notes(&self) -> &[Message] {
        match self {
            BoardSubject::Position(position) => &position.notes,
            BoardSubject::Pattern(pattern) => &pattern.notes,
        }
    }

    /// True if the position or pattern covers a whole board.
    pub fn is_full_board(&self) -> bool {
        match self {
            BoardSubject::Position(_) => true,
            BoardSubject::Pattern(pattern) => pattern.pattern.size() == pattern.board,
        }
    }

    /// Names a move on the board of the request: `Q16`, `e1-e3`.
    pub fn move_name(&self, action: Move) -> String {
        let board = match self {
            BoardSubject::Position(asked) => asked.start.size,
            BoardSubject::Pattern(pattern) => pattern.board,
        };
        move_name(self.game(), board, self.on_board(action))
    }

    /// Converts a move that is given in coordinates of the pattern's rectangle to coordinates of the board of the
    /// request.
    pub(crate) fn on_board(&self, action: Move) -> Move {
        let BoardSubject::Pattern(pattern) = self else {
            return action;
        };
        match action {
            Move::Place(point) => Move::Place(pattern.on_board(point)),
            Move::Slide { from, to } => {
                Move::Slide { from: pattern.on_board(from), to: pattern.on_board(to) }
            }
            Move::Remove(point) => Move::Remove(pattern.on_board(point)),
            other => other,
        }
    }

    pub(super) fn description(&self, turns: AllowedTurns) -> DescribedBoard {
        let pattern = match self {
            BoardSubject::Position(BoardInput { board, .. }) => {
                let board = board.rows();
                return DescribedBoard::Position { board };
            }
            BoardSubject::Pattern(asked) => asked,
        };
        let cells: Vec<char> = pattern.pattern.cells().map(|(_, cell)| cell.symbol()).collect();
        let rows = cells.chunks(pattern.pattern.size().width().into());
        let moves = pattern.pattern.moves().iter().map(|&(color, point)| {
            let name = self.move_name(Move::Place(point));
            [color.letter().to_string(), name]
        });
        DescribedBoard::Pattern {
            pattern: rows.map(|row| row.iter().collect()).collect(),
            edges: pattern.pattern.edges().names(),
            sequence: moves.collect(),
            symmetry: if turns.symmetric { "all" } else { "none" },
            colours: if turns.any_colors { "any" } else { "as-drawn" },
        }
    }

    /// Describes in words where a pattern is searched for and in which rotations and colours; `None` for a position
    /// that may be rotated and mirrored, because that is the default.
    pub(super) fn meaning(&self, turns: AllowedTurns) -> Option<Message> {
        match self {
            BoardSubject::Pattern(pattern) => Some(pattern.search_words(turns)),
            BoardSubject::Position(_) if turns.symmetric => None,
            BoardSubject::Position(_) => Some(search_words(say!("place-whole"), turns)),
        }
    }

    /// Makes the table of next moves inside a pattern; `None` for a position.
    pub(super) fn local_moves(
        &self,
        rows: &[LocalContinuation],
        in_book: &BookMarks,
    ) -> Option<Vec<LocalMove>> {
        let local = |local: &LocalContinuation| LocalMove {
            next: self.next_move(&local.row, in_book),
            elsewhere: (local.row.step != Step::End).then(|| TenukiCounts {
                none: local.elsewhere.none,
                black: local.elsewhere.black.to_vec(),
                white: local.elsewhere.white.to_vec(),
            }),
        };
        match self {
            BoardSubject::Position(_) => None,
            BoardSubject::Pattern(_) => Some(rows.iter().map(local).collect()),
        }
    }

    /// Returns the side to move, if the text of the position says so.
    pub(super) fn stated_turn(&self) -> Option<Color> {
        match self {
            BoardSubject::Position(position) => position.turn,
            BoardSubject::Pattern(_) => None,
        }
    }

    /// Returns the English name of the opening on the board, if it has one. If it is not known which stone was played
    /// first, openings that depend on the first stone are left out.
    pub(super) fn opening(&self) -> Option<&'static str> {
        let BoardSubject::Position(position) = self else {
            return None;
        };
        if (position.start.game, position.start.size) != (GameKind::Go, BoardSize::GO) {
            return None;
        }
        let (moves, is_first_known) = match moves_from_empty_board(position) {
            Some(moves) => (moves, true),
            None => stones_in_turn(&position.board),
        };
        let fits = |opening: &&Opening| is_first_known || opening.kind != OpeningKind::First;
        recognise(moves.into_iter()).into_iter().find(fits).map(|opening| opening.name)
    }

    /// Names the next move of a listed game in two ways: on the game's own board, and as the table of continuations
    /// lists it.
    pub(super) fn next_played(&self, found: &PlacedHit, board: BoardSize) -> NextPlayed {
        NextPlayed {
            played: step_name(found.played, |action| move_name(self.game(), board, action)),
            asked: step_name(found.step, |action| self.move_name(action)),
        }
    }

    pub(super) fn next_move(&self, row: &Continuation, in_book: &BookMarks) -> NextMove {
        let (first_year, last_year) = row.years.unzip();
        let mover = |(name, games): &(String, u64)| Mover { name: name.clone(), games: *games };
        NextMove {
            at: step_name(row.step, |action| self.move_name(action)).at,
            color: row.step.color().map(|color| color.letter().to_string()),
            games: row.outcomes.games,
            wins: row.outcomes.into(),
            win_rate: Wins::from(row.outcomes).black_rate(),
            first_year,
            last_year,
            loss: row.cost.mean(),
            players: row.players.iter().map(mover).collect(),
            years: None,
            reached: None,
            in_book: in_book.get(row.step),
            step: row.step,
        }
    }
}

/// Returns the moves that lead from an empty board to the position; `None` if some stones come from setup.
fn moves_from_empty_board(position: &BoardInput) -> Option<Vec<(Color, Point)>> {
    let (before, moves) = position.split_moves();
    stones(&before).next().is_none().then_some(moves)
}

fn stones(board: &Board) -> impl Iterator<Item = (Color, Point)> + '_ {
    let stone = |point| Some((board.stone(point).color()?, point));
    board.size().points().filter_map(stone)
}

/// Orders the stones of a board as if Black and White had played them in turn. The flag is true if the first stone of
/// the result must have been the first move, because Black has a single stone.
fn stones_in_turn(board: &Board) -> (Vec<(Color, Point)>, bool) {
    let (black, white): (Vec<_>, Vec<_>) =
        stones(board).partition(|(color, _)| *color == Color::Black);
    let is_first = black.len() == 1;
    let (mut black, mut white) = (black.into_iter(), white.into_iter());
    let played = std::iter::repeat_with(|| [black.next(), white.next()])
        .take_while(|turn| turn.iter().any(Option::is_some));
    (played.flatten().flatten().collect(), is_first)
}

pub(crate) fn pattern_search(pattern: &PatternInput, turns: AllowedTurns) -> PatternSearch {
    PatternSearch::new(pattern.game, pattern.pattern.clone(), turns)
}
