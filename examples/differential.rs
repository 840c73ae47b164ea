//! What is read of many files, for `tests/differential.py`: one process for all of them.
//!
//! On the standard input comes file after file: its length as eight bytes, the lowest first, and its bytes. For each
//! file one line of JSON goes out, a list of its games: kind, size, nodes, the main line's moves, the final board.
#![allow(missing_docs)]

use kifu_index::cli::game_json::move_value;
use kifu_index::formats;
use kifu_index::query::address::At;
use kifu_index::query::locate::position;
use kifu_index::record::{Action, GameRecord};
use serde_json::{Value, json};
use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut length = [0; 8];
    while input.read_exact(&mut length).is_ok() {
        let mut bytes = Vec::new();
        (&mut input)
            .take(u64::from_le_bytes(length))
            .read_to_end(&mut bytes)?;
        let games: Vec<Value> = formats::read(&bytes).records.iter().map(game).collect();
        writeln!(output, "{}", Value::from(games))?;
        output.flush()?;
    }
    Ok(())
}

fn game(record: &GameRecord) -> Value {
    let (start, tree) = (record.start, &record.tree);
    let actions = tree.main_line().flat_map(|node| tree.actions(node));
    let moves = actions.filter_map(|action| match *action {
        Action::Move(color, action) => {
            let value = move_value(start.game, start.size, action);
            Some(format!("{}[{value}]", color.letter()))
        }
        _ => None,
    });
    let moves: Vec<String> = moves.collect();
    let end = position(start, tree, At::End).ok();
    let board = end.and_then(|end| end.board).map(|board| board.rows());
    json!({
        "kind": start.game.name(),
        "size": [start.size.width(), start.size.height()],
        "nodes": tree.len(),
        "moves": moves,
        "board": board,
    })
}
