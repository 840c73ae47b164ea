//! The page of a game: the board with the record's markup, the comments, the continuations in the archive, and the tree
//! of variations.

use super::figures::{self, BACK_ICON, FIRST_ICON, FORWARD_ICON, LAST_ICON, icon};
use super::position_stats::{self, RowTargets};
use super::rows::{file_path, name_with_rank, players, written_name};
use super::steps::{NodeSteps, node_description, numbers, ranges, stones_with_nodes};
use super::text::{
    color_name, date_of, english_tag, escape_invisible, event, fact_name, marked, name, result_text,
};
use super::{
    Content, PageContext, PageFragment, addresses, analysis, commentary, joseki, mine, neighbours,
    parts, tree,
};
use crate::data::game::{ShownGame, percent};
use crate::data::position_stats::{PositionStats, explore_state};
use crate::route_parameters::GameParameters;
use crate::state::{Area, PageState};
use crate::words::say;
use kifu_drawing::{
    BoardDrawing, Disc, DrawnRegion, DrawnSign, MarkShape, position_drawing, svg, svg_with_symmetry,
};
use kifu_engine::copies::CopyGroup;
use kifu_engine::game::{GamePosition, position};
use kifu_engine::record::diagnostics;
use kifu_messages::Locale;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Edges;
use kifu_record::game::{Color, Point};
use kifu_record::info::Player;
use kifu_record::{NodeId, Property};
use maud::{Markup, html};

/// Draws the page of a game, only the parts that change from node to node, or the preview beside a list of games.
pub(crate) fn draw(view: &PageContext, _: &GameParameters, game: &ShownGame) -> PageFragment {
    let locale = view.request.locale;
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
    let content = Content {
        sentence: title.clone().into(),
        title,
        main: html! {
            div.game data-game=(game.id) {
                div.columns {
                    @match analysis::draw(game, &address, locale) {
                        Some(analysis) => div.analysed { (board(game, state, &steps, locale)) (analysis) },
                        None => (board(game, state, &steps, locale)),
                    }
                    section #record aria-label=(say!(locale, "game-record")) {
                        (unpacking(game, locale))
                        (header(game, locale))
                        (neighbours::draw(view, game))
                        (hits(game, state, &steps, locale))
                        (commentary::draw(game, &address, locale))
                        (user_marks(game, locale))
                        (actions(game, state, locale))
                    }
                    aside #around aria-label=(say!(locale, "game-around")) {
                        (position_stats(game, state, &steps, locale))
                        @if let Some(copies) = &game.copies { (self::other_records(view, copies)) }
                    }
                }
                (tree::draw(game, &address, locale))
                (details(game, locale))
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
        (board(game, state, &steps, locale))
        (hits(game, state, &steps, locale))
        (actions(game, state, locale))
        (position_stats(game, state, &steps, locale))
        @if !commentary::is_complete(game) { (commentary::draw(game, &address, locale)) }
        @if !tree::is_complete(&game.record().tree) { (tree::draw(game, &address, locale)) }
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
    let number = game.place.number.to_string();
    let color = color_name(game.place.turn, locale);
    BoardDrawing {
        region: part,
        title: say!(locale, "game-board-title", n = number, color = color),
        ..position_drawing(&game.place, board, game.marks())
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
    state.at_path(&format!("/game/{}", game.id))
}

fn row_targets<'s>(game: &ShownGame, state: &'s PageState, steps: &NodeSteps) -> RowTargets<'s> {
    RowTargets {
        explore: explore_state(game.record(), &game.place, &state.query),
        next: steps.next.first().map(|&node| node_address(game, state, node)),
        query: &state.query,
    }
}

