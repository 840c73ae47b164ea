//! `kifu-index position`.

use super::args::PositionArgs;
use super::boards::{self, Drawing};
use super::format::{counted, thousands};
use super::open;
use super::search::{Failure, limit, write_error};
use super::table::{self, Row};
use super::target::{self, Target};
use super::terminal::Terminal;
use crate::crawl::Entry;
use crate::error::{Error, ErrorKind, Result};
use crate::formats;
use crate::game::{Color, Game, Move, Point};
use crate::index::Index;
use crate::query::address::{Address, At};
use crate::query::hits::{Hit, load_each};
use crate::query::input::{self, Asked};
use crate::query::locate::position;
use crate::query::position::{Answer, Continuation, Outcomes, find};
use crate::query::search;
use crate::record::replay::Next;
use crate::record::{GameRecord, GameTree, Start, numbers};
use serde_json::{Map, Value, json};
use std::io::{IsTerminal, Read, Write};

/// Games listed when `--limit` does not say.
const LISTED: usize = 50;

/// Runs the command; tells whether there were hits.
pub fn run(
    args: &PositionArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    let asked = asked(args, index)?;
    let terminal = Terminal::stdout();
    let terminal = if args.ascii {
        terminal.ascii()
    } else {
        terminal
    };
    let wanted = match args.limit {
        None => LISTED,
        Some(_) => limit(args.limit, &terminal),
    };
    let answer = find(index, &asked.board, if args.count { 0 } else { wanted })?;
    if let Some(first) = answer.first.first().filter(|_| args.open) {
        open::hit(index, &first.hit, At::Node(first.place.node))?;
        return Ok(true);
    }
    if args.count {
        writeln!(out, "{}", answer.outcomes.games).map_err(write_error)?;
    } else if args.json {
        let object = answer_json(index, &asked, &answer)?;
        writeln!(out, "{object}").map_err(write_error)?;
    } else {
        print(out, index, &asked, &answer, &terminal)?;
    }
    Ok(answer.outcomes.games > 0)
}

/// The position that is asked for.
fn asked(args: &PositionArgs, index: &Index) -> std::result::Result<Asked, Failure> {
    let kind = kind(args.kind.as_deref())?;
    let size = match &args.size {
        None => None,
        Some(text) => Some(numbers::parse_size(text).ok_or_else(|| {
            Error::new(ErrorKind::Query, format!("`{text}` is no board size"))
                .help("write --size 19 or --size 19x13")
        })?),
    };
    let text = operand(&args.input)?;
    if let [one] = args.input.as_slice()
        && let Some(asked) = address(one, index)?
    {
        return Ok(asked);
    }
    input::read(&text, kind, size).map_err(|error| Failure::Query(error, text))
}

fn kind(text: Option<&str>) -> Result<Option<Game>> {
    match text.map(str::to_ascii_lowercase).as_deref() {
        None => Ok(None),
        Some("go") => Ok(Some(Game::Go)),
        Some("loa") => Ok(Some(Game::Loa)),
        Some(other) => Err(Error::new(
            ErrorKind::Query,
            format!("there are no positions of `{other}`"),
        )
        .help("write --kind go or --kind loa")),
    }
}

fn no_position() -> Error {
    Error::new(ErrorKind::Query, "which position?").help(
        "name moves (kifu-index position Q16 D4 Q3), a place in a game (game.sgf#42), or send a diagram: \
         kifu-index position < diagram.txt",
    )
}

/// The arguments as one text; `@FILE` and nothing at all are read.
fn operand(arguments: &[String]) -> Result<String> {
    let mut text = String::new();
    match arguments {
        [empty] if empty.trim().is_empty() => return Err(no_position()),
        [] if std::io::stdin().is_terminal() => {
            return Err(no_position());
        }
        [] => {
            read_text(&mut std::io::stdin(), &mut text, "the standard input")?;
        }
        [one] if one == "-" => {
            read_text(&mut std::io::stdin(), &mut text, "the standard input")?;
        }
        [one] if one.starts_with('@') => {
            let path = one.trim_start_matches('@');
            let mut file = std::fs::File::open(path).map_err(|error| Error::io(path, error))?;
            read_text(&mut file, &mut text, path)?;
        }
        words => text = words.join(" "),
    }
    Ok(text)
}

/// A diagram is small; more than this is none.
const LONGEST_INPUT: u64 = 1 << 20;

fn read_text(from: &mut dyn Read, text: &mut String, name: &str) -> Result<()> {
    let mut bytes = Vec::new();
    from.take(LONGEST_INPUT)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io(name, error))?;
    text.push_str(&crate::text::charset::decode(&bytes).text);
    Ok(())
}

