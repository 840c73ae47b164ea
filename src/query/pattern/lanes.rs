//! Patterns with few placements, such as those in a corner: a count of wrong points for each placement.
//!
//! The counts of all placements are lanes of a few words, and a table says what every change of a point adds to each
//! lane. So an event costs one addition per word and nothing else, and a lane of zero is a match.

use super::standing::{Images, Placement, Scan, Standing, placements};
use crate::game::{BoardSize, Point, Stone};
use crate::index::events::{Event, TRANSITIONS, pairs};
use crate::patience::Pace;

/// With more words than this, windows are faster.
const MOST_WORDS: usize = 4;

/// The layout of counts in a word: bytes, if no count can be larger.
#[derive(Clone, Copy)]
struct Layout {
    bits: u32,
    /// The lowest bit of every lane.
    ones: u64,
}

impl Layout {
    fn new(largest: usize) -> Layout {
        match largest {
            0..=255 => Layout {
                bits: 8,
                ones: 0x0101_0101_0101_0101,
            },
            _ => Layout {
                bits: 16,
                ones: 0x0001_0001_0001_0001,
            },
        }
    }

    fn lanes(self) -> usize {
        (64 / self.bits) as usize
    }

    /// The highest bits of the lanes that are zero, and perhaps of others above the lowest of these.
    #[inline]
    fn zeros(self, word: u64) -> u64 {
        word.wrapping_sub(self.ones) & !word & (self.ones << (self.bits - 1))
    }
}

/// The number of words for the placements of a pattern.
fn words(images: &Images, board: BoardSize) -> usize {
    let layout = Layout::new(largest(images));
    placements(images, board).len().div_ceil(layout.lanes())
}

/// The largest possible count: all cells with a requirement.
fn largest(images: &Images) -> usize {
    let first = images.first();
    first.map_or(0, |(_, pattern)| pattern.size().area())
}

/// A scan with `W` words.
struct Lanes<const W: usize> {
    layout: Layout,
    /// What each change adds to the counts.
    added: Box<[[u64; W]; Event::CHANGES]>,
    /// The counts on an empty board.
    empty: [u64; W],
    counts: [u64; W],
    placements: Vec<Placement>,
    position: u32,
    events: usize,
}

/// Whether a pattern has placements on a board, and not too many of them.
pub(super) fn suit(images: &Images, board: BoardSize) -> bool {
    (1..=MOST_WORDS).contains(&words(images, board))
}

/// A scan, if the pattern has placements on the board, and not too many of them.
pub(crate) fn scan(images: &Images, board: BoardSize) -> Option<Box<dyn Scan>> {
    match words(images, board) {
        0 => None,
        1 => lanes::<1>(images, board),
        2 => lanes::<2>(images, board),
        3..=MOST_WORDS => lanes::<MOST_WORDS>(images, board),
        _ => None,
    }
}

fn lanes<const W: usize>(images: &Images, board: BoardSize) -> Option<Box<dyn Scan>> {
    let layout = Layout::new(largest(images));
    let placements = placements(images, board);
    let mut added = vec![[0u64; W]; Event::CHANGES];
    // Lanes without a placement never become zero.
    let mut empty = [0u64; W];
    for lane in placements.len()..W * layout.lanes() {
        add(&mut empty, layout, lane, 1);
    }
    for (lane, placement) in placements.iter().enumerate() {
        let (_, pattern) = images.get(usize::from(placement.image))?;
        for (point, cell) in pattern.cells() {
            let wrong = |stone: Stone| i64::from(!cell.allows(stone));
            add(&mut empty, layout, lane, wrong(Stone::Empty));
            let on_board = Point::new(placement.x + point.x, placement.y + point.y);
            for (transition, (before, after)) in TRANSITIONS.into_iter().enumerate() {
                if let Some(words) = added.get_mut(Event::new(on_board, transition).change_number())
                {
                    add(words, layout, lane, wrong(after) - wrong(before));
                }
            }
        }
    }
    Some(Box::new(Lanes {
        layout,
        added: added.into_boxed_slice().try_into().ok()?,
        empty,
        counts: empty,
        placements,
        position: 0,
        events: 0,
    }))
}

/// Adds to one lane. A negative number borrows from the lanes above; the sums give this back, since no count is ever
/// less than zero.
fn add<const W: usize>(words: &mut [u64; W], layout: Layout, lane: usize, number: i64) {
    let (word, lane) = (lane / layout.lanes(), (lane % layout.lanes()) as u32);
    if let Some(word) = words.get_mut(word) {
        *word = word.wrapping_add((number as u64) << (lane * layout.bits));
    }
}

impl<const W: usize> Lanes<W> {
    /// The first placement without a wrong point.
    fn hit(&self) -> Option<Placement> {
        for (word, &counts) in self.counts.iter().enumerate() {
            let zeros = self.layout.zeros(counts);
            if zeros != 0 {
                let lane = (zeros.trailing_zeros() / self.layout.bits) as usize;
                let number = word * self.layout.lanes() + lane;
                return self.placements.get(number).copied();
            }
        }
        None
    }
}

impl<const W: usize> Scan for Lanes<W> {
    fn begin(&mut self, _: Option<&[u16]>) {
        self.counts = self.empty;
        self.position = 0;
        self.events = 0;
    }

    fn possible(&mut self, _: &[u8]) -> Option<Vec<Placement>> {
        None
    }

    fn run(&mut self, events: &[u8], _: &mut Pace) -> Option<Standing> {
        let mut counts = self.counts;
        let layout = self.layout;
        for &pair in pairs(events) {
            let event = Event::read(pair);
            let added = &self.added[event.change_number()];
            for (count, added) in counts.iter_mut().zip(added) {
                *count = count.wrapping_add(*added);
            }
            self.events += 1;
            if !event.ends() {
                continue;
            }
            if counts.iter().any(|&counts| layout.zeros(counts) != 0) {
                self.counts = counts;
                let placement = self.hit()?;
                return Some(Standing {
                    position: self.position,
                    events: self.events,
                    placement,
                });
            }
            self.position += 1;
        }
        self.counts = counts;
        None
    }
}
