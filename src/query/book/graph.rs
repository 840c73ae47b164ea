//! The positions of a book and the steps between them.

use super::boards::{is_on, most_frequent_board, no_corners_error};
use super::corner_hash::{CanonicalFrames, HashedCorner};
use crate::joseki::corner::{Corner, CornerPoint, CornerSet, Frame, Quadrants};
use crate::quick_hash::QuickHash;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_record::cancel::checkpoint;
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point};
use kifu_record::replay::{Cause, Ply};
use kifu_record::{Action, GameTree, NodeId, Replayer, Start};
use kifu_store::userdata::book::BookShape;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Maximum number of nodes of a book. A node takes up to 150 bytes while it is read.
pub const MAX_BOOK_NODES: usize = 1_000_000;

/// Step between two positions of a book: a stone, or a tenuki. Bit 15 is set for White; the other bits are the number
/// of the point, or 32,767 for a tenuki. Points of a corner have the numbers of `CornerPoint`; points of a board are
/// numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BookStep(u16);

impl BookStep {
    const WHITE: u16 = 1 << 15;
    const TENUKI: u16 = Self::WHITE - 1;

    pub(super) fn new(color: Color, at: Option<u16>) -> BookStep {
        let white = if color == Color::White { Self::WHITE } else { 0 };
        BookStep(at.unwrap_or(Self::TENUKI) | white)
    }

    pub fn color(self) -> Color {
        if self.0 & Self::WHITE == 0 { Color::Black } else { Color::White }
    }

    /// Number of the point; `None` for a tenuki.
    fn number(self) -> Option<u16> {
        Some(self.0 & !Self::WHITE).filter(|&number| number != Self::TENUKI)
    }

    pub fn is_tenuki(self) -> bool {
        self.number().is_none()
    }
}

/// Game tree of a book.
#[derive(Clone, Debug)]
pub struct BookGame {
    pub start: Start,
    pub tree: GameTree,
}

/// Where a book has a position for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BookPlace {
    /// Index of the game in [`Book::games`].
    pub game: u32,
    pub node: NodeId,
    /// Index of the corner in [`Corner::ALL`]; 0 for a position of the whole board.
    corner: u8,
    /// Number of the frame, or of the symmetry, that turns the position as it is drawn here into its canonical image.
    to_canonical: u8,
}

/// Position of a book.
#[derive(Clone, Debug, Default)]
pub(super) struct BookPosition {
    pub(super) place: BookPlace,
    /// True if the position has setup stones, so that a game may enter the book with it.
    pub(super) is_start: bool,
    /// Steps after the position in all of its places, each with the number of the position that it leads to.
    pub(super) steps: Vec<(BookStep, u32)>,
}

/// Positions of the corners, or of the whole boards, of all variations of game records.
#[derive(Debug)]
pub struct Book {
    shape: BookShape,
    board: BoardSize,
    games: Vec<BookGame>,
    /// The empty corner or board comes first.
    positions: Vec<BookPosition>,
    /// Numbers of the positions by their canonical hashes.
    numbers: HashMap<u64, u32, QuickHash>,
    /// True if a position has setup stones.
    pub(super) has_starts: bool,
    /// For each game and node: the number of the position in each corner, or of the board's position. Games on other
    /// boards have no entries.
    node_positions: Vec<Vec<[u32; 4]>>,
}

/// Step of a book or of a game as it is shown: the colour, and the point; `None` for a tenuki.
pub type ShownStep = (Color, Option<Point>);

impl Book {
    /// Reads a book from the texts of its games, which are SGF.
    pub fn read(texts: &[String], shape: Option<BookShape>) -> Result<Book> {
        let games = texts.iter().flat_map(|text| kifu_record::formats::sgf::read(text).0);
        let games = games.map(|record| BookGame { start: record.start, tree: record.tree });
        Book::new(games.collect(), shape)
    }

    /// Number of the empty position.
    pub const EMPTY: u32 = 0;

