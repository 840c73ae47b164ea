//! `kifu-index build`.

use super::args::BuildArgs;
use super::output::write_error;
use super::place::{command, commands};
use super::progress::with_progress;
use super::remedy::with_remedy;
use super::stderr::note;
use super::styles;
use super::terminal::Terminal;
use crate::engine::AskOptions;
use crate::engine::build::{
    BuildReport, FileTally, Limits, Options, build, forget, known_limits, rebuild,
};
use crate::engine::request::Suggest;
use crate::engine::status::Status;
use crate::engine::words::{bytes, counted, seconds, thousands};
use crate::engine::{Engine, Result};
use crate::error::Error;
use crate::origin::short_name;
use crate::text::display::clean;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Runs the command; returns true if something could not be read.
pub fn run(
    args: &BuildArgs,
    folder: &Path,
    named: &[PathBuf],
    out: &mut dyn Write,
) -> Result<bool> {
    let options = Options {
        threads: args.crawl.threads(),
        memory: (args.memory as usize) << 20,
        limits: limits(args, folder),
        patience: args.crawl.patience(),
        checksum: args.checksum,
        shard: args.shard.clone(),
        ..Options::default()
    };
    let fail = |error| Error::io("cannot write the result", error);
    if !args.forget.is_empty() {
        let gone = forget(folder, &args.forget, &options)?;
        writeln!(
            out,
            "{} left the index; no file was touched",
            counted(gone, "game", "games")
        )
        .map_err(fail)?;
        return Ok(false);
    }
    let build = if args.rebuild { rebuild } else { build };
    let report = with_progress(true, |progress| {
        build(folder, &args.paths, &options, progress)
    })?;
    let engine = Engine::open(folder)?;
    summary(out, &report, &engine, named)?;
    Ok(args.strict && (report.read.problem_count() > 0 || !report.unreachable.is_empty()))
}

/// The limits of the last build, overridden by the arguments.
fn limits(args: &BuildArgs, folder: &Path) -> Limits {
    let known = known_limits(folder);
    let known = Limits {
        sniff: known.sniff && !args.no_sniff,
        ..known
    };
    args.crawl.limits(&known)
}

/// Games by format and kind in words: `38 Go in SGF`.
pub fn games_in_words(tally: &FileTally) -> String {
    let name = |kind: &str| match kind.split_once(' ') {
        Some((format, "go")) => format!("Go in {}", format.to_ascii_uppercase()),
        Some((_, "loa")) => "Lines of Action".to_owned(),
        Some((_, "other")) => "of other games".to_owned(),
        _ => kind.to_owned(),
    };
    let parts: Vec<String> = tally
        .games
        .iter()
        .map(|(kind, count)| format!("{} {}", thousands(*count), name(kind)))
        .collect();
    parts.join(", ")
}

fn summary(
    out: &mut dyn Write,
    report: &BuildReport,
    engine: &Engine,
    named: &[PathBuf],
) -> Result<()> {
    let status = engine.status(false)?.answer;
    let printed = print_report(out, report, &status);
    printed.map_err(write_error)?;
    list_problems(report);
    if report.totals.game_count() == 0 {
        let why = match status.shards.is_empty() {
            true => {
                "There is no game here. Games are in .sgf and .jgf files and in archives of them; --sniff looks at all files."
            }
            false => "There is no game in this part of the archive.",
        };
        return Ok(writeln!(out, "\n{why}").map_err(write_error)?);
    }
    try_next(out, engine, named)
}

/// Commands to go on with.
pub fn try_next(out: &mut dyn Write, engine: &Engine, named: &[PathBuf]) -> Result<()> {
    writeln!(out, "\nTry next:").map_err(write_error)?;
    for arguments in commands(&engine.answer(&Suggest, &AskOptions::default())?.answer) {
        writeln!(out, "  {}", command(named, &arguments)).map_err(write_error)?;
    }
    Ok(())
}

fn print_report(out: &mut dyn Write, report: &BuildReport, status: &Status) -> std::io::Result<()> {
    let terminal = Terminal::stdout();
    let games = counted(report.read.game_count(), "game", "games");
    let files = counted(report.read.files, "file", "files");
    writeln!(
        out,
        "{}",
        terminal.bold(format!(
            "Read {games} from {files} in {}",
            seconds(report.time)
        ))
    )?;
    let mut line = |label: &str, text: String| {
        let label = format!("  {label:<13}");
        writeln!(out, "{}", terminal.labelled(styles::PLAIN, &label, &text))
    };
    if report.read.game_count() > 0 {
        line("games", games_in_words(&report.read))?;
    }
    if report.unchanged > 0 {
        line(
            "unchanged",
            format!(
                "{} as the index knew them",
                counted(report.unchanged, "file", "files")
            ),
        )?;
    }
    if report.removed > 0 {
        line(
            "gone",
            format!(
                "{} left the index",
                counted(report.removed, "file", "files")
            ),
        )?;
    }
    if report.read.odd_games > 0 {
        let odd = counted(report.read.odd_games, "game has", "games have");
        line(
            "oddities",
            format!("{odd} diagnostics (show --json lists them)"),
        )?;
    }
    if report.read.problem_count() > 0 {
        line("no game", problems_in_words(&report.read))?;
    }
    if report.other_files > 0 {
        line(
            "passed over",
            format!(
                "{} of other kinds",
                counted(report.other_files, "file", "files")
            ),
        )?;
    }
    for held in &status.shards {
        let root = clean(&held.root).into_owned();
        line("part", format!("{} of {root}", held.shard))?;
    }
    let all = counted(report.totals.game_count(), "game", "games");
    line(
        "index",
        format!("{all}, {} in {}", bytes(status.size()), status.index),
    )?;
    for (root, remedy) in report.lost() {
        let state = if root.exists() {
            "is empty"
        } else {
            "cannot be reached"
        };
        let message = format!("{} {state}; its games stay in the index", root.display());
        note!("warning: {}", clean(&with_remedy(&message, Some(&remedy))));
    }
    Ok(())
}

/// `2 hold no game, 1 is damaged`.
pub fn problems_in_words(tally: &FileTally) -> String {
    let words = |kind: &str| match kind {
        "no-game" => "without a game",
        "unreadable" => "unreadable",
        "damaged" => "damaged",
        "encrypted" => "encrypted",
        "too-large" => "too large",
        "too-slow" => "too slow",
        "unsupported-archive" => "archives of other kinds",
        "not-a-file" => "links and special files",
        _ => "other",
    };
    let parts: Vec<String> = tally
        .problems
        .iter()
        .map(|(kind, count)| format!("{} {}", thousands(*count), words(kind)))
        .collect();
    parts.join(", ")
}

/// Lists on standard error what could not be read, the first few with their places.
fn list_problems(report: &BuildReport) {
    const SHOWN: usize = 10;
    for (path, problem) in report.problems.iter().take(SHOWN) {
        let member = problem
            .member
            .as_ref()
            .map_or(String::new(), |member| format!("!{}", short_name(member)));
        note!(
            "{}: {}",
            clean(&format!("{path}{member}")),
            clean(&with_remedy(&problem.message, problem.remedy.as_ref()))
        );
    }
    let rest = report
        .read
        .problem_count()
        .saturating_sub(SHOWN.min(report.problems.len()) as u64);
    if rest > 0 {
        note!(
            "… and {} more (kifu-index status --json lists them)",
            thousands(rest)
        );
    }
}
