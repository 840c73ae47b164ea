//! Finds groups of copies of one game, compares the copies, reports their conflicts and sorts the fullest copy first.

mod conflicts;
mod disagreement;

use super::hits::{GameParts, Hit, LoadedGame, Loader};
use super::in_order::{GroupResults, convert_in_order};
use super::lookup::StoredTrees;
use super::plan::{Plan, duplicates_query};
use super::search::search;
use super::unique::GameIds;
pub use conflicts::{Conflict, Fact};
pub use disagreement::disagreeing_groups;
use kifu_archive::error::Result;
use kifu_record::problem::start_position;
use kifu_record::{GameTree, Start};
use kifu_store::index::Index;
use kifu_store::index::duplicates::{self, CopyMember, Likeness, StoredMoves};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering};
use tantivy::DocAddress;
use tantivy::query::BooleanQuery;

/// The games of a group of copies, not loaded yet.
pub type GroupHits = Vec<Hit>;

/// A group of copies of one game, loaded and compared.
#[derive(Clone, Debug)]
pub struct CopySet {
    /// The copies, the fullest first.
    pub copies: Vec<GameCopy>,
    /// Facts on which the copies disagree.
    pub conflicts: Vec<Conflict>,
}

/// One copy of a game.
#[derive(Clone, Debug)]
pub struct GameCopy {
    pub game: LoadedGame,
    /// How the copy relates to the fullest copy of the group.
    pub relation: Relation,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// This copy is the fullest one of its group.
    Fullest,
    /// The moves of this copy and of the fullest one are alike to this degree.
    Like(Likeness),
    /// The copy is like another copy of the group, which is like the fullest, but is not like the fullest itself.
    Distant,
    /// This copy and the fullest one are problems with the same position, whatever is played next.
    Position {
        /// True if one position is turned, mirrored, moved or has the colours exchanged compared with the other.
        turned: bool,
    },
}

/// What the games of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyKind {
    /// The games have their moves in common.
    Games,
    /// The games have in common the position that they begin with.
    Positions,
}

impl Relation {
    /// A stable name, used in JSON: `fullest`, `same`, `beginning`, `different` or `distant`.
    pub fn as_str(self) -> &'static str {
        match self {
            Relation::Fullest => "fullest",
            Relation::Like(likeness) if likeness.is_exact() => "same",
            Relation::Position { .. } => "same",
            Relation::Like(Likeness { differences: 0, .. }) => "beginning",
            Relation::Like(_) => "different",
            Relation::Distant => "distant",
        }
    }
}

/// Cost of finding the group of a game, in budget steps of about 10 ns.
const GROUP_STEPS: usize = 20;

/// Cost of loading one game or of comparing two, in budget steps of about 10 ns.
const LOAD_STEPS: usize = 2000;

/// Finds the groups of copies with at least one hit, in the order of the hits. A group also contains copies that do not
/// match the query. With `exact`, games that differ in setup or moves are in separate groups.
pub fn find_groups(index: &Index, plan: Plan, exact: bool) -> Result<Vec<GroupHits>> {
    let duplicates = index.duplicates()?;
    let query = BooleanQuery::intersection(vec![plan.query, duplicates_query(index)]);
    let plan = Plan { query: Box::new(query), ..plan };
    let ids = GameIds::open(index)?;
    // `member.exact_mark`, a hash of setup and moves, separates the different games within a group. The hashes are
    // comparable only within one group, so the key also has the group.
    let key = |member: CopyMember| (member.group, exact.then_some(member.exact_mark));
    let key_of = |address| Some(key(duplicates.get(ids.id_of(address)?)?));
    let hits = search(index, &plan, usize::MAX)?;
    let mut ticker = index.budget().ticker();
    let keys = ticker
        .take_within_budget(GROUP_STEPS, hits.first.iter())
        .filter_map(|hit| key_of(hit.address));
    let mut groups: HashMap<_, GroupHits> = HashMap::new();
    let mut in_order = Vec::new();
    for key in keys {
        groups.entry(key).or_insert_with(|| {
            in_order.push(key);
            GroupHits::new()
        });
    }
    if groups.is_empty() {
        // Most games have no copies, so this return saves the scan of all games below.
        return Ok(Vec::new());
    }
    let mut ticker = index.budget().ticker();
    for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
        let docs = ticker.take_within_budget(GROUP_STEPS, reader.doc_ids_alive());
        for (address, id) in ids.ids_of(segment, docs) {
            let group = duplicates.get(id).and_then(|member| groups.get_mut(&key(member)));
            if let Some(group) = group {
                group.push(address.into());
            }
        }
    }
    let groups = in_order.iter().filter_map(|key| groups.remove(key));
    Ok(groups.filter(|group| group.len() > 1).collect())
}

/// Finds groups of problems with the same position, wherever it lies on the board and whatever is played next. Returns
/// the groups with at least one hit in the order of the hits, and the number of all groups.
pub fn find_position_groups(index: &Index, plan: &Plan) -> Result<(Vec<GroupHits>, u32)> {
    let mut keys: HashMap<DocAddress, u64> = HashMap::new();
    let mut groups: HashMap<u64, GroupHits> = HashMap::new();
    let mut ticker = index.budget().ticker();
    for (segment, reader) in (0..).zip(index.searcher().segment_readers()) {
        let column =
            reader.fast_fields().u64("problem").map_err(|error| index.error_from_tantivy(error))?;
        for doc in ticker.take_within_budget(GROUP_STEPS, reader.doc_ids_alive()) {
            if let Some(key) = column.first(doc) {
                let address = DocAddress::new(segment, doc);
                keys.insert(address, key);
                groups.entry(key).or_default().push(address.into());
            }
        }
    }
    groups.retain(|_, group| group.len() > 1);
    let all = groups.len() as u32;
    if groups.is_empty() {
        return Ok((Vec::new(), all));
    }
    let hits = search(index, plan, usize::MAX)?;
    let keys = hits.first.iter().filter_map(|hit| keys.get(&hit.address));
    Ok((keys.filter_map(|key| groups.remove(key)).collect(), all))
}

