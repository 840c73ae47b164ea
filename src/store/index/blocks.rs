//! Files with a checksum for every block, verified when the block is first read.
//!
//! A file is its data, then the CRC-32 of each block of the data, then the length of the data and a magic number. The
//! block's number goes into its checksum, so a block in the place of another is noticed too. A reader asks for a range
//! and gets it mapped as it is on disk, once the blocks it touches have been checked: a flipped bit or a torn page is
//! an error and never an answer.

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

/// Bytes in a block. A lookup touches a handful of blocks; the checksum of one takes 1 to 2 µs.
pub(super) const BLOCK: usize = 1 << 14;

const MAGIC: u64 = u64::from_le_bytes(*b"kifusums");
const SUM: usize = 4;
const TRAILER: usize = 16;

/// The bytes with which a file ends that has so many bytes of data.
fn trailer(len: u64) -> [u8; TRAILER] {
    (u128::from(MAGIC) << 64 | u128::from(len)).to_le_bytes()
}

fn begin(block: usize) -> Hasher {
    Hasher::new_with_initial(block as u32)
}

/// Computes the checksums of data that arrives piece by piece.
struct BlockSums {
    sums: Vec<u8>,
    hasher: Hasher,
    filled: usize,
    len: u64,
}

impl BlockSums {
    fn new() -> BlockSums {
        BlockSums { sums: Vec::new(), hasher: begin(0), filled: 0, len: 0 }
    }

    fn update(&mut self, mut bytes: &[u8]) {
        self.len += bytes.len() as u64;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.filled));
            self.hasher.update(now);
            self.filled += now.len();
            if self.filled == BLOCK {
                self.end_block();
            }
            bytes = later;
        }
    }

    fn end_block(&mut self) {
        let next = begin(self.sums.len() / SUM + 1);
        let sum = std::mem::replace(&mut self.hasher, next).finalize();
        self.sums.extend_from_slice(&sum.to_le_bytes());
        self.filled = 0;
    }

    /// The bytes that follow the data.
    fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.end_block();
        }
        self.sums.extend_from_slice(&trailer(self.len));
        self.sums
    }
}

/// Appends the checksums to data that is written in one go.
pub(super) fn seal(data: &[u8]) -> Vec<u8> {
    let mut sums = BlockSums::new();
    sums.update(data);
    [data, &sums.finish()].concat()
}

/// Called for every so many bytes that are read or written, to let go of pages that are no longer needed.
pub(super) const WINDOW: usize = 4 << 20;

/// What is done on the way of a writer.
type WriterCheck = Box<dyn Fn() -> io::Result<()> + Send + Sync>;

/// A writer that appends the checksums when it is terminated.
pub(super) struct SealingWriter<W> {
    inner: W,
    sums: Option<BlockSums>,
    /// What is done after each [`WINDOW`] of bytes. Where it fails, nothing more is written.
    after_window: WriterCheck,
    /// What is done before the checksums are written. Where it fails, they are not.
    before_end: WriterCheck,
    /// Bytes of the window that is being written.
    filled: usize,
}

impl<W> SealingWriter<W> {
    pub(super) fn new(inner: W) -> SealingWriter<W> {
        SealingWriter::with_checks(inner, || Ok(()), || Ok(()))
    }

