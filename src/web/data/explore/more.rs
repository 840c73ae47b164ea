//! Parts of the page Explore that are computed only on request: comments, details about a continuation, an explanation
//! of how games were counted, advice.

use super::StandingComments;
use super::question::{as_query, request};
use crate::address::ParsedRequest;
use crate::route_parameters::TreeParameters;
use crate::state::{AddressMove, PageState};
use crate::worker::{AnswerContext, Partial, collect_into};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::advice::ExplainedPart;
use kifu_engine::board::{BoardAnswer, LocalMove, NextMove};
use kifu_engine::compare::Comparison;
use kifu_engine::request::{
    Advise, BoardSearch, BuildTree, Comparable, Compare, Explain, FindComments, HitConditions,
    Search, TreeLimits,
};
use kifu_engine::tree::ContinuationTree;
use schemars::JsonSchema;
use serde::Serialize;

/// Largest number of nodes of a tree of continuations. Each node costs a search.
const MAX_TREE_NODES: usize = 300;
/// Largest number of games whose comments are read for one answer.
const MAX_GAMES_READ: usize = 3_000;
/// Largest number of comments that are shown.
pub(crate) const MAX_COMMENTS: usize = 30;

/// Details about one continuation (next move).
#[derive(Serialize, JsonSchema)]
pub(crate) struct MoreOfMove {
    /// The continuation with its players. For a move inside a shape, it counts the games in which the move directly
    /// follows the shape. If there are none, or if the requested name begins with `later` as in `later W R14`, it
    /// counts the games in which the move is the next one inside the shape, even after moves outside the shape.
    pub next: NextMove,
    /// Opening that the continuation leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// Number of games that reach the position after the continuation, by any order of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
    /// For a move inside a shape: the games in which it is the next move inside the shape, whenever it is played, and
    /// how many moves were played outside the shape before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local: Option<LocalMove>,
    /// For the page: whether `next` also counts games in which other moves come before the move.
    #[serde(skip)]
    pub is_later: bool,
    /// For the page: whether a query with a condition on the next move finds exactly the games in which the
    /// continuation is played directly after the position or shape.
    #[serde(skip)]
    pub is_exact: bool,
}

impl MoreOfMove {
    /// Beginning of the name of a move inside a shape that may be played directly after the shape or after moves
    /// outside the shape: `later W R14`.
    pub(crate) const LATER_PREFIX: &str = "later ";
}

/// Finds the details about the continuation with this name; `None` if no continuation has it.
pub(super) fn more_of_move(
    context: &AnswerContext,
    state: &PageState,
    name: &str,
) -> Result<Option<MoreOfMove>> {
    if state.is_shape() {
        in_shape(context, state, name)
    } else {
        in_position(context, state, name)
    }
}

fn in_position(
    context: &AnswerContext,
    state: &PageState,
    name: &str,
) -> Result<Option<MoreOfMove>> {
    let request = BoardSearch { listed: 0, named: 1, ..search_followed_by(state, name) };
    let mut rows = context.ask(&request)?.answer.moves.into_iter();
    let Some(next) = rows.find(|row| is_named(state, row, name)) else {
        return Ok(None);
    };
    let after = match next.point() {
        Some(point) => Some(opening_and_games(context, &state.play(AddressMove::Place(point)))?),
        None => None,
    };
    Ok(Some(MoreOfMove {
        opening: after.and_then(|(opening, _)| opening),
        reached: after.map(|(_, games)| games),
        next,
        local: None,
        is_later: false,
        is_exact: true,
    }))
}

/// Finds the details about a move inside a shape. The rows of all moves are requested, because tables count the first
/// time that a game has the shape. With a condition on the next move, the hit would instead be the first time that the
/// shape is followed by that move.
fn in_shape(context: &AnswerContext, state: &PageState, name: &str) -> Result<Option<MoreOfMove>> {
    let request = BoardSearch { listed: 0, ..request(state) };
    let answer = context.ask(&request)?.answer;
    let (is_later, name) = match name.strip_prefix(MoreOfMove::LATER_PREFIX) {
        Some(name) => (true, name),
        None => (false, name),
    };
    let mut local = answer.local.into_iter().flatten();
    let local = local.find(|row| row.elsewhere.is_some() && is_named(state, &row.next, name));
    let mut rows = answer.moves.into_iter().filter(|_| !is_later);
    let at_once = rows.find(|row| is_named(state, row, name));
    let is_later = at_once.is_none();
    let whenever = || local.as_ref().map(|local| local.next.clone());
    let Some(next) = at_once.or_else(whenever) else {
        return Ok(None);
    };
    let elsewhere = local.as_ref().and_then(|local| local.elsewhere.as_ref());
    let at_once = if is_later { elsewhere.map_or(0, |counts| counts.none) } else { next.games };
    Ok(Some(MoreOfMove {
        opening: None,
        reached: None,
        is_exact: is_exact(context, state, (name, at_once))?,
        next,
        local,
        is_later,
    }))
}

/// True if the row of a continuation has this name. Inside a shape either side may play the move, so the name begins
/// with the colour.
fn is_named(state: &PageState, row: &NextMove, name: &str) -> bool {
    let (side, at) = match name.split_once(' ') {
        Some((side, at)) => (side.to_owned(), at),
        None => (state.to_move().letter().to_string(), name),
    };
    row.at.as_str() == at && row.color.as_ref().is_none_or(|by| *by == side)
}

