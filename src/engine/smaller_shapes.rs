//! Proposes smaller shapes for a shape that no game has: with fewer lines of the board, or with fewer stones.

use super::board::read_subject;
use super::failure::Result;
use super::input::BoardSubject;
use super::points::move_name;
use super::question::Ask;
use super::request::{BoardParts, BoardSearch, FindSmallerShapes};
use super::snapshot::Snapshot;
use super::{Sink, ignore_items};

use kifu_language::input::pattern::{PatternInput, region_name};
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, Move, Point};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Upper limit of the number of smaller shapes that are searched, because each of them costs a search.
const MAX_SEARCHES: usize = 10;
/// Upper limit of the number of smaller shapes in the answer.
const MAX_SHAPES: usize = 5;
/// Time after which no further shape is searched.
const MAX_TIME: Duration = Duration::from_millis(600);

/// Shape that is smaller than a searched one, with the number of games that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SmallerShape {
    /// Part of the board that must match, named by two of its corners: `O13-T19`.
    pub region: String,
    /// Sides on which the part lost its outer line: `left`, `top`, `right` or `bottom`.
    pub cut: Vec<&'static str>,
    /// Points of stones that are left out: anything may stand there.
    pub without: Vec<String>,
    /// Number of games that have the shape.
    pub games: u64,
}

impl Ask for FindSmallerShapes {
    type Answer = Vec<SmallerShape>;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Vec<SmallerShape>> {
        let request = &self.0;
        let began = Instant::now();
        let mut shapes = Vec::new();
        // A drawn shape has no board around it, so its parts have no names.
        let input = match read_subject(request, snapshot)? {
            BoardSubject::Pattern(input) if input.around.is_some() => input,
            _ => return Ok(shapes),
        };
        for mut shape in smaller_shapes(&input, request.sequence).into_iter().take(MAX_SEARCHES) {
            // A smaller shape may be invalid, for example if the moves that must be in order are outside of it.
            let Ok(found) = count_request(request, &shape).answer(snapshot, &mut ignore_items)
            else {
                continue;
            };
            // A number of games that was not counted to its end would be too small.
            if snapshot.index.budget().poll_exhausted() {
                break;
            }
            shape.games = found.total;
            shapes.extend(Some(shape).filter(|shape| shape.games > 0));
            if shapes.len() == MAX_SHAPES || began.elapsed() > MAX_TIME {
                break;
            }
        }
        Ok(shapes)
    }
}

/// The request for a shape with a smaller one in its place, of which only the number of games is needed.
fn count_request(request: &BoardSearch, shape: &SmallerShape) -> BoardSearch {
    let without = shape.without.iter().map(|point| (point.clone(), '?'));
    BoardSearch {
        region: Some(shape.region.clone()),
        corner: None,
        open: request.open.iter().cloned().chain(without).collect(),
        listed: 0,
        named: 0,
        count: true,
        parts: BoardParts { moves: false, games: false, ..BoardParts::default() },
        sizes: false,
        after: None,
        ..request.clone()
    }
}

/// Lists the smaller shapes, the likeliest first: without the outer line on one side that is not bound to an edge of
/// the board, without these lines on all such sides, and without one of the stones. If moves must be played in their
/// order, no stone is left out.
fn smaller_shapes(input: &PatternInput, is_sequence: bool) -> Vec<SmallerShape> {
    let bound = input.pattern.edges();
    let free =
        Edges { left: !bound.left, top: !bound.top, right: !bound.right, bottom: !bound.bottom };
    let none = Edges { left: false, top: false, right: false, bottom: false };
    let mut cuts = vec![
        Edges { left: free.left, ..none },
        Edges { bottom: free.bottom, ..none },
        Edges { right: free.right, ..none },
        Edges { top: free.top, ..none },
    ];
    cuts.retain(|cut| *cut != none);
    if cuts.len() > 1 {
        cuts.push(free);
    }
    let mut shapes: Vec<SmallerShape> =
        cuts.into_iter().filter_map(|cut| without_lines(input, cut)).collect();
    if !is_sequence {
        shapes.extend(without_stones(input));
    }
    shapes
}

/// Leaves out the outer line on these sides; `None` if no stone is left.
fn without_lines(input: &PatternInput, cut: Edges) -> Option<SmallerShape> {
    let size = input.pattern.size();
    let (left, top) = (u8::from(cut.left), u8::from(cut.top));
    let (right, bottom) = (
        size.width().checked_sub(u8::from(cut.right))?,
        size.height().checked_sub(u8::from(cut.bottom))?,
    );
    let is_inside =
        |point: &Point| (left..right).contains(&point.x) && (top..bottom).contains(&point.y);
    stones(input).into_iter().any(|point| is_inside(&point)).then_some(())?;
    let smaller = BoardSize::new(right.checked_sub(left)?, bottom.checked_sub(top)?)?;
    Some(SmallerShape {
        region: region_name(input.on_board(Point::new(left, top)), smaller, input.board),
        cut: cut.names(),
        without: Vec::new(),
        games: 0,
    })
}

/// Leaves out one stone, for each stone; the stones that are farthest from the others come first.
fn without_stones(input: &PatternInput) -> Vec<SmallerShape> {
    let stones = stones(input);
    if stones.len() < 2 {
        return Vec::new();
    }
    let distance =
        |a: &Point, b: &Point| u32::from(a.x.abs_diff(b.x)) + u32::from(a.y.abs_diff(b.y));
    let mut ordered = stones.clone();
    ordered.sort_by_key(|point| {
        std::cmp::Reverse(stones.iter().map(|other| distance(point, other)).sum::<u32>())
    });
    let region = region_name(input.corner, input.pattern.size(), input.board);
    let shape = |point: Point| SmallerShape {
        region: region.clone(),
        cut: Vec::new(),
        without: vec![move_name(input.game, input.board, Move::Place(input.on_board(point)))],
        games: 0,
    };
    ordered.into_iter().map(shape).collect()
}

/// Points of the shape on which a stone of a certain colour must stand.
fn stones(input: &PatternInput) -> Vec<Point> {
    let cells = input.pattern.cells();
    cells.filter(|(_, cell)| matches!(cell.symbol(), 'X' | 'O')).map(|(point, _)| point).collect()
}
