//! `kifu-index build`: runs a build, reports on it, and watches for changes.

use super::args::BuildArgs;
use super::file_pattern_args::pattern_words;
use super::output::write_error;
use super::paths::{shell_command, suggested_commands};
use super::progress::with_progress;
use super::remedy::with_remedy;
use super::stderr::note;
use super::styles;
use super::terminal::Terminal;
use super::unread::unread_lines;
use kifu_archive::error::{Error, ErrorKind, Relocation, Remedy};
use kifu_archive::origin::short_name;
use kifu_engine::AskOptions;
use kifu_engine::build::{
    BuildReport, FileTally, Limits, Options, ReadProgress, TableStamp, Timings, build, forget,
    limits_of_last_build, moved_root, rebuild, write_conflict,
};
use kifu_engine::number_format::{counted, format_bytes, format_seconds, format_thousands};
use kifu_engine::request::Suggest;
use kifu_engine::status::Status;
use kifu_engine::{Engine, Result};
use kifu_record::RecordKind;
use kifu_record::formats::ParquetColumns;
use kifu_record::game::GameClass;
use kifu_record::text::display::clean;
use kifu_watch::{WatchEvent, watch};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Memory in MiB that a build of small files needs besides the memory of its writing threads.
const BASE_MEMORY_MIB: u32 = 80;
/// Memory that a writing thread takes, as a multiple of the documents that it collects: while it writes a segment, it
/// holds both the collected documents and the written bytes.
const THREAD_MEMORY_FACTOR: u32 = 2;
/// Minimum memory in MiB for the documents that a writing thread collects.
const MIN_THREAD_MEMORY_MIB: u32 = 16;
const MAX_THREAD_MEMORY_MIB: u32 = 3000;

/// Splits the memory of a whole build, in MiB, between writing threads. Returns the number of threads and the memory of
/// each in MiB.
///
/// If the memory is too small for all threads, there are fewer of them.
fn split_memory(total: u32, threads: usize) -> (usize, u32) {
    let threads_memory = total.saturating_sub(BASE_MEMORY_MIB) / THREAD_MEMORY_FACTOR;
    let threads = threads.clamp(1, (threads_memory / MIN_THREAD_MEMORY_MIB).max(1) as usize);
    (threads, (threads_memory / threads as u32).clamp(MIN_THREAD_MEMORY_MIB, MAX_THREAD_MEMORY_MIB))
}

/// Runs the command `build`. The exit code is 2 if something could not be read and `--strict` is set, and 1 if paths
/// were named and the index has no game. It is 0 for a shard (`--shard`), which may have no game, and after `--watch`.
pub(crate) fn run(
    args: &BuildArgs,
    folder: &Path,
    index_args: &[PathBuf],
    out: &mut dyn Write,
) -> Result<ExitCode> {
    // An index remembers the limits of its last build; arguments override them.
    let known = limits_of_last_build(folder);
    let known = Limits {
        sniff: known.sniff && !args.no_sniff,
        all_comments: (known.all_comments || args.all_comments) && !args.no_all_comments,
        sidecars: (known.sidecars || args.sidecars) && !args.no_sidecars,
        parquet_columns: if args.no_parquet_columns {
            ParquetColumns::default()
        } else {
            known.parquet_columns
        },
        table: match &args.analysis {
            Some(path) => Some(TableStamp::from_path(path)?),
            None => known.table.filter(|_| !args.no_analysis),
        },
        ..known
    };
    let (threads, memory) = match args.max_memory {
        Some(total) => split_memory(total, args.crawl.threads()),
        None => (args.crawl.threads(), args.memory),
    };
    let options = Options {
        threads,
        memory: (memory as usize) << 20,
        limits: args.crawl.limits(&known),
        patience: args.crawl.slow_file_limit(),
        checksum: args.checksum,
        shard: args.shard.clone(),
        include: args.patterns.include(),
        exclude: args.patterns.exclude(),
        timings: args.timings,
        ..Options::default()
    };
    if !args.forget.is_empty() {
        let removed = retry_while_locked(folder, || forget(folder, &args.forget, &options))?;
        let gone = counted(removed, "game", "games");
        writeln!(out, "{gone} removed from the index; no file was changed").map_err(write_error)?;
        return Ok(ExitCode::SUCCESS);
    }
    let build = if args.rebuild { rebuild } else { build };
    if !args.rebuild && !args.as_new {
        refuse_moved_root(folder, &args.paths)?;
    }
    let report = retry_while_locked(folder, || {
        with_progress(true, |progress| build(folder, &args.paths, &options, progress))
    })?;
    let engine = Engine::open(folder)?;
    print_summary(out, &report, &engine, index_args)?;
    if args.watch {
        watch_until_closed(folder, &options, out)?;
    }
    let is_incomplete = report.read.problem_count() > 0 || !report.unreachable.is_empty();
    let is_part = args.shard.is_some() || !engine.status(false)?.answer.shards.is_empty();
    let is_empty = report.totals.game_count() == 0 && !args.paths.is_empty();
    Ok(ExitCode::from(match () {
        () if args.strict && is_incomplete => 2,
        () if is_empty && !is_part && !args.watch => 1,
        () => 0,
    }))
}

