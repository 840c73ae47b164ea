//! The page Players: players of the archive, found by any spelling.

use super::addresses;
use super::columns::{HeadOrder, sort_keys};
use super::figures::{percent, year_span};
use super::player_games::{filter_notice, hidden_filter, unique_switch, won_bar};
use super::text::{escape_invisible, marked, name, person};
use super::{Content, PageContext, PageFragment, parts, title_with_query};
use crate::address::{DEFAULT_ROWS, ParsedRequest};
use crate::data::person::{ListedPlayer, MIN_DECIDED_GAMES, PlayersList};
use crate::route_parameters::PlayersParameters;
use crate::state::{PageState, add_parameters, encoded};
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_engine::players::WinLoss;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Largest number of players that a list shows.
const MAX_PLAYERS: usize = 500;
/// Smallest number of players for which the list has two columns in a wide window.
const MIN_TWO_COLUMN_PLAYERS: usize = 10;
/// Sort order of the list if none is chosen: most games first.
const DEFAULT_ORDER: &str = "-games";

/// Column heading of the list of players: message, sort order that it links to, and class in the style sheet.
type Head = (&'static str, &'static str, Option<&'static str>);

/// Column headings. If the results of players are not counted, only the first two are shown.
const HEADS: [Head; 4] = [
    ("players-column-player", "name", None),
    ("own-column-games", "-games", Some("number")),
    ("own-column-won", "-won", None),
    ("players-column-years", "-years", Some("years")),
];

/// List of players with what was requested: the filter of the games, the order, and the limit.
struct Listing<'a> {
    data: &'a PlayersList,
    /// State of the page: the query that restricts the games, and the order of the players.
    state: PageState,
    /// Largest number of players that the list shows.
    limit: usize,
}

impl<'a> Listing<'a> {
    fn new(
        request: &ParsedRequest,
        parameters: &PlayersParameters,
        data: &'a PlayersList,
    ) -> Listing<'a> {
        let order = data.order.as_deref().unwrap_or_default();
        Listing {
            data,
            state: request.state.unsorted_filter().with(|state| state.sort = sort_keys(order)),
            limit: parameters.limit,
        }
    }

    /// True if the results of the players are counted.
    fn has_results(&self) -> bool {
        self.data.players.iter().any(|player| player.own.is_some())
    }

    /// Order in which the players are listed, if it is known.
    fn order(&self) -> Option<&str> {
        let usual = self.has_results().then_some(DEFAULT_ORDER);
        self.data.order.as_deref().or(usual)
    }

    /// Address of this list with another limit and state.
    fn address(&self, limit: usize, state: &PageState) -> String {
        let limit = (limit != DEFAULT_ROWS).then(|| limit.to_string());
        let name = Some(&self.data.name).filter(|name| !name.is_empty());
        let parameters =
            [("player", self.data.beside.as_ref()), ("name", name), ("limit", limit.as_ref())];
        let written = parameters
            .into_iter()
            .filter_map(|(key, value)| Some(format!("{key}={}", encoded(value?))));
        let written: Vec<String> = written.collect();
        state.at_path(&add_parameters("/players", &written.join("&")))
    }

    /// Address of this list of players sorted in another order.
    fn ordered(&self, order: &str) -> String {
        let state = self.state.with(|state| state.sort = sort_keys(order));
        self.address(self.limit, &state)
    }
}

/// Draws the page Players, or only its list.
pub(crate) fn draw(
    view: &PageContext,
    parameters: &PlayersParameters,
    data: &PlayersList,
) -> PageFragment {
    let locale = view.request.locale;
    let listing = Listing::new(view.request, parameters, data);
    if !view.request.wants_part("main") {
        return list(&listing, locale).into();
    }
    let sentence = match data.total {
        Some(total) => say!(locale, "players-all", n = total),
        None => say!(locale, "players-beginning", name = data.name.as_str()),
    };
    let content = Content {
        title: title_with_query(say!(locale, "players-title"), &view.request.state.query),
        sentence: sentence.into(),
        main: html! {
            h1.hidden { (say!(locale, "players-title")) }
            (search(&listing, locale))
            (filter_notice(&listing.state, &with_name(&data.name, &state_without_query(&listing.state)), locale))
            (pair(&listing.state, data, locale))
            (list(&listing, locale))
        },
    };
    // Links to other pages contain the sort keys of the state. An order of players is removed, because it means nothing
    // there.
    let state = match &data.order {
        Some(_) => view.request.state.with(|state| state.sort.clear()),
        None => view.request.state.clone(),
    };
    let request = view.request.with_path(view.request.path.clone(), state);
    parts(&PageContext { request: &request, ..*view }, content)
}

/// State of the list without the query that restricts the games.
fn state_without_query(state: &PageState) -> PageState {
    PageState { sort: state.sort.clone(), ..PageState::default() }
}

fn search(listing: &Listing, locale: Locale) -> Markup {
    let (state, found) = (&listing.state, listing.data);
    html! {
        form #find-player method="get" action="/players" role="search" aria-label=(say!(locale, "players-title")) {
            label for="name" { (say!(locale, "players-name")) " " }
            @if let Some(first) = &found.beside { input type="hidden" name="player" value=(first); }
            input #name type="search" name="name" value=(found.name) autocomplete="off" spellcheck="false";
            (hidden_filter(state))
            @if let Some(order) = &found.order { input type="hidden" name="sort" value=(order); }
            button { (say!(locale, "players-find")) }
            (unique_switch(state, |other| with_name(&found.name, other), locale))
        }
    }
}

