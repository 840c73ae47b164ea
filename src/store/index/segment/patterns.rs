//! Data for local pattern searches: the [`events`](crate::index::events) of games, and bitmaps of which points ever
//! held a stone.
//!
//! Documents come in blocks of 512. A block consists of:
//!
//! 1. an entry of 10 bytes for each document
//! 2. if it has games of Go on 19×19, 722 bitmaps: for every point and colour, the games in which such a stone ever
//!    stood there, on the main line or in a variation
//! 3. all events
//!
//! A few ANDs of bitmaps split a whole block into games that may have a pattern and games that cannot, so for most
//! blocks and patterns few events are read.
//!
//! The file has all blocks, then the start of each (8 bytes), then the kinds of boards (4 bytes each), then the
//! [corner lines](corners), then the footer.

pub mod corners;
mod file;

use super::files::{Component, PayloadWriter, Payloads};
use crate::index::bits::u64_at;
use crate::index::events::{HEADER_BYTES, flags};
use crate::index::games::game_from_number;
use crate::index::schema;
use corners::{CornerTrie, GoGame, OtherGames};
use file::PatternsFile;
use kifu_record::game::{BoardSize, Color, GameKind, Point};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::io;
use std::ops::Range;
use tantivy::directory::FileSlice;
use tantivy::index::SegmentReader;
use tantivy::plugin::{PluginMergeContext, PluginWriter};
use tantivy::schema::Field;
use tantivy::{DocId, HasLen};
use tantivy_common::OwnedBytes;

pub(super) const COMPONENT: Component =
    Component { extension: "kpat", version: 2, field: schema::PATTERNS, writer, merge };

/// Bytes of the footer: number of documents, of blocks, of kinds of boards and of the bytes of the corner lines,
/// version and magic.
const FOOTER_BYTES: usize = 48;

/// Number of documents in a block.
pub const BLOCK_DOCS: usize = 512;
/// Bytes of a game's entry in its block, which tells where the game's events (changes of points) are.
///
/// | bytes | content |
/// |---|---|
/// | 0–3 | end of the main line's events, counted in events from the block's first one |
/// | 4–7 | end of all events of the game, counted in the same way |
/// | 8 | number of the kind of board |
/// | 9 | flags about the game's events, see [`flags`] |
const ENTRY_BYTES: usize = 10;
/// Number of the kind of board for a document without a game.
const NO_BOARD: u8 = u8::MAX;
/// Number of bitmaps in a block: two for every point of 19×19.
const BITMAP_COUNT: usize = 2 * 19 * 19;

/// Kind of board: game and size.
pub type BoardKind = (GameKind, BoardSize);

/// Board whose games have bitmaps of the points that ever held a stone.
const BITMAP_BOARD: BoardKind = (GameKind::Go, BoardSize::GO);

fn writer(field: Field) -> Box<dyn PluginWriter> {
    Box::new(PayloadWriter {
        component: COMPONENT,
        field,
        payloads: Payloads::default(),
        write: |games, out| {
            let mut games: Vec<PendingGame> =
                games.iter().map(|game| PendingGame::parse(game).unwrap_or_default()).collect();
            let mut file = PatternsFile::new(out);
            for game in &mut games {
                if !file.add(*game)? {
                    game.flags |= flags::NONE;
                }
            }
            file.finish(&games)
        },
    })
}

fn merge(ctx: &PluginMergeContext) -> tantivy::Result<()> {
    let sources: Vec<Patterns> =
        ctx.readers.iter().map(Patterns::open).collect::<tantivy::Result<_>>()?;
    COMPONENT.write(ctx.target_segment, |out| {
        let mut file = PatternsFile::new(out);
        let mut games = MergedGames::new(ctx.readers, &sources);
        let mut docs = 0..;
        for (reader, source) in ctx.readers.iter().zip(&sources) {
            let mut block: Option<Block> = None;
            for doc in reader.doc_ids_alive() {
                if block.as_ref().is_none_or(|block| !block.contains(doc)) {
                    block = Some(source.block(doc as usize / BLOCK_DOCS)?);
                }
                let Some(block) = &block else { continue };
                let entry = block.entry(doc);
                let events = block.events(entry.start..entry.end)?;
                let game = PendingGame {
                    kind: source.kind(entry.board),
                    flags: entry.flags,
                    main: entry.main - entry.start,
                    events: &events,
                };
                let is_complete = file.add(game)?;
                games.without_events.extend(docs.next().filter(|_| !is_complete));
            }
        }
        file.finish(&games)
    })
}

