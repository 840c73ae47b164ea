//! Indexes a folder and searches it: `cargo run --example search -- FOLDER QUERY`
#![allow(clippy::print_stdout)]

use kifu_index::engine::build::build;
use kifu_index::engine::request::Search;
use kifu_index::engine::{AskOptions, Engine};
use std::ops::ControlFlow;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().unwrap_or_else(|| "sample-archive".into());
    let query = arguments.next().unwrap_or_else(|| "player:Lee result:W+".into());
    let index = std::env::temp_dir().join("kifu-index-example");
    // If the program is run again, this reads only the files that have changed.
    build(&index, &[Path::new(&games).into()], &Default::default(), &Default::default())?;
    let engine = Engine::open(&index)?;
    let request = Search { limit: Some(20), total: true, ..Search::new(query) };
    let found = engine.search(&request, &AskOptions::default(), &mut |game| {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".into());
        let players = &game.info.players;
        println!("{}  {} – {}", game.id, name(&players.black.name), name(&players.white.name));
        ControlFlow::Continue(())
    })?;
    let found = found.answer;
    println!("{}: {} games", found.sentence, found.total.unwrap_or(found.shown));
    Ok(())
}
