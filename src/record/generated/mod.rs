//! Finds what programs wrote into comments and separates it from what people wrote.
//!
//! Programs that analyse games write their numbers into comments as sentences. A search in comments looks for the words
//! of people, and whoever looks for numbers wants no chat. A part counts as generated only if it has the exact wording
//! of a program: `I think 60%` is a human's.
//!
//! Each module finds the parts of one program. Add a module here for another one.

mod analyze_sgf;
mod katago;
mod katrain;
mod lizzie;
mod scan;
mod sentences;
mod values;

use super::tree::{GameTree, NodeId};
use crate::cancel::checkpoints;
pub use katago::SelfPlay;
use memchr::{memchr, memchr2, memmem};
use scan::{FILLER, NO_SPACE};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;
use values::GeneratedPart;
pub use values::{Form, GeneratedValues, Letters, Perspective};

/// Text of a comment without the generated parts. Borrowed if there are none, as in nearly all comments.
pub fn human_text(comment: &str) -> Cow<'_, str> {
    separate_generated(comment).0
}

/// Texts that people wrote in the comments of a tree, with their nodes. Blank texts are left out.
pub fn human_texts(tree: &GameTree) -> Vec<(NodeId, Cow<'_, str>)> {
    let sign_check = SignCheck::new(tree);
    let comments = tree.comments().map(|(node, comment)| {
        let human = if sign_check.may_be_generated(comment) {
            human_text(comment)
        } else {
            Cow::Borrowed(comment)
        };
        (node, human)
    });
    comments.filter(|(_, text)| !text.trim().is_empty()).collect()
}

/// Comments of a tree that may have generated parts, with their nodes.
pub(crate) fn possibly_generated(tree: &GameTree) -> impl Iterator<Item = (NodeId, &str)> {
    let sign_check = SignCheck::new(tree);
    tree.comments().filter(move |(_, comment)| sign_check.may_be_generated(comment))
}

/// Player's name without the mark that KaTrain appends to the names of its engines.
pub(crate) fn without_engine_mark(name: &str) -> &str {
    let before = name.trim_end_matches(NO_SPACE);
    match before.strip_suffix(FILLER) {
        Some(name) => name.trim_end(),
        None => name,
    }
}

/// Values of all generated parts of a comment, in the order in which the parts were found.
pub fn generated_values(comment: &str) -> Vec<GeneratedValues> {
    separate_generated(comment).1
}

/// Maximum number of generated parts in a comment. A comment with more is not from a program, and all of it is
/// discarded: nothing in it is from a person either.
const MAX_PARTS: usize = 16;
/// Maximum length in bytes of a comment that is searched. No program writes a longer one. Every part costs a search
/// through the rest of the comment, so the limit bounds the time for hostile input.
const MAX_COMMENT_BYTES: usize = 1 << 16;

fn separate_generated(comment: &str) -> (Cow<'_, str>, Vec<GeneratedValues>) {
    let mut human = Cow::Borrowed(comment);
    let mut values = Vec::new();
    if comment.len() > MAX_COMMENT_BYTES || !may_be_generated(comment) {
        return (human, values);
    }
    for _ in 0..MAX_PARTS {
        checkpoints(1 + human.len() / 1024);
        let Some((part, part_values)) = first_part(&human) else {
            return (human, values);
        };
        values.push(part_values);
        human = Cow::Owned(without_range(&human, part));
    }
    (Cow::Borrowed(""), values)
}

/// Function that finds the first part of a comment that one program wrote.
type PartFinder = fn(&str) -> Option<GeneratedPart>;

/// Finds a part of a comment that any of the known programs wrote.
fn first_part(text: &str) -> Option<GeneratedPart> {
    const WITH_PERCENT: [PartFinder; 3] =
        [lizzie::find, sentences::find_leela, sentences::find_ogs];
    const OTHERS: [PartFinder; 5] = [
        katrain::find,
        analyze_sgf::find,
        katago::find,
        sentences::find_sensei,
        sentences::find_katagui,
    ];
    let others = OTHERS.iter().find_map(|find| find(text));
    let has_percent = || memchr(b'%', text.as_bytes()).is_some();
    others.or_else(|| has_percent().then_some(&WITH_PERCENT)?.iter().find_map(|find| find(text)))
}

