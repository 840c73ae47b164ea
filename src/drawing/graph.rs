//! Draws winrate and score lead of a game as SVG, with a bar for each move that lost points.

use super::escape::escape_drawing;
use kifu_engine::analysis::{Graph, GraphPoint, move_cost_text};
use kifu_messages::{Locale, say};
use kifu_record::NodeId;
use kifu_record::game::Color;
use maud::{Markup, html};

/// Graph of a game to draw, with options.
pub struct GraphDrawing<'d> {
    /// Winning rates, leads and losses of the main line, as an engine evaluated them.
    pub graph: &'d Graph,
    /// Number of moves before the current position, which the graph marks.
    pub at: Option<u32>,
    /// Function from a node to its address, if the bars link to the positions on a page; `None` without links.
    pub href: Option<&'d dyn Fn(NodeId) -> String>,
    /// Loss in points below which a bar is marked as slight, so that a page may hide slight losses.
    pub slight_below: f64,
    /// Language of the graph's labels.
    pub locale: Locale,
}

/// Width and height of the graph in SVG units.
const GRAPH_SIZE: (f64, f64) = (1000.0, 220.0);
/// Height above and below the lines, in SVG units, so that a line along an edge is not cut.
const EDGE: f64 = 6.0;
/// Smallest lead, in points, that the scale of the graph ends at. It is greater if more than one position in ten has a
/// greater lead.
const MIN_SCALE_LEAD: f64 = 10.0;
/// Step, in points, in which the end of the scale grows.
const SCALE_STEP: f64 = 5.0;
/// Share of half of the height at which the scale of leads ends. Greater leads are drawn beyond it, ever closer to the
/// edge, so that a few of them neither flatten the rest of the line nor are cut off.
const SCALE_SHARE: f64 = 0.8;
/// Loss of a move, in points, whose bar is half as high as the graph.
const HALF_HEIGHT_LOSS: f64 = 25.0;
/// Loss, in points, below which a move has no bar.
pub const MIN_BAR_LOSS: f64 = 0.5;

/// Loss of a move in points; `None` for a loss below [`MIN_BAR_LOSS`], for which no bar is drawn.
pub fn cost(point: &GraphPoint) -> Option<f64> {
    point.cost().filter(|&cost| cost >= MIN_BAR_LOSS)
}

/// Draws the graph: Black's winrate from 0 at the bottom to 100 % at the top, Black's lead upwards from the middle, and
/// the bars from the edge of the player who lost the points.
pub fn graph(drawing: &GraphDrawing) -> Markup {
    let graph = drawing.graph;
    let (width, height) = GRAPH_SIZE;
    let x = |number: u32| width * f64::from(number) / last_move(graph);
    let scale = lead_scale(graph);
    let middle = height / 2.0;
    let rate =
        |point: &GraphPoint| Some(number(middle + (middle - EDGE) * (1.0 - point.rate? / 50.0)));
    // Beyond the scale, a small part of a unit stands for many points. Scripts read the lead from the height, so there
    // it has more digits.
    let lead = |point: &GraphPoint| {
        let y = middle - (middle - EDGE) * lead_share(point.lead?, scale);
        Some(if point.lead?.abs() <= scale { number(y) } else { format!("{y:.3}") })
    };
    let has_leads = graph.points.iter().any(|point| point.lead.is_some());
    let (rate, lead) = (line(graph, &x, rate), line(graph, &x, lead));
    let drawn = html! {
        svg.graph viewBox={ "0 0 " (width) " " (height) } preserveAspectRatio="none" role="group"
            xmlns="http://www.w3.org/2000/svg" aria-label=(title(drawing)) data-moves=(last_move(graph)) data-lead=[has_leads.then_some(scale)] {
            rect.ground width=(width) height=(height) fill="#f4f1ea" {}
            line.middle x2=(width) y1=(middle) y2=(middle) stroke="#999" stroke-width="1" {}
            @if has_leads {
                @let far = (middle - EDGE) * SCALE_SHARE;
                path.ends d=(format!("M0 {:.1}H{width}M0 {:.1}H{width}", middle - far, middle + far))
                    stroke="#ccc" stroke-width="1" stroke-dasharray="4 4" vector-effect="non-scaling-stroke" {}
            }
            @for point in &graph.points {
                @match drawing.href {
                    Some(href) if cost(point).is_some() => a href=(href(point.node)) tabindex="-1" aria-label=(move_title(drawing, point)) { (bar(drawing, point, &x)) },
                    _ => (bar(drawing, point, &x)),
                }
            }
            @if !lead.is_empty() { path.lead d=(lead) fill="none" stroke="#2a6f97" stroke-width="2" vector-effect="non-scaling-stroke" {} }
            @if !rate.is_empty() { path.rate d=(rate) fill="none" stroke="#222" stroke-width="2" vector-effect="non-scaling-stroke" {} }
            @if let Some(at) = drawing.at {
                line.now x1=(number(x(at))) x2=(number(x(at))) y2=(height) stroke="#d08000" stroke-width="2" vector-effect="non-scaling-stroke" {}
            }
        }
    };
    escape_drawing(drawn)
}

