//! Draws the analysis of engines: the graph of a game, its costliest moves, and the verdict on the position shown.

use super::figures::stone;
use super::steps::ranges;
use super::text::{color_name, escape_invisible, marked, name};
use crate::data::game::ShownGame;
use crate::state::PageState;
use crate::words::say;
use kifu_drawing::{DrawnSign, GraphDrawing, MIN_BAR_LOSS, MarkShape, cost, graph, lead_scale};
use kifu_engine::analysis::{Graph, GraphPoint, WINRATE_PERCENT_PER_POINT, move_cost_text};
use kifu_engine::points::move_name;
use kifu_messages::Locale;
use kifu_record::NodeId;
use kifu_record::analysis::{Candidate, Lead, Verdict};
use kifu_record::game::board::Board;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point};
use maud::{Markup, html};

/// Largest number of moves in a graph. Of a longer game only the beginning is drawn.
const MAX_GRAPH_MOVES: u32 = 2_000;
/// Largest number of costly moves that are listed for a player.
const MAX_LISTED_MOVES: usize = 40;
/// Smallest loss, in points, of the moves for which the page offers practice.
const MIN_PRACTISED_LOSS: f64 = 2.0;
/// Smallest fall of the winning rate, in percent, of the move whose numbers are explained.
const MIN_EXPLAINED_DROP: f64 = 2.0;
/// Largest number of moves of an engine's expected line that are drawn on the board.
const MAX_EXPECTED_MOVES: usize = 8;

/// Steps between the numbers of moves below the graph, and the largest number of such numbers.
const SCALE_STEPS: [u32; 6] = [5, 10, 20, 50, 100, 500];
const MAX_SCALE_NUMBERS: u32 = 7;

/// Unit in which the cost of moves is given (points or percent), with the range and default of the slider that hides
/// cheap moves.
struct CostScale {
    /// Name of the unit for scripts, and id of the message with its name for people.
    unit: &'static str,
    name: &'static str,
    /// Field of the query language that selects moves by this cost.
    field: &'static str,
    /// Factor that converts points to the unit of this scale.
    per_point: f64,
    least: f64,
    most: f64,
    default: f64,
}

const POINTS: CostScale = CostScale {
    unit: "points",
    name: "analysis-points",
    field: "loss",
    per_point: 1.0,
    least: MIN_BAR_LOSS,
    most: 20.0,
    default: 5.0,
};
const PERCENT: CostScale = CostScale {
    unit: "%",
    name: "analysis-percent",
    field: "drop",
    per_point: WINRATE_PERCENT_PER_POINT,
    least: 5.0,
    most: 50.0,
    default: 20.0,
};

impl CostScale {
    fn for_graph(graph: &Graph) -> &'static CostScale {
        if graph.has_points() { &POINTS } else { &PERCENT }
    }

    /// Default of the slider, in points: cheaper moves are not listed.
    fn default_threshold(&self) -> f64 {
        self.default / self.per_point
    }
}

/// The engine analysis of a game, drawn in two sections of its page.
pub(super) struct DrawnAnalysis {
    /// The graph, with the accuracy of both players.
    pub graph: Markup,
    /// The moves that cost most, and the slider that sets how much a move must cost to be listed.
    pub costly: Markup,
}

/// Draws the engine analysis of a game, if it has any. `address` gives the address of a node.
pub(super) fn draw(
    game: &ShownGame,
    address: &dyn Fn(NodeId) -> String,
    locale: Locale,
) -> Option<DrawnAnalysis> {
    let graph = shown_graph(game)?;
    let scale = CostScale::for_graph(&graph);
    let drawing = GraphDrawing {
        graph: &graph,
        at: main_move(game),
        href: Some(address),
        slight_below: scale.default_threshold(),
        locale,
    };
    let listed = costliest(&graph);
    Some(DrawnAnalysis {
        graph: html! {
            section #analysis aria-label=(say!(locale, "analysis-title")) data-line=(ranges(nodes_of_moves(game))) {
                (head(game, &graph, scale, locale))
                (plot(&drawing))
                div.sides.accuracy { @for color in Color::BOTH { (accuracy(&graph, color, locale)) } }
            }
        },
        costly: html! {
            section #costly aria-label=(say!(locale, "analysis-costly-title")) {
                div.head { h2 { (say!(locale, "analysis-costly-title")) } }
                (threshold(scale, locale))
                (explanation(&listed, locale))
                div.sides { @for color in Color::BOTH { (costly_moves(&graph, color, &listed, address, locale)) } }
            }
        },
    })
}