/// The position of an address, if the argument is one: an existing file or archive, or an id.
fn address(text: &str, index: &Index) -> std::result::Result<Option<Asked>, Failure> {
    // A diagram or a list of moves may have any sign in it, but never names a file.
    if text.contains('\n') {
        return Ok(None);
    }
    let (address, target) = target::resolve(text)?;
    let (start, tree) = match target {
        Target::Entry(entry) => {
            let record = nth_record(&entry, address.game)?;
            (record.start, record.tree)
        }
        Target::Id(id) => search::tree_of(index, &search::by_id(index, &id)?)?,
        Target::Neither => return Ok(None),
    };
    Ok(Some(at_place(start, &tree, &address)?))
}

/// The game of a file.
fn nth_record(entry: &Entry, game: Option<u32>) -> Result<GameRecord> {
    let mut records = formats::read(&entry.bytes).records;
    let count = records.len();
    let number = game.unwrap_or(1) as usize;
    if number == 0 || number > count {
        let message = match count {
            0 => "holds no game".to_owned(),
            _ => format!(
                "has {}, not {number}",
                counted(count as u64, "game", "games")
            ),
        };
        return Err(Error::new(ErrorKind::NotFound, message).at(&entry.origin));
    }
    Ok(records.swap_remove(number - 1))
}

fn at_place(start: Start, tree: &GameTree, address: &Address) -> Result<Asked> {
    let found = position(start, tree, address.at)?;
    let board = found.board.ok_or_else(|| {
        Error::new(
            ErrorKind::NotFound,
            format!("{} is a game whose rules are not known", address.target),
        )
        .help("there are positions of Go and Lines of Action")
    })?;
    let note = match address.at {
        At::Node(node) => format!("{} at node {node}", address.target),
        _ => format!(
            "{} after {}",
            address.target,
            counted(found.number.into(), "move", "moves")
        ),
    };
    let last = match found.last {
        Some((_, Move::Place(point) | Move::Slide { to: point, .. })) => Some(point),
        _ => None,
    };
    Ok(Asked {
        start,
        board,
        turn: Some(found.turn),
        last,
        notes: vec![note],
    })
}

fn outcomes_json(object: &mut Map<String, Value>, outcomes: &Outcomes) {
    object.insert("black".into(), json!(outcomes.black));
    object.insert("white".into(), json!(outcomes.white));
    object.insert("draws".into(), json!(outcomes.draws));
    object.insert("unknown".into(), json!(outcomes.unknown));
}

/// The next move in words: a point, `pass`, `end`.
fn next_name(next: Next, asked: &Asked) -> String {
    match next {
        Next::End => "end".into(),
        Next::Move(_, Move::Pass) => "pass".into(),
        Next::Move(_, action) => boards::move_name(asked.start.game, asked.start.size, action),
    }
}

fn answer_json(index: &Index, asked: &Asked, answer: &Answer) -> Result<Value> {
    let mut object = Map::new();
    object.insert("v".into(), json!(1));
    object.insert("kind".into(), json!(asked.start.game.name()));
    object.insert(
        "size".into(),
        json!([asked.start.size.width(), asked.start.size.height()]),
    );
    object.insert("board".into(), json!(asked.board.rows()));
    object.insert("total".into(), json!(answer.outcomes.games));
    outcomes_json(&mut object, &answer.outcomes);
    let moves = answer.continuations.iter().map(|row| {
        let mut entry = Map::new();
        entry.insert("at".into(), json!(next_name(row.next, asked)));
        let color = match row.next {
            Next::Move(color, _) => json!(color.letter().to_string()),
            Next::End => Value::Null,
        };
        entry.insert("color".into(), color);
        entry.insert("games".into(), json!(row.outcomes.games));
        outcomes_json(&mut entry, &row.outcomes);
        entry.insert(
            "first_year".into(),
            json!(row.years.map(|(first, _)| first)),
        );
        entry.insert("last_year".into(), json!(row.years.map(|(_, last)| last)));
        Value::Object(entry)
    });
    object.insert("moves".into(), moves.collect());
    object.insert("in_variations".into(), json!(answer.in_variations));
    let mut games = Vec::new();
    let hits: Vec<Hit> = answer.first.iter().map(|found| found.hit).collect();
    let mut places = answer.first.iter().map(|found| found.place);
    load_each(index, &hits, |game| {
        let place = places.next().unwrap_or_default();
        let mut entry = table::json_object(&game);
        // The length of the game is `moves`; where the position stands is `move`.
        entry.insert("move".into(), json!(place.number));
        entry.insert("node".into(), json!(place.node));
        entry.insert("variation".into(), json!(false));
        games.push(Value::Object(entry));
        Ok(())
    })?;
    object.insert("games".into(), Value::Array(games));
    Ok(Value::Object(object))
}

