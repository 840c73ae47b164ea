//! Faults of files and folders.

use crate::support::{
    Place, Zip, build_with, clean_digest, copy_tree, digest, let_run_for, poll, sample_archive,
    set_age, temporary_folder,
};
use kifu_index::index::build::{BuildReport, Options, ReadProgress, build};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const GAME: &str = "(;SZ[19]PB[Anna]PW[Ben]RE[B+R];B[pd];W[dp])";

fn game(black: &str) -> String {
    GAME.replace("Anna", black)
}

/// Problems of a build, sorted: file relative to the root of the games, and kind.
fn problems(report: &BuildReport, root: &Path) -> Vec<String> {
    let mut problems: Vec<String> = (report.problems.iter())
        .map(|(path, problem)| {
            let path = Path::new(path).strip_prefix(root).unwrap();
            format!("{} {}", path.display(), problem.kind)
        })
        .collect();
    problems.sort();
    problems
}

#[test]
fn an_archive_that_changes_while_it_is_read() {
    let place = Place::new();
    let zip = |count: usize| {
        let names = (0..count).map(|i| format!("{i}.sgf"));
        names.fold(Zip::new(), |zip, name| zip.add(name, GAME)).finish()
    };
    let states = [zip(2000), zip(2001)];
    let path = place.write("a.zip", &states[0]);
    let mut was_reported = false;
    for _ in 0..20 {
        let done = AtomicBool::new(false);
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                // A rename exchanges the file atomically, as programs do at the end of a download.
                let spare = place.games().join("spare");
                for state in states.iter().cycle() {
                    std::fs::write(&spare, state).unwrap();
                    set_age(&spare, 50_000);
                    std::fs::rename(&spare, &path).unwrap();
                    let_run_for(Duration::from_millis(1));
                    if done.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
            let report = place.build();
            done.store(true, Ordering::Relaxed);
            report
        });
        let is_told = |message: &str| message.contains("changed while it was read");
        was_reported |= report.problems.iter().any(|(_, problem)| is_told(&problem.message));
        if was_reported {
            break;
        }
    }
    assert!(was_reported, "no change was noticed");
    // The file must be read again, although its size and time may equal those that were recorded before.
    std::fs::write(&path, &states[1]).unwrap();
    set_age(&path, 50_000);
    let report = place.build();
    assert_eq!(report.problems, []);
    assert_eq!(report.totals.game_count(), 2001);
    assert_eq!(place.found("").len(), 2001);
}

#[cfg(unix)]
#[test]
fn a_file_is_read_once_whatever_links_lead_to_it() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let games = place.games();
    place.write("real/a.sgf", game("Anna"));
    place.write("note.txt", game("Nora"));
    let away = games.with_file_name("away");
    std::fs::create_dir(&away).unwrap();
    std::fs::write(away.join("b.sgf"), game("Bea")).unwrap();
    set_age(&away.join("b.sgf"), 100_000);
    // The test makes links in a circle (a → b → a), and a link from a folder to itself.
    symlink(games.join("two"), games.join("one")).unwrap();
    symlink(games.join("one"), games.join("two")).unwrap();
    symlink("..", games.join("real/up")).unwrap();
    symlink(games.join("real/a.sgf"), games.join("0-link.sgf")).unwrap();
    symlink(&away, games.join("away-1")).unwrap();
    symlink(&away, games.join("away-2")).unwrap();
    symlink(away.join("b.sgf"), games.join("b-link.sgf")).unwrap();
    // The text file itself is skipped because of its extension, but the link to it has the extension of a record, so it
    // is read.
    symlink(games.join("note.txt"), games.join("note.sgf")).unwrap();
    let report = place.build();
    assert_eq!(place.found(""), ["away-1/b.sgf@1", "note.sgf@1", "real/a.sgf@1"]);
    assert_eq!(
        problems(&report, &games),
        [
            "0-link.sgf not-a-file",
            "away-2/b.sgf not-a-file",
            "b-link.sgf not-a-file",
            "one not-a-file",
            "real/up not-a-file",
            "two not-a-file",
        ]
    );
    let again = place.build();
    assert_eq!(again.totals, report.totals);
    assert_eq!((again.unchanged, again.removed), (3, 0));
}

#[cfg(unix)]
#[test]
fn a_file_of_two_names_is_read_by_the_first() {
    let place = Place::new();
    let second = place.write("b.sgf", game("Anna"));
    place.build();
    let link = |name: &str| std::fs::hard_link(&second, place.games().join(name)).unwrap();
    link("c.sgf");
    let report = place.build();
    assert_eq!(problems(&report, &place.games()), ["c.sgf not-a-file"]);
    assert!(report.problems[0].1.message.contains("b.sgf"));
    assert_eq!(place.found(""), ["b.sgf@1"]);
    link("a.sgf");
    for _ in 0..2 {
        place.build();
        assert_eq!(place.found(""), ["a.sgf@1"]);
        assert!(digest(&place.folder(), &place.games()).unwrap() == clean_digest(&place.games()));
    }
    std::fs::remove_file(place.games().join("a.sgf")).unwrap();
    std::fs::remove_file(place.games().join("b.sgf")).unwrap();
    place.build();
    assert_eq!(place.found(""), ["c.sgf@1"]);
}

