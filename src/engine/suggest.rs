//! First searches to suggest. They are made from the index, so each finds something.

use super::Snapshot;
use super::failure::Result;
use super::points::move_name;
use crate::error::Result as Ran;
use crate::game::{BoardSize, Game as Kind, Move};
use crate::index::Index;
use crate::query::hits::{Game, Hit, load};
use crate::query::{Query, ast, input, search};
use crate::record::Action;
use crate::record::replay::MainMoves;
use crate::text::display::clean;
use serde::Serialize;

/// First searches to try.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestions {
    /// A query.
    pub query: String,
    /// A position, as the words of a command line.
    pub position: Vec<String>,
    /// The id of a game; `None` if there is no game to show.
    pub game: Option<String>,
}

/// Suggests a search, a position and a game.
pub(super) fn suggest(snapshot: &Snapshot) -> Result<Suggestions> {
    let usual = || Suggestions {
        query: "player:Lee result:W+".to_owned(),
        position: ["Q16", "D4", "Q3"].map(str::to_owned).into(),
        game: None,
    };
    Ok(from_games(snapshot).ok().flatten().unwrap_or_else(usual))
}

fn from_games(snapshot: &Snapshot) -> Ran<Option<Suggestions>> {
    // Look for games that show much at first sight: two names, a result, an opening.
    for query in [
        "player:Lee result:W+ kind:go moves>=50",
        "has:result kind:go size:19 moves>=50",
        "kind:go moves>=3",
        "",
    ] {
        let query: Query = crate::query::parse(query).unwrap_or_default();
        let Ok(plan) = snapshot.plan(&query) else {
            continue;
        };
        for hit in &search::search(snapshot.index, &plan, 5)?.first {
            let game = load(snapshot.index, hit)?;
            if let Some(found) = of_game(snapshot.index, hit, &game)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

fn of_game(index: &Index, hit: &Hit, game: &Game) -> Ran<Option<Suggestions>> {
    let info = game.card.info();
    let Some(name) = info
        .players
        .white
        .name
        .as_deref()
        .or(info.players.black.name.as_deref())
    else {
        return Ok(None);
    };
    // `player:Lee result:W+` is the usual way to ask; it is suggested where it finds something.
    let query = if name.split_whitespace().any(|word| word == "Lee") {
        "player:Lee result:W+".to_owned()
    } else {
        // The name is printed and pasted. Invisible characters separate words and are not searched for anyway.
        let seen = clean(name).replace(char::REPLACEMENT_CHARACTER, " ");
        format!("player:{}", ast::quote(&seen))
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
