//! Terms of Go in the languages of comments.
//!
//! `terms.tsv` has one line for each term: the English word first, then its other forms. A form in Latin letters
//! matches whole words in any inflection of the last word; a form in other scripts matches wherever its characters
//! stand.

use kifu_record::text::QueryTerm;
use kifu_record::text::terms::{Phrase, inflected_phrases, query_terms};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Go term with its forms in several languages.
#[derive(Debug)]
pub struct Term {
    /// English word for the term.
    pub name: &'static str,
    /// All forms of the term, the English word first.
    pub forms: Vec<&'static str>,
    /// Phrases to search comments for. A comment has the term if it has one of them.
    pub phrases: Vec<Phrase>,
}

/// All terms, and the index of each term by the [keys](form_key) of its forms.
type Terms = (Vec<Term>, HashMap<Vec<String>, usize>);

fn table() -> &'static Terms {
    static TABLE: OnceLock<Terms> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("terms.tsv")))
}

fn read(lines: &'static str) -> Terms {
    let (mut terms, mut keys) = (Vec::new(), HashMap::new());
    for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let forms: Vec<&str> = line.split(';').map(str::trim).collect();
        keys.extend(forms.iter().map(|form| (form_key(form), terms.len())));
        terms.push(Term {
            name: forms.first().copied().unwrap_or_default(),
            phrases: forms.iter().flat_map(|form| inflected_phrases(form)).collect(),
            forms,
        });
    }
    (terms, keys)
}

/// All terms, in the order of `terms.tsv`.
pub fn terms() -> &'static [Term] {
    &table().0
}

/// Finds the term that has this form, in any inflection and script.
pub fn find_term(form: &str) -> Option<&'static Term> {
    let (terms, keys) = table();
    terms.get(*keys.get(&form_key(form))?)
}

/// Key of a form: the stems of its words, which are the same for all its inflections.
fn form_key(form: &str) -> Vec<String> {
    let parts = query_terms(&form.replace('-', " ")).into_iter();
    let words = parts.flat_map(|part| match part {
        QueryTerm::Word { stem, .. } => vec![stem],
        QueryTerm::Phrase(terms) | QueryTerm::Compound { phrase: terms, .. } => {
            terms.into_iter().map(|(_, term)| term).collect()
        }
    });
    words.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
