//! Draws the table of continuations.

use super::board_page::EXPLORE;
use super::compare_form::compare_form;
use super::more::TableRow;
use super::tab::with_tab;
use super::table::{
    FoldedRows, TableFigures, TableLine, TableNames, folded_rows, table, tint_legend,
};
use super::{chips, hints, more, shape};
use crate::address::{FIRST_PART, ParsedRequest};
use crate::data::explore::Explored;
use crate::page::figures::{Rate, percent, rates};
use crate::page::text::{color_name, marked};
use crate::state::{AddressMove, ExploreTab, HitFields, PageState};
use crate::words::say;
use kifu_engine::board::{BoardAnswer, NextMove, Step};
use kifu_engine::input::BoardSubject;
use kifu_engine::number_format::format_thousands;
use kifu_engine::openings::opening_name;
use kifu_messages::Locale;
use kifu_record::game::{Color, Move, Point};
use maud::{Markup, html};

/// Number of continuations that are visible at once; a click shows the others.
pub(in crate::page) const ROWS_AT_ONCE: usize = 12;
/// Number of continuations that are visible at once on the start page, which also shows the years in the first window.
const ROWS_AT_START: usize = 8;

/// Number of continuations that are visible at once on the page of a state.
fn rows_at_once(state: &PageState) -> usize {
    if is_start(state) { ROWS_AT_START } else { ROWS_AT_ONCE }
}

/// True for the empty board without a query, with which Explore begins.
fn is_start(state: &PageState) -> bool {
    state.query.is_empty() && state.played().is_empty() && !state.has_setup() && !state.is_shape()
}

/// A continuation (next move), ready to be drawn on the board and in the table.
pub(in crate::page) struct MoveRow<'a> {
    /// The continuation with the numbers that the engine counted.
    pub next: &'a NextMove,
    /// Letter that marks the continuation on the board.
    pub letter: Option<char>,
    /// Point of the move on the board.
    pub point: Option<Point>,
    /// Side that plays the continuation.
    pub color: Option<Color>,
    /// Win rate of the side that plays the move.
    pub rate: Option<Rate>,
    /// How much better the games with the move go for the side that plays it than all games of the position, from −1 to
    /// 1; see [`Rate::tint`].
    pub tint: Option<f64>,
    /// Win rate, over all games of the position, of the side that plays the move.
    pub position_rate: Option<Rate>,
    /// Address of the position after the continuation.
    pub href: Option<String>,
    /// True if the row counts games in which other moves are played before this move, too. Such a move is not drawn on
    /// the board.
    pub is_later: bool,
    /// For a move inside a shape: the share of games in which it directly follows the shape, among the games in which
    /// it is the next move inside the shape, and the number of the latter.
    pub at_once: Option<(String, u64)>,
}

/// Makes the rows of the table of continuations from the engine's answer, in the same order.
pub(super) fn rows<'a>(state: &PageState, answer: &'a BoardAnswer) -> Vec<MoveRow<'a>> {
    let mut letters = ('A'..='Z').take(ROWS_AT_ONCE);
    let mut lettered: Vec<(Point, char)> = Vec::new();
    let turn = state.to_move();
    // A point has one letter, even if it is a continuation of both sides.
    let mut letter = |point: Point| {
        let letter = lettered
            .iter()
            .find(|(at, _)| *at == point)
            .map_or_else(|| letters.next(), |(_, letter)| Some(*letter))?;
        lettered.push((point, letter));
        Some(letter)
    };
    let mut row = |next: &'a NextMove, later: bool| {
        let point = next.point().map(|point| match &answer.subject {
            BoardSubject::Position(_) => point,
            BoardSubject::Pattern(input) => input.on_board(point),
        });
        let color = next.step.color();
        let step = match next.step {
            Step::Move(_, Move::Pass) => Some(AddressMove::Pass),
            _ => point.map(AddressMove::Place),
        };
        let mover = color.unwrap_or(turn);
        let rate = Rate::of_color(&next.wins, mover);
        let position_rate = Rate::of_color(&answer.wins, mover);
        MoveRow {
            letter: point.and_then(&mut letter),
            rate,
            tint: rate.zip(position_rate).map(|(rate, whole)| rate.tint(whole)),
            position_rate,
            href: step.and_then(|step| Some(after(state, answer, step, color?)?.explore_address())),
            next,
            point,
            color,
            is_later: later,
            at_once: point.and_then(|_| at_once(answer, next)),
        }
    };
    let next = answer.moves.iter().map(|next| (next, false));
    let local = answer.local.iter().flatten();
    let local = local.filter(|local| local.elsewhere.is_some());
    let later = local.map(|local| (&local.next, true));
    next.chain(later).map(|(next, later)| row(next, later)).collect()
}

