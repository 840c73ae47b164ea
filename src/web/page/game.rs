//! The page of a game: the board with the record's markup, beside it the graph of the analysis, the move that is shown,
//! the comments and the tree of variations, and below them the continuations in the archive and the facts of the
//! record.

mod board;
mod current_move;
mod facts;
mod handout;

use super::position_stats::{self, RowTargets};
use super::steps::NodeSteps;
use super::text::{color_name, escape_invisible, marked};
use super::{
    Content, PageContext, PageFragment, analysis, commentary, mine, neighbours, parts, tree,
};
use crate::data::game::{ShownGame, percent};
use crate::data::position_stats::explore_state;
use crate::route_parameters::GameParameters;
use crate::state::{Area, PageState};
use crate::words::say;
use kifu_drawing::{BoardDrawing, DrawnRegion, position_drawing, svg};
use kifu_messages::Locale;
use kifu_record::NodeId;
use kifu_record::game::Color;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Edges;
use maud::{Markup, html};

/// Draws the page of a game, only the parts that change from node to node, the preview beside a list of games, or the
/// game to be printed.
pub(crate) fn draw(
    view: &PageContext,
    parameters: &GameParameters,
    game: &ShownGame,
) -> PageFragment {
    let locale = view.request.locale;
    if parameters.print {
        return handout::draw(game, locale);
    }
    let state = &view.request.state;
    match view.request.parts.as_slice() {
        [part] if part == "preview" => return preview(game, state, locale).into(),
        [part] if part == "node" => return node_parts(game, state, locale).into(),
        [part] if part == "mine" => return user_marks(game, locale).into(),
        [part] if part == "unpacking" => return unpacking(game, locale).into(),
        _ => {}
    }
    let title = title(game);
    let address = |node| node_address(game, state, node);
    let steps = NodeSteps::new(game);
    let analysis = analysis::draw(game, &address, locale);
    let content = Content {
        sentence: title.clone().into(),
        title,
        main: html! {
            div.game data-game=(game.id) {
                (facts::header(game, &unpacking(game, locale), locale))
                (board::draw(game, state, &steps, locale))
                div.reading {
                    div.panel {
                        @if let Some(analysis) = &analysis { (analysis.graph) }
                        (current_move::draw(game, state, &steps, locale))
                        (commentary::draw(game, &address, locale))
                        (tree::draw(game, &address, locale))
                    }
                    (tabs(game, analysis.is_some(), locale))
                    div.further {
                        @if let Some(analysis) = &analysis { (analysis.costly) }
                        aside #around aria-label=(say!(locale, "game-around")) {
                            (position_stats(game, state, &steps, locale))
                            @if let Some(copies) = &game.copies { (facts::other_records(view, copies)) }
                        }
                        section #about aria-label=(say!(locale, "game-about")) {
                            (neighbours::draw(view, game))
                            (user_marks(game, locale))
                            (facts::actions(game, state, locale))
                            (facts::details(game, locale))
                        }
                    }
                }
            }
        },
    };
    parts(view, content)
}

/// Draws the parts of the page that change from node to node. Comments and tree are among them only if they are too
/// large to be drawn completely, so that they show the surroundings of the node.
fn node_parts(game: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let address = |node| node_address(game, state, node);
    let steps = NodeSteps::new(game);
    html! {
        (board::draw(game, state, &steps, locale))
        (current_move::draw(game, state, &steps, locale))
        (facts::actions(game, state, locale))
        (position_stats(game, state, &steps, locale))
        @if !commentary::is_complete(game) { (commentary::draw(game, &address, locale)) }
        @if !tree::is_complete(&game.record().tree) { (tree::draw(game, &address, locale)) }
    }
}

/// Draws the tabs of a window that is too narrow for all sections: each shows one of the sections below the graph. They
/// are radio buttons, which work without a script, and a choice holds while somebody steps through the game.
fn tabs(game: &ShownGame, is_analysed: bool, locale: Locale) -> Markup {
    let has_comments = commentary::has_comments(&game.record().tree);
    let all = [
        ("costly", is_analysed, "game-tab-costly"),
        ("comments", has_comments, "game-tab-comments"),
        ("here", game.position_stats.is_some(), "game-tab-here"),
        ("tree", true, "game-tab-tree"),
        ("about", true, "game-tab-about"),
    ];
    let shown = all.iter().filter(|(_, is_shown, _)| *is_shown);
    html! {
        fieldset.game-tabs {
            legend.hidden { (say!(locale, "game-tabs")) }
            @for (at, (name, _, message)) in shown.enumerate() {
                label {
                    input #{ "show-" (name) } type="radio" name="shown" autocomplete="off" checked[at == 0];
                    span { (say!(locale, *message)) }
                }
            }
        }
    }
}

