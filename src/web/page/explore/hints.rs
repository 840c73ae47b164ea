//! Hints on the page Explore: searches to begin with, what to try if there are no games, a notice of incomplete
//! answers, and how the games were counted.

use super::tab::with_tab;
use crate::address::ParsedRequest;
use crate::data::explore::Explored;
use crate::page::near;
use crate::page::text::{escape_invisible, marked, step_name};
use crate::state::{AddressMove, ExploreTab, PageState, add_parameters};
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_engine::smaller_shapes::SmallerShape;
use kifu_engine::suggest::Suggestions;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Ways in which the parts of a request are counted: the English text that programs get, and the message for people.
const WAY_MESSAGES: [(&str, &str); 26] = [
    ("all games", "hints-way-all"),
    ("games that all of its parts find", "hints-way-and"),
    ("games that any of its parts finds", "hints-way-or"),
    ("all games except those that its part finds", "hints-way-not"),
    (
        "looked up in the lists of words: names, event, place, title, opening, comments",
        "hints-way-text",
    ),
    ("replayed the games that have each of the positions", "hints-way-replay"),
    (
        "each position looked up in the table of positions, then their order compared",
        "hints-way-sequence",
    ),
    ("read from the engine analysis of the games", "hints-way-judged"),
    ("games that the saved query finds", "hints-way-saved"),
    ("found by following the games in your book", "hints-way-book"),
    ("your tags, stars and notes, matched to games by their content", "hints-way-mine"),
    ("looked up in the list of games that have a value", "hints-way-any"),
    (
        "looked up in the dictionary of words, then in the lists of these words",
        "hints-way-dictionary",
    ),
    ("looked up in the lists of words with their positions in the text", "hints-way-phrase"),
    ("looked up as a whole name", "hints-way-name"),
    ("read from the column of openings", "hints-way-openings"),
    ("found on the boards of the games, as patterns of a corner", "hints-way-joseki"),
    ("looked up in the lists of words", "hints-way-words"),
    ("read from a column of numbers", "hints-way-numbers"),
    (
        "looked up in the lists of words, then compared with the games' properties",
        "hints-way-property-words",
    ),
    ("looked up as a whole value, or compared with the games' properties", "hints-way-property"),
    ("compared with the paths of all files in the index", "hints-way-paths"),
    ("looked up in the table of positions; uncertain games are replayed", "hints-way-position"),
    ("groups of copies of the games that the query finds", "hints-way-copies"),
    ("looked up in the list of games with this trait", "hints-way-twice"),
    ("looked up as a keyword", "hints-way-keyword"),
];

/// Draws searches with which a visitor can begin.
pub(super) fn first_questions(suggestions: &Suggestions, locale: Locale) -> Markup {
    let query = |query: &str| PageState::default().with_query(query);
    let steps: Option<Vec<AddressMove>> = suggestions
        .position
        .iter()
        .map(|name| AddressMove::parse(name, PageState::default().size))
        .collect();
    let position = steps.map(|moves| PageState { at: moves.len(), moves, ..PageState::default() });
    html! {
        div.hints {
            h2 { (say!(locale, "hints-first")) }
            ul {
                li { a href=(query(&suggestions.query).explore_address()) { code { (escape_invisible(&suggestions.query)) } } }
                @if let Some(position) = position {
                    li { a href=(position.explore_address()) { (say!(locale, "hints-after", moves = suggestions.position.join(" "))) } }
                }
                li { a href=(query("rank>=9p date:2000..").explore_address()) { code { "rank>=9p date:2000.." } } }
            }
            // Only the browser knows the queries that were entered on it before; the script `recent.js` adds them.
            div #recent hidden {}
        }
    }
}

