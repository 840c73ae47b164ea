//! The file of what somebody has practised.
//!
//! It is written whole under another name and then put in the place of the old one, so nobody reads half of it. Who
//! changes it holds a lock, so that of two programs neither loses what the other has noted. A file with damaged lines
//! is kept beside the new one before anything is written.

use super::memory::{AnsweredPosition, Moment, PracticeMemory};
use crate::engine::guess::Grade;
use crate::record::date::Day;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The most bytes: three times what a full one has.
const LONGEST: u64 = 16 << 20;
/// How long a lock is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most damaged files that are kept.
const KEPT: u32 = 9;

/// The file, and what was read of it last.
pub struct PracticeFile {
    path: PathBuf,
    read: Mutex<Option<(FileStamp, Arc<PracticeRead>)>>,
}

/// When a file was written, and its length; `None` if there is none.
type FileStamp = Option<(SystemTime, u64)>;

/// What was read of a file.
#[derive(Debug, Default)]
pub struct PracticeRead {
    /// The positions.
    pub memory: PracticeMemory,
    /// What is wrong with the file, with the place.
    pub fault: Option<String>,
    /// Whether there are lines that would be lost if it was written anew.
    is_damaged: bool,
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerNoted {
    /// The day from which on the position is asked again.
    pub due: Day,
    /// Whether it counts; see [`PracticeMemory::answer`].
    pub counts: bool,
}

impl PracticeFile {
    /// The file with this path. It does not have to exist, nor its folder.
    pub fn new(path: PathBuf) -> PracticeFile {
        PracticeFile {
            path,
            read: Mutex::default(),
        }
    }

    /// What is in it. A file that cannot be read counts as empty and says why.
    pub fn read(&self) -> Arc<PracticeRead> {
        let mut known = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = stamp(&self.path);
        if let Some((then, read)) = known.as_ref()
            && *then == stamp
        {
            return read.clone();
        }
        let read = Arc::new(self.read_now());
        *known = Some((stamp, read.clone()));
        read
    }

    fn read_now(&self) -> PracticeRead {
        let name = self.name();
        let fault = |fault: String, is_damaged| PracticeRead {
            fault: Some(fault),
            is_damaged,
            ..PracticeRead::default()
        };
        let bytes = match bytes_of(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if is_absent(&error) => return PracticeRead::default(),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                let told = format!("{name} in your settings is larger than 16 MiB and is not used");
                return fault(told, true);
            }
            Err(error) => {
                let told = format!("{name} in your settings cannot be read: {error}");
                return fault(told, false);
            }
        };
        let (memory, damaged) = PracticeMemory::read(&bytes);
        let fault = damaged.first().map(|line| {
            let more = match damaged.len() - 1 {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            format!("line {line}{more} of {name} in your settings cannot be read and is left out")
        });
        PracticeRead {
            memory,
            is_damaged: fault.is_some(),
            fault,
        }
    }

