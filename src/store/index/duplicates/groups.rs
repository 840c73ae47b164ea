//! Finds the copies of a game among many others.
//!
//! Only games that share a mark (a hash of some of their moves, see `likeness`) are compared, so the work is linear in
//! the number of games as long as marks distinguish them. Where many different games share a mark, each is compared
//! with the few before it in order of length; where they are all copies, with only one. The relations found are stored
//! ([`KnownRelations`]), so that the next commit only compares new games. Everything else is computed again, so the
//! result does not depend on what was stored.

use super::bonds::{KnownRelations, PairRelation};
use super::likeness::compare;
use super::moves::{MoveList, PointMaps};
use crate::index::segment::kifus::Kifus;
use kifu_record::GameTree;
use kifu_record::cancel::{TimeBudget, checkpoint};
use kifu_record::game::BoardSize;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};
use tantivy::columnar::{Column, StrColumn};
use tantivy::{DocId, Searcher, TantivyError};

/// Number of a game across all segments of the index.
type Number = u32;

/// Game that has copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyMember {
    pub id: u64,
    /// Number of the group of copies that the game belongs to, from 0.
    pub group: u32,
    /// Hash of the setup and all moves of the game. Games of a group with equal hashes are equal move by move.
    pub exact_mark: u32,
    /// Rank among the copies of its group; 0 for the fullest one.
    pub rank: u32,
}

/// Finds the copies of all games in an index, sorted by id. Calls `release_pages` from time to time to release the
/// mapped pages read until then, which are no longer needed.
pub(super) fn find(
    searcher: &Searcher,
    bonds: &mut KnownRelations,
    release_pages: &dyn Fn(),
) -> tantivy::Result<Vec<CopyMember>> {
    let games = IndexGames::open(searcher)?;
    let mut finder = CopyFinder {
        games: &games,
        bonds,
        release_pages,
        compared: 0,
        sets: DisjointSets((0..games.count()).collect()),
        beginnings: Vec::new(),
        turns: PointMaps::new(BoardSize::GO),
        tree: GameTree::new(),
    };
    for part in 0..games.passes() {
        finder.compare_marked(games.marks(part))?;
    }
    finder.join_beginnings();
    finder.copies()
}

fn too_many() -> TantivyError {
    let message = format!("copies are not looked for among more than {} games", Number::MAX);
    TantivyError::SystemError(message)
}

/// Columns of a segment that the comparison reads.
struct Segment {
    /// Number of the segment's first document.
    first: Number,
    end: Number,
    ids: Column<u64>,
    moves: Column<u64>,
    marks: Column<u64>,
    fullness: Column<u64>,
    places: Option<StrColumn>,
    numbers: Column<u64>,
    dates: (Column<i64>, Column<i64>),
    kifus: Kifus,
}

/// All games of an index, by number.
struct IndexGames<'s> {
    searcher: &'s Searcher,
    segments: Vec<Segment>,
}

/// Number of marks (hashes of some moves of a game) that are sorted at once. They take 8 bytes each, so 256 MiB in all;
/// a larger index is processed in several passes.
const MARKS_PER_PASS: u64 = 1 << 25;

