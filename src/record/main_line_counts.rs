//! Counts of what happens on the main line of a game: captured stones, stones retaken in a ko, and early passes.

use crate::game::{Color, GameKind, Move, Point, Stone};
use crate::replay::{Captures, Cause, Ply};

/// Counts of what happens on the main line of a game. They are made during a replay, from one position to the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MainLineCounts {
    /// Captured stones or pieces.
    pub captures: Captures,
    ko_captures: u32,
    early_passes: u32,
    /// Passes after which no stone has been played yet.
    last_passes: u32,
    /// Kos in which the stone that captured last can still be captured in return.
    open_kos: Vec<OpenKo>,
}

/// Ko whose last captured stone has not been retaken yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OpenKo {
    /// Point of the single stone that captured.
    stone: Point,
    color: Color,
    /// Point of the captured stone. Who plays there retakes the ko.
    captured: Point,
}

impl MainLineCounts {
    /// Counts one position of the main line. The positions must be added in the order of play.
    pub fn add(&mut self, ply: &Ply) {
        self.captures.add(ply);
        match ply.cause {
            Cause::Move(_, Move::Pass) => self.last_passes += 1,
            Cause::Move(_, Move::Place(_)) => {
                self.early_passes += std::mem::take(&mut self.last_passes)
            }
            Cause::Start | Cause::Setup | Cause::Move(..) => {}
        }
        self.add_ko(ply);
    }

    fn add_ko(&mut self, ply: &Ply) {
        let played = match ply.cause {
            Cause::Move(color, Move::Place(point)) => Some((color, point)),
            Cause::Start | Cause::Setup | Cause::Move(..) => None,
        };
        let mut retaken = 0;
        self.open_kos.retain(|ko| {
            let stands = ply.board.stone(ko.stone) == Stone::from(ko.color);
            let is_retaken = !stands
                && played == Some((ko.color.other(), ko.captured))
                && ply.captures[ko.color] == 1;
            retaken += u32::from(is_retaken);
            stands && ply.board.stone(ko.captured) == Stone::Empty
        });
        self.ko_captures += retaken;
        if let (Some((color, stone)), Some(captured)) = (played, ply.board.ko_point()) {
            self.open_kos.push(OpenKo { stone, color, captured });
        }
    }

    /// Number of stones that were retaken in a ko: moves that capture, at the point where a single stone was captured
    /// in a ko, the stone that captured it. The first capture in a ko does not count. `None` for games without kos.
    pub fn ko_captures(&self, game: GameKind) -> Option<u32> {
        (game == GameKind::Go).then_some(self.ko_captures)
    }

    /// Number of passes after which a stone was played, or a piece moved.
    pub fn early_passes(&self) -> u32 {
        self.early_passes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Replayer;
    use crate::formats::read;
    use std::ops::ControlFlow;

    /// Returns the stones retaken in kos and the early passes of a game.
    fn counts(text: &str) -> (Option<u32>, u32) {
        let parsed = read(text.as_bytes());
        let mut counts = MainLineCounts::default();
        for record in &parsed.records {
            Replayer::new().replay(record.start, &record.tree, |ply| {
                if ply.main {
                    counts.add(ply);
                }
                ControlFlow::Continue(())
            });
        }
        let game = parsed.records.first().map(|record| record.start.game);
        (game.and_then(|game| counts.ko_captures(game)), counts.early_passes())
    }

    /// A ko at `cb` and `db`: Black captures first, at `db`.
    const KO: &str = "(;SZ[9]AB[ca][bb][cc][ei]AW[da][cb][eb][dc][fi];B[db]";

    #[test]
    fn a_ko_counts_from_the_first_stone_that_is_retaken() {
        let ko = |moves: &str| counts(&format!("{KO}{moves})"));
        assert_eq!(ko(""), (Some(0), 0));
        assert_eq!(ko(";W[gg];B[gh];W[cb]"), (Some(1), 0));
        assert_eq!(ko(";W[gg];B[gh];W[cb];B[ig];W[ih];B[db]"), (Some(2), 0));
        // A move that breaks the rule of ko is executed, so it counts.
        assert_eq!(ko(";W[cb];B[db];W[cb]"), (Some(3), 0));
        // Black connects, and White plays elsewhere.
        assert_eq!(ko(";W[gg];B[cb];W[hh]"), (Some(0), 0));
        // A variation does not count.
        assert_eq!(ko("(;W[gg];B[gh];W[hh])(;W[gg];B[gh];W[cb])"), (Some(0), 0));
        // A stone that setup removes is not captured.
        assert_eq!(ko(";AE[db];W[cb]"), (Some(0), 0));
    }

    #[test]
    fn passes_count_once_a_stone_follows() {
        assert_eq!(counts("(;SZ[9];B[ee];W[];B[tt])"), (Some(0), 0));
        assert_eq!(counts("(;SZ[9];B[ee];W[];B[];W[cc];B[])"), (Some(0), 2));
        assert_eq!(counts("(;SZ[9];B[ee];W[](;B[])(;B[cc]))"), (Some(0), 0));
        // A pass does not end a ko.
        assert_eq!(counts(&format!("{KO};W[];B[];W[cb])")), (Some(1), 2));
        assert_eq!(counts("(;GM[9]SZ[8];B[b1b3];W[h2f2])"), (None, 0));
    }
}
