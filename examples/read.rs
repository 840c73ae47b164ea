//! Prints the moves of a file of game records, without an index: `cargo run --no-default-features --example read --
//! game.sgf`.

use kifu_index::formats;
use kifu_index::game::Move;
use kifu_index::record::{Action, Player};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1);
    let path = path.ok_or("no file is named; name one: read game.sgf")?;
    let parsed = formats::read(&std::fs::read(path)?);
    let mut out = std::io::stdout().lock();
    for record in &parsed.records {
        let name = |player: &Player| player.name.clone().unwrap_or_else(|| "?".into());
        let players = &record.info.players;
        writeln!(out, "{} – {}", name(&players.black), name(&players.white))?;
        let main_line = record.tree.main_line();
        for action in main_line.flat_map(|node| record.tree.actions(node)) {
            match action {
                // Points are counted from the upper left corner.
                Action::Move(color, Move::Place(point)) => {
                    writeln!(out, "{} {},{}", color.letter(), point.x, point.y)?;
                }
                Action::Move(color, other) => writeln!(out, "{} {other:?}", color.letter())?,
                _ => {}
            }
        }
    }
    Ok(())
}
