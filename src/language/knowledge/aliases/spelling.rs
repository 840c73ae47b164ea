//! One spelling of a name, and how spellings are compared.

use super::PersonId;
use kifu_record::text::fold::fold;
use kifu_record::text::names::{identity_key, pad_words, rotated_identity_keys, split_addition};
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
            identity: identity_key(text).into(),
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
pub struct NameQuery {
    identities: Vec<String>,
    forms: Vec<String>,
    letters: String,
}

impl NameQuery {
    /// Prepares a text by which names are searched. If the text holds a name in two scripts, or a name with a title,
    /// the query also finds the name in each of the two scripts alone, or without the title.
    pub fn new(text: &str) -> NameQuery {
        let inside = split_addition(text).into_iter().flat_map(rotated_identity_keys);
        NameQuery {
            identities: rotated_identity_keys(text).into_iter().chain(inside).collect(),
            forms: forms(text),
            letters: letters_and_digits(&fold(text)),
        }
    }

    /// Quick test that rules out most names: true if the searched name may match a name with this [`identity_key`],
    /// also with its words in another order and with other spaces. There are false positives, but no false negatives.
    pub fn may_match(&self, identity: &str) -> bool {
        if self.letters.is_empty() {
            return self.identities.iter().any(|known| known == identity);
        }
        letters_and_digits(identity).repeat(2).contains(&self.letters)
    }

    /// True if a name equals the searched name, or contains its words in sequence.
    pub fn matches(&self, name: &str) -> bool {
        let spelling = Spelling::new(name);
        self.equals(&spelling) || self.is_part_of(&spelling)
    }

    /// True if the spelling equals the searched name.
    pub(super) fn equals(&self, spelling: &Spelling) -> bool {
        self.identities.iter().any(|known| *known == spelling.identity)
    }

    /// True if the searched words are part of the spelling.
    pub(super) fn is_part_of(&self, spelling: &Spelling) -> bool {
        // Every name contains the empty text, so a query without letters, such as `★`, finds only the name `★`.
        if self.identities.is_empty() || self.letters.is_empty() {
            return false;
        }
        // Most spellings lack the searched words, and this quick test rules them out by the identity key of the
        // spelling. Words with digits skip the test, because such keys separate digits from letters.
        let is_there = |word: &str| {
            spelling.identity.contains(word) || word.bytes().any(|b| b.is_ascii_digit())
        };
        let may_contain = |form: &String| form.split(' ').all(is_there);
        let is_part =
            |spelling_form: &String| self.forms.iter().any(|form| spelling_form.contains(form));
        self.forms.iter().any(may_contain) && forms(&spelling.folded).iter().any(is_part)
    }
}

/// Letters and digits of a folded text.
fn letters_and_digits(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Words of a text, [spaced]. A text with hyphens has a second form, in which the parts of a hyphenated word are one
/// word.
fn forms(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut forms = vec![pad_words(&folded)];
    if folded.contains('-') {
        forms.push(pad_words(&folded.replace('-', "")));
    }
    forms
}