/// Runs `work` on an index. While another process writes to the index, names that process once and waits.
pub(crate) fn retry_while_locked<T>(
    folder: &Path,
    mut work: impl FnMut() -> std::result::Result<T, Error>,
) -> std::result::Result<T, Error> {
    let mut is_reported = false;
    let mut report_once = |error: &Error| {
        if !std::mem::replace(&mut is_reported, true) {
            note!(
                "{}; waiting until it has finished (Ctrl-C ends this)",
                clean(&error.to_string())
            );
        }
    };
    loop {
        while let Some(error) = write_conflict(folder) {
            report_once(&error);
        }
        match work() {
            Err(error) if error.kind() == ErrorKind::Locked => report_once(&error),
            result => return result,
        }
    }
}

/// Fails if one of the folders to index has the files of an indexed root that cannot be reached, since its games would
/// be counted twice.
fn refuse_moved_root(folder: &Path, paths: &[PathBuf]) -> Result<()> {
    let Some((old, new)) = moved_root(folder, paths) else {
        return Ok(());
    };
    let message = format!(
        "{} has the files of {}, which cannot be reached; nothing was read",
        new.display(),
        old.display()
    );
    Err(Error::new(ErrorKind::Query, message)
        .with_remedy(Remedy::Relocate(Box::new(Relocation { old, new })))
        .into())
}

