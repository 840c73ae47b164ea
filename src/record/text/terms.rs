//! Splits a query into words in the same way as the index splits texts.
//!
//! The index holds the tokens of [`WordSplitter`] for each text. A part of a query matches as follows:
//! - a [`QueryTerm::Word`] matches any of its [`alternatives`](QueryTerm::alternatives) (in names and quoted texts,
//!   only `exact`);
//! - a [`QueryTerm::Phrase`] matches its terms at positions with the same distances (a phrase of one term is just that
//!   term, since an index's phrase query may need two);
//! - a [`QueryTerm::Compound`] matches its phrase, or its `joined` form as one term.
//!
//! A possessive in a query is the word without its ending, which the index has beside it: `Sakata's` finds `Sakata`.
//!
//! A quoted phrase is [`phrase_terms`]: every term must be at its position, counted from the first.

use super::fold::is_apostrophe;
use super::stems::{STEM_MARK, Stems};
use super::words::{Flavour, TokenKind, WordSplitter};

/// Part of a query that a text must have to match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueryTerm {
    /// Word or number.
    Word {
        /// The folded word.
        exact: String,
        /// English stem of the word without the mark, or the word itself if it is its own stem.
        stem: String,
    },
    /// Run of Chinese, Japanese or Korean characters: its pairs, or its only character.
    Phrase(Phrase),
    /// Words joined by hyphens.
    Compound {
        /// The words, in order.
        phrase: Phrase,
        /// All words as one, `changho`. `None` if one of them is a number or the chain is too long to be joined.
        joined: Option<String>,
    },
}

impl QueryTerm {
    /// Returns the terms to look up for a word in comments; a comment with any of them matches. Empty for phrases.
    ///
    /// The index has each word of a comment as written and, if they differ, its stem with the prefix [`STEM_MARK`],
    /// which tells stems from words. So the terms for `moves` are `moves`, the stem `move` with the prefix for other
    /// forms such as `moving`, and the plain word `move`, which equals its stem and is indexed only once.
    pub fn alternatives(&self) -> Vec<String> {
        let QueryTerm::Word { exact, stem } = self else {
            return Vec::new();
        };
        let mut terms = vec![exact.clone()];
        if stem != exact {
            terms.push(stem.clone());
        }
        terms.push(format!("{STEM_MARK}{stem}"));
        terms
    }
}

/// Splits an unquoted query into parts, all of which must be found.
pub fn query_terms(text: &str) -> Vec<QueryTerm> {
    split_terms(text).into_iter().map(|(_, term)| term).collect()
}

/// Splits a quoted phrase: every term must be at its position, counted from the first. Runs of Chinese, Japanese and
/// Korean become pairs (a lone character stays itself), everything else exact words.
pub fn phrase_terms(text: &str) -> Phrase {
    let mut terms = Vec::new();
    for (position, term) in split_terms(text) {
        match term {
            QueryTerm::Word { exact, .. } => terms.push((position, exact)),
            QueryTerm::Phrase(phrase) | QueryTerm::Compound { phrase, .. } => terms.extend(phrase),
        }
    }
    terms
}

/// Returns the phrases to look up for a quoted text; a text that contains any of them matches. They are the text as it
/// is written, the text with words that hyphens join as one word (`Ki-in` as `kiin`, which is how `Ki'in` is indexed),
/// and the text with words that apostrophes join as two words (`Ki'in` as `ki in`).
pub fn phrase_forms(text: &str) -> Vec<Phrase> {
    let mut forms = vec![phrase_terms(text)];
    for form in [hyphens_as_apostrophes(text), apostrophes_as_hyphens(text)].into_iter().flatten() {
        let form = phrase_terms(&form);
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Replaces each hyphen between two letters by an apostrophe; `None` if there is none.
fn hyphens_as_apostrophes(text: &str) -> Option<String> {
    replace_joiners(text, |c| c == '-', "'")
}

/// Replaces each apostrophe between two letters by a hyphen, except in possessives; `None` if there is none.
fn apostrophes_as_hyphens(text: &str) -> Option<String> {
    replace_joiners(text, is_apostrophe, "-")
}

/// Replaces each joiner between two letters by another one, except before the ending of a possessive. `None` if nothing
/// is replaced.
fn replace_joiners(
    text: &str,
    is_joiner: impl Fn(char) -> bool,
    replacement: &str,
) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, joiner) in text.char_indices().filter(|&(_, c)| is_joiner(c)) {
        let (before, rest) = text.split_at(at);
        let behind = rest.get(joiner.len_utf8()..).unwrap_or_default();
        let is_inside =
            before.ends_with(char::is_alphabetic) && behind.starts_with(char::is_alphabetic);
        let mut letters = behind.chars();
        let is_ending = matches!(letters.next(), Some('s' | 'S'))
            && !letters.next().is_some_and(char::is_alphanumeric);
        if is_inside && !is_ending {
            out.push_str(text.get(from..at)?);
            out.push_str(replacement);
            from = at + joiner.len_utf8();
        }
    }
    out.push_str(text.get(from..)?);
    (from > 0).then_some(out)
}

