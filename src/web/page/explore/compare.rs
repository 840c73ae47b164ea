//! Compares the games of two queries at one position: how often each continuation is played, and how often the side
//! that plays it wins.

use super::board_page::BoardPage;
use super::compare_form::compare_form;
use super::more;
use super::moves::MoveRow;
use super::table::letter;
use crate::page::figures::{optional_link, partly_hidden, stone};
use crate::page::text::{escape_invisible, marked};
use crate::state::PageState;
use crate::words::say;
use kifu_engine::board::Step;
use kifu_engine::compare::{CompareRow, Comparison, Portion, RateDifference};
use kifu_engine::number_format::format_thousands;
use kifu_messages::Locale;
use kifu_record::game::{Color, Move};
use maud::{Markup, html};

/// Number of rows of the comparison that are visible at once; a click shows the others.
const ROWS_AT_ONCE: usize = 14;

/// Columns of the table that exist twice, once for each query: message of the column's name, and message of the name
/// with the letter of the query.
const SHARES: [(&str, &str); 2] =
    [("compare-share", "compare-share-in"), ("compare-wins", "compare-wins-in")];

/// A difference is drawn bold only if at least this many games of one of the two sets have the continuation. By the
/// 95 % interval alone, a continuation in one of 94 games would already differ from one in none of thousands of games.
const MIN_GAMES_FOR_BOLD: u64 = 5;

/// Draws the table that compares the two queries.
pub(in crate::page) fn section(
    (state, page): (&PageState, BoardPage),
    data: &Comparison,
    rows: &[MoveRow],
    locale: Locale,
) -> Markup {
    let (first, rest) = data.rows.split_at(data.rows.len().min(ROWS_AT_ONCE));
    let total = page.unit.message("compare-total", "compare-total-corners");
    let number = |games: u64| html! { strong { (format_thousands(games)) } };
    html! {
        section #moves aria-label=(say!(locale, "compare-title")) {
            @let (first_games, second_games) = (data.first.all.games, data.second.all.games);
            div.head {
                p.total { (marked!(locale, total; first = number(first_games), second = number(second_games))) }
            }
            ol.sides {
                li { b { "A" } " " (query(&data.first.query, locale)) (wins(&data.first.all, locale)) }
                li { b { "B" } " " (query(&data.second.query, locale)) (wins(&data.second.all, locale)) }
            }
            @if let Some(difference) = &data.rate_difference {
                @let points = signed(difference.difference);
                p.muted { (say!(locale, "compare-difference", points = points, interval = interval(difference, locale))) }
            }
            @if data.common > 0 {
                p.muted { (say!(locale, page.unit.message("compare-common", "compare-common-corners"), n = data.common)) }
            }
            @if data.rows.is_empty() { p.nothing { (say!(locale, page.unit.message("compare-none", "compare-none-corners"))) } } @else {
                (table((state, page), first, rows, true, locale))
                @if !rest.is_empty() {
                    details.rest {
                        summary { (say!(locale, "compare-more", n = rest.len())) }
                        (table((state, page), rest, rows, false, locale))
                    }
                }
                p.legend { (say!(locale, page.unit.message("compare-legend", "compare-legend-corners"))) }
            }
            (compare_form(state, page, locale))
        }
    }
}

fn query(text: &str, locale: Locale) -> Markup {
    html! { @if text.trim().is_empty() { (say!(locale, "compare-all-games")) } @else { code { (escape_invisible(text)) } } }
}

fn wins(all: &Portion, locale: Locale) -> Markup {
    let rate_text =
        |rate: f64| say!(locale, "compare-black-wins", rate = format!("{:.0}%", 100.0 * rate));
    html! { @if let Some(rate) = all.rate { span.muted { " · " (rate_text(rate)) } } }
}

fn table(
    (state, page): (&PageState, BoardPage),
    rows: &[CompareRow],
    continuations: &[MoveRow],
    head: bool,
    locale: Locale,
) -> Markup {
    html! {
        table.compared {
            caption.hidden { (say!(locale, "compare-caption")) }
            thead.hidden[!head] {
                tr {
                    th scope="col" { (say!(locale, "compare-next")) }
                    @for (of, of_side) in SHARES {
                        @for side in ["A", "B"] {
                            th scope="col" { (partly_hidden(&say!(locale, of_side, side = side), side)) }
                        }
                        th scope="col" { (say!(locale, of)) }
                    }
                }
            }
            tbody { @for row in rows { (line((state, page), row, continuations, locale)) } }
        }
    }
}

