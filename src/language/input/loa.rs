//! Reads moves of Lines of Action from the standard start position: `e1-e3 a2-c2`.

use super::board_input::{BoardInput, Result, color_name, not_a_position};
use super::moves::{self, MAX_LETTERS, MoveToken, is_slide, parse_on_any_board};
use super::points::{Word, off_board};
use crate::QueryError;
use kifu_messages::say;
use kifu_record::Start;
use kifu_record::game::{BoardSize, Color, GameKind, Move, loa};

/// True if all moves of the text are moves of Lines of Action.
pub(super) fn is_loa(text: &str) -> bool {
    let mut slides = false;
    for piece in moves::tokenize(text) {
        if let MoveToken::Move(word) = piece {
            slides |= is_slide(word.text);
            if !is_slide(word.text) && !word.text.eq_ignore_ascii_case("pass") {
                return false;
            }
        }
    }
    slides
}

/// Reads a list of moves of Lines of Action.
pub(super) fn read(text: &str, size: BoardSize) -> Result<BoardInput> {
    let setup = loa::LoaSetup::Standard;
    let mut input = BoardInput::new(Start { game: GameKind::Loa, setup, ..Start::go(size) });
    loa::place_pieces(&mut input.board, setup);
    let pieces = moves::tokenize(text);
    let readable = |piece: &MoveToken| matches!(piece, MoveToken::Move(w) if parse_on_any_board(w.text).is_some());
    if !pieces.iter().any(readable) {
        return Err(not_a_position(text));
    }
    for (color, word) in moves::moves_with_colors(&pieces)? {
        let color = color.or(input.turn).unwrap_or(Color::Black);
        play(&mut input, color, word)?;
    }
    Ok(input)
}

fn play(input: &mut BoardInput, color: Color, word: Word) -> Result<()> {
    let size = input.start.size;
    let before = input.board.mark();
    let last = match loa::parse_move(word.text, size) {
        Some(Move::Slide { from, to }) => {
            let owner = input.board.stone(from).color();
            let targets = loa::legal_targets(&input.board, from);
            let slide = Move::Slide { from, to };
            if loa::play(&mut input.board, input.start.setup, color, slide).illegal {
                let names: Vec<_> = targets.iter().map(|&to| loa::point_name(to, size)).collect();
                let from = loa::point_name(from, size);
                let message =
                    say!("error-loa-illegal", color = color_name(color), played = word.text);
                let help = match owner {
                    None => say!("error-loa-no-piece", square = from),
                    Some(owner) if owner != color => {
                        say!("error-loa-other-piece", square = from, owner = color_name(owner))
                    }
                    Some(_) if names.is_empty() => say!("error-loa-stuck", square = from),
                    Some(_) => say!("error-loa-targets", square = from, squares = names.join(", ")),
                };
                return Err(QueryError::new(word.span(), message).with_help(help));
            }
            Some(to)
        }
        Some(Move::Pass) => None,
        Some(Move::Resign | Move::Forfeit | Move::Escape) => return Ok(()),
        Some(Move::Remove(_)) => {
            let error = QueryError::new(word.span(), say!("error-loa-square"));
            return Err(error.with_help(say!("error-loa-square-help")));
        }
        Some(Move::Place(_) | Move::Unreadable) | None => return Err(unreadable(word, size)),
    };
    input.marks.push(before);
    input.set_last_move(color, last);
    Ok(())
}

fn unreadable(word: Word, size: BoardSize) -> QueryError {
    if parse_on_any_board(word.text).is_some() {
        let right = char::from(b'a' + size.width().min(MAX_LETTERS) - 1);
        return off_board(word, size).with_help(say!(
            "error-off-board-loa",
            right = right.to_string(),
            top = size.height()
        ));
    }
    let message = say!("error-loa-not-a-move", word = word.text);
    QueryError::new(word.span(), message).with_help(say!("error-loa-not-a-move-help"))
}
