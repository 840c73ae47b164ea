//! `kifu-index players`.

use super::args::PlayersArgs;
use super::format::{column_text, counted, thousands};
use super::json;
use super::search::{limit, write_error};
use super::stderr::note;
use super::terminal::Terminal;
use crate::error::Result;
use crate::index::Index;
use crate::query::near::near_names;
use crate::query::players::{Opponent, Player, Profile, Results, Written, most_frequent, named};
use crate::text::display::{clean, fit, width};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// On a terminal so many players are described each by themselves; more are a table.
const DESCRIBED: usize = 3;
/// Opponents and spellings of a description.
const LISTED: usize = 10;
/// Archives that are named beside a spelling.
const ARCHIVES: usize = 3;
/// The widest column of names.
const WIDEST: usize = 40;

/// Runs the command; tells whether there are players.
pub fn run(args: &PlayersArgs, index: &Index, out: &mut dyn Write) -> Result<bool> {
    let name = args.name.join(" ");
    let terminal = Terminal::stdout();
    let limit = limit(args.limit, &terminal);
    if name.trim().is_empty() {
        let (players, total) = most_frequent(index, limit)?;
        print(out, args.json, &terminal, &players, total, player_json)?;
        return Ok(!players.is_empty());
    }
    let (found, total) = named(index, &name, limit)?;
    if found.is_empty() {
        explain_nothing(index, &name)?;
        return Ok(false);
    }
    if terminal.is_terminal && !args.json && total <= DESCRIBED as u64 {
        for found in &found {
            describe(out, &terminal, found).map_err(write_error)?;
        }
    } else if args.json {
        print(out, true, &terminal, &found, total, found_json)?;
    } else {
        let players: Vec<Player> = found.into_iter().map(|found| found.player).collect();
        print(out, false, &terminal, &players, total, player_json)?;
    }
    Ok(true)
}

/// What there is for a name that finds nobody.
fn explain_nothing(index: &Index, name: &str) -> Result<()> {
    note!("No player is called {}.", clean(name));
    for (near, games) in near_names(index, name, 5)? {
        let games = counted(games, "game", "games");
        note!("  did you mean {}? ({games})", clean(&near));
    }
    Ok(())
}

/// One line for each: JSON objects, a table, or tab-separated values.
fn print<T: AsPlayer>(
    out: &mut dyn Write,
    json: bool,
    terminal: &Terminal,
    all: &[T],
    total: u64,
    object: fn(&T) -> Map<String, Value>,
) -> Result<()> {
    let written = if json {
        all.iter()
            .try_for_each(|one| json::write_line(out, &object(one)))
    } else if terminal.is_terminal {
        let players: Vec<&Player> = all.iter().map(AsPlayer::player).collect();
        table(out, terminal, &players, total)
    } else {
        all.iter()
            .try_for_each(|one| writeln!(out, "{}", tsv(one.player())))
    };
    written.map_err(write_error)
}

/// What is, or has, a player.
trait AsPlayer {
    fn player(&self) -> &Player;
}

impl AsPlayer for Player {
    fn player(&self) -> &Player {
        self
    }
}

impl AsPlayer for Profile {
    fn player(&self) -> &Player {
        &self.player
    }
}

/// Player, games, as Black, as White, won, lost, drawn, unknown, first year, last year, spellings. Their order is a promise.
fn tsv(player: &Player) -> String {
    let all = player.all();
    let year = |year: Option<i32>| year.map(|year| year.to_string()).unwrap_or_default();
    let mut values = vec![column_text(&player.name)];
    let numbers = [
        all.games(),
        player.black.games(),
        player.white.games(),
        all.won,
        all.lost,
        all.drawn,
        all.unknown,
    ];
    values.extend(numbers.map(|number| number.to_string()));
    values.push(year(player.years.map(|years| years.0)));
    values.push(year(player.years.map(|years| years.1)));
    let spellings = player
        .spellings
        .iter()
        .map(|written| column_text(&written.name));
    values.push(spellings.collect::<Vec<_>>().join("; "));
    values.join("\t")
}

fn results_json(results: &Results) -> Map<String, Value> {
    let numbers = [
        ("games", results.games()),
        ("won", results.won),
        ("lost", results.lost),
        ("drawn", results.drawn),
        ("unknown", results.unknown),
    ];
    numbers
        .map(|(key, number)| (key.to_owned(), json!(number)))
        .into_iter()
        .collect()
}

fn player_json(player: &Player) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("v".into(), json!(1));
    object.insert("player".into(), json!(player.name));
    object.extend(results_json(&player.all()));
    object.insert("black".into(), Value::Object(results_json(&player.black)));
    object.insert("white".into(), Value::Object(results_json(&player.white)));
    object.insert(
        "first_year".into(),
        json!(player.years.map(|years| years.0)),
    );
    object.insert("last_year".into(), json!(player.years.map(|years| years.1)));
    object.insert(
        "spellings".into(),
        player.spellings.iter().map(written_json).collect(),
    );
    object
}

fn written_json(written: &Written) -> Value {
    let mut object = Map::new();
    object.insert("name".into(), json!(written.name));
    object.insert("games".into(), json!(written.games));
    if !written.places.is_empty() {
        let place = |(path, games): &(String, u64)| json!({"path": path, "games": games});
        object.insert(
            "archives".into(),
            written.places.iter().map(place).collect(),
        );
    }
    Value::Object(object)
}

fn found_json(found: &Profile) -> Map<String, Value> {
    let mut object = player_json(&found.player);
    let opponent = |opponent: &Opponent| {
        let mut object = Map::new();
        object.insert("player".into(), json!(opponent.name));
        object.extend(results_json(&opponent.results));
        Value::Object(object)
    };
    object.insert(
        "opponents".into(),
        found.opponents.iter().map(opponent).collect(),
    );
    object
}

