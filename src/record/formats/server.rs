//! Parts that the formats of Go servers (GIB, NGF, OGS, UGF) share: texts made of lines, a draft of a tree, whose nodes
//! are put into pre-order when it is complete, and handicap stones given only as a number.

use crate::cancel::checkpoint;
use crate::formats::sgf::has_line_breaks;
use crate::game::{BoardSize, Color, Move, Point, Stone};
use crate::handicap;
use crate::{
    Action, Analysis, Code, Diagnostics, Format, GameInfo, GameRecord, GameTree, NodeId, Property,
    Start, Suicide,
};
use std::borrow::Cow;

/// Line of a text without white space and NULs around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'t> {
    /// Byte offset in the text at which the line begins.
    pub(super) offset: usize,
    /// Text of the line without surrounding white space.
    pub(super) text: &'t str,
}

/// Splits a text into lines, which end with LF or CR LF, or with CR if there is no LF.
pub(super) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let end = if memchr::memchr(b'\n', text.as_bytes()).is_some() { '\n' } else { '\r' };
    let mut next = 0;
    text.split(end).map(move |line| {
        let start = next;
        next += line.len() + 1;
        let blank = |c: char| c.is_whitespace() || c == '\0';
        let trimmed = line.trim_start_matches(blank);
        TextLine {
            offset: start + line.len() - trimmed.len(),
            text: trimmed.trim_end_matches(blank),
        }
    })
}

/// Returns the first `most` bytes of a text, or up to three bytes fewer so that no character is cut.
pub(super) fn prefix(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or("")
}

/// Replaces the control characters of a value by spaces, except line ends if the SGF property keeps them.
pub(super) fn without_control_characters(name: &str, value: &str) -> String {
    value.replace(|c| c < ' ' && !(c == '\n' && has_line_breaks(name)), " ")
}

/// Adds a property, unless its value is blank or a property of this name is there already.
pub(super) fn add_property(properties: &mut Vec<Property>, name: &str, value: &str) {
    let value = without_control_characters(name, value);
    let value = value.trim();
    if !value.is_empty() && !properties.iter().any(|property| property.name == name) {
        properties.push(Property::new(name, value));
    }
}

/// Checks that a move number follows the last one, and reports a gap between them. Stores the number in `last`.
pub(super) fn check_move_number(
    last: &mut usize,
    number: usize,
    offset: usize,
    diagnostics: &mut Diagnostics,
) {
    if number > last.saturating_add(1) {
        let message = format!("the numbers of the moves jump from {last} to {number}");
        diagnostics.add(Code::MissingMoves, offset, message);
    }
    *last = number;
}

/// Node of a draft (a game that is being assembled), with its parent and its move.
#[derive(Clone, Copy, Debug)]
struct DraftNode {
    parent: NodeId,
    action: Option<(Color, Move)>,
}

/// Game that is being assembled, with its nodes in any order. Node 0 is the root. The first child added to a node
/// continues its line.
#[derive(Debug)]
pub(super) struct Draft<'t> {
    nodes: Vec<DraftNode>,
    setup: Vec<(NodeId, Action)>,
    comments: Vec<(NodeId, Cow<'t, str>)>,
}

impl Default for Draft<'_> {
    fn default() -> Self {
        Draft {
            nodes: vec![DraftNode { parent: 0, action: None }],
            setup: Vec::new(),
            comments: Vec::new(),
        }
    }
}

impl<'t> Draft<'t> {
    pub(super) fn last(&self) -> NodeId {
        (self.nodes.len() - 1) as NodeId
    }

    /// Largest of the numbers of nodes, setup stones and comments, which bounds the memory of the draft.
    pub(super) fn weight(&self) -> usize {
        let others = self.setup.len().max(self.comments.len());
        self.nodes.len().max(others)
    }

    pub(super) fn move_of(&self, node: NodeId) -> Option<(Color, Move)> {
        self.nodes.get(node as usize)?.action
    }

    /// Adds a node below `parent`, with a move if there is one, and returns its number.
    pub(super) fn add(&mut self, parent: NodeId, action: Option<(Color, Move)>) -> NodeId {
        self.nodes.push(DraftNode { parent, action });
        self.last()
    }

    /// Sets up a rectangle of stones in a node; setup comes before the node's move.
    pub(super) fn set_up(&mut self, node: NodeId, stone: Stone, from: Point, to: Point) {
        self.setup.push((node, Action::Add(stone, from, to)));
    }

    /// Sets the colour that moves first.
    pub(super) fn set_turn(&mut self, color: Color) {
        self.setup.push((0, Action::Turn(color)));
    }

    /// Adds a comment to a node, unless it is blank. A node's comments stay separate.
    pub(super) fn comment(&mut self, node: NodeId, text: impl Into<Cow<'t, str>>) {
        let text = text.into();
        if !text.trim().is_empty() {
            self.comments.push((node, text));
        }
    }

