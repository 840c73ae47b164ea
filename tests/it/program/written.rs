//! Files that the program writes, and files that it must leave unchanged.

use super::{run_on, samples};
use crate::support::{Place, build_with, let_run_for, temporary_folder};
use kifu_index::index::build::Options;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Two indexes of one archive in a temporary folder, to be published as a set (a list of indexes that are searched as
/// one).
struct TwoIndexes {
    place: Place,
    folders: [PathBuf; 2],
}

impl TwoIndexes {
    fn new() -> TwoIndexes {
        let place = Place::new();
        let folders = ["one", "two"].map(|name| {
            place.write(&format!("{name}/a.sgf"), format!("(;PB[{name}];B[pd];W[dp])"));
            let folder = place.folder().join(name);
            build_with(&folder, &[place.games().join(name)], &Options::default());
            folder
        });
        TwoIndexes { place, folders }
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu-index"));
        let command_line = command.args(["shards", "publish"]).args(&self.folders);
        command_line.args(more).current_dir(self.place.folder());
        command
    }

    /// Publishes the indexes. Returns the exit code and the message.
    fn publish(&self, more: &[&str]) -> (i32, String) {
        let output = self.command(more).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), error)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.folder().join(name)
    }

    /// Names of the files `copies-…` in the folder. `publish` writes one for each index beside the set file, with the
    /// groups of duplicate games.
    fn copies(&self) -> BTreeSet<String> {
        let is_one = |name: &String| name.starts_with("copies-");
        names(&self.place.folder()).into_iter().filter(is_one).collect()
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_list_of_shards_replaces_nothing_unasked() {
    let two = TwoIndexes::new();
    std::fs::write(two.path("mine.json"), "{\"mine\": 1}").unwrap();
    let before = names(&two.place.folder());
    let (code, error) = two.publish(&["-o", "mine.json"]);
    assert!(code == 2 && error.contains("exists already"), "{error}");
    assert!(error.contains("--force"), "{error}");
    let mine = std::fs::read_to_string(two.path("mine.json")).unwrap();
    assert_eq!(mine, "{\"mine\": 1}");
    assert_eq!(names(&two.place.folder()), before);
    assert_eq!(two.publish(&["-o", "mine.json", "--force"]).0, 0);
    let list = std::fs::read_to_string(two.path("mine.json")).unwrap();
    assert!(list.contains("\"shards\""), "{list}");
    // Publishing must write the set file and the files with duplicate games that it names (one for each index), and
    // nothing else.
    let now = names(&two.place.folder());
    let new = BTreeSet::from_iter(now.difference(&before).cloned());
    assert_eq!(new, two.copies());
    assert_eq!(new.len(), 2);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let two = TwoIndexes::new();
    std::fs::write(two.path("mine.json"), "mine").unwrap();
    symlink("mine.json", two.path("link.json")).unwrap();
    symlink("nowhere.json", two.path("dangling.json")).unwrap();
    std::fs::create_dir(two.path("folder.json")).unwrap();
    let made = Command::new("mkfifo").arg(two.path("pipe.json")).status();
    assert!(made.unwrap().success());
    let before = names(&two.place.folder());
    for (name, kind) in [
        ("link.json", "a link"),
        ("dangling.json", "a link"),
        ("folder.json", "a folder"),
        ("pipe.json", "a named pipe"),
        ("/dev/null", "a device"),
    ] {
        for force in [&[][..], &["--force"]] {
            let (code, error) = two.publish(&[&["-o", name], force].concat());
            assert!(code == 2 && error.contains(kind), "{name}: {error}");
            let path = two.path(name);
            let path = path.to_str().unwrap();
            let more = [&["export", "player:Lee", "--csv", path], force].concat();
            let error = run_on(samples(), &more).fails();
            assert!(error.contains(kind), "{name}: {error}");
        }
    }
    assert_eq!(names(&two.place.folder()), before);
    assert_eq!(std::fs::read_to_string(two.path("mine.json")).unwrap(), "mine");
    let pipe = two.path("pipe.json").symlink_metadata().unwrap();
    assert!(pipe.file_type().is_fifo());
}

#[test]
fn a_dash_is_the_standard_output() {
    let two = TwoIndexes::new();
    let output = two.command(&["-o", "-"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("leave the list in this folder"), "{message}");
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let named = list["shards"].as_array().unwrap().iter();
    let named = named.map(|shard| shard["copies"].as_str().unwrap().to_owned());
    assert_eq!(named.collect::<BTreeSet<_>>(), two.copies());
    assert!(!two.path("-").exists());
    // A set file that was printed to standard output must work once it is saved in the folder with the files of
    // duplicate games.
    std::fs::write(two.path("set.json"), &output.stdout).unwrap();
    for folder in &two.folders {
        kifu_index::index::Index::open_in_set(folder, &two.path("set.json")).unwrap();
    }
    let error = run_on(samples(), &["export", "player:Lee", "--dir", "-"]).fails();
    assert!(error.contains("standard output"), "{error}");
    assert!(!Path::new("-").exists());
}

/// A `publish` that is killed may have written its files of duplicate games, but not the set file that names them. The
/// next run must remove these leftover files.
#[test]
fn leftovers_of_a_killed_publish_are_removed_by_the_next() {
    let two = TwoIndexes::new();
    assert_eq!(two.publish(&["-o", "set.json"]).0, 0);
    assert_eq!(two.publish(&["-o", "other.json"]).0, 0);
    let all = two.copies();
    assert_eq!(all.len(), 4);
    std::fs::remove_file(two.path("set.json")).unwrap();
    two.place.write("one/b.sgf", "(;PB[New];B[pd];W[dp];B[qq])");
    build_with(&two.folders[0], &[], &Options::default());
    assert_eq!(two.publish(&["-o", "set.json"]).0, 0);
    let now = two.copies();
    assert_eq!(now.len(), 4, "{now:?}");
    // Files that another set file names must stay, although the indexes of that set have changed.
    let other = std::fs::read_to_string(two.path("other.json")).unwrap();
    let remaining = BTreeSet::from_iter(all.intersection(&now));
    assert_eq!(remaining.len(), 2);
    assert!(remaining.iter().all(|name| other.contains(name.as_str())));
}

#[cfg(target_os = "linux")]
#[test]
fn a_publish_that_fails_leaves_nothing() {
    let two = TwoIndexes::new();
    let before = names(&two.place.folder());
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let run = two.command(&["-o", "-"]).stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(names(&two.place.folder()), before);
}

/// A limit on the size of files makes writing fail as a full disk does. The message must be one line, with fitting
/// advice.
#[cfg(unix)]
#[test]
fn an_export_that_fails_leaves_nothing_and_says_it_once() {
    for form in ["--zip", "--sgf", "--csv", "--jsonl"] {
        let folder = temporary_folder();
        let script = format!("ulimit -f 0 && exec \"$0\" export '' {form} \"$1\"");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_kifu-index")])
            .arg(folder.path().join("games"))
            .env("KIFU_INDEX", samples())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{form}: {error}");
        assert!(error.starts_with("error: ") && !error.contains("ZipWriter"), "{error}");
        assert_eq!(error.matches("too large").count(), 1, "{form}: {error}");
        assert!(!error.contains("disk full"), "{form}: {error}");
        assert_eq!(names(folder.path()).len(), 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_export_leaves_nothing() {
    let folder = temporary_folder();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let text: String = (0..300).map(|n| format!("(;PB[Lee {n}];B[pd];W[dp];B[dd])")).collect();
    std::fs::write(games.join("a.sgf"), text).unwrap();
    let index = folder.path().join("index");
    build_with(&index, &[games], &Options::default());
    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let new = out.join("new");
    for wait in 0..20 {
        for form in ["--zip", "--sgf", "--csv"] {
            let mut child = super::program(&index)
                .args(["export", "", form, new.to_str().unwrap()])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let_run_for(std::time::Duration::from_millis(wait));
            let _ = child.kill();
            child.wait().unwrap();
            // Either the export ended before it was killed, and its file is complete; or it left nothing in the folder.
            let _ = std::fs::remove_file(&new);
            assert_eq!(names(&out), BTreeSet::new());
        }
    }
}
