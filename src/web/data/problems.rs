//! Collections of problems, for an archive that has nothing else.

use crate::worker::AnswerContext;
use kifu_engine::Result;
use kifu_engine::request::{Search, SearchPage};
use kifu_engine::row::GameRow;

/// Query for all problems.
pub(crate) const PROBLEMS_QUERY: &str = "is:problem";
/// Largest number of games of an archive that is checked for problems only. Larger archives are no small collections of
/// problems, and counting takes longer there.
const MAX_GAMES: u64 = 200_000;
/// Largest number of collections that are listed.
const MAX_COLLECTIONS: usize = 24;

/// A collection of problems: a folder or an archive file.
pub(crate) struct ProblemCollection {
    /// Query for the problems of the collection, without the roots of the archive.
    pub query: String,
    /// Number of problems.
    pub problems: u64,
    /// First problem of the collection by its place.
    pub first: Option<GameRow>,
}

/// The collections of an archive that has only problems; `None` if it has other games, too.
pub(crate) fn collections(context: &AnswerContext) -> Result<Option<Vec<ProblemCollection>>> {
    let opened = &context.opened;
    let games = opened.status.games;
    if games == 0 || games > MAX_GAMES {
        return Ok(None);
    }
    let count = opened.engine.count(PROBLEMS_QUERY, &context.options)?;
    if count.answer < games {
        return Ok(None);
    }
    let facets = vec!["archive".to_owned()];
    let found = context
        .ask(&SearchPage { search: first_of(PROBLEMS_QUERY), facets, ..SearchPage::default() })?
        .answer;
    let rows = found.facets.get("archive").map_or(&[][..], Vec::as_slice);
    let mut collections = Vec::new();
    for row in rows.iter().take(MAX_COLLECTIONS) {
        let Some(clause) = &row.query else {
            continue;
        };
        // The path above the root is hidden, because no page may contain a path of the machine.
        let query = format!("{PROBLEMS_QUERY} {}", opened.roots.hide_root_in_clause(clause));
        let page = SearchPage { search: first_of(&query), ..SearchPage::default() };
        collections.push(ProblemCollection {
            query,
            problems: row.games,
            first: context.ask(&page)?.answer.games.into_iter().next().map(|row| row.game),
        });
    }
    Ok(Some(collections))
}

/// Search for the first game of a query by its place in the archive.
fn first_of(query: &str) -> Search {
    Search { sort: vec!["place".to_owned()], limit: Some(1), ..Search::new(query) }
}
