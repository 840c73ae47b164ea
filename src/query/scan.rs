//! Clauses that no list of the index answers by itself: candidates are scanned and looked at.

use crate::index::card::Card;
use crate::index::document::ANY_WORD;
use crate::index::schema::Fields;
use crate::text::fold::{fold, fold_into};
use crate::text::terms::phrase_terms;
use memchr::memmem;
use std::fmt;
use std::sync::Arc;
use tantivy::index::SegmentReader;
use tantivy::postings::SegmentPostings;
use tantivy::query::{
    BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight,
};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{BitSet, DocId, DocSet, Score, TERMINATED, TantivyDocument, Term};

type Scan = dyn Fn(&SegmentReader) -> tantivy::Result<BitSet> + Send + Sync;

/// A query that finds the documents of a segment by itself.
#[derive(Clone)]
pub(crate) struct ScanQuery(Arc<Scan>);

impl ScanQuery {
    pub(crate) fn new(
        scan: impl Fn(&SegmentReader) -> tantivy::Result<BitSet> + Send + Sync + 'static,
    ) -> ScanQuery {
        ScanQuery(Arc::new(scan))
    }
}

impl fmt::Debug for ScanQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScanQuery")
    }
}

impl Query for ScanQuery {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl Weight for ScanQuery {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let docs = (self.0)(reader)?;
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(docs), boost)))
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("ScanQuery", 1.0))
    }
}

/// Games whose root property has a value that holds the text, folded, or is it.
pub(crate) fn property(
    reader: &SegmentReader,
    fields: &Fields,
    name: &str,
    text: &str,
    exact: bool,
) -> tantivy::Result<BitSet> {
    let mut found = BitSet::with_max_value(reader.max_doc());
    let folded = fold(text);
    let fits = |value: &str| {
        if exact {
            value == text
        } else {
            fold(value).contains(&folded)
        }
    };
    let store = reader.get_store_reader(8)?;
    for doc in candidates(reader, fields, name, text)? {
        let stored: TantivyDocument = store.get(doc)?;
        let card = stored
            .get_first(fields.card)
            .and_then(|value| value.as_bytes());
        let card: Option<Card> = card.and_then(|bytes| serde_json::from_slice(bytes).ok());
        let properties = card.iter().flat_map(|card| &card.properties);
        let mut values = properties
            .filter(|(n, _)| n == name)
            .flat_map(|(_, values)| values);
        if values.any(|value| fits(value)) {
            found.insert(doc);
        }
    }
    Ok(found)
}

/// The games that may have the text in the property: those with all of its words in it, whole or as parts of words.
fn candidates(
    reader: &SegmentReader,
    fields: &Fields,
    name: &str,
    text: &str,
) -> tantivy::Result<Vec<DocId>> {
    let inverted = reader.inverted_index(fields.property)?;
    let words: Vec<String> = phrase_terms(text)
        .into_iter()
        .map(|(_, word)| word)
        .collect();
    if words.is_empty() {
        // Punctuation alone: every game with the property.
        let present = Term::from_field_text(fields.property, name);
        let postings = inverted.read_postings(&present, IndexRecordOption::Basic)?;
        return Ok(postings.map_or_else(Vec::new, |postings| living(reader, postings)));
    }
    let prefix = format!("{name}:");
    let mut with_all: Option<Vec<DocId>> = None;
    for word in words {
        let mut docs = Vec::new();
        let mut terms = inverted
            .terms()
            .range()
            .ge(prefix.as_bytes())
            .into_stream()?;
        while let Some((key, info)) = terms.next() {
            let Some(rest) = key.strip_prefix(prefix.as_bytes()) else {
                break;
            };
            let rest = std::str::from_utf8(rest).unwrap_or("");
            if rest == ANY_WORD || rest.contains(&word) {
                let postings =
                    inverted.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
                docs.extend(living(reader, postings));
            }
        }
        docs.sort_unstable();
        docs.dedup();
        if let Some(before) = &with_all {
            docs.retain(|doc| before.binary_search(doc).is_ok());
        }
        with_all = Some(docs);
    }
    Ok(with_all.unwrap_or_default())
}

