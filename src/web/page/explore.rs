//! The page Explore: a position, its continuations, their years, and the games.

mod beside;
mod chips;
mod chosen;
mod compare;
mod curve;
mod hints;
mod more;
mod moves;
mod position;
mod shape;
mod standing;
mod tab;
mod years;

use super::text::step_name;
use super::{Content, PageContext, PageFragment, parts, titled};
use crate::address::FIRST;
use crate::data::explore::Explored;
use crate::route_parameters::ExploreParameters;
use crate::state::{ExploreTab, PageState};
use crate::words::say;
use kifu_messages::Locale;
use maud::{Markup, html};
use tab::with_tab;

/// Tabs of a narrow page, which shows one section at a time, with their messages.
const TABS: [(ExploreTab, &str); 4] = [
    (ExploreTab::Moves, "explore-tab-moves"),
    (ExploreTab::Years, "explore-tab-years"),
    (ExploreTab::Games, "explore-tab-games"),
    (ExploreTab::Comments, "explore-tab-comments"),
];

/// Draws the page, or the parts of it that were asked for.
pub(crate) fn draw(view: &PageContext, own: &ExploreParameters, found: &Explored) -> PageFragment {
    let locale = view.asked.locale;
    let asked = view.asked;
    let state = &asked.state;
    let rows = moves::rows(state, &found.answer);
    let open = ExploreTab::of(state);
    let is_all = asked.wants("main");
    let sections = html! {
        @if asked.wants("board") { (position::section(state, found, &rows, locale)) }
        @if is_all { (tabs(state, open, locale)) }
        @if asked.wants("moves") {
            @match &found.compare {
                Some(compared) => (compare::section(state, compared, &rows, locale)),
                None => (moves::section(asked, found, &rows, locale)),
            }
        }
        @if !is_all && asked.wants("row") { (more::alone(state, found, locale)) }
        @if asked.names(FIRST) { (years_and_games_later()) }
        @if asked.names("others") { (moves::others_alone(asked, found, &rows, locale)) }
        @if asked.wants("years") { (years::section(state, found, locale)) }
        @if asked.wants("games") { (chosen::section(view, own, found, &rows)) }
        @if let Some(comments) = &found.comments { (standing::section(state, comments, locale)) }
        @if is_all && open == ExploreTab::Counted { (hints::counted_parts(found, locale)) }
    };
    if !is_all {
        return sections.into();
    }
    let content = Content {
        title: title(state, locale),
        sentence: found.sentence.clone(),
        main: html! {
            h1.hidden { (say!(locale, "explore-title")) }
            @if let Some(point) = &asked.typed.play {
                p.notice role="status" { (say!(locale, "position-taken", point = point.trim().to_uppercase())) }
            }
            @if found.looked_at.is_some() { (hints::partial(asked, found, locale)) }
            div.explore data-tab=(style_name(open)) { (sections) }
        },
    };
    parts(view, content)
}

/// Places for the part of the page that loads later. Until it arrives, scripts keep there what the page showed before.
fn years_and_games_later() -> Markup {
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
    titled(position, &state.query)
}

/// Name of a tab in the style sheet.
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
