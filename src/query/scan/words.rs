//! The games that have any of some words: the words are looked up in a field's dictionary, and their lists are joined.
//!
//! The index library would make an automaton of the words first, which costs more than most of these searches.

use super::ScanQuery;
use tantivy::index::SegmentReader;
use tantivy::postings::TermInfo;
use tantivy::schema::{Field as Handle, IndexRecordOption};
use tantivy::{BitSet, InvertedIndexReader};

/// Some words of a field, folded as they are there.
#[derive(Clone, Debug)]
pub(crate) enum Any {
    /// These.
    Of(Vec<String>),
    /// All that begin so.
    Beginning(String),
    /// All that end so.
    Ending(String),
    /// All that have this in them.
    Holding(String),
}

impl Any {
    /// The games with such a word in the field.
    pub(crate) fn query(self, field: Handle) -> ScanQuery {
        ScanQuery::new(move |reader| self.games(reader, field))
    }

    fn games(&self, reader: &SegmentReader, field: Handle) -> tantivy::Result<BitSet> {
        let index = reader.inverted_index(field)?;
        let mut games = BitSet::with_max_value(reader.max_doc());
        self.each(&index, &mut |term| add(&index, term, &mut games))?;
        Ok(games)
    }

    fn each(
        &self,
        index: &InvertedIndexReader,
        sink: &mut dyn FnMut(&TermInfo) -> tantivy::Result<()>,
    ) -> tantivy::Result<()> {
        let words = index.terms();
        let mut stream = match self {
            Any::Of(listed) => {
                for word in listed {
                    words.get(word)?.as_ref().map_or(Ok(()), &mut *sink)?;
                }
                return Ok(());
            }
            Any::Beginning(head) => words.range().ge(head).into_stream()?,
            Any::Ending(_) | Any::Holding(_) => words.stream()?,
        };
        let holds = match self {
            Any::Holding(part) => Some(memchr::memmem::Finder::new(part)),
            _ => None,
        };
        while let Some((word, term)) = stream.next() {
            let fits = match (self, &holds) {
                (Any::Beginning(head), _) if !word.starts_with(head.as_bytes()) => break,
                (Any::Ending(tail), _) => word.ends_with(tail.as_bytes()),
                (_, Some(part)) => part.find(word).is_some(),
                _ => true,
            };
            if fits {
                sink(term)?;
            }
        }
        Ok(())
    }
}

/// Adds the games of a word.
fn add(index: &InvertedIndexReader, term: &TermInfo, games: &mut BitSet) -> tantivy::Result<()> {
    let mut blocks = index.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
    while !blocks.docs().is_empty() {
        for &doc in blocks.docs() {
            games.insert(doc);
        }
        blocks.advance();
    }
    Ok(())
}
