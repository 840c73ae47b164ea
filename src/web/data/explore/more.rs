//! What Explore tells on demand: comments, one continuation, how the question was counted, what to ask instead.

use super::Standing;
use super::question::{clause, request};
use crate::engine::Result;
use crate::engine::advice::Part;
use crate::engine::board::{BoardAnswer, NextMove};
use crate::engine::compare::Comparison;
use crate::engine::request::{
    Advise, Board, Comments, Compare, Compared, Explain, GrowTree, Growth, Hits, Search,
};
use crate::engine::tree::Dictionary;
use crate::error::{Error, ErrorKind};
use crate::web::address::Asked;
use crate::web::desk::{Desk, Told};
use crate::web::state::{State, Step};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// The most nodes of a tree.
const TREE: usize = 300;
/// The games whose comments are looked through.
const MOST_GAMES: usize = 3_000;
/// The comments that are shown.
pub const COMMENTS: usize = 30;

/// More about a continuation.
#[derive(Serialize, JsonSchema)]
pub struct MoreOfMove {
    /// The continuation with its players.
    pub next: NextMove,
    /// The opening that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// All games that stand there after it, by any order of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
}

/// Tells more about the continuation with this name; `None` if there is none.
pub(super) fn of_move(desk: &Desk, state: &State, name: &str) -> Result<Option<MoreOfMove>> {
    let of_side = Hits {
        next: Some(name.to_owned()),
        ..request(state).hits
    };
    let request = Board {
        listed: 0,
        named: 1,
        hits: of_side,
        ..request(state)
    };
    // In a shape either side may play it: its name begins with its colour.
    let (side, name) = match name.split_once(' ') {
        Some((side, name)) => (side.to_owned(), name),
        None => (state.to_move().letter().to_string(), name),
    };
    let rows = desk
        .opened
        .engine
        .answer(&request, &desk.within)?
        .answer
        .moves;
    let is_asked =
        |row: &NextMove| row.at == name && row.color.as_ref().is_none_or(|by| *by == side);
    let Some(next) = rows.into_iter().find(is_asked) else {
        return Ok(None);
    };
    let step = Step::read(name, state.size).ok();
    let after = match step.filter(|step| matches!(step, Step::Place(_)) && !state.is_shape()) {
        Some(step) => Some(after(desk, &state.play(step))?),
        None => None,
    };
    Ok(Some(MoreOfMove {
        opening: after.and_then(|(opening, _)| opening),
        reached: after.map(|(_, games)| games),
        next,
    }))
}

/// The opening of a position, and the games that reach it in any way.
fn after(desk: &Desk, state: &State) -> Result<(Option<&'static str>, u64)> {
    let asked = request(state);
    let request = Board {
        count: true,
        hits: Hits {
            next: None,
            tomove: None,
            at_move: None,
            ..asked.hits
        },
        ..asked
    };
    let answer = desk.opened.engine.answer(&request, &desk.within)?.answer;
    Ok((answer.opening, answer.total))
}

/// The comments that stand at the position, the longest first, with their games.
pub(super) fn comments(desk: &Desk, state: &State, skip: usize) -> Result<Told<Standing>> {
    let engine = &desk.opened.engine;
    let request = Comments {
        board: request(state),
        games: MOST_GAMES,
        skip,
        limit: COMMENTS,
        ..Comments::default()
    };
    let reply = engine.answer(&request, &desk.within)?;
    let complete = reply.incomplete.is_none();
    let found = reply.answer;
    let mut ids: Vec<String> = (found.comments.iter())
        .map(|comment| format!("id:{}", comment.id))
        .collect();
    ids.sort();
    ids.dedup();
    let mut records = Vec::new();
    if !ids.is_empty() {
        let request = Search::new(ids.join(" OR "));
        engine.search(&request, &desk.within, &mut |game| {
            records.push(game.clone());
            ControlFlow::Continue(())
        })?;
    }
    Ok(Told {
        data: Standing {
            found,
            records,
            skipped: skip,
        },
        complete,
    })
}

/// The same position in the games of the second query, beside those of the first.
pub(super) fn compared(desk: &Desk, state: &State) -> Result<Option<Told<Comparison>>> {
    let Some(with) = state.beside() else {
        return Ok(None);
    };
    let board = request(state);
    let request = Compare {
        of: Compared::Board(board.into()),
        with: with.to_owned(),
    };
    let reply = desk.opened.engine.answer(&request, &desk.within)?;
    let complete = reply.incomplete.is_none();
    Ok((reply.answer.into_iter().next()).map(|data| Told { data, complete }))
}

/// The tree of continuations from the position, as an SGF.
pub fn tree(desk: &Desk, asked: &Asked) -> Result<Dictionary> {
    let (engine, board) = (&desk.opened.engine, request(&asked.state));
    // As the command has it where nothing is said, but for the number of nodes: each is a search.
    let growth = Growth {
        plies: asked.plies,
        least: vec!["5".to_owned()],
        nodes: TREE,
    };
    let reply = engine.answer(&GrowTree { board, growth }, &desk.within)?;
    if reply.incomplete.is_some() {
        let message = "the tree takes longer than an answer may take";
        let error =
            Error::new(ErrorKind::Interrupted, message).help("ask for fewer moves: plies=10");
        return Err(error.into());
    }
    Ok(reply.answer)
}

/// How the question is counted, part by part.
pub(super) fn parts(desk: &Desk, state: &State, answer: &BoardAnswer) -> Result<Vec<Part>> {
    let Some(query) = clause(state, answer) else {
        return Ok(Vec::new());
    };
    let explained = desk
        .opened
        .engine
        .answer(&Explain(Search::new(query)), &desk.within)?;
    Ok(explained.answer.parts)
}

/// The clauses of a question without hits, each with the games that the others find.
pub(super) fn without(
    desk: &Desk,
    state: &State,
    answer: &BoardAnswer,
) -> Result<Vec<(String, u64)>> {
    let Some(query) = clause(state, answer) else {
        return Ok(Vec::new());
    };
    let of = Search::new(query);
    let advise = Advise { of, found: false };
    let advice = desk.opened.engine.answer(&advise, &desk.within)?;
    let clauses = advice.answer.without.into_iter();
    Ok(clauses
        .filter(|(clause, _)| !clause.starts_with("position:") && !clause.starts_with("pattern:"))
        .collect())
}
