//! Reads the corner lines of games: from their stored events (changes of points) if each position is one move, else by
//! a replay of their stored moves.

use super::JosekiPosition;
use super::corner::{Corner, CornerSet, PointInCorners, Quadrants, StoneCounts};
use super::follower::{CornerFollower, CornerLines};
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::game::board::{Board, UndoMark};
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_record::replay::Cause;
use kifu_record::{GameTree, Replayer};
use kifu_store::index::events::{Event, TRANSITIONS, event_pairs, flags};
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::patterns::{BLOCK_DOCS, Block, BlockEntry, Patterns};
use rayon::prelude::*;
use std::ops::ControlFlow;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// Game whose corners are read.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    doc: DocId,
    corners: CornerSet,
}

/// The games in whose corners the searched position may stand, by document; all games without a position. Games that
/// may have setup stones are among them with all corners, because corners with setup stones are counted.
fn candidates(
    reader: &SegmentReader,
    patterns: &Patterns,
    filter: Option<&BitSet>,
    position: Option<&JosekiPosition>,
    budget: &TimeBudget,
) -> tantivy::Result<Vec<Candidate>> {
    let alive = reader.alive_bitset();
    let is_searched = |doc: DocId| {
        alive.is_none_or(|alive| alive.is_alive(doc))
            && filter.is_none_or(|wanted| wanted.contains(doc))
    };
    let possible = match position.and_then(|position| position.search.as_ref()) {
        Some(search) => search.possible_corners(patterns, &is_searched, budget)?,
        None => None,
    };
    let Some(possible) = possible else {
        let docs = (0..reader.max_doc()).filter(|&doc| is_searched(doc));
        return Ok(docs.map(|doc| Candidate { doc, corners: CornerSet::ALL }).collect());
    };
    let mut games: Vec<Candidate> = Vec::new();
    for of_game in possible.chunk_by(|(a, _), (b, _)| a == b) {
        let mut corners = CornerSet::default();
        let frames = of_game.iter().map(|(_, frame)| frame);
        frames.for_each(|frame| corners.insert(Corner::on_side(frame.is_right(), frame.is_low())));
        games.extend(of_game.first().map(|&(doc, _)| Candidate { doc, corners }));
    }
    for block in 0..patterns.blocks() {
        let first = (block * BLOCK_DOCS) as DocId;
        for (word, bits) in (first..).step_by(64).zip(patterns.other_games(block)?.with_setup) {
            let docs = (0..64).filter(|bit| bits >> bit & 1 != 0).map(|bit| word + bit);
            let with_setup = docs.filter(|&doc| is_searched(doc));
            games.extend(with_setup.map(|doc| Candidate { doc, corners: CornerSet::ALL }));
        }
    }
    // Of the same game, all corners come first.
    games.sort_unstable_by_key(|game| (game.doc, std::cmp::Reverse(game.corners.len())));
    games.dedup_by_key(|game| game.doc);
    Ok(games)
}

/// Follows the corners of one game after another, move by move.
pub(crate) trait FollowCorners {
    /// What is found in the games of a block.
    type Found: Default + Send;

    /// Begins a game of which these corners are followed. If `skips_crowded` is true, corners with more stones than
    /// [`stone_limit`](Self::stone_limit) may be left out as [`crowded`](Self::crowded).
    fn begin(&mut self, corners: CornerSet, skips_crowded: bool);

    /// Begins the same game once more, to follow only these corners, which were crowded and then lost stones.
    fn begin_again(&mut self, _corners: CornerSet) {}

    /// Corners that are not followed because they have too many stones.
    fn crowded(&self) -> CornerSet {
        CornerSet::default()
    }

    /// Number of stones above which a corner may be crowded.
    fn stone_limit(&self) -> u32 {
        u32::MAX
    }

    /// Corners that are followed. A game is read only as long as there are any.
    fn active(&self) -> CornerSet;

    /// Records that setup changes a point.
    fn set_up(&mut self, at: &PointInCorners);

    /// Places the stone of a move. `number` is the number of the move in the game, from 1.
    fn play(&mut self, at: &PointInCorners, color: Color, number: u32);

    /// Changes a point as a result of a move, such as a capture.
    fn change(&mut self, at: &PointInCorners, stone: Stone);

    /// Ends the current move, after all its captures.
    fn end_move(&mut self);

    /// Ends the game, and adds what was found in it.
    fn finish(&mut self, doc: DocId, into: &mut Self::Found);
}

