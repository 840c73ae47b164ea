//! Draws boards as SVG: one geometry for web pages, `board.svg` and files.
//!
//! A cell is 20 units wide. Colours are attributes, so that a drawing shows them on its own, and elements have classes,
//! so that a page may change them. No drawing needs a style sheet or a script.

mod escape;
mod geometry;
mod graph;
mod handout;
mod region;
mod report;
pub mod table;

use escape::escape_drawing;
use geometry::{Geometry, MARGIN};
pub use graph::{GraphDrawing, MIN_BAR_LOSS, cost, graph, lead_scale};
pub use handout::{HANDOUT_FILE, HANDOUT_STYLE, HandoutDrawing, handout};
use kifu_engine::game::{Mark, Position, Sign};
use kifu_engine::points::{column_name, point_name};
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{Color, GameKind, Move, Point};
use kifu_record::text::display::escape_invisible;
use maud::{Markup, html};
pub use region::{BoundSide, DrawnRegion, SINGLE_EDGES, touched_edges};
pub use report::{report_html, report_markdown};

/// Maximum number of markup signs for each point of the board, since a short text can list all points many times over.
const MAX_SIGNS_PER_POINT: usize = 6;

/// Board to draw, with everything on it.
pub struct BoardDrawing<'d> {
    pub board: &'d Board,
    /// Colour and point of the last move, whose stone gets a ring.
    pub last: Option<(Color, Point)>,
    /// Continuations (next moves of the games that reach this position), each drawn as a disc on its point.
    pub discs: Vec<Disc>,
    /// Signs on points, such as the triangles and labels of the record.
    pub signs: Vec<DrawnSign>,
    /// Part of the board that a search considers; `None` if it considers the whole board.
    pub region: Option<DrawnRegion>,
    /// Points of a search pattern that allow something other than the stone drawn there, each with the sign that is
    /// drawn on it.
    pub open_points: Vec<(Point, char)>,
    /// Description of the board for screen readers.
    pub title: String,
    /// Address that a click on a point leads to, with `{}` in place of the point's name; `None` outside pages.
    pub play_href: Option<String>,
    /// Colour of the stone that a click on the page places.
    pub turn: Color,
}

/// Disc of a continuation, that is, of a next move of games that reach this position. It has a letter or the share of
/// games, and may link to an address.
pub struct Disc {
    /// Point at which the continuation is played.
    pub point: Point,
    /// Letter on the disc, or the share of games in percent.
    pub text: String,
    /// True if the text is a share. Such a disc is a rounded square with a small text, because on the board of a game
    /// the numbers of moves are on round stones.
    pub has_share: bool,
    /// How often the continuation was played, relative to the most frequent one, from 0 to 1.
    pub share: f64,
    /// Fill colour of the disc.
    pub fill: String,
    /// Address of the link; `None` for a disc that is not a link.
    pub href: Option<String>,
    /// Description of the continuation for screen readers.
    pub title: String,
}

/// Markup sign on a point.
pub struct DrawnSign {
    pub point: Point,
    /// Letter or word of the sign; empty if the sign is a shape.
    pub text: String,
    pub shape: MarkShape,
}

/// Shapes in which a sign on a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MarkShape {
    /// Sign of the record's own markup, such as a triangle.
    Sign(Sign),
    /// Number of one of the last moves.
    Number,
    /// Marks the next move of the displayed game.
    Next,
    /// Stone of a line that an engine expects, with its number in the line. A page may show and hide it.
    Expected(Color),
    /// Stone that the visitor tries, with its number in the visitor's line.
    Tried(Color),
}

