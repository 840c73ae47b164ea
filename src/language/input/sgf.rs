//! Reads SGF fragments: the position at the end of the first game's main line.

use super::board_input::{BoardInput, Result, not_a_position};
use super::moves::parse_sgf_point;
use super::points::Word;
use crate::QueryError;
use crate::locate::target_point;
use kifu_messages::say;
use kifu_record::formats::sgf;
use kifu_record::game::{BoardSize, GameKind};
use kifu_record::{Action, Cause, Code, GameRecord, Replayer};
use std::ops::{ControlFlow, Range};

/// True if the text begins like SGF: with `(;`, `;` or a property.
pub(super) fn begins_like_sgf(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let inside = text.strip_prefix('(').unwrap_or(text).trim_start();
    let value = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let name = inside.strip_suffix(value).unwrap_or_default();
    // A drawn row may begin with a stone and a marked stone, `O[X]`, which looks like a property.
    let stones = name.chars().all(|c| matches!(c, 'X' | 'x' | 'O' | 'o'));
    let has_name = !stones && name.starts_with(|c: char| c.is_ascii_alphabetic());
    inside.starts_with(';') || (has_name && value.trim_start().starts_with('['))
}

/// True if a property or the beginning of a game occurs anywhere in the text.
pub(super) fn contains_sgf(text: &str) -> bool {
    text.contains("(;")
        || text.match_indices('[').any(|(at, _)| {
            text.get(..at)
                .unwrap_or_default()
                .trim_end()
                .ends_with(|c: char| c.is_ascii_uppercase())
        })
}

/// Reads an SGF fragment. `kind` and `size` apply where it names no game or board size; it must not contradict them.
pub(super) fn read(
    text: &str,
    kind: Option<GameKind>,
    size: Option<BoardSize>,
) -> Result<BoardInput> {
    let Some((mut record, mut games)) = first_record(text) else {
        return Err(not_a_position(text));
    };
    let (added, at) = missing_properties(text, &record, kind, size);
    if !added.is_empty() {
        let (before, after) = text.split_at_checked(at).unwrap_or(("", text));
        (record, games) =
            first_record(&format!("{before}{added}{after}")).unwrap_or((record, games));
    }
    let place = |offset: usize| match offset.checked_sub(added.len()) {
        Some(moved) if offset > at => moved,
        _ => offset,
    };
    check(text, &record, kind, size, place)?;
    let mut input = replay(&record);
    if games > 1 {
        let note = say!("note-first-game", games = games.to_string());
        input.notes.push(note);
    }
    Ok(input)
}

fn first_record(text: &str) -> Option<(GameRecord, usize)> {
    let (records, _) = sgf::read(text);
    let games = records.len();
    records.into_iter().next().map(|record| (record, games))
}

fn has_property(record: &GameRecord, name: &str) -> bool {
    let mut properties = record.properties.iter();
    properties.any(|property| property.name == name)
}

/// Properties for the requested game and size, where the fragment has none, and the offset in the text at which to
/// insert them.
fn missing_properties(
    text: &str,
    record: &GameRecord,
    kind: Option<GameKind>,
    size: Option<BoardSize>,
) -> (String, usize) {
    let mut added = String::new();
    if let Some(kind) = kind.filter(|_| !has_property(record, "GM")) {
        let is_loa = kind == GameKind::Loa;
        added.push_str(if is_loa { "GM[9]" } else { "GM[1]" });
    }
    if let Some(size) = size.filter(|_| !has_property(record, "SZ")) {
        added.push_str(&format!("SZ[{}:{}]", size.width(), size.height()));
    }
    let begins = |&(at, _): &(usize, &str)| {
        text.get(at + 1..).unwrap_or_default().trim_start().starts_with(';')
    };
    let tree = text.match_indices('(').find(begins).map_or(0, |(at, _)| at + 1);
    let inside = text.get(tree..).unwrap_or_default();
    let trimmed =
        inside.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '('));
    let node = usize::from(trimmed.starts_with(';'));
    (added, tree + inside.len() - trimmed.len() + node)
}

