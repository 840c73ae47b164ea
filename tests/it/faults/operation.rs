//! Faults in running the program: queries, output streams, locales.

use crate::support::{
    EVENT_TIMEOUT, Place, answer, folder_on_disk, poll, program, run_on, samples, temporary_folder,
};
use kifu_index::engine::board::BoardAnswer;
use kifu_index::engine::request::BoardSearch;
use std::process::{Command, Stdio};

/// SGF coordinate of a number from 0: `a` to `z`, then `A` to `Z`.
fn letter(number: u8) -> char {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.clone().nth(number.into()).unwrap()
}

#[test]
fn positions_on_boards_of_all_sizes() {
    let place = Place::new();
    let sizes = 1..=52u8;
    // For each board size there are two games, Black in a corner and then White in the centre or nowhere, and a full
    // board of one colour.
    for size in sizes.clone() {
        let centre = letter(size / 2);
        let last = letter(size - 1);
        let games = [
            format!("(;SZ[{size}]PB[One];B[aa];W[{centre}{centre}])"),
            format!("(;SZ[{size}]PB[Two];B[{last}{last}])"),
            format!("(;SZ[{size}]PB[Full]AB[aa:{last}{last}];W[])"),
        ];
        for (number, game) in games.iter().enumerate() {
            place.write(&format!("{size}-{number}.sgf"), game);
        }
    }
    place.build();
    let engine = place.engine();
    for size in sizes {
        let last = letter(size - 1);
        let ask = |text: &str, limit: usize| {
            let search = BoardSearch { listed: limit, ..BoardSearch::of(text) };
            let answer = answer(&engine, &search);
            assert_eq!(answer.size, [size, size]);
            answer
        };
        let empty = ask(&format!("(;SZ[{size}])"), usize::MAX);
        assert_eq!(empty.total, 2, "{size}: the empty board");
        // On the 1×1 board the stone has no liberty and is removed at once, so the board stays empty.
        let corner = ask(&format!("(;SZ[{size}];B[aa])"), usize::MAX);
        assert_eq!(corner.total, 2, "{size}: a corner");
        let full = ask(&format!("(;SZ[{size}]AB[aa:{last}{last}])"), usize::MAX);
        assert_eq!(full.total, 1, "{size}: a full board");
        for answer in [&empty, &corner, &full] {
            let rows: u64 = answer.moves.iter().map(|row| row.games).sum();
            assert_eq!(rows, answer.total, "{size}");
            assert_eq!(answer.games.len() as u64, answer.total);
        }
        // A shorter list must be the beginning of the full list, and each run must give the same order.
        for limit in 0..=2 {
            let page = ask(&format!("(;SZ[{size}])"), limit);
            let paths = |answer: &BoardAnswer| -> Vec<_> {
                let games = answer.games.iter();
                games.map(|game| game.path.clone()).collect()
            };
            let mut whole = paths(&empty);
            whole.truncate(limit);
            assert_eq!(paths(&page), whole);
            assert_eq!(page.total, empty.total);
        }
    }
    assert_eq!(engine.status(false).unwrap().answer.games, 52 * 3);
}

/// Fault F76. An argument that is no position must give an error with advice.
#[test]
fn invalid_positions_give_errors() {
    for arguments in [
        &["position", "--size", "53", "Q16"][..],
        &["position", "--size", "0", "A1"],
        &["position", ""],
        &["position", "(;SZ[19]AB[zz])"],
    ] {
        let run = run_on(samples(), arguments);
        assert!(!run.err.contains("panicked"), "{arguments:?} {run:?}");
        assert!(run.code.is_some_and(|code| code <= 2), "{arguments:?} {run:?}");
    }
}

#[test]
fn locale_and_time_zone_change_no_byte() {
    let ask = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = program(samples());
        command.args(arguments).env_remove("TZ");
        command.envs(environment.iter().copied());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        (output.stdout, output.stderr)
    };
    let first = ask(&["search", "player:Lee", "--json"], &[]).0;
    let first: serde_json::Value =
        serde_json::from_slice(first.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    let id = first["id"].as_str().unwrap();
    for arguments in [
        &["search", "--json"][..],
        &["search", "comment:劫 OR player:Lee"],
        &["position", "Q16", "--json"],
        &["show", id],
        &["show", "--json", id],
        &["status", "--json"],
        &["fields"],
    ] {
        let expected = ask(arguments, &[]);
        for environment in [
            &[("LC_ALL", "C")][..],
            &[("LC_ALL", "POSIX"), ("TZ", "UTC")],
            &[("LANG", "ja_JP.SJIS"), ("LC_ALL", "ja_JP.SJIS")],
            &[("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")],
            &[("TZ", "Pacific/Kiritimati")],
            &[("TZ", "nonsense/zone"), ("LANG", "not a locale")],
            &[("LC_NUMERIC", "de_DE.UTF-8"), ("LANGUAGE", "de")],
        ] {
            assert!(ask(arguments, environment) == expected, "{arguments:?} {environment:?}");
        }
    }
}