/// Watches the roots and keeps the index up to date until the process ends or its output is closed.
fn watch_until_closed(folder: &Path, options: &Options, out: &mut dyn Write) -> Result<()> {
    out.flush().map_err(write_error)?;
    let mut write_failure = None;
    let mut last_warning = None;
    let mut was_built = false;
    watch(folder, options, &ReadProgress::default(), |watched| {
        // A warning that still holds is repeated after every build, so it is printed only when it is new.
        if let WatchEvent::PartlyWatched(error) = &watched {
            let message = error.to_string();
            if last_warning.replace(message.clone()) != Some(message) {
                warn_unwatched(error);
            }
        } else if was_built {
            last_warning = None;
        }
        was_built = matches!(watched, WatchEvent::Built(_));
        let printed = print_watch_event(&watched, out);
        write_failure = printed.err();
        match write_failure {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    })?;
    write_failure.map_or(Ok(()), |error| Err(write_error(error).into()))
}

/// Warns that some folders cannot be watched, so that their changes are noticed later.
fn warn_unwatched(error: &Error) {
    note!("warning: {}", clean(&error.to_string()));
    if let Some(help) = error.help_text() {
        note!("{help}");
    }
}

/// Prints a line on an event while the roots are watched: the start, a failure, or an update of the index. An update in
/// which no file changed prints nothing.
fn print_watch_event(watched: &WatchEvent, out: &mut dyn Write) -> std::io::Result<()> {
    match watched {
        WatchEvent::Started { roots, polled: silent } => {
            note!("Watching {}; Ctrl-C ends.", counted(*roots as u64, "root", "roots"));
            for root in silent {
                let root = clean(&root.display().to_string()).into_owned();
                note!(
                    "{root}: the system reports no changes of this folder, so it is checked every minute"
                );
            }
        }
        WatchEvent::Failed(error) => note!("warning: {}", clean(&error.to_string())),
        WatchEvent::PartlyWatched(_) => {}
        WatchEvent::Built(report) if report.read.files + report.removed == 0 => {}
        WatchEvent::Built(report) => {
            let (files, time) =
                (counted(report.read.files, "file", "files"), format_seconds(report.time));
            let games = counted(report.read.game_count(), "game", "games");
            let new = match report.added {
                0 => String::new(),
                added => format!(", {} of them new", format_thousands(added)),
            };
            let gone = match report.removed {
                0 => String::new(),
                removed => format!(", {} removed", counted(removed, "file", "files")),
            };
            let all = counted(report.totals.game_count(), "game", "games");
            writeln!(out, "Read {games} from {files} in {time}{new}{gone}; now {all}")?;
            out.flush()?;
            list_problems(report);
        }
    }
    Ok(())
}

/// Lists games by format and kind: `38 Go in SGF`.
pub(crate) fn games_in_words(tally: &FileTally) -> String {
    let name = |kind: &RecordKind, count: u64| match kind.game {
        GameClass::Go => format!("Go in {}", kind.format.as_str().to_ascii_uppercase()),
        GameClass::Loa => "Lines of Action".to_owned(),
        GameClass::Other if count == 1 => "other game".to_owned(),
        GameClass::Other => "other games".to_owned(),
    };
    counts_in_words(&tally.games, name)
}

fn counts_in_words<K>(counts: &BTreeMap<K, u64>, name: impl Fn(&K, u64) -> String) -> String {
    let part =
        |(kind, count): (&K, &u64)| format!("{} {}", format_thousands(*count), name(kind, *count));
    counts.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// Prints what a build did, and what to do next.
pub(crate) fn print_summary(
    out: &mut dyn Write,
    report: &BuildReport,
    engine: &Engine,
    index_args: &[PathBuf],
) -> Result<()> {
    let status = engine.status(false)?.answer;
    print_report(out, report, &status, index_args).map_err(write_error)?;
    list_problems(report);
    if let Some(timings) = &report.timings {
        print_timings(out, timings, report.time).map_err(write_error)?;
    }
    if report.totals.game_count() == 0 {
        let why = no_game_reason(report, &status);
        return Ok(writeln!(out, "\n{why}").map_err(write_error)?);
    }
    print_suggestions(out, engine, index_args)
}

/// Says why the index has no game.
fn no_game_reason(report: &BuildReport, status: &Status) -> &'static str {
    if !status.shards.is_empty() {
        "There is no game in this part of the archive."
    } else if !report.unread_kinds.is_empty() {
        "There is no game in the files that were read; others begin like a game (see above)."
    } else if report.excluded_files + report.excluded_folders > 0 {
        "There is no game here, except perhaps in what --exclude leaves out (see status; --no-exclude reads it)."
    } else {
        "There is no game here. Games are in .sgf and .jgf files and in archives of them; --sniff looks at all files."
    }
}

/// Prints commands that the user may try next.
pub(crate) fn print_suggestions(
    out: &mut dyn Write,
    engine: &Engine,
    index_args: &[PathBuf],
) -> Result<()> {
    writeln!(out, "\nTry next:").map_err(write_error)?;
    for arguments in suggested_commands(&engine.answer(&Suggest, &AskOptions::default())?.answer) {
        writeln!(out, "  {}", shell_command(index_args, &arguments)).map_err(write_error)?;
    }
    Ok(())
}

fn print_report(
    out: &mut dyn Write,
    report: &BuildReport,
    status: &Status,
    index_args: &[PathBuf],
) -> std::io::Result<()> {
    let terminal = Terminal::stdout();
    let read = &report.read;
    let games = |number| counted(number, "game", "games");
    let files = |number| counted(number, "file", "files");
    let (from, time) = (files(read.files), format_seconds(report.time));
    let head = format!("Read {} from {from} in {time}", games(read.game_count()));
    writeln!(out, "{}", terminal.bold(head))?;
    let mut line = |label: &str, text: String| {
        let label = format!("  {label:<13}");
        writeln!(out, "{}", terminal.labelled(styles::PLAIN, &label, &text))
    };
    let unchanged = format!("{} since the last build", files(report.unchanged));
    let gone = format!("{} removed from the index", files(report.removed));
    let odd = counted(read.odd_games, "game has", "games have");
    let odd = format!("{odd} diagnostics (show --json lists them)");
    let skipped = skipped_in_words(report);
    let all = report.totals.game_count();
    // In the first build of an index every game is new, so the number of new games would say nothing.
    let added = if report.added < all { report.added } else { 0 };
    let new = format!("{} (search is:new)", games(added));
    for (label, number, text) in [
        ("games", read.game_count(), games_in_words(read)),
        ("new", added, new),
        ("unchanged", report.unchanged, unchanged),
        ("gone", report.removed, gone),
        ("oddities", read.odd_games, odd),
        ("problems", read.problem_count(), problems_in_words(read)),
        ("skipped", skipped.len() as u64, skipped),
    ] {
        if number > 0 {
            line(label, text)?;
        }
    }
    for (i, text) in unread_lines(&report.unread_kinds, status, index_args).into_iter().enumerate()
    {
        line(if i == 0 { "not read" } else { "" }, text)?;
    }
    for (root, patterns) in &report.dropped_patterns {
        let root = root.display().to_string();
        let text = format!("{} is part of another folder now and has its patterns", clean(&root));
        line("patterns", format!("{text}; removed: {}", pattern_words(patterns)))?;
    }
    for held in &status.shards {
        let root = clean(&held.root).into_owned();
        line("part", format!("{} of {root}", held.shard))?;
    }
    let text =
        format!("{}, {} in {}", games(all), format_bytes(status.total_bytes()), status.index);
    line("index", text)?;
    for (root, remedy) in report.unreachable_roots() {
        let state = if root.exists() { "is empty" } else { "cannot be reached" };
        let message = format!("{} {state}; its games stay in the index", root.display());
        note!("warning: {}", clean(&with_remedy(&message, Some(&remedy))));
    }
    Ok(())
}

/// Says what the build did not open: `3 files of other kinds, 1 folder of trash or earlier versions`.
fn skipped_in_words(report: &BuildReport) -> String {
    let files = counted(report.other_files, "file", "files");
    let folders = counted(report.passed_folders, "folder", "folders");
    let mut parts = Vec::new();
    if report.other_files > 0 {
        parts.push(format!("{files} of other kinds"));
    }
    let excluded_files = counted(report.excluded_files, "file", "files");
    let excluded_folders = counted(report.excluded_folders, "folder", "folders");
    match (report.excluded_files, report.excluded_folders) {
        (0, 0) => {}
        (_, 0) => parts.push(format!("{excluded_files} by --exclude")),
        (0, _) => parts.push(format!("{excluded_folders} by --exclude")),
        _ => parts.push(format!("{excluded_files} and {excluded_folders} by --exclude")),
    }
    if report.passed_folders > 0 {
        parts.push(format!("{folders} of trash or earlier versions (build FOLDER reads one)"));
    }
    parts.join(", ")
}

/// Prints the time of each stage, with its share of the time of all threads.
fn print_timings(out: &mut dyn Write, timings: &Timings, total: Duration) -> std::io::Result<()> {
    let all: Duration = timings.stages.iter().map(|(_, time)| *time).sum();
    let row = |name: &str, time: Duration, note: String| {
        format!("  {name:<22} {:>9.3} s  {note}", time.as_secs_f64())
    };
    writeln!(out, "\nTime of all threads:")?;
    for (stage, time) in &timings.stages {
        let share = 100.0 * time.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
        writeln!(out, "{}", row(stage.name(), *time, format!("{share:3.0} %")))?;
    }
    let note = format!("to read {} and do nothing with them", format_bytes(timings.bytes));
    writeln!(out, "{}", row("the bytes alone", timings.plain_read_time, note))?;
    let (threads, whole) = (all.as_secs_f64(), total.as_secs_f64());
    writeln!(out, "  Together {threads:.3} s of thread time in {whole:.3} s.")
}

/// Lists how many files could not be read, by kind of problem: `2 without a game, 1 damaged, 1 archive of another
/// kind`.
pub(crate) fn problems_in_words(tally: &FileTally) -> String {
    let words = |kind: &str, count: u64| match kind {
        "no-game" => "without a game",
        "unreadable" => "unreadable",
        "damaged" => "damaged",
        "encrypted" => "encrypted",
        "too-large" => "too large",
        "too-slow" => "too slow",
        "unsupported-archive" if count == 1 => "archive of another kind",
        "unsupported-archive" => "archives of other kinds",
        "not-a-file" if count == 1 => "link or special file",
        "not-a-file" => "links and special files",
        _ => "other",
    };
    counts_in_words(&tally.problems, |kind, count| words(kind, count).to_owned())
}

/// Lists on standard error what could not be read: the first ten files and members, then how many more.
fn list_problems(report: &BuildReport) {
    const MAX_LISTED: usize = 10;
    for (path, problem) in report.problems.iter().take(MAX_LISTED) {
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
    let rest =
        report.read.problem_count().saturating_sub(MAX_LISTED.min(report.problems.len()) as u64);
    if rest > 0 {
        note!("… and {} more (kifu-index status --json lists them)", format_thousands(rest));
    }
}

#[cfg(test)]
mod tests {
    use super::split_memory;

    #[test]
    fn memory_is_split_between_threads() {
        for (total, threads, expected) in [
            (128, 8, (1, 24)),
            (144, 8, (2, 16)),
            (300, 1, (1, 110)),
            (300, 2, (2, 55)),
            (300, 8, (6, 18)),
            (2000, 8, (8, 120)),
            (u32::MAX, 2, (2, 3000)),
        ] {
            assert_eq!(split_memory(total, threads), expected, "{total} {threads}");
        }
    }
}