impl<'s> IndexGames<'s> {
    fn open(searcher: &'s Searcher) -> tantivy::Result<IndexGames<'s>> {
        let mut first = 0;
        let mut segments = Vec::new();
        for reader in searcher.segment_readers() {
            let fast = reader.fast_fields();
            let end = Number::checked_add(first, reader.max_doc()).ok_or_else(too_many)?;
            segments.push(Segment {
                first,
                end,
                ids: fast.u64("id")?,
                moves: fast.u64("moves")?,
                marks: fast.u64("marks")?,
                fullness: fast.u64("fullness")?,
                places: fast.str("place")?,
                numbers: fast.u64("game")?,
                dates: (fast.i64("date_from")?, fast.i64("date_to")?),
                kifus: Kifus::open(reader)?,
            });
            first = end;
        }
        Ok(IndexGames { searcher, segments })
    }

    fn count(&self) -> Number {
        self.segments.last().map_or(0, |segment| segment.end)
    }

    /// Number of passes in which the marks (hashes of some moves of each game) are compared. A pass holds only a part
    /// of them in memory.
    fn passes(&self) -> u64 {
        let marks = self
            .segments
            .iter()
            .map(|segment| &segment.marks)
            .map(|marks| u64::from(marks.values.num_vals()));
        marks.sum::<u64>().div_ceil(MARKS_PER_PASS).max(1)
    }

    /// Returns the marks (hashes of some moves) that belong to one pass over the games, sorted, each with its game.
    fn marks(&self, part: u64) -> Vec<(u32, Number)> {
        let parts = self.passes();
        let mut marks = Vec::new();
        for (segment, reader) in self.segments.iter().zip(self.searcher.segment_readers()) {
            for doc in reader.doc_ids_alive() {
                checkpoint();
                let game_marks =
                    segment.marks.values_for_doc(doc).filter(|mark| mark % parts == part);
                marks.extend(game_marks.map(|mark| (mark as u32, segment.first + doc)));
            }
        }
        marks.sort_unstable();
        marks
    }

    fn place(&self, game: Number) -> Option<(&Segment, DocId)> {
        let at = self.segments.partition_point(|segment| segment.end <= game);
        let segment = self.segments.get(at)?;
        Some((segment, game - segment.first))
    }

    /// First value that a game has in a column; 0 if it has none.
    fn first(&self, game: Number, column: fn(&Segment) -> &Column<u64>) -> u64 {
        let value = self.place(game).and_then(|(segment, doc)| column(segment).first(doc));
        value.unwrap_or(0)
    }

    fn id(&self, game: Number) -> u64 {
        self.first(game, |segment| &segment.ids)
    }

    fn move_count(&self, game: Number) -> u64 {
        self.first(game, |segment| &segment.moves)
    }

    /// Paths and members of games, in the order of `games`. The lookups are sorted, so each block of the dictionary is
    /// unpacked once.
    fn places(&self, games: &[Number]) -> tantivy::Result<Vec<String>> {
        let mut places = vec![String::new(); games.len()];
        for segment in &self.segments {
            let Some(column) = &segment.places else {
                continue;
            };
            let own =
                (0..).zip(games).filter(|(_, game)| (segment.first..segment.end).contains(game));
            let ord = |game: Number| column.ords().first(game - segment.first);
            let mut ordinals: Vec<(u64, usize)> =
                own.filter_map(|(at, &game)| Some((ord(game)?, at))).collect();
            ordinals.sort_unstable();
            let ords = Vec::from_iter(ordinals.iter().map(|&(ord, _)| ord));
            let mut remaining = ordinals.iter();
            column.dictionary().sorted_ords_to_term_cb(&ords, |place| {
                if let Some(slot) = remaining.next().and_then(|&(_, at)| places.get_mut(at)) {
                    *slot = String::from_utf8_lossy(place).into_owned();
                }
            })?;
        }
        Ok(places)
    }

    /// True if two games may have been played on the same day. An unknown date matches any day.
    fn may_share_a_day(&self, a: Number, b: Number) -> bool {
        let days = |game| {
            let (segment, doc) = self.place(game)?;
            let (from, to) = &segment.dates;
            Some((from.first(doc)?, to.first(doc)?))
        };
        match (days(a), days(b)) {
            (Some(a), Some(b)) => a.0 <= b.1 && b.0 <= a.1,
            _ => true,
        }
    }

    fn cached_moves<'c>(
        &self,
        compared: &'c Compared,
        tree: &mut GameTree,
    ) -> tantivy::Result<Option<&'c MoveList>> {
        let list = match compared.list.get() {
            Some(list) => list,
            None => {
                let list = self.read_moves(compared.game, tree)?;
                compared.list.get_or_init(|| list)
            }
        };
        Ok(list.as_ref())
    }

    fn read_moves(&self, game: Number, tree: &mut GameTree) -> tantivy::Result<Option<MoveList>> {
        let Some((segment, doc)) = self.place(game) else {
            return Ok(None);
        };
        // The default budget never ends: the caller runs this whole comparison within a budget.
        let start = segment.kifus.tree(doc, tree, &TimeBudget::default())?;
        Ok(start.and_then(|start| MoveList::from_tree(start, tree)))
    }
}

