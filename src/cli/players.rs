//! `kifu-index players`: lists players, or describes one.

use super::args::PlayersArgs;
use super::head_to_head;
use super::name_facts;
use super::names_language::names_language;
use super::output::{DEFAULT_ROWS, footer, limit, write_error, years};
use super::paths::shell_quote;
use super::ratings::interval_in_words;
use super::stderr::note;
use super::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::losses::LossRow;
use kifu_engine::number_format::{counted, decimals, format_thousands};
use kifu_engine::players::{
    MAX_DESCRIBED_PLAYERS, OpponentRow, PlayerRow, PlayersAnswer, SpellingRow, WinLoss,
};
use kifu_engine::request::FindPlayers;
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Maximum number of opponents, and of spellings, in the description of a player.
const MAX_DESCRIBED_ROWS: usize = 10;
/// Maximum number of archives that are named for a spelling of a player's name.
const MAX_ARCHIVES: usize = 3;
/// Maximum width in columns of a player's name.
const MAX_NAME_WIDTH: usize = 40;

/// Runs the command `players`. Returns whether there are players.
pub(crate) fn run(args: &PlayersArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let terminal = Terminal::stdout();
    if args.check {
        return name_facts::print_name_check(engine, args.json, &terminal, out);
    }
    if let Some(other) = &args.vs {
        return head_to_head::run(args, other, engine, out);
    }
    let is_table = terminal.is_terminal && !args.json && !args.csv;
    let request = FindPlayers {
        name: args.name.join(" "),
        limit: limit(args.limit, is_table.then_some(DEFAULT_ROWS)),
        locale: names_language(args.lang),
        strength: args.strength || args.sort.as_deref() == Some("strength"),
        ..FindPlayers::default()
    };
    let mut answer = engine.answer(&request, &AskOptions::default())?.answer;
    let is_named = !request.name.trim().is_empty();
    if is_named && answer.players.is_empty() {
        note_no_player(&request.name, &answer);
        return Ok(false);
    }
    let are_described = is_named && answer.total <= MAX_DESCRIBED_PLAYERS;
    if is_table && are_described {
        let answer_losses = |losses: &_| Ok(engine.answer(losses, &AskOptions::default())?.answer);
        answer.add_losses(&answer_losses)?;
    }
    let players = &answer.players;
    let printed = if args.json {
        players.iter().try_for_each(|player| json::write_line(out, player))
    } else if !is_table {
        print_rows(out, players, args.csv)
    } else if are_described {
        players.iter().try_for_each(|player| print_description(out, &terminal, player))
    } else {
        print_table(out, &terminal, players, answer.total)
    };
    printed.map_err(write_error)?;
    Ok(!players.is_empty())
}

/// Suggests similar names if no player was found.
fn note_no_player(name: &str, answer: &PlayersAnswer) {
    note!("No player is called {}.", clean(name));
    for (near, games) in &answer.near {
        let games = counted(*games, "game", "games");
        note!("  did you mean {}? ({games})", clean(near));
    }
}

/// Columns of a player's row. Programs rely on this order.
const COLUMNS: [&str; 13] = [
    "player",
    "games",
    "black",
    "white",
    "won",
    "lost",
    "drawn",
    "unknown",
    "first_year",
    "last_year",
    "spellings",
    "both",
    "beside",
];

/// Prints a row for each player: as CSV with a header, or as tab-separated values without one.
fn print_rows(out: &mut dyn Write, players: &[PlayerRow], as_csv: bool) -> io::Result<()> {
    let form = if as_csv { LineFormat::Csv } else { LineFormat::Tsv };
    let has_strength = players.iter().any(|player| player.strength.is_some());
    if as_csv {
        let more = STRENGTH_COLUMNS.iter().filter(|_| has_strength);
        write_table_row(out, form, COLUMNS.iter().chain(more).map(|name| (*name).to_owned()))?;
    }
    players.iter().try_for_each(|player| {
        let strength = player.strength.as_ref();
        let number = |number: Option<f64>| number.map_or_else(String::new, |n| n.to_string());
        let more = [strength.map(|known| known.rating), strength.map(|known| known.deviation)];
        let more = more.map(number).into_iter().filter(|_| has_strength);
        write_table_row(out, form, row_values(player).into_iter().chain(more))
    })
}

/// Columns of a player's row behind all others, if the strength was requested.
const STRENGTH_COLUMNS: [&str; 2] = ["rating", "deviation"];

