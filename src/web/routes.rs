//! Lists every address and the function that answers it.

use super::address::{CHOOSE_LANGUAGE, ParsedRequest, locale};
use super::app::App;
use super::data::{
    archive, explore, game, games, help, joseki, mine, near, people, person, practise, query,
    status, versus,
};
use super::guard::{
    HEADERS, PASTED_TEXT_PATH, PRACTICE_ANSWER_PATH, WRITE_TOKEN_PATH, guard, header_layer,
};
use super::language;
use super::page::{addresses, error};
use super::reply::{Draw, Find, answer, parse_request};
use super::request_error::RequestError;
use super::route_parameters::{
    ArchiveParameters, CornerParameters, ExploreParameters, GameParameters, GamesParameters,
    NearParameters, NoParameters, PlayersParameters, RouteParameters, VersusParameters,
};
use super::state::{PageState, add_parameters, encoded};
use super::worker::Weight::{self, Light, Scan, UncachedScan};
use super::worker::run_blocking;
use super::{
    assets, export, files, lines, openapi, page, parameter_check, pasted_address::pasted_address,
    pasted_text, practice_answer as answers, rounds, user_data_api,
};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use kifu_engine::years::QueryYears;
use kifu_messages::{Message, say};
use serde::Serialize;
use std::sync::Arc;

/// Builds the router, which knows all addresses.
pub(crate) fn router(app: Arc<App>) -> Router {
    let pages = Router::new()
        .route("/", page_route(Scan, explore::page, page::explore::draw))
        .route("/explore.json", data_route(Scan, explore::page))
        .route(page::joseki::PATH, page_route(Scan, joseki::page, page::joseki::draw))
        .route("/joseki.json", data_route(Scan, joseki::page))
        .route(page::near::PATH, page_route(Scan, near::find, page::near::draw))
        .route("/near.json", data_route(Scan, near::find))
        .route("/games", page_route(Scan, games::page, page::games::draw))
        .route("/games.json", data_route(Scan, games::page_data))
        .route("/game/{id}", item_route(game::page, page::game::draw, (Light, game::find)))
        .route("/players", page_route(Scan, person::list, page::players::draw))
        .route("/players.json", data_route(Scan, person::list))
        .route("/player", page_route(Scan, person::find, page::person::draw))
        .route("/player.json", data_route(Scan, person::find))
        .route("/player/{name}", item_route(person::find, page::person::draw, (Scan, person::find)))
        .route("/versus", page_route(Scan, versus::find, page::versus::draw))
        .route("/versus.json", data_route(Scan, versus::find))
        .route("/practise", page_route(UncachedScan, practise::page, page::practise::draw))
        .route("/practise.json", data_route(UncachedScan, practise::page))
        .route("/mine", page_route(UncachedScan, mine::page, page::mine::draw))
        .route("/mine.json", data_route(UncachedScan, mine::page))
        .route("/archive", page_route(UncachedScan, archive::find, page::archive::draw))
        .route("/archive.json", data_route(UncachedScan, archive::find))
        .route("/help", page_route(Scan, help::fields, page::help::draw))
        .route("/help.json", data_route(Scan, help::fields))
        .route("/a/{version}/{name}", get(assets::send));
    let api = Router::new()
        .route("/explore", streamed_route(explore::for_programs))
        .route("/explore.sgf", get(files::tree))
        .route("/joseki", data_route(Scan, joseki::for_programs))
        .route("/near", data_route(Scan, near::find))
        .route("/novelty", data_route(Scan, game::novelty))
        .route("/search", streamed_route(games::find))
        .route("/parse", data_route(Light, query::parse))
        .route("/suggest", data_route(Light, query::suggest))
        .route("/stats", data_route(Scan, people::stats))
        .route("/games/{id}", data_route(Light, game::find))
        .route("/games/{id}/board", data_route(Light, game::board))
        .route("/games/{id}/board.svg", get(files::board))
        .route("/games/{id}/board.txt", get(files::text))
        .route("/games/{id}/sgf", get(files::sgf))
        .route("/games/{id}/hits", data_route(Scan, game::hits))
        .route("/players", data_route(Scan, people::players))
        .route("/players/{name}", data_route(Scan, people::players))
        .route("/losses", data_route(Scan, people::losses))
        .route("/crosstable", data_route(Scan, people::crosstable))
        .route("/ratings", data_route(Scan, people::ratings))
        .route("/ratings/test", data_route(Scan, people::ratings_test))
        .route("/export", get(export::export))
        .route("/versus", data_route(Scan, versus::find))
        .route("/archive", data_route(UncachedScan, archive::find))
        .route("/practise", data_route(UncachedScan, practise::page))
        .route("/mine", data_route(UncachedScan, mine::page))
        .route("/status", data_route(Light, status::status))
        .route("/fields", data_route(Scan, help::fields))
        .route("/openapi.json", get(openapi::send))
        .layer(from_fn(parameter_check::refuse_unknown));
    let routes = pages
        .nest("/api/v1", api)
        .route(PASTED_TEXT_PATH, post(pasted_text::read))
        .route(CHOOSE_LANGUAGE, post(language::choose))
        .route(PRACTICE_ANSWER_PATH, post(answers::answer))
        .route(
            WRITE_TOKEN_PATH,
            get(user_data_api::token).layer(from_fn(parameter_check::refuse_unknown)),
        )
        .route("/api/v1/mine/{what}", post(user_data_api::change))
        .fallback(not_found)
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app);
    HEADERS.into_iter().fold(routes, |routes, header| routes.layer(header_layer(header)))
}

