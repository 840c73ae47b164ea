//! Writes the tree of a corner to a file, as SGF or as CSV.

use super::JosekiArgs;
use crate::stderr::note;
use kifu_archive::origin::text_path;
use kifu_engine::export::{Output, is_stdout, refuse_archive};
use kifu_engine::joseki::{CornerCounts, JosekiAnswer, JosekiMove};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::number_format::{counted, rate_cells};
use kifu_engine::{Engine, Result};
use kifu_record::text::display::clean;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the tree to the file that the arguments name.
pub(super) fn write(
    answer: &JosekiAnswer,
    file: &Path,
    args: &JosekiArgs,
    engine: &Engine,
    out: &mut dyn Write,
) -> Result<()> {
    if !is_stdout(file) {
        let status = engine.status(false)?.answer;
        let roots: Vec<PathBuf> = status.roots.iter().map(|root| text_path(root)).collect();
        refuse_archive(file, &roots, status.index.iter())?;
    }
    let mut output = Output::open(file, args.force, out)?;
    let written = if args.sgf.is_some() {
        output.write_all(answer.sgf().as_bytes())
    } else {
        write_csv(answer, &mut output)
    };
    written.map_err(|error| output.write_error(error))?;
    output.finish()?;
    if !is_stdout(file) {
        let moves = counted(steps(answer).count() as u64, "move", "moves");
        note!("Wrote {moves} to {}", clean(&file.display().to_string()));
    }
    Ok(())
}

/// Step of the tree with those before it.
pub(super) struct TreeStep<'a> {
    /// Number of steps from the position to this one.
    pub(super) depth: usize,
    /// Number of corners that have the position before the step.
    pub(super) of: u64,
    pub(super) row: &'a JosekiMove,
}

/// All steps of the tree, each before the steps after it.
pub(super) fn steps(answer: &JosekiAnswer) -> impl Iterator<Item = TreeStep<'_>> {
    let step = |depth, of| move |row| TreeStep { depth, of, row };
    let mut pending: Vec<TreeStep> =
        answer.moves.iter().rev().map(step(1, answer.all.corners)).collect();
    std::iter::from_fn(move || {
        let next = pending.pop()?;
        let children = next.row.moves.iter().rev();
        pending.extend(children.map(step(next.depth + 1, next.row.counts.corners)));
        Some(next)
    })
}

/// Names of the CSV columns about the corners of one set of games.
const COUNT_COLUMNS: [&str; 13] = [
    "corners",
    "games",
    "share",
    "black",
    "white",
    "draws",
    "unknown",
    "rate",
    "rate_low",
    "rate_high",
    "first_year",
    "last_year",
    "end",
];

/// Writes a line for each step: its depth, the steps that lead to it, and its numbers.
fn write_csv(answer: &JosekiAnswer, out: &mut dyn Write) -> io::Result<()> {
    let names = ["depth", "path", "at", "color"].into_iter().chain(COUNT_COLUMNS);
    let names = names.chain(["at_once", "elsewhere"]).map(str::to_owned);
    let second = COUNT_COLUMNS.iter().map(|name| format!("second_{name}"));
    let compared = answer.second.is_some();
    write_table_row(out, LineFormat::Csv, names.chain(second.filter(|_| compared)))?;
    let mut path: Vec<&str> = Vec::new();
    for step in steps(answer) {
        let row = step.row;
        path.truncate(step.depth - 1);
        path.push(&row.at);
        let mut cells =
            vec![step.depth.to_string(), path.join(" "), row.at.clone(), row.color.to_string()];
        cells.extend(count_cells(&row.counts, row.share));
        cells.push(row.at_once.to_string());
        cells.push(row.elsewhere.map_or(String::new(), |moves| moves.to_string()));
        if let Some(second) = &row.second {
            cells.extend(count_cells(&second.counts, second.share));
        }
        write_table_row(out, LineFormat::Csv, cells.into_iter())?;
    }
    Ok(())
}

fn count_cells(counts: &CornerCounts, share: Option<f64>) -> [String; COUNT_COLUMNS.len()] {
    let decimal =
        |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
    let year = |year: Option<i32>| year.map_or(String::new(), |year| year.to_string());
    let [rate, low, high] = rate_cells(counts.win_rate);
    [
        counts.corners.to_string(),
        counts.games.to_string(),
        decimal(share),
        counts.wins.black.to_string(),
        counts.wins.white.to_string(),
        counts.wins.draws.to_string(),
        counts.wins.unknown.to_string(),
        rate,
        low,
        high,
        year(counts.first_year),
        year(counts.last_year),
        counts.end.map_or(String::new(), |corners| corners.to_string()),
    ]
}
