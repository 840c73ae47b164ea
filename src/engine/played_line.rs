//! Main lines of games as texts, for programs that need the moves of very many games.

use super::points::move_name;
use kifu_record::formats::sgf::write::{move_value, point_value, stone_name};
use kifu_record::game::board::Board;
use kifu_record::game::{GameKind, Stone};
use kifu_record::replay::{NextPlay, NextPlays};
use kifu_record::{Action, GameTree, Replayer, Start};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Main line of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Played"))]
pub struct PlayedLine {
    /// Moves as SGF: `;B[pd];W[dp]`. A pass is `;B[]`.
    pub moves_sgf: String,
    /// Moves as GTP: `B Q16 W D4`. In Lines of Action `B b1-b3`.
    pub moves_gtp: String,
    /// Stones before the first move as SGF: `AB[dd][pp]`.
    pub setup: String,
    /// Last position: rows from the top with `X`, `O`, and `.` for an empty point, and `/` between rows.
    #[serde(rename = "final")]
    pub last: String,
}

/// Names of the columns that show the main line of a game.
pub(super) const PLAYED_COLUMNS: [&str; 4] = ["moves_sgf", "moves_gtp", "setup", "final"];
/// Names of the columns about the main line that need a replay of it.
pub(super) const POSITION_COLUMNS: [&str; 2] = ["setup", "final"];

impl PlayedLine {
    /// Writes a main line as text. The setup and the last position are written only if a replayer is given.
    pub(super) fn new(
        start: Start,
        tree: &GameTree,
        replayer: Option<&mut Replayer>,
    ) -> PlayedLine {
        let moves = tree.main_move_count() as usize;
        let mut played = PlayedLine {
            moves_sgf: String::with_capacity(6 * moves),
            moves_gtp: String::with_capacity(6 * moves),
            ..PlayedLine::default()
        };
        for node in tree.main_line() {
            for action in tree.actions(node) {
                played.add(start, tree, action);
            }
        }
        let Some(replayer) = replayer else {
            return played;
        };
        let next = NextPlays::default();
        replayer.replay(start, tree, |ply| {
            if !ply.main {
                return ControlFlow::Break(());
            }
            // The pieces that stand on the board at the usual start of Lines of Action do not count as setup.
            let is_set_up = || tree.actions(0).iter().any(|a| matches!(a, Action::Add(..)));
            if ply.number == 0 && (start.game == GameKind::Go || is_set_up()) {
                played.setup = setup_text(start, ply.board);
            }
            if next.after(tree, ply) == NextPlay::End {
                played.last = board_rows(ply.board);
            }
            ControlFlow::Continue(())
        });
        played
    }

    fn add(&mut self, start: Start, tree: &GameTree, action: &Action) {
        let (color, sgf, gtp) = match *action {
            Action::Move(color, action) => {
                let sgf = move_value(start.game, start.size, action);
                (color, sgf, move_name(start.game, start.size, action))
            }
            Action::Raw(color, text) => {
                let text = tree.raw_text(text).to_owned();
                (color, text.replace([']', '\\'], ""), text)
            }
            _ => return,
        };
        // The pieces of the text are pushed one by one, because formatting macros would take longer than all the rest
        // of the work.
        self.moves_sgf.push(';');
        self.moves_sgf.push(color.letter());
        self.moves_sgf.push('[');
        self.moves_sgf.push_str(&sgf);
        self.moves_sgf.push(']');
        if !self.moves_gtp.is_empty() {
            self.moves_gtp.push(' ');
        }
        self.moves_gtp.push(color.letter());
        self.moves_gtp.push(' ');
        self.moves_gtp.push_str(&gtp);
    }
}

/// Writes the stones on a board as the SGF setup properties `AB` and `AW`.
fn setup_text(start: Start, board: &Board) -> String {
    let mut text = String::new();
    for stone in [Stone::Black, Stone::White] {
        let points = start.size.points().filter(|&point| board.stone(point) == stone);
        let values: String = points
            .map(|point| format!("[{}]", point_value(start.game, start.size, point)))
            .collect();
        if !values.is_empty() {
            text.push_str(stone_name(stone));
            text.push_str(&values);
        }
    }
    text
}

/// Writes the rows of a board from the top, with `/` between them.
fn board_rows(board: &Board) -> String {
    let size = board.size();
    let mut text = String::with_capacity(size.area() + usize::from(size.height()));
    for point in size.points() {
        if point.x == 0 && point.y > 0 {
            text.push('/');
        }
        text.push(board.stone(point).symbol());
    }
    text
}
