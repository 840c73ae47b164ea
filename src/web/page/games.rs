//! The page Games: the list of games that a query finds, its facets, and the selected game.

use super::columns::{self, FileSizes, head, list_state, sort_keys};
use super::figures::winner;
use super::rows::{address, game_line, player_name, small_board};
use super::text::{color_name, date_in_list, escape_invisible, event, rank, result};
use super::{Content, PageContext, PageFragment, facets, game, parts, title_with_query};
use crate::address::DEFAULT_ROWS;
use crate::data::games::{GamesPage, hit_node};
use crate::route_parameters::GamesParameters;
use crate::state::{ChoiceText, GamesView, PageChoice, PageState, add_parameters, encoded};
use crate::words::say;
use kifu_engine::advice::{AdviceReason, AdvisedQuery};
use kifu_engine::number_format::format_thousands;
use kifu_engine::page::{PageAnswer, PageRow, Snippet};
use kifu_engine::row::GameRow;
use kifu_messages::{Locale, Message};
use kifu_record::game::Color;
use maud::{Markup, html};

/// Sort orders in the menu: sort keys in the address, and message of the name.
const ORDERS: [(&str, &str); 11] = [
    ("", "games-order-usual"),
    ("-date", "games-order-newest"),
    ("date", "games-order-oldest"),
    ("rank", "games-order-strongest"),
    ("-moves", "games-order-longest"),
    ("moves", "games-order-shortest"),
    ("-captures", "games-order-captures"),
    ("black", "games-order-black"),
    ("white", "games-order-white"),
    ("margin", "games-order-closest"),
    ("place", "games-order-place"),
];

/// Columns of the default table: message of the heading, and the sort key that the heading links to.
const COLUMNS: [(&str, &str); 7] = [
    ("black", "black"),
    ("white", "white"),
    ("games-head-result", "margin"),
    ("games-head-date", "-date"),
    ("games-head-moves", "moves"),
    ("games-head-komi", ""),
    ("games-head-event", ""),
];

/// Draws the page Games, or only its list.
pub(crate) fn draw(
    view: &PageContext,
    parameters: &GamesParameters,
    data: &GamesPage,
) -> PageFragment {
    let locale = view.request.locale;
    let state = &view.request.state;
    if !view.request.wants_part("facets") {
        return list(view, parameters, data).into();
    }
    let content = Content {
        title: title_with_query(say!(locale, "games-title"), &state.query),
        sentence: sentence(&data.page),
        main: html! {
            h1.hidden { (say!(locale, "games-title")) }
            @for note in &data.page.notes { p.notice { (note) } }
            @if data.restarted { p.notice { (say!(locale, "games-restarted")) } }
            div.found {
                (facets::draw(state, data, locale))
                section #results aria-label=(say!(locale, "games-results")) {
                    @if data.page.total > 0 { a.to-facets href="#facets" { (say!(locale, "games-to-facets")) } }
                    (advice(state, &data.advice, locale))
                    @if data.page.total > 0 {
                        (choices(state, list_view(state, data), locale))
                        (downloads(view, data))
                    }
                    (list(view, parameters, data))
                }
                @match &data.preview {
                    Some(shown) => (game::preview(shown, state, locale)),
                    None => section #preview aria-label=(say!(locale, "games-selected")) {},
                }
            }
        },
    };
    parts(view, content)
}

/// Links to download all games of the list as files.
fn downloads(view: &PageContext, data: &GamesPage) -> Markup {
    let locale = view.request.locale;
    let state = &view.request.state;
    let total = data.page.total;
    let sizes = if data.complete {
        let rows = data.page.games.iter().map(|row| row.game.clone());
        FileSizes::estimate(view, rows.collect(), (total, data.page.sgf_bytes))
    } else {
        FileSizes::default()
    };
    columns::downloads_with_sizes(state, list_view(state, data) == GamesView::Table, &sizes, locale)
}

/// Sentence such as `1,218 games where White won, newest first.`
fn sentence(data: &PageAnswer) -> Message {
    Message::concat([data.counted.clone(), kifu_messages::say!("sentence-end")])
}

/// Layout of the list. By default, a query for comments or engine analysis shows the comments or moves that it found,
/// and any other query shows a table.
fn list_view(state: &PageState, data: &GamesPage) -> GamesView {
    let has_text = |row: &PageRow| row.snippet.is_some() || row.game.judged.is_some();
    let commented = data.page.games.iter().any(has_text);
    let usual = if commented { GamesView::Comments } else { GamesView::Table };
    state.view.choice().unwrap_or(usual)
}

/// Id of the message with the name of a layout.
fn view_name(view: GamesView) -> &'static str {
    match view {
        GamesView::Comments => "games-view-comments",
        GamesView::Table => "games-view-table",
        GamesView::Boards => "games-view-boards",
    }
}

