//! What the standard output can show, such as colours and links, and writing to it.

use super::output_options::{OutputOptions, When, env_variable};
use super::{links, pager_command, styles};
use anstyle::Style;
use kifu_drawing::table::{TableColumn, TableStyle, lines};
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};

/// What an output can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// True if the output is a terminal, false for a pipe or a file.
    pub is_terminal: bool,
    /// Width in columns; 80 if unknown.
    pub width: usize,
    /// Height in lines; 24 if unknown.
    pub height: usize,
    /// True to use colours: on a terminal that is not dumb, unless `NO_COLOR` is set.
    pub color: bool,
    /// True to write file names as links.
    pub links: bool,
    /// True to draw characters beyond ASCII: in a pipe or file, or on a terminal if the locale's charset is UTF-8.
    pub unicode: bool,
}

/// Width and height of a terminal of unknown size.
const DEFAULT_WIDTH: usize = 80;
const DEFAULT_HEIGHT: usize = 24;
/// Minimum width in columns; nothing readable fits into less.
const MIN_WIDTH: usize = 20;
/// Maximum width of a table column with names, in columns of the terminal.
const MAX_NAME_WIDTH: usize = 32;

impl Terminal {
    /// Detects what the standard output can show.
    pub fn stdout() -> Terminal {
        let terminal =
            Terminal::detect(io::stdout().is_terminal(), OutputOptions::installed(), env_variable);
        // Old versions of pagers print the escape sequences of links as letters.
        let is_forced = OutputOptions::installed().hyperlink == When::Always;
        Terminal {
            links: terminal.links && (is_forced || pager_command::passes_links()),
            ..terminal
        }
    }

    /// Detects what the standard output can show, for drawings. With `ascii`, drawings use ASCII characters only.
    pub fn drawing(ascii: bool) -> Terminal {
        let terminal = Terminal::stdout();
        Terminal { unicode: terminal.unicode && !ascii, ..terminal }
    }

    /// Width in columns of standard error; `None` if it is not a terminal.
    pub fn stderr_width() -> Option<usize> {
        let is_terminal = io::stderr().is_terminal();
        let terminal = || Terminal::detect(true, OutputOptions::installed(), env_variable);
        is_terminal.then(|| terminal().width)
    }

    /// Prints a line for people in a style, broken between words where it does not fit.
    pub fn print(&self, out: &mut dyn Write, style: Style, text: &str) -> io::Result<()> {
        let mut lines = wrap_prose(text, self.width, 0).into_iter();
        lines.try_for_each(|line| writeln!(out, "{}", self.paint(style, line)))
    }

    /// Formats a text after its label, which has the given style. On a terminal all lines of the text stay to the right
    /// of the label.
    pub fn labelled(&self, style: Style, label: &str, text: &str) -> String {
        let line = format!("{label}{text}");
        let lines = if self.is_terminal {
            wrap_prose(&line, self.width, label.trim_start().len()).join("\n")
        } else {
            line
        };
        match lines.strip_prefix(label) {
            Some(text) => format!("{}{text}", self.paint(style, label)),
            None => lines,
        }
    }

    /// Returns the style of tables for this output: as wide as the output, with faint headings.
    pub fn table_style(&self) -> TableStyle<'_> {
        TableStyle::plain(self.width).with_heading_style(|headings| self.dim(headings))
    }

    /// Returns a table column for names, which takes at most a quarter of the output's width.
    pub fn name_column(&self, heading: &str) -> TableColumn {
        TableColumn::left(heading).with_max_width(MAX_NAME_WIDTH.min(self.width / 4))
    }

    /// Returns an output of the given width that is like a pipe: without colours and links, and with Unicode if
    /// `unicode` is set.
    pub fn plain(width: usize, unicode: bool) -> Terminal {
        Terminal {
            is_terminal: false,
            width,
            height: DEFAULT_HEIGHT,
            color: false,
            links: false,
            unicode,
        }
    }

    fn detect(
        is_terminal: bool,
        options: OutputOptions,
        env: impl Fn(&str) -> Option<String>,
    ) -> Terminal {
        let number = |name| env(name).and_then(|text| text.trim().parse::<usize>().ok());
        let positive_number = |name| number(name).filter(|&number| number > 0);
        let measured = || terminal_size::terminal_size().filter(|_| is_terminal);
        let width = positive_number("COLUMNS").or_else(|| Some(usize::from(measured()?.0.0)));
        let height = positive_number("LINES").or_else(|| Some(usize::from(measured()?.1.0)));
        let resolve = |when, auto: bool| match when {
            When::Auto => auto,
            When::Always => true,
            When::Never => false,
        };
        Terminal {
            is_terminal,
            width: width.unwrap_or(DEFAULT_WIDTH).max(MIN_WIDTH),
            height: height.unwrap_or(DEFAULT_HEIGHT),
            color: resolve(options.color, is_color_default(is_terminal, &env)),
            links: resolve(options.hyperlink, is_terminal && links::are_supported(&env)),
            // Output to a pipe or a file is the same in every locale.
            unicode: !is_terminal || is_utf8(&env),
        }
    }

    pub fn bold(&self, text: impl Display) -> String {
        self.paint(styles::BOLD, text)
    }

    /// Makes a text faint.
    pub fn dim(&self, text: impl Display) -> String {
        self.paint(styles::DIM, text)
    }

    /// Paints a text in a style; returns it unchanged without colours.
    pub fn paint(&self, style: Style, text: impl Display) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// Breaks a line between words. A command of this program at its end stays on one line, so that it can be copied.
