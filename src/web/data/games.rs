//! Data of the page Games and of `/api/v1/search`: the games that fit a query.

use super::clauses::Clauses;
use super::game::{self, ShownGame};
use crate::address::ParsedRequest;
use crate::desk::{AnswerContext, Partial};
use crate::route_parameters::GamesParameters;
use crate::state::PageState;
use kifu_archive::error::ErrorKind;
use kifu_engine::advice::AdvisedQuery;
use kifu_engine::columns::{named, needs};
use kifu_engine::page::{PageAnswer, PageRow};
use kifu_engine::request::{Advise, Search, SearchPage};
use kifu_engine::{Failure, Reply, Result};
use schemars::JsonSchema;
use serde::Serialize;

/// Facets by which the page lets a result be narrowed.
pub(crate) const FACETS: [&str; 6] = ["how", "archive", "rank", "size", "lang", "year"];

/// A page of the games that fit a query.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Listed")]
pub(crate) struct GamesPage {
    /// The engine's page of games.
    #[serde(flatten)]
    pub page: Box<PageAnswer>,
    /// Duration of the search, in microseconds.
    pub took_us: u64,
    /// Whether all games were examined.
    pub complete: bool,
    /// Queries to try instead, the likeliest first: words read another way, similar names, fewer clauses. Only with the
    /// first rows.
    pub advice: Vec<AdvisedQuery>,
    /// Clauses of the query, to which a click adds.
    #[serde(skip)]
    pub clauses: Clauses,
    /// The selected game at its hit.
    #[serde(skip)]
    pub preview: Option<Box<ShownGame>>,
    /// True if the index has changed since the page's key was made, so that this is the first page again.
    #[serde(skip)]
    pub restarted: bool,
}

/// Data for programs: the games of an address, each with its best comment.
pub(crate) fn find(
    context: &AnswerContext,
    asked: &ParsedRequest<GamesParameters>,
) -> Result<Partial<GamesPage>> {
    let reply = search(context, asked, (&asked.own.facets, false), asked.own.page.clone())?;
    advised(context, asked, reply)
}

/// Data of the page: with all facets, the sizes of downloads, the clauses of the query and the selected game.
pub(crate) fn page(
    context: &AnswerContext,
    asked: &ParsedRequest<GamesParameters>,
) -> Result<Partial<GamesPage>> {
    // A request for further rows only gets rows; the page around them already has the rest.
    let is_whole = asked.wants("facets");
    let facets = FACETS.map(str::to_owned);
    let besides: (&[String], bool) = if is_whole { (&facets, true) } else { (&[], false) };
    let (reply, restarted) = match search(context, asked, besides, asked.own.page.clone()) {
        Err(Failure::Other(error)) if error.kind() == ErrorKind::Stale => {
            (search(context, asked, besides, None)?, true)
        }
        reply => (reply?, false),
    };
    let mut told = advised(context, asked, reply)?;
    let listed = &mut told.data;
    listed.restarted = restarted;
    if is_whole {
        listed.clauses = Clauses::of(&context.opened.engine, &asked.state.query)?;
        listed.preview = listed.selected(&asked.state).and_then(|row| preview(context, asked, row));
    }
    Ok(told)
}

/// Data of the page as JSON: like the page, without its preview.
pub(crate) fn object(
    context: &AnswerContext,
    asked: &ParsedRequest<GamesParameters>,
) -> Result<Partial<GamesPage>> {
    let facets = FACETS.map(str::to_owned);
    let reply = search(context, asked, (&facets, false), asked.own.page.clone())?;
    advised(context, asked, reply)
}

fn search(
    context: &AnswerContext,
    asked: &ParsedRequest<GamesParameters>,
    (facets, sizes): (&[String], bool),
    after: Option<String>,
) -> Result<Reply<Box<PageAnswer>>> {
    let request = SearchPage { search: request(asked)?, facets: facets.to_vec(), sizes, after };
    context.ask(&request)
}

fn request(asked: &ParsedRequest<GamesParameters>) -> Result<Search> {
    let state = &asked.state;
    let needs = needs(&named(&state.columns)?);
    Ok(Search {
        query: state.query.clone(),
        sort: state.sort.clone(),
        unique: state.is_unique(),
        limit: Some(asked.own.limit),
        comments: true,
        details: needs.into(),
        ..Search::default()
    })
}

/// Makes the data of a page from the engine's answer, with queries to try instead.
fn advised(
    context: &AnswerContext,
    asked: &ParsedRequest<GamesParameters>,
    reply: Reply<Box<PageAnswer>>,
) -> Result<Partial<GamesPage>> {
    let mut told = told(context, reply);
    // No advice on an incomplete search, which has found fewer games than there are.
    if asked.own.page.is_none() && told.complete {
        let advise = Advise { of: request(asked)?, found: told.data.page.total > 0 };
        told.data.advice = context.ask(&advise)?.answer.queries;
    }
    Ok(told)
}

fn told(context: &AnswerContext, mut reply: Reply<Box<PageAnswer>>) -> Partial<GamesPage> {
    let complete = reply.incomplete.is_none();
    // Clauses of the facet `archive` name folders. Their roots are hidden, so that an answer does not tell where files
    // lie.
    let rows = reply.answer.facets.values_mut().flatten();
    for clause in rows.filter_map(|row| row.query.as_mut()) {
        *clause = context.opened.roots.clause(clause);
    }
    Partial {
        complete,
        data: GamesPage {
            page: reply.answer,
            took_us: context.took_us(),
            complete,
            advice: Vec::new(),
            clauses: Clauses::default(),
            preview: None,
            restarted: false,
        },
    }
}

impl GamesPage {
    /// The selected game, or the first one.
    pub(crate) fn selected(&self, state: &PageState) -> Option<&PageRow> {
        let games = &self.page.games;
        let at = state.selected.map_or(0, |at| at as usize);
        games.get(at).or_else(|| games.first())
    }
}

/// Reads a game at its hit. `None` if its file cannot be read any more; opening the game then reports the error.
fn preview(
    context: &AnswerContext,
    asked: &ParsedRequest<GamesParameters>,
    row: &PageRow,
) -> Option<Box<ShownGame>> {
    let state = PageState { node: node_of(row).unwrap_or(0), ..asked.state.filter_only() };
    let asked = asked.at(format!("/game/{}", row.game.id), state);
    game::preview(context, &asked).ok().map(Box::new)
}

/// Node of the hit of a row, or of its comment.
pub(crate) fn node_of(row: &PageRow) -> Option<u32> {
    let commented = row.snippet.as_ref().map(|snippet| snippet.node);
    row.game.hit.as_ref().map(|hit| hit.node).or(commented)
}

/// Smallest number of rows from which the size of a complete table is estimated.
const FEW: usize = 8;

/// True if this many rows suffice to estimate how large a table of all rows would be.
pub(crate) fn are_enough(shown: usize, total: u64) -> bool {
    shown > 0 && (shown >= FEW || shown as u64 == total)
}
