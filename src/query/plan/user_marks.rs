//! Plans clauses about the user's marks on games: tags, stars and notes. Marks name games by their content keys, which
//! are a column of the index.

use super::{BoxedQuery, PlanResult, Planner, single_text};
use crate::columns::{doc_set, iter_first_values};
use crate::scan::ScanQuery;
use kifu_archive::error::{Error, Remedy};
use kifu_language::{FieldValue, Op, QueryError};
use kifu_messages::say;
use kifu_record::text::fold::fold;
use kifu_record::text::terms::{Phrase, phrase_forms, phrase_terms};
use kifu_record::text::words::{Flavour, WordSplitter};
use kifu_store::index::Index;
use kifu_store::userdata::marks::{Marks, parse_name};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use tantivy::DocId;

/// Cost of looking up one content key, in budget steps of about 10 ns.
const LOOKUP_STEPS: usize = 5;

/// The user's marks (tags, stars and notes); an error if the caller gave the index no access to them.
pub(super) fn require_marks(index: &Index, span: &Range<usize>) -> Result<Arc<Marks>, QueryError> {
    let known = index.marks().get().map_err(|error| error_at(&error, span))?;
    known.ok_or_else(|| {
        QueryError::new(span.clone(), say!("error-marks-not-known"))
            .with_help(say!("error-marks-not-known-help"))
    })
}

/// Converts an error of the user's files into one with a span in the query.
pub(super) fn error_at(error: &Error, span: &Range<usize>) -> QueryError {
    let query_error = QueryError::new(span.clone(), error.with_place());
    match error.remedy() {
        Some(Remedy::Text(help)) => query_error.with_help(help.clone()),
        Some(remedy) => query_error.with_remedy(remedy.clone()),
        None => query_error,
    }
}

impl Planner<'_> {
    /// Plans `tag:`, which finds the games that the user gave a tag.
    pub(super) fn plan_tag(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let marks = require_marks(self.index, span)?;
        // Names of tags are folded before they are compared, so every spelling of a tag matches.
        let matches_name: Box<dyn Fn(&str) -> bool> = match value {
            FieldValue::Any => Box::new(|_| true),
            FieldValue::Prefix(text) => {
                let begin = parse_name(text).map_err(|error| error_at(&error, span))?;
                Box::new(move |name| name.starts_with(&begin))
            }
            value => {
                let exact_name = parse_name(single_text(value, span)?)
                    .map_err(|error| error_at(&error, span))?;
                Box::new(move |name| name == exact_name)
            }
        };
        let folded = |tag: &String| parse_name(tag).unwrap_or_else(|_| tag.clone());
        let games = marks
            .tags
            .iter()
            .filter(|(tag, _)| matches_name(&folded(tag)))
            .flat_map(|(_, games)| games.iter().copied());
        Ok(self.games_with_contents(games.collect()))
    }

    /// Plans `is:starred`, which finds the games that the user marked with a star.
    pub(super) fn plan_starred(&self, span: &Range<usize>) -> PlanResult {
        let marks = require_marks(self.index, span)?;
        Ok(self.games_with_contents(marks.starred.keys().copied().collect()))
    }

    /// Plans `note:`, which searches the words of the user's notes on games.
    pub(super) fn plan_note(&self, op: Op, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let marks = require_marks(self.index, span)?;
        let pattern = match (op, value) {
            (_, FieldValue::Any) | (Op::Has, _) => NotePattern::parse(value, span)?,
            (_, value) => NotePattern::ExactText(fold(single_text(value, span)?)),
        };
        let found = marks.notes.iter().filter(|(_, note)| pattern.matches(&note.text));
        Ok(self.games_with_contents(found.map(|(content, _)| *content).collect()))
    }

    /// Query for the games with one of these content keys.
    fn games_with_contents(&self, keys: HashSet<u64>) -> BoxedQuery {
        Box::new(ScanQuery::new(self.index.budget(), move |reader, ticker| {
            let contents = reader.fast_fields().u64("content")?;
            let docs = ticker.take_within_budget(LOOKUP_STEPS, reader.doc_ids_alive());
            let with_key = |(doc, content): (DocId, Option<u64>)| {
                content.filter(|content| keys.contains(content)).map(|_| doc)
            };
            let found = iter_first_values(&contents, docs).filter_map(with_key);
            Ok(doc_set(reader, found.filter(|_| !keys.is_empty())))
        }))
    }
}

/// What a `note:` clause requires of the text of a note.
enum NotePattern {
    /// Any note, even one whose text is empty.
    Any,
    /// A note with exactly this text; both are folded.
    ExactText(String),
    /// A note with all of these words, in any order.
    All(Vec<String>),
    /// A note with all of these words, and with a word that begins with the text in the second field.
    WithPrefix(Vec<String>, String),
    /// A note with these words as a phrase, in one of several forms.
    InOrder(Vec<Phrase>),
}

impl NotePattern {
    fn parse(value: &FieldValue, span: &Range<usize>) -> Result<NotePattern, QueryError> {
        let words = |text: &str| -> Result<Vec<String>, QueryError> {
            let words: Vec<String> = phrase_terms(text).into_iter().map(|(_, word)| word).collect();
            if words.is_empty() {
                Err(QueryError::new(span.clone(), say!("error-no-letters"))
                    .with_help(say!("error-no-letters-help")))
            } else {
                Ok(words)
            }
        };
        Ok(match value {
            FieldValue::Any => NotePattern::Any,
            FieldValue::Quoted(text) => {
                words(text)?;
                NotePattern::InOrder(phrase_forms(text))
            }
            FieldValue::Prefix(text) => {
                let mut before = words(text)?;
                let begin = before.pop().unwrap_or_default();
                NotePattern::WithPrefix(before, begin)
            }
            value => NotePattern::All(words(single_text(value, span)?)?),
        })
    }

    /// True if a note matches. The note is split into words in the way in which comments are split for the index.
    fn matches(&self, note: &str) -> bool {
        match self {
            NotePattern::Any => return true,
            NotePattern::ExactText(text) => return fold(note.trim()) == *text,
            _ => {}
        }
        let mut note_words: HashSet<(u32, String)> = HashSet::new();
        WordSplitter::new().tokenize(note, Flavour::Comments, &mut |token| {
            note_words.insert((token.position, token.text.to_owned()));
        });
        let has = |word: &String| note_words.iter().any(|(_, own)| own == word);
        match self {
            NotePattern::Any | NotePattern::ExactText(_) => true,
            NotePattern::All(words) => words.iter().all(has),
            NotePattern::WithPrefix(words, begin) => {
                words.iter().all(has) && note_words.iter().any(|(_, own)| own.starts_with(begin))
            }
            NotePattern::InOrder(forms) => forms.iter().any(|words| {
                let Some((first_at, first)) = words.first() else {
                    return false;
                };
                let starts = note_words.iter().filter(|(_, own)| own == first);
                starts.map(|(at, _)| at).any(|start| {
                    let at = |(at, word): &(u32, String)| (start + at - first_at, word.clone());
                    words.iter().all(|word| note_words.contains(&at(word)))
                })
            }),
        }
    }
}
