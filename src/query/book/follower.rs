//! Follows games in a book until they leave it.

use super::corner_hash::{CanonicalFrames, HashedCorner};
use super::graph::{Book, BookStep, Symmetries};
use crate::joseki::corner::{Corner, CornerPoint, CornerSet, PointInCorners, Quadrants};
use crate::joseki::lines::FollowCorners;
use kifu_record::game::{Color, Move, Point, Stone};
use kifu_record::replay::{Cause, Ply};
use kifu_store::index::book_column::Departure;
use std::ops::ControlFlow;
use tantivy::DocId;

/// Corner or board of a game that entered the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BookLine {
    pub(super) doc: DocId,
    /// Index of the corner in [`Corner::ALL`]; `None` for a whole board.
    pub(super) corner: Option<u8>,
    /// Number of the stones played here up to the last position that the book has.
    pub(super) in_book: u16,
    /// Last position that the book has.
    pub(super) position: u32,
    /// How the book was left; `None` if all that was played is in it.
    pub(super) left: Option<Left>,
    /// Range of [`BookLines::passed`] with the positions that the book has.
    start: u32,
    len: u16,
}

/// Step by which a game leaves a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Left {
    /// Number of the move in the game, from 1: the first stone that the book does not have.
    pub(super) number: u32,
    /// Colour of the player who left: of the stone, or of the tenuki before it.
    pub(super) color: Color,
    /// Point of the stone on the board.
    pub(super) point: Point,
    /// The step that left, after the last position of the book.
    pub(super) step: BookStep,
}

/// Lines of many games, in the order of their documents and, within a document, of the corners.
#[derive(Clone, Debug, Default)]
pub(super) struct BookLines {
    pub(super) lines: Vec<BookLine>,
    passed: Vec<u32>,
    /// Games with corners that are left out because of setup stones, each with the number of these corners.
    pub(super) left_out: Vec<(DocId, u8)>,
}

impl BookLines {
    /// The positions that the book has of a line, one after each stone.
    pub(super) fn passed(&self, line: &BookLine) -> &[u32] {
        let start = line.start as usize;
        self.passed.get(start..start + usize::from(line.len)).unwrap_or_default()
    }

    /// Appends the lines of later games.
    pub(super) fn append(&mut self, more: BookLines) {
        let before = self.passed.len() as u32;
        self.passed.extend(more.passed);
        let moved = more.lines.into_iter();
        self.lines.extend(moved.map(|line| BookLine { start: line.start + before, ..line }));
        self.left_out.extend(more.left_out);
    }

    fn push(&mut self, doc: DocId, corner: Option<u8>, walk: &BookWalk) {
        let (Some(&position), false) = (walk.passed.last(), walk.passed.is_empty()) else {
            return;
        };
        self.lines.push(BookLine {
            doc,
            corner,
            in_book: walk.in_book,
            position,
            left: walk.left,
            start: self.passed.len() as u32,
            len: u16::try_from(walk.passed.len()).unwrap_or(u16::MAX),
        });
        self.passed.extend(&walk.passed);
    }
}

/// How a game left a book in one of its corners, or on its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameDeparture {
    pub(super) departure: Departure,
    /// Number of the move in the game.
    number: u32,
}

/// State of a corner or a board that is followed in a book.
#[derive(Clone, Debug, Default)]
struct BookWalk {
    /// Number of stones played here.
    stones: u16,
    /// Number of stones played here up to the last position of the book.
    in_book: u16,
    /// The current position if the book has it.
    position: Option<u32>,
    /// Positions after the stones that are in the book.
    passed: Vec<u32>,
    left: Option<Left>,
}

/// Move of a game in a corner or on a board.
#[derive(Clone, Copy)]
struct WalkMove {
    number: u32,
    color: Color,
    point: Point,
}

impl BookWalk {
    /// Begins at the empty position.
    fn begin(&mut self, position: Option<u32>) {
        self.passed.clear();
        let passed = std::mem::take(&mut self.passed);
        *self = BookWalk { position, passed, ..BookWalk::default() };
    }

