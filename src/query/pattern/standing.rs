//! Where a pattern stands, and what the ways of looking for it have in common.

use crate::game::pattern::{Pattern, Turn};
use crate::game::{BoardSize, Point, Stone};
use crate::patience::Pace;

/// One of the images of a pattern with its upper left on a point of the board.
///
/// The order is that of preference: of several that stand in one position the least is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Placement {
    /// The number of the image.
    pub(crate) image: u16,
    /// Row and column of its upper left.
    pub(crate) y: u8,
    pub(crate) x: u8,
}

impl Placement {
    pub(crate) fn corner(self) -> Point {
        Point::new(self.x, self.y)
    }
}

/// The first position in which a pattern stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    /// The number of the position, in the order of the events; 0 is the start.
    pub(crate) position: u32,
    /// The number of events up to and with those of the position.
    pub(crate) events: usize,
    pub(crate) placement: Placement,
}

/// All that may stand on a point, by its number.
pub(crate) const STONES: [Stone; 4] = [Stone::Empty, Stone::Black, Stone::White, Stone::Hole];

/// All different images of a pattern.
pub(crate) type Images = Vec<(Turn, Pattern)>;

/// All placements on a board, in the order of preference.
pub(crate) fn placements(images: &Images, board: BoardSize) -> Vec<Placement> {
    let of_image = |(image, (_, pattern)): (usize, &(Turn, Pattern))| {
        pattern.corners(board).map(move |corner| Placement {
            image: image as u16,
            y: corner.y,
            x: corner.x,
        })
    };
    images.iter().enumerate().flat_map(of_image).collect()
}

/// Looks for a pattern in the events of games, one game after the other.
pub(crate) trait Scan: Send {
    /// Begins a game, in which the pattern can lie in these places alone, if they are told: by number, of all in the order of
    /// preference.
    fn begin(&mut self, places: Option<&[u16]>);

    /// Goes on with these events, which end with a position, and stops at the first position in which the pattern stands. Not to
    /// be called again for the same game after it was found.
    fn run(&mut self, events: &[u8], pace: &mut Pace) -> Option<Standing>;

    /// The placements that these events of a whole game leave possible; none if that is not told.
    fn possible(&mut self, events: &[u8]) -> Option<Vec<Placement>>;
}
