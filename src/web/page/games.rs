//! The page Games: what a query finds, what it may be narrowed to, and the selected game.

use super::columns::{self, head, here, only};
use super::figures::winner;
use super::rows::{address, one, written};
use super::text::{name, visible};
use super::{Content, PageContext, PageFragment, facets, game, parts, plain};
use crate::engine::info::rank;
use crate::engine::page::{PageAnswer, PageRow, SentencePart, Snippet};
use crate::engine::words::{counted, thousands};
use crate::game::Color;
use crate::web::address::USUAL_ROWS;
use crate::web::data::game::OPENING;
use crate::web::data::games::{GamesPage, node_of};
use crate::web::state::{PageState, and, encoded};
use maud::{Markup, html};

/// Ways to list games: value in the address, name.
const VIEWS: [(&str, &str); 3] = [
    ("comments", "With comments"),
    ("table", "Table"),
    ("boards", "Boards"),
];

/// Orders: keys in the address, name.
const ORDERS: [(&str, &str); 9] = [
    ("", "usual order"),
    ("-date", "newest first"),
    ("date", "oldest first"),
    ("rank", "strongest players first"),
    ("-moves", "longest first"),
    ("moves", "shortest first"),
    ("black", "by Black’s name"),
    ("white", "by White’s name"),
    ("margin", "closest first"),
];

/// Columns of the table: name, and the order that its head asks for.
const COLUMNS: [(&str, &str); 7] = [
    ("Black", "black"),
    ("White", "white"),
    ("Result", "margin"),
    ("Date", "-date"),
    ("Moves", "moves"),
    ("Komi", ""),
    ("Event", ""),
];

/// Draws the page, or the list alone.
pub fn draw(view: &PageContext, found: &GamesPage) -> PageFragment {
    let state = &view.asked.state;
    if !view.asked.wants("facets") {
        return list(view, found).into();
    }
    let content = Content {
        title: "Games".to_owned(),
        sentence: sentence(&found.page),
        main: html! {
            h1.hidden { "Games" }
            @for note in &found.page.notes { p.notice { (note) } }
            @if found.restarted { p.notice { "The archive has changed since that page was made. This is the first page." } }
            div.found {
                (facets::draw(state, found))
                section #results aria-label="Results" {
                    a.to-facets href="#facets" { "Narrow down ↓" }
                    (choices(state, view_of(state, found)))
                    @if found.page.total > 0 { (columns::downloads(state, view_of(state, found) == "table")) }
                    (list(view, found))
                }
                @match &found.preview {
                    Some(shown) => (game::preview(shown, state)),
                    None => section #preview aria-label="Selected game" {},
                }
            }
        },
    };
    parts(view, content)
}

/// `1,218 games where White won, newest first.`
fn sentence(found: &PageAnswer) -> Vec<SentencePart> {
    let mut pieces = found.pieces.clone();
    if let Some(first) = pieces.first_mut() {
        first.text = counting(found.total, &first.text);
    }
    pieces.extend(plain(".".to_owned()));
    pieces
}

/// The beginning of a sentence with the number of its games.
fn counting(total: u64, words: &str) -> String {
    let rest = |word| words.strip_prefix(word);
    match (total, rest("All games"), rest("Games")) {
        (1, Some(rest), _) => format!("The only game{rest}"),
        (_, Some(rest), _) => format!("All {} games{rest}", thousands(total)),
        (0, _, Some(rest)) => format!("No games{rest}"),
        (_, _, Some(rest)) => format!("{}{rest}", counted(total, "game", "games")),
        _ => format!("{}: {words}", counted(total, "game", "games")),
    }
}

/// How the games are listed: with what is said where the query is about comments or what engines said.
fn view_of(state: &PageState, found: &GamesPage) -> &'static str {
    let chosen = VIEWS.iter().find(|(value, _)| *value == state.view);
    let says = |row: &PageRow| row.snippet.is_some() || row.game.judged.is_some();
    let commented = found.page.games.iter().any(says);
    let usual = if commented { "comments" } else { "table" };
    chosen.map_or(usual, |(value, _)| value)
}

fn choices(state: &PageState, view: &str) -> Markup {
    let viewed = |view: &str| here(state).with(|state| state.view = view.to_owned());
    let sorted = |keys: &str| here(state).with(|state| state.sort = only(keys));
    let order = ORDERS.iter().find(|(keys, _)| only(keys) == state.sort);
    html! {
        div.controls {
            div.choice role="group" aria-label="View" {
                @for (value, name) in VIEWS {
                    a href=(viewed(value).at_path("/games")) aria-current=[(value == view).then_some("true")] { (name) }
                }
            }
            @if view == "table" { (columns::menu(state)) }
            details.menu {
                summary { (order.map_or("own order", |(_, name)| name)) }
                ul {
                    @for (keys, name) in ORDERS {
                        li { a href=(sorted(keys).at_path("/games")) aria-current=[(only(keys) == state.sort).then_some("true")] { (name) } }
                    }
                }
            }
        }
    }
}

/// The games of the page in the chosen view, and the way to the next page.
fn list(view: &PageContext, found: &GamesPage) -> Markup {
    let state = &view.asked.state;
    let rows = &found.page.games;
    // Further rows of the same list are appended without a selection.
    let selected = found.preview.as_ref().map(|_| {
        let at = state.selected.unwrap_or(0) as usize;
        if at < rows.len() { at } else { 0 }
    });
    let how = view_of(state, found);
    html! {
        section #list aria-label="Games" data-restarted[found.restarted] {
            @if rows.is_empty() { p.nothing { "No game fits. Remove a part of the query." } }
            @else if how == "table" && !state.columns.is_empty() { (columns::table(view, rows, selected)) }
            @else if how == "table" { (table(state, rows, selected)) }
            @else {
                ol #rows class=(if how == "boards" { "boards" } else { "hits" }) {
                    @for (at, row) in rows.iter().enumerate() {
                        @match how {
                            "boards" => (pictured(row, state, selected == Some(at))),
                            _ => (commented(row, state, selected == Some(at))),
                        }
                    }
                }
            }
            (more(view, found, how))
        }
    }
}

