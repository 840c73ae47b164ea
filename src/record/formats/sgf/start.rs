//! Reads how a game starts: which game it is, the board and, for Lines of Action, the setup.

use crate::game::loa::{self, LoaSetup};
use crate::game::{BoardSize, GameKind, Move};
use crate::{Action, Code, Diagnostics, GameTree, Start, numbers};
use std::borrow::Cow;

/// Reads the start from the root's properties; `first` gives the first value of a property.
pub(super) fn read<'a>(
    first: &impl Fn(&str) -> Option<Cow<'a, str>>,
    diagnostics: &mut Diagnostics,
) -> Start {
    let (gm, sz, su) = (first("GM"), first("SZ"), first("SU"));
    let [gm, sz, su] = [&gm, &sz, &su].map(|text| text.as_deref().map(str::trim));
    let game = game_of(gm, sz, first("5A").is_some());
    let usual = if game == GameKind::Loa { BoardSize::LOA } else { BoardSize::GO };
    let size = match sz.filter(|text| !text.is_empty()) {
        None => usual,
        Some(text) => numbers::parse_size(text).unwrap_or_else(|| {
            let message = format!("the board size cannot be read; {usual} is assumed");
            diagnostics.add(Code::BadSize, 0, message);
            usual
        }),
    };
    let setup = match su.filter(|text| game == GameKind::Loa && !text.is_empty()) {
        None => LoaSetup::Standard,
        Some(text) => LoaSetup::parse(text).unwrap_or_else(|| {
            let message = "the setup is not known; the standard one is assumed";
            diagnostics.add(Code::UnknownSetup, 0, message);
            LoaSetup::Standard
        }),
    };
    if setup == LoaSetup::Parachute {
        let message = "drops have no notation: positions of a Parachute game may be wrong";
        diagnostics.add(Code::UnreliablePositions, 0, message);
    }
    Start { game, setup, ..Start::go(size) }
}

/// Game that `GM` names. Without `GM` it is Go, except in the renju collections on 15×15 that lack it.
fn game_of(gm: Option<&str>, size: Option<&str>, has_renju_property: bool) -> GameKind {
    match gm.unwrap_or("") {
        "" if size == Some("15") && has_renju_property => GameKind::Other(4),
        "" | "1" => GameKind::Go,
        "9" => GameKind::Loa,
        text => match text.parse() {
            Ok(1) => GameKind::Go,
            Ok(9) => GameKind::Loa,
            Ok(number) => GameKind::Other(number),
            Err(_) if text.eq_ignore_ascii_case("go") => GameKind::Go,
            Err(_) if text.to_ascii_lowercase().starts_with("loa") => GameKind::Loa,
            Err(_) if text.eq_ignore_ascii_case("lines of action") => GameKind::Loa,
            Err(_) => GameKind::Other(0),
        },
    }
}

/// Chooses between the two published diagrams of the setup Scrambled-eggs: the first mover must own the square from
/// which the first move of the game starts.
pub(super) fn orient(start: Start, tree: &GameTree) -> LoaSetup {
    if start.game != GameKind::Loa {
        return start.setup;
    }
    let mut actions = tree.main_line().flat_map(|node| tree.actions(node));
    let first = actions.find_map(|action| match *action {
        Action::Move(color, Move::Slide { from, .. }) => Some((color, from)),
        _ => None,
    });
    match first {
        Some((color, from)) => loa::orient_scrambled_eggs(start.setup, color, from, start.size),
        None => start.setup,
    }
}