fn row_values(player: &PlayerRow) -> Vec<String> {
    let all = player.all;
    let year = |year: Option<i32>| year.map(|year| year.to_string()).unwrap_or_default();
    let mut values = vec![player.display_name().to_owned()];
    let numbers = [
        all.games,
        player.black.games,
        player.white.games,
        all.won,
        all.lost,
        all.drawn,
        all.unknown,
    ];
    values.extend(numbers.map(|number| number.to_string()));
    values.push(year(player.first_year));
    values.push(year(player.last_year));
    let spellings = player.spellings.iter().map(|written| written.name.as_str());
    values.push(spellings.collect::<Vec<_>>().join("; "));
    let uncounted = [player.both, player.beside];
    values.extend(uncounted.map(|games| games.to_string()));
    values
}

/// Returns a table with a column of names, columns of numbers, and perhaps a last column.
pub(super) fn number_table(
    names: &str,
    numbers: &[&str],
    last: Option<TableColumn>,
    rows: Vec<TableRow>,
) -> Table {
    let names = TableColumn::left(names).with_widths(names.len(), MAX_NAME_WIDTH);
    let numbers = numbers.iter().map(|&heading| TableColumn::right(heading).with_min_width(6));
    let columns = std::iter::once(names).chain(numbers).chain(last).collect();
    Table { columns, rows }
}

pub(super) fn row<const N: usize>(name: &str, numbers: [u64; N], last: Option<String>) -> TableRow {
    let name = clean(name).into_owned();
    TableRow::from([name].into_iter().chain(numbers.map(format_thousands)).chain(last))
}

fn print_table(
    out: &mut dyn Write,
    terminal: &Terminal,
    players: &[PlayerRow],
    total: u64,
) -> io::Result<()> {
    let has_strength = players.iter().any(|player| player.strength.is_some());
    let rows = players.iter().map(|player| {
        let PlayerRow { all, black, white, .. } = player;
        let numbers = [all.games, black.games, white.games, all.won, all.lost];
        let years = years(player.first_year, player.last_year);
        let mut row = row(player.display_name(), numbers, Some(years));
        if has_strength {
            let rating = player.strength.map(|strength| decimals(strength.rating, 0));
            row.cells.push(rating.unwrap_or_default());
        }
        row
    });
    let numbers = ["games", "Black", "White", "won", "lost"];
    let years = Some(TableColumn::left("years"));
    let mut table = number_table("player", &numbers, years, rows.collect());
    if has_strength {
        table.columns.push(TableColumn::right("rating").with_min_width(6));
    }
    table.print(out, &terminal.table_style())?;
    // The games with Black and those with White do not add up to the total, so a note says what else is counted.
    if players.iter().any(|player| player.beside > 0) {
        let note = "the column games also counts games that name a player only in variations or without a colour (--json: beside)";
        writeln!(out, "{}", terminal.dim(note))?;
    }
    let footer = footer(players.len() as u64, total, "player", "players");
    writeln!(out, "{}", terminal.dim(footer))
}