/// Drawing of the board at a position of a game, with the markup signs of that position. `marks` are the markup signs
/// of the whole game and must be sorted by node.
pub fn position_drawing<'d>(
    place: &Position,
    board: &'d Board,
    marks: &[Mark],
) -> BoardDrawing<'d> {
    // The markup signs are sorted by node, so those of this node follow one another.
    let first = marks.partition_point(|mark| mark.node < place.node);
    let node_marks = (marks.iter().skip(first)).take_while(|mark| mark.node == place.node);
    let max_signs = MAX_SIGNS_PER_POINT
        * usize::from(board.size().width())
        * usize::from(board.size().height());
    let is_there = |sign: &DrawnSign| board.size().contains(sign.point);
    let side = place.turn.name();
    BoardDrawing {
        board,
        last: last_stone(place, board),
        discs: Vec::new(),
        signs: node_marks.flat_map(mark_signs).filter(is_there).take(max_signs).collect(),
        region: None,
        open_points: Vec::new(),
        title: match place.number {
            1 => format!("Board after 1 move, {side} to play"),
            moves => format!("Board after {moves} moves, {side} to play"),
        },
        play_href: None,
        turn: place.turn,
    }
}

/// Stone of the last move; `None` if the stone was captured at once or removed by later setup.
pub fn last_stone(place: &Position, board: &Board) -> Option<(Color, Point)> {
    let (color, point) = match place.last? {
        (color, Move::Place(point) | Move::Slide { to: point, .. }) => (color, point),
        _ => return None,
    };
    let stands = board.size().contains(point) && board.stone(point).color().is_some();
    stands.then_some((color, point))
}

fn mark_signs(mark: &Mark) -> impl Iterator<Item = DrawnSign> {
    let text: String = escape_invisible(&mark.label).chars().take(3).collect();
    mark_points(mark).map(move |point| DrawnSign {
        point,
        text: text.clone(),
        shape: MarkShape::Sign(mark.sign),
    })
}

/// Points that a markup sign covers: SGF can put one sign on a whole rectangle.
pub fn mark_points(mark: &Mark) -> impl Iterator<Item = Point> + use<> {
    let (from, to) = (mark.from, mark.to);
    (from.y..=to.y).flat_map(move |y| (from.x..=to.x).map(move |x| Point::new(x, y)))
}

/// Draws the board as SVG. Each layer, such as lines, stones or signs, is a group of its own.
pub fn svg(drawing: &BoardDrawing) -> Markup {
    svg_with_symmetry(drawing, 0)
}

/// Draws the board as SVG under the symmetry with this number.
pub fn svg_with_symmetry(drawing: &BoardDrawing, flip: u8) -> Markup {
    let size = drawing.board.size();
    let view = Symmetry::from_number(flip % Symmetry::count(size) as u8);
    draw(drawing, Geometry { size, view, corner: None })
}

/// Draws only the upper right corner of the board as SVG, with this number of rows and of columns. Everything on the
/// board has to lie in this corner, except for stones.
pub fn svg_of_corner(drawing: &BoardDrawing, side: u8) -> Markup {
    let size = drawing.board.size();
    draw(drawing, Geometry { size, view: Symmetry::from_number(0), corner: Some(side) })
}

