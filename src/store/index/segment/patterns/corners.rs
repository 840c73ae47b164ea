//! Corner lines: for each corner of a game, the stones that were placed in it before the first capture there, as tries
//! in which patterns in corners are looked up.
//!
//! A corner of side `k` is the square of `k` × `k` points in a corner of the board. Its *line* is the sequence of
//! stones placed in it on the main line, seen in a [`CornerFrame`]: distances from the two edges, transposed such that
//! the first stone off the diagonal is nearer the side edge. The line ends before the first position that takes a stone
//! off the square. For each side in [`SIDES`] there is a trie of the lines of all games of a segment. In a trie for one
//! side, no stone elsewhere can come between the stones of a pattern of this side, so a pattern is found at a few dozen
//! nodes, however many games there are: one for each order in which its stones were placed.
//!
//! A node with fewer than `GROUP_LINES` lines is not divided: its lines are a *group*, and a search reads the events
//! (changes of points) of their games. A pattern that stands only after a capture is not in the trie. Such a pattern
//! can have few stones only if few stones are left in the corner after a capture, so the lines with captures are listed
//! by the fewest stones that were left ([`CornerTrie::with_captures`]).
//!
//! Leaves stand in the order of the lines in the trie, each with `width` bits: document, corner, transposed or not. So
//! the lines below a node are one range of leaves. For each side the file has the leaves, the leaves of the lines with
//! captures, and the nodes; then follow the [`OtherGames`] of each block of 512 documents, and the numbers of all
//! sides, see `SideNumbers`.
//!
//! A divided node is stored as:
//!
//! | part | content |
//! |---|---|
//! | number | lines that end at the node |
//! | number | children |
//! | 2 bytes for each child | bits 0–8: symbol of the stone; bits 9–13: lines of the group, or 0 for a divided child |
//! | | after these bytes, for a divided child: number of its lines, and of the bytes of its node |
//! | the divided children | in the order of their symbols |

mod line;
mod writer;

use super::{BLOCK_DOCS, COMPONENT};
use crate::index::bits::{read_bits, u64_at, width_for};
use crate::index::varint;
use kifu_record::game::{BoardSize, Color, Point};
pub use line::counted_side;
use std::io;
use std::ops::Range;
use tantivy::directory::FileSlice;
use tantivy::{DocId, HasLen};
use tantivy_common::OwnedBytes;
pub(crate) use writer::{GameEvents, GoGame, write};

/// Sides of the corners that have a trie. A pattern of another side is looked up in the trie of the next larger one.
pub const SIDES: [u8; 5] = [5, 6, 7, 8, 10];
/// Smallest side of a pattern that is looked up in the tries. Smaller patterns stand in most games at some time.
pub const SMALLEST_PATTERN: u8 = 4;
/// Number of lines from which on a node is divided. With 32, there are 0.1 nodes and 0.9 groups a game and side, and a
/// pattern of five stones reads the events of about 100 lines, 394 at most (45,109 professional games).
const GROUP_LINES: usize = 32;
/// Longest line that is stored, in stones. Only copies of a game share longer lines.
pub const MAX_STONES: usize = 28;
/// Largest number of stones left after a capture for which lines are listed.
pub const MOST_LEFT: usize = 15;

/// Bits of a symbol in a trie: see [`CornerStone::symbol`].
const SYMBOL_BITS: u32 = 9;

/// Corner of a board with an orientation in which its lines are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CornerFrame {
    /// Bit 0: right corners; bit 1: lower corners.
    pub corner: u8,
    /// True if the coordinates are exchanged.
    pub transposed: bool,
}

impl CornerFrame {
    /// All four corners, not transposed.
    pub const CORNERS: [CornerFrame; 4] = [Self::of(0), Self::of(1), Self::of(2), Self::of(3)];

    const fn of(corner: u8) -> CornerFrame {
        CornerFrame { corner, transposed: false }
    }

    pub fn is_right(self) -> bool {
        self.corner & 1 != 0
    }

    pub fn is_low(self) -> bool {
        self.corner & 2 != 0
    }

    /// Distances of a point from the corner's side edge and from its upper or lower edge; exchanged if the frame is
    /// transposed.
    #[inline]
    pub fn coordinates(self, point: Point, board: BoardSize) -> (u8, u8) {
        let x = if self.is_right() { board.width().wrapping_sub(1 + point.x) } else { point.x };
        let y = if self.is_low() { board.height().wrapping_sub(1 + point.y) } else { point.y };
        if self.transposed { (y, x) } else { (x, y) }
    }

