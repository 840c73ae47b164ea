//! `kifu-index dups`.

mod table;

use super::args::DupsArgs;
use super::format::{column_text, counted, thousands};
use super::json;
use super::output::tsv;
use super::planned::plan;
use super::search::{Failure, write_error};
use super::stderr::note;
use super::table::json_object;
use super::terminal::Terminal;
use crate::error::Result;
use crate::index::Index;
use crate::query::copies::{Copy, Group, Relation, find, load_each};
use crate::query::{join_arguments, parse};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Groups of a page on a terminal.
const PAGE: usize = 20;

/// Runs the command; tells whether there are duplicates.
pub fn run(
    args: &DupsArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    let text = join_arguments(&args.query);
    let fail = |error| Failure::Query(error, text.clone());
    let query = parse(&text).map_err(fail)?;
    let plan = plan(index, &query).map_err(fail)?;
    let groups = find(index, plan, args.exact)?;
    let games: usize = groups.iter().map(Vec::len).sum();
    let terminal = Terminal::stdout();
    if args.count {
        writeln!(out, "{}\t{games}", groups.len()).map_err(write_error)?;
        return Ok(!groups.is_empty());
    }
    let is_table = terminal.is_terminal && !args.json;
    let limit = match args.limit {
        Some(0) => usize::MAX,
        Some(limit) => limit,
        None if is_table => PAGE,
        None => usize::MAX,
    };
    let shown = groups.get(..limit).unwrap_or(&groups);
    let mut number = 0;
    load_each(index, shown, |group| {
        number += 1;
        let printed = if args.json {
            print_json(out, number, &group)
        } else if is_table {
            table::print(out, &group, &terminal)
        } else {
            print_tsv(out, number, &group)
        };
        printed.map_err(write_error)
    })?;
    if is_table && !groups.is_empty() {
        let footer = footer(shown.len(), groups.len(), games);
        writeln!(out, "{}", terminal.dim(footer)).map_err(write_error)?;
    }
    if groups.is_empty() {
        explain_nothing(index, args)?;
    }
    Ok(!groups.is_empty())
}

fn footer(shown: usize, groups: usize, games: usize) -> String {
    let all = counted(groups as u64, "group", "groups");
    let games = counted(games as u64, "game", "games");
    match shown < groups {
        true => format!(
            "{} of {all}, {games} (--limit 0 for all)",
            thousands(shown as u64)
        ),
        false => format!("{all}, {games}"),
    }
}

/// For people who found nothing: among what, and whether there is more without the query.
fn explain_nothing(index: &Index, args: &DupsArgs) -> Result<()> {
    let same = match args.exact {
        true => "has the very moves of another",
        false => "is the same as another",
    };
    if args.query.is_empty() {
        let total = index.header().totals.game_count();
        note!("No game among {} {same}.", thousands(total));
    } else {
        note!("No game that fits {same}.");
    }
    let all = index.duplicates()?.group_count();
    if all > 0 {
        let narrowed = match (args.exact, args.query.is_empty()) {
            (true, true) => "--exact",
            (true, false) => "--exact and the query",
            _ => "the query",
        };
        let groups = counted(all.into(), "group", "groups");
        note!("  without {narrowed}: {groups}");
    }
    Ok(())
}

/// The number of differences to the fullest copy; none where they were not counted.
fn differences(relation: Relation) -> Option<u32> {
    match relation {
        Relation::Fullest => Some(0),
        Relation::Like(likeness) => Some(likeness.differences),
        Relation::Distant => None,
    }
}

fn is_turned(relation: Relation) -> bool {
    matches!(relation, Relation::Like(likeness) if likeness.turned)
}

/// Group, relation, differences, `turned`, conflicts of the group, then the columns of `search`. The order is a promise.
fn print_tsv(out: &mut dyn Write, number: u64, group: &Group) -> io::Result<()> {
    let conflicts = group
        .conflicts
        .iter()
        .map(|conflict| conflict.fact.as_str());
    let conflicts = conflicts.collect::<Vec<_>>().join(",");
    for Copy { game, relation, .. } in &group.copies {
        let differences = differences(*relation).map(|number| number.to_string());
        let own = [
            number.to_string(),
            relation.as_str().to_owned(),
            differences.unwrap_or_default(),
            if is_turned(*relation) { "turned" } else { "" }.to_owned(),
            conflicts.clone(),
        ];
        let own = own.map(|value| column_text(&value)).join("\t");
        writeln!(out, "{own}\t{}", tsv(game))?;
    }
    Ok(())
}

/// One object for a group.
fn print_json(out: &mut dyn Write, number: u64, group: &Group) -> io::Result<()> {
    let conflicts = group.conflicts.iter().map(|conflict| {
        let name = conflict.fact.as_str().to_owned();
        (name, json!(conflict.values))
    });
    let games = group.copies.iter().map(|copy| {
        let mut object = json_object(&copy.game);
        object.insert("relation".into(), json!(copy.relation.as_str()));
        object.insert("differences".into(), json!(differences(copy.relation)));
        object.insert("turned".into(), json!(is_turned(copy.relation)));
        Value::Object(object)
    });
    let object = json!({
        "v": 1,
        "group": number,
        "conflicts": conflicts.collect::<Map<_, _>>(),
        "games": games.collect::<Vec<_>>(),
    });
    json::write_line(out, &object)
}