fn more(view: &PageContext, found: &GamesPage, how: &str) -> Markup {
    let state = here(&view.asked.state).with(|state| state.view = how.to_owned());
    let next = found.page.page.next.as_ref();
    let next = next.map(|key| {
        let limit = match view.asked.limit {
            USUAL_ROWS => String::new(),
            limit => format!("&limit={limit}"),
        };
        and(
            &state.at_path("/games"),
            &format!("page={}{limit}", encoded(key)),
        )
    });
    html! {
        p #more {
            @if let Some(next) = next { a.button href=(next) rel="next" { "More games" } }
            @if view.asked.page.is_some() && !found.restarted {
                " " a.button.first href=(here(&view.asked.state).at_path("/games")) { "First page" }
            }
        }
    }
}

/// A game with its board at the hit and a piece of its comment.
fn commented(row: &PageRow, state: &PageState, selected: bool) -> Markup {
    let game = &row.game;
    let href = address(game, state);
    let beyond = row.hits.saturating_sub(1) as u64;
    html! {
        li data-href=(href) aria-current=[selected.then_some("true")] {
            a.picture href=(href) tabindex="-1" aria-hidden="true" { (picture(row, 104)) }
            div {
                a href=(href) { (one(game)) }
                p.muted {
                    @if let Some(place) = place(row) { (place) " · " }
                    (counted(game.moves.into(), "move", "moves"))
                    @if game.variations > 0 {
                        ", " (counted(game.variations.into(), "variation", "variations"))
                    }
                }
                @if let Some(judged) = &row.game.judged { p.snippet { (visible(&judged.in_words())) } }
                @if let Some(snippet) = &row.snippet { (self::snippet(snippet)) }
                @if beyond > 0 { p.muted { "+" (thousands(beyond)) " more in this game" } }
            }
        }
    }
}

fn pictured(row: &PageRow, state: &PageState, selected: bool) -> Markup {
    let href = address(&row.game, state);
    html! {
        li data-href=(href) aria-current=[selected.then_some("true")] {
            a href=(href) { (picture(row, 176)) (one(&row.game)) }
            @if let Some(place) = place(row) { p.muted { (place) } }
        }
    }
}

/// The board at the hit; without one as it stands in the middle of the opening.
fn picture(row: &PageRow, side: u32) -> Markup {
    let place = match node_of(row) {
        Some(node) => format!("node={node}"),
        None => format!("move={}", row.game.moves.min(OPENING)),
    };
    html! {
        img src={ "/api/v1/games/" (row.game.id) "/board.svg?" (place) "&small=1" } alt="" width=(side) height=(side)
            loading="lazy" decoding="async";
    }
}

/// Where the hit is: `move 46, in a variation`.
fn place(row: &PageRow) -> Option<String> {
    let of_hit = row.game.hit.as_ref().map(|hit| (hit.number, hit.variation));
    let of_comment = (row.snippet.as_ref()).map(|snippet| (snippet.number, snippet.variation));
    let (number, variation) = of_hit.or(of_comment)?;
    let variation = if variation { ", in a variation" } else { "" };
    Some(match number {
        0 => format!("at the beginning{variation}"),
        number => format!("move {number}{variation}"),
    })
}

/// The comment around its first mark, with its marks.
fn snippet(snippet: &Snippet) -> Markup {
    html! {
        p.snippet {
            @for part in &snippet.parts {
                @if part.mark { mark { (visible(&part.text)) } } @else { (visible(&part.text)) }
            }
        }
    }
}

fn table(state: &PageState, rows: &[PageRow], selected: Option<usize>) -> Markup {
    html! {
        div.wide {
            table.listed {
                caption.hidden { "Games" }
                thead { tr { @for (name, order) in COLUMNS { (head(state, name, order)) } } }
                tbody #rows {
                    @for (at, row) in rows.iter().enumerate() { (line(row, state, selected == Some(at))) }
                }
            }
        }
    }
}

fn line(row: &PageRow, state: &PageState, selected: bool) -> Markup {
    let game = &row.game;
    let href = address(game, state);
    let info = &game.info;
    let winner = winner(info.result);
    let player = |color: Color| {
        let player = &info.players[color];
        html! {
            span.winner[winner == Some(color)] { (written(player)) }
            @if let Some(rank) = rank(player) { " " small { (name(&rank)) } }
        }
    };
    html! {
        tr data-href=(href) aria-current=[selected.then_some("true")] {
            th scope="row" { a href=(href) { span.hidden { (Color::Black.name()) " " } (player(Color::Black)) } }
            td { (player(Color::White)) }
            td.result { @if let Some(result) = &info.result { (result) } }
            td { @if let Some(date) = &info.date { (date.earliest()) } }
            td.number { (game.moves) @if let Some(place) = place(row) { small title="the hit" { " " (place) } } }
            td.number { @if let Some(komi) = &info.komi { (komi.points()) } }
            td { @if let Some(event) = &info.event { bdi { (visible(event)) } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_the_number() {
        for (total, query, told) in [
            (1218, "Games where White won", "1,218 games where White won"),
            (
                1,
                "Games without those where White won",
                "1 game without those where White won",
            ),
            (0, "Games where White won", "No games where White won"),
            (
                116_224,
                "All games, each once",
                "All 116,224 games, each once",
            ),
            (1, "All games", "The only game"),
        ] {
            assert_eq!(counting(total, query), told);
        }
    }
}
