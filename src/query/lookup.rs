//! Games by their ids, and their trees as the index keeps them.

use super::collect::{SegmentHits, collect};
use super::hits::{Hit, Loader, load, order, sort_by_place};
use super::order::Ordering;
use super::scan::living;
use super::segments::BySegment;
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_messages::say;
use kifu_record::game::{BoardSize, GameKind};
use kifu_record::patience::TimeBudget;
use kifu_record::{GameRecord, GameTree, Start};
use kifu_store::index::Index;
use kifu_store::index::judged::of_table;
use kifu_store::index::kifu;
use kifu_store::index::schema::Fields;
use kifu_store::index::segment::judgements::Judgements;
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::whole::NamedGames;
use std::ops::{Bound, RangeInclusive};
use tantivy::query::RangeQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, Term};

/// The game with this id, or the only one whose id begins with it.
pub fn by_id(index: &Index, id: &str) -> Result<Hit> {
    let found = meant(index, id)?;
    is_one(found.map_or(0, |(games, ..)| games), id)?;
    found.map(|(.., first)| first).ok_or_else(|| unknown(id))
}

/// What a table told about a game, added to its record: the file of the game does not have it.
pub fn add_told(index: &Index, hit: &Hit, record: &mut GameRecord) -> Result<()> {
    let game = hit.address;
    let reader = index.searcher().segment_reader(game.segment_ord);
    let blob = Judgements::open(reader).and_then(|known| Ok(known.of(game.doc_id)?));
    for (engine, verdicts) in of_table(&blob.map_err(|error| index.failed(error))?) {
        record.analysis.add(engine, verdicts.into_iter());
    }
    Ok(())
}

/// The start and the tree of the game with this id, as [`by_id`] finds it. An index that answers together with others
/// finds it in any of them.
pub fn tree_by_id(index: &Index, id: &str) -> Result<(Start, GameTree)> {
    if let Some(named) = index.named(id) {
        is_one(named.games, id)?;
        let mut tree = GameTree::new();
        let start = index.budget().within(|| kifu::decode(&named.moves(), &mut tree));
        return Ok((start.ok().flatten().unwrap_or_else(unknown_start), tree));
    }
    if index.is_noting() {
        index.note_named(id, named(index, id)?);
        // Here every index stops, whether it holds the game or not, so that all of them note the same.
        return Err(unknown(id));
    }
    tree_of(index, &by_id(index, id)?)
}

/// The games of an index that an id may mean.
fn named(index: &Index, id: &str) -> Result<NamedGames> {
    let Some((games, id, first)) = meant(index, id)? else {
        return Ok(NamedGames::default());
    };
    let (place, number) = Loader::new(index).place_of(first.address)?;
    let (start, tree) = tree_of(index, &first)?;
    let moves = kifu::encode(start, &tree);
    Ok(NamedGames::new(games, place, number, id, &moves))
}

fn unknown(id: &str) -> Error {
    Error::new(ErrorKind::NotFound, say!("error-no-game-with-id", id = id)).advise(Remedy::FindIds)
}

/// Fails if a text names several games, or none.
fn is_one(games: u64, id: &str) -> Result<()> {
    match games {
        0 => Err(unknown(id)),
        1 => Ok(()),
        _ => {
            let message = say!("error-games-with-id", games = games.to_string(), id = id);
            Err(Error::new(ErrorKind::NotFound, message).help(say!("error-games-with-id-help")))
        }
    }
}

/// How many games an id or the beginning of one may mean, and the first of them with its id. Games with one id, which
/// lie below different roots, are one.
fn meant(index: &Index, text: &str) -> Result<Option<(u64, u64, Hit)>> {
    let Some(bounds) = id_range(text) else {
        return Ok(None);
    };
    if bounds.start() == bounds.end() {
        let id = *bounds.start();
        let first = with_id(index, id)?.first().copied();
        return Ok(first.map(|first| (1, id, first.into())));
    }
    let segments = collect(index, &*id_query(&index.fields, bounds), false)?;
    let ordering = Ordering::new(index, &[], false, &|_, _| Ok(Vec::new()))?;
    let games: usize = segments.iter().map(|hits| hits.docs.len()).sum();
    let segments = segments.iter().map(SegmentHits::iter);
    let Some(&any) = order(index, segments, 1, &ordering, None)?.first() else {
        return Ok(None);
    };
    let id = load(index, &any)?.card.id;
    let same = with_id(index, id)?;
    Ok(Some(match same.first() {
        Some(&first) if same.len() == games => (1, id, first.into()),
        _ => (games as u64, id, any),
    }))
}