/// Lead at which the scale of a graph ends, in points. It comes from the 90th percentile of the leads, because a few
/// positions with a huge lead would flatten the rest of the line.
pub fn lead_scale(graph: &Graph) -> f64 {
    let mut leads: Vec<f64> =
        graph.points.iter().filter_map(|point| point.lead).map(f64::abs).collect();
    leads.sort_by(f64::total_cmp);
    let most = leads.get(leads.len() * 9 / 10).copied().unwrap_or(0.0);
    ((most / SCALE_STEP).ceil() * SCALE_STEP).max(MIN_SCALE_LEAD)
}

/// Height at which a lead is drawn, as a share of half of the height: from −1 to 1, proportional to the lead up to the
/// end of the scale.
fn lead_share(lead: f64, scale: f64) -> f64 {
    let part = lead.abs() / scale;
    let share = if part <= 1.0 { SCALE_SHARE * part } else { 1.0 - (1.0 - SCALE_SHARE) / part };
    share.copysign(lead)
}

/// Number of the last move, which the right edge of the graph stands for; at least 1, so that the width is never zero.
fn last_move(graph: &Graph) -> f64 {
    let last = graph.points.last().map_or(0, |point| point.number);
    f64::from(graph.moves.max(last).max(1))
}

/// Draws the bar that shows how many points a move lost; nothing if the move lost too little.
fn bar(drawing: &GraphDrawing, point: &GraphPoint, x: &dyn Fn(u32) -> f64) -> Markup {
    let (Some(cost), Some((mover, _))) = (cost(point), point.played) else {
        return Markup::default();
    };
    let (width, height) = GRAPH_SIZE;
    let wide = (width / last_move(drawing.graph) * 0.7).clamp(1.5, 8.0);
    let long = height / 2.0 * (cost / HALF_HEIGHT_LOSS).min(1.0);
    let (y, is_black) = match mover {
        Color::Black => (height - long, true),
        Color::White => (0.0, false),
    };
    html! {
        rect.loss.black[is_black].white[!is_black].slight[cost < drawing.slight_below]
            x=(number(x(point.number) - wide / 2.0)) y=(number(y)) width=(number(wide)) height=(number(long))
            fill="#c0392b" fill-opacity="0.75" data-cost=(format!("{cost:.2}")) {
            title { (move_title(drawing, point)) }
        }
    }
}

fn title(drawing: &GraphDrawing) -> String {
    say!("graph-title", engine = drawing.graph.engine.as_str()).in_language(drawing.locale)
}

/// Text such as `Move 60: W R14 lost 12.3 points (34 %), best Q16`.
fn move_title(drawing: &GraphDrawing, point: &GraphPoint) -> String {
    let played = move_cost_text(drawing.graph, point);
    say!("graph-move", number = point.number.to_string(), played = played)
        .in_language(drawing.locale)
}

/// Formats a coordinate with one decimal.
fn number(number: f64) -> String {
    format!("{number:.1}")
}