/// Maximum number of games with the same mark that a game is compared with: the last ones before it in order of length.
/// Bounds the work to linear time if many different games share a mark.
const MAX_NEIGHBOURS: usize = 8;

/// Number of comparisons between two releases of mapped pages. By then about 100 MB are mapped: a comparison reads a
/// few pages of a large index, and the system maps sixteen pages with each.
const COMPARISONS_PER_RELEASE: u64 = 2048;

struct CopyFinder<'g, 's> {
    games: &'g IndexGames<'s>,
    bonds: &'g mut KnownRelations,
    release_pages: &'g dyn Fn(),
    /// Number of pairs that were compared so far.
    compared: u64,
    sets: DisjointSets,
    /// Pairs of a game and a longer game that begins with it.
    beginnings: Vec<(Number, Number)>,
    turns: PointMaps,
    tree: GameTree,
}

/// Game that is compared with others. Its moves are read on first use.
struct Compared {
    game: Number,
    id: u64,
    list: OnceCell<Option<MoveList>>,
}

impl CopyFinder<'_, '_> {
    /// Compares the games that share a mark, a hash of some of their moves.
    fn compare_marked(&mut self, mut marks: Vec<(u32, Number)>) -> tantivy::Result<()> {
        for equal in marks.chunk_by_mut(|a, b| a.0 == b.0) {
            if equal.len() > 1 {
                let games = self.games;
                // The longest game comes first. Ids break ties, so the answer does not depend on how segments were cut.
                equal.sort_by_cached_key(|&(_, game)| {
                    (Reverse(games.move_count(game)), games.id(game))
                });
                self.compare_bucket(equal)?;
            }
        }
        Ok(())
    }

    fn compare_bucket(&mut self, bucket: &[(u32, Number)]) -> tantivy::Result<()> {
        let mut neighbours: VecDeque<Compared> = VecDeque::new();
        for &(_, game) in bucket {
            checkpoint();
            let known = |other: &Compared| self.sets.are_joined(game, other.game);
            if neighbours.iter().any(known) {
                continue;
            }
            let compared = Compared { game, id: self.games.id(game), list: OnceCell::new() };
            if self.has_copy(&compared, &neighbours)? {
                continue;
            }
            if neighbours.len() == MAX_NEIGHBOURS {
                neighbours.pop_front();
            }
            neighbours.push_back(compared);
        }
        Ok(())
    }

    /// Compares a game with its neighbours and records the relations. Returns true if it is a copy of one of them.
    fn has_copy(
        &mut self,
        compared: &Compared,
        neighbours: &VecDeque<Compared>,
    ) -> tantivy::Result<bool> {
        let game = compared.game;
        for longer in neighbours.iter().rev() {
            match self.relation(compared, longer)? {
                PairRelation::Copy => {
                    self.sets.join(game, longer.game);
                    return Ok(true);
                }
                // The beginning of a longer game counts only if both may have been played on one day, because people
                // replay the same opening on other days, especially against a program.
                PairRelation::Beginning if self.games.may_share_a_day(game, longer.game) => {
                    self.beginnings.push((game, longer.game));
                }
                PairRelation::Beginning | PairRelation::None => {}
            }
        }
        Ok(false)
    }

    fn relation(&mut self, short: &Compared, long: &Compared) -> tantivy::Result<PairRelation> {
        let (games, tree, turns) = (self.games, &mut self.tree, &mut self.turns);
        let (compared, let_go) = (&mut self.compared, self.release_pages);
        self.bonds.get((short.id, long.id), || {
            *compared += 1;
            if compared.is_multiple_of(COMPARISONS_PER_RELEASE) {
                let_go();
            }
            let a = games.cached_moves(short, tree)?;
            let b = games.cached_moves(long, tree)?;
            let likeness = a.zip(b).and_then(|(a, b)| Some((compare(a, b, turns)?, a.unit())));
            Ok(match likeness {
                Some((likeness, unit)) if likeness.is_sure(unit) => PairRelation::Copy,
                Some(_) => PairRelation::Beginning,
                None => PairRelation::None,
            })
        })
    }