/// Games of segments that are merged, for the corner lines.
struct MergedGames<'m> {
    sources: &'m [Patterns],
    /// For each document of the merged segment: number of the source, and document there.
    origins: Vec<(u32, DocId)>,
    /// Documents, in order, whose events (changes of points) are not taken over, because there are too many kinds of
    /// boards.
    without_events: Vec<DocId>,
    /// Blocks of each source that were opened so far.
    blocks: Vec<Vec<OnceCell<Block>>>,
}

impl<'m> MergedGames<'m> {
    fn new(readers: &'m [SegmentReader], sources: &'m [Patterns]) -> MergedGames<'m> {
        let numbered = (0..).zip(readers);
        let blocks = |source: &Patterns| (0..source.blocks()).map(|_| OnceCell::new()).collect();
        MergedGames {
            sources,
            origins: numbered
                .flat_map(|(source, reader)| reader.doc_ids_alive().map(move |doc| (source, doc)))
                .collect(),
            without_events: Vec::new(),
            blocks: sources.iter().map(blocks).collect(),
        }
    }

    fn block(&self, source: u32, doc: DocId) -> io::Result<(&Patterns, &Block)> {
        let (source, number) = (source as usize, doc as usize / BLOCK_DOCS);
        let cell = self.blocks.get(source).and_then(|blocks| blocks.get(number));
        let (Some(source), Some(cell)) = (self.sources.get(source), cell) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, COMPONENT.damaged()));
        };
        let block = match cell.get() {
            Some(block) => block,
            None => {
                let block = source.block(number)?;
                cell.get_or_init(|| block)
            }
        };
        Ok((source, block))
    }

    /// Calls `read` with a game, if it is one of Go.
    fn read_game(&self, doc: DocId, read: &mut dyn FnMut(GoGame)) -> io::Result<()> {
        let Some(&(source, source_doc)) = self.origins.get(doc as usize) else {
            return Ok(());
        };
        let (source, block) = self.block(source, source_doc)?;
        let entry = block.entry(source_doc);
        let is_dropped = self.without_events.binary_search(&doc).is_ok();
        match source.kind(entry.board) {
            Some((GameKind::Go, _)) | None if is_dropped || entry.flags & flags::NONE != 0 => {
                read(GoGame::WITHOUT_EVENTS);
            }
            Some((GameKind::Go, board)) => {
                let events = block.events(entry.start..entry.main)?;
                let has_variations = entry.main < entry.end;
                let (board, flags) = (Some(board), entry.flags);
                read(GoGame { board, events: &events, has_variations, flags });
            }
            _ => {}
        }
        Ok(())
    }
}

impl corners::GameEvents for MergedGames<'_> {
    fn docs(&self) -> usize {
        self.origins.len()
    }

    fn for_each(&self, read: &mut dyn FnMut(DocId, GoGame)) -> io::Result<()> {
        let mut docs = 0..self.origins.len() as DocId;
        docs.try_for_each(|doc| self.read_game(doc, &mut |game| read(doc, game)))
    }

    fn with_game(&self, doc: DocId, read: &mut dyn FnMut(BoardSize, &[u8])) -> io::Result<()> {
        self.read_game(doc, &mut |game| {
            if let Some(board) = game.board {
                read(board, game.events);
            }
        })
    }
}