/// Form for comparing two players. The checkboxes in the rows of the list belong to this form.
fn pair(state: &PageState, data: &PlayersList, locale: Locale) -> Markup {
    html! {
        form #pair method="get" action="/versus" {
            @if let Some(first) = &data.beside {
                input type="hidden" name="player" value=(first);
                span { (marked!(locale, "players-beside"; name = html! { b { (name(first)) } })) }
                a href=(with_name(&data.name, state))
                    aria-label=(say!(locale, "players-without", name = escape_invisible(first))) { "✕" }
            } @else { span { (say!(locale, "players-choose")) } }
            (hidden_filter(state))
            button { (say!(locale, "players-versus")) }
        }
    }
}

/// Address of the list of players whose names begin with a text.
fn with_name(name: &str, state: &PageState) -> String {
    let address = state.at_path("/players");
    if name.is_empty() {
        address
    } else {
        add_parameters(&address, &format!("name={}", encoded(name)))
    }
}

fn list(listing: &Listing, locale: Locale) -> Markup {
    let data = listing.data;
    let shown = data.players.len();
    let more = data.total.is_some_and(|total| total > shown as u64) && shown < MAX_PLAYERS;
    let is_by_rate = matches!(listing.order(), Some("won" | "-won"));
    html! {
        section #people aria-label=(say!(locale, "players-title")) {
            @if data.players.is_empty() {
                p.nothing { (say!(locale, "players-none")) }
            } @else {
                (table(listing, locale))
                @if is_by_rate { p.muted { (say!(locale, "players-few", n = MIN_DECIDED_GAMES)) } }
                @if more {
                    p { a href=(listing.address(MAX_PLAYERS, &listing.state)) { (say!(locale, "players-more")) } }
                }
            }
        }
    }
}

/// Draws the list of players. The style sheet lays out its rows as grids. Some browsers then no longer present a table
/// to screen readers, so the roles of table, row and cell are written explicitly.
fn table(listing: &Listing, locale: Locale) -> Markup {
    let data = listing.data;
    let is_halved = data.players.len() >= MIN_TWO_COLUMN_PLAYERS;
    let caption = match data.order {
        None => say!(locale, "players-caption"),
        Some(_) => say!(locale, "players-title"),
    };
    html! {
        table.people.halves[is_halved].bare[!listing.has_results()] role="table" {
            caption.hidden { (caption) }
            thead role="rowgroup" {
                tr role="row" {
                    th.choose scope="col" role="columnheader" { span.hidden { (say!(locale, "players-versus")) } }
                    (heads(listing, locale))
                }
                @if is_halved { (second_heads(listing, locale)) }
            }
            tbody role="rowgroup" {
                @for player in &data.players { (row(&listing.state, player, data.beside.as_ref(), locale)) }
            }
        }
    }
}

/// Column headings that this list has, each with the sort order that it links to.
fn headings(listing: &Listing) -> impl Iterator<Item = (&'static Head, HeadOrder)> {
    let count = if listing.has_results() { HEADS.len() } else { 2 };
    HEADS.iter().take(count).map(move |head| (head, HeadOrder::new(head.1, listing.order())))
}

fn heads(listing: &Listing, locale: Locale) -> Markup {
    html! {
        @for ((message, _, class), asks) in headings(listing) {
            th class=[*class] scope="col" role="columnheader" aria-sort=[asks.sorted] {
                a href=(listing.ordered(&asks.target)) { (say!(locale, *message)) } (asks.arrow())
            }
        }
    }
}

/// Draws the headings above the second column of a wide window. They can be clicked, but keyboard and screen readers
/// only use those above the first column.
fn second_heads(listing: &Listing, locale: Locale) -> Markup {
    html! {
        tr.again aria-hidden="true" {
            td.choose {}
            @for ((message, _, class), asks) in headings(listing) {
                th class=[*class] {
                    a href=(listing.ordered(&asks.target)) tabindex="-1" { (say!(locale, *message)) } (asks.arrow())
                }
            }
        }
    }
}

fn row(
    state: &PageState,
    player: &ListedPlayer,
    compare_with: Option<&String>,
    locale: Locale,
) -> Markup {
    html! {
        tr role="row" {
            td.choose role="cell" {
                // A name with invisible characters cannot be chosen for a comparison, because what is drawn differs
                // from the name.
                @if compare_with != Some(&player.player) && escape_invisible(&player.player) == player.player {
                    input type="checkbox" form="pair" name="player" value=(player.player)
                        aria-label=(say!(locale, "players-versus-of", name = player.player.as_str()));
                }
            }
            th scope="row" role="rowheader" {
                a href=(addresses::player(&player.player, state)) { (person(&player.player, locale)) }
                @if let Some(spelling) = &player.spelling { " " span.muted { (name(spelling)) } }
            }
            td.number role="cell" { (format_thousands(player.games)) }
            @if let Some(own) = &player.own {
                (rate(own))
                td.years.muted role="cell" {
                    @if let Some((first, last)) = player.years { (year_span(first, last)) }
                }
            }
        }
    }
}

/// Draws the share of games won among those won and lost, as a bar and as a number.
fn rate(results: &WinLoss) -> Markup {
    let decided = results.won + results.lost;
    let tooltip = format!("{}–{}", format_thousands(results.won), format_thousands(results.lost));
    html! {
        td.decided role="cell" title=[(decided > 0).then_some(tooltip)] {
            @if decided > 0 { (won_bar(results.won, results.lost)) span { (percent(results.won, decided)) } }
        }
    }
}
