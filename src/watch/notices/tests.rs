//! Tests with roots and links whose folders are replaced while they are watched.

use super::*;
use std::fs;
use std::os::unix::fs::symlink;
use std::sync::mpsc::Receiver;
use tempfile::TempDir;

/// Maximum time that a test waits for a change. Normally a change is noticed within moments.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// Interval between checks of the places in these tests.
const INTERVAL: Duration = Duration::from_millis(500);

/// Watch that runs on its own thread, with the temporary folder in which it watches.
struct Watch {
    folder: TempDir,
    /// Places whose changes are not reported, received after each wait.
    woken: Receiver<Vec<(PathBuf, WatchFault)>>,
}

impl Watch {
    /// Prepares a folder and watches the folder or file `root` in it, with this interval between checks.
    fn begin(interval: Duration, prepare: impl FnOnce(&Path)) -> Watch {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let (send, woken) = channel();
        let (root, index) = (folder.path().join("root"), folder.path().join("index"));
        let mut notices = Notices::new(&[root], &index, interval);
        // When the test has dropped the receiver, the next change ends the thread. Without another change it ends with
        // the process.
        std::thread::spawn(move || {
            loop {
                notices.wait();
                if send.send(notices.faults().to_vec()).is_err() {
                    return;
                }
            }
        });
        Watch { folder, woken }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Waits until the last change is noticed.
    fn wait_for_change(&self, what: &str) -> Vec<(PathBuf, WatchFault)> {
        let mut faults =
            self.woken.recv_timeout(MAX_WAIT).unwrap_or_else(|_| panic!("{what} was not noticed"));
        // Skips further reports about the same change.
        while let Ok(more) = self.woken.recv_timeout(2 * INTERVAL) {
            faults = more;
        }
        faults
    }

    /// Writes a file that is not part of the archive, and checks that it is not noticed.
    fn assert_file_ignored(&self, name: &str) {
        while self.woken.recv_timeout(2 * INTERVAL).is_ok() {}
        fs::write(self.path(name), "(;B[aa])").unwrap();
        assert!(self.woken.recv_timeout(4 * INTERVAL).is_err(), "{name}");
    }

    /// Writes a file, waits until the change is noticed, and checks that the system reports the changes of all places.
    fn assert_file_noticed(&self, name: &str) {
        fs::write(self.path(name), "(;B[aa])").unwrap();
        let faults = self.wait_for_change(name);
        assert_eq!(faults, [], "{name}");
    }
}

fn make_folder(path: &Path) {
    fs::create_dir(path).unwrap();
}

/// Interval between checks that is so long that only a report of the system can wake the watch.
const NEVER: Duration = Duration::from_secs(100_000);

#[test]
fn a_root_whose_folder_is_replaced_is_watched_again() {
    for interval in [INTERVAL, NEVER] {
        let watch = Watch::begin(interval, |at| make_folder(&at.join("root")));
        watch.assert_file_noticed("root/a.sgf");
        make_folder(&watch.path("other"));
        fs::rename(watch.path("root"), watch.path("former")).unwrap();
        fs::rename(watch.path("other"), watch.path("root")).unwrap();
        watch.wait_for_change("another folder");
        watch.assert_file_noticed("root/b.sgf");
        make_folder(&watch.path("root/deep"));
        watch.wait_for_change("a folder in it");
        watch.assert_file_noticed("root/deep/c.sgf");
        // The folder that was the root before is no longer watched.
        watch.assert_file_ignored("former/d.sgf");
    }
}

#[test]
fn a_removed_root_is_reported_and_watched_again() {
    let watch = Watch::begin(INTERVAL, |at| make_folder(&at.join("root")));
    fs::remove_dir_all(watch.path("root")).unwrap();
    let faults = watch.wait_for_change("the loss of the root");
    assert_eq!(faults, [(watch.path("root"), WatchFault::Gone)]);
    make_folder(&watch.path("root"));
    assert_eq!(watch.wait_for_change("a new root"), []);
    watch.assert_file_noticed("root/a.sgf");
}

/// A folder that is removed and created again at once may get the same inode number, so the number does not show that
/// it is another folder.
#[test]
fn a_root_that_is_removed_and_made_at_once_is_watched() {
    let watch = Watch::begin(NEVER, |at| make_folder(&at.join("root")));
    for round in 0..5 {
        fs::remove_dir_all(watch.path("root")).unwrap();
        make_folder(&watch.path("root"));
        watch.wait_for_change("the new root");
        watch.assert_file_noticed(&format!("root/{round}.sgf"));
    }
}

#[test]
fn a_root_that_is_a_link_is_watched_where_it_leads() {
    let watch = Watch::begin(INTERVAL, |at| {
        make_folder(&at.join("first"));
        make_folder(&at.join("second"));
        symlink(at.join("first"), at.join("root")).unwrap();
    });
    watch.assert_file_noticed("first/a.sgf");
    fs::remove_file(watch.path("root")).unwrap();
    symlink(watch.path("second"), watch.path("root")).unwrap();
    watch.wait_for_change("where the link leads");
    watch.assert_file_noticed("second/b.sgf");
}

#[test]
fn what_a_folder_above_is_replaced_with_is_watched() {
    let watch = Watch::begin(INTERVAL, |at| {
        for above in ["first", "second"] {
            fs::create_dir_all(at.join(above).join("games")).unwrap();
        }
        symlink(at.join("first/games"), at.join("root")).unwrap();
    });
    fs::rename(watch.path("first"), watch.path("former")).unwrap();
    fs::rename(watch.path("second"), watch.path("first")).unwrap();
    watch.wait_for_change("another folder above");
    watch.assert_file_noticed("first/games/a.sgf");
}

#[test]
fn links_below_a_root_are_watched_where_they_lead() {
    let watch = Watch::begin(NEVER, |at| {
        for folder in ["root", "linked", "linked/deep", "other", "single"] {
            make_folder(&at.join(folder));
        }
        symlink(at.join("linked"), at.join("root/link")).unwrap();
        fs::write(at.join("single/one.sgf"), "(;B[aa])").unwrap();
        symlink(at.join("single/one.sgf"), at.join("root/one.sgf")).unwrap();
    });
    watch.assert_file_noticed("linked/a.sgf");
    watch.assert_file_noticed("linked/deep/b.sgf");
    watch.assert_file_noticed("single/one.sgf");
    // Another file replaces the watched one, as editors do when saving.
    fs::write(watch.path("single/new"), "(;W[aa])").unwrap();
    fs::rename(watch.path("single/new"), watch.path("single/one.sgf")).unwrap();
    watch.wait_for_change("another file");
    // Other files in the folder of a watched file are not part of the archive.
    watch.assert_file_ignored("single/two.sgf");
    // The link is replaced by one that leads to another folder.
    fs::remove_file(watch.path("root/link")).unwrap();
    symlink(watch.path("other"), watch.path("root/link")).unwrap();
    watch.wait_for_change("where the link leads");
    watch.assert_file_noticed("other/c.sgf");
    watch.assert_file_ignored("linked/d.sgf");
    // A new folder is moved below the root, with a new link in it.
    fs::create_dir_all(watch.path("made/inside")).unwrap();
    symlink(watch.path("linked"), watch.path("made/inside/link")).unwrap();
    fs::rename(watch.path("made"), watch.path("root/made")).unwrap();
    watch.wait_for_change("a new folder");
    watch.assert_file_noticed("linked/deep/e.sgf");
}

/// A link to a folder that the build reads anyway, or to the root of the file system, is not followed by the build.
/// Such a link adds no place to watch.
#[test]
fn only_links_that_a_build_follows_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    fs::create_dir_all(root.join("inside")).unwrap();
    make_folder(&folder.path().join("outside"));
    for (target, name) in [("/", "all"), ("/proc", "system"), (".", "itself"), ("inside", "again")]
    {
        symlink(target, root.join(name)).unwrap();
    }
    symlink(folder.path().join("outside"), root.join("link")).unwrap();
    symlink(folder.path().join("nowhere"), root.join("nowhere")).unwrap();
    let notices = Notices::new(std::slice::from_ref(&root), &folder.path().join("index"), NEVER);
    let mut places =
        notices.places.iter().map(|place| place.build_path.clone()).collect::<Vec<_>>();
    places.sort();
    assert_eq!(places, [root.clone(), root.join("link"), root.join("nowhere")]);
    let real = ["root", "outside"].map(|name| folder.path().join(name).canonicalize().unwrap());
    assert_eq!(notices.requested, HashSet::from(real));
    assert_eq!(notices.faults(), []);
}

