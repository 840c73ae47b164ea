//! Draws tables of continuations: of a position, of a shape, or of a corner.

use super::curve::ShareCurves;
use super::more;
use super::moves::MoveRow;
use crate::page::figures::{MIN_DECIDED_GAMES, bar, optional_link, percent, stone, tint_color};
use crate::words::say;
use kifu_engine::board::{NextMove, Step, Wins, YearRow};
use kifu_engine::number_format::{decimals, format_thousands};
use kifu_messages::Locale;
use maud::{Markup, html};

/// Message of the heading of the first column, class of the table, and message of its caption.
pub(in crate::page) type TableNames = [&'static str; 3];

/// Numbers of the position that a table compares its rows with.
pub(in crate::page) struct TableFigures {
    /// Message of the heading of the column with the numbers of games or corners.
    count_head: &'static str,
    /// Number of games or corners that have the position.
    total: u64,
    /// Win rate of Black over all games of the position.
    black_rate: Option<f64>,
    share_curves: Option<ShareCurves>,
    /// True if engines analysed enough of the games to show what moves lose.
    pub has_losses: bool,
    /// True if a book is in use that can tell whether it has the continuations.
    has_book: bool,
}

impl TableFigures {
    /// Makes the numbers from the results of a position, and from its games by year.
    pub(in crate::page) fn new(
        count_head: &'static str,
        total: u64,
        wins: &Wins,
        years: &[YearRow],
    ) -> TableFigures {
        let decided = wins.black + wins.white;
        TableFigures {
            count_head,
            total,
            black_rate: (decided > 0).then(|| wins.black as f64 / decided as f64),
            share_curves: ShareCurves::from_years(years),
            has_losses: false,
            has_book: false,
        }
    }

    /// Sets whether the table can show what moves lose.
    #[must_use]
    pub(in crate::page) fn with_losses(self, has_losses: bool) -> TableFigures {
        TableFigures { has_losses, ..self }
    }

    /// Sets whether the table has the column of the book in use.
    #[must_use]
    pub(in crate::page) fn with_book(self, has_book: bool) -> TableFigures {
        TableFigures { has_book, ..self }
    }
}

/// Number of columns of a table without the column of the book in use.
const COLUMNS: usize = 7;

/// Number of columns of a table of continuations. `has_book` is true if it has the column of the book in use.
pub(in crate::page) fn table_columns(has_book: bool) -> usize {
    COLUMNS + usize::from(has_book)
}

/// Line of a table: a continuation with the texts and links that depend on the page.
pub(in crate::page) struct TableLine<'a> {
    pub row: &'a MoveRow<'a>,
    /// Name of the continuation in words.
    pub name: String,
    /// Id of the link that plays the continuation.
    pub id: Option<String>,
    /// Name of the continuation in requests for details about it, if that is not its point.
    pub of: Option<String>,
    /// Tooltip of the name.
    pub title: Option<String>,
    /// Further text beside the name.
    pub note: Option<Markup>,
    /// Link that opens the details of the line, or closes them.
    pub more: Markup,
    /// Row of the table with these details, if they are open.
    pub details: Option<Markup>,
}

/// Rows of a table that are visible only while the element `details` behind the table is open.
pub(in crate::page) enum FoldedRows<'a, 'l> {
    Lines(&'a [TableLine<'l>]),
    /// A script loads the rows when somebody wants to see them.
    Later,
}

/// Draws the rows of a table that are folded at first; nothing if there are none.
pub(in crate::page) fn folded_rows(
    figures: &TableFigures,
    folded: &FoldedRows,
    [_, class, _]: &TableNames,
    locale: Locale,
) -> Markup {
    let id = (*class == "next").then_some("others");
    html! {
        @match folded {
            FoldedRows::Later => tbody #others.rest data-later {},
            FoldedRows::Lines([]) => {},
            FoldedRows::Lines(lines) => tbody.rest id=[id] { (draw_lines(figures, lines, locale)) },
        }
    }
}

fn draw_lines(figures: &TableFigures, lines: &[TableLine], locale: Locale) -> Markup {
    html! {
        @for line in lines {
            (draw_line(figures, line, locale))
            @if let Some(details) = &line.details { (details) }
        }
    }
}

/// Draws a table.
pub(in crate::page) fn table(
    figures: &TableFigures,
    (lines, folded): (&[TableLine], &FoldedRows),
    names: &TableNames,
    locale: Locale,
) -> Markup {
    let [first, class, caption] = names;
    let span = figures.share_curves.as_ref().map(ShareCurves::span);
    html! {
        table.continuations.(class).with-book[figures.has_book] {
            caption.hidden { (say!(locale, *caption)) }
            thead { tr {
                th scope="col" { (say!(locale, *first)) }
                th scope="col" aria-sort="descending" { (say!(locale, figures.count_head)) }
                th scope="col" { (say!(locale, "moves-head-share")) }
                th scope="col" { (say!(locale, "moves-head-results")) }
                th scope="col" title=(say!(locale, "moves-wins-title")) { (say!(locale, "moves-head-wins")) }
                th scope="col" title=(say!(locale, "moves-years-title")) {
                    @let years = html! {
                        @if let Some((first, last)) = span { (first) "–" (last) } @else { (say!(locale, "moves-head-years")) }
                    };
                    @let title = say!(locale, "moves-loss-title");
                    @let lost = html! { span title=(title) { (say!(locale, "moves-head-loss")) } };
                    (years_or_losses(figures, years, lost))
                }
                @if figures.has_book {
                    th.book scope="col" title=(say!(locale, "moves-book-title")) {
                        (say!(locale, "moves-head-book"))
                    }
                }
                th scope="col" { span.hidden { (say!(locale, "moves-head-more")) } }
            } }
            tbody { (draw_lines(figures, lines, locale)) }
            (folded_rows(figures, folded, names, locale))
        }
    }
}