    /// Colour to move after the node that was added last. A move that does not name its colour has this one.
    pub(super) fn next_color(&self, handicap: u8) -> Color {
        match self.nodes.last().and_then(|node| node.action) {
            Some((color, _)) => color.other(),
            None if handicap >= 2 => Color::White,
            None => Color::Black,
        }
    }

    /// Whether the draft has no move, no setup and no comment.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.setup.is_empty() && self.comments.is_empty()
    }

    /// Sets up handicap stones in the root, after which White moves first. Adds a diagnostic if the number has no fixed
    /// places.
    pub(super) fn set_handicap(
        &mut self,
        count: u8,
        size: BoardSize,
        diagnostics: &mut Diagnostics,
    ) {
        if count < 2 {
            return;
        }
        let Some(points) = handicap_points(count, size, |point| self.first_play(point)) else {
            let message =
                format!("{count} handicap stones on {size} have no fixed places; none were added");
            diagnostics.add(Code::HandicapWithoutStones, 0, message);
            return;
        };
        for point in points {
            self.set_up(0, Stone::Black, point, point);
        }
        self.set_turn(Color::White);
    }

    /// Number of the first node in which a stone is placed on this point; `None` if there is none.
    fn first_play(&self, point: Point) -> Option<usize> {
        self.nodes.iter().position(
            |node| matches!(node.action, Some((_, Move::Place(placed))) if placed == point),
        )
    }

    fn order(&self) -> Vec<NodeId> {
        let none = NodeId::MAX;
        let mut first_child = vec![none; self.nodes.len()];
        let mut next = vec![none; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate().skip(1).rev() {
            if let (Some(first), Some(next)) =
                (first_child.get_mut(node.parent as usize), next.get_mut(id))
            {
                *next = std::mem::replace(first, id as NodeId);
            }
        }
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut open = vec![0];
        while let Some(id) = open.pop() {
            checkpoint();
            order.push(id);
            for list in [&next, &first_child] {
                open.extend(list.get(id as usize).filter(|&&id| id != none));
            }
        }
        order
    }

    /// Builds the game tree, with its nodes in pre-order.
    fn tree(mut self) -> GameTree {
        self.setup.sort_by_key(|setup| setup.0);
        self.comments.sort_by_key(|comment| comment.0);
        let mut tree = GameTree::new();
        let mut numbers = vec![0; self.nodes.len()];
        for id in self.order() {
            let Some(node) = self.nodes.get(id as usize) else {
                continue;
            };
            let parent = numbers.get(node.parent as usize).copied();
            let number = tree.add_node(parent.filter(|_| id > 0));
            if let Some(known) = numbers.get_mut(id as usize) {
                *known = number;
            }
            for &(_, action) in entries_of(&self.setup, id) {
                tree.add_action(action);
            }
            if let Some((color, played)) = node.action {
                tree.add_action(Action::Move(color, played));
            }
            for (_, comment) in entries_of(&self.comments, id) {
                tree.add_comment(comment);
            }
        }
        tree
    }

    pub(super) fn finish(
        self,
        format: Format,
        size: BoardSize,
        properties: Vec<Property>,
        diagnostics: Diagnostics,
    ) -> GameRecord {
        record(format, Start::go(size), self.tree(), properties, diagnostics)
    }
}

/// Makes the record of a game in a format that has game information only in its header. The lists of information in
/// later nodes are empty.
pub(super) fn record(
    format: Format,
    start: Start,
    tree: GameTree,
    properties: Vec<Property>,
    mut diagnostics: Diagnostics,
) -> GameRecord {
    let mut info = GameInfo::from_properties(properties.iter(), &mut diagnostics);
    info.inferred_handicap = handicap::infer(&start, &tree, &properties, info.handicap);
    GameRecord {
        format,
        start: Start { suicide: Suicide::for_record(&properties, info.ruleset), ..start },
        tree,
        info,
        properties,
        main_line_info: Vec::new(),
        variation_info: Vec::new(),
        analysis: Analysis::default(),
        diagnostics,
    }
}

/// Part of a list with the entries of one node. The list must be sorted by node.
fn entries_of<T>(list: &[(NodeId, T)], node: NodeId) -> &[(NodeId, T)] {
    let start = list.partition_point(|(of, _)| *of < node);
    let rest = list.get(start..).unwrap_or_default();
    let count = rest.iter().take_while(|(of, _)| *of == node).count();
    rest.get(..count).unwrap_or_default()
}

