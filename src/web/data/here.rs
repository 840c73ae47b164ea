//! What the archive knows about the position at a node of a game, and where Explore shows it.

use super::explore::setup;
use crate::desk::AnswerContext;
use crate::state::{AddressMove, PageState};
use kifu_engine::Result;
use kifu_engine::board::{BoardAnswer, Step};
use kifu_engine::game::{GameMoment, Position, position};
use kifu_engine::request::{BoardOperand, BoardParts, BoardSearch, HitConditions};
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{Color, GameKind, Move};
use kifu_record::{Action, GameRecord, NodeId};

/// How the games with the position go on, and how this one does.
pub(crate) struct Here {
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
pub(crate) fn here(
    context: &AnswerContext,
    (record, place): (&GameRecord, &Position),
    query: &str,
) -> Result<Option<Here>> {
    let Some(state) = by_stones(place, query) else {
        return Ok(None);
    };
    let request = BoardSearch {
        // Unlike in Explore, the side to move is always given.
        subject: BoardOperand::Text(format!("{}PL[{}])", setup(&state), state.turn.letter())),
        hits: HitConditions {
            filter: Some(query.trim().to_owned()).filter(|query| !query.is_empty()),
            ..HitConditions::default()
        },
        named: 0,
        parts: BoardParts { games: false, ..BoardParts::default() },
        ..BoardSearch::default()
    };
    let reply = context.ask(&request)?;
    let answer = reply.answer;
    let played = next_move(record, place.node);
    let board = place.board.as_ref();
    let own = board.zip(played).and_then(|(board, played)| row_of(&answer, board, played));
    Ok(Some(Here { answer, played, own, complete: reply.incomplete.is_none() }))
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
    let find =
        |played: Move| answer.moves.iter().position(|row| row.step == Step::Move(color, played));
    match played {
        Move::Pass => find(Move::Pass),
        Move::Place(point) => {
            let size = board.size();
            let mut images = Symmetry::all(size).filter(|symmetry| keeps(*symmetry, board));
            images.find_map(|symmetry| find(Move::Place(symmetry.apply(point, size))))
        }
        _ => None,
    }
}

/// Whether a board looks the same after this symmetry.
fn keeps(symmetry: Symmetry, board: &Board) -> bool {
    let size = board.size();
    size.points().all(|point| board.stone(point) == board.stone(symmetry.apply(point, size)))
}

/// The position in Explore: by its moves where they alone lead to it, else by its stones.
pub(crate) fn explore(record: &GameRecord, place: &Position, query: &str) -> Option<PageState> {
    let stones = by_stones(place, query)?;
    Some(by_moves(record, place, query).unwrap_or(stones))
}

/// The most moves that an address takes.
const MOST: usize = 600;

fn by_moves(record: &GameRecord, place: &Position, query: &str) -> Option<PageState> {
    let tree = &record.tree;
    if place.illegal > 0 || place.number as usize > MOST {
        return None;
    }
    let root = position(record.start, tree, GameMoment::Node(0)).ok()?;
    let mut moves = Vec::new();
    let mut first = None;
    for node in tree.path(place.node) {
        for action in tree.actions(node) {
            let (color, step) = match *action {
                Action::Move(color, Move::Place(point)) => (color, AddressMove::Place(point)),
                Action::Move(color, Move::Pass) => (color, AddressMove::Pass),
                Action::Add(..) | Action::Turn(_) if node == 0 => continue,
                _ => return None,
            };
            let first = *first.get_or_insert(color);
            let is_first_due = moves.len().is_multiple_of(2);
            if is_first_due != (color == first) {
                return None;
            }
            moves.push(step);
        }
    }
    let before = by_stones(&root, query).filter(|_| root.number == 0)?;
    Some(PageState { at: moves.len(), moves, turn: first.unwrap_or(place.turn), ..before })
}

/// The position of a game of Go as stones that are set up.
fn by_stones(place: &Position, query: &str) -> Option<PageState> {
    let board = place.board.as_ref().filter(|board| board.game() == GameKind::Go)?;
    let empty = PageState { size: board.size(), ..PageState::default() };
    Some(empty.asking(query).set_up(board, place.turn))
}
