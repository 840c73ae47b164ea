//! Sends output that is longer than the screen through a pager, as git does.

use super::output_options::{OutputOptions, env_variable};
use super::pager_command::pager_command;
use super::terminal::{BufferedStdout, Terminal, buffered_stdout};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// Options of `less` unless the user has set some: quit if the text fits on one screen (F), keep colours and links (R),
/// leave the text on the screen (X), end with the program on Ctrl-C (K).
const LESS_OPTIONS: &str = "FRXK";

/// Starts a pager; `None` if that fails, for example because the program does not exist.
fn spawn_pager(command: &str) -> Option<Child> {
    let needs_shell = command.contains(|c: char| "|&;<>()$`\\\"'*?[#~=%".contains(c));
    let words: Vec<&str> = if !needs_shell {
        command.split_whitespace().collect()
    } else if cfg!(windows) {
        vec!["cmd", "/C", command]
    } else {
        vec!["sh", "-c", command]
    };
    let (program, arguments) = words.split_first()?;
    let mut pager = Command::new(program);
    pager.args(arguments);
    if env_variable("LESS").is_none() {
        pager.env("LESS", LESS_OPTIONS);
    }
    pager.stdin(Stdio::piped()).spawn().ok()
}

/// Standard output of a command whose results people read. The text is buffered until it is longer than the screen,
/// then sent through the pager.
#[derive(Debug)]
pub(crate) enum Screen {
    /// The text printed so far, its number of lines, the number of lines that fit on the screen, and the pager command.
    Buffered { text: Vec<u8>, lines: usize, max_lines: usize, command: String },
    /// The pager runs and takes the text.
    Paged(Child, BufWriter<ChildStdin>),
    /// The text goes to standard output, without a pager.
    Direct(BufferedStdout),
}

impl Screen {
    /// Opens standard output. With `is_paged`, it goes through the user's pager if it is a terminal and a pager is set.
    pub(crate) fn stdout(is_paged: bool) -> Screen {
        let pages = is_paged && io::stdout().is_terminal();
        let command = pager_command(OutputOptions::installed(), &env_variable).filter(|_| pages);
        match command {
            None => Screen::Direct(buffered_stdout()),
            Some(command) => Screen::Buffered {
                text: Vec::new(),
                lines: 0,
                // The last line of the screen is left for the prompt of the shell.
                max_lines: Terminal::stdout().height.saturating_sub(1),
                command,
            },
        }
    }

    /// Writes the rest of the text and waits until the user quits the pager.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Screen::Direct(mut out) => out.flush(),
            Screen::Buffered { text, .. } => {
                let mut out = buffered_stdout();
                out.write_all(&text)?;
                out.flush()
            }
            Screen::Paged(mut child, mut input) => {
                let written = exit_if_closed(input.flush(), &mut child);
                drop(input);
                child.wait().map(|_| ()).and(written)
            }
        }
    }

    /// Starts the pager with the buffered text. If the pager cannot be started, writes the text to standard output.
    fn flush_to_pager(&mut self) -> io::Result<()> {
        let Screen::Buffered { text, command, .. } = self else {
            return Ok(());
        };
        let text = std::mem::take(text);
        let pager = spawn_pager(command).and_then(|mut child| Some((child.stdin.take()?, child)));
        *self = match pager {
            Some((input, child)) => Screen::Paged(child, BufWriter::new(input)),
            None => Screen::Direct(buffered_stdout()),
        };
        self.write_all(&text)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Screen::Direct(out) => out.write(bytes),
            Screen::Paged(child, input) => exit_if_closed(input.write(bytes), child),
            Screen::Buffered { text, lines, max_lines: most, .. } => {
                text.extend_from_slice(bytes);
                *lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
                if *lines > *most {
                    self.flush_to_pager()?;
                }
                Ok(bytes.len())
            }
        }
    }

    /// Buffered text stays in the buffer on a flush, since it may still fit on the screen.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Screen::Direct(out) => out.flush(),
            Screen::Paged(child, input) => exit_if_closed(input.flush(), child),
            Screen::Buffered { .. } => Ok(()),
        }
    }
}

/// Ends the program quietly if the user quit the pager before the end of the text.
fn exit_if_closed<T>(result: io::Result<T>, child: &mut Child) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            // The pager may still control the terminal, so this process waits for its end.
            let _ = child.wait();
            std::process::exit(0)
        }
        result => result,
    }
}