/// Terms of a phrase, each with its position counted from the first.
pub type Phrase = Vec<(u32, String)>;

/// Returns the phrases to look up for a text or an inflected form of it; a text that contains any of them matches. They
/// are the exact words, the words with the stem of the last one in its place, and words joined by hyphens as one word.
pub fn inflected_phrases(text: &str) -> Vec<Phrase> {
    let spaced = text.replace('-', " ");
    let words = phrase_terms(&spaced);
    let mut phrases = vec![words.clone()];
    if let Some(QueryTerm::Word { stem, .. }) = query_terms(&spaced).last() {
        let mut words = words;
        // Only the stem with its mark is searched. The same letters as a word may be another word: the stem of `sente`
        // is `sent`.
        if let Some((_, last)) = words.last_mut() {
            *last = format!("{STEM_MARK}{stem}");
        }
        phrases.push(words);
    }
    if let [QueryTerm::Compound { joined, .. }] = query_terms(text).as_slice() {
        phrases.extend(joined.iter().map(|joined| vec![(0, joined.clone())]));
    }
    phrases
}

/// Splits a query into its parts, each with the position of its first term.
fn split_terms(text: &str) -> Vec<(u32, QueryTerm)> {
    let mut terms: Vec<(u32, QueryTerm)> = Vec::new();
    // `word_end` is the end of the last word; `covered_position` is the position of the character that the last pair
    // already covers.
    let mut word_end = None;
    let mut covered_position = None;
    // `joined_end` is the offset in the text up to which words are part of the last joined form (`changho` for
    // `chang-ho`).
    let mut joined_end = 0;
    WordSplitter::new().tokenize(text, Flavour::Comments, &mut |t| {
        let position = t.position;
        let item = (position, t.text.to_owned());
        match (t.kind, terms.last_mut()) {
            (TokenKind::Word, last) => {
                let is_after_hyphen = word_end.and_then(|end| text.get(end..t.start)) == Some("-");
                word_end = Some(t.end);
                match last {
                    Some((_, QueryTerm::Compound { phrase, joined })) if is_after_hyphen => {
                        // This word of a long chain is not in the joined form, so the chain as a whole has none.
                        if t.start >= joined_end {
                            *joined = None;
                        }
                        phrase.push(item);
                    }
                    Some((first, term @ QueryTerm::Word { .. })) if is_after_hyphen => {
                        let phrase = vec![(*first, take_exact(term)), item];
                        *term = QueryTerm::Compound { phrase, joined: None };
                    }
                    _ => terms
                        .push((position, QueryTerm::Word { exact: item.1.clone(), stem: item.1 })),
                }
            }
            (TokenKind::Stem, Some((_, QueryTerm::Word { stem, .. }))) => {
                *stem = t.text.trim_start_matches(STEM_MARK).to_owned();
            }
            // The word without its ending replaces the possessive: wherever the index has a possessive, it also has the
            // word.
            (TokenKind::PossessiveBase, Some((_, term))) => set_possessive_base(term, item.1),
            (TokenKind::JoinedPossessiveBase, Some((_, QueryTerm::Compound { joined, .. }))) => {
                *joined = joined.as_ref().map(|_| item.1);
            }
            (TokenKind::Joined, Some((_, QueryTerm::Compound { .. }))) => {}
            (TokenKind::Joined, Some((first, term))) => {
                joined_end = t.end;
                let phrase = vec![(*first, take_exact(term))];
                *term = QueryTerm::Compound { phrase, joined: Some(item.1) };
            }
            (TokenKind::Char, _) if covered_position == Some(position) => {}
            (TokenKind::Char, _) => terms.push((position, QueryTerm::Phrase(vec![item]))),
            (TokenKind::Pair, Some((_, QueryTerm::Phrase(items)))) => {
                // The first character of a run was added alone. The first pair of the run contains it and replaces it.
                if covered_position != Some(position) {
                    items.clear();
                }
                items.push(item);
                covered_position = Some(position + 1);
            }
            _ => {}
        }
    });
    terms
}

