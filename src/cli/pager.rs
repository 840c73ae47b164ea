//! Sends output that is longer than the screen through a pager, as git does.

use super::less::command;
use super::terminal::{Out, Terminal, buffered};
use super::wishes::{OutputOptions, variable};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// Options of `less` unless the user has set some: quit if the text fits on one screen (F), keep colours and links (R),
/// leave the text on the screen (X), end with the program on Ctrl-C (K).
const OPTIONS_OF_LESS: &str = "FRXK";

/// Starts a pager; `None` if that fails, for example because the program does not exist.
fn start(command: &str) -> Option<Child> {
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
    if variable("LESS").is_none() {
        pager.env("LESS", OPTIONS_OF_LESS);
    }
    pager.stdin(Stdio::piped()).spawn().ok()
}

/// Standard output of a command whose results people read. The text is buffered until it is longer than the screen,
/// then sent through the pager.
#[derive(Debug)]
pub(crate) enum Screen {
    /// Text so far, its number of lines, the number of lines that fit, and the pager command.
    Kept { text: Vec<u8>, lines: usize, most: usize, command: String },
    /// The pager runs and takes the text.
    Paged(Child, BufWriter<ChildStdin>),
    /// The text goes to standard output, without a pager.
    Direct(Out),
}

impl Screen {
    /// Opens standard output. With `is_paged`, it goes through the user's pager if it is a terminal and a pager is set.
    pub(crate) fn stdout(pages: bool) -> Screen {
        let pages = pages && io::stdout().is_terminal();
        let command = command(OutputOptions::settled(), &variable).filter(|_| pages);
        match command {
            None => Screen::Direct(buffered()),
            Some(command) => Screen::Kept {
                text: Vec::new(),
                lines: 0,
                // The prompt of the shell takes the last line.
                most: Terminal::stdout().height.saturating_sub(1),
                command,
            },
        }
    }

    /// Writes the rest of the text and waits until the user quits the pager.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Screen::Direct(mut out) => out.flush(),
            Screen::Kept { text, .. } => {
                let mut out = buffered();
                out.write_all(&text)?;
                out.flush()
            }
            Screen::Paged(mut child, mut input) => {
                let written = or_leave(input.flush(), &mut child);
                drop(input);
                child.wait().map(|_| ()).and(written)
            }
        }
    }

    /// Starts the pager with the buffered text. If the pager cannot be started, writes the text to standard output.
    fn open(&mut self) -> io::Result<()> {
        let Screen::Kept { text, command, .. } = self else {
            return Ok(());
        };
        let text = std::mem::take(text);
        let pager = start(command).and_then(|mut child| Some((child.stdin.take()?, child)));
        *self = match pager {
            Some((input, child)) => Screen::Paged(child, BufWriter::new(input)),
            None => Screen::Direct(buffered()),
        };
        self.write_all(&text)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Screen::Direct(out) => out.write(bytes),
            Screen::Paged(child, input) => or_leave(input.write(bytes), child),
            Screen::Kept { text, lines, most, .. } => {
                text.extend_from_slice(bytes);
                *lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
                if *lines > *most {
                    self.open()?;
                }
                Ok(bytes.len())
            }
        }
    }

    /// Buffered text stays in the buffer on a flush, since it may still fit on the screen.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Screen::Direct(out) => out.flush(),
            Screen::Paged(child, input) => or_leave(input.flush(), child),
            Screen::Kept { .. } => Ok(()),
        }
    }
}

/// Ends the program quietly if the user quit the pager before the end of the text.
fn or_leave<T>(result: io::Result<T>, child: &mut Child) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            // The pager may still control the terminal, so this process waits for its end.
            let _ = child.wait();
            std::process::exit(0)
        }
        result => result,
    }
}