impl corners::GameEvents for Vec<PendingGame<'_>> {
    fn docs(&self) -> usize {
        self.len()
    }

    fn for_each(&self, read: &mut dyn FnMut(DocId, GoGame)) -> io::Result<()> {
        for (doc, game) in (0..).zip(self) {
            match game.kind {
                Some((GameKind::Go, _)) if game.flags & flags::NONE != 0 => {
                    read(doc, GoGame::WITHOUT_EVENTS);
                }
                Some((GameKind::Go, board)) => {
                    let has_variations = 2 * game.main < game.events.len();
                    let (events, flags) = (game.main_line(), game.flags);
                    read(doc, GoGame { board: Some(board), events, has_variations, flags });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn with_game(&self, doc: DocId, read: &mut dyn FnMut(BoardSize, &[u8])) -> io::Result<()> {
        let game = self.get(doc as usize).filter(|game| game.flags & flags::NONE == 0);
        if let Some((game, (GameKind::Go, board))) = game.and_then(|game| Some((game, game.kind?)))
        {
            read(board, game.main_line());
        }
        Ok(())
    }
}

/// Game that is about to be written into a block.
#[derive(Clone, Copy, Default)]
struct PendingGame<'a> {
    /// Kind of board; `None` for a game without rules, and for one whose kind of board has no number.
    kind: Option<BoardKind>,
    flags: u8,
    /// Number of events (changes of points) on the main line of the game.
    main: usize,
    events: &'a [u8],
}

impl PendingGame<'_> {
    /// Events (changes of points) of the main line.
    fn main_line(&self) -> &[u8] {
        self.events.get(..2 * self.main).unwrap_or(self.events)
    }

    /// Parses the value of the document's custom field.
    fn parse(payload: &[u8]) -> Option<PendingGame<'_>> {
        let (&[kind, width, height, flags, a, b, c, d], events) =
            payload.split_first_chunk::<HEADER_BYTES>()?;
        Some(PendingGame {
            kind: Some(kind_of(kind, width, height)?),
            flags,
            main: u32::from_le_bytes([a, b, c, d]) as usize,
            events,
        })
    }
}

fn kind_of(game: u8, width: u8, height: u8) -> Option<BoardKind> {
    Some((game_from_number(game)?, BoardSize::new(width, height)?))
}

/// Bitmap of a whole block: little-endian words, one bit for each document.
pub type Bitmap = [u8; BLOCK_DOCS / 8];

/// Number of the bitmap of a point and a colour.
pub fn bitmap_number(point: Point, color: Color) -> usize {
    2 * BoardSize::GO.number(point) + usize::from(color == Color::White)
}

/// Events (changes of points) and bitmaps (points that ever held a stone) of the games of a segment, block by block.
#[derive(Clone, Debug)]
pub struct Patterns {
    file: FileSlice,
    /// Start of each block, and the end of the last one.
    starts: Vec<usize>,
    kinds: Vec<BoardKind>,
    /// The part of the file with the corner lines.
    corners: FileSlice,
    docs: usize,
}

impl Patterns {
    pub fn open(reader: &SegmentReader) -> tantivy::Result<Patterns> {
        let (file, footer) = COMPONENT.open(reader, FOOTER_BYTES)?;
        let damaged = || COMPONENT.damaged();
        let layout = Layout::read(&footer, file.len()).ok_or_else(damaged)?;
        let Layout { docs, starts_at, kinds_at, corners_at } = layout;
        let tables = file.slice(starts_at..corners_at).read_bytes()?;
        let (starts, kinds) = tables.split_at(kinds_at - starts_at);
        let starts: Vec<usize> =
            (starts.chunks_exact(8)).filter_map(|start| Some(u64_at(start, 0)? as usize)).collect();
        let kinds: Option<Vec<BoardKind>> = (kinds.chunks_exact(4))
            .map(|kind| match *kind {
                [game, width, height, _] => kind_of(game, width, height),
                _ => None,
            })
            .collect();
        let in_order = starts.is_sorted() && starts.last() == Some(&starts_at);
        let kinds = kinds.filter(|_| in_order && starts.len() == docs.div_ceil(BLOCK_DOCS) + 1);
        let corners = file.slice(corners_at..file.len() - FOOTER_BYTES);
        Ok(Patterns { file, starts, kinds: kinds.ok_or_else(damaged)?, corners, docs })
    }

    /// The trie of corner lines of the side with this number in [`corners::SIDES`].
    pub fn corner_trie(&self, number: usize) -> io::Result<CornerTrie> {
        corners::open(&self.corners, number, self.docs)
    }

    /// The games of a block that are not only looked up in corner lines.
    pub fn other_games(&self, block: usize) -> io::Result<OtherGames> {
        corners::other_games(&self.corners, block, self.docs)
    }

    /// Number of documents, deleted ones included.
    pub fn docs(&self) -> usize {
        self.docs
    }

