//! Data of the page Games and of `/api/v1/search`: the games that match a query.

use super::clauses::Clauses;
use super::game::{self, ShownGame};
use crate::address::ParsedRequest;
use crate::route_parameters::GamesParameters;
use crate::state::PageState;
use crate::worker::{AnswerContext, Partial};
use kifu_archive::error::ErrorKind;
use kifu_engine::advice::AdvisedQuery;
use kifu_engine::columns::{named, needs};
use kifu_engine::page::{PageAnswer, PageRow};
use kifu_engine::request::{Advise, Search, SearchPage};
use kifu_engine::{Failure, Reply, Result};
use schemars::JsonSchema;
use serde::Serialize;

/// Facets (properties of games) to whose values the page can narrow a result.
pub(crate) const FACETS: [&str; 6] = ["how", "archive", "rank", "size", "lang", "year"];

/// A page of the games that match a query.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Listed")]
pub(crate) struct GamesPage {
    /// The engine's page of games.
    #[serde(flatten)]
    pub page: Box<PageAnswer>,
    /// Duration of the search, in microseconds.
    pub took_us: u64,
    /// Whether all games were examined before the time ran out.
    pub complete: bool,
    /// Queries to try instead, the likeliest first: with words read another way, with similar names, with fewer
    /// clauses. Only the first page of games has them.
    pub advice: Vec<AdvisedQuery>,
    /// Clauses of the query. A click on a value of a facet (such as the year) adds a clause or removes one.
    #[serde(skip)]
    pub clauses: Clauses,
    /// The selected game at its hit, for the preview beside the list.
    #[serde(skip)]
    pub preview: Option<Box<ShownGame>>,
    /// True if the index has changed since the key of the requested page was made, so that the answer is the first page
    /// again.
    #[serde(skip)]
    pub restarted: bool,
}

/// Finds the data for the JSON answer: the games that match the query of an address, each with the comment that has the
/// most words of the query.
pub(crate) fn find(
    context: &AnswerContext,
    request: &ParsedRequest<GamesParameters>,
) -> Result<Partial<GamesPage>> {
    let reply = search(
        context,
        request,
        (&request.parameters.facets, false),
        request.parameters.page.clone(),
    )?;
    games_page_with_advice(context, request, reply)
}

/// Finds the data of the page: all facets, the sizes of downloads, the clauses of the query, and the selected game.
pub(crate) fn page(
    context: &AnswerContext,
    request: &ParsedRequest<GamesParameters>,
) -> Result<Partial<GamesPage>> {
    // A request for further rows gets rows only: the page that they are added to already has the facets and the rest.
    let is_whole = request.wants_part("facets");
    let facets = FACETS.map(str::to_owned);
    let facets_and_sizes: (&[String], bool) = if is_whole { (&facets, true) } else { (&[], false) };
    let (reply, restarted) =
        match search(context, request, facets_and_sizes, request.parameters.page.clone()) {
            Err(Failure::Other(error)) if error.kind() == ErrorKind::Stale => {
                (search(context, request, facets_and_sizes, None)?, true)
            }
            reply => (reply?, false),
        };
    let mut page = games_page_with_advice(context, request, reply)?;
    let listed = &mut page.data;
    listed.restarted = restarted;
    if is_whole {
        listed.clauses = Clauses::parse(&context.opened.engine, &request.state.query)?;
        listed.preview =
            listed.selected(&request.state).and_then(|row| preview(context, request, row));
    }
    Ok(page)
}

/// Finds the data of the page as JSON, without the preview of the selected game.
pub(crate) fn page_data(
    context: &AnswerContext,
    request: &ParsedRequest<GamesParameters>,
) -> Result<Partial<GamesPage>> {
    let facets = FACETS.map(str::to_owned);
    let reply = search(context, request, (&facets, false), request.parameters.page.clone())?;
    games_page_with_advice(context, request, reply)
}

fn search(
    context: &AnswerContext,
    parsed: &ParsedRequest<GamesParameters>,
    (facets, sizes): (&[String], bool),
    after: Option<String>,
) -> Result<Reply<Box<PageAnswer>>> {
    let request = SearchPage { search: request(parsed)?, facets: facets.to_vec(), sizes, after };
    context.ask(&request)
}

fn request(parsed: &ParsedRequest<GamesParameters>) -> Result<Search> {
    let state = &parsed.state;
    let needs = needs(&named(&state.columns)?);
    Ok(Search {
        query: state.query.clone(),
        sort: state.sort.clone(),
        unique: state.is_unique(),
        limit: Some(parsed.parameters.limit),
        comments: true,
        details: needs.into(),
        ..Search::default()
    })
}

/// Adds queries to try instead to the engine's page of games.
fn games_page_with_advice(
    context: &AnswerContext,
    parsed: &ParsedRequest<GamesParameters>,
    reply: Reply<Box<PageAnswer>>,
) -> Result<Partial<GamesPage>> {
    let mut page = games_page(context, reply);
    // An incomplete search gets no advice, because it has found fewer games than there are.
    if parsed.parameters.page.is_none() && page.complete {
        let advise = Advise { of: request(parsed)?, found: page.data.page.total > 0 };
        page.data.advice = context.ask(&advise)?.answer.queries;
    }
    Ok(page)
}

fn games_page(context: &AnswerContext, mut reply: Reply<Box<PageAnswer>>) -> Partial<GamesPage> {
    let complete = reply.incomplete.is_none();
    // The values of the facet `archive` are clauses that name folders. Their roots are hidden, so that an answer does
    // not reveal where the files lie.
    let rows = reply.answer.facets.values_mut().flatten();
    for clause in rows.filter_map(|row| row.query.as_mut()) {
        *clause = context.opened.roots.hide_root_in_clause(clause);
    }
    Partial {
        complete,
        data: GamesPage {
            page: reply.answer,
            took_us: context.elapsed_us(),
            complete,
            advice: Vec::new(),
            clauses: Clauses::default(),
            preview: None,
            restarted: false,
        },
    }
}

impl GamesPage {
    /// The row that the address selects, or the first row.
    pub(crate) fn selected(&self, state: &PageState) -> Option<&PageRow> {
        let games = &self.page.games;
        let at = state.selected.map_or(0, |at| at as usize);
        games.get(at).or_else(|| games.first())
    }
}

/// Reads a game at its hit for the preview. `None` if its file cannot be read any more; the error is shown when the
/// user opens the game.
fn preview(
    context: &AnswerContext,
    request: &ParsedRequest<GamesParameters>,
    row: &PageRow,
) -> Option<Box<ShownGame>> {
    let state = PageState { node: hit_node(row).unwrap_or(0), ..request.state.filter_only() };
    let game_request = request.with_path(format!("/game/{}", row.game.id), state);
    game::preview(context, &game_request).ok().map(Box::new)
}

/// Node of the hit in a row, or of the comment that the row shows.
pub(crate) fn hit_node(row: &PageRow) -> Option<u32> {
    let commented = row.snippet.as_ref().map(|snippet| snippet.node);
    row.game.hit.as_ref().map(|hit| hit.node).or(commented)
}

/// Smallest number of rows from which the size of a file with all rows is estimated.
const MIN_ROWS_TO_ESTIMATE: usize = 8;

/// True if this many rows suffice to estimate how large a file with all rows would be.
pub(crate) fn can_estimate_size(shown: usize, total: u64) -> bool {
    shown > 0 && (shown >= MIN_ROWS_TO_ESTIMATE || shown as u64 == total)
}