/// Numbers of groups that are loaded together, at first and at most.
const LOADED_GROUPS: RangeInclusive<usize> = 16..=2048;

/// Number of groups that one thread loads together. Their games are loaded in the order of their places on disk, so
/// that a block of the document store is seldom decompressed more than once.
const CHUNK_GROUPS: usize = 64;

/// Loads groups, compares the copies of each on all cores, and passes the groups to `sink` in order.
pub fn load_groups(
    index: &Index,
    found: &[GroupHits],
    alike: CopyKind,
    sink: &mut dyn FnMut(CopySet) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let is_ended = AtomicBool::new(false);
    let convert = |groups: Range<usize>| {
        let chunks = found.get(groups).unwrap_or_default().par_chunks(CHUNK_GROUPS);
        let convert_chunk = |chunk: &[GroupHits]| {
            let mut sets: GroupResults<CopySet> = Vec::with_capacity(chunk.len());
            let is_needed = !is_ended.load(Ordering::Relaxed);
            let loaded =
                if is_needed { load_chunk(index, chunk, alike, &mut sets) } else { Ok(()) };
            sets.extend(loaded.err().map(|error| Some(Err(error))));
            sets.resize_with(chunk.len(), || None);
            sets
        };
        chunks.map(convert_chunk).collect::<Vec<_>>().into_iter().flatten().collect()
    };
    convert_in_order(found.len(), LOADED_GROUPS, &convert, &mut |group| {
        let received = sink(group);
        if !matches!(received, Ok(ControlFlow::Continue(()))) {
            is_ended.store(true, Ordering::Relaxed);
        }
        received
    })
}

/// Loads groups and compares the copies of each, until the time budget ends.
fn load_chunk(
    index: &Index,
    found: &[GroupHits],
    alike: CopyKind,
    sets: &mut GroupResults<CopySet>,
) -> Result<()> {
    let mut loader = Loader::new(index);
    let mut trees = StoredTrees::new(index);
    let mut ticker = index.budget().ticker();
    let mut hits: Vec<Hit> = found.iter().flatten().copied().collect();
    hits.sort_by_key(|hit| hit.address);
    let mut games: HashMap<DocAddress, LoadedGame> = HashMap::new();
    let places = loader.place_texts(&hits)?;
    for (hit, place) in ticker.take_within_budget(LOAD_STEPS, hits.iter().zip(&places)) {
        games.insert(hit.address, loader.game_at(hit, place, GameParts::ALL)?);
    }
    for group in found {
        // The budget ended before all games of the group were loaded. Such a group is left out.
        if ticker.is_exhausted_after(LOAD_STEPS * group.len())
            || !group.iter().all(|hit| games.contains_key(&hit.address))
        {
            return Ok(());
        }
        let games = group.iter().filter_map(|hit| Some((*hit, games.remove(&hit.address)?)));
        sets.push(Some(compare_copies(index, &mut trees, games.collect(), alike)));
    }
    Ok(())
}

/// Sorts the copies of a group, the fullest first, and compares each with the fullest.
fn compare_copies(
    index: &Index,
    trees: &mut StoredTrees,
    mut games: Vec<(Hit, LoadedGame)>,
    alike: CopyKind,
) -> Result<CopySet> {
    let found = index.duplicates()?;
    // A file that lies below two roots has each game twice, with equal ids and ranks. Their order is decided by place.
    games.sort_by_cached_key(|(_, game)| {
        let rank = found
            .get(game.header.id)
            .map(|member| member.rank)
            .filter(|_| alike == CopyKind::Games);
        let nodes = match alike {
            CopyKind::Games => 0,
            CopyKind::Positions => game.header.summary.nodes,
        };
        let members = (game.members.clone(), game.occurrences.clone());
        (rank, Reverse(nodes), game.path.clone(), members, game.number)
    });
    let mut fullest: Option<(Start, GameTree)> = None;
    let mut copies = Vec::with_capacity(games.len());
    for (hit, game) in games {
        let (start, tree) = trees.read_own(&hit)?;
        let relation = match &fullest {
            None => Relation::Fullest,
            Some((first, moves)) => match alike {
                CopyKind::Games => duplicates::likeness(
                    StoredMoves { start: *first, tree: moves },
                    StoredMoves { start, tree: &tree },
                )
                .map_or(Relation::Distant, Relation::Like),
                CopyKind::Positions => {
                    let [(first_setup, _), (other, _)] =
                        [start_position(*first, moves), start_position(start, &tree)];
                    Relation::Position {
                        turned: first_setup.size() != other.size()
                            || !first_setup.has_same_stones(&other),
                    }
                }
            },
        };
        fullest.get_or_insert((start, tree));
        copies.push(GameCopy { game, relation });
    }
    Ok(CopySet {
        conflicts: match alike {
            CopyKind::Games => conflicts::find_conflicts(&copies),
            CopyKind::Positions => Vec::new(),
        },
        copies,
    })
}