/// Fixed places of 2 to 9 handicap stones; `None` for other numbers and boards.
///
/// Tygem puts the third stone in the upper left corner, other programs in the lower right. So if the game plays on the
/// upper left point first, that point was empty, and the stone stood at the lower right. `first_play` returns the
/// number of the node in which a stone is first played on a point.
fn handicap_points(
    count: u8,
    size: BoardSize,
    first_play: impl Fn(Point) -> Option<usize>,
) -> Option<Vec<Point>> {
    let side = size.width();
    if !size.is_square() || side < 7 || !(2..=9).contains(&count) {
        return None;
    }
    let near = if side >= 13 { 3 } else { 2 };
    let (far, middle) = (side - 1 - near, side / 2);
    let has_middle = side % 2 == 1 && side > 7;
    if count > 4 && !has_middle {
        return None;
    }
    let point = Point::new;
    let (upper_left, lower_right) = (point(near, near), point(far, far));
    let mut points = vec![point(far, near), point(near, far), upper_left, lower_right];
    if count == 3 {
        let late = |point| first_play(point).unwrap_or(usize::MAX);
        if late(upper_left) < late(lower_right) {
            points.swap(2, 3);
        }
    }
    if count >= 6 {
        points.extend([point(near, middle), point(far, middle)]);
    }
    if count >= 8 {
        points.extend([point(middle, near), point(middle, far)]);
    }
    points.truncate(usize::from(count));
    if count >= 5 && count % 2 == 1 {
        points.truncate(usize::from(count) - 1);
        points.push(point(middle, middle));
    }
    Some(points)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn names(count: u8, side: u8, plays: &[&str]) -> Option<String> {
        let name = |p: Point| format!("{}{}", (b'a' + p.x) as char, (b'a' + p.y) as char);
        let first = |point| plays.iter().position(|play| **play == name(point));
        let mut names: Vec<String> =
            handicap_points(count, BoardSize::new(side, side).unwrap(), first)?
                .into_iter()
                .map(name)
                .collect();
        names.sort();
        Some(names.join(" "))
    }

    #[test]
    fn handicap_stones_by_hand() {
        for (count, side, expected) in [
            (2, 19, "dp pd"),
            (3, 19, "dd dp pd"),
            (4, 19, "dd dp pd pp"),
            (5, 19, "dd dp jj pd pp"),
            (6, 19, "dd dj dp pd pj pp"),
            (7, 19, "dd dj dp jj pd pj pp"),
            (8, 19, "dd dj dp jd jp pd pj pp"),
            (9, 19, "dd dj dp jd jj jp pd pj pp"),
            (5, 13, "dd dj gg jd jj"),
            (2, 9, "cg gc"),
            (5, 9, "cc cg ee gc gg"),
            (4, 7, "cc ce ec ee"),
            (4, 8, "cc cf fc ff"),
        ] {
            assert_eq!(names(count, side, &[]).as_deref(), Some(expected));
        }
        for (count, side) in [(1, 19), (10, 19), (5, 18), (5, 7), (2, 6)] {
            assert_eq!(names(count, side, &[]), None, "{count} on {side}");
        }
    }

    #[test]
    fn the_third_stone_follows_from_the_game() {
        assert_eq!(names(3, 19, &["pp", "dd"]).unwrap(), "dd dp pd");
        assert_eq!(names(3, 19, &["cc", "dd", "pp"]).unwrap(), "dp pd pp");
        assert_eq!(names(3, 19, &["dd"]).unwrap(), "dp pd pp");
    }

    #[test]
    fn lines_of_all_systems() {
        for (text, expected) in [
            ("a\nb\n", &[(0, "a"), (2, "b"), (4, "")][..]),
            (" a \r\n\r\nb", &[(1, "a"), (6, ""), (7, "b")]),
            ("a\rb\0", &[(0, "a"), (2, "b")]),
        ] {
            let found: Vec<_> = lines(text).map(|line| (line.offset, line.text)).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn drafts_are_written_down_in_pre_order() {
        let mut draft = Draft::default();
        let play = |x| Some((Color::Black, Move::Place(Point::new(x, 0))));
        let first = draft.add(0, play(1));
        let second = draft.add(first, play(2));
        draft.add(0, play(5));
        draft.add(first, play(4));
        draft.add(second, play(3));
        draft.comment(second, "two");
        draft.comment(0, "zero");
        let tree = draft.tree();
        let played: Vec<u8> = (1..tree.len() as NodeId)
            .map(|node| match tree.actions(node) {
                [Action::Move(_, Move::Place(point))] => point.x,
                actions => panic!("{actions:?}"),
            })
            .collect();
        assert_eq!(played, [1, 2, 3, 4, 5]);
        assert_eq!(tree.main_line(), 0..4);
        assert_eq!(tree.comments().collect::<Vec<_>>(), [(0, "zero"), (2, "two")]);
        assert_eq!((tree.parent(4), tree.parent(5)), (Some(1), Some(0)));
    }
}
