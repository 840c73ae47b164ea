//! Lists every address and the function that answers it.

use super::address::{CHOOSE_LANGUAGE, ParsedRequest, locale};
use super::app::App;
use super::data::{
    archive, explore, game, games, help, mine, people, person, practise, query, status, versus,
};
use super::desk::Weight::{self, Light, Look, Scan};
use super::desk::at_desk;
use super::failed::RequestError;
use super::guard::{HEADERS, KEEPS, MINE_TOKEN, TAKES_BODY, guard, header_layer};
use super::language;
use super::page::{addresses, error};
use super::reply::{Draw, Find, answer, asked};
use super::route_parameters::{
    ArchiveParameters, ExploreParameters, GameParameters, GamesParameters, NoParameters,
    PlayersParameters, RouteParameters, VersusParameters,
};
use super::state::{AddressMove, PageState, and, encoded};
use super::{
    answer as answers, assets, export, files, keeping, lines, openapi, page, parameters, read,
    rounds,
};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use kifu_engine::years::QueryYears;
use kifu_messages::{Message, say};
use kifu_record::game::Stone;
use serde::Serialize;
use std::sync::Arc;

/// Builds the router of all addresses.
pub(crate) fn router(app: Arc<App>) -> Router {
    let pages = Router::new()
        .route("/", drawn(Scan, explore::page, page::explore::draw))
        .route("/explore.json", data(Scan, explore::page))
        .route("/games", drawn(Scan, games::page, page::games::draw))
        .route("/games.json", data(Scan, games::object))
        .route("/game/{id}", one(game::page, page::game::draw, (Light, game::find)))
        .route("/players", drawn(Scan, person::list, page::players::draw))
        .route("/players.json", data(Scan, person::list))
        .route("/player", drawn(Scan, person::find, page::person::draw))
        .route("/player.json", data(Scan, person::find))
        .route("/player/{name}", one(person::find, page::person::draw, (Scan, person::find)))
        .route("/versus", drawn(Scan, versus::find, page::versus::draw))
        .route("/versus.json", data(Scan, versus::find))
        .route("/practise", drawn(Look, practise::page, page::practise::draw))
        .route("/practise.json", data(Look, practise::page))
        .route("/mine", drawn(Look, mine::page, page::mine::draw))
        .route("/mine.json", data(Look, mine::page))
        .route("/archive", drawn(Look, archive::find, page::archive::draw))
        .route("/archive.json", data(Look, archive::find))
        .route("/help", drawn(Scan, help::fields, page::help::draw))
        .route("/help.json", data(Scan, help::fields))
        .route("/a/{version}/{name}", get(assets::send));
    let api = Router::new()
        .route("/explore", streamed(explore::all))
        .route("/explore.sgf", get(files::tree))
        .route("/search", streamed(games::find))
        .route("/parse", data(Light, query::parse))
        .route("/suggest", data(Light, query::suggest))
        .route("/stats", data(Scan, people::stats))
        .route("/games/{id}", data(Light, game::find))
        .route("/games/{id}/board", data(Light, game::board))
        .route("/games/{id}/board.svg", get(files::board))
        .route("/games/{id}/board.txt", get(files::text))
        .route("/games/{id}/sgf", get(files::sgf))
        .route("/games/{id}/hits", data(Scan, game::hits))
        .route("/players", data(Scan, people::players))
        .route("/players/{name}", data(Scan, people::players))
        .route("/losses", data(Scan, people::losses))
        .route("/export", get(export::export))
        .route("/versus", data(Scan, versus::find))
        .route("/archive", data(Look, archive::find))
        .route("/practise", data(Look, practise::page))
        .route("/mine", data(Look, mine::page))
        .route("/status", data(Light, status::status))
        .route("/fields", data(Scan, help::fields))
        .route("/openapi.json", get(openapi::send))
        .layer(from_fn(parameters::only_known));
    let routes = pages
        .nest("/api/v1", api)
        .route(TAKES_BODY, post(read::read))
        .route(CHOOSE_LANGUAGE, post(language::choose))
        .route(KEEPS, post(answers::answer))
        .route(MINE_TOKEN, get(keeping::token).layer(from_fn(parameters::only_known)))
        .route("/api/v1/mine/{what}", post(keeping::keep))
        .fallback(nowhere)
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app);
    HEADERS.into_iter().fold(routes, |routes, header| routes.layer(header_layer(header)))
}

/// Route of a page. Error messages are in the language of the request, too.
fn drawn<P: RoutePage, T: Serialize + 'static>(
    weight: Weight,
    find: Find<P, T>,
    draw: Draw<P, T>,
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| {
        let locale = locale(&request);
        async move {
            let address = request.uri().clone();
            let asked = match asked(&app, request).await {
                Ok(asked) => asked,
                Err(refusal) => return error::respond_unread(&refusal, locale, &address),
            };
            let elsewhere = match played(&asked) {
                None if asked.path == "/" && asked.is_bare => first(&app).await,
                played => played,
            };
            match elsewhere {
                Some(response) => response,
                None if asked.lines => rounds::answer(&app, asked, find, draw).await,
                None => answer(&app, asked, weight, find, Some(draw)).await,
            }
        }
    })
}

/// Route of JSON data.
fn data<P: RouteParameters, T: Serialize + 'static>(
    weight: Weight,
    find: Find<P, T>,
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| async move {
        match asked(&app, request).await {
            Ok(asked) => answer(&app, asked, weight, find, None).await,
            Err(refusal) => refusal.into_response(),
        }
    })
}