/// For a move inside a shape: the share of games in which it directly follows the shape, among the games in which it is
/// the next move inside the shape, and the number of the latter.
fn at_once(answer: &BoardAnswer, next: &NextMove) -> Option<(String, u64)> {
    let mut local = answer.local.iter().flatten();
    let local = local.find(|local| more::is_same_move(&local.next, next))?;
    let (none, all) = (local.elsewhere.as_ref()?.none, local.next.games);
    Some((percent(none, all), all))
}

/// State of Explore after a move. In a shape either side may play. If the move is of the side that is not to move, the
/// stones are set up before it, because moves must alternate.
fn after(
    state: &PageState,
    answer: &BoardAnswer,
    step: AddressMove,
    color: Color,
) -> Option<PageState> {
    let is_in_turn = color == state.to_move();
    let BoardSubject::Pattern(input) = &answer.subject else {
        return is_in_turn.then(|| state.play(step));
    };
    if !is_in_turn && state.sequence {
        return None;
    }
    let before = if is_in_turn {
        state.clone()
    } else if state.at == 0 {
        state.with(|state| {
            state.turn = color;
            state.moves.clear();
        })
    } else {
        state.set_up(&shape::surrounding_board(input), color)
    };
    // Conditions on the hit are about the shape before the move, so they are dropped, except `in`, the part of the game
    // tree where hits may be.
    let hit = HitFields { within: state.hit.within.clone(), ..HitFields::default() };
    Some(PageState { hit, ..before.play(step) })
}

impl MoveRow<'_> {
    /// Text of a row for the tooltip of its move on the board: `R9: 375 games, wins 50%`.
    pub(super) fn tooltip(&self, locale: Locale) -> String {
        let (at, n) = (self.name(locale), self.next.games);
        match self.wins() {
            Some(wins) => say!(locale, "moves-row-wins", at = at, n = n, wins = wins),
            None => say!(locale, "moves-row", at = at, n = n),
        }
    }

    /// Name of the continuation in words.
    pub(super) fn name(&self, locale: Locale) -> String {
        match self.next.step {
            Step::End => say!(locale, "moves-end"),
            Step::Elsewhere(_) => say!(locale, "moves-elsewhere"),
            Step::Move(_, Move::Pass) => say!(locale, "pass"),
            Step::Move(..) => self.next.at.clone(),
        }
    }

    fn in_table(&self) -> TableRow<'_> {
        TableRow { next: self.next, is_later: self.is_later }
    }

    /// Text of the tooltip that says in which share of games the continuation directly follows the shape, without moves
    /// outside the shape before it.
    fn at_once(&self, locale: Locale) -> Option<String> {
        let (share, n) = self.at_once.clone()?;
        Some(say!(locale, "moves-at-once-title", n = n, share = share))
    }

    /// Win rate of the side that plays the move, in percent, without the percent sign.
    pub(in crate::page) fn wins(&self) -> Option<String> {
        let rate = self.rate?;
        Some(format!("{:.0}", 100.0 * rate.share))
    }
}

/// What is needed to draw any row of the table of continuations.
struct TableContext<'a> {
    state: &'a PageState,
    /// True if the rows that become visible only by a click are left out, to be loaded later.
    only_first: bool,
    data: &'a Explored,
    figures: TableFigures,
}