    /// Upper left point of the corner's square on a board.
    pub fn square(self, side: u8, board: BoardSize) -> Point {
        Point::new(
            if self.is_right() { board.width() - side } else { 0 },
            if self.is_low() { board.height() - side } else { 0 },
        )
    }
}

/// Number of the coordinates in a corner, `0..100`.
pub fn corner_point(across: u8, along: u8) -> usize {
    10 * usize::from(across) + usize::from(along)
}

/// Stone in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornerStone {
    /// Number of the point in the frame of the line: see [`corner_point`].
    pub point: usize,
    pub color: Color,
    /// True if this is the last change of the corner in its position. Only setup places several stones at once.
    pub ends_position: bool,
}

impl CornerStone {
    /// Number of the stone in a trie, `1..=400`; 0 is the end of a line.
    fn symbol(self) -> u16 {
        let color = u16::from(self.color == Color::White);
        1 + (4 * self.point as u16 + 2 * color + u16::from(self.ends_position))
    }

    fn from_symbol(symbol: u16) -> Option<CornerStone> {
        let number = symbol.checked_sub(1)?;
        let color = if number & 2 == 0 { Color::Black } else { Color::White };
        let stone =
            CornerStone { point: usize::from(number / 4), color, ends_position: number & 1 != 0 };
        (stone.point < 100).then_some(stone)
    }
}

/// Line of a game in one of its corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornerLeaf {
    pub doc: DocId,
    pub frame: CornerFrame,
}

/// Bits of a leaf besides the document.
const FRAME_BITS: u32 = 3;

impl CornerLeaf {
    fn to_number(self) -> u32 {
        self.doc << FRAME_BITS
            | u32::from(self.frame.corner) << 1
            | u32::from(self.frame.transposed)
    }

    #[inline]
    fn from_number(number: u64) -> CornerLeaf {
        CornerLeaf {
            doc: (number >> FRAME_BITS) as DocId,
            frame: CornerFrame { corner: (number >> 1 & 3) as u8, transposed: number & 1 != 0 },
        }
    }
}

/// Numbers of the trie of one side, as the file stores them, 8 bytes each: leaves, bytes of the nodes, games that are
/// not in the trie, and for each number of stones up to [`MOST_LEFT`] the lines with captures that left so few.
#[derive(Clone, Copy, Debug, Default)]
struct SideNumbers {
    leaves: u64,
    node_bytes: u64,
    /// Number of games of Go that are not in the trie: those without events, and those on boards with a shorter side.
    outside: u64,
    captures: [u64; MOST_LEFT + 1],
}

impl SideNumbers {
    const BYTES: usize = 8 * (3 + MOST_LEFT + 1);

    fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.leaves, self.node_bytes, self.outside].into_iter().chain(self.captures);
        numbers.flat_map(u64::to_le_bytes).collect()
    }

    fn read(bytes: &[u8]) -> Option<SideNumbers> {
        let mut numbers = SideNumbers {
            leaves: u64_at(bytes, 0)?,
            node_bytes: u64_at(bytes, 8)?,
            outside: u64_at(bytes, 16)?,
            ..SideNumbers::default()
        };
        for (at, slot) in numbers.captures.iter_mut().enumerate() {
            *slot = u64_at(bytes, 8 * (3 + at))?;
        }
        Some(numbers)
    }
}

/// Bits of a leaf in a segment of so many documents.
fn leaf_width(docs: usize) -> u32 {
    width_for(docs as u64) + FRAME_BITS
}

/// Bytes of so many leaves.
fn leaf_bytes(leaves: u64, width: u32) -> Option<usize> {
    usize::try_from(leaves.checked_mul(width.into())?.div_ceil(8)).ok()
}

/// Games of a block that are not only looked up in corner lines, one bit for each document.
#[derive(Clone, Copy, Default, Debug)]
pub struct OtherGames {
    /// Games with variations, which have no corner lines.
    pub with_variations: [u64; BLOCK_DOCS / 64],
    /// Games of Go on other boards than 19×19 and those without events (changes of points), which have no bitmaps and
    /// may have no corner lines.
    pub without_bitmaps: [u64; BLOCK_DOCS / 64],
    /// Games of Go that may have setup stones, at the start or later.
    pub with_setup: [u64; BLOCK_DOCS / 64],
}