/// Draws queries to try instead, each with the number of its games.
fn advice(state: &PageState, advised: &[AdvisedQuery], locale: Locale) -> Markup {
    let about =
        |why: AdviceReason| advised.iter().filter(|advised| advised.why == why).collect::<Vec<_>>();
    let link = |advised: &AdvisedQuery| {
        let text = match (advised.why, &advised.about) {
            (AdviceReason::SimilarName, Some(name)) => name,
            _ => &advised.query,
        };
        let href = list_state(state).with_query(advised.query.as_str()).at_path("/games");
        html! { a href=(href) { (escape_invisible(text)) } " (" (format_thousands(advised.games)) ") " }
    };
    let kinds = [
        (AdviceReason::SimilarName, "games-advice-names"),
        (AdviceReason::Winner, "games-advice-words"),
        (AdviceReason::Words, "games-advice-words"),
        (AdviceReason::WithoutClause, "games-advice-without"),
    ];
    html! {
        @for (why, message) in kinds {
            @let of_kind = about(why);
            @if !of_kind.is_empty() {
                p.advice.muted { (say!(locale, message)) " " @for advised in of_kind { (link(advised)) } }
            }
        }
    }
}

fn choices(state: &PageState, view: GamesView, locale: Locale) -> Markup {
    let viewed = |view| list_state(state).with(|state| state.view = ChoiceText::new(view));
    let sorted = |keys: &str| list_state(state).with(|state| state.sort = sort_keys(keys));
    let order = ORDERS.iter().find(|(keys, _)| sort_keys(keys) == state.sort);
    html! {
        div.controls {
            div.choice role="group" aria-label=(say!(locale, "games-view")) {
                @for &other in GamesView::ALL {
                    @let current = (other == view).then_some("true");
                    a href=(viewed(other).at_path("/games")) aria-current=[current] { (say!(locale, view_name(other))) }
                }
            }
            @if view == GamesView::Table { (columns::menu(state, locale)) }
            details.menu {
                summary { (say!(locale, order.map_or("games-order-own", |(_, message)| message))) }
                ul {
                    @for (keys, message) in ORDERS {
                        @let current = (sort_keys(keys) == state.sort).then_some("true");
                        li { a href=(sorted(keys).at_path("/games")) aria-current=[current] { (say!(locale, message)) } }
                    }
                }
            }
        }
    }
}

/// Draws the games of one page of results in the chosen layout, and the link to the next page of results.
fn list(view: &PageContext, parameters: &GamesParameters, data: &GamesPage) -> Markup {
    let locale = view.request.locale;
    let state = &view.request.state;
    let rows = &data.page.games;
    // Only a complete page has a preview, so only there a row is marked as selected. Rows that a script appends later
    // are not.
    let selected = data.preview.as_ref().map(|_| {
        let at = state.selected.unwrap_or(0) as usize;
        if at < rows.len() { at } else { 0 }
    });
    let how = list_view(state, data);
    html! {
        section #list aria-label=(say!(locale, "games-title")) data-restarted[data.restarted] {
            @if rows.is_empty() {
                p.nothing {
                    (say!(locale, "games-none"))
                    @if data.advice.is_empty() { " " (say!(locale, "games-none-help")) }
                }
            }
            @else {
                @match how {
                    GamesView::Table if !state.columns.is_empty() => (columns::table(view, rows, selected)),
                    GamesView::Table => (table(state, rows, selected, locale)),
                    GamesView::Boards => ol #rows class="boards" {
                        @for (at, row) in rows.iter().enumerate() { (board_item(row, state, selected == Some(at), locale)) }
                    },
                    GamesView::Comments => ol #rows class="hits" {
                        @for (at, row) in rows.iter().enumerate() { (comment_item(row, state, selected == Some(at), locale)) }
                    },
                }
            }
            (more(view, parameters, data, how))
        }
    }
}

fn more(
    view: &PageContext,
    parameters: &GamesParameters,
    data: &GamesPage,
    how: GamesView,
) -> Markup {
    let locale = view.request.locale;
    let state = list_state(&view.request.state).with(|state| state.view = ChoiceText::new(how));
    let next = data.page.page.next.as_ref().map(|key| {
        let limit = match parameters.limit {
            DEFAULT_ROWS => String::new(),
            limit => format!("&limit={limit}"),
        };
        add_parameters(&state.at_path("/games"), &format!("page={}{limit}", encoded(key)))
    });
    let before = data.page.page.before;
    let rows = before + data.page.games.len() as u64;
    html! {
        p #more {
            @if before > 0 && rows > before {
                span.muted {
                    (say!(locale, "games-rows", first = format_thousands(before + 1), last = format_thousands(rows),
                        total = format_thousands(data.page.total)))
                } " "
            }
            @if let Some(next) = next { a.button href=(next) rel="next" { (say!(locale, "games-more")) } }
            @if parameters.page.is_some() && !data.restarted {
                " " a.button.first href=(list_state(&view.request.state).at_path("/games")) { (say!(locale, "games-first-page")) }
            }
        }
    }
}

