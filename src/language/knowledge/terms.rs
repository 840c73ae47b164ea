//! The terms of Go players, in the languages in which they comment games.
//!
//! `terms.tsv` has one line for each term: the English word that stands for it first, then its other forms. A form of
//! Latin letters is found as whole words in any inflection of the last, one of other scripts wherever its characters
//! stand.

use kifu_record::text::QueryTerm;
use kifu_record::text::terms::{Phrase, inflected, query_terms};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A term with its forms.
#[derive(Debug)]
pub struct Term {
    /// The English word for it.
    pub name: &'static str,
    /// All forms, its name first.
    pub forms: Vec<&'static str>,
    /// The words to find in a text; any of them suffices.
    pub phrases: Vec<Phrase>,
}

/// All terms, and the numbers of those that are called so by their [keys](key).
type Terms = (Vec<Term>, HashMap<Vec<String>, usize>);

fn table() -> &'static Terms {
    static TABLE: OnceLock<Terms> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("terms.tsv")))
}

fn read(lines: &'static str) -> Terms {
    let (mut terms, mut keys) = (Vec::new(), HashMap::new());
    for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let forms: Vec<&str> = line.split(';').map(str::trim).collect();
        keys.extend(forms.iter().map(|form| (key(form), terms.len())));
        terms.push(Term {
            name: forms.first().copied().unwrap_or_default(),
            phrases: forms.iter().flat_map(|form| inflected(form)).collect(),
            forms,
        });
    }
    (terms, keys)
}

/// All terms, in the order of the table.
pub fn terms() -> &'static [Term] {
    &table().0
}

/// The term that a form stands for, in any inflection and script.
pub fn term(form: &str) -> Option<&'static Term> {
    let (terms, keys) = table();
    terms.get(*keys.get(&key(form))?)
}

/// What all spellings of a form have in common: the stems of its words.
fn key(form: &str) -> Vec<String> {
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
