//! Books: follows games in the positions of somebody's own collection of variations, until they leave it.
//!
//! A book is a set of positions: of the corners, in both orientations and with either colours, or of the whole board in
//! all orientations. The positions of all nodes of all its variations belong to it, so it does not matter in which
//! order moves are played. A corner is a quadrant of the board, as for [joseki](super::joseki).
//!
//! A corner of a game enters the book if its first stone is in it, or where it reaches a position that the book begins
//! with (setup stones). It leaves the book with the first stone after which the book does not have the position. If the
//! stones end before, the corner never left the book. A player who plays twice in a row in a corner does so after a
//! tenuki of the opponent: the tenuki left the book if the book has an answer there, but neither a pass nor a move for
//! the player who continued. Passes and moves elsewhere that are answered are no tenuki.

mod boards;
mod continuations;
mod corner_hash;
mod departures;
mod follower;
mod graph;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use super::answer::{GameFilter, searched_games, searched_segments};
use super::endings::Endings;
use super::joseki::corner::Quadrants;
use super::joseki::lines::follow_corners;
use super::outcomes::Outcomes;
use super::plan::Plan;
use super::query_player::{QueryPlayer, Seat};
use super::unique::{GameIds, SegmentDocs, retain_fullest};
pub(crate) use departures::departures;
pub use departures::used_book;
use follower::{BoardInBook, BookLine, BookLines, CornersInBook};
pub use graph::{Book, BookGame, BookPlace, BookStep, MAX_BOOK_NODES, ShownStep};
use kifu_archive::error::Result;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::{Color, GameKind, Point};
use kifu_record::{GameTree, Replayer};
use kifu_store::index::Index;
use kifu_store::index::segment::kifus::Kifus;
pub use kifu_store::userdata::book::BookShape;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocAddress, DocId};

/// What is asked about the games of a query.
#[derive(Debug)]
pub struct BookQuestion<'q> {
    pub book: &'q Book,
    /// Query for the games; `None` for all games.
    pub plan: Option<&'q Plan>,
    /// True if each game counts once: of its copies that entered the book, only the fullest counts.
    pub unique: bool,
    /// The user, by whose seat it is decided who left the book; `None` if the user's names are not known.
    pub user: Option<&'q QueryPlayer>,
    /// Maximum number of games and corners to list.
    pub listed: usize,
}

/// Who left a book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Leaver {
    /// The user.
    User,
    /// The opponent of the user.
    Opponent,
    /// A player of a game in which the user has not exactly one of the colours.
    Player,
}

/// Corner or board of a game that entered the book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineInBook {
    /// Day on which the game was played, as the index stores it; 0 if it is not known.
    pub day: u32,
    pub id: u64,
    /// Index of the corner in `Corner::ALL`; `None` for a whole board.
    pub corner: Option<u8>,
    /// Number of the stones played here up to the last position that the book has.
    pub in_book: u16,
    /// Last position that the book has.
    pub position: u32,
    /// How the book was left; `None` if it was not left.
    pub left: Option<LeftBook>,
    /// Outcome of the game, as the index stores it.
    pub outcome: u8,
}

/// How a game left a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftBook {
    pub by: Leaver,
    /// Colour of the player who left.
    pub color: Color,
    /// Number of the move in the game of the first stone that the book does not have.
    pub number: u32,
    /// Point of this stone on the board.
    pub point: Point,
    /// True if the tenuki before the stone left the book.
    pub tenuki: bool,
}

/// Sort key of lines: the latest game first; games without a date last.
fn line_key(line: &LineInBook) -> (Reverse<u32>, u64, Option<u8>) {
    (Reverse(line.day), line.id, line.corner)
}

/// How often a step left the book, by who left it: results as seen by who left, with the wins as those of Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveTally {
    pub user: Outcomes,
    pub opponent: Outcomes,
    pub player: Outcomes,
}

impl LeaveTally {
    /// All of them together.
    pub fn all(&self) -> Outcomes {
        let mut all = self.user;
        all.merge(self.opponent);
        all.merge(self.player);
        all
    }

    pub fn of(&self, leaver: Leaver) -> Outcomes {
        match leaver {
            Leaver::User => self.user,
            Leaver::Opponent => self.opponent,
            Leaver::Player => self.player,
        }
    }

    fn of_mut(&mut self, leaver: Leaver) -> &mut Outcomes {
        match leaver {
            Leaver::User => &mut self.user,
            Leaver::Opponent => &mut self.opponent,
            Leaver::Player => &mut self.player,
        }
    }