/// Draws a game with its board at the hit and an excerpt of the comment that matches the query.
fn comment_item(row: &PageRow, state: &PageState, selected: bool, locale: Locale) -> Markup {
    let game = &row.game;
    let href = address(game, state);
    let beyond = row.hits.saturating_sub(1) as u64;
    html! {
        li data-href=(href) aria-current=[selected.then_some("true")] {
            a.picture href=(href) tabindex="-1" aria-hidden="true" { (picture(row, 104)) }
            div {
                a href=(href) { (game_line(game, locale)) }
                p.muted {
                    @if let Some(place) = place(row, locale) { (place) " · " }
                    (length(game, locale))
                }
                @if let Some(judged) = &row.game.judged { p.snippet { (escape_invisible(&judged.in_words().in_language(locale))) } }
                @if let Some(snippet) = &row.snippet { (self::snippet(snippet)) }
                @if beyond > 0 { p.muted { (say!(locale, "games-more-hits", n = beyond)) } }
            }
        }
    }
}

/// Describes the length of a game: the number of moves, and of variations if it has any.
fn length(game: &GameRow, locale: Locale) -> String {
    let moves = say!(locale, "moves", n = game.summary.moves);
    match game.summary.variations {
        0 => moves,
        n => say!(
            locale,
            "games-moves-and-variations",
            moves = moves,
            variations = say!(locale, "variations", n = n)
        ),
    }
}

fn board_item(row: &PageRow, state: &PageState, selected: bool, locale: Locale) -> Markup {
    let href = address(&row.game, state);
    html! {
        li data-href=(href) aria-current=[selected.then_some("true")] {
            a href=(href) { (picture(row, 176)) (game_line(&row.game, locale)) }
            @if let Some(place) = place(row, locale) { p.muted { (place) } }
        }
    }
}

/// Draws a small board of a game at its hit or, if it has none, after the opening moves.
fn picture(row: &PageRow, side: u32) -> Markup {
    small_board(&row.game, hit_node(row), side)
}

/// Describes the place of the hit, such as `move 46, in a variation`.
fn place(row: &PageRow, locale: Locale) -> Option<String> {
    let of_hit = row.game.hit.as_ref().map(|hit| (hit.number, hit.variation));
    let of_comment = row.snippet.as_ref().map(|snippet| (snippet.number, snippet.variation));
    let (number, variation) = of_hit.or(of_comment)?;
    let id = match (number, variation) {
        (0, false) => "games-at-beginning",
        (0, true) => "games-at-beginning-in-variation",
        (_, false) => "games-at-move",
        (_, true) => "games-at-move-in-variation",
    };
    Some(say!(locale, id, number = number.to_string()))
}

/// Draws an excerpt of a comment around the first word of the query in it. All words of the query are marked.
fn snippet(snippet: &Snippet) -> Markup {
    html! {
        p.snippet {
            @for part in &snippet.parts {
                @if part.mark { mark { (escape_invisible(&part.text)) } } @else { (escape_invisible(&part.text)) }
            }
        }
    }
}

fn table(state: &PageState, rows: &[PageRow], selected: Option<usize>, locale: Locale) -> Markup {
    html! {
        div.wide {
            table.listed {
                caption.hidden { (say!(locale, "games-title")) }
                thead { tr { @for (message, order) in COLUMNS { (head(state, &say!(locale, message), order)) } } }
                tbody #rows {
                    @for (at, row) in rows.iter().enumerate() { (line(row, state, selected == Some(at), locale)) }
                }
            }
        }
    }
}

fn line(row: &PageRow, state: &PageState, selected: bool, locale: Locale) -> Markup {
    let game = &row.game;
    let href = address(game, state);
    let info = &game.info;
    let winner = winner(info.result);
    let player = |color: Color| {
        let player = &info.players[color];
        html! {
            span.winner[winner == Some(color)] { (player_name(player, locale)) }
            @if let Some(rank) = rank(player, locale) { " " (rank) }
        }
    };
    html! {
        tr data-href=(href) aria-current=[selected.then_some("true")] {
            th scope="row" {
                a href=(href) { span.hidden { (color_name(Color::Black, locale)) " " } (player(Color::Black)) }
            }
            td { (player(Color::White)) }
            td.result { @if let Some(one) = info.result { (result(one, locale)) } }
            td { @if let Some(date) = &info.date { (date_in_list(date, locale)) } }
            td.number {
                (game.summary.moves)
                @if let Some(place) = place(row, locale) { small title=(say!(locale, "games-hit")) { " " (place) } }
            }
            td.number { @if let Some(komi) = &info.komi { (komi.points()) } }
            td { @if let Some(written) = &info.event { (event(written, locale)) } }
        }
    }
}
