//! `kifu-index doctor`: reports problems of an archive.

mod lines;
mod summary;

use super::args::DoctorArgs;
use super::output::{limit, write_error};
use super::paths::shell_command;
use super::progress::with_progress;
use super::stderr::note;
use super::terminal::Terminal;
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::origin::text_path;
use kifu_engine::build::{FilePatterns, Limits, Shard};
use kifu_engine::doctor::{
    DoctorTally, Finding, FindingKind, Options, Severity, by_severity, examine, outermost,
    patterns, reachable, shards,
};
use kifu_engine::{Engine, Failure, Result, json};
use kifu_language::fields::nearest;
use kifu_record::formats::ParquetColumns;
use kifu_record::text::display::clean;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use summary::Summary;

/// Runs the command `doctor`. Returns whether there are findings (problems in games or files).
pub(crate) fn run(
    args: &DoctorArgs,
    open: &dyn Fn() -> Result<Engine>,
    index_args: &[PathBuf],
    out: &mut (dyn Write + Send),
) -> Result<bool> {
    let kinds = selected_kinds(&args.kind)?;
    let Roots { paths: roots, shards, patterns, parquet_columns } =
        roots(&args.paths, open, index_args)?;
    let patterns = |root: &PathBuf| {
        let known = patterns.get(root).cloned().unwrap_or_default();
        (root.clone(), args.patterns.patterns(&known))
    };
    let limits = Limits { parquet_columns, ..Limits::default() };
    let options = Options {
        threads: args.crawl.threads(),
        limits: args.crawl.limits(&limits),
        file_time_limit: args.crawl.slow_file_limit(),
        shards,
        patterns: roots.iter().map(patterns).collect(),
        kinds,
    };
    let terminal = Terminal::stdout();
    let is_summary = terminal.is_terminal && !args.json && !args.count;
    let (few, many) = PLACES_PER_KIND;
    let default_places = is_summary.then_some(if args.kind.is_empty() { few } else { many });
    let max_places = limit(args.limit, default_places).unwrap_or(usize::MAX);
    let mut listed: HashMap<FindingKind, usize> = HashMap::new();
    // Decides whether a finding is listed, and counts it if so: at most `max_places` findings of each kind are listed.
    let mut may_list = |kind: FindingKind| {
        let listed = listed.entry(kind).or_default();
        let is_allowed = *listed < max_places;
        *listed += usize::from(is_allowed);
        is_allowed
    };
    if !is_summary && !args.count {
        let mut print_finding = |finding: Finding| {
            if !may_list(finding.kind) {
                return Ok(());
            }
            let written = if args.json {
                json::write_line(out, &lines::json_finding(&finding))
            } else {
                writeln!(out, "{}", lines::tsv_finding(&finding))
            };
            written.map_err(write_error)
        };
        // Findings are printed as they are found, without a progress bar, so that a reader can follow along.
        let tally = with_progress(false, |progress| {
            examine(&roots, &options, progress, &mut print_finding)
        })?;
        return Ok(tally.places() > 0);
    }
    let begin = Instant::now();
    let mut listed_findings = Vec::new();
    let mut collect_finding = |finding: Finding| {
        if is_summary && may_list(finding.kind) {
            listed_findings.push(finding);
        }
        Ok(())
    };
    let tally = with_progress(terminal.is_terminal, |progress| {
        examine(&roots, &options, progress, &mut collect_finding)
    })?;
    if args.count {
        return print_counts(args, &tally, out);
    }
    let summary = Summary {
        tally: &tally,
        findings: &listed_findings,
        roots: &roots,
        time: begin.elapsed(),
        is_filtered: options.kinds.is_some(),
        terminal,
    };
    summary.print(out).map_err(write_error)?;
    Ok(tally.places() > 0)
}

fn print_counts(args: &DoctorArgs, tally: &DoctorTally, out: &mut dyn Write) -> Result<bool> {
    if args.json {
        json::write_line(out, &lines::json_counts(tally)).map_err(write_error)?;
    } else {
        for (kind, count) in by_severity(tally) {
            let severity = kind.severity().as_str();
            let (kind, places, times) = (kind.as_str(), count.places, count.times);
            writeln!(out, "{kind}\t{severity}\t{places}\t{times}").map_err(write_error)?;
        }
    }
    Ok(tally.places() > 0)
}

