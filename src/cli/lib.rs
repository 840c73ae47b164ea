//! The command line: arguments in, text out.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 if there are hits, 1 if there are
//! none, 2 for an error; `doctor` and `dups` exit with 1 if they found something.

#[cfg(target_os = "linux")]
mod address_space;
mod aliases;
mod answer;
mod archive_report;
mod args;
mod boards;
mod book;
mod build;
mod compare;
mod crosstable;
mod detached;
mod doctor;
mod dups;
mod export;
mod fields;
mod file_pattern_args;
mod games;
mod head_to_head;
mod help;
mod hyphen_arguments;
mod joseki;
mod links;
mod losses;
mod merge;
mod name_facts;
mod names_language;
mod novelty;
mod output;
mod output_options;
mod pager;
mod pager_command;
mod paths;
mod pattern;
mod players;
mod position;
mod progress;
mod query_advice;
mod query_error;
mod ratings;
mod relocate;
mod remedy;
mod report;
mod rows;
mod save;
mod search;
#[cfg(feature = "web")]
mod serve;
mod shards;
mod show;
mod stats;
mod status;
mod stderr;
mod styles;
mod suggested_values;
mod tag;
mod target;
mod terminal;
mod tree;
mod unknown_ids;
mod unread;
mod userdata;
mod viewer;

/// Items of this crate that the integration tests use. They are not part of the interface.
#[doc(hidden)]
pub mod test_api {
    pub use super::aliases::add_lines as add_aliases;
    pub use super::args::Cli;
    pub use super::links::are_supported as links_are_supported;
    pub use super::remedy::draw_query_error;
    pub use super::show::{ShowOptions, show_file};
    pub use super::terminal::Terminal;
}

use args::{AliasesCommand, Cli, Command};
use clap::{CommandFactory, Parser};
use kifu_engine::{
    Engine, Indexes, Result, install_sigbus_handler, panic_error, record_panic_locations,
};
use kifu_record::text::display::clean;
use output::write_error;
use pager::Screen;
use progress::with_novelties;
use report::{print_failure, report_failure};
use std::backtrace::Backtrace;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use stderr::note;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    #[cfg(target_os = "linux")]
    address_space::restart_if_limited();
    #[cfg(unix)]
    ignore_sigxfsz();
    let arguments = hyphen_arguments::mark_operands(&Cli::command(), std::env::args_os());
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return print_clap_error(&error, std::env::args_os().skip(1)),
    };
    cli.output_options.install();
    let mut out = Screen::stdout(cli.command.as_ref().is_some_and(Command::is_paged));
    let result = catch_panic(&cli.index, || dispatch(&cli, &mut out));
    // Results that were found before an error are printed before it.
    let written = out.finish().map_err(|error| write_error(error).into());
    let result = result.and_then(|code| written.map(|()| code));
    match result {
        Ok(code) => code,
        Err(failure) => {
            report_failure(&failure, cli.command.as_ref().is_some_and(Command::is_json));
            ExitCode::from(2)
        }
    }
}

/// Handles SIGXFSZ, which the system sends if a file grows beyond the user's limit (`ulimit -f`).
///
/// The signal would end the program in the middle of its work. If it is handled, the write fails instead, and that is
/// an error like a full disk.
#[cfg(unix)]
fn ignore_sigxfsz() {
    use signal_hook::{consts::SIGXFSZ, flag};
    // If the handler cannot be set, the signal ends the program, as it does without a handler.
    let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
}

/// Prints the output of the argument parser: an error in the arguments, or the requested help or version, which is a
/// result like any other.
fn print_clap_error(
    clap_error: &clap::Error,
    arguments: impl Iterator<Item = OsString>,
) -> ExitCode {
    use std::io::ErrorKind::BrokenPipe;
    let printed = clap_error.print().and_then(|()| std::io::stdout().flush());
    if clap_error.kind() == clap::error::ErrorKind::InvalidSubcommand {
        // A user who writes words in place of a command probably wants to search for them.
        let words: Vec<String> =
            arguments.map(|word| paths::shell_quote(&word.to_string_lossy())).collect();
        note!("To search for games: kifu-index search {}", clean(&words.join(" ")));
    }
    match printed {
        Err(error) if !clap_error.use_stderr() && error.kind() != BrokenPipe => {
            print_failure(&write_error(error).into());
            ExitCode::from(2)
        }
        _ => ExitCode::from(if clap_error.use_stderr() { 2 } else { 0 }),
    }
}

/// Turns a panic into an error. With `KIFU_BACKTRACE=1`, prints the panic and its backtrace too, also for panics in
/// `serve`.
fn catch_panic(
    index_args: &[PathBuf],
    work: impl FnOnce() -> Result<ExitCode>,
) -> Result<ExitCode> {
    let with_backtrace = std::env::var_os("KIFU_BACKTRACE").is_some_and(|value| value == "1");
    record_panic_locations(move |panic| {
        if with_backtrace {
            note!("{panic}\n{}", Backtrace::force_capture());
        }
    });
    let result = catch_unwind(AssertUnwindSafe(work));
    let _ = std::panic::take_hook();
    result.unwrap_or_else(|cause| {
        let folders = paths::index_folders(index_args)?;
        Err(panic_error(&*cause, &folders).into())
    })
}