/// Fault F50: files that may not be read. Root can read every file, so a test that runs as root starts the program as
/// another user.
#[cfg(target_os = "linux")]
#[test]
fn unreadable_files_are_reported_and_skipped() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};
    let place = Place::new();
    place.write("open.sgf", game("Olga"));
    place.write("locked.sgf", game("Lara"));
    place.write("folder/inner.sgf", game("Inga"));
    let allow = |path: &Path, mode: u32| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, permissions).unwrap();
    };
    let games = place.games();
    let inner = games.join("folder");
    std::fs::create_dir(place.folder()).unwrap();
    allow(&place.folder(), 0o777);
    allow(games.parent().unwrap(), 0o755);
    allow(&games.join("locked.sgf"), 0);
    allow(&inner, 0);
    let binary = env!("CARGO_BIN_EXE_kifu-index");
    let mut command = Command::new(binary);
    if std::fs::read(games.join("locked.sgf")).is_ok() {
        command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", binary]);
        let mut probe = Command::new("setpriv");
        probe.args(["--reuid=65534", "--regid=65534", "--clear-groups", binary, "fields"]);
        let can = probe.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !can.is_ok_and(|status| status.success()) {
            allow(&inner, 0o755);
            println!("no other user can run the program here: nothing to test");
            return;
        }
    }
    command.args(["build", "--index"]).arg(place.folder()).arg(&games);
    let plain = command.output().unwrap();
    let strict = command.arg("--strict").output().unwrap();
    allow(&inner, 0o755);
    let out = String::from_utf8_lossy(&plain.stdout).into_owned();
    let error = String::from_utf8_lossy(&plain.stderr).into_owned();
    assert_eq!(plain.status.code(), Some(0), "{error}");
    assert!(out.contains("2 unreadable"), "{out}");
    for name in ["locked.sgf", "folder"] {
        let line = error.lines().find(|line| line.contains(name)).unwrap();
        assert!(line.contains("permission denied"), "{line}");
    }
    assert_eq!(place.found(""), ["open.sgf@1"]);
    assert_eq!(strict.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_system_files_are_skipped() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.write("a.sgf", GAME);
    for (name, target) in [
        ("full.sgf", "/dev/full"),
        ("kernel.sgf", "/proc/kmsg"),
        ("null.zip", "/dev/null"),
        ("processes", "/proc"),
        ("self.sgf", "/proc/self/maps"),
        ("system", "/sys"),
        ("zero.sgf", "/dev/zero"),
    ] {
        symlink(target, place.games().join(name)).unwrap();
    }
    let report = place.build();
    let names =
        ["full.sgf", "kernel.sgf", "null.zip", "processes", "self.sgf", "system", "zero.sgf"];
    let expected: Vec<String> = names.iter().map(|name| format!("{name} not-a-file")).collect();
    assert_eq!(problems(&report, &place.games()), expected);
    assert_eq!(place.found(""), ["a.sgf@1"]);
    // Each device or system file is named as a root of the archive.
    for root in ["/proc", "/proc/kmsg", "/dev/zero"] {
        let folder = temporary_folder();
        let report = build_with(folder.path(), &[root.into()], &Options::default());
        assert_eq!((report.totals.game_count(), report.problems.len()), (0, 1), "{root}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn unusual_file_names_are_preserved() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let long = [b"x".repeat(251), b".sgf".to_vec()].concat();
    let names: [&[u8]; 8] = [
        b"-c.sgf",
        b"--help.sgf",
        b"new\nline.sgf",
        b"tab\tand\x1b[31mred.sgf",
        b"\xff\xfe\x80.sgf",
        "\u{202e}fgs.\u{5d0}\u{5d1}.sgf".as_bytes(),
        "囲碁 對局.SGF".as_bytes(),
        &long,
    ];
    for name in names {
        let path = place.games().join(OsStr::from_bytes(name));
        std::fs::write(&path, GAME).unwrap();
        set_age(&path, 100_000);
    }
    // Builds a path longer than the system's limit. The innermost folder is made first and then moved into outer ones,
    // because no single call could name it.
    let (chain, outer) = (place.games().join("y".repeat(200)), place.games().join("outer"));
    place.write(&format!("{}/deep.sgf", "y".repeat(200)), "(;PB[Deep])");
    for _ in 0..25 {
        std::fs::create_dir(&outer).unwrap();
        std::fs::rename(&chain, outer.join("y".repeat(200))).unwrap();
        std::fs::rename(&outer, &chain).unwrap();
    }
    let report = place.build();
    assert_eq!(report.totals.game_count(), 8);
    assert_eq!(report.problems.len(), 1, "{:?}", report.problems);
    assert_eq!(report.problems[0].1.kind, "unreadable");
    // Files whose names are unusual, such as bytes that are not UTF-8, must be neither read twice nor lost by the next
    // build.
    let again = place.build();
    assert_eq!((again.unchanged, again.removed), (8, 0));
    let index = place.folder();
    let listed = crate::support::program(&index)
        .args(["search", "player:Anna", "-l", "-0"])
        .output()
        .unwrap();
    let mut paths: Vec<&[u8]> = listed.stdout.split(|&byte| byte == 0).collect();
    assert_eq!(paths.pop(), Some(&b""[..]));
    paths.sort();
    let mut expected: Vec<Vec<u8>> = names
        .iter()
        .map(|name| place.games().join(OsStr::from_bytes(name)))
        .map(|path| path.into_os_string().as_bytes().to_vec())
        .collect();
    expected.sort();
    assert_eq!(paths, expected);
    // A path must be printed as one line without control characters.
    let rows = crate::support::run_on(&index, &["search", "player:Anna"]).ends(0);
    assert_eq!(rows.out.lines().count(), 8);
    assert!(!rows.out.contains('\x1b'), "{}", rows.out);
    for hit in crate::support::run_on(&index, &["search", "player:Anna", "--json"]).ends(0).json() {
        let id = hit["id"].as_str().unwrap();
        crate::support::run_on(&index, &["show", id]).ends(0);
    }
}

/// Fault F55. An unplugged drive leaves an empty folder, or each attempt to read it gives an error.
#[test]
fn a_root_that_is_empty_all_at_once_keeps_its_games() {
    let place = Place::new();
    let (drive, away) = (place.games().join("drive"), place.games().join("away"));
    place.write("drive/a.sgf", game("Anna"));
    place.write("drive/sub/b.sgf", game("Bea"));
    build_with(&place.folder(), std::slice::from_ref(&drive), &Options::default());
    std::fs::rename(&drive, &away).unwrap();
    std::fs::create_dir(&drive).unwrap();
    let report = build_with(&place.folder(), &[], &Options::default());
    assert_eq!(report.unreachable, std::slice::from_ref(&drive));
    assert_eq!((report.removed, report.totals.game_count()), (0, 2));
    assert_eq!(place.found("").len(), 2);
    let warned = crate::support::run_on(&place.folder(), &["build"]).ends(0);
    assert!(warned.err.contains("is empty; its games stay"), "{}", warned.err);
    std::fs::remove_dir(&drive).unwrap();
    std::fs::rename(&away, &drive).unwrap();
    let report = build_with(&place.folder(), &[], &Options::default());
    assert_eq!((report.unchanged, report.read.files), (2, 0));
}

/// Fault F55. The drive goes away after the build has listed the files and before it reads them, so changed files can
/// no longer be opened.
#[cfg(unix)]
#[test]
fn files_that_vanish_after_the_walk_keep_their_games() {
    let place = Place::new();
    for i in 0..300 {
        place.write(&format!("sub/{i:03}.sgf"), game("Anna"));
    }
    place.build();
    for i in 0..300 {
        place.write(&format!("sub/{i:03}.sgf"), game("Clara Bell"));
    }
    let (sub, away) = (place.games().join("sub"), place.games().join("away"));
    let progress = ReadProgress::default();
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !progress.is_walk_done.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
            std::fs::rename(&sub, &away).unwrap();
        });
        build(&place.folder(), &[place.games()], &Options::default(), &progress).unwrap()
    });
    // Files that were not read yet must keep their old games.
    assert_eq!(report.totals.game_count(), 300, "{:?}", report.problems.first());
    let count = |query: &str| place.found(query).len();
    assert_eq!(count("player:Anna") + count("player:Clara"), 300);
    std::fs::rename(&away, &sub).unwrap();
    place.build();
    assert_eq!(count("player:Clara"), 300);
}