    /// Reads the positions of all nodes. Without a shape, the book is one of corners if most of its lines have all
    /// their stones in one quadrant. Of games on several sizes of boards, those with the most nodes are read.
    pub fn new(games: Vec<BookGame>, shape: Option<BookShape>) -> Result<Book> {
        let nodes: usize = games.iter().map(|game| game.tree.weight()).sum();
        if nodes > MAX_BOOK_NODES {
            let message =
                format!("the book has {nodes} nodes, and at most {MAX_BOOK_NODES} are read");
            return Err(Error::new(ErrorKind::Limit, message)
                .with_help("divide the book into smaller files"));
        }
        let board = most_frequent_board(&games).ok_or_else(|| {
            Error::new(ErrorKind::Query, "the book has no game of Go")
                .with_help("name an SGF file with moves, or a folder or an archive of such files")
        })?;
        let quadrants = Quadrants::new(board);
        let on_board = |game: &&BookGame| is_on(game, board);
        let shape = match (shape, quadrants) {
            (Some(BookShape::Corner), None) => return Err(no_corners_error(board)),
            (Some(shape), _) => shape,
            (None, None) => BookShape::Board,
            (None, Some(quadrants)) => shape_of(games.iter().filter(on_board), quadrants),
        };
        let mut book = Book {
            shape,
            board,
            games: Vec::new(),
            positions: Vec::new(),
            numbers: HashMap::default(),
            has_starts: false,
            node_positions: Vec::new(),
        };
        let place = BookPlace::default();
        let empty = match shape {
            BookShape::Corner => HashedCorner::default().canonical_hash(),
            BookShape::Board => Board::new(GameKind::Go, board).hash().0,
        };
        book.number_or_insert(empty, place, false);
        let mut replayer = Replayer::new();
        for (number, game) in (0..).zip(&games) {
            let nodes = match (shape, quadrants) {
                _ if !is_on(game, board) => Vec::new(),
                (BookShape::Corner, Some(quadrants)) => {
                    book.read_corners(number, game, quadrants, &mut replayer)
                }
                _ => book.read_boards(number, game, &mut replayer),
            };
            book.node_positions.push(nodes);
        }
        for position in &mut book.positions {
            position.steps.sort_unstable();
            position.steps.dedup();
        }
        book.games = games;
        Ok(book)
    }

    pub fn shape(&self) -> BookShape {
        self.shape
    }

    /// Size of the boards.
    pub fn board(&self) -> BoardSize {
        self.board
    }

    pub fn games(&self) -> &[BookGame] {
        &self.games
    }

    /// Number of positions, the empty one included.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True if the book has no position but the empty one.
    pub fn is_empty(&self) -> bool {
        self.positions.len() <= 1
    }

    pub(super) fn position(&self, number: u32) -> Option<&BookPosition> {
        self.positions.get(number as usize)
    }

    /// The number of the position with this canonical hash.
    pub(super) fn find(&self, hash: u64) -> Option<u32> {
        self.numbers.get(&hash).copied()
    }

    /// Where the book has a position for the first time; `None` for the empty position.
    pub fn place(&self, number: u32) -> Option<BookPlace> {
        self.position(number).filter(|_| number != Book::EMPTY).map(|position| position.place)
    }

    /// The steps after a position, each with the number of the position that it leads to.
    pub fn steps(&self, number: u32) -> &[(BookStep, u32)] {
        self.position(number).map_or(&[], |position| &position.steps)
    }

    /// The numbers of the positions at a node: in each corner, or of the whole board.
    pub fn positions_at(&self, game: usize, node: NodeId) -> Option<[u32; 4]> {
        self.node_positions.get(game)?.get(node as usize).copied()
    }

    fn number_or_insert(&mut self, hash: u64, place: BookPlace, is_start: bool) -> u32 {
        let next = self.positions.len() as u32;
        let number = *self.numbers.entry(hash).or_insert(next);
        if number == next {
            self.positions.push(BookPosition { place, ..BookPosition::default() });
        }
        if is_start && let Some(position) = self.positions.get_mut(number as usize) {
            position.is_start |= number != Book::EMPTY;
            self.has_starts |= number != Book::EMPTY;
        }
        number
    }

    fn add_step(&mut self, from: u32, step: BookStep, to: u32) {
        if let Some(position) = self.positions.get_mut(from as usize) {
            position.steps.push((step, to));
            // A position that occurs at many places has the same few steps at each of them.
            if position.steps.len().is_power_of_two() && position.steps.len() > 16 {
                position.steps.sort_unstable();
                position.steps.dedup();
            }
        }
    }

