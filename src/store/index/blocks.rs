//! Files with a checksum for every block, verified when the block is first read.
//!
//! A sealed file has three parts:
//!
//! | part | content |
//! |---|---|
//! | data | the bytes that were written |
//! | checksums | CRC-32 of each block of 16 KiB, 4 bytes each, little-endian |
//! | trailer | length of the data and a magic number, 8 bytes each |
//!
//! The block's number is part of its checksum, so swapped blocks are detected. A reader requests a range and gets the
//! mapped bytes once the blocks that it touches have been checked: a flipped bit or a torn page is an error and never a
//! wrong answer.

use super::bits::u64_at;
use super::mapped::{MappedFile, Mapping};
use crc32fast::Hasher;
use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tantivy::HasLen;
use tantivy::directory::FileHandle;
use tantivy_common::{AntiCallToken, OwnedBytes, TerminatingWrite};

/// Bytes in a block. A lookup touches a handful of blocks, and the checksum of one takes 1 to 2 µs. Larger blocks would
/// make lookups slower; smaller ones need more checksums.
pub(super) const BLOCK_BYTES: usize = 1 << 14;

const MAGIC: u64 = u64::from_le_bytes(*b"kifusums");
const SUM_BYTES: usize = 4;
const TRAILER_BYTES: usize = 16;

/// Returns the trailer of a file with `len` bytes of data: the length, then the magic number.
fn trailer(len: u64) -> [u8; TRAILER_BYTES] {
    (u128::from(MAGIC) << 64 | u128::from(len)).to_le_bytes()
}

fn block_hasher(block: usize) -> Hasher {
    Hasher::new_with_initial(block as u32)
}

/// Running checksums of data that arrives in pieces.
struct BlockSums {
    sums: Vec<u8>,
    hasher: Hasher,
    filled: usize,
    len: u64,
}

impl BlockSums {
    fn new() -> BlockSums {
        BlockSums { sums: Vec::new(), hasher: block_hasher(0), filled: 0, len: 0 }
    }

    fn update(&mut self, mut bytes: &[u8]) {
        self.len += bytes.len() as u64;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK_BYTES - self.filled));
            self.hasher.update(now);
            self.filled += now.len();
            if self.filled == BLOCK_BYTES {
                self.end_block();
            }
            bytes = later;
        }
    }

    fn end_block(&mut self) {
        let next = block_hasher(self.sums.len() / SUM_BYTES + 1);
        let sum = std::mem::replace(&mut self.hasher, next).finalize();
        self.sums.extend_from_slice(&sum.to_le_bytes());
        self.filled = 0;
    }

    /// Returns the bytes that follow the data: the checksums and the trailer.
    fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.end_block();
        }
        self.sums.extend_from_slice(&trailer(self.len));
        self.sums
    }
}

/// Appends checksums and trailer to data that is complete in memory.
pub(super) fn seal(data: &[u8]) -> Vec<u8> {
    let mut sums = BlockSums::new();
    sums.update(data);
    [data, &sums.finish()].concat()
}

/// Number of bytes that are read or written between two releases of mapped pages. The pages are no longer needed, and
/// releasing them bounds the resident memory of builds.
pub(super) const WINDOW_BYTES: usize = 4 << 20;

/// Callback of a [`SealingWriter`], for instance to stop a cancelled build.
type WriterCheck = Box<dyn Fn() -> io::Result<()> + Send + Sync>;

/// Writer that appends the checksums and the trailer when it is terminated.
pub(super) struct SealingWriter<W> {
    inner: W,
    sums: Option<BlockSums>,
    /// Callback after each [`WINDOW_BYTES`] bytes. If it fails, nothing more is written.
    after_window: WriterCheck,
    /// Callback before the checksums are written. If it fails, they are not written, and the file stays invalid.
    before_end: WriterCheck,
    /// Number of bytes written since the last call of `after_window`.
    filled: usize,
}

impl<W> SealingWriter<W> {
    pub(super) fn new(inner: W) -> SealingWriter<W> {
        SealingWriter::with_checks(inner, || Ok(()), || Ok(()))
    }

    /// Creates a writer that calls `after_window` after each window of bytes, and `before_end` before it ends the file.
    pub(super) fn with_checks(
        inner: W,
        after_window: impl Fn() -> io::Result<()> + Send + Sync + 'static,
        before_end: impl Fn() -> io::Result<()> + Send + Sync + 'static,
    ) -> SealingWriter<W> {
        SealingWriter {
            inner,
            sums: Some(BlockSums::new()),
            after_window: Box::new(after_window),
            before_end: Box::new(before_end),
            filled: 0,
        }
    }
}

