//! The question that an address asks the engine.

use crate::engine::board::BoardAnswer;
use crate::engine::request::{Board, Hits, Operand};
use crate::engine::{Reply, Result};
use crate::game::pattern::Edges;
use crate::game::{Color, Point};
use crate::web::desk::Desk;
use crate::web::state::{Area, State, Step, size_name};

/// Asks about a whole board, or about a part of one.
pub(super) fn ask(desk: &Desk, state: &State, request: &Board) -> Result<Reply<Box<BoardAnswer>>> {
    let engine = &desk.opened.engine;
    match state.is_shape() {
        false => engine.position(request, &desk.within),
        true => engine.pattern(request, &desk.within),
    }
}

/// The request that an address stands for.
pub(super) fn request(state: &State) -> Board {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let all = Area::Region(
        Point::new(0, state.size.height() - 1),
        Point::new(state.size.width() - 1, 0),
    );
    let (region, corner) = match &state.area {
        _ if !state.is_shape() => (None, None),
        Area::Whole => (Some(all.name(state.size)), None),
        Area::Around => (None, Some(String::new())),
        area @ Area::Region(..) => (Some(area.name(state.size)), None),
    };
    let open = state.open.iter();
    Board {
        subject: Operand::Text(subject(state)),
        size: Some(size_name(state.size)),
        region,
        corner,
        edges: state.edges.map(Edges::text),
        open: open.map(|&(at, sign)| (state.name_of(at), sign)).collect(),
        sequence: state.sequence && state.is_shape(),
        symmetric: state.symmetric,
        hits: Hits {
            filter: text(&state.query),
            within: text(&state.hit.within),
            colours: state.any_colours.then(|| "any".to_owned()),
            next: text(&state.hit.next),
            tomove: text(&state.hit.tomove),
            at_move: text(&state.hit.at_move),
            sort: state.sort.clone(),
            unique: state.unique,
        },
        ..Board::default()
    }
}

/// The same question as one query; `None` where a query cannot ask it.
pub fn clause(state: &State) -> Option<String> {
    let position = subject(state);
    // In a query a record is written like any other text; a quote in it would end it.
    let can = state.area == Area::Whole && state.symmetric && !position.contains('"');
    let clause = format!("position:\"{position}\" {}", state.query);
    can.then(|| clause.trim_end().to_owned())
}

/// The position as a text: moves with their colours, or a record where stones are set up or nothing is played.
fn subject(state: &State) -> String {
    let mut colors = [state.turn, state.turn.other()].into_iter().cycle();
    let mut next = || colors.next().unwrap_or(state.turn);
    let is_setup = !state.black.is_empty() || !state.white.is_empty();
    if !is_setup && state.at > 0 {
        let moves = state.played().iter();
        let moves = moves.map(|step| format!("{} {}", next().letter(), step.name(state.size)));
        return moves.collect::<Vec<_>>().join(" ");
    }
    let value = |point: &Point| {
        let letter = |at: u8| char::from(if at < 26 { b'a' + at } else { b'A' + at - 26 });
        format!("[{}{}]", letter(point.x), letter(point.y))
    };
    let mut text = format!("(;GM[1]SZ[{}:{}]", state.size.width(), state.size.height());
    for (name, stones) in [("AB", &state.black), ("AW", &state.white)] {
        if !stones.is_empty() {
            text.push_str(name);
            stones.iter().for_each(|point| text.push_str(&value(point)));
        }
    }
    if state.turn == Color::White {
        text.push_str("PL[W]");
    }
    for step in state.played() {
        let value = match step {
            Step::Place(point) => value(point),
            Step::Pass => "[]".to_owned(),
        };
        text.push_str(&format!(";{}{value}", next().letter()));
    }
    text.push(')');
    text
}
