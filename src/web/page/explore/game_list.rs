//! Draws the games of a position, each with the move that it continues with.

use super::moves::MoveRow;
use super::tab::with_tab;
use super::table::letter;
use crate::data::explore::{Explored, MAX_GAMES_BY_ID, as_query};
use crate::page::columns::{self, FileSizes};
use crate::page::figures::{partly_hidden, switch};
use crate::page::{PageContext, rows};
use crate::route_parameters::ExploreParameters;
use crate::state::{
    Area, ChoiceText, ExploreTab, GuessText, HitFields, PageState, add_parameters, encoded,
};
use crate::words::say;
use kifu_engine::row::GameRow;
use kifu_language::parse;
use kifu_language::snippet::CommentTerms;
use kifu_messages::Locale;
use kifu_record::game::symmetry::Symmetry;
use maud::{Markup, html};

/// Sort orders in the menu: value in the address, and message of the name. The order without a value lists the newest
/// games first.
const ORDERS: [(&str, &str); 7] = [
    ("", "chosen-order-newest"),
    ("date", "chosen-order-oldest"),
    ("rank", "chosen-order-strongest"),
    ("moves", "chosen-order-shortest"),
    ("-moves", "chosen-order-longest"),
    ("margin", "chosen-order-closest"),
    ("hit", "chosen-order-earliest"),
];

/// Draws the list with its menu and the link to its next page.
pub(super) fn section(
    view: &PageContext,
    parameters: &ExploreParameters,
    data: &Explored,
    continuations: &[MoveRow],
) -> Markup {
    let locale = view.request.locale;
    let state = &view.request.state;
    let (shown, total) = (data.answer.games.len() as u64, data.answer.total);
    let unique = state.with(|state| state.unique = (!state.is_unique()).then_some(true));
    html! {
        section #games aria-label=(say!(locale, "chosen-title")) {
            div.head {
                h2.hidden { (say!(locale, "chosen-title")) }
                span { (say!(locale, "games", n = total)) }
                (switch(&unique.explore_address(), state.is_unique(), locale))
                (menu(state, PageState::explore_address, locale))
            }
            @if let Some(copies) = data.answer.left_out.filter(|copies| *copies > 0) {
                p.muted { (say!(locale, "chosen-copies", n = copies)) }
            }
            ol.games { @for game in &data.answer.games { (line(state, game, continuations, locale)) } }
            p.more-games {
                @if parameters.page.is_some() { a href=(with_tab(state, ExploreTab::Games)) { (say!(locale, "chosen-first")) } }
                @if let Some(key) = &data.page.next {
                    a #more-games href=(at_page(state, key)) { (say!(locale, "chosen-more")) }
                }
                span.muted data-total=(total) { (say!(locale, "chosen-shown", n = shown, total = total)) }
                @if let Some(query) = as_query(state, &data.answer).filter(|_| total > shown) {
                    a href=(state.clone().with_query(query).filter_only().at_path("/games")) { (say!(locale, "chosen-all")) }
                }
            }
            @if total > 0 { (downloads(view, data)) }
        }
    }
}

/// Links to files of the position: all its games, and the tree of continuations. The games are selected by a query or,
/// if no query can express the request, by their ids.
fn downloads(view: &PageContext, data: &Explored) -> Markup {
    let locale = view.request.locale;
    let state = &view.request.state;
    let position = PageState {
        sort: Vec::new(),
        tab: ChoiceText::default(),
        second: String::new(),
        view: ChoiceText::default(),
        selected: None,
        flip: 0,
        node: 0,
        game: String::new(),
        guess: GuessText::default(),
        ..state.clone()
    };
    // The address of the tree accepts only one condition on a hit, `in`, and refuses parameters that it does not know,
    // so the others are dropped.
    let tree = PageState {
        edges: None,
        open: Vec::new(),
        sequence: false,
        columns: Vec::new(),
        hit: HitFields { within: state.hit.within.clone(), ..HitFields::default() },
        ..position.clone()
    };
    html! {
        @if let Some(query) = as_query(state, &data.answer) {
            (columns::downloads_with_sizes(&state.clone().with_query(query).filter_only(), false, &sizes(view, data), locale))
        } @else if data.answer.total <= MAX_GAMES_BY_ID as u64 {
            (columns::downloads_of_board(&position, &sizes(view, data), locale))
        }
        p.downloads.muted {
            a #tree-file href=(tree.at_path("/api/v1/explore.sgf")) download { (say!(locale, "chosen-tree-file")) }
        }
    }
}