/// Files below the target of a link that are being written are returned under the path by which a build reads them.
#[cfg(target_os = "linux")]
#[test]
fn unfinished_files_behind_links_have_the_names_of_the_links() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let (root, index) = (folder.path().join("root"), folder.path().join("index"));
    make_folder(&root);
    make_folder(&folder.path().join("linked"));
    let outside = folder.path().join("one.sgf");
    fs::write(&outside, "").unwrap();
    symlink(folder.path().join("linked"), root.join("link")).unwrap();
    symlink(&outside, root.join("one.sgf")).unwrap();
    let mut notices = Notices::new(std::slice::from_ref(&root), &index, NEVER);
    let mut open = Vec::new();
    for path in [folder.path().join("linked/a.sgf"), outside] {
        let mut file = fs::File::options().append(true).create(true).open(path).unwrap();
        file.write_all(b"(;B[aa]").unwrap();
        open.push(file);
    }
    fs::write(root.join("whole.sgf"), "(;B[aa])").unwrap();
    let unfinished = notices.wait();
    let expected = BTreeSet::from([root.join("link/a.sgf"), root.join("one.sgf")]);
    assert_eq!(unfinished, expected);
}

/// If the system's limit on watched folders is reached, changes are not reported, so all roots are read at every check.
#[test]
fn places_beyond_the_limit_are_polled() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    make_folder(&root);
    let index = folder.path().join("index");
    let mut notices = Notices::new(std::slice::from_ref(&root), &index, Duration::from_millis(1));
    assert!(!notices.has_polled_places());
    notices.handle_notice(Err(notify::Error::new(notify::ErrorKind::MaxFilesWatch)));
    assert_eq!(notices.faults(), [(root.clone(), WatchFault::TooMany)]);
    // The first `wait` returns because of the error above. The others return because each check reads the roots,
    // although nothing changes.
    for _ in 0..4 {
        notices.wait();
    }
}
