//! The page of a game: board with markup, commentary, continuations in the archive, tree of variations.

use super::figures::{self, BACK, FIRST, FORWARD, LAST, icon};
use super::here::{self, RowTargets};
use super::rows::{file, players, ranked, written};
use super::steps::{NodeSteps, numbers, placed, ranges, told};
use super::text::{color_name, date_of, english, event, fact_name, marked, name, escape_invisible};
use super::{
    Content, PageContext, PageFragment, addresses, analysis, beside, commentary, mine, parts, tree,
};
use crate::data::game::ShownGame;
use crate::data::here::{Here, explore};
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

/// Draws the page, the parts that change from node to node, or the preview in a list.
pub(crate) fn draw(view: &PageContext, _: &GameParameters, shown: &ShownGame) -> PageFragment {
    let locale = view.asked.locale;
    let state = &view.asked.state;
    match view.asked.parts.as_slice() {
        [part] if part == "preview" => return preview(shown, state, locale).into(),
        [part] if part == "node" => return of_node(shown, state, locale).into(),
        [part] if part == "mine" => return said(shown, locale).into(),
        _ => {}
    }
    let title = title(shown);
    let address = |node| at(shown, state, node);
    let steps = NodeSteps::of(shown);
    let content = Content {
        sentence: title.clone().into(),
        title,
        main: html! {
            div.game data-game=(shown.id) {
                div.columns {
                    @match analysis::draw(shown, &address, locale) {
                        Some(analysis) => div.analysed { (board(shown, state, &steps, locale)) (analysis) },
                        None => (board(shown, state, &steps, locale)),
                    }
                    section #record aria-label=(say!(locale, "game-record")) {
                        (header(shown, locale))
                        (beside::draw(view, shown))
                        (hits(shown, state, &steps, locale))
                        (commentary::draw(shown, &address, locale))
                        (said(shown, locale))
                        (actions(shown, state, locale))
                    }
                    aside #around aria-label=(say!(locale, "game-around")) {
                        (here(shown, state, &steps, locale))
                        @if let Some(same) = &shown.same { (self::same(view, same)) }
                    }
                }
                (tree::draw(shown, &address, locale))
                (details(shown, locale))
            }
        },
    };
    parts(view, content)
}

/// Draws the parts that change from node to node. Commentary and tree change only if they show a window around the
/// node.
fn of_node(shown: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let address = |node| at(shown, state, node);
    let steps = NodeSteps::of(shown);
    html! {
        (board(shown, state, &steps, locale))
        (hits(shown, state, &steps, locale))
        (actions(shown, state, locale))
        (here(shown, state, &steps, locale))
        @if !commentary::is_whole(shown) { (commentary::draw(shown, &address, locale)) }
        @if !tree::is_whole(&shown.record().tree) { (tree::draw(shown, &address, locale)) }
    }
}

/// Draws the user's marks of the game.
fn said(shown: &ShownGame, locale: Locale) -> Markup {
    html! {
        @if let Some((said, is_kept)) = &shown.said { (mine::of_game(&shown.id, said, *is_kept, locale)) }
    }
}

/// Title of a game: its players.
pub(crate) fn title(shown: &ShownGame) -> String {
    let players = &shown.record().info.players;
    let name = |color| escape_invisible(players[color].name.as_deref().unwrap_or("?"));
    format!("{} – {}", name(Color::Black), name(Color::White))
}

/// Prepares the drawing of a game's board at a node, with its markup and, for a region, a frame.
pub(crate) fn drawing<'d>(
    shown: &ShownGame,
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
    let number = shown.place.number.to_string();
    let color = color_name(shown.place.turn, locale);
    BoardDrawing {
        region: part,
        title: say!(locale, "game-board-title", n = number, color = color),
        ..position_drawing(&shown.place, board, shown.marks())
    }
}

/// Address of another node of this game.
fn at(shown: &ShownGame, state: &PageState, node: NodeId) -> String {
    let state = PageState {
        node,
        area: state.area.clone(),
        flip: state.flip,
        size: state.size,
        ..state.filter_only()
    };
    state.at_path(&format!("/game/{}", shown.id))
}

fn ways<'s>(shown: &ShownGame, state: &'s PageState, steps: &NodeSteps) -> RowTargets<'s> {
    RowTargets {
        explore: explore(shown.record(), &shown.place, &state.query),
        next: steps.next.first().map(|&node| at(shown, state, node)),
        query: &state.query,
    }
}