/// The documents of a list that are not deleted.
fn living(reader: &SegmentReader, mut postings: SegmentPostings) -> Vec<DocId> {
    let mut docs = Vec::new();
    let mut doc = postings.doc();
    while doc != TERMINATED {
        if reader
            .alive_bitset()
            .is_none_or(|alive| alive.is_alive(doc))
        {
            docs.push(doc);
        }
        doc = postings.advance();
    }
    docs
}

/// A pattern for paths: a substring, or with `*` and `?` a glob over the whole. Case and accents do not count.
#[derive(Clone, Debug)]
pub(crate) struct Glob {
    /// Folded; what parts members from archives is written as what parts files from folders.
    pattern: String,
    /// Its longest piece without `*` and `?`, which every path that fits has.
    piece: memmem::Finder<'static>,
    is_substring: bool,
}

impl Glob {
    pub(crate) fn new(text: &str) -> Glob {
        let pattern = fold(text).replace('!', "/");
        let pieces = pattern.split(['*', '?']);
        let piece = pieces.max_by_key(|piece| piece.len()).unwrap_or_default();
        Glob {
            piece: memmem::Finder::new(piece).into_owned(),
            is_substring: piece.len() == pattern.len(),
            pattern,
        }
    }

    /// Whether a folded path fits.
    fn fits(&self, room: &str) -> bool {
        if self.piece.find(room.as_bytes()).is_none() {
            return false;
        }
        match (self.is_substring, room.is_ascii()) {
            (true, _) => true,
            (false, true) => glob(self.pattern.as_bytes(), room.as_bytes(), b'*', b'?'),
            (false, false) => {
                let chars = |text: &str| text.chars().collect::<Vec<_>>();
                glob(&chars(&self.pattern), &chars(room), '*', '?')
            }
        }
    }
}

/// `*` is any text, `?` any character. Goes back to the last star only, so the time is bounded by the product.
fn glob<T: PartialEq>(pattern: &[T], text: &[T], any: T, one: T) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(c) if *c == any => {
                star = Some((p, t));
                p += 1;
            }
            Some(c) if *c == one || Some(c) == text.get(t) => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    p = at + 1;
                    t = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|c| *c == any)
}

/// Games whose path fits: path and members, or the archive's path alone.
pub(crate) fn places(
    reader: &SegmentReader,
    pattern: &Glob,
    archive: bool,
) -> tantivy::Result<BitSet> {
    let mut found = BitSet::with_max_value(reader.max_doc());
    let Some(column) = reader.fast_fields().str("place")? else {
        return Ok(found);
    };
    let mut fitting = vec![false; column.dictionary().num_terms()];
    let mut terms = column.dictionary().stream()?;
    // Members of one archive stand together, and its path is folded once.
    let mut last = String::new();
    let mut folded = String::new();
    let mut folded_path = 0;
    while terms.advance() {
        let Ok(place) = std::str::from_utf8(terms.key()) else {
            continue;
        };
        let (path, members) = place.split_once('\0').unwrap_or((place, ""));
        if path != last || folded_path == 0 {
            folded.clear();
            fold_into(path, &mut folded);
            folded_path = folded.len();
            last.clear();
            last.push_str(path);
        }
        folded.truncate(folded_path);
        if !archive && !members.is_empty() {
            for member in members.split('\0') {
                folded.push('/');
                fold_into(member, &mut folded);
            }
        }
        let fits = !(archive && members.is_empty()) && pattern.fits(&folded);
        if let Some(slot) = fitting.get_mut(terms.term_ord() as usize) {
            *slot = fits;
        }
    }
    for doc in reader.doc_ids_alive() {
        if column
            .ords()
            .first(doc)
            .is_some_and(|ord| fitting.get(ord as usize).copied().unwrap_or(false))
        {
            found.insert(doc);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        let fits = |pattern: &str, path: &str| Glob::new(pattern).fits(&fold(path));
        assert!(fits("1846", "/games/1846/a.sgf"));
        assert!(fits("*/1846/*.sgf", "/games/1846/A.SGF"));
        assert!(!fits("*/1846/*.sgf", "/games/1847/a.sgf"));
        assert!(fits("*囲碁?.sgf", "/x/囲碁2.sgf"));
        assert!(!fits("a*a*a*b", &"a".repeat(2000)));
        assert!(fits("**", ""));
        assert!(fits("a.zip!b*", "a.zip/bc.sgf") && fits("*/b*", "a.zip/bc.sgf"));
    }
}
