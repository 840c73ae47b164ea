//! What programs wrote into comments, told apart from what people wrote.
//!
//! Programs that analyse games put their numbers into comments as sentences. Whoever searches comments means people's;
//! whoever looks for numbers wants no chat. A part counts as generated only if it has a program's form word by word:
//! `I think 60%` is a human's.

mod analyze_sgf;
mod katago;
mod katrain;
mod lizzie;
mod scan;
mod sentences;
mod told;

use super::tree::{GameTree, NodeId};
use crate::patience::steps;
use memchr::{memchr, memchr2, memmem};
use scan::{FILLER, NO_SPACE};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;
use told::Extract;
pub use told::{Form, Letters, Told, Whose};

/// The text without what programs wrote. Borrowed where there is nothing of that, as in nearly all comments.
pub fn human_text(comment: &str) -> Cow<'_, str> {
    take_apart(comment).0
}

/// What people wrote in the comments of a tree, with their nodes; blank texts are left out.
pub fn human_texts(tree: &GameTree) -> Vec<(NodeId, Cow<'_, str>)> {
    let glance = Glance::at(tree);
    let comments = tree.comments().map(|(node, comment)| {
        let human =
            if glance.finds(comment) { human_text(comment) } else { Cow::Borrowed(comment) };
        (node, human)
    });
    comments.filter(|(_, text)| !text.trim().is_empty()).collect()
}

/// The comments of a tree in which a program may have written.
pub(crate) fn suspects(tree: &GameTree) -> impl Iterator<Item = (NodeId, &str)> {
    let glance = Glance::at(tree);
    tree.comments().filter(move |(_, comment)| glance.finds(comment))
}

/// A player's name without the mark that KaTrain puts behind those of its engines.
pub(crate) fn without_mark(name: &str) -> &str {
    let before = name.trim_end_matches(NO_SPACE);
    match before.strip_suffix(FILLER) {
        Some(name) => name.trim_end(),
        None => name,
    }
}

/// What programs say in a comment, in the order in which it was found.
pub fn told(comment: &str) -> Vec<Told> {
    take_apart(comment).1
}

/// A comment of more generated parts than this is none of a program, and nothing in it is a human's.
const MOST_PARTS: usize = 16;
/// No program writes a comment as long as this; a longer one is left as it is. Each part costs a look at the whole.
const LONGEST: usize = 1 << 16;

fn take_apart(comment: &str) -> (Cow<'_, str>, Vec<Told>) {
    let mut human = Cow::Borrowed(comment);
    let mut told = Vec::new();
    if comment.len() > LONGEST || !may_be_generated(comment) {
        return (human, told);
    }
    for _ in 0..MOST_PARTS {
        steps(1 + human.len() / 1024);
        let Some((part, said)) = first_part(&human) else {
            return (human, told);
        };
        told.push(said);
        human = Cow::Owned(without(&human, part));
    }
    (Cow::Borrowed(""), told)
}

/// Finds the first part of a program in a comment.
type Find = fn(&str) -> Option<Extract>;

/// A part that a program wrote, and what it says.
fn first_part(text: &str) -> Option<Extract> {
    const WITH_PERCENT: [Find; 3] = [lizzie::find, sentences::find_leela, sentences::find_ogs];
    const OTHERS: [Find; 5] = [
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

/// A text without a part of it. What stood around the part becomes two paragraphs.
fn without(text: &str, part: Range<usize>) -> String {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, FILLER | NO_SPACE);
    let before = text.get(..part.start).unwrap_or("").trim_end_matches(is_blank);
    let after = text.get(part.end..).unwrap_or("").trim_start_matches(is_blank);
    let seam = if before.is_empty() || after.is_empty() { "" } else { "\n\n" };
    [before, seam, after].concat()
}

/// A look at all comments of a tree at once: they lie together, and most trees have no sign of a program.
struct Glance {
    has_sign: bool,
}

impl Glance {
    fn at(tree: &GameTree) -> Glance {
        Glance { has_sign: has_sign(tree.all_text()) }
    }

    /// Whether a look at a comment of the tree is worth while.
    fn finds(&self, comment: &str) -> bool {
        if self.has_sign { may_be_generated(comment) } else { is_alike(comment) }
    }
}

/// Whether a look at a comment is worth while: it has a percent sign, KaTrain's mark, or begins or ends like the few
/// forms without either. Nearly all comments have none of it, so they are passed over as fast as memory is read.
fn may_be_generated(comment: &str) -> bool {
    has_sign(comment) || is_alike(comment)
}

/// The blank that KaTrain marks its parts with.
static MARK: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new("\u{3164}"));
/// Its first byte, which kana have as well.
const MARK_BEGINS: u8 = 0xe3;

/// Whether a text has a percent sign or KaTrain's mark.
fn has_sign(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(at) = memchr2(b'%', MARK_BEGINS, bytes) else {
        return false;
    };
    let rest = bytes.get(at..).unwrap_or_default();
    memchr(b'%', rest).is_some() || MARK.find(rest).is_some()
}

fn is_alike(comment: &str) -> bool {
    begins_alike(comment) || ends_alike(comment)
}

fn begins_alike(comment: &str) -> bool {
    let words: &[&str] = match comment.as_bytes().first() {
        Some(b'0') => &["0."],
        Some(b'1') => &["1.00 "],
        Some(b'P') => &["P:0.", "P:1.", "Pass for ko "],
        Some(b'S') => &["SGF with review ", "SGF generated "],
        Some(b'M') => &["Mistake!", "Mistakes:"],
        Some(b'#') => &["# Analyze-SGF ", "# KagaGo "],
        Some(b' ' | b'\n' | b'\r') => return begins_alike(comment.trim_ascii_start()),
        _ => return false,
    };
    words.iter().any(|word| comment.starts_with(word))
}

/// As the sentences of AI Sensei do, and that of KaTrain at the root. The last bytes are compared as one number first.
fn ends_alike(comment: &str) -> bool {
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