/// Makes the route of a page. Its error messages are in the language of the request, too.
fn page_route<P: RoutePage, T: Serialize + 'static>(
    weight: Weight,
    find: Find<P, T>,
    draw: Draw<P, T>,
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| {
        let locale = locale(&request);
        async move {
            let address = request.uri().clone();
            let parsed = match parse_request(&app, request).await {
                Ok(parsed) => parsed,
                Err(refusal) => return error::respond_unread(&refusal, locale, &address),
            };
            let redirect = match form_redirect(&parsed) {
                None if parsed.path == "/" && parsed.is_bare => start_redirect(&app).await,
                played => played,
            };
            // Moves that could be played would have led to another address.
            let is_mistake = parsed.form.play.is_some();
            let mut response = match redirect {
                Some(response) => return response,
                None if parsed.accepts_lines => rounds::answer(&app, parsed, find, draw).await,
                None => answer(&app, parsed, weight, find, Some(draw)).await,
            };
            if is_mistake && response.status() == StatusCode::OK {
                *response.status_mut() = StatusCode::BAD_REQUEST;
            }
            response
        }
    })
}

/// Makes the route of an address with JSON data.
fn data_route<P: RouteParameters, T: Serialize + 'static>(
    weight: Weight,
    find: Find<P, T>,
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| async move {
        match parse_request(&app, request).await {
            Ok(parsed) => answer(&app, parsed, weight, find, None).await,
            Err(refusal) => refusal.into_response(),
        }
    })
}

/// Makes the route of an address with JSON data. If the request asks for lines, the data is sent as lines of JSON as
/// soon as it is found.
fn streamed_route<P: RouteParameters, T: Serialize + 'static>(
    find: Find<P, T>,
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| async move {
        match parse_request(&app, request).await {
            Ok(parsed) if parsed.accepts_lines => lines::answer(&app, parsed, find).await,
            Ok(parsed) => answer(&app, parsed, Scan, find, None).await,
            Err(refusal) => refusal.into_response(),
        }
    })
}

/// Makes the route of things that have a name: `/game/ID` is the page of a game, `/game/ID.json` its data.
fn item_route<P: RoutePage, T: Serialize + 'static, D: Serialize + 'static>(
    page: Find<P, T>,
    draw: Draw<P, T>,
    (weight, data): (Weight, Find<P, D>),
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| {
        let address = request.uri().clone();
        let is_data = address.path().ends_with(".json");
        let locale = locale(&request);
        async move {
            match parse_request(&app, request).await {
                Ok(parsed) if is_data => answer(&app, parsed, weight, data, None).await,
                Ok(parsed) => match years_target(&parsed) {
                    Some(target) => see_other(target),
                    None => answer(&app, parsed, Scan, page, Some(draw)).await,
                },
                Err(refusal) if is_data => refusal.into_response(),
                Err(refusal) => error::respond_unread(&refusal, locale, &address),
            }
        }
    })
}

/// Makes the redirect for a form that was submitted on a page: an address of a page in the place of a query, a typed
/// move, typed years, or a comparison with only one player chosen. `None` if the address has no such field.
fn form_redirect<P: RoutePage>(request: &ParsedRequest<P>) -> Option<Response> {
    let state = &request.state;
    if let Some(target) = pasted_address(&state.query) {
        return Some(see_other(target));
    }
    if let Some(target) = request.parameters.replacement(state).or_else(|| years_target(request)) {
        return Some(see_other(target));
    }
    // If the text is no moves, there is no redirect: the page shows the same board and the mistake beside the field.
    let played = state.play_typed(request.form.play.as_ref()?).ok()?;
    Some(see_other(request.parameters.address_after_move(&played)))
}

