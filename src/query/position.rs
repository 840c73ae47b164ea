//! Whole-board positions: which games reach one, when, and how they go on.
//!
//! A game is a hit if the position stands after some move or setup of its main line, under any symmetry of the board,
//! with the colours as they are; it counts once, at the first such ply. Games that have the position only in
//! variations are counted apart.

pub(crate) mod filter;

use super::hits::{Hit, SegmentHits, order};
use super::order::Ordering;
use crate::error::Result;
use crate::game::board::Board;
use crate::game::hash::PositionHash;
use crate::game::{BoardSize, Color, Move, Point};
use crate::index::document::outcome;
use crate::index::next::{code, decode_next};
use crate::index::segment::kifus::Kifus;
use crate::index::segment::positions::{Candidate, NextCode, Positions};
use crate::index::{Index, kifu, tantivy_error};
use crate::record::date::Day;
use crate::record::replay::{MainMoves, Next};
use crate::record::{GameTree, NodeId, Replayer};
use std::collections::HashMap;
use std::ops::ControlFlow;
use tantivy::columnar::Column;
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, DocId};

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// Games.
    pub games: u64,
    /// Won by Black.
    pub black: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Neither, as far as is known.
    pub unknown: u64,
}

impl Outcomes {
    /// Counts some more games.
    pub(crate) fn merge(&mut self, more: Outcomes) {
        self.games += more.games;
        self.black += more.black;
        self.white += more.white;
        self.draws += more.draws;
        self.unknown += more.unknown;
    }

    pub(crate) fn add(&mut self, outcome: u64) {
        self.games += 1;
        match outcome {
            outcome::BLACK => self.black += 1,
            outcome::WHITE => self.white += 1,
            outcome::DRAW => self.draws += 1,
            _ => self.unknown += 1,
        }
    }
}

/// How some games go on from the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The next move, turned as the asked position is; of equal ones under the position's own symmetry the one nearest
    /// to the upper right.
    pub next: Next,
    /// How these games ended.
    pub outcomes: Outcomes,
    /// The first and the last year in which it was played, where a year is known.
    pub years: Option<(i32, i32)>,
}

/// Where a game has the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Moves played.
    pub number: u32,
    /// The node.
    pub node: NodeId,
    /// Whether that is in a variation.
    pub variation: bool,
}

/// A game with the position on its main line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionHit {
    /// The game.
    pub hit: Hit,
    /// Where it has the position first.
    pub place: Place,
}

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The games that have it on their main line.
    pub outcomes: Outcomes,
    /// How they go on, the most frequent first.
    pub continuations: Vec<Continuation>,
    /// Further games that have it in variations only.
    pub in_variations: u64,
    /// The first games, the latest date first.
    pub first: Vec<PositionHit>,
}

/// Looks up a position; `limit` games are listed.
pub fn find(index: &Index, board: &Board, limit: usize) -> Result<Answer> {
    let fail = |error| tantivy_error(index.folder(), error);
    let mut lookup = Lookup::new(board.hash());
    let mut answer = Answer::default();
    let mut statistics = Statistics::default();
    let mut segments: Vec<SegmentHits> = Vec::new();
    let mut places: HashMap<DocAddress, Place> = HashMap::new();
    for (ordinal, reader) in index.searcher().segment_readers().iter().enumerate() {
        let found = lookup.segment(reader).map_err(fail)?;
        answer.in_variations += found.in_variations;
        let fast = reader.fast_fields();
        let outcomes = fast.u64("outcome").map_err(fail)?;
        let dates = fast.i64("date_from").map_err(fail)?;
        for game in &found.main {
            statistics.add(
                game.next,
                outcomes.first(game.doc).unwrap_or(0),
                year(&dates, game.doc),
            );
            if let Some(place) = game.place {
                places.insert(DocAddress::new(ordinal as u32, game.doc), place);
            }
        }
        segments.push(found.main.iter().map(|game| (game.doc, 0.0)).collect());
    }
    answer.outcomes = statistics.total;
    answer.continuations = statistics.continuations(board);
    let ordering = Ordering::new(index, &[], false, &|_| Ok(Vec::new()))?;
    for hit in order(index, segments, limit, &ordering)? {
        let place = match places.get(&hit.address) {
            Some(&place) => Some(place),
            None => {
                let reader = index.searcher().segment_reader(hit.address.segment_ord);
                let kifus = Kifus::open(reader).map_err(fail)?;
                let blob = kifus.blob(hit.address.doc_id);
                let blob = blob.map_err(|error| fail(error.into()))?;
                lookup.replay(&blob).main.map(|found| found.place)
            }
        };
        if let Some(place) = place {
            answer.first.push(PositionHit { hit, place });
        }
    }
    Ok(answer)
}

