//! Finds games by their ids, and reads their trees from the index.

use super::collect::{SegmentHits, collect};
use super::hits::{Hit, Loader, load, sort_by_place, sort_hits};
use super::order::HitOrdering;
use super::scan::alive_docs;
use super::segments::BySegment;
use kifu_archive::error::{Error, ErrorKind, Remedy, Result};
use kifu_messages::say;
use kifu_record::game::{BoardSize, GameKind};
use kifu_record::{GameRecord, GameTree, Start};
use kifu_store::index::Index;
use kifu_store::index::engine_eval::table_verdicts;
use kifu_store::index::global_stats::NamedGames;
use kifu_store::index::kifu;
use kifu_store::index::schema::Fields;
use kifu_store::index::segment::engine_evals::EngineEvals;
use kifu_store::index::segment::kifus::Kifus;
use std::ops::{Bound, RangeInclusive};
use tantivy::query::RangeQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, Term};

/// Finds the game with this id, or the only one whose id begins with it.
pub fn find_by_id(index: &Index, id: &str) -> Result<Hit> {
    let found = resolve_id(index, id)?;
    require_one(found.map_or(0, |(games, ..)| games), id)?;
    found.map(|(.., first)| first).ok_or_else(|| unknown_id_error(id))
}

/// Adds engine values that a separate table gave for a game to its record, since the game's own file does not have
/// them.
pub fn add_table_analysis(index: &Index, hit: &Hit, record: &mut GameRecord) -> Result<()> {
    let game = hit.address;
    let reader = index.searcher().segment_reader(game.segment_ord);
    let blob = EngineEvals::open(reader).and_then(|known| Ok(known.blob_of_doc(game.doc_id)?));
    for (engine, verdicts) in
        table_verdicts(&blob.map_err(|error| index.error_from_tantivy(error))?)
    {
        record.analysis.add(engine, verdicts.into_iter());
    }
    Ok(())
}

/// Reads the start and the tree of the game with this id, as [`find_by_id`] finds it. In a distributed search the game
/// may be in any of the indexes.
pub fn read_tree_by_id(index: &Index, id: &str) -> Result<(Start, GameTree)> {
    if let Some(named) = index.named_games(id) {
        require_one(named.games, id)?;
        let mut tree = GameTree::new();
        let start = index.budget().run(|| kifu::decode(&named.moves(), &mut tree));
        return Ok((start.ok().flatten().unwrap_or_else(unknown_start), tree));
    }
    if index.is_recording() {
        index.record_named_games(id, named_games(index, id)?);
        // The error ends this round of the distributed search in every index, whether or not it holds the game. In the
        // next round each index knows which game all of them mean.
        return Err(unknown_id_error(id));
    }
    read_tree(index, &find_by_id(index, id)?)
}

/// The games of this index that an id may mean, with the moves of the first game, for the other indexes of a
/// distributed search.
fn named_games(index: &Index, id: &str) -> Result<NamedGames> {
    let Some((games, id, first)) = resolve_id(index, id)? else {
        return Ok(NamedGames::default());
    };
    let (place, number) = Loader::new(index).place_of(first.address)?;
    let (start, tree) = read_tree(index, &first)?;
    let moves = kifu::encode(start, &tree);
    Ok(NamedGames::new(games, place, number, id, &moves))
}

fn unknown_id_error(id: &str) -> Error {
    Error::new(ErrorKind::NotFound, say!("error-no-game-with-id", id = id))
        .with_remedy(Remedy::FindIds)
}

/// Fails unless an id names exactly one game.
fn require_one(games: u64, id: &str) -> Result<()> {
    match games {
        0 => Err(unknown_id_error(id)),
        1 => Ok(()),
        _ => {
            let message = say!("error-games-with-id", games = games.to_string(), id = id);
            Err(Error::new(ErrorKind::NotFound, message)
                .with_help(say!("error-games-with-id-help")))
        }
    }
}

/// Number of games that an id, or the beginning of an id, may mean, and the first of these games with its full id.
/// Games with the same id, which lie below different roots, count as one.
fn resolve_id(index: &Index, text: &str) -> Result<Option<(u64, u64, Hit)>> {
    let Some(bounds) = id_range(text) else {
        return Ok(None);
    };
    if bounds.start() == bounds.end() {
        let id = *bounds.start();
        let first = games_with_id(index, id)?.first().copied();
        return Ok(first.map(|first| (1, id, first.into())));
    }
    let segments = collect(index, &*id_query(&index.fields, bounds), false)?;
    let ordering = HitOrdering::new(index, &[], false, &|_, _| Ok(Vec::new()))?;
    let games: usize = segments.iter().map(|hits| hits.docs.len()).sum();
    let segments = segments.iter().map(SegmentHits::iter);
    let Some(&any) = sort_hits(index, segments, 1, &ordering, None)?.first() else {
        return Ok(None);
    };
    let id = load(index, &any)?.header.id;
    let same = games_with_id(index, id)?;
    Ok(Some(match same.first() {
        Some(&first) if same.len() == games => (1, id, first.into()),
        _ => (games as u64, id, any),
    }))
}

