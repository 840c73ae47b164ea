//! Draws the board of a game's page with everything on it, and the row of controls below it.

use super::{node_address, path, row_targets, tried_state};
use crate::data::game::ShownGame;
use crate::data::position_stats::PositionStats;
use crate::page::explore::position::{illegal_points, play};
use crate::page::figures::{self, BACK_ICON, FIRST_ICON, FORWARD_ICON, LAST_ICON, icon};
use crate::page::steps::{NodeSteps, numbers, ranges, stones_with_nodes};
use crate::page::{analysis, commentary, position_stats};
use crate::state::PageState;
use crate::words::say;
use kifu_drawing::{BoardDrawing, Disc, DrawnSign, MarkShape, svg_with_symmetry};
use kifu_engine::points::point_name;
use kifu_messages::Locale;
use kifu_record::game::board::Board;
use kifu_record::game::{GameKind, Move, Point};
use kifu_record::{Action, NodeId};
use maud::{Markup, html};

/// Draws the board of the page with its controls: on top of the stones the record's markup, then numbers on the last
/// moves, and discs for the continuations in the archive.
pub(super) fn draw(
    game: &ShownGame,
    state: &PageState,
    steps: &NodeSteps,
    locale: Locale,
) -> Markup {
    let (numbers, _) = numbers(game, locale);
    html! {
        section #position aria-label=(say!(locale, "game-board")) data-node=(game.place.node)
            data-line=(ranges(steps.line.iter().copied())) data-main=[analysis::main_move(game)]
            data-placed=(stones_with_nodes(game)) data-next=[next_moves(game, steps)] data-state=(game.state_id)
            data-illegal=[illegal(game)] {
            @match &game.place.board {
                Some(board) => div.board-frame { (svg_with_symmetry(&full_drawing(game, board, (state, steps), numbers, locale), state.flip)) },
                None => p.nothing { (say!(locale, "game-no-board")) },
            }
            p #hint hidden {}
            (controls(game, state, steps, locale))
        }
    }
}

fn full_drawing<'d>(
    game: &ShownGame,
    board: &'d Board,
    (state, steps): (&PageState, &NodeSteps),
    numbers: Vec<DrawnSign>,
    locale: Locale,
) -> BoardDrawing<'d> {
    let mut drawing = super::drawing(game, board, state, locale);
    let marked: Vec<Point> = drawing.signs.iter().map(|sign| sign.point).collect();
    let numbers = numbers.into_iter().filter(|sign| !marked.contains(&sign.point));
    drawing.signs.splice(0..0, numbers);
    // A last move that has a number needs no ring.
    let is_numbered = |point| {
        let is_it = |sign: &DrawnSign| sign.point == point && sign.shape == MarkShape::Number;
        drawing.signs.iter().any(is_it)
    };
    drawing.last = drawing.last.filter(|(_, point)| !is_numbered(*point));
    if let Some(stats) = &game.position_stats {
        drawing.discs =
            position_stats::discs(stats, &row_targets(game, state, steps), &marked, locale);
        drawing.signs.extend(next_sign(stats, &drawing.discs));
    }
    drawing.signs.extend(analysis::expected_stones(game, board));
    if board.game() == GameKind::Go {
        drawing.play_href = Some(play(&tried_state(game, state), &path(game)));
    }
    drawing
}

/// Moves of the nodes that follow the current one, with these nodes, for scripts: `Q5=61 R14=140`. A click on such a
/// point goes to the node. `None` if the visitor has left the record.
fn next_moves(game: &ShownGame, steps: &NodeSteps) -> Option<String> {
    let (tree, start) = (&game.record().tree, game.record().start);
    let played = |&node: &NodeId| {
        let action = tree.actions(node).iter().find_map(|action| match *action {
            Action::Move(color, Move::Place(point)) if color == game.place.turn => Some(point),
            _ => None,
        })?;
        Some(format!("{}={node}", point_name(start.game, start.size, action)))
    };
    let moves: Vec<String> = steps.next.iter().filter_map(played).collect();
    (!game.is_trying() && !moves.is_empty()).then(|| moves.join(" "))
}

/// Points where the rules forbid a move, for scripts; `None` for a game with other rules than Go.
fn illegal(game: &ShownGame) -> Option<String> {
    let board = game.place.board.as_ref().filter(|board| board.game() == GameKind::Go)?;
    illegal_points(board, game.place.turn, |_| false)
}

/// Draws a ring around the disc of the continuation that is played in the game of this page.
fn next_sign(stats: &PositionStats, discs: &[Disc]) -> Option<DrawnSign> {
    let point = stats.answer.moves.get(stats.played_row?)?.point()?;
    discs.iter().any(|disc| disc.point == point).then_some(DrawnSign {
        point,
        text: String::new(),
        shape: MarkShape::Next,
    })
}