fn draw(drawing: &BoardDrawing, at: Geometry) -> Markup {
    let size = at.size;
    let (width, height) = (at.width(), at.height());
    let drawn = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="board" id="board" role="group" aria-label=(drawing.title)
            viewBox=(format!("0 0 {width} {height}"))
            data-play=[drawing.play_href.as_deref()] data-turn=(drawing.turn.letter())
            data-columns=(at.columns()) data-rows=(at.rows()) data-margin=(MARGIN)
            data-left=[(at.left() > 0).then_some(at.left())] data-lower=[(size.height() > at.rows()).then(|| size.height() - at.rows())]
            data-flip=(at.view.number()) {
            (gradients())
            rect class="wood" width=(width) height=(height) rx="4" fill="url(#wood)" {}
            g class="grid" stroke="#6d5530" fill="none" stroke-width="0.8" { path d=(at.grid()) {} }
            g class="hoshi" fill="#6d5530" {
                @for point in size.points().filter(|&point| size.is_star_point(point) && at.shows(point)) {
                    @let (x, y) = at.place(point);
                    circle cx=(x) cy=(y) r="1.9" {}
                }
            }
            (coordinates(at))
            g class="stones" { (stones(at, drawing.board)) }
            @if let Some(part) = drawing.region.as_ref().filter(|part| part.dims_rest) { (region::shade(at, part)) }
            g class="opened" {
                @for (point, sign) in &drawing.open_points {
                    @let is_under = drawing.discs.iter().any(|disc| disc.point == *point);
                    (region::open_point(at, *point, *sign, is_under))
                }
            }
            g class="discs" { @for disc in &drawing.discs { (self::disc(at, disc)) } }
            g class="marks" pointer-events="none" {
                @if let Some((color, point)) = drawing.last { (last(at, color, point)) }
                @for sign in &drawing.signs { (self::sign(at, drawing.board, sign)) }
            }
            @if let Some(part) = &drawing.region { (region::sides(at, part)) }
            g class="ghost" {}
            g class="cells" {}
        }
    };
    escape_drawing(drawn)
}

fn gradients() -> Markup {
    html! {
        defs {
            linearGradient id="wood" x2="1" y2="1" {
                stop class="wood-from" stop-color="#ecd3a1" {}
                stop class="wood-to" offset="1" stop-color="#e3c48a" {}
            }
            radialGradient id="black" cx="0.35" cy="0.3" r="0.8" {
                stop stop-color="#5a5a5a" {}
                stop offset="0.6" stop-color="#1c1b1a" {}
                stop offset="1" stop-color="#0c0b0b" {}
            }
            radialGradient id="white" cx="0.35" cy="0.3" r="0.8" {
                stop stop-color="#ffffff" {}
                stop offset="0.7" stop-color="#f4f1ea" {}
                stop offset="1" stop-color="#d5cfc3" {}
            }
        }
    }
}

/// Names of the lines on all four sides, or on the two edges of a corner. When the board is rotated, the names stay
/// with their lines.
fn coordinates(at: Geometry) -> Markup {
    let (width, height) = (at.width(), at.height());
    let columns =
        (at.left()..at.size.width()).map(|x| (Point::new(x, 0), column_name(GameKind::Go, x)));
    let rows =
        (0..at.rows()).map(|y| (Point::new(at.left(), y), (at.size.height() - y).to_string()));
    // A quarter turn shows the columns of the board as horizontal lines, so their names then stand at the left and
    // right.
    let columns = columns.map(|(point, name)| (point, name, at.view.transposes()));
    let rows = rows.map(|(point, name)| (point, name, !at.view.transposes()));
    html! {
        g class="coordinates" fill="#5e4c2c" font-size="7" text-anchor="middle" font-family="system-ui, sans-serif" {
            @for (point, name, across) in columns.chain(rows) {
                @let (x, y) = at.place(point);
                @if across {
                    @if at.corner.is_none() { text x="8.5" y=(y + 2.5) { (name) } }
                    text x=(width - 8.5) y=(y + 2.5) { (name) }
                } @else {
                    text x=(x) y="10" { (name) }
                    @if at.corner.is_none() { text x=(x) y=(height - 5.0) { (name) } }
                }
            }
        }
    }
}

fn stones(at: Geometry, board: &Board) -> Markup {
    let points = || at.size.points().filter(|&point| at.shows(point));
    let stones = || points().filter_map(|point| Some((point, board.stone(point).color()?)));
    html! {
        @for (point, color) in stones() {
            @let (x, y) = at.place(point);
            @let (class, fill) = match color {
                Color::Black => ("b", "url(#black)"),
                Color::White => ("w", "url(#white)"),
            };
            ellipse class="shadow" cx=(x + 0.6) cy=(y + 1.0) rx="9.4" ry="9.4" fill="#000" opacity="0.18" {}
            circle class=(class) cx=(x) cy=(y) r="9.45" fill=(fill) stroke="#75694f" stroke-width="0.6" {}
        }
    }
}

