//! `kifu-index dups`: prints groups of duplicate games.

mod groups;

use super::args::DupsArgs;
use super::output::{PrintGuard, limit, write_error};
use super::stderr::note;
use super::target;
use super::terminal::Terminal;
use kifu_engine::columns::{texts, usual};
use kifu_engine::copies::{CopiesFound, CopyGroup};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::request::FindCopies;
use kifu_engine::{AskOptions, Engine, Result, json};
use std::io::{self, Write};

/// Number of groups of copies that a terminal lists without `--limit`.
const DEFAULT_GROUPS: usize = 20;

/// Runs the command `dups`. Returns whether there are duplicates.
pub(crate) fn run(args: &DupsArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = Terminal::stdout();
    let is_table = terminal.is_terminal && !args.json && !args.csv;
    let request = FindCopies {
        query: target::read_query(&args.query)?,
        exact: args.exact,
        positions: args.positions,
        disagreeing: args.disagreeing,
        limit: if args.count {
            Some(0)
        } else {
            limit(args.limit, is_table.then_some(DEFAULT_GROUPS))
        },
        skip: 0,
    };
    let form = if args.csv { LineFormat::Csv } else { LineFormat::Tsv };
    if args.csv {
        let of_games = usual().iter().map(|column| column.name);
        let names = COPY_COLUMNS.into_iter().chain(of_games);
        write_table_row(out, form, names.map(str::to_owned)).map_err(write_error)?;
    }
    let mut printed = PrintGuard::default();
    let found = engine.copies(&request, &AskOptions::default(), &mut |group| {
        let written = if args.json {
            json::write_line(out, group)
        } else if is_table {
            groups::print(out, group, &terminal)
        } else {
            print_rows(out, group, form)
        };
        printed.check(written.map_err(write_error))
    });
    let found = printed.finish(found)?.answer;
    if args.count {
        writeln!(out, "{}\t{}", found.groups, found.games).map_err(write_error)?;
        return Ok(found.groups > 0);
    }
    if is_table && found.groups > 0 {
        let shown = found.groups.min(request.limit.unwrap_or(usize::MAX));
        let footer = footer(shown, found.groups, found.games);
        writeln!(out, "{}", terminal.dim(footer)).map_err(write_error)?;
    }
    if found.groups == 0 {
        note_no_copies(args, &found);
    }
    Ok(found.groups > 0)
}

fn footer(shown: usize, groups: usize, games: usize) -> String {
    let all = counted(groups as u64, "group", "groups");
    let games = counted(games as u64, "game", "games");
    let shown_groups = format_thousands(shown as u64);
    if shown < groups {
        format!("{shown_groups} of {all}, {games} (--limit 0 for all)")
    } else {
        format!("{all}, {games}")
    }
}

/// Explains an empty result: says what was not found, and how many groups there are without the options and the query.
fn note_no_copies(args: &DupsArgs, found: &CopiesFound) {
    let (what, same) = match (args.positions, args.exact) {
        _ if args.disagreeing => ("game", "has copies that disagree"),
        (true, _) => ("problem", "has the position of another"),
        (false, true) => ("game", "has exactly the moves of another"),
        (false, false) => ("game", "is the same as another"),
    };
    if args.query.is_empty() {
        let games = counted(found.all_games, "game", "games");
        note!("No {what} among {games} {same}.");
    } else {
        note!("No {what} that fits {same}.");
    }
    if found.all_groups > 0 {
        let restrictions = [
            (args.disagreeing, "--disagreeing"),
            (args.exact, "--exact"),
            (!args.query.is_empty(), "the query"),
        ];
        let restrictions: Vec<&str> =
            restrictions.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name).collect();
        let restrictions = restrictions.join(" and ");
        let groups = counted(found.all_groups.into(), "group", "groups");
        note!("  without {restrictions}: {groups}");
    }
}

/// Columns about a copy and its group, which precede the columns of `search`. Programs rely on this order.
const COPY_COLUMNS: [&str; 5] = ["group", "relation", "differences", "turned", "conflicts"];

/// Prints a row for each copy of a group of copies.
fn print_rows(out: &mut dyn Write, group: &CopyGroup, form: LineFormat) -> io::Result<()> {
    let conflicts = group.conflicts.iter().map(|conflict| conflict.fact.as_str());
    let conflicts = conflicts.collect::<Vec<_>>().join(",");
    for copy in &group.games {
        let differences = copy.differences.map(|number| number.to_string());
        let copy_cells = [
            group.group.to_string(),
            copy.relation.as_str().to_owned(),
            differences.unwrap_or_default(),
            if copy.turned { "turned" } else { "" }.to_owned(),
            conflicts.clone(),
        ];
        let game = texts(&copy.game, usual());
        write_table_row(out, form, copy_cells.into_iter().chain(game))?;
    }
    Ok(())
}
