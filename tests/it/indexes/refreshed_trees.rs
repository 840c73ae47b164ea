//! Folders that change in all ways: a refreshed index must equal a newly built one.

use crate::indexes::refreshed::index_dump;
use crate::support::{
    Place, Random, Zip, build_with, game_of, rounds, run_on, set_age, temporary_folder,
};
use kifu_index::index::build::{BuildReport, Options};
use kifu_index::index::verify::verify;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn assert_as_if_new(place: &Place, what: &str) {
    let fresh = temporary_folder();
    let folder = fresh.path().join("index");
    build_with(&folder, &[place.games()], &Options::default());
    assert_eq!(index_dump(&place.folder()), index_dump(&folder), "{what}");
}

fn refresh(place: &Place, checksum: bool) -> BuildReport {
    let options = Options { checksum, ..Options::default() };
    build_with(&place.folder(), &[], &options)
}

fn generation(place: &Place) -> u64 {
    place.index().header().generation
}

fn set_time(path: &Path, time: SystemTime) {
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(time).unwrap();
}

/// Files with implausible modification times must be read once, and again when the time changes.
#[test]
fn implausible_modification_times_are_compared() {
    let place = Place::new();
    let hour = Duration::from_secs(3600);
    let times = [
        UNIX_EPOCH,
        UNIX_EPOCH - 24 * hour,
        UNIX_EPOCH + Duration::from_nanos(1),
        SystemTime::now() + 20_000 * hour,
        SystemTime::now() + hour,
    ];
    for (number, time) in times.into_iter().enumerate() {
        let path = place.write(&format!("{number}.sgf"), game_of(&format!("Number {number}")));
        set_time(&path, time);
    }
    assert_eq!(place.build().read.files, 5);
    let before = generation(&place);
    let report = place.build();
    assert_eq!((report.read.files, report.unchanged), (0, 5));
    assert_eq!(generation(&place), before);
    let changes = kifu_index::index::build::changes(&place.index()).unwrap();
    assert!(changes.is_empty(), "{changes:?}");
    for (number, time) in times.into_iter().enumerate() {
        set_time(&place.games().join(format!("{number}.sgf")), time + hour);
        assert_eq!(place.build().read.files, 1, "{number}");
    }
    // A file that changed within 2 s before it was read may change again without a new time, so each build must read it
    // again.
    set_time(&place.games().join("0.sgf"), SystemTime::now());
    assert_eq!(place.build().read.files, 1);
    assert_eq!(place.build().read.files, 1);
}

#[cfg(unix)]
fn link(to: impl AsRef<Path>, at: impl AsRef<Path>) {
    std::os::unix::fs::symlink(to, at).unwrap();
}

#[cfg(unix)]
#[test]
fn a_folder_replaced_by_a_link_into_a_root_has_no_games() {
    let outside = temporary_folder();
    fs::write(outside.path().join("o.sgf"), game_of("Olga")).unwrap();
    set_age(&outside.path().join("o.sgf"), 100_000);
    let nowhere = outside.path().join("nowhere");
    let targets = ["a", ".", "..", "b", "b/b"].map(PathBuf::from);
    for target in targets.into_iter().chain([nowhere]) {
        for checksum in [false, true] {
            let place = Place::new();
            place.write("a/a.sgf", game_of("Anna"));
            place.write("b/c/b.sgf", game_of("Bea"));
            place.write("b/z.zip", Zip::new().add("z.sgf", game_of("Zoe")).finish());
            let b = place.games().join("b");
            place.build();
            fs::remove_dir_all(&b).unwrap();
            link(&target, &b);
            let report = refresh(&place, checksum);
            assert_eq!(report.removed, 2, "{target:?}");
            assert_eq!(place.found(""), ["a/a.sgf@1"], "{target:?}");
            assert_as_if_new(&place, &format!("{target:?}"));
            // A link that is not followed must not count as a change.
            let before = generation(&place);
            refresh(&place, false);
            assert_eq!(generation(&place), before, "{target:?}");
            // If a link that was followed is replaced by one that is not, its games must go, like those of a deleted
            // folder.
            fs::remove_file(&b).unwrap();
            link(outside.path(), &b);
            refresh(&place, checksum);
            assert_eq!(place.found("").len(), 2);
            fs::remove_file(&b).unwrap();
            link(&target, &b);
            refresh(&place, checksum);
            assert_as_if_new(&place, &format!("a link to {target:?}"));
            assert!(kifu_index::index::build::changes(&place.index()).unwrap().is_empty());
        }
    }
}

