//! Writes the tree of a corner as an SGF file.

use super::{CornerCounts, JosekiAnswer, JosekiMove};
use crate::number_format::{counted, format_thousands, percent};
use kifu_record::formats::sgf::write::{move_value, point_value, push_property, size_value};
use kifu_record::game::{Color, GameKind, Move, Point};

impl JosekiAnswer {
    /// Returns the tree as SGF: its stones, a node for each step, and the numbers in comments. A tenuki is a pass.
    pub fn sgf(&self) -> String {
        let mut text = "(".to_owned();
        self.push_root(&mut text);
        // Stack of the steps that are still to be written, each with whether it begins a variation; `None` marks the
        // end of a variation. A stack is used instead of recursion, because a tree may be deep.
        let mut pending: Vec<Option<(&JosekiMove, u64, bool)>> = Vec::new();
        push_branches(&mut pending, &self.moves, self.all.corners);
        while let Some(piece) = pending.pop() {
            let Some((step, of, begins)) = piece else {
                text.push(')');
                continue;
            };
            text.push_str(if begins { "\n(" } else { "" });
            self.push_step(step, of, &mut text);
            push_branches(&mut pending, &step.moves, step.counts.corners);
        }
        text.push_str(")\n");
        text
    }

    fn push_root(&self, text: &mut String) {
        text.push(';');
        push_property(text, "FF", ["4"]);
        push_property(text, "GM", ["1"]);
        push_property(text, "CA", ["UTF-8"]);
        push_property(text, "AP", [concat!("kifu-index:", env!("CARGO_PKG_VERSION"))]);
        push_property(text, "SZ", [size_value(self.subject.board)]);
        let stones = self.subject.points();
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let points = stones.iter().filter(|(_, other)| *other == color);
            push_property(text, name, points.map(|(point, _)| self.point(*point)));
        }
        let mut lines = vec![results_line(&self.all)];
        lines.extend(self.filter.clone());
        if self.left_out > 0 {
            lines.push(format!(
                "{} with setup or handicap stones left out",
                counted(self.left_out, "corner", "corners")
            ));
        }
        self.push_branch_lines(
            &self.moves,
            self.all.corners,
            self.all.end.unwrap_or(0),
            &mut lines,
        );
        push_property(text, "C", [lines.join("\n")]);
        push_labels(self, &self.moves, text);
    }

    fn push_step(&self, step: &JosekiMove, of: u64, text: &mut String) {
        text.push(';');
        let action = step.point.map_or(Move::Pass, Move::Place);
        let name = step.color.to_string();
        push_property(text, &name, [move_value(GameKind::Go, self.subject.board, action)]);
        let counts = &step.counts;
        let mut lines = vec![
            format!(
                "{name} {}: {} of {}",
                step.at,
                percent(counts.corners, of, 1),
                counted(of, "corner", "corners")
            ),
            results_line(counts),
        ];
        match (counts.first_year, counts.last_year) {
            (Some(first), Some(last)) if first == last => lines.push(first.to_string()),
            (Some(first), Some(last)) => lines.push(format!("{first}-{last}")),
            _ => {}
        }
        if !step.players.is_empty() {
            let player = step.players.iter();
            let players: Vec<String> = player
                .map(|player| format!("{} {}", player.name, format_thousands(player.games)))
                .collect();
            lines.push(format!("Most often by {}", players.join(", ")));
        }
        self.push_branch_lines(&step.moves, counts.corners, counts.end.unwrap_or(0), &mut lines);
        push_property(text, "C", [lines.join("\n")]);
        push_labels(self, &step.moves, text);
    }

    /// Adds a line for each branch with its letter on the board.
    fn push_branch_lines(&self, moves: &[JosekiMove], of: u64, end: u64, lines: &mut Vec<String>) {
        if moves.is_empty() {
            return;
        }
        lines.push(String::new());
        for (step, letter) in moves.iter().zip(letters()) {
            let corners = step.counts.corners;
            lines.push(format!(
                "{letter} {} {}: {} ({})",
                step.color,
                step.at,
                format_thousands(corners),
                percent(corners, of, 0)
            ));
        }
        if end > 0 {
            lines.push(format!("end: {}", format_thousands(end)));
        }
    }

    fn point(&self, point: Point) -> String {
        point_value(GameKind::Go, self.subject.board, point)
    }
}

fn letters() -> impl Iterator<Item = char> {
    ('A'..='Z').chain('a'..='z')
}

fn push_labels(answer: &JosekiAnswer, moves: &[JosekiMove], text: &mut String) {
    let labelled = moves.iter().zip(letters());
    let labels = labelled
        .filter_map(|(step, letter)| Some(format!("{}:{letter}", answer.point(step.point?))));
    // Both players may play at one point; its label is then the letter of the more frequent step.
    let mut seen = Vec::new();
    let labels = labels.filter(|label| {
        let point = label.split(':').next().unwrap_or_default().to_owned();
        let is_new = !seen.contains(&point);
        seen.push(point);
        is_new
    });
    push_property(text, "LB", labels.collect::<Vec<_>>());
}

fn push_branches<'a>(
    pending: &mut Vec<Option<(&'a JosekiMove, u64, bool)>>,
    moves: &'a [JosekiMove],
    of: u64,
) {
    let forks = moves.len() > 1;
    for step in moves.iter().rev() {
        if forks {
            pending.push(None);
        }
        pending.push(Some((step, of, forks)));
    }
}

/// Results of corners in words: `12 corners in 10 games: B won 5, W 6, unknown 1`.
fn results_line(counts: &CornerCounts) -> String {
    let wins = counts.wins;
    let mut line = format!(
        "{} in {}: B won {}, W {}",
        counted(counts.corners, "corner", "corners"),
        counted(counts.games, "game", "games"),
        format_thousands(wins.black),
        format_thousands(wins.white)
    );
    for (number, word) in [(wins.draws, "drawn"), (wins.unknown, "unknown")] {
        if number > 0 {
            line.push_str(&format!(", {} {word}", format_thousands(number)));
        }
    }
    line
}