impl<'a> TableContext<'a> {
    fn new(request: &'a ParsedRequest, data: &'a Explored) -> TableContext<'a> {
        let answer = &data.answer;
        let has_losses = answer.moves.iter().any(|next| next.loss.is_some());
        let years = answer.years.as_deref().unwrap_or_default();
        TableContext {
            state: &request.state,
            only_first: request.names_part(FIRST_PART),
            data,
            figures: TableFigures::new("moves-head-games", answer.total, &answer.wins, years)
                .with_losses(has_losses)
                .with_book(data.has_book_marks()),
        }
    }

    /// Makes the line of a row.
    fn line<'r>(&self, row: &'r MoveRow<'r>, locale: Locale) -> TableLine<'r> {
        let next = row.next;
        let (state, in_table) = (self.state, row.in_table());
        let of = Some(more::row_name(state, in_table)).filter(|name| *name != next.at);
        let id = (!row.is_later).then(|| format!("next-{}", more::id(state, next.step, &next.at)));
        let note = row.at_once.as_ref().filter(|_| row.is_later).map(|(share, _)| {
            html! { small.at-once { (say!(locale, "moves-at-once-share", share = share.as_str())) } }
        });
        let open = self.data.row.as_ref().filter(|more| more::is_for_row(more, in_table));
        TableLine {
            row,
            name: row.name(locale),
            id,
            of,
            title: row.at_once(locale),
            note,
            more: more::link(state, in_table, self.data, locale),
            details: open.map(|more| more::line((state, self.data), more, locale)),
        }
    }

    fn lines<'r>(&self, rows: &[&'r MoveRow<'r>], locale: Locale) -> Vec<TableLine<'r>> {
        rows.iter().map(|row| self.line(row, locale)).collect()
    }
}

/// Draws the number of games, their results, and a row for each continuation.
pub(super) fn section(
    request: &ParsedRequest,
    data: &Explored,
    rows: &[MoveRow],
    locale: Locale,
) -> Markup {
    let (state, answer) = (&request.state, &data.answer);
    let table_context = TableContext::new(request, data);
    html! {
        section #moves aria-label=(say!(locale, "moves-title")) data-said=(aria_summary(state, data, rows, locale)) {
            (totals(state, data, locale))
            @if answer.total == 0 { (hints::no_games(state, data, locale)) } @else {
                (tables(&table_context, rows, locale))
            }
            div.foot {
                @if answer.total > 0 { (legend(state, table_context.figures.has_losses, locale)) }
                p {
                    @if answer.in_variations > 0 {
                        (say!(locale, "moves-only-in-variations", n = answer.in_variations)) " "
                    }
                    @if !state.is_shape() { @for note in &answer.notes { (note) " " } }
                }
                @if answer.total > 0 { (compare_form(state, EXPLORE, locale)) }
            }
            @if let Some(suggestions) = &data.suggestions { (hints::first_questions(suggestions, locale)) }
        }
    }
}

/// Summary for screen readers: `1,257 games, Black to play, most played F3, 33%, wins 51%`.
fn aria_summary(state: &PageState, data: &Explored, rows: &[MoveRow], locale: Locale) -> String {
    let total = data.answer.total;
    let mut parts = vec![say!(locale, "games", n = total)];
    if !state.is_shape() {
        parts.push(say!(locale, "to-play", color = color_name(state.to_move(), locale)));
    }
    if let Some(most) = rows.iter().filter(|row| !row.is_later).max_by_key(|row| row.next.games) {
        let (at, share) = (most.name(locale), percent(most.next.games, total));
        parts.push(match most.wins() {
            Some(wins) => say!(locale, "moves-most-wins", at = at, share = share, wins = wins),
            None => say!(locale, "moves-most", at = at, share = share),
        });
    }
    parts.join(", ")
}

/// Draws the rows of the table. For a shape, next moves outside the shape form a table of their own above the one of
/// moves inside.
fn tables(context: &TableContext, rows: &[MoveRow], locale: Locale) -> Markup {
    let rows: Vec<&MoveRow> = rows.iter().collect();
    if !context.state.is_shape() {
        return table_and_rest(context, &rows, &NEXT, locale);
    }
    let (later, rows): (Vec<&MoveRow>, Vec<&MoveRow>) =
        rows.into_iter().partition(|row| row.is_later);
    let (inside, elsewhere): (Vec<&MoveRow>, Vec<&MoveRow>) =
        rows.into_iter().partition(|row| row.point.is_some());
    html! {
        @if !elsewhere.is_empty() { (table_and_rest(context, &elsewhere, &TENUKI, locale)) }
        @if inside.is_empty() {
            p.muted { (say!(locale, "moves-none-inside")) }
        } @else {
            (table_and_rest(context, &inside, &INSIDE, locale))
        }
        @if !later.is_empty() {
            details.rest.later {
                summary { (say!(locale, "moves-later-open")) }
                (table_and_rest(context, &later, &LATER, locale))
            }
        }
    }
}

