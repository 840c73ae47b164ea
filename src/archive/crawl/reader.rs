//! Reader that lets many threads read one archive without copying it.

use super::holes::skip_hole;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum number of bytes that one system call reads, enough for a few dozen small members. After a jump,
/// [`MIN_WINDOW_BYTES`] are read; the number doubles while reading stays sequential, so a directory in random order
/// costs only a little for each member.
const MAX_WINDOW_BYTES: usize = 128 << 10;
const MIN_WINDOW_BYTES: usize = 8 << 10;

#[derive(Clone, Debug)]
enum ReaderSource {
    File(Arc<File>),
    Volumes(Arc<[VolumeRange]>),
    Memory(Arc<Vec<u8>>),
}

/// Volume of a split archive, and where its bytes lie in the archive.
#[derive(Debug)]
struct VolumeRange {
    path: Arc<Path>,
    start: u64,
    end: u64,
}

/// Index of the volume that holds the byte at `pos`, and the volume.
fn volume_at(volumes: &[VolumeRange], pos: u64) -> Option<(usize, &VolumeRange)> {
    let index = volumes.partition_point(|volume| volume.end <= pos);
    volumes.get(index).map(|volume| (index, volume))
}

/// Reads a file, or all volumes of a split archive, with positioned reads, or reads from memory. A clone has its own
/// cursor and window.
///
/// The file is not memory-mapped: if another program truncates it while it is read, positioned reads give an error,
/// where a mapping would raise SIGBUS.
#[derive(Debug)]
pub(super) struct ArchiveReader {
    source: ReaderSource,
    len: u64,
    pos: u64,
    window: Vec<u8>,
    window_start: u64,
    /// Volume that was read last, with its index. An archive may have more volumes than a process may have open files,
    /// so each reader has only one open.
    open_volume: Option<(usize, File)>,
    /// Number of bytes that this reader and its clones have read from disk.
    bytes_read: Arc<AtomicU64>,
}

impl Clone for ArchiveReader {
    fn clone(&self) -> Self {
        ArchiveReader {
            pos: self.pos,
            bytes_read: self.bytes_read.clone(),
            ..ArchiveReader::new(self.source.clone(), self.len)
        }
    }
}

impl ArchiveReader {
    pub(super) fn file(file: File) -> io::Result<ArchiveReader> {
        let len = file.metadata()?.len();
        Ok(ArchiveReader::new(ReaderSource::File(file.into()), len))
    }

    /// Reads a split archive, given the path and the size in bytes of each volume.
    pub(super) fn volumes(
        files: impl Iterator<Item = (Arc<Path>, u64)>,
    ) -> io::Result<ArchiveReader> {
        let mut volumes = Vec::new();
        let mut len = 0u64;
        for (path, bytes) in files {
            let start = len;
            len = start.checked_add(bytes).ok_or(io::ErrorKind::FileTooLarge)?;
            volumes.push(VolumeRange { path, start, end: len });
        }
        Ok(ArchiveReader::new(ReaderSource::Volumes(volumes.into()), len))
    }

    pub(super) fn memory(bytes: Vec<u8>) -> ArchiveReader {
        let len = bytes.len() as u64;
        ArchiveReader::new(ReaderSource::Memory(bytes.into()), len)
    }

    fn new(source: ReaderSource, len: u64) -> ArchiveReader {
        let (window, window_start, open_volume) = (Vec::new(), 0, None);
        let bytes_read = Arc::default();
        ArchiveReader { source, len, pos: 0, window, window_start, open_volume, bytes_read }
    }

    /// Size of the archive in bytes.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Clone whose bytes are not counted with those of this reader.
    pub(super) fn uncounted(&self) -> ArchiveReader {
        ArchiveReader { bytes_read: Arc::default(), ..self.clone() }
    }

    /// Counter of the bytes that this reader and its clones have read from disk.
    pub(super) fn bytes_read(&self) -> &Arc<AtomicU64> {
        &self.bytes_read
    }

    /// Returns the offset at which to continue reading after `piece`, bytes that end at the offset `from` of the
    /// archive: the end of the hole if `from` lies in a hole of a sparse file, otherwise `from`.
    pub(super) fn skip_hole(&self, piece: &[u8], from: u64) -> io::Result<u64> {
        match &self.source {
            ReaderSource::File(file) => skip_hole(file, piece, from),
            ReaderSource::Volumes(volumes) => match volume_at(volumes, from) {
                Some((_, volume)) if piece.iter().all(|&byte| byte == 0) => {
                    let data = skip_hole(&File::open(&volume.path)?, piece, from - volume.start)?;
                    Ok(volume.start.saturating_add(data).min(volume.end))
                }
                _ => Ok(from),
            },
            ReaderSource::Memory(_) => Ok(from),
        }
    }

