//! Follows placements of a pattern through a game event by event (change of a point), where no faster method decides.
//!
//! Each placement has one bit of a 64-bit word. The number of points that are wrong at the placement is stored in the
//! same bit of several other words, the bit planes. So an event costs the same however many placements contain its
//! point, and little if none does.

use super::placement::{PatternImages, Placement, STONES};
use kifu_record::cancel::BudgetTicker;
use kifu_record::game::pattern::{Cell, Pattern};
use kifu_store::index::events::{Event, MAX_SIDE};

/// Number of placements that are followed together: one for each bit of a word.
pub(super) const PLACEMENTS_PER_PASS: usize = u64::BITS as usize;

/// For each kind of stone, by its number: the placements (one bit each) at which that stone would be wrong.
type WrongPlacements = [u64; STONES.len()];

/// An image of the pattern in the form in which its placements are followed through the events.
struct FollowedImage {
    /// The points on which the image requires something, counted from the upper left, each with the stones that would
    /// be wrong there.
    requirements: Vec<(usize, WrongPlacements)>,
    /// Number of points of the image that are wrong on an empty board.
    wrong: usize,
}

impl FollowedImage {
    fn new(image: &Pattern) -> FollowedImage {
        let required = image.cells().filter(|&(_, cell)| cell != Cell::ANYTHING);
        let requirements: Vec<(usize, WrongPlacements)> = required
            .map(|(point, cell)| {
                let wrong = STONES.map(|stone| u64::from(!cell.allows(stone)));
                (Event::number_of(point), wrong)
            })
            .collect();
        let [empty, ..] = STONES.map(|stone| stone as usize);
        let wrong = requirements.iter().filter(|(_, wrong)| wrong[empty] == 1).count();
        FollowedImage { requirements, wrong }
    }
}

/// Numbers of bit planes for a count of wrong points: 5 for patterns with up to 31 requirements, as most have, and as
/// many as the largest board (28×28) needs. Fewer planes mean less work for each event.
const FEW_PLANES: usize = 5;
const MAX_PLANES: usize = (MAX_SIDE as usize * MAX_SIDE as usize).ilog2() as usize + 1;

/// A counter for each of 64 placements, stored as bit planes: word 0 holds the lowest bits of all counters, word 1 the
/// next bits, and so on. Adding works like a ripple-carry adder. It has no branches, because the length of a carry
/// cannot be predicted.
struct PlacementCounts<const P: usize>([u64; P]);

impl<const P: usize> PlacementCounts<P> {
    #[inline]
    fn increase(&mut self, places: u64) {
        let mut carried = places;
        for plane in &mut self.0 {
            (*plane, carried) = (*plane ^ carried, *plane & carried);
        }
    }

    /// Decreases the counters of the given placements. Every one of these counters must be greater than zero.
    #[inline]
    fn decrease(&mut self, places: u64) {
        let mut borrowed = places;
        for plane in &mut self.0 {
            (*plane, borrowed) = (*plane ^ borrowed, !*plane & borrowed);
        }
    }

    #[inline]
    fn zeros(&self) -> u64 {
        !self.0.iter().fold(0, |any, plane| any | plane)
    }
}

/// Follows placements through games on boards of one size.
pub(super) struct Follower {
    images: Vec<FollowedImage>,
    /// True if [`FEW_PLANES`] planes are enough for all images.
    is_small: bool,
    /// For each point of the board, by its number: at which placements each kind of stone on it would be wrong.
    wrong: Box<[WrongPlacements; Event::POINTS]>,
}

impl Follower {
    pub(super) fn new(images: &PatternImages) -> Follower {
        let images: Vec<FollowedImage> =
            images.iter().map(|(_, image)| FollowedImage::new(image)).collect();
        let requirement_counts = images.iter().map(|image| image.requirements.len());
        Follower {
            is_small: requirement_counts.max().unwrap_or(0) < 1 << FEW_PLANES,
            images,
            wrong: Box::new([WrongPlacements::default(); Event::POINTS]),
        }
    }

    /// Finds the first position in which the pattern stands at one of the placements in `places` and `fits` accepts it.
    /// Returns the index of the position's last event and of the placement; of several placements in one position, the
    /// first.
    pub(super) fn first_accepted(
        &mut self,
        events: &[[u8; 2]],
        places: &[Placement],
        ticker: &mut BudgetTicker,
        mut fits: impl FnMut(usize, usize) -> bool,
    ) -> Option<(usize, usize)> {
        let mut first = None;
        let parts = places.chunks(PLACEMENTS_PER_PASS).zip((0..).step_by(PLACEMENTS_PER_PASS));
        for (places, before) in ticker.take_within_budget(events.len(), parts) {
            // The placements of this chunk come after those of the chunk in which a position was found, so only an
            // earlier position can replace the position found.
            let until = first.map_or(events.len(), |(last, _)| last);
            let events = events.get(..until).unwrap_or(events);
            let fits = |last, place| fits(last, before + place);
            let found = if self.is_small {
                self.follow_chunk::<FEW_PLANES>(events, places, fits)
            } else {
                self.follow_chunk::<MAX_PLANES>(events, places, fits)
            };
            first = found.map(|(last, place)| (last, before + place)).or(first);
        }
        first
    }

    fn follow_chunk<const P: usize>(
        &mut self,
        events: &[[u8; 2]],
        places: &[Placement],
        fits: impl FnMut(usize, usize) -> bool,
    ) -> Option<(usize, usize)> {
        let mut counts = PlacementCounts([0; P]);
        for (n, place) in places.iter().enumerate() {
            let image = self.images.get(usize::from(place.image))?;
            for &(at, wrong) in &image.requirements {
                let all =
                    &mut self.wrong[(Event::number_of(place.corner()) + at) & (Event::POINTS - 1)];
                for (all, wrong) in all.iter_mut().zip(wrong) {
                    *all |= wrong << n;
                }
            }
            for (bit, plane) in counts.0.iter_mut().enumerate() {
                *plane |= (image.wrong as u64 >> bit & 1) << n;
            }
        }
        let all = u64::MAX >> PLACEMENTS_PER_PASS.saturating_sub(places.len());
        let found = self.scan_events(events, counts, all, fits);
        for place in places {
            let image = self.images.get(usize::from(place.image))?;
            for (at, _) in &image.requirements {
                self.wrong[(Event::number_of(place.corner()) + at) & (Event::POINTS - 1)] =
                    WrongPlacements::default();
            }
        }
        found
    }

    fn scan_events<const P: usize>(
        &self,
        events: &[[u8; 2]],
        mut counts: PlacementCounts<P>,
        all: u64,
        mut fits: impl FnMut(usize, usize) -> bool,
    ) -> Option<(usize, usize)> {
        let mut standing = counts.zeros() & all;
        let mut is_new = false;
        for (i, &bytes) in events.iter().enumerate() {
            let event = Event::read(bytes);
            if let Some((_, before, after)) = event.change() {
                let wrong = &self.wrong[event.number() & (Event::POINTS - 1)];
                let (was, is) = (wrong[before as usize & 3], wrong[after as usize & 3]);
                if was != is {
                    counts.increase(is & !was);
                    counts.decrease(was & !is);
                    is_new = true;
                }
            }
            if event.ends_position() {
                if is_new {
                    standing = counts.zeros() & all;
                    is_new = false;
                }
                let mut left = standing;
                while left != 0 {
                    let place = left.trailing_zeros() as usize;
                    if fits(i, place) {
                        return Some((i, place));
                    }
                    left &= left - 1;
                }
            }
        }
        None
    }
}