/// Exit code 0 if something was found, 1 if nothing was found.
fn is_found(found: bool) -> ExitCode {
    ExitCode::from(u8::from(!found))
}

fn dispatch(cli: &Cli, out: &mut (dyn Write + Send)) -> Result<ExitCode> {
    let index_args = cli.index.as_slice();
    let folder = || paths::index_folder(index_args);
    let indexes = || -> Result<Indexes> {
        Ok(Indexes {
            folders: paths::index_folders(index_args)?,
            cache: paths::cache_folder(),
            aliases: aliases::read_aliases(cli.aliases.as_deref())?,
            marks: userdata::mark_source(),
            book: userdata::book_source(),
            ..Indexes::default()
        })
    };
    let open = || -> Result<Engine> {
        // If another process truncates an index file while it is mapped, reading it is an error and not a signal that
        // ends the program.
        install_sigbus_handler();
        let engine = Engine::open_all(indexes()?)?.with_files(target::LocalFiles);
        // Keeps the engine open until the process ends, when the system releases all files of the index at once.
        std::mem::forget(engine.clone());
        Ok(engine)
    };
    let done = |()| ExitCode::SUCCESS;
    Ok(match &cli.command {
        None => done(status::print_greeting(paths::index_folders(index_args)?, index_args, out)?),
        Some(Command::Build(args)) => build::run(args, &folder()?, index_args, out)?,
        Some(Command::Relocate(args)) => done(relocate::run(args, &folder()?, index_args, out)?),
        Some(Command::Merge(args)) => done(merge::run(args, index_args, out)?),
        Some(Command::Shards(args)) => done(shards::run(args, index_args, out)?),
        Some(Command::Search(args)) => {
            let engine = open()?;
            is_found(with_novelties(&engine, || search::run(args, &engine, out))?)
        }
        // `dups` exits with 1 if it found duplicates, so its result is negated.
        Some(Command::Dups(args)) => is_found(!dups::run(args, &open()?, out)?),
        Some(Command::Doctor(args)) => is_found(!doctor::run(args, &open, index_args, out)?),
        // `players --check` exits with 1 if it found something, so its result is negated.
        Some(Command::Players(args)) => is_found(players::run(args, &open()?, out)? != args.check),
        Some(Command::Ratings(args)) => {
            let engine = open()?;
            is_found(with_novelties(&engine, || ratings::run(args, &engine, out))?)
        }
        Some(Command::Crosstable(args)) => {
            let engine = open()?;
            is_found(with_novelties(&engine, || crosstable::run(args, &engine, out))?)
        }
        Some(Command::Aliases(AliasesCommand::Suggest)) => {
            is_found(name_facts::print_alias_suggestions(&open()?, out)?)
        }
        Some(Command::Position(args)) => {
            let engine = open()?;
            is_found(with_novelties(&engine, || position::run(args, &engine, out))?)
        }
        Some(Command::Pattern(args)) => {
            let engine = open()?;
            is_found(with_novelties(&engine, || pattern::run(args, &engine, out))?)
        }
        Some(Command::Joseki(args)) => is_found(joseki::run(args, &open()?, out)?),
        Some(Command::Book(args)) => is_found(book::run(args, &open, out)?),
        Some(Command::Novelty(args)) => {
            let engine = open()?;
            is_found(with_novelties(&engine, || novelty::run(args, &engine, out))?)
        }
        Some(Command::Report(args)) => {
            let engine = open()?;
            done(with_novelties(&engine, || archive_report::run(args, &engine, out))?)
        }
        Some(Command::Prepare(args)) => done(archive_report::prepare(args, &open()?, out)?),
        Some(Command::Stats(args)) => {
            let engine = open()?;
            is_found(with_novelties(&engine, || stats::run(args, &engine, out))?)
        }
        Some(Command::Export(args)) => {
            let engine = open()?;
            with_novelties(&engine, || export::run(args, &engine, out))?
        }
        Some(Command::Tag(args)) => is_found(tag::run(args, &open, index_args, out)?),
        Some(Command::Save(args)) => is_found(save::run(args, index_args, out)?),
        Some(Command::Show(args)) => is_found(show::run(args, &open, out)?),
        Some(Command::Status(args)) if args.verify => {
            let folders = paths::index_folders(index_args)?;
            done(status::verify(&folders, args.json, out)?)
        }
        Some(Command::Status(args)) if args.size && !args.json => {
            done(status::print_sizes(&open()?, out)?)
        }
        Some(Command::Status(args)) => done(status::run(&open()?, args.json, index_args, out)?),
        #[cfg(feature = "web")]
        Some(Command::Serve(args)) => {
            if !args.paths.is_empty() {
                // The server first reads these paths into the index, so exactly one index must be named.
                folder()?;
            }
            done(serve::run(args, indexes()?, index_args, out)?)
        }
        Some(Command::Help { topic }) => done(help::run(topic.as_deref(), out)?),
        Some(Command::Completions { shell }) => done(help::completions(*shell, out)?),
        Some(Command::Man) => done(help::man(out)?),
        Some(Command::Fields { names }) => done(fields::run(out, names)?),
    })
}