    /// A writer that calls a function from time to time, and another one before it ends the file.
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
        // What is longer may lie in a mapped file.
        let bytes = bytes.get(..WINDOW - self.filled).unwrap_or(bytes);
        let count = self.inner.write(bytes)?;
        if let Some(sums) = &mut self.sums {
            sums.update(bytes.get(..count).unwrap_or(bytes));
        }
        self.filled += count;
        if self.filled >= WINDOW {
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

/// A sealed file, memory-mapped.
pub(super) struct Sealed {
    /// Used in messages.
    name: String,
    data: OwnedBytes,
    sums: OwnedBytes,
    /// One bit for every block that has been checked.
    checked: Box<[AtomicU64]>,
    mapping: Mapping,
    /// The length of the data and the magic number, with which the file ends.
    trailer: OwnedBytes,
    /// The file, if its pages are let go after they were checked.
    pages: Option<MappedFile>,
    damage: Damage,
}

/// The first damage met in any file of a folder. It is kept here because a background reader may not report it.
#[derive(Clone, Debug, Default)]
pub(super) struct Damage(Arc<OnceLock<String>>);

impl Damage {
    /// The message of the first damage, if any was met.
    pub(super) fn met(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }

    fn note(&self, error: io::Error) -> io::Error {
        self.0.get_or_init(|| error.to_string());
        error
    }
}

impl Sealed {
    /// Fails if the file is not sealed, or not complete.
    pub(super) fn open(name: String, file: &OwnedBytes, damage: Damage) -> io::Result<Sealed> {
        let Some((len, sums_end)) = parts(file) else {
            return Err(damage.note(damaged(&name, "its end is missing")));
        };
        let (data, sums) = (file.slice(0..len), file.slice(len..sums_end));
        let words = len.div_ceil(BLOCK).div_ceil(64);
        Ok(Sealed {
            name,
            data,
            sums,
            checked: (0..words).map(|_| AtomicU64::new(0)).collect(),
            mapping: Mapping::of(file),
            trailer: file.slice(sums_end..file.len()),
            pages: None,
            damage,
        })
    }

    /// A mapped file whose pages are let go after they were checked.
    pub(super) fn open_frugal(
        name: String,
        file: MappedFile,
        damage: Damage,
    ) -> io::Result<Sealed> {
        let sealed = Sealed::open(name, file.bytes(), damage)?;
        Ok(Sealed { pages: Some(file), ..sealed })
    }

    /// Lets go of its pages, if it is such a file.
    pub(super) fn let_go(&self) {
        if let Some(pages) = &self.pages {
            pages.let_go();
        }
    }

    /// Whether it was cut, or could not be read, since it was opened.
    pub(super) fn is_lost(&self) -> bool {
        let wanted = trailer(self.data.len() as u64);
        if let Ok(end) = <&[u8; TRAILER]>::try_from(self.trailer.as_slice()) {
            self.mapping.check_end(end, wanted);
        }
        self.mapping.is_lost()
    }

    /// The error for a file that is lost.
    pub(super) fn lost_error(&self) -> io::Error {
        damaged(&self.name, "it was cut or overwritten, or could not be read, while it was open")
    }

    /// Returns a range of the data after checking it.
    pub(super) fn read(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.start > range.end || range.end > self.data.len() {
            return Err(damaged(&self.name, "it is too short"));
        }
        let mut checked = 0;
        for block in range.start / BLOCK..range.end.div_ceil(BLOCK) {
            let is_new = self.check(block).map_err(|error| self.damage.note(error))?;
            checked += usize::from(is_new);
            if checked == WINDOW / BLOCK {
                checked = 0;
                self.let_go();
            }
        }
        Ok(self.data.slice(range))
    }

    /// Returns all of the data after checking it.
    pub(super) fn read_all(&self) -> io::Result<OwnedBytes> {
        self.read(0..self.data.len())
    }

    /// Checks a block and returns whether that had not been done before.
    fn check(&self, block: usize) -> io::Result<bool> {
        let (word, bit) = (self.checked.get(block / 64), 1 << (block % 64));
        // Two threads may check the same block, which costs only time.
        if word.is_some_and(|word| word.load(Ordering::Relaxed) & bit != 0) {
            return Ok(false);
        }
        let start = block * BLOCK;
        let end = (start + BLOCK).min(self.data.len());
        let mut hasher = begin(block);
        hasher.update(self.data.get(start..end).unwrap_or(&[]));
        let sum = self.sums.get(block * SUM..(block + 1) * SUM);
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

/// The length of the data, and the offset at which their checksums end.
fn parts(file: &[u8]) -> Option<(usize, usize)> {
    let sums_end = file.len().checked_sub(TRAILER)?;
    let len = usize::try_from(u64_at(file, sums_end)?).ok()?;
    let sums = len.div_ceil(BLOCK).checked_mul(SUM)?;
    let whole = u64_at(file, sums_end + 8)? == MAGIC && len.checked_add(sums)? == sums_end;
    whole.then_some((len, sums_end))
}

/// The error for a file whose content is not what was written.
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
        for len in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 70 * BLOCK + 5] {
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

    /// The CRC-32 of "123456789" is known from its definition; the number of the first block is 0.
    #[test]
    fn the_sum_is_a_crc_32() {
        let file = seal(b"123456789");
        assert_eq!(&file[9..13], &0xcbf4_3926_u32.to_le_bytes());
    }

    #[test]
    fn every_flipped_bit_is_noticed_by_who_reads_it() {
        let data = data(3 * BLOCK + 100);
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
                let range = block * BLOCK..((block + 1) * BLOCK).min(data.len());
                let touched = at / BLOCK == block && at < data.len() || at >= data.len();
                match sealed.read(range.clone()) {
                    Ok(bytes) => assert_eq!(bytes.as_slice(), &data[range]),
                    Err(error) => assert!(touched && error.to_string().contains("a.kpos")),
                }
            }
        }
    }

    #[test]
    fn cut_swapped_and_foreign_files_are_refused() {
        let file = seal(&data(3 * BLOCK));
        for len in (0..file.len()).step_by(501) {
            assert!(open(file[..len].to_vec()).is_err(), "{len}");
        }
        let mut swapped = file.clone();
        let (first, second) = swapped.split_at_mut(BLOCK);
        first.swap_with_slice(&mut second[..BLOCK]);
        let sums = 3 * BLOCK;
        swapped[sums..sums + 8].rotate_left(4);
        assert!(open(swapped).unwrap().read(0..1).is_err());
        assert!(open(vec![0; 4 * BLOCK]).is_err());
        assert!(open(Vec::new()).is_err());
    }
}
