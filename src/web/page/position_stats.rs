//! Draws how the games of the archive continue from a node of a game, compared with this game.

use super::figures::{
    MIN_DECIDED_GAMES, Rate, bar, optional_link, percent, rates, stone, tint_color,
};
use super::text::{color_name, marked};
use crate::data::position_stats::PositionStats;
use crate::state::{AddressMove, PageState};
use crate::words::say;
use kifu_drawing::Disc;
use kifu_engine::board::{NextMove, Step, Wins};
use kifu_engine::number_format::format_thousands;
use kifu_engine::points::move_name;
use kifu_messages::Locale;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point};
use maud::{Markup, html};

/// Largest number of rows of continuations, and of their discs on the board.
const MAX_ROWS: usize = 12;

/// Where the links of the rows of continuations lead.
pub(super) struct RowTargets<'w> {
    /// State of Explore that shows the position, if there is one.
    pub explore: Option<PageState>,
    /// Address of the next move of this game.
    pub next: Option<String>,
    /// State of this page with the line that the visitor tries.
    pub tried: PageState,
    /// Path of this page.
    pub path: String,
    /// Side to move.
    pub turn: Color,
    /// Query that filters the games.
    pub query: &'w str,
}

impl RowTargets<'_> {
    /// True if the position is one that the visitor reached by moves of their own.
    fn is_trying(&self) -> bool {
        !self.tried.played().is_empty()
    }

    /// Address that the link of a continuation leads to: the next node of this game if the game plays it, otherwise
    /// this page with the continuation as a move that the visitor tries.
    fn href(&self, stats: &PositionStats, at: usize, row: &NextMove) -> Option<String> {
        if stats.played_row == Some(at) && self.next.is_some() {
            return self.next.clone();
        }
        let step = match row.step {
            Step::Move(_, Move::Pass) => AddressMove::Pass,
            step => AddressMove::Place(step.point()?),
        };
        let is_due = row.step.color() == Some(self.turn);
        is_due.then(|| self.tried.play(step).at_path(&self.path))
    }
}

/// Colour of a continuation: how much better the games with it go for the side that plays it than all games of the
/// position.
fn tint(stats: &PositionStats, row: &NextMove) -> String {
    let rate = |wins: &Wins| Rate::of_color(wins, row.step.color()?);
    let pair = rate(&row.wins).zip(rate(&stats.answer.wins));
    tint_color(pair.map_or(0.0, |(row, all)| row.tint(all)))
}

/// Discs of the most frequent continuations with their shares. Points that have a sign of the record get no disc. If
/// both sides play a point, the more frequent move gets the disc.
pub(super) fn discs(
    stats: &PositionStats,
    targets: &RowTargets,
    signed: &[Point],
    locale: Locale,
) -> Vec<Disc> {
    let answer = &stats.answer;
    let most = answer.moves.iter().map(|row| row.games).max().unwrap_or(1).max(1);
    let rows = answer.moves.iter().enumerate().take(MAX_ROWS);
    let mut taken = signed.to_vec();
    rows.filter_map(|(at, row)| {
        let point = row.point().filter(|point| !taken.contains(point))?;
        taken.push(point);
        let share = 100.0 * row.games as f64 / answer.total.max(1) as f64;
        let text = if share < 0.95 { String::new() } else { format!("{share:.0}") };
        let (name, n, share) = (row.at.as_str(), row.games, text.as_str());
        let drawn = if share.is_empty() { String::new() } else { format!("{share}%") };
        let title = if share.is_empty() {
            say!(locale, "here-disc", point = name, n = n)
        } else {
            say!(locale, "here-disc-share", point = name, n = n, share = share)
        };
        Some(Disc {
            point,
            text: drawn,
            has_share: true,
            title,
            share: row.games as f64 / most as f64,
            fill: tint(stats, row),
            href: targets.href(stats, at, row),
        })
    })
    .collect()
}

