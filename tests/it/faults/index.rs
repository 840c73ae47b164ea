//! Faults while an index is written or read.

use crate::support::{
    Place, Random, build_with, clean_digest, copy_tree, digest, files_below, hits, let_run_for,
    open, program, run_on, sample_archive, set_age, temporary_folder,
};
use kifu_index::error::ErrorKind;
use kifu_index::index::build::{Options, ReadProgress, build, rebuild};
use kifu_index::index::verify::verify;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub fn game(black: &str) -> String {
    format!("(;SZ[19]PB[{black}]PW[Ben]RE[B+R];B[pd];W[dp]C[a word];B[dd](;W[pp])(;W[qq]))")
}

/// Changes the games: one new file, one changed, one deleted.
fn change(place: &Place, round: usize) {
    place.write(&format!("{round}-new.sgf"), game(&format!("New {round}")));
    let changed = place.write("changed.sgf", game(&format!("Changed {round}")));
    set_age(&changed, 90_000 - 10 * round as u64);
    if let Some(old) = round.checked_sub(3) {
        std::fs::remove_file(place.games().join(format!("{old}-new.sgf"))).unwrap();
    }
}

/// Number of segments whose files lie in the folder, whether in use or not. Panics if other files are left over.
pub fn segments_in(folder: &Path) -> usize {
    let names = files_below(folder);
    let is_temporary =
        |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(".tmp");
    assert!(!names.iter().any(is_temporary), "{names:?}");
    let stems: BTreeSet<&str> = names
        .iter()
        .filter_map(|path| path.file_name()?.to_str()?.split_once('.'))
        .map(|(stem, _)| stem)
        .filter(|stem| stem.len() == 32)
        .collect();
    stems.len()
}