/// Draws hints for a position that no game reaches: an earlier position that games reach, and the number of games
/// without each clause of the query.
pub(super) fn no_games(state: &PageState, data: &Explored, locale: Locale) -> Markup {
    let earlier = data.answer.earlier.filter(|earlier| earlier.moves < state.at);
    html! {
        div.nothing {
            p {
                @if state.is_shape() { (say!(locale, "hints-no-shape")) } @else { (say!(locale, "hints-no-position")) }
                " "
                @if let Some(earlier) = earlier {
                    @let last = state.moves.get(earlier.moves.wrapping_sub(1));
                    @let seen = match last {
                        Some(step) => {
                            let (n, at) = (earlier.moves.to_string(), step_name(*step, state.size, locale));
                            say!(locale, "hints-seen-after", n = n, at = at)
                        }
                        None => say!(locale, "hints-seen-before"),
                    };
                    @let seen = html! { a #last-seen href=(state.at_move(earlier.moves).explore_address()) { (seen) } };
                    (marked!(locale, "hints-last-seen", n = earlier.games; seen = seen))
                }
            }
            @if !state.is_shape() && data.answer.subject.is_full_board() {
                p { a #near href=(near::address(state)) { (say!(locale, "hints-near")) } }
            }
            @if !data.smaller_shapes.is_empty() { (smaller_shapes(state, &data.smaller_shapes, locale)) }
            @if !data.without.is_empty() {
                ul {
                    @for (clause, games) in &data.without {
                        @let clause = html! { code { (escape_invisible(clause)) } };
                        li { (marked!(locale, "hints-without", n = *games; clause = clause)) }
                    }
                    li { a href=(state.clone().with_query("").explore_address()) { (say!(locale, "hints-without-filter")) } }
                }
            }
        }
    }
}

/// Lists smaller shapes that games have, as links to their pages.
fn smaller_shapes(state: &PageState, shapes: &[SmallerShape], locale: Locale) -> Markup {
    let label = |shape: &SmallerShape| match shape.without.first() {
        Some(point) => {
            say!(locale, "hints-smaller-stone", point = point.as_str(), n = shape.games)
        }
        None => {
            let region = shape.region.replace('-', "–");
            say!(locale, "hints-smaller-region", region = region, n = shape.games)
        }
    };
    html! {
        p { (say!(locale, "hints-smaller")) }
        ul #smaller {
            @for shape in shapes {
                @if let Some(smaller) = state.with_smaller_shape(&shape.region, &shape.without) {
                    li { a href=(smaller.explore_address()) { (label(shape)) } }
                }
            }
        }
    }
}

/// Notice that the search ran out of time, with a link to a full search. A page that arrives in lines continues by
/// itself, so its notice has no link.
pub(super) fn partial(request: &ParsedRequest, data: &Explored, locale: Locale) -> Markup {
    let (done, all) = data.looked_at.unwrap_or((0, 1));
    html! {
        p.notice #partial {
            @let far = html! { b #far { (100 * done / all.max(1)) " %" } };
            (marked!(locale, "hints-partial", n = data.answer.total; far = far)) " "
            @if data.answer.total > 0 {
                a href=(with_tab(&request.state, ExploreTab::Games)) { (say!(locale, "hints-partial-found")) } " "
            }
            @if !request.accepts_lines {
                a href=(add_parameters(&request.state.explore_address(), "all=1")) { (say!(locale, "hints-partial-rest")) }
            }
        }
    }
}

/// Table of the parts of the request, each with its number of games, its time, and the way in which it was counted.
pub(super) fn counted_parts(data: &Explored, locale: Locale) -> Markup {
    html! {
        section #counted aria-label=(say!(locale, "hints-counted")) {
            div.head { h2 { (say!(locale, "hints-counted")) } }
            @if data.parts.is_empty() { p.muted {
                @if data.answer.subject.is_full_board() { (say!(locale, "hints-counted-position")) }
                @else { (say!(locale, "hints-counted-shape")) }
            } }
            table.parts {
                caption.hidden { (say!(locale, "hints-parts")) }
                thead { tr {
                    th scope="col" { (say!(locale, "hints-parts-part")) }
                    th scope="col" { (say!(locale, "hints-parts-games")) }
                    th scope="col" { (say!(locale, "hints-parts-ms")) }
                    th scope="col" { (say!(locale, "hints-parts-by")) }
                } }
                tbody {
                    @for part in &data.parts {
                        tr {
                            th scope="row" data-depth=(part.depth) { code { (escape_invisible(&part.query)) } }
                            td { (format_thousands(part.games)) }
                            td { (format!("{:.1}", part.time.as_secs_f64() * 1e3)) }
                            td { (way_name(part.way, locale)) }
                        }
                    }
                }
            }
        }
    }
}

/// Translates the way in which a part of the request was counted.
fn way_name(english: &str, locale: Locale) -> String {
    WAY_MESSAGES
        .iter()
        .find(|(way, _)| *way == english)
        .map_or_else(|| english.to_owned(), |(_, id)| say!(locale, *id))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The English messages that pages show must be the texts that programs get.
    #[test]
    fn english_ways_equal_the_engines() {
        for (english, id) in WAY_MESSAGES {
            assert_eq!(say!(Locale::English, id), english);
        }
    }
}