/// SVG path through the values, given as heights. It is interrupted where more than two moves have no value.
fn line(
    graph: &Graph,
    x: &dyn Fn(u32) -> f64,
    y: impl Fn(&GraphPoint) -> Option<String>,
) -> String {
    let mut path = String::new();
    let mut before: Option<u32> = None;
    for point in &graph.points {
        let Some(y) = y(point) else {
            continue;
        };
        let is_connected = before.is_some_and(|before| point.number <= before + 2);
        let sign = if is_connected { 'L' } else { 'M' };
        path += &format!("{sign}{:.1} {y}", x(point.number));
        if !is_connected {
            // A value that is not connected to another gets a very short line, so that it is visible as a dot.
            path += "h0.1";
        }
        before = Some(point.number);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_record::game::{BoardSize, Move, Point};

    /// Builds the graph of a game from move numbers, the lead after each move, and its loss.
    fn test_graph(moves: &[(u32, f64, Option<f64>)]) -> Graph {
        let point = |&(number, lead, loss): &(u32, f64, Option<f64>)| GraphPoint {
            node: number,
            number,
            rate: None,
            lead: Some(lead),
            played: Some((Color::Black, Move::Place(Point::new(3, 3)))),
            drop: Some(8.0),
            loss,
            is_reported_only: false,
            best: None,
        };
        Graph {
            engine: "<KataGo>".to_owned(),
            points: moves.iter().map(point).collect(),
            moves: 10,
            size: BoardSize::GO,
        }
    }

    fn drawn(graph: &Graph, counts: f64) -> String {
        let href = |node: NodeId| format!("/game/a?node={node}&q=");
        let drawing = GraphDrawing {
            graph,
            at: Some(5),
            href: Some(&href),
            slight_below: counts,
            locale: Locale::English,
        };
        super::graph(&drawing).into_string()
    }

    #[test]
    fn each_move_that_cost_something_has_a_bar_that_leads_to_it() {
        let graph = test_graph(&[(1, 0.0, Some(0.4)), (2, 0.0, Some(5.0)), (3, 0.0, None)]);
        let text = drawn(&graph, 2.5);
        assert_eq!(text.matches("<rect class=\"loss").count(), 2, "{text}");
        assert!(text.contains("href=\"/game/a?node=2&amp;q=\""), "{text}");
        // The move that lost 8 % of the winning rate and no points gets a bar of two points. It is below the test's
        // limit for slight moves, so exactly one bar is marked as slight.
        let costs = ["data-cost=\"5.00\"", "data-cost=\"2.00\""];
        assert!(costs.iter().all(|cost| text.contains(cost)), "{text}");
        assert_eq!(text.matches("slight").count(), 1, "{text}");
    }

    #[test]
    fn one_great_lead_does_not_flatten_the_others_and_nothing_leaves_the_drawing() {
        let mut moves: Vec<_> = (1..10).map(|number| (number, 5.0, None)).collect();
        moves.push((10, -400.0, Some(90.0)));
        moves.push((11, 5.0, None));
        let text = drawn(&test_graph(&moves), 0.0);
        // The scale ends at 10 points, at 0.8 of the 104 units between the middle and the edge, so 5 points are 41.6
        // units above the middle. 400 points are 40 scales, so they are drawn at 1 − 0.2 / 40 of these units.
        assert!(text.contains(" 68.4L"), "{text}");
        assert!(text.contains(" 213.480L"), "{text}");
        assert!(text.contains("y=\"110.0\""), "{text}");
    }

    #[test]
    fn a_line_is_interrupted_where_values_are_missing() {
        let text = drawn(&test_graph(&[(1, 0.0, None), (3, 0.0, None), (6, 0.0, None)]), 0.0);
        let (_, path) = text.split_once("class=\"lead\" d=\"").unwrap_or_default();
        let path = path.split('"').next().unwrap_or_default();
        assert_eq!(path, "M100.0 110.0h0.1L300.0 110.0M600.0 110.0h0.1");
    }

    #[test]
    fn names_of_engines_leave_only_characters_that_xml_allows() {
        let mut graph = test_graph(&[(1, 0.0, Some(5.0))]);
        graph.engine = "\u{1b}[31m\0\u{9b}2J\u{202e}\u{fffe}\u{ffff}\u{7f}&<\"é囲".to_owned();
        let text = drawn(&graph, 0.0);
        assert!(text.chars().all(super::super::tests::is_allowed), "{text:?}");
        assert!(
            text.contains("⟨1B⟩[31m⟨0⟩⟨9B⟩2J⟨202E⟩⟨FFFE⟩⟨FFFF⟩⟨7F⟩&amp;&lt;&quot;é囲"),
            "{text}"
        );
    }

    #[test]
    fn the_place_that_is_shown_is_marked_and_names_are_text() {
        let text = drawn(&test_graph(&[(1, 0.0, None)]), 0.0);
        assert!(text.contains("class=\"now\" x1=\"500.0\""), "{text}");
        assert!(!text.contains("<KataGo>") && !text.contains("style="), "{text}");
    }
}
