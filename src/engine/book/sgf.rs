//! Writes a book as a new SGF file, with the moves that it lacks and the counts of the games.

use super::{BookAnswer, BookLeave, FollowBook, reached, step_name};
use crate::failure::Result;
use crate::number_format::{counted, format_thousands};
use kifu_query::book::{Book, BookShape};
use kifu_query::joseki::Corner;
use kifu_record::formats::sgf::write::{move_value, push_property, write};
use kifu_record::game::{BoardSize, GameKind, Move};
use kifu_record::{Action, GameRecord, NodeId};
use std::collections::HashMap;
use std::ops::Range;

impl BookAnswer {
    /// Returns the book as SGF: all games of the request's book, with a variation for each step that at least `least`
    /// corners or boards played and the book lacks. Comments tell how often positions were reached. Also returns the
    /// number of new variations.
    pub fn merged_sgf(&self, request: &FollowBook, least: u64) -> Result<(String, u64)> {
        let book = request.parsed.get(request)?;
        let mut added: HashMap<(u32, NodeId), Vec<&BookLeave>> = HashMap::new();
        let mut variations = 0;
        for leave in self.leaves.iter().filter(|leave| leave.count >= least) {
            if let Some(place) = book.place(leave.key.0) {
                added.entry((place.game, place.node)).or_default().push(leave);
                variations += 1;
            }
        }
        let mut text = String::new();
        let records = request.book.iter().flat_map(|text| {
            let records = kifu_record::formats::sgf::read(text).0;
            let is_alone = records.len() == 1;
            records.into_iter().map(move |record| (text, record, is_alone))
        });
        for (number, (source, record, is_alone)) in (0..).zip(records) {
            let writer = MergeWriter { answer: self, book, game: number, added: &added };
            writer.write(source, &record, is_alone, &mut text);
        }
        Ok((text, variations))
    }
}

/// Piece of a tree that is still to be written.
enum Pending<'a> {
    Node(NodeId, bool),
    Added(&'a BookLeave, bool),
    End,
}

/// Writes one game of the book.
struct MergeWriter<'a> {
    answer: &'a BookAnswer,
    book: &'a Book,
    /// Index of the game in the book.
    game: u32,
    added: &'a HashMap<(u32, NodeId), Vec<&'a BookLeave>>,
}

impl MergeWriter<'_> {
    fn write(&self, source: &str, record: &GameRecord, is_alone: bool, text: &mut String) {
        let tree = &record.tree;
        // The text is used as it was written as far as it has the nodes of the record, else the record is written anew.
        let rewritten;
        let (source, nodes) = match node_texts(source) {
            nodes if is_alone && nodes.len() == tree.len() => (source, nodes),
            _ => {
                rewritten = write(record, None);
                (rewritten.as_str(), node_texts(&rewritten))
            }
        };
        let mut children: Vec<Vec<NodeId>> = vec![Vec::new(); tree.len()];
        for node in 0..tree.len() as NodeId {
            let siblings = tree.parent(node).and_then(|at| children.get_mut(at as usize));
            siblings.into_iter().for_each(|siblings| siblings.push(node));
        }
        text.push('(');
        let mut pending = vec![Pending::End, Pending::Node(0, false)];
        while let Some(piece) = pending.pop() {
            match piece {
                Pending::End => text.push(')'),
                Pending::Added(leave, begins) => {
                    text.push_str(if begins { "\n(;" } else { "\n;" });
                    self.push_added(leave, text);
                }
                Pending::Node(node, begins) => {
                    text.push_str(if begins { "\n(;" } else { "\n;" });
                    let own = nodes.get(node as usize).and_then(|range| source.get(range.clone()));
                    push_with_comment(
                        own.unwrap_or_default().trim(),
                        self.comment(record, node),
                        text,
                    );
                    let after = children.get(node as usize).map_or(&[][..], Vec::as_slice);
                    let added = self.added.get(&(self.game, node)).map_or(&[][..], Vec::as_slice);
                    let forks = after.len() + added.len() > 1;
                    let mut push = |piece| {
                        pending.extend(forks.then_some(Pending::End));
                        pending.push(piece);
                    };
                    added.iter().rev().for_each(|leave| push(Pending::Added(leave, forks)));
                    after.iter().rev().for_each(|&node| push(Pending::Node(node, forks)));
                }
            }
        }
        text.push('\n');
    }

    fn push_added(&self, leave: &BookLeave, text: &mut String) {
        let (position, step) = leave.key;
        let (color, at) = self.book.drawn_step(position, step);
        let action = at.map_or(Move::Pass, Move::Place);
        let value = move_value(GameKind::Go, self.book.board(), action);
        push_property(text, &color.letter().to_string(), [value]);
        let all = leave.by.all();
        let mut lines = vec![
            format!(
                "Not in the book: {} of {} {}",
                format_thousands(leave.count),
                self.places(leave.step.reached),
                match at {
                    Some(_) => step_name(self.book, at),
                    None => "tenuki".to_owned(),
                }
            ),
            format!("won {}, lost {}", format_thousands(all.won), format_thousands(all.lost)),
        ];
        if self.answer.knows_me && leave.by.me.left > 0 {
            lines.push(format!("by me: {}", format_thousands(leave.by.me.left)));
        }
        push_property(text, "C", [lines.join("\n")]);
    }

    fn places(&self, number: u64) -> String {
        match self.answer.shape {
            BookShape::Corner => counted(number, "corner", "corners"),
            BookShape::Board => counted(number, "game", "games"),
        }
    }

    /// Tells how often the position of a node was reached, if the node has a move.
    fn comment(&self, record: &GameRecord, node: NodeId) -> Option<String> {
        let positions = self.book.positions_at(self.game as usize, node)?;
        let placed = |action: &Action| match *action {
            Action::Move(_, Move::Place(point)) => Some(point),
            _ => None,
        };
        let point = record.tree.actions(node).iter().find_map(placed)?;
        let corner = match self.answer.shape {
            BookShape::Board => 0,
            BookShape::Corner => corner_of(point, self.book.board())?,
        };
        let number = reached(&self.answer.counts, *positions.get(corner)?);
        Some(match number {
            0 => "Not played".to_owned(),
            _ => format!("Played in {}", self.places(number)),
        })
    }
}