/// Route of JSON data that is sent in lines, as they are found, if the request asks for lines.
fn streamed<P: RouteParameters, T: Serialize + 'static>(
    find: Find<P, T>,
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| async move {
        match asked(&app, request).await {
            Ok(asked) if asked.lines => lines::answer(&app, asked, find).await,
            Ok(asked) => answer(&app, asked, Scan, find, None).await,
            Err(refusal) => refusal.into_response(),
        }
    })
}

/// Route of one thing by its name: `/game/ID` is a page, `/game/ID.json` its data.
fn one<P: RoutePage, T: Serialize + 'static, D: Serialize + 'static>(
    page: Find<P, T>,
    draw: Draw<P, T>,
    (weight, data): (Weight, Find<P, D>),
) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, request: Request| {
        let address = request.uri().clone();
        let is_data = address.path().ends_with(".json");
        let locale = locale(&request);
        async move {
            match asked(&app, request).await {
                Ok(asked) if is_data => answer(&app, asked, weight, data, None).await,
                Ok(asked) => match with_years(&asked) {
                    Some(target) => see(target),
                    None => answer(&app, asked, Scan, page, Some(draw)).await,
                },
                Err(refusal) if is_data => refusal.into_response(),
                Err(refusal) => error::respond_unread(&refusal, locale, &address),
            }
        }
    })
}

/// Redirects a form of a page: a typed move, typed years, or the single player of a comparison.
fn played<P: RoutePage>(asked: &ParsedRequest<P>) -> Option<Response> {
    let state = &asked.state;
    if let Some(target) = asked.own.instead(state).or_else(|| with_years(asked)) {
        return Some(see(target));
    }
    let text = asked.typed.play.as_ref()?;
    Some(match AddressMove::read(text.trim(), state.size) {
        // The point is occupied, so the board stays, and its page reports that.
        Ok(AddressMove::Place(point)) if state.stone(point) != Stone::Empty => return None,
        Ok(step) => see(state.play(step).explored()),
        Err(refusal) => error::respond(&refusal, asked.locale, Some(asked)),
    })
}

/// Address of the page after its query was limited to the typed years.
fn with_years<P: RoutePage>(asked: &ParsedRequest<P>) -> Option<String> {
    let (first, last) = (asked.typed.first_year, asked.typed.last_year);
    if (first, last) == (None, None) {
        return None;
    }
    let years = QueryYears::parse(&asked.state.query)?;
    asked.own.about(&asked.path, &asked.state.clone().asking(years.with_years(first, last)))
}

/// Redirects that the forms of a page need.
trait RoutePage: RouteParameters {
    /// Page that is shown instead of this one.
    fn instead(&self, _: &PageState) -> Option<String> {
        None
    }

    /// Address for games of other years. Pages about people stay; other pages lead to Explore.
    fn about(&self, _: &str, chosen: &PageState) -> Option<String> {
        Some(chosen.at_path("/"))
    }
}

impl RoutePage for NoParameters {}
impl RoutePage for ExploreParameters {}
impl RoutePage for GamesParameters {}
impl RoutePage for ArchiveParameters {}

impl RoutePage for GameParameters {
    /// The page of a game has no years to choose.
    fn about(&self, _: &str, _: &PageState) -> Option<String> {
        None
    }
}

impl RoutePage for VersusParameters {
    fn instead(&self, state: &PageState) -> Option<String> {
        let [player] = self.players.as_slice() else {
            return None;
        };
        Some(state.among().at_path(&format!("/players?player={}", encoded(player))))
    }

    fn about(&self, path: &str, chosen: &PageState) -> Option<String> {
        let player = |name: &String| format!("player={}", encoded(name));
        let players: Vec<String> = self.players.iter().map(player).collect();
        Some(chosen.among().at_path(&and(path, &players.join("&"))))
    }
}

impl RoutePage for PlayersParameters {
    fn about(&self, path: &str, chosen: &PageState) -> Option<String> {
        Some(match path {
            "/player" => addresses::player(&self.name, chosen),
            "/players" => chosen.at_path("/"),
            of_one => chosen.among().at_path(of_one),
        })
    }
}

/// Redirects a first visit if the usual empty board has no games.
async fn first(app: &Arc<App>) -> Option<Response> {
    let opened = app.opened().ok()?;
    if opened.first.get().is_none() {
        let found = at_desk(&app.scans, opened.clone(), Scan, false, explore::first_page).await;
        // If the search failed, the page itself reports the error.
        let _ = opened.first.set(found.ok().flatten());
    }
    opened.first.get()?.clone().map(see)
}

fn see(target: String) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, target)]).into_response()
}

/// Redirects an address that ends in a slash to the address without it.
fn moved(path: &str, query: Option<&str>) -> Response {
    let target = and(path, query.unwrap_or_default());
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, target)]).into_response()
}

async fn nowhere(request: Request) -> Response {
    let nothing = |help: Message| {
        let message = say!("error-no-address");
        RequestError::new(StatusCode::NOT_FOUND, "not_found", message).help(help)
    };
    let path = request.uri().path();
    // A browser would read `//` and `/\` as the beginning of another host's address.
    let is_plain = path.len() > 1 && !path.contains("//") && !path.contains('\\');
    if let Some(shorter) = path.strip_suffix('/').filter(|_| is_plain) {
        return moved(shorter, request.uri().query());
    }
    if request.uri().path().starts_with("/api/") {
        return nothing("see /api/v1/openapi.json".into()).into_response();
    }
    error::respond(&nothing(say!("error-no-address-help")), locale(&request), None)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
