//! Tests of builds under power cuts and full disks: every write of a build is recorded where tantivy and this crate
//! call the file system, and replayed up to each step.

use super::{Options, ReadProgress, Session, build, forget, rebuild, with_build_lock};
use crate::index::Index;
use crate::index::directory::IndexDirectory;
use crate::index::folder::TANTIVY_META;
use crate::index::leftovers::orphans;
use crate::index::tantivy_index::open_directory;
use crate::index::verify::verify;
use kifu_archive::error::{ErrorKind, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};
use tantivy_common::{AntiCallToken, TerminatingWrite};

/// One recorded change to a folder.
#[derive(Clone, Debug)]
enum FolderChange {
    Create(PathBuf),
    Write(PathBuf, Vec<u8>),
    SyncFile(PathBuf),
    /// A file that was written and synced under a temporary name is renamed to this path.
    Replace(PathBuf, Vec<u8>),
    Delete(PathBuf),
    SyncFolder,
}

/// Callback before every recorded change to the folder.
type StepHook = Arc<dyn Fn(&FolderChange) + Send + Sync>;

/// Directory that records every change to it and can fail at chosen steps that need space.
#[derive(Clone)]
struct Journal {
    inner: MmapDirectory,
    steps: Arc<Mutex<Vec<FolderChange>>>,
    fails: Arc<FailingSteps>,
    on_step: StepHook,
}

struct FailingSteps {
    at: Range<usize>,
    with: io::ErrorKind,
    /// Number of recorded changes so far, including failed ones.
    tried: AtomicUsize,
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Journal").field(&self.inner).finish()
    }
}

impl Journal {
    /// Opens a folder whose disk is full from step `full_from` on.
    fn open(folder: &Path, full_from: usize) -> Journal {
        Journal::failing(folder, full_from..usize::MAX, io::ErrorKind::StorageFull)
    }

    fn failing(folder: &Path, at: Range<usize>, with: io::ErrorKind) -> Journal {
        Journal {
            inner: MmapDirectory::open(folder).unwrap(),
            steps: Arc::default(),
            fails: Arc::new(FailingSteps { at, with, tried: AtomicUsize::new(0) }),
            on_step: Arc::new(|_| {}),
        }
    }

    /// Number of bytes written so far.
    fn written(&self) -> usize {
        let bytes = |step: &FolderChange| match step {
            FolderChange::Write(_, bytes) | FolderChange::Replace(_, bytes) => bytes.len(),
            _ => 0,
        };
        self.steps.lock().unwrap().iter().map(bytes).sum()
    }

    fn record_step(&self, step: FolderChange) -> io::Result<()> {
        (self.on_step)(&step);
        let mut steps = self.steps.lock().unwrap();
        let needs_space = matches!(
            step,
            FolderChange::Create(_) | FolderChange::Write(..) | FolderChange::Replace(..)
        );
        let step_number = self.fails.tried.fetch_add(1, Ordering::Relaxed);
        if needs_space && self.fails.at.contains(&step_number) {
            return Err(self.fails.with.into());
        }
        steps.push(step);
        Ok(())
    }
}

struct JournalFile {
    path: PathBuf,
    journal: Journal,
    inner: WritePtr,
}

impl Write for JournalFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.journal.record_step(FolderChange::Write(self.path.clone(), bytes.to_vec()))?;
        self.inner.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl TerminatingWrite for JournalFile {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.inner.terminate_ref(token)?;
        self.journal.record_step(FolderChange::SyncFile(self.path.clone()))
    }
}

