//! Writes a record as SGF FF\[4\]. Reading the text gives the same record.

use super::boardspace;
use crate::date::LaxDate;
use crate::game::{BoardSize, Color, GameKind, Move, Point, Stone, loa};
use crate::{Action, Format, GameRecord, NodeId, Property, Start};
use std::collections::BTreeMap;

/// Number of characters after which a line is broken, at the end of a node.
const LINE_LENGTH: usize = 70;

/// Properties that are written from parsed values and not as they were read.
const PARSED_PROPERTIES: [&str; 10] = ["FF", "GM", "CA", "SZ", "B", "W", "AB", "AW", "AE", "PL"];

/// Writes a record in UTF-8. The node `mark` becomes a hotspot (`HO`).
pub fn write(record: &GameRecord, mark: Option<NodeId>) -> String {
    write_nodes(SgfWriter { record, properties: None, text: "(".to_owned(), line: 0 }, mark)
}

/// Writes a record in UTF-8 with these properties of the root instead of its own. The board, the moves and the comments
/// are those of the record.
pub fn write_with_properties(record: &GameRecord, properties: &[Property]) -> String {
    let properties = Some(properties);
    write_nodes(SgfWriter { record, properties, text: "(".to_owned(), line: 0 }, None)
}

fn write_nodes(mut writer: SgfWriter, mark: Option<NodeId>) -> String {
    let record = writer.record;
    let tree = &record.tree;
    let count = tree.len() as NodeId;
    let mut children = vec![0u32; tree.len()];
    for parent in (0..count).filter_map(|node| tree.parent(node)) {
        if let Some(children) = children.get_mut(parent as usize) {
            *children += 1;
        }
    }
    // Nodes with open variations, one for each open parenthesis.
    let mut forks: Vec<NodeId> = Vec::new();
    for node in 0..count {
        if let Some(parent) = tree.parent(node) {
            if parent + 1 != node {
                // The variation before this node ends; its parentheses are closed back to the node's parent.
                while let Some(fork) = forks.pop() {
                    writer.text.push(')');
                    if fork == parent {
                        break;
                    }
                }
            }
            if children.get(parent as usize) > Some(&1) {
                writer.break_line();
                writer.text.push('(');
                forks.push(parent);
            }
        }
        writer.node(node, mark == Some(node));
    }
    let mut text = writer.text;
    text.push_str(&")".repeat(forks.len() + 1));
    text.push('\n');
    replace_escape_characters(text)
}

/// Replaces escape characters (U+001B) by spaces. SGF reads one in a value as a blank, and several could make the file
/// look like ISO-2022-JP.
pub fn replace_escape_characters(text: String) -> String {
    if text.contains('\u{1b}') { text.replace('\u{1b}', " ") } else { text }
}

struct SgfWriter<'r> {
    record: &'r GameRecord,
    /// Properties that are written at the root instead of those of the record.
    properties: Option<&'r [Property]>,
    text: String,
    /// Offset in `text` at which the current line begins.
    line: usize,
}