pub(crate) fn wrap_prose(text: &str, limit: usize, hanging: usize) -> Vec<String> {
    lines::wrap_words(text, limit, hanging, "kifu-index ")
}

/// True if output gets colours by default.
///
/// no-color.org: any value of `NO_COLOR` that is not empty counts. bixense.com/clicolors: `CLICOLOR_FORCE` colours
/// pipes too, and `CLICOLOR=0` turns colours off.
///
/// This is written by hand: `anstyle_query` uses no colour if `TERM` is not set, forces it with `CLICOLOR_FORCE=0`, and
/// reads only the variables of the process, which tests cannot set.
fn is_color_default(is_terminal: bool, env: &impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    if set("NO_COLOR").is_some() {
        return false;
    }
    if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return true;
    }
    let off = |name, value: &str| env(name).is_some_and(|set| set == value);
    is_terminal && !off("TERM", "dumb") && !off("CLICOLOR", "0")
}

/// True if the locale's charset is UTF-8. The first of these variables that is set decides, as in the C library; if
/// none is set, UTF-8 is assumed.
fn is_utf8(env: &impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| env(name).filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Buffered standard output. It must be flushed before [`std::process::exit`].
///
/// If the reader of the pipe has gone away (`| head`), the program ends quietly with exit code 0.
pub(crate) type BufferedStdout = BufWriter<PipeStdout>;

/// Opens buffered standard output for results.
pub(crate) fn buffered_stdout() -> BufferedStdout {
    BufWriter::with_capacity(1 << 16, PipeStdout(io::stdout()))
}

/// Standard output that ends the program with exit code 0 if its pipe is broken.
#[derive(Debug)]
pub(crate) struct PipeStdout(Stdout);

impl Write for PipeStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        exit_on_broken_pipe(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        exit_on_broken_pipe(self.0.flush())
    }
}

fn exit_on_broken_pipe<T>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env<'a>(set: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        move |name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
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
        for (set, terminal, pipe) in [
            (&[][..], true, false),
            (&[("NO_COLOR", "")], true, false),
            (&[("NO_COLOR", "1")], false, false),
            (&[("TERM", "dumb")], false, false),
            (&[("CLICOLOR", "0")], false, false),
            (&[("CLICOLOR_FORCE", "1")], true, true),
            (&[("CLICOLOR_FORCE", "0")], true, false),
            (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false, false),
        ] {
            assert_eq!(is_color_default(true, &env(set)), terminal, "{set:?}");
            assert_eq!(is_color_default(false, &env(set)), pipe, "{set:?}");
        }
        let options = |color| OutputOptions { color, ..OutputOptions::default() };
        let no_color = || env(&[("NO_COLOR", "1")]);
        assert!(Terminal::detect(false, options(When::Always), no_color()).color);
        assert!(!Terminal::detect(true, options(When::Never), env(&[])).color);
        let plain = Terminal::plain(80, true);
        assert_eq!(plain.bold("x"), "x");
        let color = Terminal { color: true, ..plain };
        assert_eq!(color.bold("x"), "\x1B[1mx\x1B[0m");
    }

    #[test]
    fn links_are_written_if_supported() {
        let links = |is_terminal, hyperlink, set| {
            let options = OutputOptions { hyperlink, ..OutputOptions::default() };
            Terminal::detect(is_terminal, options, env(set)).links
        };
        let kitty = &[("TERM", "xterm-kitty")];
        assert!(links(true, When::Auto, kitty));
        assert!(!links(false, When::Auto, kitty));
        assert!(!links(true, When::Never, kitty));
        assert!(!links(true, When::Auto, &[("TERM", "xterm")]));
        assert!(links(false, When::Always, &[("TERM", "xterm")]));
    }

    #[test]
    fn the_columns_variable_sets_the_width() {
        let width = |set| Terminal::detect(false, OutputOptions::default(), env(set)).width;
        assert_eq!(width(&[("COLUMNS", "132")]), 132);
        assert_eq!(width(&[("COLUMNS", "3")]), MIN_WIDTH);
    }
}
