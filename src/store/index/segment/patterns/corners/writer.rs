//! Writes the tries of corner lines.

use super::line::{KEY_SYMBOLS, LineKey, LineReader, key_after};
use super::{
    CornerFrame, CornerLeaf, FRAME_BITS, GROUP_LINES, MAX_STONES, MOST_LEFT, SIDES, SYMBOL_BITS,
    SideNumbers, leaf_width,
};
use crate::index::bits::BitWriter;
use crate::index::events::{Event, event_pairs, flags};
use crate::index::segment::patterns::BLOCK_DOCS;
use crate::index::varint::push_number;
use kifu_record::game::BoardSize;
use std::io::{self, Write};
use tantivy::DocId;

/// Games whose corner lines are written, by document.
pub(crate) trait GameEvents {
    /// Number of documents.
    fn docs(&self) -> usize;

    /// Calls `read` for all games of Go in order of their documents.
    fn for_each(&self, read: &mut dyn FnMut(DocId, GoGame)) -> io::Result<()>;

    /// Calls `read` with the events of the main line and the board of one game of Go.
    fn with_game(&self, doc: DocId, read: &mut dyn FnMut(BoardSize, &[u8])) -> io::Result<()>;
}

/// What the corner lines need of a game of Go.
#[derive(Clone, Copy)]
pub(crate) struct GoGame<'e> {
    /// `None` for a game without events (changes of points).
    pub(crate) board: Option<BoardSize>,
    /// Events (changes of points) of the main line.
    pub(crate) events: &'e [u8],
    /// True if there are events of variations as well.
    pub(crate) has_variations: bool,
    /// Flags about the events, see [`flags`](crate::index::events::flags).
    pub(crate) flags: u8,
}

impl GoGame<'_> {
    pub(crate) const WITHOUT_EVENTS: GoGame<'static> =
        GoGame { board: None, events: &[], has_variations: false, flags: 0 };
}

impl GoGame<'_> {
    /// True unless the game begins with an empty board and each later position is one move.
    fn may_have_setup(self) -> bool {
        let start = event_pairs(self.events).first().map(|&pair| Event::read(pair));
        self.flags & flags::REGULAR == 0 || start.is_some_and(|start| start.change().is_some())
    }
}

/// Most lines of a side that are sorted at once; 16 bytes each. A side with more lines is sorted in parts by its first
/// stones.
const MAX_SORTED: usize = 4 << 20;

/// Line that is being sorted.
#[derive(Clone, Copy)]
struct SortedLine {
    key: LineKey,
    leaf: u32,
}

/// Lines of one side, collected from the games.
#[derive(Default)]
struct SideLines {
    lines: Vec<SortedLine>,
    captures: [Vec<u32>; MOST_LEFT + 1],
    outside: u64,
}

/// Writes the corner lines of all games: tries of all sides, then their numbers. Returns the number of bytes.
pub(crate) fn write(games: &dyn GameEvents, out: &mut dyn Write) -> io::Result<u64> {
    let docs = games.docs();
    if docs as u64 >= 1 << (u32::BITS - FRAME_BITS) {
        return Err(io::Error::other("a segment has too many games"));
    }
    // All sides of a game are read together if their lines fit into memory, or else side by side.
    let together = (MAX_SORTED / (4 * docs).max(1)).clamp(1, SIDES.len());
    let (mut numbers, mut bytes) = (Vec::new(), 0);
    let mut others = OtherGames::new(docs);
    for first in (0..SIDES.len()).step_by(together) {
        let collected = collect(games, first, together, &mut others)?;
        for (number, lines) in (first..).zip(collected) {
            let (of_side, written) = write_side(games, number, lines, out)?;
            numbers.extend(of_side.to_bytes());
            bytes += written;
        }
    }
    let others = others.to_bytes();
    out.write_all(&others)?;
    out.write_all(&numbers)?;
    Ok(bytes + (others.len() + numbers.len()) as u64)
}

/// Bits of the documents that are not only looked up in corner lines; see [`super::OtherGames`].
struct OtherGames {
    words: Vec<[[u64; BLOCK_DOCS / 64]; super::OtherGames::KINDS]>,
}

impl OtherGames {
    fn new(docs: usize) -> OtherGames {
        OtherGames { words: vec![Default::default(); docs.div_ceil(BLOCK_DOCS)] }
    }