    /// Notes an answer.
    pub fn answer(
        &self,
        to: AnsweredPosition,
        grade: Grade,
        now: Moment,
    ) -> io::Result<AnswerNoted> {
        // A link in its place, as some keep their settings, stays one.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let _lock = lock(&path.with_extension("lock"))?;
        let read = self.read_now();
        if let Some(fault) = read.fault.filter(|_| !read.is_damaged) {
            return Err(io::Error::other(fault));
        }
        let mut memory = read.memory;
        let (due, counts) = memory.answer(to, grade, now);
        if counts {
            if read.is_damaged {
                put_aside(&path)?;
            }
            write(&path, memory.lines().as_bytes())?;
            // Two files of one moment and one length look alike.
            *self.read.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        Ok(AnswerNoted { due, counts })
    }

    /// The name alone: no answer tells where it is.
    fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

fn stamp(path: &Path) -> FileStamp {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// Whether nothing is there. A file in the place of the folder is the usual way to have no settings.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LONGEST {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(bytes),
    }
}

/// Waits for the lock of a file, which ends with what is returned, or with the process.
fn lock(path: &Path) -> io::Result<File> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)?;
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another program holds its lock"));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// Copies a damaged file beside itself. The oldest copies stay: they have what the later ones have lost.
fn put_aside(path: &Path) -> io::Result<()> {
    let copies = (1..=KEPT).map(|number| path.with_extension(format!("damaged-{number}.jsonl")));
    let free = copies.into_iter().find(|copy| !copy.exists());
    let Some(copy) = free else {
        let message = "there are nine damaged ones beside it: delete those that you do not need";
        return Err(io::Error::other(message));
    };
    fs::copy(path, copy).map(drop)
}

/// Puts a file with these bytes in the place of another one.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&new, path)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn key(number: usize) -> String {
        format!("{number:016x}W")
    }

    fn answer(file: &PracticeFile, number: usize) -> io::Result<AnswerNoted> {
        let key = key(number);
        let to = AnsweredPosition {
            key: &key,
            number: 20,
            opening: None,
        };
        file.answer(to, Grade::Right, (Day::from_number(740_000), 7))
    }

    #[test]
    fn an_answer_is_there_for_whoever_reads_the_file_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings").join("practice.jsonl");
        let file = PracticeFile::new(path.clone());
        assert_eq!(file.read().memory.len(), 0);
        assert!(file.read().fault.is_none());
        let noted = answer(&file, 1).unwrap();
        assert_eq!((noted.due.number(), noted.counts), (740_001, true));
        assert!(!answer(&file, 1).unwrap().counts);
        assert_eq!(file.read().memory.len(), 1);
        let other = PracticeFile::new(path.clone());
        answer(&other, 2).unwrap();
        assert_eq!(
            (file.read().memory.len(), other.read().memory.len()),
            (2, 2)
        );
        assert!(!path.with_extension("new").exists());
    }

    #[test]
    fn of_many_who_write_at_once_nobody_loses_an_answer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.jsonl");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                // Each has a file of its own, as processes have.
                let file = PracticeFile::new(path.clone());
                scope.spawn(move || {
                    for number in 0..25 {
                        answer(&file, 100 * writer + number).unwrap();
                    }
                });
            }
        });
        let read = PracticeFile::new(path).read();
        assert_eq!((read.memory.len(), read.is_damaged), (100, false));
    }

    #[test]
    fn who_cannot_have_the_lock_is_told_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.jsonl");
        let held = lock(&path.with_extension("lock")).unwrap();
        let error = answer(&PracticeFile::new(path.clone()), 1).unwrap_err();
        assert!(error.to_string().contains("lock"), "{error}");
        assert!(!path.exists());
        drop(held);
        answer(&PracticeFile::new(path), 1).unwrap();
    }

    #[test]
    fn a_damaged_file_is_told_with_its_place_and_kept_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.jsonl");
        let file = PracticeFile::new(path.clone());
        answer(&file, 1).unwrap();
        answer(&file, 2).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let cut = &whole[..whole.len() - 30];
        fs::write(&path, cut).unwrap();
        let read = file.read();
        let fault = read.fault.clone().unwrap();
        assert!(fault.starts_with("line 3 of practice.jsonl"), "{fault}");
        assert_eq!(read.memory.len(), 1);
        // Reading changes nothing.
        assert_eq!(fs::read_to_string(&path).unwrap(), cut);
        answer(&file, 3).unwrap();
        let aside = path.with_extension("damaged-1.jsonl");
        assert_eq!(fs::read_to_string(aside).unwrap(), cut);
        let read = file.read();
        assert_eq!((read.memory.len(), &read.fault), (2, &None));
    }

    #[test]
    fn what_is_no_file_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.jsonl");
        fs::create_dir(&path).unwrap();
        let file = PracticeFile::new(path.clone());
        assert!(file.read().fault.is_some());
        assert!(answer(&file, 1).is_err());
        assert!(path.is_dir());
        // No settings at all: there is nothing to tell, until something is to be kept.
        let none = folder.path().join("none");
        fs::write(&none, "").unwrap();
        let file = PracticeFile::new(none.join("practice.jsonl"));
        assert!(file.read().fault.is_none());
        assert!(answer(&file, 1).is_err());
    }
}