impl Directory for Journal {
    fn get_file_handle(
        &self,
        path: &Path,
    ) -> std::result::Result<Arc<dyn FileHandle>, OpenReadError> {
        self.inner.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> std::result::Result<(), DeleteError> {
        let _ = self.record_step(FolderChange::Delete(path.into()));
        self.inner.delete(path)
    }

    fn exists(&self, path: &Path) -> std::result::Result<bool, OpenReadError> {
        self.inner.exists(path)
    }

    fn open_write(&self, path: &Path) -> std::result::Result<WritePtr, OpenWriteError> {
        let fail = |error| OpenWriteError::wrap_io_error(error, path.into());
        self.record_step(FolderChange::Create(path.into())).map_err(fail)?;
        Ok(BufWriter::new(Box::new(JournalFile {
            path: path.into(),
            journal: self.clone(),
            inner: self.inner.open_write(path)?,
        })))
    }

    fn atomic_read(&self, path: &Path) -> std::result::Result<Vec<u8>, OpenReadError> {
        self.inner.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.record_step(FolderChange::Replace(path.into(), data.to_vec()))?;
        self.inner.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        let _ = self.record_step(FolderChange::SyncFolder);
        self.inner.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> std::result::Result<DirectoryLock, LockError> {
        self.inner.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.inner.watch(callback)
    }
}

/// Simulated disk: for each file its bytes, and how many of them were synced.
#[derive(Clone, Default)]
struct SimulatedDisk {
    names: BTreeMap<PathBuf, usize>,
    files: Vec<(Vec<u8>, usize)>,
    /// Names as of the last sync of the folder, which survive a power cut.
    lasting: BTreeMap<PathBuf, usize>,
    deleted: BTreeSet<PathBuf>,
}

/// What a simulated power cut loses of the data that was not synced.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Loss {
    /// Loses all bytes and names that were not synced.
    All,
    /// Loses the second half of the unsynced bytes; the names survive.
    Torn,
    /// Loses new names and their bytes; deletions take effect even if they were not synced.
    NewNames,
}

impl SimulatedDisk {
    fn from_folder(folder: &Path) -> SimulatedDisk {
        let mut disk = SimulatedDisk::default();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            disk.add(path.file_name().unwrap().into(), bytes.clone(), bytes.len());
        }
        disk.lasting = disk.names.clone();
        disk
    }

    fn add(&mut self, name: PathBuf, bytes: Vec<u8>, synced: usize) {
        self.names.insert(name, self.files.len());
        self.files.push((bytes, synced));
    }

    fn apply(&mut self, step: &FolderChange) {
        match step {
            FolderChange::Create(name) => self.add(name.clone(), Vec::new(), 0),
            FolderChange::Write(name, bytes) => self.files[self.names[name]].0.extend(bytes),
            FolderChange::SyncFile(name) => {
                let file = &mut self.files[self.names[name]];
                file.1 = file.0.len();
            }
            FolderChange::Replace(name, bytes) => {
                self.add(name.clone(), bytes.clone(), bytes.len())
            }
            FolderChange::Delete(name) => {
                self.names.remove(name);
                self.deleted.insert(name.clone());
            }
            FolderChange::SyncFolder => {
                self.lasting = self.names.clone();
                self.deleted.clear();
            }
        }
    }

    /// Writes the folder as it would be found after a power cut.
    fn write(&self, loss: Loss, folder: &Path) {
        let names = match loss {
            Loss::Torn => &self.names,
            Loss::All | Loss::NewNames => &self.lasting,
        };
        for (name, &file) in names {
            if loss == Loss::NewNames && self.deleted.contains(name) {
                continue;
            }
            let (bytes, synced) = &self.files[file];
            let surviving = match loss {
                Loss::Torn => (synced + bytes.len()) / 2,
                _ => *synced,
            };
            let mut bytes = bytes.clone();
            bytes[surviving..].fill(0);
            if loss != Loss::Torn {
                bytes.truncate(surviving);
            }
            std::fs::write(folder.join(name), bytes).unwrap();
        }
    }
}

/// Reads an index: the number of its games, and its files with their sizes.
fn read_state(folder: &Path) -> Result<(u64, Vec<(String, u64)>)> {
    let index = Index::open(folder)?;
    let files = index.manifest()?.files;
    let games: u64 = files.values().map(|file| file.tally.game_count()).sum();
    assert_eq!(index.searcher().num_docs(), games, "games and list differ");
    Ok((games, files.into_iter().map(|(path, file)| (path, file.size)).collect()))
}

fn games(count: usize) -> String {
    (0..count).map(|i| format!("(;SZ[19]PB[{i}];B[pd];W[dp]C[text])")).collect()
}

struct TestFolder {
    folder: tempfile::TempDir,
}

