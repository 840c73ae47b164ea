//! First searches to suggest. They are made from the index, so each finds something.

use super::failure::Result;
use super::points::move_name;
use super::snapshot::Snapshot;
use crate::error::Result as Ran;
use crate::game::{BoardSize, Game as Kind, Move};
use crate::index::Index;
use crate::language::{Query, ast, input};
use crate::query::hit_key::HitKey;
use crate::query::hits::{Game, Hit, load};
use crate::query::search;
use crate::record::Action;
use crate::record::replay::MainMoves;
use crate::text::display::clean;
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
pub(super) type Candidate = (HitKey, Option<Suggestions>);

/// Suggests a search, a position and a game.
pub(super) fn suggest(snapshot: &Snapshot) -> Result<Suggestions> {
    Ok(first_of(lists(snapshot)))
}

/// For each query, the first games in order, up to one that will do.
pub(super) fn lists(snapshot: &Snapshot) -> impl Iterator<Item = Vec<Candidate>> {
    // What cannot be read is told by the answers to other requests.
    let list = |query: &str| candidates(snapshot, query).unwrap_or_default();
    QUERIES.into_iter().map(list)
}

/// The candidates for one query in several indexes, in the order of one index.
pub(super) fn join(lists: impl Iterator<Item = Vec<Candidate>>) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = lists.flatten().collect();
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all.truncate(LOOKED_AT);
    all
}

/// What the first game that will do suggests.
pub(super) fn first_of(mut lists: impl Iterator<Item = Vec<Candidate>>) -> Suggestions {
    let usual = || Suggestions {
        query: USUAL.to_owned(),
        position: ["Q16", "D4", "Q3"].map(str::to_owned).into(),
        game: None,
    };
    let found = lists.find_map(|list| list.into_iter().find_map(|(_, found)| found));
    found.unwrap_or_else(usual)
}

fn candidates(snapshot: &Snapshot, text: &str) -> Ran<Vec<Candidate>> {
    let query: Query = crate::language::parse(text).unwrap_or_default();
    let Ok(plan) = snapshot.plan(&query) else {
        return Ok(Vec::new());
    };
    let mut list: Vec<Candidate> = Vec::new();
    let hits = search::search(snapshot.index, &plan, LOOKED_AT)?.first;
    let keys = search::keys(snapshot.index, &plan, &hits)?;
    for (key, hit) in keys.into_iter().zip(hits) {
        let game = load(snapshot.index, &hit)?;
        let found = of_game(snapshot.index, (&hit, &game), text)?;
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
fn of_game(index: &Index, (hit, game): (&Hit, &Game), query: &str) -> Ran<Option<Suggestions>> {
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
        None if query.is_empty() => format!("size:{}", game.card.board_size()),
        None => return Ok(None),
    };
    let id = game.card.id_text();
    let position = match first_moves(index, hit)? {
        moves if moves.len() == 3 && is_read(&moves) => moves,
        _ => vec![format!("{id}#0")],
    };
    Ok(Some(Suggestions {
        query,
        position,
        game: Some(id),
    }))
}

/// Whether `position` accepts the moves: a record may contain illegal ones.
fn is_read(moves: &[String]) -> bool {
    input::read(&moves.join(" "), None, None).is_ok()
}

/// The first three moves in Go coordinates.
fn first_moves(index: &Index, hit: &Hit) -> Ran<Vec<String>> {
    let (start, tree) = search::tree_of(index, hit)?;
    let has_setup = tree
        .actions(0)
        .iter()
        .any(|action| matches!(action, Action::Add(..)));
    if start.game != Kind::Go || start.size != BoardSize::GO || has_setup {
        return Ok(Vec::new());
    }
    let name = |action| match action {
        Move::Place(_) => Some(move_name(start.game, start.size, action)),
        _ => None,
    };
    Ok(MainMoves::new(&tree)
        .iter()
        .take(3)
        .filter_map(|(_, action)| name(action))
        .collect())
}