/// Ring that marks the stone of the last move, in the opposite colour.
fn last(at: Geometry, color: Color, point: Point) -> Markup {
    let stroke = match color {
        Color::Black => "#fff",
        Color::White => "#000",
    };
    let (x, y) = at.place(point);
    html! {
        circle class="last" cx=(x) cy=(y) r="4.4" fill="none" stroke=(stroke)
            stroke-width="1.6" {}
    }
}

fn disc(at: Geometry, disc: &Disc) -> Markup {
    let (x, y) = at.place(disc.point);
    let radius = 5.6 + 3.7 * disc.share.clamp(0.0, 1.0).sqrt();
    let name = point_name(GameKind::Go, at.size, disc.point);
    let side = radius * 2.0;
    let letters = match (disc.has_share, disc.text.len()) {
        // A share has two or three characters, which must fit into the square.
        (true, length) => (side / (0.7 * length as f64 + 0.4)).min(7.0),
        (false, 3..) => radius * 0.85,
        (false, _) => radius * 1.1,
    };
    let drawn = html! {
        @if disc.has_share {
            rect x=(format!("{:.2}", x - side / 2.0)) y=(format!("{:.2}", y - side / 2.0)) width=(format!("{side:.2}"))
                height=(format!("{side:.2}")) rx="2.5" fill=(disc.fill) stroke="#5a4420" stroke-width="0.8" {}
        } @else {
            circle cx=(x) cy=(y) r=(format!("{radius:.2}")) fill=(disc.fill) stroke="#5a4420" stroke-width="0.8" {}
        }
        text x=(x) y=(format!("{:.2}", y + letters * 0.35)) font-size=(format!("{letters:.2}"))
            text-anchor="middle" font-weight="700" fill="#1b1610" font-family="system-ui, sans-serif" { (disc.text) }
    };
    // On a small screen, the page draws discs of this class larger.
    let class = if radius < 7.6 { "disc small" } else { "disc" };
    match &disc.href {
        Some(href) => html! {
            a class=(class) href=(href) data-at=(name) aria-label=(disc.title) tabindex="-1" { (drawn) }
        },
        None => html! { g class=(class) data-at=(name) { (drawn) } },
    }
}

fn sign(at: Geometry, board: &Board, sign: &DrawnSign) -> Markup {
    let (x, y) = at.place(sign.point);
    let color = match board.stone(sign.point).color() {
        Some(Color::Black) => "#fff",
        _ => "#1b1610",
    };
    let triangle = || {
        let (top, bottom) = (y - 6.0, y + 6.0 * 0.5);
        let (left, right) = (x - 6.0 * 0.87, x + 6.0 * 0.87);
        format!("M{x} {top}L{right} {bottom}L{left} {bottom}Z")
    };
    let cross = format!("M{} {}l9 9m0 -9l-9 9", x - 4.5, y - 4.5);
    html! {
        g.sign.expected[matches!(sign.shape, MarkShape::Expected(_))].tried[matches!(sign.shape, MarkShape::Tried(_))] stroke=(color) fill="none" stroke-width="1.4" {
            @match sign.shape {
                MarkShape::Expected(mover) | MarkShape::Tried(mover) => (flat_stone(x, y, mover, &sign.text)),
                MarkShape::Sign(Sign::Triangle) => path d=(triangle()) {},
                MarkShape::Sign(Sign::Square) => rect x=(x - 4.5) y=(y - 4.5) width="9" height="9" {},
                MarkShape::Sign(Sign::Selected) => rect x=(x - 3.5) y=(y - 3.5) width="7" height="7" fill=(color) {},
                MarkShape::Sign(Sign::Circle) => circle cx=(x) cy=(y) r="5.2" {},
                MarkShape::Sign(Sign::Cross) => path d=(cross) {},
                MarkShape::Next => {
                    circle cx=(x) cy=(y) r="9.2" stroke="#1b1610" stroke-width="1.2" stroke-dasharray="3 2" {}
                }
                MarkShape::Number => {
                    text x=(x) y=(y + 3.2) font-size=(if sign.text.len() > 2 { "7" } else { "8.8" }) text-anchor="middle"
                        font-weight="700" fill=(color) stroke="none" font-family="system-ui, sans-serif" { (sign.text) }
                },
                MarkShape::Sign(Sign::Label) => {
                    @if board.stone(sign.point).color().is_none() {
                        circle class="wood-spot" cx=(x) cy=(y) r="7" fill="#e8cc96" stroke="none" {}
                    }
                    text x=(x) y=(y + 3.6) font-size=(if sign.text.chars().count() > 2 { "7" } else { "10" })
                        text-anchor="middle" font-weight="700" fill=(color) stroke="none"
                        font-family="system-ui, sans-serif" { (sign.text) }
                }
            }
        }
    }
}