fn print(
    out: &mut dyn Write,
    index: &Index,
    asked: &Asked,
    answer: &Answer,
    terminal: &Terminal,
) -> Result<()> {
    let fail = write_error;
    let labels = letters(answer);
    let mut drawing = Drawing::new(terminal);
    drawing.last = asked.last;
    drawing.labels = labels
        .iter()
        .map(|&(point, letter)| (point, letter))
        .collect();
    for line in boards::draw(&asked.board, &drawing) {
        writeln!(out, "{line}").map_err(fail)?;
    }
    for note in &asked.notes {
        writeln!(out, "{}", terminal.dim(note)).map_err(fail)?;
    }
    writeln!(out, "\n{}", terminal.bold(headline(answer))).map_err(fail)?;
    if answer.in_variations > 0 {
        let more = if answer.outcomes.games > 0 {
            " more"
        } else {
            ""
        };
        let games = counted(answer.in_variations, "game has", "games have").replacen(
            ' ',
            &format!("{more} "),
            1,
        );
        writeln!(
            out,
            "{}",
            terminal.dim(format!("{games} it only in variations"))
        )
        .map_err(fail)?;
    }
    if answer.outcomes.games == 0 {
        return Ok(());
    }
    print_continuations(out, asked, answer, &labels, terminal).map_err(fail)?;
    writeln!(out).map_err(fail)?;
    let mut rows = Vec::new();
    let hits: Vec<Hit> = answer.first.iter().map(|found| found.hit).collect();
    let mut places = answer.first.iter().map(|found| found.place);
    load_each(index, &hits, |game| {
        rows.push(Row::at_place(&game, places.next()));
        Ok(())
    })?;
    table::print(out, &rows, terminal, Some(table::PLACE)).map_err(fail)?;
    let shown = rows.len() as u64;
    if shown < answer.outcomes.games {
        let all = counted(answer.outcomes.games, "game", "games");
        let footer = format!("{} of {all} (--limit 0 for all)", thousands(shown));
        writeln!(out, "{}", terminal.dim(&footer)).map_err(fail)?;
    }
    Ok(())
}

/// The first continuations get a letter on the board.
fn letters(answer: &Answer) -> Vec<(Point, char)> {
    let points = answer
        .continuations
        .iter()
        .filter_map(|row| match row.next {
            Next::Move(_, Move::Place(point)) => Some(point),
            _ => None,
        });
    let mut seen = Vec::new();
    for point in points {
        if !seen.contains(&point) {
            seen.push(point);
        }
    }
    seen.into_iter().zip('a'..='z').collect()
}

fn headline(answer: &Answer) -> String {
    let Outcomes {
        games,
        black,
        white,
        draws,
        unknown,
    } = answer.outcomes;
    if games == 0 {
        return "No game has this position on its main line".to_owned();
    }
    let mut parts = vec![
        format!("Black won {}", thousands(black)),
        format!("White {}", thousands(white)),
    ];
    if draws > 0 {
        parts.push(format!("{} drawn", thousands(draws)));
    }
    if unknown > 0 {
        parts.push(format!("{} unknown", thousands(unknown)));
    }
    format!("{}: {}", counted(games, "game", "games"), parts.join(", "))
}

/// Rows of the table of continuations on a terminal.
const MOST_ROWS: usize = 20;

fn print_continuations(
    out: &mut dyn Write,
    asked: &Asked,
    answer: &Answer,
    labels: &[(Point, char)],
    terminal: &Terminal,
) -> std::io::Result<()> {
    let heading = format!(
        "   {:<8}{:>8}  {:>5}  {:>7}  {:>7}  {:>7}  {:>5}  {:>7}  {}",
        "next", "games", "share", "B wins", "W wins", "B rate", "drawn", "unknown", "years"
    );
    writeln!(out, "{}", terminal.dim(&heading))?;
    for Continuation {
        next,
        outcomes,
        years,
    } in answer.continuations.iter().take(MOST_ROWS)
    {
        let letter = match next {
            Next::Move(_, Move::Place(point)) => labels
                .iter()
                .find(|(p, _)| p == point)
                .map_or(' ', |(_, l)| *l),
            _ => ' ',
        };
        let color = match next {
            Next::Move(Color::Black, _) => "B ",
            Next::Move(Color::White, _) => "W ",
            Next::End => "",
        };
        let name = format!("{color}{}", next_name(*next, asked));
        let share = percent(outcomes.games, answer.outcomes.games);
        let rate = percent(outcomes.black, outcomes.black + outcomes.white);
        let years = match years {
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}-{last}"),
            None => String::new(),
        };
        let line = format!(
            " {letter} {name:<8}{:>8}  {share:>5}  {:>7}  {:>7}  {rate:>7}  {:>5}  {:>7}  {years}",
            thousands(outcomes.games),
            thousands(outcomes.black),
            thousands(outcomes.white),
            thousands(outcomes.draws),
            thousands(outcomes.unknown),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    let rest = answer.continuations.iter().skip(MOST_ROWS);
    let (moves, games) = rest.fold((0u64, 0), |(moves, games), row| {
        (moves + 1, games + row.outcomes.games)
    });
    if moves > 0 {
        let line = format!(
            "   {} other moves in {}",
            thousands(moves),
            counted(games, "game", "games")
        );
        writeln!(out, "{}", terminal.dim(&line))?;
    }
    Ok(())
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        String::new()
    } else {
        format!("{:.0}%", 100.0 * part as f64 / whole as f64)
    }
}