    /// Reads the positions of the corners of a game. Returns their numbers for each node.
    fn read_corners(
        &mut self,
        game_number: u32,
        game: &BookGame,
        quadrants: Quadrants,
        replayer: &mut Replayer,
    ) -> Vec<[u32; 4]> {
        let mut nodes = NodeValues::new([Book::EMPTY; 4]);
        let mut corners: NodeValues<[CanonicalFrames; 4]> =
            NodeValues::new([CanonicalFrames::EMPTY_CORNER; 4]);
        replayer.replay(game.start, &game.tree, |ply| {
            checkpoint();
            let numbers = nodes.at(&game.tree, ply.node);
            let frames = corners.at(&game.tree, ply.node);
            let played = match ply.cause {
                Cause::Move(color, Move::Place(point)) => {
                    Some((color, quadrants.in_corners(point)))
                }
                // A pass is a tenuki in each corner that has stones.
                Cause::Move(color, Move::Pass) => {
                    let positions = numbers.iter().zip(frames.iter());
                    for (&number, frames) in positions.filter(|(number, _)| **number != Book::EMPTY)
                    {
                        self.add_step(number, frames.step(color, None), number);
                    }
                    return ControlFlow::Continue(());
                }
                Cause::Move(..) => return ControlFlow::Continue(()),
                Cause::Start | Cause::Setup => None,
            };
            for corner in changed_corners(ply, played.map(|(_, at)| at.corners)).iter() {
                let Some((number, frames)) = numbers.get_mut(corner).zip(frames.get_mut(corner))
                else {
                    continue;
                };
                let hashed = hashed_corner(ply.board, quadrants, corner);
                let after = hashed.canonical_frames();
                let place = BookPlace {
                    game: game_number,
                    node: ply.node,
                    corner: corner as u8,
                    to_canonical: after.first().number() as u8,
                };
                let hash = hashed.canonical_hash();
                // Setup elsewhere on the board does not change this corner.
                let is_start = played.is_none() && self.find(hash) != Some(*number);
                let to = self.number_or_insert(hash, place, is_start);
                if let Some((color, at)) = played
                    && at.corners.contains(corner)
                    && let Some(&at) = at.points.get(corner)
                {
                    self.add_step(*number, frames.step(color, Some(at)), to);
                }
                (*number, *frames) = (to, after);
            }
            ControlFlow::Continue(())
        });
        nodes.finish(&game.tree)
    }

    /// Reads the positions of the board in a game. Returns their numbers for each node.
    fn read_boards(
        &mut self,
        game_number: u32,
        game: &BookGame,
        replayer: &mut Replayer,
    ) -> Vec<[u32; 4]> {
        let mut nodes = NodeValues::new([Book::EMPTY; 4]);
        let mut turns = NodeValues::new(Symmetries::all(self.board));
        replayer.replay(game.start, &game.tree, |ply| {
            checkpoint();
            let numbers = nodes.at(&game.tree, ply.node);
            let symmetries = turns.at(&game.tree, ply.node);
            let played = match ply.cause {
                Cause::Move(color, Move::Place(point)) => Some((color, point)),
                Cause::Move(..) => return ControlFlow::Continue(()),
                Cause::Start | Cause::Setup => None,
            };
            let after = Symmetries::of(ply.board);
            let place = BookPlace {
                game: game_number,
                node: ply.node,
                corner: 0,
                to_canonical: after.first().number(),
            };
            let to = self.number_or_insert(ply.board.hash().0, place, played.is_none());
            if let Some((color, point)) = played {
                let [from, ..] = *numbers;
                self.add_step(from, symmetries.step(color, point, self.board), to);
            }
            (*numbers, *symmetries) = ([to, Book::EMPTY, Book::EMPTY, Book::EMPTY], after);
            ControlFlow::Continue(())
        });
        nodes.finish(&game.tree)
    }

    /// The moves that lead to a position at its first place in the book, and setup stones before them. A tenuki stands
    /// between two moves of one colour. Corners are shown at the upper right in normal form.
    pub fn line(&self, number: u32) -> Vec<ShownStep> {
        let drawn = self.drawn_line(number);
        let stones = match (self.shape, Quadrants::new(self.board)) {
            (BookShape::Corner, Some(quadrants)) => {
                let frame = normal_frame(&drawn);
                let show = |stone: &DrawnStone| DrawnStone {
                    color: frame.color(stone.color),
                    point: quadrants.point(frame.point(stone.in_corner)),
                    ..*stone
                };
                drawn.iter().map(show).collect()
            }
            _ => drawn,
        };
        let mut steps: Vec<ShownStep> = Vec::new();
        let mut last = None;
        for stone in stones {
            if stone.is_move && last == Some(stone.color) && self.shape == BookShape::Corner {
                steps.push((stone.color.other(), None));
            }
            steps.push((stone.color, Some(stone.point)));
            last = stone.is_move.then_some(stone.color);
        }
        steps
    }

