//! The position of the arguments: moves, a place in a game, a diagram.

use super::PositionArgs;
use crate::cli::format::counted;
use crate::cli::search::Failure;
use crate::cli::target::{self, Target};
use crate::crawl::Entry;
use crate::error::{Error, ErrorKind, Result};
use crate::formats;
use crate::game::{Game, Move};
use crate::index::Index;
use crate::query::address::{Address, At};
use crate::query::files::LARGEST;
use crate::query::input::pattern::{self, AskedPattern, Options};
use crate::query::input::{self, Asked};
use crate::query::locate::position;
use crate::query::search;
use crate::record::{GameRecord, GameTree, Start, numbers};
use std::io::{IsTerminal, Read};

/// What is asked for.
pub(super) enum Subject {
    /// A whole board.
    Position(Asked),
    /// A diagram of a part of it, or one that leaves points open.
    Pattern(AskedPattern),
}

/// The position or pattern that is asked for.
pub(super) fn subject(args: &PositionArgs, index: &Index) -> std::result::Result<Subject, Failure> {
    let kind = kind(args.board.kind.as_deref())?;
    let size = match &args.board.size {
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
        return Ok(Subject::Position(asked));
    }
    let failed = |error| Failure::Query(error, text.clone());
    if pattern::is_part_of_a_board(&text, size) {
        let options = Options {
            kind,
            size,
            sequence: false,
        };
        if let Some(drawn) = pattern::read_drawn(&text, &options) {
            return drawn.map(Subject::Pattern).map_err(failed);
        }
    }
    input::read(&text, kind, size)
        .map(Subject::Position)
        .map_err(failed)
}

pub(in crate::cli) fn kind(text: Option<&str>) -> Result<Option<Game>> {
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
pub(in crate::cli) fn operand(arguments: &[String]) -> Result<String> {
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

fn read_text(from: &mut dyn Read, text: &mut String, name: &str) -> Result<()> {
    let mut bytes = Vec::new();
    from.take(LARGEST)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io(name, error))?;
    text.push_str(&crate::text::charset::decode(&bytes).text);
    Ok(())
}

/// The position of an address, if the argument is one: an existing file or archive, or an id.
pub(in crate::cli) fn address(
    text: &str,
    index: &Index,
) -> std::result::Result<Option<Asked>, Failure> {
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
        let error = Error::new(ErrorKind::NotFound, message).at(&entry.origin);
        return Err(match count {
            0 => error.help("a diagram or moves in a file are read with @ before its name"),
            _ => error,
        });
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