/// Draws the board of the page: the record's markup on top, the last moves numbered, the archive's continuations as
/// discs.
fn board(shown: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let (numbers, hidden) = numbers(shown, locale);
    html! {
        section #position aria-label=(say!(locale, "game-board")) data-node=(shown.place.node)
            data-line=(ranges(steps.line.iter().copied())) data-main=[analysis::main_move(shown)]
            data-placed=(placed(shown)) data-state=(shown.state) {
            @match &shown.place.board {
                Some(board) => div.board-frame { (svg_with_symmetry(&full_drawing(shown, board, (state, steps), numbers, locale), state.flip)) },
                None => p.nothing { (say!(locale, "game-no-board")) },
            }
            (controls(shown, state, steps, locale))
            (notes(shown, state, steps, &hidden, locale))
        }
    }
}

fn full_drawing<'d>(
    shown: &ShownGame,
    board: &'d Board,
    (state, steps): (&PageState, &NodeSteps),
    numbers: Vec<DrawnSign>,
    locale: Locale,
) -> BoardDrawing<'d> {
    let mut drawing = drawing(shown, board, state, locale);
    let marked: Vec<Point> = drawing.signs.iter().map(|sign| sign.point).collect();
    let numbers = numbers.into_iter().filter(|sign| !marked.contains(&sign.point));
    drawing.signs.splice(0..0, numbers);
    // A numbered last move needs no ring.
    let is_numbered = |point| {
        let is_it = |sign: &DrawnSign| sign.point == point && sign.shape == MarkShape::Number;
        drawing.signs.iter().any(is_it)
    };
    drawing.last = drawing.last.filter(|(_, point)| !is_numbered(*point));
    if let Some(here) = &shown.here {
        drawing.discs = here::discs(here, &ways(shown, state, steps), &marked, locale);
        drawing.signs.extend(next_sign(here, &drawing.discs));
    }
    drawing.signs.extend(analysis::expected(shown, board));
    drawing
}

/// Ring around the disc of the move that this game plays.
fn next_sign(here: &Here, discs: &[Disc]) -> Option<DrawnSign> {
    let point = here.answer.moves.get(here.own?)?.point()?;
    discs.iter().any(|disc| disc.point == point).then_some(DrawnSign {
        point,
        text: String::new(),
        shape: MarkShape::Next,
    })
}

/// Function that draws a button for a step to a node.
type NodeStep<'s> = dyn Fn(&str, Option<NodeId>, Option<String>, &Markup) -> Markup + 's;

/// Returns a function that draws buttons for steps to nodes of a game.
fn stepping<'s>(shown: &'s ShownGame, state: &'s PageState) -> Box<NodeStep<'s>> {
    Box::new(move |id, node, label, inner| {
        let href = node.map(|node| at(shown, state, node));
        figures::step(id, href.as_deref(), label.as_deref(), inner)
    })
}

fn controls(shown: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let to = |node: Option<NodeId>| node.map(|node| at(shown, state, node));
    let step = stepping(shown, state);
    let last = steps.from + steps.line.len() - 1;
    let forward = steps.next.first().copied();
    html! {
        div.steps.walk {
            (step("first", steps.away(isize::MIN), Some(say!(locale, "game-first")), &icon(FIRST)))
            (step("back", steps.away(-1), Some(say!(locale, "game-back")), &icon(BACK)))
            div.slide {
                input #slider type="range" min=(steps.from) max=(last) value=(steps.at)
                    aria-label=(say!(locale, "game-slider")) hidden;
                (ticks(shown, state, steps, locale))
            }
            span.at { b { (shown.place.number) } " / " (steps.moves) }
            (step("forward", forward, Some(say!(locale, "game-forward")), &icon(FORWARD)))
            (step("last", steps.away(isize::MAX), Some(say!(locale, "game-last")), &icon(LAST)))
        }
        // Links for keyboard shortcuts only: ten moves, and the neighbouring variations.
        p.hidden {
            a #ten-back href=[to(steps.away(-10))] tabindex="-1" { (say!(locale, "game-ten-back")) } " "
            a #ten-forward href=[to(steps.away(10))] tabindex="-1" { (say!(locale, "game-ten-forward")) }
        }
        (window(shown, state, steps, locale))
    }
}

