//! Positions in which a move cost something, as problems: the played move is wrong, the engine's is right.

use super::analysis::{CostWords, hundredths};
use super::points::move_name;
use crate::error::{Error, Result};
use crate::formats::sgf::write::{
    move_value, point_value, push_property, size_value, stone_name, without_escapes,
};
use crate::game::board::Board;
use crate::game::hash::PositionHash;
use crate::game::{Color, GameKind, Move, Stone};
use crate::index::Index;
use crate::index::judged::JudgedPly;
use crate::query::hits::{Hit, LoadedGame, load_each};
use crate::query::judged::JudgedHit;
use crate::query::plan::Plan;
use crate::query::search::{HitLocator, Trees};
use crate::record::{GameTree, Replayer, Start};
use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;

/// Writes a problem for each position of some hits, once in all its symmetries. Returns how many.
pub(super) fn write(index: &Index, plan: &Plan, hits: &[Hit], mut out: impl Write) -> Result<u64> {
    let mut places = HitLocator::new(index, plan);
    let mut trees = Trees::new(index);
    let mut replayer = Replayer::new();
    let mut seen: HashSet<(PositionHash, Color)> = HashSet::new();
    let mut at = hits.iter();
    let mut written = 0;
    load_each(index, hits, |game| {
        let Some(hit) = at.next() else {
            return Ok(());
        };
        let mut judged = places.judged(hit)?;
        judged.sort_by_key(|judged| judged.ply.node);
        let Some((start, tree)) = trees.of(hit)? else {
            return Ok(());
        };
        for (judged, board) in boards(&mut replayer, (start, tree), &judged) {
            let Some((mover, played)) = judged.ply.played.filter(|_| is_mistake(&judged.ply))
            else {
                continue;
            };
            if !seen.insert((board.hash(), mover)) {
                continue;
            }
            let text = problem(&game, judged, (mover, played), &board);
            let failed = |error| Error::io("cannot write the problems", error);
            out.write_all(text.as_bytes()).map_err(failed)?;
            written += 1;
        }
        Ok(())
    })?;
    Ok(written)
}

/// Whether a move makes a problem: it cost something, and the engine would not have played it. Passes at the beginning
/// of a handicap game are none, and who passes later has ended the game.
fn is_mistake(ply: &JudgedPly) -> bool {
    let played = ply.played.map(|(_, action)| action);
    let costs = |cost: Option<i32>| cost.is_some_and(|cost| cost > 0);
    matches!(played, Some(Move::Place(_)))
        && ply.advised != played
        && (costs(ply.loss) || ply.loss.is_none() && costs(ply.drop))
}

/// The boards before some moves of a main line, which are in their order.
fn boards<'j>(
    replayer: &mut Replayer,
    (start, tree): (Start, &GameTree),
    judged: &'j [JudgedHit],
) -> Vec<(&'j JudgedHit, Board)> {
    let mut wanted = judged.iter().peekable();
    let mut before: Option<Board> = None;
    let mut found = Vec::new();
    replayer.replay(start, tree, |ply| {
        if !ply.main {
            return ControlFlow::Break(());
        }
        while let Some(judged) = wanted.next_if(|judged| judged.ply.node <= ply.node) {
            found.extend(before.take().map(|board| (judged, board)));
        }
        let Some(next) = wanted.peek() else {
            return ControlFlow::Break(());
        };
        // Setup may come between two moves, so the last one counts.
        if ply.number + 1 == next.ply.number {
            before = Some(ply.board.clone());
        }
        ControlFlow::Continue(())
    });
    found
}

/// A problem as SGF. Its source is the id of the game with the place, as `show` takes it.
fn problem(
    game: &LoadedGame,
    judged: &JudgedHit,
    (mover, played): (Color, Move),
    board: &Board,
) -> String {
    let size = judged.size;
    let before = judged.ply.number.saturating_sub(1);
    let color = mover.letter().to_string();
    let mut text = String::from("(;FF[4]GM[1]CA[UTF-8]");
    push_property(&mut text, "SZ", [size_value(size)]);
    for stone in [Stone::Black, Stone::White] {
        let points = size.points().filter(|&point| board.stone(point) == stone);
        let points = points.map(|point| point_value(GameKind::Go, size, point));
        push_property(&mut text, stone_name(stone), points);
    }
    push_property(&mut text, "PL", [&color]);
    push_property(
        &mut text,
        "SO",
        [format!("{}#{before}", game.card.id_text())],
    );
    push_property(&mut text, "C", [about(game, mover, judged.ply.number)]);
    let mut branch = |action, mark: &str, said: String| {
        text.push_str("\n(;");
        push_property(&mut text, &color, [move_value(GameKind::Go, size, action)]);
        push_property(&mut text, mark, ["1"]);
        push_property(&mut text, "C", [said]);
        text.push(')');
    };
    if let Some(advised) = judged.ply.advised.filter(|&advised| advised != played) {
        branch(
            advised,
            "TE",
            format!("Right: {} would play here.", judged.engine),
        );
    }
    let cost = CostWords {
        mover: None,
        played: Some(move_name(GameKind::Go, size, played)),
        loss: judged.ply.loss.map(hundredths),
        drop: judged.ply.drop.map(hundredths),
        best: None,
    };
    branch(
        played,
        "BM",
        format!("Wrong: in the game, {}.", cost.text()),
    );
    text.push_str(")\n");
    without_escapes(text)
}

/// Who is to play, and in which game.
fn about(game: &LoadedGame, mover: Color, number: u32) -> String {
    let info = game.card.info();
    let name = |color| {
        info.players[color]
            .name
            .as_deref()
            .unwrap_or("?")
            .to_owned()
    };
    let date = info
        .date
        .as_ref()
        .map(|date| format!(", {}", date.earliest()));
    format!(
        "{} to play\n{} – {}{}, move {number}",
        mover.name(),
        name(Color::Black),
        name(Color::White),
        date.unwrap_or_default(),
    )
}