/// The games with exactly this id, which lie below different roots, in the order of their places.
fn with_id(index: &Index, id: u64) -> Result<Vec<DocAddress>> {
    let fail = |error| index.failed(error);
    let term = Term::from_field_u64(index.fields.id, id);
    let mut found = Vec::new();
    for (ordinal, reader) in (0..).zip(index.searcher().segment_readers()) {
        let games = reader
            .inverted_index(index.fields.id)
            .map_err(fail)?
            .read_postings(&term, IndexRecordOption::Basic);
        let games = games.map_err(|error| fail(error.into()))?;
        let games = games.map(|games| living(reader, games)).unwrap_or_default();
        found.extend(games.into_iter().map(|doc| DocAddress::new(ordinal, doc)));
    }
    if found.len() > 1 {
        sort_by_place(index, &mut found)?;
    }
    Ok(found)
}

/// The start and the tree of a hit, read from the index, without texts. A game without known rules has an empty tree.
pub fn tree_of(index: &Index, hit: &Hit) -> Result<(Start, GameTree)> {
    let mut tree = GameTree::new();
    let start = kifus_of(index, hit)?
        .tree(hit.address.doc_id, &mut tree, index.budget())
        .map_err(|error| index.failed(error.into()))?;
    Ok((start.unwrap_or_else(unknown_start), tree))
}

/// The games of the segment that a hit is in.
fn kifus_of(index: &Index, hit: &Hit) -> Result<Kifus> {
    let reader = index.searcher().segment_reader(hit.address.segment_ord);
    Kifus::open(reader).map_err(|error| index.failed(error))
}

/// The start of a game without known rules.
fn unknown_start() -> Start {
    Start { game: GameKind::Other(0), ..Start::go(BoardSize::GO) }
}

/// The moves of one game after another, as the index has them.
pub struct Trees<'i> {
    kifus: BySegment<'i, Kifus>,
    tree: GameTree,
    budget: &'i TimeBudget,
}

impl<'i> Trees<'i> {
    /// For the games of an index.
    pub fn new(index: &'i Index) -> Trees<'i> {
        Trees { kifus: BySegment::new(index), tree: GameTree::new(), budget: index.budget() }
    }

    /// The moves of a game; `None` if the index has none.
    pub fn of(&mut self, hit: &Hit) -> Result<Option<(Start, &GameTree)>> {
        let read = self.kifus.of(hit.address, Kifus::open)?.tree(
            hit.address.doc_id,
            &mut self.tree,
            self.budget,
        );
        Ok(read.ok().flatten().map(|start| (start, &self.tree)))
    }
}

/// The ids that begin with these hexadecimal digits.
pub(crate) fn id_range(digits: &str) -> Option<RangeInclusive<u64>> {
    let shift = 64u32.checked_sub(4 * u32::try_from(digits.len()).ok()?)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let first =
        u64::from_str_radix(digits, 16).ok().filter(|_| plain)?.checked_shl(shift).unwrap_or(0);
    Some(first..=first | 1u64.checked_shl(shift).map_or(u64::MAX, |end| end - 1))
}

/// The games whose ids lie between these, both included.
pub(crate) fn id_query(fields: &Fields, ids: RangeInclusive<u64>) -> Box<RangeQuery> {
    let bound = |id: &u64| Bound::Included(Term::from_field_u64(fields.id, *id));
    Box::new(RangeQuery::new(bound(ids.start()), bound(ids.end())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_store::index::build::build;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// A game is read in one step, which is long where the game is.
    #[test]
    fn one_huge_game_does_not_outlast_the_time() {
        let folder = tempfile::tempdir().unwrap();
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        std::fs::create_dir(&games).unwrap();
        let game = format!("(;SZ[19]{})", ";B[pd];W[dp];B[];W[dd]".repeat(5_000));
        std::fs::write(games.join("huge.sgf"), game).unwrap();
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let index = Index::open(&index).unwrap();
        let hit = Hit::from(DocAddress::new(0, 0));
        let tree = Trees::new(&index).of(&hit).unwrap().unwrap().1.len();
        assert_eq!(tree, 20_001);
        assert_eq!(tree_of(&index, &hit).unwrap().1.len(), tree);

        let spent = || TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))));
        let limited = index.within(spent());
        let (start, _) = tree_of(&limited, &hit).unwrap();
        assert!(!start.has_rules() && limited.budget().was_spent());
        let limited = index.within(spent());
        assert!(Trees::new(&limited).of(&hit).unwrap().is_none());
    }
}