    fn add(&mut self, doc: DocId, game: GoGame) {
        let (block, within) = (doc as usize / BLOCK_DOCS, doc as usize % BLOCK_DOCS);
        let bits = [game.has_variations, game.board != Some(BoardSize::GO), game.may_have_setup()];
        for (words, bit) in self.words.get_mut(block).into_iter().flatten().zip(bits) {
            if let Some(word) = words.get_mut(within / 64) {
                *word |= u64::from(bit) << (within % 64);
            }
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.words.iter().flatten().flatten().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// Reads the lines of `count` sides from the first one on.
fn collect(
    games: &dyn GameEvents,
    first: usize,
    count: usize,
    others: &mut OtherGames,
) -> io::Result<Vec<SideLines>> {
    let sides = SIDES.get(first..SIDES.len().min(first + count)).unwrap_or_default();
    let mut collected: Vec<SideLines> = sides.iter().map(|_| SideLines::default()).collect();
    let mut reader = LineReader::default();
    games.for_each(&mut |doc, game| {
        others.add(doc, game);
        let GoGame { board, events, .. } = game;
        let shortest = board.map_or(0, |board| board.width().min(board.height()));
        let lines = board.map(|board| reader.read(events, board)).unwrap_or_default();
        for (number, (side, into)) in sides.iter().zip(&mut collected).enumerate() {
            into.outside += u64::from(shortest < *side);
            for (corner, lines) in (0..).zip(&lines.lines) {
                let Some(line) = lines.get(first + number) else { continue };
                let frame = CornerFrame { corner, transposed: line.transposed };
                let leaf = CornerLeaf { doc, frame }.to_number();
                if line.key.0 != 0 {
                    into.lines.push(SortedLine { key: line.key, leaf });
                }
                if let Some(fewest) = line.fewest_left
                    && let Some(captures) = into.captures.get_mut(usize::from(fewest))
                {
                    captures.push(leaf);
                }
            }
        }
    })?;
    Ok(collected)
}

/// Writes the trie of a side. Returns its numbers and its size in bytes.
fn write_side(
    games: &dyn GameEvents,
    number: usize,
    mut collected: SideLines,
    out: &mut dyn Write,
) -> io::Result<(SideNumbers, u64)> {
    let width = leaf_width(games.docs());
    let side = SIDES.get(number).copied().unwrap_or_default();
    let mut trie = TrieWriter { games, side, width, leaves: BitWriter::default() };
    sort(&mut collected.lines);
    let nodes =
        if collected.lines.is_empty() { Vec::new() } else { trie.node(&mut collected.lines, 0)? };
    let mut numbers = SideNumbers {
        leaves: collected.lines.len() as u64,
        node_bytes: nodes.len() as u64,
        outside: collected.outside,
        ..SideNumbers::default()
    };
    let mut captures = BitWriter::default();
    for (slot, leaves) in numbers.captures.iter_mut().zip(&collected.captures) {
        *slot = leaves.len() as u64;
        leaves.iter().for_each(|&leaf| captures.push(leaf.into(), width));
    }
    let parts = [trie.leaves.finish(), captures.finish(), nodes];
    parts.iter().try_for_each(|part| out.write_all(part))?;
    Ok((numbers, parts.iter().map(|part| part.len() as u64).sum()))
}

fn sort(lines: &mut [SortedLine]) {
    lines.sort_unstable_by_key(|line| (line.key.0, line.leaf));
}

struct TrieWriter<'g> {
    games: &'g dyn GameEvents,
    side: u8,
    width: u32,
    leaves: BitWriter,
}

impl TrieWriter<'_> {
    /// Writes the leaves of a node's lines, and returns the bytes of the node. The lines are sorted by the symbols of
    /// their keys from `depth` on. The recursion ends at [`MAX_STONES`].
    fn node(&mut self, lines: &mut [SortedLine], depth: usize) -> io::Result<Vec<u8>> {
        let at = depth % KEY_SYMBOLS;
        if at == 0 && depth > 0 && depth < MAX_STONES {
            self.read_next_keys(lines, depth)?;
        }
        let symbol = |line: &SortedLine| if depth < MAX_STONES { line.key.symbol(at) } else { 0 };
        let own = lines.partition_point(|line| symbol(line) == 0);
        let (own, others) = lines.split_at_mut(own);
        self.push_leaves(own);
        let mut bytes = Vec::new();
        push_number(&mut bytes, own.len() as u64);
        let children = others.chunk_by(|a, b| symbol(a) == symbol(b)).count();
        push_number(&mut bytes, children as u64);
        let (mut sizes, mut nodes) = (Vec::new(), Vec::new());
        for lines in others.chunk_by_mut(|a, b| symbol(a) == symbol(b)) {
            let mut entry = lines.first().map_or(0, symbol);
            if lines.len() < GROUP_LINES {
                entry |= (lines.len() as u16) << SYMBOL_BITS;
                self.push_leaves(lines);
            } else {
                let node = self.node(lines, depth + 1)?;
                push_number(&mut sizes, lines.len() as u64);
                push_number(&mut sizes, node.len() as u64);
                nodes.extend(node);
            }
            bytes.extend(entry.to_le_bytes());
        }
        bytes.extend(sizes);
        bytes.extend(nodes);
        Ok(bytes)
    }

    fn push_leaves(&mut self, lines: &[SortedLine]) {
        lines.iter().for_each(|line| self.leaves.push(line.leaf.into(), self.width));
    }

    /// Replaces the keys of lines that share `depth` symbols by those of their next symbols.
    fn read_next_keys(&self, lines: &mut [SortedLine], depth: usize) -> io::Result<()> {
        lines.sort_unstable_by_key(|line| line.leaf);
        for line in lines.iter_mut() {
            let CornerLeaf { doc, frame } = CornerLeaf::from_number(line.leaf.into());
            self.games.with_game(doc, &mut |board, events| {
                line.key = key_after(events, board, frame, self.side, depth);
            })?;
        }
        sort(lines);
        Ok(())
    }
}