/// Damages one byte of a member's packed data and changes nothing else.
fn damage_member(path: &Path, text: &str) {
    let mut bytes = fs::read(path).unwrap();
    let at = bytes.windows(text.len()).position(|window| window == text.as_bytes());
    bytes[at.unwrap()] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_member_that_was_damaged_is_found_by_its_content() {
    let whole = |zip: Zip| zip.finish();
    // Zips without a directory, whose members are found by their own headers.
    let headless = |zip: Zip| zip.members();
    for (name, pack) in [("whole", whole as fn(Zip) -> Vec<u8>), ("headless", headless)] {
        for is_plain_first in [true, false] {
            let place = Place::new();
            let zip = (0..5).fold(Zip::new(), |zip, number| {
                zip.add(format!("{number}.sgf"), game_of(&format!("Number {number}")))
            });
            let path = place.write("a.zip", pack(zip));
            place.write("b.sgf", game_of("Bea"));
            assert_eq!(place.build().totals.game_count(), 6, "{name}");
            let compared_at = place.index().header().all_read;
            damage_member(&path, "Number 3");
            set_age(&path, 50_000);
            if is_plain_first {
                // A build without `--checksum` sees that the zip's directory is unchanged, and reads no more. This must
                // not count as a comparison of all contents.
                place.build();
                assert_eq!(place.index().header().all_read, compared_at, "{name}");
                assert_eq!(place.build().read.files, 0, "{name}");
            }
            let report = refresh(&place, true);
            assert_eq!(report.totals.game_count(), 5, "{name}");
            assert_as_if_new(&place, name);
            assert_eq!(refresh(&place, true).read.files, 0, "{name}");
        }
    }
}

/// An archive of which only the time changed must keep its checksum in the index.
#[test]
fn a_touched_archive_keeps_its_checksum() {
    let place = Place::new();
    let path = place.write("a.zip", Zip::new().add("a.sgf", game_of("Anna")).finish());
    place.build();
    let sum = |place: &Place| {
        let manifest = place.index().manifest().unwrap();
        manifest.files.into_values().next().unwrap().sum
    };
    let before = sum(&place);
    assert!(before.is_some());
    set_age(&path, 50_000);
    assert_eq!(place.build().read.game_count(), 0);
    assert_eq!(sum(&place), before);
}

#[cfg(unix)]
#[test]
fn one_folder_of_several_names_is_read_once() {
    let place = Place::new();
    place.write("real/a.sgf", game_of("Anna"));
    place.write("real/sub/b.sgf", game_of("Bea"));
    let at = |name: &str| place.games().join(name);
    link(at("real"), at("link"));
    link(at("real/sub"), at("inner"));
    let options = Options::default();
    for roots in [
        vec!["real", "link"],
        vec!["link", "real"],
        vec!["link", "inner", "real"],
        vec!["inner", "link"],
    ] {
        let index = temporary_folder();
        let roots: Vec<PathBuf> = roots.into_iter().map(at).collect();
        let report = build_with(&index.path().join("at-once"), &roots, &options);
        assert_eq!(report.totals.game_count(), 2, "{roots:?}");
        let by_steps = index.path().join("by-steps");
        for root in &roots {
            build_with(&by_steps, std::slice::from_ref(root), &options);
        }
        let report = build_with(&by_steps, &[], &options);
        assert_eq!(report.totals.game_count(), 2, "{roots:?}");
    }
    // A link below one root leads to another root.
    place.write("x/c.sgf", game_of("Clara"));
    link(at("real"), at("x/more"));
    let index = temporary_folder();
    let folder = index.path().join("index");
    build_with(&folder, &[at("x")], &options);
    build_with(&folder, &[at("real")], &options);
    let report = build_with(&folder, &[], &options);
    assert_eq!(report.totals.game_count(), 3);
}

#[test]
fn trash_and_side_files_are_skipped() {
    let place = Place::new();
    place.write("a.sgf", game_of("Anna"));
    place.write("._a.sgf", b"\0\x05\x16\x07");
    let folders =
        [".Trash-1000/files", "#recycle", "x/@eaDir/a.sgf", ".stversions", "$Recycle.Bin"];
    for (number, folder) in folders.iter().enumerate() {
        place.write(&format!("{folder}/{number}.sgf"), game_of(&format!("Number {number}")));
    }
    place.write("stversions/b.sgf", game_of("Bea"));
    let report = place.build();
    assert_eq!(place.found(""), ["a.sgf@1", "stversions/b.sgf@1"]);
    assert_eq!((report.passed_folders, report.other_files), (5, 1));
    assert_eq!(report.problems, []);
    let run = run_on(&place.folder(), &["build"]).ends(0);
    assert!(run.out.contains("5 folders of trash"), "{}", run.out);
    // A folder whose name is normally skipped must be read if it is named, before or after the folder that contains it.
    let trash = place.games().join(".Trash-1000");
    build_with(&place.folder(), std::slice::from_ref(&trash), &Options::default());
    assert_eq!(place.found("").len(), 3);
    let report = build_with(&place.folder(), &[], &Options::default());
    assert_eq!((report.totals.game_count(), report.read.files), (3, 0));
    let other = temporary_folder();
    let other = other.path().join("index");
    build_with(&other, &[trash], &Options::default());
    let report = build_with(&other, &[place.games()], &Options::default());
    assert_eq!(report.totals.game_count(), 3);
    // A file that is named explicitly must be read, whatever its name.
    let side = place.write("x/._b.sgf", game_of("Berta"));
    let report = build_with(&other, &[side], &Options::default());
    assert_eq!(report.totals.game_count(), 3);
}

/// True if this user can read files without permission, as root can.
#[cfg(target_os = "linux")]
fn can_read_everything() -> bool {
    let file = tempfile::NamedTempFile::new().unwrap();
    allow(file.path(), 0);
    fs::read(file.path()).is_ok()
}

/// Exit code and output of the program.
#[cfg(target_os = "linux")]
struct Outcome {
    code: Option<i32>,
    out: String,
    err: String,
}

#[cfg(target_os = "linux")]
impl Outcome {
    fn ends(self, code: i32) -> Outcome {
        assert_eq!(self.code, Some(code), "{}", self.err);
        self
    }
}

/// Runs the program as a user without special rights. `None` if there is no such user.
#[cfg(target_os = "linux")]
fn run_restricted(place: &Place, arguments: &[&str]) -> Option<Outcome> {
    use std::process::Command;
    let binary = env!("CARGO_BIN_EXE_kifu-index");
    let mut command = match can_read_everything() {
        false => Command::new(binary),
        true => {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups", binary]);
            command
        }
    };
    command.arg("--index").arg(place.folder()).args(arguments);
    let output = command.output().ok()?;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Some(Outcome { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) })
        .filter(|run| !run.err.contains("setpriv:"))
}

