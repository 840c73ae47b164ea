//! `kifu-index serve`: arguments into the settings of the server. Doc comments on the fields are the text of `--help`.

use super::detached::{OPEN_COMMAND, detached_command};
use super::file_pattern_args::FilePatternArgs;
use super::output::write_error;
use super::paths::shell_quote;
use super::remedy;
use super::stderr::{note, write_line};
use super::userdata::userdata_file;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::{Indexes, Result, install_sigbus_handler};
use kifu_web::{
    Access, Commands, DEFAULT_HOST, LineWriter, NewPatterns, ServeSettings, Served, serve,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Time that a request waits for another program that has locked the user's file.
///
/// A waiting request keeps a thread, so the user gets an error instead of a longer wait. A change of a file on a slow
/// disk takes a tenth of a second.
const USERDATA_LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// Folders, game records or archives to read first; without them, the server uses the index as it is.
    pub paths: Vec<PathBuf>,
    /// Open the page in your browser.
    #[arg(long)]
    pub open: bool,
    /// Keep watching the index's folders, and index changes as they happen.
    #[arg(long)]
    pub watch: bool,
    /// Which files the paths and --watch read.
    #[command(flatten)]
    pub patterns: FilePatternArgs,
    /// The port [default: 8361, or the next free port].
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The address to listen on [default: 127.0.0.1]. On addresses that other machines can reach, the server requires a
    /// token.
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<String>,
    /// Another host name under which browsers may reach this server, besides the names of this machine.
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// The origin of a site whose scripts may read /api/v1, exactly as browsers send it: https://go.example.
    #[arg(long, value_name = "ORIGIN")]
    pub cors: Vec<String>,
    /// The memory that all requests together may use for reading games, in MiB. A request waits until there is memory
    /// for its game; a game that needs more than this limit is refused.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub max_memory: u64,
    /// Require a token, for example on a machine with several users. The printed address contains it; programs send it
    /// as `Authorization: Bearer TOKEN`. Without a value it is random; a value given here is visible to all users in
    /// the process list.
    #[arg(long, value_name = "TOKEN", num_args = 0..=1, require_equals = true, conflicts_with = "no_token")]
    pub token: Option<Option<String>>,
    /// Store nothing. Without this option, tags, stars, notes, saved queries and answers of the page Practise are
    /// stored in mine.sqlite in your settings folder, unless other machines can reach the server.
    #[arg(long)]
    pub read_only: bool,
    /// Show and store tags, stars, notes and saved queries even if other machines can reach the server: everyone with
    /// access sees and changes yours.
    #[arg(long)]
    pub share_notes: bool,
    /// Require no token, even if other machines can reach the server.
    #[arg(long)]
    pub no_token: bool,
    /// Write a line for each request to standard error: the time at which the answer began, the client, the status, the
    /// duration, and the request without its token.
    #[arg(long)]
    pub log: bool,
}

impl ServeArgs {
    fn host(&self) -> &str {
        self.host.as_deref().unwrap_or(DEFAULT_HOST)
    }

    fn access(&self) -> Access {
        match &self.token {
            _ if self.no_token => Access::Open,
            None => Access::TokenIfReachable,
            Some(None) => Access::Random,
            Some(Some(token)) => Access::Token(token.clone()),
        }
    }
}

/// Serves until it is interrupted. The only line on standard output is the address.
pub(crate) fn run(
    args: &ServeArgs,
    indexes: Indexes,
    index_args: &[PathBuf],
    out: &mut (dyn Write + Send),
) -> Result<()> {
    if args.patterns.is_given() && args.paths.is_empty() && !args.watch {
        let message = "--include and --exclude have no effect, because serve reads no files";
        return Err(Error::new(ErrorKind::Query, message)
            .with_help("name the folders to read, or add --watch")
            .into());
    }
    // If another process truncates an index file, the answers that read it fail, and the server goes on.
    install_sigbus_handler();
    // With several indexes, they are brought up to date one after the other.
    let settings = ServeSettings {
        indexes,
        paths: args.paths.clone(),
        patterns: NewPatterns {
            include: args.patterns.include(),
            exclude: args.patterns.exclude(),
        },
        watch: args.watch,
        host: args.host.clone(),
        port: args.port,
        host_names: args.allow_host.clone(),
        origins: args.cors.clone(),
        memory: args.max_memory << 20,
        access: args.access(),
        userdata: userdata_file().map(|file| {
            let file = file.with_lock_timeout(USERDATA_LOCK_TIMEOUT);
            Arc::new(if args.read_only { file.read_only() } else { file })
        }),
        shares_userdata: args.share_notes,
        remedy_wording: remedy::for_page,
        commands: page_commands(index_args),
        log: args
            .log
            .then(|| Box::new(|line: &str| write_line(format_args!("{line}"))) as LineWriter),
    };
    serve(settings, |served| {
        let address = &served.address;
        warn_reachable(args, served);
        writeln!(out, "{address}").and_then(|()| out.flush()).map_err(write_error)?;
        if args.open && !open_browser(address) {
            note!("No browser could be started; open {address} yourself.");
        }
        Ok(())
    })
}

/// Warns who can read the archive, if other machines can reach the server.
fn warn_reachable(args: &ServeArgs, served: &Served) {
    match (served.is_reachable, served.has_token) {
        (false, _) => {}
        (true, false) => note!("warning: anyone who reaches {} can read the archive", args.host()),
        (true, true) => note!(
            "Anyone who has this address can read the archive; with --no-token, anyone who reaches {}.",
            args.host()
        ),
    }
}

/// Names an index folder in a command that a page shows, without giving away paths of the machine.
///
/// A folder below the one in which the server was started, or below the user's home, is written relative to it, so that
/// the command works. Any other folder is reduced to its name.
fn folder_word(folder: &Path) -> String {
    let below = |start: Option<PathBuf>| {
        let rest = folder.strip_prefix(start?).ok()?;
        Some(shell_quote(&rest.display().to_string()))
            .filter(|_| rest.components().next().is_some())
    };
    let name = || folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if folder.is_relative() {
        shell_quote(&folder.display().to_string())
    } else {
        (below(std::env::current_dir().ok()))
            .or_else(|| Some(format!("~/{}", below(std::env::home_dir())?)))
            .unwrap_or_else(|| shell_quote(&name()))
    }
}

/// Returns the commands that pages show to their readers, for the shell in which the server was started.
fn page_commands(index_args: &[PathBuf]) -> Commands {
    let named: Vec<String> =
        index_args.iter().map(|folder| format!(" --index {}", folder_word(folder))).collect();
    let all_indexes = named.concat();
    let all = |rest: &str| format!("kifu-index{all_indexes} {rest}");
    // With several indexes, the command must be run for each of them.
    let each = |rest: &str| match named.as_slice() {
        [] => format!("kifu-index {rest}"),
        named => (named.iter().map(|index| format!("kifu-index{index} {rest}")))
            .collect::<Vec<_>>()
            .join(" && "),
    };
    Commands {
        refresh: each("build"),
        build: each("build"),
        watch: all("serve --watch"),
        examine: all("doctor"),
        examine_kind: all("doctor --limit 0 --kind"),
        copies: all("dups"),
        verify: all("status --verify"),
    }
}

/// Opens an address in the system's browser, detached. Returns whether a browser could be started.
fn open_browser(address: &str) -> bool {
    let (program, first_arguments) = OPEN_COMMAND.split_first().unwrap_or((&"", &[]));
    let mut command = detached_command(program);
    command.args(first_arguments).arg(address).spawn().is_ok()
}
