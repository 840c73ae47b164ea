//! Notes of a handout: the comments that people wrote on the main line, and short variations.

use super::Mark;
use kifu_record::formats::sgf::marks::Sign;
use kifu_record::game::{Color, Move, Point};
use kifu_record::generated::{human_text, human_texts};
use kifu_record::{Action, GameRecord, GameTree, NodeId};
use std::borrow::Cow;

/// Largest size of all notes of a game, in bytes. Longer notes are left out, because a hostile record may have comments
/// of any size.
const MAX_NOTE_BYTES: usize = 1 << 20;
/// Largest number of moves of a variation that is printed in words. A longer one needs a diagram to be followed.
const MAX_VARIATION_MOVES: usize = 8;
/// Largest size, in bytes, of the comments of a variation that is printed in words.
const MAX_VARIATION_COMMENT_BYTES: usize = 400;
/// Estimated size of a move of a variation in print, in bytes.
const BYTES_PER_MOVE: usize = 8;
/// Largest number of marked points that are listed behind a comment.
const MAX_MARKED_POINTS: usize = 40;

/// Note below a figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandoutNote {
    /// Number of the move that the note is about; 0 before the first move.
    pub number: u32,
    pub text: NoteText,
}

/// Text of a note below a figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoteText {
    /// Comment of a person, and the points that the record marks at the same node, since the comment may be about them.
    Comment { text: String, marked: Vec<MarkedPoints> },
    /// Short variation: moves that are played in the place of this move and after it, with the comments on them.
    Variation { moves: Vec<(Color, Move)>, comment: String },
}

/// Points that the record marks with the same sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedPoints {
    /// Text of a label, or a character in the form of the sign.
    pub sign: String,
    pub points: Vec<Point>,
}

impl HandoutNote {
    fn bytes(&self) -> usize {
        match &self.text {
            NoteText::Comment { text, .. } => text.len(),
            NoteText::Variation { moves, comment } => moves.len() * BYTES_PER_MOVE + comment.len(),
        }
    }
}

/// Lists the notes of a game in the order of their moves. Also returns whether some were left out because all together
/// are too long.
pub(super) fn notes(record: &GameRecord, marks: &[Mark]) -> (Vec<HandoutNote>, bool) {
    let tree = &record.tree;
    let numbers = tree.move_numbers();
    let number_of = |node: NodeId| numbers.get(node as usize).copied().unwrap_or(0);
    let texts = human_texts(tree);
    let end = tree.main_line().end;
    let general = record.info.game_comment.as_deref().map(human_text);
    let general = general.filter(|text| !text.trim().is_empty());
    let general = general.map(|text| HandoutNote { number: 0, text: comment(&text, Vec::new()) });
    let comments = texts.iter().take_while(|(node, _)| *node < end).map(|(node, text)| {
        HandoutNote { number: number_of(*node), text: comment(text, marked_points(marks, *node)) }
    });
    let variations = (end..tree.len() as NodeId).filter_map(|node| {
        let parent = tree.parent(node).filter(|&parent| parent < end && parent + 1 != node)?;
        let text = variation(tree, &texts, node)?;
        Some(HandoutNote { number: number_of(parent) + 1, text })
    });
    let mut all: Vec<HandoutNote> = general.into_iter().chain(comments).chain(variations).collect();
    // The sort is stable: comments stay before the variations of the same move.
    all.sort_by_key(|note| note.number);
    let mut bytes = 0;
    let fits = all.iter().take_while(|note| {
        bytes += note.bytes();
        bytes <= MAX_NOTE_BYTES
    });
    let fitting = fits.count();
    let are_cut = fitting < all.len();
    all.truncate(fitting);
    (all, are_cut)
}

fn comment(text: &str, marked: Vec<MarkedPoints>) -> NoteText {
    NoteText::Comment { text: text.trim().to_owned(), marked }
}

/// Points that the record's markup marks at a node, by signs.
fn marked_points(marks: &[Mark], node: NodeId) -> Vec<MarkedPoints> {
    let first = marks.partition_point(|mark| mark.node < node);
    let of_node = marks.iter().skip(first).take_while(|mark| mark.node == node);
    let mut all: Vec<MarkedPoints> = Vec::new();
    let points = of_node.flat_map(|mark| {
        let (from, to) = (mark.from, mark.to);
        let row = move |y| (from.x..=to.x).map(move |x| Point::new(x, y));
        (from.y..=to.y).flat_map(row).map(move |point| (mark, point))
    });
    for (mark, point) in points.take(MAX_MARKED_POINTS) {
        let sign = sign_text(mark);
        match all.iter_mut().find(|marked| marked.sign == sign) {
            Some(marked) => marked.points.push(point),
            None => all.push(MarkedPoints { sign: sign.to_owned(), points: vec![point] }),
        }
    }
    all
}

/// Text of a label, or a character in the form of another sign.
fn sign_text(mark: &Mark) -> &str {
    match mark.sign {
        Sign::Label => &mark.label,
        Sign::Triangle => "△",
        Sign::Square => "□",
        Sign::Circle => "◯",
        Sign::Cross => "×",
        Sign::Selected => "■",
    }
}

/// Short variation that begins with a node, without branches of its own. `None` if it is too long to be printed in
/// words, or if it sets up stones.
fn variation(tree: &GameTree, texts: &[(NodeId, Cow<str>)], begin: NodeId) -> Option<NoteText> {
    let mut moves = Vec::new();
    let mut comments: Vec<&str> = Vec::new();
    let mut node = begin;
    loop {
        match *tree.actions(node) {
            [Action::Move(color, action)] if action != Move::Unreadable => {
                moves.push((color, action))
            }
            _ => return None,
        }
        let first = texts.partition_point(|(other, _)| *other < node);
        let of_node = texts.iter().skip(first).take_while(|(other, _)| *other == node);
        comments.extend(of_node.map(|(_, text)| text.trim()));
        let is_long =
            comments.iter().map(|text| text.len()).sum::<usize>() > MAX_VARIATION_COMMENT_BYTES;
        if moves.len() > MAX_VARIATION_MOVES || is_long {
            return None;
        }
        if tree.parent(node + 1) != Some(node) {
            break;
        }
        node += 1;
    }
    Some(NoteText::Variation { moves, comment: comments.join(" ") })
}
