//! A plain writer of SGF for tests: reading the text that it writes must give an equal record.

use kifu_index::game::{Color, GameKind, Move, Point, Stone, loa};
use kifu_index::record::{Action, GameRecord, NodeId, Property};

/// Writes a record that was read from SGF.
pub fn write(record: &GameRecord) -> String {
    let tree = &record.tree;
    let mut text = "(".to_owned();
    let mut forks = Vec::new();
    let mut children = vec![0; tree.len()];
    for node in 1..tree.len() as NodeId {
        children[tree.parent(node).unwrap_or(0) as usize] += 1;
    }
    for node in 0..tree.len() as NodeId {
        if let Some(parent) = tree.parent(node) {
            // Closes the variations that have ended, back to the fork at this node's parent.
            while forks.last().is_some_and(|&fork| fork != parent) && parent + 1 != node {
                text.push(')');
                forks.pop();
            }
            if children[parent as usize] > 1 {
                if parent + 1 != node {
                    text.push(')');
                    forks.pop();
                }
                text.push('(');
                forks.push(parent);
            }
        }
        text.push(';');
        if node == 0 {
            record.properties.iter().for_each(|p| property(&mut text, p));
            later_root_moves(&mut text, record);
        } else {
            let count = tree.actions(node).len();
            (0..count).for_each(|i| action(&mut text, record, node, i));
            for comment in tree.comments_of(node) {
                value(&mut text, "C", comment);
            }
        }
        // A record does not store which node of the main line had these properties of the game (such as a result in a
        // later node), so they are written into the second node.
        if node == 1 {
            record.main_line_info.iter().for_each(|p| property(&mut text, p));
        }
        if node as usize + 1 == tree.len() {
            record.variation_info.iter().for_each(|p| property(&mut text, p));
        }
    }
    text.push_str(&")".repeat(forks.len() + 1));
    text
}

fn property(text: &mut String, property: &Property) {
    text.push_str(&property.name);
    for value in &property.values {
        bracket(text, value);
    }
}

fn value(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    bracket(text, value);
}

fn bracket(text: &mut String, value: &str) {
    text.push('[');
    for c in value.chars() {
        // An unescaped `[` may look like the beginning of a property whose predecessor lacks its `]`.
        if matches!(c, '\\' | '[' | ']') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push(']');
}

/// Writes the later moves of the root. The properties of the root in `record` hold only the first move of each colour;
/// the moves that follow in turn are in the tree alone. A reader takes moves of both colours in the order of the text,
/// so the later moves are written behind all properties.
fn later_root_moves(text: &mut String, record: &GameRecord) {
    if may_have_numbered_root_moves(record) {
        return;
    }
    let mut in_properties = Vec::new();
    for (i, &root_action) in record.tree.actions(0).iter().enumerate() {
        let (Action::Move(color, _) | Action::Raw(color, _)) = root_action else { continue };
        if in_properties.contains(&color) {
            action(text, record, 0, i);
        } else {
            in_properties.push(color);
        }
    }
}

/// True if the root may have moves of Lines of Action as `P0` or `P1`. Each of these properties acts at its place in
/// the root, while all `B` and `W` act at the place of the first. The tree does not say which moves are which.
pub fn may_have_numbered_root_moves(record: &GameRecord) -> bool {
    let is_numbered = |p: &Property| matches!(p.name.as_str(), "P0" | "P1");
    record.start.game == GameKind::Loa && record.properties.iter().any(is_numbered)
}

/// Writes the action (a move or setup) with number `i` of a node.
fn action(text: &mut String, record: &GameRecord, node: NodeId, i: usize) {
    let tree = &record.tree;
    let point = |point: Point| match record.start.game {
        GameKind::Loa => loa::point_name(point, record.start.size),
        _ => letters(point),
    };
    match tree.actions(node)[i] {
        Action::Raw(color, raw) => value(text, color_name(color), tree.raw_text(raw)),
        Action::Turn(color) => value(text, "PL", color_name(color)),
        Action::Add(stone, from, to) => {
            let name = match stone {
                Stone::Black => "AB",
                Stone::White => "AW",
                Stone::Empty | Stone::Hole => "AE",
            };
            value(text, name, &format!("{}:{}", point(from), point(to)));
        }
        Action::Move(color, action) => {
            let name = match color {
                _ if !is_numbered(record, node, i) => color_name(color),
                Color::Black => "P0",
                Color::White => "P1",
            };
            let written = match (record.start.game, action) {
                // The properties `P0` and `P1` of Lines of Action hold a move number and then the move. No square has
                // the name `a0`, so reading the written `1 a0` gives an unreadable move, as in the original record.
                (GameKind::Loa, Move::Unreadable) if name.starts_with('P') => "1 a0".to_owned(),
                (GameKind::Loa, action) => loa::move_name(action, record.start.size),
                (_, Move::Place(at)) => letters(at),
                (_, Move::Pass) => String::new(),
                _ => "!".to_owned(),
            };
            value(text, name, &written);
        }
    }
}

/// True if this move must have been written as `P0` or `P1`, the properties of Lines of Action for numbered moves.
/// Without them, a node holds at most one `B` and one `W`, or moves of both colours in turn.
fn is_numbered(record: &GameRecord, node: NodeId, at: usize) -> bool {
    let colors = record.tree.actions(node).iter().filter_map(|action| match *action {
        Action::Move(color, _) => Some(color),
        _ => None,
    });
    let colors: Vec<Color> = colors.collect();
    if record.start.game != GameKind::Loa || colors.windows(2).all(|two| two[0] != two[1]) {
        return false;
    }
    let moves = |color: Color| {
        let actions = record.tree.actions(node).iter().enumerate();
        actions.filter_map(move |(i, action)| match *action {
            Action::Move(by, action) if by == color => Some((i, action)),
            _ => None,
        })
    };
    let Some(&Action::Move(color, _)) = record.tree.actions(node).get(at) else {
        return false;
    };
    let unreadable = moves(color).find(|&(_, action)| action == Move::Unreadable);
    let plain = unreadable.or_else(|| moves(color).next());
    plain.is_some_and(|(i, _)| i != at)
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn letters(point: Point) -> String {
    let letter = |n: u8| char::from(if n < 26 { b'a' + n } else { b'A' + n - 26 });
    [letter(point.x), letter(point.y)].iter().collect()
}
