//! Programs that are started and detached, such as a viewer or a browser.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// A program that shares neither this one's streams nor the signals that its terminal sends.
pub(crate) fn detached(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // On Ctrl-C the terminal signals the program's own process group, so this one gets another.
        command.process_group(0);
    }
    command
}

/// The command with which the system opens a file or an address, which comes last.
pub(crate) const OPENER: &[&str] = if cfg!(windows) {
    &["cmd", "/C", "start", ""]
} else if cfg!(target_os = "macos") {
    &["open"]
} else {
    &["xdg-open"]
};