/// Number of games or files that a terminal lists for each kind of finding: without `--kind`, and with it.
const PLACES_PER_KIND: (usize, usize) = (3, 20);

/// Turns the values of `--kind` into kinds; `None` if all kinds are checked.
fn selected_kinds(names: &[String]) -> Result<Option<HashSet<FindingKind>>> {
    let mut kinds = HashSet::new();
    for name in names {
        let name = name.trim();
        let matching: Vec<FindingKind> = match FindingKind::from_name(name) {
            Some(kind) => vec![kind],
            None => (FindingKind::all()).filter(|kind| kind.severity().as_str() == name).collect(),
        };
        if matching.is_empty() {
            return Err(unknown_kind_error(name).into());
        }
        kinds.extend(matching);
    }
    Ok((!names.is_empty()).then_some(kinds))
}

fn unknown_kind_error(name: &str) -> Error {
    let severities = Severity::ALL.map(Severity::as_str);
    let names: Vec<&str> = FindingKind::all().map(FindingKind::as_str).chain(severities).collect();
    let close = nearest(name, names.iter().copied());
    // Part of a kind's name is enough to suggest the kind: `date` suggests `bad-date`.
    let mut parts = names.iter().copied().filter(|kind| kind.contains(name));
    let close = close.or_else(|| parts.next().filter(|_| name.len() >= 3));
    let all = "kifu-index doctor --help lists them all";
    let help = close.map_or(all.to_owned(), |close| format!("did you mean `{close}`? ({all})"));
    let message = format!("there is no kind of finding `{name}`");
    Error::new(ErrorKind::Query, message).with_help(help)
}

/// What the doctor reads.
struct Roots {
    /// Folders and files; none lies inside another.
    paths: Vec<PathBuf>,
    /// Shard to read of each root that is not read as a whole.
    shards: HashMap<PathBuf, Shard>,
    /// Patterns by which files of a root are added or left out, for roots that have any.
    patterns: HashMap<PathBuf, FilePatterns>,
    /// Columns of Parquet files that were named when the index was built.
    parquet_columns: ParquetColumns,
}

/// Returns the roots to read: the paths of the command line, or else those of the index, with what the index remembers
/// about how it reads them.
fn roots(
    paths: &[PathBuf],
    open: &dyn Fn() -> Result<Engine>,
    index_args: &[PathBuf],
) -> Result<Roots> {
    let mut roots = reachable(paths)?;
    let mut parquet_columns = ParquetColumns::default();
    let (mut held_shards, mut known_patterns) = (HashMap::new(), HashMap::new());
    if paths.is_empty() {
        let folder = shell_command(index_args, &["doctor", "FOLDER_WITH_GAMES"]);
        let help = format!("name a folder, a file or an archive: {folder}");
        let engine = open().map_err(|failure| match failure {
            Failure::Other(error) if error.kind() == ErrorKind::NoIndex => {
                let message = "no path was given, and there is no index with games";
                let error = Error::new(ErrorKind::NotFound, message);
                Failure::Other(error.with_help(help.clone()))
            }
            failure => failure,
        })?;
        let status = engine.status(false)?.answer;
        let known_roots = status.roots.iter().map(|root| text_path(root));
        let (reachable_roots, missing_roots): (Vec<PathBuf>, Vec<PathBuf>) =
            known_roots.partition(|root| std::fs::metadata(root).is_ok());
        for root in &missing_roots {
            let root = root.to_string_lossy();
            note!("warning: {} cannot be reached", clean(&root));
        }
        if reachable_roots.is_empty() {
            let message = "none of the index's folders can be reached";
            let error = Error::new(ErrorKind::NotFound, message);
            return Err(error.with_help(help).into());
        }
        roots = reachable_roots;
        held_shards = shards(&status);
        known_patterns = patterns(&status);
        let columns = status.parquet_columns.and_then(|columns| columns.parse().ok());
        parquet_columns = columns.unwrap_or_default();
    }
    Ok(Roots {
        paths: outermost(roots, &known_patterns),
        shards: held_shards,
        patterns: known_patterns,
        parquet_columns,
    })
}