fn killed_builds(rounds: usize) {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let start = Instant::now();
    run_on(&place.folder(), &["build".as_ref(), place.games().as_os_str()]).ends(0);
    let usual = start.elapsed().as_micros() as usize;
    let mut random = Random(60);
    let mut old = digest(&place.folder(), &place.games()).unwrap();
    let mut seen = [0, 0];
    for round in 0..rounds {
        change(&place, round);
        let new = clean_digest(&place.games());
        let mut child = program(&place.folder())
            .args(["build", "--memory", "16"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let_run_for(Duration::from_micros(random.below(usual) as u64));
        // Killing the child process fails if it has ended already, which is no fault.
        let _ = child.kill();
        child.wait().unwrap();
        let now = digest(&place.folder(), &place.games()).unwrap();
        assert!(now == old || now == new, "round {round}: neither old nor new");
        seen[usize::from(now == new)] += 1;
        assert_eq!(verify(&place.folder()).unwrap().damaged, []);
        build_with(&place.folder(), &[], &Options::default());
        assert!(digest(&place.folder(), &place.games()).unwrap() == new, "round {round}");
        assert_eq!(segments_in(&place.folder()), place.index().segment_count());
        old = new;
    }
    println!("killed {rounds} builds: {} left the old index, {} the new one", seen[0], seen[1]);
}

#[test]
fn a_killed_build_leaves_the_old_index_or_the_new_one() {
    killed_builds(5);
}

/// Fault F60: kills builds in enough rounds to interrupt a build in each of its phases.
#[test]
#[ignore = "takes minutes"]
fn many_killed_builds_leave_the_old_index_or_the_new_one() {
    killed_builds(200);
}

/// Runs builds under a limit of `ulimit`, once for each value. After each build, the index must be the old or the new
/// one. Returns the exit codes and error texts.
#[cfg(unix)]
fn limited_builds(limit: &str, values: &[u64]) -> Vec<(Option<i32>, String)> {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    place.build();
    let mut old = digest(&place.folder(), &place.games()).unwrap();
    let mut ends = Vec::new();
    for (round, value) in values.iter().enumerate() {
        change(&place, round);
        // Makes every file look changed, so that the build has much to write.
        for file in files_below(&place.games()) {
            set_age(&file, 80_000 - 100 * round as u64);
        }
        let new = clean_digest(&place.games());
        let script = format!("{limit} {value} && exec \"$0\" build");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_kifu-index")])
            .env("KIFU_INDEX", place.folder())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let now = digest(&place.folder(), &place.games()).unwrap();
        assert!(now == old || now == new, "{limit} {value}: neither old nor new");
        assert!(now == new || output.status.code() != Some(0), "{limit} {value}: {error}");
        assert!(!error.contains("damaged"), "{limit} {value}: {error}");
        assert_eq!(verify(&place.folder()).unwrap().damaged, []);
        build_with(&place.folder(), &[], &Options::default());
        assert!(digest(&place.folder(), &place.games()).unwrap() == new, "{limit} {value}");
        assert_eq!(segments_in(&place.folder()), place.index().segment_count());
        ends.push((output.status.code(), error));
        old = new;
    }
    ends
}

/// Fault F58. A limit on the size of files makes writing fail as a full disk does.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_index_as_it_was() {
    let ends = limited_builds("ulimit -f", &[0, 1, 2, 4, 8, 16, 32, 64, 1 << 20]);
    let (last, failed) = ends.split_last().unwrap();
    assert_eq!(last.0, Some(0), "{}", last.1);
    let failures = failed.iter().filter(|(code, _)| *code == Some(2)).count();
    assert!(failures > 3, "{ends:?}");
    for (code, error) in failed {
        assert!(!error.contains("panicked"), "{error}");
        let is_reported = error.contains("disk full") || error.contains("so large here");
        assert!(*code == Some(0) || *code == Some(2) && is_reported, "{code:?} {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_leaves_the_index_as_it_was() {
    let values = [40_000, 80_000, 120_000, 160_000, 200_000, 300_000, 400_000, 8_000_000];
    let ends = limited_builds("ulimit -v", &values);
    println!("{:?}", ends.iter().map(|(code, _)| *code).collect::<Vec<_>>());
    assert_eq!(ends.last().unwrap().0, Some(0));
    assert!(ends.iter().any(|(code, _)| *code != Some(0)), "no limit was too low");
}

#[test]
fn readers_beside_a_writer_see_complete_states() {
    let place = Place::new();
    place.write("0.sgf", game("Anna"));
    place.build();
    let done = AtomicBool::new(false);
    let (folder, games) = (place.folder(), place.games());
    let read = || {
        let (mut last, mut opened) = (0, 0);
        while !done.load(Ordering::Relaxed) {
            let engine = open(&folder);
            let found = hits(&engine, "player:Ben").len();
            // Each build in this test adds one game and never removes one.
            assert_eq!(engine.status(false).unwrap().answer.games as usize, found);
            assert!(found >= last, "{found} games after {last}");
            (last, opened) = (found, opened + 1);
            drop(engine);
            digest(&folder, &games).unwrap();
        }
        opened
    };
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..2).map(|_| scope.spawn(read)).collect();
        for i in 1..40 {
            place.write(&format!("{i}.sgf"), game("Anna"));
            let options = Options { threads: 1, ..Options::default() };
            build_with(&place.folder(), &[], &options);
        }
        done.store(true, Ordering::Relaxed);
        for reader in readers {
            assert!(reader.join().unwrap() > 1);
        }
    });
    assert_eq!(hits(&place.engine(), "player:Anna").len(), 40);
    assert!(place.index().segment_count() < 20, "nothing was merged");
}

