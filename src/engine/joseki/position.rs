//! Reads the position of a corner: from moves, a diagram or a game.

use crate::failure::Result;
use crate::input::{BoardSubject, drawn_corner, position_subject, requested_size};
use crate::request::{BoardOperand, BoardSearch, HitConditions, Joseki};
use crate::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_language::input::pattern::PatternInput;
use kifu_query::joseki::{Corner, CornerStones, Quadrants};
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Cell;
use kifu_record::game::{BoardSize, Color, GameKind, Point, Stone};
use serde::{Deserialize, Serialize};

/// Position of a corner that was searched for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JosekiSubject {
    /// Size of the boards.
    pub board: BoardSize,
    /// Stones of the corner.
    pub(super) stones: CornerStones,
}

impl JosekiSubject {
    pub(super) fn read(request: &Joseki, snapshot: &Snapshot) -> Result<JosekiSubject> {
        let board_request = BoardSearch {
            subject: request.position.clone(),
            kind: Some(GameKind::Go.name().to_owned()),
            size: request.size.clone(),
            hits: HitConditions { filter: request.filter.clone(), ..HitConditions::default() },
            ..BoardSearch::default()
        };
        let is_empty = match &request.position {
            BoardOperand::Text(text) => text.trim().is_empty(),
            BoardOperand::Words(words) => words.iter().all(|word| word.trim().is_empty()),
            BoardOperand::Position(_) | BoardOperand::Pattern(_) => false,
        };
        let board = if is_empty {
            let size = requested_size(&board_request)?.unwrap_or(BoardSize::GO);
            Board::new(GameKind::Go, size)
        } else if let Some(drawn) = drawn_corner(&board_request, snapshot)? {
            board_with(&drawn)?
        } else {
            match position_subject(&board_request, snapshot)? {
                BoardSubject::Position(position) => position.board,
                BoardSubject::Pattern(pattern) => board_with(&pattern)?,
            }
        };
        if board.game() != GameKind::Go {
            let message = "only games of Go have joseki";
            return Err(Error::new(ErrorKind::Query, message).into());
        }
        let quadrants = quadrants(board.size())?;
        let corner = match &request.region {
            Some(name) => Corner::parse(name).ok_or_else(|| unknown_corner_error(name))?,
            None => corner_with_stones(&board, quadrants).ok_or_else(no_single_corner_error)?,
        };
        Ok(JosekiSubject { board: board.size(), stones: quadrants.stones(&board, corner) })
    }

    pub(super) fn quadrants(&self) -> kifu_archive::error::Result<Quadrants> {
        quadrants(self.board)
    }

    /// Returns the board with the position in its upper right corner.
    pub fn full_board(&self) -> Board {
        let mut board = Board::new(GameKind::Go, self.board);
        for (point, color) in self.points() {
            board.set(point, color.into());
        }
        board
    }

    /// Returns the stones of the position, with their points in the upper right corner.
    pub fn points(&self) -> Vec<(Point, Color)> {
        let quadrants = Quadrants::new(self.board);
        let points = quadrants.into_iter().flat_map(|quadrants| {
            self.stones.iter().map(move |(at, color)| (quadrants.point(at), color))
        });
        points.collect()
    }

    /// Returns the number of rows and of columns of the corner.
    pub fn side(&self) -> u8 {
        Quadrants::new(self.board).map_or(0, Quadrants::side)
    }

    /// Rows of the corner, the uppermost first.
    pub(super) fn rows(&self) -> Vec<String> {
        let board = self.full_board();
        let (width, side) = (self.board.width(), self.side());
        let row =
            |y| (width - side..width).map(|x| board.stone(Point::new(x, y)).symbol()).collect();
        (0..side).map(row).collect()
    }
}

fn quadrants(board: BoardSize) -> kifu_archive::error::Result<Quadrants> {
    Quadrants::new(board).ok_or_else(|| {
        let size = format!("{}x{}", board.width(), board.height());
        let message = format!("corners of a board of {size} points are not counted");
        Error::new(ErrorKind::Query, message)
            .with_help("boards are square and have at most 22 lines")
    })
}

/// The corner that contains all stones of a board. If several do, as with stones in the middle only, the first one.
fn corner_with_stones(board: &Board, quadrants: Quadrants) -> Option<Corner> {
    let is_stone = |point: &Point| board.stone(*point) != Stone::Empty;
    let stones = board.size().points().filter(is_stone).count();
    let holds_all = |corner: &Corner| quadrants.stones(board, *corner).iter().count() == stones;
    Corner::ALL.into_iter().find(holds_all)
}

/// The board with the stones of a diagram that shows a part of it.
fn board_with(pattern: &PatternInput) -> kifu_archive::error::Result<Board> {
    let edges = pattern.pattern.edges();
    if !(edges.left || edges.right) || !(edges.top || edges.bottom) {
        let message = "the diagram does not show in which corner it lies";
        return Err(Error::new(ErrorKind::Query, message)
            .with_help("draw two edges of the board, or the whole board"));
    }
    let mut board = Board::new(pattern.game, pattern.board);
    for (point, cell) in pattern.pattern.cells() {
        let stone = match cell {
            Cell::BLACK => Stone::Black,
            Cell::WHITE => Stone::White,
            Cell::EMPTY => continue,
            _ => {
                let message = "the diagram has points that may be empty or not";
                return Err(Error::new(ErrorKind::Query, message)
                    .with_help("draw each point of the corner as black, white or empty"));
            }
        };
        board.set(pattern.on_board(point), stone);
    }
    Ok(board)
}

fn unknown_corner_error(name: &str) -> Error {
    let names = Corner::ALL.map(Corner::name).join(", ");
    Error::new(ErrorKind::Query, format!("`{name}` is not a corner of the board"))
        .with_help(format!("write one of {names}"))
}

fn no_single_corner_error() -> Error {
    Error::new(ErrorKind::Query, "the stones lie in several corners of the board")
        .with_remedy(Remedy::NameCorner)
}
