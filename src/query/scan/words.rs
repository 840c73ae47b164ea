//! Query for games that have any of some words: the words are looked up in a field's dictionary, and their posting
//! lists are joined.
//!
//! Tantivy would build an automaton of the words first, which costs more than most of these searches.

use super::ScanQuery;
use kifu_record::patience::{Pace, TimeBudget};
use memchr::memmem;
use tantivy::index::SegmentReader;
use tantivy::postings::TermInfo;
use tantivy::schema::{Field as SchemaField, IndexRecordOption};
use tantivy::termdict::TermDictionary;
use tantivy::{BitSet, InvertedIndexReader};

/// A set of words of a field, folded as in the field.
#[derive(Clone, Debug)]
pub(crate) enum AnyWord {
    /// Exactly these words.
    Of(Vec<String>),
    /// All words that begin with this text.
    Beginning(String),
    /// All words that end with this text.
    Ending(String, Vocabulary),
    /// All words that contain this text.
    Holding(String, Vocabulary),
}

/// Name of a column whose terms include all words of the field. It is faster to read than the field's dictionary.
pub(crate) type Vocabulary = Option<&'static str>;

impl AnyWord {
    /// Query for the games with such a word in the field.
    pub(crate) fn query(self, field: SchemaField, budget: &TimeBudget) -> ScanQuery {
        ScanQuery::new(budget, move |reader, pace| self.games(reader, field, pace))
    }

    /// The games of a segment with such a word.
    pub(crate) fn games(
        &self,
        reader: &SegmentReader,
        field: SchemaField,
        pace: &mut Pace,
    ) -> tantivy::Result<BitSet> {
        let index = reader.inverted_index(field)?;
        let mut games = BitSet::with_max_value(reader.max_doc());
        let mut sink = |term: &TermInfo, pace: &mut Pace| add(&index, term, &mut games, pace);
        let words = index.terms();
        match self {
            AnyWord::Of(listed) => look_up(words, listed, &mut sink, pace)?,
            AnyWord::Beginning(head) => {
                let mut stream = words.range().ge(head).into_stream()?;
                while !pace.is_spent(TERM)
                    && let Some((word, term)) = stream.next()
                    && word.starts_with(head.as_bytes())
                {
                    sink(term, pace)?;
                }
            }
            AnyWord::Ending(tail, vocabulary) => {
                let fits = |word: &[u8]| word.ends_with(tail.as_bytes());
                among_all(reader, words, *vocabulary, &fits, &mut sink, pace)?;
            }
            AnyWord::Holding(part, vocabulary) => {
                let part = memmem::Finder::new(part);
                let fits = |word: &[u8]| part.find(word).is_some();
                among_all(reader, words, *vocabulary, &fits, &mut sink, pace)?;
            }
        }
        Ok(games)
    }
}

/// Function that takes the posting list of a word.
type PostingSink<'s> = dyn FnMut(&TermInfo, &mut Pace) -> tantivy::Result<()> + 's;

/// Costs of a word in budget steps of about 10 ns: while walking over a dictionary (first), and for a lookup (second).
const TERM: usize = 5;
const LOOKUP: usize = 100;

fn look_up(
    words: &TermDictionary,
    listed: &[String],
    sink: &mut PostingSink,
    pace: &mut Pace,
) -> tantivy::Result<()> {
    for word in listed {
        if pace.is_spent(LOOKUP) {
            break;
        }
        if let Some(term) = words.get(word)? {
            sink(&term, pace)?;
        }
    }
    Ok(())
}

/// Looks for fitting words among all words of the field, or of the faster vocabulary column if there is one.
fn among_all(
    reader: &SegmentReader,
    words: &TermDictionary,
    vocabulary: Vocabulary,
    fits: &dyn Fn(&[u8]) -> bool,
    sink: &mut PostingSink,
    pace: &mut Pace,
) -> tantivy::Result<()> {
    let column = match vocabulary {
        Some(name) => reader.fast_fields().str(name)?,
        None => None,
    };
    let Some(column) = column else {
        let mut stream = words.stream()?;
        while !pace.is_spent(TERM)
            && let Some((word, term)) = stream.next()
        {
            if fits(word) {
                sink(term, pace)?;
            }
        }
        return Ok(());
    };
    let mut found = Vec::new();
    let mut stream = column.dictionary().stream()?;
    while !pace.is_spent(TERM) && stream.advance() {
        if fits(stream.key()) {
            found.push(String::from_utf8_lossy(stream.key()).into_owned());
        }
    }
    look_up(words, &found, sink, pace)
}

/// Adds the games of a word to a bit set.
fn add(
    index: &InvertedIndexReader,
    term: &TermInfo,
    games: &mut BitSet,
    pace: &mut Pace,
) -> tantivy::Result<()> {
    let mut blocks = index.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
    while !blocks.docs().is_empty() && !pace.is_spent(blocks.docs().len()) {
        for &doc in blocks.docs() {
            games.insert(doc);
        }
        blocks.advance();
    }
    Ok(())
}
