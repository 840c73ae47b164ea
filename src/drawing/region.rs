//! Draws the part of a board that a search considers: the rest is dimmed, and its sides are dashed. A side on an edge
//! of the board is thick if the pattern matches only at that edge.

use super::geometry::{CELL, Geometry};
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, Point};
use maud::{Markup, html};

/// Half of the size of a corner's handle, in SVG units.
const HALF_HANDLE: f64 = 3.4;
/// `BOUND_SIDE_WIDTH`: width in SVG units of a side that is bound to an edge of the board. `SIDE_CATCH_WIDTH`: width of
/// the strip around a side in which a click hits it.
const BOUND_SIDE_WIDTH: f64 = 4.2;
const SIDE_CATCH_WIDTH: f64 = 13.0;

/// Rectangle of points that a search considers, and which of its sides are bound to an edge of the board: the pattern
/// then matches only at that edge.
pub struct DrawnRegion {
    /// Two opposite corners of the region.
    pub corners: (Point, Point),
    /// Sides that are bound: the pattern matches only at these edges of the board.
    pub bound: Edges,
    /// Sides that a click on a page binds to their edge of the board or frees from it.
    pub sides: Vec<BoundSide>,
    /// True if the rest of the board is not considered: it is dimmed, and the corners can be moved.
    pub dims_rest: bool,
}

/// Side of the region on an edge of the board. A click on it binds the pattern to that edge, or frees it from the edge.
pub struct BoundSide {
    /// Edge of the board at which the side lies.
    pub edge: Edges,
    /// Address that a click leads to: the same search with this side bound if it is free, or free if it is bound.
    pub href: String,
    /// Words that say what a click on the side does.
    pub title: String,
}

/// Rectangle of a region in SVG units.
#[derive(Clone, Copy)]
struct RegionRect {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl RegionRect {
    /// SVG path of the rectangle's side that lies nearest to this edge of the board.
    fn side(self, edge: Edges) -> String {
        let (across, down) = (format!("H{}", self.right), format!("V{}", self.bottom));
        let from = |x: f64, y: f64| format!("M{x} {y}");
        match edge {
            Edges { left: true, .. } => from(self.left, self.top) + &down,
            Edges { top: true, .. } => from(self.left, self.top) + &across,
            Edges { right: true, .. } => from(self.right, self.top) + &down,
            _ => from(self.left, self.bottom) + &across,
        }
    }
}

impl DrawnRegion {
    /// Frame of the region in SVG units, and the edges of the board that the region touches. Both are as the drawing
    /// shows them after the board was rotated.
    fn frame(&self, at: Geometry) -> (RegionRect, Edges) {
        let (a, b) = (at.place(self.corners.0), at.place(self.corners.1));
        let half = CELL / 2.0;
        let frame = RegionRect {
            left: a.0.min(b.0) - half,
            top: a.1.min(b.1) - half,
            right: a.0.max(b.0) + half,
            bottom: a.1.max(b.1) + half,
        };
        let (first, last) = self.corners;
        let touched = touched_edges(first, last, at.size);
        (frame, touched.turned(at.view))
    }
}

/// Edges of the board on which the rectangle between two points lies.
pub fn touched_edges(a: Point, b: Point, size: BoardSize) -> Edges {
    Edges {
        left: a.x.min(b.x) == 0,
        top: a.y.min(b.y) == 0,
        right: a.x.max(b.x) + 1 == size.width(),
        bottom: a.y.max(b.y) + 1 == size.height(),
    }
}

/// Dims what lies outside the region. Where the region touches an edge of the board, the coordinates (names of lines)
/// beside that edge are not dimmed, either.
pub(super) fn shade(at: Geometry, part: &DrawnRegion) -> Markup {
    let (frame, touched) = part.frame(at);
    let (width, height) = (at.width(), at.height());
    let left = if touched.left { 0.0 } else { frame.left };
    let top = if touched.top { 0.0 } else { frame.top };
    let right = if touched.right { width } else { frame.right };
    let bottom = if touched.bottom { height } else { frame.bottom };
    let path = format!("M0 0H{width}V{height}H0ZM{left} {top}V{bottom}H{right}V{top}Z");
    html! {
        path class="shade" d=(path) fill="#f5f1ea" fill-opacity="0.6" fill-rule="evenodd" pointer-events="none" {}
    }
}

/// Draws the sides of the region, and the handles for a pointer.
pub(super) fn sides(at: Geometry, part: &DrawnRegion) -> Markup {
    let (frame, _) = part.frame(at);
    let RegionRect { left, top, right, bottom } = frame;
    let bound = part.bound.turned(at.view);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    html! {
        g class="part" stroke="#0d5c68" fill="none"
            data-part=(format!("{left} {top} {right} {bottom}")) {
            path class="dashed" d=(format!("M{left} {top}H{right}V{bottom}H{left}Z")) stroke-width="1.6" stroke-dasharray="6 3" {}
            @for edge in SINGLE_EDGES.into_iter().filter(|edge| edge.and(bound) == *edge) {
                path class="bound" d=(frame.side(edge)) stroke-width=(BOUND_SIDE_WIDTH) {}
            }
            @for side in &part.sides {
                a class="side" href=(side.href) aria-label=(side.title) data-side=(side.edge.to_text()) {
                    title { (side.title) }
                    path d=(frame.side(side.edge.turned(at.view))) stroke-opacity="0" stroke-width=(SIDE_CATCH_WIDTH) pointer-events="stroke" {}
                }
            }
            @if part.dims_rest {
                @for (x, y) in corners {
                    rect class="corner" x=(x - HALF_HANDLE) y=(y - HALF_HANDLE) width=(2.0 * HALF_HANDLE) height=(2.0 * HALF_HANDLE) rx="1"
                        fill="#fff" stroke-width="1.6" {}
                }
            }
        }
    }
}

/// The four edges of the board one by one: left, top, right and bottom.
pub const SINGLE_EDGES: [Edges; 4] = [edge(0), edge(1), edge(2), edge(3)];

const fn edge(number: usize) -> Edges {
    Edges { left: number == 0, top: number == 1, right: number == 2, bottom: number == 3 }
}

/// Draws a point of a search pattern that allows something other than the stone drawn there: a dashed ring with a sign.
/// If the point also has the disc of a continuation, the ring is beside it.
pub(super) fn open_point(at: Geometry, point: Point, sign: char, under: bool) -> Markup {
    let (x, y) = at.place(point);
    let (radius, right, down, size) =
        if under { (9.4, 9.0, -4.6, "8") } else { (7.6, 0.0, 3.6, "10") };
    html! {
        g class="open" {
            circle cx=(x) cy=(y) r=(radius) fill="#fbf1dc" stroke="#0d5c68" stroke-width="1.2" stroke-dasharray="3 2" {}
            text x=(x + right) y=(y + down) font-size=(size) text-anchor="middle" font-weight="700" fill="#0d5c68"
                font-family="system-ui, sans-serif" { (sign) }
        }
    }
}