    /// Adds a stone that leads to the position with this hash. `step_of` makes the step of a colour, with or without
    /// its stone, after the position before. Returns whether the walk goes on.
    fn add(
        &mut self,
        book: &Book,
        hash: u64,
        played: WalkMove,
        tenuki: Option<Color>,
        step_of: &dyn Fn(Color, bool) -> BookStep,
    ) -> bool {
        self.stones = self.stones.saturating_add(1);
        let found = book.find(hash);
        match (self.position, found) {
            (Some(_), Some(to)) => self.enter(to),
            // A line that begins outside of the book enters it where the book begins with setup stones.
            (None, Some(to)) if book.position(to).is_some_and(|to| to.is_start) => self.enter(to),
            (None, _) => return book.has_starts,
            (Some(_), None) if self.passed.is_empty() => {
                self.position = None;
                return book.has_starts;
            }
            (Some(from), None) => {
                let steps = book.steps(from);
                let has_stone = |color| {
                    let color = step_of(color, false).color();
                    steps.iter().any(|(step, _)| !step.is_tenuki() && step.color() == color)
                };
                let has_tenuki =
                    |color| steps.iter().any(|(step, _)| *step == step_of(color, false));
                // The tenuki leaves the book if the book has an answer, and neither a tenuki nor anything for the
                // player who plays twice.
                let tenuki = tenuki.filter(|&color| {
                    has_stone(color) && !has_stone(color.other()) && !has_tenuki(color)
                });
                self.left = Some(Left {
                    number: played.number,
                    color: tenuki.unwrap_or(played.color),
                    point: played.point,
                    step: match tenuki {
                        Some(color) => step_of(color, false),
                        None => step_of(played.color, true),
                    },
                });
                return false;
            }
        }
        true
    }

    /// How the book was left; `None` if it was not.
    fn departure(&self) -> Option<GameDeparture> {
        let left = self.left?;
        let departure = Departure { ply: self.in_book.saturating_add(1), color: left.color };
        Some(GameDeparture { departure, number: left.number })
    }

    fn enter(&mut self, position: u32) {
        self.position = Some(position);
        self.in_book = self.stones;
        self.passed.push(position);
    }
}

/// State of one corner during a game.
#[derive(Clone, Debug, Default)]
struct CornerWalk {
    walk: BookWalk,
    stones: HashedCorner,
    /// Frames that turn the last position of the book into its canonical image.
    frames: Option<CanonicalFrames>,
    /// Colour of the last stone.
    last: Option<Color>,
}

/// Follows the four corners of a game in a book.
#[derive(Debug)]
pub(super) struct CornersInBook<'b> {
    book: &'b Book,
    quadrants: Quadrants,
    active: CornerSet,
    set_up: CornerSet,
    /// The current move, with its point in the corners.
    current: Option<(PointInCorners, Color, u32)>,
    corners: [CornerWalk; 4],
}

impl<'b> CornersInBook<'b> {
    pub(super) fn new(book: &'b Book, quadrants: Quadrants) -> CornersInBook<'b> {
        CornersInBook {
            book,
            quadrants,
            active: CornerSet::default(),
            set_up: CornerSet::default(),
            current: None,
            corners: Default::default(),
        }
    }

    /// How the game left the book, in the corner that left it with the fewest stones; of several, in the one that left
    /// it first.
    pub(super) fn first_departure(&self) -> Option<GameDeparture> {
        let corners = CornerSet::ALL.without(self.set_up);
        let walks = corners.iter().filter_map(|corner| self.corners.get(corner));
        let departures = walks.filter_map(|corner| corner.walk.departure());
        departures.min_by_key(|found| (found.departure.ply, found.number))
    }

    fn board_point(&self, corner: usize, at: CornerPoint) -> Point {
        let corner = Corner::ALL.get(corner).copied().unwrap_or(Corner::UpperRight);
        self.quadrants.board_point(corner, at)
    }
}

impl FollowCorners for CornersInBook<'_> {
    type Found = BookLines;

    fn begin(&mut self, corners: CornerSet, _skips_crowded: bool) {
        self.active = corners;
        self.set_up = CornerSet::default();
        self.current = None;
        for corner in &mut self.corners {
            corner.walk.begin(Some(Book::EMPTY));
            (corner.stones, corner.frames, corner.last) = (HashedCorner::default(), None, None);
        }
    }

    fn active(&self) -> CornerSet {
        self.active
    }

    fn set_up(&mut self, at: &PointInCorners) {
        self.set_up = self.set_up.union(at.corners);
        self.active = self.active.without(at.corners);
    }

