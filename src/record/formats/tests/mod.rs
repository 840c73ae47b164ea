//! Tests of the server formats (GIB, NGF, UGF) with small made-up files.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod gib;
mod handicap;
mod hostile;
mod ngf;
mod ugf;

use super::read;
use crate::game::{Move, Point};
use crate::{Action, Diagnostics, GameRecord, NodeId};

fn one(text: &str) -> GameRecord {
    let mut parsed = read(text.as_bytes());
    assert_eq!(parsed.records.len(), 1, "{text:.200}");
    parsed.records.remove(0)
}

fn name(point: Point) -> String {
    [b'a' + point.x, b'a' + point.y].map(char::from).iter().collect()
}

/// Prints the actions of nodes: `B[pd]`, `W[]`, `B[!]`, `AB[aa]`, `AE[aa:ss]`.
fn actions_text(record: &GameRecord, nodes: impl Iterator<Item = NodeId>) -> String {
    let show = |action: &Action| match *action {
        Action::Move(color, Move::Place(point)) => format!("{}[{}]", color.letter(), name(point)),
        Action::Move(color, Move::Pass) => format!("{}[]", color.letter()),
        Action::Move(color, _) => format!("{}[!]", color.letter()),
        Action::Add(stone, from, to) => {
            let letter = stone.color().map_or('E', |color| color.letter());
            let to = if from == to { String::new() } else { format!(":{}", name(to)) };
            format!("A{letter}[{}{to}]", name(from))
        }
        Action::Turn(color) => format!("PL[{}]", color.letter()),
        ref other => format!("{other:?}"),
    };
    nodes.flat_map(|node| record.tree.actions(node)).map(show).collect::<Vec<_>>().join(" ")
}

pub(crate) fn main_line(record: &GameRecord) -> String {
    actions_text(record, record.tree.main_line())
}

/// Prints the properties of a record: `PB=Anna RE=W+R …`.
pub(crate) fn properties(record: &GameRecord) -> String {
    let one =
        |property: &crate::Property| format!("{}={}", property.name, property.values.join("|"));
    record.properties.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Prints diagnostics as code and offset: `bad-move@120`.
pub(crate) fn codes(diagnostics: &Diagnostics) -> String {
    let one = |d: &crate::Diagnostic| format!("{}@{}", d.code.as_str(), d.offset);
    diagnostics.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn comments(record: &GameRecord) -> Vec<(NodeId, &str)> {
    record.tree.comments().collect()
}

#[test]
fn a_tree_without_its_first_semicolon_may_contain_json() {
    for inside in ["", ";", "\n "] {
        let record = one(&format!("({inside}CA[UTF-8]GM[1];B[aa]C[{{\"m(;)}}])"));
        assert_eq!(main_line(&record), "B[aa]");
    }
}