/// True if a query with a condition on the next move finds exactly `at_once` games, those in which the move directly
/// follows the first occurrence of the shape. Such a query also finds games that play the move later while the shape is
/// still there, or at another place of the board.
fn is_exact(
    context: &AnswerContext,
    state: &PageState,
    (name, at_once): (&str, u64),
) -> Result<bool> {
    if at_once == 0 {
        return Ok(false);
    }
    let request = BoardSearch { count: true, ..search_followed_by(state, name) };
    let found = context.ask(&request)?;
    Ok(found.incomplete.is_none() && found.answer.total == at_once)
}

/// Request for the position of an address, with a condition on the next move.
fn search_followed_by(state: &PageState, name: &str) -> BoardSearch {
    let search = request(state);
    let hits = HitConditions { next: Some(name.to_owned()), ..search.hits };
    BoardSearch { hits, ..search }
}

/// Finds the opening of a position, and the number of games that reach the position by any order of moves.
fn opening_and_games(
    context: &AnswerContext,
    state: &PageState,
) -> Result<(Option<&'static str>, u64)> {
    let search = request(state);
    let request = BoardSearch {
        count: true,
        hits: HitConditions { next: None, tomove: None, at_move: None, ..search.hits },
        ..search
    };
    let answer = context.ask(&request)?.answer;
    Ok((answer.opening, answer.total))
}

/// Finds the comments at the position, the longest first, with their games.
pub(super) fn comments(
    context: &AnswerContext,
    state: &PageState,
    skip: usize,
) -> Result<Partial<StandingComments>> {
    let request = FindComments {
        board: request(state),
        games: MAX_GAMES_READ,
        skip,
        limit: MAX_COMMENTS,
        ..FindComments::default()
    };
    let reply = context.ask(&request)?;
    let complete = reply.incomplete.is_none();
    let found = reply.answer;
    let mut ids: Vec<String> =
        found.comments.iter().map(|comment| format!("id:{}", comment.id)).collect();
    ids.sort();
    ids.dedup();
    let mut records = Vec::new();
    if !ids.is_empty() {
        let request = Search::new(ids.join(" OR "));
        let engine = &context.opened.engine;
        engine.search(&request, &context.options, &mut collect_into(&mut records))?;
    }
    let data = StandingComments { answer: found, records, skipped: skip };
    Ok(Partial { data, complete })
}

/// Compares the games of the second query at this position with those of the first.
pub(super) fn compared(
    context: &AnswerContext,
    state: &PageState,
) -> Result<Option<ComparedQueries>> {
    let Some(with) = state.compared_query() else {
        return Ok(None);
    };
    let reply = context
        .ask(&Compare { of: Comparable::Board(request(state).into()), with: with.to_owned() })?;
    let first = reply.answer.into_iter().next();
    Ok(first.map(|found| ComparedQueries { found, looked_at: reply.incomplete }))
}

/// Result of comparing two queries at one position.
pub(super) struct ComparedQueries {
    pub(super) found: Comparison,
    /// If the search had to stop early: the number of games that were examined, and the number of games to examine.
    pub(super) looked_at: Option<(u64, u64)>,
}

/// Builds the tree of continuations from the position, as SGF.
pub(crate) fn tree(
    context: &AnswerContext,
    parsed: &ParsedRequest<TreeParameters>,
) -> Result<ContinuationTree> {
    let board = request(&parsed.state);
    // The limits are the defaults of the command `tree`, except for the number of nodes, each of which costs a search.
    let growth = TreeLimits {
        plies: parsed.parameters.plies,
        least: vec!["5".to_owned()],
        nodes: MAX_TREE_NODES,
    };
    let reply = context.ask(&BuildTree { board, growth })?;
    if reply.incomplete.is_some() {
        let message = "the tree takes longer than an answer may take";
        let error =
            Error::new(ErrorKind::Interrupted, message).with_help("ask for fewer moves: plies=10");
        return Err(error.into());
    }
    Ok(reply.answer)
}

/// Explains how each part of the request was counted.
pub(super) fn explained_parts(
    context: &AnswerContext,
    state: &PageState,
    answer: &BoardAnswer,
) -> Result<Vec<ExplainedPart>> {
    let Some(query) = as_query(state, answer) else {
        return Ok(Vec::new());
    };
    let explained = context.ask(&Explain(Search::new(query)))?;
    Ok(explained.answer.parts)
}

/// For a request without hits: lists each clause of the query with the number of games that are found without it.
pub(super) fn games_without_each_clause(
    context: &AnswerContext,
    state: &PageState,
    answer: &BoardAnswer,
) -> Result<Vec<(String, u64)>> {
    let Some(query) = as_query(state, answer) else {
        return Ok(Vec::new());
    };
    let of = Search::new(query);
    let clauses = context.ask(&Advise { of, found: false })?.answer.without.into_iter();
    Ok(clauses
        .filter(|(clause, _)| !clause.starts_with("position:") && !clause.starts_with("pattern:"))
        .collect())
}