    /// Reads the bytes at the cursor into the window.
    fn fill_window(&mut self) -> io::Result<()> {
        let end = self.window_start + self.window.len() as u64;
        let is_sequential = (end..end + MAX_WINDOW_BYTES as u64).contains(&self.pos);
        let window_bytes = if is_sequential {
            (2 * self.window.len()).clamp(MIN_WINDOW_BYTES, MAX_WINDOW_BYTES)
        } else {
            MIN_WINDOW_BYTES
        };
        self.window.resize(window_bytes, 0);
        let read = match &self.source {
            ReaderSource::File(file) => read_at(file, &mut self.window, self.pos),
            ReaderSource::Volumes(volumes) => {
                read_volume(volumes, &mut self.open_volume, &mut self.window, self.pos)
            }
            ReaderSource::Memory(_) => Ok(0),
        };
        self.window.truncate(*read.as_ref().unwrap_or(&0));
        self.window_start = self.pos;
        self.bytes_read.fetch_add(self.window.len() as u64, Ordering::Relaxed);
        read.map(|_| ())
    }
}

/// Reads the bytes at `pos` from the volume that holds them, up to its end. `open_volume` is the volume that was read
/// last.
fn read_volume(
    volumes: &[VolumeRange],
    open_volume: &mut Option<(usize, File)>,
    buffer: &mut [u8],
    pos: u64,
) -> io::Result<usize> {
    let Some((index, volume)) = volume_at(volumes, pos) else { return Ok(0) };
    let file = match open_volume.take() {
        Some((known, file)) if known == index => file,
        _ => File::open(&volume.path)?,
    };
    let left = usize::try_from(volume.end - pos).unwrap_or(usize::MAX).min(buffer.len());
    let read = read_at(&file, buffer.get_mut(..left).unwrap_or_default(), pos - volume.start);
    *open_volume = Some((index, file));
    read
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

impl Read for ArchiveReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The directory of a hostile archive may point beyond the end of the file.
        if self.pos >= self.len {
            return Ok(0);
        }
        let source = self.source.clone();
        let available: &[u8] = match &source {
            ReaderSource::Memory(bytes) => {
                bytes.get(self.pos.min(self.len) as usize..).unwrap_or(&[])
            }
            ReaderSource::File(_) | ReaderSource::Volumes(_) => {
                let inside = self.window_start..self.window_start + self.window.len() as u64;
                if !inside.contains(&self.pos) {
                    self.fill_window()?;
                }
                self.window.get((self.pos - self.window_start) as usize..).unwrap_or(&[])
            }
        };
        let count = available.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), available.get(..count)) {
            to.copy_from_slice(from);
        }
        self.pos += count as u64;
        Ok(count)
    }
}

impl Seek for ArchiveReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let pos = match to {
            SeekFrom::Start(pos) => Some(pos),
            SeekFrom::Current(by) => self.pos.checked_add_signed(by),
            SeekFrom::End(by) => self.len.checked_add_signed(by),
        };
        self.pos = pos.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.pos)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn volumes_are_read_as_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = Vec::from_iter((0..70_000u32).flat_map(u32::to_le_bytes));
        let (mut files, mut rest) = (Vec::new(), &bytes[..]);
        for (number, size) in [0, 1, 9_000, 0, 150_000, 7, 1 << 20].into_iter().enumerate() {
            let (volume, after) = rest.split_at(rest.len().min(size));
            let path: Arc<Path> = folder.path().join(number.to_string()).into();
            std::fs::write(&path, volume).unwrap();
            files.push((path, volume.len() as u64));
            rest = after;
        }
        let mut reader = ArchiveReader::volumes(files.into_iter()).unwrap();
        assert_eq!(reader.len(), bytes.len() as u64);
        let mut read = Vec::new();
        reader.read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);
        for from in [0, 1, 9_000, 9_001, 159_000, 159_008, bytes.len(), 5] {
            let mut read = Vec::new();
            reader.seek(SeekFrom::Start(from as u64)).unwrap();
            (&mut reader).take(20).read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes[from..].iter().copied().take(20).collect::<Vec<_>>(), "{from}");
        }
    }

    #[test]
    fn behind_the_end_is_nothing() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abc").unwrap();
        for mut reader in
            [ArchiveReader::file(file).unwrap(), ArchiveReader::memory(b"abc".to_vec())]
        {
            for place in [3, 4, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
                reader.seek(SeekFrom::Start(place)).unwrap();
                assert_eq!(reader.read(&mut [0; 8]).unwrap(), 0, "{place}");
            }
            reader.seek(SeekFrom::Start(1)).unwrap();
            assert_eq!(reader.read(&mut [0; 8]).unwrap(), 2);
        }
    }

    #[test]
    fn windows_are_invisible() {
        let data: Vec<u8> = (0..MAX_WINDOW_BYTES * 3 + 17).map(|i| (i * i % 251) as u8).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&data).unwrap();
        for mut reader in [ArchiveReader::file(file).unwrap(), ArchiveReader::memory(data.clone())]
        {
            let mut all = Vec::new();
            reader.read_to_end(&mut all).unwrap();
            assert_eq!(all, data);
            for start in [MAX_WINDOW_BYTES * 2 + 5, 3, MAX_WINDOW_BYTES - 1] {
                reader.seek(SeekFrom::Start(start as u64)).unwrap();
                let mut part = vec![0; 1000];
                reader.read_exact(&mut part).unwrap();
                assert_eq!(part, data[start..start + 1000]);
            }
            assert_eq!(reader.seek(SeekFrom::End(5)).unwrap(), data.len() as u64 + 5);
            assert_eq!(reader.read(&mut [0; 4]).unwrap(), 0);
            assert!(reader.seek(SeekFrom::End(-(data.len() as i64) - 1)).is_err());
        }
    }
}
