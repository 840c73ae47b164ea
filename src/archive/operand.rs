//! Opens files that the user names, to be read once from beginning to end: regular files and pipes.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Time without a byte from a pipe after which the user is told that the program waits for it.
const WAIT_NOTICE_DELAY: Duration = Duration::from_secs(1);
/// Maximum number of bytes that the first read from a pipe takes.
const FIRST_READ_BYTES: usize = 1 << 16;

/// Reader of a file or pipe that the user named.
pub type Operand = Box<dyn Read + Send>;

/// Opens a file or a pipe. Opening a pipe blocks until something is written to it: after a second `on_wait` is called
/// once, and the wait goes on. A device is refused, since it may have no end.
pub fn open(path: &Path, on_wait: &mut dyn FnMut()) -> io::Result<Operand> {
    if !is_pipe(path)? {
        return Ok(Box::new(File::open(path)?));
    }
    // Opening a pipe blocks until a writer opens it. Another thread blocks, so that this one can call `on_wait`
    // meanwhile.
    let (sender, opened) = channel();
    let path = path.to_owned();
    let open_in_thread = move || {
        let _ = sender.send(open_pipe(&path));
    };
    std::thread::Builder::new().name("pipe".to_owned()).spawn(open_in_thread)?;
    let begun = match opened.recv_timeout(WAIT_NOTICE_DELAY) {
        Err(RecvTimeoutError::Timeout) => {
            on_wait();
            opened.recv().ok()
        }
        begun => begun.ok(),
    };
    begun.unwrap_or_else(|| Err(io::Error::other("the pipe cannot be read")))
}

/// Opens a pipe and waits for its first bytes.
fn open_pipe(path: &Path) -> io::Result<Operand> {
    let mut file = File::open(path)?;
    let mut first = vec![0; FIRST_READ_BYTES];
    let length = file.read(&mut first)?;
    first.truncate(length);
    Ok(Box::new(Cursor::new(first).chain(file)))
}

/// Opens a file that has to be read more than once. A pipe is refused, since its bytes can be read only once.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if is_pipe(path)? {
        Err(io::Error::other(
            "this is a pipe, and it is read more than once: write it into a file first",
        ))
    } else {
        File::open(path)
    }
}

/// True for a pipe, false for a regular file or `/dev/null`. Folders, sockets and devices are errors.
fn is_pipe(path: &Path) -> io::Result<bool> {
    let data = std::fs::metadata(path)?;
    match () {
        () if data.is_file() => Ok(false),
        () if data.is_dir() => Err(io::Error::other("this is a folder")),
        () if is_empty_device(&data) => Ok(false),
        () => fifo(&data),
    }
}

#[cfg(unix)]
fn fifo(data: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::FileTypeExt;
    if data.file_type().is_fifo() {
        Ok(true)
    } else {
        Err(io::Error::other("this is a device, and not a file"))
    }
}

#[cfg(not(unix))]
fn fifo(_: &Metadata) -> io::Result<bool> {
    Err(io::Error::other("this is not a file"))
}

/// True for `/dev/null`, which users pass in place of an empty file.
#[cfg(unix)]
fn is_empty_device(data: &Metadata) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let null = std::fs::metadata("/dev/null");
    let is_null = |null: Metadata| null.rdev() == data.rdev();
    data.file_type().is_char_device() && null.is_ok_and(is_null)
}

#[cfg(not(unix))]
fn is_empty_device(_: &Metadata) -> bool {
    false
}

/// Reads all bytes; an error if there are more than `max_bytes`.
pub fn read_all(from: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes { Err(too_large(max_bytes)) } else { Ok(bytes) }
}

/// Lines of a reader, with a limit on the length of each line and on the length of all of them.
pub struct BoundedLines<'r> {
    reader: &'r mut dyn BufRead,
    max_line_bytes: u64,
    left: u64,
    max_bytes: u64,
}

impl<'r> BoundedLines<'r> {
    pub fn new(
        reader: &'r mut dyn BufRead,
        max_line_bytes: u64,
        max_bytes: u64,
    ) -> BoundedLines<'r> {
        BoundedLines { reader, max_line_bytes, left: max_bytes, max_bytes }
    }
}

impl Iterator for BoundedLines<'_> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        let mut line = Vec::new();
        let limit = self.max_line_bytes.min(self.left).saturating_add(1);
        let read = (&mut *self.reader).take(limit).read_until(b'\n', &mut line);
        let length = match read {
            Ok(0) => return None,
            Ok(length) => length as u64,
            Err(error) => return Some(Err(error)),
        };
        if length > self.left {
            return Some(Err(too_large(self.max_bytes)));
        }
        if length > self.max_line_bytes {
            let longest = byte_words(self.max_line_bytes);
            return Some(Err(io::Error::other(format!("a line is longer than {longest}"))));
        }
        self.left -= length;
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Some(Ok(line))
    }
}

fn too_large(max_bytes: u64) -> io::Error {
    io::Error::other(format!("this is larger than {}", byte_words(max_bytes)))
}

/// Formats a number of bytes, as MiB from one MiB on.
fn byte_words(number: u64) -> String {
    match number >> 20 {
        0 => format!("{number} bytes"),
        mib => format!("{mib} MiB"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_bounds() {
        let read = |text: &str, longest, most| -> Result<Vec<_>, String> {
            let mut text = text.as_bytes();
            let lines = BoundedLines::new(&mut text, longest, most);
            let text = |line: io::Result<Vec<u8>>| line.map(|of| String::from_utf8(of).unwrap());
            lines.map(|line| text(line).map_err(|error| error.to_string())).collect()
        };
        assert_eq!(read("a\n\nbc", 3, 9).unwrap(), ["a", "", "bc"]);
        assert_eq!(read("abcd\n", 3, 9).unwrap_err(), "a line is longer than 3 bytes");
        assert_eq!(read("ab\ncd\nef", 3, 7).unwrap_err(), "this is larger than 7 bytes");
        assert_eq!(read_all(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(read_all(io::repeat(0), 1 << 20).unwrap_err().to_string().contains("1 MiB"));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused_and_pipes_are_read() {
        for device in ["/dev/zero", "/dev/urandom", "/"] {
            let path = Path::new(device);
            assert!(open(path, &mut || ()).is_err(), "{device}");
            assert!(open_regular(path).is_err(), "{device}");
        }
        let null = open(Path::new("/dev/null"), &mut || ()).unwrap();
        assert!(read_all(null, 9).unwrap().is_empty());
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        assert!(open_regular(&pipe).is_err());
        // The writer starts only when `open` reports that it waits.
        let (mut waited, to) = (0, pipe.clone());
        let mut writer = None;
        let file = open(&pipe, &mut || {
            waited += 1;
            let to = to.clone();
            writer = Some(std::thread::spawn(move || std::fs::write(to, b"text").unwrap()));
        });
        assert_eq!(read_all(file.unwrap(), 9).unwrap(), b"text");
        assert_eq!(waited, 1);
        writer.unwrap().join().unwrap();
    }
}