/// Checks that the record has the requested game and size, and that all of its stones could be read.
fn check(
    text: &str,
    record: &GameRecord,
    kind: Option<GameKind>,
    size: Option<BoardSize>,
    place: impl Fn(usize) -> usize,
) -> Result<()> {
    let game = record.start.game;
    if let GameKind::Other(number) = game {
        let message = say!("error-kind-without-rules", number = number.to_string());
        let error = QueryError::new(property_span(text, "GM"), message);
        return Err(error.with_help(say!("error-sgf-rules-help")));
    }
    if kind.is_some_and(|kind| kind != game) {
        let message = say!("error-sgf-kind", kind = game.name());
        let error = QueryError::new(property_span(text, "GM"), message);
        return Err(error.with_help(say!("error-sgf-kind-help")));
    }
    let found = record.start.size;
    if let Some(requested) = size.filter(|&size| size != found) {
        let message =
            say!("error-sgf-other-size", size = found.to_string(), asked = requested.to_string());
        let error = QueryError::new(property_span(text, "SZ"), message);
        return Err(error.with_help(say!("error-leave-size-out")));
    }
    for diagnostic in record.diagnostics.iter() {
        let value = || value_span(text, place(diagnostic.offset));
        let is_point = |span: &Range<usize>| {
            let value = text.get(span.clone()).unwrap_or_default().trim();
            value.is_empty() || parse_sgf_point(value).is_some_and(|point| found.contains(point))
        };
        let (span, message, help) = match diagnostic.code {
            Code::BadMove if game == GameKind::Go && is_point(&value()) => {
                (value(), say!("error-sgf-second-move"), say!("error-sgf-second-move-help"))
            }
            Code::BadMove | Code::BadPoint if game == GameKind::Go => (
                value(),
                say!("error-sgf-point", size = found.to_string()),
                say!("error-sgf-point-help"),
            ),
            Code::BadMove | Code::BadPoint => (
                value(),
                say!("error-sgf-loa-move", size = found.to_string()),
                say!("error-sgf-loa-move-help"),
            ),
            // A value that is cut off may be a move, so it is an error.
            Code::UnclosedValue => (value(), say!("error-sgf-cut"), say!("error-sgf-cut-help")),
            Code::BadSize => {
                (property_span(text, "SZ"), say!("error-sgf-size"), say!("error-sgf-size-help"))
            }
            _ => continue,
        };
        return Err(QueryError::new(span, message).with_help(help));
    }
    Ok(())
}

/// Byte range of the first property with this name, or else of the first word.
fn property_span(text: &str, name: &str) -> Range<usize> {
    let start = text
        .find(&format!("{name}["))
        .or_else(|| Word::first(text).map(|word| word.start))
        .unwrap_or(0);
    let rest = text.get(start..).unwrap_or_default();
    start..start + rest.find(']').map_or(rest.len(), |end| end + 1)
}

/// Byte range, without brackets, of the value that begins at this byte, perhaps after the name of its property.
fn value_span(text: &str, start: usize) -> Range<usize> {
    let rest = text.get(start..).unwrap_or_default();
    let inside = match rest.split_once('[') {
        Some((name, inside)) if !name.contains(']') => inside,
        _ => rest,
    };
    let start = start + rest.len() - inside.len();
    start..start + inside.find([']', '\n']).unwrap_or(inside.len())
}

fn replay(record: &GameRecord) -> BoardInput {
    let mut input = BoardInput::new(record.start);
    let tree = &record.tree;
    let main = tree.main_line();
    let mut replayer = Replayer::new();
    let mut plies = 0usize;
    let mut before = None;
    replayer.replay(record.start, tree, |ply| {
        if ply.node >= main.end {
            return ControlFlow::Break(());
        }
        plies += 1;
        let before = before.replace(ply.board.mark());
        if let Cause::Move(color, action) = ply.cause {
            input.marks.extend(before);
            input.set_last_move(color, target_point(action));
            input.turn = Some(ply.turn);
            if ply.breach.is_some() {
                let note = say!("note-move-illegal", number = ply.number.to_string());
                input.notes.push(note);
            }
        }
        ControlFlow::Continue(())
    });
    // The main line is replayed once more, only up to its last position: a replayer then keeps the board of this
    // position. The first replay has counted the positions in `plies`.
    replayer.replay(record.start, tree, |_| {
        plies = plies.saturating_sub(1);
        match plies {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    if let Some(board) = replayer.board() {
        input.board = board.clone();
    }
    for node in main {
        for action in tree.actions(node) {
            if let Action::Turn(color) = *action {
                input.turn = Some(color);
            } else if let Action::Move(color, _) = *action {
                input.turn = Some(color.other());
            }
        }
    }
    input.add_dead_stones_note();
    input
}
