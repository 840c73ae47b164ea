//! `kifu-index serve`.

use super::detached::detached;
use super::output::write_error;
use super::remedy;
use super::stderr::note;
use crate::engine::{Indexes, Result, survive};
use crate::web::{Commands, Settings, serve};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// Folders, game records or archives to read first; without any, the index is served as it is.
    pub paths: Vec<PathBuf>,
    /// Open the page in your browser.
    #[arg(long)]
    pub open: bool,
    /// The port [default: 8361, or the next that is free].
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The address to serve at; with another one than this, whoever reaches it can read the archive.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// A name under which a browser may ask, besides those of this machine.
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// A site whose scripts may read /api/v1, exactly as browsers name it: https://go.example.
    #[arg(long, value_name = "ORIGIN")]
    pub cors: Vec<String>,
}

/// Serves until it is interrupted. The only line on standard output is the address.
pub fn run(
    args: &ServeArgs,
    (indexes, named): (Indexes, &[PathBuf]),
    out: &mut (dyn Write + Send),
) -> Result<()> {
    // An index whose files somebody cuts must not end the answers of everybody.
    survive();
    // Of several indexes, one is brought up to date at a time.
    let is_named = !named.is_empty() || indexes.folders.len() > 1;
    let settings = Settings {
        indexes,
        paths: args.paths.clone(),
        host: args.host.clone(),
        port: args.port,
        names: args.allow_host.clone(),
        origins: args.cors.clone(),
        words: remedy::of_failure,
        commands: commands(is_named),
    };
    if !matches!(
        args.host.as_str(),
        "127.0.0.1" | "localhost" | "::1" | "[::1]"
    ) {
        note!(
            "warning: whoever reaches {} can read the archive",
            args.host
        );
    }
    serve(settings, |address| {
        writeln!(out, "{address}")
            .and_then(|()| out.flush())
            .map_err(write_error)?;
        if args.open && !open(address) {
            note!("No browser could be started; open {address} in one.");
        }
        Ok(())
    })
}

/// Commands for the page. It tells no path of this machine, so that of an index that was named is left to the reader.
fn commands(is_named: bool) -> Commands {
    let index = if is_named { " --index INDEX" } else { "" };
    let command = |rest: &str| format!("kifu-index{index} {rest}");
    Commands {
        refresh: command("build"),
        examine: command("doctor"),
        examine_kind: command("doctor --limit 0 --kind"),
        copies: command("dups"),
        verify: command("status --verify"),
    }
}

/// Starts the system's browser and leaves it alone.
fn open(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = detached(program);
    command.args(before).arg(address).spawn().is_ok()
}
