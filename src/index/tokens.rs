//! The tokeniser of [`text`](crate::text) in the form that tantivy takes.

use super::schema;
use crate::text::words::{Flavour, Words};
use tantivy::Index;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Registers our tokenisers under their names in the schema.
pub(super) fn register(index: &Index) {
    let names = WordTokenizer::new(Flavour::Names);
    index
        .fast_field_tokenizer()
        .register(schema::NAMES, names.clone());
    index.tokenizers().register(schema::NAMES, names);
    let comments = WordTokenizer::new(Flavour::Comments);
    index.tokenizers().register(schema::COMMENTS, comments);
}

struct WordTokenizer {
    flavour: Flavour,
    words: Words,
    tokens: Tokens,
}

impl Clone for WordTokenizer {
    fn clone(&self) -> WordTokenizer {
        WordTokenizer::new(self.flavour)
    }
}

impl WordTokenizer {
    fn new(flavour: Flavour) -> WordTokenizer {
        WordTokenizer {
            flavour,
            words: Words::new(),
            tokens: Tokens::default(),
        }
    }
}

/// The tokens of one text; the memory is used again for the next.
#[derive(Default)]
struct Tokens {
    text: String,
    /// End in `text`, and the token's place in the original.
    list: Vec<(usize, usize, usize, u32)>,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = Stream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream<'a> {
        let tokens = &mut self.tokens;
        tokens.text.clear();
        tokens.list.clear();
        self.words.tokens(text, self.flavour, &mut |token| {
            tokens.text.push_str(token.text);
            tokens
                .list
                .push((tokens.text.len(), token.start, token.end, token.position));
        });
        Stream {
            tokens: &self.tokens,
            next: 0,
            start: 0,
            token: Token::default(),
        }
    }
}

struct Stream<'a> {
    tokens: &'a Tokens,
    next: usize,
    start: usize,
    token: Token,
}

impl TokenStream for Stream<'_> {
    fn advance(&mut self) -> bool {
        let Some(&(end, from, to, position)) = self.tokens.list.get(self.next) else {
            return false;
        };
        self.token.text.clear();
        self.token
            .text
            .push_str(self.tokens.text.get(self.start..end).unwrap_or(""));
        self.token.offset_from = from;
        self.token.offset_to = to;
        self.token.position = position as usize;
        self.token.position_length = 1;
        self.start = end;
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