    /// A step after a position, as seen in its [`line`](Self::line).
    pub fn shown_step(&self, number: u32, step: BookStep) -> ShownStep {
        let place = self.place(number).unwrap_or_default();
        match (self.shape, Quadrants::new(self.board)) {
            (BookShape::Corner, Some(quadrants)) => {
                let drawn = self.drawn_line(number);
                let (color, at) = place.corner_step(step);
                let mut frame = normal_frame(&drawn);
                if let (None, Some(at)) = (decided_mirror(&drawn), at) {
                    frame.mirrored = at.decides_mirror().unwrap_or(false);
                }
                (frame.color(color), at.map(|at| quadrants.point(frame.point(at))))
            }
            _ => self.drawn_step(number, step),
        }
    }

    /// A step after a position, as a move on the board where the book has the position for the first time.
    pub fn drawn_step(&self, number: u32, step: BookStep) -> ShownStep {
        let place = self.place(number).unwrap_or_default();
        match (self.shape, Quadrants::new(self.board)) {
            (BookShape::Corner, Some(quadrants)) => {
                let (color, at) = place.corner_step(step);
                let corner = Corner::ALL.get(usize::from(place.corner)).copied();
                let point = |at| quadrants.board_point(corner.unwrap_or(Corner::UpperRight), at);
                (color, at.map(point))
            }
            _ => {
                let symmetry = Symmetry::from_number(place.to_canonical).inverse();
                let point = step.number().map(|number| self.board.point(number.into()));
                (step.color(), point.map(|point| symmetry.apply(point, self.board)))
            }
        }
    }

    /// The stones on the way to the first place of a position, as they are drawn in the book: of the place's corner, or
    /// of the whole board.
    fn drawn_line(&self, number: u32) -> Vec<DrawnStone> {
        let place = self.place(number);
        let game = place.and_then(|place| self.games.get(place.game as usize));
        let Some((place, game)) = place.zip(game) else {
            return Vec::new();
        };
        let quadrants = Quadrants::new(self.board).filter(|_| self.shape == BookShape::Corner);
        let corner = Corner::ALL.get(usize::from(place.corner)).copied();
        let mut stones = Vec::new();
        let mut add = |color, point, is_move| {
            let in_corner = match (quadrants, corner) {
                (Some(quadrants), Some(corner)) => quadrants.corner_point(corner, point),
                _ => Some(CornerPoint::default()),
            };
            stones.extend(in_corner.map(|in_corner| DrawnStone {
                color,
                point,
                in_corner,
                is_move,
            }));
        };
        for node in game.tree.path(place.node) {
            for action in game.tree.actions(node) {
                match *action {
                    Action::Move(color, Move::Place(point)) => add(color, point, true),
                    Action::Add(stone, from, to) => {
                        let Some(color) = stone.color() else { continue };
                        for y in from.y..=to.y {
                            (from.x..=to.x).for_each(|x| add(color, Point::new(x, y), false));
                        }
                    }
                    _ => {}
                }
            }
        }
        stones
    }
}

impl BookPlace {
    /// A step after the position, in the orientation and colours of the place.
    fn corner_step(self, step: BookStep) -> (Color, Option<CornerPoint>) {
        let frame = Frame::ALL.get(usize::from(self.to_canonical)).copied().unwrap_or_default();
        let at = step.number().and_then(|number| CornerPoint::from_number(number as u8));
        (frame.color(step.color()), at.map(|at| frame.point(at)))
    }

    /// Index of the corner in [`Corner::ALL`]; 0 for a position of the whole board.
    pub fn corner(self) -> usize {
        self.corner.into()
    }
}

/// Stone as a book draws it.
#[derive(Clone, Copy, Debug)]
struct DrawnStone {
    color: Color,
    point: Point,
    /// The point in the corner; unused for whole boards.
    in_corner: CornerPoint,
    /// False for a setup stone.
    is_move: bool,
}

fn decided_mirror(line: &[DrawnStone]) -> Option<bool> {
    line.iter().find_map(|stone| stone.in_corner.decides_mirror())
}

/// The frame that turns a line of a corner into its normal form.
fn normal_frame(line: &[DrawnStone]) -> Frame {
    Frame {
        mirrored: decided_mirror(line).unwrap_or(false),
        swapped: line.first().is_some_and(|stone| stone.color == Color::White),
    }
}

