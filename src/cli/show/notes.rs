//! The notes below the board: move, variations, oddities of the record, other games of the file.

use crate::terminal::Terminal;
use kifu_engine::game::Position;
use kifu_engine::points::move_name;
use kifu_record::game::{Color, Move, Point};
use kifu_record::text::display::clean;
use kifu_record::{Action, Diagnostics, GameRecord, NodeId};
use std::collections::BTreeMap;

/// Names the last move and the captures so far: `Move 42 of 211: W R14`.
pub(super) fn move_line(
    record: &GameRecord,
    position: &Position,
    moves: u32,
    term: &Terminal,
) -> String {
    let (game, size) = (record.start.game, record.start.size);
    let mut line = match (position.number, position.main) {
        (0, _) if moves == 0 => "No moves".to_owned(),
        (0, _) => format!("Before move 1 of {moves}"),
        (number, true) => format!("Move {number} of {moves}"),
        (number, false) => format!("Move {number} in a variation"),
    };
    if !position.main {
        line.push_str(&format!(", node {}", position.node));
    }
    let mut line = term.bold(line);
    if let Some((color, action)) = position.last {
        let name = match action {
            Move::Unreadable => "no point of the board".to_owned(),
            action => move_name(game, size, action),
        };
        line.push_str(&format!(": {} {name}", color.letter()));
    }
    if let Some(captures) = captures(position) {
        line.push_str(&term.dim(format_args!("   {captures}")));
    }
    line
}

/// Returns the captures up to a position, if there are any and the rules are known.
fn captures(position: &Position) -> Option<String> {
    let captures = position.board.as_ref().map(|_| position.captures)?;
    let [black, white] = Color::BOTH.map(|color| captures.count(color));
    (captures.total() > 0).then(|| format!("captured: {black} black, {white} white"))
}

/// A node after the one whose board is drawn.
#[derive(Debug)]
pub(super) struct NextNode {
    node: NodeId,
    /// First move of the node.
    action: Option<(Color, Move)>,
    /// Letter that marks the move on the board.
    label: Option<char>,
}

/// Returns the nodes after `node` if there are several, and adds their letters to the drawing. A point on which the
/// record has markup keeps its sign.
pub(super) fn continuations(
    record: &GameRecord,
    node: NodeId,
    signs_on_board: &mut BTreeMap<Point, char>,
) -> Vec<NextNode> {
    let tree = &record.tree;
    let children =
        (node + 1..tree.len() as NodeId).filter(|&child| tree.parent(child) == Some(node));
    let mut labels: BTreeMap<Point, char> = BTreeMap::new();
    let signs: Vec<char> = signs_on_board.values().copied().collect();
    let mut free = ('a'..='z').filter(|letter| !signs.contains(letter));
    let mut list: Vec<NextNode> = Vec::new();
    for child in children {
        let action = tree.actions(child).iter().find_map(|action| match *action {
            Action::Move(color, action) => Some((color, action)),
            _ => None,
        });
        let label = match action {
            Some((_, Move::Place(point))) => match labels.get(&point) {
                Some(&label) => Some(label),
                None if signs_on_board.contains_key(&point) => None,
                None => free.next().inspect(|&label| {
                    labels.insert(point, label);
                }),
            },
            _ => None,
        };
        list.push(NextNode { node: child, action, label });
    }
    if list.len() < 2 {
        return Vec::new();
    }
    signs_on_board.extend(labels);
    list
}

/// Names the variations that begin after the node that is drawn, and how the game continues: `Variations here: 2 (b:
/// #n87 B Q3, c: #n102 B R4)`.
pub(super) fn variations_line(record: &GameRecord, list: &[NextNode]) -> Option<String> {
    /// Maximum number of variations that are named; any more are only counted.
    const MAX_NAMED: usize = 12;
    let name = |c: &NextNode| {
        let label = c.label.map_or(String::new(), |label| format!("{label}: "));
        let action = match c.action {
            Some((color, action)) => {
                let name = move_name(record.start.game, record.start.size, action);
                format!(" {} {name}", color.letter())
            }
            None => String::new(),
        };
        format!("{label}#n{}{action}", c.node)
    };
    let (first, others) = list.split_first()?;
    let mut names: Vec<String> = others.iter().take(MAX_NAMED).map(name).collect();
    if others.len() > MAX_NAMED {
        names.push(format!("and {} more", others.len() - MAX_NAMED));
    }
    let count = others.len();
    Some(format!(
        "Variations here: {count} ({}); the line goes on with {}",
        names.join(", "),
        name(first)
    ))
}

/// Names the other positions of the main line at which variations begin: `Variations branch at #5 (4), #12`.
///
/// Each position is written as an argument of `show`, with the number of its variations if there are several.
pub(super) fn branches_line(record: &GameRecord, here: NodeId) -> Option<String> {
    /// Maximum number of positions that are named; any more are only counted.
    const MAX_NAMED: usize = 12;
    let tree = &record.tree;
    let main = tree.main_line();
    let mut forks: BTreeMap<NodeId, usize> = BTreeMap::new();
    let parents = (main.end..tree.len() as NodeId).filter_map(|node| tree.parent(node));
    for parent in parents.filter(|parent| main.contains(parent) && *parent != here) {
        *forks.entry(parent).or_default() += 1;
    }
    let numbers = tree.move_numbers();
    let name = |(&node, &count): (&NodeId, &usize)| {
        let number = numbers.get(node as usize).copied().unwrap_or(0);
        // `#5` names the last node before move 6. A node before that one, also after move 5, needs its node number.
        let is_last = node + 1 == main.end || tree.moves_in(node + 1) > 0;
        let place = if is_last { format!("#{number}") } else { format!("#n{node}") };
        if count > 1 { format!("{place} ({count})") } else { place }
    };
    let mut names: Vec<String> = forks.iter().take(MAX_NAMED).map(name).collect();
    if forks.len() > MAX_NAMED {
        names.push(format!("and {} more places", forks.len() - MAX_NAMED));
    }
    (!names.is_empty()).then(|| format!("Variations branch at {}", names.join(", ")))
}

/// Lists the diagnostics of a game's record: `2 oddities: …`.
pub(super) fn oddities_line(diagnostics: &Diagnostics) -> Option<String> {
    /// Maximum number of diagnostics whose messages are listed.
    const MAX_MESSAGES: usize = 3;
    let total = diagnostics.total();
    let noun = match total {
        0 => return None,
        1 => "oddity",
        _ => "oddities",
    };
    let mut messages: Vec<String> = Vec::new();
    for diagnostic in diagnostics.iter() {
        let message = clean(&diagnostic.message).into_owned();
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    let more = messages.len() > MAX_MESSAGES;
    messages.truncate(MAX_MESSAGES);
    let more = if more { "; more with --json" } else { "" };
    Some(format!("{total} {noun}: {}{more}", messages.join("; ")))
}

/// Says that the file has more games: `3 games in this file: add @2, @3`.
pub(super) fn games_line(games: usize) -> Option<String> {
    match games {
        0 | 1 => None,
        2 => Some("2 games in this file: add @2".to_owned()),
        3 => Some("3 games in this file: add @2, @3".to_owned()),
        _ => Some(format!("{games} games in this file: add @2 to @{games}")),
    }
}

/// Says whose turn it is, `White to play`, if the node has the property PL.
pub(super) fn turn_line(record: &GameRecord, position: &Position) -> Option<String> {
    let mut actions = record.tree.actions(position.node).iter();
    actions.find_map(|action| match *action {
        Action::Turn(color) => Some(format!("{} to play", color.name())),
        _ => None,
    })
}