/// Draws the graph with its scales: winning rates at the left, leads at the right, and numbers of moves below.
fn plot(drawing: &GraphDrawing) -> Markup {
    let graph = drawing.graph;
    let has_rates = graph.points.iter().any(|point| point.rate.is_some());
    let has_leads = graph.points.iter().any(|point| point.lead.is_some());
    let scale = lead_scale(graph);
    let last = graph.points.last().map_or(0, |point| point.number).max(graph.moves).max(1);
    let step =
        SCALE_STEPS.into_iter().find(|step| last / step <= MAX_SCALE_NUMBERS).unwrap_or(last);
    html! {
        div.plot {
            div.scale aria-hidden="true" {
                @if has_rates { span.top { "100 %" } span.middle { "50 %" } span.bottom { "0 %" } }
            }
            div.drawn { (self::graph(drawing)) p #graph-value aria-hidden="true" hidden {} }
            div.scale.of-leads aria-hidden="true" {
                @if has_leads {
                    span.top { (format!("B+{scale:.0}")) } span.middle { "0" } span.bottom { (format!("W+{scale:.0}")) }
                }
            }
            svg.move-numbers aria-hidden="true" {
                @for number in (step..=last).step_by(step as usize) {
                    text x=(format!("{:.2}%", 100.0 * f64::from(number) / f64::from(last))) y="11" { (number) }
                }
            }
        }
    }
}

/// Winning rates, leads and losses of a game, up to the largest number of moves that are drawn; `None` if no engine
/// analysed it.
fn shown_graph(game: &ShownGame) -> Option<Graph> {
    let mut graph = Graph::from_record(game.record())?;
    graph.points.retain(|point| point.number <= MAX_GRAPH_MOVES);
    graph.moves = graph.moves.min(MAX_GRAPH_MOVES);
    Some(graph)
}

/// For each move of the main line, the node before it and its own node.
fn nodes_of_moves(game: &ShownGame) -> impl Iterator<Item = NodeId> {
    let tree = &game.record().tree;
    let moves = |node| (0..tree.moves_in(node)).map(move |_| node);
    let played = tree.main_line().flat_map(moves).take(MAX_GRAPH_MOVES as usize);
    std::iter::once(0).chain(played)
}

/// Address of the page on which the costly moves of this game can be practised; `None` if there are none.
fn practice_address(game: &ShownGame, graph: &Graph, scale: &CostScale) -> Option<String> {
    let costs = |point: &GraphPoint| cost(point).is_some_and(|cost| cost >= MIN_PRACTISED_LOSS);
    graph.points.iter().any(costs).then(|| {
        let (field, least) = (scale.field, MIN_PRACTISED_LOSS * scale.per_point);
        let query = format!("id:{} {field}>={least:.0}", game.id);
        PageState::default().with_query(query).at_path("/practise")
    })
}

/// Draws the name of the engine and the legend of the graph.
fn head(game: &ShownGame, graph: &Graph, scale: &CostScale, locale: Locale) -> Markup {
    let has_rates = graph.points.iter().any(|point| point.rate.is_some());
    let has_leads = graph.points.iter().any(|point| point.lead.is_some());
    html! {
        div.head {
            h2 { (say!(locale, "analysis-title")) }
            p {
                (name(&graph.engine))
                @if has_rates { " · " span.rate { (say!(locale, "analysis-rate")) } }
                @if has_leads { " · " span.lead { (say!(locale, "analysis-lead")) } }
                " · " span.lost { (say!(locale, "analysis-losses")) }
                @if let Some(address) = practice_address(game, graph, scale) {
                    " · " a #practise href=(address) { (say!(locale, "analysis-practise")) }
                }
            }
        }
    }
}

/// Draws the slider that sets how costly a move must be to be listed. It needs a script, so it is hidden at first.
fn threshold(scale: &CostScale, locale: Locale) -> Markup {
    let chosen = html! { output for="counts" { (scale.default) " " (say!(locale, scale.name)) } };
    html! {
        p.counts hidden {
            label for="counts" { (marked!(locale, "analysis-counts"; least = chosen)) }
            input #counts type="range" min=(scale.least) max=(scale.most) step="0.5" value=(scale.default)
                data-unit=(scale.unit) data-each=(scale.per_point);
        }
    }
}

/// Draws how accurately one player played, and how much the moves of this player lost.
fn accuracy(graph: &Graph, color: Color, locale: Locale) -> Markup {
    let losses = graph.losses_of(color);
    let scale = CostScale::for_graph(graph);
    let accurate = losses.accuracy.map(|accuracy| {
        let rate = html! { b { (format!("{accuracy:.0} %")) } };
        marked!(locale, "analysis-accurate"; rate = rate)
    });
    let mean = losses.mean.map(|mean| {
        let (mean, unit) = (format!("{mean:.1}"), say!(locale, scale.name));
        say!(locale, "analysis-mean-loss", mean = mean, unit = unit)
    });
    html! {
        p.how {
            (stone(color)) span.hidden { (say!(locale, "analysis-side", color = color_name(color, locale))) " " }
            @if let Some(accurate) = accurate { (accurate) " · " }
            @if let Some(mean) = mean { (mean) " · " }
            (say!(locale, "analysis-blunders", n = losses.blunders))
        }
    }
}

/// Draws the sentence that explains the numbers of a costly move, such as `−35.8 (20 %)`, with those of the costliest
/// move that has both; nothing if no move has both.
fn explanation(listed: &[&GraphPoint], locale: Locale) -> Markup {
    let both = |point: &&&GraphPoint| {
        point.loss.is_some() && point.drop.is_some_and(|drop| drop >= MIN_EXPLAINED_DROP)
    };
    let worst = listed
        .iter()
        .filter(both)
        .max_by(|a, b| a.loss.unwrap_or(0.0).total_cmp(&b.loss.unwrap_or(0.0)));
    html! {
        @if let Some((loss, drop)) = worst.and_then(|worst| worst.loss.zip(worst.drop)) {
            p.muted.explained {
                (say!(locale, "analysis-cost-explained", loss = format!("{loss:.1}"), drop = format!("{drop:.0}")))
            }
        }
    }
}

/// Draws the costliest moves of one player.
fn costly_moves(
    graph: &Graph,
    color: Color,
    listed: &[&GraphPoint],
    address: &dyn Fn(NodeId) -> String,
    locale: Locale,
) -> Markup {
    let scale = CostScale::for_graph(graph);
    let of_color =
        listed.iter().filter(|point| point.played.is_some_and(|(mover, _)| mover == color));
    html! {
        ol.costly aria-label=(say!(locale, "analysis-costly", color = color_name(color, locale))) {
            @for point in of_color {
                @let cost = cost(point).unwrap_or(0.0);
                li data-cost=(format!("{cost:.2}")) hidden[cost < scale.default_threshold()] {
                    a href=(address(point.node)) data-node=(point.node) { (stone(color)) (row(graph, point, locale)) }
                }
            }
        }
    }
}

/// Draws a costly move such as `60 R14 −12.3 (34 %) best Q16`.
fn row(graph: &Graph, point: &GraphPoint, locale: Locale) -> Markup {
    let played = point.played.map(|(_, action)| action);
    let percent = point.drop.map(|drop| format!("{:.0} %", drop.max(0.0)));
    let best = point.best.filter(|best| Some(*best) != played);
    html! {
        span.muted { (point.number) } " "
        b { (played.map_or_else(String::new, |action| go_name(graph.size, action, locale))) } " "
        span.bad {
            @match (point.loss, &percent) {
                (Some(loss), _) => { "−" (format!("{loss:.1}")) },
                (None, Some(percent)) => { "−" (percent) },
                (None, None) => {},
            }
        }
        @if let (Some(_), Some(percent)) = (point.loss, &percent) { " " small { "(" (percent) ")" } }
        @if let Some(best) = best {
            " " span.best { small { (say!(locale, "analysis-best")) " " } (go_name(graph.size, best, locale)) }
        }
    }
}

/// Returns the costliest moves, in the order of the game.
fn costliest(graph: &Graph) -> Vec<&GraphPoint> {
    let with_cost = |point| Some((cost(point)?, point));
    let mut moves: Vec<(f64, &GraphPoint)> = graph.points.iter().filter_map(with_cost).collect();
    moves.retain(|(_, point)| point.played.is_some());
    moves.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    moves.truncate(MAX_LISTED_MOVES);
    moves.sort_by_key(|(_, point)| point.number);
    moves.into_iter().map(|(_, point)| point).collect()
}

/// Number of main-line moves up to the node shown. For a node in a variation, it is the number up to the fork. `None`
/// if the game has no analysis.
pub(super) fn main_move(game: &ShownGame) -> Option<u32> {
    let (tree, place) = (&game.record().tree, &game.place);
    if game.record().analysis.verdicts.is_empty() {
        return None;
    }
    if place.main {
        return Some(place.number);
    }
    let main = tree.main_line();
    let mut back = tree.path(place.node).into_iter().rev();
    let fork = back.find(|node| main.contains(node))?;
    Some((0..=fork).map(|node| tree.moves_in(node)).sum())
}

/// Evaluation of the position shown by the engine that evaluated most positions of the game.
fn verdict_on(game: &ShownGame) -> Option<&Verdict> {
    let (analysis, tree) = (&game.record().analysis, &game.record().tree);
    if game.is_trying() {
        return None;
    }
    analysis.verdict(game.place.node, analysis.main_engine(tree)?)
}

/// Draws what the move of the node cost, the evaluation of the position such as `Black 54 % · B+3.2 · 1,200 playouts`,
/// and the best line, with the button that shows it on the board.
pub(super) fn verdict(game: &ShownGame, locale: Locale) -> Markup {
    let Some(verdict) = verdict_on(game) else {
        return Markup::default();
    };
    let rate = verdict.black_rate.map(|rate| rate.percent_for(Color::Black));
    let rate = rate.map(|rate| say!(locale, "analysis-black-rate", percent = format!("{rate:.0}")));
    let playouts = verdict.visits.map(|visits| say!(locale, "analysis-playouts", n = visits));
    let text = [rate, verdict.black_lead.map(|lead| lead_text(lead, locale)), playouts]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ");
    html! {
        p.verdict {
            @if let Some(cost) = cost_of_node(game, locale) { span.bad { (cost) } }
            span { (escape_invisible(&text)) }
        }
        @if let Some(best) = verdict.candidates.first() { (best_line(game, best, locale)) }
    }
}

/// Describes what the move of the node cost, such as `W R14 lost 12.3 points (34 %), best Q16`; `None` if it cost
/// little.
fn cost_of_node(game: &ShownGame, locale: Locale) -> Option<String> {
    let graph = shown_graph(game)?;
    let at = graph.points.binary_search_by_key(&game.place.node, |point| point.node).ok()?;
    let point = graph.points.get(at).filter(|point| cost(point).is_some())?;
    Some(move_cost_text(&graph, point).in_language(locale))
}

/// Draws the engine's best move with the moves that it expects to follow, and the button that draws them on the board.
fn best_line(game: &ShownGame, best: &Candidate, locale: Locale) -> Markup {
    let name = |&action: &Move| go_name(game.record().start.size, action, locale);
    let point = html! { b { (name(&best.action)) } };
    let rest: Vec<String> = best.line.iter().take(MAX_EXPECTED_MOVES).skip(1).map(name).collect();
    html! {
        p.verdict.best-line {
            span { (marked!(locale, "analysis-best-move"; point = point)) }
            @if !rest.is_empty() { span.muted { (rest.join(" ")) } }
            button #best.button type="button" aria-pressed="false" hidden {
                (marked!(locale, "analysis-best-line"; key = html! { kbd { "b" } }))
            }
        }
    }
}