impl TestFolder {
    /// Runs several builds and changes some files, so that the next build merges, deletes and adds.
    fn new() -> TestFolder {
        let place = TestFolder { folder: kifu_test_support::temporary_folder() };
        std::fs::create_dir(place.games()).unwrap();
        for i in 0..7 {
            place.write(&format!("{i}.sgf"), 1);
            build(&place.index(), &[place.games()], &options(), &ReadProgress::default()).unwrap();
        }
        place.write("3.sgf", 2);
        std::fs::remove_file(place.games().join("5.sgf")).unwrap();
        place.write("new.sgf", 3);
        place
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn write(&self, name: &str, count: usize) {
        let path = self.games().join(name);
        std::fs::write(&path, games(count)).unwrap();
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(100_000);
        let file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_modified(old).unwrap();
    }

    fn copy(&self, name: &str) -> PathBuf {
        let copy = self.folder.path().join(name);
        std::fs::create_dir(&copy).unwrap();
        SimulatedDisk::from_folder(&self.index()).write(Loss::All, &copy);
        copy
    }

    /// Refreshes an index through a journal that records or fails the writes.
    fn refresh(&self, folder: &Path, journal: &Journal) -> Result<()> {
        with_build_lock(folder, IndexDirectory::with_inner(journal.clone()), |directory| {
            Session::open_marked(folder, directory, &options())?.build(
                Vec::new(),
                &options(),
                &ReadProgress::default(),
            )?;
            Ok(())
        })
    }

    /// Checks that the index is undamaged and in one of the `wanted` states, those before and after the build. If
    /// `complete` is true, also checks that the next build brings it to the state after.
    fn check(
        &self,
        folder: &Path,
        wanted: [&(u64, Vec<(String, u64)>); 2],
        complete: bool,
        what: &str,
    ) {
        let found = read_state(folder).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(wanted.contains(&&found), "{what}: {found:?}");
        assert_eq!(verify(folder).unwrap().damaged, [], "{what}");
        if complete {
            build(folder, &[], &options(), &ReadProgress::default()).unwrap();
            assert_eq!(&read_state(folder).unwrap(), wanted[1], "{what}");
            assert_eq!(verify(folder).unwrap().damaged, [], "{what}");
            assert_eq!(orphans(folder), [""; 0], "{what}");
        }
    }
}

fn options() -> Options {
    Options { threads: 1, memory: 16 << 20, ..Options::default() }
}

#[test]
fn a_power_cut_leaves_the_old_index_or_the_new_one() {
    let place = TestFolder::new();
    let before = SimulatedDisk::from_folder(&place.index());
    let old = read_state(&place.index()).unwrap();
    let journal = Journal::open(&place.index(), usize::MAX);
    place.refresh(&place.index(), &journal).unwrap();
    let new = read_state(&place.index()).unwrap();
    assert_ne!(old, new);
    let steps = journal.steps.lock().unwrap().clone();
    let is_deleted = |step: &FolderChange| matches!(step, FolderChange::Delete(path) if path.ends_with(TANTIVY_META));
    assert!(!steps.iter().any(is_deleted));
    assert!(
        steps.iter().any(|step| matches!(step, FolderChange::Delete(_))),
        "nothing was deleted"
    );
    let mut seen = BTreeSet::new();
    for cut in 0..=steps.len() {
        let mut disk = before.clone();
        steps[..cut].iter().for_each(|step| disk.apply(step));
        for loss in [Loss::All, Loss::Torn, Loss::NewNames] {
            let folder = place.folder.path().join(format!("{cut}-{loss:?}"));
            std::fs::create_dir(&folder).unwrap();
            disk.write(loss, &folder);
            let what = format!("{loss:?} after {cut} of {} steps", steps.len());
            seen.insert(read_state(&folder).unwrap_or_else(|error| panic!("{what}: {error}")).0);
            place.check(&folder, [&old, &new], cut % 5 == 0, &what);
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
    assert_eq!(seen, [old.0, new.0].into());
}

#[test]
fn list_of_files_is_durable_before_a_commit_names_it() {
    let place = TestFolder::new();
    let journal = Journal::open(&place.index(), usize::MAX);
    place.refresh(&place.index(), &journal).unwrap();
    let steps = journal.steps.lock().unwrap().clone();
    let list = |step: &FolderChange| match step {
        FolderChange::SyncFile(path) => {
            path.to_str().unwrap().starts_with("files-").then(|| path.clone())
        }
        _ => None,
    };
    let written = steps.iter().position(|step| list(step).is_some()).unwrap();
    let name = list(&steps[written]).unwrap();
    let named = steps.iter().position(|step| match step {
        FolderChange::Replace(_, bytes) => {
            String::from_utf8_lossy(bytes).contains(name.to_str().unwrap())
        }
        _ => false,
    });
    let named = named.unwrap();
    assert!(steps[written..named].iter().any(|step| matches!(step, FolderChange::SyncFolder)));
    assert!(matches!(steps[named + 1], FolderChange::SyncFolder));
    // All files that the commit names must have been synced before.
    let unsynced = |step: &FolderChange| match step {
        FolderChange::Create(path) => !steps[..named]
            .iter()
            .any(|other| matches!(other, FolderChange::SyncFile(synced) if synced == path)),
        _ => false,
    };
    assert!(!steps[..named].iter().any(unsynced));
}

#[test]
fn a_disk_that_is_full_at_any_step_leaves_the_old_index_or_the_new_one() {
    let place = TestFolder::new();
    let old = read_state(&place.index()).unwrap();
    let whole = place.copy("whole");
    let journal = Journal::open(&whole, usize::MAX);
    place.refresh(&whole, &journal).unwrap();
    let new = read_state(&whole).unwrap();
    let steps = journal.steps.lock().unwrap().len();
    let mut failures = 0;
    for full_from in (0..steps).step_by(2) {
        let folder = place.copy(&full_from.to_string());
        let what = format!("full from step {full_from} of {steps}");
        if let Err(error) = place.refresh(&folder, &Journal::open(&folder, full_from)) {
            failures += 1;
            assert_eq!(error.kind(), ErrorKind::Io, "{what}: {error}");
            assert!(error.help_text().unwrap().to_string().contains("disk"), "{what}: {error}");
            assert_eq!(orphans(&folder), [""; 0], "{what}");
        }
        place.check(&folder, [&old, &new], full_from % 4 == 0, &what);
        std::fs::remove_dir_all(folder).unwrap();
    }
    assert!(failures > 5, "{failures}");
}

#[test]
fn a_first_build_that_fails_leaves_nothing() {
    let place = TestFolder::new();
    let journal = Journal::open(&place.index(), usize::MAX);
    let whole = || -> Result<()> { place.refresh(&place.index(), &journal) };
    whole().unwrap();
    let steps = journal.steps.lock().unwrap().len();
    for full_from in 0..steps {
        let folder = place.folder.path().join(format!("new-{full_from}"));
        std::fs::create_dir(&folder).unwrap();
        let journal = Journal::open(&folder, full_from);
        let built = with_build_lock(&folder, IndexDirectory::with_inner(journal), |directory| {
            Session::open(&folder, directory, &options())?.build(
                vec![place.games()],
                &options(),
                &ReadProgress::default(),
            )
        });
        match built {
            Ok(_) => assert_eq!(verify(&folder).unwrap().damaged, []),
            Err(_) if read_state(&folder).is_ok() => {}
            Err(_) => {
                let names =
                    std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
                assert_eq!(names.collect::<Vec<_>>(), ["build.lock"], "{full_from}");
            }
        }
        build(&folder, &[place.games()], &options(), &ReadProgress::default()).unwrap();
    }
}

/// Disk faults in a first build must not keep the next build from succeeding. Each writing thread meets a fault, one of
/// them perhaps after the build has given up.
#[test]
fn a_first_build_whose_threads_fail_is_begun_again() {
    let place = TestFolder::new();
    let of_two = Options { threads: 2, ..options() };
    let into = |folder: &Path, fails: Range<usize>| {
        std::fs::create_dir(folder).unwrap();
        let journal = Journal::failing(folder, fails, io::ErrorKind::Other);
        let built =
            with_build_lock(folder, IndexDirectory::with_inner(journal.clone()), |directory| {
                Session::open(folder, directory, &of_two)?.build(
                    vec![place.games()],
                    &of_two,
                    &ReadProgress::default(),
                )
            });
        (built, journal.steps.lock().unwrap().len())
    };
    let (whole, steps) = into(&place.folder.path().join("whole"), 0..0);
    let games = whole.unwrap().totals.game_count();
    let mut failures = 0;
    for from in 0..steps {
        let folder = place.folder.path().join(format!("failing-{from}"));
        if let (Err(error), _) = into(&folder, from..from + 2) {
            failures += 1;
            assert_eq!(error.kind(), ErrorKind::Io, "{from}: {error}");
        }
        let again = build(&folder, &[place.games()], &of_two, &ReadProgress::default())
            .unwrap_or_else(|error| panic!("{from} of {steps}: {error}"));
        assert_eq!(again.totals.game_count(), games, "{from}");
        assert_eq!(verify(&folder).unwrap().damaged, [], "{from}");
        std::fs::remove_dir_all(folder).unwrap();
    }
    assert!(failures > steps / 4, "{failures} of {steps}");
}

#[test]
fn forgetting_needs_almost_no_space() {
    let place = TestFolder::new();
    place.refresh(&place.index(), &Journal::open(&place.index(), usize::MAX)).unwrap();
    let journal = Journal::open(&place.index(), usize::MAX);
    let directory = IndexDirectory::with_inner(journal.clone());
    with_build_lock(&place.index(), directory, |directory| {
        Session::open_marked(&place.index(), directory, &options())?.forget(&[place.games()])
    })
    .unwrap();
    assert_eq!(read_state(&place.index()).unwrap(), (0, Vec::new()));
    // The limit leaves space for `meta.json`, which is rewritten a few times with a schema of 7 KiB, and for no
    // segment.
    assert!(journal.written() < 64 << 10, "{}", journal.written());
    let merged = |change: &FolderChange| match change {
        FolderChange::Create(path) => path.extension().is_some_and(|e| e == "store"),
        _ => false,
    };
    assert!(!journal.steps.lock().unwrap().iter().any(merged));
}

/// While a build runs, a second builder must be refused at every step, and readers must not be.
#[test]
fn builds_do_not_overlap() {
    let place = TestFolder::new();
    let old = read_state(&place.index()).unwrap();
    let (index, games) = (place.index(), place.games());
    let faults = Arc::new(Mutex::new(Vec::new()));
    let met = Arc::new(Mutex::new(0));
    let mut journal = Journal::open(&place.index(), usize::MAX);
    journal.on_step = {
        let (index, faults, met) = (index.clone(), faults.clone(), met.clone());
        Arc::new(move |step| {
            *met.lock().unwrap() += 1;
            let (options, progress) = (options(), ReadProgress::default());
            let builds = [
                build(&index, &[], &options, &progress).err(),
                rebuild(&index, &[], &options, &progress).err(),
                forget(&index, std::slice::from_ref(&games), &options).err(),
            ];
            for error in builds {
                if error.as_ref().map(kifu_archive::error::Error::kind) != Some(ErrorKind::Locked) {
                    faults.lock().unwrap().push(format!("{step:?}: {error:?}"));
                }
            }
            if let Err(error) = Index::open(&index) {
                faults.lock().unwrap().push(format!("{step:?}: {error}"));
            }
        })
    };
    place.refresh(&index, &journal).unwrap();
    assert_eq!(*faults.lock().unwrap(), [""; 0]);
    assert!(*met.lock().unwrap() > 20);
    let new = read_state(&index).unwrap();
    assert_ne!(old, new);
    place.check(&index, [&old, &new], true, "afterwards");
}

#[test]
fn what_killed_builds_leave_is_gone_after_the_next() {
    let place = TestFolder::new();
    let before = names(&place.index());
    let left = [
        "0123456789abcdef0123456789abcdef.store",
        "0123456789abcdef0123456789abcdef.store.temp",
        "0123456789abcdef0123456789abcdef.17.del",
        "files-17-0123456789abcdef.jsonl",
        "duplicates-17-0123456789abcdef.bin",
        ".tmpAbCdEf",
    ];
    for name in left {
        std::fs::write(place.index().join(name), "left").unwrap();
    }
    let work = place.index().join("rebuilding");
    std::fs::create_dir_all(work.join("deeper")).unwrap();
    std::fs::write(work.join("meta.json"), "left").unwrap();
    std::fs::write(place.index().join("notes.txt"), "not ours").unwrap();
    assert_eq!(orphans(&place.index()).len(), left.len() + 1);
    build(&place.index(), &[], &options(), &ReadProgress::default()).unwrap();
    assert_eq!(orphans(&place.index()), [""; 0]);
    assert!(place.index().join("notes.txt").exists());
    std::fs::remove_file(place.index().join("notes.txt")).unwrap();
    let kinds = |names: Vec<String>| -> BTreeSet<String> {
        let extension = |name: &String| name.rsplit_once('.').map(|(_, e)| e.to_owned());
        names.iter().filter_map(extension).collect()
    };
    assert_eq!(kinds(names(&place.index())), kinds(before));
}

#[test]
fn a_build_that_was_killed_at_its_first_write_is_begun_again() {
    let place = TestFolder::new();
    for (name, text) in [
        ("build.lock", ""),
        (".tmpAbCdEf", "{"),
        ("kifu-index.json", ""),
        // Threads that ended after the failed build had deleted its files may have left these two files.
        (".managed.json", "[]"),
        ("0123456789abcdef0123456789abcdef.store", "half"),
    ] {
        let folder = place.folder.path().join(format!("killed-{name}"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("build.lock"), "").unwrap();
        std::fs::write(folder.join(name), text).unwrap();
        assert_eq!(Index::open(&folder).unwrap_err().kind(), ErrorKind::NoIndex, "{name}");
        build(&folder, &[place.games()], &options(), &ReadProgress::default()).unwrap();
        assert_eq!(orphans(&folder), [""; 0]);
    }
}

/// A first build that was killed between writing its list of files and the commit must not block the next build.
#[test]
fn a_build_that_was_killed_before_its_first_commit_is_begun_again() {
    let place = TestFolder::new();
    let into = |folder: &Path| {
        build(folder, &[place.games()], &options(), &ReadProgress::default())
            .unwrap()
            .totals
            .game_count()
    };
    let folder = place.index();
    for name in [TANTIVY_META, ".managed.json"] {
        std::fs::remove_file(folder.join(name)).unwrap();
    }
    crate::index::tantivy_index::create_tantivy(&open_directory(&folder).unwrap()).unwrap();
    assert!(names(&folder).iter().any(|name| name.ends_with(".jsonl")));
    assert_eq!(into(&folder), into(&place.folder.path().join("other")));
    assert_eq!(orphans(&folder), [""; 0]);
}

/// A build into a folder with foreign files must fail and leave them unchanged.
#[test]
fn a_folder_of_somebody_else_stays_as_it_is() {
    let place = TestFolder::new();
    for name in ["meta.json", "CACHEDIR.TAG", "0123.store", "files-1-2.jsonl"] {
        let folder = place.folder.path().join(format!("foreign-{name}"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(name), "mine").unwrap();
        let built = build(&folder, &[place.games()], &options(), &ReadProgress::default());
        assert_eq!(built.unwrap_err().kind(), ErrorKind::NotAnIndex, "{name}");
        assert_eq!(names(&folder), [name]);
        assert_eq!(std::fs::read(folder.join(name)).unwrap(), b"mine");
    }
}

#[cfg(unix)]
#[test]
fn files_have_the_permissions_of_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let place = TestFolder::new();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let usual = place.folder.path().join("usual");
    std::fs::write(&usual, "").unwrap();
    for name in names(&place.index()) {
        assert_eq!(mode(&place.index().join(&name)), mode(&usual), "{name}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn a_cancelled_build_leaves_the_index_as_it_was() {
    let place = TestFolder::new();
    let old = read_state(&place.index()).unwrap();
    let options = Options { cancel: Some(Arc::new(AtomicBool::new(true))), ..options() };
    let error = build(&place.index(), &[], &options, &ReadProgress::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    assert_eq!(read_state(&place.index()).unwrap(), old);
    assert_eq!(verify(&place.index()).unwrap().damaged, []);
    assert_eq!(orphans(&place.index()), [""; 0]);
}
