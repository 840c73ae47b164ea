//! One spelling of a name, and how spellings are compared.

use super::PersonId;
use kifu_record::text::fold::fold;
use kifu_record::text::names::{identities, identity, spaced, with_addition};
use std::borrow::Cow;

/// Spelling of a person's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// Folded text, such as `lee se-dol`.
    pub folded: Cow<'static, str>,
    /// Key that all ways of writing this name have in common; see [`names`](kifu_record::text::names).
    pub identity: Cow<'static, str>,
    pub(super) person: PersonId,
    /// True if another person has this spelling too.
    pub(super) shared: bool,
}

impl Spelling {
    pub(super) fn new(text: &str) -> Spelling {
        Spelling {
            folded: fold(text).into(),
            identity: identity(text).into(),
            person: PersonId(0),
            shared: false,
        }
    }

    /// Creates a spelling of the built-in table, which is generated code.
    pub(super) const fn of_table(
        person: usize,
        folded: &'static str,
        identity: &'static str,
        shared: bool,
    ) -> Spelling {
        Spelling {
            folded: Cow::Borrowed(folded),
            identity: Cow::Borrowed(identity),
            person: PersonId(person),
            shared,
        }
    }
}

/// Name, or part of a name, for which a query searches.
#[derive(Debug)]
pub struct AskedName {
    identities: Vec<String>,
    forms: Vec<String>,
    letters: String,
}

impl AskedName {
    /// Prepares a text for the search. A name in two scripts, or with a title, matches each spelling in it.
    pub fn new(text: &str) -> AskedName {
        let inside = with_addition(text).into_iter().flat_map(identities);
        AskedName {
            identities: identities(text).into_iter().chain(inside).collect(),
            forms: forms(text),
            letters: letters(&fold(text)),
        }
    }

    /// True if it may match a name with this [`identity`], or with the words in another order and with any spaces
    /// between them. There are false positives, but no false negatives.
    pub fn may_find(&self, identity: &str) -> bool {
        if self.letters.is_empty() {
            return self.identities.iter().any(|own| own == identity);
        }
        letters(identity).repeat(2).contains(&self.letters)
    }

    /// True if a name equals the searched one, or contains its words in sequence.
    pub fn finds(&self, name: &str) -> bool {
        let spelling = Spelling::new(name);
        self.is(&spelling) || self.is_in(&spelling)
    }

    /// True if the spelling is exactly the searched name.
    pub(super) fn is(&self, spelling: &Spelling) -> bool {
        self.identities.iter().any(|own| *own == spelling.identity)
    }

    /// True if the searched words are part of the spelling.
    pub(super) fn is_in(&self, spelling: &Spelling) -> bool {
        // Every name contains the empty text, so a query without letters, such as `★`, finds only the name `★`.
        if self.identities.is_empty() || self.letters.is_empty() {
            return false;
        }
        // Most spellings lack these words, and this quick test rules them out. Words with digits skip it, because an
        // identity separates digits.
        let is_there = |word: &str| {
            spelling.identity.contains(word) || word.bytes().any(|b| b.is_ascii_digit())
        };
        let may = |form: &String| form.split(' ').all(is_there);
        let is_part = |whole: &String| self.forms.iter().any(|form| whole.contains(form));
        self.forms.iter().any(may) && forms(&spelling.folded).iter().any(is_part)
    }
}

/// Letters and digits of a folded text.
fn letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Words of a text, [spaced]. If the text has hyphens, a second form has hyphenated words as one word.
fn forms(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut forms = vec![spaced(&folded)];
    if folded.contains('-') {
        forms.push(spaced(&folded.replace('-', "")));
    }
    forms
}