/// Draws a stone that is not a stone of the game: flat and without a shadow, so that it is not mistaken for a stone of
/// the game.
fn flat_stone(x: f64, y: f64, mover: Color, number: &str) -> Markup {
    let (class, fill, letters) = match mover {
        Color::Black => ("black", "#3c3a38", "#fff"),
        Color::White => ("white", "#f4f1ea", "#1b1610"),
    };
    html! {
        circle class=(class) cx=(x) cy=(y) r="8.6" fill=(fill) stroke="#0d5c68" stroke-width="1.6" {}
        text x=(x) y=(y + 3.2) font-size="9" text-anchor="middle" font-weight="700" fill=(letters) stroke="none"
            font-family="system-ui, sans-serif" { (number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_record::game::BoardSize;

    /// Drawing of a board with nothing but its stones.
    fn bare_drawing(board: &Board) -> BoardDrawing<'_> {
        BoardDrawing {
            board,
            last: None,
            discs: Vec::new(),
            signs: Vec::new(),
            region: None,
            open_points: Vec::new(),
            title: String::new(),
            play_href: None,
            turn: Color::Black,
        }
    }

    fn drawn(width: u8, height: u8, text: &str) -> String {
        let size = BoardSize::new(width, height).unwrap_or(BoardSize::GO);
        let board = Board::new(GameKind::Go, size);
        let point = Point::new(width - 1, 0);
        let drawing = BoardDrawing {
            discs: vec![Disc {
                point,
                text: text.to_owned(),
                has_share: false,
                share: 1.0,
                fill: "#fff".to_owned(),
                href: Some("/?m=A1&b=\"".to_owned()),
                title: text.to_owned(),
            }],
            title: text.to_owned(),
            ..bare_drawing(&board)
        };
        svg(&drawing).into_string()
    }

    /// True if XML 1.0 allows a character, it can be seen, and it does not control a terminal.
    pub(super) fn is_allowed(c: char) -> bool {
        let is_control = c < ' ' && c != '\n' || ('\u{7f}'..='\u{9f}').contains(&c);
        let is_of_direction = ('\u{202a}'..='\u{202e}').contains(&c);
        !is_control && !is_of_direction && !matches!(c, '\u{fffe}' | '\u{ffff}')
    }

    #[test]
    fn texts_leave_only_characters_that_xml_allows() {
        let mut all: String = ('\0'..='\u{a0}').collect();
        all.push_str("\u{202e}\u{fffe}\u{ffff}\u{2028}é囲");
        let text = drawn(9, 9, &all);
        assert!(text.chars().all(is_allowed), "{text:?}");
        assert!(text.contains("⟨0⟩⟨1⟩") && text.contains("⟨FFFE⟩⟨FFFF⟩ é囲"), "{text}");
    }

    #[test]
    fn every_board_lies_within_its_drawing() {
        for (width, height) in [(1, 1), (9, 9), (19, 19), (52, 52), (30, 9)] {
            let text = drawn(width, height, "A");
            let (w, h) = (30.0 + 20.0 * f64::from(width), 30.0 + 20.0 * f64::from(height));
            assert!(text.contains(&format!("viewBox=\"0 0 {w} {h}\"")), "{text}");
            // The stone on the last column is the margin (15) and half a cell (10) away from the right side.
            assert!(text.contains(&format!("cx=\"{}\"", w - 25.0)), "{text}");
        }
        assert!(drawn(30, 9, "A").contains(">AE<"));
        assert_eq!(drawn(19, 19, "A").matches("r=\"1.9\"").count(), 9);
    }

    #[test]
    fn a_turned_board_has_its_points_and_names_in_their_new_places() {
        let size = BoardSize::GO;
        let mut board = Board::new(GameKind::Go, size);
        // The stone is on Q16: the sixteenth column from the left and the fourth row from the top.
        board.set(Point::new(15, 3), kifu_record::game::Stone::Black);
        let drawing = bare_drawing(&board);
        let stone = |flip| {
            let text = svg_with_symmetry(&drawing, flip).into_string();
            let (_, rest) = text.split_once("class=\"b\" cx=\"").unwrap_or_default();
            let (x, rest) = rest.split_once("\" cy=\"").unwrap_or_default();
            let (y, _) = rest.split_once('"').unwrap_or_default();
            (x.to_owned(), y.to_owned(), text)
        };
        let place = |x: u8, y: u8| {
            ((25 + 20 * u32::from(x)).to_string(), (25 + 20 * u32::from(y)).to_string())
        };
        for (flip, at) in [(0, (15, 3)), (1, (3, 3)), (2, (15, 15)), (4, (3, 15)), (5, (15, 15))] {
            let (x, y, text) = stone(flip);
            assert_eq!((x, y), place(at.0, at.1), "{flip}");
            // The name of the column is drawn twice: at both ends of its line.
            assert_eq!(text.matches(">Q<").count(), 2, "{flip}");
        }
        let (.., text) = stone(5);
        // A quarter turn to the right brings column A to the top of the drawing, so its name stands beside the upper
        // row.
        assert!(text.contains("x=\"8.5\" y=\"27.5\">A<"), "{text}");
    }

    #[test]
    fn a_corner_shows_its_points_under_their_names() {
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        // The stones are on R16, in the corner, and on D4, outside of it.
        board.set(Point::new(16, 3), kifu_record::game::Stone::Black);
        board.set(Point::new(3, 15), kifu_record::game::Stone::White);
        let drawing = bare_drawing(&board);
        let text = svg_of_corner(&drawing, 10).into_string();
        assert!(text.contains("viewBox=\"0 0 230 230\""), "{text}");
        assert!(text.contains("data-columns=\"10\" data-rows=\"10\""), "{text}");
        assert!(text.contains("data-left=\"9\" data-lower=\"9\""), "{text}");
        // R is the third column from the right edge, whose last column is half a cell and the margin away from the
        // right side of the drawing.
        assert!(text.contains("class=\"b\" cx=\"165\" cy=\"85\""), "{text}");
        assert!(!text.contains("class=\"w\""), "{text}");
        let names = |name: &str| text.matches(&format!(">{name}<")).count();
        assert_eq!(["K", "T", "19", "10", "J", "9"].map(names), [1, 1, 1, 1, 0, 0]);
        assert_eq!(text.matches("r=\"1.9\"").count(), 4);
    }

    #[test]
    fn text_in_a_drawing_is_text() {
        let drawn = drawn(9, 9, "<script>\"&'");
        assert!(!drawn.contains("<script"), "{drawn}");
        assert!(drawn.contains("&lt;script&gt;&quot;&amp;"), "{drawn}");
        assert!(!drawn.contains("style="), "{drawn}");
    }
}
