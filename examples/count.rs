//! Counts the games of an archive with the readers alone, on all cores: nothing is done with a game.
//!
//! `cargo run --release --example count -- ARCHIVE`

use kifu_index::crawl::{Limits, Problem, RootScope};
use kifu_index::formats::{FileText, OutsideGames};
use kifu_index::origin::Origin;
use kifu_index::reading::{
    FileTimeLimit, GameVisitor, ReadPlace, ReadProgress, RootJob, default_threads,
};
use kifu_index::record::GameRecord;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[derive(Default)]
struct Count {
    games: AtomicU64,
    moves: AtomicU64,
    problems: AtomicU64,
}

impl GameVisitor for Count {
    type File = ();
    type Worker = ();

    fn worker(&self) {}

    fn recover(&self, _: &mut ()) {}

    fn game(&self, _: &mut (), _: &ReadPlace<()>, record: GameRecord, _: Origin, _: &FileText) {
        self.games.fetch_add(1, Ordering::Relaxed);
        let moves = record.tree.main_move_count();
        self.moves.fetch_add(moves.into(), Ordering::Relaxed);
    }

    fn entry(&self, _: &mut (), _: &ReadPlace<()>, _: &Origin, _: OutsideGames) {}

    fn problem(&self, _: &mut (), _: &ReadPlace<()>, _: Problem) {
        self.problems.fetch_add(1, Ordering::Relaxed);
    }

    fn end_unit(&self, _: &mut (), _: &ReadPlace<()>) {}

    fn end_file(&self, _: &()) {}

    fn has_failed(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root: PathBuf = std::env::args().nth(1).ok_or("name an archive")?.into();
    let begun = Instant::now();
    let job = RootJob {
        scope: RootScope::new(&std::path::absolute(&root)?, None),
        threads: default_threads(),
        limits: &Limits::default(),
        time_limit: &FileTimeLimit::default(),
        progress: &ReadProgress::default(),
    };
    let count = Count::default();
    job.run(&count, &mut |_| Some(()))?;
    let number = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (games, moves) = (number(&count.games), number(&count.moves));
    let (problems, seconds) = (number(&count.problems), begun.elapsed().as_secs_f64());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{games} games, {moves} moves, {problems} problems in {seconds:.4} s")?;
    Ok(())
}