impl SgfWriter<'_> {
    fn break_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }

    fn node(&mut self, node: NodeId, is_marked: bool) {
        let (record, tree) = (self.record, &self.record.tree);
        if self.text.len() - self.line > LINE_LENGTH {
            self.break_line();
        }
        self.text.push(';');
        if node == 0 {
            self.root();
        }
        self.actions(node);
        // The record does not store at which later node game information stood, so all of it is written in the first
        // node after the root.
        if node == 1 {
            self.properties(&record.main_line_info);
        }
        if node as usize + 1 == tree.len() {
            self.properties(&record.variation_info);
        }
        if is_marked {
            self.property("HO", ["1"]);
        }
        let comments: Vec<&str> = tree.comments_of(node).collect();
        if !comments.is_empty() {
            self.property("C", [comments.join("\n\n").as_str()]);
        }
    }

    /// Writes the root's properties: the game and its board, then players, date, place and the like.
    fn root(&mut self) {
        let record = self.record;
        let start = record.start;
        let raw = |name: &str| record.properties.iter().find(|p| p.name == name);
        let number = match start.game {
            GameKind::Go => "1".to_owned(),
            GameKind::Loa => "9".to_owned(),
            GameKind::Other(number) => number.to_string(),
        };
        self.property("FF", ["4"]);
        self.property("GM", [number.as_str()]);
        self.property("CA", ["UTF-8"]);
        match (start.game, raw("SZ")) {
            (GameKind::Other(_), size) => self.properties(size),
            _ => self.property("SZ", [size_value(start.size).as_str()]),
        }
        let as_read = (record.format == Format::Sgf).then_some(record.properties.as_slice());
        match self.properties.or(as_read) {
            Some(properties) => {
                let others =
                    |p: &&Property| !PARSED_PROPERTIES.contains(&p.name.as_str()) && p.name != "C";
                properties.iter().filter(others).for_each(|p| self.root_property(p));
            }
            None => self.converted(),
        }
    }

    /// Writes a property of the root as it was read, but without moves. In Lines of Action, `P0` and `P1` hold names of
    /// players and moves, and the moves are written with the root's actions. If they were written here too, they would
    /// be there twice, and be read before moves that precede them.
    fn root_property(&mut self, property: &Property) {
        let Start { game, size, .. } = self.record.start;
        let may_hold_moves = game == GameKind::Loa && matches!(property.name.as_str(), "P0" | "P1");
        let is_move = |value: &str| may_hold_moves && boardspace::parse_move(value, size).is_some();
        let values = property.values.iter().map(String::as_str);
        self.property(&property.name, values.filter(|value| !is_move(value)));
    }

    /// Writes the properties of a record that came from another format, in which result, date and numbers are not
    /// written as in SGF.
    fn converted(&mut self) {
        let info = &self.record.info;
        // A date that is no single day, such as a range or a year of an era, stays as it was written.
        let date = info.date.as_ref().and_then(|date| match date.days() {
            [day] => Some(day.to_string()).filter(|day| LaxDate::parse(day).as_ref() == Some(date)),
            _ => None,
        });
        let known = [
            ("RE", info.result.map(|result| result.to_string())),
            ("DT", date),
            ("KM", info.komi.map(|komi| komi.points().to_string())),
            ("HA", info.handicap.map(|stones| stones.to_string())),
            ("TM", info.time.map(|seconds| seconds.to_string())),
        ];
        for property in &self.record.properties {
            let name = property.name.as_str();
            match known.iter().find(|(known, _)| *known == name) {
                Some((_, Some(value))) => self.property(name, [value.as_str()]),
                _ if PARSED_PROPERTIES.contains(&name) || name == "C" => {}
                _ => self.properties([property]),
            }
        }
    }

    fn properties<'p>(&mut self, properties: impl IntoIterator<Item = &'p Property>) {
        for property in properties {
            self.property(&property.name, property.values.iter().map(String::as_str));
        }
    }

    fn property<'v>(&mut self, name: &str, values: impl IntoIterator<Item = &'v str>) {
        push_property(&mut self.text, name, values);
    }

    fn actions(&mut self, node: NodeId) {
        let actions = self.record.tree.actions(node);
        if let Some(stones) = mixed_setup(actions) {
            for (stone, points) in stones {
                let values: Vec<String> =
                    points.into_iter().map(|point| self.rectangle(point, point)).collect();
                self.property(stone_name(stone), values.iter().map(String::as_str));
            }
            let mut others = actions.to_vec();
            others.retain(|action| !matches!(action, Action::Add(..)));
            return self.write_actions(node, &others);
        }
        self.write_actions(node, actions);
    }

    fn write_actions(&mut self, node: NodeId, actions: &[Action]) {
        let (start, tree) = (self.record.start, &self.record.tree);
        let mut before = "";
        let is_turn = |action: &Action| matches!(action, Action::Turn(_));
        // A node may have several `PL`, of which the last one is meant, but other programs use the first. So only the
        // last is written.
        let turn = actions.iter().rposition(is_turn);
        for (at, action) in actions.iter().enumerate() {
            if is_turn(action) && turn != Some(at) {
                continue;
            }
            let (name, value) = match *action {
                Action::Raw(color, raw) => (color_name(color), tree.raw_text(raw).to_owned()),
                Action::Turn(color) => ("PL", color_name(color).to_owned()),
                Action::Add(stone, from, to) => (stone_name(stone), self.rectangle(from, to)),
                Action::Move(color, action) => {
                    let is_numbered = self.is_numbered(node, at);
                    let name = match color {
                        _ if !is_numbered => color_name(color),
                        Color::Black => "P0",
                        Color::White => "P1",
                    };
                    // An unreadable move is written as a value that is read as an unreadable move again, so that it
                    // keeps its place in the move count.
                    let value = match action {
                        Move::Unreadable if is_numbered => "1 a0".to_owned(),
                        action => move_value(start.game, start.size, action),
                    };
                    (name, value)
                }
            };
            // Consecutive stones of one colour become one list.
            if name == before && name.starts_with('A') {
                self.text.push_str(&format!("[{value}]"));
            } else {
                self.property(name, [value.as_str()]);
            }
            before = name;
        }
    }

    fn rectangle(&self, from: Point, to: Point) -> String {
        let name = |point| point_value(self.record.start.game, self.record.start.size, point);
        if from == to { name(from) } else { format!("{}:{}", name(from), name(to)) }
    }

    /// Whether a move must be written as `P0` or `P1`. A node has one `B` and one `W`, or several in turn. Other moves
    /// of Lines of Action are written as `P0` and `P1`, except an unreadable one, which would not count there.
    fn is_numbered(&self, node: NodeId, at: usize) -> bool {
        let actions = self.record.tree.actions(node);
        let by = |action: &Action| match *action {
            Action::Move(color, _) => Some(color),
            _ => None,
        };
        let colors: Vec<Color> = actions.iter().filter_map(by).collect();
        let is_in_turn = colors.windows(2).all(|pair| pair.first() != pair.last());
        if is_in_turn || self.record.start.game != GameKind::Loa {
            return false;
        }
        let Some(&Action::Move(color, _)) = actions.get(at) else {
            return false;
        };
        let moves = || {
            actions.iter().enumerate().filter_map(move |(i, action)| match *action {
                Action::Move(by, action) if by == color => Some((i, action)),
                _ => None,
            })
        };
        let plain =
            moves().find(|&(_, action)| action == Move::Unreadable).or_else(|| moves().next());
        plain.is_some_and(|(i, _)| i != at)
    }
}