/// Estimated sizes of the files. If the query has words, each JSON line contains a comment, which the rows on the page
/// do not have. The size of the file with JSON lines is then left out.
fn sizes(view: &PageContext, data: &Explored) -> FileSizes {
    if !data.complete {
        return FileSizes::default();
    }
    let answer = &data.answer;
    let sizes = FileSizes::estimate(view, answer.games.clone(), (answer.total, answer.sgf_bytes));
    let has_words =
        parse(&data.query).is_ok_and(|query| !CommentTerms::from_query(&query).is_empty());
    if has_words { sizes.without_json() } else { sizes }
}

/// Menu of sort orders. `address` makes the address of the page in another state.
pub(in crate::page) fn menu(
    state: &PageState,
    address: fn(&PageState) -> String,
    locale: Locale,
) -> Markup {
    let now = state.sort.join(",");
    let name = ORDERS.iter().find(|(value, _)| *value == now);
    let name = match name {
        Some((_, name)) => say!(locale, *name),
        None => say!(locale, "chosen-order-other", order = now.as_str()),
    };
    let sorted = |value: &str| state.with(|state| state.sort = columns::sort_keys(value));
    html! {
        details.menu {
            summary { (name) }
            ul {
                @for (value, name) in ORDERS {
                    @let is_it = (value == now).then_some("true");
                    li { a href=(address(&sorted(value))) aria-current=[is_it] { (say!(locale, name)) } }
                }
            }
        }
    }
}

/// Address of the page of games with this key.
fn at_page(state: &PageState, key: &str) -> String {
    add_parameters(&with_tab(state, ExploreTab::Games), &format!("page={}", encoded(key)))
}

/// Draws a game. If `state` is about a shape, the page of the game shows its board as the shape is drawn.
pub(in crate::page) fn line(
    state: &PageState,
    game: &GameRow,
    continuations: &[MoveRow],
    locale: Locale,
) -> Markup {
    let next = game.hit.as_ref().and_then(|hit| hit.next.as_ref());
    let queried_move = next.map(|next| &next.asked);
    let chosen = queried_move.and_then(|queried_move| {
        let color = queried_move.color.map(|color| color.to_string());
        let is_it = |row: &&MoveRow| row.next.at == queried_move.at && row.next.color == color;
        continuations.iter().find(is_it)
    });
    let hit = game.hit.as_ref().filter(|_| state.is_shape());
    let swapped = hit.is_some_and(|hit| hit.swapped == Some(true));
    html! {
        li data-at=[queried_move.map(|queried_move| &queried_move.at)] {
            a href=(rows::at_hit(game, state_as_drawn(state, game))) {
                @if let Some(hit) = hit {
                    @let number = hit.number.to_string();
                    span.at-move title=(say!(locale, "chosen-moves-before")) {
                        (partly_hidden(&say!(locale, "chosen-at-move", number = number.as_str()), &number))
                    }
                } @else if let Some(row) = chosen { (letter(row)) span.hidden { (row.name(locale)) ": " } }
                (rows::game_line(game, locale))
                @if swapped { span.swapped { (say!(locale, "chosen-exchanged")) } }
            }
        }
    }
}

/// State of a game's page in which the board is rotated or mirrored in such a way that the hit lies as on this page. A
/// shape gets a frame.
fn state_as_drawn(state: &PageState, game: &GameRow) -> PageState {
    let filter = PageState::default().with_query(&*state.query);
    let size = game.summary.size;
    let Some(hit) = &game.hit else {
        return filter;
    };
    let region = hit.region.as_deref().and_then(|text| Area::read(text, size).ok());
    let back = Symmetry::from_number(hit.symmetry.unwrap_or(0)).inverse();
    PageState {
        area: region.unwrap_or_default(),
        flip: Symmetry::from_number(state.flip).after(back).number(),
        size,
        ..filter
    }
}