impl OtherGames {
    /// Number of kinds of other games.
    const KINDS: usize = 3;
    const BYTES: usize = Self::KINDS * BLOCK_DOCS / 8;

    fn read(bytes: &[u8]) -> OtherGames {
        let mut words = bytes.chunks_exact(8).map(|word| u64_at(word, 0).unwrap_or_default());
        let mut next = || std::array::from_fn(|_| words.next().unwrap_or_default());
        OtherGames { with_variations: next(), without_bitmaps: next(), with_setup: next() }
    }
}

/// Where in the section of the corner lines the bits of other games begin, and the numbers of the sides.
fn others_and_table(section: &FileSlice, docs: usize) -> Option<(usize, usize)> {
    let table = section.len().checked_sub(SIDES.len() * SideNumbers::BYTES)?;
    Some((table.checked_sub(docs.div_ceil(BLOCK_DOCS) * OtherGames::BYTES)?, table))
}

/// Reads which games of a block of 512 documents are not only looked up in corner lines.
pub(super) fn other_games(
    section: &FileSlice,
    block: usize,
    docs: usize,
) -> io::Result<OtherGames> {
    let fail = || io::Error::new(io::ErrorKind::InvalidData, COMPONENT.damaged());
    let (others, table) = others_and_table(section, docs).ok_or_else(fail)?;
    let start = others + block * OtherGames::BYTES;
    if start + OtherGames::BYTES > table {
        return Err(fail());
    }
    Ok(OtherGames::read(&section.read_bytes_slice(start..start + OtherGames::BYTES)?))
}

/// Opens the trie of the side with this number in [`SIDES`]. `section` is the part of a segment's pattern file with the
/// corner lines.
pub(super) fn open(section: &FileSlice, number: usize, docs: usize) -> io::Result<CornerTrie> {
    let fail = || io::Error::new(io::ErrorKind::InvalidData, COMPONENT.damaged());
    let (others_at, table_at) = others_and_table(section, docs).ok_or_else(fail)?;
    let table = section.slice(table_at..section.len()).read_bytes()?;
    let width = leaf_width(docs);
    let mut start = 0usize;
    for (side, bytes) in table.chunks_exact(SideNumbers::BYTES).enumerate() {
        let numbers = SideNumbers::read(bytes).ok_or_else(fail)?;
        let captures = numbers.captures.iter().try_fold(0u64, |sum, &n| sum.checked_add(n));
        let parts = || {
            let leaves = leaf_bytes(numbers.leaves, width)?;
            let captures = leaf_bytes(captures?, width)?;
            let after_leaves = start.checked_add(leaves)?;
            let after_captures = after_leaves.checked_add(captures)?;
            let end = after_captures.checked_add(usize::try_from(numbers.node_bytes).ok()?)?;
            (end <= others_at).then_some((after_leaves, after_captures, end))
        };
        let (after_leaves, after_captures, end) = parts().ok_or_else(fail)?;
        if side == number {
            return Ok(CornerTrie {
                leaves: section.slice(start..after_leaves),
                captures: section.slice(after_leaves..after_captures),
                nodes: section.slice(after_captures..end).read_bytes()?,
                width,
                numbers,
            });
        }
        start = end;
    }
    Err(fail())
}

/// Trie of the lines of one side in a segment.
pub struct CornerTrie {
    leaves: FileSlice,
    captures: FileSlice,
    nodes: OwnedBytes,
    width: u32,
    numbers: SideNumbers,
}

impl CornerTrie {
    /// Number of games of Go that the trie does not have.
    pub fn games_outside(&self) -> u64 {
        self.numbers.outside
    }

    /// The root, whose lines are all lines; `None` if there are none.
    pub fn root(&self) -> io::Result<Option<CornerNode<'_>>> {
        if self.nodes.is_empty() {
            return Ok(None);
        }
        CornerNode::read(&self.nodes, 0..self.numbers.leaves).map(Some)
    }

    /// The lines of a range of leaves.
    pub fn lines(&self, range: Range<u64>) -> io::Result<impl Iterator<Item = CornerLeaf> + use<>> {
        read_leaves(&self.leaves, self.width, range)
    }

    /// The lines with captures after one of which at most so many stones were left in the corner. Stones are counted in
    /// the square whose side is one more than that of the next smaller trie, since patterns of all sides from there on
    /// are looked up in this trie.
    pub fn with_captures(
        &self,
        most_left: usize,
    ) -> io::Result<impl Iterator<Item = CornerLeaf> + use<>> {
        let few = self.numbers.captures.iter().take(most_left + 1).sum();
        read_leaves(&self.captures, self.width, 0..few)
    }
}