fn year(dates: &Column<i64>, doc: DocId) -> Option<i32> {
    let day = Day::from_number(i32::try_from(dates.first(doc)?).ok()?);
    Some(day.to_ymd().0)
}

/// Hits up to this number are all verified by replay. With more, the position is an early one, whose keys are 44 bits
/// long: among so many games a false one would be no more than a rounding error, and is less likely than 1 in 100,000.
const VERIFIED: usize = 512;

/// A game with the position on its main line, before it is listed.
#[derive(Clone, Copy, Debug)]
struct MainGame {
    doc: DocId,
    next: NextMove,
    /// Known if the game was replayed.
    place: Option<Place>,
}

/// The next move in the position's canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum NextMove {
    Coded(NextCode),
    /// One that has no code: a slide, or a point of a very large board.
    Other(Next),
}

#[derive(Default)]
struct SegmentFound {
    main: Vec<MainGame>,
    in_variations: u64,
}

/// What a replay finds.
#[derive(Default)]
struct Replayed {
    main: Option<FoundPly>,
    variation: Option<Place>,
}

struct FoundPly {
    place: Place,
    next: NextMove,
}

/// The search for one hash, with the work space of its replays.
struct Lookup {
    hash: PositionHash,
    replayer: Replayer,
    tree: GameTree,
}

impl Lookup {
    fn new(hash: PositionHash) -> Lookup {
        Lookup {
            hash,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        }
    }

    fn segment(&mut self, reader: &SegmentReader) -> tantivy::Result<SegmentFound> {
        let positions = Positions::open(reader)?;
        let kifus = Kifus::open(reader)?;
        let mut candidates = Vec::new();
        let alive = |doc| {
            reader
                .alive_bitset()
                .is_none_or(|alive| alive.is_alive(doc))
        };
        positions.find(self.hash, &mut |candidate| {
            if alive(doc_of(candidate)) {
                candidates.push(candidate);
            }
        })?;
        let verify_all = candidates.len() <= VERIFIED;
        // One replay settles all that is asked of a game. Early entries come first, so a stable sort keeps them first.
        candidates.sort_by_key(|&candidate| doc_of(candidate));
        let mut found = SegmentFound::default();
        for group in candidates.chunk_by(|&a, &b| doc_of(a) == doc_of(b)) {
            let Some(&first) = group.first() else {
                continue;
            };
            let doc = doc_of(first);
            if let Candidate::Early { next, .. } = first
                && !verify_all
                && next != NextCode::UNKNOWN
            {
                found.main.push(MainGame {
                    doc,
                    next: NextMove::Coded(next),
                    place: None,
                });
                continue;
            }
            let replayed = self.replay(&kifus.blob(doc)?);
            match (replayed.main, replayed.variation) {
                (Some(FoundPly { place, next }), _) => {
                    found.main.push(MainGame {
                        doc,
                        next,
                        place: Some(place),
                    });
                }
                (None, Some(_)) => found.in_variations += 1,
                (None, None) => {}
            }
        }
        Ok(found)
    }

    /// Replays a game up to the position on its main line, or else through all of its variations.
    fn replay(&mut self, blob: &[u8]) -> Replayed {
        let mut found = Replayed::default();
        let Some(start) = kifu::decode(blob, &mut self.tree) else {
            return found;
        };
        let moves = MainMoves::new(&self.tree);
        let hash = self.hash;
        self.replayer.replay(start, &self.tree, |ply| {
            if ply.board.hash() != hash {
                return ControlFlow::Continue(());
            }
            let place = Place {
                number: ply.number,
                node: ply.node,
                variation: !ply.main,
            };
            if !ply.main {
                found.variation = Some(place);
                return ControlFlow::Break(());
            }
            let next = next_move(moves.after(ply), ply.board);
            found.main = Some(FoundPly { place, next });
            ControlFlow::Break(())
        });
        found
    }
}