/// Writes a property with its values, or nothing if there are none.
pub fn push_property(
    text: &mut String,
    name: &str,
    values: impl IntoIterator<Item = impl AsRef<str>>,
) {
    for (i, value) in values.into_iter().enumerate() {
        if i == 0 {
            text.push_str(name);
        }
        text.push('[');
        for c in value.as_ref().chars() {
            // `[` is escaped too: it may look like a property after a value that lacks its `]`.
            if matches!(c, '\\' | '[' | ']') {
                text.push('\\');
            }
            text.push(c);
        }
        text.push(']');
    }
}

/// Formats a board size for `SZ`: `19`, or `19:13`.
pub fn size_value(size: BoardSize) -> String {
    match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Name of the SGF property that sets or removes a stone.
pub fn stone_name(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "AB",
        Stone::White => "AW",
        Stone::Empty | Stone::Hole => "AE",
    }
}

/// Returns the final stones of a node's setup if SGF cannot list it in order; `None` if it can. A property may be in a
/// node only once, so `AB`, `AW` and `AB` again would put all black stones first.
fn mixed_setup(actions: &[Action]) -> Option<BTreeMap<Stone, Vec<Point>>> {
    let added = || {
        actions.iter().filter_map(|action| match *action {
            Action::Add(stone, from, to) => Some((stone, from, to)),
            _ => None,
        })
    };
    let mut kinds: Vec<Stone> = added().map(|(stone, ..)| stone).collect();
    kinds.dedup();
    let runs = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() == runs {
        return None;
    }
    let mut last = BTreeMap::new();
    for (stone, from, to) in added() {
        for (y, x) in (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| (y, x))) {
            last.insert((y, x), stone);
        }
    }
    let mut stones: BTreeMap<Stone, Vec<Point>> = BTreeMap::new();
    for ((y, x), stone) in last {
        stones.entry(stone).or_default().push(Point::new(x, y));
    }
    Some(stones)
}

