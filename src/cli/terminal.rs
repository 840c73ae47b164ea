//! What the standard output is, and how it is written to.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};

/// What the output can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Whether it is a terminal and not a pipe or a file.
    pub is_terminal: bool,
    /// Its columns; 80 if nobody knows.
    pub width: usize,
    /// Whether colours are wanted: on a terminal that is not dumb, unless `NO_COLOR` is set.
    pub color: bool,
    /// Whether characters beyond ASCII are drawn: on a terminal, if the locale's charset is UTF-8.
    pub unicode: bool,
}

/// Columns where nothing else is known.
const USUAL_WIDTH: usize = 80;
/// Nothing readable fits into less.
const LEAST_WIDTH: usize = 20;

impl Terminal {
    /// The standard output.
    pub fn stdout() -> Terminal {
        Terminal::of(&io::stdout(), |name| {
            std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
        })
    }

    /// A pipe of so many columns: no colour, Unicode as asked for.
    pub fn plain(width: usize, unicode: bool) -> Terminal {
        Terminal {
            is_terminal: false,
            width,
            color: false,
            unicode,
        }
    }

    /// The same without anything beyond ASCII where the program has the choice.
    pub fn ascii(self) -> Terminal {
        Terminal {
            unicode: false,
            ..self
        }
    }

    fn of(stdout: &Stdout, env: impl Fn(&str) -> Option<String>) -> Terminal {
        let is_terminal = stdout.is_terminal();
        let columns = env("COLUMNS").and_then(|text| text.trim().parse::<usize>().ok());
        let measured = || {
            let (width, _) = terminal_size::terminal_size().filter(|_| is_terminal)?;
            Some(usize::from(width.0))
        };
        let width = columns.filter(|&width| width > 0).or_else(measured);
        Terminal {
            is_terminal,
            width: width.unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH),
            color: is_terminal && wants_color(&env),
            // What goes into a pipe or a file is the same in every locale.
            unicode: !is_terminal || is_utf8(&env),
        }
    }

    /// Text in bold type.
    pub fn bold(&self, text: impl Display) -> String {
        self.paint(Style::Bold, text)
    }

    /// Text that stands back.
    pub fn dim(&self, text: impl Display) -> String {
        self.paint(Style::Dim, text)
    }

    /// Text in red.
    pub fn red(&self, text: impl Display) -> String {
        self.paint(Style::Red, text)
    }

    /// Text in yellow.
    pub fn yellow(&self, text: impl Display) -> String {
        self.paint(Style::Yellow, text)
    }

    /// Text in green.
    pub fn green(&self, text: impl Display) -> String {
        self.paint(Style::Green, text)
    }

    /// Text in cyan.
    pub fn cyan(&self, text: impl Display) -> String {
        self.paint(Style::Cyan, text)
    }

    /// Text in a style; as it is without colour.
    pub fn paint(&self, style: Style, text: impl Display) -> String {
        match style.code() {
            Some(code) if self.color => format!("\x1B[{code}m{text}{}", Style::RESET),
            _ => text.to_string(),
        }
    }
}

/// How text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Like all other text.
    #[default]
    Plain,
    /// Bold.
    Bold,
    /// Faint.
    Dim,
    /// Red and bold.
    Red,
    /// Yellow and bold.
    Yellow,
    /// Green.
    Green,
    /// Cyan.
    Cyan,
}

impl Style {
    /// The sequence that ends every style.
    pub const RESET: &'static str = "\x1B[0m";

    /// The parameters of the sequence that begins the style.
    pub fn code(self) -> Option<&'static str> {
        match self {
            Style::Plain => None,
            Style::Bold => Some("1"),
            Style::Dim => Some("2"),
            Style::Red => Some("1;31"),
            Style::Yellow => Some("1;33"),
            Style::Green => Some("32"),
            Style::Cyan => Some("36"),
        }
    }
}

/// no-color.org: any value that is not empty counts.
fn wants_color(env: &impl Fn(&str) -> Option<String>) -> bool {
    env("NO_COLOR").is_none_or(|value| value.is_empty())
        && env("TERM").is_none_or(|term| term != "dumb")
}

/// The first of the variables that is set decides, as for the C library; where none is, the system is a modern one.
fn is_utf8(env: &impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| env(name).filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The standard output with a buffer. When the reader has gone away (`| head`), the program ends quietly with exit
/// code 0. It has to be flushed before [`std::process::exit`].
#[derive(Debug)]
pub struct Out(BufWriter<Quiet<Stdout>>);

impl Out {
    /// The standard output.
    pub fn stdout() -> Out {
        Out(BufWriter::with_capacity(1 << 16, Quiet(io::stdout())))
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Ends the program where a pipe is broken.
#[derive(Debug)]
struct Quiet<W>(W);

impl<W: Write> Write for Quiet<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        quiet(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        quiet(self.0.flush())
    }
}

fn quiet<T>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env<'a>(set: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        move |name| {
            let found = set.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        }
    }

    #[test]
    fn locales() {
        assert!(is_utf8(&env(&[])));
        assert!(is_utf8(&env(&[("LANG", "ja_JP.UTF-8")])));
        assert!(is_utf8(&env(&[("LC_ALL", ""), ("LANG", "C.utf8")])));
        assert!(!is_utf8(&env(&[("LC_ALL", "C"), ("LANG", "C.utf8")])));
        assert!(!is_utf8(&env(&[("LC_CTYPE", "zh_CN.GBK")])));
    }

    #[test]
    fn colour() {
        assert!(wants_color(&env(&[])));
        assert!(wants_color(&env(&[("NO_COLOR", "")])));
        assert!(!wants_color(&env(&[("NO_COLOR", "1")])));
        assert!(!wants_color(&env(&[("TERM", "dumb")])));
        let plain = Terminal::plain(80, true);
        assert_eq!(plain.bold("x"), "x");
        let color = Terminal {
            color: true,
            ..plain
        };
        assert_eq!(color.bold("x"), "\x1B[1mx\x1B[0m");
    }

    #[test]
    fn columns_are_the_variable_s() {
        let width = |set| Terminal::of(&io::stdout(), env(set)).width;
        assert_eq!(width(&[("COLUMNS", "132")]), 132);
        assert_eq!(width(&[("COLUMNS", "3")]), LEAST_WIDTH);
    }
}
