//! Writes problems for positions in which a move cost something: the played move is wrong, the engine's move is right.

use super::analysis::{MoveCost, hundredths};
use super::boards_before::{BoardsBefore, MoveOnBoard, TargetMove};
use super::points::move_name;
use kifu_archive::error::{Error, Result};
use kifu_query::convert_each::load_each;
use kifu_query::engine_eval::EngineHit;
use kifu_query::hits::{Hit, LoadedGame};
use kifu_query::plan::Plan;
use kifu_query::search::HitLocator;
use kifu_record::formats::sgf::write::{
    move_value, point_value, push_property, replace_escape_characters, size_value, stone_name,
};
use kifu_record::game::{Color, GameKind, Move, Stone};
use kifu_store::index::Index;
use kifu_store::index::engine_eval::PlyEval;
use std::io::Write;

/// Writes a problem for each position in which hits of the query have a move that cost something, and returns how many
/// problems it wrote. A position that occurs again, also rotated or mirrored, is written once.
pub(super) fn write_problems(
    index: &Index,
    plan: &Plan,
    hits: &[Hit],
    mut out: impl Write,
) -> Result<u64> {
    let mut places = HitLocator::new(index, plan);
    let mut boards = BoardsBefore::new(index);
    let mut at = hits.iter();
    let mut written = 0;
    load_each(index, hits, |game| {
        let Some(hit) = at.next() else {
            return Ok(());
        };
        let evals = places.engine_hits(hit)?;
        for position in boards.boards_before(hit, |_, _| mistakes(evals))? {
            let Some(text) = problem(&game, &position) else {
                continue;
            };
            let failed = |error| Error::io("cannot write the problems", error);
            out.write_all(text.as_bytes()).map_err(failed)?;
            written += 1;
        }
        Ok(())
    })?;
    Ok(written)
}

/// Selects the moves that make problems: they cost something, and the engine would have played something else. Passes
/// make none: at the beginning of a handicap game they are no mistakes, and later they end the game.
pub(super) fn mistakes(evals: Vec<EngineHit>) -> Vec<TargetMove> {
    let target = |judged: EngineHit| {
        let (mover, played) = judged.ply.played.filter(|_| is_mistake(&judged.ply))?;
        Some(TargetMove {
            node: judged.ply.node,
            number: judged.ply.number,
            mover,
            played,
            eval: Some(judged),
            is_problem: false,
        })
    };
    evals.into_iter().filter_map(target).collect()
}

fn is_mistake(ply: &PlyEval) -> bool {
    let played = ply.played.map(|(_, action)| action);
    let costs = |cost: Option<i32>| cost.is_some_and(|cost| cost > 0);
    matches!(played, Some(Move::Place(_)))
        && ply.advised != played
        && (costs(ply.loss) || ply.loss.is_none() && costs(ply.drop))
}

/// Writes a problem as SGF. As its source it names the id of the game and the move, in the form that the command `show`
/// accepts.
fn problem(game: &LoadedGame, position: &MoveOnBoard) -> Option<String> {
    let MoveOnBoard { target: wanted, at } = position;
    let board = &at.board;
    let (mover, played) = (wanted.mover, wanted.played);
    let eval = wanted.eval.as_ref()?;
    let size = eval.size;
    let before = eval.ply.number.saturating_sub(1);
    let color = mover.letter().to_string();
    let mut text = String::from("(;FF[4]GM[1]CA[UTF-8]");
    push_property(&mut text, "SZ", [size_value(size)]);
    for stone in [Stone::Black, Stone::White] {
        let points = size
            .points()
            .filter(|&point| board.stone(point) == stone)
            .map(|point| point_value(GameKind::Go, size, point));
        push_property(&mut text, stone_name(stone), points);
    }
    push_property(&mut text, "PL", [&color]);
    push_property(&mut text, "SO", [format!("{}#{before}", game.header.id_text())]);
    push_property(&mut text, "C", [problem_comment(game, mover, eval.ply.number)]);
    let mut branch = |action, mark: &str, comment: String| {
        text.push_str("\n(;");
        push_property(&mut text, &color, [move_value(GameKind::Go, size, action)]);
        push_property(&mut text, mark, ["1"]);
        push_property(&mut text, "C", [comment]);
        text.push(')');
    };
    if let Some(advised) = eval.ply.advised.filter(|&advised| advised != played) {
        branch(advised, "TE", format!("Right: {} would play here.", eval.engine));
    }
    let cost = MoveCost {
        mover: None,
        played: Some(move_name(GameKind::Go, size, played)),
        loss: eval.ply.loss.map(hundredths),
        drop: eval.ply.drop.map(hundredths),
        best: None,
    };
    let cost = cost.message().unwrap_or_default();
    branch(played, "BM", format!("Wrong: in the game, {cost}."));
    text.push_str(")\n");
    Some(replace_escape_characters(text))
}

/// Makes the comment of a problem: who is to play, and in which game.
fn problem_comment(game: &LoadedGame, mover: Color, number: u32) -> String {
    let info = &game.header.info;
    let name = |color| info.players[color].name.as_deref().unwrap_or("?").to_owned();
    let date = info.date.as_ref().map(|date| format!(", {}", date.display_text()));
    format!(
        "{} to play\n{} – {}{}, move {number}",
        mover.name(),
        name(Color::Black),
        name(Color::White),
        date.unwrap_or_default(),
    )
}
