//! The handicap of a game: stated by the record's `HA` property, or inferred from stones.

use super::numbers::is_fox;
use super::{Action, GameInfo, GameRecord, GameTree, Property, Start};
use crate::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use std::collections::BTreeSet;

/// Handicap that a record does not state, but that its stones show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InferredHandicap {
    /// Number of handicap stones; at least 1.
    pub stones: u8,
    /// How the record places the stones.
    pub from: HandicapSource,
}

/// How a record places the stones of a handicap that it does not state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum HandicapSource {
    /// Setup stones (`AB`) before the first move, as most programs write them.
    Setup,
    /// Black's first moves, one after the other, as the Fox server writes them.
    Moves,
}

impl HandicapSource {
    /// Name of the source in lower case: `setup` or `moves`.
    pub fn as_str(self) -> &'static str {
        match self {
            HandicapSource::Setup => "setup",
            HandicapSource::Moves => "moves",
        }
    }
}

impl GameInfo {
    /// Number of handicap stones: inferred from the stones, or else as the record states it. `None` if neither is
    /// known.
    pub fn handicap_stones(&self) -> Option<u8> {
        self.inferred_handicap.map(|inferred| inferred.stones).or(self.handicap)
    }

    /// True if Black placed the handicap stones with the first moves of the game, and the record does not say so.
    pub fn has_handicap_moves(&self) -> bool {
        self.inferred_handicap.is_some_and(|inferred| inferred.from == HandicapSource::Moves)
    }
}

impl GameRecord {
    /// Number of handicap stones of a game, 0 for an even game.
    ///
    /// `None` if the record states no number and its setup stones are no handicap: such a game starts from an arbitrary
    /// position. Servers that write `HA[0]` into every game still set the stones. So without a number above 0 the setup
    /// decides: black stones on handicap points, set before the first move, are a handicap of their number.
    pub fn handicap(&self) -> Option<u8> {
        if let Some(stones @ 1..) = self.info.handicap_stones() {
            return Some(stones);
        }
        let stones = match self.start.game {
            GameKind::Go => setup_handicap(self.start.size, &self.tree),
            _ => Some(0),
        };
        stones.or(self.info.handicap)
    }
}

/// Handicap that the stones of a game show although the record states none. Setup stones on handicap points count if
/// `HA` is absent or 0; in records of Fox, Black's first moves on such points count if `HA` is absent, 0 or 1.
pub(super) fn infer(
    start: &Start,
    tree: &GameTree,
    properties: &[Property],
    stated: Option<u8>,
) -> Option<InferredHandicap> {
    if start.game != GameKind::Go || stated.is_some_and(|stones| stones > 1) {
        return None;
    }
    let inferred = |stones, from| Some(InferredHandicap { stones, from });
    match setup_handicap(start.size, tree)? {
        0 => {
            let stones = handicap_moves(start.size, tree).filter(|&stones| stones >= 2)?;
            if is_fox_record(properties) { inferred(stones, HandicapSource::Moves) } else { None }
        }
        stones if stated != Some(1) => inferred(stones, HandicapSource::Setup),
        _ => None,
    }
}

/// Number of the setup stones before the first move of the main line. `None` if they are no handicap: if one is white
/// or not on a handicap point.
fn setup_handicap(size: BoardSize, tree: &GameTree) -> Option<u8> {
    let actions = tree.main_line().flat_map(|node| tree.actions(node));
    let mut stones = BTreeSet::new();
    for action in actions.take_while(|action| !action.is_move()) {
        match *action {
            Action::Add(Stone::Black, from, to) => stones.extend(handicap_points(size, from, to)?),
            Action::Add(..) => return None,
            _ => {}
        }
    }
    u8::try_from(stones.len()).ok()
}

/// Number of Black's moves before White's first one. `None` if one of them is not on a handicap point, or if two are on
/// the same point.
fn handicap_moves(size: BoardSize, tree: &GameTree) -> Option<u8> {
    let actions = tree.main_line().flat_map(|node| tree.actions(node));
    let mut stones = BTreeSet::new();
    for action in actions.filter(|action| action.is_move()) {
        match *action {
            Action::Move(Color::Black, Move::Place(point))
                if size.is_handicap_point(point) && stones.insert(point) => {}
            Action::Move(Color::White, _) => break,
            _ => return None,
        }
    }
    u8::try_from(stones.len()).ok()
}

/// True if the Fox server wrote the record: it is the record's program (`AP`), or the overtime stands in the two
/// properties `TC` and `TT`, which only Fox uses. Fox writes `AP` twice, so its own name may be lost.
fn is_fox_record(properties: &[Property]) -> bool {
    let values = |name: &'static str| {
        let named = properties.iter().filter(move |property| property.name == name);
        named.flat_map(|property| &property.values).map(|value| value.trim())
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    values("AP").any(is_fox) || values("TC").any(is_number) && values("TT").any(is_number)
}

/// All points of a rectangle, or `None` if one of them is no handicap point.
fn handicap_points(size: BoardSize, from: Point, to: Point) -> Option<Vec<Point>> {
    let points = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Point::new(x, y)));
    let is_usual = |point| size.contains(point) && size.is_handicap_point(point);
    points.map(|point| is_usual(point).then_some(point)).collect()
}
