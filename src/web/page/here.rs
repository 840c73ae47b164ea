//! How the games of the archive go on from a node of a game, beside what this game does.

use super::figures::{FEW, Rate, bar, linked, percent, rates, stone, tinted};
use crate::drawing::Disc;
use crate::engine::board::{NextMove, Wins};
use crate::engine::points::move_name;
use crate::engine::words::{counted, thousands};
use crate::game::{BoardSize, Color, GameKind, Point};
use crate::web::data::here::Here;
use crate::web::state::{AddressMove, PageState, color};
use maud::{Markup, html};

/// Rows, and discs on the board.
const SHOWN: usize = 12;

/// What the rows lead to.
pub struct RowTargets<'w> {
    /// The position in Explore.
    pub explore: Option<PageState>,
    /// The address of the next move of the game itself.
    pub next: Option<String>,
    /// The query that filters the games.
    pub query: &'w str,
}

impl RowTargets<'_> {
    /// Where a row leads: on in this game, or to Explore.
    fn href(&self, here: &Here, at: usize, row: &NextMove) -> Option<String> {
        if here.own == Some(at) && self.next.is_some() {
            return self.next.clone();
        }
        let state = self.explore.as_ref()?;
        let step = match row.at.as_str() {
            "pass" => AddressMove::Pass,
            _ => AddressMove::Place(row.point?),
        };
        let is_due = color_of(row) == Some(state.to_move());
        is_due.then(|| state.play(step).at_path("/"))
    }
}

fn color_of(row: &NextMove) -> Option<Color> {
    row.color.as_deref().and_then(color)
}

/// How much better than all games here those are that go on with a move.
fn tint(here: &Here, row: &NextMove) -> String {
    let rate = |wins: &Wins| Rate::of_color(wins, color_of(row)?);
    let pair = rate(&row.wins).zip(rate(&here.answer.wins));
    tinted(pair.map_or(0.0, |(row, all)| row.tint(all)))
}

/// The most frequent moves as discs with their share; not on points with a sign. Where both sides play, the point has
/// the disc of the more frequent move.
pub fn discs(here: &Here, ways: &RowTargets, signed: &[Point]) -> Vec<Disc> {
    let answer = &here.answer;
    let most = answer.moves.iter().map(|row| row.games).max();
    let most = most.unwrap_or(1).max(1);
    let rows = answer.moves.iter().enumerate().take(SHOWN);
    let mut taken = signed.to_vec();
    rows.filter_map(|(at, row)| {
        let point = row.point.filter(|point| !taken.contains(point))?;
        taken.push(point);
        let share = 100.0 * row.games as f64 / answer.total.max(1) as f64;
        let text = match share < 0.95 {
            true => String::new(),
            false => format!("{share:.0}"),
        };
        let games = counted(row.games, "game", "games");
        let title = match text.is_empty() {
            true => format!("{}: {games}", row.at),
            false => format!("{}: {games}, {text} percent", row.at),
        };
        Some(Disc {
            point,
            text,
            title,
            share: row.games as f64 / most as f64,
            fill: tint(here, row),
            href: ways.href(here, at, row),
        })
    })
    .collect()
}

/// The number of games, how they ended, how they go on, and how this one does.
pub fn draw(here: &Here, ways: &RowTargets, size: BoardSize, turn: Color) -> Markup {
    let answer = &here.answer;
    html! {
        h2 { "From here" }
        p.total {
            strong { (thousands(answer.total)) } " "
            (if answer.total == 1 { "game" } else { "games" }) @if !ways.query.is_empty() { " of the query" }
            " · " (turn.name()) " to play"
        }
        @if !here.complete { p.muted { "Not all games were looked through." } }
        @if answer.wins.black + answer.wins.white >= FEW { (rates(&answer.wins)) }
        @if !answer.moves.is_empty() {
            table.ways {
                caption.hidden { "How games go on" }
                thead.hidden { tr { th scope="col" { "Next" } th scope="col" { "Games" } th scope="col" { "Results" } } }
                tbody { @for (at, row) in answer.moves.iter().enumerate().take(SHOWN) { (line(here, ways, at, row)) } }
            }
        }
        @if answer.in_variations > 0 {
            p.muted { (counted(answer.in_variations, "more game", "more games")) " only in variations" }
        }
        @if answer.moves.len() > SHOWN {
            p.muted { (counted((answer.moves.len() - SHOWN) as u64, "more continuation", "more continuations")) }
        }
        p.told { (told(here, size)) }
        @if let Some(state) = &ways.explore {
            p { a #explore.button href=(state.at_path("/")) { "Explore from here" } }
        }
    }
}

fn line(here: &Here, ways: &RowTargets, at: usize, row: &NextMove) -> Markup {
    let total = here.answer.total;
    let is_own = here.own == Some(at);
    let name = match row.at.as_str() {
        "end" => "end of the record",
        name => name,
    };
    let inner = html! {
        svg.letter viewBox="0 0 20 20" aria-hidden="true" {
            circle cx="10" cy="10" r="9" fill=(tint(here, row)) stroke="#5a4420" stroke-width="0.8" {}
        }
        @if let Some(color) = color_of(row) { (stone(color)) }
        b { (name) }
    };
    let wins = &row.wins;
    html! {
        tr data-at=(row.at) aria-current=[is_own.then_some("step")] {
            th scope="row" {
                (linked(ways.href(here, at, row).as_deref(), None, &inner))
            }
            td.number { (thousands(row.games)) small { " " (percent(row.games, total)) } }
            td.results {
                @if wins.black + wins.white >= FEW {
                    (bar(wins, None)) span.hidden { (wins.black) " to " (wins.white) }
                } @else { small { "B " (wins.black) " · W " (wins.white) } }
            }
        }
    }
}

/// `White played Q5 here, as in 3 of the 154 games; R6 is usual.`
fn told(here: &Here, size: BoardSize) -> String {
    let Some((color, played)) = here.played else {
        return "No move of this record follows.".to_owned();
    };
    let (total, moves) = (here.answer.total, &here.answer.moves);
    let began = format!(
        "{} played {} here",
        color.name(),
        move_name(GameKind::Go, size, played)
    );
    if total == 0 {
        return format!("{began}; no game stands here on its main line.");
    }
    let own = here.own.and_then(|at| moves.get(at));
    let games = own.map_or(0, |row| row.games);
    if games == 1 && total == 1 {
        return format!("{began}: the only game that stands here.");
    }
    let as_in = match games {
        0 => format!("{began}, as in none of the {} games", thousands(total)),
        games if games == total => format!("{began}, as in all {} games", thousands(total)),
        games => format!(
            "{began}, as in {} of the {} games",
            thousands(games),
            thousands(total)
        ),
    };
    let usual = moves.iter().enumerate().find(|(_, row)| row.at != "end");
    match usual.filter(|(at, _)| here.own != Some(*at)) {
        Some((_, row)) if row.games > games => format!("{as_in}; {} is usual.", row.at),
        Some(_) => format!("{as_in}."),
        None if games < total => format!("{as_in}; it is the usual move."),
        None => format!("{as_in}."),
    }
}