/// Function that draws a button that leads to a node.
type NodeStep<'s> = dyn Fn(&str, Option<NodeId>, Option<String>, &Markup) -> Markup + 's;

/// Returns a function that draws buttons that lead to nodes of a game.
pub(super) fn stepping<'s>(game: &'s ShownGame, state: &'s PageState) -> Box<NodeStep<'s>> {
    Box::new(move |id, node, label, inner| {
        let href = node.map(|node| node_address(game, state, node));
        figures::step(id, href.as_deref(), label.as_deref(), inner)
    })
}

fn controls(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let to = |node: Option<NodeId>| node.map(|node| node_address(game, state, node));
    let step = stepping(game, state);
    let last = steps.from + steps.line.len() - 1;
    let address = |node: Option<NodeId>| node.map(|node| node_address(game, state, node));
    let [back, forward] = match tried_steps(game, state) {
        Some(steps) => steps,
        None => [address(steps.node_at_distance(-1)), address(steps.next.first().copied())],
    };
    html! {
        div.steps.walk {
            (step("first", steps.node_at_distance(isize::MIN), Some(say!(locale, "game-first")), &icon(FIRST_ICON)))
            (figures::step("back", back.as_deref(), Some(say!(locale, "game-back")).as_deref(), &icon(BACK_ICON)))
            div.slide {
                input #slider type="range" min=(steps.from) max=(last) value=(steps.at)
                    aria-label=(say!(locale, "game-slider")) hidden;
                (ticks(game, state, steps, locale))
            }
            span.at { b { (game.place.number) @if game.is_trying() { " +" (game.tried.moves.len()) } } " / " (steps.moves) }
            (figures::step("forward", forward.as_deref(), Some(say!(locale, "game-forward")).as_deref(), &icon(FORWARD_ICON)))
            (step("last", steps.node_at_distance(isize::MAX), Some(say!(locale, "game-last")), &icon(LAST_ICON)))
            span.keys aria-hidden="true" { kbd { "←" } kbd { "→" } }
        }
        // These links exist for keyboard shortcuts only: ten moves back or forward, and the neighbouring variations.
        p.hidden {
            a #ten-back href=[to(steps.node_at_distance(-10))] tabindex="-1" { (say!(locale, "game-ten-back")) } " "
            a #ten-forward href=[to(steps.node_at_distance(10))] tabindex="-1" { (say!(locale, "game-ten-forward")) }
        }
        (window(game, state, steps, locale))
    }
}

/// Addresses before and after the last move that the visitor tried; `None` if the visitor follows the record.
fn tried_steps(game: &ShownGame, state: &PageState) -> Option<[Option<String>; 2]> {
    let tried = tried_state(game, state);
    let at = |at: usize| tried.at_move(at).at_path(&path(game));
    let back = match tried.at {
        0 => return None,
        1 => node_address(game, state, game.place.node),
        played => at(played - 1),
    };
    Some([Some(back), (tried.at < tried.moves.len()).then(|| at(tried.at + 1))])
}

/// If the line of moves is too long for the slider, draws which part of it the slider covers, with links to the parts
/// before and after.
fn window(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let step = stepping(game, state);
    let (before, after) = steps.edges();
    let last = steps.from + steps.line.len() - 1;
    html! {
        @if before.is_some() || after.is_some() {
            p.muted.steps.walk {
                (step("earlier", before, None, &html! { (say!(locale, "game-earlier")) })) " · "
                (say!(locale, "game-window", from = steps.from, to = last, all = steps.end)) " · "
                (step("later", after, None, &html! { (say!(locale, "game-later")) }))
            }
        }
    }
}

/// Draws a link below the slider for each node of the line that has a comment or a hit of the query.
fn ticks(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let end = (steps.line.len() - 1).max(1) as f64;
    let tree = &game.record().tree;
    let is_commented = |node: NodeId| commentary::has_comment(tree, node);
    // Hits are sorted by their nodes, so they can be searched by bisection.
    let hit = |node: NodeId| game.hits.binary_search_by_key(&node, |hit| hit.node);
    let is_hit = |node: NodeId| hit(node).is_ok();
    let ticks =
        steps.line.iter().enumerate().filter(|(_, node)| is_commented(**node) || is_hit(**node));
    html! {
        svg.ticks viewBox="0 0 1000 12" preserveAspectRatio="none" role="group"
            aria-label=(say!(locale, "game-ticks")) {
            @for (at, &node) in ticks {
                @let x = format!("{:.1}", 1000.0 * at as f64 / end);
                @let hit = is_hit(node);
                @let label = if hit { say!(locale, "game-tick-hit") } else { say!(locale, "game-tick-comment") };
                a href=(self::node_address(game, state, node)) tabindex="-1" aria-label=(label) {
                    line.hit[hit] x1=(x) x2=(x) y1=(if hit { "0" } else { "4" }) y2="12" {}
                }
            }
        }
    }
}
