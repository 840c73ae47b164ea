//! Reads the stones at the start of an OGS game, and its moves.

use crate::cancel::checkpoint;
use crate::formats::budget::NodeBudget;
use crate::formats::json::value::{JsonKind, JsonValue};
use crate::formats::server::Draft;
use crate::formats::sgf::point_from_letters;
use crate::game::{BoardSize, Color, Move, Point, Stone};
use crate::{Code, Diagnostics};

/// Reads the stones and the moves of a game. Moves alternate, beginning with `initial_player`, unless a move has a
/// colour of its own. With `free_handicap_placement`, Black's first moves are the stones of the handicap.
pub(super) fn draft<'t>(
    game: JsonValue,
    size: BoardSize,
    budget: &mut NodeBudget,
    diagnostics: &mut Diagnostics,
) -> Draft<'t> {
    let mut draft = Draft::default();
    let has_stones = set_up_stones(game, size, &mut draft, diagnostics);
    let handicap = handicap(game, size);
    let free = game.get("free_handicap_placement").is_some_and(JsonValue::is_true);
    let initial_player = color_named(game.get("initial_player"));
    let is_placed_freely = free && !has_stones && initial_player != Some(Color::White);
    let mut color = match initial_player {
        None if has_stones && handicap >= 2 => Color::White,
        color => color.unwrap_or(Color::Black),
    };
    if color == Color::White {
        draft.set_turn(color);
    }
    let mut left_to_place = if is_placed_freely && handicap >= 2 { handicap } else { 0 };
    if handicap >= 2 && !has_stones && !is_placed_freely {
        diagnostics.no_handicap_stones();
    }
    for value in game.get("moves").into_iter().flat_map(JsonValue::items) {
        checkpoint();
        let (own_color, played) = read_move(value, size, diagnostics);
        if left_to_place > 0 {
            left_to_place -= 1;
            if let Move::Place(point) = played {
                draft.set_up(0, Stone::Black, point, point);
            }
            if left_to_place == 0 {
                draft.set_turn(Color::White);
                color = Color::White;
            }
        } else {
            let mover = own_color.unwrap_or(color);
            draft.add(draft.last(), Some((mover, played)));
            color = mover.other();
        }
        if !budget.fits_nodes(draft.weight()) {
            break;
        }
    }
    draft
}

/// Number of handicap stones; at most as many as the board has points.
fn handicap(game: JsonValue, size: BoardSize) -> usize {
    let stones = game.get("handicap").and_then(JsonValue::number).unwrap_or(0.0);
    (stones.max(0.0) as usize).min(size.area())
}

/// Colour by its name in JSON: `"black"` or `"white"`.
fn color_named(value: Option<JsonValue>) -> Option<Color> {
    match &*value?.text()?.to_ascii_lowercase() {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

/// Sets up the stones of `initial_state`, which are pairs of letters without brackets, as `ddpp`. Returns whether there
/// are any.
fn set_up_stones(
    game: JsonValue,
    size: BoardSize,
    draft: &mut Draft,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut left = size.area();
    let before = left;
    for (key, stone) in [("black", Stone::Black), ("white", Stone::White)] {
        let value = game.get("initial_state").and_then(|state| state.get(key));
        let Some((value, points)) = value.and_then(|value| Some((value, value.text()?))) else {
            continue;
        };
        for pair in points.as_bytes().chunks(2) {
            checkpoint();
            let point = std::str::from_utf8(pair).ok().and_then(point_from_letters);
            match point.filter(|&point| size.contains(point)) {
                Some(_) if left == 0 => {
                    diagnostics.too_much_setup(value.offset());
                    break;
                }
                Some(point) => {
                    left -= 1;
                    draft.set_up(0, stone, point, point);
                }
                None => {
                    let message = "a setup stone off the board is skipped";
                    diagnostics.add(Code::BadPoint, value.offset(), message);
                }
            }
        }
    }
    left < before
}

/// Reads a move such as `[3, 15, 2500]`, with column and row counted from 0 from the upper left, and the time in
/// milliseconds. A colour may follow: 1 is Black, 2 is White. Newer files may have objects with `x`, `y` and `color`.
fn read_move(
    value: JsonValue,
    size: BoardSize,
    diagnostics: &mut Diagnostics,
) -> (Option<Color>, Move) {
    let (x, y, color) = match value.kind() {
        JsonKind::Array => {
            let mut items = value.items();
            (items.next(), items.next(), items.nth(1))
        }
        _ => (value.get("x"), value.get("y"), value.get("color")),
    };
    let number = |value: Option<JsonValue>| value.and_then(JsonValue::number);
    let color = match number(color) {
        Some(1.0) => Some(Color::Black),
        Some(2.0) => Some(Color::White),
        _ => None,
    };
    let played = match (number(x), number(y)) {
        (Some(-1.0), Some(-1.0)) => Some(Move::Pass),
        (Some(x), Some(y)) => point(x, y, size).map(Move::Place),
        _ => None,
    };
    let played = played.unwrap_or_else(|| {
        diagnostics.bad_move(value.offset());
        Move::Unreadable
    });
    (color, played)
}

/// Point in this column and row; `None` if it is off the board or between points.
fn point(x: f64, y: f64, size: BoardSize) -> Option<Point> {
    let coordinate = |number: f64| {
        ((0.0..=255.0).contains(&number) && number.fract() == 0.0).then_some(number as u8)
    };
    let point = Point::new(coordinate(x)?, coordinate(y)?);
    size.contains(point).then_some(point)
}