#[cfg(target_os = "linux")]
fn allow(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Makes a temporary archive that other users may read, with an index folder in which they may write.
#[cfg(target_os = "linux")]
fn shared_place() -> Place {
    let place = Place::new();
    allow(place.games().parent().unwrap(), 0o755);
    fs::create_dir(place.folder()).unwrap();
    allow(&place.folder(), 0o777);
    place
}

/// Games must stay in the index while the system refuses access to their files: to a file, to a folder that cannot be
/// listed, or to one whose files cannot be opened.
#[cfg(target_os = "linux")]
#[test]
fn games_of_inaccessible_files_stay_until_forgotten() {
    for (locked, mode, usual) in [
        ("x/b.sgf", 0, 0o644),
        ("x", 0, 0o755),
        ("x", 0o444, 0o755),
        ("x/z.zip", 0, 0o644),
        (".", 0, 0o755),
    ] {
        for checksum in [false, true] {
            let what = format!("{locked} {mode:o} {checksum}");
            let place = shared_place();
            place.write("a.sgf", game_of("Anna"));
            place.write("x/b.sgf", game_of("Bea"));
            place.write("x/y/c.sgf", game_of("Clara"));
            place.write("x/z.zip", Zip::new().add("z.sgf", game_of("Zoe")).finish());
            let games = place.games().display().to_string();
            let Some(first) = run_restricted(&place, &["build", &games]) else {
                println!("no other user can run the program here: nothing to test");
                return;
            };
            first.ends(0);
            let before = place.found("");
            let path = place.games().join(locked).canonicalize().unwrap();
            allow(&path, mode);
            let build: &[&str] = if checksum { &["build", "--checksum"] } else { &["build"] };
            let run = run_restricted(&place, build).unwrap();
            assert!(run.code == Some(0), "{what}: {}", run.err);
            let generation_after = generation(&place);
            // Each comparison of all contents must be recorded with its time. A build without `--checksum` that finds
            // no changes must record nothing.
            run_restricted(&place, &["build"]).unwrap().ends(0);
            let status = run_restricted(&place, &["status"]).unwrap().ends(0).out;
            let name = path.display().to_string();
            let remaining = place.found("");
            let is_written = generation(&place) > generation_after;
            let forgotten = match locked {
                "." => None,
                _ => Some(run_restricted(&place, &["build", "--forget", &name]).unwrap()),
            };
            let left = place.found("");
            allow(&path, usual);
            assert_eq!(remaining, before, "{what}");
            assert!(!is_written, "{what}: a build of nothing wrote something");
            assert!(status.contains("cannot be read now"), "{what}: {status}");
            assert!(status.contains(&name), "{what}: {status}");
            if let Some(run) = forgotten {
                assert_eq!(run.code, Some(0), "{what}: {}", run.err);
                assert!(left.len() < before.len(), "{what}: {left:?}");
                assert!(left.contains(&"a.sgf@1".to_owned()), "{what}: {left:?}");
            }
            // Once the files are readable again, the status must be as before.
            run_restricted(&place, &["build"]).unwrap().ends(0);
            let status = run_restricted(&place, &["status"]).unwrap().ends(0).out;
            assert!(!status.contains("cannot be read now"), "{what}: {status}");
            assert_as_if_new(&place, &what);
        }
    }
}

/// Makes one random change in the folders and describes it.
#[cfg(target_os = "linux")]
fn change(place: &Place, random: &mut Random) -> String {
    let folders = ["a", "b", "c", "a/d", "c/e"];
    let folder = folders[random.below(folders.len())];
    let names = ["1.sgf", "2.sgf", "3.sgf", "._4.sgf", "5.txt"];
    let at = |name: &str| place.games().join(name);
    let file = format!("{folder}/{}", names[random.below(names.len())]);
    let remove = |path: &Path| match path.symlink_metadata() {
        Ok(met) if met.is_dir() => drop(fs::remove_dir_all(path)),
        _ => drop(fs::remove_file(path)),
    };
    // True if no folder on the path is a link. Only such paths are changed, so that nothing is changed through a link.
    let is_plain = |name: &str| {
        let path = at(name);
        let below = path.strip_prefix(place.games()).unwrap();
        let mut folders = below.ancestors().skip(1);
        folders.all(|f| place.games().join(f).symlink_metadata().is_ok_and(|m| m.is_dir()))
    };
    let text = game_of(&format!("Player {}", random.below(1000)));
    let mut write = |name: &str, bytes: &[u8]| {
        let parent = at(name).parent().unwrap().to_owned();
        let folders = Vec::from_iter(parent.ancestors().take_while(|f| *f != place.games()));
        for folder in folders.into_iter().rev() {
            if !folder.symlink_metadata().is_ok_and(|met| met.is_dir()) {
                remove(folder);
                fs::create_dir(folder).unwrap();
            }
        }
        remove(&at(name));
        place.write(name, bytes);
        set_age(&at(name), 10_000 + random.below(100_000) as u64);
    };
    let zip = |seed: usize| {
        (0..4).fold(Zip::new(), |zip, number| {
            zip.add(format!("{number}.sgf"), game_of(&format!("Member {seed} {number}")))
        })
    };
    let kind = (text.len() * 7 + text.bytes().map(usize::from).sum::<usize>()) % 11;
    match kind {
        0..=2 => write(&file, text.as_bytes()),
        3 => write(&format!("{folder}/z.zip"), &zip(text.len() % 3).finish()),
        4 => write(&format!("{folder}/y.zip"), &zip(text.len() % 5).members()),
        5 if is_plain(&file) => remove(&at(&file)),
        6 if is_plain(folder) => {
            let targets = ["a", "b", ".", "..", "nowhere", "../b", "a/d"];
            let target = targets[text.bytes().map(usize::from).sum::<usize>() % targets.len()];
            remove(&at(folder));
            link(target, at(folder));
            return format!("{folder} becomes a link to {target}");
        }
        7 if is_plain(&file) => {
            remove(&at(&file));
            link("1.sgf", at(&file));
        }
        8 if is_plain(folder) && at(folder).symlink_metadata().is_ok_and(|m| m.is_dir()) => {
            remove(&at("c"));
            let _ = fs::rename(at(folder), at("c"));
        }
        9 => {
            write(&file, text.as_bytes());
            set_time(&at(&file), UNIX_EPOCH);
        }
        _ => {
            for name in ["z.zip", "y.zip"] {
                let path = at(&format!("{folder}/{name}"));
                let bytes = fs::read(&path).unwrap_or_default();
                if bytes.windows(8).any(|window| window == b"PB[Membe") && is_plain(folder) {
                    damage_member(&path, "PB[Membe");
                    set_age(&path, 9_000 + bytes.len() as u64);
                }
            }
            return format!("archives in {folder} are damaged");
        }
    }
    format!("{kind} {file}")
}

/// After random changes in a folder, a refreshed index must equal a newly built one. 200 rounds take a minute and a
/// half, so the quick run makes 20.
#[cfg(target_os = "linux")]
#[test]
fn random_changes_in_folders_equal_a_fresh_build() {
    let rounds = rounds(20, 200);
    let place = shared_place();
    let mut random = Random(11);
    place.write("a/1.sgf", game_of("Anna"));
    place.write("b/1.sgf", game_of("Bea"));
    // One file is never changed, because an archive without any file would be taken for a disk that is not mounted.
    place.write("root.sgf", game_of("Root"));
    place.build();
    let mut history = Vec::new();
    for round in 0..rounds {
        let changes = 1 + random.below(4);
        history.clear();
        for _ in 0..changes {
            history.push(change(&place, &mut random));
        }
        // A build without `--checksum` trusts the directories of archives and may miss a change. The next build that
        // compares contents must find it.
        if random.chance(60) {
            refresh(&place, false);
        }
        refresh(&place, true);
        let what = format!("round {round}: {history:?}");
        assert_as_if_new(&place, &what);
        let before = generation(&place);
        refresh(&place, false);
        assert_eq!(generation(&place), before, "{what}: nothing changed, and it was written");
        if random.chance(40) {
            assert_permissions_keep_games(&place, &mut random, &what);
        }
    }
    assert_eq!(verify(&place.folder()).unwrap().damaged, []);
}

/// Removes permissions from a folder, builds, checks that the games stay, and restores the permissions.
#[cfg(target_os = "linux")]
fn assert_permissions_keep_games(place: &Place, random: &mut Random, what: &str) {
    let folder = ["a", "b", "c"][random.below(3)];
    let path = place.games().join(folder);
    if !path.symlink_metadata().is_ok_and(|met| met.is_dir()) {
        return;
    }
    let before = place.found("");
    give_to_user(&place.folder());
    allow(&path, [0, 0o444][random.below(2)]);
    let run = run_restricted(place, &["build"]);
    let remaining = place.found("");
    allow(&path, 0o755);
    let Some(run) = run else { return };
    assert_eq!(run.code, Some(0), "{what}: {}", run.err);
    assert_eq!(remaining, before, "{what}: without {folder}");
    refresh(place, false);
    assert_as_if_new(place, &format!("{what}: with {folder} again"));
}

/// Lets another user write the files of an index.
#[cfg(target_os = "linux")]
fn give_to_user(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        allow(&entry.path(), 0o666);
    }
}