/// Formats a move as SGF writes it in this game.
pub fn move_value(game: GameKind, size: BoardSize, action: Move) -> String {
    match (game, action) {
        (GameKind::Loa, action) => loa::move_name(action, size),
        (_, Move::Place(point)) => point_value(game, size, point),
        (_, Move::Pass) => String::new(),
        _ => "!".to_owned(),
    }
}

/// Formats a point as SGF writes it in this game: `pd`, or `e1` in Lines of Action.
pub fn point_value(game: GameKind, size: BoardSize, point: Point) -> String {
    let mut value = String::with_capacity(2);
    push_point(&mut value, game, size, point);
    value
}

/// Appends a point to a text, as [`point_value`] formats it.
pub fn push_point(text: &mut String, game: GameKind, size: BoardSize, point: Point) {
    let letter = |number: u8| match number {
        0..26 => char::from(b'a' + number),
        _ => char::from(b'A' + number - 26),
    };
    if game == GameKind::Loa {
        text.push_str(&loa::point_name(point, size));
    } else {
        text.push(letter(point.x));
        text.push(letter(point.y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_other_formats_are_blanks() {
        let jgf = r#"{"game":{"type":"go"},"tree":[{"comment":"a \u001b$B3b"},{"move":{"color":"black","x":3,"y":3}}]}"#;
        let records = crate::formats::read(jgf.as_bytes()).records;
        let text = write(&records[0], None);
        assert!(text.contains("C[a  $B3b]"), "{text}");
    }

    #[test]
    fn the_last_turn_of_a_node_is_written() {
        let mut record = crate::formats::read(b"(;AB[cc])").records.remove(0);
        for color in [Color::White, Color::Black] {
            record.tree.add_action(Action::Turn(color));
        }
        let text = write(&record, None);
        assert!(text.contains("AB[cc]PL[B])"), "{text}");
    }

    #[test]
    fn a_numbered_move_of_the_root_is_written_once() {
        let loa = br#"(;GM[loa]P0[id "ada"]B[b1-b3]P1[id "ben"][2 a2-c2])"#;
        let records = crate::formats::read(loa).records;
        let text = write(&records[0], None);
        for written in [r#"P0[id "ada"]"#, r#"P1[id "ben"]PB"#, "B[b1-b3]W[a2-c2])"] {
            assert!(text.contains(written), "{text}");
        }
        assert_eq!(crate::formats::read(text.as_bytes()).records[0].tree, records[0].tree);
    }

    #[test]
    fn only_a_single_day_is_reformatted() {
        for (written, expected) in
            [("3 May 2019", "DT[2019-05-03]"), ("before 1846", "DT[before 1846]")]
        {
            let ngf = format!(
                "Rated game\n19\nBen    7D*\nAnna   9DP\nwww.cyberoro.com\n0\n0\n6\n{written}\n10\nBlack wins\n1\nPMABBREER\n"
            );
            let records = crate::formats::read(ngf.as_bytes()).records;
            let text = write(&records[0], None);
            assert!(text.contains(expected), "{text}");
            let again = &crate::formats::read(text.as_bytes()).records[0];
            assert_eq!(again.info.date, records[0].info.date);
        }
    }

    #[test]
    fn the_last_stone_on_a_point_counts() {
        let add = |stone, x| Action::Add(stone, Point::new(x, 0), Point::new(x, 0));
        let (black, white) = (Stone::Black, Stone::White);
        assert_eq!(mixed_setup(&[add(black, 0), add(black, 1), add(white, 0)]), None);
        let mixed = [add(black, 0), add(white, 0), add(white, 1), add(black, 0)];
        let wanted = [(black, vec![Point::new(0, 0)]), (white, vec![Point::new(1, 0)])];
        assert_eq!(mixed_setup(&mixed), Some(BTreeMap::from(wanted)));
    }
}