/// Fault F77. An index that is built in another locale must be identical.
#[test]
fn names_do_not_depend_on_the_locale() {
    let place = Place::new();
    place.write("囲碁/対局.sgf", "(;PB[呉清源]CA[UTF-8];B[pd])");
    let rows = |locale: &str| {
        let folder = temporary_folder();
        let built = program(folder.path())
            .env("LC_ALL", locale)
            .arg("build")
            .arg(place.games())
            .output()
            .unwrap();
        assert_eq!(built.status.code(), Some(0), "{built:?}");
        let rows = run_on(folder.path(), &["search", "player:呉清源", "--json"]);
        rows.ends(0).out
    };
    assert_eq!(rows("C"), rows("ja_JP.SJIS"));
    assert!(rows("C").contains("対局.sgf"));
}

/// Fault F78. The program must be quiet if a reader closes the pipe at once, or if the output stream was never open.
#[cfg(unix)]
#[test]
fn a_closed_output_is_quiet() {
    let place = Place::new();
    let text: String = (0..3000).map(|i| format!("(;PB[Player {i}];B[pd];W[dd])")).collect();
    place.write("many.sgf", text);
    place.build();
    let games = place.games();
    for arguments in [
        "search --json",
        "search",
        "position Q16 --limit 0",
        "position Q16 --json --limit 0",
        "fields",
        "status",
        "status --json",
        "status --verify",
        "--help",
        "build",
    ] {
        let mut child = program(&place.folder())
            .args(arguments.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!error.contains("panicked") && !error.contains("damaged"), "{arguments}: {error}");
        assert_eq!((error.as_str(), output.status.code()), ("", Some(0)), "{arguments}");
        let script = format!("exec \"$0\" {arguments} >&-");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_kifu-index")])
            .env("KIFU_INDEX", place.folder())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!error.contains("panicked"), "{arguments}: {error}");
        assert!(output.status.code().is_some(), "{arguments}");
    }
    assert!(games.join("many.sgf").is_file());
}

/// Output of a command. Panics unless the command ends within a minute, because it must not wait silently for others.
fn output_within_timeout(command: &mut Command) -> std::process::Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    if poll(EVENT_TIMEOUT, || child.try_wait().unwrap()).is_none() {
        child.kill().unwrap();
        panic!("it still waits: {command:?}");
    }
    child.wait_with_output().unwrap()
}

/// A suspended process holds the lock file that readers with an older version of the index library locked. Builds and
/// queries must not wait for that process.
#[test]
fn a_stopped_reader_blocks_nobody() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let lock = std::fs::File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(place.folder().join(".tantivy-meta.lock"))
        .unwrap();
    lock.lock().unwrap();
    place.write("b.sgf", "(;PB[Bea];B[pd])");
    for (arguments, expected) in [
        (&["search", "-c"][..], "1\n"),
        (&["build"], ""),
        (&["search", "-c"], "2\n"),
        (&["status", "--verify"], ""),
    ] {
        let output = output_within_timeout(program(&place.folder()).args(arguments));
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(expected.is_empty() || text == expected, "{text}");
    }
}

/// The file of player names must be a regular file. Devices and pipes, which may never end, must not be read.
#[cfg(unix)]
#[test]
fn player_names_are_read_from_regular_files_only() {
    let folder = folder_on_disk();
    let path = |name: &str| folder.path().join(name);
    let made = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(made.unwrap().success());
    let large = std::fs::File::create(path("large")).unwrap();
    large.set_len(1 << 32).unwrap();
    for (file, reason) in [
        (path("pipe"), "not a regular file"),
        ("/dev/zero".into(), "not a regular file"),
        (path("large"), "larger than 16 MiB"),
    ] {
        let mut command = program(samples());
        let output =
            output_within_timeout(command.args(["search", "player:Lee", "--aliases"]).arg(file));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(reason) && error.contains("help: "), "{error}");
    }
}