/// Replaces the last word of a term by the same word without the ending of a possessive.
fn set_possessive_base(term: &mut QueryTerm, owner: String) {
    match term {
        QueryTerm::Word { exact, stem } => {
            *stem = stem_of(&owner);
            *exact = owner;
        }
        QueryTerm::Compound { phrase, .. } => {
            if let Some((_, word)) = phrase.last_mut() {
                *word = owner;
            }
        }
        QueryTerm::Phrase(_) => {}
    }
}

/// Returns the English stem of a folded word, or the word itself if it is its own stem.
fn stem_of(word: &str) -> String {
    Stems::default()
        .stem(word)
        .map(|stem| stem.trim_start_matches(STEM_MARK).to_owned())
        .unwrap_or_else(|| word.to_owned())
}

fn take_exact(term: &mut QueryTerm) -> String {
    match term {
        QueryTerm::Word { exact, .. } => std::mem::take(exact),
        _ => String::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn phrase(items: &[(u32, &str)]) -> Vec<(u32, String)> {
        items.iter().map(|&(p, t)| (p, t.to_owned())).collect()
    }

    fn word(exact: &str, stem: &str) -> QueryTerm {
        QueryTerm::Word { exact: exact.to_owned(), stem: stem.to_owned() }
    }

    #[test]
    fn parts_of_a_query() {
        assert_eq!(query_terms("Good games"), [word("good", "good"), word("games", "game")]);
        assert_eq!(word("games", "game").alternatives(), ["games", "game", "\u{1}game"]);
        assert_eq!(word("game", "game").alternatives(), ["game", "\u{1}game"]);
        assert_eq!(
            query_terms("Ch’ang-ho 3-3"),
            [
                QueryTerm::Compound {
                    phrase: phrase(&[(0, "chang"), (1, "ho")]),
                    joined: Some("changho".into())
                },
                QueryTerm::Compound { phrase: phrase(&[(2, "3"), (3, "3")]), joined: None },
            ]
        );
        assert_eq!(
            query_terms("劫 本因坊x 바둑"),
            [
                QueryTerm::Phrase(phrase(&[(0, "劫")])),
                QueryTerm::Phrase(phrase(&[(1, "本因"), (2, "因坊")])),
                word("x", "x"),
                QueryTerm::Phrase(phrase(&[(5, "바둑")])),
            ]
        );
        assert_eq!(query_terms(" ,. "), []);
    }

    /// A long chain is indexed as joined words of several pieces, but a query for the chain must not match one piece
    /// alone.
    #[test]
    fn chains_are_complete_phrases() {
        let words = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "jj", "kk", "ll", "mm"];
        for count in 2..=words.len() {
            let query = words[..count].join("-");
            let phrase: Vec<_> = (0..).zip(words[..count].iter().copied()).collect();
            let joined = (count <= 6).then(|| words[..count].concat());
            assert_eq!(
                query_terms(&query),
                [QueryTerm::Compound { phrase: self::phrase(&phrase), joined }]
            );
            assert_eq!(phrase_terms(&query), self::phrase(&phrase));
        }
    }

    #[test]
    fn phrases_across_scripts() {
        assert_eq!(
            phrase_terms("柯洁 9段 wins big-time"),
            phrase(&[(0, "柯洁"), (2, "9"), (3, "段"), (4, "wins"), (5, "big"), (6, "time")])
        );
        assert_eq!(phrase_terms("手手手"), phrase(&[(0, "手手"), (1, "手手")]));
    }
}
