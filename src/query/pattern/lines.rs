//! Reads the moves that are played inside the rectangle of a hit after the hit, whatever is played elsewhere in
//! between.
//!
//! For a regular game, in which each position is one move, the stored events after the hit suffice. Events do not
//! record the colour of a pass, so a game with a pass before the first move inside the rectangle is replayed, and so
//! are games that are not regular. A line ends at later setup as it does at the end of the game. After a hit in a
//! variation, the first branches are followed.

use super::PatternSearch;
use super::pattern_matcher::{PatternMatch, PatternMatcher};
use super::placement::Placement;
use super::replayed::PatternReplays;
use super::worker::move_number;
use crate::step::{GameStep, Step};
use kifu_record::game::pattern::ColorSymmetry;
use kifu_record::game::{BoardSize, Color, Move, Point};
use kifu_record::replay::Cause;
use kifu_store::index::events::{Event, event_pairs};
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::patterns::{BLOCK_DOCS, Patterns};
use rayon::prelude::*;
use std::ops::ControlFlow;
use tantivy::index::SegmentReader;

/// Number of events (changes of points) that are tested together for whether one is inside the rectangle.
const EVENTS_PER_CHUNK: usize = 32;

/// The moves of one game inside the rectangle of its hit, after the hit.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalLine {
    /// The moves, in the orientation and colours of the searched pattern.
    pub(crate) steps: Vec<Step>,
    /// True if the game has the pattern with exchanged colours.
    pub(crate) swapped: bool,
    /// Number of moves that Black and White, in the colours of the searched pattern, played elsewhere before the first
    /// move inside the rectangle; passes count.
    pub(crate) elsewhere: [u32; 2],
}

impl LocalLine {
    /// The first move inside the rectangle, or the end if there is none.
    pub(crate) fn first(&self) -> GameStep {
        self.game_step(self.steps.first().copied().unwrap_or(Step::End))
    }

    /// Converts a step (next move) from the colours of the searched pattern into the form in which steps of all games
    /// are compared and counted.
    pub(crate) fn game_step(&self, step: Step) -> GameStep {
        GameStep { step: step.swapped(self.swapped), swapped: self.swapped }
    }

    fn is_full(&self, most: usize) -> bool {
        self.steps.len() >= most
    }

    /// Adds the next move of the game to the line. `inside` is the move in the rectangle's coordinates; `None` counts
    /// it as a move elsewhere.
    fn push_move(&mut self, color: Color, inside: Option<Move>) {
        match inside {
            Some(action) => self.steps.push(Step::Move(color, action)),
            None if self.steps.is_empty() => {
                let [black, white] = &mut self.elsewhere;
                *(if color == Color::Black { black } else { white }) += 1;
            }
            None => {}
        }
    }
}

impl PatternMatcher {
    /// The moves inside the rectangles of the hits: for each game at most `most` moves, converted by `make`.
    pub(crate) fn lines<T: Send>(
        &self,
        reader: &SegmentReader,
        games: &[PatternMatch],
        most: usize,
        make: impl Fn(LocalLine) -> T + Sync,
    ) -> tantivy::Result<Vec<T>> {
        let patterns = Patterns::open(reader)?;
        let kifus = Kifus::open(reader)?;
        let blocks: Vec<&[PatternMatch]> = games
            .chunk_by(|a, b| a.doc as usize / BLOCK_DOCS == b.doc as usize / BLOCK_DOCS)
            .collect();
        let replays = || PatternReplays::new(kifus.clone(), &self.budget);
        let lines = blocks.par_iter().map_init(replays, |replays, games| {
            let number = games.first().map_or(0, |game| game.doc as usize / BLOCK_DOCS);
            let block = patterns.block(number)?;
            let mut ticker = self.budget.ticker();
            let line = |game: &PatternMatch| {
                let entry = block.entry(game.doc);
                let after = entry.start + game.events;
                if ticker.is_exhausted_after(entry.main.saturating_sub(after)) {
                    return Ok(make(LocalLine::default()));
                }
                let line = if game.events > 0 && self::move_number(entry, game.position).is_some() {
                    let events = block.events(after.min(entry.main)..entry.main)?;
                    self.search.line_in_events(&events, game.placement, most)
                } else {
                    None
                };
                let line = match line {
                    Some(line) => line,
                    None => replays.line(&self.search, game, most)?,
                };
                Ok(make(self.search.to_question(line, game.placement)))
            };
            games.iter().map(line).collect()
        });
        let lines: Vec<Vec<T>> = lines.collect::<tantivy::Result<_>>()?;
        Ok(lines.into_iter().flatten().collect())
    }
}

