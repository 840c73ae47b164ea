//! Reads long collections part by part, so that a file of any length takes the memory of a few megabytes.
//!
//! A part ends where a game ends, which is certain only once the next game has begun. The charset of each part is
//! detected separately.

use super::entry::{ContentStamp, EntryPart};
use super::file_kinds::LARGE_FILE_BYTES;
use super::limits::Limits;
use super::meter::is_refusal;
use kifu_record::formats::{Arrangement, FilePart};
use kifu_record::text::charset;
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Number of bytes that are read at once. A part is a little shorter, unless a game is longer. Enough for a charset to
/// be detected, and for a worker thread to be busy for some tenths of a second.
const PART_BYTES: usize = 2 << 20;

/// Number of bytes of memory that reading a long file usually takes: the bytes that were read, and a part of them.
pub(super) const LONG_FILE_MEMORY_BYTES: u64 = 2 * LARGE_FILE_BYTES;

/// Number of bytes at the end of a skipped piece of a game that are kept, since the next game may begin in them.
const OVERLAP_BYTES: usize = 16;

/// Callback that receives the bytes of each part.
pub(super) type PartSink<'s> = dyn FnMut(Vec<u8>, EntryPart) -> ControlFlow<()> + 's;

/// Why reading a file in parts ended.
pub(super) enum PartsEnd {
    /// The file was read to its end. The number is that of its bytes.
    Complete(u64),
    /// The file is no collection of games, so it can only be read as a whole.
    NoCollection,
    /// The stream failed. The games before the failure were passed on.
    Failed(io::Error),
    /// The callback that receives the parts ended the work.
    Stopped,
}

/// Reads a file of which `head` is the beginning and `rest` what follows. `is_spread` is as in [`EntryPart`].
pub(super) fn read(
    head: Vec<u8>,
    rest: &mut dyn Read,
    is_spread: bool,
    limits: &Limits,
    sink: &mut PartSink,
) -> PartsEnd {
    let arrangement = {
        let head = head.get(..LARGE_FILE_BYTES as usize).unwrap_or(&head);
        let decoded = charset::decode(head);
        let found = Arrangement::of_text(&decoded.text);
        let is_collection = decoded.has_offsets() && found.can_be_cut(&decoded.text);
        is_collection.then_some(found)
    };
    let Some(arrangement) = arrangement else {
        return PartsEnd::NoCollection;
    };
    let place = FilePart { arrangement, games_before: 0, offset: 0 };
    read_from(place, head, rest, is_spread, limits, sink)
}

/// Reads a file from a place on at which a part begins. `head` are the first bytes after that place, and `rest` what
/// follows.
pub(super) fn read_from(
    place: FilePart,
    head: Vec<u8>,
    rest: &mut dyn Read,
    is_spread: bool,
    limits: &Limits,
    sink: &mut PartSink,
) -> PartsEnd {
    // With a low limit, as in tests, the parts are small.
    let part_bytes =
        PART_BYTES.min(usize::try_from(limits.entry_bytes.max(1)).unwrap_or(PART_BYTES));
    let max_game = usize::try_from(limits.game_bytes).unwrap_or(usize::MAX);
    let mut reader = PartReader {
        rest,
        buffer: head,
        is_spread,
        has_ended: false,
        failure: None,
        place,
        checksum: crc32fast::Hasher::new(),
        sink,
    };
    loop {
        let flow = match reader.complete_bytes() {
            _ if reader.has_ended => reader.emit_all(),
            0 if reader.buffer.len() > max_game => match reader.first_game_bytes() {
                Some(length) => reader.emit(length),
                None => reader.skip_game(),
            },
            // Each try to find the end of a game reads twice as many bytes as the one before. So all tries together
            // take at most twice the time of the last one.
            0 => {
                let target =
                    (2 * reader.buffer.len()).max(part_bytes).min(max_game.saturating_add(1));
                reader.fill(target);
                continue;
            }
            length => reader.emit(length),
        };
        if flow.is_break() {
            return PartsEnd::Stopped;
        }
        if reader.has_ended && reader.buffer.is_empty() {
            return match reader.failure {
                Some(error) => PartsEnd::Failed(error),
                None => PartsEnd::Complete(reader.place.offset),
            };
        }
        reader.fill(part_bytes);
    }
}

struct PartReader<'r, 's> {
    rest: &'r mut dyn Read,
    /// Bytes that were read and not passed on yet. They begin with a game.
    buffer: Vec<u8>,
    is_spread: bool,
    /// True if the stream has ended or failed.
    has_ended: bool,
    failure: Option<io::Error>,
    /// Place in the file at which the buffer begins.
    place: FilePart,
    /// Checksum of the bytes before the buffer.
    checksum: crc32fast::Hasher,
    sink: &'r mut PartSink<'s>,
}