/// Fault F71. Which state of the index is the newest must depend on a counter and not on a clock.
#[test]
fn clocks_that_jump_change_nothing() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    place.build();
    let far = std::time::SystemTime::now() + Duration::from_secs(400_000_000);
    for time in [std::time::UNIX_EPOCH, far] {
        for file in files_below(&place.folder()) {
            let file = std::fs::File::options().write(true).open(file).unwrap();
            file.set_modified(time).unwrap();
        }
        let name = if time == far { "c.sgf" } else { "b.sgf" };
        place.write(name, game("Bea"));
        place.build();
    }
    assert_eq!(place.found(""), ["a.sgf@1", "b.sgf@1", "c.sgf@1"]);
    // A file time in the future must be compared like any other. A changed time shows that the file changed; a change
    // without a new size and time is found by comparing contents.
    let path = place.write("a.sgf", game("Clara"));
    let set_far = || {
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(far).unwrap();
    };
    set_far();
    place.build();
    std::fs::write(&path, game("Fanny")).unwrap();
    set_far();
    assert_eq!(place.build().read.files, 0);
    let options = Options { checksum: true, ..Options::default() };
    build_with(&place.folder(), &[place.games()], &options);
    assert_eq!(place.found("player:Fanny"), ["a.sgf@1"]);
    assert_eq!(place.found("player:Clara"), [""; 0]);
}

#[test]
fn threads_order_and_repetition_change_nothing() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let expected = clean_digest(&place.games());
    for threads in [1, 16] {
        let folder = temporary_folder();
        let options = Options { threads, memory: 16 << 20, ..Options::default() };
        build_with(folder.path(), &[place.games()], &options);
        assert!(digest(folder.path(), &place.games()).unwrap() == expected, "{threads}");
        build_with(folder.path(), &[], &options);
        assert!(digest(folder.path(), &place.games()).unwrap() == expected, "again");
    }
    // The same files are added to another index in another order, a few in each build.
    let pieces = Place::new();
    let mut files = files_below(&sample_archive());
    let mut random = Random(72);
    for i in (1..files.len()).rev() {
        files.swap(i, random.below(i + 1));
    }
    for some in files.chunks(7) {
        for file in some {
            let name = file.strip_prefix(sample_archive()).unwrap();
            pieces.write(name.to_str().unwrap(), std::fs::read(file).unwrap());
        }
        pieces.build();
    }
    assert!(digest(&pieces.folder(), &pieces.games()).unwrap() == expected);
}

#[test]
fn files_that_disappear_and_return_leave_no_duplicates() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let zip = crate::support::Zip::new().add("a.sgf", game("Anna")).add("b.sgf", game("Bea"));
    let bytes = zip.finish();
    place.write("games.zip", &bytes);
    place.build();
    let games = place.games();
    let check = |step: &str| {
        place.build();
        let now = digest(&place.folder(), &games).unwrap();
        assert!(now == clean_digest(&games), "{step}");
    };
    let rename = |from: &str, to: &str| {
        std::fs::create_dir_all(games.join(to).parent().unwrap()).unwrap();
        std::fs::rename(games.join(from), games.join(to)).unwrap();
    };
    rename("games.zip", "other.zip");
    check("renamed");
    rename("other.zip", "deep/er/other.zip");
    check("moved");
    std::fs::remove_file(games.join("deep/er/other.zip")).unwrap();
    check("deleted");
    place.write("games.zip", &bytes);
    check("added again");
    place.write("copy.zip", &bytes);
    check("copied");
    rename("copy.zip", "games.zip");
    check("replaced by its copy");
    rename("deep", "a.sgf");
    check("a folder named like a file");
    place.build();
    check("nothing changed");
}

/// A rebuild into a folder in which another build is running must fail at once instead of waiting.
#[test]
fn a_rebuild_waits_for_no_writer() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    place.build();
    let lock = place.folder().join(".tantivy-writer.lock");
    let held = std::fs::File::options().write(true).open(lock).unwrap();
    held.try_lock().unwrap();
    let options = Options::default();
    let error = rebuild(&place.folder(), &[], &options, &ReadProgress::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Locked);
    drop(held);
    rebuild(&place.folder(), &[], &options, &ReadProgress::default()).unwrap();
    build(&place.folder(), &[], &options, &ReadProgress::default()).unwrap();
    assert_eq!(place.found(""), ["a.sgf@1"]);
}
