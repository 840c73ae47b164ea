//! One spelling of a name, and how spellings are compared.

use super::PersonId;
use crate::text::fold::{fold, is_cjk};

/// A spelling of a person's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// Folded, such as `lee se-dol`.
    pub(super) folded: String,
    /// Only its letters, such as `leesedol`.
    pub(super) key: String,
    pub(super) person: PersonId,
    /// Whether somebody else has it too.
    pub(super) shared: bool,
}

/// Names with fewer letters are never written as one word: `Cho U` is not `Chou`.
const LEAST_JOINED: usize = 6;
/// Names with more words are not reordered.
const MOST_TURNED: usize = 4;

impl Spelling {
    pub(super) fn new(text: &str) -> Spelling {
        let folded = fold(text);
        Spelling {
            key: letters(&folded),
            folded,
            person: PersonId(0),
            shared: false,
        }
    }

    /// The key shared by all spellings that are the same name.
    pub(super) fn identity(&self) -> (&str, bool) {
        (&self.key, self.is_parted())
    }

    /// Whether it is a different name from the same letters in one word.
    fn is_parted(&self) -> bool {
        !self.may_be_joined() && words(&self.folded).nth(1).is_some()
    }

    fn may_be_joined(&self) -> bool {
        !self.key.is_ascii() || self.key.len() >= LEAST_JOINED
    }

    /// The folded forms in which a record may write it: with hyphens, without them, with spaces instead, and each of
    /// these with the first name first.
    pub fn written(&self) -> Vec<String> {
        let mut written = vec![self.folded.clone()];
        if self.folded.contains('-') {
            written.extend([self.folded.replace('-', ""), self.folded.replace('-', " ")]);
        }
        if self.key.is_ascii() {
            let turned = |name: &String| {
                let (last, first) = name.split_once(' ')?;
                Some([format!("{first} {last}"), format!("{last}, {first}")])
            };
            let turned: Vec<String> = written.iter().filter_map(turned).flatten().collect();
            written.extend(turned);
        }
        if self.may_be_joined() {
            written.push(self.key.clone());
        }
        written.sort_unstable();
        written.dedup();
        written
    }
}

/// A name, or part of one, that a query asks for.
#[derive(Debug)]
pub struct Asked {
    words: usize,
    keys: Vec<String>,
    forms: Vec<String>,
}

impl Asked {
    /// What a text asks for.
    pub fn new(text: &str) -> Asked {
        Asked {
            forms: forms(text),
            ..Asked::whole(text)
        }
    }

    /// The text as a whole name only, not as part of one.
    pub(super) fn whole(text: &str) -> Asked {
        let (keys, words) = rotations(text);
        Asked {
            words,
            keys,
            forms: Vec::new(),
        }
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// Whether a name is the one asked for, or has its words in sequence.
    pub fn finds(&self, name: &str) -> bool {
        let spelling = Spelling::new(name);
        self.is(&spelling) || self.is_in(&spelling)
    }

    /// Whether the spelling is the whole name.
    pub(super) fn is(&self, spelling: &Spelling) -> bool {
        self.keys.contains(&spelling.key) && (self.words > 1 || !spelling.is_parted())
    }

    /// Whether the words are part of the spelling.
    pub(super) fn is_in(&self, spelling: &Spelling) -> bool {
        if self.keys.is_empty() {
            return false;
        }
        // Most spellings lack the letters of these words, and this quick test rules them out.
        let may = |form: &String| form.split(' ').all(|word| spelling.folded.contains(word));
        let hyphen = spelling.folded.contains('-');
        let is_part = |whole: &String| self.forms.iter().any(|form| whole.contains(form));
        (hyphen || self.forms.iter().any(may)) && forms(&spelling.folded).iter().any(is_part)
    }
}

/// Whether the character separates the words of a name.
fn is_gap(c: char) -> bool {
    !c.is_alphanumeric() && c != '\''
}

/// The words of a name as written.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_gap).filter(|word| !word.is_empty())
}

fn letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The letters of a name, folded.
pub(super) fn key(text: &str) -> String {
    letters(&fold(text))
}

/// The keys of a name in all rotations of its words, and the number of words. A name with many words keeps its order.
fn rotations(text: &str) -> (Vec<String>, usize) {
    let folded = fold(text);
    let words: Vec<&str> = words(&folded).collect();
    let starts = if words.len() <= MOST_TURNED {
        words.len()
    } else {
        1
    };
    let from = |start: usize| {
        let (before, after) = words.split_at_checked(start)?;
        Some(letters(&[after.concat(), before.concat()].concat()))
    };
    let keys = (0..starts).filter_map(from).filter(|key| !key.is_empty());
    (keys.collect(), words.len())
}

/// The words with a space on both sides of each; characters of scripts without spaces count as words. If the text has
/// hyphens, also a form in which hyphenated words are one word.
fn forms(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut forms = vec![spaced(&folded)];
    if folded.contains('-') {
        forms.push(spaced(&folded.replace('-', "")));
    }
    forms
}

fn spaced(folded: &str) -> String {
    let mut out = String::with_capacity(folded.len() * 2);
    out.push(' ');
    for c in folded.chars() {
        let parts = is_gap(c) || is_cjk(c);
        if parts && !out.ends_with(' ') {
            out.push(' ');
        }
        if c.is_alphanumeric() {
            out.push(c);
        }
        if is_cjk(c) {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}