/// Reads the lines of a segment's games that have the searched position.
pub(super) fn read_lines(
    reader: &SegmentReader,
    filter: Option<&BitSet>,
    position: &JosekiPosition,
    budget: &TimeBudget,
) -> tantivy::Result<CornerLines> {
    let follower = || CornerFollower::new(position);
    let read =
        follow_corners(reader, filter, (position.quadrants, Some(position)), budget, &follower)?;
    let mut lines = CornerLines::default();
    read.into_iter().for_each(|more| lines.append(more));
    Ok(lines)
}

/// Follows the corners of a segment's games on boards of one size. Returns what was found in each block of games, in
/// the order of the games. With a position, only corners in which it may stand are followed. `make_follower` is called
/// once on each thread.
pub(crate) fn follow_corners<F: FollowCorners>(
    reader: &SegmentReader,
    filter: Option<&BitSet>,
    (quadrants, position): (Quadrants, Option<&JosekiPosition>),
    budget: &TimeBudget,
    make_follower: &(dyn Fn() -> F + Sync),
) -> tantivy::Result<Vec<F::Found>> {
    let patterns = Patterns::open(reader)?;
    let kifus = Kifus::open(reader)?;
    let board = quadrants.board();
    let kind = patterns.kinds().iter().position(|&kind| kind == (GameKind::Go, board));
    let Some(kind) = kind.and_then(|kind| u8::try_from(kind).ok()) else {
        return Ok(Vec::new());
    };
    let games = candidates(reader, &patterns, filter, position, budget)?;
    let blocks: Vec<&[Candidate]> =
        games.chunk_by(|a, b| a.doc as usize / BLOCK_DOCS == b.doc as usize / BLOCK_DOCS).collect();
    let worker = || LineWorker::new(make_follower(), quadrants, kind, kifus.clone(), budget);
    let read = blocks.par_iter().map_init(worker, |worker, games| {
        let mut found = F::Found::default();
        if !budget.poll_exhausted() {
            let number = games.first().map_or(0, |game| game.doc as usize / BLOCK_DOCS);
            worker.read_block(&patterns.block(number)?, games, &mut found)?;
            budget.add_done(games.len() as u64);
        }
        Ok(found)
    });
    read.collect()
}

/// Reads the lines of games of one board size, one game after another, and reuses its working memory.
struct LineWorker<F> {
    follower: F,
    board: BoardSize,
    /// Number of the kind of board whose games are read.
    kind: u8,
    /// Corners that contain each point, by the number of the point in events.
    points: Vec<PointInCorners>,
    kifus: Kifus,
    replayer: Replayer,
    tree: GameTree,
    ticker: BudgetTicker,
}

/// Number of stones that each kind of change adds to the board, in the order of [`TRANSITIONS`].
const STONES_ADDED: [i64; TRANSITIONS.len()] = [1, 1, -1, -1, 0, 0, -1, -1];

/// Cost of reading an event, and of replaying a game, in budget steps of about 10 ns.
const EVENTS_PER_STEP: usize = 2;
const REPLAY_STEPS: usize = 5000;

impl<F: FollowCorners> LineWorker<F> {
    fn new(
        follower: F,
        quadrants: Quadrants,
        kind: u8,
        kifus: Kifus,
        budget: &TimeBudget,
    ) -> LineWorker<F> {
        let board = quadrants.board();
        let mut points = vec![PointInCorners::default(); Event::NUMBERS];
        for point in board.points() {
            if let Some(slot) = points.get_mut(Event::number_of(point)) {
                *slot = quadrants.in_corners(point);
            }
        }
        LineWorker {
            follower,
            board,
            kind,
            points,
            kifus,
            replayer: Replayer::new(),
            tree: GameTree::new(),
            ticker: budget.ticker(),
        }
    }

    fn read_block(
        &mut self,
        block: &Block,
        games: &[Candidate],
        into: &mut F::Found,
    ) -> tantivy::Result<()> {
        for game in games {
            let entry = block.entry(game.doc);
            if entry.board != self.kind {
                continue;
            }
            // Later positions than the first may be setup, too, only if the game is replayed.
            let setups = match entry.flags {
                flags if flags & flags::REGULAR != 0 => Some(1),
                flags if flags & flags::REGULAR_BEHIND_SETUP != 0 => Some(2),
                _ => None,
            };
            let steps = match setups {
                Some(_) => 1 + (entry.main - entry.start) / EVENTS_PER_STEP,
                None => REPLAY_STEPS,
            };
            if self.ticker.is_exhausted_after(steps) {
                break;
            }
            self.follower.begin(game.corners, setups.is_some());
            match setups {
                Some(setups) => self.read_events(block, entry, setups)?,
                None => self.replay(game.doc)?,
            }
            self.follower.finish(game.doc, into);
        }
        Ok(())
    }

