//! Main line of a game as a list that can be compared, rotated and hashed.

use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_record::{Action, GameTree, Start};

/// Maximum number of moves of a game that are compared. No real game is this long.
const MAX_MOVES: usize = 4096;

/// Setup stone or move, packed into one number so that lists compare quickly.
///
/// | bits | content |
/// |---|---|
/// | 32 and up | 1 for a move, 2 for the removal of a piece; for setup, 4 plus the number of the stone |
/// | 16–31 | number of the point from which a piece moves; otherwise the number of the target point |
/// | 0–15 | number of the target point |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct PackedAction(u64);

/// Kinds of actions: highest bits of a [`PackedAction`]. For setup, the number of the stone is added.
const PLAY: u64 = 1;
const REMOVE: u64 = 2;
const SETUP: u64 = 4;

impl PackedAction {
    fn new(kind: u64, from: usize, to: usize) -> PackedAction {
        PackedAction(kind << 32 | (from as u64) << 16 | to as u64)
    }

    fn setup(stone: Stone, point: usize) -> PackedAction {
        PackedAction::new(SETUP + stone as u64, point, point)
    }

    /// Creates the move of a stone or piece that is placed on the point of this number.
    pub(super) fn play(point: usize) -> PackedAction {
        PackedAction::new(PLAY, point, point)
    }

    /// Number of the point if this is a [`play`](Self::play) and no move from one point to another.
    #[inline]
    pub(super) fn played_at(self) -> Option<usize> {
        let point = (self.0 & 0xffff) as usize;
        (self == PackedAction::play(point)).then_some(point)
    }

    /// Image of this stone or move under a symmetry.
    fn image(self, turn: &PointMap) -> PackedAction {
        let point = |shift: u32| turn.point((self.0 >> shift & 0xffff) as usize);
        PackedAction::new(self.0 >> 32, point(16), point(0))
    }

    fn is_move(self) -> bool {
        self.0 >> 32 < SETUP
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }
}

/// Image of each point under one symmetry, by point number.
#[derive(Clone, Debug)]
struct PointMap(Vec<u16>);

impl PointMap {
    fn new(symmetry: Symmetry, size: BoardSize) -> PointMap {
        let image = |point| size.number(symmetry.apply(point, size)) as u16;
        PointMap(size.points().map(image).collect())
    }

    #[inline]
    fn point(&self, number: usize) -> usize {
        self.0.get(number).copied().map_or(number, usize::from)
    }
}

/// Point maps of all symmetries of a board size, reused from one game to the next.
#[derive(Clone, Debug)]
pub(super) struct PointMaps {
    size: BoardSize,
    turns: Vec<PointMap>,
}

impl PointMaps {
    pub(super) fn new(size: BoardSize) -> PointMaps {
        let turns = Symmetry::all(size).map(|symmetry| PointMap::new(symmetry, size));
        PointMaps { size, turns: turns.collect() }
    }

    /// Switches to the symmetries of this board size.
    pub(super) fn set_size(&mut self, size: BoardSize) {
        if self.size != size {
            *self = PointMaps::new(size);
        }
    }

    /// Image of a stone or move under the symmetry of this number.
    #[inline]
    pub(super) fn image(&self, placed: PackedAction, symmetry: usize) -> PackedAction {
        let turn = self.turns.get(symmetry);
        turn.map_or(placed, |turn| placed.image(turn))
    }

    /// Images of a stone or move under all symmetries.
    pub(super) fn images(
        &self,
        placed: PackedAction,
    ) -> impl Iterator<Item = PackedAction> + Clone {
        self.turns.iter().map(move |turn| placed.image(turn))
    }

    pub(super) fn count(&self) -> usize {
        self.turns.len()
    }
}

/// Changes that the main line of a game makes to the board. Passes and unreadable moves are left out: of two copies,
/// often only one has them at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MoveList {
    /// Rules, board size and kind of setup. Games that differ in these are different games.
    pub(super) start: Start,
    /// Stones on the board before the first move, sorted.
    pub(super) setup: Vec<PackedAction>,
    /// Moves and later setup stones, without colours: where a program has assumed alternating turns, one missing move
    /// swaps the colours of all that follow.
    pub(super) moves: Vec<PackedAction>,
    /// For each entry of `moves`, true if it is White's move.
    pub(super) white: Vec<bool>,
    /// Number of entries in `moves` that are moves and not setup stones.
    pub(super) played: usize,
}

impl MoveList {
    /// Reads the list of a game; `None` if the rules of the game are not known.
    pub(super) fn from_tree(start: Start, tree: &GameTree) -> Option<MoveList> {
        if !start.has_rules() {
            return None;
        }
        let line = tree.main_line();
        let capacity = line.len().min(MAX_MOVES);
        let (mut moves, mut white) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
        'line: for node in line {
            for action in tree.actions(node) {
                match *action {
                    Action::Move(color, action) => {
                        if let Some(placed) = pack_move(action, start.size) {
                            moves.push(placed);
                            white.push(color == Color::White);
                        }
                    }
                    Action::Add(stone, from, to) if node > 0 => {
                        let numbers = numbers_in(from, to, start.size);
                        moves.extend(numbers.map(|number| PackedAction::setup(stone, number)));
                        white.resize(moves.len(), false);
                    }
                    Action::Add(..) | Action::Turn(_) | Action::Raw(..) => {}
                }
                if moves.len() >= MAX_MOVES {
                    break 'line;
                }
            }
        }
        Some(MoveList {
            played: moves.iter().filter(|placed| placed.is_move()).count(),
            start,
            setup: root_setup(tree, start.size),
            moves,
            white,
        })
    }

    /// Length unit for thresholds: 10 moves in Go, 5 in Lines of Action, whose games are shorter. A single unit of
    /// equal moves proves nothing, because different games may agree in so few by chance.
    pub(super) fn unit(&self) -> usize {
        match self.start.game {
            GameKind::Loa => 5,
            GameKind::Go | GameKind::Other(_) => 10,
        }
    }
}

#[inline]
fn pack_move(action: Move, size: BoardSize) -> Option<PackedAction> {
    let number = |point: Point| size.number(point);
    match action {
        Move::Place(point) => Some(PackedAction::play(number(point))),
        Move::Slide { from, to } => Some(PackedAction::new(PLAY, number(from), number(to))),
        Move::Remove(point) => Some(PackedAction::new(REMOVE, number(point), number(point))),
        Move::Pass | Move::Resign | Move::Forfeit | Move::Escape | Move::Unreadable => None,
    }
}

/// Numbers of the points in a rectangle.
fn numbers_in(from: Point, to: Point, size: BoardSize) -> impl Iterator<Item = usize> {
    let points = (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| Point::new(x, y)));
    points.map(move |point| size.number(point))
}

/// Stones that the root sets up, each point once; the last value counts.
fn root_setup(tree: &GameTree, size: BoardSize) -> Vec<PackedAction> {
    let mut stones: Vec<Stone> = Vec::new();
    for action in tree.actions(0) {
        let Action::Add(stone, from, to) = *action else {
            continue;
        };
        stones.resize(size.area(), Stone::Empty);
        for number in numbers_in(from, to, size) {
            if let Some(place) = stones.get_mut(number) {
                *place = stone;
            }
        }
    }
    let stones = stones.into_iter().enumerate();
    let mut setup: Vec<PackedAction> = stones
        .filter(|(_, stone)| *stone != Stone::Empty)
        .map(|(number, stone)| PackedAction::setup(stone, number))
        .collect();
    setup.sort_unstable();
    setup
}
