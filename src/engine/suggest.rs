//! First searches to suggest. They are made from the index, so each finds something.

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

/// First searches to try.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Suggestions {
    /// A query.
    pub query: String,
    /// A position, as the words of a command line.
    pub position: Vec<String>,
    /// The id of a game; `None` if there is no game to show.
    pub game: Option<String>,
}

/// The usual way to ask; it is suggested where it finds something.
const USUAL: &str = "player:Lee result:W+";

/// Games that show much at first sight: two names, a result, an opening. The first query with one that will do counts.
const QUERIES: [&str; 4] = [
    "player:Lee result:W+ kind:go moves>=50",
    "has:result kind:go size:19 moves>=50",
    "kind:go moves>=3",
    "",
];

/// As many of the first games of a query are looked at.
const LOOKED_AT: usize = 5;

/// A game that is looked at, and what it suggests if it will do.
type SuggestionCandidate = (HitKey, Option<Suggestions>);

impl Question for Suggest {
    const NAME: &'static str = "suggest";
    /// For each query, up to the first with a game that will do: the first games in order.
    type Gathered = Vec<Vec<SuggestionCandidate>>;
    type Answer = Suggestions;

    fn record(&self, _: &Snapshot) -> Result<()> {
        Ok(())
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<Vec<Vec<SuggestionCandidate>>> {
        let mut lists = Vec::new();
        for query in QUERIES {
            // What cannot be read is told by the answers to other questions.
            let list = candidates(snapshot, query).unwrap_or_default();
            let will_do = list.iter().any(|(_, found)| found.is_some());
            lists.push(list);
            if will_do {
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
                gathered.iter().filter_map(|own| own.get(at)).flatten().collect();
            games.sort_by(|(a, _), (b, _)| a.cmp(b));
            games.into_iter().take(LOOKED_AT).filter_map(|(_, found)| found.clone()).next()
        };
        let usual = || Suggestions {
            query: USUAL.to_owned(),
            position: ["Q16", "D4", "Q3"].map(str::to_owned).into(),
            game: None,
        };
        let found = (0..QUERIES.len()).find_map(of_query);
        Ok(found.unwrap_or_else(usual))
    }
}

fn candidates(snapshot: &Snapshot, text: &str) -> CrateResult<Vec<SuggestionCandidate>> {
    let query: Query = kifu_language::parse(text).unwrap_or_default();
    let Ok(plan) = snapshot.plan(&query) else {
        return Ok(Vec::new());
    };
    let mut list: Vec<SuggestionCandidate> = Vec::new();
    let hits = search::search(snapshot.index, &plan, LOOKED_AT)?.first;
    let keys = search::keys(snapshot.index, &plan, &hits)?;
    for (key, hit) in keys.into_iter().zip(hits) {
        let game = load(snapshot.index, &hit)?;
        let found = of_game(snapshot.index, &hit, &game, text)?;
        let will_do = found.is_some();
        list.push((key, found));
        // No game behind it can be the first.
        if will_do {
            break;
        }
    }
    Ok(list)
}

/// What a game that a query found suggests.
fn of_game(
    index: &Index,
    hit: &Hit,
    game: &LoadedGame,
    query: &str,
) -> CrateResult<Option<Suggestions>> {
    let info = game.card.info();
    let [black, white] = [info.players.black, info.players.white].map(|player| player.name);
    let query = match white.or(black) {
        _ if query.starts_with(USUAL) => USUAL.to_owned(),
        // The name is printed and pasted. Invisible characters separate words and are not searched for anyway.
        Some(name) => {
            let seen = clean(&name).replace(char::REPLACEMENT_CHARACTER, " ");
            format!("player:{}", ast::quote(&seen))
        }
        // Problems have no names; nothing else is there.
        None if query.is_empty() => format!("size:{}", game.card.summary.size),
        None => return Ok(None),
    };
    let id = game.card.id_text();
    let position = match first_moves(index, hit)? {
        moves if moves.len() == 3 && is_read(&moves) => moves,
        _ => vec![format!("{id}#0")],
    };
    Ok(Some(Suggestions { query, position, game: Some(id) }))
}

/// Whether `position` accepts the moves: a record may contain illegal ones.
fn is_read(moves: &[String]) -> bool {
    input::read(&moves.join(" "), None, None).is_ok()
}

/// The first three moves in Go coordinates.
fn first_moves(index: &Index, hit: &Hit) -> CrateResult<Vec<String>> {
    let (start, tree) = search::tree_of(index, hit)?;
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
