//! `kifu-index position`.

use super::args::PositionArgs;
use super::boards::{self, Drawing};
use super::explorer::{Subject, letters, named_rows};
use super::format::counted;
use super::open;
use super::search::{Failure, limit, write_error};
use super::target::{self, Target};
use super::terminal::Terminal;
use crate::crawl::Entry;
use crate::error::{Error, ErrorKind, Result};
use crate::formats;
use crate::game::{Game, Move};
use crate::index::Index;
use crate::query::address::{Address, At};
use crate::query::explorer::Answer;
use crate::query::input::{self, Asked};
use crate::query::locate::position;
use crate::query::position::find_named;
use crate::query::search;
use crate::record::{GameRecord, GameTree, Start, numbers};
use serde_json::{Map, Value, json};
use std::io::{IsTerminal, Read, Write};

/// Games listed when `--limit` does not say.
pub(super) const LISTED: usize = 50;

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
    let named = match args.json {
        true => usize::MAX,
        false if args.count || args.open => 0,
        false => named_rows(&terminal),
    };
    let answer = find_named(
        index,
        &asked.board,
        if args.count { 0 } else { wanted },
        named,
    )?;
    if let Some(first) = answer.first.first().filter(|_| args.open) {
        open::hit(index, &first.hit, At::Node(first.place.node))?;
        return Ok(true);
    }
    let (game, size) = (asked.start.game, asked.start.size);
    let subject = Subject {
        noun: "position",
        drawing: drawing(&asked, &answer, &terminal),
        notes: &asked.notes,
        name: &|action| boards::move_name(game, size, action),
        regions: &[],
    };
    if args.count {
        writeln!(out, "{}", answer.outcomes.games).map_err(write_error)?;
    } else if args.json {
        let object = subject.json(index, &answer, asked_json(&asked))?;
        writeln!(out, "{object}").map_err(write_error)?;
    } else {
        subject.print(out, index, &answer, &terminal)?;
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

pub(super) fn kind(text: Option<&str>) -> Result<Option<Game>> {
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
pub(super) fn operand(arguments: &[String]) -> Result<String> {
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
pub(super) fn address(text: &str, index: &Index) -> std::result::Result<Option<Asked>, Failure> {
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

/// What tells the position to a program.
fn asked_json(asked: &Asked) -> Map<String, Value> {
    let size = asked.start.size;
    let mut object = Map::new();
    object.insert("v".into(), json!(1));
    object.insert("kind".into(), json!(asked.start.game.name()));
    object.insert("size".into(), json!([size.width(), size.height()]));
    object.insert("board".into(), json!(asked.board.rows()));
    object
}

/// The board with the letters of the first continuations.
fn drawing(asked: &Asked, answer: &Answer, terminal: &Terminal) -> Vec<String> {
    let mut drawing = Drawing::new(terminal);
    drawing.last = asked.last;
    drawing.labels = letters(answer).into_iter().collect();
    boards::draw(&asked.board, &drawing)
}
