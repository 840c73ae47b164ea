//! The page Explore: a position, its continuations, their years, and the games.

pub(in crate::page) mod board_page;
mod chips;
mod comments;
pub(in crate::page) mod compare;
pub(in crate::page) mod compare_form;
mod curve;
pub(in crate::page) mod game_list;
mod hints;
mod more;
pub(in crate::page) mod moves;
pub(in crate::page) mod position;
mod shape;
mod tab;
pub(in crate::page) mod table;
pub(in crate::page) mod years;

use super::text::step_name;
use super::{Content, PageContext, PageFragment, parts, problems, title_with_query};
use crate::address::FIRST_PART;
use crate::data::explore::Explored;
use crate::route_parameters::ExploreParameters;
use crate::state::{ExploreTab, PageState};
use crate::words::say;
use board_page::EXPLORE;
use kifu_messages::Locale;
use maud::{Markup, html};
use tab::with_tab;

/// Tabs on a page that is too narrow for all sections: each shows one section, and has a message with its name.
const TABS: [(ExploreTab, &str); 4] = [
    (ExploreTab::Moves, "explore-tab-moves"),
    (ExploreTab::Years, "explore-tab-years"),
    (ExploreTab::Games, "explore-tab-games"),
    (ExploreTab::Comments, "explore-tab-comments"),
];

/// Draws the page, or the parts of it that were asked for.
pub(crate) fn draw(
    view: &PageContext,
    parameters: &ExploreParameters,
    data: &Explored,
) -> PageFragment {
    let locale = view.request.locale;
    let request = view.request;
    let state = &request.state;
    let rows = moves::rows(state, &data.answer);
    let open = ExploreTab::from_state(state);
    let is_all = request.wants_part("main");
    let sections = html! {
        @if request.wants_part("board") { (position::section(request, data, &rows, locale)) }
        @if is_all { (tabs(state, open, locale)) }
        @if request.wants_part("moves") {
            @match &data.compare {
                Some(compared) => (compare::section((state, EXPLORE), compared, &rows, locale)),
                None => (moves::section(request, data, &rows, locale)),
            }
        }
        @if !is_all && request.wants_part("row") { (more::part(state, data, locale)) }
        @if request.names_part(FIRST_PART) { (placeholders()) }
        @if request.names_part("others") { (moves::rest_as_part(request, data, &rows, locale)) }
        @if request.wants_part("years") { (years::section((state, EXPLORE), data.years(), locale)) }
        @if request.wants_part("games") { (game_list::section(view, parameters, data, &rows)) }
        @if let Some(comments) = &data.comments { (comments::section(state, comments, locale)) }
        @if is_all && open == ExploreTab::Counted { (hints::counted_parts(data, locale)) }
    };
    if !is_all {
        return sections.into();
    }
    let content = Content {
        title: title(state, locale),
        sentence: data.sentence.clone(),
        main: html! {
            h1.hidden { (say!(locale, "explore-title")) }
            @if data.looked_at.is_some() { (hints::partial(request, data, locale)) }
            @if let Some(collections) = &data.collections { (problems::draw(collections, locale)) }
            div.explore data-tab=(style_name(open)) { (sections) }
        },
    };
    parts(view, content)
}

/// Draws empty elements in the place of the part of the page that loads later. Until that part arrives, scripts fill
/// them with what the page showed before the click.
fn placeholders() -> Markup {
    html! {
        section #years data-later {}
        section #games data-later {}
    }
}

fn title(state: &PageState, locale: Locale) -> String {
    let position = match state.played().last() {
        None => say!(locale, "explore-title"),
        Some(step) => format!("{} {}", state.at, step_name(*step, state.size, locale)),
    };
    title_with_query(position, &state.query)
}

/// Class name of a tab in the style sheet.
fn style_name(tab: ExploreTab) -> &'static str {
    match tab {
        ExploreTab::Moves => "moves",
        ExploreTab::Years => "years",
        ExploreTab::Games => "games",
        ExploreTab::Comments => "comments",
        ExploreTab::Counted => "counted",
    }
}

fn tabs(state: &PageState, open: ExploreTab, locale: Locale) -> Markup {
    html! {
        nav.tabs aria-label=(say!(locale, "explore-tabs")) {
            @for (tab, message) in TABS {
                @let current = (tab == open).then_some("true");
                a #{ "tab-" (style_name(tab)) } href=(with_tab(state, tab)) aria-current=[current] { (say!(locale, message)) }
            }
        }
    }
}
