//! Follows the corners of one game move by move, and reads their lines from the searched position on.

use super::JosekiPosition;
use super::corner::{CornerPoint, CornerSet, CornerStones, Frame, PointInCorners};
use super::lines::FollowCorners;
use super::step::{LocalPlay, LocalStep};
use kifu_record::game::{Color, Stone};
use tantivy::DocId;

/// Step of a line, with the number of moves that were played elsewhere before it. A tenuki has the number of the step
/// after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineStep {
    pub(super) step: LocalStep,
    /// Number of moves elsewhere since the previous move in the corner, at most 255.
    pub(super) elsewhere: u8,
}

/// Line of a corner that has the searched position, with the steps after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) doc: DocId,
    /// Index of the first step in [`CornerLines::steps`].
    start: u32,
    len: u8,
    /// True if the colours of the steps are exchanged against those of the game.
    pub(super) swapped: bool,
}

/// Lines of many games, in the order of their documents and, within a document, of the corners.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct CornerLines {
    pub(super) lines: Vec<Line>,
    steps: Vec<LineStep>,
    /// Games with corners that are left out because of setup stones, each with the number of these corners.
    pub(super) left_out: Vec<(DocId, u8)>,
}

impl Line {
    /// Number of steps that were read after the searched position.
    pub(super) fn len(&self) -> usize {
        self.len.into()
    }
}

impl CornerLines {
    /// The steps of a line after the searched position.
    pub(super) fn steps(&self, line: &Line) -> &[LineStep] {
        let start = line.start as usize;
        self.steps.get(start..start + usize::from(line.len)).unwrap_or_default()
    }

    /// Appends the lines of later games.
    pub(super) fn append(&mut self, more: CornerLines) {
        let before = self.steps.len() as u32;
        self.steps.extend(more.steps);
        let moved = more.lines.into_iter();
        self.lines.extend(moved.map(|line| Line { start: line.start + before, ..line }));
        self.left_out.extend(more.left_out);
    }
}

/// State of one corner during a game.
#[derive(Clone, Debug, Default)]
struct CornerState {
    stones: CornerStones,
    /// Colour of the first stone that was played here.
    first: Option<Color>,
    /// Whether the normal form of the line is mirrored; `None` as long as all stones were played on the diagonal.
    mirrored: Option<bool>,
    /// Colour and number of the last move in the corner.
    last: Option<(Color, u32)>,
    /// Once the line has the searched position: how it is read from there. `mirrored` is relative to the normal form,
    /// which may be decided only later; `swapped` is relative to the colours of the game.
    reading: Option<Frame>,
    /// Steps after the searched position, in the orientation and colours of the game.
    steps: Vec<LineStep>,
}

impl CornerState {
    fn clear(&mut self) {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        *self = CornerState { steps, ..CornerState::default() };
    }

    /// Records a move, whose stone is already placed. `number` is the number of the move in the game, from
    /// 1.
    fn record_move(
        &mut self,
        at: CornerPoint,
        color: Color,
        number: u32,
        position: &JosekiPosition,
    ) {
        let depth = position.depth;
        if self.mirrored.is_none() {
            self.mirrored = at.decides_mirror();
        }
        if self.first.is_none() {
            self.first = Some(color);
            // Every line begins with the empty corner.
            if position.count == 0 {
                self.reading = Some(Frame { mirrored: false, swapped: color == Color::White });
            }
        }
        let before = self.last.replace((color, number));
        if self.reading.is_none() || self.steps.len() >= depth {
            return;
        }
        let last_number = before.map_or(0, |(_, number)| number);
        let elsewhere = number.saturating_sub(last_number + 1).min(255) as u8;
        if before.is_some_and(|(last, _)| last == color) {
            let step = LocalStep::new(color.other(), LocalPlay::Tenuki);
            self.steps.push(LineStep { step, elsewhere });
        }
        if self.steps.len() < depth {
            let step = LocalStep::new(color, LocalPlay::Stone(at));
            self.steps.push(LineStep { step, elsewhere });
        }
    }

    /// Frame of the line's normal form, as far as it is decided: turned so that the first stone off the diagonal lies
    /// nearer the side edge, and coloured so that Black played first.
    fn normal_frame(&self) -> Frame {
        Frame {
            mirrored: self.mirrored.unwrap_or(false),
            swapped: self.first == Some(Color::White),
        }
    }

    /// Begins to read the line if it has the searched position now. If several frames fit, because the position is its
    /// own image, the one nearest to the normal form is taken.
    fn begin_at(&mut self, position: &JosekiPosition) {
        if self.stones.count() != position.count {
            return;
        }
        let normal = self.normal_frame();
        let fits = |relative: &Frame| {
            let frame = relative.then(normal);
            position.images.get(frame.number()).is_some_and(|image| *image == self.stones)
        };
        if let Some(relative) = Frame::ALL.into_iter().find(fits) {
            self.reading =
                Some(Frame { mirrored: relative.mirrored, swapped: relative.then(normal).swapped });
        }
    }

