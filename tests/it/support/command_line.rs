//! Runs the program as people do, from the command line.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Number of columns in a tab-separated row.
pub const COLUMNS: usize = 17;

/// Result of a run of the program.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Checks the exit code, and that the program did not panic.
    pub fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// Checks that the run failed with an empty standard output and with a message that has advice, and returns the
    /// message.
    pub fn fails(self) -> String {
        let run = self.ends(2);
        assert_eq!(run.out, "");
        assert!(run.err.starts_with("error: "), "{}", run.err);
        run.err
    }

    pub fn json(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect()
    }
}

pub fn program(index: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu-index"));
    command.env("KIFU_INDEX", index);
    // The settings and player names of the person who runs the tests must not affect them.
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    for name in ["COLUMNS", "NO_COLOR", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command
}

pub fn run_on<S: AsRef<OsStr>>(index: &Path, arguments: &[S]) -> Run {
    let output = program(index).args(arguments).output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Index of the sample archive, shared by all tests and never changed.
pub fn samples() -> &'static Path {
    static INDEX: OnceLock<PathBuf> = OnceLock::new();
    INDEX.get_or_init(|| {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("samples-{}", std::process::id()));
        run_on(&folder, &["build", "sample-archive"]).ends(0);
        folder
    })
}

pub fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = program(samples())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
