//! A strict reader of SGF (FF\[4\], EBNF), as a second opinion: it accepts only strictly valid text.

use kifu_index::game::{Color, GameKind};
use kifu_index::record::{Action, GameRecord};

/// What a strict reader finds in a game tree: the number of its nodes, and from the main line the values of `B` and `W`
/// and the board size.
pub struct Tree {
    nodes: usize,
    moves: Vec<(Color, String)>,
    size: Option<String>,
}

/// Trees of a text, if it is strictly valid SGF of Go in a simple form: no value except a comment contains a bracket or
/// an escape, and a move is empty or two small letters. `None` for any other text.
pub fn read(text: &str) -> Option<Vec<Tree>> {
    let mut parser = Parser { rest: text.trim_ascii() };
    let mut trees = Vec::new();
    while !parser.rest.is_empty() {
        trees.push(parser.tree()?);
    }
    Some(trees)
}

/// Checks that the program's tolerant reader reads the same trees.
pub fn check_agreement(text: &str, trees: &[Tree], records: &[GameRecord]) {
    assert_eq!(records.len(), trees.len(), "{text}");
    for (record, tree) in records.iter().zip(trees) {
        assert_eq!(record.tree.len(), tree.nodes, "{text}");
        if record.start.game != GameKind::Go {
            continue;
        }
        if let Some(size) = tree.size.as_ref().and_then(|size| size.parse::<u8>().ok()) {
            let side = record.start.size.width();
            assert!(side == size || !(1..=52).contains(&size));
        }
        let main = record.tree.main_line();
        let actions = main.flat_map(|node| record.tree.actions(node));
        let moves = actions.filter_map(|action| match *action {
            Action::Move(color, action) => Some((color, action)),
            _ => None,
        });
        let size = record.start.size;
        let expected = tree.moves.iter().map(|(color, value)| (*color, parse_move(value, size)));
        assert!(moves.eq(expected), "{text}");
    }
}

/// Meaning of two small letters as a move (SGF FF\[4\], Go: moves).
fn parse_move(value: &str, size: kifu_index::game::BoardSize) -> kifu_index::game::Move {
    use kifu_index::game::{Move, Point};
    let &[x, y] = value.as_bytes() else {
        return Move::Pass;
    };
    let point = Point::new(x - b'a', y - b'a');
    match size.contains(point) {
        true => Move::Place(point),
        false if value == "tt" && size.width() <= 19 && size.height() <= 19 => Move::Pass,
        false => Move::Unreadable,
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn take(&mut self, character: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(character)?.trim_ascii_start();
        Some(())
    }

    fn tree(&mut self) -> Option<Tree> {
        let mut tree = Tree { nodes: 0, moves: Vec::new(), size: None };
        // For each open parenthesis: whether it is on the main line, and whether a variation in it has ended.
        let mut open: Vec<(bool, bool)> = Vec::new();
        loop {
            let (main, closed_one) = match open.last_mut() {
                None => (true, false),
                Some((main, closed)) => (*main && !*closed, *closed),
            };
            if self.rest.starts_with('(') {
                self.take('(')?;
                open.push((main, false));
                // A variation begins with a node.
                self.rest.starts_with(';').then_some(())?;
            } else if self.rest.starts_with(')') {
                self.take(')')?;
                open.pop()?;
                match open.last_mut() {
                    None => return Some(tree),
                    Some((_, closed)) => *closed = true,
                }
            } else {
                // A node must stand inside of parentheses, and not after a variation.
                (!closed_one && !open.is_empty()).then_some(())?;
                self.take(';')?;
                tree.nodes += 1;
                self.node(main, &mut tree)?;
            }
        }
    }

    fn node(&mut self, main: bool, tree: &mut Tree) -> Option<()> {
        let mut names = Vec::new();
        loop {
            let length = self.rest.bytes().take_while(u8::is_ascii_uppercase).count();
            if length == 0 {
                return Some(());
            }
            let (name, rest) = self.rest.split_at_checked(length.min(100))?;
            self.rest = rest.trim_ascii_start();
            // A property occurs once in a node.
            (!names.contains(&name)).then_some(())?;
            names.push(name);
            self.rest.starts_with('[').then_some(())?;
            let mut count = 0;
            while self.rest.starts_with('[') {
                let value = self.value(matches!(name, "C" | "GC"))?;
                count += 1;
                match name {
                    "B" | "W" => {
                        let point =
                            value.len() == 2 && value.bytes().all(|b| b.is_ascii_lowercase());
                        (count == 1 && (point || value.is_empty())).then_some(())?;
                        let color = if name == "B" { Color::Black } else { Color::White };
                        if main {
                            tree.moves.push((color, value.to_owned()));
                        }
                    }
                    "SZ" if tree.nodes == 1 => {
                        let plain = value.bytes().all(|b| b.is_ascii_digit()) && count == 1;
                        plain.then_some(())?;
                        tree.size = Some(value.to_owned());
                    }
                    _ => {}
                }
            }
        }
    }

    fn value(&mut self, text: bool) -> Option<&'a str> {
        let inner = self.rest.strip_prefix('[')?;
        let mut escaped = false;
        let end = inner.find(|c| match c {
            _ if std::mem::take(&mut escaped) => false,
            '\\' => {
                escaped = true;
                false
            }
            c => c == ']',
        })?;
        let (value, rest) = inner.split_at_checked(end)?;
        self.rest = rest.get(1..)?.trim_ascii_start();
        (text || !value.contains(['[', '\\'])).then_some(value)
    }
}