fn line(
    (state, page): (&PageState, BoardPage),
    row: &CompareRow,
    continuations: &[MoveRow],
    locale: Locale,
) -> Markup {
    let at = row.value.as_deref().unwrap_or_default();
    let is_it = |known: &&MoveRow| known.next.at.as_str() == at && known.next.color == row.color;
    let known = continuations.iter().find(is_it);
    let step = row.step.unwrap_or_default();
    let color = step.color();
    let mover = color.unwrap_or(state.to_move());
    let next = match step {
        Step::End => say!(locale, "compare-ends"),
        Step::Move(_, Move::Pass) => say!(locale, "pass"),
        Step::Elsewhere(_) => say!(locale, page.elsewhere),
        Step::Move(..) => at.to_owned(),
    };
    let name = html! {
        @if let Some(known) = known { (letter(known)) }
        @if let Some(color) = color { (stone(color)) }
        b { (next) }
    };
    let rate = |portion: &Portion| portion.rate.map(|rate| rate_of_side(rate, mover));
    let better = row.rate_difference.map(|difference| difference_of_side(difference, mover));
    let id = more::id(state, step, at);
    let games = row.first.games.max(row.second.games);
    html! {
        tr data-at=(at) {
            th scope="row" {
                (optional_link(known.and_then(|known| known.href.as_deref()), Some(format!("next-{id}")), &name))
            }
            td { (share(&row.first)) }
            td { (share(&row.second)) }
            td { (difference(row.share_difference.as_ref(), games, locale)) }
            td { (percent(rate(&row.first))) }
            td { (percent(rate(&row.second))) }
            td { (difference(better.as_ref(), games, locale)) }
        }
    }
}

/// Converts a win rate of Black to that of the side that plays the move.
fn rate_of_side(rate: f64, mover: Color) -> f64 {
    match mover {
        Color::Black => rate,
        Color::White => 1.0 - rate,
    }
}

fn difference_of_side(of: RateDifference, mover: Color) -> RateDifference {
    match mover {
        Color::Black => of,
        Color::White => RateDifference { difference: -of.difference, low: -of.high, high: -of.low },
    }
}

fn share(portion: &Portion) -> Markup {
    html! { (percent(portion.share)) small { (format_thousands(portion.games)) } }
}

/// Writes a share as `33%`; shares below ten percent get one decimal.
fn percent(share: Option<f64>) -> Markup {
    html! {
        @match share {
            None => span.muted { "–" },
            Some(share) if share < 0.0995 => (format!("{:.1}%", 100.0 * share)),
            Some(share) => (format!("{:.0}%", 100.0 * share)),
        }
    }
}

/// Writes a difference in percentage points: `+3.2`, `−1.0`, `0.0`.
fn signed(share: f64) -> String {
    kifu_engine::number_format::signed(100.0 * share, 1).replace('-', "−")
}

/// Writes the ends of a confidence interval: `−1.0 to +7.4`.
fn interval(of: &RateDifference, locale: Locale) -> String {
    let (low, high) = (signed(of.low), signed(of.high));
    say!(locale, "compare-interval", low = low, high = high)
}

/// Draws a difference. It is bold if its confidence interval excludes zero and `games` is large enough: the number of
/// games with the continuation, in the set that has more of them.
fn difference(of: Option<&RateDifference>, games: u64, locale: Locale) -> Markup {
    let Some(of) = of else {
        return html! { span.muted { (say!(locale, "compare-few")) } };
    };
    let class = match of {
        // A difference that is rounded to zero is not drawn bold.
        _ if games < MIN_GAMES_FOR_BOLD || signed(of.difference) == "0.0" => "plain",
        RateDifference { low, .. } if *low > 0.0 => "more",
        RateDifference { high, .. } if *high < 0.0 => "less",
        _ => "plain",
    };
    html! { span class=(class) { (signed(of.difference)) } small { (interval(of, locale)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_by_a_single_game_is_not_bold() {
        // The difference between a move that one of 94 games plays and the same move in none of thousands of games.
        let of = RateDifference { difference: 0.0106, low: 0.0017, high: 0.0578 };
        let class = |of: &RateDifference, games| {
            difference(Some(of), games, Locale::English)
                .into_string()
                .split('"')
                .nth(1)
                .unwrap_or_default()
                .to_owned()
        };
        assert_eq!((class(&of, 1), class(&of, 5)), ("plain".to_owned(), "more".to_owned()));
        let tiny = RateDifference { difference: 0.0002, low: 0.0001, high: 0.0003 };
        assert_eq!(class(&tiny, 22), "plain");
        let less = difference_of_side(of, Color::White);
        assert_eq!((class(&less, 4), class(&less, 94)), ("plain".to_owned(), "less".to_owned()));
    }
}
