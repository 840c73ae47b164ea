//! Finds the queries that are about a game by hashes of their moves, instead of comparing all of them with every game.

use super::game::MainLine;
use crate::cancel::checkpoint;
use crate::formats::sgf::analysis::number::Vertex;
use crate::game::{Color, Move};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Maximum number of moves of all queries together that are stored: those of 60,000 games.
const MAX_MOVES: usize = 1 << 24;
/// Maximum number of queries with different ids that are stored.
const MAX_QUERIES: usize = 1 << 20;
/// Maximum number of queries that are compared with one game, of those that differ only in their handicap stones.
const MAX_SIMILAR_QUERIES: usize = 16;
/// Maximum number of queries that are compared with a game some of whose moves cannot be read. No hash of such a game
/// leads to its queries.
const MAX_COMPARED_QUERIES: usize = 1 << 12;

/// Queries of a file. Queries with the same moves are stored once.
#[derive(Debug, Default)]
pub(super) struct Queries {
    hasher: RandomState,
    /// Number of a query by the hash of its id; `None` if only one game is wanted and the query is about another.
    by_id: HashMap<u64, Option<u32>>,
    /// Moves of all queries one after the other (`moves`), and where each query's moves end in this list (`ends`).
    moves: Vec<(Color, Vertex)>,
    ends: Vec<usize>,
    /// Number of a query by the hash of all its moves.
    by_moves: HashMap<u64, u32>,
    /// Pairs of a hash and a query's number. The hash covers the moves after those that may be handicap stones. Sorted
    /// by [`Queries::sort`].
    by_rest: Vec<(u64, u32)>,
}

impl Queries {
    /// Whether no query has been added yet.
    pub(super) fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Number of the query with this id; `None` if its moves are not known, `Some(None)` if it is about a game that is
    /// not wanted.
    pub(super) fn by_id(&self, id: &str) -> Option<Option<u32>> {
        self.by_id.get(&self.hasher.hash_one(id)).copied()
    }

    /// Adds a query. If only one game is wanted, the moves of queries about others are not stored. `None` if there are
    /// too many.
    pub(super) fn add(
        &mut self,
        id: &str,
        moves: Vec<(Color, Vertex)>,
        wanted: Option<&MainLine>,
    ) -> Option<Option<u32>> {
        if self.by_id.len() >= MAX_QUERIES {
            return None;
        }
        let is_wanted = wanted.is_none_or(|line| line.handicap_moves(&moves).is_some());
        let number = if is_wanted { Some(self.intern_moves(moves)?) } else { None };
        self.by_id.insert(self.hasher.hash_one(id), number);
        Some(number)
    }

    /// Number of the query with these moves. A new query is added; `None` if there are too many moves.
    fn intern_moves(&mut self, moves: Vec<(Color, Vertex)>) -> Option<u32> {
        let hash = hash_of(&moves);
        if let Some(&known) = self.by_moves.get(&hash)
            && self.moves_of(known) == moves
        {
            return Some(known);
        }
        if self.moves.len() + moves.len() > MAX_MOVES {
            return None;
        }
        let number = self.ends.len() as u32;
        self.by_moves.insert(hash, number);
        let first = moves.first().map(|of| of.0);
        let stones = moves.iter().take_while(|of| Some(of.0) == first).count();
        // A query that begins with several stones of one colour begins with handicap stones. The last of them may also
        // be the first move of the game, so hashes for both cases are stored.
        for ahead in [stones, stones.saturating_sub(1)] {
            if ahead > 0 {
                let rest = moves.get(ahead..).unwrap_or_default();
                self.by_rest.push((hash_of(rest), number));
            }
        }
        self.moves.extend(moves);
        self.ends.push(self.moves.len());
        Some(number)
    }

    fn moves_of(&self, query: u32) -> &[(Color, Vertex)] {
        let at = query as usize;
        let start = at.checked_sub(1).and_then(|at| self.ends.get(at));
        let end = self.ends.get(at).copied().unwrap_or(0);
        self.moves.get(start.copied().unwrap_or(0)..end).unwrap_or_default()
    }

    /// Sorts the hashes once all queries are added.
    pub(super) fn sort(&mut self) {
        self.by_rest.sort_unstable();
        self.by_rest.dedup();
    }

    /// Returns the queries whose moves are those of a game, each with the number of handicap stones among them.
    /// `compared` is increased by the number of queries that were compared.
    pub(super) fn matching_game(&self, line: &MainLine, compared: &mut u64) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        let mut compare = |query: u32| {
            *compared += 1;
            let ahead = line.handicap_moves(self.moves_of(query));
            found.extend(ahead.map(|ahead| (query, ahead)));
        };
        let mut hash = EMPTY_HASH;
        let look_up = |hash: u64| self.by_moves.get(&hash).copied();
        look_up(hash).into_iter().for_each(&mut compare);
        for &(_, color, action) in &line.moves {
            checkpoint();
            match query_vertex(line, action) {
                Some(vertex) => hash = extend_hash(hash, color, vertex),
                None if action == Move::Unreadable => {
                    let all = 0..self.ends.len().min(MAX_COMPARED_QUERIES) as u32;
                    found = Vec::new();
                    for query in all {
                        *compared += 1;
                        let ahead = line.handicap_moves(self.moves_of(query));
                        found.extend(ahead.map(|ahead| (query, ahead)));
                    }
                    return found;
                }
                None => return found,
            }
            look_up(hash).into_iter().for_each(&mut compare);
        }
        let from = self.by_rest.partition_point(|of| of.0 < hash);
        let alike =
            self.by_rest.iter().skip(from).take(MAX_SIMILAR_QUERIES).take_while(|of| of.0 == hash);
        alike.for_each(|of| compare(of.1));
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Converts a move to the form that queries have.
fn query_vertex(line: &MainLine, action: Move) -> Option<Vertex> {
    match action {
        Move::Pass => Some(Vertex::Pass),
        Move::Place(point) => {
            let row = line.size.height().checked_sub(point.y)?;
            Some(Vertex::Point(point.x, row))
        }
        _ => None,
    }
}

/// Hash of an empty list of moves.
const EMPTY_HASH: u64 = 0x9e37_79b9_7f4a_7c15;

fn hash_of(moves: &[(Color, Vertex)]) -> u64 {
    moves.iter().fold(EMPTY_HASH, |hash, &(color, vertex)| extend_hash(hash, color, vertex))
}

/// Extends the hash of some moves by one more, mixed as in splitmix64.
fn extend_hash(hash: u64, color: Color, vertex: Vertex) -> u64 {
    let place = match vertex {
        Vertex::Pass => 1 << 16,
        Vertex::Point(column, row) => u64::from(column) << 8 | u64::from(row),
    };
    let color = u64::from(color == Color::White) << 17;
    let mut hash = (hash ^ place ^ color).wrapping_add(EMPTY_HASH);
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}