fn draw_line(figures: &TableFigures, line: &TableLine, locale: Locale) -> Markup {
    let row = line.row;
    let next = row.next;
    let name = html! {
        (letter(row)) @if let Some(color) = row.color { (stone(color)) } b { (line.name) }
    };
    // A move with few games gets no curve, because its shares by year say nothing.
    let curve = figures
        .share_curves
        .as_ref()
        .filter(|_| next.games >= MIN_DECIDED_GAMES)
        .zip(next.years.as_deref());
    html! {
        tr data-at=(next.at) data-of=[line.of.as_deref()] data-year=[next.first_year]
            data-wins={ (next.wins.black) " " (next.wins.white) } {
            th scope="row" title=[line.title.as_deref()] {
                (optional_link(row.href.as_deref(), line.id.clone(), &name))
                @if let Some(note) = &line.note { (note) }
            }
            td { (format_thousands(next.games)) }
            td.muted { (percent(next.games, figures.total)) }
            td { (results(figures, next, locale)) }
            td { @if has_results(&next.wins) { (rate(row, locale)) } }
            td {
                @let years = html! {
                    @match curve {
                        Some((fashion, years)) => (fashion.curve(years, locale)),
                        None => span.muted { (more::years(next)) },
                    }
                };
                (years_or_losses(figures, years, loss(next)))
            }
            @if figures.has_book { td.book { @if next.in_book == Some(true) { (book_mark(locale)) } } }
            td { (line.more) }
        }
    }
}

/// Marks a continuation that the book in use has.
fn book_mark(locale: Locale) -> Markup {
    html! { span aria-hidden="true" { "✓" } span.hidden { (say!(locale, "moves-in-book")) } }
}

/// Explains the colours of discs. `better` says what the blue ones mean.
pub(in crate::page) fn tint_legend(better: &str, locale: Locale) -> Markup {
    html! {
        span { (say!(locale, "moves-worse")) }
        svg viewBox="0 0 60 10" width="60" height="10" aria-hidden="true" {
            @for at in 0..7 {
                @let tint = f64::from(at - 3) / 3.0;
                circle cx=(5 + at * 8) cy="5" r="4.5" fill=(tint_color(tint)) stroke="#5a4420" stroke-width="0.5" {}
            }
        }
        span { (better) }
    }
}

/// False in the row of the end of a corner, whose results are not counted.
fn has_results(wins: &Wins) -> bool {
    wins.black + wins.white + wins.draws + wins.unknown > 0
}

/// Draws the results of the games with a move: as a bar, or as numbers if there are few games.
fn results(figures: &TableFigures, next: &NextMove, locale: Locale) -> Markup {
    let is_few = next.games < MIN_DECIDED_GAMES;
    if !has_results(&next.wins) {
        return html! {};
    }
    html! {
        @if !is_few { (bar(&next.wins, figures.black_rate)) }
        span.hidden[!is_few] {
            @let (black, white) = (next.wins.black.to_string(), next.wins.white.to_string());
            (say!(locale, "moves-won", black = black, white = white))
        }
    }
}

/// Draws the years of a move and, if engines analysed enough games, what the move loses. The style sheet shows one of
/// the two.
fn years_or_losses(figures: &TableFigures, years: Markup, lost: Markup) -> Markup {
    if figures.has_losses {
        html! { span.fashion { (years) } span.lost { (lost) } }
    } else {
        years
    }
}

/// Draws how many points the move loses on average, according to engines.
fn loss(next: &NextMove) -> Markup {
    html! {
        @match next.loss {
            Some(loss) => (decimals(loss, 1)),
            None => span.muted { "–" },
        }
    }
}

/// Draws the disc with the letter of a move, as on the board, beside its row.
pub(super) fn letter(row: &MoveRow) -> Markup {
    let fill = row.tint.map_or_else(|| tint_color(0.0), tint_color);
    html! {
        svg.letter viewBox="0 0 20 20" aria-hidden="true" {
            @if let Some(letter) = row.letter.or(matches!(row.next.step, Step::Elsewhere(_)).then_some('–')) {
                circle cx="10" cy="10" r="9" fill=(fill) {}
                text x="10" y="14" { (letter) }
            }
        }
    }
}

/// Draws the win rate of a move. It is coloured only if its confidence interval excludes the win rate of the position.
fn rate(row: &MoveRow, locale: Locale) -> Markup {
    let Some(rate) = row.rate else {
        return html! { span.muted { (say!(locale, "moves-few")) } };
    };
    let class = match row.position_rate {
        Some(whole) if whole.share < rate.low => "good",
        Some(whole) if whole.share > rate.high => "bad",
        _ => "plain",
    };
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    html! {
        span class=(class) { (percent(rate.share)) } " "
        span.muted { (percent(rate.low)) "–" (percent(rate.high)) }
    }
}