fn doc_of(candidate: Candidate) -> DocId {
    match candidate {
        Candidate::Early { doc, .. } | Candidate::Late { doc } | Candidate::Variation { doc } => {
            doc
        }
    }
}

/// A next move turned as the position's canonical form is, so that equal ones are equal.
fn next_move(next: Next, board: &Board) -> NextMove {
    match code(next, board.size(), |point| board.canonical_point(point)) {
        NextCode::UNKNOWN => NextMove::Other(canonical_next(next, board)),
        code => NextMove::Coded(code),
    }
}

/// A next move turned as the position's canonical form is; of several equal ones the least.
fn canonical_next(next: Next, board: &Board) -> Next {
    let size = board.size();
    turn(
        next,
        board
            .canonical_symmetries()
            .map(|symmetry| move |point| symmetry.apply(point, size)),
    )
    .into_iter()
    .min_by_key(sort_key)
    .unwrap_or(next)
}

/// A move under each of the maps of points.
fn turn<M: Fn(Point) -> Point>(next: Next, maps: impl Iterator<Item = M>) -> Vec<Next> {
    let turned = |map: &M, action: Move| match action {
        Move::Place(point) => Move::Place(map(point)),
        Move::Slide { from, to } => Move::Slide {
            from: map(from),
            to: map(to),
        },
        Move::Remove(point) => Move::Remove(map(point)),
        other => other,
    };
    maps.map(|map| match next {
        Next::Move(color, action) => Next::Move(color, turned(&map, action)),
        Next::End => Next::End,
    })
    .collect()
}

/// Upper points come first, of these the ones on the right.
fn sort_key(next: &Next) -> [u8; 4] {
    let key = |point: Point| [point.y, u8::MAX - point.x];
    match next {
        Next::Move(_, Move::Place(point) | Move::Remove(point)) => {
            [key(*point)[0], key(*point)[1], 0, 0]
        }
        Next::Move(_, Move::Slide { from, to }) => {
            [key(*from)[0], key(*from)[1], key(*to)[0], key(*to)[1]]
        }
        _ => [u8::MAX; 4],
    }
}

/// Counts by next move.
#[derive(Default)]
struct Statistics {
    total: Outcomes,
    moves: HashMap<NextMove, (Outcomes, Option<(i32, i32)>)>,
}

impl Statistics {
    fn add(&mut self, next: NextMove, outcome: u64, year: Option<i32>) {
        self.total.add(outcome);
        let (outcomes, years) = self.moves.entry(next).or_default();
        outcomes.add(outcome);
        if let Some(year) = year {
            let (first, last) = years.unwrap_or((year, year));
            *years = Some((first.min(year), last.max(year)));
        }
    }

    /// The table, turned as the asked position is.
    fn continuations(self, board: &Board) -> Vec<Continuation> {
        let size: BoardSize = board.size();
        let mut rows: Vec<Continuation> = (self.moves.into_iter())
            .map(|(next, (outcomes, years))| {
                let canonical = match next {
                    NextMove::Coded(code) => decode_next(code, size).unwrap_or(Next::End),
                    NextMove::Other(next) => next,
                };
                let back = board.canonical_symmetries().map(|symmetry| {
                    let inverse = symmetry.inverse();
                    move |point| inverse.apply(point, size)
                });
                let next = turn(canonical, back)
                    .into_iter()
                    .min_by_key(sort_key)
                    .unwrap_or(canonical);
                Continuation {
                    next,
                    outcomes,
                    years,
                }
            })
            .collect();
        // Equal counts are in the order of the board, so that the table is the same every time.
        rows.sort_by_key(|row| {
            (
                std::cmp::Reverse(row.outcomes.games),
                sort_key(&row.next),
                color_order(row.next),
            )
        });
        rows
    }
}

fn color_order(next: Next) -> u8 {
    match next {
        Next::Move(Color::Black, _) => 0,
        Next::Move(Color::White, _) => 1,
        Next::End => 2,
    }
}