    pub fn blocks(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Kinds of boards, by number.
    pub fn kinds(&self) -> &[BoardKind] {
        &self.kinds
    }

    fn kind(&self, board: u8) -> Option<BoardKind> {
        self.kinds.get(usize::from(board)).copied()
    }

    /// Reads the main-line events (changes of points) of a game on 19×19. Reads only these and the entry of the game,
    /// not the rest of its block of 512 games.
    pub(crate) fn main_line(&self, doc: DocId) -> io::Result<OwnedBytes> {
        let (number, within) = (doc as usize / BLOCK_DOCS, doc as usize % BLOCK_DOCS);
        let len = self.docs.saturating_sub(number * BLOCK_DOCS).min(BLOCK_DOCS);
        let (Some(&start), Some(&end)) = (self.starts.get(number), self.starts.get(number + 1))
        else {
            return Ok(OwnedBytes::empty());
        };
        // The block has bitmaps, since this game is on 19×19.
        let events = start + len * ENTRY_BYTES + BITMAP_COUNT * len.div_ceil(64) * 8;
        let before = start + (within * ENTRY_BYTES).saturating_sub(ENTRY_BYTES - 4);
        let entry = before..start + within * ENTRY_BYTES + 4;
        if within >= len || events > end {
            return Ok(OwnedBytes::empty());
        }
        let entry = self.file.read_bytes_slice(entry)?;
        let number =
            |bytes: Option<&[u8; 4]>| bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize);
        let first = number(entry.first_chunk().filter(|_| within > 0));
        let events = events + 2 * first..events + 2 * number(entry.last_chunk());
        if events.start > events.end || events.end > end {
            return Ok(OwnedBytes::empty());
        }
        self.file.read_bytes_slice(events)
    }

    /// Reads the bitmaps of a block, and nothing else of it.
    pub fn bitmaps(&self, number: usize) -> io::Result<BlockBitmaps> {
        let fail = || io::Error::new(io::ErrorKind::InvalidData, COMPONENT.damaged());
        let len = self.docs.checked_sub(number * BLOCK_DOCS).ok_or_else(fail)?.min(BLOCK_DOCS);
        let start = self.starts.get(number).ok_or_else(fail)? + len * ENTRY_BYTES;
        let end = *self.starts.get(number + 1).ok_or_else(fail)?;
        let last = self.file.read_bytes_slice(start - (ENTRY_BYTES - 4).min(start)..start)?;
        let events =
            last.first_chunk().map_or(0, |&events| 2 * u32::from_le_bytes(events) as usize);
        let maps_end = end.checked_sub(events).filter(|&end| end >= start).ok_or_else(fail)?;
        let bytes = self.file.read_bytes_slice(start..maps_end)?;
        Ok(BlockBitmaps { bytes, words: len.div_ceil(64) })
    }

    pub fn block(&self, number: usize) -> io::Result<Block> {
        let fail = || io::Error::new(io::ErrorKind::InvalidData, COMPONENT.damaged());
        let first = number * BLOCK_DOCS;
        let len = self.docs.checked_sub(first).ok_or_else(fail)?.min(BLOCK_DOCS);
        let start = *self.starts.get(number).ok_or_else(fail)?;
        let end = *self.starts.get(number + 1).ok_or_else(fail)?;
        let block = self.file.slice(start..end);
        let entries = len * ENTRY_BYTES;
        if block.len() < entries {
            return Err(fail());
        }
        let entries = block.slice(0..entries).read_bytes()?;
        let is_mapped = |entry: &[u8]| {
            let board = entry.get(8).copied().unwrap_or(NO_BOARD);
            self.kind(board) == Some(BITMAP_BOARD)
        };
        // A game without events (changes of points) has no stones in the bitmaps either, whatever its board.
        let has_events = |entry: &[u8]| entry.get(9).is_some_and(|f| f & flags::NONE == 0);
        let mut unmapped = [0u64; BLOCK_DOCS / 64];
        for (i, entry) in entries.chunks_exact(ENTRY_BYTES).enumerate() {
            if let Some(word) = unmapped.get_mut(i / 64) {
                *word |= u64::from(!(is_mapped(entry) && has_events(entry))) << (i % 64);
            }
        }
        let any_mapped = entries.chunks_exact(ENTRY_BYTES).any(is_mapped);
        let words = len.div_ceil(64);
        let maps = if any_mapped { BITMAP_COUNT * words * 8 } else { 0 };
        let events = entries.len() + maps;
        if block.len() < events {
            return Err(fail());
        }
        Ok(Block {
            first: first as DocId,
            len,
            maps: block.slice(entries.len()..events),
            events: block.slice(events..block.len()),
            entries,
            unmapped,
        })
    }
}

/// Places of the parts of the file.
struct Layout {
    docs: usize,
    starts_at: usize,
    kinds_at: usize,
    corners_at: usize,
}

