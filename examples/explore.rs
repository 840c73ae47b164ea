//! Prints how games continue after a position: `cargo run --example explore -- INDEX Q16 D4 Q3`
#![allow(clippy::print_stdout)]

use kifu_index::engine::request::{BoardOperand, BoardSearch};
use kifu_index::engine::{AskOptions, Engine};
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let index = arguments.next().ok_or("name an index folder and moves")?;
    let request = BoardSearch {
        subject: BoardOperand::Words(arguments.collect()),
        listed: 0,
        ..BoardSearch::default()
    };
    let options = AskOptions {
        deadline: Some(Instant::now() + Duration::from_secs(1)),
        ..AskOptions::default()
    };
    let reply = Engine::open(Path::new(&index))?.answer(&request, &options)?;
    println!("{} games", reply.answer.total);
    for row in reply.answer.moves.iter().take(10) {
        let color = row.color.as_deref().unwrap_or(" ");
        println!("{color} {:<10} {:>7}  Black won {}", row.at, row.games, row.wins.black);
    }
    if reply.incomplete.is_some() {
        println!("(not all games were looked at)");
    }
    Ok(())
}