    /// Follows a game by its stored events. The first `setups` positions are setup, and each later one is a move.
    fn read_events(
        &mut self,
        block: &Block,
        entry: BlockEntry,
        setups: u32,
    ) -> std::io::Result<()> {
        let events = block.events(entry.start..entry.main)?;
        let emptied = self.follow_events(&events, setups);
        if !emptied.is_empty() {
            self.follower.begin_again(emptied);
            self.follow_events(&events, setups);
        }
        Ok(())
    }

    /// Follows a game by its events. Returns the corners that had too many stones for the searched position and then
    /// lost some of them, so they have to be followed again.
    fn follow_events(&mut self, events: &[u8], setups: u32) -> CornerSet {
        let mut emptied = CornerSet::default();
        let mut counts = StoneCounts::new(self.follower.stone_limit());
        let mut position = 0;
        let mut begins = true;
        for &pair in event_pairs(events) {
            let event = Event::read(pair);
            let is_first = std::mem::replace(&mut begins, event.ends_position());
            let Some(at) = self.points.get(event.number()) else { continue };
            if position < setups {
                if event.change().is_some() && !at.corners.is_empty() {
                    self.follower.set_up(at);
                }
                position += u32::from(event.ends_position());
                continue;
            }
            counts.add(at, STONES_ADDED.get(event.transition()).copied().unwrap_or(0));
            if !at.corners.intersection(self.follower.active()).is_empty()
                && let Some((_, _, after)) = event.change()
            {
                match after.color() {
                    Some(color) if is_first => {
                        self.follower.play(at, color, position + 1 - setups);
                    }
                    _ => self.follower.change(at, after),
                }
            }
            if event.ends_position() {
                self.follower.end_move();
                let crowded = self.follower.crowded();
                emptied = emptied.union(crowded.intersection(counts.up_to_limit()));
                if self.follower.active().is_empty() && crowded.without(emptied).is_empty() {
                    break;
                }
                position += 1;
            }
        }
        emptied
    }

    /// Follows a game by a replay of its main line, to its end, because later setup leaves corners out.
    fn replay(&mut self, doc: DocId) -> tantivy::Result<()> {
        let budget = self.ticker.budget().clone();
        let Some(start) = self.kifus.tree(doc, &mut self.tree, &budget)? else {
            return Ok(());
        };
        if (start.game, start.size) != (GameKind::Go, self.board) {
            return Ok(());
        }
        let (follower, points) = (&mut self.follower, &self.points);
        let in_corners = |point| points.get(Event::number_of(point)).copied().unwrap_or_default();
        let mut mark = None;
        let mut number = 0;
        self.replayer.replay(start, &self.tree, |ply| {
            if !ply.main {
                return ControlFlow::Break(());
            }
            let before = mark.replace(ply.board.mark());
            let played = match ply.cause {
                Cause::Move(_, Move::Unreadable) => return ControlFlow::Continue(()),
                Cause::Start | Cause::Setup => None,
                Cause::Move(color, action) => {
                    number += 1;
                    if let Move::Place(point) = action {
                        follower.play(&in_corners(point), color, number);
                    }
                    Some(())
                }
            };
            match (before, played) {
                (Some(mark), Some(())) => {
                    for (point, _) in ply.board.changes_since(mark) {
                        follower.change(&in_corners(point), ply.board.stone(point));
                    }
                }
                (Some(mark), None) => {
                    changed_points(ply.board, mark)
                        .for_each(|point| follower.set_up(&in_corners(point)));
                }
                (None, _) => {
                    let is_stone = |point: &Point| ply.board.stone(*point) != Stone::Empty;
                    start
                        .size
                        .points()
                        .filter(is_stone)
                        .for_each(|point| follower.set_up(&in_corners(point)));
                }
            }
            if played.is_some() {
                follower.end_move();
            }
            ControlFlow::Continue(())
        });
        Ok(())
    }
}

/// The points that differ from the position of a mark. A point that was changed and restored does not differ.
fn changed_points(board: &Board, mark: UndoMark) -> impl Iterator<Item = Point> {
    let mut changes: Vec<(Point, Stone)> = board.changes_since(mark).collect();
    // The sort is stable, so the first change of a point has the stone of the marked position.
    changes.sort_by_key(|(point, _)| board.size().number(*point));
    changes.dedup_by_key(|(point, _)| *point);
    changes
        .into_iter()
        .filter(|&(point, before)| board.stone(point) != before)
        .map(|(point, _)| point)
}
