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

use crate::patience::step;
use memchr::{memchr, memchr2, memmem};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;
use told::Extract;
pub use told::{Form, Letters, Told, Whose};

/// The text without what programs wrote. Borrowed where there is nothing of that, as in nearly all comments.
pub fn human_text(comment: &str) -> Cow<'_, str> {
    if !may_be_generated(comment) {
        return Cow::Borrowed(comment);
    }
    take_apart(comment).0
}

/// What programs say in a comment, in the order in which it was found.
pub fn told(comment: &str) -> Vec<Told> {
    take_apart(comment).1
}

/// A comment of more generated parts than this is none of a program, and nothing in it is a human's.
const MOST_PARTS: usize = 64;
/// No program writes a comment as long as this; a longer one is left as it is. Each part costs a look at the whole.
const LONGEST: usize = 1 << 16;

fn take_apart(comment: &str) -> (Cow<'_, str>, Vec<Told>) {
    let mut human = Cow::Borrowed(comment);
    let mut told = Vec::new();
    if comment.len() > LONGEST {
        return (human, told);
    }
    for _ in 0..MOST_PARTS {
        step();
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
    others.or_else(|| {
        let with_percent = has_percent().then_some(&WITH_PERCENT)?;
        with_percent.iter().find_map(|find| find(text))
    })
}

/// A text without a part of it. What stood around the part becomes two paragraphs.
fn without(text: &str, part: Range<usize>) -> String {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, katrain::FILLER | katrain::NO_SPACE);
    let before = text
        .get(..part.start)
        .unwrap_or("")
        .trim_end_matches(is_blank);
    let after = text
        .get(part.end..)
        .unwrap_or("")
        .trim_start_matches(is_blank);
    let seam = match before.is_empty() || after.is_empty() {
        true => "",
        false => "\n\n",
    };
    [before, seam, after].concat()
}

/// The blank that KaTrain marks its parts with.
static FILLER: LazyLock<memmem::Finder> = LazyLock::new(|| memmem::Finder::new("\u{3164}"));
/// Its first byte, which kana have as well.
const FILLER_BEGINS: u8 = 0xe3;

/// Whether a look at a comment is worth while: it has a percent sign, KaTrain's mark, or begins or ends like the few
/// forms without either. Nearly all comments have none of it, so they are passed over as fast as memory is read.
pub fn may_be_generated(comment: &str) -> bool {
    let bytes = comment.as_bytes();
    let has_sign = match memchr2(b'%', FILLER_BEGINS, bytes) {
        None => false,
        Some(at) => {
            let rest = bytes.get(at..).unwrap_or_default();
            memchr(b'%', rest).is_some() || FILLER.find(rest).is_some()
        }
    };
    has_sign || begins_alike(comment) || ends_alike(comment)
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
    if !matches!(
        end,
        Some(b"points." | b" point." | b"s even." | b"I move." | b"aTrain.")
    ) {
        return false;
    }
    let comment = comment.trim_ascii_end();
    let points = [" points.", " point."]
        .iter()
        .find_map(|end| comment.strip_suffix(end));
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
