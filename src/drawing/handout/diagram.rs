//! Draws the board of a figure: black on white, with stones and numbers that a printer without colours can print.

use crate::coordinates;
use crate::geometry::Geometry;
use kifu_engine::handout::{Figure, NumberedMove};
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{Color, Point, Stone};
use maud::{Markup, html};

/// Radius of a stone. A white stone has a line around it, so it is as large as a black one.
const RADIUS: &str = "9.3";
/// Font sizes of numbers with one or two digits, with three, and with four, so that they fit into a stone.
const FONT_SIZES: [&str; 3] = ["11", "8.8", "6.8"];

/// Draws the board of a figure. `title` describes it for screen readers.
pub(super) fn diagram(figure: &Figure, title: &str) -> Markup {
    diagram_with_labels(figure, &[], title)
}

/// Draws the board of a figure with letters on empty points.
pub(crate) fn diagram_with_labels(
    figure: &Figure,
    labels: &[(Point, String)],
    title: &str,
) -> Markup {
    let size = figure.board.size();
    let at = Geometry { size, view: Symmetry::from_number(0), corner: None };
    let stars: Vec<Point> = size.points().filter(|&point| size.is_star_point(point)).collect();
    let holes = size.points().filter(|&point| figure.board.stone(point) == Stone::Hole);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="img" aria-label=(title)
            viewBox=(format!("0 0 {} {}", at.width(), at.height())) {
            path fill="none" stroke="#000" stroke-width="0.7" d=(at.grid()) {}
            g fill="#000" {
                @for point in stars { @let (x, y) = at.place(point); circle cx=(x) cy=(y) r="1.9" {} }
                @for point in holes { @let (x, y) = at.place(point); rect x=(x - 4.0) y=(y - 4.0) width="8" height="8" {} }
            }
            (coordinates(at))
            g fill="#000" stroke="#000" { (stones(at, figure, Color::Black)) }
            g fill="#fff" stroke="#000" { (stones(at, figure, Color::White)) }
            g fill="#fff" class="numbers" { (numbers(at, figure, Color::Black)) }
            g fill="#000" class="numbers" { (numbers(at, figure, Color::White)) }
            @if !labels.is_empty() { (self::labels(at, labels)) }
        }
    }
}

/// Draws letters on empty points, each on a white disc that covers the lines.
fn labels(at: Geometry, labels: &[(Point, String)]) -> Markup {
    html! {
        g fill="#fff" {
            @for (point, _) in labels { @let (x, y) = at.place(*point); circle cx=(x) cy=(y) r="7" {} }
        }
        g fill="#000" class="numbers" font-size="12" {
            @for (point, label) in labels {
                @let (x, y) = at.place(*point);
                text x=(x) y=(format!("{:.1}", y + 4.3)) { (label) }
            }
        }
    }
}

/// Draws all stones of one colour: those before the figure, and those of its moves.
fn stones(at: Geometry, figure: &Figure, color: Color) -> Markup {
    let board = &figure.board;
    let before = board.size().points().filter(|&point| board.stone(point).color() == Some(color));
    let played = figure.stones.iter().filter(|played| played.color == color);
    html! {
        @for point in before.chain(played.map(|played| played.point)) {
            @let (x, y) = at.place(point);
            circle cx=(x) cy=(y) r=(RADIUS) {}
        }
    }
}

/// Draws the numbers on the stones of one colour.
fn numbers(at: Geometry, figure: &Figure, color: Color) -> Markup {
    let numbered = figure.stones.iter().filter(|played| played.color == color);
    let lengths = [0..=99, 100..=999, 1000..=u32::MAX];
    html! {
        @for (range, font_size) in lengths.iter().zip(FONT_SIZES) {
            @let of_length: Vec<&NumberedMove> = numbered.clone().filter(|played| range.contains(&played.number)).collect();
            @if !of_length.is_empty() {
                g font-size=(font_size) {
                    @for played in of_length {
                        @let (x, y) = at.place(played.point);
                        text x=(x) y=(format!("{:.1}", y + 0.36 * font_size.parse::<f64>().unwrap_or(0.0))) { (played.number) }
                    }
                }
            }
        }
    }
}
