//! Starts programs that outlive this one, such as a viewer or a browser.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// Returns a command that shares neither the streams of this process nor the signals that its terminal sends.
pub(crate) fn detached_command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // On Ctrl-C the terminal signals every process of the program's process group, so the child gets another group.
        command.process_group(0);
    }
    command
}

/// Command with which the system opens a file or an address; the file or address is appended as the last word.
pub(crate) const OPEN_COMMAND: &[&str] = if cfg!(windows) {
    &["cmd", "/C", "start", ""]
} else if cfg!(target_os = "macos") {
    &["open"]
} else {
    &["xdg-open"]
};