impl PatternSearch {
    /// The moves inside the rectangle after a hit, in the game's own colours, read from the stored events (changes of
    /// points). `None` if a pass makes a replay necessary.
    fn line_in_events(
        &self,
        events: &[u8],
        placement: Placement,
        most: usize,
    ) -> Option<LocalLine> {
        let (corner, size) = self.region(placement);
        let events = event_pairs(events);
        let mut line = LocalLine::default();
        let mut from = 0;
        while !line.is_full(most)
            && let Some(at) = next_inside(events, from, corner, size)
        {
            from = at + 1;
            let (before, rest) = events.split_at_checked(at)?;
            let Some((point, _, after)) = rest.first().and_then(|&pair| Event::read(pair).change())
            else {
                continue;
            };
            // A position's events (changes of points) begin with the played stone; the rest are captures.
            let is_move = before.last().is_none_or(|&pair| Event::read(pair).ends_position());
            if let (true, Some(color)) = (is_move, after.color()) {
                if line.steps.is_empty() {
                    line.elsewhere = moves_by_color(before)?;
                }
                let point = self.point_inside(placement, point)?;
                line.steps.push(Step::Move(color, Move::Place(point)));
            }
        }
        Some(line)
    }

    /// Inserts a pass into the line wherever a colour plays twice in a row inside the rectangle, because the other
    /// colour played elsewhere in between.
    pub(crate) fn insert_passes(&self, mut line: LocalLine) -> LocalLine {
        let mut last = self.pattern.moves().last().map(|&(color, _)| color);
        let mut steps = Vec::with_capacity(line.steps.len());
        for step in line.steps {
            let color = step.color();
            if let Some(color) = color.filter(|_| color == last) {
                steps.push(Step::Move(color.other(), Move::Pass));
            }
            steps.push(step);
            last = color;
        }
        line.steps = steps;
        line
    }

    /// Maps a move of the game into the rectangle of a hit; `None` if it lies outside.
    pub(super) fn move_inside(&self, placement: Placement, action: Move) -> Option<Move> {
        let inside = |point| self.point_inside(placement, point);
        Some(match action {
            Move::Place(point) => Move::Place(inside(point)?),
            Move::Slide { from, to } => Move::Slide { from: inside(from)?, to: inside(to)? },
            _ => return None,
        })
    }

    /// Brings the moves of a line into the orientation and colours of the searched pattern. Several lines can be equal
    /// under the pattern's own symmetries. The result is the first of these lines in the order of [`rank`](Step::rank),
    /// move by move.
    fn to_question(&self, mut line: LocalLine, placement: Placement) -> LocalLine {
        let size = self.pattern.size();
        let turn = self.orientation_of(placement);
        let is_swapped = |own: &ColorSymmetry| turn.swapped != own.swapped;
        let image = |own: &ColorSymmetry, step: Step| {
            step.swapped(is_swapped(own)).map_points(|point| own.symmetry.apply(point, size))
        };
        let ranks = |own| line.steps.iter().map(move |&step| image(own, step).rank());
        let first = self
            .self_symmetries
            .iter()
            .min_by(|a, b| ranks(a).cmp(ranks(b)))
            .copied()
            .unwrap_or_default();
        line.swapped = is_swapped(&first);
        for step in &mut line.steps {
            *step = image(&first, *step);
        }
        if line.swapped {
            line.elsewhere.reverse();
        }
        line
    }
}

/// The index of the next event (change of a point) inside a rectangle.
fn next_inside(events: &[[u8; 2]], from: usize, corner: Point, size: BoardSize) -> Option<usize> {
    let is_inside = |&pair: &[u8; 2]| Event::read(pair).is_in(corner, size);
    // Most chunks have no event inside the rectangle, so a whole chunk is tested first, without a branch for each
    // event.
    let mut parts =
        events.get(from..)?.chunks(EVENTS_PER_CHUNK).zip((from..).step_by(EVENTS_PER_CHUNK));
    let has_some = |part: &[[u8; 2]]| part.iter().fold(false, |any, pair| any | is_inside(pair));
    let (part, start) = parts.find(|(part, _)| has_some(part))?;
    Some(start + part.iter().position(is_inside)?)
}

/// Number of moves that Black and White played in the positions of a regular game (each position is one move); `None`
/// if there is a pass, whose colour is not recorded.
fn moves_by_color(events: &[[u8; 2]]) -> Option<[u32; 2]> {
    let (mut black, mut white, mut moves) = (0, 0, 0);
    let mut begins = true;
    // The sums are computed without a branch for each event, which is faster.
    for &pair in events {
        let event = Event::read(pair);
        let is_move = u32::from(std::mem::replace(&mut begins, event.ends_position()));
        moves += is_move;
        black += is_move & u32::from(event.places_stone(Color::Black));
        white += is_move & u32::from(event.places_stone(Color::White));
    }
    (black + white == moves).then_some([black, white])
}

impl PatternReplays {
    /// The moves inside the rectangle after a hit, found by a replay, in the game's own colours.
    fn line(
        &mut self,
        search: &PatternSearch,
        game: &PatternMatch,
        most: usize,
    ) -> tantivy::Result<LocalLine> {
        let mut line = LocalLine::default();
        self.for_each_after(game.doc, game.position, |cause| {
            match cause {
                Cause::Start | Cause::Setup => return ControlFlow::Break(()),
                // An unreadable move does not change the board, so it counts neither as a move inside the rectangle nor
                // elsewhere.
                Cause::Move(_, Move::Unreadable) => {}
                Cause::Move(color, action) => {
                    line.push_move(color, search.move_inside(game.placement, action));
                }
            }
            if line.is_full(most) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        Ok(line)
    }
}