/// Writes a lead such as `B+3.2`. A lead below 0.05 points is written as even.
fn lead_text(lead: Lead, locale: Locale) -> String {
    match lead.hundredths() {
        -4..=4 => say!(locale, "analysis-even"),
        white @ ..0 => format!("W+{:.1}", f64::from(-white) / 100.0),
        black => format!("B+{:.1}", f64::from(black) / 100.0),
    }
}

/// The engine's best move and the first moves of the line that it expects, as numbered stones. Moves on occupied points
/// are left out.
pub(super) fn expected_stones(game: &ShownGame, board: &Board) -> Vec<DrawnSign> {
    let best = verdict_on(game).and_then(|verdict| verdict.candidates.first());
    best.map_or_else(Vec::new, |best| stones_of(best, board, game.place.turn))
}

fn stones_of(best: &Candidate, board: &Board, turn: Color) -> Vec<DrawnSign> {
    let mut stones: Vec<DrawnSign> = Vec::new();
    let movers = std::iter::successors(Some(turn), |mover| Some(mover.other()));
    let is_free = |stones: &[DrawnSign], point: Point| {
        board.size().contains(point)
            && board.stone(point).color().is_none()
            && stones.iter().all(|stone| stone.point != point)
    };
    for ((number, &action), mover) in (1u32..).zip(&best.line).zip(movers).take(MAX_EXPECTED_MOVES)
    {
        match action {
            Move::Place(point) if is_free(&stones, point) => stones.push(DrawnSign {
                point,
                text: number.to_string(),
                shape: MarkShape::Expected(mover),
            }),
            _ => {}
        }
    }
    stones
}

