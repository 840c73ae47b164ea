//! What the archive knows about the position at a node of a game, and where Explore shows it.

use crate::engine::board::BoardAnswer;
use crate::engine::game::{GameMoment, Position, position};
use crate::engine::points::point_name;
use crate::engine::request::{BoardOperand, BoardParts, BoardSearch, HitConditions};
use crate::engine::{AskOptions, Engine, Result};
use crate::game::board::Board;
use crate::game::symmetry::Symmetry;
use crate::game::{Color, GameKind, Move, Point, Stone};
use crate::record::{Action, GameRecord, NodeId};
use crate::web::state::{AddressMove, PageState};

/// How the games with the position go on, and how this one does.
pub struct Here {
    /// The engine's answer.
    pub answer: Box<BoardAnswer>,
    /// The next move of this game.
    pub played: Option<(Color, Move)>,
    /// The row of that move; equal points of a symmetric board are one row.
    pub own: Option<usize>,
    /// Whether everything was looked through.
    pub complete: bool,
}

/// Asks about a place of a game among the games of a query.
pub fn here(
    engine: &Engine,
    within: &AskOptions,
    (record, place): (&GameRecord, &Position),
    query: &str,
) -> Result<Option<Here>> {
    let Some(board) = place
        .board
        .as_ref()
        .filter(|board| board.game() == GameKind::Go)
    else {
        return Ok(None);
    };
    let request = BoardSearch {
        subject: BoardOperand::Text(drawn(board, place.turn)),
        hits: HitConditions {
            filter: Some(query.trim().to_owned()).filter(|query| !query.is_empty()),
            ..HitConditions::default()
        },
        named: 0,
        parts: BoardParts {
            games: false,
            ..BoardParts::default()
        },
        ..BoardSearch::default()
    };
    let reply = engine.answer(&request, within)?;
    let answer = reply.answer;
    let played = next_move(record, place.node);
    let own = played.and_then(|played| row_of(&answer, board, played));
    Ok(Some(Here {
        answer,
        played,
        own,
        complete: reply.incomplete.is_none(),
    }))
}

/// The move of the first child, if it has one.
fn next_move(record: &GameRecord, node: NodeId) -> Option<(Color, Move)> {
    let tree = &record.tree;
    // In pre-order the first child follows its parent.
    let child = Some(node + 1)
        .filter(|&child| (child as usize) < tree.len() && tree.parent(child) == Some(node))?;
    tree.actions(child).iter().find_map(|action| match *action {
        Action::Move(color, action) => Some((color, action)),
        _ => None,
    })
}

fn row_of(answer: &BoardAnswer, board: &Board, (color, played): (Color, Move)) -> Option<usize> {
    let is_color = |row: &str| row.starts_with(color.letter());
    let find = |name: &str| {
        let mut rows = answer.moves.iter();
        rows.position(|row| row.at == name && row.color.as_deref().is_some_and(is_color))
    };
    match played {
        Move::Pass => find("pass"),
        Move::Place(point) => {
            let size = board.size();
            let mut images = Symmetry::all(size).filter(|symmetry| keeps(*symmetry, board));
            images.find_map(|symmetry| {
                find(&point_name(GameKind::Go, size, symmetry.apply(point, size)))
            })
        }
        _ => None,
    }
}

/// Whether a board looks the same when it is turned so.
fn keeps(symmetry: Symmetry, board: &Board) -> bool {
    let size = board.size();
    size.points()
        .all(|point| board.stone(point) == board.stone(symmetry.apply(point, size)))
}

/// A board as a record.
fn drawn(board: &Board, turn: Color) -> String {
    let size = board.size();
    let mut text = format!("(;GM[1]SZ[{}:{}]", size.width(), size.height());
    for (name, stone) in [("AB", Stone::Black), ("AW", Stone::White)] {
        let mut points = size
            .points()
            .filter(|&point| board.stone(point) == stone)
            .peekable();
        if points.peek().is_some() {
            text.push_str(name);
        }
        for Point { x, y } in points {
            let letter = |at: u8| char::from(if at < 26 { b'a' + at } else { b'A' + at - 26 });
            text.push_str(&format!("[{}{}]", letter(x), letter(y)));
        }
    }
    text.push_str(&format!("PL[{}])", turn.letter()));
    text
}

/// The position in Explore: by its moves where they alone lead to it, else by its stones.
pub fn explore(record: &GameRecord, place: &Position, query: &str) -> Option<PageState> {
    let board = place
        .board
        .as_ref()
        .filter(|board| board.game() == GameKind::Go)?;
    let base = PageState {
        query: query.to_owned(),
        size: board.size(),
        ..PageState::default()
    };
    Some(by_moves(record, place, &base).unwrap_or_else(|| by_stones(board, place.turn, &base)))
}

/// The most moves that an address takes.
const MOST: usize = 600;

fn by_moves(record: &GameRecord, place: &Position, base: &PageState) -> Option<PageState> {
    let tree = &record.tree;
    if place.illegal > 0 || place.number as usize > MOST {
        return None;
    }
    let root = position(record.start, tree, GameMoment::Node(0)).ok()?;
    let path = tree.path(place.node);
    let mut moves = Vec::new();
    let mut first = None;
    for node in path {
        for action in tree.actions(node) {
            let (color, step) = match *action {
                Action::Move(color, Move::Place(point)) => (color, AddressMove::Place(point)),
                Action::Move(color, Move::Pass) => (color, AddressMove::Pass),
                Action::Add(..) | Action::Turn(_) if node == 0 => continue,
                _ => return None,
            };
            let first = *first.get_or_insert(color);
            let due = if moves.len().is_multiple_of(2) {
                first
            } else {
                first.other()
            };
            if due != color {
                return None;
            }
            moves.push(step);
        }
    }
    let board = root.board.as_ref().filter(|_| root.number == 0)?;
    Some(PageState {
        at: moves.len(),
        moves,
        turn: first.unwrap_or(place.turn),
        ..by_stones(board, root.turn, base)
    })
}

fn by_stones(board: &Board, turn: Color, base: &PageState) -> PageState {
    let stones = |color| {
        let points = board.size().points();
        points
            .filter(|&point| board.stone(point).color() == Some(color))
            .collect()
    };
    PageState {
        black: stones(Color::Black),
        white: stones(Color::White),
        turn,
        ..base.clone()
    }
}