/// Draws the number of games with the position, their results, their continuations, and the continuation of this game.
pub(super) fn draw(
    stats: &PositionStats,
    targets: &RowTargets,
    size: BoardSize,
    turn: Color,
    locale: Locale,
) -> Markup {
    let answer = &stats.answer;
    let n = answer.total;
    let total = html! { strong { (format_thousands(n)) } };
    html! {
        h2 { (say!(locale, "here-title")) }
        p.total {
            @if targets.query.is_empty() { (marked!(locale, "here-total", n = n; total = total)) }
            @else { (marked!(locale, "here-total-of-query", n = n; total = total)) }
            " · " (say!(locale, "to-play", color = color_name(turn, locale)))
        }
        @if !stats.complete { p.muted { (say!(locale, "not-all")) } }
        @if answer.wins.black + answer.wins.white >= MIN_DECIDED_GAMES { (rates(&answer.wins, locale)) }
        @if !answer.moves.is_empty() {
            table.ways {
                caption.hidden { (say!(locale, "here-ways")) }
                thead.hidden {
                    tr {
                        th scope="col" { (say!(locale, "here-next")) }
                        th scope="col" { (say!(locale, "here-games")) }
                        th scope="col" { (say!(locale, "here-results")) }
                    }
                }
                tbody { @for (at, row) in answer.moves.iter().enumerate().take(MAX_ROWS) { (line(stats, targets, at, row, locale)) } }
            }
        }
        @if answer.in_variations > 0 {
            p.muted { (say!(locale, "here-in-variations", n = answer.in_variations)) }
        }
        @if answer.moves.len() > MAX_ROWS {
            p.muted { (say!(locale, "here-more-ways", n = answer.moves.len() - MAX_ROWS)) }
        }
        @if !targets.is_trying() { p.told { (summary(stats, size, locale)) } }
        @if let Some(state) = &targets.explore {
            p { a #explore.button href=(state.at_path("/")) { (say!(locale, "here-explore")) } }
        }
    }
}

/// Name of a continuation. Names of points are not translated.
fn next_move_name(row: &NextMove, locale: Locale) -> String {
    match row.step {
        Step::Move(_, Move::Pass) => say!(locale, "pass"),
        Step::Elsewhere(_) => say!(locale, "here-elsewhere"),
        Step::End => say!(locale, "here-end"),
        Step::Move(..) => row.at.clone(),
    }
}

fn line(
    stats: &PositionStats,
    targets: &RowTargets,
    at: usize,
    row: &NextMove,
    locale: Locale,
) -> Markup {
    let total = stats.answer.total;
    let is_played = stats.played_row == Some(at);
    let inner = html! {
        svg.letter viewBox="0 0 20 20" aria-hidden="true" {
            rect x="2" y="2" width="16" height="16" rx="4" fill=(tint(stats, row)) stroke="#5a4420" stroke-width="0.8" {}
        }
        @if let Some(color) = row.step.color() { (stone(color)) }
        b { (next_move_name(row, locale)) }
    };
    let wins = &row.wins;
    let (black, white) = (wins.black.to_string(), wins.white.to_string());
    html! {
        tr data-at=(row.at) aria-current=[is_played.then_some("step")] {
            th scope="row" {
                (optional_link(targets.href(stats, at, row).as_deref(), None, &inner))
            }
            td.number { (format_thousands(row.games)) small { " " (percent(row.games, total)) } }
            td.results {
                @if wins.black + wins.white >= MIN_DECIDED_GAMES {
                    (bar(wins, None)) span.hidden { (say!(locale, "here-won", black = black, white = white)) }
                } @else { small { (say!(locale, "here-won-few", black = black, white = white)) } }
            }
        }
    }
}

/// Sentence such as `White played Q5 here, as in 3 of the 154 games; R6 is usual.`
fn summary(stats: &PositionStats, size: BoardSize, locale: Locale) -> String {
    let Some((color, played)) = stats.played else {
        return say!(locale, "here-none-follows");
    };
    let (total, moves) = (stats.answer.total, &stats.answer.moves);
    let color = color_name(color, locale);
    let played = match played {
        Move::Pass => say!(locale, "pass"),
        played => move_name(GameKind::Go, size, played),
    };
    if total == 0 {
        return say!(locale, "here-played-nowhere", color = color, played = played);
    }
    let n = stats.played_row.and_then(|at| moves.get(at)).map_or(0, |row| row.games);
    if n == 1 && total == 1 {
        return say!(locale, "here-played-only", color = color, played = played);
    }
    let share = match n {
        0 => "none",
        n if n == total => "all",
        _ => "some",
    };
    let usual = moves.iter().enumerate().find(|(_, row)| row.step != Step::End);
    match usual.filter(|(at, _)| stats.played_row != Some(*at)) {
        Some((_, row)) if row.games > n => say!(
            locale,
            "here-played-other-usual",
            color = color,
            played = played,
            share = share,
            n = n,
            total = total,
            usual = next_move_name(row, locale)
        ),
        None if n < total => say!(
            locale,
            "here-played-usual",
            color = color,
            played = played,
            share = share,
            n = n,
            total = total
        ),
        _ => {
            say!(
                locale,
                "here-played",
                color = color,
                played = played,
                share = share,
                n = n,
                total = total
            )
        }
    }
}
