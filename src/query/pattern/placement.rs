//! Placements of a pattern on the board, and positions in which a pattern stands at a placement.

use kifu_record::game::pattern::{ColorSymmetry, Pattern};
use kifu_record::game::{BoardSize, Point, Stone};
use kifu_store::index::events::Event;

/// A *placement*: an image of a pattern with its upper left on a point of the board.
///
/// Placements are ordered by preference: if the pattern stands at several placements in one position, the least
/// placement is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Placement {
    /// Index of the image in the list of [`PatternImages`].
    pub(crate) image: u16,
    /// Row and column of the image's upper left.
    pub(crate) y: u8,
    pub(crate) x: u8,
}

impl Placement {
    pub(crate) fn corner(self) -> Point {
        Point::new(self.x, self.y)
    }
}

/// A position in which a pattern stands, and where on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PatternLocation {
    /// Number of the position in the order in which the game's events (changes of points) are stored: main line first;
    /// 0 is the start.
    pub(crate) position: u32,
    /// Number of events (changes of points) up to and including those of the position.
    pub(crate) events: usize,
    pub(crate) placement: Placement,
}

impl PatternLocation {
    /// Makes the location of a pattern that stands in the position whose last event (change of a point) is number
    /// `last`.
    pub(super) fn ending_with(
        events: &[[u8; 2]],
        last: usize,
        placement: Placement,
    ) -> PatternLocation {
        let ends: u32 = events
            .get(..=last)
            .unwrap_or(events)
            .iter()
            .map(|&bytes| u32::from(Event::read(bytes).ends_position()))
            .sum();
        PatternLocation { position: ends.saturating_sub(1), events: last + 1, placement }
    }
}

/// All stones that a point may have (including none, and a hole), by their numbers.
pub(crate) const STONES: [Stone; 4] = [Stone::Empty, Stone::Black, Stone::White, Stone::Hole];

/// All different images of a pattern under the allowed symmetries and colours.
pub(crate) type PatternImages = Vec<(ColorSymmetry, Pattern)>;

/// All placements on a board, in order of preference.
pub(crate) fn placements(images: &PatternImages, board: BoardSize) -> Vec<Placement> {
    let of_image = |(image, (_, pattern)): (usize, &(ColorSymmetry, Pattern))| {
        pattern.corners(board).map(move |corner| Placement {
            image: image as u16,
            y: corner.y,
            x: corner.x,
        })
    };
    images.iter().enumerate().flat_map(of_image).collect()
}