/// Draws a table with its first rows, and behind it the switch that shows the other rows in the same table.
fn table_and_rest(
    context: &TableContext,
    rows: &[&MoveRow],
    names: &TableNames,
    locale: Locale,
) -> Markup {
    let (first, rest) = rows.split_at(rows.len().min(rows_at_once(context.state)));
    let games: u64 = rest.iter().map(|row| row.next.games).sum();
    let (lines, rest_lines) = (context.lines(first, locale), context.lines(rest, locale));
    let folded = match rest {
        [_, ..] if context.only_first => FoldedRows::Later,
        _ => FoldedRows::Lines(&rest_lines),
    };
    html! {
        (table(&context.figures, (&lines, &folded), names, locale))
        @if !rest.is_empty() {
            details.rest {
                summary {
                    (say!(locale, "moves-others", n = rest.len(), games = games)) " · " span.open-all { (say!(locale, "show-all")) }
                }
            }
        }
    }
}

const NEXT: TableNames = ["moves-next", "next", "moves-next-caption"];
const TENUKI: TableNames = ["moves-tenuki", "tenuki", "moves-tenuki-caption"];
const INSIDE: TableNames = ["moves-inside", "inside", "moves-inside-caption"];
const LATER: TableNames = ["moves-later", "inside later", "moves-later-caption"];

fn totals(state: &PageState, data: &Explored, locale: Locale) -> Markup {
    let answer = &data.answer;
    let wins = &answer.wins;
    let without = wins.draws + wins.unknown;
    html! {
        div.head {
            p.total {
                @let total = html! { strong { (format_thousands(answer.total)) } };
                (marked!(locale, "moves-total", n = answer.total; total = total)) " · "
                // The row of the page before this one counted only games that continue so. The position may have more
                // games, which reach it by another order of moves.
                @if !state.is_shape() && state.played().len() > 1 { (say!(locale, "moves-any-order")) " · " }
                @if state.is_shape() { (say!(locale, "moves-first-time")) }
                @else { (say!(locale, "to-play", color = color_name(state.to_move(), locale))) }
            }
            @if answer.opening.is_some() || without > 0 {
                p.opening {
                    @if let Some(opening) = answer.opening { b { (opening_name(opening, locale)) } @if without > 0 { " · " } }
                    @if without > 0 { (say!(locale, "moves-without-winner", n = without)) }
                }
            }
        }
        @if wins.black + wins.white > 0 { (rates(wins, locale)) }
        @if state.is_shape() { (chips::draw(state, data, locale)) }
    }
}

/// Draws the folded rows as a part of the page, for a script that loads them. They are in a table of their own, because
/// rows without a table are no HTML.
pub(super) fn rest_as_part(
    request: &ParsedRequest,
    data: &Explored,
    rows: &[MoveRow],
    locale: Locale,
) -> Markup {
    let rows: Vec<&MoveRow> = rows.iter().skip(rows_at_once(&request.state)).collect();
    let context = TableContext::new(request, data);
    let lines = context.lines(&rows, locale);
    html! {
        @if !rows.is_empty() {
            table { (folded_rows(&context.figures, &FoldedRows::Lines(&lines), &NEXT, locale)) }
        }
    }
}

fn legend(state: &PageState, has_losses: bool, locale: Locale) -> Markup {
    html! {
        p.legend {
            @let better = if state.is_shape() {
                say!(locale, "moves-better-side")
            } else {
                say!(locale, "moves-better", color = color_name(state.to_move(), locale))
            };
            (tint_legend(&better, locale))
            " " a href=(with_tab(state, ExploreTab::Counted)) { (say!(locale, "moves-how-counted")) }
            @if has_losses {
                " " button #losses type="button" aria-pressed="false" hidden title=(say!(locale, "moves-loss-title")) {
                    (say!(locale, "moves-show-losses"))
                }
            }
        }
    }
}