/// Index in [`Corner::ALL`] of the corner that is nearest to a point.
fn corner_of(point: kifu_record::game::Point, board: BoardSize) -> Option<usize> {
    let is_left = 2 * u32::from(point.x) + 1 < u32::from(board.width());
    let is_lower = 2 * u32::from(point.y) + 1 > u32::from(board.height());
    let corner = match (is_left, is_lower) {
        (false, false) => Corner::UpperRight,
        (true, false) => Corner::UpperLeft,
        (false, true) => Corner::LowerRight,
        (true, true) => Corner::LowerLeft,
    };
    Corner::ALL.into_iter().position(|other| other == corner)
}

/// Finds the properties of all nodes in the text of a game: what stands between a semicolon and the next semicolon or
/// parenthesis outside of values.
fn node_texts(text: &str) -> Vec<Range<usize>> {
    let mut nodes: Vec<Range<usize>> = Vec::new();
    let mut begun = None;
    let mut in_value = false;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_value => is_escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b';' | b'(' | b')' => {
                nodes.extend(begun.take().map(|start| start..at));
                begun = (byte == b';').then_some(at + 1);
            }
            _ => {}
        }
    }
    nodes.extend(begun.map(|start| start..text.len()));
    nodes
}

/// Adds the properties of a node, with a line at the end of its comment.
fn push_with_comment(properties: &str, line: Option<String>, text: &mut String) {
    let Some(line) = line else {
        text.push_str(properties);
        return;
    };
    match comment_end(properties) {
        Some(end) => {
            let (before, after) = properties.split_at(end);
            text.push_str(before);
            text.push_str("\n\n");
            text.push_str(&line);
            text.push_str(after);
        }
        None => {
            text.push_str(properties);
            push_property(text, "C", [line]);
        }
    }
}

/// Where the value of the comment (`C`) ends in the properties of a node, if they have one with an end.
fn comment_end(properties: &str) -> Option<usize> {
    let mut name = String::new();
    let mut in_value = false;
    let mut is_escaped = false;
    let mut is_comment = false;
    for (at, byte) in properties.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_value => is_escaped = true,
            b']' if in_value && is_comment => return Some(at),
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => {
                in_value = true;
                is_comment = name == "C";
                if is_comment {
                    continue;
                }
                name.clear();
            }
            _ if byte.is_ascii_uppercase() => name.push(byte.into()),
            // Lower-case letters belong to the long names of old SGF and mean nothing.
            _ => {}
        }
    }
    None
}