/// Address of the page with its query restricted to the years that were typed; `None` if none were.
fn years_target<P: RoutePage>(request: &ParsedRequest<P>) -> Option<String> {
    let (first, last) = (request.form.first_year, request.form.last_year);
    if (first, last) == (None, None) {
        return None;
    }
    let years = QueryYears::parse(&request.state.query)?;
    request.parameters.address_for_years(
        &request.path,
        &request.state.clone().with_query(years.with_years(first, last)),
    )
}

/// Routes of pages, with the redirects that the forms of the page need.
trait RoutePage: RouteParameters {
    /// Address of another page that is shown instead of this one, if any.
    fn replacement(&self, _: &PageState) -> Option<String> {
        None
    }

    /// Address that the form for typing a move leads to.
    fn address_after_move(&self, played: &PageState) -> String {
        played.explore_address()
    }

    /// Address that the form for choosing years leads to: on pages about people the same page, on all others Explore.
    fn address_for_years(&self, _: &str, chosen: &PageState) -> Option<String> {
        Some(chosen.at_path("/"))
    }
}

impl RoutePage for NoParameters {}
impl RoutePage for ExploreParameters {}
impl RoutePage for GamesParameters {}
impl RoutePage for NearParameters {}

impl RoutePage for CornerParameters {
    /// The page shows the upper right corner, so stones of another corner are mirrored into it.
    fn replacement(&self, state: &PageState) -> Option<String> {
        state.turned_to_upper_right().map(|turned| page::joseki::address(&turned))
    }

    fn address_after_move(&self, played: &PageState) -> String {
        page::joseki::address(played)
    }

    fn address_for_years(&self, _: &str, chosen: &PageState) -> Option<String> {
        Some(page::joseki::address(chosen))
    }
}

impl RoutePage for ArchiveParameters {}

impl RoutePage for GameParameters {
    /// The page of a game has no years to choose.
    fn address_for_years(&self, _: &str, _: &PageState) -> Option<String> {
        None
    }
}

impl RoutePage for VersusParameters {
    fn replacement(&self, state: &PageState) -> Option<String> {
        let [player] = self.players.as_slice() else {
            return None;
        };
        Some(state.unsorted_filter().at_path(&format!("/players?player={}", encoded(player))))
    }

    fn address_for_years(&self, path: &str, chosen: &PageState) -> Option<String> {
        let player = |name: &String| format!("player={}", encoded(name));
        let players: Vec<String> = self.players.iter().map(player).collect();
        Some(chosen.unsorted_filter().at_path(&add_parameters(path, &players.join("&"))))
    }
}

impl RoutePage for PlayersParameters {
    fn address_for_years(&self, path: &str, chosen: &PageState) -> Option<String> {
        Some(match path {
            "/player" => addresses::player(&self.name, chosen),
            "/players" => chosen.at_path("/"),
            of_one => chosen.unsorted_filter().at_path(of_one),
        })
    }
}

/// Makes the redirect for a first visit, if the usual empty board has no games; otherwise `None`.
async fn start_redirect(app: &Arc<App>) -> Option<Response> {
    let opened = app.opened().ok()?;
    if opened.start_address.get().is_none() {
        let found =
            run_blocking(&app.search_permits, opened.clone(), Scan, false, explore::first_page)
                .await;
        // If the search for the board sizes failed, there is no redirect, and the page reports the error.
        let _ = opened.start_address.set(found.ok().flatten());
    }
    opened.start_address.get()?.clone().map(see_other)
}

fn see_other(target: String) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, target)]).into_response()
}

/// Redirects an address that ends in a slash to the address without it.
fn permanent_redirect(path: &str, query: Option<&str>) -> Response {
    let target = add_parameters(path, query.unwrap_or_default());
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, target)]).into_response()
}

async fn not_found(request: Request) -> Response {
    let nothing = |help: Message| {
        let message = say!("error-no-address");
        RequestError::new(StatusCode::NOT_FOUND, "not_found", message).with_help(help)
    };
    let path = request.uri().path();
    // A browser would read `//` and `/\` as the beginning of another host's address.
    let is_plain = path.len() > 1 && !path.contains("//") && !path.contains('\\');
    if let Some(shorter) = path.strip_suffix('/').filter(|_| is_plain) {
        return permanent_redirect(shorter, request.uri().query());
    }
    if request.uri().path().starts_with("/api/") {
        return nothing("see /api/v1/openapi.json".into()).into_response();
    }
    error::respond(&nothing(say!("error-no-address-help")), locale(&request), None)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
