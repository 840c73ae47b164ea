//! Output streams that cannot be written: full, closed, or left by their reader.

use crate::support::{Place, Run, files_below, program, run_on, samples};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

/// Commands of every kind, each with its usual exit code.
const COMMANDS: [(&str, i32); 24] = [
    ("", 0),
    ("--help", 0),
    ("--version", 0),
    ("--no-such-option", 2),
    ("help query", 0),
    ("help nothing-like-it", 2),
    ("fields", 0),
    ("man", 0),
    ("completions bash", 0),
    ("status", 0),
    ("status --json", 0),
    ("status --verify", 0),
    ("search player:Lee", 0),
    ("search player:Lee --csv", 0),
    ("search player:Nobody", 1),
    ("search plyer:Lee", 2),
    ("search player:Lee --explain", 0),
    ("stats --by year", 0),
    ("dups", 0),
    ("players", 0),
    ("players Nobodyatall", 1),
    ("position Q16 D4", 0),
    ("pattern XO/OX --json", 0),
    ("doctor sample-archive --count", 1),
];

/// Runs a command in a shell with redirected streams.
fn shell(arguments: &str, streams: &str) -> Run {
    let program = program(samples());
    let mut shell = Command::new("sh");
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let output = shell
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-c", &format!("exec \"$0\" {arguments} {streams}")])
        .arg(program.get_program())
        .output()
        .unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn has_full_device() -> bool {
    let is_there = Path::new("/dev/full").exists();
    if !is_there {
        println!("there is no /dev/full: nothing to test");
    }
    is_there
}

#[cfg(unix)]
#[test]
fn an_unwritable_error_stream_changes_no_result() {
    for (arguments, code) in COMMANDS {
        let plain = shell(arguments, "2>/dev/null").ends(code).out;
        let mut streams = vec!["2>&-"];
        streams.extend(has_full_device().then_some("2>/dev/full"));
        for stream in streams {
            let run = shell(arguments, stream).ends(code);
            // Output of `--explain` is not compared, because it contains times, which differ from run to run.
            if !arguments.contains("--explain") {
                assert_eq!(run.out, plain, "{arguments} {stream}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn results_that_cannot_be_written_are_an_error() {
    if !has_full_device() {
        return;
    }
    for (arguments, _) in COMMANDS {
        let output = shell(arguments, "2>/dev/null").out;
        let run = shell(arguments, ">/dev/full").ends(if output.is_empty() {
            // A command that prints nothing must keep its exit code, since it does not notice the full stream.
            shell(arguments, "").code.unwrap_or(-1)
        } else {
            2
        });
        let complains = run.err.contains("error: cannot write the result")
            || run.err.contains(r#""message":"cannot write the result"#);
        assert_eq!(complains, !output.is_empty(), "{arguments}: {}", run.err);
        // If both standard output and standard error are full, only the exit code can report the error.
        let code = run.code.unwrap_or(-1);
        shell(arguments, ">/dev/full 2>/dev/full").ends(code);
    }
}

#[cfg(unix)]
#[test]
fn a_closed_output_is_no_error() {
    for (arguments, code) in COMMANDS {
        shell(arguments, ">&-").ends(code);
        shell(arguments, ">&- 2>&-").ends(code);
    }
}

/// `ulimit -f` makes the system send a signal, which must not kill the program in the middle of a file.
#[cfg(unix)]
#[test]
fn a_limit_on_files_is_an_error_and_no_signal() {
    let place = Place::new();
    let limited = |folder: &Path, arguments: &str| {
        let output = Command::new("sh")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("KIFU_INDEX", folder)
            .args(["-c", &format!("ulimit -f 1; exec \"$0\" {arguments}")])
            .arg(env!("CARGO_BIN_EXE_kifu-index"))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        // A program that was killed by a signal has no exit code, so an exit code shows that it was not.
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains("error: "), "{error}");
        let is_reported = error.contains("File too large") || error.contains("disk");
        assert!(is_reported, "{error}");
    };
    limited(&place.folder(), "build sample-archive");
    let target = place.games().join("all.sgf");
    limited(samples(), &format!("export '' --sgf '{}'", target.display()));
    assert_eq!(files_below(&place.games()), Vec::<std::path::PathBuf>::new());
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_address_space_is_enough() {
    let place = crate::support::Place::new();
    place.write("a.sgf", "(;SZ[9]PB[Ann];B[ee];W[cc])");
    let games = place.games().display().to_string();
    for mib in [500, 900, 1024, 1100, 1200, 1500, 2048] {
        let index = place.folder().with_file_name(format!("in-{mib}"));
        for arguments in [&["build", &games, "--threads", "2"][..], &["search", "player:Ann"]] {
            let program = program(&index);
            let mut shell = Command::new("sh");
            shell
                .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
                .arg((mib << 10).to_string())
                .arg(program.get_program())
                .args(arguments)
                .stdin(Stdio::null());
            for (name, value) in program.get_envs() {
                match value {
                    Some(value) => shell.env(name, value),
                    None => shell.env_remove(name),
                };
            }
            let output = shell.output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{mib} MiB, {arguments:?}: {err}");
        }
    }
}

#[cfg(unix)]
#[test]
fn named_files_are_bounded_and_a_pipe_is_waited_for() {
    let place = crate::support::Place::new();
    let settings = place.folder().with_file_name("settings");
    let tag = |source: &str| {
        let mut command = program(samples());
        command.env("XDG_CONFIG_HOME", &settings).args(["tag", "--import", source]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    for source in ["/dev/urandom", "/dev/zero"] {
        let refused = tag(source).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        let err = String::from_utf8_lossy(&refused.stderr);
        assert!(err.contains("this is a device"), "{err}");
        let query = run_on(samples(), &["search", &format!("@{source}")]).fails();
        assert!(query.contains("this is a device"), "{query}");
    }
    let write = |name: &str, bytes: &[u8]| {
        let path = place.folder().with_file_name(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let long = write("long", &vec![b'x'; (1 << 20) + 1]);
    let refused = tag(long.to_str().unwrap()).output().unwrap();
    let err = String::from_utf8_lossy(&refused.stderr);
    assert!(
        refused.status.code() == Some(2) && err.contains("a line is longer than 1 MiB"),
        "{err}"
    );
    let many = write("many", &b"x\n".repeat(20_000));
    let refused = tag(many.to_str().unwrap()).output().unwrap();
    let err = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && err.contains("more than 10000 lines"), "{err}");
    let pipe = place.folder().with_file_name("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut child = tag(pipe.to_str().unwrap()).spawn().unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    assert!(line.contains("Waiting for a program to write to"), "{line}");
    std::fs::write(&pipe, "{\"star\":\"0123456789abcdef\",\"at\":5}\n").unwrap();
    let mut rest = String::new();
    err.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{rest}");
    assert!(rest.contains("1 line was new"), "{rest}");
    // SIGINT ends the program while it waits for a writer of the pipe.
    let mut child = tag(pipe.to_str().unwrap()).spawn().unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    err.read_line(&mut String::new()).unwrap();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), None);
}