impl Layout {
    fn read(footer: &[u8], len: usize) -> Option<Layout> {
        let size =
            |at: usize, bytes: usize| usize::try_from(u64_at(footer, at)?).ok()?.checked_mul(bytes);
        let corners_at = len.checked_sub(FOOTER_BYTES)?.checked_sub(size(24, 1)?)?;
        let kinds_at = corners_at.checked_sub(size(16, 4)?)?;
        let starts_at = kinds_at.checked_sub(size(8, 8)?)?;
        Some(Layout { docs: size(0, 1)?, starts_at, kinds_at, corners_at })
    }
}

/// Entry of a game in its block of 512 games: where its events (changes of points) lie in the block.
#[derive(Clone, Copy, Debug)]
pub struct BlockEntry {
    /// Number of the kind of board on which the game was played.
    pub board: u8,
    /// Flags about the game's events (changes of points): see [`flags`].
    pub flags: u8,
    /// Index of the first event (change of a point) of the game in the block.
    pub start: usize,
    /// Index after the last event (change of a point) of the main line.
    pub main: usize,
    /// Index after the last event (change of a point) of the game, variations included.
    pub end: usize,
}

impl BlockEntry {
    /// True if the game has no variations with positions of their own.
    pub fn is_single_line(&self) -> bool {
        self.flags & flags::NONE == 0 && self.main == self.end
    }
}

/// Block of 512 documents, fewer in the last block.
pub struct Block {
    first: DocId,
    len: usize,
    entries: OwnedBytes,
    maps: FileSlice,
    events: FileSlice,
    unmapped: [u64; BLOCK_DOCS / 64],
}

impl Block {
    /// Range of the block's documents.
    pub fn docs(&self) -> Range<DocId> {
        self.first..self.first + self.len as DocId
    }

    fn contains(&self, doc: DocId) -> bool {
        self.docs().contains(&doc)
    }

    /// Returns the entry of a document, which tells where the game's events (changes of points) are. If the stored
    /// entry is inconsistent, the result is the entry of a game without events.
    pub fn entry(&self, doc: DocId) -> BlockEntry {
        let at = (doc - self.first.min(doc)) as usize * ENTRY_BYTES;
        let number = |at: usize| match self.entries.get(at..at + 4) {
            Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]) as usize,
            _ => 0,
        };
        let byte = |at: usize| self.entries.get(at).copied();
        let start = at.checked_sub(ENTRY_BYTES).map_or(0, |before| number(before + 4));
        let end = number(at + 4).max(start).min(self.events.len() / 2);
        let start = start.min(end);
        BlockEntry {
            board: byte(at + 8).unwrap_or(NO_BOARD),
            flags: byte(at + 9).unwrap_or(0),
            start,
            main: number(at).clamp(start, end),
            end,
        }
    }

    /// Bit set of the documents that the bitmaps do not cover, such as games on other boards than 19×19.
    pub fn uncovered_docs(&self) -> &[u64; BLOCK_DOCS / 64] {
        &self.unmapped
    }

    /// Reads the bitmaps; the result is empty if they cover no document.
    pub fn read_bitmaps(&self) -> io::Result<BlockBitmaps> {
        Ok(BlockBitmaps { bytes: self.maps.read_bytes()?, words: self.len.div_ceil(64) })
    }

    /// Reads the events (changes of points) of the block with indices in `range`, counted from the block's first event.
    pub fn events(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        self.events.read_bytes_slice(2 * range.start..2 * range.end)
    }
}

/// Bitmaps of a block: for every point and colour of 19×19, the games in which such a stone ever stood there.
pub struct BlockBitmaps {
    bytes: OwnedBytes,
    words: usize,
}

impl BlockBitmaps {
    /// All bitmaps by their numbers ([`bitmap_number`]); empty if they cover no document.
    pub fn bitmaps(&self) -> Cow<'_, [Bitmap]> {
        let len = 8 * self.words;
        if len == size_of::<Bitmap>() {
            return Cow::Borrowed(self.bytes.as_chunks().0);
        }
        // The bitmaps of the last block are shorter, so they are padded with zeros.
        let rows = self.bytes.chunks_exact(len.max(1)).map(|bytes| {
            let mut row = [0; _];
            row[..len].copy_from_slice(bytes);
            row
        });
        Cow::Owned(rows.collect())
    }
}