/// The games with exactly this id, sorted by place. There are several if a game lies at the same place below several
/// roots.
fn games_with_id(index: &Index, id: u64) -> Result<Vec<DocAddress>> {
    let fail = |error| index.error_from_tantivy(error);
    let term = Term::from_field_u64(index.fields.id, id);
    let mut found = Vec::new();
    for (ordinal, reader) in (0..).zip(index.searcher().segment_readers()) {
        let games = reader
            .inverted_index(index.fields.id)
            .map_err(fail)?
            .read_postings(&term, IndexRecordOption::Basic);
        let games = games.map_err(|error| fail(error.into()))?;
        let games = games.map(|games| alive_docs(reader, games)).unwrap_or_default();
        found.extend(games.into_iter().map(|doc| DocAddress::new(ordinal, doc)));
    }
    if found.len() > 1 {
        sort_by_place(index, &mut found)?;
    }
    Ok(found)
}

/// Reads the start and the tree of a game from the index, without texts. A game without known rules has an empty tree.
pub fn read_tree(index: &Index, hit: &Hit) -> Result<(Start, GameTree)> {
    StoredTrees::new(index).read_own(hit)
}

/// Placeholder start of a game whose rules are not known.
fn unknown_start() -> Start {
    Start { game: GameKind::Other(0), ..Start::go(BoardSize::GO) }
}

/// Reads the stored moves of games one after another, reusing one tree.
pub struct StoredTrees<'i> {
    index: &'i Index,
    kifus: BySegment<'i, Kifus>,
    tree: GameTree,
}

impl<'i> StoredTrees<'i> {
    pub fn new(index: &'i Index) -> StoredTrees<'i> {
        StoredTrees { index, kifus: BySegment::new(index), tree: GameTree::new() }
    }

    /// Reads the start and the tree of a game as [`read_tree`] does.
    pub(crate) fn read_own(&mut self, hit: &Hit) -> Result<(Start, GameTree)> {
        let mut tree = GameTree::new();
        let kifus = self.kifus.get_or_make(hit.address, Kifus::open)?;
        let start = kifus
            .tree(hit.address.doc_id, &mut tree, self.index.budget())
            .map_err(|error| self.index.error_from_tantivy(error.into()))?;
        Ok((start.unwrap_or_else(unknown_start), tree))
    }

    /// The moves of a game; `None` if the index has none.
    pub fn read(&mut self, hit: &Hit) -> Result<Option<(Start, &GameTree)>> {
        let read = self.kifus.get_or_make(hit.address, Kifus::open)?.tree(
            hit.address.doc_id,
            &mut self.tree,
            self.index.budget(),
        );
        Ok(read.ok().flatten().map(|start| (start, &self.tree)))
    }
}

/// The range of ids that begin with these hexadecimal digits; `None` if the text is not such a prefix.
pub(crate) fn id_range(digits: &str) -> Option<RangeInclusive<u64>> {
    let shift = 64u32.checked_sub(4 * u32::try_from(digits.len()).ok()?)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let first =
        u64::from_str_radix(digits, 16).ok().filter(|_| plain)?.checked_shl(shift).unwrap_or(0);
    Some(first..=first | 1u64.checked_shl(shift).map_or(u64::MAX, |end| end - 1))
}

/// Query for the games whose ids lie in a range, both ends included.
pub(crate) fn id_query(fields: &Fields, ids: RangeInclusive<u64>) -> Box<RangeQuery> {
    let bound = |id: &u64| Bound::Included(Term::from_field_u64(fields.id, *id));
    Box::new(RangeQuery::new(bound(ids.start()), bound(ids.end())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::cancel::TimeBudget;
    use kifu_store::index::build::build;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Reading one game is a single step for the budget, but a long one if the game is huge, so the budget is checked
    /// inside.
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
        let tree = StoredTrees::new(&index).read(&hit).unwrap().unwrap().1.len();
        assert_eq!(tree, 20_001);
        assert_eq!(read_tree(&index, &hit).unwrap().1.len(), tree);

        let spent = || TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))));
        let limited = index.with_budget(spent());
        let (start, _) = read_tree(&limited, &hit).unwrap();
        assert!(!start.has_rules() && limited.budget().is_exhausted());
        let limited = index.with_budget(spent());
        assert!(StoredTrees::new(&limited).read(&hit).unwrap().is_none());
    }
}
