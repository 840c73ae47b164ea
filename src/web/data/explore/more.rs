//! What Explore tells on demand: comments, one continuation, how the question was counted, what to ask instead.

use super::StandingComments;
use super::question::{clause, request};
use crate::address::ParsedRequest;
use crate::desk::{AnswerContext, Partial, kept};
use crate::route_parameters::TreeParameters;
use crate::state::{AddressMove, PageState};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::advice::ExplainedPart;
use kifu_engine::board::{BoardAnswer, LocalMove, NextMove};
use kifu_engine::compare::Comparison;
use kifu_engine::request::{
    Advise, BoardSearch, Comparable, Compare, Explain, FindComments, GrowTree, HitConditions,
    Search, TreeGrowth,
};
use kifu_engine::tree::Dictionary;
use schemars::JsonSchema;
use serde::Serialize;

/// The most nodes of a tree.
const TREE: usize = 300;
/// The games whose comments are looked through.
const MOST_GAMES: usize = 3_000;
/// The comments that are shown.
pub(crate) const COMMENTS: usize = 30;

/// More about a continuation.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MoreOfMove {
    /// The continuation with its players; of a shape, what is played at once. What never is, or is asked for by a name
    /// such as `later W R14`, is counted whenever it is the next move inside.
    pub next: NextMove,
    /// The opening that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// All games that stand there after it, by any order of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
    /// Of a move inside a shape: the same move whenever it is the next one inside, and what was played elsewhere
    /// before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local: Option<LocalMove>,
    /// For the page: whether `next` is counted whenever it comes.
    #[serde(skip)]
    pub is_later: bool,
    /// For the page: whether a condition on the next move finds exactly the games that continue so at once.
    #[serde(skip)]
    pub is_exact: bool,
}

impl MoreOfMove {
    /// What the name begins with of a next move inside a shape that is asked for whenever it comes: `later W R14`.
    pub(crate) const LATER: &str = "later ";
}

/// Tells more about the continuation with this name; `None` if there is none.
pub(super) fn of_move(
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
    let request = BoardSearch { listed: 0, named: 1, ..followed(state, name) };
    let mut rows = context.ask(&request)?.answer.moves.into_iter();
    let Some(next) = rows.find(|row| is_named(state, row, name)) else {
        return Ok(None);
    };
    let after = match next.point() {
        Some(point) => Some(after(context, &state.play(AddressMove::Place(point)))?),
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

/// What counts is the first time that the shape stands, as in the tables. So the rows of all moves are asked for: with
/// a condition on the next move, the hit would be the first one that is followed by it.
fn in_shape(context: &AnswerContext, state: &PageState, name: &str) -> Result<Option<MoreOfMove>> {
    let request = BoardSearch { listed: 0, ..request(state) };
    let answer = context.ask(&request)?.answer;
    let (is_later, name) = match name.strip_prefix(MoreOfMove::LATER) {
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

/// Whether a row has this name. In a shape either side may play it: its name begins with its colour.
fn is_named(state: &PageState, row: &NextMove, name: &str) -> bool {
    let (side, at) = match name.split_once(' ') {
        Some((side, at)) => (side.to_owned(), at),
        None => (state.to_move().letter().to_string(), name),
    };
    row.at.as_str() == at && row.color.as_ref().is_none_or(|by| *by == side)
}

/// Whether a condition on the next move finds so many games. It finds all that continue so at once, and may find those
/// that do so while the shape still stands later, or stands at another place.
fn is_exact(
    context: &AnswerContext,
    state: &PageState,
    (name, at_once): (&str, u64),
) -> Result<bool> {
    if at_once == 0 {
        return Ok(false);
    }
    let request = BoardSearch { count: true, ..followed(state, name) };
    let found = context.ask(&request)?;
    Ok(found.incomplete.is_none() && found.answer.total == at_once)
}

/// The question of an address, with a condition on the next move.
fn followed(state: &PageState, name: &str) -> BoardSearch {
    let asked = request(state);
    let hits = HitConditions { next: Some(name.to_owned()), ..asked.hits };
    BoardSearch { hits, ..asked }
}

/// The opening of a position, and the games that reach it in any way.
fn after(context: &AnswerContext, state: &PageState) -> Result<(Option<&'static str>, u64)> {
    let asked = request(state);
    let request = BoardSearch {
        count: true,
        hits: HitConditions { next: None, tomove: None, at_move: None, ..asked.hits },
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
    let mut ids: Vec<String> =
        found.comments.iter().map(|comment| format!("id:{}", comment.id)).collect();
    ids.sort();
    ids.dedup();
    let mut records = Vec::new();
    if !ids.is_empty() {
        let request = Search::new(ids.join(" OR "));
        let engine = &context.opened.engine;
        engine.search(&request, &context.within, &mut kept(&mut records))?;
    }
    let data = StandingComments { found, records, skipped: skip };
    Ok(Partial { data, complete })
}

/// The same position in the games of the second query, beside those of the first.
pub(super) fn compared(
    context: &AnswerContext,
    state: &PageState,
) -> Result<Option<ComparedQueries>> {
    let Some(with) = state.beside() else {
        return Ok(None);
    };
    let reply = context
        .ask(&Compare { of: Comparable::Board(request(state).into()), with: with.to_owned() })?;
    let first = reply.answer.into_iter().next();
    Ok(first.map(|found| ComparedQueries { found, looked_at: reply.incomplete }))
}

/// Two queries compared.
pub(super) struct ComparedQueries {
    pub(super) found: Comparison,
    /// If not all games were looked through: how many were, and of how many.
    pub(super) looked_at: Option<(u64, u64)>,
}

/// The tree of continuations from the position, as an SGF.
pub(crate) fn tree(
    context: &AnswerContext,
    asked: &ParsedRequest<TreeParameters>,
) -> Result<Dictionary> {
    let board = request(&asked.state);
    // As the command has it where nothing is said, but for the number of nodes: each is a search.
    let growth = TreeGrowth { plies: asked.own.plies, least: vec!["5".to_owned()], nodes: TREE };
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
    let clauses = context.ask(&Advise { of, found: false })?.answer.without.into_iter();
    Ok(clauses
        .filter(|(clause, _)| !clause.starts_with("position:") && !clause.starts_with("pattern:"))
        .collect())
}