/// Draws the board of the page: on top the record's markup, then numbers on the last moves, and discs for the
/// continuations in the archive.
fn board(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let (numbers, hidden) = numbers(game, locale);
    html! {
        section #position aria-label=(say!(locale, "game-board")) data-node=(game.place.node)
            data-line=(ranges(steps.line.iter().copied())) data-main=[analysis::main_move(game)]
            data-placed=(stones_with_nodes(game)) data-state=(game.state_id) {
            @match &game.place.board {
                Some(board) => div.board-frame { (svg_with_symmetry(&full_drawing(game, board, (state, steps), numbers, locale), state.flip)) },
                None => p.nothing { (say!(locale, "game-no-board")) },
            }
            (controls(game, state, steps, locale))
            (notes(game, state, steps, &hidden, locale))
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
    let mut drawing = drawing(game, board, state, locale);
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
    drawing
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
fn stepping<'s>(game: &'s ShownGame, state: &'s PageState) -> Box<NodeStep<'s>> {
    Box::new(move |id, node, label, inner| {
        let href = node.map(|node| node_address(game, state, node));
        figures::step(id, href.as_deref(), label.as_deref(), inner)
    })
}

fn controls(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let to = |node: Option<NodeId>| node.map(|node| node_address(game, state, node));
    let step = stepping(game, state);
    let last = steps.from + steps.line.len() - 1;
    let forward = steps.next.first().copied();
    html! {
        div.steps.walk {
            (step("first", steps.node_at_distance(isize::MIN), Some(say!(locale, "game-first")), &icon(FIRST_ICON)))
            (step("back", steps.node_at_distance(-1), Some(say!(locale, "game-back")), &icon(BACK_ICON)))
            div.slide {
                input #slider type="range" min=(steps.from) max=(last) value=(steps.at)
                    aria-label=(say!(locale, "game-slider")) hidden;
                (ticks(game, state, steps, locale))
            }
            span.at { b { (game.place.number) } " / " (steps.moves) }
            (step("forward", forward, Some(say!(locale, "game-forward")), &icon(FORWARD_ICON)))
            (step("last", steps.node_at_distance(isize::MAX), Some(say!(locale, "game-last")), &icon(LAST_ICON)))
        }
        // These links exist for keyboard shortcuts only: ten moves back or forward, and the neighbouring variations.
        p.hidden {
            a #ten-back href=[to(steps.node_at_distance(-10))] tabindex="-1" { (say!(locale, "game-ten-back")) } " "
            a #ten-forward href=[to(steps.node_at_distance(10))] tabindex="-1" { (say!(locale, "game-ten-forward")) }
        }
        (window(game, state, steps, locale))
    }
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
    let is_commented = |node: NodeId| tree.comments_of(node).next().is_some();
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

/// Draws what happens at the node, the numbers of moves that are not on the board any more, and the variations.
fn notes(
    game: &ShownGame,
    state: &PageState,
    steps: &NodeSteps,
    hidden: &[String],
    locale: Locale,
) -> Markup {
    let (text, is_illegal) = node_description(game, locale);
    let step = stepping(game, state);
    let captures = &game.place.captures;
    html! {
        p.node-notes {
            b { (escape_invisible(&text)) }
            @if is_illegal { " " span.bad { (say!(locale, "game-against-rules")) } }
            @if !game.place.main { " · " (say!(locale, "game-in-variation")) }
            @if !hidden.is_empty() { " · " (hidden.join(&say!(locale, "sentence-value-comma"))) }
            @if captures.total() > 0 {
                @let [black, white] = Color::BOTH.map(|color| captures.count(color).to_string());
                " · " (say!(locale, "game-captured", black = black, white = white))
            }
        }
        (analysis::verdict(game, locale))
        (as_recorded_link(game, state, locale))
        @if steps.next.len() > 1 || steps.above.is_some() || steps.below.is_some() {
            p.variations {
                @if steps.next.len() > 1 {
                    (say!(locale, "game-goes-on")) " "
                    @for (number, node) in steps.next.iter().enumerate() {
                        a href=(node_address(game, state, *node)) {
                            @if number == 0 { (say!(locale, "game-main")) } @else { (say!(locale, "game-variation", n = number)) }
                        } " "
                    }
                    @if steps.more_children > 0 { (say!(locale, "game-more-variations", n = steps.more_children)) " " }
                }
                @if steps.above.is_some() || steps.below.is_some() {
                    (step("above", steps.above, Some(say!(locale, "game-above")), &html! { "↑" })) " "
                    (step("below", steps.below, Some(say!(locale, "game-below")), &html! { "↓" }))
                }
            }
        }
    }
}

/// Link to the board as the record has it, if the board is rotated or mirrored here, or if a shape has a frame.
fn as_recorded_link(game: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let recorded = PageState { node: game.place.node, ..state.filter_only() }
        .at_path(&format!("/game/{}", game.id));
    let is_framed = state.area != Area::Whole;
    html! {
        @if state.flip > 0 || is_framed {
            p.muted.turned-back {
                @if state.flip > 0 { (say!(locale, "game-turned")) " · " }
                a #as-recorded href=(recorded) { (say!(locale, "game-as-recorded")) } " " kbd { "x" }
            }
        }
    }
}

fn header(game: &ShownGame, locale: Locale) -> Markup {
    let info = &game.record().info;
    let day = info.date.as_ref().map(|date| date_of(date, locale));
    let komi = info.komi.map(|komi| say!(locale, "game-komi", komi = komi.points().to_string()));
    let result = info.result.map(|result| result_text(result, locale));
    let facts: Vec<String> = [day, result, komi].into_iter().flatten().collect();
    html! {
        h1 {
            (players(info, |player| name_with_rank(player, &linked(player, locale))))
        }
        p.muted.facts {
            bdi { (escape_invisible(&facts.join(" · "))) }
            @if let Some(written) = &info.event { " · " (event(written, locale)) }
        }
    }
}

/// Name of a player as written. Each person in it links to the page of this person.
fn linked(player: &Player, locale: Locale) -> Markup {
    if player.name.is_none() {
        return written_name(player);
    }
    let persons = player.persons();
    html! {
        @match persons.as_slice() {
            [one] => a href=(addresses::player(one.name, &PageState::default())) { (written_name(player)) },
            several => @for (at, one) in several.iter().enumerate() {
                @if at > 0 { (say!(locale, "sentence-value-comma")) }
                a href=(addresses::player(one.name, &PageState::default())) { (name(one.text)) }
            },
        }
    }
}

/// Links to files of the game (record, diagram and text), to this node, and to the list of games.
fn actions(game: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let files = format!("/api/v1/games/{}", game.id);
    let node = game.place.node;
    let corner = joseki::address_of_game(game.record(), &game.place, &state.query);
    html! {
        div #actions {
            div.line {
                @if let Some(corner) = corner {
                    a #corner.button href=(corner) { (say!(locale, "joseki-of-game")) }
                }
                a.button href={ (files) "/sgf" } download title=(say!(locale, "game-sgf-title")) { "SGF" }
                a.button href={ (files) "/board.svg?node=" (node) } { (say!(locale, "game-diagram")) }
                a.button href={ (files) "/board.txt?node=" (node) } { (say!(locale, "game-text")) }
                a #link.button href=(node_address(game, state, node)) title=(say!(locale, "game-link-title")) { (say!(locale, "game-link")) }
                a #up.button href=(state.filter_only().at_path("/games")) { (say!(locale, "game-list")) }
            }
        }
    }
}

/// Links to the previous and the next hit of the query in this game.
fn hits(game: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let step = stepping(game, state);
    let count = game.hits.len();
    let here = game.hits.iter().position(|hit| hit.node == game.place.node);
    html! {
        div #hits {
            @if count > 0 {
                p.steps.hit-steps {
                    (step("hit-before", steps.hit_before, Some(say!(locale, "game-hit-before")), &html! { "◂" }))
                    span {
                        @match here {
                            Some(at) => (say!(locale, "game-hit", hit = (at + 1).to_string(), all = count.to_string())),
                            None => (say!(locale, "game-hits", n = count)),
                        }
                    }
                    (step("hit-after", steps.hit_after, Some(say!(locale, "game-hit-after")), &html! { "▸" }))
                }
            }
        }
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

/// Draws the other records of this game, and the facts in which they differ.
fn other_records(view: &PageContext, group: &CopyGroup) -> Markup {
    let locale = view.request.locale;
    let (records, state) = (group.games.len() as u64, &view.request.state);
    html! {
        section #same aria-label=(say!(locale, "game-same")) {
            h2 { (say!(locale, "game-same")) }
            p { (say!(locale, "game-more-records", n = records)) }
            ul {
                @for other in &group.games {
                    li {
                        a href=(state.filter_only().at_path(&format!("/game/{}", other.game.id))) { bdi { (escape_invisible(&file_path(view, &other.game))) } }
                        @match (other.relation.as_str(), other.differences) {
                            ("same", _) => small { " " (say!(locale, "game-same-moves")) },
                            ("fullest", _) => small { " " (say!(locale, "game-fullest")) },
                            (_, Some(moves)) if moves > 0 => small { " " (say!(locale, "game-differs", n = moves)) },
                            ("beginning", _) => small { " " (say!(locale, "game-its-beginning")) },
                            _ => {},
                        }
                    }
                }
            }
            @for conflict in &group.conflicts {
                @let values = conflict.values.join(&say!(locale, "sentence-value-comma"));
                @let fact = fact_name(conflict.fact, locale);
                p.muted {
                    @if conflict.values.is_empty() { (say!(locale, "game-disagree", fact = fact)) }
                    @else {
                        (marked!(locale, "game-disagree-values", fact = fact; values = html! { bdi { (escape_invisible(&values)) } }))
                    }
                }
            }
        }
    }
}

/// Draws all properties of the root node, and what is odd about the record.
fn details(game: &ShownGame, locale: Locale) -> Markup {
    let record = game.record();
    let end = position(record.start, &record.tree, GamePosition::End).ok();
    let odd = diagnostics(record, end.as_ref());
    let count = record.properties.len();
    let summary = if odd.is_empty() {
        say!(locale, "game-details", n = count)
    } else {
        say!(locale, "game-details-odd", n = count, odd = odd.total())
    };
    let (properties, is_cut) = properties(&record.properties);
    html! {
        details #details {
            summary { (summary) }
            @if !odd.is_empty() {
                h2 { (say!(locale, "game-odd")) }
                ul { @for one in odd.iter() { li lang=[english_tag(locale)] { (escape_invisible(&one.message)) " " code.muted { (one.code.as_str()) } } } }
            }
            @if is_cut { p.muted { (say!(locale, "game-cut")) } }
            table {
                caption.hidden { (say!(locale, "game-properties")) }
                tbody {
                    @for (name, values) in &properties {
                        tr {
                            th scope="row" { code { (escape_invisible(name)) } }
                            td { @for value in values { bdi.value { (escape_invisible(value)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// Largest size in bytes of the comment in the preview beside a list.
const MAX_COMMENT_BYTES: usize = 64 << 10;
/// Largest size in bytes of all property values that are shown, and number of bytes by which each value counts as
/// longer than its text.
const MAX_VALUE_BYTES: usize = 128 << 10;
const BYTES_PER_VALUE: usize = 16;

/// Names and values of properties up to the size that is shown, and whether some were cut.
fn properties(all: &[Property]) -> (Vec<(&str, Vec<&str>)>, bool) {
    let mut left = MAX_VALUE_BYTES;
    let mut is_cut = false;
    let mut cut = |text| {
        let part = commentary::beginning(text, left);
        left = left.saturating_sub(part.len() + BYTES_PER_VALUE);
        is_cut |= part.len() < text.len();
        part
    };
    let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut values_left = MAX_VALUE_BYTES / BYTES_PER_VALUE;
    for property in all.iter().take(values_left) {
        let name = cut(&property.name);
        let values: Vec<&str> =
            property.values.iter().take(values_left).map(|value| cut(value)).collect();
        values_left -= values.len();
        shown.push((name, values));
    }
    let count = |values: usize, property: &Property| values + property.values.len();
    is_cut |=
        all.len() > shown.len() || all.iter().fold(0, count) > MAX_VALUE_BYTES / BYTES_PER_VALUE;
    (shown, is_cut)
}

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
                @let part = commentary::beginning(text, MAX_COMMENT_BYTES);
                p.said {
                    (commentary::comment(part, &commentary::marks(game, node, text), game.record().start.size))
                    @if part.len() < text.len() { "…" }
                }
            }
            p.line {
                a #open.button.main href=(node_address(game, state, node)) { (marked!(locale, "game-open"; key = html! { kbd { "↵" } })) }
                @if let Some(explore) = explore_state(game.record(), place, &state.query) {
                    a #explore.button href=(explore.at_path("/")) { (say!(locale, "here-explore")) }
                }
            }
        }
    }
}