/// The symmetries that turn a board into its canonical image; one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symmetries(u8);

impl Symmetries {
    pub(super) fn all(board: BoardSize) -> Symmetries {
        Symmetries::from_list(Symmetry::all(board))
    }

    pub(super) fn of(board: &Board) -> Symmetries {
        Symmetries::from_list(board.canonical_symmetries())
    }

    fn from_list(symmetries: impl Iterator<Item = Symmetry>) -> Symmetries {
        Symmetries(symmetries.fold(0, |bits, symmetry| bits | 1 << symmetry.number()))
    }

    fn iter(self) -> impl Iterator<Item = Symmetry> {
        (0..8).filter(move |number| self.0 >> number & 1 == 1).map(Symmetry::from_number)
    }

    fn first(self) -> Symmetry {
        self.iter().next().unwrap_or_default()
    }

    /// A move after the position, as seen in the canonical image. If several symmetries are canonical, the uppermost
    /// and then leftmost point stands for all.
    pub(super) fn step(self, color: Color, point: Point, board: BoardSize) -> BookStep {
        let images = self.iter().map(|symmetry| board.number(symmetry.apply(point, board)));
        BookStep::new(color, images.min().map(|number| number as u16))
    }
}

/// Values of the nodes of a tree, which a node takes over from its parent until they change.
struct NodeValues<T> {
    start: T,
    values: Vec<T>,
}

impl<T: Copy> NodeValues<T> {
    fn new(start: T) -> NodeValues<T> {
        NodeValues { start, values: Vec::new() }
    }

    /// The value of a node. The nodes before it in the tree get their values first.
    fn at(&mut self, tree: &GameTree, node: NodeId) -> &mut T {
        while self.values.len() <= node as usize {
            let parent = tree.parent(self.values.len() as NodeId);
            let parent = parent.and_then(|parent| self.values.get(parent as usize)).copied();
            self.values.push(parent.unwrap_or(self.start));
        }
        self.values.get_mut(node as usize).unwrap_or(&mut self.start)
    }

    /// The values of all nodes.
    fn finish(mut self, tree: &GameTree) -> Vec<T> {
        if let Some(last) = tree.len().checked_sub(1) {
            self.at(tree, last as NodeId);
        }
        self.values
    }
}

/// Corners whose stones may have changed: those of the move, or all after setup and captures.
fn changed_corners(ply: &Ply, played: Option<CornerSet>) -> CornerSet {
    let captured = Color::BOTH.iter().any(|&color| ply.captures[color] > 0);
    played.filter(|_| !captured).unwrap_or(CornerSet::ALL)
}

fn hashed_corner(board: &Board, quadrants: Quadrants, corner: usize) -> HashedCorner {
    let stones = Corner::ALL.get(corner).map(|&corner| quadrants.stones(board, corner));
    stones.map(HashedCorner::of).unwrap_or_default()
}

/// Recognises a book of corners: most of its lines have all stones in one quadrant.
fn shape_of<'g>(games: impl Iterator<Item = &'g BookGame>, quadrants: Quadrants) -> BookShape {
    let (mut lines, mut in_corner) = (0usize, 0usize);
    for game in games {
        let tree = &game.tree;
        // For each node: the corners that contain all stones of its line, and whether there are any.
        let mut nodes: NodeValues<(CornerSet, bool)> = NodeValues::new((CornerSet::ALL, false));
        let mut is_leaf = vec![true; tree.len()];
        for node in 0..tree.len() as NodeId {
            checkpoint();
            if let Some(slot) = tree.parent(node).and_then(|at| is_leaf.get_mut(at as usize)) {
                *slot = false;
            }
            let (corners, has_stones) = nodes.at(tree, node);
            for action in tree.actions(node) {
                let (from, to) = match *action {
                    Action::Move(_, Move::Place(point)) => (point, point),
                    Action::Add(stone, from, to) if stone.color().is_some() => (from, to),
                    _ => continue,
                };
                *has_stones = true;
                for point in [from, to] {
                    *corners = corners.intersection(quadrants.in_corners(point).corners);
                }
            }
        }
        for (&(corners, _), _) in nodes
            .values
            .iter()
            .zip(&is_leaf)
            .filter(|((_, has_stones), leaf)| **leaf && *has_stones)
        {
            lines += 1;
            in_corner += usize::from(!corners.is_empty());
        }
    }
    if lines > 0 && 2 * in_corner > lines { BookShape::Corner } else { BookShape::Board }
}