/// Prints the description of one player: results, years, spellings, opponents, analysed games.
fn print_description(
    out: &mut dyn Write,
    terminal: &Terminal,
    player: &PlayerRow,
) -> io::Result<()> {
    let games = counted(player.all.games, "game", "games");
    let years = match years(player.first_year, player.last_year) {
        years if years.is_empty() => years,
        years => format!(", {years}"),
    };
    let name = terminal.bold(clean(player.display_name()));
    writeln!(out, "{name}: {games}{years}")?;
    if player.has_impossible_career() {
        let advice = format!(
            "nobody plays for so long: two people may have this name, or a date is wrong; its years: \
             kifu-index stats --by year {}",
            shell_quote(&format!("player:\"{}\"", clean(&player.player)))
        );
        writeln!(out, "  {}", terminal.dim(advice))?;
    }
    for (side, results) in [("as Black", &player.black), ("as White", &player.white)] {
        let games = format_thousands(results.games);
        writeln!(out, "  {side}  {games:>7}: {}", results_in_words(results))?;
    }
    if let Some(strength) = &player.strength {
        let rating = decimals(strength.rating, 0);
        let interval = interval_in_words(strength);
        let games = counted(strength.games, "rated game", "rated games");
        let line = format!(
            "rating    {rating:>7}: 95 % interval {interval}, {games}, the last in {}",
            strength.last
        );
        writeln!(out, "  {line}")?;
    }
    if let Some(losses) = loss_line(player) {
        writeln!(out, "  {losses}")?;
    }
    let more = [
        (player.both, "with this player in both seats"),
        (player.beside, "without a colour for this player, or only in variations"),
    ];
    for (games, which) in more {
        if games > 0 {
            let line = format!("{} {which}", format_thousands(games));
            writeln!(out, "  {}", terminal.dim(line))?;
        }
    }
    let all = &player.spellings;
    let rows = all
        .iter()
        .take(MAX_DESCRIBED_ROWS)
        .map(|written| row(&written.name, [written.games], Some(archives_in_words(written))));
    let archives = Some(TableColumn::left("in").uncut());
    let table = number_table("spelling", &["games"], archives, rows.collect());
    print_list(out, terminal, &table, all.len(), ["spelling", "spellings"])?;
    let all = player.opponents.as_deref().unwrap_or_default();
    if !all.is_empty() {
        let rows = all.iter().take(MAX_DESCRIBED_ROWS).map(|opponent| {
            let OpponentRow { results, .. } = opponent;
            row(opponent.display_name(), [results.games, results.won, results.lost], None)
        });
        let table = number_table("against", &["games", "won", "lost"], None, rows.collect());
        print_list(out, terminal, &table, all.len(), ["opponent", "opponents"])?;
    }
    writeln!(out)
}

/// Sums up a player's analysed games: `analysed  12: 0.45 points lost a move (0.20 in 1-60, 0.51 in 61-150, 0.80 in
/// 151-), 23 blunders`.
fn loss_line(player: &PlayerRow) -> Option<String> {
    let rows = player.losses.as_ref()?;
    let all = rows.first()?;
    let lost = |row: &LossRow| match (row.loss, row.drop) {
        (Some(points), _) => Some(decimals(points, 2)),
        (None, Some(drop)) => Some(format!("{} %", decimals(drop, 1))),
        (None, None) => None,
    };
    let unit = if all.loss.is_some() { " points" } else { "" };
    let phases = rows.iter().filter(|row| row.by == "phase");
    let phases =
        phases.filter_map(|row| Some(format!("{} in {}", lost(row)?, row.value.as_ref()?)));
    let phases = phases.collect::<Vec<_>>().join(", ");
    Some(format!(
        "analysed  {:>7}: {}{unit} lost a move ({phases}), {}",
        format_thousands(all.games),
        lost(all)?,
        counted(all.blunders, "blunder", "blunders")
    ))
}

/// Prints a table in the description of a player, and how many further rows it has.
fn print_list(
    out: &mut dyn Write,
    terminal: &Terminal,
    table: &Table,
    all: usize,
    [one, many]: [&str; 2],
) -> io::Result<()> {
    table.print(out, &terminal.table_style().with_width(terminal.width, 2))?;
    let rest = all - table.rows.len();
    if rest == 0 {
        return Ok(());
    }
    let word = if rest == 1 { one } else { many };
    let rest = format_thousands(rest as u64);
    let line = format!("and {rest} more {word} (--json lists them)");
    writeln!(out, "  {}", terminal.dim(line))
}

/// Formats results in words: `won 12, lost 3, 1 drawn, 2 unknown`.
pub(super) fn results_in_words(results: &WinLoss) -> String {
    let (won, lost) = (format_thousands(results.won), format_thousands(results.lost));
    let mut text = format!("won {won}, lost {lost}");
    for (number, word) in [(results.drawn, "drawn"), (results.unknown, "unknown")] {
        if number > 0 {
            text.push_str(&format!(", {} {word}", format_thousands(number)));
        }
    }
    text
}

/// Names the first archives that have a spelling, and how many more there are.
fn archives_in_words(written: &SpellingRow) -> String {
    let name = |path: &str| {
        let last = path.rsplit(['/', '\\']).find(|part| !part.is_empty());
        clean(last.unwrap_or(path)).into_owned()
    };
    let shown = written.archives.iter().take(MAX_ARCHIVES);
    let mut parts: Vec<String> = shown
        .map(|archive| format!("{} {}", name(&archive.path), format_thousands(archive.games)))
        .collect();
    let rest = written.archives.len().saturating_sub(MAX_ARCHIVES);
    if rest > 0 {
        parts.push(format!("{rest} more"));
    }
    parts.join(", ")
}