    pub fn merge(&mut self, more: LeaveTally) {
        self.user.merge(more.user);
        self.opponent.merge(more.opponent);
        self.player.merge(more.player);
    }
}

/// How games went in a book. The numbers of several indexes can be added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookCounts {
    /// Number of corners (or boards) that entered the book.
    pub lines: u64,
    /// Number of different games with them.
    pub games: u64,
    /// Number of those that never left the book.
    pub stayed: u64,
    /// Number of corners that are left out because of setup or handicap stones.
    pub left_out: u64,
    /// For each position that was reached: in how many corners.
    pub reached: BTreeMap<u32, u64>,
    /// Steps that left the book, by the last position of the book.
    pub steps: Vec<((u32, BookStep), LeaveTally)>,
    /// The listed lines, the latest game first.
    pub listed: Vec<LineInBook>,
}

impl BookCounts {
    /// Adds the counts of another index, and lists no more than `listed` lines.
    pub fn merge(&mut self, more: BookCounts, listed: usize) {
        self.lines += more.lines;
        self.games += more.games;
        self.stayed += more.stayed;
        self.left_out += more.left_out;
        for (position, lines) in more.reached {
            *self.reached.entry(position).or_default() += lines;
        }
        let mut steps: BTreeMap<(u32, BookStep), LeaveTally> = self.steps.drain(..).collect();
        for (step, tally) in more.steps {
            steps.entry(step).or_default().merge(tally);
        }
        self.steps = steps.into_iter().collect();
        self.listed.extend(more.listed);
        self.listed.sort_by_key(line_key);
        self.listed.truncate(listed);
    }
}

impl SegmentDocs for BookLines {
    fn docs(&self) -> impl Iterator<Item = DocId> {
        super::joseki::distinct(self.lines.iter().map(|line| line.doc))
    }

    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64 {
        let before = self.docs().count();
        self.lines.retain(|line| is_kept(line.doc));
        (before - self.docs().count()) as u64
    }
}

/// Follows the games in the book, by segment. Segments that the time budget does not reach are missing at the end.
fn read_games(index: &Index, question: &BookQuestion) -> Result<Vec<BookLines>> {
    let filter = GameFilter::run(index, question.plan, &[])?;
    index.budget().add_expected(searched_games(index, filter.as_ref()));
    let mut segments = Vec::new();
    for (_, reader, docs) in searched_segments(index, filter.as_ref()) {
        let lines = segment_lines(reader, docs.as_ref(), question.book, index.budget());
        segments.push(lines.map_err(|error| index.error_from_tantivy(error))?);
    }
    if question.unique {
        retain_fullest(index, "book", &mut segments)?;
    }
    Ok(segments)
}

fn segment_lines(
    reader: &SegmentReader,
    filter: Option<&BitSet>,
    book: &Book,
    budget: &TimeBudget,
) -> tantivy::Result<BookLines> {
    let read = match (book.shape(), Quadrants::new(book.board())) {
        (BookShape::Corner, Some(quadrants)) => {
            let follower = || CornersInBook::new(book, quadrants);
            follow_corners(reader, filter, (quadrants, None), budget, &follower)?
        }
        _ => {
            let finish = |board: &mut BoardInBook, doc, lines: &mut BookLines| {
                board.finish(doc, lines);
            };
            follow_boards(reader, filter, book, budget, &finish)?
        }
    };
    let mut lines = BookLines::default();
    read.into_iter().for_each(|more| lines.append(more));
    Ok(lines)
}

/// Number of games that a thread takes at once.
const CHUNK_GAMES: usize = 256;
/// Cost of reading the beginning of a game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 1000;