    /// The frame in which the steps are read; `None` if the line does not have the searched position.
    fn reading_frame(&self) -> Option<Frame> {
        let reading = self.reading?;
        let mirrored = reading.mirrored != self.mirrored.unwrap_or(false);
        Some(Frame { mirrored, ..reading })
    }
}

/// Follows the four corners of a game. Used for one game after another.
#[derive(Debug)]
pub(super) struct CornerFollower<'p> {
    position: &'p JosekiPosition,
    /// Corners whose lines are read.
    corners: CornerSet,
    /// Corners that are followed move by move: those without setup stones whose lines are not complete.
    active: CornerSet,
    /// Corners that have more stones than the searched position. They are not followed, because they can get the
    /// position only after captures.
    crowded: CornerSet,
    /// True if corners with too many stones are not followed.
    skips_crowded: bool,
    /// Corners with setup stones.
    set_up: CornerSet,
    /// Corners in which the current move was played.
    moved: CornerSet,
    states: [CornerState; 4],
}

impl<'p> CornerFollower<'p> {
    pub(super) fn new(position: &'p JosekiPosition) -> CornerFollower<'p> {
        CornerFollower {
            position,
            corners: CornerSet::default(),
            active: CornerSet::default(),
            crowded: CornerSet::default(),
            skips_crowded: false,
            set_up: CornerSet::default(),
            moved: CornerSet::default(),
            states: Default::default(),
        }
    }
}

impl FollowCorners for CornerFollower<'_> {
    type Found = CornerLines;

    fn begin(&mut self, corners: CornerSet, skips_crowded: bool) {
        self.corners = corners;
        self.active = corners;
        self.crowded = CornerSet::default();
        self.skips_crowded = skips_crowded;
        self.set_up = CornerSet::default();
        self.moved = CornerSet::default();
        self.states.iter_mut().for_each(CornerState::clear);
    }

    fn begin_again(&mut self, corners: CornerSet) {
        self.active = corners;
        self.crowded = CornerSet::default();
        self.skips_crowded = false;
        self.moved = CornerSet::default();
        for corner in corners.iter() {
            self.states.get_mut(corner).into_iter().for_each(CornerState::clear);
        }
    }

    fn crowded(&self) -> CornerSet {
        self.crowded
    }

    fn active(&self) -> CornerSet {
        self.active
    }

    /// Returns the number of stones of the searched position.
    fn stone_limit(&self) -> u32 {
        self.position.count
    }

    /// Leaves out the corners of the point.
    fn set_up(&mut self, at: &PointInCorners) {
        let corners = at.corners.intersection(self.corners);
        self.set_up = self.set_up.union(corners);
        self.active = self.active.without(corners);
    }

    fn play(&mut self, at: &PointInCorners, color: Color, number: u32) {
        let corners = at.corners.intersection(self.active);
        for corner in corners.iter() {
            if let (Some(&at), Some(state)) = (at.points.get(corner), self.states.get_mut(corner)) {
                state.stones.set(at, color.into());
                state.record_move(at, color, number, self.position);
            }
        }
        self.moved = corners;
    }

    fn change(&mut self, at: &PointInCorners, stone: Stone) {
        for corner in at.corners.intersection(self.active).iter() {
            if let (Some(&at), Some(state)) = (at.points.get(corner), self.states.get_mut(corner)) {
                state.stones.set(at, stone);
            }
        }
    }

    fn end_move(&mut self) {
        let moved = std::mem::take(&mut self.moved);
        for corner in moved.iter() {
            let Some(state) = self.states.get_mut(corner) else { continue };
            if state.reading.is_none() {
                state.begin_at(self.position);
            }
            let is_complete = state.reading.is_some() && state.steps.len() >= self.position.depth;
            let is_crowded = self.skips_crowded
                && state.reading.is_none()
                && state.stones.count() > self.position.count;
            if is_crowded {
                self.crowded.insert_index(corner);
            }
            if is_complete || is_crowded {
                self.active.remove(corner);
            }
        }
    }

    /// Adds the game's lines that have the searched position.
    fn finish(&mut self, doc: DocId, into: &mut CornerLines) {
        if !self.set_up.is_empty() {
            into.left_out.push((doc, self.set_up.len() as u8));
        }
        for corner in self.corners.without(self.set_up).iter() {
            let state = self.states.get(corner);
            let Some((state, frame)) =
                state.and_then(|state| Some((state, state.reading_frame()?)))
            else {
                continue;
            };
            let start = into.steps.len() as u32;
            let in_frame = |&LineStep { step, elsewhere }: &LineStep| LineStep {
                step: step.in_frame(frame),
                elsewhere,
            };
            into.steps.extend(state.steps.iter().map(in_frame));
            let len = state.steps.len() as u8;
            into.lines.push(Line { doc, start, len, swapped: frame.swapped });
        }
    }
}