impl PartReader<'_, '_> {
    /// Reads until the buffer has this many bytes or the stream has ended.
    fn fill(&mut self, length: usize) {
        let missing = length.saturating_sub(self.buffer.len());
        if missing == 0 || self.has_ended {
            return;
        }
        self.buffer.reserve_exact(missing);
        match (&mut self.rest).take(missing as u64).read_to_end(&mut self.buffer) {
            Ok(count) => self.has_ended = count < missing,
            Err(error) => {
                self.has_ended = true;
                self.failure = Some(error);
            }
        }
    }

    /// Number of bytes at the beginning of the buffer that hold complete games.
    fn complete_bytes(&self) -> usize {
        if self.has_ended {
            return self.buffer.len();
        }
        let decoded = charset::decode(&self.buffer);
        match self.place.arrangement.complete_length(&decoded.text, self.place.offset == 0) {
            0 => 0,
            _ if !decoded.has_offsets() => 0,
            length => decoded.offsets(&self.buffer).in_file(length),
        }
    }

    /// Number of bytes up to the end of the first game, if text outside the games follows it.
    fn first_game_bytes(&self) -> Option<usize> {
        let decoded = charset::decode(&self.buffer);
        let arrangement = self.place.arrangement;
        let length = arrangement.first_game_length(&decoded.text, self.place.offset == 0)?;
        decoded.has_offsets().then(|| decoded.offsets(&self.buffer).in_file(length))
    }

    /// Passes on the rest of the file. If the stream has failed, the last game, which is cut off, is left out.
    fn emit_all(&mut self) -> ControlFlow<()> {
        if let Some(failure) = &self.failure {
            // If the stream was ended as a decompression bomb before any game was passed on, nothing of it is passed
            // on.
            if is_refusal(failure) && self.place.offset == 0 {
                self.buffer.clear();
                return ControlFlow::Continue(());
            }
            self.has_ended = false;
            let complete = self.complete_bytes();
            self.has_ended = true;
            self.buffer.truncate(complete);
        }
        self.emit(self.buffer.len())
    }

    /// Removes the first `length` bytes from the buffer, and passes them with their number of games to the caller, as
    /// the next part of the file.
    fn emit(&mut self, length: usize) -> ControlFlow<()> {
        let rest = self.buffer.split_off(length.min(self.buffer.len()));
        let bytes = std::mem::replace(&mut self.buffer, rest);
        let games = self
            .place
            .arrangement
            .count_games(&charset::decode(&bytes).text, self.place.offset == 0);
        self.pass_on(bytes, games, false)
    }

    /// Skips a game that is larger than the limit, or text without a game: all bytes up to a line that begins like
    /// another game.
    fn skip_game(&mut self) -> ControlFlow<()> {
        let place = self.place;
        let is_game = place.arrangement != Arrangement::Trees || self.buffer.first() == Some(&b'(');
        loop {
            let beginning =
                self.place.arrangement.next_beginning(self.buffer.get(1..).unwrap_or(&[]));
            let end = match beginning {
                Some(at) => at + 1,
                None if self.has_ended => self.buffer.len(),
                None => self.buffer.len().saturating_sub(OVERLAP_BYTES),
            };
            self.checksum.update(self.buffer.get(..end).unwrap_or(&[]));
            self.place.offset += end as u64;
            self.buffer.drain(..end);
            if beginning.is_some() || self.has_ended {
                break;
            }
            self.fill(PART_BYTES);
        }
        let end = self.place.offset;
        self.place.offset = place.offset;
        self.pass_on(Vec::new(), u32::from(is_game), is_game)?;
        self.place.offset = end;
        ControlFlow::Continue(())
    }

    fn pass_on(&mut self, bytes: Vec<u8>, games: u32, is_oversized: bool) -> ControlFlow<()> {
        self.checksum.update(&bytes);
        let length = bytes.len() as u64;
        let content = ContentStamp {
            crc32: self.checksum.clone().finalize(),
            size: self.place.offset + length,
        };
        let part = EntryPart {
            place: self.place,
            games,
            is_oversized,
            is_spread: self.is_spread,
            is_last: self.has_ended && self.buffer.is_empty(),
            content,
        };
        self.place.offset += length;
        self.place.games_before = self.place.games_before.saturating_add(games);
        (self.sink)(bytes, part)
    }
}