/// Replays the games of a segment as far as they are in a book of whole boards. `finish` ends each game, and adds what
/// was found in it.
fn follow_boards<F: Default + Send>(
    reader: &SegmentReader,
    filter: Option<&BitSet>,
    book: &Book,
    budget: &TimeBudget,
    finish: &(dyn Fn(&mut BoardInBook, DocId, &mut F) + Sync),
) -> tantivy::Result<Vec<F>> {
    let kifus = Kifus::open(reader)?;
    let docs = reader.doc_ids_alive();
    let docs: Vec<DocId> =
        docs.filter(|&doc| filter.is_none_or(|wanted| wanted.contains(doc))).collect();
    let worker = || {
        (kifus.clone(), Replayer::new(), GameTree::new(), BoardInBook::new(book), budget.ticker())
    };
    let chunks = docs.par_chunks(CHUNK_GAMES).map_init(worker, |worker, docs| {
        let (kifus, replayer, tree, follower, ticker) = worker;
        let mut found = F::default();
        for &doc in docs {
            if ticker.is_exhausted_after(GAME_STEPS) {
                break;
            }
            let start = kifus.tree(doc, tree, budget)?;
            if let Some(start) = start
                && (start.game, start.size) == (GameKind::Go, book.board())
            {
                replayer.replay(start, tree, |ply| follower.add(ply));
                finish(follower, doc, &mut found);
            }
        }
        budget.add_done(docs.len() as u64);
        Ok(found)
    });
    chunks.collect()
}

/// Records the facts about this index on which the answers of all indexes of a distributed search depend: which copies
/// of games are the fullest.
pub fn record_facts(index: &Index, question: &BookQuestion) -> Result<()> {
    if let Some(plan) = question.plan {
        super::search::record_facts(index, plan, false)?;
    }
    if question.unique {
        read_games(index, question)?;
    }
    Ok(())
}

/// Follows the games of a query in a book, and counts where they leave it.
pub fn follow_book(index: &Index, question: &BookQuestion) -> Result<BookCounts> {
    let mut counts = BookCounts::default();
    let mut steps: BTreeMap<(u32, BookStep), LeaveTally> = BTreeMap::new();
    let mut listed: Vec<(u32, DocAddress, BookLine, Option<Leaver>, u8)> = Vec::new();
    for (ordinal, segment) in (0..).zip(read_games(index, question)?) {
        let docs: Vec<DocId> = segment.docs().collect();
        let endings = Endings::open(index, ordinal, docs.len())?;
        let mut ended = Vec::new();
        endings.read(docs.iter().copied(), &mut ended);
        let mut games = docs.iter().copied().zip(ended).peekable();
        counts.games += docs.len() as u64;
        counts.left_out +=
            segment.left_out.iter().map(|(_, corners)| u64::from(*corners)).sum::<u64>();
        for line in &segment.lines {
            while games.next_if(|(doc, _)| *doc < line.doc).is_some() {}
            let ended = games.peek().map(|(_, ended)| *ended);
            let (day, outcome) = ended.map_or((0, 0), |ended| (ended.day, ended.outcome));
            counts.lines += 1;
            for &position in segment.passed(line) {
                *counts.reached.entry(position).or_default() += 1;
            }
            let leaver = line.left.map(|left| {
                let seat = question.user.map_or(Seat::None, |user| user.seat(ordinal, line.doc));
                let leaver = match seat {
                    Seat::One(color) if color == left.color => Leaver::User,
                    Seat::One(_) => Leaver::Opponent,
                    Seat::Both | Seat::None => Leaver::Player,
                };
                let mut result = Outcomes::default();
                result.add(outcome.into());
                let tally = steps.entry((line.position, left.step)).or_default();
                tally.of_mut(leaver).merge(result.swapped(left.color == Color::White));
                leaver
            });
            counts.stayed += u64::from(leaver.is_none());
            if question.listed > 0 {
                listed.push((day, DocAddress::new(ordinal, line.doc), *line, leaver, outcome));
            }
        }
    }
    counts.steps = steps.into_iter().collect();
    let ids = GameIds::open(index)?;
    let line =
        |(day, game, line, leaver, outcome): (u32, DocAddress, BookLine, Option<Leaver>, u8)| {
            LineInBook {
                day,
                id: ids.id_of(game).unwrap_or(0),
                corner: line.corner,
                in_book: line.in_book,
                position: line.position,
                left: line.left.zip(leaver).map(|(left, by)| LeftBook {
                    by,
                    color: left.color,
                    number: left.number,
                    point: left.point,
                    tenuki: left.step.is_tenuki(),
                }),
                outcome,
            }
        };
    // Ids decide between games of one day, and the day is known already, so only the days of the list are sorted by id.
    listed.sort_by_key(|(day, ..)| Reverse(*day));
    if let Some((last, ..)) = question.listed.checked_sub(1).and_then(|at| listed.get(at)) {
        let last = *last;
        listed.retain(|(day, ..)| *day >= last);
    }
    counts.listed = listed.into_iter().map(line).collect();
    counts.listed.sort_by_key(line_key);
    counts.listed.truncate(question.listed);
    Ok(counts)
}
