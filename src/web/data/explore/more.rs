//! What Explore tells on demand: comments, one continuation, how the question was counted, what to ask instead.

use super::StandingComments;
use super::question::{clause, request};
use crate::engine::Result;
use crate::engine::advice::ExplainedPart;
use crate::engine::board::{BoardAnswer, NextMove};
use crate::engine::compare::Comparison;
use crate::engine::request::{
    Advise, BoardSearch, Comparable, Compare, Explain, FindComments, GrowTree, HitConditions,
    Search, TreeGrowth,
};
use crate::engine::tree::Dictionary;
use crate::error::{Error, ErrorKind};
use crate::web::address::ParsedRequest;
use crate::web::desk::{AnswerContext, Partial, kept};
use crate::web::state::{AddressMove, PageState};
use schemars::JsonSchema;
use serde::Serialize;

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
pub(super) fn of_move(
    context: &AnswerContext,
    state: &PageState,
    name: &str,
) -> Result<Option<MoreOfMove>> {
    let of_side = HitConditions {
        next: Some(name.to_owned()),
        ..request(state).hits
    };
    let request = BoardSearch {
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
    let rows = context.ask(&request)?.answer.moves;
    let is_asked =
        |row: &NextMove| row.at == name && row.color.as_ref().is_none_or(|by| *by == side);
    let Some(next) = rows.into_iter().find(is_asked) else {
        return Ok(None);
    };
    let after = match next.point.filter(|_| !state.is_shape()) {
        Some(point) => Some(after(context, &state.play(AddressMove::Place(point)))?),
        None => None,
    };
    Ok(Some(MoreOfMove {
        opening: after.and_then(|(opening, _)| opening),
        reached: after.map(|(_, games)| games),
        next,
    }))
}

/// The opening of a position, and the games that reach it in any way.
fn after(context: &AnswerContext, state: &PageState) -> Result<(Option<&'static str>, u64)> {
    let asked = request(state);
    let request = BoardSearch {
        count: true,
        hits: HitConditions {
            next: None,
            tomove: None,
            at_move: None,
            ..asked.hits
        },
        ..asked
    };
    let answer = context.ask(&request)?.answer;
    Ok((answer.opening, answer.total))
}

/// The comments that stand at the position, the longest first, with their games.
pub(super) fn comments(
    context: &AnswerContext,
    state: &PageState,
    skip: usize,
) -> Result<Partial<StandingComments>> {
    let request = FindComments {
        board: request(state),
        games: MOST_GAMES,
        skip,
        limit: COMMENTS,
        ..FindComments::default()
    };
    let reply = context.ask(&request)?;
    let complete = reply.incomplete.is_none();
    let found = reply.answer;
    let ids = found
        .comments
        .iter()
        .map(|comment| format!("id:{}", comment.id));
    let mut ids: Vec<String> = ids.collect();
    ids.sort();
    ids.dedup();
    let mut records = Vec::new();
    if !ids.is_empty() {
        let request = Search::new(ids.join(" OR "));
        let engine = &context.opened.engine;
        engine.search(&request, &context.within, &mut kept(&mut records))?;
    }
    let data = StandingComments {
        found,
        records,
        skipped: skip,
    };
    Ok(Partial { data, complete })
}

/// The same position in the games of the second query, beside those of the first.
pub(super) fn compared(
    context: &AnswerContext,
    state: &PageState,
) -> Result<Option<Partial<Comparison>>> {
    let Some(with) = state.beside() else {
        return Ok(None);
    };
    let reply = context.ask(&Compare {
        of: Comparable::Board(request(state).into()),
        with: with.to_owned(),
    })?;
    let complete = reply.incomplete.is_none();
    Ok((reply.answer.into_iter().next()).map(|data| Partial { data, complete }))
}

/// The tree of continuations from the position, as an SGF.
pub fn tree(context: &AnswerContext, asked: &ParsedRequest) -> Result<Dictionary> {
    let board = request(&asked.state);
    // As the command has it where nothing is said, but for the number of nodes: each is a search.
    let growth = TreeGrowth {
        plies: asked.plies,
        least: vec!["5".to_owned()],
        nodes: TREE,
    };
    let reply = context.ask(&GrowTree { board, growth })?;
    if reply.incomplete.is_some() {
        let message = "the tree takes longer than an answer may take";
        let error =
            Error::new(ErrorKind::Interrupted, message).help("ask for fewer moves: plies=10");
        return Err(error.into());
    }
    Ok(reply.answer)
}

/// How the question is counted, part by part.
pub(super) fn parts(
    context: &AnswerContext,
    state: &PageState,
    answer: &BoardAnswer,
) -> Result<Vec<ExplainedPart>> {
    let Some(query) = clause(state, answer) else {
        return Ok(Vec::new());
    };
    let explained = context.ask(&Explain(Search::new(query)))?;
    Ok(explained.answer.parts)
}

/// The clauses of a question without hits, each with the games that the others find.
pub(super) fn without(
    context: &AnswerContext,
    state: &PageState,
    answer: &BoardAnswer,
) -> Result<Vec<(String, u64)>> {
    let Some(query) = clause(state, answer) else {
        return Ok(Vec::new());
    };
    let of = Search::new(query);
    let advice = context.ask(&Advise { of, found: false })?;
    let clauses = advice.answer.without.into_iter();
    Ok(clauses
        .filter(|(clause, _)| !clause.starts_with("position:") && !clause.starts_with("pattern:"))
        .collect())
}