impl<W: Write> Write for SealingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A longer slice may lie in a mapped file. It is written window by window, so that its pages can be released.
        let bytes = bytes.get(..WINDOW_BYTES - self.filled).unwrap_or(bytes);
        let count = self.inner.write(bytes)?;
        if let Some(sums) = &mut self.sums {
            sums.update(bytes.get(..count).unwrap_or(bytes));
        }
        self.filled += count;
        if self.filled >= WINDOW_BYTES {
            self.filled = 0;
            (self.after_window)()?;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: TerminatingWrite> TerminatingWrite for SealingWriter<W> {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        (self.before_end)()?;
        if let Some(sums) = self.sums.take() {
            self.inner.write_all(&sums.finish())?;
        }
        self.inner.terminate_ref(token)
    }
}

/// Sealed file in mapped memory. Blocks are checked when they are first read.
pub(super) struct Sealed {
    /// Name of the file, for error messages.
    name: String,
    data: OwnedBytes,
    sums: OwnedBytes,
    /// One bit per block: set once its checksum has been verified.
    checked: Box<[AtomicU64]>,
    mapping: Mapping,
    /// Last 16 bytes of the file: length of the data and magic number.
    trailer: OwnedBytes,
    /// The mapped file, if its pages are released after they were checked; see [`Sealed::open_low_memory`].
    pages: Option<MappedFile>,
    damage: Damage,
}

/// First damage found in any file of a folder. It is recorded here because background threads of tantivy may swallow
/// the error.
#[derive(Clone, Debug, Default)]
pub(super) struct Damage(Arc<OnceLock<String>>);

impl Damage {
    /// Message of the first damage; `None` if no damage was found.
    pub(super) fn first(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }

    fn record(&self, error: io::Error) -> io::Error {
        self.0.get_or_init(|| error.to_string());
        error
    }
}

impl Sealed {
    /// Opens a sealed file. Fails if the trailer is missing or does not fit the length of the file.
    pub(super) fn open(name: String, file: &OwnedBytes, damage: Damage) -> io::Result<Sealed> {
        let Some((len, sums_end)) = parse_trailer(file) else {
            return Err(damage.record(damaged(&name, "its end is missing")));
        };
        let (data, sums) = (file.slice(0..len), file.slice(len..sums_end));
        let words = len.div_ceil(BLOCK_BYTES).div_ceil(64);
        Ok(Sealed {
            name,
            data,
            sums,
            checked: (0..words).map(|_| AtomicU64::new(0)).collect(),
            mapping: Mapping::watch(file),
            trailer: file.slice(sums_end..file.len()),
            pages: None,
            damage,
        })
    }

    /// Opens a mapped file whose pages are released after they were checked, so that reading it all takes little
    /// memory.
    pub(super) fn open_low_memory(
        name: String,
        file: MappedFile,
        damage: Damage,
    ) -> io::Result<Sealed> {
        let sealed = Sealed::open(name, file.bytes(), damage)?;
        Ok(Sealed { pages: Some(file), ..sealed })
    }

    /// Releases the file's pages if it was opened with [`Sealed::open_low_memory`]; otherwise does nothing.
    pub(super) fn release_pages(&self) {
        if let Some(pages) = &self.pages {
            pages.release_pages();
        }
    }

    /// True if the file was cut, overwritten or unreadable since it was opened.
    pub(super) fn is_lost(&self) -> bool {
        let expected = trailer(self.data.len() as u64);
        if let Ok(end) = <&[u8; TRAILER_BYTES]>::try_from(self.trailer.as_slice()) {
            self.mapping.check_end(end, expected);
        }
        self.mapping.is_lost()
    }

    /// Error for a file that changed while it was open; see [`Sealed::is_lost`].
    pub(super) fn lost_error(&self) -> io::Error {
        damaged(&self.name, "it was cut or overwritten, or could not be read, while it was open")
    }

    /// Returns a range of the data after checking the blocks that it touches.
    pub(super) fn read(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.start > range.end || range.end > self.data.len() {
            return Err(damaged(&self.name, "it is too short"));
        }
        let mut checked = 0;
        for block in range.start / BLOCK_BYTES..range.end.div_ceil(BLOCK_BYTES) {
            let is_new = self.check(block).map_err(|error| self.damage.record(error))?;
            checked += usize::from(is_new);
            if checked == WINDOW_BYTES / BLOCK_BYTES {
                checked = 0;
                self.release_pages();
            }
        }
        Ok(self.data.slice(range))
    }

    /// Returns all data after checking every block.
    pub(super) fn read_all(&self) -> io::Result<OwnedBytes> {
        self.read(0..self.data.len())
    }

