//! Games by their ids, and their trees as the index keeps them.

use super::collect::{SegmentHits, collect};
use super::hits::{Hit, order, sort_by_place};
use super::order::Ordering;
use super::scan::living;
use super::segments::BySegment;
use crate::error::{Error, ErrorKind, Remedy, Result};
use crate::game::{BoardSize, Game};
use crate::index::Index;
use crate::index::schema::Fields;
use crate::index::segment::kifus::Kifus;
use crate::patience::Budget;
use crate::record::{GameTree, Start};
use std::ops::Bound;
use tantivy::query::RangeQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, Term};

/// The game with this id, or the only one whose id begins with it.
pub fn by_id(index: &Index, id: &str) -> Result<Hit> {
    let unknown = || {
        Error::new(ErrorKind::NotFound, format!("no game has the id `{id}`"))
            .advise(Remedy::FindIds)
    };
    let bounds = id_range(id).ok_or_else(unknown)?;
    if bounds.0 == bounds.1 {
        return with_id(index, bounds.0)?.ok_or_else(unknown);
    }
    let segments = collect(index, &*id_query(&index.fields, bounds), false)?;
    let ordering = Ordering::new(index, &[], false, &|_| Ok(Vec::new()))?;
    let total: usize = segments.iter().map(|hits| hits.docs.len()).sum();
    let segments = segments.iter().map(SegmentHits::iter);
    match order(index, segments, 2, &ordering)?.as_slice() {
        [one] => Ok(*one),
        [] => Err(unknown()),
        _ => Err(Error::new(
            ErrorKind::NotFound,
            format!("{total} games have an id that begins with `{id}`"),
        )
        .help("write more digits of it")),
    }
}

/// The game with exactly this id; of several below different roots, the first by its place.
fn with_id(index: &Index, id: u64) -> Result<Option<Hit>> {
    let fail = |error| index.failed(error);
    let term = Term::from_field_u64(index.fields.id, id);
    let mut found = Vec::new();
    for (ordinal, reader) in (0..).zip(index.searcher().segment_readers()) {
        let ids = reader.inverted_index(index.fields.id).map_err(fail)?;
        let games = ids.read_postings(&term, IndexRecordOption::Basic);
        let games = games.map_err(|error| fail(error.into()))?;
        let games = games.map(|games| living(reader, games)).unwrap_or_default();
        found.extend(games.into_iter().map(|doc| DocAddress::new(ordinal, doc)));
    }
    if found.len() > 1 {
        sort_by_place(index, &mut found)?;
    }
    let hit = |&address: &DocAddress| Hit {
        address,
        score: 0.0,
    };
    Ok(found.first().map(hit))
}

/// The start and the tree of a hit, read from the index, without texts. A game without known rules has an empty tree.
pub fn tree_of(index: &Index, hit: &Hit) -> Result<(Start, GameTree)> {
    let fail = |error| index.failed(error);
    let reader = index.searcher().segment_reader(hit.address.segment_ord);
    let kifus = Kifus::open(reader).map_err(fail)?;
    let mut tree = GameTree::new();
    let other = Start {
        game: Game::Other(0),
        ..Start::go(BoardSize::GO)
    };
    let start = kifus.tree(hit.address.doc_id, &mut tree, index.budget());
    let start = start.map_err(|error| fail(error.into()))?;
    Ok((start.unwrap_or(other), tree))
}

/// The moves of one game after another, as the index has them.
pub struct Trees<'i> {
    kifus: BySegment<'i, Kifus>,
    tree: GameTree,
    budget: &'i Budget,
}

impl<'i> Trees<'i> {
    /// For the games of an index.
    pub fn new(index: &'i Index) -> Trees<'i> {
        Trees {
            kifus: BySegment::new(index),
            tree: GameTree::new(),
            budget: index.budget(),
        }
    }

    /// The moves of a game; `None` if the index has none.
    pub fn of(&mut self, hit: &Hit) -> Result<Option<(Start, &GameTree)>> {
        let kifus = self.kifus.of(hit.address, Kifus::open)?;
        let read = kifus.tree(hit.address.doc_id, &mut self.tree, self.budget);
        Ok(read.ok().flatten().map(|start| (start, &self.tree)))
    }
}

/// The ids that begin with these hexadecimal digits.
pub(crate) fn id_range(digits: &str) -> Option<(u64, u64)> {
    let shift = 64u32.checked_sub(4 * u32::try_from(digits.len()).ok()?)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u64::from_str_radix(digits, 16).ok().filter(|_| plain)?;
    let first = number.checked_shl(shift).unwrap_or(0);
    Some((
        first,
        first | 1u64.checked_shl(shift).map_or(u64::MAX, |end| end - 1),
    ))
}

pub(crate) fn id_query(fields: &Fields, (first, last): (u64, u64)) -> Box<RangeQuery> {
    let bound = |id| Bound::Included(Term::from_field_u64(fields.id, id));
    Box::new(RangeQuery::new(bound(first), bound(last)))
}