/// Name of a move on a board of this size, in a language.
pub(super) fn go_name(size: BoardSize, action: Move, locale: Locale) -> String {
    match action {
        Move::Pass => say!(locale, "pass"),
        action => move_name(GameKind::Go, size, action),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_written_like_a_result() {
        let lead = |points| Some(lead_text(Lead::from_points(points)?, Locale::English));
        assert_eq!(lead(3.21).as_deref(), Some("B+3.2"));
        assert_eq!(lead(-0.5).as_deref(), Some("W+0.5"));
        assert_eq!(lead(-0.04).as_deref(), Some("even"));
    }

    #[test]
    fn an_expected_line_has_numbers_and_leaves_out_what_is_taken() {
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        let at = |x| Point::new(x, 3);
        board.set(at(2), kifu_record::game::Stone::Black);
        let best = Candidate {
            action: Move::Place(at(1)),
            black_rate: None,
            black_lead: None,
            visits: None,
            line: [1, 2, 1, 4].map(|x| Move::Place(at(x))).to_vec(),
        };
        let stones = stones_of(&best, &board, Color::White);
        let drawn: Vec<_> = stones.iter().map(|stone| (stone.point, stone.text.as_str())).collect();
        assert_eq!(drawn, [(at(1), "1"), (at(4), "4")]);
        assert!(stones[1].shape == MarkShape::Expected(Color::Black));
    }
}
