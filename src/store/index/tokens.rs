//! Adapter of the tokenizer in [`text`](kifu_record::text) to tantivy.

use super::schema;
use kifu_record::text::words::{Cursor, Flavour, WordSplitter};
use std::ops::Range;
use tantivy::Index;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Registers the tokenizers under their names in the schema.
pub(super) fn register(index: &Index) {
    let names = WordTokenizer::new(Flavour::Names);
    index.fast_field_tokenizer().register(schema::NAMES, names.clone());
    index.tokenizers().register(schema::NAMES, names);
    let comments = WordTokenizer::new(Flavour::Comments);
    index.tokenizers().register(schema::COMMENTS, comments);
}

struct WordTokenizer {
    flavour: Flavour,
    words: WordSplitter,
    tokens: Tokens,
}

impl Clone for WordTokenizer {
    fn clone(&self) -> WordTokenizer {
        WordTokenizer::new(self.flavour)
    }
}

impl WordTokenizer {
    fn new(flavour: Flavour) -> WordTokenizer {
        WordTokenizer { flavour, words: WordSplitter::new(), tokens: Tokens::default() }
    }
}

/// Number of bytes of a text that are tokenized at a time. The tokens of a text of 100 MB at once would take half a
/// gigabyte.
const PIECE_BYTES: usize = 64 << 10;

/// Tokens of one piece of a text. The memory is reused for the next piece.
#[derive(Default)]
struct Tokens {
    text: String,
    /// End of each token in `text`, then its start, end and position in the original text.
    list: Vec<(usize, usize, usize, u32)>,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = PieceStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PieceStream<'a> {
        self.tokens.text.clear();
        self.tokens.list.clear();
        PieceStream {
            tokenizer: self,
            text,
            cursor: Cursor::default(),
            next: 0,
            start: 0,
            token: Token::default(),
        }
    }
}

struct PieceStream<'a> {
    /// Tokenizer that holds the tokens of the current piece.
    tokenizer: &'a mut WordTokenizer,
    text: &'a str,
    /// Start of the next piece in the text.
    cursor: Cursor,
    next: usize,
    start: usize,
    token: Token,
}

impl PieceStream<'_> {
    /// Tokenizes the next piece that has tokens, if there is one.
    fn cut_piece(&mut self) {
        let WordTokenizer { flavour, words, tokens: Tokens { text, list } } = &mut *self.tokenizer;
        text.clear();
        list.clear();
        (self.next, self.start) = (0, 0);
        while list.is_empty() && self.cursor.at() < self.text.len() {
            let until = self.cursor.at() + PIECE_BYTES;
            let cursor = &mut self.cursor;
            words.tokenize_until(self.text, *flavour, cursor, until, &mut |token| {
                text.push_str(token.text);
                list.push((text.len(), token.start, token.end, token.position));
            });
        }
    }
}

impl TokenStream for PieceStream<'_> {
    fn advance(&mut self) -> bool {
        if self.next >= self.tokenizer.tokens.list.len() {
            self.cut_piece();
        }
        let Tokens { text, list } = &self.tokenizer.tokens;
        let Some(&(end, from, to, position)) = list.get(self.next) else {
            return false;
        };
        let text = text.get(self.start..end).unwrap_or("");
        set_token(&mut self.token, text, from..to, position);
        self.start = end;
        self.next += 1;
        true
    }

    /// Passes each token to `sink` as soon as it is found, so no list of tokens is needed.
    fn process(&mut self, sink: &mut dyn FnMut(&Token)) {
        while self.next < self.tokenizer.tokens.list.len() && self.advance() {
            sink(&self.token);
        }
        let (token, cursor) = (&mut self.token, &mut self.cursor);
        let WordTokenizer { flavour, words, .. } = &mut *self.tokenizer;
        words.tokenize_until(self.text, *flavour, cursor, self.text.len(), &mut |found| {
            set_token(token, found.text, found.start..found.end, found.position);
            sink(token);
        });
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

fn set_token(token: &mut Token, text: &str, offsets: Range<usize>, position: u32) {
    token.text.clear();
    token.text.push_str(text);
    token.offset_from = offsets.start;
    token.offset_to = offsets.end;
    token.position = position as usize;
    token.position_length = 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_long_text_give_the_tokens_of_the_whole() {
        let mut text = String::new();
        while text.len() < 5 * PIECE_BYTES {
            text.push_str("Black's Chang-ho 3.5 \u{56f4}\u{68cb}\n\u{9ed1}\u{767d} playing, ");
        }
        // A word longer than a piece tests that pieces do not split words.
        text.push_str(&"x".repeat(2 * PIECE_BYTES));
        text.push_str(&"\u{9ed1}".repeat(PIECE_BYTES));
        let mut all_tokens = Vec::new();
        WordSplitter::new().tokenize(&text, Flavour::Comments, &mut |token| {
            let place = (token.start, token.end, token.position as usize);
            all_tokens.push((token.text.to_owned(), place));
        });
        let mut tokenizer = WordTokenizer::new(Flavour::Comments);
        // Tokens left over from a text that was not read to its end must do no harm.
        tokenizer.token_stream("Chang-ho 9").advance();
        let mut stream = tokenizer.token_stream(&text);
        let mut pieces = Vec::new();
        let mut longest_list = 0;
        while stream.advance() {
            let token = stream.token();
            let place = (token.offset_from, token.offset_to, token.position);
            pieces.push((token.text.clone(), place));
            longest_list = longest_list.max(stream.tokenizer.tokens.list.len());
        }
        assert!(pieces == all_tokens);
        assert!(longest_list < all_tokens.len() / 2, "{longest_list} of {}", all_tokens.len());
        assert!(!stream.advance());
        // `process` reads all tokens at once, from the beginning of the text or after some calls of `advance`.
        for first in [0, 1, all_tokens.len() / 3, all_tokens.len()] {
            let mut stream = tokenizer.token_stream(&text);
            (0..first).for_each(|_| assert!(stream.advance()));
            let mut rest = Vec::new();
            stream.process(&mut |token| {
                let place = (token.offset_from, token.offset_to, token.position);
                rest.push((token.text.clone(), place));
            });
            assert!(rest == all_tokens[first..]);
        }
    }
}
