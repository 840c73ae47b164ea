//! Properties of splitting any text into words.

use kifu_index::text::words::MAX_WORD_BYTES;
use kifu_index::text::{
    Flavour, QueryTerm, TokenKind, WordSplitter, fold, phrase_terms, query_terms,
};
use std::collections::HashSet;
use std::ops::Range;

struct Token {
    text: String,
    span: Range<usize>,
    position: u32,
    kind: TokenKind,
}

/// Checks that folding a text twice is the same as folding it once, that the words of the text come in order, and that
/// each word finds the text.
pub fn are_sound(text: &str) {
    let folded = fold(text);
    assert_eq!(fold(&folded), folded, "{text:?}");
    let mut words = WordSplitter::new();
    for flavour in [Flavour::Names, Flavour::Comments] {
        let tokens = tokens_of(&mut words, text, flavour);
        check_order(text, &tokens);
        // The tokenizer must carry no state from one text to the next.
        let again = tokens_of(&mut WordSplitter::new(), text, flavour);
        assert!(tokens.iter().zip(&again).all(|(a, b)| a.text == b.text && a.span == b.span));
        assert_eq!(tokens.len(), again.len());
        check_found(text, &tokens, flavour);
    }
}

fn tokens_of(words: &mut WordSplitter, text: &str, flavour: Flavour) -> Vec<Token> {
    let mut tokens = Vec::new();
    words.tokenize(text, flavour, &mut |token| {
        tokens.push(Token {
            text: token.text.to_owned(),
            span: token.start..token.end,
            position: token.position,
            kind: token.kind,
        });
    });
    tokens
}

/// Checks positions of tokens: words and characters take one position each, from 0, and other tokens share the position
/// of one of them.
fn check_order(text: &str, tokens: &[Token]) {
    let (mut next, mut end) = (0, 0);
    for token in tokens {
        let Token { span, position, .. } = token;
        let context = format!("{:?} {span:?} at {position} of {text:?}", token.text);
        assert!(!token.text.is_empty() && !span.is_empty(), "{context}");
        assert!(text.get(span.clone()).is_some(), "{context}");
        match token.kind {
            TokenKind::Word | TokenKind::Char => {
                assert!(*position == next && span.start >= end, "{context}");
                assert!(token.text.len() <= MAX_WORD_BYTES, "{context}");
                assert_eq!(fold(&token.text), token.text, "{context}");
                (next, end) = (next + 1, span.end);
            }
            // A further form follows its word, a joined word follows its first word, and a pair precedes its second
            // character.
            TokenKind::Stem
            | TokenKind::PossessiveBase
            | TokenKind::Joined
            | TokenKind::JoinedPossessiveBase
            | TokenKind::Pair => {
                assert_eq!(position + 1, next, "{context}");
            }
        }
    }
}

/// Number of parts of a text that are searched, and maximum number of parts in one phrase. Both limit the time for an
/// input.
const MAX_PARTS: usize = 12;
const MAX_PHRASE_PARTS: usize = 3;

/// Checks that a text is found by the whole of it, by each part between blanks, and by several parts in a row.
fn check_found(text: &str, tokens: &[Token], flavour: Flavour) {
    let terms: HashSet<(u32, &str)> =
        tokens.iter().map(|t| (t.position, t.text.as_str())).collect();
    let found = |span: Range<usize>| {
        let part = &text[span.clone()];
        let first = tokens.iter().find(|token| token.span.start >= span.start);
        let first = first.map_or(0, |token| token.position);
        let is_there = |(position, term): &(u32, String)| terms.contains(&(first + position, term));
        let phrase = phrase_terms(part);
        assert!(phrase.iter().all(is_there), "{phrase:?} at {first} of {text:?}");
        for term in query_terms(part) {
            let is_found = match &term {
                QueryTerm::Word { exact, .. } if flavour == Flavour::Names => {
                    tokens.iter().any(|token| token.text == *exact)
                }
                QueryTerm::Word { .. } => {
                    let any = term.alternatives();
                    tokens.iter().any(|token| any.contains(&token.text))
                }
                QueryTerm::Phrase(items) => items.iter().all(is_there),
                QueryTerm::Compound { phrase, joined } => {
                    let joined = joined.as_ref();
                    phrase.iter().all(is_there)
                        && joined.is_none_or(|joined| tokens.iter().any(|t| t.text == *joined))
                }
            };
            assert!(is_found, "{term:?} of {text:?}");
        }
    };
    found(0..text.len());
    let parts: Vec<Range<usize>> = parts(text).take(MAX_PARTS).collect();
    for (i, first) in parts.iter().enumerate() {
        let last = parts.iter().skip(i).take(MAX_PHRASE_PARTS);
        last.for_each(|last| found(first.start..last.end));
    }
}

fn parts(text: &str) -> impl Iterator<Item = Range<usize>> {
    let begin = text.as_ptr().addr();
    let parts = text.split(' ').filter(|part| !part.is_empty());
    parts.map(move |part| {
        let start = part.as_ptr().addr() - begin;
        start..start + part.len()
    })
}