    /// Joins a beginning to the game that continues it, if there is only one. The beginning of several different games
    /// is an opening and a copy of none. Longer beginnings come first, since shorter ones may begin them.
    fn join_beginnings(&mut self) {
        let mut longer: HashMap<Number, HashSet<Number>> = HashMap::new();
        for (short, long) in std::mem::take(&mut self.beginnings) {
            let own_root = self.sets.root(short);
            longer.entry(own_root).or_default().insert(long);
        }
        let mut groups: Vec<(Number, HashSet<Number>)> = longer.into_iter().collect();
        let games = self.games;
        groups
            .sort_by_cached_key(|(short, _)| (Reverse(games.move_count(*short)), games.id(*short)));
        for (short, long) in groups {
            let own_root = self.sets.root(short);
            let roots: HashSet<Number> = long
                .into_iter()
                .map(|game| self.sets.root(game))
                .filter(|&root| root != own_root)
                .collect();
            if let (1, Some(&root)) = (roots.len(), roots.iter().next()) {
                self.sets.join(short, root);
            }
        }
    }

    /// Games that have copies, sorted by id. Groups are numbered by the least id in each.
    fn copies(&mut self) -> tantivy::Result<Vec<CopyMember>> {
        let copies =
            self.sets.members().into_iter().map(|(game, root)| (self.games.id(game), game, root));
        let mut copies: Vec<(u64, Number, Number)> = copies.collect();
        copies.sort_unstable();
        let places = Vec::from_iter(copies.iter().map(|&(_, game, _)| game));
        let places = self.games.places(&places)?;
        let mut numbers: HashMap<Number, u32> = HashMap::new();
        let mut ordered = Vec::with_capacity(copies.len());
        let mut numbered = Vec::with_capacity(copies.len());
        for ((id, game, root), place) in copies.into_iter().zip(&places) {
            let next = numbers.len() as u32;
            let group = *numbers.entry(root).or_insert(next);
            let first = |column: fn(&Segment) -> &Column<u64>| self.games.first(game, column);
            // The fullest copy comes first. Equally full copies are sorted by path, member and number in the file.
            let order = (
                Reverse(first(|segment| &segment.fullness)),
                place,
                first(|segment| &segment.numbers),
            );
            ordered.push((group, order, numbered.len()));
            numbered.push(CopyMember {
                id,
                group,
                exact_mark: first(|segment| &segment.marks) as u32,
                rank: 0,
            });
        }
        ordered.sort_unstable();
        for group in ordered.chunk_by(|a, b| a.0 == b.0) {
            for (rank, &(_, _, at)) in (0..).zip(group) {
                if let Some(copy) = numbered.get_mut(at) {
                    copy.rank = rank;
                }
            }
        }
        Ok(numbered)
    }
}

/// Disjoint sets of games (union-find): a forest in which every game points towards its root.
struct DisjointSets(Vec<Number>);

impl DisjointSets {
    /// Finds the root of a game's set and halves the path to it.
    fn root(&mut self, game: Number) -> Number {
        let mut at = game;
        loop {
            let up = self.parent(at);
            let top = self.parent(up);
            if up == top {
                return top;
            }
            if let Some(slot) = self.0.get_mut(at as usize) {
                *slot = top;
            }
            at = top;
        }
    }

    fn parent(&self, game: Number) -> Number {
        self.0.get(game as usize).copied().unwrap_or(game)
    }

    fn join(&mut self, a: Number, b: Number) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(slot) = self.0.get_mut(a as usize) {
            *slot = b;
        }
    }

    fn are_joined(&self, a: Number, b: Number) -> bool {
        let root = |mut game| {
            while self.parent(game) != game {
                game = self.parent(game);
            }
            game
        };
        root(a) == root(b)
    }

    /// Games in sets of two or more, with their roots.
    fn members(&mut self) -> Vec<(Number, Number)> {
        let games = 0..self.0.len() as Number;
        let mut roots: Vec<(Number, Number)> = Vec::new();
        for game in games {
            let root = self.root(game);
            if root != game {
                roots.push((root, root));
                roots.push((game, root));
            }
        }
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}