/// Draws which part of a long line the slider covers, with links to the parts before and after it.
fn window(shown: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let step = stepping(shown, state);
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

/// Draws comments and hits of the line as links below the slider.
fn ticks(shown: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let end = (steps.line.len() - 1).max(1) as f64;
    let tree = &shown.record().tree;
    let is_commented = |node: NodeId| tree.comments_of(node).next().is_some();
    // Hits are sorted by their nodes.
    let hit = |node: NodeId| shown.hits.binary_search_by_key(&node, |hit| hit.node);
    let is_hit = |node: NodeId| hit(node).is_ok();
    let told =
        steps.line.iter().enumerate().filter(|(_, node)| is_commented(**node) || is_hit(**node));
    html! {
        svg.ticks viewBox="0 0 1000 12" preserveAspectRatio="none" role="group"
            aria-label=(say!(locale, "game-ticks")) {
            @for (at, &node) in told {
                @let x = format!("{:.1}", 1000.0 * at as f64 / end);
                @let hit = is_hit(node);
                @let label = if hit { say!(locale, "game-tick-hit") } else { say!(locale, "game-tick-comment") };
                a href=(self::at(shown, state, node)) tabindex="-1" aria-label=(label) {
                    line.hit[hit] x1=(x) x2=(x) y1=(if hit { "0" } else { "4" }) y2="12" {}
                }
            }
        }
    }
}

/// Draws what the node does, the numbers that the board cannot show, and the variations.
fn notes(
    shown: &ShownGame,
    state: &PageState,
    steps: &NodeSteps,
    hidden: &[String],
    locale: Locale,
) -> Markup {
    let (text, is_illegal) = told(shown, locale);
    let step = stepping(shown, state);
    let captures = &shown.place.captures;
    html! {
        p.node-notes {
            b { (escape_invisible(&text)) }
            @if is_illegal { " " span.bad { (say!(locale, "game-against-rules")) } }
            @if !shown.place.main { " · " (say!(locale, "game-in-variation")) }
            @if !hidden.is_empty() { " · " (hidden.join(&say!(locale, "sentence-value-comma"))) }
            @if captures.total() > 0 {
                @let [black, white] = Color::BOTH.map(|color| captures.count(color).to_string());
                " · " (say!(locale, "game-captured", black = black, white = white))
            }
        }
        (analysis::verdict(shown, locale))
        (turned_back(shown, state, locale))
        @if steps.next.len() > 1 || steps.above.is_some() || steps.below.is_some() {
            p.variations {
                @if steps.next.len() > 1 {
                    (say!(locale, "game-goes-on")) " "
                    @for (number, node) in steps.next.iter().enumerate() {
                        a href=(at(shown, state, *node)) {
                            @if number == 0 { (say!(locale, "game-main")) } @else { (say!(locale, "game-variation", n = number)) }
                        } " "
                    }
                    @if steps.unnamed > 0 { (say!(locale, "game-more-variations", n = steps.unnamed)) " " }
                }
                @if steps.above.is_some() || steps.below.is_some() {
                    (step("above", steps.above, Some(say!(locale, "game-above")), &html! { "↑" })) " "
                    (step("below", steps.below, Some(say!(locale, "game-below")), &html! { "↓" }))
                }
            }
        }
    }
}

/// Link to the board as it is in the record, if it is turned or a shape has a frame.
fn turned_back(shown: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let recorded = PageState { node: shown.place.node, ..state.filter_only() }
        .at_path(&format!("/game/{}", shown.id));
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

fn header(shown: &ShownGame, locale: Locale) -> Markup {
    let info = &shown.record().info;
    let day = info.date.as_ref().map(|date| date_of(date, locale));
    let komi = info.komi.map(|komi| say!(locale, "game-komi", komi = komi.points().to_string()));
    let result = info.result.map(|result| result.to_string());
    let facts: Vec<String> = [day, result, komi].into_iter().flatten().collect();
    html! {
        h1 {
            (players(info, |player| ranked(player, &linked(player, locale))))
        }
        p.muted.facts {
            bdi { (escape_invisible(&facts.join(" · "))) }
            @if let Some(written) = &info.event { " · " (event(written, locale)) }
        }
    }
}

/// Name of a player as written, with a link to the page of each person in it.
fn linked(player: &Player, locale: Locale) -> Markup {
    if player.name.is_none() {
        return written(player);
    }
    let persons = player.persons();
    html! {
        @match persons.as_slice() {
            [one] => a href=(addresses::player(one.name, &PageState::default())) { (written(player)) },
            several => @for (at, one) in several.iter().enumerate() {
                @if at > 0 { (say!(locale, "sentence-value-comma")) }
                a href=(addresses::player(one.name, &PageState::default())) { (name(one.text)) }
            },
        }
    }
}

/// Links to files of the game: record, diagram and text; and to this node and the list of games.
fn actions(shown: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let files = format!("/api/v1/games/{}", shown.id);
    let node = shown.place.node;
    html! {
        div #actions {
            div.line {
                a.button href={ (files) "/sgf" } download title=(say!(locale, "game-sgf-title")) { "SGF" }
                a.button href={ (files) "/board.svg?node=" (node) } { (say!(locale, "game-diagram")) }
                a.button href={ (files) "/board.txt?node=" (node) } { (say!(locale, "game-text")) }
                a #link.button href=(at(shown, state, node)) title=(say!(locale, "game-link-title")) { (say!(locale, "game-link")) }
                a #up.button href=(state.filter_only().at_path("/games")) { (say!(locale, "game-list")) }
            }
        }
    }
}

/// Links from hit to hit of the query.
fn hits(shown: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    let step = stepping(shown, state);
    let count = shown.hits.len();
    let here = shown.hits.iter().position(|hit| hit.node == shown.place.node);
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

fn here(shown: &ShownGame, state: &PageState, steps: &NodeSteps, locale: Locale) -> Markup {
    html! {
        section #here aria-label=(say!(locale, "here-title")) {
            @if let (Some(here), Some(board)) = (&shown.here, &shown.place.board) {
                (here::draw(here, &ways(shown, state, steps), board.size(), shown.place.turn, locale))
            }
        }
    }
}

/// Other records of the game, and the facts in which they differ.
fn same(view: &PageContext, same: &CopyGroup) -> Markup {
    let locale = view.asked.locale;
    let (records, state) = (same.games.len() as u64, &view.asked.state);
    html! {
        section #same aria-label=(say!(locale, "game-same")) {
            h2 { (say!(locale, "game-same")) }
            p { (say!(locale, "game-more-records", n = records)) }
            ul {
                @for other in &same.games {
                    li {
                        a href=(state.filter_only().at_path(&format!("/game/{}", other.game.id))) { bdi { (escape_invisible(&file(view, &other.game))) } }
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
            @for conflict in &same.conflicts {
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

/// Draws all properties of the root, and what is odd about the record.
fn details(shown: &ShownGame, locale: Locale) -> Markup {
    let record = shown.record();
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
                ul { @for one in odd.iter() { li lang=[english(locale)] { (escape_invisible(&one.message)) " " code.muted { (one.code.as_str()) } } } }
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

/// Largest size in bytes of a comment beside a list.
const SAID: usize = 64 << 10;
/// Largest size in bytes of the values that are shown, and the bytes that each value counts in addition.
const VALUES: usize = 128 << 10;
const EACH: usize = 16;

/// Names and values of properties as far as they fit, and whether some were cut.
fn properties(all: &[Property]) -> (Vec<(&str, Vec<&str>)>, bool) {
    let mut left = VALUES;
    let mut is_cut = false;
    let mut cut = |text| {
        let part = commentary::beginning(text, left);
        left = left.saturating_sub(part.len() + EACH);
        is_cut |= part.len() < text.len();
        part
    };
    let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut values_left = VALUES / EACH;
    for property in all.iter().take(values_left) {
        let name = cut(&property.name);
        let values: Vec<&str> =
            property.values.iter().take(values_left).map(|value| cut(value)).collect();
        values_left -= values.len();
        shown.push((name, values));
    }
    let count = |values: usize, property: &Property| values + property.values.len();
    is_cut |= all.len() > shown.len() || all.iter().fold(0, count) > VALUES / EACH;
    (shown, is_cut)
}

/// Draws a game at its hit, beside a list.
pub(crate) fn preview(shown: &ShownGame, state: &PageState, locale: Locale) -> Markup {
    let tree = &shown.record().tree;
    let node = shown.place.node;
    let place = &shown.place;
    let title = match (place.main, place.number) {
        (true, 0) => say!(locale, "game-beginning"),
        (true, number) => say!(locale, "game-move", number = number.to_string()),
        (false, number) => say!(locale, "game-move-of-variation", number = number.to_string()),
    };
    html! {
        section #preview aria-label=(say!(locale, "game-preview")) data-state=(shown.state) {
            div.head { h2 { (title) } p { (self::title(shown)) } }
            @if let Some(board) = &place.board { div.board-frame { (svg(&drawing(shown, board, state, locale))) } }
            @for text in tree.comments_of(node) {
                @let part = commentary::beginning(text, SAID);
                p.said {
                    (commentary::comment(part, &commentary::marks(shown, node, text), shown.record().start.size))
                    @if part.len() < text.len() { "…" }
                }
            }
            p.line {
                a #open.button.main href=(at(shown, state, node)) { (marked!(locale, "game-open"; key = html! { kbd { "↵" } })) }
                @if let Some(explore) = explore(shown.record(), place, &state.query) {
                    a #explore.button href=(explore.at_path("/")) { (say!(locale, "here-explore")) }
                }
            }
        }
    }
}
