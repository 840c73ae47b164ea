//! Plans clauses about what the user noted of games: tags, stars and notes. These games are known by content keys,
//! which are a column of the index.

use super::{Dyn, Planned, Planner, text_of};
use crate::columns::{each_first, set_of};
use crate::scan::ScanQuery;
use kifu_archive::error::{Error, Remedy};
use kifu_language::{FieldValue, Op, QueryError};
use kifu_messages::say;
use kifu_record::text::fold::fold;
use kifu_record::text::terms::{Phrase, phrase_forms, phrase_terms};
use kifu_record::text::words::{Flavour, WordSplitter};
use kifu_store::index::Index;
use kifu_store::mine::marks::{Marks, name_of};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use tantivy::DocId;

/// Cost of looking up one content key, in budget steps of about 10 ns.
const LOOKUP: usize = 5;

/// The user's marks; an error if the caller gave the index no access to them.
pub(super) fn marks(index: &Index, span: &Range<usize>) -> Result<Arc<Marks>, QueryError> {
    let known = index.marks().get().map_err(|error| pointed(&error, span))?;
    known.ok_or_else(|| {
        QueryError::new(span.clone(), say!("error-marks-not-known"))
            .help(say!("error-marks-not-known-help"))
    })
}

/// Converts an error of the user's files into one with a span in the query.
fn pointed(error: &Error, span: &Range<usize>) -> QueryError {
    let pointed = QueryError::new(span.clone(), error.with_place());
    match error.remedy() {
        Some(Remedy::Text(help)) => pointed.help(help.clone()),
        Some(remedy) => pointed.advise(remedy.clone()),
        None => pointed,
    }
}

impl Planner<'_> {
    /// Plans `tag:`.
    pub(super) fn tagged(&self, value: &FieldValue, span: &Range<usize>) -> Planned {
        let marks = marks(self.index, span)?;
        // Names of tags are folded before they are compared, so every spelling of a tag matches.
        let is_asked: Box<dyn Fn(&str) -> bool> = match value {
            FieldValue::Any => Box::new(|_| true),
            FieldValue::Prefix(text) => {
                let begin = name_of(text).map_err(|error| pointed(&error, span))?;
                Box::new(move |name| name.starts_with(&begin))
            }
            value => {
                let wanted =
                    name_of(text_of(value, span)?).map_err(|error| pointed(&error, span))?;
                Box::new(move |name| name == wanted)
            }
        };
        let folded = |tag: &String| name_of(tag).unwrap_or_else(|_| tag.clone());
        let games = marks
            .tags
            .iter()
            .filter(|(tag, _)| is_asked(&folded(tag)))
            .flat_map(|(_, games)| games.iter().copied());
        Ok(self.with_contents(games.collect()))
    }

    /// Plans `is:starred`.
    pub(super) fn with_star(&self, span: &Range<usize>) -> Planned {
        let marks = marks(self.index, span)?;
        Ok(self.with_contents(marks.starred.keys().copied().collect()))
    }

    /// Plans `note:`.
    pub(super) fn noted(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> Planned {
        let marks = marks(self.index, span)?;
        let wanted = match (op, value) {
            (_, FieldValue::Any) | (Op::Has, _) => NoteWords::of(value, span)?,
            (_, value) => NoteWords::Whole(fold(text_of(value, span)?)),
        };
        let found = marks.notes.iter().filter(|(_, note)| wanted.are_in(&note.text));
        Ok(self.with_contents(found.map(|(content, _)| *content).collect()))
    }

    /// Query for the games with one of these content keys.
    fn with_contents(&self, wanted: HashSet<u64>) -> Dyn {
        Box::new(ScanQuery::new(self.index.budget(), move |reader, pace| {
            let contents = reader.fast_fields().u64("content")?;
            let docs = pace.each(LOOKUP, reader.doc_ids_alive());
            let is_wanted = |(doc, content): (DocId, Option<u64>)| {
                content.filter(|content| wanted.contains(content)).map(|_| doc)
            };
            let found = each_first(&contents, docs).filter_map(is_wanted);
            Ok(set_of(reader, found.filter(|_| !wanted.is_empty())))
        }))
    }
}

/// The words that a note must have.
enum NoteWords {
    /// Any text, even none.
    Any,
    /// Exactly this text, folded.
    Whole(String),
    /// All of these words, in any order.
    All(Vec<String>),
    /// All of these words, and a word that begins with the last text.
    Beginning(Vec<String>, String),
    /// A phrase, in any of several forms.
    InOrder(Vec<Phrase>),
}

impl NoteWords {
    fn of(value: &FieldValue, span: &Range<usize>) -> Result<NoteWords, QueryError> {
        let words = |text: &str| -> Result<Vec<String>, QueryError> {
            let words: Vec<String> = phrase_terms(text).into_iter().map(|(_, word)| word).collect();
            if words.is_empty() {
                Err(QueryError::new(span.clone(), say!("error-no-letters"))
                    .help(say!("error-no-letters-help")))
            } else {
                Ok(words)
            }
        };
        Ok(match value {
            FieldValue::Any => NoteWords::Any,
            FieldValue::Quoted(text) => {
                words(text)?;
                NoteWords::InOrder(phrase_forms(text))
            }
            FieldValue::Prefix(text) => {
                let mut before = words(text)?;
                let begin = before.pop().unwrap_or_default();
                NoteWords::Beginning(before, begin)
            }
            value => NoteWords::All(words(text_of(value, span)?)?),
        })
    }

    /// True if a note matches. It is split into words as comments are for the index.
    fn are_in(&self, note: &str) -> bool {
        match self {
            NoteWords::Any => return true,
            NoteWords::Whole(text) => return fold(note.trim()) == *text,
            _ => {}
        }
        let mut here: HashSet<(u32, String)> = HashSet::new();
        WordSplitter::new().tokens(note, Flavour::Comments, &mut |token| {
            here.insert((token.position, token.text.to_owned()));
        });
        let has = |word: &String| here.iter().any(|(_, own)| own == word);
        match self {
            NoteWords::Any | NoteWords::Whole(_) => true,
            NoteWords::All(words) => words.iter().all(has),
            NoteWords::Beginning(words, begin) => {
                words.iter().all(has) && here.iter().any(|(_, own)| own.starts_with(begin))
            }
            NoteWords::InOrder(forms) => forms.iter().any(|words| {
                let Some((first_at, first)) = words.first() else {
                    return false;
                };
                let starts = here.iter().filter(|(_, own)| own == first);
                starts.map(|(at, _)| at).any(|start| {
                    let at = |(at, word): &(u32, String)| (start + at - first_at, word.clone());
                    words.iter().all(|word| here.contains(&at(word)))
                })
            }),
        }
    }
}
