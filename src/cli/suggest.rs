//! Commands to try next, made from what is indexed, so that they find something.

use super::boards::move_name;
use crate::error::Result;
use crate::game::{BoardSize, Game as Kind, Move};
use crate::index::Index;
use crate::query::hits::{Game, Hit, load};
use crate::query::{Query, ast, input, search};
use crate::record::Action;
use crate::record::replay::MainMoves;
use crate::text::display::clean;

/// Three commands, as lists of arguments: a search, a position, a game.
pub fn commands(index: &Index) -> Vec<Vec<String>> {
    let usual = || {
        vec![
            vec!["search".to_owned(), "player:Lee result:W+".to_owned()],
            vec![
                "position".to_owned(),
                "Q16".to_owned(),
                "D4".to_owned(),
                "Q3".to_owned(),
            ],
            vec!["status".to_owned()],
        ]
    };
    from_games(index).ok().flatten().unwrap_or_else(usual)
}

fn from_games(index: &Index) -> Result<Option<Vec<Vec<String>>>> {
    // Games that have what a first look should show: two names, a result, an opening.
    for query in [
        "player:Lee result:W+ kind:go moves>=50",
        "has:result kind:go size:19 moves>=50",
        "kind:go moves>=3",
        "",
    ] {
        let query: Query = crate::query::parse(query).unwrap_or_default();
        let Ok(plan) = search::plan(index, &query) else {
            continue;
        };
        for hit in &search::search(index, &plan, 5)?.first {
            let game = load(index, hit)?;
            if let Some(commands) = of_game(index, hit, &game)? {
                return Ok(Some(commands));
            }
        }
    }
    Ok(None)
}

fn of_game(index: &Index, hit: &Hit, game: &Game) -> Result<Option<Vec<Vec<String>>>> {
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
    // `player:Lee result:W+` is how people ask; it is suggested where it finds something.
    let query = if name.split_whitespace().any(|word| word == "Lee") {
        "player:Lee result:W+".to_owned()
    } else {
        // It is printed, and pasted: what cannot be seen parts words and is not looked for anyway.
        let seen = clean(name).replace(char::REPLACEMENT_CHARACTER, " ");
        format!("player:{}", ast::quote(&seen))
    };
    let mut position = vec!["position".to_owned()];
    match first_moves(index, hit)? {
        moves if moves.len() == 3 && is_read(&moves) => position.extend(moves),
        _ => position.push(format!("{}#0", game.card.id_text())),
    }
    Ok(Some(vec![
        vec!["search".to_owned(), query],
        position,
        vec!["show".to_owned(), game.card.id_text()],
    ]))
}

/// Whether `position` takes the moves: a record may hold forbidden ones.
fn is_read(moves: &[String]) -> bool {
    input::read(&moves.join(" "), None, None).is_ok()
}

/// The first three moves in the letters of Go players.
fn first_moves(index: &Index, hit: &Hit) -> Result<Vec<String>> {
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