    /// Verifies a block. Returns true if it had not been verified before.
    fn check(&self, block: usize) -> io::Result<bool> {
        let (word, bit) = (self.checked.get(block / 64), 1 << (block % 64));
        // Two threads may verify the same block at once, which only costs time. No other memory depends on the bit, so
        // relaxed order is enough.
        if word.is_some_and(|word| word.load(Ordering::Relaxed) & bit != 0) {
            return Ok(false);
        }
        let start = block * BLOCK_BYTES;
        let end = (start + BLOCK_BYTES).min(self.data.len());
        let mut hasher = block_hasher(block);
        hasher.update(self.data.get(start..end).unwrap_or(&[]));
        let sum = self.sums.get(block * SUM_BYTES..(block + 1) * SUM_BYTES);
        if sum != Some(&hasher.finalize().to_le_bytes()) {
            let what = format!("the bytes {start} to {end} are not what was written");
            return Err(damaged(&self.name, &what));
        }
        word.inspect(|word| {
            word.fetch_or(bit, Ordering::Relaxed);
        });
        Ok(true)
    }
}

/// Returns the length of the data, and the offset at which the checksums end; `None` if the trailer does not fit the
/// file's length.
fn parse_trailer(file: &[u8]) -> Option<(usize, usize)> {
    let sums_end = file.len().checked_sub(TRAILER_BYTES)?;
    let len = usize::try_from(u64_at(file, sums_end)?).ok()?;
    let sums = len.div_ceil(BLOCK_BYTES).checked_mul(SUM_BYTES)?;
    let is_complete = u64_at(file, sums_end + 8)? == MAGIC && len.checked_add(sums)? == sums_end;
    is_complete.then_some((len, sums_end))
}

/// Error for a file whose content is not what was written.
pub(super) fn damaged(name: &str, what: &str) -> io::Error {
    let message = format!("the file {name} is damaged: {what}");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl HasLen for Sealed {
    fn len(&self) -> usize {
        self.data.len()
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealed({})", self.name)
    }
}

impl FileHandle for Sealed {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        self.read(range)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn data(len: usize) -> Vec<u8> {
        (0..len).map(|i| (i * 7 + i / 251) as u8).collect()
    }

    fn open(file: Vec<u8>) -> io::Result<Sealed> {
        Sealed::open("a.kpos".into(), &OwnedBytes::new(file), Damage::default())
    }

    #[test]
    fn what_was_written_is_read() {
        for len in [0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 70 * BLOCK_BYTES + 5] {
            let data = data(len);
            let mut file = Vec::new();
            let mut writer = SealingWriter::new(&mut file);
            data.chunks(1000).for_each(|c| writer.write_all(c).unwrap());
            writer.terminate().unwrap();
            assert_eq!(file, seal(&data));
            let sealed = open(file).unwrap();
            assert_eq!(sealed.len(), len);
            for range in [0..len, len / 3..len / 2, 0..0, len..len] {
                assert_eq!(sealed.read(range.clone()).unwrap().as_slice(), &data[range]);
            }
            assert!(sealed.read(0..len + 1).is_err());
        }
    }

    /// The CRC-32 of "123456789" is the published check value `cbf43926`. The first block has number 0, so its sum is a
    /// plain CRC-32.
    #[test]
    fn the_sum_is_a_crc_32() {
        let file = seal(b"123456789");
        assert_eq!(&file[9..13], &0xcbf4_3926_u32.to_le_bytes());
    }

    #[test]
    fn every_flipped_bit_is_noticed_by_who_reads_it() {
        let data = data(3 * BLOCK_BYTES + 100);
        let file = seal(&data);
        let positions = (0..file.len()).step_by(997).chain(data.len()..file.len());
        for at in positions {
            let mut flipped = file.clone();
            flipped[at] ^= 1 << (at % 8);
            let Ok(sealed) = open(flipped) else {
                assert!(at >= data.len());
                continue;
            };
            assert!(sealed.read(0..data.len()).is_err(), "{at}");
            for block in 0..4 {
                let range = block * BLOCK_BYTES..((block + 1) * BLOCK_BYTES).min(data.len());
                let touched = at / BLOCK_BYTES == block && at < data.len() || at >= data.len();
                match sealed.read(range.clone()) {
                    Ok(bytes) => assert_eq!(bytes.as_slice(), &data[range]),
                    Err(error) => assert!(touched && error.to_string().contains("a.kpos")),
                }
            }
        }
    }

    #[test]
    fn cut_swapped_and_foreign_files_are_refused() {
        let file = seal(&data(3 * BLOCK_BYTES));
        for len in (0..file.len()).step_by(501) {
            assert!(open(file[..len].to_vec()).is_err(), "{len}");
        }
        let mut swapped = file.clone();
        let (first, second) = swapped.split_at_mut(BLOCK_BYTES);
        first.swap_with_slice(&mut second[..BLOCK_BYTES]);
        let sums = 3 * BLOCK_BYTES;
        swapped[sums..sums + 8].rotate_left(4);
        assert!(open(swapped).unwrap().read(0..1).is_err());
        assert!(open(vec![0; 4 * BLOCK_BYTES]).is_err());
        assert!(open(Vec::new()).is_err());
    }
}
