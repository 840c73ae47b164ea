//! Whole-board positions: which games reach one, when, and how they go on.
//!
//! A game is a hit if the position stands after some move or setup of its main line, under any symmetry of the board,
//! with the colours as they are; it counts once, at the first such ply. Games that have the position only in
//! variations are counted apart.

pub(crate) mod filter;

use super::explorer::statistics::{GameStep, RowId, Statistics};
use super::explorer::{Answer, Place, PlacedHit, Step};
use super::hits::{SegmentHits, order};
use super::order::Ordering;
use crate::error::Result;
use crate::game::board::Board;
use crate::game::hash::PositionHash;
use crate::index::next::{code, decode_next};
use crate::index::segment::kifus::Kifus;
use crate::index::segment::positions::{Candidate, NextCode, Positions};
use crate::index::{Index, kifu, tantivy_error};
use crate::record::replay::{MainMoves, Next};
use crate::record::{GameTree, Replayer};
use std::collections::HashMap;
use std::ops::ControlFlow;
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, DocId};

/// Looks up a position; `limit` games are listed, and all continuations have their most frequent players.
pub fn find(index: &Index, board: &Board, limit: usize) -> Result<Answer> {
    find_named(index, board, limit, usize::MAX)
}

/// Looks up a position; `limit` games are listed, and so many continuations have their most frequent players.
pub fn find_named(index: &Index, board: &Board, limit: usize, named: usize) -> Result<Answer> {
    let fail = |error| tantivy_error(index.folder(), error);
    let mut lookup = Lookup::new(board.hash());
    let mut answer = Answer::default();
    let mut statistics = Statistics::default();
    let mut segments: Vec<SegmentHits> = Vec::new();
    let mut places: HashMap<DocAddress, Place> = HashMap::new();
    for (ordinal, reader) in (0..).zip(index.searcher().segment_readers()) {
        let found = lookup.segment(reader).map_err(fail)?;
        answer.in_variations += found.in_variations;
        let mut tally = statistics.segment(index, ordinal)?;
        let mut rows: HashMap<NextMove, RowId> = HashMap::new();
        for game in &found.main {
            let row = rows.entry(game.next).or_insert_with(|| {
                let step = game.next.step(board);
                let swapped = false;
                tally.row(GameStep { step, swapped })
            });
            tally.add(*row, game.doc);
            if let Some(place) = game.place {
                places.insert(DocAddress::new(ordinal, game.doc), place);
            }
        }
        segments.push(found.main.iter().map(|game| (game.doc, 0.0)).collect());
    }
    let turn = |key: GameStep| turned_back(key.step, board);
    (answer.outcomes, answer.continuations) = statistics.finish(index, turn, named)?;
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
            answer.first.push(PlacedHit { hit, place });
        }
    }
    Ok(answer)
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
    Other(Step),
}

impl NextMove {
    /// The step, turned as the position's canonical form is.
    fn step(self, board: &Board) -> Step {
        match self {
            NextMove::Coded(code) => decode_next(code, board.size()).map_or(Step::End, Step::from),
            NextMove::Other(step) => step,
        }
    }
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
        NextCode::UNKNOWN => NextMove::Other(canonical_step(next.into(), board)),
        code => NextMove::Coded(code),
    }
}

/// A step turned as the position's canonical form is; of several equal ones the first.
fn canonical_step(step: Step, board: &Board) -> Step {
    let size = board.size();
    step.first_image(
        board
            .canonical_symmetries()
            .map(|symmetry| move |point| symmetry.apply(point, size)),
    )
}

/// A canonical step turned as the position is; of several equal ones the first.
fn turned_back(step: Step, board: &Board) -> Step {
    let size = board.size();
    step.first_image(board.canonical_symmetries().map(|symmetry| {
        let inverse = symmetry.inverse();
        move |point| inverse.apply(point, size)
    }))
}
