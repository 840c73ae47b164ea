//! `show --graph`: draws the winning rate along the main line, and lists the moves that cost most.

use crate::terminal::Terminal;
use kifu_engine::analysis::{Graph, GraphPoint, move_cost_text};
use kifu_engine::number_format::signed;
use kifu_record::text::display::clean;

/// Height of the graph in rows, without the axis.
const GRAPH_ROWS: usize = 8;
/// Maximum width of the graph in columns.
const MAX_GRAPH_WIDTH: usize = 100;
/// Width in columns of the labels on the left.
const LABEL_COLUMNS: usize = 8;
/// Number of moves that are listed below the graph.
const MAX_LISTED_MOVES: usize = 10;
/// Characters for a column that is filled by 0 to 8 eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the graph of the winning rate; returns its lines from the top.
pub(super) fn draw(graph: &Graph, term: &Terminal) -> Vec<String> {
    let engine = clean(&graph.engine).into_owned();
    let has_rates = graph.points.iter().any(|point| point.rate.is_some());
    let scale = Scale::new(graph, has_rates);
    let heading = if has_rates { "Black’s winning rate" } else { "Black’s lead" };
    let mut lines = vec![format!("{} · {engine}", term.bold(heading)), String::new()];
    let columns = term
        .width
        .saturating_sub(LABEL_COLUMNS)
        .clamp(20, MAX_GRAPH_WIDTH)
        .min(graph.moves as usize + 1)
        .max(1);
    let heights = heights(graph, &scale, columns);
    for row in (0..GRAPH_ROWS).rev() {
        let label = scale.label(row);
        let axis = if term.unicode { '┤' } else { '|' };
        let cells: String = heights.iter().map(|&height| graph_char(height, row, term)).collect();
        lines.push(format!("{} {cells}", term.dim(format!("{label:>6}{axis}"))));
    }
    lines.push(term.dim(number_line(graph.moves, columns)));
    lines.extend(costliest_moves(graph, term));
    lines
}

/// Range of values that the graph covers, from its lower to its upper end.
struct Scale {
    low: f64,
    high: f64,
    has_rates: bool,
}

impl Scale {
    fn new(graph: &Graph, has_rates: bool) -> Scale {
        if has_rates {
            return Scale { low: 0.0, high: 100.0, has_rates };
        }
        let max_lead = graph
            .points
            .iter()
            .filter_map(|point| point.lead)
            .fold(10.0f64, |most, lead| most.max(lead.abs()))
            .ceil();
        Scale { low: -max_lead, high: max_lead, has_rates }
    }

    fn relative_height(&self, point: &GraphPoint) -> Option<f64> {
        let value = if self.has_rates { point.rate } else { point.lead }?;
        Some((value - self.low) / (self.high - self.low))
    }

    /// Returns the label of a row of the graph. Only the highest row, the middle one and the lowest one have a label.
    fn label(&self, row: usize) -> String {
        let value = match row {
            _ if row + 1 == GRAPH_ROWS => self.high,
            _ if row == GRAPH_ROWS / 2 => (self.low + self.high) / 2.0,
            0 => self.low,
            _ => return String::new(),
        };
        if self.has_rates { format!("{value:.0} %") } else { signed(value, 0) }
    }
}

/// Returns the height of each column of the graph in eighths of a row. If a column stands for several moves, it shows
/// the value of the last one.
fn heights(graph: &Graph, scale: &Scale, columns: usize) -> Vec<Option<usize>> {
    let mut heights = vec![None; columns];
    for point in &graph.points {
        let column = match graph.moves {
            0 => 0,
            moves => point.number.min(moves) as usize * (columns - 1) / moves as usize,
        };
        let height = scale
            .relative_height(point)
            .map(|share| (share * (8 * GRAPH_ROWS) as f64).round() as usize);
        if let (Some(slot), Some(height)) = (heights.get_mut(column), height) {
            *slot = Some(height);
        }
    }
    heights
}

fn graph_char(height: Option<usize>, row: usize, term: &Terminal) -> char {
    let Some(height) = height else {
        return ' ';
    };
    let eighths = height.saturating_sub(8 * row).min(8);
    if term.unicode {
        EIGHTHS.get(eighths).copied().unwrap_or(' ')
    } else if eighths >= 4 {
        '#'
    } else {
        ' '
    }
}

/// Returns the line with move numbers below the graph.
fn number_line(moves: u32, columns: usize) -> String {
    let step = [10, 20, 50, 100, 200, 500, 1000].into_iter();
    let per_label = |step: &u32| columns as f64 * f64::from(*step) / f64::from(moves.max(1)) >= 6.0;
    let step = step.into_iter().find(per_label).unwrap_or(5000);
    let mut line = " ".repeat(LABEL_COLUMNS);
    for number in (0..=moves).step_by(step as usize) {
        let column = match moves {
            0 => 0,
            moves => number as usize * (columns - 1) / moves as usize,
        };
        let at = LABEL_COLUMNS + column;
        if at >= line.len() || number == 0 {
            line.push_str(&" ".repeat(at.saturating_sub(line.len())));
            line.push_str(&number.to_string());
        }
    }
    line
}

/// Lists the moves that cost most, in the order of the game.
fn costliest_moves(graph: &Graph, term: &Terminal) -> Vec<String> {
    let mut moves: Vec<&GraphPoint> =
        graph.points.iter().filter(|point| kifu_drawing::cost(point).is_some()).collect();
    moves.sort_by(|a, b| {
        let cost = |point| kifu_drawing::cost(point).unwrap_or(0.0);
        cost(b).total_cmp(&cost(a))
    });
    moves.truncate(MAX_LISTED_MOVES);
    moves.sort_by_key(|point| point.number);
    if moves.is_empty() {
        return Vec::new();
    }
    let line = |point: &&GraphPoint| {
        let number = term.dim(format!("{:>5}  ", point.number));
        format!("{number}{}", clean(&move_cost_text(graph, point).to_string()))
    };
    [String::new(), term.bold("What cost most")].into_iter().chain(moves.iter().map(line)).collect()
}
