//! Writer of the pattern file of a segment.

use super::corners::{self, GameEvents};
use super::{
    BITMAP_BOARD, BITMAP_COUNT, BLOCK_DOCS, BoardKind, NO_BOARD, PendingGame, bitmap_number,
};
use crate::index::events::{Event, event_pairs, flags};
use crate::index::games::game_number;
use std::io::{self, Write};

/// Pattern file that is being written, block by block.
pub(super) struct PatternsFile<'a> {
    out: &'a mut dyn Write,
    at: u64,
    blocks: Vec<u64>,
    kinds: Vec<BoardKind>,
    docs: u64,
    entries: Vec<u8>,
    count: usize,
    /// Bitmaps of the current block, eight words each.
    maps: Vec<[u64; BLOCK_DOCS / 64]>,
    is_mapped: bool,
    events: Vec<u8>,
}

impl PatternsFile<'_> {
    pub(super) fn new(out: &mut dyn Write) -> PatternsFile<'_> {
        PatternsFile {
            out,
            at: 0,
            blocks: Vec::new(),
            kinds: vec![BITMAP_BOARD],
            docs: 0,
            entries: Vec::new(),
            count: 0,
            maps: vec![[0; BLOCK_DOCS / 64]; BITMAP_COUNT],
            is_mapped: false,
            events: Vec::new(),
        }
    }

    /// Adds the next game. Returns false if its kind of board gets no number, so that its events (changes of points)
    /// are not stored.
    pub(super) fn add(&mut self, game: PendingGame) -> io::Result<bool> {
        let start = self.events.len() / 2;
        let board = game.kind.and_then(|kind| self.board(kind));
        let mut flags = game.flags;
        let mut main = start;
        match board {
            Some(_) => {
                main += game.main;
                self.events.extend_from_slice(game.events);
            }
            None if game.kind.is_some() => flags |= flags::NONE,
            None => {}
        }
        if game.kind == Some(BITMAP_BOARD) {
            self.set_bits(game.events);
        }
        for number in [main, self.events.len() / 2] {
            let number =
                u32::try_from(number).map_err(|_| io::Error::other("a block is too large"))?;
            self.entries.extend_from_slice(&number.to_le_bytes());
        }
        self.entries.extend([board.unwrap_or(NO_BOARD), flags]);
        self.count += 1;
        self.docs += 1;
        if self.count == BLOCK_DOCS {
            self.end_block()?;
        }
        Ok(board.is_some() || game.kind.is_none())
    }

    /// Number of a kind of board. 19×19 always has number 0, because its games may have their moves nowhere else. If
    /// there are more than 254 further kinds, which only hostile archives have, the games of the others get no events
    /// and are replayed, like those on large boards.
    fn board(&mut self, kind: BoardKind) -> Option<u8> {
        let known = self.kinds.iter().position(|&known| known == kind);
        let number = known.unwrap_or(self.kinds.len());
        let number = u8::try_from(number).ok().filter(|&n| n != NO_BOARD)?;
        if known.is_none() {
            self.kinds.push(kind);
        }
        Some(number)
    }

    fn set_bits(&mut self, events: &[u8]) {
        let (word, bit) = (self.count / 64, 1 << (self.count % 64));
        self.is_mapped = true;
        for &pair in event_pairs(events) {
            if let Some((point, _, after)) = Event::read(pair).change()
                && let Some(color) = after.color()
                && let Some(row) = self.maps.get_mut(bitmap_number(point, color))
                && let Some(word) = row.get_mut(word)
            {
                *word |= bit;
            }
        }
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        self.blocks.push(self.at);
        let words = self.count.div_ceil(64);
        let mut bytes = std::mem::take(&mut self.entries);
        if std::mem::take(&mut self.is_mapped) {
            for row in &mut self.maps {
                for word in row.iter_mut().take(words) {
                    bytes.extend_from_slice(&std::mem::take(word).to_le_bytes());
                }
            }
        }
        self.out.write_all(&bytes)?;
        self.out.write_all(&self.events)?;
        self.at += (bytes.len() + self.events.len()) as u64;
        bytes.clear();
        self.entries = bytes;
        self.events.clear();
        self.count = 0;
        Ok(())
    }

    /// Writes the last block, the tables behind the blocks, and the corner lines of `games`.
    pub(super) fn finish(mut self, games: &dyn GameEvents) -> io::Result<()> {
        self.end_block()?;
        self.blocks.push(self.at);
        for start in &self.blocks {
            self.out.write_all(&start.to_le_bytes())?;
        }
        for &(game, size) in &self.kinds {
            let game = game_number(game).unwrap_or(0);
            self.out.write_all(&[game, size.width(), size.height(), 0])?;
        }
        let (blocks, kinds) = (self.blocks.len() as u64, self.kinds.len() as u64);
        let corners = corners::write(games, self.out)?;
        for number in [self.docs, blocks, kinds, corners] {
            self.out.write_all(&number.to_le_bytes())?;
        }
        Ok(())
    }
}