/// Fault F57: a folder of very many files. Reading it must take no more memory than its list of files needs, and the
/// files must be read in the order of their names.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "writes 100,000 files"]
fn a_folder_of_a_hundred_thousand_files() {
    let place = Place::new();
    for i in 0..100_000 {
        let path = place.games().join(format!("{i:06}.sgf"));
        std::fs::write(path, game(&format!("Player {i}"))).unwrap();
    }
    let mut child = crate::support::program(&place.folder())
        .arg("build")
        .arg(place.games())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0u64;
    poll(Duration::from_secs(600), || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(number.unwrap_or(0));
        child.try_wait().unwrap()
    })
    .expect("a build that ends");
    println!("peak memory {} MiB", peak / 1024);
    assert!(peak < 400 * 1024, "{peak} KiB");
    let list = || crate::support::run_on(&place.folder(), &["search", "-l"]).ends(0).out;
    let paths = list();
    assert_eq!(paths.lines().count(), 100_000);
    assert!(paths.lines().is_sorted());
    assert_eq!(list(), paths);
}

/// The folder is an archive in which every file is a symbolic link to another place.
#[cfg(unix)]
#[test]
fn a_farm_of_links_is_read_like_the_files() {
    let place = Place::new();
    let real = place.games().with_file_name("real");
    copy_tree(&sample_archive(), &real);
    for file in crate::support::files_below(&real) {
        let link = place.games().join(file.strip_prefix(&real).unwrap());
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&file, link).unwrap();
    }
    place.build();
    let linked = digest(&place.folder(), &place.games()).unwrap();
    assert!(linked == clean_digest(&real));
}
