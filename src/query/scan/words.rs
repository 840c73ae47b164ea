//! Query for games that have any of some words: the words are looked up in a field's dictionary, and their posting
//! lists are joined.
//!
//! Tantivy would build an automaton of the words first, which costs more than most of these searches.

use super::ScanQuery;
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use memchr::memmem;
use tantivy::index::SegmentReader;
use tantivy::postings::TermInfo;
use tantivy::schema::{Field as SchemaField, IndexRecordOption};
use tantivy::termdict::TermDictionary;
use tantivy::{BitSet, InvertedIndexReader};

/// A set of words that are searched in a field. The texts are folded as the words of the field are.
#[derive(Clone, Debug)]
pub(crate) enum AnyWord {
    /// Exactly these words.
    Exact(Vec<String>),
    /// All words that begin with this text.
    Beginning(String),
    /// All words that end with this text.
    Ending(String, Vocabulary),
    /// All words that contain this text.
    Containing(String, Vocabulary),
}

/// Name of a column whose terms include all words of the field. It is faster to read than the field's dictionary.
pub(crate) type Vocabulary = Option<&'static str>;

impl AnyWord {
    /// Query for the games that have one of these words in the field.
    pub(crate) fn query(self, field: SchemaField, budget: &TimeBudget) -> ScanQuery {
        ScanQuery::new(budget, move |reader, ticker| self.games(reader, field, ticker))
    }

    /// The games of a segment that have one of these words in the field.
    pub(crate) fn games(
        &self,
        reader: &SegmentReader,
        field: SchemaField,
        ticker: &mut BudgetTicker,
    ) -> tantivy::Result<BitSet> {
        let index = reader.inverted_index(field)?;
        let mut games = BitSet::with_max_value(reader.max_doc());
        let mut sink = |term: &TermInfo, ticker: &mut BudgetTicker| {
            add_postings(&index, term, &mut games, ticker)
        };
        let words = index.terms();
        match self {
            AnyWord::Exact(listed) => look_up(words, listed, &mut sink, ticker)?,
            AnyWord::Beginning(head) => {
                let mut stream = words.range().ge(head).into_stream()?;
                while !ticker.is_exhausted_after(TERM_STEPS)
                    && let Some((word, term)) = stream.next()
                    && word.starts_with(head.as_bytes())
                {
                    sink(term, ticker)?;
                }
            }
            AnyWord::Ending(tail, vocabulary) => {
                let fits = |word: &[u8]| word.ends_with(tail.as_bytes());
                look_up_fitting(reader, words, *vocabulary, &fits, &mut sink, ticker)?;
            }
            AnyWord::Containing(part, vocabulary) => {
                let part = memmem::Finder::new(part);
                let fits = |word: &[u8]| part.find(word).is_some();
                look_up_fitting(reader, words, *vocabulary, &fits, &mut sink, ticker)?;
            }
        }
        Ok(games)
    }
}

/// Function that takes the posting list of a word.
type PostingSink<'s> = dyn FnMut(&TermInfo, &mut BudgetTicker) -> tantivy::Result<()> + 's;

/// Costs of a word in budget steps of about 10 ns: while walking over a dictionary (first), and for a lookup (second).
const TERM_STEPS: usize = 5;
const LOOKUP_STEPS: usize = 100;

fn look_up(
    words: &TermDictionary,
    listed: &[String],
    sink: &mut PostingSink,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<()> {
    for word in listed {
        if ticker.is_exhausted_after(LOOKUP_STEPS) {
            break;
        }
        if let Some(term) = words.get(word)? {
            sink(&term, ticker)?;
        }
    }
    Ok(())
}

/// Looks for the words of this set among all words of the field; if there is a vocabulary column, among its words,
/// which is faster.
fn look_up_fitting(
    reader: &SegmentReader,
    words: &TermDictionary,
    vocabulary: Vocabulary,
    fits: &dyn Fn(&[u8]) -> bool,
    sink: &mut PostingSink,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<()> {
    let column = match vocabulary {
        Some(name) => reader.fast_fields().str(name)?,
        None => None,
    };
    let Some(column) = column else {
        let mut stream = words.stream()?;
        while !ticker.is_exhausted_after(TERM_STEPS)
            && let Some((word, term)) = stream.next()
        {
            if fits(word) {
                sink(term, ticker)?;
            }
        }
        return Ok(());
    };
    let mut found = Vec::new();
    let mut stream = column.dictionary().stream()?;
    while !ticker.is_exhausted_after(TERM_STEPS) && stream.advance() {
        if fits(stream.key()) {
            found.push(String::from_utf8_lossy(stream.key()).into_owned());
        }
    }
    look_up(words, &found, sink, ticker)
}

/// Adds the games of a word to a bit set.
fn add_postings(
    index: &InvertedIndexReader,
    term: &TermInfo,
    games: &mut BitSet,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<()> {
    let mut blocks = index.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
    while !blocks.docs().is_empty() && !ticker.is_exhausted_after(blocks.docs().len()) {
        for &doc in blocks.docs() {
            games.insert(doc);
        }
        blocks.advance();
    }
    Ok(())
}