/// Removes a range from a text, and leaves a blank line between what stood before and after it.
fn without_range(text: &str, part: Range<usize>) -> String {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, FILLER | NO_SPACE);
    let before = text.get(..part.start).unwrap_or("").trim_end_matches(is_blank);
    let after = text.get(part.end..).unwrap_or("").trim_start_matches(is_blank);
    let seam = if before.is_empty() || after.is_empty() { "" } else { "\n\n" };
    [before, seam, after].concat()
}

/// Result of a search through all comments of a tree at once. The comments lie together in memory, so one search covers
/// all. In most trees it finds no sign of a program, and then each comment needs only a cheap test of its beginning and
/// end.
struct SignCheck {
    has_sign: bool,
}

impl SignCheck {
    fn new(tree: &GameTree) -> SignCheck {
        SignCheck { has_sign: has_sign(tree.all_text()) }
    }

    /// True if a comment of the tree may have generated parts.
    fn may_be_generated(&self, comment: &str) -> bool {
        if self.has_sign { may_be_generated(comment) } else { has_known_beginning_or_end(comment) }
    }
}

/// True if a comment may have generated parts: it has a percent sign or KaTrain's mark, or begins or ends like one of
/// the few forms without them.
///
/// Nearly all comments have none of this, so they are rejected as fast as memory is read.
fn may_be_generated(comment: &str) -> bool {
    has_sign(comment) || has_known_beginning_or_end(comment)
}

/// Searcher for U+3164, the blank with which KaTrain marks its parts.
static KATRAIN_MARK: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new("\u{3164}"));
/// First byte of KaTrain's mark in UTF-8. Kana begin with the same byte, so a hit is only a candidate.
const KATRAIN_MARK_FIRST_BYTE: u8 = 0xe3;

/// True if a text has a percent sign or KaTrain's mark.
fn has_sign(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(at) = memchr2(b'%', KATRAIN_MARK_FIRST_BYTE, bytes) else {
        return false;
    };
    let rest = bytes.get(at..).unwrap_or_default();
    memchr(b'%', rest).is_some() || KATRAIN_MARK.find(rest).is_some()
}

fn has_known_beginning_or_end(comment: &str) -> bool {
    has_known_beginning(comment) || has_known_end(comment)
}

fn has_known_beginning(comment: &str) -> bool {
    let words: &[&str] = match comment.as_bytes().first() {
        Some(b'0') => &["0."],
        Some(b'1') => &["1.00 "],
        Some(b'P') => &["P:0.", "P:1.", "Pass for ko "],
        Some(b'S') => &["SGF with review ", "SGF generated "],
        Some(b's') => &["startTurnIdx="],
        Some(b'r') => &["result="],
        Some(b'M') => &["Mistake!", "Mistakes:"],
        Some(b'#') => &["# Analyze-SGF ", "# KagaGo "],
        Some(b' ' | b'\n' | b'\r') => return has_known_beginning(comment.trim_ascii_start()),
        _ => return false,
    };
    words.iter().any(|word| comment.starts_with(word))
}

/// True if a comment ends like the sentences of AI Sensei or KaTrain's sentence at the root. Compares the last bytes as
/// one integer first, which rejects nearly all comments.
fn has_known_end(comment: &str) -> bool {
    let end = comment.as_bytes().trim_ascii_end().last_chunk();
    if !matches!(end, Some(b"points." | b" point." | b"s even." | b"I move." | b"aTrain.")) {
        return false;
    }
    let comment = comment.trim_ascii_end();
    let points = [" points.", " point."].iter().find_map(|end| comment.strip_suffix(end));
    match points {
        Some(before) => (before.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit()))
            .ends_with(" is ahead by "),
        None => ["The game is even.", "the AI move.", "by KaTrain."]
            .iter()
            .any(|end| comment.ends_with(end)),
    }
}

#[cfg(test)]
mod tests;