fn years(player: &Player) -> String {
    match player.years {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
        None => String::new(),
    }
}

/// As wide as the names want, within bounds.
fn name_width<'a>(names: impl Iterator<Item = &'a str>, heading: &str) -> usize {
    let widest = names.map(|name| width(&clean(name))).max().unwrap_or(0);
    widest.clamp(heading.len(), WIDEST)
}

fn table(
    out: &mut dyn Write,
    terminal: &Terminal,
    players: &[&Player],
    total: u64,
) -> io::Result<()> {
    let room = name_width(players.iter().map(|player| player.name.as_str()), "player");
    let heading = format!(
        "{}{:>8}{:>8}{:>8}{:>8}{:>8}  years",
        fit("player", room),
        "games",
        "Black",
        "White",
        "won",
        "lost"
    );
    writeln!(out, "{}", terminal.dim(heading))?;
    for player in players {
        let all = player.all();
        let numbers = [
            all.games(),
            player.black.games(),
            player.white.games(),
            all.won,
            all.lost,
        ];
        let numbers = numbers
            .map(|number| format!("{:>8}", thousands(number)))
            .concat();
        let line = format!(
            "{}{numbers}  {}",
            fit(&clean(&player.name), room),
            years(player)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    let shown = players.len() as u64;
    let all = counted(total, "player", "players");
    let footer = match shown < total {
        true => format!("{} of {all} (--limit 0 for all)", thousands(shown)),
        false => all,
    };
    writeln!(out, "{}", terminal.dim(footer))
}

/// Everything about one player.
fn describe(out: &mut dyn Write, terminal: &Terminal, found: &Profile) -> io::Result<()> {
    let player = &found.player;
    let games = counted(player.all().games(), "game", "games");
    let years = match years(player) {
        years if years.is_empty() => years,
        years => format!(", {years}"),
    };
    writeln!(
        out,
        "{}: {games}{years}",
        terminal.bold(clean(&player.name))
    )?;
    for (side, results) in [("as Black", &player.black), ("as White", &player.white)] {
        writeln!(
            out,
            "  {side}  {:>7}: {}",
            thousands(results.games()),
            in_words(results)
        )?;
    }
    describe_spellings(out, terminal, &player.spellings)?;
    describe_opponents(out, terminal, &found.opponents)?;
    writeln!(out)
}

/// `won 12, lost 3, 1 drawn, 2 unknown`.
fn in_words(results: &Results) -> String {
    let mut text = format!(
        "won {}, lost {}",
        thousands(results.won),
        thousands(results.lost)
    );
    for (number, word) in [(results.drawn, "drawn"), (results.unknown, "unknown")] {
        if number > 0 {
            text.push_str(&format!(", {} {word}", thousands(number)));
        }
    }
    text
}

fn describe_spellings(
    out: &mut dyn Write,
    terminal: &Terminal,
    spellings: &[Written],
) -> io::Result<()> {
    let shown = spellings.get(..LISTED).unwrap_or(spellings);
    let room = name_width(
        shown.iter().map(|written| written.name.as_str()),
        "spelling",
    );
    let heading = format!("  {}{:>8}  in", fit("spelling", room), "games");
    writeln!(out, "{}", terminal.dim(heading))?;
    for written in shown {
        let name = fit(&clean(&written.name), room);
        let line = format!(
            "  {name}{:>8}  {}",
            thousands(written.games),
            places(written)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    more(
        out,
        terminal,
        spellings.len() - shown.len(),
        "spelling",
        "spellings",
    )
}

/// The first archives by their names, and how many others there are.
fn places(written: &Written) -> String {
    let name = |path: &str| {
        let last = path.rsplit(['/', '\\']).find(|part| !part.is_empty());
        clean(last.unwrap_or(path)).into_owned()
    };
    let shown = written.places.iter().take(ARCHIVES);
    let mut parts: Vec<String> = shown
        .map(|(path, games)| format!("{} {}", name(path), thousands(*games)))
        .collect();
    let rest = written.places.len().saturating_sub(ARCHIVES);
    if rest > 0 {
        parts.push(format!("{rest} more"));
    }
    parts.join(", ")
}

fn describe_opponents(
    out: &mut dyn Write,
    terminal: &Terminal,
    opponents: &[Opponent],
) -> io::Result<()> {
    if opponents.is_empty() {
        return Ok(());
    }
    let shown = opponents.get(..LISTED).unwrap_or(opponents);
    let room = name_width(
        shown.iter().map(|opponent| opponent.name.as_str()),
        "against",
    );
    let heading = format!(
        "  {}{:>8}{:>8}{:>8}",
        fit("against", room),
        "games",
        "won",
        "lost"
    );
    writeln!(out, "{}", terminal.dim(heading))?;
    for Opponent { name, results } in shown {
        let numbers = [results.games(), results.won, results.lost];
        let numbers = numbers
            .map(|number| format!("{:>8}", thousands(number)))
            .concat();
        writeln!(out, "  {}{numbers}", fit(&clean(name), room))?;
    }
    more(
        out,
        terminal,
        opponents.len() - shown.len(),
        "opponent",
        "opponents",
    )
}

fn more(
    out: &mut dyn Write,
    terminal: &Terminal,
    rest: usize,
    one: &str,
    many: &str,
) -> io::Result<()> {
    if rest == 0 {
        return Ok(());
    }
    let word = if rest == 1 { one } else { many };
    let rest = thousands(rest as u64);
    writeln!(
        out,
        "  {}",
        terminal.dim(format!("and {rest} more {word} (--json lists them)"))
    )
}