fn read_leaves(
    file: &FileSlice,
    width: u32,
    range: Range<u64>,
) -> io::Result<impl Iterator<Item = CornerLeaf> + use<>> {
    let bits = u64::from(width);
    let start = range.start * bits / 8;
    let end = (range.end * bits).div_ceil(8);
    if start > end || end > file.len() as u64 {
        return Err(io::Error::new(io::ErrorKind::InvalidData, COMPONENT.damaged()));
    }
    let bytes = file.read_bytes_slice(start as usize..end as usize)?;
    Ok(range.map(move |leaf| {
        CornerLeaf::from_number(read_bits(&bytes, leaf * bits - 8 * start, width))
    }))
}

/// Divided node of a trie.
pub struct CornerNode<'t> {
    /// Bytes of the table of children.
    children: &'t [u8],
    count: usize,
    /// Bytes from the sizes of the divided children on.
    rest: &'t [u8],
    /// Lines that end at the node.
    own: Range<u64>,
    leaves: Range<u64>,
}

/// Child of a node: the lines that go on with this stone.
pub struct CornerChild<'t> {
    pub stone: CornerStone,
    /// Leaves of the lines.
    pub leaves: Range<u64>,
    /// Bytes of the child's node; `None` for a group, which is not divided.
    node: Option<&'t [u8]>,
}

impl<'t> CornerNode<'t> {
    fn read(bytes: &'t [u8], leaves: Range<u64>) -> io::Result<CornerNode<'t>> {
        let mut rest = bytes;
        let own = varint::read_number(&mut rest)?;
        let count = varint::read_number(&mut rest)?;
        let count = usize::try_from(count).ok().filter(|&count| count <= rest.len() / 2);
        let own_end = leaves.start.checked_add(own).filter(|&end| end <= leaves.end);
        let (Some(count), Some(own_end)) = (count, own_end) else {
            return Err(varint::damaged());
        };
        let (children, rest) = rest.split_at(2 * count);
        Ok(CornerNode { children, count, rest, own: leaves.start..own_end, leaves })
    }

    /// Leaves of the lines that end at the node: because nothing more was placed in the corner, before a capture, or
    /// since they have [`MAX_STONES`].
    pub fn own_lines(&self) -> Range<u64> {
        self.own.clone()
    }

    /// The children, by symbol.
    pub fn children(&self) -> io::Result<Vec<CornerChild<'t>>> {
        let mut sizes = self.rest;
        let mut children = Vec::with_capacity(self.count);
        let mut at = self.own.end;
        for entry in self.children.chunks_exact(2) {
            let entry = entry.try_into().map_or(0, u16::from_le_bytes);
            let stone = CornerStone::from_symbol(entry & ((1 << SYMBOL_BITS) - 1));
            let stone = stone.ok_or_else(varint::damaged)?;
            let (lines, bytes) = match u64::from(entry >> SYMBOL_BITS) {
                0 => {
                    let lines = varint::read_number(&mut sizes)?;
                    (lines, Some(varint::read_number(&mut sizes)? as usize))
                }
                lines => (lines, None),
            };
            let end = at.checked_add(lines).filter(|&end| end <= self.leaves.end);
            let end = end.ok_or_else(varint::damaged)?;
            children.push((stone, at..end, bytes));
            at = end;
        }
        let mut nodes = sizes;
        let with_nodes = children.into_iter().map(|(stone, leaves, bytes)| {
            let node = match bytes {
                Some(bytes) => Some(nodes.split_off(..bytes).ok_or_else(varint::damaged)?),
                None => None,
            };
            Ok(CornerChild { stone, leaves, node })
        });
        with_nodes.collect()
    }
}

impl<'t> CornerChild<'t> {
    /// The child's own children; `None` for a group, whose lines have to be read in their games.
    pub fn divided(&self) -> io::Result<Option<CornerNode<'t>>> {
        self.node.map(|bytes| CornerNode::read(bytes, self.leaves.clone())).transpose()
    }
}
