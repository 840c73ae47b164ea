//! Suggests a query, a position and a game with which a new user can begin. They are made from games of the index, so
//! each of them finds something.

use super::Sink;
use super::failure::Result;
use super::points::move_name;
use super::question::{FinishOptions, Question};
use super::request::Suggest;
use super::snapshot::Snapshot;
use kifu_archive::error::Result as CrateResult;
use kifu_language::{Query, ast, input};
use kifu_query::hit_key::HitKey;
use kifu_query::hits::{Hit, LoadedGame, load};
use kifu_query::search;
use kifu_record::Action;
use kifu_record::game::{BoardSize, GameKind, Move};
use kifu_record::replay::MainMoves;
use kifu_record::text::display::clean;
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};

/// Query, position and game with which a new user can begin.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Suggestions {
    /// Suggested query.
    pub query: String,
    /// Suggested position, as the words that follow `position` on the command line.
    pub position: Vec<String>,
    /// Id of a game; `None` if the index has no game to show.
    pub game: Option<String>,
}

/// Query that is suggested if it finds a suitable game. It is also suggested if none of [`QUERIES`] finds one.
const EXAMPLE_QUERY: &str = "player:Lee result:W+";

/// Queries for games that are good examples: with two names, a result and an opening. The first of these queries that
/// has a suitable game is used.
const QUERIES: [&str; 4] = [
    "player:Lee result:W+ kind:go moves>=50",
    "has:result kind:go size:19 moves>=50",
    "kind:go moves>=3",
    "",
];

/// Number of games that are examined for each of these queries.
const MAX_EXAMINED_GAMES: usize = 5;

/// Examined game: its sort key, and the suggestions made from it if it is suitable.
type SuggestionCandidate = (HitKey, Option<Suggestions>);

impl Question for Suggest {
    const NAME: &'static str = "suggest";
    /// For each query, up to the first one with a suitable game: the games that were examined, in order. The first
    /// suitable game is chosen after the lists of all indexes are joined.
    type Gathered = Vec<Vec<SuggestionCandidate>>;
    type Answer = Suggestions;

    fn record_global_stats(&self, _: &Snapshot) -> Result<()> {
        Ok(())
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<Vec<Vec<SuggestionCandidate>>> {
        let mut lists = Vec::new();
        for query in QUERIES {
            // A game that cannot be read is reported by answers to other questions, so the error is ignored here.
            let list = candidates(snapshot, query).unwrap_or_default();
            let is_done = list.iter().any(|(_, found)| found.is_some());
            lists.push(list);
            if is_done {
                break;
            }
        }
        Ok(lists)
    }

    fn finish(
        &self,
        gathered: Vec<Vec<Vec<SuggestionCandidate>>>,
        _: &FinishOptions,
        _: Sink,
    ) -> Result<Suggestions> {
        let of_query = |at: usize| {
            let mut games: Vec<&SuggestionCandidate> =
                gathered.iter().filter_map(|part| part.get(at)).flatten().collect();
            games.sort_by(|(a, _), (b, _)| a.cmp(b));
            games.into_iter().take(MAX_EXAMINED_GAMES).filter_map(|(_, found)| found.clone()).next()
        };
        let fallback = || Suggestions {
            query: EXAMPLE_QUERY.to_owned(),
            position: ["Q16", "D4", "Q3"].map(str::to_owned).into(),
            game: None,
        };
        let found = (0..QUERIES.len()).find_map(of_query);
        Ok(found.unwrap_or_else(fallback))
    }
}

fn candidates(snapshot: &Snapshot, text: &str) -> CrateResult<Vec<SuggestionCandidate>> {
    let query: Query = kifu_language::parse(text).unwrap_or_default();
    let Ok(plan) = snapshot.plan(&query) else {
        return Ok(Vec::new());
    };
    let mut list: Vec<SuggestionCandidate> = Vec::new();
    let hits = search::search(snapshot.index, &plan, MAX_EXAMINED_GAMES)?.first;
    let keys = search::keys(snapshot.index, &plan, &hits)?;
    for (key, hit) in keys.into_iter().zip(hits) {
        let game = load(snapshot.index, &hit)?;
        let found = suggestion_from_game(snapshot.index, &hit, &game, text)?;
        let is_suitable = found.is_some();
        list.push((key, found));
        // Games after the first suitable one are not needed: it comes before them also when games of several indexes
        // are sorted together.
        if is_suitable {
            break;
        }
    }
    Ok(list)
}

/// Makes suggestions from a game that a query found; `None` if the game is not suitable.
fn suggestion_from_game(
    index: &Index,
    hit: &Hit,
    game: &LoadedGame,
    query: &str,
) -> CrateResult<Option<Suggestions>> {
    let info = &game.header.info;
    let [black, white] =
        [&info.players.black, &info.players.white].map(|player| player.name.clone());
    let query = match white.or(black) {
        _ if query.starts_with(EXAMPLE_QUERY) => EXAMPLE_QUERY.to_owned(),
        // The suggested query is printed and may be pasted into a terminal, so invisible characters in the name become
        // blanks. The query finds the same games, because a search treats these characters like blanks.
        Some(name) => {
            let visible = clean(&name).replace(char::REPLACEMENT_CHARACTER, " ");
            format!("player:{}", ast::quote(&visible))
        }
        // The last query accepts any game, so for a problem without players' names the board size is suggested as a
        // query.
        None if query.is_empty() => format!("size:{}", game.header.summary.size),
        None => return Ok(None),
    };
    let id = game.header.id_text();
    let position = match first_moves(index, hit)? {
        moves if moves.len() == 3 && is_readable_position(&moves) => moves,
        _ => vec![format!("{id}#0")],
    };
    Ok(Some(Suggestions { query, position, game: Some(id) }))
}

/// True if the command `position` accepts the moves. A record may contain illegal ones.
fn is_readable_position(moves: &[String]) -> bool {
    input::read(&moves.join(" "), None, None).is_ok()
}

/// Returns the first three moves, named like `Q16`; empty for other games than Go, other boards than 19×19, and games
/// with setup.
fn first_moves(index: &Index, hit: &Hit) -> CrateResult<Vec<String>> {
    let (start, tree) = search::read_tree(index, hit)?;
    let mut actions = tree.actions(0).iter();
    let has_setup = actions.any(|action| matches!(action, Action::Add(..)));
    if start.game != GameKind::Go || start.size != BoardSize::GO || has_setup {
        return Ok(Vec::new());
    }
    let name = |action| match action {
        Move::Place(_) => Some(move_name(start.game, start.size, action)),
        _ => None,
    };
    let moves = MainMoves::new(&tree);
    let first = moves.iter().take(3);
    Ok(first.filter_map(|(_, action)| name(action)).collect())
}