    fn play(&mut self, at: &PointInCorners, color: Color, number: u32) {
        for corner in at.corners.intersection(self.active).iter() {
            if let (Some(&at), Some(state)) = (at.points.get(corner), self.corners.get_mut(corner))
            {
                state.stones.set(at, color.into());
            }
        }
        self.current = Some((*at, color, number));
    }

    fn change(&mut self, at: &PointInCorners, stone: Stone) {
        for corner in at.corners.intersection(self.active).iter() {
            if let (Some(&at), Some(state)) = (at.points.get(corner), self.corners.get_mut(corner))
            {
                state.stones.set(at, stone);
            }
        }
    }

    fn end_move(&mut self) {
        let Some((at, color, number)) = self.current.take() else {
            return;
        };
        for corner in at.corners.intersection(self.active).iter() {
            let Some(&at) = at.points.get(corner) else { continue };
            let point = self.board_point(corner, at);
            let Some(state) = self.corners.get_mut(corner) else { continue };
            let last = state.last.replace(color);
            let tenuki = (last == Some(color)).then(|| color.other());
            let frames = state.frames.unwrap_or(CanonicalFrames::EMPTY_CORNER);
            let step = |color, has_stone: bool| frames.step(color, has_stone.then_some(at));
            let hash = state.stones.canonical_hash();
            let played = WalkMove { number, color, point };
            if !state.walk.add(self.book, hash, played, tenuki, &step) {
                self.active.remove(corner);
            }
            state.frames = Some(state.stones.canonical_frames());
        }
    }

    fn finish(&mut self, doc: DocId, into: &mut BookLines) {
        if !self.set_up.is_empty() {
            into.left_out.push((doc, self.set_up.len() as u8));
        }
        for corner in CornerSet::ALL.without(self.set_up).iter() {
            if let Some(state) = self.corners.get(corner) {
                into.push(doc, Some(corner as u8), &state.walk);
            }
        }
    }
}

/// Follows the whole board of a game in a book.
#[derive(Debug)]
pub(super) struct BoardInBook<'b> {
    book: &'b Book,
    walk: BookWalk,
    /// Symmetries that turn the current position into its canonical image.
    symmetries: Symmetries,
    moves: u32,
}

impl<'b> BoardInBook<'b> {
    pub(super) fn new(book: &'b Book) -> BoardInBook<'b> {
        let symmetries = Symmetries::all(book.board());
        BoardInBook { book, walk: BookWalk::default(), symmetries, moves: 0 }
    }

    /// Adds the next position of the main line. Returns `Break` if the rest of the game need not be read: the game has
    /// left the book, or it has setup after the start.
    pub(super) fn add(&mut self, ply: &Ply) -> ControlFlow<()> {
        if !ply.main {
            return ControlFlow::Break(());
        }
        let goes_on = match ply.cause {
            Cause::Start => {
                let found = self.book.find(ply.board.hash().0);
                let is_start = |number: u32| {
                    number == Book::EMPTY
                        || self.book.position(number).is_some_and(|position| position.is_start)
                };
                self.walk.begin(found.filter(|&number| is_start(number)));
                self.moves = 0;
                self.walk.position.is_some() || self.book.has_starts
            }
            Cause::Setup => false,
            Cause::Move(_, Move::Unreadable) => true,
            Cause::Move(color, action) => {
                self.moves += 1;
                let Move::Place(point) = action else {
                    return ControlFlow::Continue(());
                };
                let (symmetries, board) = (self.symmetries, self.book.board());
                let step = |color, _| symmetries.step(color, point, board);
                let played = WalkMove { number: self.moves, color, point };
                self.walk.add(self.book, ply.board.hash().0, played, None, &step)
            }
        };
        self.symmetries = Symmetries::of(ply.board);
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Ends the game, and returns how it left the book.
    pub(super) fn finish_departure(&mut self) -> Option<GameDeparture> {
        let departure = self.walk.departure();
        self.walk.begin(None);
        departure
    }

    /// Ends the game, and adds its line if it entered the book.
    pub(super) fn finish(&mut self, doc: DocId, into: &mut BookLines) {
        into.push(doc, None, &self.walk);
        self.walk.begin(None);
    }
}
