//! Measures how time and memory grow with the worst input: each kind at 1, 2 and 4 times its size.
//!
//! It is a plain program, since it measures growth and not a mean. For every kind it prints, with each figure from a
//! process of its own:
//! - the CPU time in milliseconds of the fastest of three runs at each size
//! - the ratio of the last time to the first: 4 is linear, 16 quadratic; more than 8 is marked with `<`
//! - MB/s
//! - the peak of memory in MiB at the first and the last size
//!
//! How to run it:
//! - `cargo bench --bench hostile`: parses and replays records; reads archives
//! - `cargo bench --bench hostile -- --build`: builds an index of the same files
//! - `cargo bench --bench hostile -- WORD`: only the kinds with this word in their names

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod data;
mod worst;

use kifu_index::crawl::{self, Limits};
use kifu_index::formats;
use kifu_index::index::build::{Options, ReadProgress, build};
use kifu_index::record::Replayer;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

fn main() {
    if let Some(path) = std::env::var_os("HOSTILE") {
        return run_input(Path::new(&path));
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let builds = arguments.iter().any(|argument| argument == "--build");
    let mut words = arguments.iter().filter(|word| !word.starts_with("--"));
    let word = words.next().map_or("", String::as_str);
    println!(
        "{:<26}{:>9}{:>9}{:>9}{:>8}{:>8}{:>8}{:>8}",
        "", "1x ms", "2x ms", "4x ms", "growth", "MB/s", "1x MiB", "4x MiB"
    );
    for (name, make) in worst::ALL.iter().filter(|(name, _)| name.contains(word)) {
        let figures = [1, 2, 4].map(|times| measure(name, &make(times), builds));
        let [(a, _, low), (b, _, _), (c, bytes, high)] = figures;
        let growth = c / a;
        let mark = if growth > 8.0 { " <" } else { "" };
        let speed = bytes / 1e3 / c;
        println!(
            "{name:<26}{a:>9.1}{b:>9.1}{c:>9.1}{growth:>8.1}{speed:>8.0}{low:>8.0}{high:>8.0}{mark}"
        );
    }
}

/// Processes one input in a new process. Returns milliseconds of CPU time, bytes of input, and the peak of memory in
/// MiB.
fn measure(name: &str, bytes: &[u8], builds: bool) -> (f64, f64, f64) {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    // The name of a kind that is an archive ends with a file name, whose extension tells the format.
    let last = name.rsplit(' ').next().unwrap();
    let path = games.join(if last.contains('.') { last } else { "x.sgf" });
    std::fs::write(&path, bytes).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    let path = if builds { &games } else { &path };
    let output = command.env("HOSTILE", path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut numbers = text.split_whitespace().map(|n| n.parse().unwrap());
    match (numbers.next(), numbers.next()) {
        (Some(ms), Some(peak)) => (ms, bytes.len() as f64, peak),
        _ => panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)),
    }
}

/// Processes a path three times and prints the milliseconds of the fastest run and the peak of memory in MiB. A folder
/// is built into an index, an SGF file is parsed, an archive is read.
fn run_input(path: &Path) {
    let is_text = path.extension().is_some_and(|extension| extension == "sgf");
    let bytes = if is_text { std::fs::read(path).unwrap() } else { Vec::new() };
    let run = |round: usize| {
        let begin = cpu_ms(path.is_dir());
        match (path.is_dir(), is_text) {
            (true, _) => build_into(&path.with_file_name(round.to_string()), path),
            (false, true) => parse_and_replay(&bytes),
            (false, false) => read_archive(path),
        }
        cpu_ms(path.is_dir()) - begin
    };
    let best = (0..3).map(run).fold(f64::MAX, f64::min);
    println!("{best} {}", peak_memory_mib());
}

/// Returns the CPU time in milliseconds of this thread or of all threads, so that other work on the machine does not
/// count. If the system does not provide it, returns wall-clock time.
fn cpu_ms(of_all_threads: bool) -> f64 {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let numbers = |path: &str| -> Vec<f64> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // In `/proc/self/stat`, the program's name stands in parentheses before the times. It may contain blanks and
        // digits, so it is cut off.
        let text = text.rsplit(')').next().unwrap_or_default();
        text.split_whitespace().filter_map(|n| n.parse().ok()).collect()
    };
    let ticks = if of_all_threads {
        numbers("/proc/self/stat").get(10..12).map(|ticks| ticks.iter().sum::<f64>() * 10.0)
    } else {
        numbers("/proc/self/schedstat").first().map(|ns| ns / 1e6)
    };
    ticks.unwrap_or_else(|| BEGIN.elapsed().as_secs_f64() * 1e3)
}

fn parse_and_replay(bytes: &[u8]) {
    for record in &formats::read(bytes).records {
        Replayer::new().replay(record.start, &record.tree, |_| ControlFlow::Continue(()));
    }
}

fn read_archive(path: &Path) {
    let limits = Limits::default();
    crawl::open(&path.into(), &limits, &mut |unit| {
        if let Ok(unit) = unit {
            unit.read(&limits, &mut |entry| {
                std::hint::black_box(entry.is_ok());
            });
        }
    });
}

fn build_into(index: &Path, games: &Path) {
    let options = Options { threads: 1, ..Options::default() };
    build(index, &[games.to_owned()], &options, &ReadProgress::default()).unwrap();
}

/// Returns the peak of memory of this process in MiB; 0 if the system does not provide it.
fn peak_memory_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
