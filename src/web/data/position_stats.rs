//! What the archive knows about the position at a node of a game, and the state of Explore that shows this position.

use super::explore::setup_sgf;
use crate::state::{AddressMove, PageState};
use crate::worker::AnswerContext;
use kifu_engine::Result;
use kifu_engine::board::{BoardAnswer, Step};
use kifu_engine::game::{GamePosition, Position, position};
use kifu_engine::request::{BoardOperand, BoardParts, BoardSearch, HitConditions};
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{Color, GameKind, Move};
use kifu_record::{Action, GameRecord, NodeId};

/// How the games of the archive continue from a position, and how the game whose page is shown continues.
pub(crate) struct PositionStats {
    /// The engine's answer about the position.
    pub answer: Box<BoardAnswer>,
    /// Next move of the game whose page is shown.
    pub played: Option<(Color, Move)>,
    /// Row of the move that this game plays. On a symmetric board, equivalent points share one row.
    pub played_row: Option<usize>,
    /// True if all games were examined before the time ran out.
    pub complete: bool,
}

/// Asks how the games of a query continue from a position of a game. `node` is the node of the game that has the
/// position, if one has it.
pub(crate) fn position_stats(
    context: &AnswerContext,
    (record, place, node): (&GameRecord, &Position, Option<NodeId>),
    query: &str,
) -> Result<Option<PositionStats>> {
    let Some(state) = state_by_stones(place, query) else {
        return Ok(None);
    };
    let request = BoardSearch {
        // Addresses of Explore leave out the side to move where it follows from the moves; this request always names
        // it.
        subject: BoardOperand::Text(format!("{}PL[{}])", setup_sgf(&state), state.turn.letter())),
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
    let played = node.and_then(|node| next_move(record, node));
    let board = place.board.as_ref();
    let played_row = board.zip(played).and_then(|(board, played)| row_of(&answer, board, played));
    Ok(Some(PositionStats { answer, played, played_row, complete: reply.incomplete.is_none() }))
}

/// Move in the first child of a node.
fn next_move(record: &GameRecord, node: NodeId) -> Option<(Color, Move)> {
    let tree = &record.tree;
    // In pre-order the first child comes directly after its parent.
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
            let mut images =
                Symmetry::all(size).filter(|symmetry| maps_to_itself(*symmetry, board));
            images.find_map(|symmetry| find(Move::Place(symmetry.apply(point, size))))
        }
        _ => None,
    }
}

/// True if the rotation or mirroring maps a board to itself.
fn maps_to_itself(symmetry: Symmetry, board: &Board) -> bool {
    let size = board.size();
    size.points().all(|point| board.stone(point) == board.stone(symmetry.apply(point, size)))
}

/// State of Explore that shows this position: by the moves from the empty board if they lead to it, otherwise by its
/// stones. `tried` are the moves that lead from the node of the position to the position.
pub(crate) fn explore_state(
    record: &GameRecord,
    place: &Position,
    tried: &[(Color, AddressMove)],
    query: &str,
) -> Option<PageState> {
    let stones = state_by_stones(place, query)?;
    Some(state_by_moves(record, place, tried, query).unwrap_or(stones))
}

/// Largest number of moves in an address.
const MAX_MOVES: usize = 600;

fn state_by_moves(
    record: &GameRecord,
    place: &Position,
    tried: &[(Color, AddressMove)],
    query: &str,
) -> Option<PageState> {
    let tree = &record.tree;
    if place.illegal > 0 || place.number as usize + tried.len() > MAX_MOVES {
        return None;
    }
    let root = position(record.start, tree, GamePosition::Node(0)).ok()?;
    let mut steps = Vec::new();
    for node in tree.path(place.node) {
        for action in tree.actions(node) {
            steps.push(match *action {
                Action::Move(color, Move::Place(point)) => (color, AddressMove::Place(point)),
                Action::Move(color, Move::Pass) => (color, AddressMove::Pass),
                Action::Add(..) | Action::Turn(_) if node == 0 => continue,
                _ => return None,
            });
        }
    }
    steps.extend_from_slice(tried);
    let first = steps.first().map_or(place.turn, |(color, _)| *color);
    let is_due = |(at, (color, _)): (usize, &(Color, AddressMove))| {
        at.is_multiple_of(2) == (*color == first)
    };
    if !steps.iter().enumerate().all(is_due) {
        return None;
    }
    let before = state_by_stones(&root, query).filter(|_| root.number == 0)?;
    let moves: Vec<AddressMove> = steps.into_iter().map(|(_, step)| step).collect();
    Some(PageState { at: moves.len(), moves, turn: first, ..before })
}

/// State of Explore that shows a position of Go by its stones, without moves.
fn state_by_stones(place: &Position, query: &str) -> Option<PageState> {
    let board = place.board.as_ref().filter(|board| board.game() == GameKind::Go)?;
    let empty = PageState { size: board.size(), ..PageState::default() };
    Some(empty.with_query(query).set_up(board, place.turn))
}