/// Draws how far the file of the game is decompressed, as long as only what the index stores of the game is shown.
fn unpacking(game: &ShownGame, locale: Locale) -> Markup {
    html! {
        @if let Some((bytes, all)) = game.unpacked() {
            p #unpacking.notice role="status" data-unpacking="" {
                (say!(locale, "game-unpacking", percent = percent(bytes, all)))
                noscript { " " a href="" { (say!(locale, "archive-look-again")) } }
            }
        }
    }
}

/// Draws the user's tags, star and note of the game.
fn user_marks(game: &ShownGame, locale: Locale) -> Markup {
    html! {
        @if let Some((marks, is_writable)) = &game.user_marks { (mine::of_game(&game.id, marks, *is_writable, locale)) }
    }
}

/// Title of a game, made of the names of its players.
pub(crate) fn title(game: &ShownGame) -> String {
    let players = &game.record().info.players;
    let name = |color| escape_invisible(players[color].name.as_deref().unwrap_or("?"));
    format!("{} – {}", name(Color::Black), name(Color::White))
}

/// Prepares the drawing of a game's board at a node, with the record's markup and, if the address names a region, a
/// frame around it.
pub(crate) fn drawing<'d>(
    game: &ShownGame,
    board: &'d Board,
    state: &PageState,
    locale: Locale,
) -> BoardDrawing<'d> {
    let part = match state.area {
        Area::Region(a, b) if board.size().contains(a) && board.size().contains(b) => {
            Some(DrawnRegion {
                corners: (a, b),
                bound: Edges::default(),
                sides: Vec::new(),
                dims_rest: false,
            })
        }
        _ => None,
    };
    let number = (game.place.number as usize + game.tried.moves.len()).to_string();
    let color = color_name(game.place.turn, locale);
    BoardDrawing {
        region: part,
        title: say!(locale, "game-board-title", n = number, color = color),
        ..position_drawing(&game.place, board, if game.is_trying() { &[] } else { game.marks() })
    }
}

/// Address of another node of this game.
fn node_address(game: &ShownGame, state: &PageState, node: NodeId) -> String {
    let state = PageState {
        node,
        area: state.area.clone(),
        flip: state.flip,
        size: state.size,
        ..state.filter_only()
    };
    state.at_path(&path(game))
}

fn row_targets<'s>(game: &ShownGame, state: &'s PageState, steps: &NodeSteps) -> RowTargets<'s> {
    let explore = explore_state(game.record(), &game.place, &game.tried.moves, &state.query);
    let next = steps.next.first().map(|&node| node_address(game, state, node));
    RowTargets {
        explore,
        next: next.filter(|_| !game.is_trying()),
        tried: tried_state(game, state),
        path: path(game),
        turn: game.place.turn,
        query: &state.query,
    }
}

/// Path of the page of a game.
fn path(game: &ShownGame) -> String {
    format!("/game/{}", game.id)
}

/// State of the page with the line that the visitor tries, for links that play on from it.
fn tried_state(game: &ShownGame, state: &PageState) -> PageState {
    PageState {
        moves: state.moves.clone(),
        at: state.at,
        node: game.place.node,
        flip: state.flip,
        size: game.record().start.size,
        ..state.filter_only()
    }
}

fn position_stats(
    game: &ShownGame,
    state: &PageState,
    steps: &NodeSteps,
    locale: Locale,
) -> Markup {
    html! {
        section #here aria-label=(say!(locale, "here-title")) {
            @if let (Some(stats), Some(board)) = (&game.position_stats, &game.place.board) {
                (position_stats::draw(stats, &row_targets(game, state, steps), board.size(), game.place.turn, locale))
            }
        }
    }
}

/// Largest size in bytes of the comment in the preview beside a list.
const MAX_COMMENT_BYTES: usize = 64 << 10;

/// Draws the preview of a game at its hit, beside a list.
pub(crate) fn preview(game: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let tree = &game.record().tree;
    let node = game.place.node;
    let place = &game.place;
    let title = match (place.main, place.number) {
        (true, 0) => say!(locale, "game-beginning"),
        (true, number) => say!(locale, "game-move", number = number.to_string()),
        (false, number) => say!(locale, "game-move-of-variation", number = number.to_string()),
    };
    html! {
        section #preview aria-label=(say!(locale, "game-preview")) data-state=(game.state_id) {
            div.head { h2 { (title) } p { (self::title(game)) } }
            @if let Some(board) = &place.board { div.board-frame { (svg(&drawing(game, board, state, locale))) } }
            @for text in tree.comments_of(node) {
                p.said {
                    (commentary::comment(text, MAX_COMMENT_BYTES, &commentary::marks(game, node, text), game.record().start.size))
                }
            }
            p.line {
                a #open.button.main href=(node_address(game, state, node)) { (marked!(locale, "game-open"; key = html! { kbd { "↵" } })) }
                @if let Some(explore) = explore_state(game.record(), place, &[], &state.query) {
                    a #explore.button href=(explore.at_path("/")) { (say!(locale, "here-explore")) }
                }
            }
        }
    }
}
